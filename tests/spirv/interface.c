/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
#include "interface.h"

#include <spirv/unified1/spirv.h>
#include <stdlib.h>
#include <string.h>

/* The facts about an id that the reader has found. */
struct known {
    uint16_t op;
    uint32_t words[4]; /* operands after the result id (for types: all operands) */
    struct interface_var decorations;
    uint32_t var; /* id of the variable that the id points into */
    uint32_t element;
};

struct reader {
    struct known *ids;
    uint32_t bound;
    struct interface *out;
    bool failed;
};

static struct known *known(struct reader *r, uint32_t id)
{
    if (id < r->bound)
        return &r->ids[id];
    r->failed = true;
    return &r->ids[0];
}

static void decorate(struct reader *r, const uint32_t *words)
{
    struct interface_var *v = &known(r, words[0])->decorations;
    switch (words[1]) {
    case SpvDecorationLocation:
        v->has_location = true;
        v->location = words[2];
        break;
    case SpvDecorationBuiltIn:
        v->has_builtin = true;
        v->builtin = words[2];
        break;
    case SpvDecorationPatch:
        v->patch = true;
        break;
    case SpvDecorationXfbBuffer:
        v->captured = true;
        v->xfb_buffer = words[2];
        break;
    case SpvDecorationXfbStride:
        v->xfb_stride_B = words[2];
        break;
    case SpvDecorationOffset:
        v->xfb_offset_B = words[2];
        break;
    case SpvDecorationStream:
        v->stream = words[2];
        break;
    default:
        break;
    }
}

/* Returns the length of an array type, and sets *t to the element type. */
static uint32_t open_array(struct reader *r, const struct known **t)
{
    uint32_t num = known(r, (*t)->words[1])->words[0];
    *t = known(r, (*t)->words[0]);
    return num;
}

static void add(struct reader *r, const struct interface_var *v)
{
    if (r->out->num == MAX_INTERFACE)
        r->failed = true;
    else
        r->out->vars[r->out->num++] = *v;
}

static void variable(struct reader *r, uint32_t type, uint32_t id, uint32_t storage)
{
    struct interface_var v = known(r, id)->decorations;
    const struct known *t = known(r, known(r, type)->words[1]); /* the type that the pointer points
                                                                   to */
    if (storage != SpvStorageClassInput && storage != SpvStorageClassOutput)
        return;
    v.id = id;
    v.output = storage == SpvStorageClassOutput;
    if (t->op == SpvOpTypeArray && (!v.has_location || known(r, t->words[0])->op == SpvOpTypeArray))
        v.num_vertices = open_array(r, &t);
    if (t->op == SpvOpTypeArray)
        v.length = open_array(r, &t);
    v.num_components = t->op == SpvOpTypeVector ? t->words[1] : 1;
    known(r, id)->var = id;
    do {
        add(r, &v);
        v.location++;
    } while (++v.element < v.length);
}

/* Reads an access chain. In an array of locations, the first index selects the element, unless the
 * first index selects a vertex; then the second index selects the element. */
static void chain(struct reader *r, const uint32_t *words, unsigned num)
{
    struct known *result = known(r, words[1]);
    const struct interface_var *v = NULL;
    result->var = known(r, words[2])->var;
    for (unsigned i = 0; i < r->out->num; i++) {
        if (r->out->vars[i].id == result->var)
            v = &r->out->vars[i];
    }
    unsigned place = 3 + (v && v->num_vertices);
    if (v && v->length && place < num)
        result->element = known(r, words[place])->words[0];
}

static void store(struct reader *r, uint32_t pointer, uint32_t value)
{
    const struct known *v = known(r, value);
    const struct known *p = known(r, pointer);
    if (v->op == SpvOpConstantComposite)
        v = known(r, v->words[0]);
    for (unsigned i = 0; p->var && v->op == SpvOpConstant && i < r->out->num; i++) {
        if (r->out->vars[i].id == p->var && r->out->vars[i].element == p->element)
            r->out->vars[i].stored = v->words[0];
    }
}

static void instruction(struct reader *r, unsigned op, const uint32_t *words, unsigned num)
{
    /* Instructions that define types have no result type before the result id. */
    bool is_type = op == SpvOpTypeVector || op == SpvOpTypeArray || op == SpvOpTypePointer;
    unsigned first = is_type ? 1 : 2;
    switch (op) {
    case SpvOpDecorate:
        decorate(r, words);
        break;
    case SpvOpTypeVector:
    case SpvOpTypeArray:
    case SpvOpTypePointer:
    case SpvOpConstant:
    case SpvOpConstantComposite:
        known(r, words[first - 1])->op = (uint16_t)op;
        for (unsigned i = first; i < num && i - first < 4; i++)
            known(r, words[first - 1])->words[i - first] = words[i];
        break;
    case SpvOpVariable:
        variable(r, words[0], words[1], words[2]);
        break;
    case SpvOpAccessChain:
        chain(r, words, num);
        break;
    case SpvOpStore:
        store(r, words[0], words[1]);
        break;
    default:
        break;
    }
}

bool interface_read(const struct galvan_spirv_module *module, struct interface *out_interface)
{
    struct reader r = {.bound = module->words[3], .out = out_interface};
    memset(out_interface, 0, sizeof(*out_interface));
    r.ids = calloc(r.bound, sizeof(*r.ids));
    if (!r.ids)
        return false;
    for (size_t i = 5; i < module->num_words && !r.failed;) {
        uint32_t len = module->words[i] >> SpvWordCountShift;
        if (!len || len > module->num_words - i)
            break;
        instruction(&r, module->words[i] & SpvOpCodeMask, module->words + i + 1, len - 1);
        i += len;
    }
    free(r.ids);
    return !r.failed;
}

const struct interface_var *interface_find(const struct interface *interface, bool output,
                                           uint32_t location)
{
    for (unsigned i = 0; i < interface->num; i++) {
        const struct interface_var *v = &interface->vars[i];
        if (v->output == output && v->has_location && v->location == location)
            return v;
    }
    return NULL;
}
