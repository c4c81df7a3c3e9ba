/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Queries about resources. Functions return errors as in instance.h. */
#ifndef GV_VR_QUERY_H
#define GV_VR_QUERY_H

#include <stdint.h>

#include "galvan/virglrenderer.h"

struct gv_vr_instance;

int gv_vr_resource_info(struct gv_vr_instance *instance, uint32_t handle,
                        struct virgl_renderer_resource_info *info);
int gv_vr_resource_info_ext(struct gv_vr_instance *instance, uint32_t handle,
                            struct virgl_renderer_resource_info_ext *info);

/* Implement virgl_renderer_get_fd_for_texture2() and virgl_renderer_resource_export_blob(). */
int gv_vr_texture_fd(struct gv_vr_instance *instance, uint32_t tex_id, int *out_fd, int *out_stride,
                     int *out_offset);
int gv_vr_resource_export(struct gv_vr_instance *instance, uint32_t handle, uint32_t *out_type,
                          int *out_fd);

/* Implements virgl_renderer_execute(). */
int gv_vr_execute(struct gv_vr_instance *instance, void *args, uint32_t size_B);

#endif
