/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* What an image is made for. Devices keep images compressed that shaders do not store to and that
 * are seen in no format but their own, so an image has no use that nobody has named. */
#ifndef GV_IMAGE_USES_H
#define GV_IMAGE_USES_H

#include <stdbool.h>

#include <volk.h>

#include "pipe/p_state.h"

struct gv_format;
struct gv_screen;

/* Which formats the views of an image may have. */
enum gv_image_formats {
    GV_IMAGE_OWN_FORMAT = 0,
    GV_IMAGE_SRGB_TWIN,  /* its own, and that with the other encoding */
    GV_IMAGE_ANY_FORMAT, /* every one of its size */
};

struct gv_image_uses {
    VkImageUsageFlags usage;
    enum gv_image_formats formats;
};

/* Whether an image is larger than the device's framebuffers: it is no attachment, and what is drawn
 * to it is drawn in tiles (transfer/tiles.h). */
bool gv_image_exceeds_framebuffers(const struct gv_screen *screen,
                                   const struct pipe_resource *templ);

/* The uses that the bind flags of a checked template name, and copies. */
struct gv_image_uses gv_image_uses_named(const struct gv_screen *screen,
                                         const struct pipe_resource *templ);

/* All that the format allows, but storage only where it is named: for an image that cannot be
 * exchanged for another one, and what the processes that share one agree on. */
struct gv_image_uses gv_image_uses_all(const struct gv_screen *screen,
                                       const struct pipe_resource *templ);

/* What a view of vk wants of an image of format, which it may cast to vk. */
struct gv_image_uses gv_image_uses_of_view(const struct gv_format *format, VkFormat vk,
                                           VkImageUsageFlags usage);

struct gv_image_uses gv_image_uses_join(struct gv_image_uses a, struct gv_image_uses b);

/* Whether an image for `have` can do what `want` says. */
bool gv_image_uses_cover(struct gv_image_uses have, struct gv_image_uses want);

#endif
