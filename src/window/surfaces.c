/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
#include "window/surfaces.h"

#include <string.h>

#include "pipe/p_inlines.h"
#include "util/array.h"

static struct pipe_surface *create_surface(struct pipe_context *pipe, enum pipe_format format,
                                           unsigned bind, unsigned width, unsigned height)
{
    const struct pipe_resource templ = {
        .target = PIPE_TEXTURE_2D,
        .format = format,
        .width0 = width,
        .height0 = height,
        .depth0 = 1,
        .array_size = 1,
        .bind = bind,
    };
    const struct pipe_surface view = {.format = format};
    struct pipe_resource *texture = pipe->screen->resource_create(pipe->screen, &templ);
    struct pipe_surface *surface = NULL;

    if (texture)
        surface = pipe->create_surface(pipe, texture, &view);
    pipe_resource_reference(&texture, NULL); /* the surface has its own reference */
    return surface;
}

static enum pipe_format choose_depth_format(struct pipe_screen *screen)
{
    static const enum pipe_format formats[] = {PIPE_FORMAT_Z24_UNORM_S8_UINT,
                                               PIPE_FORMAT_Z32_FLOAT_S8X24_UINT};

    for (size_t i = 0; i < GV_ARRAY_SIZE(formats); i++) {
        if (screen->is_format_supported(screen, formats[i], PIPE_TEXTURE_2D, 0,
                                        PIPE_BIND_DEPTH_STENCIL))
            return formats[i];
    }
    return PIPE_FORMAT_NONE;
}

bool gv_window_surfaces_init(struct gv_window_surfaces *surfaces, struct pipe_context *pipe,
                             enum pipe_format format, bool depth, unsigned width, unsigned height)
{
    struct gv_window_surfaces s = {.width = width, .height = height};

    s.color = create_surface(pipe, format, PIPE_BIND_RENDER_TARGET | PIPE_BIND_SAMPLER_VIEW, width,
                             height);
    if (depth)
        s.depth = create_surface(pipe, choose_depth_format(pipe->screen), PIPE_BIND_DEPTH_STENCIL,
                                 width, height);
    if (!s.color || (depth && !s.depth)) {
        gv_window_surfaces_finish(&s);
        return false;
    }
    *surfaces = s;
    return true;
}

void gv_window_surfaces_finish(struct gv_window_surfaces *surfaces)
{
    pipe_surface_reference(&surfaces->color, NULL);
    pipe_surface_reference(&surfaces->depth, NULL);
}

bool gv_window_read_pixels(struct pipe_context *pipe, struct pipe_resource *color, void *out_data,
                           size_t stride_B)
{
    const struct pipe_box box = {
        .width = (int)color->width0, .height = (int)color->height0, .depth = 1};
    struct pipe_transfer *transfer = NULL;
    const char *row = pipe->transfer_map(pipe, color, 0, PIPE_TRANSFER_READ, &box, &transfer);

    if (!row)
        return false;
    char *out = out_data;
    for (unsigned y = 0; y < color->height0; y++) {
        memcpy(out, row, (size_t)color->width0 * 4);
        out += stride_B;
        row += transfer->stride;
    }
    pipe->transfer_unmap(pipe, transfer);
    return true;
}
