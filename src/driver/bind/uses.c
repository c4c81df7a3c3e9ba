/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
#include "driver/bind/uses.h"

#include "driver/bind/descriptors.h"
#include "driver/bind/framebuffer.h"
#include "driver/bind/shader_resources.h"
#include "driver/context.h"
#include "driver/query/stream_output.h"
#include "driver/record/sync.h"
#include "driver/screen/caps.h"
#include "driver/state/vertex_elements.h"
#include "driver/view/image_remake.h"
#include "driver/view/sampler_view.h"
#include "pipe/p_shader_tokens.h"

static VkPipelineStageFlags2 shader_stage(unsigned stage)
{
    static const VkPipelineStageFlags2 stages[GALVAN_NUM_STAGES] = {
        [GALVAN_STAGE_VERTEX] = VK_PIPELINE_STAGE_2_VERTEX_SHADER_BIT,
        [GALVAN_STAGE_FRAGMENT] = VK_PIPELINE_STAGE_2_FRAGMENT_SHADER_BIT,
        [GALVAN_STAGE_GEOMETRY] = VK_PIPELINE_STAGE_2_GEOMETRY_SHADER_BIT,
        [GALVAN_STAGE_TESS_CTRL] = VK_PIPELINE_STAGE_2_TESSELLATION_CONTROL_SHADER_BIT,
        [GALVAN_STAGE_TESS_EVAL] = VK_PIPELINE_STAGE_2_TESSELLATION_EVALUATION_SHADER_BIT,
        [GALVAN_STAGE_COMPUTE] = VK_PIPELINE_STAGE_2_COMPUTE_SHADER_BIT,
    };
    return stages[stage];
}

static void sync_buffer(struct gv_recorder *rec, struct pipe_resource *resource,
                        VkPipelineStageFlags2 stages, VkAccessFlags2 access)
{
    if (resource && resource->target == PIPE_BUFFER)
        gv_sync_main(rec, gv_resource(resource)->storage, stages, access, false);
}

/* Declares that a shader loads from `storage` and, if b->write is set, stores to it. */
static void sync_storage(struct gv_recorder *rec, struct gv_storage *storage,
                         const struct gv_program_binding *b, bool in_order)
{
    VkPipelineStageFlags2 stage = shader_stage(b->stage);
    if (!b->write)
        gv_sync_main(rec, storage, stage, VK_ACCESS_2_SHADER_STORAGE_READ_BIT, false);
    else if (in_order)
        gv_sync_main(rec, storage, stage,
                     VK_ACCESS_2_SHADER_STORAGE_READ_BIT | VK_ACCESS_2_SHADER_STORAGE_WRITE_BIT,
                     true);
    else
        gv_sync_store(rec, storage, stage);
}

static void sync_shader_buffer(const struct gv_state *state, struct gv_recorder *rec,
                               const struct gv_program_binding *b, bool in_order)
{
    const struct pipe_shader_buffer buffer = gv_bound_buffer(state, b);
    if (!buffer.buffer)
        return;
    struct gv_resource *res = gv_resource(buffer.buffer);
    sync_storage(rec, res->storage, b, in_order);
    if (b->write)
        gv_resource_mark_written(res, buffer.buffer_offset, buffer.buffer_size);
}

static void sync_image(const struct gv_state *state, struct gv_recorder *rec,
                       const struct gv_program_binding *b, bool in_order)
{
    const struct pipe_image_view *image = &state->stages[b->stage].images[b->slot].base;
    if (!image->resource)
        return;
    struct gv_resource *res = gv_resource(image->resource);
    sync_storage(rec, res->storage, b, in_order);
    if (b->write && image->resource->target == PIPE_BUFFER)
        gv_resource_mark_written(res, image->u.buf.offset, image->u.buf.size);
}

static VkAccessFlags2 const0_access(const struct gv_vk_device *dev)
{
    return gv_uniform_constants(dev) ? VK_ACCESS_2_UNIFORM_READ_BIT
                                     : VK_ACCESS_2_SHADER_STORAGE_READ_BIT;
}

static bool is_attached(const struct gv_state *state, const struct pipe_resource *texture)
{
    const struct pipe_framebuffer_state *fb = &state->fb.state;
    for (unsigned i = 0; i < fb->nr_cbufs; i++) {
        if (fb->cbufs[i] && fb->cbufs[i]->texture == texture)
            return true;
    }
    return fb->zsbuf && fb->zsbuf->texture == texture;
}

/* Handles a draw that samples its own target, or another part of the target's image. Both uses of
 * the image must have the same layout: the feedback loop layout, or the general layout. The image
 * retains this layout, because such draws usually recur. Bound descriptors have the old layout and
 * must be written again. */
static void make_looped(struct gv_context *ctx, struct gv_resource *res)
{
    const VkImageUsageFlags loop = VK_IMAGE_USAGE_ATTACHMENT_FEEDBACK_LOOP_BIT_EXT;
    if (ctx->dev->caps.attachmentFeedbackLoopLayout &&
        gv_image_provide(ctx, res, res->format->vk, loop)) {
        gv_stream_output_end(ctx);
        gv_framebuffer_update_formats(ctx);
        return;
    }
    struct gv_storage *storage = res->storage;
    gv_hazards_lock(&storage->hazards);
    storage->hazards.looped = true;
    storage->hazards.read_access = 0; /* the next read must change the layout of the image */
    gv_hazards_unlock(&storage->hazards);
    gv_input_changed(&ctx->graphics, GV_INPUT_MEMORY);
    gv_input_changed(&ctx->compute, GV_INPUT_MEMORY);
}

static void sync_texture(struct gv_context *ctx, struct gv_sampler_view *view, unsigned stage)
{
    struct gv_storage *storage = gv_sampler_view_update(&ctx->rec, view);
    if (gv_storage_changes_layout(storage) && !gv_storage_loops(storage) &&
        stage != GALVAN_STAGE_COMPUTE && is_attached(&ctx->state, view->base.texture)) {
        make_looped(ctx, gv_resource(view->base.texture));
        storage = gv_sampler_view_update(&ctx->rec, view);
    }
    gv_sync_main(&ctx->rec, storage, shader_stage(stage), VK_ACCESS_2_SHADER_SAMPLED_READ_BIT,
                 false);
}

/* Declares the use of the textures of program p. If `all` is true, also declares slots that have
 * not changed. */
static void sync_textures(struct gv_context *ctx, const struct gv_program *p, bool all)
{
    const struct gv_program_binding *texture = p->textures;
    for (uint32_t left = p->num_textures; left > 0; left--, texture++) {
        if (!all && !gv_binding_changed(&ctx->changed, texture))
            continue;
        struct pipe_sampler_view *view = ctx->state.stages[texture->stage].views[texture->slot];
        if (view)
            sync_texture(ctx, gv_sampler_view(view), texture->stage);
    }
}

static void sync_const0(const struct gv_state *state, struct gv_recorder *rec,
                        const struct gv_program *p)
{
    for (unsigned s = 0; s < GALVAN_NUM_STAGES; s++) {
        if (p->shaders[s])
            sync_buffer(rec, state->stages[s].const0.resource, shader_stage(s),
                        const0_access(rec->dev));
    }
}

/* Declares the use of the buffers and images of program p. If `all` is true, also declares slots
 * that have not changed. If in_order is true, stores wait for earlier stores. */
static void sync_buffers(struct gv_context *ctx, const struct gv_program *p, bool in_order,
                         bool all)
{
    for (uint32_t i = 0; i < p->num_buffers; i++) {
        const struct gv_program_binding *b = &p->buffers[i];
        if (!all && !gv_binding_changed(&ctx->changed, b))
            continue;
        if (b->type == VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER)
            sync_buffer(&ctx->rec, ctx->state.stages[b->stage].buffers[b->slot].buffer,
                        shader_stage(b->stage), VK_ACCESS_2_UNIFORM_READ_BIT);
        else if (b->type == VK_DESCRIPTOR_TYPE_STORAGE_BUFFER)
            sync_shader_buffer(&ctx->state, &ctx->rec, b, in_order);
        else
            sync_image(&ctx->state, &ctx->rec, b, in_order);
    }
    sync_const0(&ctx->state, &ctx->rec, p);
}

/* ---- Dispatches */

static void dispatch_uses(struct gv_dispatch_uses *uses, struct pipe_resource *resource,
                          VkAccessFlags2 access, bool write)
{
    if (resource)
        gv_dispatch_uses_add(uses, gv_resource(resource)->storage, access, write);
}

static void dispatch_reads_buffer(struct gv_dispatch_uses *uses, struct pipe_resource *resource,
                                  VkAccessFlags2 access)
{
    if (resource && resource->target == PIPE_BUFFER)
        dispatch_uses(uses, resource, access, false);
}

/* Adds a buffer or image to `uses`. The lowered stage loads from this buffer or image and, if
 * `stores` is true, also stores to it. */
static void dispatch_uses_storage(const struct gv_state *state, const struct gv_program_binding *b,
                                  bool stores, struct gv_dispatch_uses *uses)
{
    const struct gv_image_binding *image = &state->stages[b->stage].images[b->slot];
    bool is_buffer = b->type == VK_DESCRIPTOR_TYPE_STORAGE_BUFFER;
    const struct pipe_shader_buffer buffer =
        is_buffer ? gv_bound_buffer(state, b) : (struct pipe_shader_buffer){.buffer = NULL};
    struct pipe_resource *resource = is_buffer ? buffer.buffer : image->base.resource;
    bool write = stores && b->write;
    dispatch_uses(uses, resource,
                  VK_ACCESS_2_SHADER_STORAGE_READ_BIT |
                      (write ? VK_ACCESS_2_SHADER_STORAGE_WRITE_BIT : 0u),
                  write);
    if (!write || !resource || resource->target != PIPE_BUFFER)
        return;
    if (is_buffer)
        gv_resource_mark_written(gv_resource(resource), buffer.buffer_offset, buffer.buffer_size);
    else
        gv_resource_mark_written(gv_resource(resource), image->base.u.buf.offset,
                                 image->base.u.buf.size);
}

static void dispatch_reads_vertices(const struct gv_state *state, struct gv_dispatch_uses *uses)
{
    uint32_t mask = state->vertex_elements->buffers_mask & state->vertex_buffers_mask;
    for (; mask; mask &= mask - 1)
        dispatch_reads_buffer(uses, state->vertex_buffers[__builtin_ctz(mask)].buffer,
                              VK_ACCESS_2_SHADER_STORAGE_READ_BIT);
}

void gv_dispatch_uses_bindings(const struct gv_state *state, struct gv_recorder *rec,
                               const struct gv_program *p, bool stores,
                               struct gv_dispatch_uses *uses)
{
    for (uint32_t i = 0; i < p->num_textures; i++) {
        const struct gv_program_binding *b = &p->textures[i];
        struct pipe_sampler_view *view = state->stages[b->stage].views[b->slot];
        if (!view)
            continue;
        gv_dispatch_uses_add(uses, gv_sampler_view_update(rec, gv_sampler_view(view)),
                             VK_ACCESS_2_SHADER_SAMPLED_READ_BIT, false);
    }
    for (uint32_t i = 0; i < p->num_buffers; i++) {
        const struct gv_program_binding *b = &p->buffers[i];
        if (b->type == VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER)
            dispatch_reads_buffer(uses, state->stages[b->stage].buffers[b->slot].buffer,
                                  VK_ACCESS_2_UNIFORM_READ_BIT);
        else
            dispatch_uses_storage(state, b, stores, uses);
    }
    for (unsigned s = 0; s < GALVAN_NUM_STAGES; s++) {
        if (p->shaders[s])
            dispatch_reads_buffer(uses, state->stages[s].const0.resource, const0_access(rec->dev));
    }
    if (p->shaders[GALVAN_STAGE_VERTEX])
        dispatch_reads_vertices(state, uses);
}

static void sync_vertices(const struct gv_state *state, struct gv_recorder *rec)
{
    uint32_t mask = state->vertex_elements->buffers_mask & state->vertex_buffers_mask;
    VkPipelineStageFlags2 stages = VK_PIPELINE_STAGE_2_VERTEX_ATTRIBUTE_INPUT_BIT;
    VkAccessFlags2 access = VK_ACCESS_2_VERTEX_ATTRIBUTE_READ_BIT;
    if (state->pulled_inputs) {
        stages |= VK_PIPELINE_STAGE_2_VERTEX_SHADER_BIT;
        access |= VK_ACCESS_2_SHADER_STORAGE_READ_BIT;
    }
    while (mask) {
        unsigned i = (unsigned)__builtin_ctz(mask);
        mask &= mask - 1;
        sync_buffer(rec, state->vertex_buffers[i].buffer, stages, access);
    }
    sync_buffer(rec, state->index_buffer.buffer, VK_PIPELINE_STAGE_2_INDEX_INPUT_BIT,
                VK_ACCESS_2_INDEX_READ_BIT);
}

void gv_sync_bindings(struct gv_context *ctx, unsigned parts)
{
    const struct gv_program *p = ctx->graphics.program;
    /* Stores must wait for the new reads of textures, so the buffers are declared again, after the
     * textures. */
    if (p->stores)
        parts |= GV_USES_BUFFERS;
    if (parts & GV_USES_TEXTURES)
        sync_textures(ctx, p, parts & GV_USES_UNCHANGED);
    if (parts & GV_USES_BUFFERS)
        sync_buffers(ctx, p, false, (parts & GV_USES_UNCHANGED) || p->stores);
    if (parts & GV_USES_VERTICES)
        sync_vertices(&ctx->state, &ctx->rec);
}

void gv_sync_compute_bindings(struct gv_context *ctx, bool changed)
{
    const struct galvan_tgsi_info *info = ctx->compute.program->shaders[GALVAN_STAGE_COMPUTE]->info;
    /* GLOBAL memory and the shader resources of 2014 have no memory barriers: each dispatch must
     * see the stores of the previous dispatch. */
    bool global = info->memory_mask & 1 << TGSI_MEMORY_TYPE_GLOBAL;
    bool in_order = global || (info->images_mask & ctx->grid.resources_mask);
    if (!in_order && !changed)
        return;
    sync_textures(ctx, ctx->compute.program, true);
    sync_buffers(ctx, ctx->compute.program, in_order, true);
    if (!global)
        return;
    for (unsigned i = 0; i < GALVAN_NUM_GLOBALS; i++) {
        if (!ctx->grid.globals[i])
            continue;
        struct gv_resource *res = gv_resource(ctx->grid.globals[i]);
        gv_sync_main(&ctx->rec, res->storage, VK_PIPELINE_STAGE_2_COMPUTE_SHADER_BIT,
                     VK_ACCESS_2_SHADER_STORAGE_READ_BIT | VK_ACCESS_2_SHADER_STORAGE_WRITE_BIT,
                     true);
        gv_resource_mark_written(res, 0, res->base.width0);
    }
}
