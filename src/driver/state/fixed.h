/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* State that is compiled into pipelines if the device lacks extended dynamic state. */
#ifndef GV_FIXED_H
#define GV_FIXED_H

#include <stdint.h>

#include "driver/screen/limits.h"

enum {
    GV_FIXED_RESTART = 1 << 0,
    GV_FIXED_DISCARD = 1 << 1,
    GV_FIXED_DEPTH_BIAS = 1 << 2,
    GV_FIXED_DEPTH_TEST = 1 << 3,
    GV_FIXED_DEPTH_WRITE = 1 << 4,
    GV_FIXED_BOUNDS_TEST = 1 << 5,
    GV_FIXED_STENCIL_TEST = 1 << 6,
};

/* State that is compiled into pipelines. The structure has no padding, since it is compared as
 * bytes. Fields that are dynamic on the device are zero. */
struct gv_fixed {
    uint32_t enables; /* GV_FIXED_* */
    uint32_t topology;
    uint32_t num_viewports;
    uint32_t cull_mode, front_face;
    uint32_t depth_op;
    uint32_t stencil_ops[2]; /* stencil operations of front and of back faces; bytes from the
                                lowest: fail, pass, depth fail, compare */
    uint32_t strides_B[GV_MAX_VERTEX_BINDINGS];
};

#endif
