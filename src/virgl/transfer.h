/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Copies texels between a resource and memory of the client. */
#ifndef GV_VIRGL_TRANSFER_H
#define GV_VIRGL_TRANSFER_H

#include <stdbool.h>
#include <stdint.h>

#include "galvan/result.h"
#include "pipe/p_state.h"

struct gv_virgl_iov;
struct gv_virgl_renderer;
struct gv_virgl_resource;

/* One transfer between a resource and a backing, which may be the backing of another resource. */
struct gv_virgl_copy {
    struct gv_virgl_resource *res;
    const struct gv_virgl_iov *iov;
    uint32_t backing; /* handle of the resource that has iov as its backing; 0: iov is not the
                         backing of a resource */
    uint32_t level;
    struct pipe_box box;
    uint32_t stride_B, layer_stride_B; /* 0: tight */
    uint64_t offset_B;                 /* offset in the backing */
};

/* Executes the transfer: if to_host is true, from the backing to the resource, otherwise from the
 * resource to the backing. On GALVAN_ERROR_INVALID *out_why is the reason. */
enum galvan_result gv_virgl_copy_run(struct gv_virgl_renderer *r, const struct gv_virgl_copy *t,
                                     bool to_host, const char **out_why);

#endif
