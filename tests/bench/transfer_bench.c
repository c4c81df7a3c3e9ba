/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* transfer_bench [ROUNDS]: measures the bytes per second of uploads and readbacks through
 * pipe_context, including the waits for the device, and compares them with memcpy() in the same
 * run. The fastest round counts. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>

#include "galvan/galvan.h"
#include "pipe/p_context.h"
#include "pipe/p_inlines.h"
#include "pipe/p_screen.h"
#include "pipe/p_state.h"
#include "util/text.h"

enum {
    SKIPPED = 77,
    WIDTH = 1024,
    HEIGHT = 1024,
    STRIDE_B = WIDTH * 4,
    SIZE_B = STRIDE_B * HEIGHT,
};

struct bench {
    struct pipe_screen *screen;
    struct pipe_context *pipe;
    struct pipe_resource *texture, *buffer, *pages; /* pages: on memory; NULL: unsupported */
    uint8_t *memory, *other;                        /* SIZE_B bytes each, in pages */
};

static double now_s(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static const struct pipe_box all_texels = {.width = WIDTH, .height = HEIGHT, .depth = 1};
static const struct pipe_box all_bytes = {.width = SIZE_B, .height = 1, .depth = 1};

/* ---- Measured transfers: each returns false if it cannot be done ----------------------------- */

static bool finish(struct bench *b)
{
    struct pipe_fence_handle *fence = NULL;
    b->pipe->flush(b->pipe, &fence, 0);
    bool done = b->screen->fence_finish(b->screen, fence, PIPE_TIMEOUT_INFINITE);
    b->screen->fence_reference(b->screen, &fence, NULL);
    return done;
}

static bool copy_memory(struct bench *b)
{
    memcpy(b->memory, b->other, SIZE_B);
    return true;
}

static bool upload_texture(struct bench *b)
{
    b->pipe->transfer_inline_write(b->pipe, b->texture, 0,
                                   PIPE_TRANSFER_WRITE | PIPE_TRANSFER_DISCARD_RANGE, &all_texels,
                                   b->other, STRIDE_B, SIZE_B);
    return finish(b);
}

static bool upload_buffer(struct bench *b)
{
    b->pipe->transfer_inline_write(b->pipe, b->buffer, 0,
                                   PIPE_TRANSFER_WRITE | PIPE_TRANSFER_DISCARD_WHOLE_RESOURCE,
                                   &all_bytes, b->other, 0, 0);
    return finish(b);
}

static bool read_back(struct bench *b, struct pipe_resource *res, const struct pipe_box *box)
{
    struct pipe_transfer *t;
    void *map = b->pipe->transfer_map(b->pipe, res, 0, PIPE_TRANSFER_READ, box, &t);
    if (!map)
        return false;
    memcpy(b->memory, map, SIZE_B);
    b->pipe->transfer_unmap(b->pipe, t);
    return true;
}

static bool read_texture(struct bench *b)
{
    return read_back(b, b->texture, &all_texels);
}

static bool read_buffer(struct bench *b)
{
    return read_back(b, b->buffer, &all_bytes);
}

/* Reads the texture as frames are read for a client: the device copies into the client's pages. */
static bool read_texture_directly(struct bench *b)
{
    struct pipe_transfer *t;
    if (!b->pages ||
        !b->pipe->image_copy_buffer(b->pipe, b->pages, b->texture, 0, STRIDE_B, SIZE_B, 0,
                                    &all_texels) ||
        !b->pipe->transfer_map(b->pipe, b->pages, 0, PIPE_TRANSFER_READ, &all_bytes, &t))
        return false;
    b->pipe->transfer_unmap(b->pipe, t);
    return true;
}

static const struct {
    const char *name;
    bool (*run)(struct bench *b);
    bool reads; /* memory must equal other after a run */
} cases[] = {
    {"memcpy", copy_memory, true},
    {"texture upload", upload_texture, false},
    {"buffer upload", upload_buffer, false},
    {"texture readback, mapped", read_texture, true},
    {"texture readback, into pages", read_texture_directly, true},
    {"buffer readback, mapped", read_buffer, true},
};

/* ---- The run --------------------------------------------------------------------------------- */

/* Returns the bytes per second of the fastest round; 0 if the case is not supported; a negative
 * number if bytes were wrong. */
static double measure(struct bench *b, size_t i, uint64_t rounds)
{
    double best_s = 0;
    for (uint64_t round = 0; round <= rounds; round++) {
        memset(b->memory, 0, SIZE_B);
        double start_s = now_s();
        if (!cases[i].run(b))
            return 0;
        double s = now_s() - start_s;
        if (cases[i].reads && memcmp(b->memory, b->other, SIZE_B))
            return -1;
        if (round && (best_s == 0 || s < best_s)) /* round 0 warms up */
            best_s = s;
    }
    return SIZE_B / best_s;
}

static bool create_objects(struct bench *b)
{
    struct pipe_resource templ = {.target = PIPE_TEXTURE_2D,
                                  .format = PIPE_FORMAT_B8G8R8A8_UNORM,
                                  .width0 = WIDTH,
                                  .height0 = HEIGHT,
                                  .depth0 = 1,
                                  .array_size = 1,
                                  .bind = PIPE_BIND_SAMPLER_VIEW | PIPE_BIND_RENDER_TARGET};
    b->memory = mmap(NULL, 2 * SIZE_B, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (b->memory == MAP_FAILED)
        return false;
    b->other = b->memory + SIZE_B;
    for (size_t i = 0; i < SIZE_B; i++)
        b->other[i] = (uint8_t)(i * 7 + i / 4096);
    b->texture = b->screen->resource_create(b->screen, &templ);
    templ.target = PIPE_BUFFER;
    templ.format = PIPE_FORMAT_R8_UNORM;
    templ.width0 = SIZE_B;
    templ.height0 = 1;
    b->buffer = b->screen->resource_create(b->screen, &templ);
    if (b->screen->resource_from_user_memory)
        b->pages = b->screen->resource_from_user_memory(b->screen, &templ, b->memory);
    return b->texture && b->buffer;
}

static int run(struct bench *b, uint64_t rounds)
{
    double memcpy_rate = 0;
    printf("%-30s %10s %8s\n", "4 MiB", "GB/s", "memcpy");
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        double rate = measure(b, i, rounds);
        if (rate < 0) {
            fprintf(stderr, "%s: wrong bytes\n", cases[i].name);
            return 1;
        }
        if (i == 0)
            memcpy_rate = rate;
        if (rate == 0)
            printf("%-30s %10s\n", cases[i].name, "-");
        else
            printf("%-30s %10.2f %7.2fx\n", cases[i].name, rate / 1e9, rate / memcpy_rate);
    }
    return 0;
}

int main(int argc, char **argv)
{
    struct bench b = {0};
    uint64_t rounds = 30;
    int status = 1;
    if (argc > 2 ||
        (argc == 2 && (!gv_parse_u64(argv[1], strlen(argv[1]), 100000, &rounds) || rounds == 0))) {
        fprintf(stderr, "usage: transfer_bench [ROUNDS]\n");
        return 2;
    }
    enum galvan_result result = galvan_screen_create(galvan_screen_params(), &b.screen);
    if (result == GALVAN_ERROR_NO_LOADER || result == GALVAN_ERROR_NO_DEVICE) {
        printf("skipped: no Vulkan device\n");
        return SKIPPED;
    }
    if (result != GALVAN_OK)
        return 1;
    b.pipe = b.screen->context_create(b.screen, NULL, 0);
    if (b.pipe && create_objects(&b))
        status = run(&b, rounds);
    pipe_resource_reference(&b.texture, NULL);
    pipe_resource_reference(&b.buffer, NULL);
    pipe_resource_reference(&b.pages, NULL);
    if (b.memory && b.memory != MAP_FAILED)
        munmap(b.memory, 2 * SIZE_B);
    if (b.pipe)
        b.pipe->destroy(b.pipe);
    b.screen->destroy(b.screen);
    return status;
}
