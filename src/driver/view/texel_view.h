/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Buffer views for sampler views of buffers. */
#ifndef GV_TEXEL_VIEW_H
#define GV_TEXEL_VIEW_H

#include <stdbool.h>
#include <stdint.h>

#include <volk.h>

struct gv_screen;
struct gv_screen;
struct gv_storage;
struct gv_vk_device;
struct pipe_sampler_view;

struct gv_texel_view {
    VkBufferView handle; /* VK_NULL_HANDLE: the sampler view is of an image */
    VkBuffer alias;      /* the buffer of the view, if it is not the storage's buffer; otherwise
                            VK_NULL_HANDLE */
};

/* Creates a view of a buffer's storage for a sampler view's template. False if such a view is
 * impossible. */
bool gv_texel_view_create(struct gv_screen *screen, const struct pipe_sampler_view *templ,
                          const struct gv_storage *storage, struct gv_texel_view *out_view);
void gv_texel_view_destroy(struct gv_vk_device *dev, const struct gv_texel_view *texels);

/* Returns the swizzle that the shader applies to texels, because Vulkan cannot swizzle texel
 * buffers. Encoded as in struct galvan_spirv_key. */
uint16_t gv_texel_view_swizzle(const struct gv_screen *screen,
                               const struct pipe_sampler_view *templ);

#endif
