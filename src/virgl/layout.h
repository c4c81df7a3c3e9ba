/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Where a resource's texels lie in its backing, and the one function that turns a box into a
 * checked range of bytes. Every transfer path takes its sizes from here and from nowhere else. */
#ifndef GV_VIRGL_LAYOUT_H
#define GV_VIRGL_LAYOUT_H

#include <stdint.h>

struct gv_virgl_resource_args;
struct pipe_box;

enum {
    GV_VIRGL_MAX_LEVELS = 16
};

struct gv_virgl_level {
    uint32_t width, height; /* in texels */
    uint32_t slices;        /* layers, cube faces, or rows of z of a 3D texture */
    uint64_t offset_B;      /* in the backing */
    uint64_t stride_B;
    uint64_t layer_stride_B;
};

struct gv_virgl_layout {
    uint32_t target;
    uint32_t block_B, block_width, block_height; /* one texel block */
    uint32_t num_levels;
    uint32_t samples; /* at least 1 */
    uint64_t size_B;  /* all levels of one sample */
    struct gv_virgl_level levels[GV_VIRGL_MAX_LEVELS];
};

/* Checks that the shape makes sense (target, format, sizes, levels, samples) and lays it out.
 * Returns NULL, or what is wrong with it; out is untouched then. */
const char *gv_virgl_layout_init(struct gv_virgl_layout *layout,
                                 const struct gv_virgl_resource_args *args);

/* A box as bytes: num_slices times num_rows rows of row_B bytes. */
struct gv_virgl_range {
    uint64_t row_B;
    uint64_t stride_B;       /* between rows in the backing */
    uint64_t layer_stride_B; /* between slices in the backing */
    uint32_t num_rows;       /* of blocks */
    uint32_t num_slices;
    uint64_t size_B;        /* from the first byte to the end of the last row; 0: empty box */
    uint32_t width, height; /* of the box in texels, cut at the level's edge */
};

/* Checks box against the level, the strides (0: tight) against the box, and that a backing of
 * backing_B bytes holds the whole range from offset_B on. Returns NULL or what is wrong. */
const char *gv_virgl_range_init(struct gv_virgl_range *range, const struct gv_virgl_layout *layout,
                                uint32_t level, const struct pipe_box *box, uint32_t stride_B,
                                uint32_t layer_stride_B, uint64_t offset_B, uint64_t backing_B);

/* Checks only the box against the level: for copies, blits and clears. */
const char *gv_virgl_box_check(const struct gv_virgl_layout *layout, uint32_t level,
                               const struct pipe_box *box);

/* How far a box may reach along z at this level. */
uint32_t gv_virgl_level_slices(const struct gv_virgl_layout *layout, uint32_t level);

#endif
