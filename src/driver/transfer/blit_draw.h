/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* A blit in normalized form, and its fallback: drawing the blit. */
#ifndef GV_BLIT_DRAW_H
#define GV_BLIT_DRAW_H

#include "driver/resource/resource.h"

struct gv_context;

struct gv_blit_side {
    struct gv_resource *res;
    const struct gv_format *format; /* the blit's format, which may differ from the resource's */
    enum pipe_format pipe_format;
    unsigned level;
    unsigned width, height, depth; /* size of the level; depth is the number of layers */
    struct pipe_box box;           /* of dst: extents are positive; of src: negative extents flip
                                      the blit */
};

struct gv_blit_op {
    struct gv_blit_side dst, src;
    VkRect2D area;           /* the pixels of dst that are written */
    unsigned z_begin, z_end; /* the layers of dst that are written */
    unsigned mask;           /* PIPE_MASK_*, limited to the channels and aspects of dst */
    bool linear;
    bool alpha_blend;
    bool conditional; /* whether the render condition applies and the device evaluates it */
};

void gv_blit_draw(struct gv_context *ctx, const struct gv_blit_op *op);

#endif
