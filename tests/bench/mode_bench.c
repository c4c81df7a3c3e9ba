/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* mode_bench [DRAWS [FRAMES]]: prints how many draws per second are made with primitive modes and
 * index types that a device may lack, and with a plain triangle list for comparison. Then draws
 * frames with many occlusion queries, each of which is the condition of a draw, and prints how
 * often the CPU waited for the device in these frames; it must never wait. */
#include <math.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "driver/screen/screen.h"
#include "pipe_draw_kit.h"
#include "util/text.h"

enum {
    NUM_INDICES = 8,
    QUERIES = 1000,
};

struct mode_case {
    const char *name;
    unsigned mode, count;
    unsigned index_size_B; /* 0: no indices */
    uint32_t restart;      /* 0: none */
};

static const struct mode_case cases[] = {
    {"triangles", PIPE_PRIM_TRIANGLES, 6, 0, 0},
    {"triangles, 16-bit indices", PIPE_PRIM_TRIANGLES, 6, 2, 0},
    {"triangles, 8-bit indices", PIPE_PRIM_TRIANGLES, 6, 1, 0},
    {"quads", PIPE_PRIM_QUADS, 4, 0, 0},
    {"quads, 16-bit indices", PIPE_PRIM_QUADS, 4, 2, 0},
    {"polygon", PIPE_PRIM_POLYGON, 4, 0, 0},
    {"line loop", PIPE_PRIM_LINE_LOOP, 4, 0, 0},
    {"strip, restart at 0xffff", PIPE_PRIM_TRIANGLE_STRIP, 7, 2, 0xffff},
    {"strip, restart at 7", PIPE_PRIM_TRIANGLE_STRIP, 7, 2, 7},
    {"strip, 8-bit, restart at 7", PIPE_PRIM_TRIANGLE_STRIP, 7, 1, 7},
};

struct bench {
    struct draw_kit kit;
    struct pipe_resource *vertices, *indices;
    uint32_t draws, frames;
};

static double now_ns(clockid_t clock)
{
    struct timespec time;
    clock_gettime(clock, &time);
    return (double)time.tv_sec * 1e9 + (double)time.tv_nsec;
}

/* Creates vertices that all lie at the corners of one small square, so that a triangle of any three
 * vertices covers only few pixels. */
static struct pipe_resource *create_vertices(struct pipe_fixture *f)
{
    struct kit_vertex vertices[NUM_INDICES];
    const struct pipe_box box = fixture_box(0, 0, 0, sizeof(vertices), 1, 1);
    for (unsigned i = 0; i < NUM_INDICES; i++)
        vertices[i] = (struct kit_vertex){{0.2f * (float)(i & 1), 0.2f * (float)(i >> 1 & 1), 0, 1},
                                          {1, 1, 1, 1}};
    struct pipe_resource *res = fixture_buffer(f, sizeof(vertices), PIPE_USAGE_DEFAULT, 0);
    fixture_write(f, res, 0, &box, vertices);
    return res;
}

static void set_indices(struct bench *b, const struct mode_case *c)
{
    uint8_t bytes[NUM_INDICES * 4] = {0};
    const struct pipe_box box = fixture_box(0, 0, 0, sizeof(bytes), 1, 1);
    const struct pipe_index_buffer ib = {.index_size = c->index_size_B, .buffer = b->indices};
    for (unsigned i = 0; c->index_size_B && i < NUM_INDICES; i++) {
        uint32_t index = i == 3 && c->restart ? c->restart : i % 4;
        memcpy(&bytes[i * c->index_size_B], &index, c->index_size_B);
    }
    fixture_write(b->kit.f, b->indices, 0, &box, bytes);
    b->kit.f->pipe->set_index_buffer(b->kit.f->pipe, c->index_size_B ? &ib : NULL);
}

static void finish_frame(struct bench *b)
{
    struct pipe_fixture *f = b->kit.f;
    struct pipe_fence_handle *fence = NULL;
    f->pipe->flush(f->pipe, &fence, PIPE_FLUSH_END_OF_FRAME);
    assert_true(f->screen->fence_finish(f->screen, fence, PIPE_TIMEOUT_INFINITE));
    f->screen->fence_reference(f->screen, &fence, NULL);
}

static void draw_frame(struct bench *b, const struct mode_case *c)
{
    struct pipe_context *pipe = b->kit.f->pipe;
    const struct pipe_draw_info info = {.mode = c->mode,
                                        .indexed = c->index_size_B != 0,
                                        .count = c->count,
                                        .instance_count = 1,
                                        .primitive_restart = c->restart != 0,
                                        .restart_index = c->restart,
                                        .max_index = ~0u};
    kit_clear(&b->kit, 0, 0, 0);
    for (uint32_t i = 0; i < b->draws; i++)
        pipe->draw_vbo(pipe, &info);
}

/* Measures all cases. The fastest frame counts, since other programs may have disturbed slower
 * frames. */
static void run_modes(struct bench *b)
{
    double plain = 0;
    printf("%-28s %12s %8s %10s\n", "mode", "draws/s", "ratio", "CPU ns");
    for (unsigned i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        double wall_ns = INFINITY, cpu_ns = INFINITY;
        set_indices(b, &cases[i]);
        for (uint32_t n = 0; n <= b->frames; n++) {
            double wall = -now_ns(CLOCK_MONOTONIC), cpu = -now_ns(CLOCK_THREAD_CPUTIME_ID);
            draw_frame(b, &cases[i]);
            cpu += now_ns(CLOCK_THREAD_CPUTIME_ID);
            finish_frame(b);
            wall += now_ns(CLOCK_MONOTONIC);
            if (n) {
                wall_ns = fmin(wall_ns, wall);
                cpu_ns = fmin(cpu_ns, cpu);
            }
        }
        double rate = b->draws * 1e9 / wall_ns;
        plain = i ? plain : rate;
        printf("%-28s %12.0f %7.2fx %10.0f\n", cases[i].name, rate, rate / plain,
               cpu_ns / b->draws);
    }
}

/* ---- Queries */

static void query_frame(struct bench *b, struct pipe_query **queries)
{
    struct pipe_context *pipe = b->kit.f->pipe;
    const struct pipe_draw_info info = {
        .mode = PIPE_PRIM_TRIANGLES, .count = 3, .instance_count = 1, .max_index = ~0u};
    kit_clear(&b->kit, 0, 0, 0);
    for (unsigned i = 0; i < QUERIES; i++) {
        pipe->begin_query(pipe, queries[i]);
        pipe->draw_vbo(pipe, &info);
        pipe->end_query(pipe, queries[i]);
    }
    for (unsigned i = 0; i < QUERIES; i++) {
        pipe->render_condition(pipe, queries[i], false, PIPE_RENDER_COND_WAIT);
        pipe->draw_vbo(pipe, &info);
    }
    pipe->render_condition(pipe, NULL, false, 0);
}

/* Submits frames without waiting between them. Returns how often the CPU waited for the device. */
static uint64_t run_queries(struct bench *b)
{
    struct pipe_fixture *f = b->kit.f;
    struct pipe_query *queries[QUERIES];
    _Atomic uint64_t *waits = &gv_screen(f->screen)->dev->waits;
    for (unsigned i = 0; i < QUERIES; i++)
        queries[i] = f->pipe->create_query(f->pipe, PIPE_QUERY_OCCLUSION_PREDICATE, 0);
    query_frame(b, queries);
    finish_frame(b);
    uint64_t before = atomic_load(waits);
    double wall = -now_ns(CLOCK_MONOTONIC), cpu = -now_ns(CLOCK_THREAD_CPUTIME_ID);
    for (uint32_t n = 0; n < b->frames; n++) {
        query_frame(b, queries);
        f->pipe->flush(f->pipe, NULL, PIPE_FLUSH_END_OF_FRAME);
    }
    cpu += now_ns(CLOCK_THREAD_CPUTIME_ID);
    uint64_t stops = atomic_load(waits) - before;
    finish_frame(b);
    wall += now_ns(CLOCK_MONOTONIC);
    printf("\n%u queries and draws on their condition: %.2f ms a frame, %.2f ms of the CPU, %llu "
           "waits\n",
           QUERIES, wall / b->frames / 1e6, cpu / b->frames / 1e6, (unsigned long long)stops);
    for (unsigned i = 0; i < QUERIES; i++)
        f->pipe->destroy_query(f->pipe, queries[i]);
    return stops;
}

static bool parse_count(const char *text, uint32_t *out_count)
{
    uint64_t value;
    if (!gv_parse_u64(text, strlen(text), 1000000, &value) || !value)
        return false;
    *out_count = (uint32_t)value;
    return true;
}

int main(int argc, char **argv)
{
    struct bench b = {.draws = 20000, .frames = 5};
    void *state = NULL;
    uint64_t stops = 0;
    if (argc > 3 || (argc > 1 && !parse_count(argv[1], &b.draws)) ||
        (argc > 2 && !parse_count(argv[2], &b.frames))) {
        fprintf(stderr, "usage: mode_bench [DRAWS [FRAMES]]\n");
        return 2;
    }
    pipe_fixture_setup(&state);
    struct pipe_fixture *f = state;
    kit_init(&b.kit, f, 0, NULL);
    b.vertices = create_vertices(f);
    b.indices = fixture_buffer(f, NUM_INDICES * 4, PIPE_USAGE_DEFAULT, 0);
    const struct pipe_vertex_buffer vb = {.stride = sizeof(struct kit_vertex),
                                          .buffer = b.vertices};
    f->pipe->set_vertex_buffers(f->pipe, 0, 1, &vb);
    run_modes(&b);
    f->pipe->set_index_buffer(f->pipe, NULL);
    stops = run_queries(&b);
    if (stops && !gv_screen(f->screen)->dev->caps.conditionalRendering)
        stops = 0; /* then the host must read the results */
    pipe_resource_reference(&b.vertices, NULL);
    pipe_resource_reference(&b.indices, NULL);
    kit_finish(&b.kit);
    pipe_fixture_teardown(&state);
    return stops ? 1 : 0;
}
