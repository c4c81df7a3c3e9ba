/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Image views for shader loads and stores. Views are cached in their storage, since clients bind
 * the same few views again and again. Views beyond GV_MAX_KEPT_VIEWS of one storage live as long as
 * their binding. */
#ifndef GV_IMAGE_VIEW_H
#define GV_IMAGE_VIEW_H

#include <stdbool.h>
#include <stdint.h>

#include <volk.h>

#include "driver/resource/storage.h"

struct galvan_tgsi_info;
struct gv_recorder;
struct gv_screen;
struct pipe_image_view;

enum {
    GV_MAX_KEPT_VIEWS = 64,
};

struct gv_image_view {
    struct gv_kept_view base;       /* has no handle if the device does not support the view */
    bool kept;                      /* whether the view is cached in the storage */
    struct gv_storage *released_of; /* the storage of a released view that is not cached, until the
                                       view is destroyed */

    /* The key of the view. */
    enum pipe_format format;
    bool raw;          /* whether the view accesses dwords instead of texels of `format` */
    uint8_t target;    /* TGSI_TEXTURE_* */
    uint32_t place[3]; /* level and layers of an image, or range of bytes of a buffer */
};

/* Whether a shader that declares an image of the format `declared`, or PIPE_FORMAT_NONE, can access
 * a view of `format`: in Vulkan, both have integers or neither. */
bool gv_image_formats_fit(enum pipe_format declared, enum pipe_format format);

/* Whether the device supports the view that IMAGE[unit] of a shader needs. False if no image is
 * bound, or if its texels are not of the type that the shader declares. */
bool gv_image_view_exists(struct gv_screen *screen, const struct pipe_image_view *view,
                          const struct galvan_tgsi_info *info, unsigned unit);

/* Returns the view of the resource's current storage, cached or new. NULL if memory runs out. */
struct gv_image_view *gv_image_view_get(struct gv_screen *screen,
                                        const struct pipe_image_view *view, unsigned target,
                                        bool raw);

/* Releases the view of a binding, and the binding's reference to the storage. `view` may be NULL.
 * Batches may continue to use the view and the storage. */
void gv_image_view_release(struct gv_recorder *rec, struct gv_storage *storage,
                           struct gv_image_view *view);

#endif
