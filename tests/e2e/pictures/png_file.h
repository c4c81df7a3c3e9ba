/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* RGBA pictures in PNG files. */
#ifndef GV_PICTURES_PNG_FILE_H
#define GV_PICTURES_PNG_FILE_H

#include <stdbool.h>
#include <stdint.h>

/* A picture. The rows are stored from the bottom up, as glReadPixels() returns them; a pixel has 4
 * bytes. */
struct picture {
    uint32_t width, height;
    uint8_t *pixels;
};

/* Both functions print an error to standard error and return false on failure. */
bool picture_write(const char *path, const struct picture *picture);
/* The caller must free() out_picture->pixels. */
bool picture_read(const char *path, struct picture *out_picture);

#endif
