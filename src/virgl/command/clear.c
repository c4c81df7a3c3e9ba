/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Clears of the framebuffer, of textures and of surfaces. */
#include <string.h>

#include "pipe/p_context.h"
#include "pipe/p_format_description.h"
#include "virgl/box.h"
#include "virgl/command/command.h"
#include "virgl/command/decoders.h"
#include "virgl/command/framebuffer.h"
#include "virgl/command/handles.h"
#include "virgl/resource.h"
#include "virgl/sub_context.h"
#include "virgl/watch.h"
#include "virgl/watch_draws.h"

enum galvan_result gv_virgl_decode_clear(struct gv_virgl_cmd *cmd)
{
    struct gv_virgl_reader *in = &cmd->in;
    union pipe_color_union color;
    uint32_t buffers = gv_virgl_u32(in);
    for (unsigned i = 0; i < 4; i++)
        color.ui[i] = gv_virgl_u32(in);
    double depth = gv_virgl_f64(in);
    uint32_t stencil = gv_virgl_u32(in);
    unsigned width, height;

    if (buffers & ~(PIPE_CLEAR_DEPTHSTENCIL | PIPE_CLEAR_COLOR))
        return gv_virgl_fail(cmd, "unknown buffers 0x%x", buffers);
    gv_virgl_framebuffer_size(&cmd->sub->fb, &width, &height);
    if (!buffers || !width || !height)
        return GALVAN_OK;
    gv_virgl_emit_framebuffer(cmd->sub);
    gv_virgl_watch_clear(cmd->sub);
    cmd->pipe->clear(cmd->pipe, buffers, &color, depth, stencil & 0xff);
    return GALVAN_OK;
}

static enum galvan_result clear_buffer(struct gv_virgl_cmd *cmd, struct gv_virgl_resource *res,
                                       const struct pipe_box *box, const void *texel)
{
    unsigned size_B = util_format_get_blocksize(res->format);
    if (!cmd->pipe->clear_buffer)
        return gv_virgl_fail_unsupported(cmd);
    if (!size_B || (unsigned)box->x % size_B || (unsigned)box->width % size_B)
        return gv_virgl_fail(cmd, "box is no multiple of %u bytes", size_B);
    cmd->pipe->clear_buffer(cmd->pipe, res->pipe, (unsigned)box->x, (unsigned)box->width, texel,
                            (int)size_B);
    return GALVAN_OK;
}

enum galvan_result gv_virgl_decode_clear_texture(struct gv_virgl_cmd *cmd)
{
    struct gv_virgl_reader *in = &cmd->in;
    uint32_t texel[8] = {0}; /* the wire has 16 bytes, but a driver may read a whole block */
    uint32_t handle = gv_virgl_u32(in);
    uint32_t level = gv_virgl_u32(in);
    struct pipe_box box = gv_virgl_box(in);
    for (unsigned i = 0; i < 4; i++)
        texel[i] = gv_virgl_u32(in);

    struct gv_virgl_resource *res = gv_virgl_need_device_resource(cmd, handle);
    if (!res)
        return GALVAN_ERROR_INVALID;
    const char *why = gv_virgl_box_check(&res->layout, level, &box);
    if (why)
        return gv_virgl_fail(cmd, "resource %u: %s", handle, why);
    if (gv_virgl_box_is_empty(&box))
        return GALVAN_OK;
    if (gv_virgl_resource_is_buffer(res))
        return clear_buffer(cmd, res, &box, texel);
    if (!cmd->pipe->clear_texture || res->layout.block_B > 16)
        return gv_virgl_fail_unsupported(cmd);
    gv_virgl_watch_write(res, level, &box);
    cmd->pipe->clear_texture(cmd->pipe, res->pipe, level, &box, texel);
    return GALVAN_OK;
}

/* Clears a surface. Dwords 3 to 6 are the colour. For depth and stencil, dwords 3 and 4 are the
 * depth as a double, and dword 6 is the stencil value. */
enum galvan_result gv_virgl_decode_clear_surface(struct gv_virgl_cmd *cmd)
{
    struct gv_virgl_reader *in = &cmd->in;
    struct pipe_context *pipe = cmd->pipe;
    union pipe_color_union color;
    double depth;
    uint32_t s0 = gv_virgl_u32(in);
    uint32_t handle = gv_virgl_u32(in);
    for (unsigned i = 0; i < 4; i++)
        color.ui[i] = gv_virgl_u32(in);
    memcpy(&depth, color.ui, sizeof(depth));
    uint32_t x = gv_virgl_u32(in), y = gv_virgl_u32(in);
    uint32_t width = gv_virgl_u32(in), height = gv_virgl_u32(in);
    uint32_t buffers = gv_virgl_bits(s0, 1, 3);
    bool obey_condition = gv_virgl_bits(s0, 0, 1);

    struct gv_virgl_object *obj = gv_virgl_need_object(cmd, handle, GV_VIRGL_OBJECT_SURFACE);
    if (!obj)
        return GALVAN_ERROR_INVALID;
    struct pipe_surface *surface = obj->u.surface;
    if (!surface)
        return gv_virgl_fail(cmd, "surface %u has a format that cannot be rendered to", handle);
    bool zs = util_format_is_depth_or_stencil(surface->format);
    if (buffers != PIPE_CLEAR_COLOR0 && (!buffers || (buffers & PIPE_CLEAR_COLOR0)))
        return gv_virgl_fail(cmd, "unknown buffers 0x%x", buffers);
    if (zs == (buffers == PIPE_CLEAR_COLOR0))
        return gv_virgl_fail(cmd, "surface %u has no such aspect", handle);
    if (x > surface->width || width > surface->width - x || y > surface->height ||
        height > surface->height - y)
        return gv_virgl_fail(cmd, "box exceeds surface %u", handle);
    if (!width || !height)
        return GALVAN_OK;

    struct gv_virgl_object *condition = obey_condition ? NULL : cmd->sub->render_condition;
    gv_virgl_watch_surface(
        cmd->r, surface,
        &(struct gv_virgl_area){(int)x, (int)y, (int)(x + width), (int)(y + height)});
    if (condition)
        pipe->render_condition(pipe, NULL, FALSE, 0);
    if (zs)
        pipe->clear_depth_stencil(pipe, surface, buffers, depth, color.ui[3] & 0xff, x, y, width,
                                  height);
    else
        pipe->clear_render_target(pipe, surface, &color, x, y, width, height);
    if (condition)
        gv_virgl_restore_render_condition(cmd->sub);
    return GALVAN_OK;
}
