/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Shader objects, and functions that select the shaders of a pass. */
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
#include "pipe/p_defines.h"

struct gv_variant;

enum {
    GV_MAX_INLINED = 8
};

/* Properties of a vertex or fragment shader on which paths and passes depend. */
enum {
    GV_TRAIT_BOUND = 1 << 0,
    GV_TRAIT_FLAT = 1 << 1,   /* reads flat inputs */
    GV_TRAIT_COLOR = 1 << 2,  /* reads a colour */
    GV_TRAIT_SHADED = 1 << 3, /* reads a colour that is flat if the rasterizer state says so */
    GV_TRAIT_FACE = 1 << 4,   /* reads the face */
    GV_TRAIT_PRIMITIVE_ID = 1 << 5,
    GV_TRAIT_STORES = 1 << 6, /* has side effects */
    GV_TRAIT_FETCHES = 1 << 7,
    GV_TRAIT_SPILLS = 1 << 8, /* reads more varyings than the device has */
    GV_TRAIT_WINDOW_SPACE = 1 << 9,
    GV_TRAIT_EDGE_FLAG = 1 << 10,
    GV_TRAIT_POINT_SIZE = 1 << 11, /* writes the point size */
    GV_TRAIT_LAYER = 1 << 12,
    GV_TRAIT_VIEWPORT = 1 << 13,
    GV_TRAIT_BACK_COLOR = 1 << 14, /* writes a colour of back faces */
    GV_TRAIT_CAPTURED = 1 << 15,   /* stream output captures outputs */
};

/* A shader CSO: its TGSI is parsed and scanned once, and translated once for each variant key that
 * draws need. */
struct gv_shader {
    struct galvan_tgsi *tgsi;
    const struct galvan_tgsi_info *info;
    struct galvan_spirv_stream_output stream_output;
    enum galvan_stage stage;
    bool of_pass; /* true for an internal shader of a pass, whose constants the pass provides; see
                     pass_shader.h */
    uint32_t id;
    uint32_t refs;    /* number of CSOs with this content; 0 for internal shaders and for compute */
    uint64_t content; /* a hash of the CSO's content */
    uint32_t shared_size_B, private_size_B, input_size_B;            /* compute shaders only */
    struct gv_variant *variants;                                     /* most recently used first */
    uint32_t inlined[GV_MAX_INLINED][GALVAN_MAX_INLINABLE_UNIFORMS]; /* sets of uniform values that
                                                                        are compiled into
                                                                        pipelines */
    uint32_t num_inlined;
    uint32_t traits;       /* vertex or fragment shader: GV_TRAIT_* */
    bool exceeds_device;   /* geometry shader: exceeds the device's limits and is lowered, see
                              gv_lowers_large_geometry() */
    bool spills;           /* fragment shader: reads more varyings than the device has, see
                              gv_spills_varyings() */
    bool inlines_uniforms; /* pipelines may have uniform values compiled in, see
                              inline_uniforms.h */
};

/* Returns the geometry shader of a pass, internal or bound. NULL if the pass has no geometry
 * shader. */
static inline struct gv_shader *gv_pass_geometry(const struct gv_state *state,
                                                 const struct gv_pass *pass)
{
    if (pass->vertex)
        return NULL;
    return pass->geometry ? pass->geometry : state->shaders[GALVAN_STAGE_GEOMETRY];
}

/* Returns the vertex shader of a pass, internal or bound. */
static inline struct gv_shader *gv_pass_vertex(const struct gv_state *state,
                                               const struct gv_pass *pass)
{
    return pass->vertex ? pass->vertex : state->shaders[GALVAN_STAGE_VERTEX];
}

/* Returns the tessellation evaluation shader of a pass. NULL if the pass has no tessellation. */
static inline struct gv_shader *gv_pass_evaluation(const struct gv_state *state,
                                                   const struct gv_pass *pass)
{
    return pass->vertex ? NULL : state->shaders[GALVAN_STAGE_TESS_EVAL];
}

/* Returns the shader whose vertices reach the rasterizer in a pass. */
static inline struct gv_shader *gv_pass_last_vertex_shader(const struct gv_state *state,
                                                           const struct gv_pass *pass)
{
    struct gv_shader *gs = gv_pass_geometry(state, pass);
    struct gv_shader *tes = gv_pass_evaluation(state, pass);
    return pass->vertex ? pass->vertex : gs ? gs : tes ? tes : state->shaders[GALVAN_STAGE_VERTEX];
}

/* Returns the last bound shader that outputs vertices. NULL if no such shader is bound. */
static inline struct gv_shader *gv_last_vertex_shader(const struct gv_state *state)
{
    static const struct gv_pass bound;
    return gv_pass_last_vertex_shader(state, &bound);
}

/* Whether a bound shader generates the primitives of draws. */
static inline bool gv_shades_primitives(const struct gv_state *state)
{
    return state->shaders[GALVAN_STAGE_GEOMETRY] || state->shaders[GALVAN_STAGE_TESS_EVAL];
}

/* Returns whether a bound stage before the rasterizer stores to memory. */
static inline bool gv_vertex_stages_store(const struct gv_state *state)
{
    for (unsigned s = 0; s < GALVAN_STAGE_COMPUTE; s++) {
        if (s != GALVAN_STAGE_FRAGMENT && state->shaders[s] &&
            state->shaders[s]->info->has_side_effects)
            return true;
    }
    return false;
}

/* Returns a mask of the slots of colours 0 and 1 of back faces. */
static inline uint64_t gv_back_color_slots(void)
{
    return UINT64_C(3) << GALVAN_SLOT_BCOLOR(0);
}

/* Returns the PIPE_PRIM_* that a tessellation evaluation shader generates. */
static inline unsigned gv_tess_output_prim(const struct gv_shader *tes)
{
    if (tes->info->tes_point_mode)
        return PIPE_PRIM_POINTS;
    return tes->info->tes_prim_mode == PIPE_PRIM_LINES ? PIPE_PRIM_LINES : PIPE_PRIM_TRIANGLES;
}

/* Returns the mask of varying slots that are flat in the bound fragment shader. If a front colour
 * is flat, the back colour's slot is included. */
static inline uint64_t gv_flat_slots(const struct gv_state *state)
{
    const struct galvan_tgsi_info *fs = state->shaders[GALVAN_STAGE_FRAGMENT]->info;
    const uint64_t flat =
        fs->flat_mask | (state->rasterizer->state.flatshade ? fs->shaded_mask : 0);
    return flat | (flat & 3) << GALVAN_SLOT_BCOLOR(0); /* colours 0 and 1 are slots 0 and 1 */
}

/* Whether the device's provoking vertex differs from that of rasterizer state r, and the fragment
 * shader can observe the difference. */
static inline bool gv_provokes_others(const struct gv_state *state, const struct gv_rasterizer *r)
{
    const struct gv_shader *fs = state->shaders[GALVAN_STAGE_FRAGMENT];
    return !r->state.flatshade_first && !(r->key[0] & GV_RASTER_PROVOKING_LAST) && fs &&
           (fs->info->flat_mask || (r->state.flatshade && fs->info->shaded_mask));
}

/* Whether the bound fragment shader reads the primitive id and only lowered stages can provide
 * it. */
static inline bool gv_wants_numbers(const struct gv_state *state)
{
    const struct gv_shader *fs = state->shaders[GALVAN_STAGE_FRAGMENT];
    return gv_lowers_primitive_ids(state->dev) && fs && fs->info->reads_primitive_id;
}

/* Whether the bound geometry shader has streams that only lowered stages support. */
static inline bool gv_wants_streams(const struct gv_state *state)
{
    const struct gv_shader *gs = state->shaders[GALVAN_STAGE_GEOMETRY];
    return gs && gs->info->streams_mask > 1 && gv_lowers_streams(state->dev);
}

/* Whether the bound geometry shader outputs more than the device's limits allow. */
static inline bool gv_exceeds_geometry(const struct gv_state *state)
{
    const struct gv_shader *gs = state->shaders[GALVAN_STAGE_GEOMETRY];
    return gs && gs->exceeds_device;
}

/* Whether the bound fragment shader reads more varyings than the device has. */
static inline bool gv_spills(const struct gv_state *state)
{
    const struct gv_shader *fs = state->shaders[GALVAN_STAGE_FRAGMENT];
    return fs && fs->spills;
}

/* Whether each sample of a pixel has its own coverage under rasterizer state rast. */
static inline bool gv_multisampling(const struct gv_state *state, const struct gv_rasterizer *rast)
{
    return state->fb.samples > 1 && rast->state.multisample;
}

#endif
