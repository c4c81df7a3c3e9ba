/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Shader CSOs: parsed at creation, and translated to one SPIR-V module for each variant key. */
#include "driver/shader/shader.h"

#include <stdlib.h>
#include <string.h>

#include "driver/context.h"
#include "driver/screen/caps.h"
#include "driver/shader/disk_cache.h"
#include "driver/shader/names.h"
#include "driver/shader/pipeline.h"
#include "driver/shader/program.h"
#include "driver/shader/shader_cache.h"
#include "driver/shader/stage_bits.h"
#include "driver/shader/translate.h"
#include "driver/state/inputs.h"
#include "pipe/p_shader_tokens.h"
#include "util/hash.h"
#include "util/log.h"
#include "vk/name.h"

/* Whether a capture directly follows another capture, both in the register and in the buffer. */
static bool continues(const struct galvan_spirv_capture *piece,
                      const struct galvan_spirv_capture *before)
{
    return piece->register_index == before->register_index && piece->buffer == before->buffer &&
           piece->stream == before->stream &&
           piece->start_component == before->start_component + before->num_components &&
           piece->dst_offset_dw == before->dst_offset_dw + before->num_components;
}

/* Translates stream output. Merges adjacent captures of a register, so that the shader has fewer
 * outputs. */
static struct galvan_spirv_stream_output
translate_captures(const struct pipe_stream_output_info *info)
{
    struct galvan_spirv_stream_output so = {0};
    memcpy(so.stride_dw, info->stride, sizeof(so.stride_dw));
    for (uint32_t i = 0; i < info->num_outputs && i < GALVAN_MAX_CAPTURES; i++) {
        const struct pipe_stream_output *out = &info->output[i];
        const struct galvan_spirv_capture piece = {
            .register_index = out->register_index,
            .start_component = out->start_component,
            .num_components = out->num_components,
            .buffer = out->output_buffer,
            .stream = out->stream,
            .dst_offset_dw = out->dst_offset,
        };
        struct galvan_spirv_capture *last =
            so.num_captures ? &so.captures[so.num_captures - 1] : NULL;
        if (last && continues(&piece, last))
            last->num_components += piece.num_components;
        else
            so.captures[so.num_captures++] = piece;
    }
    return so;
}

/* Returns the mask of images that the device does not access as storage buffers. */
static uint32_t real_images(const struct galvan_tgsi_info *info)
{
    uint32_t mask = info->images_mask;
    for (unsigned i = 0; i < GV_MAX_SHADER_IMAGES; i++) {
        if ((info->images_raw_mask >> i & 1) && info->image_target[i] == TGSI_TEXTURE_BUFFER)
            mask &= ~(1u << i);
    }
    return mask;
}

static bool has_multisampled_images(const struct galvan_tgsi_info *info)
{
    for (unsigned i = 0; i < GV_MAX_SHADER_IMAGES; i++) {
        if ((info->images_mask >> i & 1) && (info->image_target[i] == TGSI_TEXTURE_2D_MSAA ||
                                             info->image_target[i] == TGSI_TEXTURE_2D_ARRAY_MSAA))
            return true;
    }
    return false;
}

/* Returns the feature that a shader needs and the device lacks, or NULL. */
static const char *why_not(const struct gv_screen *screen, const struct galvan_tgsi_info *info)
{
    if (info->streams_mask > 1 && !screen->dev->caps.geometryStreams &&
        !gv_lowers_streams(screen->dev))
        return "the device has no vertex streams but 0";
    if ((info->memory_mask & 1 << TGSI_MEMORY_TYPE_GLOBAL) &&
        !screen->dev->caps.bufferDeviceAddress)
        return "GLOBAL memory: the device has no bufferDeviceAddress";
    if (info->post_depth_coverage && !screen->dev->caps.postDepthCoverage)
        return "post-depth coverage: the device has no VK_EXT_post_depth_coverage";
    if (info->writes_stencil && !screen->dev->caps.shaderStencilExport)
        return "stencil values: the device has no shaderStencilExport";
    if (!screen->dev->caps.shaderStorageImageMultisample && has_multisampled_images(info))
        return "multisampled images: the device has no shaderStorageImageMultisample";
    if (info->uses_clock && !screen->dev->caps.shaderSubgroupClock)
        return "CLOCK: the device has no shaderSubgroupClock";
    return NULL;
}

/* Whether the shader declares no more resources of each kind than the screen reports for the
 * shader's stage. Otherwise prints a message. A pipeline layout with more descriptors than the
 * device has makes drivers crash. */
static bool within_caps(const struct gv_shader_cache *cache, const struct galvan_tgsi_info *info)
{
    const uint32_t images = real_images(info);
    const struct {
        enum pipe_shader_cap cap;
        uint32_t mask, more; /* the shader has a resource for each bit of the masks */
        const char *name;
    } kinds[] = {
        {PIPE_SHADER_CAP_MAX_SAMPLER_VIEWS, info->samplers_mask, 0, "textures"},
        /* A pipeline layout always has constant buffer 0. */
        {PIPE_SHADER_CAP_MAX_CONST_BUFFERS, info->const_mask | 1u, 0, "constant buffers"},
        {PIPE_SHADER_CAP_MAX_SHADER_BUFFERS, info->shader_buffers_mask, info->images_mask & ~images,
         "storage buffers"},
        {PIPE_SHADER_CAP_MAX_HW_ATOMIC_COUNTER_BUFFERS, info->hw_atomics_mask, 0,
         "buffers of atomic counters"},
        {PIPE_SHADER_CAP_MAX_SHADER_IMAGES, images, 0, "images"},
    };
    struct pipe_screen *base = (struct pipe_screen *)&cache->screen->base;
    for (size_t i = 0; i < sizeof(kinds) / sizeof(kinds[0]); i++) {
        const int num = __builtin_popcount(kinds[i].mask) + __builtin_popcount(kinds[i].more);
        const int max = base->get_shader_param(base, info->stage, kinds[i].cap);
        if (num > max) {
            gv_message(cache->messages, GV_MESSAGE_SHADER,
                       "%s shader: it uses %d %s, more than the %d of this stage",
                       gv_stage_name(info->stage), num, kinds[i].name, max);
            return false;
        }
    }
    return true;
}

/* Returns an upper limit of the components of a geometry shader's output vertex: position, point
 * size, layer, viewport index, primitive id, varyings, and captured components. */
static uint32_t vertex_components(const struct gv_shader *shader)
{
    const struct galvan_tgsi_info *info = shader->info;
    uint32_t num = 4 + (info->gs_output_prim == PIPE_PRIM_POINTS || info->writes_psize) +
                   info->writes_layer + info->writes_viewport_index + 1 +
                   4 * (uint32_t)__builtin_popcountll(info->outputs_mask);
    for (uint32_t i = 0; i < shader->stream_output.num_captures; i++)
        num += shader->stream_output.captures[i].num_components;
    return num;
}

/* Whether a fragment shader reads more varyings than the device has. Counts colours of both faces,
 * since state may require them. */
static bool spills(const struct gv_vk_device *dev, const struct gv_shader *shader)
{
    const struct galvan_tgsi_info *info = shader->info;
    return shader->stage == GALVAN_STAGE_FRAGMENT && gv_spills_varyings(dev) &&
           (uint32_t)__builtin_popcountll(info->inputs_mask) + (info->reads_color ? 2 : 0) >
               gv_device_varyings(dev);
}

/* Whether a geometry shader exceeds the device's limits. Returns false for a shader with several
 * streams: such a shader is not lowered because of its size. */
static bool exceeds_device(const struct gv_vk_device *dev, const struct gv_shader *shader)
{
    const VkPhysicalDeviceLimits *l = &dev->properties.limits;
    const uint32_t components = vertex_components(shader);
    return shader->stage == GALVAN_STAGE_GEOMETRY && gv_lowers_large_geometry(dev) &&
           shader->info->streams_mask <= 1 &&
           (components > l->maxGeometryOutputComponents ||
            components * shader->info->gs_max_vertices > l->maxGeometryTotalOutputComponents);
}

static uint32_t traits(const struct gv_shader *shader)
{
    const struct galvan_tgsi_info *info = shader->info;
    return GV_TRAIT_BOUND | (info->flat_mask ? GV_TRAIT_FLAT : 0) |
           (info->reads_color ? GV_TRAIT_COLOR : 0) | (info->shaded_mask ? GV_TRAIT_SHADED : 0) |
           (info->reads_face ? GV_TRAIT_FACE : 0) |
           (info->reads_primitive_id ? GV_TRAIT_PRIMITIVE_ID : 0) |
           (info->has_side_effects ? GV_TRAIT_STORES : 0) |
           (info->fb_fetch_mask ? GV_TRAIT_FETCHES : 0) | (shader->spills ? GV_TRAIT_SPILLS : 0) |
           (info->window_space_position ? GV_TRAIT_WINDOW_SPACE : 0) |
           (info->writes_edgeflag ? GV_TRAIT_EDGE_FLAG : 0) |
           (info->writes_psize ? GV_TRAIT_POINT_SIZE : 0) |
           (info->writes_layer ? GV_TRAIT_LAYER : 0) |
           (info->writes_viewport_index ? GV_TRAIT_VIEWPORT : 0) |
           (info->outputs_mask & gv_back_color_slots() ? GV_TRAIT_BACK_COLOR : 0) |
           (shader->stream_output.num_captures ? GV_TRAIT_CAPTURED : 0);
}

struct gv_shader *gv_shader_create(struct gv_shader_cache *cache, enum galvan_stage stage,
                                   const struct pipe_shader_state *state)
{
    struct gv_shader *shader = calloc(1, sizeof(*shader));
    if (!shader)
        return NULL;
    struct galvan_diag diag = {0};
    if (!state->tokens || galvan_tgsi_from_tokens((const uint32_t *)state->tokens, SIZE_MAX, &diag,
                                                  &shader->tgsi) != GALVAN_OK) {
        gv_message(cache->messages, GV_MESSAGE_SHADER, "%s shader: %s", gv_stage_name(stage),
                   diag.text);
        goto free_shader;
    }
    shader->info = galvan_tgsi_info(shader->tgsi);
    if (shader->info->stage != stage) {
        gv_message(cache->messages, GV_MESSAGE_SHADER, "%s shader given as %s shader",
                   gv_stage_name(shader->info->stage), gv_stage_name(stage));
        goto destroy_tgsi;
    }
    const char *why = why_not(cache->screen, shader->info);
    if (why) {
        gv_message(cache->messages, GV_MESSAGE_SHADER, "%s shader: %s", gv_stage_name(stage), why);
        goto destroy_tgsi;
    }
    if (shader->info->uses_texture_handles) {
        gv_message(cache->messages, GV_MESSAGE_SHADER,
                   "%s shader: textures by handle were not announced", gv_stage_name(stage));
        goto destroy_tgsi;
    }
    if (!within_caps(cache, shader->info))
        goto destroy_tgsi;
    shader->stage = stage;
    shader->inlines_uniforms = cache->inlines_uniforms && stage == GALVAN_STAGE_FRAGMENT &&
                               shader->info->num_inlinable_uniforms > 0;
    if (cache->screen->dev->caps.transformFeedback || gv_has_lowered_stages(cache->screen->dev))
        shader->stream_output = translate_captures(&state->stream_output);
    shader->exceeds_device = exceeds_device(cache->screen->dev, shader);
    shader->spills = spills(cache->screen->dev, shader);
    if (stage == GALVAN_STAGE_VERTEX || stage == GALVAN_STAGE_FRAGMENT)
        shader->traits = traits(shader);
    shader->id = atomic_fetch_add(&cache->screen->next_id, 1) + 1;
    return shader;

destroy_tgsi:
    galvan_tgsi_destroy(shader->tgsi);
free_shader:
    free(shader);
    return NULL;
}

struct gv_shader *gv_shader_from_text(struct gv_shader_cache *cache, enum galvan_stage stage,
                                      const char *text, size_t len)
{
    struct galvan_diag diag = {0};
    struct galvan_tgsi *tgsi;
    if (galvan_tgsi_parse(text, len, &diag, &tgsi) != GALVAN_OK) {
        gv_err(&cache->screen->log, "driver", "%s shader of our own: %s", gv_stage_name(stage),
               diag.text);
        return NULL;
    }
    size_t num_tokens;
    const struct pipe_shader_state state = {
        .tokens = (const struct tgsi_token *)galvan_tgsi_tokens(tgsi, &num_tokens)};
    struct gv_shader *shader = gv_shader_create(cache, stage, &state);
    galvan_tgsi_destroy(tgsi);
    return shader;
}

/* Whether paths and passes may change if one shader replaces another. */
static bool changes_path(const struct gv_state *state, enum galvan_stage stage,
                         const struct gv_shader *old, const struct gv_shader *shader)
{
    if (stage != GALVAN_STAGE_VERTEX && stage != GALVAN_STAGE_FRAGMENT)
        return true;
    const uint32_t before = old ? old->traits : 0, now = shader ? shader->traits : 0;
    return before != now || (now & GV_TRAIT_CAPTURED) || state->shader_blend_mask;
}

void gv_shader_bind(struct gv_context *ctx, enum galvan_stage stage, struct gv_shader *shader)
{
    const struct gv_shader *old = ctx->state.shaders[stage];
    if (old == shader)
        return;
    ctx->state.shaders[stage] = shader;
    if (stage == GALVAN_STAGE_COMPUTE) {
        ctx->compute.program = NULL;
        gv_input_changed(&ctx->compute, GV_INPUT_SHADERS);
        return;
    }
    gv_input_changed(&ctx->graphics, GV_INPUT_SHADERS);
    if (changes_path(&ctx->state, stage, old, shader))
        gv_input_changed(&ctx->graphics, GV_INPUT_PATH);
}

void gv_shader_delete(struct gv_context *ctx, struct gv_shader *shader)
{
    if (shader && ctx->state.shaders[shader->stage] == shader)
        gv_shader_bind(ctx, shader->stage, NULL);
    gv_shader_destroy(&ctx->cache, shader);
}

void gv_shader_destroy(struct gv_shader_cache *cache, struct gv_shader *shader)
{
    if (!shader)
        return;
    gv_programs_forget(cache, shader);
    while (shader->variants) {
        struct gv_variant *v = shader->variants;
        shader->variants = v->next;
        /* Modules are only read when a pipeline is compiled, so the device does not use them any
         * more. */
        if (v->module && !v->module_is_cached)
            cache->screen->dev->vk.vkDestroyShaderModule(cache->screen->dev->handle, v->module,
                                                         NULL);
        free(v);
    }
    galvan_tgsi_destroy(shader->tgsi);
    free(shader);
}

/* Gets the variant's module from the disk cache, or translates the shader. *out_waited: whether the
 * caller had to wait for the module. */
static VkResult get_module(struct gv_shader_cache *cache, const struct gv_shader *shader,
                           struct gv_variant *v, bool *out_waited)
{
    struct galvan_diag diag = {0};
    *out_waited = false;
    v->cache_number = gv_disk_cache_get_variant(cache->screen->disk_cache, shader, &v->key,
                                                &v->module, out_waited);
    v->module_is_cached = v->module != VK_NULL_HANDLE;
    if (v->module_is_cached)
        return VK_SUCCESS;
    *out_waited = true;
    const VkResult result =
        gv_shader_translate(cache->screen, shader->tgsi, &v->key, &diag, &v->module);
    if (v->module)
        gv_vk_name(cache->screen->dev, VK_OBJECT_TYPE_SHADER_MODULE, v->module,
                   "%s shader %u, variant %u", gv_stage_name(shader->stage), shader->id, v->id);
    else if (diag.text[0])
        gv_message(cache->messages, GV_MESSAGE_SHADER, "%s shader %u: %s",
                   gv_stage_name(shader->stage), shader->id, diag.text);
    return result;
}

/* Creates a variant, once for each key. If memory runs out, the next draw tries again. */
static __attribute__((noinline)) struct gv_variant *make_variant(struct gv_shader_cache *cache,
                                                                 struct gv_shader *shader,
                                                                 const struct galvan_spirv_key *key,
                                                                 bool precompile)
{
    struct gv_variant *v = calloc(1, sizeof(*v));
    if (!v)
        return NULL;
    v->key = *key;
    v->id = atomic_fetch_add(&cache->screen->next_id, 1) + 1;
    bool waited;
    const VkResult result = get_module(cache, shader, v, &waited);
    if (waited && !precompile)
        gv_recorder_waited(cache->rec);
    if (gv_vk_is_out_of_memory(result)) {
        free(v);
        return NULL;
    }
    v->needs_driver_block = galvan_spirv_needs_driver_block(shader->tgsi, key);
    v->next = shader->variants;
    shader->variants = v;
    return v;
}

/* Finds or creates a variant. `precompile`: no draw waits for the variant. */
static inline struct gv_variant *get_variant(struct gv_shader_cache *cache,
                                             struct gv_shader *shader,
                                             const struct galvan_spirv_key *key, bool precompile)
{
    for (struct gv_variant **link = &shader->variants; *link; link = &(*link)->next) {
        struct gv_variant *v = *link;
        if (memcmp(&v->key, key, sizeof(*key)) != 0)
            continue;
        *link = v->next;
        v->next = shader->variants;
        shader->variants = v;
        return v;
    }
    return make_variant(cache, shader, key, precompile);
}

struct gv_variant *gv_shader_variant(struct gv_shader_cache *cache, struct gv_shader *shader,
                                     const struct galvan_spirv_key *key)
{
    return get_variant(cache, shader, key, false);
}

struct gv_variant *gv_shader_precompile(struct gv_shader_cache *cache, struct gv_shader *shader,
                                        const struct galvan_spirv_key *key)
{
    return get_variant(cache, shader, key, true);
}

/* ---- CSOs ------------------------------------------------------------------------------------ */

static uint64_t hash_content(const struct gv_shader *shader)
{
    size_t num_tokens;
    const uint32_t *tokens = galvan_tgsi_tokens(shader->tgsi, &num_tokens);
    uint64_t hash = gv_hash_bytes(tokens, num_tokens * sizeof(*tokens), shader->stage);
    return gv_hash_bytes(&shader->stream_output, sizeof(shader->stream_output), hash);
}

static bool same_content(const struct gv_shader *a, const struct gv_shader *b)
{
    size_t num_a, num_b;
    const uint32_t *tokens_a = galvan_tgsi_tokens(a->tgsi, &num_a);
    const uint32_t *tokens_b = galvan_tgsi_tokens(b->tgsi, &num_b);
    return a->stage == b->stage && num_a == num_b &&
           !memcmp(tokens_a, tokens_b, num_a * sizeof(*tokens_a)) &&
           !memcmp(&a->stream_output, &b->stream_output, sizeof(a->stream_output));
}

/* Creates a shader, or returns an equal shader. Applications create equal shaders for each program
 * that they link. Equal shaders share one object, with its variants and pipelines. */
static struct gv_shader *create_shared(struct gv_shader_cache *cache, enum galvan_stage stage,
                                       const struct pipe_shader_state *state)
{
    struct gv_shader *shader = gv_shader_create(cache, stage, state);
    if (!shader)
        return NULL;
    gv_disk_cache_note_shader(cache->screen->disk_cache, shader);
    shader->content = hash_content(shader);
    shader->refs = 1;
    struct gv_shader *other = gv_hash_find(&cache->by_content, shader->content);
    if (!other) {
        gv_hash_set(&cache->by_content, shader->content, shader);
        return shader; /* if memory for the table has run out, the shader is not shared */
    }
    if (!same_content(shader, other))
        return shader;
    gv_shader_destroy(cache, shader);
    other->refs++;
    return other;
}

static void delete_shared(struct pipe_context *pctx, void *state)
{
    struct gv_context *ctx = gv_context(pctx);
    struct gv_shader *shader = state;
    if (!shader || --shader->refs)
        return;
    if (gv_hash_find(&ctx->cache.by_content, shader->content) == shader)
        gv_hash_remove(&ctx->cache.by_content, shader->content);
    gv_shader_delete(ctx, shader);
}

#define STAGE_METHODS(name, stage)                                                                 \
    static void *create_##name##_state(struct pipe_context *pctx,                                  \
                                       const struct pipe_shader_state *state)                      \
    {                                                                                              \
        return create_shared(&gv_context(pctx)->cache, stage, state);                              \
    }                                                                                              \
    static void bind_##name##_state(struct pipe_context *pctx, void *state)                        \
    {                                                                                              \
        gv_shader_bind(gv_context(pctx), stage, state);                                            \
    }

STAGE_METHODS(vs, GALVAN_STAGE_VERTEX)
STAGE_METHODS(fs, GALVAN_STAGE_FRAGMENT)
STAGE_METHODS(gs, GALVAN_STAGE_GEOMETRY)
STAGE_METHODS(tcs, GALVAN_STAGE_TESS_CTRL)
STAGE_METHODS(tes, GALVAN_STAGE_TESS_EVAL)

void gv_context_init_shaders(struct gv_context *ctx)
{
    ctx->base.create_vs_state = create_vs_state;
    ctx->base.bind_vs_state = bind_vs_state;
    ctx->base.delete_vs_state = delete_shared;
    ctx->base.create_fs_state = create_fs_state;
    ctx->base.bind_fs_state = bind_fs_state;
    ctx->base.delete_fs_state = delete_shared;
    if (gv_has_geometry(ctx->dev)) {
        ctx->base.create_gs_state = create_gs_state;
        ctx->base.bind_gs_state = bind_gs_state;
        ctx->base.delete_gs_state = delete_shared;
    }
    if (gv_has_tessellation(ctx->dev)) {
        ctx->base.create_tcs_state = create_tcs_state;
        ctx->base.bind_tcs_state = bind_tcs_state;
        ctx->base.delete_tcs_state = delete_shared;
        ctx->base.create_tes_state = create_tes_state;
        ctx->base.bind_tes_state = bind_tes_state;
        ctx->base.delete_tes_state = delete_shared;
    }
}
