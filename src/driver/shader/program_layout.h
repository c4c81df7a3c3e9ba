/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* The bindings that the shaders of a program use, in sets 1 and 2, and the layouts for them. They
 * depend on the shaders alone, so that programs of the same have layouts that are the same. */
#ifndef GV_PROGRAM_LAYOUT_H
#define GV_PROGRAM_LAYOUT_H

#include <stdbool.h>
#include <stdint.h>

#include <volk.h>

#include "driver/shader/program.h"

struct gv_screen;
struct gv_vk_device;

/* The bindings of one descriptor set while it is being put together. */
struct gv_set_builder {
    bool kernel; /* of a vertex kernel */
    VkDescriptorSetLayoutBinding layout[GV_MAX_PROGRAM_BINDINGS];
    VkDescriptorUpdateTemplateEntry entries[GV_MAX_PROGRAM_BINDINGS];
    struct gv_program_binding bindings[GV_MAX_PROGRAM_BINDINGS];
    uint32_t num, num_layouts; /* as many entries as layouts */
};

/* Bit k: CONST[k] of the shader is a storage buffer on the device. */
uint32_t gv_storage_constants(const struct gv_vk_device *dev, const struct galvan_tgsi_info *info);

/* Builders of sets 1 and 2 for a program that has its shaders, bind_point and fetch_mask; for the
 * caller to free(). NULL: memory ran out. */
struct gv_set_builder *gv_program_collect(const struct gv_screen *screen,
                                          const struct gv_program *p);

/* Makes the program's layouts and bindings of them. What is there when it fails, the other ends. */
bool gv_program_make_layouts(struct gv_screen *screen, const struct gv_set_builder builders[2],
                             struct gv_program *program);
void gv_program_finish_layouts(struct gv_vk_device *dev, struct gv_program *program);

#endif
