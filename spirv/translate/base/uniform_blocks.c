/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Memory that the driver provides: constant buffers, push constants and the driver block. Robust
 * buffer access of the device, if available, handles reads of constants out of bounds. */
#include "spirv/translate/base/uniform_blocks.h"

#include "spirv/translate/base/bounds.h"
#include "spirv/translate/base/registers.h"
#include "spirv/translate/base/stage.h"
#include "spirv/translate/base/storage_words.h"

/* Declares a block type with `num` members at the given offsets. Array types among the members must
 * be decorated already. */
static uint32_t block_type(struct gv_spv_ctx *c, const uint32_t *members, const uint32_t *offsets_B,
                           unsigned num)
{
    struct gv_spv_builder *b = &c->b;
    uint32_t id = gv_spv_id(b);
    gv_words_push(&b->globals, (num + 2) << SpvWordCountShift | SpvOpTypeStruct);
    gv_words_push(&b->globals, id);
    gv_words_append(&b->globals, members, num);
    for (unsigned i = 0; i < num; i++) {
        const uint32_t words[] = {5u << SpvWordCountShift | SpvOpMemberDecorate, id, i,
                                  SpvDecorationOffset, offsets_B[i]};
        gv_words_append(&b->decorations, words, 5);
    }
    gv_spv_decorate(b, id, SpvDecorationBlock);
    return id;
}

/* Returns a new array type with stride 16. The arrays of Function variables cannot share this type,
 * because they have no stride. If `num` is 0, returns a runtime array. */
static uint32_t strided_array(struct gv_spv_ctx *c, uint32_t element, uint32_t num)
{
    struct gv_spv_builder *b = &c->b;
    uint32_t length = num ? gv_spv_const_uint(b, num) : 0;
    uint32_t id = gv_spv_id(b);
    const uint32_t op = num ? SpvOpTypeArray : SpvOpTypeRuntimeArray, num_words = num ? 4 : 3;
    const uint32_t words[] = {num_words << SpvWordCountShift | op, id, element, length};
    gv_words_append(&b->globals, words, num_words);
    gv_spv_decorate1(b, id, SpvDecorationArrayStride, 16);
    return id;
}

static uint32_t bound(struct gv_spv_ctx *c, SpvStorageClass storage, uint32_t type, unsigned set,
                      unsigned binding)
{
    uint32_t var = gv_spv_global(&c->b, storage, type);
    gv_spv_decorate1(&c->b, var, SpvDecorationDescriptorSet, set);
    gv_spv_decorate1(&c->b, var, SpvDecorationBinding, binding);
    return var;
}

/* ---- Constant buffers ------------------------------------------------------------------------ */

static SpvStorageClass const_class(const struct gv_spv_ctx *c, unsigned buffer)
{
    return c->key->common.const_storage >> buffer & 1 ? SpvStorageClassStorageBuffer
                                                      : SpvStorageClassUniform;
}

/* Returns the binding of CONST[0] in set 0. Every compute pipeline, also that of a lowered stage,
 * uses the binding of GALVAN_STAGE_COMPUTE. */
static unsigned const0_binding(const struct gv_spv_ctx *c)
{
    return c->stage->model == SpvExecutionModelGLCompute ? GALVAN_STAGE_COMPUTE
                                                         : c->tgsi->info.stage;
}

static uint32_t const_var(struct gv_spv_ctx *c, unsigned buffer)
{
    if (!c->const_var[buffer]) {
        enum galvan_stage stage = c->tgsi->info.stage;
        SpvStorageClass storage = const_class(c, buffer);
        bool any_size = storage == SpvStorageClassStorageBuffer;
        uint32_t num = c->scan->const_size[buffer];
        uint32_t vec4 = gv_spv_type_float(&c->b, 4);
        uint32_t array = strided_array(c, vec4, any_size ? 0 : num ? num : 1);
        uint32_t type = block_type(c, &array, (uint32_t[]){0}, 1);
        c->const_var[buffer] = buffer == 0
                                   ? bound(c, storage, type, GALVAN_SET_CONST, const0_binding(c))
                                   : bound(c, storage, type, GALVAN_SET_BUFFER,
                                           GALVAN_BUFFER_STAGE_BASE(stage) + buffer);
        if (any_size)
            gv_spv_decorate(&c->b, c->const_var[buffer], SpvDecorationNonWritable);
    }
    return c->const_var[buffer];
}

/* Returns whether an index is in bounds, as a bool id; 0 if the device checks the index. */
static uint32_t const_inside(struct gv_spv_ctx *c, unsigned buffer, uint32_t index)
{
    struct gv_spv_builder *b = &c->b;
    if (!c->key->device.check_bounds || const_class(c, buffer) != SpvStorageClassStorageBuffer)
        return 0;
    uint32_t var = const_var(c, buffer);
    uint32_t num = gv_spv_op2(b, SpvOpArrayLength, gv_spv_type(b, GV_U, 1), var, 0);
    return gv_bounds_inside(c, index, num);
}

/* Loads element `index` (an id) of the vec4 array in `member` of a block. */
static uint32_t load_from(struct gv_spv_ctx *c, SpvStorageClass storage, uint32_t var,
                          unsigned member, uint32_t index, unsigned type)
{
    struct gv_spv_builder *b = &c->b;
    uint32_t vec4 = gv_spv_type(b, type, 4);
    uint32_t pointer = gv_spv_type_pointer(b, storage, vec4);
    uint32_t p = gv_spv_op3(b, SpvOpAccessChain, pointer, var, gv_spv_uint(b, member, 1), index);
    return gv_spv_op1(b, SpvOpLoad, vec4, p);
}

static uint32_t load_const(struct gv_spv_ctx *c, unsigned buffer, uint32_t index)
{
    uint32_t inside = const_inside(c, buffer, index);
    uint32_t at = inside ? gv_bounds_index(c, inside, index) : index;
    uint32_t id = load_from(c, const_class(c, buffer), const_var(c, buffer), 0, at, GV_F);
    return inside ? gv_bounds_loaded(c, inside, id, GV_F, 4) : id;
}

uint32_t gv_spv_const_load(struct gv_spv_ctx *c, unsigned buffer, unsigned index)
{
    uint32_t id = gv_spv_cache_find(&c->b.cache, GV_CACHED_CONST, buffer, index);
    if (!id) {
        id = load_const(c, buffer, gv_spv_uint(&c->b, index, 1));
        gv_spv_cache_put(&c->b.cache, GV_CACHED_CONST, buffer, index, id);
    }
    return id;
}

uint32_t gv_spv_const_component(struct gv_spv_ctx *c, unsigned buffer, uint32_t index,
                                uint32_t comp)
{
    struct gv_spv_builder *b = &c->b;
    uint32_t f32 = gv_spv_type(b, GV_F, 1);
    uint32_t inside = const_inside(c, buffer, index);
    uint32_t at = inside ? gv_bounds_index(c, inside, index) : index;
    uint32_t var = const_var(c, buffer);
    uint32_t zero = gv_spv_uint(b, 0, 1);
    uint32_t p = gv_spv_op(b, SpvOpAccessChain, gv_spv_type_pointer(b, const_class(c, buffer), f32),
                           (uint32_t[]){var, zero, at, comp}, 4);
    uint32_t id = gv_spv_op1(b, SpvOpLoad, f32, p);
    return inside ? gv_bounds_loaded(c, inside, id, GV_F, 1) : id;
}

/* Loads from a buffer with a computed, dynamically uniform index: loads from each candidate and
 * selects one of the loaded values. */
static uint32_t load_any_buffer(struct gv_spv_ctx *c, const struct gv_tgsi_reg *reg, uint32_t index)
{
    struct gv_spv_builder *b = &c->b;
    uint32_t which = gv_spv_index(c, &reg->dim_ind, reg->dim_index);
    unsigned k = (unsigned)reg->dim_index;
    uint32_t result = load_const(c, k, index);
    while (++k < GV_TGSI_MAX_CONST_BUFFERS && (c->scan->const_declared_mask >> k & 1)) {
        uint32_t value = load_const(c, k, index);
        uint32_t is_k = gv_spv_compare_uint(b, SpvOpIEqual, which, k);
        uint32_t all = gv_spv_broadcast(b, is_k, GV_B, 4);
        result = gv_spv_op3(b, SpvOpSelect, gv_spv_type(b, GV_F, 4), all, value, result);
    }
    return result;
}

uint32_t gv_spv_const_indexed(struct gv_spv_ctx *c, const struct gv_tgsi_reg *reg)
{
    uint32_t index = reg->indirect ? gv_spv_index(c, &reg->ind, reg->index)
                                   : gv_spv_uint(&c->b, (uint32_t)reg->index, 1);
    if (reg->dim_indirect)
        return load_any_buffer(c, reg, index);
    return load_const(c, reg->dimension ? (unsigned)reg->dim_index : 0, index);
}

enum {
    PUSH_WORDS = sizeof(struct galvan_push_block) / 4
};

static bool push_is_uint(unsigned word)
{
    return (word * 4 >= offsetof(struct galvan_push_block, base_vertex) &&
            word * 4 < offsetof(struct galvan_push_block, fb_height)) ||
           word * 4 == offsetof(struct galvan_push_block, viewport_bit_masks) ||
           word * 4 == offsetof(struct galvan_push_block, layer);
}

uint32_t gv_spv_push(struct gv_spv_ctx *c, unsigned offset_B, unsigned type)
{
    struct gv_spv_builder *b = &c->b;
    if (!c->push_var) {
        uint32_t members[PUSH_WORDS];
        uint32_t offsets_B[PUSH_WORDS];
        for (unsigned i = 0; i < PUSH_WORDS; i++) {
            members[i] = gv_spv_type(b, push_is_uint(i) ? GV_U : GV_F, 1);
            offsets_B[i] = i * 4;
        }
        c->push_var = gv_spv_global(b, SpvStorageClassPushConstant,
                                    block_type(c, members, offsets_B, PUSH_WORDS));
    }
    uint32_t id = gv_spv_cache_find(&b->cache, GV_CACHED_BUILTIN, 0, offset_B);
    if (!id) {
        uint32_t pointer =
            gv_spv_type_pointer(b, SpvStorageClassPushConstant, gv_spv_type(b, type, 1));
        uint32_t p =
            gv_spv_op2(b, SpvOpAccessChain, pointer, c->push_var, gv_spv_uint(b, offset_B / 4, 1));
        id = gv_spv_op1(b, SpvOpLoad, gv_spv_type(b, type, 1), p);
        gv_spv_cache_put(&b->cache, GV_CACHED_BUILTIN, 0, offset_B, id);
    }
    return id;
}

enum {
    DRIVER_PULLED = 4,
    DRIVER_WINDOW = 5,
    DRIVER_LINE = 6,
    DRIVER_GUARD = 7,
    DRIVER_RECTS = 8,
    DRIVER_BORDER = 9,
    DRIVER_TASKS = 10,
    DRIVER_TASK = 11,
    DRIVER_COUNTER = 12,
    DRIVER_SPILLED = 13,
    DRIVER_MEMBERS = 14
};

/* The members of struct galvan_driver_block: each is a vec4, a uvec4 or an array of these. */
#define MEMBER(name, type, num)                                                                    \
    {                                                                                              \
        offsetof(struct galvan_driver_block, name), type, num                                      \
    }
static const struct driver_member {
    uint32_t offset_B;
    uint8_t type; /* GV_F or GV_U */
    uint8_t num;  /* elements of an array; 0: no array */
} driver_members[DRIVER_MEMBERS] = {
    MEMBER(clip_planes, GV_F, 8),
    MEMBER(stipple, GV_U, 8),
    MEMBER(tess_outer, GV_F, 0),
    MEMBER(tess_inner, GV_F, 0),
    MEMBER(pulled, GV_U, 64),
    MEMBER(window, GV_F, 0),
    MEMBER(line, GV_F, 0),
    MEMBER(guard, GV_F, 0),
    MEMBER(window_rects, GV_U, 9), /* 8 rectangles, then window_include */
    MEMBER(border, GV_U, 64),
    MEMBER(tasks, GV_U, 0),
    MEMBER(task, GV_U, GALVAN_MAX_TASK_DW / 4),
    MEMBER(counter, GV_U, 0),
    MEMBER(spilled, GV_U, 0),
};
#undef MEMBER

static uint32_t driver_var(struct gv_spv_ctx *c)
{
    struct gv_spv_builder *b = &c->b;
    if (!c->driver_var) {
        uint32_t members[DRIVER_MEMBERS], offsets_B[DRIVER_MEMBERS];
        for (unsigned i = 0; i < DRIVER_MEMBERS; i++) {
            const struct driver_member *m = &driver_members[i];
            uint32_t vec4 = gv_spv_type(b, m->type, 4);
            members[i] = m->num ? strided_array(c, vec4, m->num) : vec4;
            offsets_B[i] = m->offset_B;
        }
        c->driver_var =
            bound(c, SpvStorageClassStorageBuffer,
                  block_type(c, members, offsets_B, DRIVER_MEMBERS), GALVAN_SET_DRIVER, 0);
        gv_spv_decorate(b, c->driver_var, SpvDecorationNonWritable);
    }
    return c->driver_var;
}

uint32_t gv_spv_compute_block(struct gv_spv_ctx *c)
{
    if (!c->driver_var) {
        c->driver_var =
            bound(c, SpvStorageClassStorageBuffer, gv_mem_words_block(c), GALVAN_SET_DRIVER, 0);
        gv_spv_decorate(&c->b, c->driver_var, SpvDecorationNonWritable);
    }
    return c->driver_var;
}

uint32_t gv_spv_compute_word(struct gv_spv_ctx *c, size_t offset_B)
{
    uint32_t word = gv_spv_uint(&c->b, (uint32_t)offset_B / 4, 1);
    uint32_t p = gv_mem_word(c, SpvStorageClassStorageBuffer, gv_spv_compute_block(c), word);
    return gv_spv_op1(&c->b, SpvOpLoad, gv_spv_type(&c->b, GV_U, 1), p);
}

static uint32_t driver_element(struct gv_spv_ctx *c, unsigned member, uint32_t index, unsigned type)
{
    return load_from(c, SpvStorageClassStorageBuffer, driver_var(c), member, index, type);
}

static uint32_t driver_constant(struct gv_spv_ctx *c, unsigned member, unsigned index)
{
    uint32_t id = gv_spv_cache_find(&c->b.cache, GV_CACHED_DRIVER, member, index);
    if (!id) {
        id = driver_element(c, member, gv_spv_uint(&c->b, index, 1), GV_U);
        gv_spv_cache_put(&c->b.cache, GV_CACHED_DRIVER, member, index, id);
    }
    return id;
}

uint32_t gv_spv_clip_plane(struct gv_spv_ctx *c, unsigned i)
{
    return driver_element(c, 0, gv_spv_uint(&c->b, i, 1), GV_F);
}

uint32_t gv_spv_default_levels(struct gv_spv_ctx *c, bool outer)
{
    struct gv_spv_builder *b = &c->b;
    uint32_t type = gv_spv_type_float(b, 4);
    uint32_t pointer = gv_spv_type_pointer(b, SpvStorageClassStorageBuffer, type);
    uint32_t member = gv_spv_uint(b, outer ? 2 : 3, 1);
    return gv_spv_op1(b, SpvOpLoad, type,
                      gv_spv_op2(b, SpvOpAccessChain, pointer, driver_var(c), member));
}

uint32_t gv_spv_stipple_row(struct gv_spv_ctx *c, uint32_t row)
{
    struct gv_spv_builder *b = &c->b;
    uint32_t type = gv_spv_type(b, GV_U, 1);
    uint32_t element = gv_spv_op2(b, SpvOpShiftRightLogical, type, row, gv_spv_uint(b, 2, 1));
    uint32_t comp = gv_spv_op2(b, SpvOpBitwiseAnd, type, row, gv_spv_uint(b, 3, 1));
    uint32_t rows = driver_element(c, 1, element, GV_U);
    return gv_spv_op2(b, SpvOpVectorExtractDynamic, type, rows, comp);
}

uint32_t gv_spv_pulled_input(struct gv_spv_ctx *c, unsigned location, unsigned half)
{
    return driver_constant(c, DRIVER_PULLED, 2 * location + half);
}

static uint32_t load_member(struct gv_spv_ctx *c, unsigned member, unsigned type)
{
    struct gv_spv_builder *b = &c->b;
    uint32_t vec4 = gv_spv_type(b, type, 4);
    uint32_t pointer = gv_spv_type_pointer(b, SpvStorageClassStorageBuffer, vec4);
    uint32_t number = gv_spv_uint(b, member, 1);
    uint32_t p = gv_spv_op2(b, SpvOpAccessChain, pointer, driver_var(c), number);
    return gv_spv_op1(b, SpvOpLoad, vec4, p);
}

uint32_t gv_spv_driver_window(struct gv_spv_ctx *c)
{
    return load_member(c, DRIVER_WINDOW, GV_F);
}

uint32_t gv_spv_driver_line(struct gv_spv_ctx *c)
{
    return load_member(c, DRIVER_LINE, GV_F);
}

uint32_t gv_spv_driver_guard(struct gv_spv_ctx *c)
{
    return load_member(c, DRIVER_GUARD, GV_F);
}

uint32_t gv_spv_driver_tasks(struct gv_spv_ctx *c)
{
    return load_member(c, DRIVER_TASKS, GV_U);
}

uint32_t gv_spv_driver_task_dword(struct gv_spv_ctx *c, unsigned word)
{
    return gv_spv_extract(&c->b, driver_constant(c, DRIVER_TASK, word / 4), GV_U, word % 4);
}

uint32_t gv_spv_driver_counter(struct gv_spv_ctx *c)
{
    return load_member(c, DRIVER_COUNTER, GV_U);
}

uint32_t gv_spv_driver_spilled(struct gv_spv_ctx *c)
{
    return load_member(c, DRIVER_SPILLED, GV_U);
}

uint32_t gv_spv_window_rect(struct gv_spv_ctx *c, unsigned i)
{
    return driver_element(c, DRIVER_RECTS, gv_spv_uint(&c->b, i, 1), GV_U);
}

uint32_t gv_spv_border_color(struct gv_spv_ctx *c, unsigned unit)
{
    unsigned border = (unsigned)c->stage->first_border + unit;
    return driver_element(c, DRIVER_BORDER, gv_spv_uint(&c->b, border, 1), GV_U);
}
