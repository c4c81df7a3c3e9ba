/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Images that are asked for what they were not made for: they are made anew, with their contents,
 * and have it from then on. */
#ifndef GV_IMAGE_REMAKE_H
#define GV_IMAGE_REMAKE_H

#include <stdbool.h>

#include <volk.h>

struct gv_context;
struct gv_resource;

/* Comes before a view of the image of res as vk, a format that it may be cast to, for usage. The
 * image is made anew where it must; what views of it there are follow it. Not between the commands
 * of a draw. False: it was not made for that and stays what it is, since other processes have it
 * or other threads may be using it, the device has no such image, or memory ran out. */
bool gv_image_provide(struct gv_context *ctx, struct gv_resource *res, VkFormat vk,
                      VkImageUsageFlags usage);

/* Whether the image of res is made for that. */
bool gv_image_has(const struct gv_resource *res, VkFormat vk, VkImageUsageFlags usage);

#endif
