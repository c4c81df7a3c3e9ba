/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Boxes of the shapes that programs need most, all written over *box. Extents of one are 1. */
#ifndef UTIL_U_BOX_H
#define UTIL_U_BOX_H

#include "pipe/p_compiler.h"
#include "pipe/p_state.h"

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

/* A row; of a buffer, bytes. */
static inline void u_box_1d(unsigned x, unsigned width, struct pipe_box *box)
{
    u_box_3d(x, 0, 0, (int)width, 1, 1, box);
}

/* A rectangle of layer, slice or face 0. */
static inline void u_box_2d(unsigned x, unsigned y, int width, int height, struct pipe_box *box)
{
    u_box_3d(x, y, 0, width, height, 1, box);
}

/* A rectangle of layer, slice or face z. */
static inline void u_box_2d_zslice(unsigned x, unsigned y, unsigned z, int width, int height,
                                   struct pipe_box *box)
{
    u_box_3d(x, y, z, width, height, 1, box);
}

/* The rectangle from the first texel on. */
static inline void u_box_origin_2d(int width, int height, struct pipe_box *box)
{
    u_box_3d(0, 0, 0, width, height, 1, box);
}

/* Whether two rectangles share a texel; z is not looked at. Negative extents reach back, and what
 * has an extent of 0 has no texel. */
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

#ifdef __cplusplus
}
#endif
#endif
