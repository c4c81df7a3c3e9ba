/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
#include "replay/compare_draws.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "galvan/galvan.h"
#include "replay/compare.h"
#include "replay/draw_steps.h"
#include "replay/frame_pipe.h"

enum {
    BLOCK_PIXELS = 1024,
    MAX_WRITERS = 8
};

/* ---- Pixels ---------------------------------------------------------------------------------- */

static double colours_apart(const uint8_t *a, const uint8_t *b, size_t size_B)
{
    int max = 0;

    for (size_t i = 0; i < size_B; i++) {
        const int apart = abs(a[i] - b[i]);
        max = apart > max ? apart : max;
    }
    return max;
}

static double depths_apart(const uint8_t *a, const uint8_t *b, size_t size_B)
{
    float depths[2] = {0};

    if (size_B != sizeof(*depths) || memcmp(a, b, size_B) == 0)
        return 0;
    memcpy(&depths[0], a, size_B);
    memcpy(&depths[1], b, size_B);
    const double apart = fabs((double)depths[0] - depths[1]);
    return apart <= 1 ? apart : 1; /* 1 if a depth is NaN */
}

static double bytes_apart(const uint8_t *a, const uint8_t *b, size_t size_B)
{
    return memcmp(a, b, size_B) != 0;
}

/* The rules by which pixels of each kind are compared. */
static const struct rule {
    const char *name;
    double (*apart)(const uint8_t *a, const uint8_t *b, size_t size_B);
    double slight; /* differences up to this are ignored */
} rules[GV_NUM_STEP_KINDS] = {
    [GV_STEP_COLOUR] = {"colour", colours_apart, GV_COMPARE_SLIGHT},
    [GV_STEP_INTEGERS] = {"colour", bytes_apart},
    [GV_STEP_DEPTH] = {"depth", depths_apart, 1.0 / 512}, /* devices snap vertices differently */
    [GV_STEP_STENCIL] = {"stencil", bytes_apart},
};

struct difference {
    uint64_t num_apart;
    double max;
};

/* Reads and compares the pixels of both sides. False if one input ends too early. */
static bool compare_pixels(FILE *one, FILE *other, const struct gv_step *step,
                           struct difference *out)
{
    const struct rule *rule = &rules[step->kind];
    uint8_t a[BLOCK_PIXELS * GV_STEP_MAX_PIXEL_B], b[BLOCK_PIXELS * GV_STEP_MAX_PIXEL_B];

    *out = (struct difference){0};
    for (uint64_t left = step->num_pixels; left > 0;) {
        const size_t num = left < BLOCK_PIXELS ? (size_t)left : BLOCK_PIXELS;
        const size_t pixel_B = (size_t)step->pixel_B;
        if (fread(a, pixel_B, num, one) != num || fread(b, pixel_B, num, other) != num)
            return false;
        for (size_t i = 0; i < num; i++) {
            const double apart = rule->apart(a + i * pixel_B, b + i * pixel_B, pixel_B);
            out->num_apart += apart > rule->slight;
            out->max = apart > out->max ? apart : out->max;
        }
        left -= num;
    }
    return true;
}

static void print_difference(FILE *out, const struct gv_step *step, const struct difference *found)
{
    const struct rule *rule = &rules[step->kind];

    fprintf(out, "  %s", rule->name);
    if (step->kind == GV_STEP_COLOUR || step->kind == GV_STEP_INTEGERS)
        fprintf(out, " %u", step->part);
    fprintf(out, ", %ux%u: %" PRIu64 " of %" PRIu64 " pixels differ", step->width, step->height,
            found->num_apart, step->num_pixels);
    if (rule->slight > 0)
        fprintf(out, " by more than %.2g, at most by %.3g", rule->slight, found->max);
    fprintf(out, "\n");
}

/* ---- Memory that is not compared ------------------------------------------------------------- */

/* The draws and dispatches that have written to memory so far. */
struct writers {
    struct gv_step last[MAX_WRITERS]; /* the latest writers, as a ring buffer */
    uint64_t num;
};

static void add_writer(struct writers *writers, const struct gv_step *step)
{
    writers->last[writers->num++ % MAX_WRITERS] = *step;
}

static void print_writer(FILE *out, const struct gv_step *step)
{
    const bool captures = step->part & GALVAN_WRITES_STREAM_OUTPUT;
    const bool stores = step->part & GALVAN_WRITES_STORES;

    if (step->kind == GV_STEP_DISPATCH)
        fprintf(out, " a grid before draw %" PRIu64, step->draw);
    else
        fprintf(out, " draw %" PRIu64 " (%s%s%s)", step->draw, captures ? "stream output" : "",
                captures && stores ? ", " : "", stores ? "stores" : "");
}

static void print_writers(FILE *out, const struct writers *writers)
{
    const uint64_t num = writers->num < MAX_WRITERS ? writers->num : MAX_WRITERS;

    if (num == 0)
        return;
    fprintf(out, "  to memory, which was not compared, wrote before:");
    for (uint64_t i = writers->num - num; i < writers->num; i++) {
        print_writer(out, &writers->last[i % MAX_WRITERS]);
        fprintf(out, "%s", i + 1 < writers->num ? "," : "");
    }
    if (writers->num > num)
        fprintf(out, "; and %" PRIu64 " before these", writers->num - num);
    fprintf(out, "\n");
}

/* ---- All steps ------------------------------------------------------------------------------- */

static bool is_alike(const struct gv_step *a, const struct gv_step *b)
{
    return a->draw == b->draw && a->kind == b->kind && a->part == b->part && a->width == b->width &&
           a->height == b->height && a->num_pixels == b->num_pixels && a->pixel_B == b->pixel_B;
}

/* Finds and prints the first draw that differs. Returns its number; 0 if no draw differs. */
static uint64_t find_difference(FILE *one, FILE *other, FILE *out, uint64_t frame,
                                struct writers *writers)
{
    struct gv_step a, b;
    struct difference found;
    uint64_t first = 0;

    while (gv_step_take(one, &a) && gv_step_take(other, &b) && (first == 0 || a.draw == first)) {
        const bool has_pixels = rules[a.kind].apart != NULL;
        const bool compared =
            is_alike(&a, &b) && (!has_pixels || compare_pixels(one, other, &a, &found));
        const bool differs =
            !compared || (has_pixels && gv_compare_differs(found.num_apart, a.num_pixels));
        if (differs && first == 0) {
            first = a.draw;
            fprintf(out, "draw %" PRIu64 ", in frame %" PRIu64 ", is the first to differ:\n", first,
                    frame);
        }
        if (!compared) {
            fprintf(out, "  its framebuffer is of another size or format\n");
            break;
        }
        if (differs)
            print_difference(out, &a, &found);
        else if (!has_pixels && first == 0)
            add_writer(writers, &a);
    }
    return first;
}

void gv_compare_draws(FILE *one, FILE *other, FILE *out, uint64_t frame)
{
    struct writers writers = {0};

    if (find_difference(one, other, out, frame, &writers) == 0)
        fprintf(out, "no draw of frame %" PRIu64 " has left another framebuffer\n", frame);
    print_writers(out, &writers);
    gv_frame_drain(one);
    gv_frame_drain(other);
}
