/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
#include "driver/shader/pipeline_info.h"

#include <assert.h>
#include <string.h>

#include "driver/shader/program.h"
#include "driver/state/blend.h"
#include "driver/state/bound_shaders.h"
#include "driver/state/derived.h"
#include "driver/state/rasterizer.h"
#include "driver/state/state.h"
#include "driver/view/surface.h"

static_assert(sizeof(struct gv_pipeline_info) % sizeof(uint32_t) == 0, "it is serialized as words");

static uint32_t dynamic_of(const struct gv_state *state)
{
    return (state->screen->dynamic.vertex_input ? GV_DYNAMIC_VERTEX_INPUT : 0) |
           (state->screen->dynamic.blend ? GV_DYNAMIC_BLEND : 0) |
           (state->screen->dynamic.sample_mask ? GV_DYNAMIC_SAMPLE_MASK : 0) |
           (state->screen->dynamic.polygon_mode ? GV_DYNAMIC_POLYGON_MODE : 0) |
           (state->screen->dynamic.depth_range ? GV_DYNAMIC_DEPTH_RANGE : 0);
}

/* Whether the shader writes an alpha from which coverage is derived. The first colour must be
 * written and must not be an integer. */
static bool writes_alpha(const struct gv_state *state, const struct gv_derived *derived)
{
    const struct pipe_surface *first = state->fb.state.nr_cbufs ? state->fb.state.cbufs[0] : NULL;
    return (derived->written_mask & 1) &&
           (!first || ((const struct gv_surface *)first)->format->cbuf_class == GALVAN_CBUF_FLOAT);
}

/* Returns the line rasterization mode. Vulkan does not allow Bresenham lines or smooth lines in a
 * pipeline with per-sample state. */
static VkLineRasterizationModeEXT line_mode(const struct gv_pipeline_key *key)
{
    bool per_sample = (key->multisample >> 8 & 3) || key->multisample >> 16 > 1;
    if (per_sample)
        return VK_LINE_RASTERIZATION_MODE_DEFAULT_EXT;
    return (VkLineRasterizationModeEXT)(key->rasterizer >> GV_RASTER_LINE_MODE_SHIFT & 3);
}

static void take_targets(const struct gv_state *state, const struct gv_derived *derived,
                         struct gv_pipeline_info *info)
{
    const struct gv_target_formats *targets = &state->fb.formats;
    info->flags = targets->loops;
    info->depth = targets->depth;
    info->stencil = targets->stencil;
    info->num_colors = targets->num_colors;
    memcpy(info->color, targets->color, targets->num_colors * sizeof(info->color[0]));
    if (!state->screen->dynamic.blend)
        gv_blend_resolve(state->blend, targets, derived->written_mask, info->blend);
}

static void take_vertex_input(const struct gv_state *state, const struct gv_derived *derived,
                              struct gv_pipeline_info *info)
{
    struct gv_vertex_input input;
    gv_vertex_input_build(state, derived->missing_inputs, &input);
    info->num_attributes = input.info.vertexAttributeDescriptionCount;
    info->num_bindings = input.info.vertexBindingDescriptionCount;
    info->num_divisors = input.divisor_info.vertexBindingDivisorCount;
    memcpy(info->attributes, input.attributes, info->num_attributes * sizeof(info->attributes[0]));
    memcpy(info->bindings, input.bindings, info->num_bindings * sizeof(info->bindings[0]));
    memcpy(info->divisors, input.divisors, info->num_divisors * sizeof(info->divisors[0]));
    for (uint32_t b = 0; b < info->num_bindings; b++)
        info->bindings[b].stride = derived->fixed.strides_B[b];
}

void gv_pipeline_info_init_compute(const struct gv_shader *shader, const struct gv_variant *variant,
                                   const struct gv_compute_launch *launch,
                                   struct gv_pipeline_info *out_info)
{
    memset(out_info, 0, sizeof(*out_info));
    out_info->cached_variants[shader->stage] = variant->cache_number;
    out_info->is_compute = 1;
    out_info->launch = *launch;
}

void gv_pipeline_info_init(const struct gv_state *state, const struct gv_derived *derived,
                           const struct gv_program *program, struct gv_pipeline_info *out_info)
{
    const struct gv_pipeline_key *key = &derived->key;
    struct gv_pipeline_info *info = out_info;
    memset(info, 0, sizeof(*info));
    for (unsigned s = 0; s < GV_NUM_GRAPHICS_STAGES; s++)
        info->cached_variants[s] =
            program->choice.variants[s] ? program->choice.variants[s]->cache_number : 0;
    info->fetch_mask = program->fetch_mask;
    info->dynamic = dynamic_of(state);
    info->rasterizer = key->rasterizer;
    info->line_mode = line_mode(key);
    info->samples = key->multisample & 0xff;
    info->min_samples = key->multisample >> 16;
    info->sample_mask = key->sample_mask;
    info->alpha_to_coverage =
        (key->multisample >> 8 & 1) && writes_alpha(state, derived) && !state->shader_blend_mask;
    info->alpha_to_one = (key->multisample >> 9 & 1) && !state->shader_blend_mask;
    info->logic_op = key->logic_op;
    info->fixed = derived->fixed;
    memset(info->fixed.strides_B, 0, sizeof(info->fixed.strides_B));
    info->topology = key->fixed ? derived->fixed.topology : key->topology;
    info->patch_vertices = key->patch_vertices;
    take_targets(state, derived, info);
    if (!state->screen->dynamic.vertex_input)
        take_vertex_input(state, derived, info);
}
