/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* draw_bench [DRAWS [FRAMES]]: prints draws per second and processor time per draw, for
 * hand-written Vulkan and for pipe_context on the same device, and the ratio of the two. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bench.h"
#include "pipe_draw.h"
#include "raw_draw.h"
#include "util/text.h"

enum {
    SKIPPED = 77,
    TOLERANCE = 2, /* allowed difference of a colour channel, in steps of 1/255 */
};

static bool parse_count(const char *text, uint32_t *out_count)
{
    uint64_t value;
    if (!gv_parse_u64(text, strlen(text), 1000000, &value) || value == 0)
        return false;
    *out_count = (uint32_t)value;
    return true;
}

static void print_table(const struct bench_result *raw, const struct bench_result *pipe)
{
    printf("%-14s %12s %12s %7s %10s %10s\n", "change", "vulkan/s", "galvan/s", "ratio",
           "vulkan ns", "galvan ns");
    for (unsigned i = 0; i < BENCH_NUM_CASES; i++) {
        const struct bench_time *r = &raw->times[i], *p = &pipe->times[i];
        printf("%-14s %12.0f %12.0f %6.2fx %10.0f %10.0f\n", bench_case_names[i], r->draws_per_s,
               p->draws_per_s, p->draws_per_s / r->draws_per_s, r->cpu_ns, p->cpu_ns);
    }
}

/* Returns whether both sides have drawn the same frame; if not, their times cannot be compared. */
static bool same_images(const struct bench_result *raw, const struct bench_result *pipe)
{
    bool same = true;
    for (unsigned i = 0; i < BENCH_NUM_CASES; i++) {
        const uint8_t *r = raw->pixels[i], *p = pipe->pixels[i];
        bool equal = true;
        for (unsigned c = 0; c < 4; c++)
            equal = equal && abs(r[c] - p[c]) <= TOLERANCE;
        if (!equal)
            fprintf(stderr, "%s: vulkan drew %u %u %u %u, galvan %u %u %u %u\n",
                    bench_case_names[i], r[0], r[1], r[2], r[3], p[0], p[1], p[2], p[3]);
        same = same && equal;
    }
    return same;
}

int main(int argc, char **argv)
{
    struct bench_params params = {.draws = 20000, .frames = 5};
    struct bench_result raw, pipe;
    if (argc > 3 || (argc > 1 && !parse_count(argv[1], &params.draws)) ||
        (argc > 2 && !parse_count(argv[2], &params.frames))) {
        fprintf(stderr, "usage: draw_bench [DRAWS [FRAMES]]\n");
        return 2;
    }

    enum galvan_result result = raw_bench_run(&params, &raw);
    if (result == GALVAN_ERROR_NO_LOADER || result == GALVAN_ERROR_NO_DEVICE) {
        printf("skipped: no Vulkan device\n");
        return SKIPPED;
    }
    if (result == GALVAN_OK)
        result = pipe_bench_run(&params, &pipe);
    if (result != GALVAN_OK)
        return 1;
    print_table(&raw, &pipe);
    return same_images(&raw, &pipe) ? 0 : 1;
}
