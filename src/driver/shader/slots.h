/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* The slots of descriptors: masks of the slots that setters have changed, and the bindings of a
 * program. */
#ifndef GV_SLOTS_H
#define GV_SLOTS_H

#include <stdbool.h>
#include <stdint.h>

#include <volk.h>

#include "driver/screen/limits.h"
#include "galvan/spirv.h"

/* Kinds of a stage's slots that have descriptors. */
enum gv_slot_kind {
    GV_SLOT_VIEW,
    GV_SLOT_SAMPLER,
    GV_SLOT_CONSTANTS, /* constant buffers from 1 on */
    GV_SLOT_BUFFER,
    GV_SLOT_IMAGE,
    GV_NUM_SLOT_KINDS,
};

enum {
    /* The index of the mask for slots that always count as changed. */
    GV_SLOT_MASK_ALWAYS = GV_NUM_SLOT_KINDS * GALVAN_NUM_STAGES,
    GV_NUM_SLOT_MASKS,
};

/* Masks of slots that setters have changed since their descriptors were last written, see
 * gv_slot_mask(). */
struct gv_changed_slots {
    uint32_t masks[GV_NUM_SLOT_MASKS];
};

/* Returns the index of the mask for a kind of slots and a stage. */
static inline unsigned gv_slot_mask(enum gv_slot_kind kind, unsigned stage)
{
    return (unsigned)kind * GALVAN_NUM_STAGES + stage;
}

/* A descriptor of set 1 or 2. The descriptor describes the object that is bound to a slot of the
 * context. */
struct gv_program_binding {
    uint8_t stage;
    uint8_t mask; /* index of the mask that contains the slot, see gv_slot_mask() */
    uint8_t slot;
    uint8_t sampler;   /* textures: slot of the sampler; `slot` is the view's */
    uint8_t type;      /* VkDescriptorType */
    uint8_t target;    /* textures and images: TGSI_TEXTURE_* */
    uint8_t view_type; /* textures: VkImageViewType */
    uint8_t sampled;   /* textures: enum galvan_cbuf_class */
    uint16_t format;   /* images: enum pipe_format as declared; PIPE_FORMAT_NONE: any format */
    bool shadow;       /* a texture whose lookups compare */
    bool multisampled; /* a multisampled texture */
    bool atomic;       /* whether the buffer is an atomic counter buffer, which all stages share */
    bool write;        /* whether the shader writes the buffer or image */
    bool raw;          /* an image that the shader reads as dwords */
    bool constant;     /* a uniform or storage buffer for a constant buffer slot */
};

/* Whether the descriptor of a binding may have changed since the last draw. */
static inline bool gv_binding_changed(const struct gv_changed_slots *changed,
                                      const struct gv_program_binding *b)
{
    return changed->masks[b->mask] >> (b->slot & 31) & 1;
}

enum {
    GV_MAX_PROGRAM_BINDINGS = GV_NUM_GRAPHICS_STAGES * 96
};

/* An element of the array that a descriptor update template reads. */
union gv_descriptor {
    VkDescriptorImageInfo image;
    VkDescriptorBufferInfo buffer;
    VkBufferView texel_buffer;
};

#endif
