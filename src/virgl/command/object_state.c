/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* CREATE_OBJECT of constant state: blend, depth-stencil-alpha, rasterizer, vertex elements, sampler
 * state. Values outside of their enumeration are refused here, so that a driver can use them as
 * table indices. */
#include "pipe/p_context.h"
#include "pipe/p_format_description.h"
#include "pipe/p_screen.h"
#include "virgl/command/command.h"
#include "virgl/command/decoders.h"
#include "virgl/command/handles.h"
#include "virgl/renderer.h"

/* Stores the driver's object in obj, or removes obj if the driver could not create one. */
static enum galvan_result keep_cso(struct gv_virgl_cmd *cmd, struct gv_virgl_object *obj, void *cso)
{
    if (!cso) {
        gv_virgl_object_remove(obj);
        return gv_virgl_fail_with(cmd, GALVAN_ERROR_NO_MEMORY, "the driver refused it");
    }
    obj->u.cso = cso;
    return GALVAN_OK;
}

/* ---- Blend ----------------------------------------------------------------------------------- */

static bool blend_factor_ok(unsigned factor)
{
    return (factor >= PIPE_BLENDFACTOR_ONE && factor <= PIPE_BLENDFACTOR_SRC1_ALPHA) ||
           (factor >= PIPE_BLENDFACTOR_ZERO && factor <= PIPE_BLENDFACTOR_INV_SRC1_ALPHA &&
            factor != PIPE_BLENDFACTOR_ZERO + 5);
}

static bool blend_rt_ok(const struct pipe_rt_blend_state *rt)
{
    if (!rt->blend_enable)
        return true;
    return rt->rgb_func <= PIPE_BLEND_MAX && rt->alpha_func <= PIPE_BLEND_MAX &&
           blend_factor_ok(rt->rgb_src_factor) && blend_factor_ok(rt->rgb_dst_factor) &&
           blend_factor_ok(rt->alpha_src_factor) && blend_factor_ok(rt->alpha_dst_factor);
}

/* Decodes the blend state of a render target. If blending is disabled, ignores the factors on the
 * wire, which may be zeros or stale. */
static void decode_rt(struct pipe_rt_blend_state *rt, uint32_t dword)
{
    rt->blend_enable = gv_virgl_bits(dword, 0, 1);
    rt->colormask = gv_virgl_bits(dword, 27, 4);
    if (!rt->blend_enable)
        return;
    rt->rgb_func = gv_virgl_bits(dword, 1, 3);
    rt->rgb_src_factor = gv_virgl_bits(dword, 4, 5);
    rt->rgb_dst_factor = gv_virgl_bits(dword, 9, 5);
    rt->alpha_func = gv_virgl_bits(dword, 14, 3);
    rt->alpha_src_factor = gv_virgl_bits(dword, 17, 5);
    rt->alpha_dst_factor = gv_virgl_bits(dword, 22, 5);
}

enum galvan_result gv_virgl_decode_create_blend(struct gv_virgl_cmd *cmd)
{
    struct gv_virgl_reader *in = &cmd->in;
    uint32_t handle = gv_virgl_u32(in);
    uint32_t s0 = gv_virgl_u32(in);
    struct pipe_blend_state state = {
        .independent_blend_enable = gv_virgl_bits(s0, 0, 1),
        .logicop_enable = gv_virgl_bits(s0, 1, 1),
        .dither = gv_virgl_bits(s0, 2, 1),
        .alpha_to_coverage = gv_virgl_bits(s0, 3, 1),
        .alpha_to_one = gv_virgl_bits(s0, 4, 1),
        .logicop_func = gv_virgl_bits(gv_virgl_u32(in), 0, 4),
    };
    for (unsigned i = 0; i < GV_VIRGL_MAX_CBUFS; i++) {
        decode_rt(&state.rt[i], gv_virgl_u32(in));
        if (!blend_rt_ok(&state.rt[i])) {
            if (i == 0 || state.independent_blend_enable)
                return gv_virgl_fail(cmd, "target %u: unknown blend factor or function", i);
            state.rt[i] = (struct pipe_rt_blend_state){0};
        }
    }
    struct gv_virgl_object *obj = gv_virgl_new_object(cmd, handle, GV_VIRGL_OBJECT_BLEND);
    if (!obj)
        return GALVAN_ERROR_INVALID;
    return keep_cso(cmd, obj, cmd->pipe->create_blend_state(cmd->pipe, &state));
}

/* ---- Depth, stencil, alpha ------------------------------------------------------------------- */

static struct pipe_stencil_state decode_stencil(uint32_t dword)
{
    return (struct pipe_stencil_state){
        .enabled = gv_virgl_bits(dword, 0, 1),
        .func = gv_virgl_bits(dword, 1, 3),
        .fail_op = gv_virgl_bits(dword, 4, 3),
        .zpass_op = gv_virgl_bits(dword, 7, 3),
        .zfail_op = gv_virgl_bits(dword, 10, 3),
        .valuemask = gv_virgl_bits(dword, 13, 8),
        .writemask = gv_virgl_bits(dword, 21, 8),
    };
}

enum galvan_result gv_virgl_decode_create_dsa(struct gv_virgl_cmd *cmd)
{
    struct gv_virgl_reader *in = &cmd->in;
    uint32_t handle = gv_virgl_u32(in);
    uint32_t s0 = gv_virgl_u32(in);
    struct pipe_depth_stencil_alpha_state state = {
        .depth = {.enabled = gv_virgl_bits(s0, 0, 1),
                  .writemask = gv_virgl_bits(s0, 1, 1),
                  .func = gv_virgl_bits(s0, 2, 3)},
        .alpha = {.enabled = gv_virgl_bits(s0, 8, 1), .func = gv_virgl_bits(s0, 9, 3)},
    };
    state.stencil[0] = decode_stencil(gv_virgl_u32(in));
    state.stencil[1] = decode_stencil(gv_virgl_u32(in));
    state.alpha.ref_value = gv_virgl_f32(in);

    struct gv_virgl_object *obj = gv_virgl_new_object(cmd, handle, GV_VIRGL_OBJECT_DSA);
    if (!obj)
        return GALVAN_ERROR_INVALID;
    return keep_cso(cmd, obj, cmd->pipe->create_depth_stencil_alpha_state(cmd->pipe, &state));
}

/* ---- Rasterizer ------------------------------------------------------------------------------ */

static void decode_rasterizer_flags(struct pipe_rasterizer_state *state, uint32_t s0)
{
    state->flatshade = gv_virgl_bits(s0, 0, 1);
    state->depth_clip = gv_virgl_bits(s0, 1, 1);
    state->depth_clip_near = gv_virgl_bits(s0, 1, 1);
    state->depth_clip_far = gv_virgl_bits(s0, 1, 1); /* the wire has one bit for both planes */
    state->clip_halfz = gv_virgl_bits(s0, 2, 1);
    state->rasterizer_discard = gv_virgl_bits(s0, 3, 1);
    state->flatshade_first = gv_virgl_bits(s0, 4, 1);
    state->light_twoside = gv_virgl_bits(s0, 5, 1);
    state->sprite_coord_mode = gv_virgl_bits(s0, 6, 1);
    state->point_quad_rasterization = gv_virgl_bits(s0, 7, 1);
    state->cull_face = gv_virgl_bits(s0, 8, 2);
    state->fill_front = gv_virgl_bits(s0, 10, 2);
    state->fill_back = gv_virgl_bits(s0, 12, 2);
    state->scissor = gv_virgl_bits(s0, 14, 1);
    state->front_ccw = gv_virgl_bits(s0, 15, 1);
    state->clamp_vertex_color = gv_virgl_bits(s0, 16, 1);
    state->clamp_fragment_color = gv_virgl_bits(s0, 17, 1);
    state->offset_line = gv_virgl_bits(s0, 18, 1);
    state->offset_point = gv_virgl_bits(s0, 19, 1);
    state->offset_tri = gv_virgl_bits(s0, 20, 1);
    state->poly_smooth = gv_virgl_bits(s0, 21, 1);
    state->poly_stipple_enable = gv_virgl_bits(s0, 22, 1);
    state->point_smooth = gv_virgl_bits(s0, 23, 1);
    state->point_size_per_vertex = gv_virgl_bits(s0, 24, 1);
    /* The protocol does not say whether points are clipped by their area, as in ES, or by their
     * centre, as in GL. In ES the shader always sets the point size; in GL only some programs
     * do. */
    state->point_tri_clip = state->point_size_per_vertex;
    state->multisample = gv_virgl_bits(s0, 25, 1);
    state->line_smooth = gv_virgl_bits(s0, 26, 1);
    state->line_stipple_enable = gv_virgl_bits(s0, 27, 1);
    state->line_last_pixel = gv_virgl_bits(s0, 28, 1);
    state->half_pixel_center = gv_virgl_bits(s0, 29, 1);
    state->bottom_edge_rule = gv_virgl_bits(s0, 30, 1);
    state->force_persample_interp = gv_virgl_bits(s0, 31, 1);
}

enum galvan_result gv_virgl_decode_create_rasterizer(struct gv_virgl_cmd *cmd)
{
    struct gv_virgl_reader *in = &cmd->in;
    struct pipe_rasterizer_state state = {0};
    uint32_t handle = gv_virgl_u32(in);

    decode_rasterizer_flags(&state, gv_virgl_u32(in));
    state.point_size = gv_virgl_f32(in);
    state.sprite_coord_enable = gv_virgl_u32(in);
    uint32_t s3 = gv_virgl_u32(in);
    state.line_stipple_pattern = gv_virgl_bits(s3, 0, 16);
    state.line_stipple_factor = gv_virgl_bits(s3, 16, 8);
    state.clip_plane_enable = gv_virgl_bits(s3, 24, 8);
    state.line_width = gv_virgl_f32(in);
    state.offset_units = gv_virgl_f32(in);
    state.offset_scale = gv_virgl_f32(in);
    state.offset_clamp = gv_virgl_f32(in);
    if (state.fill_front > PIPE_POLYGON_MODE_POINT || state.fill_back > PIPE_POLYGON_MODE_POINT)
        return gv_virgl_fail(cmd, "unknown polygon mode");

    struct gv_virgl_object *obj = gv_virgl_new_object(cmd, handle, GV_VIRGL_OBJECT_RASTERIZER);
    if (!obj)
        return GALVAN_ERROR_INVALID;
    obj->rasterizer_discard = state.rasterizer_discard;
    obj->rasterizer_scissor = state.scissor;
    obj->rasterizer_first = state.flatshade_first;
    obj->rasterizer_unfilled =
        (state.fill_front != PIPE_POLYGON_MODE_FILL && !(state.cull_face & PIPE_FACE_FRONT)) ||
        (state.fill_back != PIPE_POLYGON_MODE_FILL && !(state.cull_face & PIPE_FACE_BACK));
    return keep_cso(cmd, obj, cmd->pipe->create_rasterizer_state(cmd->pipe, &state));
}

/* ---- Vertex elements ------------------------------------------------------------------------- */

enum galvan_result gv_virgl_decode_create_vertex_elements(struct gv_virgl_cmd *cmd)
{
    struct pipe_screen *screen = cmd->r->screen;
    struct gv_virgl_reader *in = &cmd->in;
    struct pipe_vertex_element elements[GV_VIRGL_MAX_VERTEX_ELEMENTS];
    uint32_t handle = gv_virgl_u32(in);
    unsigned num = (unsigned)(gv_virgl_left(in) / 4); /* the command table bounds it */

    for (unsigned i = 0; i < num; i++) {
        struct pipe_vertex_element *e = &elements[i];
        e->src_offset = gv_virgl_u32(in);
        e->instance_divisor = gv_virgl_u32(in);
        e->vertex_buffer_index = gv_virgl_u32(in);
        uint32_t format = gv_virgl_u32(in);
        if (e->vertex_buffer_index >= GV_VIRGL_MAX_VERTEX_BUFFERS)
            return gv_virgl_fail(cmd, "element %u: vertex buffer %u", i, e->vertex_buffer_index);
        if (e->src_offset > UINT16_MAX)
            return gv_virgl_fail(cmd, "element %u: offset %u", i, e->src_offset);
        if (format >= PIPE_FORMAT_COUNT ||
            !screen->is_format_supported(screen, format, PIPE_BUFFER, 0, PIPE_BIND_VERTEX_BUFFER))
            return gv_virgl_fail(cmd, "element %u: format %u is no vertex format", i, format);
        e->src_format = format;
    }
    struct gv_virgl_object *obj = gv_virgl_new_object(cmd, handle, GV_VIRGL_OBJECT_VERTEX_ELEMENTS);
    if (!obj)
        return GALVAN_ERROR_INVALID;
    return keep_cso(cmd, obj, cmd->pipe->create_vertex_elements_state(cmd->pipe, num, elements));
}

/* ---- Sampler state --------------------------------------------------------------------------- */

enum galvan_result gv_virgl_decode_create_sampler_state(struct gv_virgl_cmd *cmd)
{
    struct gv_virgl_reader *in = &cmd->in;
    uint32_t handle = gv_virgl_u32(in);
    uint32_t s0 = gv_virgl_u32(in);
    struct pipe_sampler_state state = {
        .wrap_s = gv_virgl_bits(s0, 0, 3),
        .wrap_t = gv_virgl_bits(s0, 3, 3),
        .wrap_r = gv_virgl_bits(s0, 6, 3),
        .min_img_filter = gv_virgl_bits(s0, 9, 2),
        .min_mip_filter = gv_virgl_bits(s0, 11, 2),
        .mag_img_filter = gv_virgl_bits(s0, 13, 2),
        .compare_mode = gv_virgl_bits(s0, 15, 1),
        .compare_func = gv_virgl_bits(s0, 16, 3),
        .normalized_coords = 1, /* RECT textures are identified by their target */
        .seamless_cube_map = gv_virgl_bits(s0, 19, 1),
        .max_anisotropy = gv_virgl_bits(s0, 20, 6),
    };
    state.lod_bias = gv_virgl_f32(in);
    state.min_lod = gv_virgl_f32(in);
    state.max_lod = gv_virgl_f32(in);
    for (unsigned i = 0; i < 4; i++)
        state.border_color.ui[i] = gv_virgl_u32(in);
    if (state.min_img_filter > PIPE_TEX_FILTER_LINEAR ||
        state.mag_img_filter > PIPE_TEX_FILTER_LINEAR ||
        state.min_mip_filter > PIPE_TEX_MIPFILTER_NONE)
        return gv_virgl_fail(cmd, "unknown filter");

    struct gv_virgl_object *obj = gv_virgl_new_object(cmd, handle, GV_VIRGL_OBJECT_SAMPLER_STATE);
    if (!obj)
        return GALVAN_ERROR_INVALID;
    return keep_cso(cmd, obj, cmd->pipe->create_sampler_state(cmd->pipe, &state));
}
