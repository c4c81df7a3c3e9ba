/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
#include "replay/compare.h"

#include <inttypes.h>
#include <stdlib.h>

#include "replay/frame_pipe.h"
#include "replay/side_by_side.h"
#include "util/pixel_layout.h"

/* The difference of two frames. */
struct distance {
    uint64_t num_pixels, num_apart;
    unsigned max;
};

/* Compares the colours of num pixels, but not alpha, since a window's alpha is not visible. */
static void compare_pixels(const uint8_t *a, const uint8_t *b, size_t num, struct distance *out)
{
    for (size_t i = 0; i < num; i++, a += 3, b += 3) {
        unsigned apart = 0;
        for (unsigned c = 0; c < 3; c++) {
            const unsigned d = (unsigned)abs(a[c] - b[c]);
            apart = d > apart ? d : apart;
        }
        out->num_apart += apart > GV_COMPARE_SLIGHT;
        out->max = apart > out->max ? apart : out->max;
    }
    out->num_pixels += num;
}

/* Reads and compares the pixels of two frames. False if one input ends too early. */
static bool compare_frames(FILE *one, FILE *other, const struct gv_sent_frame *sent,
                           struct gv_side_by_side *pair, struct distance *out)
{
    const struct gv_pixel_layout *layout = gv_pixel_layout(sent->format);
    uint8_t a[3 * GV_FRAME_BLOCK_PIXELS], b[3 * GV_FRAME_BLOCK_PIXELS];

    *out = (struct distance){0};
    if (!layout)
        return false;
    for (uint64_t left = sent->size_B / layout->size_B; left > 0;) {
        const size_t num = left < GV_FRAME_BLOCK_PIXELS ? (size_t)left : GV_FRAME_BLOCK_PIXELS;
        if (!gv_frame_take_rgb(one, layout, num, a) || !gv_frame_take_rgb(other, layout, num, b))
            return false;
        compare_pixels(a, b, num, out);
        gv_side_by_side_add(pair, a, b, num);
        left -= num;
    }
    return true;
}

static bool is_alike(const struct gv_sent_frame *a, const struct gv_sent_frame *b)
{
    return a->idx == b->idx && a->size_B == b->size_B && a->width == b->width &&
           a->height == b->height && a->format == b->format;
}

static void print_distance(FILE *out, const struct gv_sent_frame *sent,
                           const struct distance *distance)
{
    fprintf(out,
            " %ux%u: %" PRIu64 " of %" PRIu64 " pixels differ by more than %u, at most by %u\n",
            sent->width, sent->height, distance->num_apart, distance->num_pixels, GV_COMPARE_SLIGHT,
            distance->max);
}

static void count_apart(struct gv_comparison *comparison, uint64_t idx)
{
    if (comparison->num_apart++ == 0)
        comparison->first_apart = idx;
}

static void compare_all(FILE *one, FILE *other, FILE *out, const struct gv_compare_image *wanted,
                        struct gv_side_by_side *pair, struct gv_comparison *comparison)
{
    for (;;) {
        struct gv_sent_frame a = {0}, b = {0};
        struct distance distance;
        const bool has_a = gv_frame_take(one, &a);
        const bool has_b = gv_frame_take(other, &b);
        const uint64_t idx = has_a ? a.idx : b.idx;
        if (!has_a && !has_b)
            return;
        if (wanted->path && comparison->num_apart == 0)
            gv_side_by_side_begin(pair, a.width, a.height);
        if (!has_a || !has_b || !is_alike(&a, &b) ||
            !compare_frames(one, other, &a, pair, &distance)) {
            fprintf(out, "frame %" PRIu64 " %s; those behind it were not compared\n", idx,
                    has_a && has_b ? "cannot be compared: its size or format differs, or the "
                                     "format is unknown"
                                   : "is on one of the devices only");
            gv_frame_drain(one);
            gv_frame_drain(other);
            count_apart(comparison, idx);
            return;
        }
        comparison->num++;
        if (gv_compare_differs(distance.num_apart, distance.num_pixels)) {
            if (wanted->path && comparison->num_apart == 0)
                gv_side_by_side_write(pair, wanted->path, wanted->log);
            count_apart(comparison, idx);
            fprintf(out, "frame %" PRIu64, idx);
            print_distance(out, &a, &distance);
        }
    }
}

void gv_compare_frames(FILE *one, FILE *other, FILE *out, const struct gv_compare_image *wanted,
                       struct gv_comparison *out_comparison)
{
    struct gv_side_by_side pair = {0};

    *out_comparison = (struct gv_comparison){0};
    compare_all(one, other, out, wanted, &pair, out_comparison);
    gv_side_by_side_finish(&pair);
}
