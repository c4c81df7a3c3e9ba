/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* An output without a window: writes the last frame to a PNG file. */
#include "window/output.h"

#include <stdlib.h>
#include <string.h>

#include "pipe/p_context.h"
#include "util/checked.h"
#include "util/log.h"
#include "util/png_file.h"
#include "window/surfaces.h"

struct png_output {
    struct gv_window_output base;
    const struct galvan_log *log;
    unsigned width, height;
    char *path;
};

static enum galvan_result png_wait(struct gv_window_output *output,
                                   struct gv_window_events *out_events)
{
    struct png_output *png = (struct png_output *)output;

    *out_events = (struct gv_window_events){.width = png->width, .height = png->height};
    return GALVAN_OK;
}

/* Converts pixels from BGRA to RGB in place. The image has no alpha, because a window has none. */
static void drop_alpha(uint8_t *pixels, size_t num_pixels)
{
    uint8_t *out = pixels;

    for (size_t i = 0; i < num_pixels; i++, pixels += 4) {
        const uint8_t blue = pixels[0], green = pixels[1], red = pixels[2];
        *out++ = red;
        *out++ = green;
        *out++ = blue;
    }
}

static enum galvan_result write_image(struct png_output *png, struct pipe_context *pipe,
                                      struct pipe_resource *color)
{
    size_t stride_B = (size_t)png->width * 4, size_B;
    uint8_t *pixels = gv_mul_size(stride_B, png->height, &size_B) ? malloc(size_B) : NULL;
    enum galvan_result res;

    if (!pixels) {
        gv_err(png->log, "window", "no image in %s: out of memory", png->path);
        return GALVAN_ERROR_NO_MEMORY;
    }
    if (gv_window_read_pixels(pipe, color, pixels, stride_B)) {
        drop_alpha(pixels, size_B / 4);
        res = gv_png_file_write(png->path, pixels, png->width, png->height, "window", png->log);
    } else {
        gv_err(png->log, "window", "no image in %s: the frame cannot be read", png->path);
        res = GALVAN_ERROR_DEVICE_LOST;
    }
    free(pixels);
    return res;
}

static enum galvan_result png_present(struct gv_window_output *output, struct pipe_context *pipe,
                                      struct pipe_resource *color, bool last)
{
    if (last)
        return write_image((struct png_output *)output, pipe, color);
    pipe->flush(pipe, NULL, PIPE_FLUSH_END_OF_FRAME);
    return GALVAN_OK;
}

static void png_destroy(struct gv_window_output *output)
{
    struct png_output *png = (struct png_output *)output;

    free(png->path);
    free(png);
}

struct gv_window_output *gv_window_output_png(const struct galvan_window_params *params,
                                              const struct galvan_log *log,
                                              enum galvan_result *out_result)
{
    struct png_output *png = calloc(1, sizeof(*png));
    char *path = strdup(params->png);

    if (!png || !path) {
        free(png);
        free(path);
        gv_err(log, "window", "no image in %s: out of memory", params->png);
        *out_result = GALVAN_ERROR_NO_MEMORY;
        return NULL;
    }
    png->base = (struct gv_window_output){.format = PIPE_FORMAT_B8G8R8A8_UNORM,
                                          .wait = png_wait,
                                          .present = png_present,
                                          .destroy = png_destroy};
    png->log = log;
    png->width = params->width;
    png->height = params->height;
    png->path = path;
    return &png->base;
}
