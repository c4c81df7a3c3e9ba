/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Buffers on memory that the client and the device both see, so that programs map them for good. */
#ifndef GV_VIRGL_BLOB_H
#define GV_VIRGL_BLOB_H

#include <stdbool.h>
#include <stdint.h>

#include "galvan/result.h"

struct gv_virgl_context;
struct gv_virgl_renderer;
struct gv_virgl_resource;
struct gv_virgl_resource_args;

/* Whether the screen can put buffers on memory of the client's. */
bool gv_virgl_has_blobs(const struct gv_virgl_renderer *r);

/* Keeps the shape of a blob that the transport will have made. GALVAN_ERROR_LIMIT past the limit of
 * objects, GALVAN_ERROR_NO_MEMORY. */
enum galvan_result gv_virgl_blob_announce(struct gv_virgl_context *ctx, uint64_t blob_id,
                                          const struct gv_virgl_resource_args *args);

/* Forgets what the context announced. */
void gv_virgl_blobs_forget(struct gv_virgl_context *ctx);

/* Whether the device still uses a blob; with wait, returns when it does not. */
bool gv_virgl_blob_busy(struct gv_virgl_renderer *r, struct gv_virgl_resource *res, bool wait);

#endif
