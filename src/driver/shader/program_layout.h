/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* The bindings of a program's shaders in sets 1 and 2, and their layouts. They depend on the
 * shaders only, so programs of the same shaders have equal layouts. */
#ifndef GV_PROGRAM_LAYOUT_H
#define GV_PROGRAM_LAYOUT_H

#include <stdbool.h>
#include <stdint.h>

#include <volk.h>

#include "driver/shader/program.h"

struct gv_screen;
struct gv_vk_device;

/* The bindings of a descriptor set that is being built. */
struct gv_set_builder {
    bool lowered; /* of a lowered stage */
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

/* Creates the program's layouts and bindings. If it fails, the other function frees what was
 * created. */
bool gv_program_make_layouts(struct gv_screen *screen, const struct gv_set_builder builders[2],
                             struct gv_program *program);
void gv_program_finish_layouts(struct gv_vk_device *dev, struct gv_program *program);

#endif
