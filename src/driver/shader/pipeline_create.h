/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Creates pipelines from struct gv_pipeline_info: whole graphics pipelines, pipeline libraries, and
 * pipelines that are linked from libraries. Also creates compute pipelines. */
#ifndef GV_PIPELINE_CREATE_H
#define GV_PIPELINE_CREATE_H

#include <stdbool.h>

#include <volk.h>

#include "driver/shader/pipeline_info.h"
#include "driver/shader/shader.h"
#include "util/must_check.h"

struct gv_screen;
struct gv_vk_device;

/* Creates a whole pipeline. `modules`: VK_NULL_HANDLE for stages that the pipeline lacks.
 * `precompile`: no draw waits for the pipeline. */
GV_MUST_CHECK VkResult gv_pipeline_create(struct gv_screen *screen,
                                          const struct gv_pipeline_info *info,
                                          const VkShaderModule modules[GV_NUM_GRAPHICS_STAGES],
                                          VkPipelineLayout layout, bool precompile,
                                          VkPipeline *out_pipeline);

/* Creates a compute pipeline. */
GV_MUST_CHECK VkResult gv_compute_pipeline_create(struct gv_screen *screen, VkShaderModule module,
                                                  VkPipelineLayout layout,
                                                  const struct gv_compute_launch *launch,
                                                  bool precompile, VkPipeline *out_pipeline);

/* ---- Libraries (graphicsPipelineLibrary) ----------------------------------------------------- */

/* The pipeline libraries that contain shaders. They are compiled before the remaining state of the
 * pipeline is known. */
enum gv_shader_library {
    GV_LIBRARY_PRE_RASTERIZATION,
    GV_LIBRARY_FRAGMENT_SHADER,
    GV_NUM_SHADER_LIBRARIES
};

/* A linked pipeline, and its libraries without shaders, which are created together with the
 * pipeline and compile no code. All libraries of the pipeline must live as long as the pipeline. */
struct gv_linked_pipeline {
    VkPipeline handle;
    VkPipeline vertex_input, fragment_output;
};

/* Creates a library from the parts of `info` and `modules` that belong to it. */
GV_MUST_CHECK VkResult gv_shader_library_create(
    struct gv_screen *screen, const struct gv_pipeline_info *info,
    const VkShaderModule modules[GV_NUM_GRAPHICS_STAGES], VkPipelineLayout layout,
    enum gv_shader_library library, VkPipeline *out_library);

/* Whether shader libraries that were created from `created_from` can be linked to the pipeline of
 * `info`. `created_from` and `info` must have the same shaders. */
bool gv_shader_libraries_fit(const struct gv_pipeline_info *created_from,
                             const struct gv_pipeline_info *info);

/* Links a pipeline from shader libraries that fit `info`. */
GV_MUST_CHECK VkResult
gv_linked_pipeline_create(struct gv_screen *screen, const struct gv_pipeline_info *info,
                          const VkPipeline libraries[GV_NUM_SHADER_LIBRARIES],
                          VkPipelineLayout layout, struct gv_linked_pipeline *out_linked);
void gv_linked_pipeline_finish(struct gv_vk_device *dev, struct gv_linked_pipeline *linked);

#endif
