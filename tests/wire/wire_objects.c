/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Objects: the meaning of the bits in their commands, rejected commands, and the destruction of
 * bound objects. */
#include <string.h>

#include "wire.h"

/* ---- State that reaches the driver */

static void blend_bits(void **state)
{
    struct wire *w = *state;
    uint32_t rt0 = 1 | PIPE_BLEND_SUBTRACT << 1 | PIPE_BLENDFACTOR_SRC_ALPHA << 4 |
                   PIPE_BLENDFACTOR_INV_SRC_ALPHA << 9 | PIPE_BLEND_MAX << 14 |
                   PIPE_BLENDFACTOR_ONE << 17 | PIPE_BLENDFACTOR_ZERO << 22 | 0x5u << 27;
    WIRE_CREATE(w, BLEND, wire_handle(w), 0x1b, PIPE_LOGICOP_XOR, rt0, 0x2u << 27, 0, 0, 0, 0, 0,
                0);
    wire_accept(w);
    const struct pipe_blend_state *s = &wire_context(w)->blend_templ;
    assert_int_equal(s->independent_blend_enable, 1);
    assert_int_equal(s->logicop_enable, 1);
    assert_int_equal(s->dither, 0);
    assert_int_equal(s->alpha_to_coverage, 1);
    assert_int_equal(s->alpha_to_one, 1);
    assert_int_equal(s->logicop_func, PIPE_LOGICOP_XOR);
    assert_int_equal(s->rt[0].blend_enable, 1);
    assert_int_equal(s->rt[0].rgb_func, PIPE_BLEND_SUBTRACT);
    assert_int_equal(s->rt[0].rgb_src_factor, PIPE_BLENDFACTOR_SRC_ALPHA);
    assert_int_equal(s->rt[0].rgb_dst_factor, PIPE_BLENDFACTOR_INV_SRC_ALPHA);
    assert_int_equal(s->rt[0].alpha_func, PIPE_BLEND_MAX);
    assert_int_equal(s->rt[0].alpha_src_factor, PIPE_BLENDFACTOR_ONE);
    assert_int_equal(s->rt[0].alpha_dst_factor, PIPE_BLENDFACTOR_ZERO);
    assert_int_equal(s->rt[0].colormask, 5);
    assert_int_equal(s->rt[1].colormask, 2);
    assert_int_equal(s->rt[1].blend_enable, 0);
}

static void blend_unknown_factors(void **state)
{
    struct wire *w = *state;
    uint32_t good = PIPE_BLENDFACTOR_ONE << 4 | PIPE_BLENDFACTOR_ONE << 9 |
                    PIPE_BLENDFACTOR_ONE << 17 | PIPE_BLENDFACTOR_ONE << 22;
    const uint32_t bad[] = {1, 1 | good | 7 << 1, 1 | (good & ~(0x1fu << 4)) | 0xb << 4,
                            1 | (good & ~(0x1fu << 22)) | 0x1b << 22,
                            1 | (good & ~(0x1fu << 9)) | 0x16 << 9};
    for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++) {
        WIRE_CREATE(w, BLEND, wire_handle(w), 0, 0, bad[i], 0, 0, 0, 0, 0, 0, 0);
        wire_refuse(w, "unknown blend");
        /* Targets after the last used one may have any value. */
        WIRE_CREATE(w, BLEND, wire_handle(w), 0, 0, 1 | good, bad[i], 0, 0, 0, 0, 0, 0);
        wire_accept(w);
        WIRE_CREATE(w, BLEND, wire_handle(w), 1, 0, 1 | good, bad[i], 0, 0, 0, 0, 0, 0);
        wire_refuse(w, "target 1");
    }
}

static void dsa_bits(void **state)
{
    struct wire *w = *state;
    uint32_t front = 1 | PIPE_FUNC_GEQUAL << 1 | PIPE_STENCIL_OP_INVERT << 4 |
                     PIPE_STENCIL_OP_REPLACE << 7 | PIPE_STENCIL_OP_DECR_WRAP << 10 | 0xf0 << 13 |
                     0x3c << 21;
    WIRE_CREATE(w, DSA, wire_handle(w),
                1 | 2 | PIPE_FUNC_LESS << 2 | 1 << 8 | PIPE_FUNC_GREATER << 9, front, 0,
                wire_float(0.5f));
    wire_accept(w);
    const struct pipe_depth_stencil_alpha_state *s = &wire_context(w)->dsa_templ;
    assert_true(s->depth.enabled && s->depth.writemask && s->alpha.enabled);
    assert_int_equal(s->depth.func, PIPE_FUNC_LESS);
    assert_int_equal(s->alpha.func, PIPE_FUNC_GREATER);
    assert_true(s->alpha.ref_value == 0.5f);
    assert_int_equal(s->stencil[0].enabled, 1);
    assert_int_equal(s->stencil[0].func, PIPE_FUNC_GEQUAL);
    assert_int_equal(s->stencil[0].fail_op, PIPE_STENCIL_OP_INVERT);
    assert_int_equal(s->stencil[0].zpass_op, PIPE_STENCIL_OP_REPLACE);
    assert_int_equal(s->stencil[0].zfail_op, PIPE_STENCIL_OP_DECR_WRAP);
    assert_int_equal(s->stencil[0].valuemask, 0xf0);
    assert_int_equal(s->stencil[0].writemask, 0x3c);
    assert_int_equal(s->stencil[1].enabled, 0);
}

/* Sets each flag alone; checks that the flag sets only its own field. */
static void rasterizer_flags(void **state)
{
    struct wire *w = *state;
    for (unsigned bit = 0; bit < 32; bit++) {
        if (bit == 11 || bit == 13)
            continue; /* the bit below sets all of polygon mode 2 */
        wire_rasterizer(w, 1u << bit);
        const struct pipe_rasterizer_state *s = &wire_context(w)->rasterizer_templ;
        const bool fields[32] = {s->flatshade,
                                 s->depth_clip,
                                 s->clip_halfz,
                                 s->rasterizer_discard,
                                 s->flatshade_first,
                                 s->light_twoside,
                                 s->sprite_coord_mode,
                                 s->point_quad_rasterization,
                                 s->cull_face & 1,
                                 s->cull_face >> 1,
                                 s->fill_front & 1,
                                 s->fill_front >> 1,
                                 s->fill_back & 1,
                                 s->fill_back >> 1,
                                 s->scissor,
                                 s->front_ccw,
                                 s->clamp_vertex_color,
                                 s->clamp_fragment_color,
                                 s->offset_line,
                                 s->offset_point,
                                 s->offset_tri,
                                 s->poly_smooth,
                                 s->poly_stipple_enable,
                                 s->point_smooth,
                                 s->point_size_per_vertex,
                                 s->multisample,
                                 s->line_smooth,
                                 s->line_stipple_enable,
                                 s->line_last_pixel,
                                 s->half_pixel_center,
                                 s->bottom_edge_rule,
                                 s->force_persample_interp};
        for (unsigned i = 0; i < 32; i++)
            assert_int_equal(fields[i], i == bit);
        assert_int_equal(s->point_tri_clip, s->point_size_per_vertex);
    }
}

static void rasterizer_numbers(void **state)
{
    struct wire *w = *state;
    WIRE_CREATE(w, RASTERIZER, wire_handle(w), 2 << 10 | 2 << 12, wire_float(3), 0x81,
                0xa5u << 24 | 7 << 16 | 0xf0f0, wire_float(4), wire_float(5), wire_float(6),
                wire_float(7));
    wire_accept(w);
    const struct pipe_rasterizer_state *s = &wire_context(w)->rasterizer_templ;
    assert_true(s->point_size == 3 && s->line_width == 4 && s->offset_units == 5);
    assert_true(s->offset_scale == 6 && s->offset_clamp == 7);
    assert_int_equal(s->sprite_coord_enable, 0x81);
    assert_int_equal(s->clip_plane_enable, 0xa5);
    assert_int_equal(s->line_stipple_factor, 7);
    assert_int_equal(s->line_stipple_pattern, 0xf0f0);
    assert_int_equal(s->fill_front, PIPE_POLYGON_MODE_POINT);
    assert_int_equal(s->fill_back, PIPE_POLYGON_MODE_POINT);
    WIRE_CREATE(w, RASTERIZER, wire_handle(w), 3 << 10, 0, 0, 0, 0, 0, 0, 0);
    wire_refuse(w, "polygon mode");
}

static void sampler_bits(void **state)
{
    struct wire *w = *state;
    uint32_t s0 = PIPE_TEX_WRAP_CLAMP_TO_EDGE | PIPE_TEX_WRAP_MIRROR_REPEAT << 3 |
                  PIPE_TEX_WRAP_CLAMP << 6 | PIPE_TEX_FILTER_LINEAR << 9 |
                  PIPE_TEX_MIPFILTER_NONE << 11 | PIPE_TEX_FILTER_LINEAR << 13 | 1 << 15 |
                  PIPE_FUNC_LEQUAL << 16 | 1 << 19 | 16 << 20;
    WIRE_CREATE(w, SAMPLER_STATE, wire_handle(w), s0, wire_float(-1), wire_float(2), wire_float(9),
                1, 2, 3, 4);
    wire_accept(w);
    const struct pipe_sampler_state *s = &wire_context(w)->sampler_templ;
    assert_int_equal(s->wrap_s, PIPE_TEX_WRAP_CLAMP_TO_EDGE);
    assert_int_equal(s->wrap_t, PIPE_TEX_WRAP_MIRROR_REPEAT);
    assert_int_equal(s->wrap_r, PIPE_TEX_WRAP_CLAMP);
    assert_int_equal(s->min_img_filter, PIPE_TEX_FILTER_LINEAR);
    assert_int_equal(s->min_mip_filter, PIPE_TEX_MIPFILTER_NONE);
    assert_int_equal(s->mag_img_filter, PIPE_TEX_FILTER_LINEAR);
    assert_int_equal(s->compare_mode, 1);
    assert_int_equal(s->compare_func, PIPE_FUNC_LEQUAL);
    assert_int_equal(s->seamless_cube_map, 1);
    assert_int_equal(s->max_anisotropy, 16);
    assert_true(s->lod_bias == -1 && s->min_lod == 2 && s->max_lod == 9);
    assert_int_equal(s->border_color.ui[3], 4);
    assert_int_equal(s->normalized_coords, 1);
    for (unsigned shift = 9; shift <= 13; shift += 2) {
        WIRE_CREATE(w, SAMPLER_STATE, wire_handle(w), 3u << shift, 0, 0, 0, 0, 0, 0, 0);
        wire_refuse(w, "filter");
    }
}

static void vertex_elements(void **state)
{
    struct wire *w = *state;
    uint32_t payload[1 + 33 * 4] = {0};
    for (unsigned i = 0; i < 33; i++) {
        payload[1 + i * 4] = i;
        payload[1 + i * 4 + 1] = i % 3;
        payload[1 + i * 4 + 2] = i % 32;
        payload[1 + i * 4 + 3] = PIPE_FORMAT_R32G32_FLOAT;
    }
    for (unsigned num = 0; num <= 32; num += 16) {
        payload[0] = wire_handle(w);
        wire_command(w, GV_VIRGL_CREATE_OBJECT, GV_VIRGL_OBJECT_VERTEX_ELEMENTS, payload,
                     1 + num * 4);
        wire_accept(w);
        assert_int_equal(wire_context(w)->num_elements_templ, num);
    }
    assert_int_equal(wire_context(w)->elements_templ[31].src_offset, 31);
    /* attack vertex_elements_33 */
    payload[0] = wire_handle(w);
    wire_command(w, GV_VIRGL_CREATE_OBJECT, GV_VIRGL_OBJECT_VERTEX_ELEMENTS, payload, 1 + 33 * 4);
    wire_refuse(w, "length 133");
    /* attack ve_buffer_index_past_bound */
    WIRE_CREATE(w, VERTEX_ELEMENTS, payload[0], 0, 0, 32, PIPE_FORMAT_R32_FLOAT);
    wire_refuse(w, "vertex buffer 32");
    WIRE_CREATE(w, VERTEX_ELEMENTS, payload[0], 0x10000, 0, 0, PIPE_FORMAT_R32_FLOAT);
    wire_refuse(w, "offset");
    WIRE_CREATE(w, VERTEX_ELEMENTS, payload[0], 0, 0, 0, 0);
    wire_refuse(w, "format 0");
    WIRE_CREATE(w, VERTEX_ELEMENTS, payload[0], 0, 0, 0, ~0u);
    wire_refuse(w, "is no vertex format");
}

/* ---- Views ---------------------------------------------------------------------------------- */

static void sampler_views(void **state)
{
    struct wire *w = *state;
    struct gv_virgl_resource_args a = wire_args_2d(PIPE_FORMAT_R8G8B8A8_UNORM, 16, 16);
    a.target = PIPE_TEXTURE_2D_ARRAY;
    a.array_size = 8;
    a.last_level = 2;
    uint32_t array = wire_resource(w, a);
    WIRE_CREATE(w, SAMPLER_VIEW, wire_handle(w), array, PIPE_FORMAT_R8G8B8A8_SRGB, 7u << 16 | 2,
                1 | 2 << 8, 0x688);
    wire_accept(w);
    const struct pipe_sampler_view *v = &wire_context(w)->view_templ;
    assert_int_equal(v->target, PIPE_TEXTURE_2D_ARRAY);
    assert_int_equal(v->format, PIPE_FORMAT_R8G8B8A8_SRGB);
    assert_int_equal(v->u.tex.first_layer, 2);
    assert_int_equal(v->u.tex.last_layer, 7);
    assert_int_equal(v->u.tex.first_level, 1);
    assert_int_equal(v->u.tex.last_level, 2);
    assert_int_equal(v->swizzle_a, PIPE_SWIZZLE_ALPHA);
    assert_int_equal(v->swizzle_g, PIPE_SWIZZLE_GREEN);

    /* The upper byte of the format selects another target. */
    WIRE_CREATE(w, SAMPLER_VIEW, wire_handle(w), array,
                PIPE_TEXTURE_CUBE << 24 | PIPE_FORMAT_R8G8B8A8_UNORM, 6u << 16 | 1, 0, 0x688);
    wire_accept(w);
    assert_int_equal(wire_context(w)->view_templ.target, PIPE_TEXTURE_CUBE);
}

static void bad_sampler_views(void **state)
{
    struct wire *w = *state;
    const uint32_t rgba8 = PIPE_FORMAT_R8G8B8A8_UNORM;
    uint32_t texture = wire_texture(w, rgba8, 16, 16);
    uint32_t handle = wire_handle(w);
    static const struct {
        uint32_t format, layers, levels, swizzle;
        const char *reason;
    } bad[] = {
        {PIPE_FORMAT_R8_UNORM, 0, 0, 0, "format"},
        {PIPE_FORMAT_NONE, 0, 0, 0, "format"},
        {481, 0, 0, 0, "format"},
        {0xffffff, 0, 0, 0, "format"},
        {PIPE_FORMAT_Z24_UNORM_S8_UINT, 0, 0, 0, "format"},
        {PIPE_FORMAT_R8G8B8A8_UNORM, 1u << 16, 0, 0, "layers"},
        {PIPE_FORMAT_R8G8B8A8_UNORM, 1, 0, 0, "layers"},
        {PIPE_FORMAT_R8G8B8A8_UNORM, 1u << 16 | 1, 0, 0, "layers"},
        {PIPE_FORMAT_R8G8B8A8_UNORM, 0, 1, 0, "levels"},
        {PIPE_FORMAT_R8G8B8A8_UNORM, 0, 0xff, 0, "levels"},
        {PIPE_FORMAT_R8G8B8A8_UNORM, 0, 0, 6, "swizzle"},
        {PIPE_FORMAT_R8G8B8A8_UNORM, 0, 0, 7 << 9, "swizzle"},
        {PIPE_TEXTURE_CUBE << 24 | PIPE_FORMAT_R8G8B8A8_UNORM, 5 << 16, 0, 0, "target"},
        {PIPE_TEXTURE_3D << 24 | PIPE_FORMAT_R8G8B8A8_UNORM, 0, 0, 0, "target"},
        {9u << 24 | PIPE_FORMAT_R8G8B8A8_UNORM, 0, 0, 0, "target"},
        {255u << 24 | PIPE_FORMAT_R8G8B8A8_UNORM, 0, 0, 0, "target"},
    };
    for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++) {
        WIRE_CREATE(w, SAMPLER_VIEW, handle, texture, bad[i].format, bad[i].layers, bad[i].levels,
                    bad[i].swizzle);
        wire_refuse(w, bad[i].reason);
    }
    assert_int_equal(w->screen->live.views, 0);
    /* Levels after the last one are clipped: clients request 1000 levels. */
    WIRE_CREATE(w, SAMPLER_VIEW, handle, texture, rgba8, 0, 9 << 8, 0);
    wire_accept(w);
}

static void buffer_views(void **state)
{
    struct wire *w = *state;
    uint32_t buffer = wire_buffer(w, 100);
    uint32_t handle = wire_handle(w);
    WIRE_CREATE(w, SAMPLER_VIEW, handle, buffer, PIPE_FORMAT_R32_FLOAT, 2, 24, 0);
    wire_accept(w);
    assert_int_equal(wire_context(w)->view_templ.u.buf.first_element, 2);
    assert_int_equal(wire_context(w)->view_templ.u.buf.last_element, 24);
    /* The view's end is clipped at the buffer's end; its beginning is not. */
    WIRE_CREATE(w, SAMPLER_VIEW, wire_handle(w), buffer, PIPE_FORMAT_R32_FLOAT, 0, ~0u, 0);
    wire_accept(w);
    assert_int_equal(wire_context(w)->view_templ.u.buf.last_element, 24);
    WIRE_CREATE(w, SAMPLER_VIEW, wire_handle(w), buffer, PIPE_FORMAT_R32_FLOAT, 25, 30, 0);
    wire_refuse(w, "elements");
    WIRE_CREATE(w, SAMPLER_VIEW, wire_handle(w), buffer, PIPE_FORMAT_R32_FLOAT, 3, 2, 0);
    wire_refuse(w, "elements");
    WIRE_CREATE(w, SAMPLER_VIEW, wire_handle(w), buffer,
                PIPE_TEXTURE_2D << 24 | PIPE_FORMAT_R32_FLOAT, 0, 1, 0);
    wire_refuse(w, "cannot be seen as");
}

static void cube_views(void **state)
{
    struct wire *w = *state;
    struct gv_virgl_resource_args a = wire_args_2d(PIPE_FORMAT_R8G8B8A8_UNORM, 8, 8);
    a.target = PIPE_TEXTURE_CUBE;
    a.array_size = 6;
    uint32_t cube = wire_resource(w, a);
    WIRE_CREATE(w, SAMPLER_VIEW, wire_handle(w), cube, a.format, 5u << 16, 0, 0);
    wire_accept(w);
    WIRE_CREATE(w, SAMPLER_VIEW, wire_handle(w), cube, a.format, 4u << 16, 0, 0);
    wire_refuse(w, "six layers");
    WIRE_CREATE(w, SAMPLER_VIEW, wire_handle(w), cube, a.format, 6u << 16 | 1, 0, 0);
    wire_refuse(w, "layers");
    /* 3D views are always whole. */
    a.target = PIPE_TEXTURE_3D;
    a.array_size = 1;
    a.depth = 4;
    uint32_t volume = wire_resource(w, a);
    WIRE_CREATE(w, SAMPLER_VIEW, wire_handle(w), volume, a.format, 99u << 16 | 5, 0, 0);
    wire_accept(w);
    assert_int_equal(wire_context(w)->view_templ.u.tex.first_layer, 0);
    assert_int_equal(wire_context(w)->view_templ.u.tex.last_layer, 3);
}

static void surfaces(void **state)
{
    struct wire *w = *state;
    struct gv_virgl_resource_args a = wire_args_2d(PIPE_FORMAT_R8G8B8A8_UNORM, 16, 16);
    a.target = PIPE_TEXTURE_2D_ARRAY;
    a.array_size = 4;
    a.last_level = 1;
    uint32_t array = wire_resource(w, a);
    uint32_t handle = wire_handle(w);
    WIRE_CREATE(w, SURFACE, handle, array, PIPE_FORMAT_R8G8B8A8_SRGB, 1, 3u << 16 | 2);
    wire_accept(w);
    assert_int_equal(wire_context(w)->surface_templ.u.tex.level, 1);
    assert_int_equal(wire_context(w)->surface_templ.u.tex.first_layer, 2);
    assert_int_equal(wire_context(w)->surface_templ.u.tex.last_layer, 3);
    handle = wire_handle(w);
    WIRE_CREATE(w, SURFACE, handle, array, a.format, 2, 0); /* attack surface_level_past_last */
    wire_refuse(w, "level past the last");
    WIRE_CREATE(w, SURFACE, handle, array, a.format, ~0u, 0);
    wire_refuse(w, "level past the last");
    WIRE_CREATE(w, SURFACE, handle, array, a.format, 0, 1); /* attack surface_first_layer_gt_last */
    wire_refuse(w, "layers");
    WIRE_CREATE(w, SURFACE, handle, array, a.format, 0, 4u << 16);
    wire_refuse(w, "layers");
    /* attack surface_format_other_block_size */
    WIRE_CREATE(w, SURFACE, handle, array, PIPE_FORMAT_R8_UNORM, 0, 0);
    wire_refuse(w, "format");
    WIRE_CREATE(w, SURFACE, handle, array, PIPE_FORMAT_Z24_UNORM_S8_UINT, 0, 0);
    wire_refuse(w, "format");
    WIRE_CREATE(w, SURFACE, handle, array, ~0u, 0, 0);
    wire_refuse(w, "format");
    WIRE_CREATE(w, SURFACE, handle, wire_buffer(w, 64), a.format, 0, 0);
    wire_refuse(w, "no texture");
}

/* Attack clear_with_bad_format_view: creates views in formats that cannot be rendered to. Checks
 * that they can be created, but neither bound nor cleared. */
static void unrenderable_surfaces(void **state)
{
    struct wire *w = *state;
    uint32_t handle = wire_handle(w);
    WIRE_CREATE(w, SURFACE, handle, wire_texture(w, PIPE_FORMAT_DXT1_RGB, 8, 8),
                PIPE_FORMAT_DXT1_RGB, 0, 0);
    wire_accept(w);
    WIRE(w, SET_FRAMEBUFFER_STATE, 1, 0, handle);
    wire_refuse(w, "rendered to");
    WIRE(w, SET_FRAMEBUFFER_STATE, 0, handle);
    wire_refuse(w, "rendered to");
    WIRE(w, CLEAR_SURFACE, PIPE_CLEAR_COLOR0 << 1, handle, 0, 0, 0, 0, 0, 0, 8, 8);
    wire_refuse(w, "rendered to");
    wire_command(w, GV_VIRGL_DESTROY_OBJECT, GV_VIRGL_OBJECT_SURFACE, WIRE_PAYLOAD(handle));
    wire_accept(w);
}

static void multisample_surfaces(void **state)
{
    struct wire *w = *state;
    uint32_t texture = wire_texture(w, PIPE_FORMAT_R8G8B8A8_UNORM, 16, 16);
    WIRE_CREATE(w, MSAA_SURFACE, 100, texture, PIPE_FORMAT_R8G8B8A8_UNORM, 0, 0, 4);
    wire_accept(w);
    assert_int_equal(wire_context(w)->surface_templ.nr_samples, 4);
    /* The view is bound and destroyed like a plain surface. */
    WIRE(w, SET_FRAMEBUFFER_STATE, 1, 0, 100);
    wire_command(w, GV_VIRGL_DESTROY_OBJECT, GV_VIRGL_OBJECT_SURFACE, WIRE_PAYLOAD(100));
    wire_accept(w);
    WIRE_CREATE(w, MSAA_SURFACE, 101, texture, PIPE_FORMAT_R8G8B8A8_UNORM, 0, 0, 3);
    wire_refuse(w, "3 samples");
    w->screen->params[PIPE_CAP_SURFACE_SAMPLE_COUNT] = 0;
    WIRE_CREATE(w, MSAA_SURFACE, 101, texture, PIPE_FORMAT_R8G8B8A8_UNORM, 0, 0, 4);
    wire_refuse(w, "not supported");
}

/* ---- Handles -------------------------------------------------------------------------------- */

static void handle_0_and_handles_in_use(void **state)
{
    struct wire *w = *state;
    WIRE_CREATE(w, DSA, 0, 0, 0, 0, 0);
    wire_refuse(w, "handle 0");
    uint32_t dsa = wire_dsa(w);
    WIRE_CREATE(w, DSA, dsa, 0, 0, 0, 0); /* attack create_over_existing_handle */
    wire_refuse(w, "in use");
    WIRE_CREATE(w, RASTERIZER, dsa, 0, 0, 0, 0, 0, 0, 0, 0);
    wire_refuse(w, "in use");
    assert_int_equal(w->screen->live.csos, 1);
}

static void bind_unknown_and_wrong(void **state)
{
    struct wire *w = *state;
    uint32_t dsa = wire_dsa(w);
    WIRE_BIND(w, BLEND, 4711); /* attack bind_unknown_handle */
    wire_refuse(w, "unknown blend 4711");
    WIRE_BIND(w, BLEND, dsa); /* attack bind_handle_of_wrong_type */
    wire_refuse(w, "is a depth-stencil-alpha, not a blend");
    WIRE_BIND(w, SAMPLER_STATE, wire_sampler(w));
    wire_refuse(w, "not bound this way");
    WIRE_BIND(w, NULL, 0);
    wire_refuse(w, "not bound this way");
    WIRE(w, BIND_SHADER, dsa, PIPE_SHADER_VERTEX);
    wire_refuse(w, "not a shader");
    WIRE(w, SET_SAMPLER_VIEWS, PIPE_SHADER_FRAGMENT, 0, dsa);
    wire_refuse(w, "not a sampler view");
    WIRE(w, SET_FRAMEBUFFER_STATE, 1, 0, dsa);
    wire_refuse(w, "not a surface");
    WIRE(w, BEGIN_QUERY, dsa);
    wire_refuse(w, "not a query");
    /* A resource's handle must not name an object, and an object's handle must not name a resource.
     */
    uint32_t buffer = wire_buffer(w, 16);
    WIRE_BIND(w, DSA, buffer);
    wire_refuse(w, "unknown");
    WIRE(w, SET_INDEX_BUFFER, dsa, 4, 0);
    wire_refuse(w, "unknown resource");
}

static void destroy_twice(void **state)
{
    struct wire *w = *state;
    uint32_t dsa = wire_dsa(w);
    WIRE(w, DESTROY_OBJECT, dsa);
    WIRE(w, DESTROY_OBJECT, dsa);
    WIRE(w, DESTROY_OBJECT, 0);
    WIRE(w, DESTROY_OBJECT, 0xffffffff);
    wire_accept(w);
    assert_int_equal(w->screen->live.csos, 0);
}

/* ---- destroy_while_bound -------------------------------------------------------------------- */

/* Attacks destroy_while_bound_blend, _dsa, _raster, _sampler, _view, _surface, _shader, _ve and
 * _so_target: destroys bound objects. query_destroy_while_active is the test for a query. */
static void destroy_while_bound(void **state)
{
    struct wire *w = *state;
    struct wire_draw_state s = wire_ready_to_draw(w);
    uint32_t sampler = wire_sampler(w);
    uint32_t texture = wire_texture(w, PIPE_FORMAT_R8G8B8A8_UNORM, 4, 4);
    uint32_t view = wire_view(w, texture, PIPE_FORMAT_R8G8B8A8_UNORM);
    uint32_t target = wire_target(w, wire_buffer(w, 64), 0, 64);
    WIRE(w, BIND_SAMPLER_STATES, PIPE_SHADER_FRAGMENT, 0, sampler);
    WIRE(w, SET_SAMPLER_VIEWS, PIPE_SHADER_FRAGMENT, 0, view);
    WIRE(w, SET_STREAMOUT_TARGETS, 0, target);
    wire_accept(w);

    const uint32_t handles[] = {s.blend,   s.dsa, s.rasterizer, s.elements, s.vs,
                                s.surface, s.fs,  sampler,      view,       target};
    for (size_t i = 0; i < sizeof(handles) / sizeof(handles[0]); i++) {
        WIRE(w, DESTROY_OBJECT, handles[i]);
        wire_draw(w);
        wire_accept(w);
        assert_int_equal(w->screen->counts.draws, i + 1);
    }
    assert_int_equal(w->screen->live.csos, 7);
    /* The handles must be free again, and binding new objects must release the old objects. */
    uint32_t mask = 0xfu << 27;
    WIRE_CREATE(w, BLEND, s.blend, 0, 0, mask, mask, mask, mask, mask, mask, mask, mask);
    WIRE_CREATE(w, DSA, s.dsa, 0, 0, 0, 0);
    WIRE_BIND(w, BLEND, s.blend);
    WIRE_BIND(w, DSA, s.dsa);
    WIRE(w, BIND_SAMPLER_STATES, PIPE_SHADER_FRAGMENT, 0, 0);
    WIRE(w, SET_SAMPLER_VIEWS, PIPE_SHADER_FRAGMENT, 0, 0);
    WIRE(w, SET_STREAMOUT_TARGETS, 0);
    wire_draw(w);
    wire_accept(w);
    assert_int_equal(w->screen->live.csos, 6);
    assert_int_equal(w->screen->live.views, 0);
    assert_int_equal(w->screen->live.targets, 0);
    WIRE(w, SET_FRAMEBUFFER_STATE, 0, 0);
    WIRE(w, SET_FRAMEBUFFER_STATE_NO_ATTACH, 4 << 16 | 4, 1);
    WIRE(w, BIND_SHADER, 0, PIPE_SHADER_VERTEX);
    WIRE(w, BIND_SHADER, 0, PIPE_SHADER_FRAGMENT);
    WIRE_BIND(w, RASTERIZER, 0);
    WIRE_BIND(w, VERTEX_ELEMENTS, 0);
    wire_accept(w);
    assert_int_equal(w->screen->live.csos, 2);
}

/* Binds one object in many slots; checks that it remains one object. */
static void one_object_in_many_slots(void **state)
{
    struct wire *w = *state;
    uint32_t sampler = wire_sampler(w);
    for (unsigned stage = 0; stage < GV_VIRGL_NUM_STAGES; stage++) {
        for (unsigned slot = 0; slot < GV_VIRGL_MAX_SAMPLERS; slot++)
            WIRE(w, BIND_SAMPLER_STATES, stage, slot, sampler);
    }
    WIRE(w, DESTROY_OBJECT, sampler);
    wire_accept(w);
    assert_int_equal(w->screen->live.csos, 1);
    for (unsigned stage = 0; stage < GV_VIRGL_NUM_STAGES; stage++) {
        uint32_t payload[34] = {stage, 0};
        wire_command(w, GV_VIRGL_BIND_SAMPLER_STATES, 0, payload, 34);
    }
    wire_accept(w);
    assert_int_equal(w->screen->live.csos, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        WIRE_TEST(blend_bits),
        WIRE_TEST(blend_unknown_factors),
        WIRE_TEST(dsa_bits),
        WIRE_TEST(rasterizer_flags),
        WIRE_TEST(rasterizer_numbers),
        WIRE_TEST(sampler_bits),
        WIRE_TEST(vertex_elements),
        WIRE_TEST(sampler_views),
        WIRE_TEST(bad_sampler_views),
        WIRE_TEST(buffer_views),
        WIRE_TEST(cube_views),
        WIRE_TEST(surfaces),
        WIRE_TEST(unrenderable_surfaces),
        WIRE_TEST(multisample_surfaces),
        WIRE_TEST(handle_0_and_handles_in_use),
        WIRE_TEST(bind_unknown_and_wrong),
        WIRE_TEST(destroy_twice),
        WIRE_TEST(destroy_while_bound),
        WIRE_TEST(one_object_in_many_slots),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
