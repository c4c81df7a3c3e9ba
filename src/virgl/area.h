/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* struct gv_virgl_area: a rectangle of a texture's first level. */
#ifndef GV_VIRGL_AREA_H
#define GV_VIRGL_AREA_H

#include <limits.h>
#include <stdbool.h>

struct gv_virgl_area {
    int left, top, right, bottom; /* right and bottom are exclusive */
};

static inline struct gv_virgl_area gv_virgl_area_all(void)
{
    return (struct gv_virgl_area){0, 0, INT_MAX, INT_MAX};
}

static inline bool gv_virgl_area_is_empty(const struct gv_virgl_area *a)
{
    return a->left >= a->right || a->top >= a->bottom;
}

/* Returns the intersection of two areas. */
static inline struct gv_virgl_area gv_virgl_area_of_both(const struct gv_virgl_area *a,
                                                         const struct gv_virgl_area *b)
{
    return (struct gv_virgl_area){
        .left = a->left > b->left ? a->left : b->left,
        .top = a->top > b->top ? a->top : b->top,
        .right = a->right < b->right ? a->right : b->right,
        .bottom = a->bottom < b->bottom ? a->bottom : b->bottom,
    };
}

/* The bounding box of two areas that are not empty. */
static inline struct gv_virgl_area gv_virgl_area_around(const struct gv_virgl_area *a,
                                                        const struct gv_virgl_area *b)
{
    return (struct gv_virgl_area){
        .left = a->left < b->left ? a->left : b->left,
        .top = a->top < b->top ? a->top : b->top,
        .right = a->right > b->right ? a->right : b->right,
        .bottom = a->bottom > b->bottom ? a->bottom : b->bottom,
    };
}

#endif
