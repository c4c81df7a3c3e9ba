/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* The bindings of a program's shaders in descriptor sets 1 and 2, and the layouts of these sets.
 * Bindings and layouts depend only on the shaders, so programs of equal shaders have equal
 * layouts. */
#ifndef GV_PROGRAM_LAYOUT_H
#define GV_PROGRAM_LAYOUT_H

#include <stdbool.h>
#include <stdint.h>

#include <volk.h>

#include "driver/shader/program.h"

struct gv_screen;
struct gv_vk_device;

/* The bindings of a descriptor set that are being collected. */
struct gv_set_builder {
    bool lowered; /* the set is for a lowered stage */
    VkDescriptorSetLayoutBinding layout[GV_MAX_PROGRAM_BINDINGS];
    VkDescriptorUpdateTemplateEntry entries[GV_MAX_PROGRAM_BINDINGS];
    struct gv_program_binding bindings[GV_MAX_PROGRAM_BINDINGS];
    /* num: number of bindings. num_layouts: number of elements of `layout` and of `entries`. */
    uint32_t num, num_layouts;
};

/* Returns a mask: if bit k is set, CONST[k] of the shader is a storage buffer on the device. */
uint32_t gv_storage_constants(const struct gv_vk_device *dev, const struct galvan_tgsi_info *info);

/* Collects the bindings of sets 1 and 2 of a program, whose shaders, bind_point and fetch_mask must
 * be set. Returns two builders, which the caller frees with free(). NULL if memory runs out. */
struct gv_set_builder *gv_program_collect(const struct gv_screen *screen,
                                          const struct gv_program *p);

/* Returns the name of a limit of the device that a pipeline layout of these sets exceeds, or NULL.
 * Each shader is within the limits of its stage, but copies of render targets are textures, too,
 * and a layout has the descriptors of all stages. */
const char *gv_program_exceeded_limit(const struct gv_vk_device *dev,
                                      const struct gv_set_builder builders[2]);

/* gv_program_make_layouts() creates the program's layouts and bindings. If it returns false,
 * gv_program_finish_layouts() frees what was created. */
bool gv_program_make_layouts(struct gv_screen *screen, const struct gv_set_builder builders[2],
                             struct gv_program *program);
void gv_program_finish_layouts(struct gv_vk_device *dev, struct gv_program *program);

#endif
