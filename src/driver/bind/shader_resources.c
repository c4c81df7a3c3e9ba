/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Resources that shaders write: storage buffers and images of each stage, and atomic counter
 * buffers, which all stages share. These bindings also implement the Gallium shader resources of
 * 2014. */
#include "driver/bind/shader_resources.h"

#include <string.h>

#include "driver/bind/bindings.h"
#include "driver/bind/descriptors.h"
#include "driver/context.h"
#include "driver/shader/variant_key.h"
#include "driver/state/inputs.h"
#include "driver/view/image_remake.h"
#include "driver/view/image_view.h"
#include "driver/view/sampler_view.h"
#include "pipe/p_format_description.h"
#include "pipe/p_inlines.h"
#include "pipe/p_shader_tokens.h"
#include "util/log.h"

/* ---- Buffers */

static void set_buffers(struct pipe_shader_buffer *slots, unsigned num,
                        const struct pipe_shader_buffer *buffers)
{
    static const struct pipe_shader_buffer none;
    for (unsigned i = 0; i < num; i++) {
        const struct pipe_shader_buffer *b = buffers ? &buffers[i] : &none;
        bool usable = b->buffer && b->buffer->target == PIPE_BUFFER;
        pipe_resource_reference(&slots[i].buffer, usable ? b->buffer : NULL);
        slots[i].buffer_offset = b->buffer_offset;
        slots[i].buffer_size = b->buffer_size;
    }
}

static void set_shader_buffers(struct pipe_context *pctx, unsigned shader, unsigned start,
                               unsigned num, const struct pipe_shader_buffer *buffers)
{
    struct gv_context *ctx = gv_context(pctx);
    if (shader >= GALVAN_NUM_STAGES || start >= GV_MAX_SHADER_BUFFERS)
        return;
    if (num > GV_MAX_SHADER_BUFFERS - start)
        num = GV_MAX_SHADER_BUFFERS - start;
    set_buffers(&ctx->state.stages[shader].shader_buffers[start], num, buffers);
    for (unsigned i = 0; i < num; i++)
        gv_slot_changed(ctx, GV_SLOT_BUFFER, shader, start + i);
    gv_input_changed(gv_stage_point(ctx, shader), GV_INPUT_STORAGE);
}

static void set_hw_atomic_buffers(struct pipe_context *pctx, unsigned start, unsigned num,
                                  const struct pipe_shader_buffer *buffers)
{
    struct gv_context *ctx = gv_context(pctx);
    if (start >= GV_MAX_ATOMIC_BUFFERS)
        return;
    if (num > GV_MAX_ATOMIC_BUFFERS - start)
        num = GV_MAX_ATOMIC_BUFFERS - start;
    bool moved = false;
    for (unsigned i = start; i < start + num; i++) {
        const uint32_t before = gv_counter_start(&ctx->state, i);
        set_buffers(&ctx->state.atomic_buffers[i], 1, buffers ? &buffers[i - start] : NULL);
        moved |= gv_counter_start(&ctx->state, i) != before;
    }
    gv_input_changed(&ctx->graphics, GV_INPUT_STORAGE);
    gv_input_changed(&ctx->compute, GV_INPUT_STORAGE);
    if (!moved)
        return;
    gv_input_changed(&ctx->graphics, GV_INPUT_COUNTER_STARTS);
    gv_input_changed(&ctx->compute, GV_INPUT_COUNTER_STARTS);
}

/* Returns a range that the device can bind. It begins before the range of the counters if their
 * offset is misaligned. */
static struct pipe_shader_buffer aligned_counters(const struct gv_state *state, unsigned slot)
{
    struct pipe_shader_buffer range = state->atomic_buffers[slot];
    const uint32_t before_B = 4 * gv_counter_start(state, slot);
    range.buffer_offset -= before_B;
    range.buffer_size += before_B < UINT32_MAX - range.buffer_size ? before_B : 0;
    return range;
}

struct pipe_shader_buffer gv_bound_buffer(const struct gv_state *state,
                                          const struct gv_program_binding *b)
{
    const struct pipe_image_view *image = &state->stages[b->stage].images[b->slot].base;
    const struct pipe_constant_buffer *constants = &state->stages[b->stage].buffers[b->slot];
    struct pipe_shader_buffer none = {0};
    if (b->constant)
        return (struct pipe_shader_buffer){constants->buffer, constants->buffer_offset,
                                           constants->buffer_size};
    if (b->atomic)
        return aligned_counters(state, b->slot);
    if (!b->raw)
        return state->stages[b->stage].shader_buffers[b->slot];
    if (!image->resource || image->resource->target != PIPE_BUFFER)
        return none;
    return (struct pipe_shader_buffer){image->resource, image->u.buf.offset, image->u.buf.size};
}

/* Returns the range of a shader buffer for a storage descriptor. An unbound buffer reads as zeros
 * and ignores writes; if the device lacks null descriptors, a dummy buffer is bound. */
VkDescriptorBufferInfo gv_storage_range(const struct gv_state *state,
                                        const struct pipe_shader_buffer *buffer)
{
    const VkPhysicalDeviceLimits *limits = &state->dev->properties.limits;
    const VkBuffer absent =
        state->dev->caps.nullDescriptor ? VK_NULL_HANDLE : state->screen->null.so_buffer.handle;
    const VkDescriptorBufferInfo nothing = {absent, 0, VK_WHOLE_SIZE};
    uint32_t offset_B = buffer->buffer_offset;
    if (!buffer->buffer || offset_B >= buffer->buffer->width0 ||
        offset_B % limits->minStorageBufferOffsetAlignment != 0)
        return nothing;
    uint32_t range_B = buffer->buffer->width0 - offset_B;
    if (range_B > buffer->buffer_size)
        range_B = buffer->buffer_size;
    if (range_B > limits->maxStorageBufferRange)
        range_B = limits->maxStorageBufferRange;
    range_B &= ~3u; /* shaders access dwords */
    if (!range_B)
        return nothing;
    return (VkDescriptorBufferInfo){gv_resource(buffer->buffer)->storage->buffer.handle, offset_B,
                                    range_B};
}

/* ---- Images */

static void end_view(struct gv_recorder *rec, struct gv_image_binding *image)
{
    if (!image->storage)
        return;
    gv_image_view_release(rec, image->storage, image->view);
    image->view = NULL;
    image->storage = NULL;
}

static bool same_image(const struct pipe_image_view *a, const struct pipe_image_view *b)
{
    if (a->resource != b->resource)
        return false;
    if (!a->resource)
        return true;
    if (a->format != b->format || a->access != b->access)
        return false;
    if (a->resource->target == PIPE_BUFFER)
        return a->u.buf.offset == b->u.buf.offset && a->u.buf.size == b->u.buf.size;
    return a->u.tex.level == b->u.tex.level && a->u.tex.first_layer == b->u.tex.first_layer &&
           a->u.tex.last_layer == b->u.tex.last_layer;
}

/* Makes sure that the image of `view` has storage usage. If the format of the view does not support
 * storage, the slot reads as unbound. */
static void provide_image(struct gv_context *ctx, const struct pipe_image_view *view)
{
    if (!view->resource || view->resource->target == PIPE_BUFFER)
        return;
    struct gv_resource *res = gv_resource(view->resource);
    const struct gv_format *format = gv_view_format(ctx->screen, res, view->format);
    if (format && gv_format_image_usage(ctx->dev, format, res->base.nr_storage_samples) &
                      VK_IMAGE_USAGE_STORAGE_BIT)
        gv_image_provide(ctx, res, format->vk, VK_IMAGE_USAGE_STORAGE_BIT);
}

static bool is_3d(const struct pipe_resource *res)
{
    return res && res->target == PIPE_TEXTURE_3D;
}

/* Whether replacing view `a` by view `b` may change the variants of shaders
 * (shader/variant_key.c). */
static bool image_changes_variants(const struct gv_context *ctx, const struct pipe_image_view *a,
                                   const struct pipe_image_view *b)
{
    const struct gv_vk_caps *caps = &ctx->dev->caps;
    return a->format != b->format || a->access != b->access || !caps->nullDescriptor ||
           gv_resource_shown_samples(a->resource) != gv_resource_shown_samples(b->resource) ||
           (!caps->image2DViewOf3D && (is_3d(a->resource) || is_3d(b->resource)));
}

/* An unbound slot retains its format and access, so that shader variants remain valid if the next
 * image has the same format and access. */
static void set_image(struct gv_context *ctx, unsigned shader, unsigned slot,
                      const struct pipe_image_view *view)
{
    struct gv_image_binding *image = &ctx->state.stages[shader].images[slot];
    struct gv_bind_point *point = gv_stage_point(ctx, shader);
    if (shader == GALVAN_STAGE_COMPUTE)
        ctx->grid.resources_mask &= ~(1u << slot);
    if (same_image(&image->base, view))
        return;
    provide_image(ctx, view);
    end_view(&ctx->rec, image);
    struct pipe_image_view next = *view;
    if (!next.resource) {
        next.format = image->base.format;
        next.access = image->base.access;
    }
    if (image_changes_variants(ctx, &image->base, &next))
        gv_input_changed(point, GV_INPUT_IMAGE_FORMATS);
    pipe_resource_reference(&image->base.resource, view->resource);
    image->base.format = next.format;
    image->base.access = next.access;
    image->base.u = view->u;
    gv_slot_changed(ctx, GV_SLOT_IMAGE, shader, slot);
    gv_input_changed(point, GV_INPUT_STORAGE);
}

static void set_shader_images(struct pipe_context *pctx, unsigned shader, unsigned start,
                              unsigned num, const struct pipe_image_view *images)
{
    static const struct pipe_image_view none;
    struct gv_context *ctx = gv_context(pctx);
    if (shader >= GALVAN_NUM_STAGES || start >= GV_MAX_SHADER_IMAGES)
        return;
    if (num > GV_MAX_SHADER_IMAGES - start)
        num = GV_MAX_SHADER_IMAGES - start;
    for (unsigned i = 0; i < num; i++)
        set_image(ctx, shader, start + i, images ? &images[i] : &none);
}

/* Converts a surface to an image view. */
static struct pipe_image_view image_of(const struct pipe_surface *surface)
{
    struct pipe_image_view view = {
        .resource = surface->texture,
        .format = surface->format,
        .access = surface->writable ? PIPE_IMAGE_ACCESS_READ_WRITE : PIPE_IMAGE_ACCESS_READ,
    };
    if (surface->texture->target != PIPE_BUFFER) {
        view.u.tex.level = surface->u.tex.level;
        view.u.tex.first_layer = surface->u.tex.first_layer;
        view.u.tex.last_layer = surface->u.tex.last_layer;
        return view;
    }
    uint64_t block_B = util_format_get_blocksize(surface->format);
    uint64_t width_B = surface->texture->width0;
    uint64_t first_B = surface->u.buf.first_element * block_B;
    uint64_t end_B = ((uint64_t)surface->u.buf.last_element + 1) * block_B;
    view.u.buf.offset = (unsigned)(first_B < width_B ? first_B : width_B);
    view.u.buf.size = (unsigned)((end_B < width_B ? end_B : width_B) - view.u.buf.offset);
    return view;
}

/* Makes sure that the image of `view` can have a view of dwords, since shaders may declare any
 * surface as an image of dwords. */
static void provide_words(struct gv_context *ctx, const struct pipe_image_view *view)
{
    struct pipe_image_view words = *view;
    words.format = PIPE_FORMAT_R32_UINT;
    provide_image(ctx, &words);
}

static void set_resources(struct gv_context *ctx, unsigned shader, unsigned start, unsigned num,
                          struct pipe_surface **surfaces)
{
    for (unsigned i = 0; i < num && start < GV_MAX_SHADER_IMAGES - i; i++) {
        struct pipe_image_view view = {0};
        if (surfaces && surfaces[i])
            view = image_of(surfaces[i]);
        provide_words(ctx, &view);
        set_image(ctx, shader, start + i, &view);
        if (shader == GALVAN_STAGE_COMPUTE && view.resource)
            ctx->grid.resources_mask |= 1u << (start + i);
    }
}

static void set_shader_resources(struct pipe_context *pctx, unsigned start, unsigned num,
                                 struct pipe_surface **surfaces)
{
    for (unsigned s = 0; s < GALVAN_STAGE_COMPUTE; s++)
        set_resources(gv_context(pctx), s, start, num, surfaces);
}

static void set_compute_resources(struct pipe_context *pctx, unsigned start, unsigned num,
                                  struct pipe_surface **surfaces)
{
    set_resources(gv_context(pctx), GALVAN_STAGE_COMPUTE, start, num, surfaces);
}

/* Updates image->view to the view that a shader needs for its binding `b`. */
static void update_image(const struct gv_state *state, struct gv_recorder *rec,
                         struct gv_image_binding *image, const struct gv_program_binding *b)
{
    struct pipe_resource *resource = image->base.resource;
    bool wants_buffer = b->type == VK_DESCRIPTOR_TYPE_STORAGE_TEXEL_BUFFER;
    if (!resource || wants_buffer != (resource->target == PIPE_BUFFER))
        return;
    struct gv_storage *storage = gv_resource(resource)->storage;
    if (image->storage == storage && image->target == b->target && image->raw == b->raw)
        return;
    end_view(rec, image);
    image->view = gv_image_view_get(state->screen, &image->base, b->target, b->raw);
    image->target = b->target;
    image->raw = b->raw;
    image->storage = storage;
    gv_vk_object_ref(&storage->object);
}

/* Returns the descriptor of an image slot. A slot without a usable image reads as zeros. If the
 * device lacks null descriptors, the shader's variant returns the zeros and does not access the
 * dummy image. */
union gv_descriptor gv_image_descriptor(struct gv_state *state, struct gv_recorder *rec,
                                        const struct gv_program_binding *b)
{
    struct gv_image_binding *image = &state->stages[b->stage].images[b->slot];
    union gv_descriptor d;
    memset(&d, 0, sizeof(d)); /* clear the padding, too: descriptors are compared as bytes */
    update_image(state, rec, image, b);
    bool fits = image->view && image->target == b->target && image->raw == b->raw &&
                gv_image_formats_fit(b->format, image->base.format);
    if (b->type == VK_DESCRIPTOR_TYPE_STORAGE_TEXEL_BUFFER) {
        VkBufferView view = fits ? image->view->base.buffer : VK_NULL_HANDLE;
        d.texel_buffer = view ? view : rec->screen->null.storage_texels;
    } else {
        VkImageView view = fits ? image->view->base.image : VK_NULL_HANDLE;
        d.image.imageView = view ? view : rec->screen->null.storage_view;
        d.image.imageLayout = VK_IMAGE_LAYOUT_GENERAL;
    }
    return d;
}

void gv_shader_resources_finish(struct gv_context *ctx)
{
    for (unsigned s = 0; s < GALVAN_NUM_STAGES; s++) {
        set_buffers(ctx->state.stages[s].shader_buffers, GV_MAX_SHADER_BUFFERS, NULL);
        set_shader_images(&ctx->base, s, 0, GV_MAX_SHADER_IMAGES, NULL);
    }
    set_buffers(ctx->state.atomic_buffers, GV_MAX_ATOMIC_BUFFERS, NULL);
}

void gv_context_init_shader_resources(struct gv_context *ctx)
{
    ctx->base.set_shader_buffers = set_shader_buffers;
    ctx->base.set_hw_atomic_buffers = set_hw_atomic_buffers;
    ctx->base.set_shader_images = set_shader_images;
    ctx->base.set_shader_resources = set_shader_resources;
    ctx->base.set_compute_resources = set_compute_resources;
}
