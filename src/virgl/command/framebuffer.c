/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* The framebuffer. Clients send its attachments and its size in two commands, so the framebuffer is
 * passed to the pipe_context only before the next draw or clear. */
#include "virgl/command/framebuffer.h"

#include "pipe/p_context.h"
#include "pipe/p_format_description.h"
#include "virgl/command/command.h"
#include "virgl/command/decoders.h"
#include "virgl/command/handles.h"
#include "virgl/watch_draws.h"

static struct pipe_surface *surface_of(const struct gv_virgl_object *obj)
{
    return obj ? obj->u.surface : NULL;
}

/* Reduces *width and *height to the size of the surface, if the surface is smaller. */
static void shrink_to(const struct pipe_surface *surface, unsigned *width, unsigned *height)
{
    if (!surface)
        return;
    if (surface->width < *width)
        *width = surface->width;
    if (surface->height < *height)
        *height = surface->height;
}

void gv_virgl_framebuffer_size(const struct gv_virgl_framebuffer *fb, unsigned *out_width,
                               unsigned *out_height)
{
    unsigned width = fb->width ? fb->width : UINT16_MAX;
    unsigned height = fb->height ? fb->height : UINT16_MAX;
    bool attached = fb->zsbuf != NULL;

    shrink_to(surface_of(fb->zsbuf), &width, &height);
    for (unsigned i = 0; i < fb->num_cbufs; i++) {
        attached |= fb->cbufs[i] != NULL;
        shrink_to(surface_of(fb->cbufs[i]), &width, &height);
    }
    *out_width = attached || fb->width ? width : 0;
    *out_height = attached || fb->height ? height : 0;
}

static void framebuffer_changed(struct gv_virgl_framebuffer *fb)
{
    unsigned width, height;

    gv_virgl_framebuffer_size(fb, &width, &height);
    fb->has_pixels = width && height;
    fb->due |= GV_VIRGL_FRAMEBUFFER_DUE;
}

static void set_framebuffer(const struct gv_virgl_sub_context *sub)
{
    const struct gv_virgl_framebuffer *fb = &sub->fb;
    struct pipe_framebuffer_state state = {
        .samples = fb->samples,
        .layers = fb->layers,
        .nr_cbufs = fb->num_cbufs,
        .zsbuf = surface_of(fb->zsbuf),
    };
    for (unsigned i = 0; i < fb->num_cbufs; i++)
        state.cbufs[i] = surface_of(fb->cbufs[i]);
    gv_virgl_framebuffer_size(fb, &state.width, &state.height);
    sub->pipe->set_framebuffer_state(sub->pipe, &state);
}

void gv_virgl_tell_framebuffer(struct gv_virgl_sub_context *sub)
{
    if (sub->fb.due & GV_VIRGL_FRAMEBUFFER_DUE)
        set_framebuffer(sub);
    gv_virgl_watch_draws(sub);
    sub->fb.due = 0;
}

static unsigned surface_samples(const struct pipe_surface *surface)
{
    unsigned samples = surface->nr_samples ? surface->nr_samples : surface->texture->nr_samples;
    return samples ? samples : 1;
}

/* Looks up one attachment. False if the attachment is refused. */
static bool need_attachment(struct gv_virgl_cmd *cmd, uint32_t handle, bool depth_stencil,
                            unsigned *samples, struct gv_virgl_object **out)
{
    *out = NULL;
    if (!handle)
        return true;
    struct gv_virgl_object *obj = gv_virgl_need_object(cmd, handle, GV_VIRGL_OBJECT_SURFACE);
    if (!obj)
        return false;
    const struct pipe_surface *surface = obj->u.surface;
    if (!surface) {
        gv_virgl_fail(cmd, "surface %u has a format that cannot be rendered to", handle);
        return false;
    }
    if ((bool)util_format_is_depth_or_stencil(surface->format) != depth_stencil) {
        gv_virgl_fail(cmd, "surface %u is %s", handle, depth_stencil ? "colour" : "depth-stencil");
        return false;
    }
    if (*samples && *samples != surface_samples(surface)) {
        gv_virgl_fail(cmd, "surface %u has %u samples, others %u", handle, surface_samples(surface),
                      *samples);
        return false;
    }
    *samples = surface_samples(surface);
    *out = obj;
    return true;
}

enum galvan_result gv_virgl_decode_set_framebuffer_state(struct gv_virgl_cmd *cmd)
{
    struct gv_virgl_framebuffer *fb = &cmd->sub->fb;
    struct gv_virgl_object *cbufs[GV_VIRGL_MAX_CBUFS] = {NULL}, *zsbuf;
    uint32_t num_cbufs = gv_virgl_u32(&cmd->in);
    uint32_t zsbuf_handle = gv_virgl_u32(&cmd->in);
    unsigned samples = 0;

    if (num_cbufs > GV_VIRGL_MAX_CBUFS || num_cbufs != gv_virgl_left(&cmd->in))
        return gv_virgl_fail(cmd, "%u colour buffers in %zu dwords", num_cbufs,
                             gv_virgl_left(&cmd->in));
    if (!need_attachment(cmd, zsbuf_handle, true, &samples, &zsbuf))
        return GALVAN_ERROR_INVALID;
    for (unsigned i = 0; i < num_cbufs; i++) {
        if (!need_attachment(cmd, gv_virgl_u32(&cmd->in), false, &samples, &cbufs[i]))
            return GALVAN_ERROR_INVALID;
    }

    /* Dropping these references is safe: the driver holds its own references to the surfaces of the
     * previous framebuffer. */
    gv_virgl_object_bind(&fb->zsbuf, zsbuf);
    for (unsigned i = 0; i < GV_VIRGL_MAX_CBUFS; i++)
        gv_virgl_object_bind(&fb->cbufs[i], cbufs[i]);
    fb->num_cbufs = num_cbufs;
    fb->width = fb->height = fb->layers = fb->samples = 0;
    framebuffer_changed(fb);
    return GALVAN_OK;
}

enum galvan_result gv_virgl_decode_set_framebuffer_state_no_attach(struct gv_virgl_cmd *cmd)
{
    struct gv_virgl_framebuffer *fb = &cmd->sub->fb;
    uint32_t size = gv_virgl_u32(&cmd->in);
    uint32_t layers_samples = gv_virgl_u32(&cmd->in);
    unsigned samples = gv_virgl_bits(layers_samples, 16, 8);

    if (samples > 32 || (samples > 1 && (samples & (samples - 1))))
        return gv_virgl_fail(cmd, "%u samples", samples);
    fb->width = size & 0xffff;
    fb->height = size >> 16;
    fb->layers = layers_samples & 0xffff;
    fb->samples = samples;
    framebuffer_changed(fb);
    return GALVAN_OK;
}
