/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* The layouts of descriptor set 0, which has constant buffer 0 of some stages. When the offsets of
 * a set change, Vulkan drivers process all bindings of the set, and the offsets of constants change
 * at almost every draw. So each layout has only the stages that its programs can have, and each
 * binding is visible only to its own stage. */
#ifndef GV_CONST_LAYOUT_H
#define GV_CONST_LAYOUT_H

#include <stdint.h>

#include "driver/screen/limits.h"
#include "galvan/spirv.h"

enum gv_const_layout {
    GV_CONST_LAYOUT_SIMPLE,   /* the vertex and the fragment stage */
    GV_CONST_LAYOUT_GRAPHICS, /* all graphics stages */
    GV_CONST_LAYOUT_COMPUTE,  /* the compute stage, also for lowered stages */
    GV_NUM_CONST_LAYOUTS,
};

/* Consecutive stages, which are also the numbers of the bindings. */
struct gv_const_stages {
    uint32_t first, num;
};

static inline struct gv_const_stages gv_const_stages(enum gv_const_layout layout)
{
    static const struct gv_const_stages stages[GV_NUM_CONST_LAYOUTS] = {
        [GV_CONST_LAYOUT_SIMPLE] = {GALVAN_STAGE_VERTEX, GALVAN_STAGE_FRAGMENT + 1},
        [GV_CONST_LAYOUT_GRAPHICS] = {GALVAN_STAGE_VERTEX, GV_NUM_GRAPHICS_STAGES},
        [GV_CONST_LAYOUT_COMPUTE] = {GALVAN_STAGE_COMPUTE, 1},
    };
    return stages[layout];
}

#endif
