/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* struct gv_resource: a pipe_resource and its storage. A discard may replace the storage while
 * batches still use the old storage. */
#ifndef GV_RESOURCE_H
#define GV_RESOURCE_H

#include "driver/resource/storage.h"

struct gv_screen;

struct gv_resource {
    struct pipe_resource base;
    struct gv_storage *storage;
    struct gv_storage *moved_from;  /* image: an earlier storage that other threads may just have
                                       read from `storage`; otherwise NULL */
    const struct gv_format *format; /* NULL for buffers */

    /* Buffers: the range of bytes that have been written; a write outside of this range need not
     * wait. The upper half of valid_B is the end of the range, the lower half its begin. 0: no
     * bytes have been written. */
    _Atomic uint64_t valid_B;
    _Atomic uint32_t persistent_maps; /* number of persistent maps; the storage is not replaced
                                         while it is above 0 */
};

static inline struct gv_resource *gv_resource(struct pipe_resource *resource)
{
    return (struct gv_resource *)resource;
}

/* Returns the sample count that the API sees, if it differs from the stored count. 0 for all other
 * textures and for buffers. */
static inline uint8_t gv_resource_shown_samples(const struct pipe_resource *res)
{
    return res && res->nr_samples > 1 && res->nr_samples < res->nr_storage_samples
               ? (uint8_t)res->nr_samples
               : 0;
}

/* Copies a template and normalizes fields that do not apply to it. False if the resource cannot
 * exist. */
bool gv_resource_check(struct gv_screen *screen, const struct pipe_resource *templ,
                       struct pipe_resource *out_templ);

/* Creates a resource from a checked template. Takes ownership of `storage`. NULL if `storage` is
 * NULL or memory runs out. */
struct pipe_resource *gv_resource_wrap(struct gv_screen *screen, const struct pipe_resource *templ,
                                       struct gv_storage *storage);

/* gv_resource_mark_written() adds bytes to the valid range of a buffer,
 * gv_resource_mark_unwritten() empties the range, and gv_resource_is_unwritten() returns whether
 * all bytes from begin_B to end_B are outside of the range. */
void gv_resource_mark_written(struct gv_resource *res, unsigned offset_B, unsigned size_B);
void gv_resource_mark_unwritten(struct gv_resource *res);
bool gv_resource_is_unwritten(const struct gv_resource *res, unsigned begin_B, unsigned end_B);

/* Sets the screen's methods that create resources. */
void gv_screen_init_resources(struct gv_screen *screen);

#endif
