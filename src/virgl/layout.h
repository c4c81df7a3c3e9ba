/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* The layout of a resource's texels in its backing, and a function that converts a box to a checked
 * range of bytes. All transfers use this layout and this function. */
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
    uint32_t slices;        /* layers, cube faces, or depth slices of a 3D texture */
    uint64_t offset_B;      /* offset of the level in the backing */
    uint64_t stride_B;
    uint64_t layer_stride_B;
};

struct gv_virgl_layout {
    uint32_t target;
    uint32_t block_B, block_width, block_height; /* size of one texel block */
    uint32_t num_levels;
    uint32_t samples; /* at least 1 */
    uint64_t size_B;  /* size of all levels with one sample */
    struct gv_virgl_level levels[GV_VIRGL_MAX_LEVELS];
};

/* Checks the resource's parameters (target, format, sizes, levels, samples), and computes its
 * layout. Returns NULL on success. If the parameters are invalid, returns the reason and leaves
 * *layout unchanged. */
const char *gv_virgl_layout_init(struct gv_virgl_layout *layout,
                                 const struct gv_virgl_resource_args *args);

/* The bytes of a box: num_slices times num_rows rows of row_B bytes. */
struct gv_virgl_range {
    uint64_t row_B;
    uint64_t stride_B;       /* distance of rows in the backing */
    uint64_t layer_stride_B; /* distance of slices in the backing */
    uint32_t num_rows;       /* number of rows of blocks */
    uint32_t num_slices;
    uint64_t size_B; /* size from the first byte to the end of the last row; 0: the box is empty */
    uint32_t width, height; /* size of the box in texels, clipped at the level's edge */
};

/* Checks that the level contains the box, that the strides (0: tight) are large enough for the box,
 * and that a backing of backing_B bytes contains the whole range from offset_B on. Returns NULL, or
 * the reason why the range is invalid. */
const char *gv_virgl_range_init(struct gv_virgl_range *range, const struct gv_virgl_layout *layout,
                                uint32_t level, const struct pipe_box *box, uint32_t stride_B,
                                uint32_t layer_stride_B, uint64_t offset_B, uint64_t backing_B);

/* For copies, blits and clears: checks only that the level contains the box. Returns NULL, or the
 * reason why the box is invalid. */
const char *gv_virgl_box_check(const struct gv_virgl_layout *layout, uint32_t level,
                               const struct pipe_box *box);

/* Returns the number of slices of a level. Boxes of this level must end within these slices. */
uint32_t gv_virgl_level_slices(const struct gv_virgl_layout *layout, uint32_t level);

#endif
