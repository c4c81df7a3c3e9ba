/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* dma-bufs of resources, for callers that hand a guest's screen to others: copies that are brought
 * up to date behind each submission and each transfer. Errors as in instance.h. */
#ifndef GV_VR_DMABUF_H
#define GV_VR_DMABUF_H

#include <stdbool.h>

struct gv_vr_instance;
struct gv_vr_resource;

/* Whether gv_vr_dmabuf_make() is worth a try. */
bool gv_vr_dmabuf_is_possible(struct gv_vr_instance *instance, const struct gv_vr_resource *res);

/* Creates it, up to date, if there is none; it lives as long as the resource. */
int gv_vr_dmabuf_make(struct gv_vr_instance *instance, struct gv_vr_resource *res);

/* A new descriptor, the caller's. */
int gv_vr_dmabuf_open(struct gv_vr_instance *instance, const struct gv_vr_resource *res,
                      int *out_fd);

/* Updates all dma-bufs except those of resources with a texture, which are updated with it
 * (texture.h). */
void gv_vr_dmabufs_update(struct gv_vr_instance *instance);

#endif
