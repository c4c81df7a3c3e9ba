/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Images that are used in a way for which they were not created are created again, with their
 * contents and the additional uses. */
#ifndef GV_IMAGE_REMAKE_H
#define GV_IMAGE_REMAKE_H

#include <stdbool.h>

#include <volk.h>

struct gv_context;
struct gv_resource;

/* Call before creating a view of res's image as vk, a compatible format, for usage. Creates the
 * image again if necessary; existing views then refer to the new image. Must not be called between
 * the commands of a draw. False if the image lacks the use and cannot be replaced: other processes
 * share it, other threads may use it, the device does not support such an image, or memory runs
 * out. */
bool gv_image_provide(struct gv_context *ctx, struct gv_resource *res, VkFormat vk,
                      VkImageUsageFlags usage);

/* Whether the image of res has been created for that. */
bool gv_image_has(const struct gv_resource *res, VkFormat vk, VkImageUsageFlags usage);

#endif
