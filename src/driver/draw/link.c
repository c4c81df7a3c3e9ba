/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
#include "driver/draw/link.h"

#include <stdlib.h>
#include <string.h>

#include "driver/bind/samples.h"
#include "driver/bind/viewport.h"
#include "driver/context.h"
#include "driver/draw/pass.h"
#include "driver/shader/compile_job.h"
#include "driver/shader/disk_cache.h"
#include "driver/shader/pipeline_info.h"
#include "driver/shader/program.h"
#include "driver/shader/variant_key.h"
#include "driver/state/object_keys.h"
#include "driver/state/rasterizer.h"
#include "driver/state/shader_blend.h"
#include "pipe/p_defines.h"

/* ---- OpenGL's initial state, for state that is not bound */

/* The rasterizer state for draws to windows. Draws to textures have the opposite edge rule, because
 * the rows of windows count from the top and those of textures from the bottom. */
static const struct pipe_rasterizer_state first_rasterizer = {
    .front_ccw = 1,
    .half_pixel_center = 1,
    .bottom_edge_rule = 1,
    .depth_clip = 1,
    .point_size = 1.0f,
    .line_width = 1.0f,
};
static const struct pipe_blend_state first_blend = {.rt[0].colormask = PIPE_MASK_RGBA};
static const struct pipe_depth_stencil_alpha_state first_dsa;
static const struct pipe_vertex_element no_elements[1];

struct gv_first_state {
    void *rasterizer, *blend, *dsa, *elements; /* first state objects; NULL until a program is
                                                  linked */
};

static bool make_first_state(struct gv_context *ctx)
{
    struct pipe_context *pipe = &ctx->base;
    if (!ctx->first)
        ctx->first = calloc(1, sizeof(*ctx->first));
    if (!ctx->first)
        return false;
    if (!ctx->first->rasterizer)
        ctx->first->rasterizer = pipe->create_rasterizer_state(pipe, &first_rasterizer);
    if (!ctx->first->blend)
        ctx->first->blend = pipe->create_blend_state(pipe, &first_blend);
    if (!ctx->first->dsa)
        ctx->first->dsa = pipe->create_depth_stencil_alpha_state(pipe, &first_dsa);
    if (!ctx->first->elements)
        ctx->first->elements = pipe->create_vertex_elements_state(pipe, 0, no_elements);
    return ctx->first->rasterizer && ctx->first->blend && ctx->first->dsa && ctx->first->elements;
}

void gv_link_finish(struct gv_context *ctx)
{
    struct pipe_context *pipe = &ctx->base;
    if (!ctx->first)
        return;
    if (ctx->first->rasterizer)
        pipe->delete_rasterizer_state(pipe, ctx->first->rasterizer);
    if (ctx->first->blend)
        pipe->delete_blend_state(pipe, ctx->first->blend);
    if (ctx->first->dsa)
        pipe->delete_depth_stencil_alpha_state(pipe, ctx->first->dsa);
    if (ctx->first->elements)
        pipe->delete_vertex_elements_state(pipe, ctx->first->elements);
    free(ctx->first);
}

/* ---- Guess of the program's first draw */

/* The state of the program's probable first draw, and the values that are derived from this
 * state. */
struct guess {
    struct gv_state state;
    struct gv_path path;
    struct gv_derived derived;
};

static struct guess *guess_state(const struct gv_context *ctx,
                                 struct gv_shader *const shaders[GALVAN_NUM_STAGES])
{
    struct guess *guess = calloc(1, sizeof(*guess));
    if (!guess)
        return NULL;
    guess->state = ctx->state;
    guess->path = ctx->path;
    guess->derived = ctx->derived;
    struct gv_state *state = &guess->state;
    memcpy(state->shaders, shaders, sizeof(state->shaders));
    if (!state->rasterizer)
        state->rasterizer = ctx->first->rasterizer;
    if (!state->blend)
        state->blend = ctx->first->blend;
    if (!state->dsa)
        state->dsa = ctx->first->dsa;
    if (!state->vertex_elements)
        state->vertex_elements = ctx->first->elements;
    state->shader_blend_mask = gv_shader_blend_mask(&state->fb, state->blend);
    return guess;
}

/* Plans the pass of the program's probable first draw. The pass draws triangles, unless a geometry
 * shader takes other primitives. Returns false if stages are lowered. */
static bool guess_pass(const struct guess *guess, struct gv_pass *out_pass)
{
    const struct gv_state *state = &guess->state;
    const struct gv_shader *gs = state->shaders[GALVAN_STAGE_GEOMETRY];
    const unsigned mode = gs ? gs->info->gs_input_prim : PIPE_PRIM_TRIANGLES;
    struct gv_path path = guess->path;
    struct gv_pass pass = {.rasterizer = state->rasterizer};
    gv_path_find(&path, state, mode);
    if (path.computed || !gv_pass_resolve(state, &path, mode, &pass))
        return false;
    *out_pass = pass;
    return true;
}

/* ---- Shaders and pipeline libraries of the guess */

struct variants {
    const struct gv_variant *of[GV_NUM_GRAPHICS_STAGES];
    bool all_cached; /* the disk cache has all variants, so it also has their pipelines */
};

/* Translates the stages from the last to the first, since each stage depends on what the next stage
 * reads. First draws have no inlined uniforms. */
static bool translate(struct gv_shader_cache *cache, const struct gv_state *state,
                      const struct gv_pass *pass, struct variants *out_variants)
{
    static const uint8_t stages[] = {GALVAN_STAGE_FRAGMENT, GALVAN_STAGE_GEOMETRY,
                                     GALVAN_STAGE_VERTEX};
    struct variants variants = {.all_cached = true};
    struct gv_consumer consumer = {0};
    for (unsigned i = 0; i < sizeof(stages); i++) {
        struct gv_shader *shader = state->shaders[stages[i]];
        struct galvan_spirv_key key;
        if (!shader)
            continue;
        gv_shader_key(state, pass, shader, &consumer, &key);
        consumer.slots = galvan_spirv_inputs(shader->tgsi, &key);
        const struct gv_variant *v = gv_shader_precompile(cache, shader, &key);
        if (!v || !v->module)
            return false;
        variants.of[stages[i]] = v;
        variants.all_cached &= v->module_is_cached;
    }
    *out_variants = variants;
    return true;
}

/* Queues the compilation of a pipeline library, unless the program has a library with these
 * variants. */
static void precompile_library(struct gv_screen *screen, struct gv_program *p,
                               const struct variants *variants,
                               const struct gv_compile_params *params)
{
    struct gv_program_library library = {NULL};
    for (unsigned s = 0; s < GV_NUM_GRAPHICS_STAGES; s++) {
        const bool is_fragment = s == GALVAN_STAGE_FRAGMENT;
        if (variants->of[s] && is_fragment == (params->kind == GV_COMPILE_FRAGMENT_SHADER))
            library.variants[s] = variants->of[s]->id;
    }
    for (unsigned i = 0; i < GV_MAX_PROGRAM_LIBRARIES; i++) {
        struct gv_program_library *slot = &p->libraries[i];
        if (!memcmp(slot->variants, library.variants, sizeof(library.variants)))
            return;
        if (slot->job)
            continue;
        library.job = gv_compile_job_create(screen, params);
        if (library.job)
            *slot = library;
        return;
    }
}

/* Compiles the program. If the disk cache has a record of earlier runs and no earlier run drew with
 * the program, the compilation may wait: games link many programs that they never use. */
static void compile(struct gv_screen *screen, struct guess *guess, const struct gv_pass *pass,
                    struct gv_program *p, const struct variants *variants)
{
    struct gv_bind_point unread = {0}; /* no row depends on the probable first draw */
    struct gv_compile_params params = {
        .layout = p->layout,
        .can_wait = gv_disk_cache_knows_program(screen->disk_cache),
    };
    for (unsigned s = 0; s < GV_NUM_GRAPHICS_STAGES; s++)
        params.modules[s] = variants->of[s] ? variants->of[s]->module : VK_NULL_HANDLE;
    gv_viewports_choose(&guess->state, pass, &guess->derived, &unread);
    gv_object_keys_update(&guess->state, &guess->derived, &unread);
    gv_samples_update_key(&guess->state, pass, &guess->derived, &unread);
    gv_rasterizer_update_key(&guess->state, pass, &guess->derived, &unread);
    gv_pipeline_info_init(&guess->state, &guess->derived, p, &params.info);
    params.kind = GV_COMPILE_PRE_RASTERIZATION;
    precompile_library(screen, p, variants, &params);
    params.kind = GV_COMPILE_FRAGMENT_SHADER;
    precompile_library(screen, p, variants, &params);
}

/* Compiles the linked program for windows and for textures, since the program may draw to either.
 * The two pipelines differ only in the edge rule. */
static void link_shaders(struct gv_shader_cache *cache, struct guess *guess)
{
    struct gv_pass pass, other_pass;
    struct variants variants, other_variants;
    if (!guess_pass(guess, &pass))
        return;
    struct gv_program *p =
        gv_program_of(cache, guess->state.shaders, gv_fb_fetch_mask(&guess->state));
    if (!p || p->libraries[0].job || p->num_pipelines)
        return;
    struct gv_rasterizer other = *pass.rasterizer;
    other.state.bottom_edge_rule ^= 1;
    other_pass = pass;
    other_pass.rasterizer = &other;
    if (!translate(cache, &guess->state, &pass, &variants) ||
        !translate(cache, &guess->state, &other_pass, &other_variants) || variants.all_cached ||
        other_variants.all_cached)
        return;
    compile(cache->screen, guess, &pass, p, &variants);
    compile(cache->screen, guess, &other_pass, p, &other_variants);
}

/* Translates and compiles a linked program, if it has no tessellation and has a fragment shader. */
static void link_shader(struct pipe_context *pctx, void **handles)
{
    struct gv_context *ctx = gv_context(pctx);
    struct gv_shader *const shaders[GALVAN_NUM_STAGES] = {
        [GALVAN_STAGE_VERTEX] = handles[PIPE_SHADER_VERTEX],
        [GALVAN_STAGE_FRAGMENT] = handles[PIPE_SHADER_FRAGMENT],
        [GALVAN_STAGE_GEOMETRY] = handles[PIPE_SHADER_GEOMETRY],
    };
    if (!shaders[GALVAN_STAGE_VERTEX] || !shaders[GALVAN_STAGE_FRAGMENT] ||
        handles[PIPE_SHADER_TESS_CTRL] || handles[PIPE_SHADER_TESS_EVAL] || !make_first_state(ctx))
        return;
    struct guess *guess = guess_state(ctx, shaders);
    if (guess)
        link_shaders(&ctx->cache, guess);
    free(guess);
}

void gv_context_init_link(struct gv_context *ctx)
{
    if (ctx->dev->caps.graphicsPipelineLibrary)
        ctx->base.link_shader = link_shader;
}
