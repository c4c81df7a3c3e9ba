/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* The usage flags of images. Devices compress images that have neither shader stores nor views of
 * other formats, so an image only gets the uses that were requested for it. */
#ifndef GV_IMAGE_USES_H
#define GV_IMAGE_USES_H

#include <stdbool.h>

#include <volk.h>

#include "pipe/p_state.h"

struct gv_format;
struct gv_screen;

/* The formats that views of an image may have. */
enum gv_image_formats {
    GV_IMAGE_OWN_FORMAT = 0,
    GV_IMAGE_TWIN,       /* the image's own format, and its gv_format_twin() */
    GV_IMAGE_ANY_FORMAT, /* every format of the image's texel size */
};

struct gv_image_uses {
    VkImageUsageFlags usage;
    enum gv_image_formats formats;
};

/* Whether an image is larger than the device's largest framebuffer. Such an image cannot be an
 * attachment, and draws to it are split (transfer/tiles.h). */
bool gv_image_exceeds_framebuffers(const struct gv_screen *screen,
                                   const struct pipe_resource *templ);

/* Returns the uses that the bind flags of a checked template request. Copies are always
 * included. */
struct gv_image_uses gv_image_uses_named(const struct gv_screen *screen,
                                         const struct pipe_resource *templ);

/* Returns all uses that the format allows. Storage is only among them if the template requests it.
 * Images that cannot be recreated later get all these uses. Images that several processes share
 * also get them, since these processes must agree on the uses. */
struct gv_image_uses gv_image_uses_all(const struct gv_screen *screen,
                                       const struct pipe_resource *templ);

/* Returns the uses that a view of the format `vk` needs from an image of `format`. */
struct gv_image_uses gv_image_uses_of_view(const struct gv_format *format, VkFormat vk,
                                           VkImageUsageFlags usage);

struct gv_image_uses gv_image_uses_join(struct gv_image_uses a, struct gv_image_uses b);

/* Whether an image with the uses `have` includes the uses `want`. */
bool gv_image_uses_cover(struct gv_image_uses have, struct gv_image_uses want);

#endif
