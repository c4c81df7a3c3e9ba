/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* struct gv_shown_sets: what descriptors.h has of a context, as data. */
#ifndef GV_DESCRIPTORS_DATA_H
#define GV_DESCRIPTORS_DATA_H

#include <stdint.h>

#include <volk.h>

#include "driver/shader/slots.h"

enum {
    GV_NUM_KEPT_SETS = 8,
    GV_MAX_KEPT_DESCRIPTORS = 32, /* of a set that is kept */
};

/* A set of the present batch, and its descriptors. Its handles are valid as long as the batch,
 * so equal handles are equal objects. */
struct gv_kept_set {
    VkDescriptorSet set;
    uint32_t bindings; /* of its program, see struct gv_program; 0: there is none */
    union gv_descriptor descriptors[GV_MAX_KEPT_DESCRIPTORS];
};

/* Set 1 or 2 of the last draw. */
struct gv_shown_set {
    union gv_descriptor descriptors[GV_MAX_PROGRAM_BINDINGS]; /* in the order of its bindings */
    VkDescriptorSet set;
    uint32_t next;
    struct gv_kept_set kept[GV_NUM_KEPT_SETS];
};

struct gv_shown_sets {
    struct gv_shown_set textures, buffers;
    uint64_t serial; /* of the batch of those kept */
};

#endif
