/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* The set_* methods, except those of bound.c. Galvan takes its own references to bound
 * resources. */
#include "util/u_inlines.h"

#include "gm.h"
#include "names.h"

/* ---- Values -------------------------------------------------------------------------------- */

static void set_blend_color(struct pipe_context *pipe, const struct pipe_blend_color *color)
{
    struct gpipe_context *galvan = gm_context(pipe)->galvan;

    galvan->set_blend_color(galvan, (const struct gpipe_blend_color *)color);
}

static void set_stencil_ref(struct pipe_context *pipe, const struct pipe_stencil_ref ref)
{
    struct gpipe_context *galvan = gm_context(pipe)->galvan;
    const struct gpipe_stencil_ref galvan_ref = {{ref.ref_value[0], ref.ref_value[1]}};

    galvan->set_stencil_ref(galvan, &galvan_ref);
}

static void set_sample_mask(struct pipe_context *pipe, unsigned mask)
{
    struct gpipe_context *galvan = gm_context(pipe)->galvan;

    galvan->set_sample_mask(galvan, mask);
}

static void set_min_samples(struct pipe_context *pipe, unsigned samples)
{
    struct gpipe_context *galvan = gm_context(pipe)->galvan;

    galvan->set_min_samples(galvan, samples);
}

static void set_clip_state(struct pipe_context *pipe, const struct pipe_clip_state *clip)
{
    struct gpipe_context *galvan = gm_context(pipe)->galvan;

    galvan->set_clip_state(galvan, (const struct gpipe_clip_state *)clip);
}

static void set_polygon_stipple(struct pipe_context *pipe, const struct pipe_poly_stipple *stipple)
{
    struct gpipe_context *galvan = gm_context(pipe)->galvan;

    galvan->set_polygon_stipple(galvan, (const struct gpipe_poly_stipple *)stipple);
}

static void set_scissor_states(struct pipe_context *pipe, unsigned start, unsigned num,
                               const struct pipe_scissor_state *scissors)
{
    struct gpipe_context *galvan = gm_context(pipe)->galvan;

    galvan->set_scissor_states(galvan, start, num, (const struct gpipe_scissor_state *)scissors);
}

static void set_window_rectangles(struct pipe_context *pipe, bool include, unsigned num,
                                  const struct pipe_scissor_state *rectangles)
{
    struct gpipe_context *galvan = gm_context(pipe)->galvan;

    galvan->set_window_rectangles(galvan, include, num,
                                  (const struct gpipe_scissor_state *)rectangles);
}

static void set_viewport_states(struct pipe_context *pipe, unsigned start, unsigned num,
                                const struct pipe_viewport_state *viewports)
{
    struct gpipe_context *galvan = gm_context(pipe)->galvan;
    struct gpipe_viewport_state state[GPIPE_MAX_VIEWPORTS];

    for (unsigned i = 0; i < num; i++)
        state[i] = (struct gpipe_viewport_state){
            .scale = {viewports[i].scale[0], viewports[i].scale[1], viewports[i].scale[2]},
            .translate = {viewports[i].translate[0], viewports[i].translate[1],
                          viewports[i].translate[2]},
        };
    galvan->set_viewport_states(galvan, start, num, state);
}

static void set_tess_state(struct pipe_context *pipe, const float outer[4], const float inner[2])
{
    struct gpipe_context *galvan = gm_context(pipe)->galvan;

    galvan->set_tess_state(galvan, outer, inner);
}

static void set_patch_vertices(struct pipe_context *pipe, uint8_t vertices)
{
    gm_context(pipe)->patch_vertices = vertices;
}

static void set_sample_locations(struct pipe_context *pipe, size_t size, const uint8_t *locations)
{
    struct gpipe_context *galvan = gm_context(pipe)->galvan;

    galvan->set_sample_locations(galvan, size, locations);
}

/* ---- What is bound ------------------------------------------------------------------------- */

static void set_framebuffer_state(struct pipe_context *pipe,
                                  const struct pipe_framebuffer_state *state)
{
    struct gpipe_context *galvan = gm_context(pipe)->galvan;
    struct gpipe_framebuffer_state galvan_state = {
        .width = state->width,
        .height = state->height,
        .samples = state->samples,
        .layers = state->layers,
        .nr_cbufs = state->nr_cbufs,
        .zsbuf = gm_galvan_surface(gm_context(pipe), state->zsbuf),
    };

    if (!gm_context(pipe)->threads) /* see threads.c */
        gm_fetch_bound_fronts(pipe, state);
    for (unsigned i = 0; i < state->nr_cbufs; i++)
        galvan_state.cbufs[i] = gm_galvan_surface(gm_context(pipe), state->cbufs[i]);
    galvan->set_framebuffer_state(galvan, &galvan_state);

    struct pipe_surface *first = state->nr_cbufs ? state->cbufs[0] : NULL;
    struct pipe_resource *frame = first ? first->texture : NULL;
    if (frame && !(gm_resource(frame)->target_pages || gm_resource(frame)->slots[0]))
        frame = NULL;
    if (frame != gm_context(pipe)->frame)
        gm_context(pipe)->frame_copied = false;
    pipe_resource_reference(&gm_context(pipe)->frame, frame);
}

static void fill_shader_buffers(unsigned num, const struct pipe_shader_buffer *from,
                                struct gpipe_shader_buffer *to)
{
    for (unsigned i = 0; i < num; i++)
        to[i] = (struct gpipe_shader_buffer){
            .buffer = gm_galvan_resource(from[i].buffer),
            .buffer_offset = from[i].buffer_offset,
            .buffer_size = from[i].buffer_size,
        };
}

static void set_shader_buffers(struct pipe_context *pipe, enum pipe_shader_type stage,
                               unsigned start, unsigned num,
                               const struct pipe_shader_buffer *buffers, unsigned writable)
{
    struct gpipe_context *galvan = gm_context(pipe)->galvan;
    struct gpipe_shader_buffer galvan_buffers[PIPE_MAX_SHADER_BUFFERS];

    if (buffers)
        fill_shader_buffers(num, buffers, galvan_buffers);
    galvan->set_shader_buffers(galvan, gm_stage(stage), start, num,
                               buffers ? galvan_buffers : NULL);
}

static void set_hw_atomic_buffers(struct pipe_context *pipe, unsigned start, unsigned num,
                                  const struct pipe_shader_buffer *buffers)
{
    struct gpipe_context *galvan = gm_context(pipe)->galvan;
    struct gpipe_shader_buffer galvan_buffers[PIPE_MAX_HW_ATOMIC_BUFFERS];

    if (buffers)
        fill_shader_buffers(num, buffers, galvan_buffers);
    galvan->set_hw_atomic_buffers(galvan, start, num, buffers ? galvan_buffers : NULL);
}

static void fill_image(const struct pipe_image_view *from, struct gpipe_image_view *to)
{
    *to = (struct gpipe_image_view){
        .resource = gm_galvan_resource(from->resource),
        .format = gm_format(from->format),
        .access = from->access & PIPE_IMAGE_ACCESS_READ_WRITE,
        .shader_access = from->shader_access & PIPE_IMAGE_ACCESS_READ_WRITE,
    };
    if (from->resource && from->resource->target == PIPE_BUFFER) {
        to->u.buf.offset = from->u.buf.offset;
        to->u.buf.size = from->u.buf.size;
    } else {
        to->u.tex.first_layer = from->u.tex.first_layer;
        to->u.tex.last_layer = from->u.tex.last_layer;
        to->u.tex.level = from->u.tex.level;
    }
}

static void set_shader_images(struct pipe_context *pipe, enum pipe_shader_type stage,
                              unsigned start, unsigned num, unsigned num_unbound,
                              const struct pipe_image_view *images)
{
    struct gpipe_context *galvan = gm_context(pipe)->galvan;
    struct gpipe_image_view galvan_images[PIPE_MAX_SHADER_IMAGES];

    for (unsigned i = 0; images && i < num; i++)
        fill_image(&images[i], &galvan_images[i]);
    if (num)
        galvan->set_shader_images(galvan, gm_stage(stage), start, num,
                                  images ? galvan_images : NULL);
    if (num_unbound)
        galvan->set_shader_images(galvan, gm_stage(stage), start + num, num_unbound, NULL);
}

static void set_stream_output_targets(struct pipe_context *pipe, unsigned num,
                                      struct pipe_stream_output_target **targets,
                                      const unsigned *offsets GM_PRIMITIVE_PARAMETER)
{
    struct gpipe_context *galvan = gm_context(pipe)->galvan;
    struct gpipe_stream_output_target *galvan_targets[PIPE_MAX_SO_BUFFERS];

    for (unsigned i = 0; i < num; i++)
        galvan_targets[i] = gm_galvan_so_target(gm_context(pipe), targets[i]);
    galvan->set_stream_output_targets(galvan, num, galvan_targets, offsets);
}

void gm_init_context_bindings(struct gm_context *ctx)
{
    struct pipe_context *base = &ctx->base;

    base->set_blend_color = set_blend_color;
    base->set_stencil_ref = set_stencil_ref;
    base->set_sample_mask = set_sample_mask;
    base->set_min_samples = set_min_samples;
    base->set_clip_state = set_clip_state;
    base->set_polygon_stipple = set_polygon_stipple;
    base->set_scissor_states = set_scissor_states;
    base->set_window_rectangles = set_window_rectangles;
    base->set_viewport_states = set_viewport_states;
    base->set_tess_state = set_tess_state;
    base->set_patch_vertices = set_patch_vertices;
    if (ctx->galvan->set_sample_locations)
        base->set_sample_locations = set_sample_locations;
    base->set_framebuffer_state = set_framebuffer_state;
    base->set_shader_buffers = set_shader_buffers;
    base->set_hw_atomic_buffers = set_hw_atomic_buffers;
    base->set_shader_images = set_shader_images;
    base->set_stream_output_targets = set_stream_output_targets;
}
