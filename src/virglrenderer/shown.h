/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* instance->shown: the list of the few resources that have a texture or a dma-buf. */
#ifndef GV_VR_SHOWN_H
#define GV_VR_SHOWN_H

struct gv_vr_instance;
struct gv_vr_resource;

/* Add a resource to the list, or remove it. Repeated calls are fine. */
void gv_vr_shown_add(struct gv_vr_instance *instance, struct gv_vr_resource *res);
void gv_vr_shown_remove(struct gv_vr_instance *instance, struct gv_vr_resource *res);

#endif
