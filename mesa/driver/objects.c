/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Constant state objects: converted templates, and Galvan's objects, which the recording thread
 * creates when it first binds a template. */
#include "util/u_memory.h"

#include "gm.h"
#include "names.h"

struct gm_state {
    void *galvan;
    union {
        struct gpipe_blend_state blend;
        struct gpipe_sampler_state sampler;
        struct gpipe_rasterizer_state rasterizer;
        struct gpipe_depth_stencil_alpha_state depth_stencil_alpha;
        struct {
            unsigned num;
            struct gpipe_vertex_element list[PIPE_MAX_ATTRIBS];
            uint16_t strides[PIPE_MAX_ATTRIBS]; /* stride of each vertex buffer; since Mesa 24.2 */
        } elements;
    };
};

/* NEW(field, value): returns a new state object with this template. */
#define NEW(field, value)                                                                          \
    do {                                                                                           \
        struct gm_state *made = CALLOC_STRUCT(gm_state);                                           \
        if (made)                                                                                  \
            made->field = value;                                                                   \
        return made;                                                                               \
    } while (0)

/* TAKE(field): initialises a field that has the same name and meaning in both structures. */
#define TAKE(field) .field = templ->field

static void *create_blend(struct pipe_context *pipe, const struct pipe_blend_state *templ)
{
    struct gpipe_blend_state state = {
        TAKE(independent_blend_enable),
        TAKE(logicop_enable),
        TAKE(logicop_func),
        TAKE(dither),
        TAKE(alpha_to_coverage),
        TAKE(alpha_to_one),
        TAKE(alpha_to_coverage_dither),
        TAKE(max_rt),
        TAKE(advanced_blend_func),
    };

    for (unsigned i = 0; i < PIPE_MAX_COLOR_BUFS; i++) {
        const struct pipe_rt_blend_state *rt = &templ->rt[i];

        state.rt[i] = (struct gpipe_rt_blend_state){
            .blend_enable = rt->blend_enable,
            .rgb_func = rt->rgb_func,
            .rgb_src_factor = rt->rgb_src_factor,
            .rgb_dst_factor = rt->rgb_dst_factor,
            .alpha_func = rt->alpha_func,
            .alpha_src_factor = rt->alpha_src_factor,
            .alpha_dst_factor = rt->alpha_dst_factor,
            .colormask = rt->colormask,
        };
    }
    NEW(blend, state);
}

static void *create_sampler(struct pipe_context *pipe, const struct pipe_sampler_state *templ)
{
    struct gpipe_sampler_state state = {
        TAKE(wrap_s),
        TAKE(wrap_t),
        TAKE(wrap_r),
        TAKE(min_img_filter),
        TAKE(min_mip_filter),
        TAKE(mag_img_filter),
        TAKE(compare_mode),
        TAKE(compare_func),
        TAKE(max_anisotropy),
        TAKE(seamless_cube_map),
        TAKE(reduction_mode),
        TAKE(lod_bias),
        TAKE(min_lod),
        TAKE(max_lod),
        .normalized_coords = !templ->unnormalized_coords,
    };

    memcpy(&state.border_color, &templ->border_color, sizeof(state.border_color));
    NEW(sampler, state);
}

static void *create_rasterizer(struct pipe_context *pipe, const struct pipe_rasterizer_state *templ)
{
    const struct gpipe_rasterizer_state state = {
        TAKE(flatshade),
        TAKE(flatshade_first),
        TAKE(light_twoside),
        TAKE(clamp_vertex_color),
        TAKE(clamp_fragment_color),
        TAKE(front_ccw),
        TAKE(cull_face),
        TAKE(fill_front),
        TAKE(fill_back),
        TAKE(offset_point),
        TAKE(offset_line),
        TAKE(offset_tri),
        TAKE(offset_units_unscaled),
        TAKE(poly_smooth),
        TAKE(poly_stipple_enable),
        TAKE(point_smooth),
        TAKE(sprite_coord_mode),
        TAKE(point_quad_rasterization),
        .point_tri_clip = templ->GM_POINT_TRI_CLIP,
        TAKE(point_size_per_vertex),
        TAKE(line_smooth),
        TAKE(line_stipple_enable),
        TAKE(line_last_pixel),
        TAKE(scissor),
        TAKE(multisample),
        TAKE(force_persample_interp),
        TAKE(half_pixel_center),
        TAKE(bottom_edge_rule),
        TAKE(rasterizer_discard),
        TAKE(depth_clip_near),
        TAKE(depth_clip_far),
        TAKE(depth_clamp),
        TAKE(clip_halfz),
        TAKE(clip_plane_enable),
        TAKE(conservative_raster_mode),
        TAKE(subpixel_precision_x),
        TAKE(subpixel_precision_y),
        TAKE(tile_raster_order_fixed),
        TAKE(tile_raster_order_increasing_x),
        TAKE(tile_raster_order_increasing_y),
        TAKE(line_stipple_factor),
        TAKE(line_stipple_pattern),
        TAKE(sprite_coord_enable),
        TAKE(line_width),
        TAKE(point_size),
        TAKE(offset_units),
        TAKE(offset_scale),
        TAKE(offset_clamp),
        TAKE(conservative_raster_dilate),
    };
    NEW(rasterizer, state);
}

static void *create_depth_stencil_alpha(struct pipe_context *pipe,
                                        const struct pipe_depth_stencil_alpha_state *templ)
{
    struct gpipe_depth_stencil_alpha_state state = {
        .depth = {.enabled = templ->depth_enabled,
                  .writemask = templ->depth_writemask,
                  .func = templ->depth_func,
                  .bounds_test = templ->depth_bounds_test,
                  .bounds_min = (float)templ->depth_bounds_min,
                  .bounds_max = (float)templ->depth_bounds_max},
        .alpha = {.enabled = templ->alpha_enabled,
                  .func = templ->alpha_func,
                  .ref_value = templ->alpha_ref_value},
    };

    for (unsigned i = 0; i < 2; i++) {
        const struct pipe_stencil_state *s = &templ->stencil[i];

        state.stencil[i] = (struct gpipe_stencil_state){
            .enabled = s->enabled,
            .func = s->func,
            .fail_op = s->fail_op,
            .zpass_op = s->zpass_op,
            .zfail_op = s->zfail_op,
            .valuemask = s->valuemask,
            .writemask = s->writemask,
        };
    }
    NEW(depth_stencil_alpha, state);
}

void gm_fill_elements(unsigned num, const struct pipe_vertex_element *from,
                      struct gpipe_vertex_element *to)
{
    for (unsigned i = 0; i < num; i++)
        to[i] = (struct gpipe_vertex_element){
            .src_offset = from[i].src_offset,
            .instance_divisor = from[i].instance_divisor,
            .vertex_buffer_index = from[i].vertex_buffer_index,
            .src_format = gm_format((enum pipe_format)from[i].src_format),
        };
}

static void *create_vertex_elements(struct pipe_context *pipe, unsigned num_elements,
                                    const struct pipe_vertex_element *elements)
{
    struct gm_state *state = CALLOC_STRUCT(gm_state);

    if (state) {
        state->elements.num = num_elements;
        gm_fill_elements(num_elements, elements, state->elements.list);
#if GM_MESA >= 2402
        for (unsigned i = 0; i < num_elements; i++)
            state->elements.strides[elements[i].vertex_buffer_index] =
                (uint16_t)elements[i].src_stride;
#endif
    }
    return state;
}

/* Defines galvan_KIND(), which returns Galvan's object of a state, and creates the object if it
 * does not exist. */
#define GALVAN(kind, ...)                                                                          \
    static void *galvan_##kind(struct gpipe_context *galvan, struct gm_state *state)               \
    {                                                                                              \
        if (state && !state->galvan)                                                               \
            state->galvan = galvan->create_##kind##_state(galvan, __VA_ARGS__);                    \
        return state ? state->galvan : NULL;                                                       \
    }

GALVAN(blend, &state->blend)
GALVAN(sampler, &state->sampler)
GALVAN(rasterizer, &state->rasterizer)
GALVAN(depth_stencil_alpha, &state->depth_stencil_alpha)
GALVAN(vertex_elements, state->elements.num, state->elements.list)

#define DELETE(kind)                                                                               \
    static void delete_##kind(struct pipe_context *pipe, void *data)                               \
    {                                                                                              \
        struct gpipe_context *galvan = gm_context(pipe)->galvan;                                   \
        struct gm_state *state = data;                                                             \
        if (state->galvan)                                                                         \
            galvan->delete_##kind##_state(galvan, state->galvan);                                  \
        FREE(state);                                                                               \
    }

/* Defines bind_*_state and delete_*_state for one kind of objects. */
#define PASS(kind)                                                                                 \
    static void bind_##kind(struct pipe_context *pipe, void *state)                                \
    {                                                                                              \
        struct gpipe_context *galvan = gm_context(pipe)->galvan;                                   \
        galvan->bind_##kind##_state(galvan, galvan_##kind(galvan, state));                         \
    }                                                                                              \
    DELETE(kind)

PASS(blend)
PASS(rasterizer)
PASS(depth_stencil_alpha)
DELETE(vertex_elements)
DELETE(sampler)

static void bind_vertex_elements(struct pipe_context *pipe, void *data)
{
    struct gpipe_context *galvan = gm_context(pipe)->galvan;
    struct gm_state *state = data;

    galvan->bind_vertex_elements_state(galvan, galvan_vertex_elements(galvan, state));
#if GM_MESA >= 2402
    if (state)
        gm_set_strides(gm_context(pipe), state->elements.strides);
#endif
}

static void bind_samplers(struct pipe_context *pipe, enum pipe_shader_type stage, unsigned start,
                          unsigned num_samplers, void **samplers)
{
    struct gpipe_context *galvan = gm_context(pipe)->galvan;
    void *galvan_samplers[PIPE_MAX_SAMPLERS];

    for (unsigned i = 0; samplers && i < num_samplers; i++)
        galvan_samplers[i] = galvan_sampler(galvan, samplers[i]);
    galvan->bind_sampler_states(galvan, gm_stage(stage), start, num_samplers,
                                samplers ? galvan_samplers : NULL);
}

void gm_init_context_objects(struct gm_context *ctx)
{
    struct pipe_context *base = &ctx->base;

#define SET(kind)                                                                                  \
    base->create_##kind##_state = create_##kind;                                                   \
    base->bind_##kind##_state = bind_##kind;                                                       \
    base->delete_##kind##_state = delete_##kind
    SET(blend);
    SET(rasterizer);
    SET(depth_stencil_alpha);
    SET(vertex_elements);
#undef SET
    base->create_sampler_state = create_sampler;
    base->bind_sampler_states = bind_samplers;
    base->delete_sampler_state = delete_sampler;
}
