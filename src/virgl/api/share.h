/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Copies of a texture in exportable memory of the device, which another API on the same device
 * imports by a descriptor and reads without a further copy. */
#ifndef GV_VIRGL_API_SHARE_H
#define GV_VIRGL_API_SHARE_H

#include <stdbool.h>
#include <stdint.h>

#include "galvan/result.h"

struct gv_virgl_renderer;
struct gv_virgl_share;
struct pipe_box;

/* Identifies the device and driver version that can import the memory. All zeros: the device
 * exports no memory. */
struct gv_virgl_share_peer {
    uint8_t driver_uuid[16], device_uuid[16];
};
void gv_virgl_share_get_peer(struct gv_virgl_renderer *r, struct gv_virgl_share_peer *out_peer);

/* Allocates memory, charged to the client, for a copy of the first level of a 2D texture: an image
 * of optimal tiling, with one level and one sample, in a dedicated memory object at offset 0. The
 * image's format is R10G10B10A2_UNORM if the texture has ten bits per colour channel, else
 * R8G8B8A8_UNORM. GALVAN_ERROR_UNSUPPORTED if the device exports no memory; GALVAN_ERROR_INVALID,
 * GALVAN_ERROR_LIMIT, GALVAN_ERROR_NO_MEMORY. */
enum galvan_result gv_virgl_share_create(struct gv_virgl_renderer *r, uint32_t handle,
                                         struct gv_virgl_share **out);

/* Destroys `share`, which may be NULL. The memory stays while another process or API has it
 * imported. */
void gv_virgl_share_destroy(struct gv_virgl_renderer *r, struct gv_virgl_share *share);

/* Returns a new descriptor of the memory, which the caller must close; -1 if descriptors have run
 * out. *out_size_B gets the memory's size. */
int gv_virgl_share_open(struct gv_virgl_renderer *r, const struct gv_virgl_share *share,
                        uint64_t *out_size_B);

bool gv_virgl_share_is_ten_bit(const struct gv_virgl_share *share);

/* Copies a box of the texture, and waits until the copy is done. GALVAN_ERROR_DEVICE_LOST. */
enum galvan_result gv_virgl_share_update(struct gv_virgl_renderer *r, struct gv_virgl_share *share,
                                         const struct pipe_box *box);

#endif
