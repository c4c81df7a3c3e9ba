/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Views through which shaders load and store. They are made once and kept with what they show,
 * since programs bind the same few again and again; past GV_MAX_KEPT_VIEWS of one storage each
 * lives as long as its binding. */
#ifndef GV_IMAGE_VIEW_H
#define GV_IMAGE_VIEW_H

#include <stdbool.h>
#include <stdint.h>

#include <volk.h>

#include "driver/resource/storage.h"

struct gv_context;
struct gv_state;
struct pipe_image_view;

enum {
    GV_MAX_KEPT_VIEWS = 64,
};

struct gv_image_view {
    struct gv_kept_view base;       /* no handle where the device has no such view */
    bool kept;                      /* with the storage */
    struct gv_storage *released_of; /* not kept, and waiting for its end */

    /* What was asked for. */
    enum pipe_format format;
    bool raw;          /* words instead of format */
    uint8_t target;    /* TGSI_TEXTURE_* */
    uint32_t place[3]; /* level and layers, or bytes */
};

/* Whether the device has such a view at all; false, too, where nothing is bound. */
bool gv_image_view_exists(const struct gv_state *state, const struct pipe_image_view *view,
                          unsigned target, bool raw);

/* The view of the resource's present storage; NULL when memory ran out. */
struct gv_image_view *gv_image_view_get(struct gv_context *ctx, const struct pipe_image_view *view,
                                        unsigned target, bool raw);

/* A binding lets go of a view (NULL: none) and of its reference to the storage. Batches may go on
 * using both. */
void gv_image_view_release(struct gv_context *ctx, struct gv_storage *storage,
                           struct gv_image_view *view);

#endif
