/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
#include "cli/draw_picture.h"

#include <stdlib.h>
#include <string.h>

#include "cli/frame_pipe.h"
#include "galvan/galvan.h"
#include "pipe/p_context.h"
#include "pipe/p_format_description.h"
#include "pipe/p_inlines.h"
#include "pipe/p_screen.h"
#include "vtest/vtest.h"

enum {
    PIXEL_B = 4
};

/* sRGB stays what it is. */
static enum pipe_format sent_format(enum pipe_format format)
{
    return util_format_is_srgb(format) ? PIPE_FORMAT_R8G8B8A8_SRGB : PIPE_FORMAT_R8G8B8A8_UNORM;
}

/* A copy that the processor can read; NULL without memory. */
static struct pipe_resource *copy(struct pipe_context *context, const struct pipe_surface *surface)
{
    const struct pipe_resource template = {
        .target = PIPE_TEXTURE_2D,
        .format = sent_format(surface->format),
        .width0 = surface->width,
        .height0 = (uint16_t)surface->height,
        .depth0 = 1,
        .array_size = 1,
        .bind = PIPE_BIND_RENDER_TARGET,
    };
    const struct pipe_box box = {
        .width = (int)surface->width, .height = (int)surface->height, .depth = 1};
    struct pipe_resource *picture = context->screen->resource_create(context->screen, &template);
    struct pipe_blit_info blit = {
        .dst = {.resource = picture, .box = box, .format = template.format},
        .src = {.resource = surface->texture,
                .level = surface->u.tex.level,
                .box = box,
                .format = surface->format},
        .mask = PIPE_MASK_RGBA,
        .filter = PIPE_TEX_FILTER_NEAREST,
    };

    blit.src.box.z = (int)surface->u.tex.first_layer;
    if (picture)
        context->blit(context, &blit);
    return picture;
}

/* Its pixels, row by row; NULL without memory. */
static uint8_t *read_pixels(struct pipe_context *context, struct pipe_resource *picture)
{
    const size_t row_B = (size_t)picture->width0 * PIXEL_B;
    const struct pipe_box box = {
        .width = (int)picture->width0, .height = (int)picture->height0, .depth = 1};
    struct pipe_transfer *transfer = NULL;
    const uint8_t *map =
        context->transfer_map(context, picture, 0, PIPE_TRANSFER_READ, &box, &transfer);
    uint8_t *pixels = map ? malloc(row_B * picture->height0) : NULL;

    for (size_t y = 0; pixels && y < picture->height0; y++)
        memcpy(pixels + y * row_B, map + y * transfer->stride, row_B);
    if (map)
        context->transfer_unmap(context, transfer);
    return pixels;
}

void gv_draw_picture_send(FILE *pipe, uint64_t idx, struct pipe_context *context)
{
    const struct pipe_framebuffer_state *fb = galvan_context_framebuffer(context);
    const struct pipe_surface *surface = fb->nr_cbufs > 0 ? fb->cbufs[0] : NULL;
    const bool has_colours = surface && !util_format_is_pure_integer(surface->format);
    struct gv_vtest_frame frame = {.format = PIPE_FORMAT_R8G8B8A8_UNORM};
    struct pipe_resource *picture = has_colours ? copy(context, surface) : NULL;

    if (picture && (frame.data = read_pixels(context, picture))) {
        frame.width = picture->width0;
        frame.height = picture->height0;
        frame.format = picture->format;
        frame.data_size_B = (size_t)frame.width * frame.height * PIXEL_B;
    }
    gv_frame_send(pipe, idx, &frame);
    free(frame.data);
    pipe_resource_reference(&picture, NULL);
}
