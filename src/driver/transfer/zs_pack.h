/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Converts depth and stencil texels between the client's packed format and the planes that
 * Vulkan copies, one for each aspect. */
#ifndef GV_ZS_PACK_H
#define GV_ZS_PACK_H

#include <stdbool.h>
#include <stdint.h>

#include <volk.h>

#include "pipe/p_format.h"

/* The bytes of a texel in each plane of a client format; 0: the format lacks the aspect. */
struct gv_zs_planes {
    uint8_t depth_B, stencil_B;
};

/* Finds the planes of a client format. False if `client` is not a depth or stencil format that
 * transfers support. */
bool gv_zs_planes(enum pipe_format client, VkFormat vk, struct gv_zs_planes *out_planes);

/* Whether `client` has one plane, whose bytes Vulkan's copies use unchanged. */
bool gv_zs_is_plain(enum pipe_format client, VkFormat vk);

/* Packs num texels. Planes of aspects that client lacks are not read. */
void gv_zs_pack(enum pipe_format client, VkFormat vk, unsigned num, const void *depth,
                const void *stencil, void *out_texels);

/* Unpacks num texels of the client to planes. */
void gv_zs_unpack(enum pipe_format client, VkFormat vk, unsigned num, const void *texels,
                  void *out_depth, void *out_stencil);

/* Reads the depth and stencil values of one client texel. */
void gv_zs_read(enum pipe_format client, const void *texel, float *out_depth, uint8_t *out_stencil);

#endif
