/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Commands that transfer between resources and backing memory. */
#include "pipe/p_screen.h"
#include "virgl/api/dmabuf.h"
#include "virgl/box.h"
#include "virgl/budget.h"
#include "virgl/command/command.h"
#include "virgl/command/decoders.h"
#include "virgl/command/handles.h"
#include "virgl/renderer.h"
#include "virgl/resource.h"
#include "virgl/transfer.h"

/* Reads the eleven dwords with which all transfer commands begin. Sets the backing in *t to the
 * resource's own backing. */
static bool decode_transfer(struct gv_virgl_cmd *cmd, struct gv_virgl_copy *t)
{
    struct gv_virgl_reader *in = &cmd->in;
    *t = (struct gv_virgl_copy){0};
    t->res = gv_virgl_need_resource(cmd, gv_virgl_u32(in));
    if (!t->res)
        return false;
    t->iov = &t->res->iov;
    t->backing = t->res->handle;
    t->level = gv_virgl_u32(in);
    gv_virgl_u32(in); /* the client's map flags: not needed, since commands are executed in order */
    t->stride_B = gv_virgl_u32(in);
    t->layer_stride_B = gv_virgl_u32(in);
    t->box = gv_virgl_box(in);
    return true;
}

static enum galvan_result run_command(struct gv_virgl_cmd *cmd, const struct gv_virgl_copy *t,
                                      bool to_host)
{
    const char *why;
    enum galvan_result result = gv_virgl_copy_run(cmd->r, t, to_host, &why);
    if (result == GALVAN_OK)
        return GALVAN_OK;
    return gv_virgl_fail_with(cmd, result, "resource %u, level %u, box %d,%d,%d %dx%dx%d: %s",
                              t->res->handle, t->level, t->box.x, t->box.y, t->box.z, t->box.width,
                              t->box.height, t->box.depth, why);
}

enum galvan_result gv_virgl_decode_transfer3d(struct gv_virgl_cmd *cmd)
{
    struct gv_virgl_copy t;
    if (!decode_transfer(cmd, &t))
        return GALVAN_ERROR_INVALID;
    t.offset_B = gv_virgl_u32(&cmd->in);
    uint32_t direction = gv_virgl_u32(&cmd->in);
    if (direction != GV_VIRGL_TRANSFER_TO_HOST && direction != GV_VIRGL_TRANSFER_FROM_HOST)
        return gv_virgl_fail(cmd, "unknown direction %u", direction);
    return run_command(cmd, &t, direction == GV_VIRGL_TRANSFER_TO_HOST);
}

/* Executes a transfer that uses the backing of a staging buffer. */
enum galvan_result gv_virgl_decode_copy_transfer3d(struct gv_virgl_cmd *cmd)
{
    struct gv_virgl_copy t;
    if (!decode_transfer(cmd, &t))
        return GALVAN_ERROR_INVALID;
    uint32_t staging_handle = gv_virgl_u32(&cmd->in);
    t.offset_B = gv_virgl_u32(&cmd->in);
    uint32_t flags = gv_virgl_u32(&cmd->in);
    struct gv_virgl_resource *staging = gv_virgl_need_resource(cmd, staging_handle);
    if (!staging)
        return GALVAN_ERROR_INVALID;
    if (staging == t.res)
        return gv_virgl_fail(cmd, "resource %u is staging for itself", staging_handle);
    t.iov = &staging->iov;
    t.backing = staging->handle;
    return run_command(cmd, &t, !(flags & GV_VIRGL_COPY_TRANSFER_READ_FROM_HOST));
}

/* Executes a transfer that uses the remaining dwords of the command in place of a backing. */
enum galvan_result gv_virgl_decode_resource_inline_write(struct gv_virgl_cmd *cmd)
{
    struct gv_virgl_copy t;
    if (!decode_transfer(cmd, &t))
        return GALVAN_ERROR_INVALID;
    if (!t.res->pipe)
        return gv_virgl_fail(cmd, "resource %u is only shared memory", t.res->handle);
    size_t left_dw = gv_virgl_left(&cmd->in);
    struct iovec payload = {
        .iov_base = (void *)(uintptr_t)gv_virgl_dwords(&cmd->in, left_dw),
        .iov_len = left_dw * sizeof(uint32_t),
    };
    struct gv_virgl_iov iov = {.entries = &payload, .num_entries = 1, .size_B = payload.iov_len};
    t.iov = &iov;
    t.backing = 0;
    return run_command(cmd, &t, true);
}

enum galvan_result gv_virgl_decode_get_memory_info(struct gv_virgl_cmd *cmd)
{
    struct gv_virgl_resource *res = gv_virgl_need_resource(cmd, gv_virgl_u32(&cmd->in));
    struct pipe_screen *screen = cmd->r->screen;
    struct pipe_memory_info info;

    if (!res)
        return GALVAN_ERROR_INVALID;
    if (!screen->query_memory_info)
        return gv_virgl_fail_unsupported(cmd);
    screen->query_memory_info(screen, &info);
    /* Reports at most the client's own share. */
    uint64_t left_KiB = gv_virgl_memory_left(cmd->r) >> 10;
    if (info.avail_device_memory > left_KiB)
        info.avail_device_memory = (unsigned)left_KiB;
    const uint32_t record[6] = {info.total_device_memory,   info.avail_device_memory,
                                info.total_staging_memory,  info.avail_staging_memory,
                                info.device_memory_evicted, info.nr_device_memory_evictions};
    if (sizeof(record) > res->iov.size_B)
        return gv_virgl_fail(cmd, "resource %u is too small", res->handle);
    gv_virgl_iov_write(&res->iov, 0, record, sizeof(record));
    return GALVAN_OK;
}

/* Answers a guest's client library that is about to share a texture: returns the layout of the
 * dma-buf to which the texture is exported. */
enum galvan_result gv_virgl_decode_get_pipe_resource_layout(struct gv_virgl_cmd *cmd)
{
    enum {
        NUM_PLANES = 4
    };
    struct {
        uint64_t modifier;
        uint32_t num_planes, reserved;
        struct {
            uint64_t offset_B;
            uint32_t stride_B, size_B;
        } planes[NUM_PLANES];
    } layout = {.modifier = 0, .num_planes = 1}; /* DRM_FORMAT_MOD_LINEAR */
    const struct gv_virgl_resource *to = gv_virgl_need_resource(cmd, gv_virgl_u32(&cmd->in));
    const uint32_t handle = gv_virgl_u32(&cmd->in);
    const struct gv_virgl_resource *res = to ? gv_virgl_need_resource(cmd, handle) : NULL;
    if (!res)
        return GALVAN_ERROR_INVALID;
    if (!gv_virgl_dmabuf_layout(res, &layout.planes[0].stride_B, &layout.planes[0].size_B))
        return gv_virgl_fail(cmd, "resource %u is no 2D texture of one sample", handle);
    if (sizeof(layout) > to->iov.size_B)
        return gv_virgl_fail(cmd, "resource %u is too small", to->handle);
    gv_virgl_iov_write(&to->iov, 0, &layout, sizeof(layout));
    return GALVAN_OK;
}
