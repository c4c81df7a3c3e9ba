/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Sampler views of buffers. */
#ifndef GV_TEXEL_VIEW_H
#define GV_TEXEL_VIEW_H

#include <stdbool.h>

#include <volk.h>

struct gv_context;
struct gv_sampler_view;
struct gv_vk_device;

struct gv_texel_view {
    VkBufferView handle; /* VK_NULL_HANDLE: of an image */
    VkBuffer alias;      /* that it views where not the storage's; may be VK_NULL_HANDLE */
};

/* Fills in the members of view that are about its buffer; false when it cannot be seen so. */
bool gv_texel_view_create(struct gv_context *ctx, struct gv_sampler_view *view);
void gv_texel_view_destroy(struct gv_vk_device *dev, const struct gv_texel_view *texels);

/* Views a renamed buffer anew; cheap when nothing changed. */
void gv_texel_view_update(struct gv_context *ctx, struct gv_sampler_view *view);

#endif
