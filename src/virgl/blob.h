/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Buffers in memory that both the client and the device can access, so that programs can map them
 * persistently. */
#ifndef GV_VIRGL_BLOB_H
#define GV_VIRGL_BLOB_H

#include <stdbool.h>
#include <stdint.h>

#include "galvan/result.h"

struct gv_virgl_context;
struct gv_virgl_renderer;
struct gv_virgl_resource;
struct gv_virgl_resource_args;

/* Whether the screen can create buffers in the client's memory. */
bool gv_virgl_has_blobs(const struct gv_virgl_renderer *r);

/* Stores the parameters of a blob that the transport will create. Fails with GALVAN_ERROR_LIMIT if
 * the client has reached its limit of objects, or with GALVAN_ERROR_NO_MEMORY. */
enum galvan_result gv_virgl_blob_announce(struct gv_virgl_context *ctx, uint64_t blob_id,
                                          const struct gv_virgl_resource_args *args);

/* Frees the parameters of all blobs that the context has announced. */
void gv_virgl_blobs_forget(struct gv_virgl_context *ctx);

/* Whether the device still uses a blob; if `wait` is true, returns once the device no longer uses
 * the blob. */
bool gv_virgl_blob_busy(struct gv_virgl_renderer *r, struct gv_virgl_resource *res, bool wait);

#endif
