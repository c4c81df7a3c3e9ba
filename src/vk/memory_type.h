/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Finds the memory types of a device that suit each kind of memory. */
#ifndef GV_VK_MEMORY_TYPE_H
#define GV_VK_MEMORY_TYPE_H

#include "vk/memory.h"

struct gv_vk_memory_types {
    uint32_t types[VK_MAX_MEMORY_TYPES]; /* best first */
    uint32_t num;
};

/* Lists all memory types that suit `kind`. */
void gv_vk_memory_types_rank(const struct gv_vk_device *dev, enum gv_vk_memory_kind kind,
                             struct gv_vk_memory_types *out_types);

/* Finds the best type in type_bits to import the process's memory. Returns false if no type is
 * suitable. */
bool gv_vk_memory_type_for_import(const struct gv_vk_device *dev, uint32_t type_bits,
                                  uint32_t *out_type);

/* gv_vk_memory_type_is_visible() returns whether memory of a type is host-visible.
 * gv_vk_memory_type_is_coherent() returns whether it is host-visible and coherent. */
bool gv_vk_memory_type_is_visible(const struct gv_vk_device *dev, uint32_t type);
bool gv_vk_memory_type_is_coherent(const struct gv_vk_device *dev, uint32_t type);

#endif
