/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Surfaces as BMP files. */
#include "util/u_debug_image.h"

#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "util/u_debug.h"
#include "util/u_inlines.h"
#include "util/u_tile.h"

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

/* Rows from the top have a negative height. */
static bool write_header(FILE *file, unsigned width, unsigned height)
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

static bool write_rows(FILE *file, struct pipe_transfer *transfer, const void *map,
                       enum pipe_format format, unsigned width, unsigned height)
{
    float *rgba = malloc(width * 4 * sizeof(*rgba));
    uint8_t *bgra = malloc((size_t)width * 4);
    bool good = rgba && bgra;
    for (unsigned y = 0; good && y < height; y++) {
        pipe_get_tile_rgba_format(transfer, map, 0, y, width, 1, format, rgba);
        for (unsigned x = 0; x < width; x++) {
            bgra[4 * x + 0] = float_to_ubyte(rgba[4 * x + 2]);
            bgra[4 * x + 1] = float_to_ubyte(rgba[4 * x + 1]);
            bgra[4 * x + 2] = float_to_ubyte(rgba[4 * x + 0]);
            bgra[4 * x + 3] = float_to_ubyte(rgba[4 * x + 3]);
        }
        good = fwrite(bgra, 4, width, file) == width;
    }
    free(rgba);
    free(bgra);
    return good;
}

void debug_dump_surface_bmp(struct pipe_context *pipe, const char *filename,
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
    FILE *file = fopen(filename, "wb");
    bool good = file && write_header(file, surface->width, surface->height) &&
                write_rows(file, transfer, map, surface->format, surface->width, surface->height);
    if (file && fclose(file) != 0)
        good = false;
    if (!good)
        _debug_printf("%s: %s\n", filename, strerror(errno));
    pipe->transfer_unmap(pipe, transfer);
}

void debug_dump_surface(struct pipe_context *pipe, const char *prefix, struct pipe_surface *surface)
{
    char filename[4096];
    int len = snprintf(filename, sizeof(filename), "%s.bmp", prefix);
    if (len > 0 && (size_t)len < sizeof(filename))
        debug_dump_surface_bmp(pipe, filename, surface);
}
