/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* struct gv_compute: what a context binds for dispatches beside struct gv_state, as data. */
#ifndef GV_COMPUTE_DATA_H
#define GV_COMPUTE_DATA_H

#include <stdbool.h>
#include <stdint.h>

#include <volk.h>

#include "driver/shader/compute_launch.h"
#include "galvan/spirv.h"

struct pipe_resource;

struct gv_compute {
    VkPipeline pipeline;             /* bound in the command buffer; VK_NULL_HANDLE: none yet */
    struct gv_compute_launch launch; /* that it was compiled for */
    struct pipe_resource *globals[GALVAN_NUM_GLOBALS]; /* from 1 on, see set_global_binding */
    uint32_t resources_mask;                           /* images that set_compute_resources set */
    bool block_used;
    struct galvan_compute_block block;
    uint32_t block_ring_offset_B;
};

#endif
