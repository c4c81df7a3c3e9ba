/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Some facts about attachments become known only after the draws: their contents are not needed, or
 * they are resolved to another image. The current rendering cannot use these facts, because its
 * begin is already recorded. So the images are marked (ends_late in struct gv_storage). On tilers,
 * the begin of the next rendering to marked images is recorded last, when the facts are known
 * (record/late.h). */
#ifndef GV_RENDERING_END_H
#define GV_RENDERING_END_H

#include <stdbool.h>

#include <volk.h>

struct gv_context;
struct gv_format;
struct gv_resource;

/* Marks the contents of an image as not needed. */
void gv_rendering_discard(struct gv_context *ctx, struct gv_resource *res);

/* A resolve of one layer of a multisampled colour image to a single-sampled image. */
struct gv_resolve {
    struct gv_resource *src, *dst;
    const struct gv_format *format; /* format of both src and dst */
    unsigned src_layer, dst_level, dst_layer;
    VkRect2D area; /* area of both src and dst */
};

/* Adds a resolve to the end of the active rendering. Returns false if the rendering does not allow
 * the resolve. */
bool gv_rendering_resolve(struct gv_context *ctx, const struct gv_resolve *resolve);

#endif
