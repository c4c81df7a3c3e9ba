/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
#include "replay/draw_steps.h"

#include <stdlib.h>
#include <string.h>

#include "galvan/galvan.h"
#include "pipe/p_context.h"
#include "pipe/p_format_description.h"
#include "pipe/p_inlines.h"
#include "pipe/p_screen.h"

/* How the pixels of a surface are read. `format` is the format of a copy that the CPU can map;
 * `mapped_format` is the format of the pixels in the mapped copy. */
struct reading {
    enum pipe_format format, mapped_format;
    unsigned bind, mask, usage;
};

static struct reading reading_of(enum gv_step_kind kind, enum pipe_format format)
{
    const enum pipe_format rgba =
        util_format_is_srgb(format) ? PIPE_FORMAT_R8G8B8A8_SRGB : PIPE_FORMAT_R8G8B8A8_UNORM;
    const unsigned zs = util_format_get_mask(format);

    switch (kind) {
    case GV_STEP_COLOUR:
        return (struct reading){rgba, rgba, PIPE_BIND_RENDER_TARGET, PIPE_MASK_RGBA};
    case GV_STEP_DEPTH:
        return (struct reading){format, util_format_get_depth_only(format), PIPE_BIND_DEPTH_STENCIL,
                                zs, PIPE_TRANSFER_DEPTH_ONLY};
    case GV_STEP_STENCIL:
        return (struct reading){format, PIPE_FORMAT_S8_UINT, PIPE_BIND_DEPTH_STENCIL, zs,
                                PIPE_TRANSFER_STENCIL_ONLY};
    default:
        return (struct reading){format, format, PIPE_BIND_RENDER_TARGET, PIPE_MASK_RGBA};
    }
}

/* Creates a copy of the surface that the CPU can map; NULL if memory runs out. */
static struct pipe_resource *copy(struct pipe_context *context, const struct pipe_surface *surface,
                                  const struct reading *reading)
{
    const unsigned layers = surface->u.tex.last_layer - surface->u.tex.first_layer + 1u;
    const struct pipe_resource template = {
        .target = layers > 1 ? PIPE_TEXTURE_2D_ARRAY : PIPE_TEXTURE_2D,
        .format = reading->format,
        .width0 = surface->width,
        .height0 = (uint16_t)surface->height,
        .depth0 = 1,
        .array_size = (uint16_t)layers,
        .bind = reading->bind,
    };
    const struct pipe_box box = {
        .width = (int)surface->width, .height = (int)surface->height, .depth = (int)layers};
    struct pipe_resource *copied = context->screen->resource_create(context->screen, &template);
    struct pipe_blit_info blit = {
        .dst = {.resource = copied, .box = box, .format = reading->format},
        .src = {.resource = surface->texture,
                .level = surface->u.tex.level,
                .box = box,
                .format = surface->format},
        .mask = reading->mask,
        .filter = PIPE_TEX_FILTER_NEAREST,
    };

    blit.src.box.z = (int)surface->u.tex.first_layer;
    if (copied)
        context->blit(context, &blit);
    return copied;
}

/* Reads the pixels of the copy, without padding; NULL if memory runs out. */
static uint8_t *read_pixels(struct pipe_context *context, struct pipe_resource *copied,
                            const struct reading *reading)
{
    const size_t row_B = util_format_get_stride(reading->mapped_format, copied->width0);
    const size_t height = copied->height0;
    const struct pipe_box box = {
        .width = (int)copied->width0, .height = (int)height, .depth = copied->array_size};
    struct pipe_transfer *transfer = NULL;
    const uint8_t *map = context->transfer_map(
        context, copied, 0, PIPE_TRANSFER_READ | reading->usage, &box, &transfer);
    uint8_t *pixels = map ? malloc(row_B * height * copied->array_size) : NULL;

    for (size_t y = 0; pixels && y < height * copied->array_size; y++)
        memcpy(pixels + y * row_B,
               map + y / height * transfer->layer_stride + y % height * transfer->stride, row_B);
    if (map)
        context->transfer_unmap(context, transfer);
    return pixels;
}

/* Converts depths, whose texels have at most four bytes, to floats. NULL if memory runs out. */
static uint8_t *to_floats(enum pipe_format format, uint8_t *texels, size_t num)
{
    const struct util_format_description *desc = util_format_description(format);
    const struct util_format_channel_description *channel = &desc->channel[desc->swizzle[0]];
    const size_t texel_B = desc->block.bits / 8;
    const uint32_t max = UINT32_MAX >> (32 - channel->size);
    float *depth = calloc(num, sizeof(*depth));

    for (size_t i = 0; depth && i < num; i++) {
        uint32_t word = 0;
        memcpy(&word, texels + i * texel_B, texel_B);
        if (channel->type == UTIL_FORMAT_TYPE_FLOAT)
            memcpy(&depth[i], &word, sizeof(word));
        else
            depth[i] = (float)((word >> channel->shift & max) / (double)max);
    }
    free(texels);
    return (uint8_t *)depth;
}

static void send(FILE *out, const struct gv_step *step, const void *pixels)
{
    fwrite(step, sizeof(*step), 1, out);
    if (pixels)
        fwrite(pixels, step->pixel_B, step->num_pixels, out);
}

static void send_surface(FILE *out, struct gv_step step, struct pipe_context *context,
                         const struct pipe_surface *surface)
{
    const struct reading reading = reading_of(step.kind, surface->format);
    struct pipe_resource *copied =
        surface->texture->target != PIPE_BUFFER ? copy(context, surface, &reading) : NULL;
    uint8_t *pixels = copied ? read_pixels(context, copied, &reading) : NULL;
    const size_t num = copied ? (size_t)copied->width0 * copied->height0 * copied->array_size : 0;

    step.pixel_B = util_format_get_blocksize(reading.mapped_format);
    if (pixels && step.kind == GV_STEP_DEPTH) {
        pixels = to_floats(reading.mapped_format, pixels, num);
        step.pixel_B = sizeof(float);
    }
    step.width = surface->width;
    step.height = surface->height;
    step.num_pixels = pixels ? num : 0;
    send(out, &step, pixels);
    free(pixels);
    pipe_resource_reference(&copied, NULL);
}

void gv_draw_send(FILE *out, uint64_t draw, struct pipe_context *context)
{
    const struct pipe_framebuffer_state *fb = galvan_context_framebuffer(context);
    const struct gv_step writes = {
        .draw = draw, .kind = GV_STEP_WRITES, .part = galvan_context_writes(context)};

    for (unsigned i = 0; i < fb->nr_cbufs; i++) {
        const struct pipe_surface *surface = fb->cbufs[i];
        const bool integers = surface && util_format_is_pure_integer(surface->format);
        const struct gv_step step = {
            .draw = draw, .kind = integers ? GV_STEP_INTEGERS : GV_STEP_COLOUR, .part = i};
        if (surface)
            send_surface(out, step, context, surface);
    }
    const struct util_format_description *zs =
        fb->zsbuf ? util_format_description(fb->zsbuf->format) : NULL;
    if (util_format_has_depth(zs))
        send_surface(out, (struct gv_step){.draw = draw, .kind = GV_STEP_DEPTH}, context,
                     fb->zsbuf);
    if (util_format_has_stencil(zs))
        send_surface(out, (struct gv_step){.draw = draw, .kind = GV_STEP_STENCIL}, context,
                     fb->zsbuf);
    if (writes.part)
        send(out, &writes, NULL);
    fflush(out);
}

void gv_dispatch_send(FILE *out, uint64_t draw)
{
    send(out, &(struct gv_step){.draw = draw, .kind = GV_STEP_DISPATCH}, NULL);
    fflush(out);
}

bool gv_step_take(FILE *in, struct gv_step *out_step)
{
    return fread(out_step, sizeof(*out_step), 1, in) == 1 && out_step->kind < GV_NUM_STEP_KINDS &&
           out_step->pixel_B <= GV_STEP_MAX_PIXEL_B;
}
