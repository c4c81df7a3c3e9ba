/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Image views for shader loads and stores. They are cached in their storage, since programs bind
 * the same few again and again. Beyond GV_MAX_KEPT_VIEWS of one storage, a view lives as long as
 * its binding. */
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
    struct gv_kept_view base;       /* without a handle if the device does not support such a
                                       view */
    bool kept;                      /* with the storage */
    struct gv_storage *released_of; /* not kept, and waiting for its end */

    /* What was asked for. */
    enum pipe_format format;
    bool raw;          /* words instead of format */
    uint8_t target;    /* TGSI_TEXTURE_* */
    uint32_t place[3]; /* level and layers, or bytes */
};

/* Whether the device supports the view that IMAGE[unit] of a shader needs; also false if nothing is
 * bound. */
bool gv_image_view_exists(struct gv_screen *screen, const struct pipe_image_view *view,
                          const struct galvan_tgsi_info *info, unsigned unit);

/* The view of the resource's present storage; NULL if memory runs out. */
struct gv_image_view *gv_image_view_get(struct gv_screen *screen,
                                        const struct pipe_image_view *view, unsigned target,
                                        bool raw);

/* Releases a binding's view (NULL: none) and its reference to the storage. Batches may continue
 * to use both. */
void gv_image_view_release(struct gv_recorder *rec, struct gv_storage *storage,
                           struct gv_image_view *view);

#endif
