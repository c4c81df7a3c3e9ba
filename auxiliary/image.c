/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Writes surfaces and other texels as BMP and PPM files. */
#include "util/u_debug_image.h"

#include <errno.h>
#include <limits.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "util/u_debug.h"
#include "util/u_inlines.h"
#include "util/u_surface.h"

enum {
    FILE_HEADER_SIZE_B = 14,
    INFO_HEADER_SIZE_B = 40,
    HEADER_SIZE_B = FILE_HEADER_SIZE_B + INFO_HEADER_SIZE_B,
};

static void put_u32(uint8_t *at, uint32_t value)
{
    for (unsigned i = 0; i < 4; i++)
        at[i] = (uint8_t)(value >> (8 * i));
}

/* Writes the header of a BMP file, with a negative height, which means that the first row is the
 * top row. */
static bool write_bmp_header(FILE *file, unsigned width, unsigned height)
{
    uint8_t header[HEADER_SIZE_B] = {'B', 'M'};
    uint32_t size_B = width * height * 4;
    put_u32(header + 2, HEADER_SIZE_B + size_B);
    put_u32(header + 10, HEADER_SIZE_B);
    put_u32(header + 14, INFO_HEADER_SIZE_B);
    put_u32(header + 18, width);
    put_u32(header + 22, 0u - height);
    header[26] = 1;  /* planes */
    header[28] = 32; /* bits of a pixel */
    put_u32(header + 34, size_B);
    return fwrite(header, sizeof(header), 1, file) == 1;
}

static bool write_ppm_header(FILE *file, unsigned width, unsigned height)
{
    char header[40];
    int len = snprintf(header, sizeof(header), "P6\n%u %u\n255\n", width, height);
    return fwrite(header, 1, (size_t)len, file) == (size_t)len;
}

/* Texels in memory. */
struct image {
    enum pipe_format format;
    unsigned width, height, stride_B;
    const void *texels;
};

enum file_kind {
    FILE_BMP, /* blue, green, red, alpha */
    FILE_PPM, /* red, green, blue */
};

static bool write_rows(FILE *file, enum file_kind kind, const struct image *image)
{
    const unsigned size_B = kind == FILE_BMP ? 4 : 3;
    float *rgba = calloc(image->width, 4 * sizeof(*rgba));
    uint8_t *row = malloc((size_t)image->width * size_B);
    bool good = rgba && row;
    for (unsigned y = 0; good && y < image->height; y++) {
        util_format_read_4f(image->format, rgba, 0, image->texels, image->stride_B, 0, y,
                            image->width, 1);
        for (unsigned x = 0; x < image->width; x++) {
            uint8_t *to = row + (size_t)x * size_B;
            for (unsigned c = 0; c < size_B; c++)
                to[c] = float_to_ubyte(rgba[4 * x + (kind == FILE_BMP && c < 3 ? 2 - c : c)]);
        }
        good = fwrite(row, size_B, image->width, file) == image->width;
    }
    free(rgba);
    free(row);
    return good;
}

static void write_image(const char *filename, enum file_kind kind, const struct image *image)
{
    FILE *file = fopen(filename, "wb");
    bool good = file &&
                (kind == FILE_BMP ? write_bmp_header(file, image->width, image->height)
                                  : write_ppm_header(file, image->width, image->height)) &&
                write_rows(file, kind, image);
    if (file && fclose(file) != 0)
        good = false;
    if (!good)
        _debug_printf("%s: %s\n", filename, strerror(errno));
}

static void write_surface(struct pipe_context *pipe, const char *filename, enum file_kind kind,
                          struct pipe_surface *surface)
{
    struct pipe_transfer *transfer;
    const void *map =
        pipe_transfer_map(pipe, surface->texture, surface->u.tex.level, surface->u.tex.first_layer,
                          PIPE_TRANSFER_READ, 0, 0, surface->width, surface->height, &transfer);
    if (!map) {
        _debug_printf("%s: the surface cannot be read\n", filename);
        return;
    }
    const struct image image = {surface->format, surface->width, surface->height, transfer->stride,
                                map};
    write_image(filename, kind, &image);
    pipe->transfer_unmap(pipe, transfer);
}

/* Writes the name PREFIX.ppm to out_filename; false if the name is too long. */
static bool ppm_name(const char *prefix, char out_filename[PATH_MAX])
{
    int len = snprintf(out_filename, PATH_MAX, "%s.ppm", prefix);
    return len > 0 && len < PATH_MAX;
}

void debug_dump_surface_bmp(struct pipe_context *pipe, const char *filename,
                            struct pipe_surface *surface)
{
    write_surface(pipe, filename, FILE_BMP, surface);
}

void debug_dump_surface(struct pipe_context *pipe, const char *prefix, struct pipe_surface *surface)
{
    char filename[PATH_MAX];
    if (ppm_name(prefix, filename))
        write_surface(pipe, filename, FILE_PPM, surface);
}

void debug_dump_texture(struct pipe_context *pipe, const char *prefix,
                        struct pipe_resource *texture)
{
    struct pipe_surface templ, *surface;
    if (!texture)
        return;
    u_surface_default_template(&templ, texture);
    surface = pipe->create_surface(pipe, texture, &templ);
    if (surface)
        debug_dump_surface(pipe, prefix, surface);
    pipe_surface_reference(&surface, NULL);
}

void debug_dump_transfer_bmp(struct pipe_context *pipe, const char *filename,
                             struct pipe_transfer *transfer, void *ptr)
{
    const struct image image = {transfer->resource->format, (unsigned)transfer->box.width,
                                (unsigned)MAX2(transfer->box.height, 1), transfer->stride, ptr};
    (void)pipe;
    write_image(filename, FILE_BMP, &image);
}

void debug_dump_image(const char *prefix, enum pipe_format format, unsigned cpp, unsigned width,
                      unsigned height, unsigned stride, const void *data)
{
    const struct image image = {format, width, height, stride, data};
    char filename[PATH_MAX];
    (void)cpp;
    if (ppm_name(prefix, filename))
        write_image(filename, FILE_PPM, &image);
}

void debug_dump_float_rgba_bmp(const char *filename, unsigned width, unsigned height, float *rgba,
                               unsigned stride)
{
    const struct image image = {PIPE_FORMAT_R32G32B32A32_FLOAT, width, height,
                                stride * 4 * (unsigned)sizeof(*rgba), rgba};
    write_image(filename, FILE_BMP, &image);
}
