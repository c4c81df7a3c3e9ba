/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Outputs of the vertex, evaluation and geometry stages: built-ins and varyings. The locations of
 * varyings follow from the key's consumer_mask. */
#include "spirv/translate/base/builtins.h"
#include "spirv/translate/base/registers.h"
#include "spirv/translate/base/stage.h"
#include "spirv/translate/base/uniform_blocks.h"
#include "spirv/translate/interface/outputs.h"
#include "spirv/translate/lower/vertex.h"
#include "spirv/translate/varyings/extra_varyings.h"
#include "spirv/translate/varyings/locations.h"
#include "spirv/translate/varyings/spilled_varyings.h"

/* Returns the viewport index that this vertex writes, or 0. */
static uint32_t viewport_index(struct gv_spv_ctx *c)
{
    int out = gv_tgsi_find_output(c->scan, TGSI_SEMANTIC_VIEWPORT_INDEX, 0);
    struct gv_val vals[4] = {gv_val_imm(0)};
    if (out >= 0 && (!c->key->raster.no_viewport_index || c->key->raster.shown_viewports))
        gv_spv_out_read(c, (unsigned)out, vals);
    return gv_spv_gather(&c->b, vals, 1, GV_U);
}

/* Returns whether the bit of this vertex's viewport is set in viewport_bit_masks of the push block.
 * `first` is the bit of viewport 0. */
static uint32_t viewport_bit(struct gv_spv_ctx *c, unsigned first)
{
    struct gv_spv_builder *b = &c->b;
    uint32_t u32 = gv_spv_type_uint(b, 1);
    uint32_t largest = gv_spv_uint(b, 15, 1);
    uint32_t index = gv_spv_op2(b, SpvOpBitwiseAnd, u32, viewport_index(c), largest);
    uint32_t mask = gv_spv_push(c, offsetof(struct galvan_push_block, viewport_bit_masks), GV_U);
    uint32_t one = gv_spv_op2(b, SpvOpShiftLeftLogical, u32, gv_spv_uint(b, 1u << first, 1), index);
    uint32_t zero = gv_spv_uint(b, 0, 1);
    uint32_t bit = gv_spv_op2(b, SpvOpBitwiseAnd, u32, mask, one);
    return gv_spv_op2(b, SpvOpINotEqual, gv_spv_type_bool(b, 1), bit, zero);
}

static uint32_t replace_x(struct gv_spv_ctx *c, uint32_t position, uint32_t x)
{
    return gv_spv_op3(&c->b, SpvOpCompositeInsert, gv_spv_type_float(&c->b, 4), x, position, 0);
}

/* Negates x in mirrored viewports, since Vulkan's viewports have no negative width. */
static uint32_t mirror_x(struct gv_spv_ctx *c, uint32_t position)
{
    struct gv_spv_builder *b = &c->b;
    uint32_t f32 = gv_spv_type_float(b, 1);
    uint32_t x = gv_spv_extract(b, position, GV_F, 0);
    uint32_t negated = gv_spv_op1(b, SpvOpFNegate, f32, x);
    return replace_x(c, position, gv_spv_op3(b, SpvOpSelect, f32, viewport_bit(c, 0), negated, x));
}

/* Implements LAYER_VIEWPORT_RELATIVE: the layer is relative to the viewport index. Vulkan supports
 * relative layers only with viewport masks; a shader that writes one viewport index can add the
 * index to the layer itself. */
static uint32_t relative_layer(struct gv_spv_ctx *c, uint32_t layer)
{
    uint32_t viewport = viewport_index(c);
    if (!c->scan->properties[TGSI_PROPERTY_LAYER_VIEWPORT_RELATIVE])
        return layer;
    return gv_spv_op2(&c->b, SpvOpIAdd, gv_spv_type_uint(&c->b, 1), layer, viewport);
}

/* Whether this vertex is in the layer that the pass draws. */
static uint32_t is_of_layer(struct gv_spv_ctx *c)
{
    struct gv_spv_builder *b = &c->b;
    int out = gv_tgsi_find_output(c->scan, TGSI_SEMANTIC_LAYER, 0);
    struct gv_val vals[4] = {gv_val_imm(0)};
    if (out >= 0)
        gv_spv_out_read(c, (unsigned)out, vals);
    uint32_t layer = relative_layer(c, gv_spv_gather(b, vals, 1, GV_U));
    uint32_t visible = gv_spv_push(c, offsetof(struct galvan_push_block, layer), GV_U);
    return gv_spv_op2(b, SpvOpIEqual, gv_spv_type_bool(b, 1), layer, visible);
}

/* If the vertex is not visible, moves its position so far to the right that no part of its
 * primitive is drawn. */
static uint32_t hide_others(struct gv_spv_ctx *c, uint32_t position, uint32_t visible)
{
    struct gv_spv_builder *b = &c->b;
    uint32_t f32 = gv_spv_type_float(b, 1);
    uint32_t x = gv_spv_extract(b, position, GV_F, 0);
    uint32_t w = gv_spv_ext1(b, GLSLstd450FAbs, f32, gv_spv_extract(b, position, GV_F, 3));
    uint32_t far = gv_spv_op2(b, SpvOpFAdd, f32, w, gv_spv_const_float(b, 1.0f));
    far = gv_spv_op2(b, SpvOpFMul, f32, far, gv_spv_const_float(b, 65536.0f));
    return replace_x(c, position, gv_spv_op3(b, SpvOpSelect, f32, visible, x, far));
}

/* Returns the point size that the shader writes, or 1. */
static uint32_t point_size(struct gv_spv_ctx *c)
{
    int out = gv_tgsi_find_output(c->scan, TGSI_SEMANTIC_PSIZE, 0);
    struct gv_val vals[4] = {gv_val_imm(0x3f800000)};
    if (out >= 0)
        gv_spv_out_read(c, (unsigned)out, vals);
    uint32_t size = gv_spv_gather(&c->b, vals, 1, GV_F);
    return c->key->vertex.last_vertex_stage ? gv_spv_lower_point_size(c, size) : size;
}

static void store_position(struct gv_spv_ctx *c)
{
    struct gv_spv_builder *b = &c->b;
    int out = gv_tgsi_find_output(c->scan, TGSI_SEMANTIC_POSITION, 0);
    struct gv_val vals[4] = {gv_val_imm(0), gv_val_imm(0), gv_val_imm(0), gv_val_imm(0x3f800000)};
    if (out >= 0)
        gv_spv_out_read(c, (unsigned)out, vals);
    uint32_t position = gv_spv_gather(b, vals, 4, GV_F);
    uint32_t var = gv_spv_builtin_output(c, SpvBuiltInPosition, gv_spv_type_float(b, 4));
    if (out >= 0 && c->scan->out[out].invariant && !c->outputs_created)
        gv_spv_decorate(b, var, SpvDecorationInvariant);
    if (!c->key->vertex.last_vertex_stage) {
        gv_spv_store(b, var, position);
        return;
    }
    if (c->tgsi->info.window_space_position) {
        position = gv_spv_lower_window_position(c, position);
        position = gv_spv_lower_depth_clamp(c, position);
        position = gv_spv_lower_edge(c, position);
        gv_spv_store(b, var, gv_spv_lower_framebuffer_split(c, position));
        return;
    }
    uint32_t vulkan_position = gv_spv_lower_clip_z(c, position);
    gv_spv_lower_clip(c, position, vulkan_position);
    gv_spv_lower_line_vertex(c, position);
    if (c->point_side)
        vulkan_position = gv_spv_expand_point(c, vulkan_position, point_size(c));
    if (c->key->vertex.mirror_x)
        vulkan_position = mirror_x(c, vulkan_position);
    vulkan_position = gv_spv_lower_depth_clamp(c, vulkan_position);
    vulkan_position = gv_spv_lower_edge(c, vulkan_position);
    vulkan_position = gv_spv_lower_point_guard(c, vulkan_position);
    vulkan_position = gv_spv_lower_framebuffer_split(c, vulkan_position);
    if (c->key->raster.shown_viewports)
        vulkan_position = hide_others(c, vulkan_position, viewport_bit(c, 16));
    if (c->key->raster.shown_layer)
        vulkan_position = hide_others(c, vulkan_position, is_of_layer(c));
    gv_spv_store(b, var, vulkan_position);
}

static void store_int(struct gv_spv_ctx *c, unsigned semantic, SpvBuiltIn builtin,
                      SpvCapability capability)
{
    struct gv_spv_builder *b = &c->b;
    int out = gv_tgsi_find_output(c->scan, semantic, 0);
    struct gv_val vals[4];
    if (out < 0)
        return;
    gv_spv_capability(b, capability);
    gv_spv_out_read(c, (unsigned)out, vals);
    uint32_t id = gv_spv_gather(b, vals, 1, GV_U);
    if (semantic == TGSI_SEMANTIC_LAYER)
        id = relative_layer(c, id);
    gv_spv_store(b, gv_spv_builtin_output(c, builtin, gv_spv_type_uint(b, 1)), id);
}

/* Implements VIEWPORT_MASK: each primitive is sent to all viewports in the mask. If the layer is
 * relative to the viewport index, the device must add the index, because the shader runs only once
 * for all viewports. */
static void store_viewport_mask(struct gv_spv_ctx *c)
{
    struct gv_spv_builder *b = &c->b;
    int out = gv_tgsi_find_output(c->scan, TGSI_SEMANTIC_VIEWPORT_MASK, 0);
    struct gv_val vals[4];
    if (out < 0)
        return;
    uint32_t i32 = gv_spv_type_int(b, 1);
    gv_spv_capability(b, SpvCapabilityShaderViewportIndexLayerEXT);
    gv_spv_capability(b, SpvCapabilityShaderViewportMaskNV);
    gv_spv_extension(b, "SPV_EXT_shader_viewport_index_layer");
    gv_spv_extension(b, "SPV_NV_viewport_array2");
    if (c->scan->properties[TGSI_PROPERTY_LAYER_VIEWPORT_RELATIVE] && !c->outputs_created &&
        gv_tgsi_find_output(c->scan, TGSI_SEMANTIC_LAYER, 0) >= 0)
        gv_spv_decorate(b, gv_spv_builtin_output(c, SpvBuiltInLayer, gv_spv_type_uint(b, 1)),
                        SpvDecorationViewportRelativeNV);
    gv_spv_out_read(c, (unsigned)out, vals);
    uint32_t var = gv_spv_builtin_output(c, SpvBuiltInViewportMaskNV, gv_spv_type_array(b, i32, 1));
    uint32_t zero = gv_spv_const_uint(b, 0);
    uint32_t p = gv_spv_op2(b, SpvOpAccessChain, gv_spv_type_pointer(b, SpvStorageClassOutput, i32),
                            var, zero);
    gv_spv_store(b, p, gv_spv_op1(b, SpvOpBitcast, i32, gv_spv_gather(b, vals, 1, GV_U)));
}

static void store_point_size(struct gv_spv_ctx *c)
{
    struct gv_spv_builder *b = &c->b;
    int out = gv_tgsi_find_output(c->scan, TGSI_SEMANTIC_PSIZE, 0);
    bool optional = c->stage->point_size != SpvCapabilityShader;
    if ((out < 0 && !c->key->vertex.last_vertex_stage) || c->point_side ||
        (optional && (gv_spv_lacks_point_size(c->key) || c->key->vertex.no_points)))
        return;
    gv_spv_capability(b, c->stage->point_size);
    uint32_t var = gv_spv_builtin_output(c, SpvBuiltInPointSize, gv_spv_type_float(b, 1));
    gv_spv_store(b, var, point_size(c));
}

static uint32_t output_var(struct gv_spv_ctx *c, unsigned slot, bool invariant)
{
    unsigned location = gv_spv_location(c->key->vertex.consumer_mask, slot);
    if (!c->out_var[slot]) {
        uint32_t var = gv_spv_global(&c->b, SpvStorageClassOutput, gv_spv_type_float(&c->b, 4));
        gv_spv_decorate1(&c->b, var, SpvDecorationLocation, location);
        if (invariant)
            gv_spv_decorate(&c->b, var, SpvDecorationInvariant);
        c->out_var[slot] = var;
    }
    return c->out_var[slot];
}

/* Whether any varying that the next stage reads is invariant. If so, the array of all varyings is
 * decorated Invariant. */
static bool any_invariant(const struct gv_spv_ctx *c)
{
    bool any = false;
    for (unsigned i = 0; i < c->scan->num_out; i++) {
        const struct gv_tgsi_io *io = &c->scan->out[i];
        any |= io->invariant && io->slot >= 0 && (c->key->vertex.consumer_mask >> io->slot & 1);
    }
    return any;
}

/* Returns a pointer to a slot's element in the output array. Only used if the next stage processes
 * whole primitives. */
static uint32_t element_pointer(struct gv_spv_ctx *c, unsigned slot)
{
    struct gv_spv_builder *b = &c->b;
    uint64_t mask = c->key->vertex.consumer_mask;
    uint32_t vec4 = gv_spv_type_float(b, 4);
    if (!c->out_arrays[0]) {
        c->out_arrays[0] = gv_spv_varying_array(c, SpvStorageClassOutput, 0,
                                                (unsigned)__builtin_popcountll(mask), 0);
        if (any_invariant(c))
            gv_spv_decorate(b, c->out_arrays[0], SpvDecorationInvariant);
    }
    uint32_t location = gv_spv_const_uint(b, gv_spv_location(mask, slot));
    uint32_t pointer = gv_spv_type_pointer(b, SpvStorageClassOutput, vec4);
    return gv_spv_op2(b, SpvOpAccessChain, pointer, c->out_arrays[0], location);
}

static void store_varying(struct gv_spv_ctx *c, unsigned slot)
{
    struct gv_spv_builder *b = &c->b;
    struct gv_val vals[4] = {gv_val_imm(0), gv_val_imm(0), gv_val_imm(0), gv_val_imm(0x3f800000)};
    int out = gv_spv_find_slot(c, slot);
    bool for_fragments = c->key->vertex.last_vertex_stage || c->stage->emit_vertex;
    if (out >= 0)
        gv_spv_out_read(c, (unsigned)out, vals);
    uint32_t id = gv_spv_gather(b, vals, 4, GV_F);
    if (gv_spv_clamps_varying(c, slot))
        id = gv_spv_saturate(b, id, 4);
    gv_spv_store(b,
                 for_fragments ? output_var(c, slot, out >= 0 && c->scan->out[out].invariant)
                               : element_pointer(c, slot),
                 id);
}

/* Stores the primitive id. A fragment shader after a geometry shader gets a primitive id only if
 * the geometry shader writes one. If the shader has no such output, the id of the input primitive
 * is written. */
static void store_primitive_id(struct gv_spv_ctx *c)
{
    struct gv_spv_builder *b = &c->b;
    uint32_t type = gv_spv_type_uint(b, 1);
    if (gv_tgsi_find_output(c->scan, TGSI_SEMANTIC_PRIMID, 0) >= 0) {
        store_int(c, TGSI_SEMANTIC_PRIMID, SpvBuiltInPrimitiveId, SpvCapabilityGeometry);
    } else if (c->key->vertex.write_primitive_id) {
        uint32_t in = gv_spv_builtin(c, SpvBuiltInPrimitiveId, type);
        uint32_t id = gv_spv_op1(b, SpvOpLoad, type, in);
        gv_spv_store(b, gv_spv_builtin_output(c, SpvBuiltInPrimitiveId, type), id);
    }
}

/* Stores to GALVAN_EXTRA_PRIMITIVE_ID the primitive id that a vertex shader writes. */
static void pass_primitive_id(struct gv_spv_ctx *c)
{
    uint32_t var = gv_spv_extra_output(c, GALVAN_EXTRA_PRIMITIVE_ID);
    int out = gv_tgsi_find_output(c->scan, TGSI_SEMANTIC_PRIMID, 0);
    struct gv_val vals[4] = {gv_val_imm(0)};
    if (!var)
        return;
    if (out >= 0)
        gv_spv_out_read(c, (unsigned)out, vals);
    gv_spv_store(&c->b, var, gv_spv_gather(&c->b, vals, 1, GV_F));
}

void gv_spv_vertex_outputs(struct gv_spv_ctx *c)
{
    store_position(c);
    store_point_size(c);
    if (!c->key->raster.no_layer)
        store_int(c, TGSI_SEMANTIC_LAYER, SpvBuiltInLayer, c->stage->layer);
    if (!c->key->raster.no_viewport_index)
        store_int(c, TGSI_SEMANTIC_VIEWPORT_INDEX, SpvBuiltInViewportIndex,
                  c->stage->viewport_index);
    store_viewport_mask(c);
    if (c->stage->passes_primitive_id)
        store_primitive_id(c);
    pass_primitive_id(c);
    gv_spv_spill_outputs(c);
    for (unsigned slot = 0; slot < GALVAN_NUM_SLOTS; slot++) {
        if (c->key->vertex.consumer_mask >> slot & 1)
            store_varying(c, slot);
    }
    gv_spv_stream_output(c, 0);
    c->outputs_created = true;
}

bool gv_spv_vertex_reads_driver_block(const struct galvan_tgsi *tgsi,
                                      const struct galvan_spirv_key *key)
{
    return gv_spv_clip_needs_planes(tgsi, key) || key->vertex.point_guard ||
           gv_spv_has_extra(key, GALVAN_EXTRA_LINE_START);
}
