/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Writes a PNG file by libpng, under a temporary name until the file is complete. */
#include "util/png_file.h"

#include <errno.h>
#include <png.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "util/log.h"

enum galvan_result gv_png_file_write(const char *path, const uint8_t *rgb, uint32_t width,
                                     uint32_t height, const char *component,
                                     const struct galvan_log *log)
{
    png_image image = {
        .version = PNG_IMAGE_VERSION,
        .width = width,
        .height = height,
        .format = PNG_FORMAT_RGB,
    };
    enum galvan_result res = GALVAN_ERROR_IO;
    char *unfinished;

    if (asprintf(&unfinished, "%s.%d", path, (int)getpid()) < 0) {
        gv_err(log, component, "no image in %s: out of memory", path);
        return GALVAN_ERROR_NO_MEMORY;
    }
    if (!png_image_write_to_file(&image, unfinished, 0, rgb, 0, NULL))
        gv_err(log, component, "no image in %s: %s", path, image.message);
    else if (rename(unfinished, path) != 0)
        gv_err(log, component, "no image in %s: %s", path, strerror(errno));
    else
        res = GALVAN_OK;
    if (res != GALVAN_OK)
        unlink(unfinished);
    free(unfinished);
    return res;
}
