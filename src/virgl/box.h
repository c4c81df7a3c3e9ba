/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Reads boxes from the wire: x, y, z, width, height, depth. */
#ifndef GV_VIRGL_BOX_H
#define GV_VIRGL_BOX_H

#include "pipe/p_state.h"
#include "virgl/reader.h"

static inline struct pipe_box gv_virgl_box(struct gv_virgl_reader *in)
{
    struct pipe_box box;
    box.x = gv_virgl_i32(in);
    box.y = gv_virgl_i32(in);
    box.z = gv_virgl_i32(in);
    box.width = gv_virgl_i32(in);
    box.height = gv_virgl_i32(in);
    box.depth = gv_virgl_i32(in);
    return box;
}

static inline bool gv_virgl_box_is_empty(const struct pipe_box *box)
{
    return !box->width || !box->height || !box->depth;
}

#endif
