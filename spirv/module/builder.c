/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Writes the sections and body instructions of a module, and assembles the module. Types and
 * constants are in types.c. */
#include "spirv/module/builder.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum {
    SPIRV_1_3 = 0x00010300, /* the version of Vulkan 1.1 */
    SPIRV_1_5 = 0x00010500,
};

void gv_spv_builder_init(struct gv_spv_builder *b)
{
    *b = (struct gv_spv_builder){.next_id = 1};
    b->main = gv_spv_id(b);
    b->glsl = gv_spv_id(b);
    gv_spv_capability(b, SpvCapabilityShader);
}

void gv_spv_builder_finish(struct gv_spv_builder *b)
{
    gv_words_finish(&b->capabilities);
    gv_words_finish(&b->modes);
    gv_words_finish(&b->decorations);
    gv_words_finish(&b->globals);
    gv_words_finish(&b->interface);
    gv_words_finish(&b->resources);
    gv_words_finish(&b->locals);
    gv_words_finish(&b->body);
    gv_words_finish(&b->functions);
    free(b->imports.ids);
    free(b->imports.places);
    gv_words_finish(&b->dedup.keys);
    free(b->dedup.entries);
    gv_spv_cache_finish(&b->cache);
    *b = (struct gv_spv_builder){0};
}

void gv_spv_capability(struct gv_spv_builder *b, SpvCapability capability)
{
    for (size_t i = 0; i < b->capabilities.num; i++) {
        if (b->capabilities.data[i] == (uint32_t)capability)
            return;
    }
    gv_words_push(&b->capabilities, (uint32_t)capability);
}

void gv_spv_extension(struct gv_spv_builder *b, const char *name)
{
    for (unsigned i = 0; i < b->num_extensions; i++) {
        if (strcmp(b->extensions[i], name) == 0)
            return;
    }
    assert(b->num_extensions < GV_SPV_MAX_EXTENSIONS);
    b->extensions[b->num_extensions++] = name;
}

static uint32_t first_word(SpvOp op, size_t num_words)
{
    return (uint32_t)num_words << SpvWordCountShift | (uint32_t)op;
}

static void put(struct gv_words *w, SpvOp op, const uint32_t *args, unsigned num_args)
{
    gv_words_push(w, first_word(op, num_args + 1u));
    gv_words_append(w, args, num_args);
}

void gv_spv_physical_addresses(struct gv_spv_builder *b)
{
    b->physical_addresses = true;
    gv_spv_capability(b, SpvCapabilityPhysicalStorageBufferAddresses);
    gv_spv_extension(b, "SPV_KHR_physical_storage_buffer");
}

void gv_spv_mode(struct gv_spv_builder *b, SpvExecutionMode mode)
{
    put(&b->modes, SpvOpExecutionMode, (uint32_t[]){b->main, (uint32_t)mode}, 2);
}

void gv_spv_mode1(struct gv_spv_builder *b, SpvExecutionMode mode, uint32_t value)
{
    put(&b->modes, SpvOpExecutionMode, (uint32_t[]){b->main, (uint32_t)mode, value}, 3);
}

void gv_spv_decorate(struct gv_spv_builder *b, uint32_t id, SpvDecoration decoration)
{
    put(&b->decorations, SpvOpDecorate, (uint32_t[]){id, (uint32_t)decoration}, 2);
}

void gv_spv_decorate1(struct gv_spv_builder *b, uint32_t id, SpvDecoration decoration,
                      uint32_t value)
{
    put(&b->decorations, SpvOpDecorate, (uint32_t[]){id, (uint32_t)decoration, value}, 3);
}

uint32_t gv_spv_global(struct gv_spv_builder *b, SpvStorageClass storage, uint32_t type)
{
    uint32_t pointer = gv_spv_type_pointer(b, storage, type);
    uint32_t id = gv_spv_id(b);
    put(&b->globals, SpvOpVariable, (uint32_t[]){pointer, id, (uint32_t)storage}, 3);
    bool is_interface = storage == SpvStorageClassInput || storage == SpvStorageClassOutput;
    gv_words_push(is_interface ? &b->interface : &b->resources, id);
    return id;
}

uint32_t gv_spv_local(struct gv_spv_builder *b, uint32_t type, uint32_t initializer)
{
    uint32_t pointer = gv_spv_type_pointer(b, SpvStorageClassFunction, type);
    uint32_t id = gv_spv_id(b);
    put(&b->locals, SpvOpVariable, (uint32_t[]){pointer, id, SpvStorageClassFunction, initializer},
        initializer ? 4 : 3);
    return id;
}

uint32_t gv_spv_op(struct gv_spv_builder *b, SpvOp op, uint32_t type, const uint32_t *args,
                   unsigned num_args)
{
    uint32_t id = gv_spv_id(b);
    uint32_t *w = gv_words_grow(&b->body, num_args + (size_t)3);
    if (w) {
        w[0] = first_word(op, num_args + (size_t)3);
        w[1] = type;
        w[2] = id;
        if (num_args)
            memcpy(w + 3, args, num_args * sizeof(*args));
    }
    return id;
}

uint32_t gv_spv_op1(struct gv_spv_builder *b, SpvOp op, uint32_t type, uint32_t x)
{
    return gv_spv_op(b, op, type, (uint32_t[]){x}, 1);
}

uint32_t gv_spv_op2(struct gv_spv_builder *b, SpvOp op, uint32_t type, uint32_t x, uint32_t y)
{
    return gv_spv_op(b, op, type, (uint32_t[]){x, y}, 2);
}

uint32_t gv_spv_op3(struct gv_spv_builder *b, SpvOp op, uint32_t type, uint32_t x, uint32_t y,
                    uint32_t z)
{
    return gv_spv_op(b, op, type, (uint32_t[]){x, y, z}, 3);
}

uint32_t gv_spv_srem(struct gv_spv_builder *b, uint32_t type, uint32_t x, uint32_t y)
{
    uint32_t quotient = gv_spv_op2(b, SpvOpSDiv, type, x, y);
    return gv_spv_op2(b, SpvOpISub, type, x, gv_spv_op2(b, SpvOpIMul, type, quotient, y));
}

void gv_spv_stmt(struct gv_spv_builder *b, SpvOp op, const uint32_t *args, unsigned num_args)
{
    put(&b->body, op, args, num_args);
}

void gv_spv_store(struct gv_spv_builder *b, uint32_t pointer, uint32_t value)
{
    gv_spv_stmt(b, SpvOpStore, (uint32_t[]){pointer, value}, 2);
}

void gv_spv_label(struct gv_spv_builder *b, uint32_t label)
{
    gv_spv_stmt(b, SpvOpLabel, &label, 1);
}

void gv_spv_branch(struct gv_spv_builder *b, uint32_t label)
{
    gv_spv_stmt(b, SpvOpBranch, &label, 1);
}

static uint32_t ext(struct gv_spv_builder *b, enum GLSLstd450 inst, uint32_t type,
                    const uint32_t *args, unsigned num_args)
{
    uint32_t all[5] = {b->glsl, (uint32_t)inst};
    memcpy(all + 2, args, num_args * sizeof(*args));
    return gv_spv_op(b, SpvOpExtInst, type, all, num_args + 2);
}

uint32_t gv_spv_ext1(struct gv_spv_builder *b, enum GLSLstd450 inst, uint32_t type, uint32_t x)
{
    return ext(b, inst, type, (uint32_t[]){x}, 1);
}

uint32_t gv_spv_ext2(struct gv_spv_builder *b, enum GLSLstd450 inst, uint32_t type, uint32_t x,
                     uint32_t y)
{
    return ext(b, inst, type, (uint32_t[]){x, y}, 2);
}

uint32_t gv_spv_ext3(struct gv_spv_builder *b, enum GLSLstd450 inst, uint32_t type, uint32_t x,
                     uint32_t y, uint32_t z)
{
    return ext(b, inst, type, (uint32_t[]){x, y, z}, 3);
}

/* Appends a literal string, padded with zeros to whole dwords, after the `num_fixed` dwords of
 * `fixed`. The caller appends the `num_rest` dwords that follow it. */
static void put_string(struct gv_words *w, SpvOp op, const uint32_t *fixed, unsigned num_fixed,
                       const char *string, size_t num_rest)
{
    size_t len = strlen(string) / 4 + 1;
    gv_words_push(w, first_word(op, 1 + num_fixed + len + num_rest));
    gv_words_append(w, fixed, num_fixed);
    uint32_t *p = gv_words_grow(w, len);
    if (p) {
        memset(p, 0, len * sizeof(*p));
        memcpy(p, string, strlen(string));
    }
}

/* Whether the module needs SPIR-V 1.5, which has the capabilities to write layer and viewport index
 * in a vertex stage. */
static bool needs_1_5(const struct gv_spv_builder *b)
{
    for (size_t i = 0; i < b->capabilities.num; i++) {
        if (b->capabilities.data[i] == SpvCapabilityShaderLayer ||
            b->capabilities.data[i] == SpvCapabilityShaderViewportIndex)
            return true;
    }
    return false;
}

/* Writes the entry point. From SPIR-V 1.4 on (`with_resources`), an entry point lists every module
 * variable that it uses, not only inputs and outputs. */
static void put_entry_point(struct gv_spv_builder *b, struct gv_words *w, SpvExecutionModel model,
                            bool with_resources)
{
    size_t num_resources = with_resources ? b->resources.num : 0;
    put_string(w, SpvOpEntryPoint, (uint32_t[]){(uint32_t)model, b->main}, 2, "main",
               b->interface.num + num_resources);
    gv_words_append(w, b->interface.data, b->interface.num);
    gv_words_append(w, b->resources.data, num_resources);
}

static void put_preamble(struct gv_spv_builder *b, struct gv_words *w, SpvExecutionModel model)
{
    const bool is_1_5 = needs_1_5(b);
    const uint32_t header[] = {SpvMagicNumber, is_1_5 ? SPIRV_1_5 : SPIRV_1_3, 0, b->next_id, 0};
    gv_words_append(w, header, 5);
    for (size_t i = 0; i < b->capabilities.num; i++)
        put(w, SpvOpCapability, &b->capabilities.data[i], 1);
    for (unsigned i = 0; i < b->num_extensions; i++)
        put_string(w, SpvOpExtension, NULL, 0, b->extensions[i], 0);
    put_string(w, SpvOpExtInstImport, &b->glsl, 1, "GLSL.std.450", 0);
    uint32_t addressing = b->physical_addresses ? SpvAddressingModelPhysicalStorageBuffer64
                                                : SpvAddressingModelLogical;
    put(w, SpvOpMemoryModel, (uint32_t[]){addressing, SpvMemoryModelGLSL450}, 2);
    put_entry_point(b, w, model, is_1_5);
}

uint32_t *gv_spv_assemble(struct gv_spv_builder *b, SpvExecutionModel model, size_t *out_num_words)
{
    struct gv_words w = {0};
    uint32_t type_void = gv_spv_type_void(b);
    uint32_t type_main = gv_spv_unique(b, SpvOpTypeFunction, &type_void, 1, false);
    uint32_t entry = gv_spv_id(b);
    put_preamble(b, &w, model);
    gv_words_append(&w, b->modes.data, b->modes.num);
    gv_words_append(&w, b->decorations.data, b->decorations.num);
    gv_words_append(&w, b->globals.data, b->globals.num);
    put(&w, SpvOpFunction, (uint32_t[]){type_void, b->main, SpvFunctionControlMaskNone, type_main},
        4);
    put(&w, SpvOpLabel, &entry, 1);
    gv_words_append(&w, b->locals.data, b->locals.num);
    gv_words_append(&w, b->body.data, b->body.num);
    put(&w, SpvOpFunctionEnd, NULL, 0);
    gv_words_append(&w, b->functions.data, b->functions.num);
    if (w.failed || b->capabilities.failed || b->modes.failed || b->decorations.failed ||
        b->globals.failed || b->interface.failed || b->resources.failed || b->locals.failed ||
        b->body.failed || b->functions.failed || b->dedup.failed) {
        gv_words_finish(&w);
        return NULL;
    }
    *out_num_words = w.num;
    return w.data;
}
