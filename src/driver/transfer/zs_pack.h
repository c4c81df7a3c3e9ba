/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Depth and stencil texels between the client's packed words and the planes, one of each aspect,
 * that Vulkan copies. */
#ifndef GV_ZS_PACK_H
#define GV_ZS_PACK_H

#include <stdbool.h>
#include <stdint.h>

#include <volk.h>

#include "pipe/p_format.h"

/* Bytes of a texel in each plane that a client format has; 0: no such aspect. */
struct gv_zs_planes {
    uint8_t depth_B, stencil_B;
};

/* False when client is no depth or stencil format of transfers. */
bool gv_zs_planes(enum pipe_format client, VkFormat vk, struct gv_zs_planes *out_planes);

/* Whether the one plane that client has is, byte for byte, what the client wants. */
bool gv_zs_is_plain(enum pipe_format client, VkFormat vk);

/* num texels from planes to the client; planes that client lacks are not looked at. */
void gv_zs_pack(enum pipe_format client, VkFormat vk, unsigned num, const void *depth,
                const void *stencil, void *out_texels);

/* num texels from the client to planes. */
void gv_zs_unpack(enum pipe_format client, VkFormat vk, unsigned num, const void *texels,
                  void *out_depth, void *out_stencil);

/* The values of one client texel. */
void gv_zs_read(enum pipe_format client, const void *texel, float *out_depth, uint8_t *out_stencil);

#endif
