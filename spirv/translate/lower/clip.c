/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Clipping that Vulkan leaves to the last vertex stage: the depth range of clip space, user clip
 * planes, and individually enabled clip distances. */
#include "spirv/translate/base/builtins.h"
#include "spirv/translate/base/registers.h"
#include "spirv/translate/base/uniform_blocks.h"
#include "spirv/translate/lower/discard.h"
#include "spirv/translate/lower/fragment.h"
#include "spirv/translate/lower/vertex.h"
#include "spirv/translate/varyings/extra_varyings.h"

/* Converts clip z from the shader's range, which is -w..w (GL) or 0..w, to Vulkan's range 0..w. The
 * push block has the factors for z and w. */
uint32_t gv_spv_lower_clip_z(struct gv_spv_ctx *c, uint32_t position)
{
    struct gv_spv_builder *b = &c->b;
    uint32_t f32 = gv_spv_type_float(b, 1);
    uint32_t z = gv_spv_extract(b, position, GV_F, 2);
    uint32_t w = gv_spv_extract(b, position, GV_F, 3);
    uint32_t from_z = gv_spv_push(c, offsetof(struct galvan_push_block, clip_z[0]), GV_F);
    uint32_t from_w = gv_spv_push(c, offsetof(struct galvan_push_block, clip_z[1]), GV_F);
    w = gv_spv_op2(b, SpvOpFMul, f32, w, from_w);
    z = gv_spv_op2(b, SpvOpFMul, f32, z, from_z);
    z = gv_spv_op2(b, SpvOpFAdd, f32, z, w);
    return gv_spv_op3(b, SpvOpCompositeInsert, gv_spv_type_float(b, 4), z, position, 2);
}

/* Whether clip distances are computed from planes, not taken from the shader's CLIPDIST. */
static bool uses_planes(const struct galvan_tgsi *tgsi, const struct galvan_spirv_key *key)
{
    return key->vertex.clip_plane_mask && tgsi->info.num_clipdist + tgsi->info.num_culldist == 0 &&
           !tgsi->scan.properties[TGSI_PROPERTY_VS_PROHIBIT_UCPS];
}

bool gv_spv_clip_needs_planes(const struct galvan_tgsi *tgsi, const struct galvan_spirv_key *key)
{
    return key->vertex.last_vertex_stage && uses_planes(tgsi, key);
}

/* Returns component `n` of the CLIPDIST registers; 1.0 if the shader lacks the register. */
static uint32_t own_distance(struct gv_spv_ctx *c, unsigned n)
{
    int out = gv_tgsi_find_output(c->scan, TGSI_SEMANTIC_CLIPDIST, n / 4);
    struct gv_val vals[4];
    if (out < 0)
        return gv_spv_const_float(&c->b, 1.0f);
    gv_spv_out_read(c, (unsigned)out, vals);
    return gv_spv_gather(&c->b, &vals[n % 4], 1, GV_F);
}

static void store_distances(struct gv_spv_ctx *c, SpvBuiltIn builtin, const uint32_t *distances,
                            unsigned num)
{
    struct gv_spv_builder *b = &c->b;
    uint32_t type = gv_spv_type_array(b, gv_spv_type_float(b, 1), num);
    uint32_t var = gv_spv_builtin_output(c, builtin, type);
    uint32_t all = gv_spv_op(b, SpvOpCompositeConstruct, type, distances, num);
    gv_spv_store(b, var, all);
    gv_spv_capability(b, builtin == SpvBuiltInClipDistance ? SpvCapabilityClipDistance
                                                           : SpvCapabilityCullDistance);
}

/* Computes distances to the user clip planes. A disabled plane below an enabled plane gets the
 * distance 1, so it clips nothing. */
static unsigned plane_distances(struct gv_spv_ctx *c, uint32_t position, uint32_t *out_distances)
{
    struct gv_spv_builder *b = &c->b;
    int vertex = gv_tgsi_find_output(c->scan, TGSI_SEMANTIC_CLIPVERTEX, 0);
    unsigned num = 0;
    if (vertex >= 0) {
        struct gv_val vals[4];
        gv_spv_out_read(c, (unsigned)vertex, vals);
        position = gv_spv_gather(b, vals, 4, GV_F);
    }
    for (unsigned i = 0; i < 8; i++) {
        out_distances[i] = gv_spv_const_float(b, 1.0f);
        if (!(c->key->vertex.clip_plane_mask >> i & 1))
            continue;
        uint32_t plane = gv_spv_clip_plane(c, i);
        out_distances[i] = gv_spv_op2(b, SpvOpDot, gv_spv_type_float(b, 1), position, plane);
        num = i + 1;
    }
    return num;
}

/* Returns the distance to a plane of the view volume. Used for planes at which the device does not
 * clip. */
static uint32_t added_distance(struct gv_spv_ctx *c, unsigned plane, uint32_t position)
{
    struct gv_spv_builder *b = &c->b;
    uint32_t f32 = gv_spv_type_float(b, 1);
    uint32_t vec2 = gv_spv_type_float(b, 2);
    uint32_t z = gv_spv_extract(b, position, GV_F, 2);
    uint32_t w = gv_spv_extract(b, position, GV_F, 3);
    if (plane == GALVAN_CLIP_NEAR)
        return z;
    if (plane == GALVAN_CLIP_FAR)
        return gv_spv_op2(b, SpvOpFSub, f32, w, z);
    uint32_t xy = gv_spv_op(b, SpvOpVectorShuffle, vec2, (uint32_t[]){position, position, 0, 1}, 4);
    xy = gv_spv_ext1(b, GLSLstd450FAbs, vec2, xy);
    uint32_t y = gv_spv_extract(b, xy, GV_F, 1);
    uint32_t most = gv_spv_ext2(b, GLSLstd450FMax, f32, gv_spv_extract(b, xy, GV_F, 0), y);
    return gv_spv_op2(b, SpvOpFSub, f32, w, most);
}

/* Passes distances to the fragment stage in the internal varyings `first` and `first` + 1, for
 * devices that lack clip or cull distances. The fragment stage tests the distances. */
static void pass_distances(struct gv_spv_ctx *c, unsigned first, const uint32_t *distances,
                           unsigned num)
{
    struct gv_spv_builder *b = &c->b;
    for (unsigned i = 0; i < 2; i++) {
        uint32_t var = gv_spv_extra_output(c, (enum galvan_extra)(first + i));
        uint32_t parts[4];
        for (unsigned k = 0; k < 4; k++)
            parts[k] = 4 * i + k < num ? distances[4 * i + k] : gv_spv_const_float(b, 1.0f);
        if (var)
            gv_spv_store(b, var,
                         gv_spv_op(b, SpvOpCompositeConstruct, gv_spv_type_float(b, 4), parts, 4));
    }
}

void gv_spv_lower_clip_discard(struct gv_spv_ctx *c)
{
    struct gv_spv_builder *b = &c->b;
    uint32_t vec4 = gv_spv_type_float(b, 4);
    for (unsigned i = 0; i < 2; i++) {
        uint32_t var = gv_spv_extra_input(c, (enum galvan_extra)(GALVAN_EXTRA_CLIP_0 + i));
        if (!var)
            continue;
        uint32_t zero = gv_spv_float(b, 0.0f, 4);
        uint32_t distances = gv_spv_op1(b, SpvOpLoad, vec4, var);
        uint32_t outside =
            gv_spv_op2(b, SpvOpFOrdLessThan, gv_spv_type_bool(b, 4), distances, zero);
        gv_spv_discard(c, gv_spv_op1(b, SpvOpAny, gv_spv_type_bool(b, 1), outside));
    }
}

/* Discards the fragments of culled primitives. If all vertices are outside, a component of
 * GALVAN_EXTRA_CULL_* and the component's derivatives are 0 in the whole primitive. If only some
 * vertices are outside, the component may be 0 at an edge, but its derivatives are not 0 there. */
void gv_spv_lower_cull_discard(struct gv_spv_ctx *c)
{
    struct gv_spv_builder *b = &c->b;
    static const SpvOp slopes[2] = {SpvOpDPdx, SpvOpDPdy};
    uint32_t vec4 = gv_spv_type_float(b, 4), bool4 = gv_spv_type_bool(b, 4);
    uint32_t zero = gv_spv_float(b, 0.0f, 4);
    for (unsigned i = 0; i < 2; i++) {
        uint32_t var = gv_spv_extra_input(c, (enum galvan_extra)(GALVAN_EXTRA_CULL_0 + i));
        if (!var)
            continue;
        uint32_t value = gv_spv_op1(b, SpvOpLoad, vec4, var);
        uint32_t outside = gv_spv_op2(b, SpvOpFOrdEqual, bool4, value, zero);
        for (unsigned axis = 0; axis < 2; axis++) {
            uint32_t slope = gv_spv_op1(b, slopes[axis], vec4, value);
            uint32_t level = gv_spv_op2(b, SpvOpFOrdEqual, bool4, slope, zero);
            outside = gv_spv_op2(b, SpvOpLogicalAnd, bool4, outside, level);
        }
        gv_spv_discard(c, gv_spv_op1(b, SpvOpAny, gv_spv_type_bool(b, 1), outside));
    }
}

/* Returns `below` if the shader's cull distance `n` is less than 0, otherwise 1. */
static uint32_t cull_value(struct gv_spv_ctx *c, unsigned n, float below)
{
    struct gv_spv_builder *b = &c->b;
    uint32_t zero = gv_spv_const_float(b, 0.0f);
    uint32_t distance = own_distance(c, c->tgsi->info.num_clipdist + n);
    uint32_t is_below = gv_spv_op2(b, SpvOpFOrdLessThan, gv_spv_type_bool(b, 1), distance, zero);
    return gv_spv_select_float(b, is_below, below, 1.0f, 1);
}

/* Lowers cull distances as key.device.cull selects: stores them as CullDistance or as varyings, or
 * appends distances for them to the clip distances. Returns the new number of clip distances. An
 * appended distance is 1, or so little below 0 that clipping removes nothing from a primitive that
 * is partly outside. */
static unsigned lower_cull(struct gv_spv_ctx *c, uint32_t distances[8], unsigned num)
{
    const unsigned num_cull = c->tgsi->info.num_culldist;
    uint32_t cull[8];
    for (unsigned i = 0; i < num_cull; i++) {
        if (c->key->device.cull == GALVAN_CULL_DISTANCES)
            cull[i] = own_distance(c, c->tgsi->info.num_clipdist + i);
        else if (c->key->device.cull == GALVAN_CULL_VARYINGS)
            cull[i] = cull_value(c, i, 0.0f);
        else
            distances[num++] = cull_value(c, i, -1e-30f);
    }
    if (num_cull && c->key->device.cull == GALVAN_CULL_DISTANCES)
        store_distances(c, SpvBuiltInCullDistance, cull, num_cull);
    else if (num_cull && c->key->device.cull == GALVAN_CULL_VARYINGS)
        pass_distances(c, GALVAN_EXTRA_CULL_0, cull, num_cull);
    return num;
}

void gv_spv_lower_clip(struct gv_spv_ctx *c, uint32_t position, uint32_t vulkan_position)
{
    const struct galvan_tgsi_info *info = &c->tgsi->info;
    uint32_t distances[8];
    unsigned num = 0;
    if (uses_planes(c->tgsi, c->key)) {
        num = plane_distances(c, position, distances);
    } else {
        for (unsigned i = 0; i < info->num_clipdist; i++) {
            bool enabled = c->key->vertex.clip_plane_mask >> i & 1;
            distances[i] = enabled ? own_distance(c, i) : gv_spv_const_float(&c->b, 1.0f);
            num = enabled ? i + 1 : num;
        }
    }
    for (unsigned plane = 1; plane <= GALVAN_CLIP_SIDES; plane <<= 1) {
        if ((c->key->vertex.clip_added & plane) && num + info->num_culldist < 8)
            distances[num++] = added_distance(c, plane, vulkan_position);
    }
    num = lower_cull(c, distances, num);
    if (gv_spv_has_extra(c->key, GALVAN_EXTRA_CLIP_0))
        pass_distances(c, GALVAN_EXTRA_CLIP_0, distances, num);
    else if (num)
        store_distances(c, SpvBuiltInClipDistance, distances, num);
}
