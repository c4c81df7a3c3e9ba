/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* RGBA pictures in PNG files, by libpng's simplified interface. */
#include "png_file.h"

#include <png.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

bool picture_write(const char *path, const struct picture *picture)
{
    png_image image = {
        .version = PNG_IMAGE_VERSION,
        .width = picture->width,
        .height = picture->height,
        .format = PNG_FORMAT_RGBA,
    };

    /* A negative stride: the first row in memory is the picture's last. */
    if (!png_image_write_to_file(&image, path, 0, picture->pixels,
                                 -(png_int_32)(picture->width * 4), NULL)) {
        fprintf(stderr, "%s: %s\n", path, image.message);
        return false;
    }
    return true;
}

bool picture_read(const char *path, struct picture *out_picture)
{
    png_image image = {.version = PNG_IMAGE_VERSION};

    if (!png_image_begin_read_from_file(&image, path)) {
        fprintf(stderr, "%s: %s\n", path, image.message);
        return false;
    }
    image.format = PNG_FORMAT_RGBA;
    struct picture picture = {image.width, image.height, malloc(PNG_IMAGE_SIZE(image))};
    if (!picture.pixels || !png_image_finish_read(&image, NULL, picture.pixels,
                                                  -(png_int_32)(image.width * 4), NULL)) {
        fprintf(stderr, "%s: %s\n", path, picture.pixels ? image.message : "no memory");
        png_image_free(&image);
        free(picture.pixels);
        return false;
    }
    *out_picture = picture;
    return true;
}
