/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Defines struct gv_shown_sets, a context's data for the functions of descriptors.h. */
#ifndef GV_DESCRIPTORS_DATA_H
#define GV_DESCRIPTORS_DATA_H

#include <stdint.h>

#include <volk.h>

#include "driver/shader/slots.h"

enum {
    GV_NUM_KEPT_SETS = 8,
    GV_MAX_KEPT_DESCRIPTORS = 32, /* largest number of descriptors of a cached set */
};

/* A cached descriptor set of the current batch, and its descriptors. The batch references all
 * objects in the set, so equal handles are equal objects. */
struct gv_kept_set {
    VkDescriptorSet set;
    uint32_t bindings; /* id of the program's binding layout, see struct gv_program; 0: the entry is
                          unused */
    union gv_descriptor descriptors[GV_MAX_KEPT_DESCRIPTORS];
};

/* Set 1 or set 2 of the last draw, with cached sets. */
struct gv_shown_set {
    union gv_descriptor descriptors[GV_MAX_PROGRAM_BINDINGS]; /* in the order of the program's
                                                                 bindings */
    VkDescriptorSet set;
    uint32_t next;
    struct gv_kept_set kept[GV_NUM_KEPT_SETS];
};

struct gv_shown_sets {
    struct gv_shown_set textures, buffers;
    uint64_t serial; /* serial of the batch that owns the cached sets */
};

#endif
