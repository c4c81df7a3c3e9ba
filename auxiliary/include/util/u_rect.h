/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Rectangles by corners, for programs that clip: x0 to x1 and y0 to y1, excluding x1 and y1.
 * Rectangles must not be empty. */
#ifndef UTIL_U_RECT_H
#define UTIL_U_RECT_H

#include "pipe/p_compiler.h"
#include "util/u_math.h"
#include "util/u_surface.h" /* programs expect util_copy_rect() and util_fill_rect() from this
                               header, as in older versions */

#ifdef __cplusplus
extern "C" {
#endif

struct u_rect {
    int x0, x1;
    int y0, y1;
};

static inline boolean u_rect_test_intersection(const struct u_rect *a, const struct u_rect *b)
{
    return a->x0 < b->x1 && b->x0 < a->x1 && a->y0 < b->y1 && b->y0 < a->y1;
}

/* Sets *b to the intersection of *a and *b, which is empty if the rectangles do not intersect. */
static inline void u_rect_find_intersection(const struct u_rect *a, struct u_rect *b)
{
    b->x0 = MAX2(a->x0, b->x0);
    b->x1 = MIN2(a->x1, b->x1);
    b->y0 = MAX2(a->y0, b->y0);
    b->y1 = MIN2(a->y1, b->y1);
}

static inline int u_rect_area(const struct u_rect *r)
{
    return (r->x1 - r->x0) * (r->y1 - r->y0);
}

/* Sets *d to the intersection of *a and *d, or to all zeros if the intersection is empty. */
static inline void u_rect_possible_intersection(const struct u_rect *a, struct u_rect *d)
{
    if (u_rect_test_intersection(a, d)) {
        u_rect_find_intersection(a, d);
    } else {
        memset(d, 0, sizeof(*d));
    }
}

/* Sets *d to the smallest rectangle that contains *a and *b; `d` may be `a` or `b`. */
static inline void u_rect_union(struct u_rect *d, const struct u_rect *a, const struct u_rect *b)
{
    d->x0 = MIN2(a->x0, b->x0);
    d->y0 = MIN2(a->y0, b->y0);
    d->x1 = MAX2(a->x1, b->x1);
    d->y1 = MAX2(a->y1, b->y1);
}

#ifdef __cplusplus
}
#endif
#endif
