/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* The slots behind descriptors: masks of those that setters have changed, and the bindings of a
 * program. */
#ifndef GV_SLOTS_H
#define GV_SLOTS_H

#include <stdbool.h>
#include <stdint.h>

#include <volk.h>

#include "driver/screen/limits.h"
#include "galvan/spirv.h"

/* The slots of a stage that descriptors show. */
enum gv_slot_kind {
    GV_SLOT_VIEW,
    GV_SLOT_SAMPLER,
    GV_SLOT_CONSTANTS, /* uniform buffers, from 1 */
    GV_SLOT_BUFFER,
    GV_SLOT_IMAGE,
    GV_NUM_SLOT_KINDS,
};

enum {
    /* A mask of slots that may always have changed. */
    GV_SLOT_MASK_ALWAYS = GV_NUM_SLOT_KINDS * GALVAN_NUM_STAGES,
    GV_NUM_SLOT_MASKS,
};

/* Masks of slots that setters have changed since their descriptors were last written, see
 * gv_slot_mask(). */
struct gv_changed_slots {
    uint32_t masks[GV_NUM_SLOT_MASKS];
};

/* Which mask has the slots of a stage. */
static inline unsigned gv_slot_mask(enum gv_slot_kind kind, unsigned stage)
{
    return (unsigned)kind * GALVAN_NUM_STAGES + stage;
}

/* One descriptor of set 1 or 2: the binding of the context that it refers to. */
struct gv_program_binding {
    uint8_t stage;
    uint8_t mask; /* has the slot, see gv_slot_mask() */
    uint8_t slot;
    uint8_t sampler;   /* textures: slot of the sampler; slot is the view's */
    uint8_t type;      /* VkDescriptorType */
    uint8_t target;    /* TGSI_TEXTURE_*, of textures and images */
    uint8_t view_type; /* VkImageViewType, of textures */
    uint8_t sampled;   /* enum galvan_cbuf_class of textures */
    bool shadow;       /* a texture whose lookups compare */
    bool multisampled; /* a texture of several samples */
    bool atomic;       /* a buffer of atomic counters, which all stages share */
    bool write;        /* the shader writes it */
    bool raw;          /* an image seen as words */
    bool constant;     /* a uniform or storage buffer: constant buffer slot */
};

/* Whether the binding may have changed since the last draw. */
static inline bool gv_binding_changed(const struct gv_changed_slots *changed,
                                      const struct gv_program_binding *b)
{
    return changed->masks[b->mask] >> (b->slot & 31) & 1;
}

enum {
    GV_MAX_PROGRAM_BINDINGS = GV_NUM_GRAPHICS_STAGES * 96
};

/* One element of the array that an update template reads. */
union gv_descriptor {
    VkDescriptorImageInfo image;
    VkDescriptorBufferInfo buffer;
    VkBufferView texel_buffer;
};

#endif
