/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* What a graphics pipeline is made of, without its shaders: plain bytes, which mean the same in
 * every run of a program, and are compared and stored as such. */
#ifndef GV_RECIPE_H
#define GV_RECIPE_H

#include <stdbool.h>
#include <stdint.h>

#include <volk.h>

#include "driver/shader/shader.h"
#include "driver/state/fixed.h"
#include "driver/state/vertex_input.h"
#include "pipe/p_state.h"

struct gv_context;
struct gv_program;
struct gv_screen;
struct gv_vk_device;

/* What is dynamic, beyond what the device has as such in all pipelines. */
enum {
    GV_DYNAMIC_VERTEX_INPUT = 1 << 0,
    GV_DYNAMIC_BLEND = 1 << 1,
    GV_DYNAMIC_SAMPLE_MASK = 1 << 2,
    GV_DYNAMIC_POLYGON_MODE = 1 << 3,
};

/* Words without padding. What is dynamic, and what lies behind the numbers of an array, is 0. */
struct gv_recipe {
    uint32_t cached_variants[GV_NUM_GRAPHICS_STAGES]; /* numbers, see disk_cache.h; 0: none */
    uint32_t fetch_mask;                              /* of the program */
    uint32_t dynamic;                                 /* GV_DYNAMIC_* */
    uint32_t rasterizer, line_mode;                   /* GV_RASTER_*; VkLineRasterizationModeEXT */
    uint32_t samples, min_samples, sample_mask;
    uint32_t alpha_to_coverage, alpha_to_one;
    uint32_t logic_op; /* operation + 1; 0: off */
    uint32_t topology, patch_vertices;
    struct gv_fixed fixed; /* without strides */
    uint32_t flags;        /* VkPipelineCreateFlags */
    uint32_t depth, stencil, num_colors;
    VkFormat color[PIPE_MAX_COLOR_BUFS];
    VkPipelineColorBlendAttachmentState blend[PIPE_MAX_COLOR_BUFS];
    uint32_t num_attributes, num_bindings, num_divisors;
    VkVertexInputAttributeDescription attributes[GV_MAX_VERTEX_ATTRIBUTES];
    VkVertexInputBindingDescription bindings[GV_MAX_VERTEX_BINDINGS];
    VkVertexInputBindingDivisorDescriptionEXT divisors[GV_MAX_VERTEX_BINDINGS];
};

/* Of what is bound, for ctx->key. */
void gv_recipe_init(const struct gv_context *ctx, const struct gv_program *program,
                    struct gv_recipe *out_recipe);

/* Whether its words are those of a recipe, for whatever device: one that was read may have any. */
bool gv_recipe_is_valid(const struct gv_recipe *recipe);

/* Whether this device has what a valid one asks for: formats, stages, limits. */
bool gv_recipe_fits(const struct gv_screen *screen, const struct gv_recipe *recipe);

/* Makes the pipeline, of shaders that modules has (VK_NULL_HANDLE: no such stage). ahead: nobody
 * waits for it. */
VkResult gv_recipe_make(struct gv_screen *screen, const struct gv_recipe *recipe,
                        const VkShaderModule modules[GV_NUM_GRAPHICS_STAGES],
                        VkPipelineLayout layout, bool ahead, VkPipeline *out_pipeline);

/* What of a pipeline has the shaders: libraries that are compiled before the rest of it is known
 * (graphicsPipelineLibrary). */
enum gv_recipe_half {
    GV_HALF_VERTICES, /* all stages in front of the rasterizer, and that */
    GV_HALF_FRAGMENTS,
    GV_NUM_HALVES
};

/* The rest: libraries that compile nothing. */
enum gv_recipe_rest {
    GV_REST_INPUT, /* of vertices */
    GV_REST_OUTPUT,
    GV_NUM_RESTS
};

/* A pipeline and the libraries that it was linked of, beside the halves. They and the halves live
 * as long as it. */
struct gv_linked {
    VkPipeline pipeline, rest[GV_NUM_RESTS];
};

/* Whether halves that were made by a recipe serve another, of the same shaders. */
bool gv_recipe_shares_halves(const struct gv_recipe *made, const struct gv_recipe *recipe);

/* Makes a half; modules has both of them. */
VkResult gv_recipe_make_half(struct gv_screen *screen, const struct gv_recipe *recipe,
                             const VkShaderModule modules[GV_NUM_GRAPHICS_STAGES],
                             VkPipelineLayout layout, enum gv_recipe_half half,
                             VkPipeline *out_library);

/* Makes the pipeline of halves that serve the recipe. */
VkResult gv_recipe_link(struct gv_screen *screen, const struct gv_recipe *recipe,
                        const VkPipeline halves[GV_NUM_HALVES], VkPipelineLayout layout,
                        struct gv_linked *out_linked);
void gv_linked_finish(struct gv_vk_device *dev, struct gv_linked *linked);

#endif
