/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* The client's resources by their handles. */
#ifndef GV_VIRGL_RESOURCE_TABLE_H
#define GV_VIRGL_RESOURCE_TABLE_H

#include <stdint.h>

struct gv_virgl_renderer;
struct gv_virgl_resource;

/* Returns the resource with this handle; NULL if no resource has this handle. */
struct gv_virgl_resource *gv_virgl_resource_get(const struct gv_virgl_renderer *r, uint32_t handle);

/* Releases all resources of the client. */
void gv_virgl_resources_finish(struct gv_virgl_renderer *r);

#endif
