/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Resources, and presentation of a window's resource by a copy to memory that the winsys
 * displays. */
#include <unistd.h>

#include "util/format/u_format.h"
#include "util/u_atomic.h"
#include "util/u_inlines.h"
#include "util/u_math.h"
#include "util/u_memory.h"

#include "gm.h"
#include "names.h"

#include "frontend/sw_winsys.h"

/* Rows in the winsys' memory begin at multiples of this number of bytes. */
#define TARGET_ALIGNMENT_B 64

void gm_fill_template(const struct pipe_resource *templ, struct gpipe_resource *out)
{
    *out = (struct gpipe_resource){
        .target = (enum gpipe_texture_target)templ->target,
        .format = gm_format(templ->format),
        .width0 = templ->width0,
        .height0 = templ->height0,
        .depth0 = templ->depth0,
        .array_size = templ->array_size,
        .last_level = templ->last_level,
        .nr_samples = templ->nr_samples,
        .nr_storage_samples = templ->nr_storage_samples,
        .usage = templ->usage,
        .bind = gm_bind(templ->bind),
        .flags = gm_resource_flags(templ->flags),
    };
}

static bool can_create_resource(struct pipe_screen *pscreen, const struct pipe_resource *templ)
{
    struct gpipe_screen *galvan = gm_screen(pscreen)->galvan;
    struct gpipe_resource galvan_templ;

    gm_fill_template(templ, &galvan_templ);
    /* If Mesa does not know the number of levels yet, it also counts layers as levels, so
     * last_level may be too large. */
    const unsigned last_level = util_logbase2(MAX3(templ->width0, templ->height0, templ->depth0));
    galvan_templ.last_level = MIN2(templ->last_level, last_level);
    return galvan->can_create_resource(galvan, &galvan_templ);
}

struct pipe_resource *gm_wrap_resource(struct pipe_screen *pscreen,
                                       const struct pipe_resource *templ,
                                       struct gpipe_resource *galvan)
{
    struct gm_resource *resource = galvan ? CALLOC_STRUCT(gm_resource) : NULL;

    if (!resource) {
        gpipe_resource_reference(&galvan, NULL);
        return NULL;
    }
    /* Copies all fields but the reference count: `templ` may be a live resource, whose reference
     * count other threads change. */
    memcpy(&resource->base.b.width0, &templ->width0,
           sizeof(*templ) - offsetof(struct pipe_resource, width0));
    resource->base.b.screen = pscreen;
    resource->base.b.next = NULL;
    pipe_reference_init(&resource->base.b.reference, 1);
    threaded_resource_init(&resource->base.b, false);
    if (templ->target == PIPE_BUFFER)
        resource->base.buffer_id_unique =
            util_idalloc_mt_alloc(&gm_screen(pscreen)->device->buffer_ids);
    resource->galvan = galvan;
    p_atomic_inc(&gm_screen(pscreen)->references);
    return &resource->base.b;
}

/* Adds the bind flag for shader images. Shaders may store to any texture of OpenGL, and Mesa does
 * not announce the stores when it creates the texture. Shaders never store to a window's buffers or
 * to multisampled textures. */
static void add_storage(struct gpipe_screen *galvan, const struct pipe_resource *templ,
                        struct gpipe_resource *out)
{
    const unsigned bind = out->bind | GPIPE_BIND_SHADER_IMAGE;

    if (templ->target != PIPE_BUFFER && templ->bind & PIPE_BIND_SAMPLER_VIEW &&
        !(templ->bind & GM_WINDOW_BINDS) &&
        galvan->is_format_supported(galvan, out->format, out->target, out->nr_samples, bind))
        out->bind = bind;
}

static struct pipe_resource *resource_create(struct pipe_screen *pscreen,
                                             const struct pipe_resource *templ)
{
    struct gpipe_screen *galvan = gm_screen(pscreen)->galvan;
    struct gpipe_resource galvan_templ;

    gm_fill_template(templ, &galvan_templ);
    if (galvan_templ.format == GPIPE_FORMAT_NONE && templ->format != PIPE_FORMAT_NONE)
        return NULL;
    add_storage(galvan, templ, &galvan_templ);
    return gm_wrap_resource(pscreen, templ, galvan->resource_create(galvan, &galvan_templ));
}

static struct pipe_resource *resource_create_front(struct pipe_screen *pscreen,
                                                   const struct pipe_resource *templ,
                                                   const void *front)
{
    struct pipe_resource *resource = resource_create(pscreen, templ);

    if (resource) {
        struct gm_screen *screen = gm_screen(pscreen);

        gm_resource(resource)->front = front;
        gm_resource(resource)->stale = true;
        simple_mtx_lock(&screen->fronts_lock);
        gm_resource(resource)->next_front = screen->fronts;
        screen->fronts = gm_resource(resource);
        simple_mtx_unlock(&screen->fronts_lock);
    }
    return resource;
}

static struct pipe_resource *resource_from_user_memory(struct pipe_screen *pscreen,
                                                       const struct pipe_resource *templ,
                                                       void *memory)
{
    struct gpipe_screen *galvan = gm_screen(pscreen)->galvan;
    struct gpipe_resource galvan_templ;

    gm_fill_template(templ, &galvan_templ);
    struct pipe_resource *resource = gm_wrap_resource(
        pscreen, templ, galvan->resource_from_user_memory(galvan, &galvan_templ, memory));

    if (resource) {
        gm_resource(resource)->base.is_user_ptr = true;
        util_range_add(resource, &gm_resource(resource)->base.valid_buffer_range, 0, templ->width0);
    }
    return resource;
}

static void forget_front(struct gm_screen *screen, struct gm_resource *resource)
{
    struct gm_resource **link = &screen->fronts;

    simple_mtx_lock(&screen->fronts_lock);
    while (*link && *link != resource)
        link = &(*link)->next_front;
    if (*link)
        *link = resource->next_front;
    simple_mtx_unlock(&screen->fronts_lock);
}

static void resource_destroy(struct pipe_screen *pscreen, struct pipe_resource *presource)
{
    struct sw_winsys *winsys = gm_screen(pscreen)->winsys;
    struct gm_resource *resource = gm_resource(presource);

    if (resource->front)
        forget_front(gm_screen(pscreen), resource);
    gm_present_release(resource);
    gpipe_resource_reference(&resource->target_pages, NULL);
    if (resource->target && winsys)
        winsys->displaytarget_destroy(winsys, resource->target);
    gpipe_resource_reference(&resource->galvan, NULL);
    if (resource->base.buffer_id_unique)
        util_idalloc_mt_free(&gm_screen(pscreen)->device->buffer_ids,
                             resource->base.buffer_id_unique);
    threaded_resource_deinit(presource);
    FREE(resource);
    gm_screen_release(gm_screen(pscreen));
}

/* Always fails: device memory stays in the process, so there is no handle for another process. */
static void resource_changed(struct pipe_screen *pscreen, struct pipe_resource *resource)
{
    struct gpipe_screen *galvan = gm_screen(pscreen)->galvan;

    galvan->resource_changed(galvan, gm_galvan_resource(resource));
}

/* ---- Windows ------------------------------------------------------------------------------- */

struct gpipe_resource *gm_import_pages(struct gm_screen *screen, void *pages, uint64_t size_B)
{
    struct gpipe_screen *galvan = screen->galvan;
    const uint64_t page_B = (uint64_t)sysconf(_SC_PAGESIZE);
    struct gpipe_resource templ = {
        .target = GPIPE_BUFFER,
        .format = GPIPE_FORMAT_R8_UNORM,
        .width0 = (unsigned)((size_B + page_B - 1) / page_B * page_B),
        .height0 = 1,
        .depth0 = 1,
        .array_size = 1,
        .usage = GPIPE_USAGE_STAGING,
    };

    return galvan->resource_from_user_memory && size_B <= INT32_MAX
               ? galvan->resource_from_user_memory(galvan, &templ, pages)
               : NULL;
}

/* Imports the memory of a window's frames to the device. Memory that is shared with the X server
 * consists of whole pages, which many devices can import. */
static void import_target(struct gm_screen *screen, struct gm_resource *resource)
{
    struct sw_winsys *winsys = screen->winsys;
    struct winsys_handle handle = {.type = WINSYS_HANDLE_TYPE_SHMID};
    const uint64_t size_B = (uint64_t)resource->target_stride_B * resource->base.b.height0;

    if (!winsys->displaytarget_get_handle(winsys, resource->target, &handle))
        return;
    void *pages = winsys->displaytarget_map(winsys, resource->target, PIPE_MAP_WRITE);
    resource->target_pages = gm_import_pages(screen, pages, size_B);
    winsys->displaytarget_unmap(winsys, resource->target);
}

static struct sw_displaytarget *display_target(struct gm_screen *screen,
                                               struct gm_resource *resource)
{
    const struct pipe_resource *base = &resource->base.b;

    if (resource->target)
        return resource->target;
    resource->target = screen->winsys->displaytarget_create(
        screen->winsys, base->bind, base->format, base->width0, base->height0, TARGET_ALIGNMENT_B,
        resource->front, &resource->target_stride_B);
    if (resource->target && !resource->front)
        import_target(screen, resource);
    return resource->target;
}

bool gm_record_copy(struct gm_context *ctx, struct gm_resource *resource,
                    struct gpipe_resource *pages, unsigned stride_B, const struct pipe_box *box)
{
    struct gpipe_context *galvan = ctx->galvan;
    const unsigned offset_B = (unsigned)box->y * stride_B +
                              (unsigned)box->x * util_format_get_blocksize(resource->base.b.format);
    const struct gpipe_box galvan_box = gm_box(box);

    return galvan->image_copy_buffer &&
           galvan->image_copy_buffer(galvan, pages, resource->galvan, offset_B, stride_B,
                                     stride_B * (unsigned)box->height, 0, &galvan_box);
}

struct pipe_box gm_whole(const struct pipe_resource *resource)
{
    return (struct pipe_box){
        .width = (int)resource->width0, .height = (int16_t)resource->height0, .depth = 1};
}

static bool record_target_copy(struct gm_context *ctx, struct gm_resource *resource,
                               const struct pipe_box *box)
{
    return resource->target_pages &&
           gm_record_copy(ctx, resource, resource->target_pages, resource->target_stride_B, box);
}

void gm_copy_frame(struct gm_context *ctx)
{
    struct gpipe_screen *galvan = gm_screen(ctx->base.screen)->galvan;
    struct gm_resource *resource = gm_resource(ctx->frame);
    const struct pipe_box all = gm_whole(ctx->frame);

    galvan->fence_reference(galvan, &ctx->frame_fence, NULL);
    ctx->frame_number = resource->num_presented;
    ctx->frame_in_slot = gm_present_copy(ctx, resource);
    ctx->frame_copied = ctx->frame_in_slot || record_target_copy(ctx, resource, &all);
}

void gm_copied_frame(struct gm_context *ctx, struct gpipe_fence_handle *fence)
{
    struct gpipe_screen *galvan = gm_screen(ctx->base.screen)->galvan;

    if (ctx->frame_in_slot)
        galvan->fence_reference(galvan, &ctx->frame_fence, fence);
}

/* Makes the device copy the frame to the imported memory; the map of that memory waits for the
 * copy. */
static bool copy_on_device(struct gm_context *ctx, struct gm_resource *resource,
                           const struct pipe_box *box)
{
    struct gpipe_context *galvan = ctx->galvan;
    const struct gpipe_box bytes = {
        .width = (int)resource->target_pages->width0, .height = 1, .depth = 1};
    struct gpipe_transfer *transfer = NULL;

    if (!(ctx->frame == &resource->base.b && ctx->frame_copied && !ctx->frame_in_slot) &&
        !record_target_copy(ctx, resource, box))
        return false;
    if (!galvan->transfer_map(galvan, resource->target_pages, 0, GPIPE_MAP_READ, &bytes, &transfer))
        return false;
    galvan->transfer_unmap(galvan, transfer);
    return true;
}

static void copy_rows(char *to, unsigned to_stride_B, const char *from, unsigned from_stride_B,
                      unsigned row_B, unsigned rows)
{
    for (unsigned y = 0; y < rows; y++)
        memcpy(to + (size_t)y * to_stride_B, from + (size_t)y * from_stride_B, row_B);
}

/* Copies a box of the resource to the winsys' memory. */
static bool copy_to_target(struct gm_screen *screen, struct gm_context *ctx,
                           struct gm_resource *resource, const struct pipe_box *box)
{
    struct gpipe_context *galvan = ctx->galvan;
    const enum pipe_format format = resource->base.b.format;
    const unsigned block_B = util_format_get_blocksize(format);
    const struct gpipe_box galvan_box = gm_box(box);
    struct gpipe_transfer *transfer;

    if (resource->target_pages && galvan->image_copy_buffer && copy_on_device(ctx, resource, box))
        return true;
    const void *from =
        galvan->transfer_map(galvan, resource->galvan, 0, GPIPE_MAP_READ, &galvan_box, &transfer);
    char *to =
        from ? screen->winsys->displaytarget_map(screen->winsys, resource->target, PIPE_MAP_WRITE)
             : NULL;
    if (to) {
        copy_rows(to + (size_t)box->y * resource->target_stride_B + (size_t)box->x * block_B,
                  resource->target_stride_B, from, transfer->stride, box->width * block_B,
                  box->height);
        screen->winsys->displaytarget_unmap(screen->winsys, resource->target);
    }
    if (from)
        galvan->transfer_unmap(galvan, transfer);
    return to;
}

/* Marks a window's front buffers as stale. Called when the window shows another buffer. */
static void note_shown(struct gm_screen *screen, const void *drawable)
{
    simple_mtx_lock(&screen->fronts_lock);
    for (struct gm_resource *front = screen->fronts; front; front = front->next_front)
        front->stale |= front->front == drawable;
    simple_mtx_unlock(&screen->fronts_lock);
}

static void flush_frontbuffer(struct pipe_screen *pscreen, struct pipe_context *pipe,
                              struct pipe_resource *presource, unsigned level, unsigned layer,
                              void *drawable, GM_BOXES_PARAMETER struct pipe_box *sub_box)
{
    struct gm_screen *screen = gm_screen(pscreen);
    struct gm_resource *resource = gm_resource(presource);
    const struct pipe_box all = gm_whole(presource);

    sub_box = GM_BOX(sub_box);
    const struct pipe_box *part = sub_box ? sub_box : &all;
    pipe = threaded_context_unwrap_sync(pipe);
    const bool is_presented = pipe && gm_present(gm_context(pipe), resource, part);
    if (pipe && !is_presented && display_target(screen, resource) &&
        copy_to_target(screen, gm_context(pipe), resource, part)) {
        screen->winsys->displaytarget_display(screen->winsys, resource->target, drawable,
                                              GM_BOXES(sub_box) sub_box);
        gm_frames_presented(screen, resource);
    }
    if (!resource->front)
        note_shown(screen, drawable);
}

void gm_fetch_front(struct pipe_context *pipe, struct gm_resource *resource)
{
    struct gm_screen *screen = gm_screen(pipe->screen);
    struct sw_winsys *winsys = screen->winsys;
    const struct pipe_box all = gm_whole(&resource->base.b);

    resource->stale = false;
    const void *from = display_target(screen, resource)
                           ? winsys->displaytarget_map(winsys, resource->target, PIPE_MAP_READ)
                           : NULL;
    if (!from)
        return;
    pipe->texture_subdata(pipe, &resource->base.b, 0, PIPE_MAP_WRITE, &all, from,
                          resource->target_stride_B, 0);
    winsys->displaytarget_unmap(winsys, resource->target);
}

void gm_fetch_bound_fronts(struct pipe_context *pipe, const struct pipe_framebuffer_state *state)
{
    for (unsigned i = 0; i < state->nr_cbufs; i++) {
        struct pipe_surface *surface = state->cbufs[i];
        struct gm_resource *resource = surface ? gm_resource(surface->texture) : NULL;

        /* The window is read only with the client library. Without it, a read of a hidden window
         * causes an X error, which ends the program. */
        if (resource && resource->stale && gm_screen(pipe->screen)->library)
            gm_fetch_front(pipe, resource);
        else if (resource)
            resource->stale = false;
    }
}

void gm_init_screen_resources(struct gm_screen *screen)
{
    struct pipe_screen *base = &screen->base;

    base->can_create_resource = can_create_resource;
    base->resource_create = resource_create;
    base->resource_create_front = resource_create_front;
    base->resource_from_user_memory = resource_from_user_memory;
    base->resource_destroy = resource_destroy;
    base->resource_changed = resource_changed;
    base->flush_frontbuffer = flush_frontbuffer;
}
