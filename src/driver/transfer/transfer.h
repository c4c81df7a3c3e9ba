/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Maps of resources. A buffer is mapped directly if the CPU need not wait, or if the caller accepts
 * a wait. All other maps use staging memory and a copy. */
#ifndef GV_TRANSFER_H
#define GV_TRANSFER_H

#include "driver/resource/resource.h"

struct gv_context;
struct gv_image_box;
struct gv_recorder;
struct gv_staging;

/* Texels in CPU memory, in the client's format. */
struct gv_texels {
    const void *data;
    uint64_t stride_B, layer_stride_B;
};

struct gv_transfer {
    struct pipe_transfer base;
    struct gv_storage *storage; /* mapped directly: the mapped storage, referenced; NULL if staging
                                   memory is used */
    struct gv_staging *staging; /* NULL if mapped directly */
    uint32_t staging_offset_B;  /* offset of the mapped box in staging */
    uint8_t *texels;            /* images: the client's texels, if staging holds separate planes */
    struct pipe_transfer *resolved; /* multisampled images: the map of a resolved copy; otherwise
                                       NULL */
};

static inline struct gv_transfer *gv_transfer(struct pipe_transfer *transfer)
{
    return (struct gv_transfer *)transfer;
}

/* Whether the map of an image must first read the old texels. False if they are discarded or the
 * map is unsynchronized. */
bool gv_transfer_reads_image(unsigned usage);

/* Whether a read through staging memory would wait for the device. Call for maps with DONTBLOCK.
 * Submits the recorded commands, so that a later call can succeed. */
bool gv_transfer_would_block(struct gv_recorder *rec);

/* Waits for the uses of `storage` that conflict with the access. False if DONTBLOCK is set and the
 * CPU would wait; the recorded commands are then submitted, so that a later call can succeed. */
bool gv_transfer_wait(struct gv_recorder *rec, struct gv_storage *storage, unsigned usage);

/* Map the resource of t. t->base must be filled in. NULL on failure; t then owns no memory. */
void *gv_transfer_map_buffer(struct gv_context *ctx, struct gv_transfer *t);
void *gv_transfer_map_image(struct gv_context *ctx, struct gv_transfer *t);
void *gv_transfer_map_samples(struct gv_context *ctx, struct gv_transfer *t);

void gv_transfer_unmap_buffer(struct gv_context *ctx, struct gv_transfer *t);
void gv_transfer_unmap_image(struct gv_context *ctx, struct gv_transfer *t);
void gv_transfer_unmap_samples(struct gv_context *ctx, struct gv_transfer *t);

/* Write a part of an open map to the resource. `box` is relative to the mapped box. The functions
 * do nothing if `box` is not inside the mapped box. */
void gv_transfer_flush_buffer(struct gv_context *ctx, struct gv_transfer *t,
                              const struct pipe_box *box);
void gv_transfer_flush_image(struct gv_context *ctx, struct gv_transfer *t,
                             const struct pipe_box *box);
void gv_transfer_flush_samples(struct gv_context *ctx, struct gv_transfer *t,
                               const struct pipe_box *box);

/* Translates a box that is relative to the mapped box to texels of the resource. False if the box
 * is not inside the mapped box. */
bool gv_transfer_flushed_box(const struct gv_transfer *t, const struct pipe_box *box,
                             struct pipe_box *out_box);

void gv_write_buffer(struct gv_context *ctx, struct gv_resource *res, unsigned usage,
                     unsigned offset_B, unsigned size_B, const void *data);
void gv_write_image(struct gv_context *ctx, const struct gv_image_box *to,
                    const struct gv_texels *texels);
void gv_write_samples(struct gv_context *ctx, const struct gv_image_box *to,
                      const struct gv_texels *texels);

/* Sets the methods that map and write resources. */
void gv_context_init_transfers(struct gv_context *ctx);

#endif
