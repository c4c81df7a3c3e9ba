/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* dma-bufs of resources, for callers that pass a guest's screen to other processes: copies that are
 * updated after each submission and each transfer. Functions return errors as in instance.h. */
#ifndef GV_VR_DMABUF_H
#define GV_VR_DMABUF_H

#include <stdbool.h>

struct gv_vr_instance;
struct gv_vr_resource;

/* Whether gv_vr_dmabuf_make() may succeed. */
bool gv_vr_dmabuf_is_possible(struct gv_vr_instance *instance, const struct gv_vr_resource *res);

/* Creates the resource's dma-buf, with the resource's contents, unless the resource already has a
 * dma-buf. The dma-buf is destroyed with the resource. */
int gv_vr_dmabuf_make(struct gv_vr_instance *instance, struct gv_vr_resource *res);

/* *out_fd gets a new descriptor of the dma-buf, which the caller must close. */
int gv_vr_dmabuf_open(struct gv_vr_instance *instance, const struct gv_vr_resource *res,
                      int *out_fd);

/* Updates all dma-bufs, except those of resources with a texture: such a dma-buf is updated
 * together with the texture (texture.h). */
void gv_vr_dmabufs_update(struct gv_vr_instance *instance);

#endif
