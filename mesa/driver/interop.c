/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Objects that are shared with other interfaces and processes by file descriptors: memory objects,
 * dma-bufs, semaphores, and sync files. */
#include <unistd.h>

#include "util/format/u_format.h"
#include "util/u_memory.h"

#include "gm.h"
#include "names.h"

#include "frontend/winsys_handle.h"

/* ---- Memory objects ------------------------------------------------------------------------ */

static struct pipe_memory_object *
memobj_create_from_handle(struct pipe_screen *pscreen, struct winsys_handle *handle, bool dedicated)
{
    struct gpipe_screen *galvan = gm_screen(pscreen)->galvan;
    struct gwinsys_handle galvan_handle = {
        .type = GWINSYS_HANDLE_TYPE_FD,
        .handle = handle->handle,
        .size = handle->size,
    };

    if (handle->type != WINSYS_HANDLE_TYPE_FD)
        return NULL;
    return (struct pipe_memory_object *)galvan->memobj_create_from_handle(galvan, &galvan_handle,
                                                                          dedicated);
}

static void memobj_destroy(struct pipe_screen *pscreen, struct pipe_memory_object *memobj)
{
    struct gpipe_screen *galvan = gm_screen(pscreen)->galvan;

    galvan->memobj_destroy(galvan, (struct gpipe_memory_object *)memobj);
}

static struct pipe_resource *resource_from_memobj(struct pipe_screen *pscreen,
                                                  const struct pipe_resource *templ,
                                                  struct pipe_memory_object *memobj,
                                                  uint64_t offset_B)
{
    struct gpipe_screen *galvan = gm_screen(pscreen)->galvan;
    struct gpipe_resource galvan_templ;

    gm_fill_template(templ, &galvan_templ);
    struct pipe_resource *resource = gm_wrap_resource(
        pscreen, templ,
        galvan->resource_from_memobj(galvan, &galvan_templ, (struct gpipe_memory_object *)memobj,
                                     offset_B));

    if (resource)
        gm_resource(resource)->base.is_shared = true;
    return resource;
}

/* ---- Dma-bufs ------------------------------------------------------------------------------ */

#define LINEAR 0 /* DRM_FORMAT_MOD_LINEAR */

static struct pipe_resource *resource_from_handle(struct pipe_screen *pscreen,
                                                  const struct pipe_resource *templ,
                                                  struct winsys_handle *handle, unsigned usage)
{
    struct gpipe_screen *galvan = gm_screen(pscreen)->galvan;
    struct gwinsys_handle galvan_handle = {
        .type = GWINSYS_HANDLE_TYPE_FD,
        .handle = handle->handle,
        .plane = handle->plane,
        .stride = handle->stride,
        .offset = handle->offset,
        .modifier = handle->modifier,
    };
    struct gpipe_resource galvan_templ;

    if (handle->type != WINSYS_HANDLE_TYPE_FD || handle->layer)
        return NULL;
    gm_fill_template(templ, &galvan_templ);
    struct pipe_resource *resource = gm_wrap_resource(
        pscreen, templ,
        galvan->resource_from_handle(galvan, &galvan_templ, &galvan_handle,
                                     GPIPE_HANDLE_USAGE_READ | GPIPE_HANDLE_USAGE_WRITE));

    if (resource) {
        gm_resource(resource)->base.is_shared = true;
        resource->next = templ->next; /* the other planes of the image */
    }
    return resource;
}

/* Exports a texture that flush_resource() has made exportable. */
static bool resource_get_handle(struct pipe_screen *pscreen, struct pipe_context *pipe,
                                struct pipe_resource *resource, struct winsys_handle *handle,
                                unsigned usage)
{
    struct gpipe_screen *galvan = gm_screen(pscreen)->galvan;
    struct gwinsys_handle galvan_handle = {.type = GWINSYS_HANDLE_TYPE_FD};

    if (handle->type != WINSYS_HANDLE_TYPE_FD || handle->plane || handle->layer ||
        !galvan->resource_get_handle(galvan, gm_galvan_resource(resource), &galvan_handle, 0))
        return false;
    handle->handle = galvan_handle.handle;
    handle->stride = galvan_handle.stride;
    handle->offset = galvan_handle.offset;
    handle->modifier = galvan_handle.modifier;
    return true;
}

/* Describes how resource_get_handle() exports a texture. */
static bool resource_get_param(struct pipe_screen *pscreen, struct pipe_context *pipe,
                               struct pipe_resource *resource, unsigned plane, unsigned layer,
                               unsigned level, enum pipe_resource_param param, unsigned usage,
                               uint64_t *out_value)
{
    struct winsys_handle handle = {
        .type = WINSYS_HANDLE_TYPE_FD, .plane = plane, .layer = layer};

    if (param != PIPE_RESOURCE_PARAM_STRIDE && param != PIPE_RESOURCE_PARAM_OFFSET &&
        param != PIPE_RESOURCE_PARAM_MODIFIER)
        return false;
    if (!resource_get_handle(pscreen, pipe, resource, &handle, usage))
        return false;
    close((int)handle.handle);
    *out_value = param == PIPE_RESOURCE_PARAM_STRIDE   ? handle.stride
                 : param == PIPE_RESOURCE_PARAM_OFFSET ? handle.offset
                                                       : handle.modifier;
    return true;
}

/* Whether Mesa's frontend imports an image of this format as several images. */
static bool has_planes(enum pipe_format format)
{
    return util_format_is_yuv(format);
}

static bool is_dmabuf_modifier_supported(struct pipe_screen *pscreen, uint64_t modifier,
                                         enum pipe_format format, bool *external_only)
{
    struct gpipe_screen *galvan = gm_screen(pscreen)->galvan;

    if (external_only)
        *external_only = has_planes(format);
    if (has_planes(format))
        return modifier == LINEAR &&
               galvan->is_dmabuf_modifier_supported(galvan, LINEAR, GPIPE_FORMAT_R8_UNORM, NULL);
    return galvan->is_dmabuf_modifier_supported(galvan, modifier, gm_format(format), NULL);
}

static void query_dmabuf_modifiers(struct pipe_screen *pscreen, enum pipe_format format, int max,
                                   uint64_t *modifiers, unsigned *external_only, int *count)
{
    struct gpipe_screen *galvan = gm_screen(pscreen)->galvan;

    if (!has_planes(format)) {
        galvan->query_dmabuf_modifiers(galvan, gm_format(format), max, modifiers, external_only,
                                       count);
        return;
    }
    *count = is_dmabuf_modifier_supported(pscreen, LINEAR, format, NULL);
    if (max && *count) {
        modifiers[0] = LINEAR;
        if (external_only)
            external_only[0] = true;
    }
}

static unsigned get_dmabuf_modifier_planes(struct pipe_screen *pscreen, uint64_t modifier,
                                           enum pipe_format format)
{
    return is_dmabuf_modifier_supported(pscreen, modifier, format, NULL)
               ? util_format_get_num_planes(format)
               : 0;
}

/* ---- Devices ------------------------------------------------------------------------------- */

static void get_driver_uuid(struct pipe_screen *pscreen, char *uuid)
{
    struct gpipe_screen *galvan = gm_screen(pscreen)->galvan;

    galvan->get_driver_uuid(galvan, uuid);
}

static void get_device_uuid(struct pipe_screen *pscreen, char *uuid)
{
    struct gpipe_screen *galvan = gm_screen(pscreen)->galvan;

    galvan->get_device_uuid(galvan, uuid);
}

/* ---- Semaphores and sync files ------------------------------------------------------------- */

static void create_fence_fd(struct pipe_context *pipe, struct pipe_fence_handle **out_fence, int fd,
                            enum pipe_fd_type type)
{
    struct gpipe_context *galvan = gm_context(pipe)->galvan;
    struct gpipe_fence_handle *galvan_fence = NULL;

    galvan->create_fence_fd(galvan, &galvan_fence, fd,
                            type == PIPE_FD_TYPE_SYNCOBJ ? GPIPE_FD_TYPE_SYNCOBJ
                                                         : GPIPE_FD_TYPE_NATIVE_SYNC);
    *out_fence = galvan_fence ? gm_fence_create(galvan_fence, NULL) : NULL;
    if (!*out_fence)
        galvan->screen->fence_reference(galvan->screen, &galvan_fence, NULL);
}

/* Makes later commands wait for a fence. All contexts submit to one queue, so a fence of flush()
 * needs no wait on the device. But if the fence belongs to another context, that context's thread
 * may not have submitted the flush yet. In this case the function waits for the submission. */
static void fence_server_sync(struct pipe_context *pipe, struct pipe_fence_handle *fence)
{
    struct gpipe_context *galvan = gm_context(pipe)->galvan;

    util_queue_fence_wait(&fence->flushed);
    if (galvan->fence_server_sync && fence->galvan)
        galvan->fence_server_sync(galvan, fence->galvan);
}

static void fence_server_signal(struct pipe_context *pipe, struct pipe_fence_handle *fence)
{
    struct gpipe_context *galvan = gm_context(pipe)->galvan;

    util_queue_fence_wait(&fence->flushed);
    if (fence->galvan)
        galvan->fence_server_signal(galvan, fence->galvan);
}

void gm_init_screen_interop(struct gm_screen *screen)
{
    struct pipe_screen *base = &screen->base;

    base->get_driver_uuid = get_driver_uuid;
    base->get_device_uuid = get_device_uuid;
    base->resource_get_handle = resource_get_handle;
    if (GM_DMA_BUFS && screen->galvan->get_param(screen->galvan, GPIPE_CAP_DMABUF)) {
        base->resource_from_handle = resource_from_handle;
        base->resource_get_param = resource_get_param;
        base->is_dmabuf_modifier_supported = is_dmabuf_modifier_supported;
        base->query_dmabuf_modifiers = query_dmabuf_modifiers;
        base->get_dmabuf_modifier_planes = get_dmabuf_modifier_planes;
    }
    if (!screen->galvan->get_param(screen->galvan, GPIPE_CAP_MEMOBJ))
        return;
    base->memobj_create_from_handle = memobj_create_from_handle;
    base->memobj_destroy = memobj_destroy;
    base->resource_from_memobj = resource_from_memobj;
}

void gm_init_context_interop(struct gm_context *ctx)
{
    struct gpipe_screen *galvan = ctx->galvan->screen;

    ctx->base.fence_server_sync = fence_server_sync;
    if (!galvan->get_param(galvan, GPIPE_CAP_FENCE_SIGNAL))
        return;
    ctx->base.create_fence_fd = create_fence_fd;
    ctx->base.fence_server_signal = fence_server_signal;
}
