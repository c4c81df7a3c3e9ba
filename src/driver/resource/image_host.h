/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* The host's accesses to linear images in place, while the device does not use them: one copy in
 * place of two by way of staging memory. */
#ifndef GV_IMAGE_HOST_H
#define GV_IMAGE_HOST_H

#include "driver/resource/image.h"

struct gv_storage;

/* A box of an image in the host's memory. */
struct gv_host_texels {
    uint8_t *data; /* of the box's first texel */
    uint64_t stride_B, layer_stride_B;
};

/* Whether the host may write the image in place now, or with `for_write` false read it. Then no
 * pending use conflicts, recorded or submitted. */
bool gv_image_host_may(struct gv_storage *storage, bool for_write);

/* The box, which lies in the level, for the host to write all of it. Prepares the first contents of
 * an image that has none. */
struct gv_host_texels gv_image_host_begin_write(const struct gv_image_box *box);

/* The box for the host to read. */
struct gv_host_texels gv_image_host_read(const struct gv_image_box *box);

#endif
