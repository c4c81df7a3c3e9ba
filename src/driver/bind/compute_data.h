/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* struct gv_compute: the state for dispatches that a context has in addition to struct gv_state. */
#ifndef GV_COMPUTE_DATA_H
#define GV_COMPUTE_DATA_H

#include <stdbool.h>
#include <stdint.h>

#include <volk.h>

#include "driver/shader/compute_launch.h"
#include "galvan/spirv.h"

struct pipe_resource;

struct gv_compute {
    VkPipeline pipeline;             /* bound in the command buffer; VK_NULL_HANDLE: no pipeline is
                                        bound */
    struct gv_compute_launch launch; /* parameters for which `pipeline` was compiled */
    struct pipe_resource *globals[GALVAN_NUM_GLOBALS]; /* GLOBAL buffers; index 0 is unused, see
                                                          set_global_binding */
    uint32_t resources_mask;                           /* mask of the images that
                                                          set_compute_resources has bound */
    bool block_used;
    struct galvan_compute_block block;
    uint32_t block_ring_offset_B;
};

#endif
