/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* The clock of the draw benchmark, and the functions that the Vulkan side and the pipe_context side
 * share. */
#include "bench.h"

#include <math.h>
#include <time.h>

const char *const bench_case_names[BENCH_NUM_CASES] = {
    [BENCH_NO_CHANGE] = "no change", [BENCH_TEXTURE] = "texture",
    [BENCH_CONSTANTS] = "constants", [BENCH_VERTEX_BUFFER] = "vertex buffer",
    [BENCH_BLEND] = "blend",         [BENCH_SHADER] = "shader",
    [BENCH_BRANCH] = "branch",
};

const struct bench_vertex bench_triangle[3] = {
    {-0.015f, -0.015f, 0.0f, 0.0f},
    {0.015f, -0.015f, 1.0f, 0.0f},
    {0.0f, 0.015f, 0.5f, 1.0f},
};

struct bench_constants bench_constants(enum bench_case which, uint32_t draw)
{
    bool branches = which == BENCH_BRANCH;
    return (struct bench_constants){
        .color = {1.0f, branches ? 1.0f : (float)(draw & 255) / 255.0f, 0.5f, 1.0f},
        .choice = {branches ? (float)(draw & 1) : 0.0f},
    };
}

static double now_ns(clockid_t clock)
{
    struct timespec time;
    clock_gettime(clock, &time);
    return (double)time.tv_sec * 1e9 + (double)time.tv_nsec;
}

/* Stores the times of the fastest frame, since other programs may have disturbed slower frames.
 * Returns false if a frame fails. */
static bool measure_case(const struct bench_params *params, enum bench_case which,
                         bench_frame_fn frame, void *data, struct bench_time *out_time)
{
    double best_wall_ns = INFINITY, best_cpu_ns = INFINITY;
    if (!frame(data, which, params->draws))
        return false;
    for (uint32_t n = 0; n < params->frames; n++) {
        double cpu_ns = -now_ns(CLOCK_THREAD_CPUTIME_ID);
        double wall_ns = -now_ns(CLOCK_MONOTONIC);
        if (!frame(data, which, params->draws))
            return false;
        best_cpu_ns = fmin(best_cpu_ns, cpu_ns + now_ns(CLOCK_THREAD_CPUTIME_ID));
        best_wall_ns = fmin(best_wall_ns, wall_ns + now_ns(CLOCK_MONOTONIC));
    }
    *out_time = (struct bench_time){
        .draws_per_s = params->draws * 1e9 / best_wall_ns,
        .cpu_ns = best_cpu_ns / params->draws,
    };
    return true;
}

bool bench_measure(const struct bench_params *params, bench_frame_fn frame, bench_pixel_fn pixel,
                   void *data, struct bench_result *out_result)
{
    struct bench_result result;
    for (unsigned i = 0; i < BENCH_NUM_CASES; i++) {
        if (!measure_case(params, (enum bench_case)i, frame, data, &result.times[i]) ||
            !pixel(data, result.pixels[i]))
            return false;
    }
    *out_result = result;
    return true;
}
