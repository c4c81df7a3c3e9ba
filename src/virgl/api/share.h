/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Copies of a texture that the device makes in memory of its own, which another API on the same
 * device takes by a descriptor and looks at in place. */
#ifndef GV_VIRGL_API_SHARE_H
#define GV_VIRGL_API_SHARE_H

#include <stdbool.h>
#include <stdint.h>

#include "galvan/result.h"

struct gv_virgl_renderer;
struct gv_virgl_share;
struct pipe_box;

/* What may take the memory: the driver of this device, in this version. All zeros: nothing can,
 * since the device exports no memory. */
struct gv_virgl_share_peer {
    uint8_t driver_uuid[16], device_uuid[16];
};
void gv_virgl_share_get_peer(struct gv_virgl_renderer *r, struct gv_virgl_share_peer *out_peer);

/* Room for the first level of a 2D texture, counted against what the client may have: an image of
 * optimal tiling, one level and one sample, in a memory object of its own at offset 0. Its pixels
 * are R10G10B10A2_UNORM where the texture has ten bits of a colour, else R8G8B8A8_UNORM.
 * GALVAN_ERROR_UNSUPPORTED where the device exports no memory; GALVAN_ERROR_INVALID,
 * GALVAN_ERROR_LIMIT, GALVAN_ERROR_NO_MEMORY. */
enum galvan_result gv_virgl_share_create(struct gv_virgl_renderer *r, uint32_t handle,
                                         struct gv_virgl_share **out);

/* NULL is fine. The memory stays while others have it. */
void gv_virgl_share_destroy(struct gv_virgl_renderer *r, struct gv_virgl_share *share);

/* A new descriptor of the memory, the caller's to close, and the memory's size; -1 when there are
 * none left. */
int gv_virgl_share_open(struct gv_virgl_renderer *r, const struct gv_virgl_share *share,
                        uint64_t *out_size_B);

bool gv_virgl_share_is_ten_bit(const struct gv_virgl_share *share);

/* Copies a box of the texture, and waits until it is there. GALVAN_ERROR_DEVICE_LOST. */
enum galvan_result gv_virgl_share_update(struct gv_virgl_renderer *r, struct gv_virgl_share *share,
                                         const struct pipe_box *box);

#endif
