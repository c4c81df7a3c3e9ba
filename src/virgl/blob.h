/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Buffers on memory that the client and the device both see, so that programs map them for good. */
#ifndef GV_VIRGL_BLOB_H
#define GV_VIRGL_BLOB_H

#include "virgl/resource.h"

struct gv_virgl_context;

/* Whether the screen can put buffers on memory of the client's. */
bool gv_virgl_has_blobs(const struct gv_virgl_renderer *r);

/* Forgets what the context announced. */
void gv_virgl_blobs_forget(struct gv_virgl_context *ctx);

/* Takes a blob that nothing on the wire refers to any more. The driver may still use its memory. */
void gv_virgl_blob_retire(struct gv_virgl_renderer *r, struct gv_virgl_resource *res);

/* Ends the retired blobs that the driver has let go of, or all of them when nothing is bound any
 * more. */
void gv_virgl_blobs_reap(struct gv_virgl_renderer *r, bool all);

/* Whether the device still uses a blob; with wait, returns when it does not. */
bool gv_virgl_blob_busy(struct gv_virgl_renderer *r, struct gv_virgl_resource *res, bool wait);

#endif
