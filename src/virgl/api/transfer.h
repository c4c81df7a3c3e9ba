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
    struct gv_virgl_context *ctx; /* the resource must be attached to ctx; NULL: the resource need
                                     not be attached to a context */
    uint32_t handle;
    uint32_t level;
    const struct pipe_box *box;
    uint32_t stride;         /* 0: the stride of the level's tight layout */
    uint32_t layer_stride;   /* 0: the layer stride of the level's tight layout */
    uint64_t offset;         /* offset of the box's first block in the backing */
    const struct iovec *iov; /* memory in place of the resource's own backing; NULL: the backing */
    unsigned num_iov;
    bool shows_iov; /* the renderer's gv_virgl_memory_hook is called for iov as for a resource's
                       backing */
};

/* gv_virgl_transfer_get() copies from the resource to the backing, gv_virgl_transfer_put() from the
 * backing to the resource. Both functions act as if executed after all commands submitted so far.
 * Neither function accesses the backing after it has returned. */
enum galvan_result gv_virgl_transfer_get(struct gv_virgl_renderer *r,
                                         const struct gv_virgl_transfer *transfer);
enum galvan_result gv_virgl_transfer_put(struct gv_virgl_renderer *r,
                                         const struct gv_virgl_transfer *transfer);

#endif
