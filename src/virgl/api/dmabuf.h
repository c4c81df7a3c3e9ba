/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Copies of a texture that leave as a dma-buf, for any driver and any process. */
#ifndef GV_VIRGL_API_DMABUF_H
#define GV_VIRGL_API_DMABUF_H

#include <stdbool.h>
#include <stdint.h>

#include "galvan/result.h"

struct gv_virgl_dmabuf;
struct gv_virgl_renderer;
struct gv_virgl_resource;
struct pipe_box;

/* Whether the device exports dma-bufs, which is tried by making one. */
bool gv_virgl_has_dmabufs(struct gv_virgl_renderer *r);

/* How a texture leaves: one plane from byte 0 on, DRM_FORMAT_MOD_LINEAR, with rows of stride bytes.
 * False: it cannot leave. */
bool gv_virgl_dmabuf_layout(const struct gv_virgl_resource *res, uint32_t *out_stride_B,
                            uint32_t *out_size_B);

/* Room for the first level of a 2D texture, counted against what the client may have: rows from
 * byte 0 on (DRM_FORMAT_MOD_LINEAR), in the texture's format. GALVAN_ERROR_INVALID,
 * GALVAN_ERROR_LIMIT, GALVAN_ERROR_NO_MEMORY. */
enum galvan_result gv_virgl_dmabuf_create(struct gv_virgl_renderer *r, uint32_t handle,
                                          struct gv_virgl_dmabuf **out);

/* NULL is fine. The memory stays while others have it. */
void gv_virgl_dmabuf_destroy(struct gv_virgl_renderer *r, struct gv_virgl_dmabuf *dmabuf);

uint32_t gv_virgl_dmabuf_stride(const struct gv_virgl_dmabuf *dmabuf);

/* A new descriptor, the caller's to close; -1 when there are none left. */
int gv_virgl_dmabuf_open(struct gv_virgl_renderer *r, const struct gv_virgl_dmabuf *dmabuf);

/* Has the device copy a box of the texture, behind all work so far, which is started. Waits for
 * nothing: a fence of later does. GALVAN_ERROR_DEVICE_LOST, GALVAN_ERROR_NO_MEMORY. */
enum galvan_result gv_virgl_dmabuf_update(struct gv_virgl_renderer *r,
                                          struct gv_virgl_dmabuf *dmabuf,
                                          const struct pipe_box *box);

#endif
