/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Which memory types of a device serve which kind of memory. */
#ifndef GV_VK_MEMORY_TYPE_H
#define GV_VK_MEMORY_TYPE_H

#include "vk/memory.h"

struct gv_vk_memory_types {
    uint32_t types[VK_MAX_MEMORY_TYPES]; /* best first */
    uint32_t num;
};

/* All types that serve kind. */
void gv_vk_memory_types_rank(const struct gv_vk_device *dev, enum gv_vk_memory_kind kind,
                             struct gv_vk_memory_types *out_types);

/* Of type_bits the best for memory of the process itself. False: none of them. */
bool gv_vk_memory_type_for_import(const struct gv_vk_device *dev, uint32_t type_bits,
                                  uint32_t *out_type);

/* Whether the host sees such memory; and sees it without flushing and invalidating. */
bool gv_vk_memory_type_is_visible(const struct gv_vk_device *dev, uint32_t type);
bool gv_vk_memory_type_is_coherent(const struct gv_vk_device *dev, uint32_t type);

#endif
