/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Initializes boxes of common shapes; all fields of *box are set. Extents without a parameter are
 * 1. */
#ifndef UTIL_U_BOX_H
#define UTIL_U_BOX_H

#include "pipe/p_compiler.h"
#include "pipe/p_state.h"
#include "util/u_math.h"

#ifdef __cplusplus
extern "C" {
#endif

static inline void u_box_3d(unsigned x, unsigned y, unsigned z, int width, int height, int depth,
                            struct pipe_box *box)
{
    box->x = (int)x;
    box->y = (int)y;
    box->z = (int)z;
    box->width = width;
    box->height = height;
    box->depth = depth;
}

/* Initializes a row of texels, or a range of bytes of a buffer. */
static inline void u_box_1d(unsigned x, unsigned width, struct pipe_box *box)
{
    u_box_3d(x, 0, 0, (int)width, 1, 1, box);
}

/* Initializes a rectangle of layer, slice or face 0. */
static inline void u_box_2d(unsigned x, unsigned y, int width, int height, struct pipe_box *box)
{
    u_box_3d(x, y, 0, width, height, 1, box);
}

/* Initializes a rectangle of layer, slice or face `z`. */
static inline void u_box_2d_zslice(unsigned x, unsigned y, unsigned z, int width, int height,
                                   struct pipe_box *box)
{
    u_box_3d(x, y, z, width, height, 1, box);
}

/* Initializes a rectangle from (0, 0) on. */
static inline void u_box_origin_2d(int width, int height, struct pipe_box *box)
{
    u_box_3d(0, 0, 0, width, height, 1, box);
}

/* Whether two rectangles share a texel; `z` is ignored. Negative extents are allowed; a rectangle
 * with an extent of 0 is empty. */
static inline boolean u_box_test_intersection_2d(const struct pipe_box *a, const struct pipe_box *b)
{
    int64_t a_x[2] = {a->x, (int64_t)a->x + a->width}, b_x[2] = {b->x, (int64_t)b->x + b->width};
    int64_t a_y[2] = {a->y, (int64_t)a->y + a->height}, b_y[2] = {b->y, (int64_t)b->y + b->height};

    if (!a->width || !a->height || !b->width || !b->height) {
        return FALSE;
    }
    return a_x[a->width < 0] < b_x[b->width >= 0] && b_x[b->width < 0] < a_x[a->width >= 0] &&
           a_y[a->height < 0] < b_y[b->height >= 0] && b_y[b->height < 0] < a_y[a->height >= 0];
}

/* Set *dst to the smallest rectangle, or box, that contains *a and *b. Extents must not be
 * negative; `dst` may be `a` or `b`. The 2D form leaves z and depth of *dst unchanged. */
static inline void u_box_union_2d(struct pipe_box *dst, const struct pipe_box *a,
                                  const struct pipe_box *b)
{
    int x = MIN2(a->x, b->x), y = MIN2(a->y, b->y);

    dst->width = MAX2(a->x + a->width, b->x + b->width) - x;
    dst->height = MAX2(a->y + a->height, b->y + b->height) - y;
    dst->x = x;
    dst->y = y;
}

static inline void u_box_union_3d(struct pipe_box *dst, const struct pipe_box *a,
                                  const struct pipe_box *b)
{
    int z = MIN2(a->z, b->z);

    dst->depth = MAX2(a->z + a->depth, b->z + b->depth) - z;
    dst->z = z;
    u_box_union_2d(dst, a, b);
}

/* Returns the number of texels. Signs of extents are ignored. */
static inline int64_t u_box_volume_3d(const struct pipe_box *box)
{
    int64_t volume = (int64_t)box->width * box->height * box->depth;

    return volume < 0 ? -volume : volume;
}

/* Clips a box to 0..`w` and 0..`h`. The box's extents must not be negative; `dst` may be `box`.
 * Returns -1, with *dst unchanged, if nothing of the box is left. Otherwise returns a mask: bit 0
 * is set if the width was reduced, bit 1 if the height was reduced. */
static inline int u_box_clip_2d(struct pipe_box *dst, const struct pipe_box *box, int w, int h)
{
    int x = MAX2(box->x, 0), y = MAX2(box->y, 0);
    int width = (int)MIN2((int64_t)box->x + box->width, w) - x;
    int height = (int)MIN2((int64_t)box->y + box->height, h) - y;
    int clipped = (width != box->width) | (height != box->height) << 1;

    if (width <= 0 || height <= 0) {
        return -1;
    }
    *dst = *box;
    dst->x = x;
    dst->y = y;
    dst->width = width;
    dst->height = height;
    return clipped;
}

/* Converts a rectangle in level 0 to a rectangle in level `l`: halves the position and the extents
 * `l` times. The extents are at least 1. */
static inline void u_box_minify_2d(struct pipe_box *dst, const struct pipe_box *src, unsigned l)
{
    *dst = *src;
    dst->x >>= l;
    dst->y >>= l;
    dst->width = MAX2(src->width >> l, 1);
    dst->height = MAX2(src->height >> l, 1);
}

#ifdef __cplusplus
}
#endif
#endif
