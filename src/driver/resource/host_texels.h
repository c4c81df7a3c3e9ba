/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Access by the CPU to the texels of images with linear tiling, without a copy by the device. */
#ifndef GV_HOST_TEXELS_H
#define GV_HOST_TEXELS_H

#include <stdbool.h>
#include <stdint.h>

struct gv_image_box;
struct gv_storage;

/* The texels of a box in the memory of an image. */
struct gv_host_texels {
    uint8_t *data; /* the first texel */
    uint64_t stride_B, layer_stride_B;
};

/* Finds the texels of `box`, whose storage must have mapped texels (gv_storage::texels). */
struct gv_host_texels gv_host_texels_find(const struct gv_image_box *box);

/* Prepares an image that no command has used for an access by the CPU: zeroes its texels, unless
 * `overwritten` is true: the caller then writes all texels. Does nothing if the image was used or
 * prepared before. May be called by any thread. */
void gv_host_texels_init(struct gv_storage *storage, bool overwritten);

#endif
