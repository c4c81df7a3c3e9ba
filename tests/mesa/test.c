/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* A program that calls the driver as Mesa's frontend does, from several threads at once. Covers
 * draws and the state of draws, fences, maps, queries, objects that end while their draws are
 * queued, and frames of a client library. Checks the drawn pixels. scripts/mesa --sanitize builds
 * this program and the driver with a sanitizer. */
#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "tgsi/tgsi_text.h"
#include "util/os_time.h"
#include "util/u_inlines.h"
#include "util/u_upload_mgr.h"

#include "gm.h"
#include "sp_public.h"

#include "frontend/sw_winsys.h"

#define SIZE   32
#define ROUNDS 40

#define CHECK(condition)                                                                           \
    do {                                                                                           \
        if (!(condition)) {                                                                        \
            fprintf(stderr, "%s:%d: %s\n", __func__, __LINE__, #condition);                        \
            exit(1);                                                                               \
        }                                                                                          \
    } while (0)

static const char vertex_text[] = "VERT\nDCL IN[0]\nDCL OUT[0], POSITION\nMOV OUT[0], IN[0]\nEND\n";
static const char constant_text[] =
    "FRAG\nDCL OUT[0], COLOR\nDCL CONST[0][0]\nMOV OUT[0], CONST[0][0]\nEND\n";
static const char texture_text[] =
    "FRAG\nDCL OUT[0], COLOR\nDCL SAMP[0]\nDCL SVIEW[0], 2D, FLOAT\nDCL TEMP[0]\n"
    "IMM[0] FLT32 {0.5, 0.5, 0.0, 0.0}\nMOV TEMP[0], IMM[0]\n"
    "TEX OUT[0], TEMP[0], SAMP[0], 2D\nEND\n";

/* Libraries stay loaded, so that sanitizers can name the Vulkan driver's functions. */
__attribute__((visibility("default"))) int dlclose(void *handle)
{
    return 0;
}

/* Supports no format: this is a window system without windows. */
static bool shows_no_format(struct sw_winsys *winsys, unsigned usage, enum pipe_format format)
{
    return false;
}

static void end_winsys(struct sw_winsys *winsys)
{
}

static struct sw_winsys no_windows = {
    .destroy = end_winsys,
    .is_displaytarget_format_supported = shows_no_format,
};

static struct pipe_resource *new_resource(struct pipe_screen *screen,
                                          enum pipe_texture_target target, enum pipe_format format,
                                          unsigned width, unsigned bind)
{
    const struct pipe_resource templ = {
        .target = target,
        .format = format,
        .width0 = width,
        .height0 = target == PIPE_BUFFER ? 1 : width,
        .depth0 = 1,
        .array_size = 1,
        .bind = bind,
    };
    struct pipe_resource *resource = screen->resource_create(screen, &templ);

    CHECK(resource);
    return resource;
}

static struct pipe_resource *new_texture(struct pipe_screen *screen)
{
    return new_resource(screen, PIPE_TEXTURE_2D, PIPE_FORMAT_R8G8B8A8_UNORM, SIZE,
                        PIPE_BIND_RENDER_TARGET | PIPE_BIND_SAMPLER_VIEW);
}

/* ---- State that each thread has ------------------------------------------------------------ */

struct drawer {
    struct pipe_screen *screen;
    struct pipe_context *pipe;
    struct pipe_resource *shared; /* a texture that other threads draw with, too */
    struct pipe_resource *target, *vertices;
    void *vs, *blend, *rasterizer, *depth_stencil_alpha, *elements, *sampler;
};

static void *new_shader(struct pipe_context *pipe, const char *text, bool fragment)
{
    struct tgsi_token tokens[200];
    struct pipe_shader_state state = {.type = PIPE_SHADER_IR_TGSI, .tokens = tokens};

    CHECK(tgsi_text_translate(text, tokens, ARRAY_SIZE(tokens)));
    void *shader =
        fragment ? pipe->create_fs_state(pipe, &state) : pipe->create_vs_state(pipe, &state);
    CHECK(shader);
    return shader;
}

static void create_states(struct drawer *d)
{
    struct pipe_context *pipe = d->pipe;
    const struct pipe_blend_state blend = {.rt = {{.colormask = PIPE_MASK_RGBA}}};
    const struct pipe_rasterizer_state rasterizer = {
        .half_pixel_center = 1, .depth_clip_near = 1, .depth_clip_far = 1};
    const struct pipe_depth_stencil_alpha_state depth_stencil_alpha = {0};
    const struct pipe_sampler_state sampler = {0};
    struct pipe_vertex_element element = {.src_format = PIPE_FORMAT_R32G32B32A32_FLOAT};

#if GM_MESA >= 2402
    element.src_stride = 16;
#endif
    d->blend = pipe->create_blend_state(pipe, &blend);
    d->rasterizer = pipe->create_rasterizer_state(pipe, &rasterizer);
    d->depth_stencil_alpha = pipe->create_depth_stencil_alpha_state(pipe, &depth_stencil_alpha);
    d->elements = pipe->create_vertex_elements_state(pipe, 1, &element);
    d->sampler = pipe->create_sampler_state(pipe, &sampler);
    d->vs = new_shader(pipe, vertex_text, false);
    pipe->bind_blend_state(pipe, d->blend);
    pipe->bind_rasterizer_state(pipe, d->rasterizer);
    pipe->bind_depth_stencil_alpha_state(pipe, d->depth_stencil_alpha);
    pipe->bind_vertex_elements_state(pipe, d->elements);
    pipe->bind_sampler_states(pipe, PIPE_SHADER_FRAGMENT, 0, 1, &d->sampler);
    pipe->bind_vs_state(pipe, d->vs);
}

static void delete_states(struct drawer *d)
{
    struct pipe_context *pipe = d->pipe;

    pipe->bind_vs_state(pipe, NULL);
    pipe->bind_vertex_elements_state(pipe, NULL);
    pipe->delete_vs_state(pipe, d->vs);
    pipe->delete_vertex_elements_state(pipe, d->elements);
    pipe->delete_sampler_state(pipe, d->sampler);
    pipe->delete_depth_stencil_alpha_state(pipe, d->depth_stencil_alpha);
    pipe->delete_rasterizer_state(pipe, d->rasterizer);
    pipe->delete_blend_state(pipe, d->blend);
}

static void set_target(struct drawer *d)
{
    struct pipe_surface templ = {.format = d->target->format};
    struct pipe_surface *surface = d->pipe->create_surface(d->pipe, d->target, &templ);
    const struct pipe_framebuffer_state framebuffer = {
        .width = SIZE, .height = SIZE, .nr_cbufs = 1, .cbufs = {surface}};
    const struct pipe_viewport_state viewport = {.scale = {SIZE / 2.0f, SIZE / 2.0f, 0.5f},
                                                 .translate = {SIZE / 2.0f, SIZE / 2.0f, 0.5f},
                                                 .swizzle_x = PIPE_VIEWPORT_SWIZZLE_POSITIVE_X,
                                                 .swizzle_y = PIPE_VIEWPORT_SWIZZLE_POSITIVE_Y,
                                                 .swizzle_z = PIPE_VIEWPORT_SWIZZLE_POSITIVE_Z,
                                                 .swizzle_w = PIPE_VIEWPORT_SWIZZLE_POSITIVE_W};

    d->pipe->set_framebuffer_state(d->pipe, &framebuffer);
    d->pipe->set_viewport_states(d->pipe, 0, 1, &viewport);
    d->pipe->set_sample_mask(d->pipe, ~0u);
    pipe_surface_reference(&surface, NULL);
}

/* ---- Draws --------------------------------------------------------------------------------- */

/* Writes the vertices of a triangle that covers the target, to memory that no earlier draw uses. */
static void write_vertices(struct drawer *d)
{
    static const float quad_vertices[] = {-1, -1, 0, 1, 3, -1, 0, 1, -1, 3, 0, 1};
    struct pipe_transfer *transfer;
    void *to = pipe_buffer_map(d->pipe, d->vertices,
                               PIPE_MAP_WRITE | PIPE_MAP_DISCARD_WHOLE_RESOURCE, &transfer);

    CHECK(to);
    memcpy(to, quad_vertices, sizeof(quad_vertices));
    pipe_buffer_unmap(d->pipe, transfer);
}

static void draw(struct drawer *d)
{
    const struct pipe_draw_info info = {
        .mode = GM_PRIM_TRIANGLES, .instance_count = 1, .max_index = ~0u};
    const struct pipe_draw_start_count_bias range = {.count = 3};
    struct pipe_vertex_buffer buffer = {.buffer.resource = d->vertices};

#if GM_MESA < 2402
    buffer.stride = 16;
    d->pipe->set_vertex_buffers(d->pipe, 0, 1, 0, false, &buffer);
#else
    struct pipe_resource *given = NULL; /* the method takes a reference */
    pipe_resource_reference(&given, d->vertices);
    d->pipe->set_vertex_buffers(d->pipe, 1, &buffer);
#endif
    d->pipe->draw_vbo(d->pipe, &info, 0, NULL, &range, 1);
}

static void set_uploaded_constants(struct pipe_context *pipe, enum pipe_shader_type stage,
                                   const float *values, unsigned size_B)
{
    struct pipe_constant_buffer constants = {.buffer_size = size_B};

    u_upload_data(pipe->const_uploader, 0, size_B, 64, values, &constants.buffer_offset,
                  &constants.buffer);
    u_upload_unmap(pipe->const_uploader);
    pipe->set_constant_buffer(pipe, stage, 0, true, &constants);
}

/* Draws the current vertices with a new fragment shader, which is deleted at once. */
static void draw_vertices(struct drawer *d, float red)
{
    struct pipe_context *pipe = d->pipe;
    const float color[4] = {red, 1 - red, 0, 1};
    void *fs = new_shader(pipe, constant_text, true);

    set_uploaded_constants(pipe, PIPE_SHADER_FRAGMENT, color, sizeof(color));
    pipe->bind_fs_state(pipe, fs);
    draw(d);
    pipe->bind_fs_state(pipe, NULL);
    pipe->delete_fs_state(pipe, fs);
}

static void draw_color(struct drawer *d, float red)
{
    write_vertices(d);
    draw_vertices(d, red);
}

/* Draws with a new sampler view, which is released at once. */
static void draw_texture(struct drawer *d, struct pipe_resource *texture)
{
    struct pipe_context *pipe = d->pipe;
    struct pipe_sampler_view templ = {
        .target = PIPE_TEXTURE_2D,
        .format = texture->format,
        .swizzle_r = PIPE_SWIZZLE_X,
        .swizzle_g = PIPE_SWIZZLE_Y,
        .swizzle_b = PIPE_SWIZZLE_Z,
        .swizzle_a = PIPE_SWIZZLE_W,
    };
    struct pipe_sampler_view *view = pipe->create_sampler_view(pipe, texture, &templ);
    void *fs = new_shader(pipe, texture_text, true);

    pipe->set_sampler_views(pipe, PIPE_SHADER_FRAGMENT, 0, 1, 0, false, &view);
    pipe->bind_fs_state(pipe, fs);
    write_vertices(d);
    draw(d);
    pipe->set_sampler_views(pipe, PIPE_SHADER_FRAGMENT, 0, 0, 1, false, NULL);
    pipe_sampler_view_reference(&view, NULL);
    pipe->bind_fs_state(pipe, NULL);
    pipe->delete_fs_state(pipe, fs);
}

static void expect_color(struct drawer *d, unsigned red, unsigned green)
{
    const struct pipe_box box = {.width = SIZE, .height = SIZE, .depth = 1};
    struct pipe_transfer *transfer;
    const uint8_t *pixels =
        d->pipe->texture_map(d->pipe, d->target, 0, PIPE_MAP_READ, &box, &transfer);

    CHECK(pixels);
    pixels += (size_t)transfer->stride * (SIZE / 2) + (SIZE / 2) * 4;
    CHECK(abs((int)pixels[0] - (int)red) <= 1 && abs((int)pixels[1] - (int)green) <= 1);
    d->pipe->texture_unmap(d->pipe, transfer);
}

/* ---- Tests --------------------------------------------------------------------------------- */

static void test_draws(struct drawer *d)
{
    for (unsigned i = 0; i < ROUNDS; i++) {
        draw_color(d, (float)(i % 2));
        if (i % 8 == 7) {
            expect_color(d, 255, 0);
            draw_texture(d, d->shared);
            expect_color(d, 0, 0);
        }
        d->pipe->flush(d->pipe, NULL, i % 2 ? PIPE_FLUSH_ASYNC : 0);
    }
}

/* Makes each kind of flush; checks that it returns a fence for which this context can wait. Unless
 * the flush is deferred, another context also waits for the fence, and the screen waits for it
 * without a context. */
static void test_fences(struct drawer *d, struct pipe_context *other)
{
    static const unsigned kinds[] = {0, PIPE_FLUSH_ASYNC, PIPE_FLUSH_DEFERRED,
                                     PIPE_FLUSH_ASYNC | PIPE_FLUSH_HINT_FINISH};
    struct pipe_screen *screen = d->screen;

    for (unsigned i = 0; i < ROUNDS; i++) {
        const unsigned kind = kinds[i % ARRAY_SIZE(kinds)];
        struct pipe_fence_handle *fence = NULL;

        draw_color(d, 1);
        d->pipe->flush(d->pipe, &fence, kind);
        CHECK(fence);
        screen->fence_finish(screen, d->pipe, fence, 0);
        if (kind != PIPE_FLUSH_DEFERRED) {
            other->fence_server_sync(other, fence);
            other->flush(other, NULL, 0);
        }
        d->pipe->fence_server_sync(d->pipe, fence);
        CHECK(screen->fence_finish(screen, kind == PIPE_FLUSH_DEFERRED ? d->pipe : NULL, fence,
                                   i % 3 ? OS_TIMEOUT_INFINITE : 60000000000));
        CHECK(screen->fence_finish(screen, NULL, fence, 0));
        screen->fence_reference(screen, &fence, NULL);
    }
}

static void hold(void *data)
{
    pthread_mutex_lock(data);
    pthread_mutex_unlock(data);
}

/* Holds up the recording thread, flushes and queries the fence; checks that neither the flush nor
 * the query waits for the recording thread. */
static void test_held_thread(struct drawer *d)
{
    static const unsigned kinds[] = {PIPE_FLUSH_ASYNC, PIPE_FLUSH_DEFERRED};
    struct pipe_screen *screen = d->screen;
    pthread_mutex_t held = PTHREAD_MUTEX_INITIALIZER;

    if (!d->pipe->callback) /* the context has no such thread */
        return;
    for (unsigned i = 0; i < ARRAY_SIZE(kinds); i++) {
        struct pipe_fence_handle *fence = NULL;

        pthread_mutex_lock(&held);
        d->pipe->callback(d->pipe, hold, &held, false);
        draw_color(d, 1);
        d->pipe->flush(d->pipe, &fence, kinds[i]);
        CHECK(fence && !screen->fence_finish(screen, d->pipe, fence, 0));
        CHECK(!screen->fence_finish(screen, NULL, fence, 1000000));
        pthread_mutex_unlock(&held);
        CHECK(screen->fence_finish(screen, d->pipe, fence, OS_TIMEOUT_INFINITE));
        screen->fence_reference(screen, &fence, NULL);
    }
    pthread_mutex_destroy(&held);
}

static void test_queries(struct drawer *d)
{
    for (unsigned i = 0; i < ROUNDS / 4; i++) {
        struct pipe_query *query = d->pipe->create_query(d->pipe, PIPE_QUERY_OCCLUSION_COUNTER, 0);
        union pipe_query_result result;

        CHECK(query);
        d->pipe->begin_query(d->pipe, query);
        draw_color(d, 0);
        d->pipe->end_query(d->pipe, query);
        d->pipe->get_query_result(d->pipe, query, false, &result);
        CHECK(d->pipe->get_query_result(d->pipe, query, true, &result));
        CHECK(result.u64 == SIZE * SIZE);
        d->pipe->destroy_query(d->pipe, query);
    }
}

/* Writes bytes through each kind of map; reads them back and checks them. */
static void test_maps(struct drawer *d)
{
    static const unsigned kinds[] = {0, PIPE_MAP_UNSYNCHRONIZED, PIPE_MAP_DISCARD_RANGE,
                                     PIPE_MAP_DISCARD_WHOLE_RESOURCE};
    struct pipe_resource *buffer =
        new_resource(d->screen, PIPE_BUFFER, PIPE_FORMAT_R8_UNORM, 4096, PIPE_BIND_VERTEX_BUFFER);

    for (unsigned i = 0; i < ROUNDS; i++) {
        const uint8_t value = (uint8_t)(i + 1);
        struct pipe_transfer *transfer;
        uint8_t *bytes = pipe_buffer_map_range(
            d->pipe, buffer, 64, 256, PIPE_MAP_WRITE | kinds[i % ARRAY_SIZE(kinds)], &transfer);

        CHECK(bytes);
        memset(bytes, value, 256);
        pipe_buffer_unmap(d->pipe, transfer);
        d->pipe->buffer_subdata(d->pipe, buffer, PIPE_MAP_WRITE, 80, 1, &value);
        bytes = pipe_buffer_map_range(d->pipe, buffer, 64, 256, PIPE_MAP_READ, &transfer);
        CHECK(bytes && bytes[0] == value && bytes[16] == value && bytes[255] == value);
        pipe_buffer_unmap(d->pipe, transfer);
    }
    pipe_resource_reference(&buffer, NULL);
}

/* Writes the position of the first vertex, and keeps the other vertices. Returns whether the buffer
 * got other memory. */
static bool move_vertex(struct drawer *d, float position)
{
    const struct threaded_resource *buffer = threaded_resource(d->vertices);
    const struct pipe_resource *before = buffer->latest;
    struct pipe_transfer *transfer;
    float *to = pipe_buffer_map(d->pipe, d->vertices, PIPE_MAP_WRITE, &transfer);

    CHECK(to);
    to[0] = to[1] = position;
    pipe_buffer_unmap(d->pipe, transfer);
    return buffer->latest != before;
}

/* Writes a vertex of a buffer that queued draws read. Checks that the draws get the vertices of
 * their time, and that the writes do not wait for the draws on a software device. */
static void test_partial_writes(struct drawer *d)
{
    const struct gm_context *ctx = gm_context(threaded_context_unwrap_sync(d->pipe));
    const bool moves = gm_screen(d->screen)->device->is_software && ctx->threads;

    for (unsigned i = 0; i < ROUNDS; i++) {
        draw_color(d, 1);
        CHECK(move_vertex(d, 3) == moves);
        draw_vertices(d, 0); /* a triangle that does not cover the center */
        if (i % 2)
            expect_color(d, 255, 0);
        draw_vertices(d, 1);
        CHECK(move_vertex(d, -1) == moves);
        draw_vertices(d, 0);
        expect_color(d, 0, 255);
    }
}

static void (*set_constants)(struct gpipe_context *, unsigned, unsigned,
                             const struct gpipe_constant_buffer *);
static float known_constant; /* the first constant that Galvan knows */

static void note_constants(struct gpipe_context *galvan, unsigned stage, unsigned index,
                           const struct gpipe_constant_buffer *constants)
{
    known_constant = constants->user_buffer ? *(const float *)constants->user_buffer : -1;
    set_constants(galvan, stage, index, constants);
}

/* Binds constants in a buffer; checks that Galvan gets the address of the constants if it may
 * compile pipelines for them. */
static void test_known_constants(struct pipe_screen *screen)
{
    struct pipe_context *pipe = screen->context_create(screen, NULL, PIPE_CONTEXT_PREFER_THREADED);
    struct gm_context *ctx = gm_context(threaded_context_unwrap_sync(pipe));
    static const enum pipe_shader_type stages[] = {PIPE_SHADER_VERTEX, PIPE_SHADER_FRAGMENT};

    set_constants = ctx->galvan->set_constant_buffer;
    ctx->galvan->set_constant_buffer = note_constants;
    for (unsigned i = 0; i < ARRAY_SIZE(stages); i++) {
        const bool known =
            stages[i] == PIPE_SHADER_FRAGMENT && gm_screen(screen)->device->is_software;
        const float value = 3;

        set_uploaded_constants(pipe, stages[i], &value, sizeof(value));
        threaded_context_unwrap_sync(pipe);
        CHECK(known_constant == (known ? value : -1));
    }
    pipe->destroy(pipe);
}

/* ---- Frames that a client library presents --------------------------------------------------- */

/* A client library, which presents every frame that the driver offers. */
struct gv_driver_frames {
    const struct gv_driver_frames_methods *methods;
};

enum {
    NUM_SLOTS = 2
};

static struct gv_driver_frames presenter;
static __thread struct {
    bool in_swap;
    unsigned slot;
    const uint32_t *pixels[NUM_SLOTS];
    void *copy;
} window;

static struct gv_driver_frames *create(const struct gv_driver_frames_methods *methods,
                                       unsigned *out_num_slots)
{
    presenter.methods = methods;
    *out_num_slots = NUM_SLOTS;
    return &presenter;
}

static void destroy(struct gv_driver_frames *frames)
{
    CHECK(frames == &presenter);
}

static bool in_swap(void)
{
    return window.in_swap;
}

static bool present(struct gv_driver_frames *frames, const struct gv_driver_frame *frame)
{
    const size_t size_B = (size_t)frame->width * frame->height * 4;

    CHECK(frames == &presenter && frame->buffer && frame->part_width == frame->width);
    for (unsigned i = 0; i < NUM_SLOTS && !window.pixels[i]; i++) {
        const int fd = frames->methods->make(frame->priv, i);
        CHECK(fd >= 0);
        window.pixels[i] = mmap(NULL, size_B, PROT_READ, MAP_SHARED, fd, 0);
        CHECK(window.pixels[i] != MAP_FAILED);
        close(fd);
    }
    window.copy = frames->methods->copy(frame->priv, window.slot);
    CHECK(window.copy);
    return true;
}

const struct gv_driver_frames_library *galvan_driver_frames(void);

/* The driver finds this function by dlsym(). */
__attribute__((visibility("default"))) const struct gv_driver_frames_library *
galvan_driver_frames(void)
{
    static const struct gv_driver_frames_library library = {
        .version = GV_DRIVER_FRAMES_VERSION,
        .create = create,
        .destroy = destroy,
        .in_swap = in_swap,
        .present = present,
    };

    return &library;
}

/* A pending frame, for which another thread waits. */
struct pending {
    void *copy;
    const uint32_t *pixels;
    bool is_red; /* else green */
};

static void *await_frame(void *data)
{
    const struct pending *pending = data;

    CHECK(presenter.methods->await(pending->copy));
    CHECK(pending->pixels[SIZE / 2 * SIZE + SIZE / 2] ==
          (pending->is_red ? UINT32_C(0xff0000ff) : UINT32_C(0xff00ff00)));
    return NULL;
}

static void flush_frontbuffer(struct drawer *d)
{
#if GM_MESA < 2402
    d->screen->flush_frontbuffer(d->screen, d->pipe, d->target, 0, 0, NULL, NULL);
#else
    d->screen->flush_frontbuffer(d->screen, d->pipe, d->target, 0, 0, NULL, 0, NULL);
#endif
}

/* Swaps as Mesa does: a flush, a wait for the fence, flush_frontbuffer(). While a frame is drawn,
 * the previous frame is still pending. */
static void test_frames(struct drawer *d)
{
    struct pending pending[NUM_SLOTS];
    pthread_t threads[NUM_SLOTS];

    for (unsigned i = 0; i < ROUNDS; i++) {
        struct pipe_fence_handle *fence = NULL;
        const unsigned slot = i % NUM_SLOTS;

        set_target(d);
        draw_color(d, (float)(i % 3 == 0));
        window.in_swap = true;
        d->pipe->flush(d->pipe, &fence, i % 4 < 2 ? PIPE_FLUSH_END_OF_FRAME : PIPE_FLUSH_ASYNC);
        CHECK(d->screen->fence_finish(d->screen, d->pipe, fence, OS_TIMEOUT_INFINITE));
        d->screen->fence_reference(d->screen, &fence, NULL);
        window.slot = slot;
        flush_frontbuffer(d);
        window.in_swap = false;
        pending[slot] = (struct pending){window.copy, window.pixels[slot], i % 3 == 0};
        CHECK(!pthread_create(&threads[slot], NULL, await_frame, &pending[slot]));
        if (i > 0)
            pthread_join(threads[(i - 1) % NUM_SLOTS], NULL);
    }
    pthread_join(threads[(ROUNDS - 1) % NUM_SLOTS], NULL);
    for (unsigned i = 0; i < NUM_SLOTS; i++)
        munmap((void *)window.pixels[i], SIZE * SIZE * 4);
}

/* ---- Threads ------------------------------------------------------------------------------- */

static void *run(void *data)
{
    struct drawer *d = data;
    struct pipe_context *other;

    d->pipe = d->screen->context_create(d->screen, NULL, PIPE_CONTEXT_PREFER_THREADED);
    other = d->screen->context_create(d->screen, NULL, PIPE_CONTEXT_PREFER_THREADED);
    CHECK(d->pipe && other);
    d->target = new_texture(d->screen);
    d->vertices =
        new_resource(d->screen, PIPE_BUFFER, PIPE_FORMAT_R8_UNORM, 64, PIPE_BIND_VERTEX_BUFFER);
    create_states(d);
    set_target(d);
    test_draws(d);
    test_fences(d, other);
    test_held_thread(d);
    test_queries(d);
    test_maps(d);
    test_partial_writes(d);
    test_frames(d);
    delete_states(d);
    other->destroy(other);
    d->pipe->destroy(d->pipe);
    pipe_resource_reference(&d->target, NULL);
    pipe_resource_reference(&d->vertices, NULL);
    return NULL;
}

int main(void)
{
    struct pipe_screen *screen = softpipe_create_screen(&no_windows);
    struct drawer drawers[2];
    pthread_t threads[ARRAY_SIZE(drawers)];

    CHECK(screen);
    struct pipe_resource *shared = new_texture(screen);
    struct pipe_context *pipe = screen->context_create(screen, NULL, 0);
    const struct pipe_box box = {.width = SIZE, .height = SIZE, .depth = 1};
    static const uint32_t black[SIZE * SIZE];

    CHECK(pipe);
    pipe->texture_subdata(pipe, shared, 0, PIPE_MAP_WRITE, &box, black, SIZE * 4, 0);
    pipe->flush(pipe, NULL, 0);
    for (unsigned i = 0; i < ARRAY_SIZE(drawers); i++) {
        drawers[i] = (struct drawer){.screen = screen, .shared = shared};
        CHECK(!pthread_create(&threads[i], NULL, run, &drawers[i]));
    }
    for (unsigned i = 0; i < ARRAY_SIZE(drawers); i++)
        pthread_join(threads[i], NULL);
    test_known_constants(screen);
    pipe->destroy(pipe);
    pipe_resource_reference(&shared, NULL);
    screen->destroy(screen);
    puts("ok");
    return 0;
}
