/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Defines struct gv_constants, a context's data for the functions of constants.h. */
#ifndef GV_CONSTANTS_DATA_H
#define GV_CONSTANTS_DATA_H

#include <stdbool.h>
#include <stdint.h>

#include <volk.h>

#include "driver/screen/const_layout.h"
#include "driver/state/pass.h"
#include "driver/state/stage_bindings.h"
#include "galvan/spirv.h"

enum {
    GV_NUM_RESOURCE_SETS = 8,
};

/* A descriptor set 0 with buffer resources, whose offsets are dynamic. */
struct gv_resource_set {
    VkDescriptorSet set; /* VK_NULL_HANDLE: no set */
    enum gv_const_layout layout;
    VkDescriptorBufferInfo infos[GALVAN_NUM_STAGES]; /* only those of the layout's stages */
};

struct gv_constants {
    struct galvan_driver_block block; /* contents of the driver block in set 3 */
    uint32_t block_offset_B;          /* offset of the block's copy in the constant ring */
    bool block_changed;               /* whether `block` has changed since it was copied */
    bool block_used;                  /* whether the program of the last draw reads the driver
                                         block */
    uint32_t stale_mask;   /* a bit for each stage, for the driver block and for the compute
                              block; set: the ring's current block has no up-to-date copy of these
                              constants */
    uint64_t block_number; /* index of the ring's current block among all blocks that the ring has
                              used so far; the first is 1 */
    struct gv_resource_set resource_sets[GV_NUM_RESOURCE_SETS]; /* the last sets of a batch */
    uint64_t resource_sets_serial;                              /* serial of that batch */
    uint32_t num_resource_sets; /* number of sets that were created */
};

#endif
