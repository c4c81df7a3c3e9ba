/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Creates graphics pipelines from struct gv_pipeline_info: whole ones, pipeline libraries of them,
 * and pipelines that are linked of libraries. */
#ifndef GV_PIPELINE_CREATE_H
#define GV_PIPELINE_CREATE_H

#include <stdbool.h>

#include <volk.h>

#include "driver/shader/pipeline_info.h"
#include "driver/shader/shader.h"
#include "util/must_check.h"

struct gv_screen;
struct gv_vk_device;

/* Creates the pipeline, whole. modules: VK_NULL_HANDLE where it has no such stage. precompile: no
 * draw waits for it. */
GV_MUST_CHECK VkResult gv_pipeline_create(struct gv_screen *screen,
                                          const struct gv_pipeline_info *info,
                                          const VkShaderModule modules[GV_NUM_GRAPHICS_STAGES],
                                          VkPipelineLayout layout, bool precompile,
                                          VkPipeline *out_pipeline);

/* The same for a compute pipeline. */
GV_MUST_CHECK VkResult gv_compute_pipeline_create(struct gv_screen *screen, VkShaderModule module,
                                                  VkPipelineLayout layout,
                                                  const struct gv_compute_launch *launch,
                                                  bool precompile, VkPipeline *out_pipeline);

/* ---- Libraries (graphicsPipelineLibrary) ----------------------------------------------------- */

/* The libraries with shaders, which are compiled before the rest of the pipeline is known. */
enum gv_shader_library {
    GV_LIBRARY_PRE_RASTERIZATION,
    GV_LIBRARY_FRAGMENT_SHADER,
    GV_NUM_SHADER_LIBRARIES
};

/* A pipeline, and the libraries it is linked of that have no shaders: they are created with it and
 * compile nothing. All its libraries live as long as it. */
struct gv_linked_pipeline {
    VkPipeline handle;
    VkPipeline vertex_input, fragment_output;
};

/* Creates a library from what it takes of info and modules. */
GV_MUST_CHECK VkResult gv_shader_library_create(
    struct gv_screen *screen, const struct gv_pipeline_info *info,
    const VkShaderModule modules[GV_NUM_GRAPHICS_STAGES], VkPipelineLayout layout,
    enum gv_shader_library library, VkPipeline *out_library);

/* Whether shader libraries that were created from one info fit pipelines of another that have the
 * same shaders. */
bool gv_shader_libraries_fit(const struct gv_pipeline_info *created_from,
                             const struct gv_pipeline_info *info);

/* Links a pipeline of shader libraries that fit info. */
GV_MUST_CHECK VkResult
gv_linked_pipeline_create(struct gv_screen *screen, const struct gv_pipeline_info *info,
                          const VkPipeline libraries[GV_NUM_SHADER_LIBRARIES],
                          VkPipelineLayout layout, struct gv_linked_pipeline *out_linked);
void gv_linked_pipeline_finish(struct gv_vk_device *dev, struct gv_linked_pipeline *linked);

#endif
