/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
#include "spirv/module/library.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum {
    HEADER_WORDS = 5,
    BOUND = 3,          /* index of the header's dword that is greater than all ids */
    MAX_GLOBAL_ARGS = 8 /* limit of the operands of a type or constant */
};

static SpvOp op_of(uint32_t first_word)
{
    return (SpvOp)(first_word & SpvOpCodeMask);
}

static unsigned num_words_of(uint32_t first_word)
{
    return first_word >> SpvWordCountShift;
}

/* Returns the number of dwords between the first dword and the operands: result type and result id,
 * if the instruction has them. */
static unsigned num_front(SpvOp op)
{
    switch (op) {
    case SpvOpCapability:
    case SpvOpMemoryModel:
    case SpvOpEntryPoint:
    case SpvOpExecutionMode:
    case SpvOpSource:
    case SpvOpSourceExtension:
    case SpvOpName:
    case SpvOpMemberName:
    case SpvOpDecorate:
    case SpvOpStore:
    case SpvOpLoopMerge:
    case SpvOpSelectionMerge:
    case SpvOpBranch:
    case SpvOpBranchConditional:
    case SpvOpReturn:
    case SpvOpReturnValue:
    case SpvOpFunctionEnd:
        return 0;
    case SpvOpExtInstImport:
    case SpvOpTypeVoid:
    case SpvOpTypeBool:
    case SpvOpTypeInt:
    case SpvOpTypeFloat:
    case SpvOpTypeVector:
    case SpvOpTypeStruct:
    case SpvOpTypePointer:
    case SpvOpTypeFunction:
    case SpvOpLabel:
        return 1;
    default:
        return 2;
    }
}

/* Returns a mask of the operands that are literals rather than ids. */
static uint32_t literals_of(SpvOp op)
{
    switch (op) {
    case SpvOpConstant:
    case SpvOpTypeInt:
    case SpvOpTypeFloat:
        return ~0u;
    case SpvOpTypePointer:
    case SpvOpVariable:
    case SpvOpFunction:
        return 1u << 0;
    case SpvOpTypeVector:
    case SpvOpExtInst:
    case SpvOpSelectionMerge:
        return 1u << 1;
    case SpvOpLoopMerge:
        return 1u << 2;
    case SpvOpCompositeExtract:
        return ~0u << 1;
    case SpvOpCompositeInsert:
    case SpvOpVectorShuffle:
        return ~0u << 2;
    default:
        return 0;
    }
}

/* ---- The contents of the library ------------------------------------------------------------ */

/* Finds the definitions of the library's types, constants and functions. Definitions inside
 * functions are skipped. */
static void find_definitions(struct gv_spv_imports *m)
{
    const struct gv_spv_library *lib = m->library;
    bool inside = false;
    for (size_t i = HEADER_WORDS; i < lib->num_words; i += num_words_of(lib->words[i])) {
        SpvOp op = op_of(lib->words[i]);
        if (num_front(op) > 0 && !inside)
            m->places[lib->words[i + num_front(op)]] = (uint32_t)i;
        inside = (inside || op == SpvOpFunction) && op != SpvOpFunctionEnd;
    }
}

static bool open_library(struct gv_spv_imports *m, const struct gv_spv_library *library)
{
    size_t bound = library->words[BOUND];
    if (m->library)
        return true;
    if (!m->ids)
        m->ids = calloc(bound, sizeof(*m->ids));
    if (!m->places)
        m->places = calloc(bound, sizeof(*m->places));
    if (!m->ids || !m->places)
        return false;
    m->library = library;
    find_definitions(m);
    return true;
}

/* Returns the library's id of a function. OpName instructions precede all functions. */
static uint32_t find_function(const struct gv_spv_library *lib, const char *name)
{
    size_t len = strlen(name);
    size_t i = HEADER_WORDS;
    for (; op_of(lib->words[i]) != SpvOpFunction; i += num_words_of(lib->words[i])) {
        const char *string = (const char *)(lib->words + i + 2);
        if (op_of(lib->words[i]) == SpvOpName && strncmp(string, name, len) == 0 &&
            string[len] == '(')
            return lib->words[i + 1];
    }
    return 0;
}

/* ---- Copies --------------------------------------------------------------------------------- */

static uint32_t import_id(struct gv_spv_builder *b, uint32_t id);

/* Returns the value that dword `w` of the library's instruction `from` has in the copy: a literal
 * is unchanged, and an id becomes the module's id. */
static uint32_t import_word(struct gv_spv_builder *b, const uint32_t *from, unsigned w)
{
    unsigned first = 1 + num_front(op_of(from[0]));
    bool is_literal =
        w >= first && (w - first > 31 || literals_of(op_of(from[0])) >> (w - first) & 1);
    return w == 0 || is_literal ? from[w] : import_id(b, from[w]);
}

/* Copies a function. First copies everything that the function refers to, since a function cannot
 * be copied in the middle of another function. */
static void import_function(struct gv_spv_builder *b, const uint32_t *from)
{
    const uint32_t *end = from;
    while (op_of(*end) != SpvOpFunctionEnd) {
        for (unsigned w = 1; w < num_words_of(*end); w++)
            import_word(b, end, w);
        end += num_words_of(*end);
    }
    for (; from <= end; from += num_words_of(*from)) {
        for (unsigned w = 0; w < num_words_of(*from); w++)
            gv_words_push(&b->functions, import_word(b, from, w));
    }
}

/* Copies a type or constant, unless the module already contains an equal one. */
static uint32_t import_global(struct gv_spv_builder *b, const uint32_t *from)
{
    uint32_t args[MAX_GLOBAL_ARGS];
    unsigned num_args = 0;
    unsigned result = num_front(op_of(from[0])); /* index of the dword with the result id */
    for (unsigned w = 1; w < num_words_of(from[0]); w++) {
        assert(num_args < MAX_GLOBAL_ARGS);
        if (w != result)
            args[num_args++] = import_word(b, from, w);
    }
    return gv_spv_unique(b, op_of(from[0]), args, num_args, result == 2);
}

/* Returns the module's id for an id of the library. */
static uint32_t import_id(struct gv_spv_builder *b, uint32_t id)
{
    struct gv_spv_imports *m = &b->imports;
    const uint32_t *from = m->library->words + m->places[id];
    if (m->ids[id])
        return m->ids[id];
    SpvOp op = m->places[id] ? op_of(*from) : SpvOpNop;
    if (op == SpvOpExtInstImport)
        return m->ids[id] = b->glsl;
    if (op != SpvOpNop && op != SpvOpFunction)
        return m->ids[id] = import_global(b, from);
    m->ids[id] = gv_spv_id(b);
    if (op == SpvOpFunction)
        import_function(b, from);
    return m->ids[id];
}

uint32_t gv_spv_import(struct gv_spv_builder *b, const struct gv_spv_library *library,
                       const char *name)
{
    uint32_t id = find_function(library, name);
    assert(id && (!b->imports.library || b->imports.library == library));
    if (!open_library(&b->imports, library)) {
        b->functions.failed = true;
        return 0;
    }
    return import_id(b, id);
}
