/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* struct gv_pipeline_info: everything from which a pipeline is created, except its shader modules.
 * An info is a form of VkGraphicsPipelineCreateInfo or VkComputePipelineCreateInfo without pointers
 * and handles. An info has the same meaning in each run of an application, and is compared and
 * serialized as bytes. */
#ifndef GV_PIPELINE_INFO_H
#define GV_PIPELINE_INFO_H

#include <stdbool.h>
#include <stdint.h>

#include <volk.h>

#include "driver/shader/compute_launch.h"
#include "driver/shader/compute_pipeline.h"
#include "driver/shader/shader.h"
#include "driver/state/fixed.h"
#include "driver/state/vertex_input.h"
#include "pipe/p_state.h"

struct gv_derived;
struct gv_program;
struct gv_screen;
struct gv_state;

/* Dynamic state in addition to the state that is dynamic in all pipelines of the device. */
enum {
    GV_DYNAMIC_VERTEX_INPUT = 1 << 0,
    GV_DYNAMIC_BLEND = 1 << 1,
    GV_DYNAMIC_SAMPLE_MASK = 1 << 2,
    GV_DYNAMIC_POLYGON_MODE = 1 << 3,
    GV_DYNAMIC_DEPTH_RANGE = 1 << 4,
};

/* All fields are dwords, so that there is no padding. Fields of dynamic state and unused array
 * elements are 0. */
struct gv_pipeline_info {
    uint32_t cached_variants[GALVAN_NUM_STAGES]; /* numbers of the variants in the disk cache, see
                                                    disk_cache.h; 0: no such stage */
    uint32_t is_compute; /* whether the pipeline is a compute pipeline, which has one variant and
                            `launch`; the fields after `launch` are then 0 */
    struct gv_compute_launch launch;
    uint32_t fetch_mask;            /* gv_program.fetch_mask */
    uint32_t dynamic;               /* GV_DYNAMIC_* */
    uint32_t rasterizer, line_mode; /* GV_RASTER_*; VkLineRasterizationModeEXT */
    uint32_t samples, min_samples, sample_mask;
    uint32_t alpha_to_coverage, alpha_to_one;
    uint32_t logic_op; /* operation + 1; 0: off */
    uint32_t topology, patch_vertices;
    struct gv_fixed fixed; /* strides are 0 */
    uint32_t flags;        /* VkPipelineCreateFlags */
    uint32_t depth, stencil, num_colors;
    VkFormat color[PIPE_MAX_COLOR_BUFS];
    VkPipelineColorBlendAttachmentState blend[PIPE_MAX_COLOR_BUFS];
    uint32_t num_attributes, num_bindings, num_divisors;
    VkVertexInputAttributeDescription attributes[GV_MAX_VERTEX_ATTRIBUTES];
    VkVertexInputBindingDescription bindings[GV_MAX_VERTEX_BINDINGS];
    VkVertexInputBindingDivisorDescriptionEXT divisors[GV_MAX_VERTEX_BINDINGS];
};

/* Fills in the info of a compute pipeline. */
void gv_pipeline_info_init_compute(const struct gv_shader *shader, const struct gv_variant *variant,
                                   const struct gv_compute_launch *launch,
                                   struct gv_pipeline_info *out_info);

/* Fills in the info of the graphics pipeline for derived->key from the bound state. */
void gv_pipeline_info_init(const struct gv_state *state, const struct gv_derived *derived,
                           const struct gv_program *program, struct gv_pipeline_info *out_info);

/* Whether a pipeline of the info can be created, regardless of the device. A deserialized info may
 * have any contents. */
bool gv_pipeline_info_is_valid(const struct gv_pipeline_info *info);

/* Whether the screen's device supports the formats, stages and limits that a valid info needs. */
bool gv_pipeline_info_fits(const struct gv_screen *screen, const struct gv_pipeline_info *info);

#endif
