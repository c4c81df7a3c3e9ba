/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Transfers between a resource and its backing. */
#ifndef GV_VIRGL_API_TRANSFER_H
#define GV_VIRGL_API_TRANSFER_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/uio.h>

#include "galvan/result.h"

struct gv_virgl_context;
struct gv_virgl_renderer;
struct pipe_box;

struct gv_virgl_transfer {
    struct gv_virgl_context *ctx; /* to which the resource must be attached; NULL: any or none */
    uint32_t handle;
    uint32_t level;
    const struct pipe_box *box;
    uint32_t stride;         /* 0: that of the level's tight layout */
    uint32_t layer_stride;   /* as above */
    uint64_t offset;         /* of the box's first block in the backing */
    const struct iovec *iov; /* memory in place of the resource's own backing; NULL: the latter */
    unsigned num_iov;
    bool shows_iov; /* who wants to see memory that is read (struct gv_virgl_memory_hook) sees iov,
                       too, as if it was the resource's */
};

/* Resource to backing and backing to resource, as if executed after everything submitted so far.
 * Both are finished with the backing when they return. */
enum galvan_result gv_virgl_transfer_get(struct gv_virgl_renderer *r,
                                         const struct gv_virgl_transfer *transfer);
enum galvan_result gv_virgl_transfer_put(struct gv_virgl_renderer *r,
                                         const struct gv_virgl_transfer *transfer);

#endif
