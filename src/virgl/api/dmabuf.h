/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Exports a copy of a texture as a dma-buf, for any driver and any process. */
#ifndef GV_VIRGL_API_DMABUF_H
#define GV_VIRGL_API_DMABUF_H

#include <stdbool.h>
#include <stdint.h>

#include "galvan/result.h"

struct gv_virgl_dmabuf;
struct gv_virgl_renderer;
struct gv_virgl_resource;
struct pipe_box;

/* Whether the device can export dma-bufs. Creates a dma-buf to find out. */
bool gv_virgl_has_dmabufs(struct gv_virgl_renderer *r);

/* Returns the layout of the dma-buf for this texture: one plane at offset 0, DRM_FORMAT_MOD_LINEAR,
 * with rows of *out_stride_B bytes. False if the texture cannot be exported. */
bool gv_virgl_dmabuf_layout(const struct gv_virgl_resource *res, uint32_t *out_stride_B,
                            uint32_t *out_size_B);

/* Allocates memory for a copy of the first level of a 2D texture: linear rows from byte 0 on
 * (DRM_FORMAT_MOD_LINEAR), in the texture's format. The memory is charged to the client.
 * GALVAN_ERROR_INVALID, GALVAN_ERROR_LIMIT, GALVAN_ERROR_NO_MEMORY. */
enum galvan_result gv_virgl_dmabuf_create(struct gv_virgl_renderer *r, uint32_t handle,
                                          struct gv_virgl_dmabuf **out);

/* Destroys `dmabuf`, which may be NULL. The memory stays while another driver or process uses
 * it. */
void gv_virgl_dmabuf_destroy(struct gv_virgl_renderer *r, struct gv_virgl_dmabuf *dmabuf);

uint32_t gv_virgl_dmabuf_stride(const struct gv_virgl_dmabuf *dmabuf);

/* Returns a new descriptor of the dma-buf, which the caller must close; -1 if descriptors have run
 * out. */
int gv_virgl_dmabuf_open(struct gv_virgl_renderer *r, const struct gv_virgl_dmabuf *dmabuf);

/* Copies a box of the texture to the dma-buf after all earlier work: records the copy, and submits
 * it together with the earlier work. Does not wait: a fence created after this call covers the
 * copy. GALVAN_ERROR_DEVICE_LOST, GALVAN_ERROR_NO_MEMORY. */
enum galvan_result gv_virgl_dmabuf_update(struct gv_virgl_renderer *r,
                                          struct gv_virgl_dmabuf *dmabuf,
                                          const struct pipe_box *box);

#endif
