/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Recreates images for uses for which they were not created. The new image has the additional uses
 * and a copy of the contents. */
#ifndef GV_IMAGE_REMAKE_H
#define GV_IMAGE_REMAKE_H

#include <stdbool.h>

#include <volk.h>

struct gv_context;
struct gv_resource;

/* Makes sure that the image of res supports a view of format vk for `usage`. `vk` must be
 * compatible with the image's format. Call before creating the view. If necessary, recreates the
 * image; existing views then refer to the new image. Must not be called between the commands of a
 * draw. False if the image lacks the use and cannot be replaced: other processes share it, other
 * threads may use it, the device does not support such an image, or memory runs out. */
bool gv_image_provide(struct gv_context *ctx, struct gv_resource *res, VkFormat vk,
                      VkImageUsageFlags usage);

/* Whether the image of res was created for views of format vk for `usage`. */
bool gv_image_has(const struct gv_resource *res, VkFormat vk, VkImageUsageFlags usage);

#endif
