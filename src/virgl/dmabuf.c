/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
#include "virgl/api/dmabuf.h"

#include <stdlib.h>
#include <unistd.h>

#include "pipe/p_context.h"
#include "pipe/p_format_description.h"
#include "pipe/p_inlines.h"
#include "pipe/p_screen.h"
#include "pipe/p_state.h"
#include "virgl/budget.h"
#include "virgl/renderer.h"
#include "virgl/resource.h"
#include "virgl/resource_table.h"
#include "virgl/work.h"

enum {
    STRIDE_ALIGNMENT_B = 256 /* the strictest row alignment of display controllers and drivers */
};

struct gv_virgl_dmabuf {
    struct pipe_resource *from, *copy; /* holds a reference to each; copy is a buffer */
    uint32_t stride_B;
    uint32_t block_B;
    uint64_t charged_B;
};

static bool is_texture(const struct gv_virgl_resource *res)
{
    return res && res->pipe && res->layout.samples <= 1 && res->layout.block_width == 1 &&
           res->layout.block_height == 1 &&
           (res->layout.target == PIPE_TEXTURE_2D || res->layout.target == PIPE_TEXTURE_RECT);
}

bool gv_virgl_dmabuf_layout(const struct gv_virgl_resource *res, uint32_t *out_stride_B,
                            uint32_t *out_size_B)
{
    if (!is_texture(res))
        return false;
    const struct gv_virgl_level *level = &res->layout.levels[0];
    const uint64_t row_B = (uint64_t)level->width * res->layout.block_B;
    const uint64_t stride_B =
        (row_B + STRIDE_ALIGNMENT_B - 1) / STRIDE_ALIGNMENT_B * STRIDE_ALIGNMENT_B;
    if (stride_B * level->height > INT32_MAX)
        return false;
    *out_stride_B = (uint32_t)stride_B;
    *out_size_B = (uint32_t)stride_B * level->height;
    return true;
}

static struct pipe_resource *make_buffer(struct gv_virgl_renderer *r, uint32_t size_B)
{
    const struct pipe_resource templ = {
        .target = PIPE_BUFFER,
        .format = PIPE_FORMAT_R8_UNORM,
        .width0 = size_B,
        .height0 = 1,
        .depth0 = 1,
        .array_size = 1,
        .bind = PIPE_BIND_SHARED | PIPE_BIND_SCANOUT,
    };
    return r->screen->resource_create(r->screen, &templ);
}

static int open_buffer(struct gv_virgl_renderer *r, struct pipe_resource *buffer)
{
    struct winsys_handle handle = {.type = WINSYS_HANDLE_TYPE_FD};
    if (!r->screen->resource_get_handle ||
        !r->screen->resource_get_handle(r->screen, buffer, &handle, PIPE_HANDLE_USAGE_READ))
        return -1;
    return (int)handle.handle;
}

bool gv_virgl_has_dmabufs(struct gv_virgl_renderer *r)
{
    struct pipe_resource *buffer = make_buffer(r, STRIDE_ALIGNMENT_B);
    int fd = buffer ? open_buffer(r, buffer) : -1;
    pipe_resource_reference(&buffer, NULL);
    if (fd >= 0)
        close(fd);
    return fd >= 0;
}

enum galvan_result gv_virgl_dmabuf_create(struct gv_virgl_renderer *r, uint32_t handle,
                                          struct gv_virgl_dmabuf **out)
{
    const struct gv_virgl_resource *res = gv_virgl_resource_get(r, handle);
    uint32_t stride_B, size_B;
    if (!is_texture(res))
        return GALVAN_ERROR_INVALID;
    if (!gv_virgl_dmabuf_layout(res, &stride_B, &size_B) || !gv_virgl_charge(r, size_B))
        return GALVAN_ERROR_LIMIT;
    struct gv_virgl_dmabuf *dmabuf = calloc(1, sizeof(*dmabuf));
    if (!dmabuf)
        goto uncharge;
    dmabuf->copy = make_buffer(r, size_B);
    if (!dmabuf->copy)
        goto free_dmabuf;
    dmabuf->stride_B = stride_B;
    dmabuf->block_B = res->layout.block_B;
    dmabuf->charged_B = size_B;
    pipe_resource_reference(&dmabuf->from, res->pipe);
    *out = dmabuf;
    return GALVAN_OK;

free_dmabuf:
    free(dmabuf);
uncharge:
    gv_virgl_uncharge(r, size_B);
    return GALVAN_ERROR_NO_MEMORY;
}

void gv_virgl_dmabuf_destroy(struct gv_virgl_renderer *r, struct gv_virgl_dmabuf *dmabuf)
{
    if (!dmabuf)
        return;
    pipe_resource_reference(&dmabuf->from, NULL);
    pipe_resource_reference(&dmabuf->copy, NULL);
    gv_virgl_uncharge(r, dmabuf->charged_B);
    free(dmabuf);
}

uint32_t gv_virgl_dmabuf_stride(const struct gv_virgl_dmabuf *dmabuf)
{
    return dmabuf->stride_B;
}

int gv_virgl_dmabuf_open(struct gv_virgl_renderer *r, const struct gv_virgl_dmabuf *dmabuf)
{
    return open_buffer(r, dmabuf->copy);
}

enum galvan_result gv_virgl_dmabuf_update(struct gv_virgl_renderer *r,
                                          struct gv_virgl_dmabuf *dmabuf,
                                          const struct pipe_box *box)
{
    struct pipe_context *pipe = r->lost ? NULL : gv_virgl_current_pipe(r);
    unsigned at_B = (unsigned)box->y * dmabuf->stride_B + (unsigned)box->x * dmabuf->block_B;
    if (!pipe)
        return r->lost ? GALVAN_ERROR_DEVICE_LOST : GALVAN_ERROR_NO_MEMORY;
    if (!pipe->image_copy_buffer ||
        !pipe->image_copy_buffer(pipe, dmabuf->copy, dmabuf->from, at_B, dmabuf->stride_B,
                                 dmabuf->stride_B * (unsigned)box->height, 0, box))
        return GALVAN_ERROR_NO_MEMORY;
    pipe->flush_resource(pipe, dmabuf->copy);
    r->has_work = true;
    gv_virgl_flush_work(r);
    return gv_virgl_check_device(r) ? GALVAN_ERROR_DEVICE_LOST : GALVAN_OK;
}
