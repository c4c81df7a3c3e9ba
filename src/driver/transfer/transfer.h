/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Maps of resources. A buffer is mapped directly if that needs no wait, or if the caller
 * requests the wait. All other maps go through staging memory and a copy. */
#ifndef GV_TRANSFER_H
#define GV_TRANSFER_H

#include "driver/resource/resource.h"

struct gv_context;
struct gv_image_box;
struct gv_recorder;
struct gv_staging;

/* Texels in host memory, in the client's format. */
struct gv_texels {
    const void *data;
    uint64_t stride_B, layer_stride_B;
};

struct gv_transfer {
    struct pipe_transfer base;
    struct gv_storage *storage; /* mapped in place: kept alive; NULL when staged */
    struct gv_staging *staging; /* NULL when in place */
    uint32_t staging_offset_B;  /* of the box in it */
    uint8_t *texels;            /* image: the client's texels, if staging holds separate planes */
    struct pipe_transfer *resolved; /* multisampled: the map of a resolved copy; otherwise NULL */
};

static inline struct gv_transfer *gv_transfer(struct pipe_transfer *transfer)
{
    return (struct gv_transfer *)transfer;
}

/* Whether an image's map must read the old texels first: yes, unless they are discarded. */
bool gv_transfer_reads_image(unsigned usage);

/* For DONTBLOCK: whether a staged read would wait for work of the device. Submits the recorded
 * commands, so that a later call can succeed. */
bool gv_transfer_would_block(struct gv_recorder *rec);

/* Fills in t, whose base is filled in already. NULL on failure; t then holds no memory. */
void *gv_transfer_map_buffer(struct gv_context *ctx, struct gv_transfer *t);
void *gv_transfer_map_image(struct gv_context *ctx, struct gv_transfer *t);
void *gv_transfer_map_samples(struct gv_context *ctx, struct gv_transfer *t);

void gv_transfer_unmap_buffer(struct gv_context *ctx, struct gv_transfer *t);
void gv_transfer_unmap_image(struct gv_context *ctx, struct gv_transfer *t);
void gv_transfer_unmap_samples(struct gv_context *ctx, struct gv_transfer *t);

/* box is relative to the mapped box. Does nothing if it is not inside. */
void gv_transfer_flush_buffer(struct gv_context *ctx, struct gv_transfer *t,
                              const struct pipe_box *box);
void gv_transfer_flush_image(struct gv_context *ctx, struct gv_transfer *t,
                             const struct pipe_box *box);
void gv_transfer_flush_samples(struct gv_context *ctx, struct gv_transfer *t,
                               const struct pipe_box *box);

/* The box in texels of the resource; false if it is not inside the mapped box. */
bool gv_transfer_flushed_box(const struct gv_transfer *t, const struct pipe_box *box,
                             struct pipe_box *out_box);

void gv_write_buffer(struct gv_context *ctx, struct gv_resource *res, unsigned usage,
                     unsigned offset_B, unsigned size_B, const void *data);
void gv_write_image(struct gv_context *ctx, const struct gv_image_box *to,
                    const struct gv_texels *texels);
void gv_write_samples(struct gv_context *ctx, const struct gv_image_box *to,
                      const struct gv_texels *texels);

/* transfer_map and its kin. */
void gv_context_init_transfers(struct gv_context *ctx);

#endif
