/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Values and bindings: the state that reaches the driver, ranges of slots, and framebuffers. */
#include <string.h>

#include "wire.h"

/* Draws without setting the state on whose initial values clients rely; checks these values. */
static void initial_state(void **state)
{
    struct wire *w = *state;
    WIRE(w, SET_STENCIL_REF, 0);
    wire_accept(w);
    const struct null_context *ctx = wire_context(w);
    assert_int_equal(ctx->sample_mask, ~0u);
    assert_int_equal(ctx->min_samples, 1);
    for (unsigned i = 0; i < 32; i++)
        assert_int_equal(ctx->stipple.stipple[i], ~0u);
    assert_true(ctx->tess_outer[3] == 1.0f && ctx->tess_inner[1] == 1.0f);
}

static void values(void **state)
{
    struct wire *w = *state;
    uint32_t planes[32], stipple[32];
    for (unsigned i = 0; i < 32; i++) {
        planes[i] = wire_float((float)i);
        stipple[i] = i;
    }
    WIRE(w, SET_STENCIL_REF, 0xffff5a12);
    WIRE(w, SET_BLEND_COLOR, wire_float(1), wire_float(2), wire_float(3), wire_float(4));
    WIRE(w, SET_SAMPLE_MASK, 0); /* attack sample_mask_0 */
    WIRE(w, SET_MIN_SAMPLES, 4);
    WIRE(w, SET_TESS_STATE, wire_float(1), wire_float(2), wire_float(3), wire_float(4),
         wire_float(5), wire_float(6));
    wire_command(w, GV_VIRGL_SET_CLIP_STATE, 0, planes, 32);
    wire_command(w, GV_VIRGL_SET_POLYGON_STIPPLE, 0, stipple, 32);
    WIRE(w, MEMORY_BARRIER, PIPE_BARRIER_TEXTURE);
    WIRE(w, MEMORY_BARRIER, ~0u);
    WIRE(w, TEXTURE_BARRIER, 1);
    WIRE(w, EMIT_STRING_MARKER, 5, 0x6c6c6568, 0x6f);
    WIRE(w, SET_DEBUG_FLAGS, 0x00636261);
    WIRE(w, SET_TWEAKS, 0, 1);
    wire_accept(w);
    const struct null_context *ctx = wire_context(w);
    assert_int_equal(ctx->stencil_ref.ref_value[0], 0x12);
    assert_int_equal(ctx->stencil_ref.ref_value[1], 0x5a);
    assert_true(ctx->blend_color.color[3] == 4);
    assert_int_equal(ctx->sample_mask, 0);
    assert_int_equal(ctx->min_samples, 4);
    assert_true(ctx->tess_outer[0] == 1 && ctx->tess_inner[1] == 6);
    assert_true(ctx->clip.ucp[7][3] == 31);
    assert_int_equal(ctx->stipple.stipple[31], 31);
    assert_int_equal(w->screen->counts.barriers, 3);
    assert_int_equal(w->screen->counts.markers, 1);
    WIRE(w, SET_MIN_SAMPLES, 33);
    wire_refuse(w, "33 samples");
    WIRE(w, EMIT_STRING_MARKER, 9, 0, 0);
    wire_refuse(w, "9 bytes announced");
    WIRE(w, EMIT_STRING_MARKER, ~0u, 0, 0);
    wire_refuse(w, "bytes announced");
    /* attack stipple_short_payload */
    stipple[31] = 7;
    wire_command(w, GV_VIRGL_SET_POLYGON_STIPPLE, 0, stipple, 31);
    wire_refuse(w, "length 31");
    assert_int_equal(ctx->stipple.stipple[31], 31);
}

static void viewports_and_scissors(void **state)
{
    struct wire *w = *state;
    uint32_t payload[1 + 17 * 6] = {0};
    /* Infinities, huge numbers and NaN must be passed to the driver. */
    WIRE(w, SET_VIEWPORT_STATE, 0, 0xff800000, 0x7f800000, wire_float(1e30f), 0, 0, 0);
    WIRE(w, SET_VIEWPORT_STATE, 15, wire_float(1), wire_float(2), wire_float(3), wire_float(4),
         wire_float(5), wire_float(6));
    wire_command(w, GV_VIRGL_SET_VIEWPORT_STATE, 0, payload, 1);
    wire_command(w, GV_VIRGL_SET_VIEWPORT_STATE, 0, payload, 1 + 16 * 6);
    WIRE(w, SET_SCISSOR_STATE, 15, 2 << 16 | 1, 4 << 16 | 3);
    /* attack scissor_min_gt_max */
    WIRE(w, SET_SCISSOR_STATE, 0, 9 << 16 | 9, 4 << 16 | 3);
    wire_accept(w);
    const struct null_context *ctx = wire_context(w);
    assert_int_equal(ctx->scissors[15].minx, 1);
    assert_int_equal(ctx->scissors[15].miny, 2);
    assert_int_equal(ctx->scissors[15].maxx, 3);
    assert_int_equal(ctx->scissors[15].maxy, 4);
    /* attack set_viewports_start_15_count_2 */
    payload[0] = 15;
    wire_command(w, GV_VIRGL_SET_VIEWPORT_STATE, 0, payload, 1 + 2 * 6);
    wire_refuse(w, "2 slots from 15");
    payload[0] = ~0u;
    wire_command(w, GV_VIRGL_SET_VIEWPORT_STATE, 0, payload, 1 + 6);
    wire_refuse(w, "slots from 4294967295");
    wire_command(w, GV_VIRGL_SET_SCISSOR_STATE, 0, payload, 1 + 2 * 2);
    wire_refuse(w, "slots from 4294967295");
}

/* ---- Framebuffer ---------------------------------------------------------------------------- */

static void clear_all(struct wire *w)
{
    WIRE(w, CLEAR, PIPE_CLEAR_COLOR0, 0, 0, 0, 0, 0, 0, 0);
}

/* Attack framebuffer_mixed_sizes: binds attachments of several sizes; checks that the framebuffer
 * has the smallest width and the smallest height. */
static void framebuffer_sizes(void **state)
{
    struct wire *w = *state;
    const uint32_t rgba8 = PIPE_FORMAT_R8G8B8A8_UNORM;
    uint32_t big = wire_surface(w, wire_texture(w, rgba8, 64, 16), rgba8);
    uint32_t tall = wire_surface(w, wire_texture(w, rgba8, 32, 48), rgba8);
    uint32_t depth =
        wire_surface(w, wire_texture(w, PIPE_FORMAT_Z32_FLOAT, 40, 40), PIPE_FORMAT_Z32_FLOAT);
    WIRE(w, SET_FRAMEBUFFER_STATE, 3, depth, big, 0, tall);
    clear_all(w);
    wire_accept(w);
    const struct pipe_framebuffer_state *fb = &wire_context(w)->framebuffer;
    assert_int_equal(fb->nr_cbufs, 3);
    assert_null(fb->cbufs[1]);
    assert_non_null(fb->zsbuf);
    assert_int_equal(fb->width, 32);
    assert_int_equal(fb->height, 16);
    /* The size that the client sends must count if it is smaller. */
    WIRE(w, SET_FRAMEBUFFER_STATE_NO_ATTACH, 10 << 16 | 20, 0);
    clear_all(w);
    wire_accept(w);
    assert_int_equal(fb->width, 20);
    assert_int_equal(fb->height, 10);
    WIRE(w, SET_FRAMEBUFFER_STATE_NO_ATTACH, 100 << 16 | 200, 0);
    clear_all(w);
    wire_accept(w);
    assert_int_equal(fb->width, 32);
}

static void framebuffer_without_attachments(void **state)
{
    struct wire *w = *state;
    WIRE(w, SET_FRAMEBUFFER_STATE, 0, 0);
    clear_all(w);
    wire_accept(w);
    assert_int_equal(w->screen->counts.clears, 0);
    WIRE(w, SET_FRAMEBUFFER_STATE_NO_ATTACH, 6 << 16 | 7, 4 << 16 | 3);
    clear_all(w);
    wire_accept(w);
    const struct pipe_framebuffer_state *fb = &wire_context(w)->framebuffer;
    assert_int_equal(fb->width, 7);
    assert_int_equal(fb->height, 6);
    assert_int_equal(fb->layers, 3);
    assert_int_equal(fb->samples, 4);
    WIRE(w, SET_FRAMEBUFFER_STATE_NO_ATTACH, 6 << 16 | 7, 3 << 16);
    wire_refuse(w, "3 samples");
}

/* Sets the framebuffer several times before a draw; checks that the driver gets it once. */
static void framebuffer_is_set_late(void **state)
{
    struct wire *w = *state;
    struct wire_draw_state s = wire_ready_to_draw(w);
    wire_draw(w);
    wire_accept(w);
    unsigned before = w->screen->counts.set_framebuffer;
    for (unsigned i = 0; i < 5; i++) {
        WIRE(w, SET_FRAMEBUFFER_STATE, 1, 0, s.surface);
        WIRE(w, SET_FRAMEBUFFER_STATE_NO_ATTACH, 64 << 16 | 64, 0);
    }
    wire_draw(w);
    wire_draw(w);
    wire_accept(w);
    assert_int_equal(w->screen->counts.set_framebuffer, before + 1);
}

static void bad_framebuffers(void **state)
{
    struct wire *w = *state;
    const uint32_t rgba8 = PIPE_FORMAT_R8G8B8A8_UNORM;
    struct gv_virgl_resource_args a = wire_args_2d(rgba8, 16, 16);
    uint32_t color = wire_surface(w, wire_resource(w, a), rgba8);
    a.nr_samples = 4;
    uint32_t multi = wire_surface(w, wire_resource(w, a), rgba8);
    uint32_t depth =
        wire_surface(w, wire_texture(w, PIPE_FORMAT_Z32_FLOAT, 16, 16), PIPE_FORMAT_Z32_FLOAT);
    WIRE(w, SET_FRAMEBUFFER_STATE, 1, 0, color);
    clear_all(w);
    wire_accept(w);
    /* attacks set_framebuffer_nr_cbufs_9 and _255 */
    WIRE(w, SET_FRAMEBUFFER_STATE, 9, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0);
    wire_refuse(w, "length 11");
    WIRE(w, SET_FRAMEBUFFER_STATE, 255, 0, color);
    wire_refuse(w, "255 colour buffers in 1");
    WIRE(w, SET_FRAMEBUFFER_STATE, 2, 0, color);
    wire_refuse(w, "2 colour buffers in 1");
    WIRE(w, SET_FRAMEBUFFER_STATE, 0, 0, color);
    wire_refuse(w, "0 colour buffers in 1");
    WIRE(w, SET_FRAMEBUFFER_STATE, 2, 0, color, multi);
    wire_refuse(w, "samples");
    WIRE(w, SET_FRAMEBUFFER_STATE, 1, depth, multi);
    wire_refuse(w, "samples");
    WIRE(w, SET_FRAMEBUFFER_STATE, 1, 0, depth);
    wire_refuse(w, "is depth-stencil");
    WIRE(w, SET_FRAMEBUFFER_STATE, 0, color);
    wire_refuse(w, "is colour");
    WIRE(w, SET_FRAMEBUFFER_STATE, 1, 0, 999);
    wire_refuse(w, "unknown surface 999");
    /* No rejected command may have changed the bound framebuffer. */
    clear_all(w);
    wire_accept(w);
    assert_int_equal(wire_context(w)->framebuffer.nr_cbufs, 1);
    assert_int_equal(w->screen->counts.set_framebuffer, 1);
}

/* Attack framebuffer_view_of_sampled: binds a sampled texture as a target; checks that this
 * feedback loop is allowed. Its result is undefined. */
static void framebuffer_view_of_sampled(void **state)
{
    struct wire *w = *state;
    struct wire_draw_state s = wire_ready_to_draw(w);
    WIRE(w, SET_SAMPLER_VIEWS, PIPE_SHADER_FRAGMENT, 0,
         wire_view(w, s.texture, PIPE_FORMAT_B8G8R8A8_UNORM));
    wire_draw(w);
    wire_accept(w);
    assert_int_equal(w->screen->counts.draws, 1);
}

/* ---- Shader resources ----------------------------------------------------------------------- */

static void constants(void **state)
{
    struct wire *w = *state;
    static uint32_t big[2 + 16385] = {PIPE_SHADER_FRAGMENT, 0, 77};
    uint32_t buffer = wire_buffer(w, 256);
    wire_command(w, GV_VIRGL_SET_CONSTANT_BUFFER, 0, big, 2 + 16384);
    WIRE(w, SET_UNIFORM_BUFFER, PIPE_SHADER_VERTEX, 15, 16, 64, buffer);
    wire_accept(w);
    const struct null_context *ctx = wire_context(w);
    assert_int_equal(ctx->constants[PIPE_SHADER_FRAGMENT][0].buffer_size, 65536);
    assert_int_equal(ctx->first_constant[PIPE_SHADER_FRAGMENT][0], 77);
    assert_int_equal(ctx->constants[PIPE_SHADER_VERTEX][15].buffer_offset, 16);
    assert_int_equal(ctx->constants[PIPE_SHADER_VERTEX][15].buffer_size, 64);
    /* attack uniform_buffer_offset_past_end: lengths are clipped, offsets are rejected */
    WIRE(w, SET_UNIFORM_BUFFER, PIPE_SHADER_VERTEX, 1, 240, ~0u, buffer);
    wire_accept(w);
    assert_int_equal(ctx->constants[PIPE_SHADER_VERTEX][1].buffer_size, 16);
    WIRE(w, SET_UNIFORM_BUFFER, PIPE_SHADER_VERTEX, 1, 256, 4, buffer);
    wire_accept(w);
    assert_null(ctx->constants[PIPE_SHADER_VERTEX][1].buffer);
    WIRE(w, SET_UNIFORM_BUFFER, PIPE_SHADER_VERTEX, 1, 272, 4, buffer);
    wire_refuse(w, "past the end");
    WIRE(w, SET_UNIFORM_BUFFER, PIPE_SHADER_VERTEX, 1, 8, 4, buffer);
    wire_refuse(w, "multiple of 16");
    /* Length 2 unbinds any slot, also slots that were not announced. */
    WIRE(w, SET_CONSTANT_BUFFER, PIPE_SHADER_VERTEX, 15);
    WIRE(w, SET_CONSTANT_BUFFER, PIPE_SHADER_VERTEX, 31);
    WIRE(w, SET_UNIFORM_BUFFER, PIPE_SHADER_VERTEX, 0, 0, 0, 0);
    wire_accept(w);
    assert_null(ctx->constants[PIPE_SHADER_VERTEX][15].buffer);
    /* attack constant_buffer_slot_past_max */
    WIRE(w, SET_CONSTANT_BUFFER, PIPE_SHADER_VERTEX, 16, 1);
    wire_refuse(w, "constant buffer 16");
    WIRE(w, SET_CONSTANT_BUFFER, PIPE_SHADER_VERTEX, 32);
    wire_refuse(w, "constant buffer 32");
    WIRE(w, SET_UNIFORM_BUFFER, PIPE_SHADER_VERTEX, 16, 0, 16, buffer);
    wire_refuse(w, "constant buffer 16");
    WIRE(w, SET_UNIFORM_BUFFER, 6, 0, 0, 16, buffer);
    wire_refuse(w, "stage 6");
    wire_command(w, GV_VIRGL_SET_CONSTANT_BUFFER, 0, big, 2 + 16385);
    wire_refuse(w, "length 16387");
}

/* Sets equal state several times in one submit; checks that the decoder skips a repeated command
 * only while the state is still bound. */
static void uniform_buffers_said_again(void **state)
{
    struct wire *w = *state;
    uint32_t buffer = wire_buffer(w, 256);
    for (unsigned i = 0; i < 2; i++)
        WIRE(w, SET_UNIFORM_BUFFER, PIPE_SHADER_VERTEX, 1, 0, 64, buffer);
    WIRE(w, SET_UNIFORM_BUFFER, PIPE_SHADER_VERTEX, 2, 0, 64, buffer);
    WIRE(w, SET_UNIFORM_BUFFER, PIPE_SHADER_FRAGMENT, 1, 0, 64, buffer);
    wire_accept(w);
    const struct null_context *ctx = wire_context(w);
    const struct pipe_constant_buffer *slot = &ctx->constants[PIPE_SHADER_VERTEX][1];
    assert_int_equal(slot->buffer_size, 64);
    assert_int_equal(ctx->constants[PIPE_SHADER_VERTEX][2].buffer_size, 64);
    assert_int_equal(ctx->constants[PIPE_SHADER_FRAGMENT][1].buffer_size, 64);
    WIRE(w, SET_UNIFORM_BUFFER, PIPE_SHADER_VERTEX, 1, 0, 64, buffer);
    WIRE(w, SET_CONSTANT_BUFFER, PIPE_SHADER_VERTEX, 1, 7);
    wire_accept(w);
    assert_null(slot->buffer);
    WIRE(w, SET_UNIFORM_BUFFER, PIPE_SHADER_VERTEX, 1, 0, 64, buffer);
    WIRE(w, SET_CONSTANT_BUFFER, PIPE_SHADER_VERTEX, 1, 7);
    WIRE(w, SET_UNIFORM_BUFFER, PIPE_SHADER_VERTEX, 1, 0, 64, buffer);
    wire_accept(w);
    assert_non_null(slot->buffer);
    WIRE(w, SET_UNIFORM_BUFFER, PIPE_SHADER_VERTEX, 1, 0, 64, buffer);
    WIRE(w, SET_UNIFORM_BUFFER, PIPE_SHADER_VERTEX, 1, 0, 0, 0);
    wire_accept(w);
    assert_null(slot->buffer);
    /* In the next submit, another resource has the handle. */
    WIRE(w, SET_UNIFORM_BUFFER, PIPE_SHADER_VERTEX, 1, 0, 64, buffer);
    wire_accept(w);
    gv_virgl_resource_unref(w->r, buffer);
    struct gv_virgl_resource_args args = wire_args_buffer(32);
    args.handle = buffer;
    wire_resource(w, args);
    WIRE(w, SET_UNIFORM_BUFFER, PIPE_SHADER_VERTEX, 1, 0, 64, buffer);
    wire_accept(w);
    assert_int_equal(slot->buffer_size, 32);
}

static void sampler_views_and_states(void **state)
{
    struct wire *w = *state;
    const uint32_t rgba8 = PIPE_FORMAT_R8G8B8A8_UNORM;
    uint32_t view = wire_view(w, wire_texture(w, rgba8, 4, 4), rgba8);
    uint32_t sampler = wire_sampler(w);
    uint32_t payload[2 + 33] = {PIPE_SHADER_FRAGMENT};
    WIRE(w, SET_SAMPLER_VIEWS, PIPE_SHADER_FRAGMENT, 3, view, 0, view);
    WIRE(w, BIND_SAMPLER_STATES, PIPE_SHADER_VERTEX, 31, sampler);
    wire_command(w, GV_VIRGL_SET_SAMPLER_VIEWS, 0, payload, 2); /* no views */
    wire_accept(w);
    const struct null_context *ctx = wire_context(w);
    assert_non_null(ctx->views[PIPE_SHADER_FRAGMENT][3]);
    assert_null(ctx->views[PIPE_SHADER_FRAGMENT][4]);
    assert_non_null(ctx->views[PIPE_SHADER_FRAGMENT][5]);
    assert_non_null(ctx->samplers[PIPE_SHADER_VERTEX][31]);
    /* attack set_sampler_views_start_plus_count_wraps */
    WIRE(w, SET_SAMPLER_VIEWS, PIPE_SHADER_FRAGMENT, ~0u, view, view);
    wire_refuse(w, "slots from");
    WIRE(w, SET_SAMPLER_VIEWS, PIPE_SHADER_FRAGMENT, 31, view, view);
    wire_refuse(w, "2 slots from 31");
    WIRE(w, BIND_SAMPLER_STATES, PIPE_SHADER_FRAGMENT, 32, sampler);
    wire_refuse(w, "1 slots from 32");
    wire_command(w, GV_VIRGL_SET_SAMPLER_VIEWS, 0, payload, 2 + 33);
    wire_refuse(w, "length 35");
    /* One handle is invalid, so nothing may be bound. */
    WIRE(w, SET_SAMPLER_VIEWS, PIPE_SHADER_FRAGMENT, 0, view, 999);
    wire_refuse(w, "unknown sampler view 999");
    assert_null(ctx->views[PIPE_SHADER_FRAGMENT][0]);
}

static void shader_buffers(void **state)
{
    struct wire *w = *state;
    uint32_t buffer = wire_buffer(w, 256);
    uint32_t payload[2 + 33 * 3] = {PIPE_SHADER_FRAGMENT};
    WIRE(w, SET_SHADER_BUFFERS, PIPE_SHADER_FRAGMENT, 31, 16, ~0u, buffer);
    WIRE(w, SET_ATOMIC_BUFFERS, 31, 32, 4, buffer);
    wire_command(w, GV_VIRGL_SET_SHADER_BUFFERS, 0, payload, 2);
    wire_command(w, GV_VIRGL_SET_ATOMIC_BUFFERS, 0, payload + 1, 1 + 16 * 3);
    wire_accept(w);
    const struct null_context *ctx = wire_context(w);
    assert_int_equal(ctx->shader_buffers[PIPE_SHADER_FRAGMENT][31].buffer_size, 240);
    assert_int_equal(ctx->atomic_buffers[31].buffer_offset, 32);
    /* attacks set_shader_buffers_count_gt_max and set_atomic_buffers_33 */
    wire_command(w, GV_VIRGL_SET_SHADER_BUFFERS, 0, payload, 2 + 33 * 3);
    wire_refuse(w, "length 101");
    wire_command(w, GV_VIRGL_SET_ATOMIC_BUFFERS, 0, payload, 1 + 33 * 3);
    wire_refuse(w, "length 100");
    WIRE(w, SET_SHADER_BUFFERS, PIPE_SHADER_FRAGMENT, 32, 0, 0, 0);
    wire_refuse(w, "1 slots from 32");
    WIRE(w, SET_ATOMIC_BUFFERS, ~0u, 0, 0, 0);
    wire_refuse(w, "slots from");
    WIRE(w, SET_SHADER_BUFFERS, PIPE_SHADER_FRAGMENT, 0, 257, 4, buffer);
    wire_refuse(w, "past the end");
    WIRE(w, SET_SHADER_BUFFERS, PIPE_SHADER_FRAGMENT, 0, 4, 4, buffer);
    wire_refuse(w, "multiple of 16");
    WIRE(w, SET_SHADER_BUFFERS, PIPE_SHADER_FRAGMENT, 0, 0, 4, 999);
    wire_refuse(w, "unknown resource 999");
}

static void shader_images(void **state)
{
    struct wire *w = *state;
    const uint32_t rgba8 = PIPE_FORMAT_R8G8B8A8_UNORM;
    struct gv_virgl_resource_args a = wire_args_2d(rgba8, 16, 16);
    uint32_t payload[2 + 33 * 5] = {PIPE_SHADER_FRAGMENT};
    a.target = PIPE_TEXTURE_2D_ARRAY;
    a.array_size = 4;
    a.last_level = 1;
    uint32_t array = wire_resource(w, a), buffer = wire_buffer(w, 256);
    WIRE(w, SET_SHADER_IMAGES, PIPE_SHADER_COMPUTE, 0, rgba8, 3, 3u << 16 | 1, 1, array, rgba8, 1,
         64, ~0u, buffer, 0, 0, 0, 0, 0);
    wire_command(w, GV_VIRGL_SET_SHADER_IMAGES, 0, payload, 2);
    wire_accept(w);
    const struct null_context *ctx = wire_context(w);
    const struct pipe_image_view *images = ctx->images[PIPE_SHADER_COMPUTE];
    assert_int_equal(images[0].u.tex.first_layer, 1);
    assert_int_equal(images[0].u.tex.last_layer, 3);
    assert_int_equal(images[0].u.tex.level, 1);
    assert_int_equal(images[0].access, PIPE_IMAGE_ACCESS_READ_WRITE);
    assert_int_equal(images[1].access, PIPE_IMAGE_ACCESS_READ);
    assert_int_equal(images[1].u.buf.offset, 64);
    assert_int_equal(images[1].u.buf.size, 192);
    assert_null(images[2].resource);
    /* The level is a byte; Mesa leaves the other bytes of the dword undefined. */
    WIRE(w, SET_SHADER_IMAGES, PIPE_SHADER_COMPUTE, 0, rgba8, 3, 0, 0x5500u | 1, array);
    wire_accept(w);
    assert_int_equal(images[0].u.tex.level, 1);
    /* attack set_shader_images_count_gt_max */
    wire_command(w, GV_VIRGL_SET_SHADER_IMAGES, 0, payload, 2 + 33 * 5);
    wire_refuse(w, "length 167");
    WIRE(w, SET_SHADER_IMAGES, PIPE_SHADER_COMPUTE, 32, 0, 0, 0, 0, 0);
    wire_refuse(w, "1 slots from 32");
    WIRE(w, SET_SHADER_IMAGES, PIPE_SHADER_COMPUTE, 0, rgba8, 1, 0, 2, array);
    wire_refuse(w, "level 2");
    WIRE(w, SET_SHADER_IMAGES, PIPE_SHADER_COMPUTE, 0, rgba8, 1, 4u << 16, 0, array);
    wire_refuse(w, "layers 0 to 4");
    WIRE(w, SET_SHADER_IMAGES, PIPE_SHADER_COMPUTE, 0, PIPE_FORMAT_R8_UNORM, 1, 0, 0, array);
    wire_refuse(w, "no image of format");
    WIRE(w, SET_SHADER_IMAGES, PIPE_SHADER_COMPUTE, 0, ~0u, 1, 0, 0, array);
    wire_refuse(w, "no image of format");
    WIRE(w, SET_SHADER_IMAGES, PIPE_SHADER_COMPUTE, 0, rgba8, 4, 0, 0, array);
    wire_refuse(w, "no image of format");
}

static void without_methods(struct pipe_context *pipe)
{
    pipe->set_shader_buffers = NULL;
    pipe->set_shader_images = NULL;
    pipe->set_hw_atomic_buffers = NULL;
    pipe->launch_grid = NULL;
    pipe->create_compute_state = NULL;
    pipe->bind_compute_state = NULL;
    pipe->set_tess_state = NULL;
    pipe->set_min_samples = NULL;
    pipe->memory_barrier = NULL;
    pipe->texture_barrier = NULL;
    pipe->create_stream_output_target = NULL;
    pipe->set_stream_output_targets = NULL;
    pipe->clear_texture = NULL;
    pipe->clear_buffer = NULL;
    pipe->render_condition = NULL;
    pipe->get_query_result_resource = NULL;
    pipe->emit_string_marker = NULL;
    pipe->link_shader = NULL;
}

/* Sends commands to drivers that lack methods; checks that the commands are rejected, and that
 * missing methods are not called. */
static void drivers_that_lack_methods(void **state)
{
    struct wire *w = *state;
    w->screen->tweak_context = without_methods;
    w->screen->base.query_memory_info = NULL;
    const uint32_t rgba8 = PIPE_FORMAT_R8G8B8A8_UNORM;
    uint32_t buffer = wire_buffer(w, 256), texture = wire_texture(w, rgba8, 4, 4);
    uint32_t query = wire_query(w, GV_VIRGL_QUERY_TIMESTAMP, wire_result(w));
    WIRE(w, SET_SHADER_BUFFERS, 0, 0, 0, 0, 0);
    WIRE(w, SET_SHADER_IMAGES, 0, 0, 0, 0, 0, 0, 0);
    WIRE(w, SET_ATOMIC_BUFFERS, 0, 0, 0, 0);
    WIRE(w, SET_STREAMOUT_TARGETS, 0);
    WIRE(w, SET_MIN_SAMPLES, 1);
    WIRE(w, EMIT_STRING_MARKER, 4, 0);
    WIRE(w, LINK_SHADER, 0, 0, 0, 0, 0, 0);
    WIRE(w, BIND_SHADER, 0, PIPE_SHADER_COMPUTE);
    WIRE(w, END_QUERY, query);
    wire_accept(w);
    WIRE(w, SET_SHADER_BUFFERS, 0, 0, 0, 16, buffer);
    wire_refuse(w, "not supported");
    WIRE(w, SET_SHADER_IMAGES, 0, 0, rgba8, 1, 0, 0, texture);
    wire_refuse(w, "not supported");
    WIRE(w, SET_ATOMIC_BUFFERS, 0, 0, 16, buffer);
    wire_refuse(w, "not supported");
    WIRE(w, LAUNCH_GRID, 1, 1, 1, 1, 1, 1, 0, 0);
    wire_refuse(w, "not supported");
    WIRE(w, SET_TESS_STATE, 0, 0, 0, 0, 0, 0);
    wire_refuse(w, "not supported");
    WIRE(w, SET_MIN_SAMPLES, 2);
    wire_refuse(w, "not supported");
    WIRE(w, MEMORY_BARRIER, 1);
    wire_refuse(w, "not supported");
    WIRE(w, TEXTURE_BARRIER, 1);
    wire_refuse(w, "not supported");
    WIRE_CREATE(w, STREAMOUT_TARGET, 99, buffer, 0, 16);
    wire_refuse(w, "not supported");
    WIRE(w, CLEAR_TEXTURE, texture, 0, 0, 0, 0, 1, 1, 1, 0, 0, 0, 0);
    wire_refuse(w, "not supported");
    WIRE(w, CLEAR_TEXTURE, buffer, 0, 0, 0, 0, 1, 1, 1, 0, 0, 0, 0);
    wire_refuse(w, "not supported");
    WIRE(w, SET_RENDER_CONDITION, query, 0, 0);
    wire_refuse(w, "not supported");
    WIRE(w, GET_QUERY_RESULT_QBO, query, buffer, 0, 1, 0, 0);
    wire_refuse(w, "not supported");
    WIRE(w, GET_MEMORY_INFO, buffer);
    wire_refuse(w, "not supported");
    wire_shader_packets(w, 98, PIPE_SHADER_COMPUTE, wire_cs_text, strlen(wire_cs_text) + 1, 4096);
    wire_refuse(w, "the driver refused it");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        WIRE_TEST(initial_state),
        WIRE_TEST(values),
        WIRE_TEST(viewports_and_scissors),
        WIRE_TEST(framebuffer_sizes),
        WIRE_TEST(framebuffer_without_attachments),
        WIRE_TEST(framebuffer_is_set_late),
        WIRE_TEST(bad_framebuffers),
        WIRE_TEST(framebuffer_view_of_sampled),
        WIRE_TEST(constants),
        WIRE_TEST(uniform_buffers_said_again),
        WIRE_TEST(sampler_views_and_states),
        WIRE_TEST(shader_buffers),
        WIRE_TEST(shader_images),
        WIRE_TEST(drivers_that_lack_methods),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
