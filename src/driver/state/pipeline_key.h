/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* The key of a graphics pipeline within its program. */
#ifndef GV_PIPELINE_KEY_H
#define GV_PIPELINE_KEY_H

#include <stdint.h>

#include "driver/screen/limits.h"

/* All state that is compiled into a pipeline. Fields of state that is dynamic on the device are
 * zero. */
struct gv_pipeline_key {
    uint32_t rasterizer;  /* GV_RASTER_* of the rasterizer */
    uint32_t multisample; /* samples | alpha-to-coverage << 8 | alpha-to-one << 9 | min samples <<
                             16 */
    uint32_t sample_mask; /* 0 if dynamic */
    uint32_t blend;       /* id of the blend state; 0 if dynamic */
    uint32_t logic_op;    /* operation + 1; 0: off */
    uint32_t vertex;      /* id of the vertex elements; 0 if dynamic */
    uint32_t targets;     /* id of the struct gv_target_formats */
    uint16_t topology;    /* topology class: the VkPrimitiveTopology of the class's list */
    uint16_t patch_vertices;                   /* control points of a patch; 0: no tessellation */
    uint32_t fixed;                            /* id of the struct gv_fixed; 0 if dynamic */
    uint32_t variants[GV_NUM_GRAPHICS_STAGES]; /* ids of the shader variants; 0: no such stage */
};

#endif
