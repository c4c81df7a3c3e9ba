/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Shader objects, and which of them are the stages of a pass. */
#ifndef GV_BOUND_SHADERS_H
#define GV_BOUND_SHADERS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "driver/screen/caps.h"
#include "driver/state/pass.h"
#include "driver/state/rasterizer.h"
#include "driver/state/state.h"
#include "galvan/spirv.h"

struct gv_variant;

enum {
    GV_MAX_INLINED = 8
};

/* A shader CSO: parsed and scanned once, translated for each key that draws ask for. */
struct gv_shader {
    struct galvan_tgsi *tgsi;
    const struct galvan_tgsi_info *info;
    struct galvan_spirv_stream_output stream_output;
    enum galvan_stage stage;
    bool of_pass; /* the driver's own, see pass_shader.h: it has constants of its own */
    uint32_t id;
    uint32_t refs; /* CSOs that are this one; 0 for shaders of the driver's own and for compute */
    uint64_t content;                                     /* a hash of what the CSOs were made of */
    uint32_t shared_size_B, private_size_B, input_size_B; /* compute */
    struct gv_variant *variants;                          /* most recently used first */
    uint32_t inlined[GV_MAX_INLINED][GALVAN_MAX_INLINABLE_UNIFORMS]; /* values with pipelines */
    uint32_t num_inlined;
    bool exceeds_device;   /* GEOM: it is a kernel, see gv_large_geometry_by_kernels() */
    bool inlines_uniforms; /* pipelines may have values of its uniforms, see inline_uniforms.h */
};

/* The geometry shader of a pass: the driver's own or the bound one; NULL: none. */
static inline struct gv_shader *gv_pass_geometry(const struct gv_state *state,
                                                 const struct gv_pass *pass)
{
    if (pass->vertex)
        return NULL;
    return pass->geometry ? pass->geometry : state->shaders[GALVAN_STAGE_GEOMETRY];
}

/* The vertex shader of a pass: the driver's own or the bound one. */
static inline struct gv_shader *gv_pass_vertex(const struct gv_state *state,
                                               const struct gv_pass *pass)
{
    return pass->vertex ? pass->vertex : state->shaders[GALVAN_STAGE_VERTEX];
}

/* The evaluation shader of a pass; NULL: its vertices come from no patches. */
static inline struct gv_shader *gv_pass_evaluation(const struct gv_state *state,
                                                   const struct gv_pass *pass)
{
    return pass->vertex ? NULL : state->shaders[GALVAN_STAGE_TESS_EVAL];
}

/* The shader whose vertices reach the rasterizer in a pass. */
static inline struct gv_shader *gv_pass_last_vertex_shader(const struct gv_state *state,
                                                           const struct gv_pass *pass)
{
    struct gv_shader *gs = gv_pass_geometry(state, pass);
    struct gv_shader *tes = gv_pass_evaluation(state, pass);
    return pass->vertex ? pass->vertex : gs ? gs : tes ? tes : state->shaders[GALVAN_STAGE_VERTEX];
}

/* The same of the bound shaders; NULL when there is none. */
static inline struct gv_shader *gv_last_vertex_shader(const struct gv_state *state)
{
    static const struct gv_pass bound;
    return gv_pass_last_vertex_shader(state, &bound);
}

/* Whether the bound fragment shader reads the number of its primitive, which only kernels have. */
static inline bool gv_wants_numbers(const struct gv_state *state)
{
    const struct gv_shader *fs = state->shaders[GALVAN_STAGE_FRAGMENT];
    return gv_numbers_by_kernels(state->dev) && fs && fs->info->reads_primitive_id;
}

/* Whether the bound geometry shader has streams that only kernels have. */
static inline bool gv_wants_streams(const struct gv_state *state)
{
    const struct gv_shader *gs = state->shaders[GALVAN_STAGE_GEOMETRY];
    return gs && gs->info->streams_mask > 1 && gv_streams_by_kernels(state->dev);
}

/* Whether the bound geometry shader makes more than the device takes. */
static inline bool gv_exceeds_geometry(const struct gv_state *state)
{
    const struct gv_shader *gs = state->shaders[GALVAN_STAGE_GEOMETRY];
    return gs && gs->exceeds_device;
}

/* Whether the bound shaders of vertices may be kernels; gv_kernel_draw_wanted() decides. */
static inline bool gv_has_kernel_stages(const struct gv_state *state)
{
    const bool kernels = gv_has_vertex_kernels(state->dev);
    return (state->shaders[GALVAN_STAGE_GEOMETRY] && kernels) ||
           (state->shaders[GALVAN_STAGE_TESS_EVAL] &&
            (kernels || !state->dev->caps.tessellationShader)) ||
           ((state->shaders[GALVAN_STAGE_GEOMETRY] || state->shaders[GALVAN_STAGE_TESS_EVAL]) &&
            gv_sizes_by_kernels(state->dev)) ||
           gv_wants_numbers(state) || gv_wants_streams(state) || gv_exceeds_geometry(state);
}

/* Whether the samples of a pixel are covered one by one under rast. */
static inline bool gv_multisampling(const struct gv_state *state, const struct gv_rasterizer *rast)
{
    return state->fb.samples > 1 && rast->state.multisample;
}

#endif
