/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Questions about resources. Errors as in instance.h. */
#ifndef GV_VR_QUERY_H
#define GV_VR_QUERY_H

#include <stdint.h>

#include "galvan/virglrenderer.h"

struct gv_vr_instance;

int gv_vr_resource_info(struct gv_vr_instance *instance, uint32_t handle,
                        struct virgl_renderer_resource_info *info);
int gv_vr_resource_info_ext(struct gv_vr_instance *instance, uint32_t handle,
                            struct virgl_renderer_resource_info_ext *info);

/* virgl_renderer_execute(). */
int gv_vr_execute(const struct gv_vr_instance *instance, void *args, uint32_t size_B);

#endif
