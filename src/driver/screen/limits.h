/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Numbers of objects that a context can bind, on any device. */
#ifndef GV_LIMITS_H
#define GV_LIMITS_H

#include "galvan/spirv.h"
#include "pipe/p_state.h"

enum {
    GV_NUM_GRAPHICS_STAGES = 5, /* all stages but compute */
    GV_MAX_SAMPLERS = 32,
    GV_MAX_CONST_BUFFERS = 16,
    GV_MAX_SHADER_BUFFERS = 16,
    GV_MAX_SHADER_IMAGES = 32,
    GV_MAX_ATOMIC_BUFFERS = 16,
    GV_MAX_PRIVATE_B = 64 * 1024,
    GV_MAX_GLOBAL_B = 1 << GALVAN_GLOBAL_SHIFT, /* size of one GLOBAL buffer */
    GV_MAX_VIEWPORTS = 16,
    GV_MIN_BLOCK_THREADS = 1024, /* smallest limit that GL allows for a block's threads, and for its
                                    size in x and y */
    GV_MIN_BLOCK_DEPTH = 64,
    GV_MAX_VERTEX_BUFFERS = 32,
    GV_MAX_VERTEX_ATTRIBUTES = PIPE_MAX_ATTRIBS,
    GV_MAX_VERTEX_BINDINGS = PIPE_MAX_ATTRIBS + 1,
    GV_MAX_SAMPLE_LOCATIONS = 16,
};

#endif
