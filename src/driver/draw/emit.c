/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* The steps of a draw before its draw command. The first step updates the program and the pipeline,
 * if they are dirty. Then the functions of the dirty rows of a table are called. */
#include "driver/draw/emit.h"

#include <string.h>

#include "driver/bind/constants.h"
#include "driver/bind/descriptors.h"
#include "driver/bind/emit_fixed.h"
#include "driver/bind/emit_vertices.h"
#include "driver/bind/framebuffer.h"
#include "driver/bind/samples.h"
#include "driver/bind/uses.h"
#include "driver/bind/viewport.h"
#include "driver/context.h"
#include "driver/draw/fb_fetch.h"
#include "driver/draw/fixed.h"
#include "driver/draw/pass.h"
#include "driver/draw/primitive.h"
#include "driver/query/condition.h"
#include "driver/query/queries.h"
#include "driver/query/statistics.h"
#include "driver/query/stream_output.h"
#include "driver/record/sync.h"
#include "driver/shader/inline_uniforms.h"
#include "driver/shader/pipeline.h"
#include "driver/shader/program.h"
#include "driver/shader/raster_lowering.h"
#include "driver/shader/shader.h"
#include "driver/shader/variant_key.h"
#include "driver/state/depth_bias.h"
#include "driver/state/depth_stencil.h"
#include "driver/state/inputs.h"
#include "driver/state/object_keys.h"
#include "driver/state/rasterizer.h"
#include "driver/state/shader_blend.h"
#include "driver/view/sampler.h"
#include "driver/view/sampler_view.h"

/* ---- Emitters */

/* Whether the last push constants are valid for the stages of the current program. */
static bool has_pushed(const struct gv_context *ctx)
{
    const struct gv_emitted *emitted = &ctx->rec.emitted;
    return emitted->push_valid &&
           !memcmp(&ctx->derived.push, &emitted->push, sizeof(ctx->derived.push)) &&
           (emitted->push_stages == ctx->graphics.program->stages ||
            !ctx->dev->quirks.losesPushConstants);
}

static void emit_push(struct gv_context *ctx, const struct gv_pass *pass, VkCommandBuffer cmd)
{
    const struct pipe_rasterizer_state *r = &pass->rasterizer->state;
    struct galvan_push_block *push = &ctx->derived.push;
    bool same_clip_space = r->clip_halfz || (ctx->derived.key.rasterizer & GV_RASTER_CLIP_GL);
    push->clip_z[0] = same_clip_space ? 1.0f : 0.5f;
    push->clip_z[1] =
        (same_clip_space ? 0.0f : 0.5f) + gv_depth_shift(&ctx->state, pass, same_clip_space);
    gv_lowering_point_sizes(&ctx->state, pass, push->point_size);
    push->alpha_ref = ctx->state.dsa->state.alpha.ref_value;
    bool lower_left = r->sprite_coord_mode == PIPE_SPRITE_COORD_LOWER_LEFT;
    push->sprite_y[0] = lower_left ? -1.0f : 1.0f;
    push->sprite_y[1] = lower_left ? 1.0f : 0.0f;
    push->fb_height = (float)ctx->state.fb.place.window.height;
    push->fb_width = (float)ctx->state.fb.place.window.width;
    if (ctx->state.fb.place.is_tile)
        gv_viewport_push_tile(&ctx->state, pass, push);
    push->viewport_bit_masks = ctx->state.mirrored_viewports | (uint32_t)pass->kind.viewports << 16;
    gv_viewport_depth_range(&ctx->state, pass, gv_pass_viewport(pass), push->depth_range);
    if (ctx->state.shader_blend_mask)
        memcpy(push->blend_color, ctx->state.blend_color.color, sizeof(push->blend_color));
    if (r->bottom_edge_rule)
        gv_lowering_edge(&ctx->state, pass, push->edge);
    if (has_pushed(ctx))
        return;
    ctx->dev->vk.vkCmdPushConstants(cmd, ctx->graphics.program->layout, GV_PUSH_STAGES, 0,
                                    sizeof(*push), push);
    ctx->rec.emitted.push = *push;
    ctx->rec.emitted.push_stages = ctx->graphics.program->stages;
    ctx->rec.emitted.push_valid = true;
}

/* Writes the blend colour to the command buffer, and to the push constants if the fragment shader
 * blends. */
static void emit_blend_color(struct gv_context *ctx, const struct gv_pass *pass,
                             VkCommandBuffer cmd)
{
    (void)pass;
    ctx->dev->vk.vkCmdSetBlendConstants(cmd, ctx->state.blend_color.color);
    if (ctx->state.shader_blend_mask)
        gv_input_changed(&ctx->graphics, GV_INPUT_SHADER_BLEND_COLOR);
}

static void emit_constants(struct gv_context *ctx, const struct gv_pass *pass, VkCommandBuffer cmd)
{
    (void)pass;
    gv_constants_emit(ctx, ctx->graphics.program, cmd);
}

static void emit_textures(struct gv_context *ctx, const struct gv_pass *pass, VkCommandBuffer cmd)
{
    (void)pass;
    gv_show_textures(ctx, cmd);
}

static void emit_buffers(struct gv_context *ctx, const struct gv_pass *pass, VkCommandBuffer cmd)
{
    (void)pass;
    gv_show_buffers(ctx, cmd);
}

/* Marks all descriptors of sets 1 and 2 as changed, because bindings or their memory have
 * changed. */
static void forget_descriptors(struct gv_context *ctx, const struct gv_pass *pass,
                               VkCommandBuffer cmd)
{
    (void)pass;
    (void)cmd;
    gv_shown_forget(ctx);
}

/* ---- Rows: the state that draws derive and record, in this order */

enum row {
    ROW_PATH,            /* the path, see struct gv_path */
    ROW_ASSEMBLY,        /* the pass and the indices of a draw, see struct gv_steady_draw */
    ROW_OBJECT_KEYS,     /* the part of the pipeline key that describes state objects */
    ROW_SAMPLES,         /* the part of the pipeline key that describes samples */
    ROW_SHADERS,         /* the program */
    ROW_VARIANTS,        /* the variants of the program's shaders */
    ROW_RASTER_VARIANTS, /* the variants of the program's shaders, if only the rasterizer state has
                            changed */
    ROW_RASTERIZER_KEY,  /* the part of the pipeline key that describes the rasterizer state */
    ROW_PIPELINE,
    ROW_SYNC_TEXTURES, /* three rows that synchronize memory: of textures, of buffers and of
                          vertices */
    ROW_SYNC_BUFFERS,
    ROW_SYNC_VERTICES,
    ROW_SYNC_UNCHANGED,  /* synchronization of the bindings that setters have not changed */
    ROW_STATISTICS,      /* the address to which fragment shaders write their counts */
    ROW_PULLED_VERTICES, /* the addresses of vertices that shaders fetch */
    ROW_DRIVER_BLOCK,
    ROW_VIEWPORTS,
    ROW_SCISSORS,
    ROW_RASTERIZER,
    ROW_DEPTH_STENCIL,
    ROW_STENCIL_REF,
    ROW_BLEND,
    ROW_BLEND_COLOR,
    ROW_VERTEX_INPUT,
    ROW_VERTEX_BUFFERS,
    ROW_CONSTANTS,
    ROW_DESCRIPTORS, /* all slots of ROW_TEXTURES and ROW_BUFFERS, not only those that setters have
                        changed */
    ROW_TEXTURES,
    ROW_BUFFERS,
    ROW_PUSH,
    ROW_QUERIES,
    ROW_SAMPLE_MASK,
    NUM_ROWS,
};

#define ROW_BIT(row) (UINT64_C(1) << ROW_##row)

/* The rows that synchronize bindings, in the order of GV_USES_*. */
#define SYNC_ROWS                                                                                  \
    (ROW_BIT(SYNC_TEXTURES) | ROW_BIT(SYNC_BUFFERS) | ROW_BIT(SYNC_VERTICES) |                     \
     ROW_BIT(SYNC_UNCHANGED))

#define PROGRAM_ROWS (ROW_BIT(SHADERS) | ROW_BIT(VARIANTS) | ROW_BIT(RASTER_VARIANTS))

#define ANY_MEMORY GV_INPUT_MEMORY_USE, GV_INPUT_MEMORY, GV_INPUT_FRAMEBUFFER

_Static_assert(ROW_BIT(PATH) == GV_ROW_PATH && ROW_BIT(ASSEMBLY) == GV_ROW_ASSEMBLY,
               "a draw checks them");
_Static_assert(ROW_BIT(SYNC_BUFFERS) == GV_USES_BUFFERS << ROW_SYNC_TEXTURES &&
                   ROW_BIT(SYNC_VERTICES) == GV_USES_VERTICES << ROW_SYNC_TEXTURES &&
                   ROW_BIT(SYNC_UNCHANGED) == GV_USES_UNCHANGED << ROW_SYNC_TEXTURES,
               "these rows are parts of the bindings");

static bool has_dynamic_blend(const struct gv_screen *screen)
{
    return screen->dynamic.blend;
}

static bool has_dynamic_vertex_input(const struct gv_screen *screen)
{
    return screen->dynamic.vertex_input;
}

static bool has_dynamic_sample_mask(const struct gv_screen *screen)
{
    return screen->dynamic.sample_mask;
}

static bool counts_fragments(const struct gv_screen *screen)
{
    return gv_counts_statistics(screen->dev);
}

static const struct gv_row rows[NUM_ROWS] = {
    /* ROW_ASSEMBLY does not depend on GV_INPUT_DEPTH_STENCIL: if the path depends on this input,
     * each face has its own pass, and such draws are never steady. */
    [ROW_PATH] = {{GV_INPUT_PATH, GV_INPUT_FRAMEBUFFER, GV_INPUT_SAMPLE_LOCATIONS,
                   GV_INPUT_DEPTH_STENCIL}},
    [ROW_ASSEMBLY] = {{GV_INPUT_BLEND_SHADING, GV_INPUT_FRAMEBUFFER, GV_INPUT_TARGETS,
                       GV_INPUT_PATH, GV_INPUT_SAMPLE_LOCATIONS, GV_INPUT_INDEX_SIZE,
                       GV_INPUT_WAITING_CLEARS}},
    [ROW_OBJECT_KEYS] = {{GV_INPUT_PIPELINE_KEY, GV_INPUT_TARGETS}},
    [ROW_SAMPLES] = {{GV_INPUT_SAMPLE_MASK, GV_INPUT_FRAMEBUFFER, GV_INPUT_SAMPLE}},
    [ROW_SHADERS] = {{GV_INPUT_SHADERS}},
    [ROW_VARIANTS] = {{GV_INPUT_BLEND_SHADING, GV_INPUT_ALPHA_TEST, GV_INPUT_MIRRORED_VIEWPORTS,
                       GV_INPUT_SHOWN, GV_INPUT_WINDOW_RECTANGLES, GV_INPUT_CLIP_PLANES,
                       GV_INPUT_SAMPLE_SHADING, GV_INPUT_SAMPLE_LOCATIONS, GV_INPUT_TARGETS,
                       GV_INPUT_VERTEX_FORMATS, GV_INPUT_PULLED_VERTICES, GV_INPUT_SAMPLING,
                       GV_INPUT_IMAGE_FORMATS, GV_INPUT_COUNTER_STARTS, GV_INPUT_PATCH_VERTICES,
                       GV_INPUT_PRIMITIVE_SHADING, GV_INPUT_INDEX_FORM, GV_INPUT_FACES,
                       GV_INPUT_STORES, GV_INPUT_COUNTED_FRAGMENTS}},
    [ROW_RASTER_VARIANTS] = {{GV_INPUT_RASTERIZER_SHADING}},
    [ROW_RASTERIZER_KEY] = {{GV_INPUT_RASTERIZER, GV_INPUT_PRIMITIVE, GV_INPUT_FRAMEBUFFER,
                             GV_INPUT_SHADERS, GV_INPUT_VIEWPORT_COUNT}},
    [ROW_PIPELINE] = {{GV_INPUT_PIPELINE_KEY, GV_INPUT_PROGRAM, GV_INPUT_INLINED_UNIFORMS}},
    [ROW_SYNC_TEXTURES] = {{ANY_MEMORY, GV_INPUT_SAMPLER_VIEWS, GV_INPUT_DESCRIPTOR_LAYOUT}},
    [ROW_SYNC_BUFFERS] = {{ANY_MEMORY, GV_INPUT_CONSTANT_BUFFER, GV_INPUT_UNIFORM_BUFFERS,
                           GV_INPUT_STORAGE, GV_INPUT_DESCRIPTOR_LAYOUT}},
    [ROW_SYNC_VERTICES] = {{ANY_MEMORY, GV_INPUT_VERTEX_BUFFERS, GV_INPUT_PULLED_VERTICES,
                            GV_INPUT_INDEX_BUFFER}},
    [ROW_SYNC_UNCHANGED] = {{ANY_MEMORY, GV_INPUT_DESCRIPTOR_LAYOUT}},
    [ROW_STATISTICS] = {{GV_INPUT_QUERIES, GV_INPUT_COUNTED_FRAGMENTS},
                        gv_statistics_emit,
                        counts_fragments},
    [ROW_PULLED_VERTICES] = {{GV_INPUT_VERTEX_BUFFERS, GV_INPUT_USER_VERTICES, GV_INPUT_MEMORY,
                              GV_INPUT_VERTEX_ELEMENTS, GV_INPUT_PULLED_VERTICES}},
    [ROW_DRIVER_BLOCK] = {{GV_INPUT_RASTERIZER, GV_INPUT_RASTERIZER_KEY, GV_INPUT_VIEWPORTS,
                           GV_INPUT_FRAMEBUFFER, GV_INPUT_PIXEL_CENTERS, GV_INPUT_POINT_CLIPPING,
                           GV_INPUT_VIEWPORT_COUNT, GV_INPUT_SAMPLE_LOCATIONS, GV_INPUT_SAMPLE,
                           GV_INPUT_PRIMITIVE_SHADING, GV_INPUT_DRIVER_BLOCK}},
    [ROW_VIEWPORTS] = {{GV_INPUT_VIEWPORTS, GV_INPUT_FRAMEBUFFER, GV_INPUT_PIXEL_CENTERS,
                        GV_INPUT_POINT_CLIPPING, GV_INPUT_VIEWPORT_COUNT, GV_INPUT_SAMPLE_LOCATIONS,
                        GV_INPUT_SAMPLE, GV_INPUT_PRIMITIVE_SHADING},
                       gv_emit_viewports},
    [ROW_SCISSORS] = {{GV_INPUT_SCISSORS, GV_INPUT_SCISSOR_ENABLE, GV_INPUT_DISCARD,
                       GV_INPUT_FRAMEBUFFER, GV_INPUT_POINT_CLIPPING, GV_INPUT_VIEWPORT_COUNT,
                       GV_INPUT_PRIMITIVE_SHADING},
                      gv_emit_scissors},
    [ROW_RASTERIZER] = {{GV_INPUT_RASTERIZER, GV_INPUT_RASTERIZER_KEY, GV_INPUT_DISCARD,
                         GV_INPUT_DEPTH_UNIT},
                        gv_emit_rasterizer},
    [ROW_DEPTH_STENCIL] = {{GV_INPUT_DEPTH_STENCIL, GV_INPUT_FACES}, gv_emit_depth_stencil},
    [ROW_STENCIL_REF] = {{GV_INPUT_STENCIL_REF, GV_INPUT_DEPTH_STENCIL, GV_INPUT_FACES},
                         gv_emit_stencil_ref},
    [ROW_BLEND] = {{GV_INPUT_BLEND, GV_INPUT_TARGETS, GV_INPUT_COLOR_OUTPUTS},
                   gv_emit_blend,
                   has_dynamic_blend},
    [ROW_BLEND_COLOR] = {{GV_INPUT_BLEND_COLOR}, emit_blend_color},
    [ROW_VERTEX_INPUT] = {{GV_INPUT_VERTEX_ELEMENTS, GV_INPUT_VERTEX_STRIDES,
                           GV_INPUT_PULLED_VERTICES, GV_INPUT_MISSING_VERTICES},
                          gv_emit_vertex_input,
                          has_dynamic_vertex_input},
    [ROW_VERTEX_BUFFERS] = {{GV_INPUT_VERTEX_BUFFERS, GV_INPUT_USER_VERTICES,
                             GV_INPUT_MISSING_VERTICES, GV_INPUT_MEMORY},
                            gv_emit_vertex_buffers},
    [ROW_CONSTANTS] = {{GV_INPUT_CONSTANTS, GV_INPUT_DRIVER_BLOCK, GV_INPUT_PROGRAM},
                       emit_constants},
    [ROW_DESCRIPTORS] = {{GV_INPUT_MEMORY, GV_INPUT_DESCRIPTOR_LAYOUT}, forget_descriptors},
    [ROW_TEXTURES] = {{GV_INPUT_SAMPLER_VIEWS, GV_INPUT_SAMPLERS, GV_INPUT_MEMORY,
                       GV_INPUT_DESCRIPTOR_LAYOUT},
                      emit_textures},
    [ROW_BUFFERS] = {{GV_INPUT_UNIFORM_BUFFERS, GV_INPUT_STORAGE, GV_INPUT_MEMORY,
                      GV_INPUT_DESCRIPTOR_LAYOUT},
                     emit_buffers},
    [ROW_PUSH] = {{GV_INPUT_RASTERIZER, GV_INPUT_RASTERIZER_KEY, GV_INPUT_ALPHA_REF,
                   GV_INPUT_VIEWPORTS, GV_INPUT_FRAMEBUFFER, GV_INPUT_SAMPLE_LOCATIONS,
                   GV_INPUT_SAMPLE, GV_INPUT_DRAW_PARAMETERS, GV_INPUT_PRIMITIVE,
                   GV_INPUT_INDEX_FORM, GV_INPUT_SHADER_BLEND_COLOR, GV_INPUT_PROGRAM},
                  emit_push},
    [ROW_QUERIES] = {{GV_INPUT_QUERIES}, gv_queries_emit},
    [ROW_SAMPLE_MASK] = {{GV_INPUT_SAMPLE_MASK, GV_INPUT_FRAMEBUFFER, GV_INPUT_SAMPLE},
                         gv_emit_sample_mask,
                         has_dynamic_sample_mask},
};

/* ---- Program */

/* Whether the device can fetch all inputs of the vertex shader. Pulled inputs need buffer
 * addresses. An input's location must not hold the second part of another element. */
static bool can_fetch_inputs(const struct gv_state *state, const struct gv_pass *pass)
{
    if (state->pulled_inputs && !state->dev->caps.bufferDeviceAddress)
        return false;
    return pass->vertex || !(state->shaders[GALVAN_STAGE_VERTEX]->info->vs_inputs_mask &
                             state->vertex_elements->rests_mask);
}

/* Finds variants from the last stage to the first, since each variant depends on what the next
 * stage reads. */
static bool find_variants(struct gv_context *ctx, const struct gv_pass *pass, struct gv_program *p)
{
    static const uint8_t stages[GV_NUM_GRAPHICS_STAGES] = {
        GALVAN_STAGE_FRAGMENT, GALVAN_STAGE_GEOMETRY, GALVAN_STAGE_TESS_EVAL,
        GALVAN_STAGE_TESS_CTRL, GALVAN_STAGE_VERTEX};
    struct gv_variant_choice *choice = &p->choice;
    struct gv_consumer consumer = {0};
    if (!can_fetch_inputs(&ctx->state, pass))
        return false;
    choice->observed = 0;
    choice->needs_driver_block = false;
    for (unsigned i = 0; i < GV_NUM_GRAPHICS_STAGES; i++) {
        struct gv_shader *shader = p->shaders[stages[i]];
        struct galvan_spirv_key key;
        if (!shader)
            continue;
        gv_shader_key(&ctx->state, pass, shader, &consumer, &key);
        consumer.slots = galvan_spirv_inputs(shader->tgsi, &key);
        consumer.patches = shader->info->patch_inputs_mask;
        struct gv_variant *v = gv_shader_variant(&ctx->cache, shader, &key);
        if (!v || !v->module)
            return false;
        choice->needs_driver_block |= v->needs_driver_block;
        choice->variants[stages[i]] = v;
    }
    choice->observed = ctx->derived.observed;
    choice->observed_raster = ctx->derived.observed_raster;
    p->earlier[p->num_choices++ % GV_MAX_VARIANT_CHOICES] = *choice;
    return true;
}

static bool is_for_present_state(const struct gv_context *ctx,
                                 const struct gv_variant_choice *choice)
{
    return choice->observed == ctx->derived.observed &&
           choice->observed_raster == ctx->derived.observed_raster;
}

/* Restores an earlier choice of variants for the current state. Returns false if there is no such
 * choice. */
static bool recall_variants(const struct gv_context *ctx, struct gv_program *p)
{
    for (unsigned i = 0; i < GV_MAX_VARIANT_CHOICES; i++) {
        if (!is_for_present_state(ctx, &p->earlier[i]))
            continue;
        p->choice = p->earlier[i];
        return true;
    }
    return false;
}

/* Chooses the variants of the current program. When programs or rasterizer states alternate, each
 * program reuses its choice of variants as long as other state does not change. */
static bool choose_variants(struct gv_context *ctx, const struct gv_pass *pass)
{
    struct gv_program *p = ctx->graphics.program;
    const struct gv_variant_choice *choice = &p->choice;
    if (!is_for_present_state(ctx, choice) && !recall_variants(ctx, p) &&
        !find_variants(ctx, pass, p))
        return false;
    for (unsigned s = 0; s < GV_NUM_GRAPHICS_STAGES; s++) {
        uint32_t id = choice->variants[s] ? choice->variants[s]->id : 0;
        if (ctx->derived.key.variants[s] != id) {
            ctx->derived.key.variants[s] = id;
            gv_input_changed(&ctx->graphics, GV_INPUT_PIPELINE_KEY);
        }
    }
    if (choice->needs_driver_block != ctx->constants.block_used) {
        ctx->constants.block_used = choice->needs_driver_block;
        gv_input_changed(&ctx->graphics, GV_INPUT_DRIVER_BLOCK);
    }
    return true;
}

static void update_outputs(struct gv_context *ctx, const struct gv_pass *pass)
{
    const struct gv_shader *fs = ctx->state.shaders[GALVAN_STAGE_FRAGMENT];
    uint32_t written = 0;
    if (fs)
        written = fs->info->color0_writes_all ? ~0u : fs->info->fs_color_mask;
    if (written != ctx->derived.written_mask) {
        ctx->derived.written_mask = written;
        gv_input_changed(&ctx->graphics, GV_INPUT_COLOR_OUTPUTS);
    }
    const struct gv_shader *vs = ctx->state.shaders[GALVAN_STAGE_VERTEX];
    const struct gv_vertex_elements *ve = ctx->state.vertex_elements;
    uint32_t missing = pass->vertex ? 0 : vs->info->vs_inputs_mask & ~(ve->mask | ve->rests_mask);
    if (missing != ctx->derived.missing_inputs) {
        ctx->derived.missing_inputs = missing;
        gv_input_changed(&ctx->graphics, GV_INPUT_MISSING_VERTICES);
    }
}

static bool update_program(struct gv_context *ctx, const struct gv_pass *pass)
{
    if (ctx->graphics.dirty & ROW_BIT(VARIANTS))
        ctx->derived.observed++;
    if (ctx->graphics.dirty & ROW_BIT(RASTER_VARIANTS))
        ctx->derived.observed_raster = pass->rasterizer->id;
    struct gv_program *program =
        gv_program_get(&ctx->cache, &ctx->state, ctx->derived.key.patch_vertices, pass);
    if (!program)
        return false;
    if (program != ctx->graphics.program) {
        gv_input_changed(&ctx->graphics, GV_INPUT_PROGRAM);
        if (!ctx->graphics.program || ctx->graphics.program->bindings != program->bindings)
            gv_input_changed(&ctx->graphics, GV_INPUT_DESCRIPTOR_LAYOUT);
        if (!ctx->graphics.program || ctx->graphics.program->stages != program->stages)
            gv_input_changed(&ctx->graphics, GV_INPUT_CONSTANT_BUFFER);
        ctx->graphics.program = program;
    }
    gv_inline_uniforms_bound(&ctx->state, &ctx->derived, &ctx->graphics);
    update_outputs(ctx, pass);
    gv_viewports_choose(&ctx->state, pass, &ctx->derived, &ctx->graphics);
    if (!choose_variants(ctx, pass))
        return false;
    ctx->graphics.dirty &= ~PROGRAM_ROWS;
    return true;
}

static void update_object_keys(struct gv_context *ctx)
{
    if (ctx->graphics.dirty & ROW_BIT(OBJECT_KEYS))
        gv_object_keys_update(&ctx->state, &ctx->derived, &ctx->graphics);
    ctx->graphics.dirty &= ~ROW_BIT(OBJECT_KEYS);
}

/* Derives the program, and the dwords of the pipeline key that depend on several inputs. Returns
 * false if the bound shaders have no program. */
static bool derive(struct gv_context *ctx, const struct gv_pass *pass)
{
    const uint16_t topology_class = (uint16_t)pass->primitive->list;
    if (ctx->derived.key.topology != topology_class) {
        ctx->derived.key.topology = topology_class;
        gv_input_changed(&ctx->graphics, GV_INPUT_PIPELINE_KEY);
    }
    update_object_keys(ctx);
    if (ctx->graphics.dirty & ROW_BIT(SAMPLES))
        gv_samples_update_key(&ctx->state, pass, &ctx->derived, &ctx->graphics);
    if ((ctx->graphics.dirty & PROGRAM_ROWS) && !update_program(ctx, pass))
        return false;
    if (ctx->graphics.dirty & ROW_BIT(RASTERIZER_KEY))
        gv_rasterizer_update_key(&ctx->state, pass, &ctx->derived, &ctx->graphics);
    ctx->graphics.dirty &= ~(ROW_BIT(OBJECT_KEYS) | ROW_BIT(SAMPLES) | ROW_BIT(RASTERIZER_KEY));
    return true;
}

static bool has_state(const struct gv_state *state, const struct gv_pass *pass)
{
    return state->blend && pass->rasterizer && state->dsa && state->vertex_elements &&
           state->shaders[GALVAN_STAGE_VERTEX] && state->fb.formats_id &&
           (state->shaders[GALVAN_STAGE_FRAGMENT] || pass->rasterizer->state.rasterizer_discard);
}

/* Binds the pipeline. Returns false if there is no pipeline. */
static bool bind_pipeline(struct gv_context *ctx, const struct gv_assembly *draw,
                          VkCommandBuffer cmd)
{
    if (!ctx->dev->caps.extendedDynamicState) {
        if (!gv_fixed_bind(ctx, draw))
            return false;
        ctx->graphics.dirty &= ~ROW_BIT(PIPELINE);
        return true;
    }
    VkPipeline pipeline =
        gv_pipeline_get(&ctx->cache, &ctx->state, &ctx->derived, ctx->graphics.program);
    if (!pipeline)
        return false;
    if (pipeline != ctx->rec.emitted.pipeline) {
        ctx->rec.emitted.pipeline = pipeline;
        ctx->rec.num_pipelines++;
        ctx->dev->vk.vkCmdBindPipeline(cmd, VK_PIPELINE_BIND_POINT_GRAPHICS, pipeline);
    }
    ctx->graphics.dirty &= ~ROW_BIT(PIPELINE);
    return true;
}

static void update_driver_block(struct gv_context *ctx, const struct gv_pass *pass)
{
    if (!ctx->constants.block_used || !(ctx->graphics.dirty & ROW_BIT(DRIVER_BLOCK)) ||
        !gv_lowering_update_block(&ctx->state, pass, &ctx->constants.block))
        return;
    ctx->constants.block_changed = true;
    gv_input_changed(&ctx->graphics, GV_INPUT_DRIVER_BLOCK);
}

bool gv_emit_state(struct gv_context *ctx, const struct gv_pass *pass,
                   const struct gv_assembly *draw)
{
    if (!has_state(&ctx->state, pass))
        return false;
    gv_pass_begin(ctx, pass);
    if (!derive(ctx, pass))
        return false;
    if (ctx->graphics.program->fetch_mask)
        gv_fb_fetch_copy(ctx);
    update_driver_block(ctx, pass);
    if (!gv_recorder_batch(&ctx->rec))
        return false;
    if (ctx->graphics.dirty & ROW_BIT(PIPELINE))
        gv_stream_output_end(ctx);
    if (ctx->graphics.dirty & SYNC_ROWS) {
        gv_sync_bindings(ctx, (ctx->graphics.dirty & SYNC_ROWS) >> ROW_SYNC_TEXTURES);
        ctx->graphics.dirty &= ~SYNC_ROWS;
        update_object_keys(ctx); /* the pipeline depends on whether a target is also sampled */
    }
    if (ctx->state.num_so_targets)
        gv_stream_output_sync(ctx, pass);
    if (ctx->condition.query)
        gv_condition_use(ctx);
    /* Outside of rendering, gv_framebuffer_begin() merges the pending barrier with the barrier of
     * the attachments. */
    if (gv_waits(&ctx->rec.main_barrier) && ctx->rec.rendering)
        gv_sync_flush_main(&ctx->rec);
    if (!gv_framebuffer_begin(ctx))
        return false;

    VkCommandBuffer cmd = gv_recorder_main(&ctx->rec);
    if ((ctx->graphics.dirty & ROW_BIT(PIPELINE)) && !bind_pipeline(ctx, draw, cmd))
        return false;
    if ((ctx->graphics.dirty & ROW_BIT(PULLED_VERTICES)) && ctx->state.pulled_inputs)
        gv_constants_pull(ctx, ctx->state.pulled_inputs);
    if ((ctx->graphics.dirty & ROW_BIT(TEXTURES)) && !gv_has_custom_borders(&ctx->dev->caps))
        gv_borders_update(ctx);
    gv_bind_point_emit(&ctx->graphics, ctx, rows, pass, cmd);
    if (ctx->rec.batch->out_of_memory) { /* a descriptor set may be missing: the next draw tries
                                            again */
        ctx->graphics.dirty |= ROW_BIT(CONSTANTS) | ROW_BIT(TEXTURES) | ROW_BIT(BUFFERS) |
                               (ctx->graphics.all & ROW_BIT(STATISTICS));
        return false;
    }
    if (ctx->state.num_so_targets)
        gv_stream_output_begin(ctx, pass);
    if (ctx->condition.query)
        gv_condition_begin(ctx, cmd);
    return true;
}

/* Makes ROW_PIPELINE depend on the inputs of those rows whose state is compiled into the
 * pipeline. */
static void read_fixed_state(struct gv_bind_point *point)
{
    const uint64_t rows_of_fixed =
        ROW_BIT(VIEWPORTS) | ROW_BIT(RASTERIZER) | ROW_BIT(DEPTH_STENCIL) | ROW_BIT(VERTEX_BUFFERS);
    for (unsigned i = 0; i < GV_NUM_INPUTS; i++) {
        if (point->readers[i] & rows_of_fixed)
            point->readers[i] |= ROW_BIT(PIPELINE);
    }
}

void gv_context_init_graphics(struct gv_context *ctx)
{
    const struct gv_vk_caps *caps = &ctx->dev->caps;
    gv_bind_point_init(&ctx->graphics, ctx->screen, rows, NUM_ROWS);
    if (!caps->extendedDynamicState)
        read_fixed_state(&ctx->graphics);
}
