/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* struct gv_resource: a pipe_resource and its storage, which a discard may exchange while batches
 * still use the old one. */
#ifndef GV_RESOURCE_H
#define GV_RESOURCE_H

#include "driver/resource/storage.h"

struct gv_screen;

struct gv_resource {
    struct pipe_resource base;
    struct gv_storage *storage;
    const struct gv_format *format; /* NULL for buffers */

    /* Buffers: bytes that were ever written; a write outside needs no wait. The end in the upper
     * half, the beginning in the lower; 0: nothing was. */
    _Atomic uint64_t valid_B;
    _Atomic uint32_t persistent_maps; /* while above 0 the storage is not exchanged */
};

static inline struct gv_resource *gv_resource(struct pipe_resource *resource)
{
    return (struct gv_resource *)resource;
}

/* The samples of a texture that the device has more of; 0: the device's, or no texture. */
static inline uint8_t gv_resource_shown_samples(const struct pipe_resource *res)
{
    return res && res->nr_samples > 1 && res->nr_samples < res->nr_storage_samples
               ? (uint8_t)res->nr_samples
               : 0;
}

/* The template with what does not matter made sane; false when there can be no such resource. */
bool gv_resource_check(struct gv_screen *screen, const struct pipe_resource *templ,
                       struct pipe_resource *out_templ);

/* A resource of a checked template. Takes storage, which may be NULL; then, and when memory ran
 * out, NULL. */
struct pipe_resource *gv_resource_wrap(struct gv_screen *screen, const struct pipe_resource *templ,
                                       struct gv_storage *storage);

/* Grows the valid range of a buffer; empties it; says whether it leaves these bytes out. */
void gv_resource_mark_written(struct gv_resource *res, unsigned offset_B, unsigned size_B);
void gv_resource_mark_unwritten(struct gv_resource *res);
bool gv_resource_is_unwritten(const struct gv_resource *res, unsigned begin_B, unsigned end_B);

/* Vulkan's view of a box: layers for arrays and cubes, z for 3D. */
unsigned gv_resource_num_layers(const struct pipe_resource *res, unsigned level);

/* resource_create and its kin. */
void gv_screen_init_resources(struct gv_screen *screen);

#endif
