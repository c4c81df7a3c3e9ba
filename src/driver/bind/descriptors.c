/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
#include "driver/bind/descriptors.h"

#include <assert.h>
#include <stdatomic.h>
#include <string.h>

#include "driver/bind/constants.h"
#include "driver/bind/shader_resources.h"
#include "driver/context.h"
#include "driver/screen/null_resources.h"
#include "driver/shader/program.h"
#include "driver/view/sampler.h"
#include "driver/view/sampler_view.h"
#include "pipe/p_format_description.h"

/* ---- Set 1: textures */

/* Writes the descriptor for a shadow lookup to which no matching depth texture is bound. Clients
 * may bind a colour texture to such a lookup. The lookup returns 0, as OpenGL requires for
 * incomplete textures. */
static void show_no_shadow(const struct gv_null_resources *null, const struct gv_program_binding *b,
                           VkDescriptorImageInfo *out)
{
    const VkImageView depth = null->compare_views[b->view_type];
    out->imageLayout = VK_IMAGE_LAYOUT_GENERAL;
    out->imageView = depth ? depth : null->views[GALVAN_CBUF_FLOAT][b->view_type];
    out->sampler = null->compare_sampler;
}

/* Whether a binding is for a copy of a render target, which always has the type and sample count of
 * its target. */
static bool is_target(const struct gv_program_binding *b)
{
    return b->slot >= GV_MAX_SAMPLERS;
}

/* Whether the shader's variant declares the texture as multisampled. */
static bool declares_samples(const struct gv_state *state, const struct gv_program_binding *b,
                             struct pipe_sampler_view *view)
{
    if (is_target(b))
        return state->fb.samples > 1;
    return b->multisampled && gv_view_has_samples(view);
}

/* Whether a view matches the shader's declaration. In Vulkan, lookups in a view that does not match
 * are undefined. */
static bool view_fits(const struct gv_program_binding *b, const struct gv_sampler_view *view,
                      bool samples)
{
    return view && view->shown.image_view && view->type == (VkImageViewType)b->view_type &&
           (is_target(b) || (view->sampled == b->sampled && view->multisampled == samples));
}

static VkImageView null_view(const struct gv_null_resources *null,
                             const struct gv_program_binding *b, bool samples)
{
    return samples && null->image_samples.handle ? null->sample_views[b->sampled][b->view_type]
                                                 : null->views[b->sampled][b->view_type];
}

static void show_texture(const struct gv_state *state, const struct gv_program_binding *b,
                         VkDescriptorImageInfo *out)
{
    const struct gv_stage_bindings *stage = &state->stages[b->stage];
    const struct gv_null_resources *null = &state->screen->null;
    const struct gv_sampler_view *view = gv_sampler_view(stage->views[b->slot]);
    struct gv_sampler *sampler = stage->samplers[b->sampler];
    const bool shadow = b->shadow;
    const bool samples = declares_samples(state, b, stage->views[b->slot]);
    const bool fits = view_fits(b, view, samples);
    if (shadow && !(fits && util_format_is_depth_or_stencil(view->base.format))) {
        show_no_shadow(null, b, out);
        return;
    }
    out->imageLayout = VK_IMAGE_LAYOUT_GENERAL;
    if (fits) {
        out->imageView =
            view->shown.compare_view && shadow ? view->shown.compare_view : view->shown.image_view;
        out->imageLayout = gv_storage_layout(view->shown.storage);
    } else {
        out->imageView = null_view(null, b, samples);
    }
    /* a default sampler: without a suitable sampler, the shader may still query the texture's
     * size */
    if (!fits || !sampler || (shadow && !sampler->compare))
        out->sampler = shadow ? null->compare_sampler : null->sampler;
    else
        out->sampler =
            gv_sampler_get(state->screen, sampler,
                           view->sampler_wants | (shadow ? 0u : (unsigned)GV_WANTS_NO_COMPARE));
}

static void show_texels(const struct gv_state *state, const struct gv_program_binding *b,
                        VkBufferView *out)
{
    const struct gv_sampler_view *view = gv_sampler_view(state->stages[b->stage].views[b->slot]);
    const bool fits = view && view->shown.texels.handle && view->sampled == b->sampled;
    *out = fits ? view->shown.texels.handle : state->screen->null.buffer_views[b->sampled];
}

static bool sampler_changed(const struct gv_changed_slots *changed,
                            const struct gv_program_binding *b)
{
    return changed->masks[gv_slot_mask(GV_SLOT_SAMPLER, b->stage)] >> (b->sampler & 31) & 1;
}

/* Writes the descriptors of the changed slots, including padding, because descriptors are compared
 * as bytes. Returns the index of the last descriptor that was written, or 0. */
static uint32_t describe_textures(const struct gv_state *state, const struct gv_program *p,
                                  const struct gv_changed_slots *changed,
                                  union gv_descriptor *descriptors)
{
    uint32_t last = 0;
    for (uint32_t i = 0; i < p->num_textures; i++) {
        const struct gv_program_binding *b = &p->textures[i];
        if (!gv_binding_changed(changed, b) && !sampler_changed(changed, b))
            continue;
        memset(&descriptors[i], 0, sizeof(descriptors[i]));
        if (b->type == VK_DESCRIPTOR_TYPE_UNIFORM_TEXEL_BUFFER)
            show_texels(state, b, &descriptors[i].texel_buffer);
        else
            show_texture(state, b, &descriptors[i].image);
        last = i;
    }
    return last;
}

/* ---- Set 2: buffers and images */

static uint32_t at_most(uint32_t size_B, VkDeviceSize limit_B)
{
    return size_B < limit_B ? size_B : (uint32_t)limit_B;
}

/* Returns the bound range, clamped to Vulkan's limits, or the buffer of zeros if no buffer is
 * bound. If the descriptor is a storage buffer, shaders derive the number of vec4 from the
 * range. */
VkDescriptorBufferInfo gv_constant_range(const struct gv_state *state,
                                         const struct pipe_shader_buffer *bound, bool as_storage)
{
    const VkPhysicalDeviceLimits *limits = &state->dev->properties.limits;
    const VkDescriptorBufferInfo zeros = {state->screen->null.buffer.handle, 0, 256};
    const VkDeviceSize align_B = as_storage ? limits->minStorageBufferOffsetAlignment
                                            : limits->minUniformBufferOffsetAlignment;
    if (!bound->buffer || bound->buffer->target != PIPE_BUFFER ||
        bound->buffer_offset >= bound->buffer->width0 || bound->buffer_offset % align_B != 0)
        return zeros;
    uint32_t range_B = at_most(bound->buffer->width0 - bound->buffer_offset, bound->buffer_size);
    range_B = at_most(range_B, limits->maxUniformBufferRange);
    const struct gv_vk_buffer *buffer = &gv_resource(bound->buffer)->storage->buffer;
    if (as_storage)
        range_B = at_most((range_B + 15) & ~15u, (buffer->size_B - bound->buffer_offset) & ~15u);
    if (!range_B)
        return zeros;
    return (VkDescriptorBufferInfo){buffer->handle, bound->buffer_offset, range_B};
}

static union gv_descriptor buffer_descriptor(struct gv_state *state, struct gv_recorder *rec,
                                             const struct gv_program_binding *b)
{
    const bool is_storage = b->type == VK_DESCRIPTOR_TYPE_STORAGE_BUFFER;
    if (!is_storage && b->type != VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER)
        return gv_image_descriptor(state, rec, b);
    const struct pipe_shader_buffer bound = gv_bound_buffer(state, b);
    union gv_descriptor d;
    d.buffer = b->constant ? gv_constant_range(state, &bound, is_storage)
                           : gv_storage_range(state, &bound);
    return d;
}

/* Writes the descriptors of the changed slots. Returns the index of the last descriptor that was
 * written, or 0. */
static uint32_t describe_buffers(struct gv_state *state, struct gv_recorder *rec,
                                 const struct gv_program *p, const struct gv_changed_slots *changed,
                                 union gv_descriptor *descriptors)
{
    uint32_t last = 0;
    for (uint32_t i = 0; i < p->num_buffers; i++) {
        const struct gv_program_binding *b = &p->buffers[i];
        if (!gv_binding_changed(changed, b))
            continue;
        descriptors[i] = buffer_descriptor(state, rec, b);
        last = i;
    }
    return last;
}

/* ---- Descriptor sets */

static uint32_t describe(struct gv_state *state, struct gv_recorder *rec,
                         const struct gv_program *p, uint32_t set_idx,
                         const struct gv_changed_slots *changed, union gv_descriptor *descriptors)
{
    return set_idx == GALVAN_SET_TEXTURE ? describe_textures(state, p, changed, descriptors)
                                         : describe_buffers(state, rec, p, changed, descriptors);
}

static void change_all(struct gv_changed_slots *changed)
{
    memset(changed, 0xff, sizeof(*changed));
}

/* Creates a set with descriptors that are in the order of the program's bindings. Returns false if
 * memory runs out. */
static bool make_set(struct gv_recorder *rec, const struct gv_program *p, uint32_t set_idx,
                     const union gv_descriptor *descriptors, VkDescriptorSet *out)
{
    bool textures = set_idx == GALVAN_SET_TEXTURE;
    if (gv_vk_batch_alloc_set(rec->batch, textures ? p->texture_layout : p->buffer_layout, out) !=
        VK_SUCCESS)
        return false;
    rec->dev->vk.vkUpdateDescriptorSetWithTemplate(
        rec->dev->handle, *out, textures ? p->texture_template : p->buffer_template, descriptors);
    return true;
}

static void bind_set(struct gv_vk_device *dev, const struct gv_program *p, VkCommandBuffer cmd,
                     uint32_t set_idx, const VkDescriptorSet *set)
{
    dev->vk.vkCmdBindDescriptorSets(cmd, p->bind_point, p->layout, set_idx, 1, set, 0, NULL);
}

static void emit_set(struct gv_state *state, struct gv_recorder *rec, const struct gv_program *p,
                     VkCommandBuffer cmd, uint32_t set_idx)
{
    union gv_descriptor descriptors[GV_MAX_PROGRAM_BINDINGS];
    struct gv_changed_slots all;
    VkDescriptorSet set;
    change_all(&all);
    describe(state, rec, p, set_idx, &all, descriptors);
    if (make_set(rec, p, set_idx, descriptors, &set))
        bind_set(rec->dev, p, cmd, set_idx, &set);
}

void gv_emit_textures(struct gv_state *state, struct gv_recorder *rec, const struct gv_program *p,
                      VkCommandBuffer cmd)
{
    if (p->num_textures)
        emit_set(state, rec, p, cmd, GALVAN_SET_TEXTURE);
}

void gv_emit_buffers(struct gv_state *state, struct gv_recorder *rec, const struct gv_program *p,
                     VkCommandBuffer cmd)
{
    if (p->num_buffers)
        emit_set(state, rec, p, cmd, GALVAN_SET_BUFFER);
}

/* ---- Descriptor sets of draws */

/* In the dev build, asserts that the descriptors of unchanged slots have not changed. Code that
 * gives a resource new memory or another layout must report GV_INPUT_MEMORY. */
static void assert_all_shown(struct gv_context *ctx, uint32_t set_idx, uint32_t num,
                             const struct gv_shown_set *shown)
{
#ifndef NDEBUG
    union gv_descriptor descriptors[GV_MAX_PROGRAM_BINDINGS];
    struct gv_changed_slots all;
    change_all(&all);
    describe(&ctx->state, &ctx->rec, ctx->graphics.program, set_idx, &all, descriptors);
    assert(!memcmp(descriptors, shown->descriptors, num * sizeof(descriptors[0])));
#else
    (void)ctx;
    (void)set_idx;
    (void)num;
    (void)shown;
#endif
}

/* Finds a cached set that has these bindings, and whose descriptors are equal to the first `num`
 * descriptors of `shown`. Returns false if there is no such set. `changed` is the index of a
 * descriptor that has changed. This descriptor is compared first, since it distinguishes most
 * sets. */
static bool take_kept(struct gv_shown_set *shown, uint32_t bindings, uint32_t num, uint32_t changed)
{
    const union gv_descriptor *wanted = shown->descriptors;
    if (num > GV_MAX_KEPT_DESCRIPTORS)
        return false;
    for (unsigned i = 0; i < GV_NUM_KEPT_SETS; i++) {
        const struct gv_kept_set *kept = &shown->kept[i];
        if (kept->bindings == bindings &&
            !memcmp(&kept->descriptors[changed], &wanted[changed], sizeof(*wanted)) &&
            (num == 1 || !memcmp(kept->descriptors, wanted, num * sizeof(*wanted)))) {
            shown->set = kept->set;
            return true;
        }
    }
    return false;
}

static void keep(struct gv_shown_set *shown, uint32_t bindings, uint32_t num)
{
    struct gv_kept_set *kept = &shown->kept[shown->next++ % GV_NUM_KEPT_SETS];
    kept->set = shown->set;
    kept->bindings = bindings;
    memcpy(kept->descriptors, shown->descriptors, num * sizeof(kept->descriptors[0]));
}

static inline uint64_t serial_of(const struct gv_vk_batch *batch)
{
    return atomic_load_explicit(&batch->serial, memory_order_relaxed);
}

/* Creates a set with the descriptors of `shown`, and caches the set if it is small. Returns false
 * if memory runs out. */
static __attribute__((noinline)) bool make_shown(struct gv_context *ctx, struct gv_shown_set *shown,
                                                 uint32_t set_idx, uint32_t num)
{
    const struct gv_program *p = ctx->graphics.program;
    if (!make_set(&ctx->rec, p, set_idx, shown->descriptors, &shown->set))
        return false;
    if (num <= GV_MAX_KEPT_DESCRIPTORS)
        keep(shown, p->bindings, num);
    return true;
}

/* Binds a set with the descriptors of `shown`: a set that is cached in this batch, or a new set. */
static void bind_shown(struct gv_context *ctx, struct gv_shown_set *shown, uint32_t set_idx,
                       uint32_t num, uint32_t changed, VkCommandBuffer cmd)
{
    const struct gv_program *p = ctx->graphics.program;
    assert(ctx->shown.serial == serial_of(ctx->rec.batch));
    assert_all_shown(ctx, set_idx, num, shown);
    if (take_kept(shown, p->bindings, num, changed) || make_shown(ctx, shown, set_idx, num))
        bind_set(ctx->dev, p, cmd, set_idx, &shown->set);
}

static void unmark(struct gv_context *ctx, enum gv_slot_kind first, enum gv_slot_kind last)
{
    memset(&ctx->changed.masks[gv_slot_mask(first, 0)], 0,
           (last - first + 1u) * GALVAN_NUM_STAGES * sizeof(ctx->changed.masks[0]));
}

void gv_show_textures(struct gv_context *ctx, VkCommandBuffer cmd)
{
    const struct gv_program *p = ctx->graphics.program;
    struct gv_shown_set *shown = &ctx->shown.textures;
    if (p->num_textures) {
        const uint32_t changed =
            describe_textures(&ctx->state, p, &ctx->changed, shown->descriptors);
        bind_shown(ctx, shown, GALVAN_SET_TEXTURE, p->num_textures, changed, cmd);
    }
    unmark(ctx, GV_SLOT_VIEW, GV_SLOT_SAMPLER);
}

void gv_show_buffers(struct gv_context *ctx, VkCommandBuffer cmd)
{
    const struct gv_program *p = ctx->graphics.program;
    struct gv_shown_set *shown = &ctx->shown.buffers;
    if (p->num_buffers) {
        const uint32_t changed =
            describe_buffers(&ctx->state, &ctx->rec, p, &ctx->changed, shown->descriptors);
        bind_shown(ctx, shown, GALVAN_SET_BUFFER, p->num_buffers, changed, cmd);
    }
    unmark(ctx, GV_SLOT_CONSTANTS, GV_SLOT_IMAGE);
}

void gv_shown_forget(struct gv_context *ctx)
{
    change_all(&ctx->changed);
    const uint64_t serial = serial_of(ctx->rec.batch);
    if (ctx->shown.serial == serial)
        return;
    ctx->shown.serial = serial;
    for (unsigned i = 0; i < GV_NUM_KEPT_SETS; i++)
        ctx->shown.textures.kept[i].bindings = ctx->shown.buffers.kept[i].bindings = 0;
}
