/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Functions about blobs. They implement the public functions of the same names. They return errors
 * as in instance.h; out parameters are unchanged after an error. */
#ifndef GV_VR_BLOB_H
#define GV_VR_BLOB_H

#include <stdint.h>

#include "galvan/virglrenderer.h"

struct gv_vr_instance;

int gv_vr_blob_create(struct gv_vr_instance *instance,
                      const struct virgl_renderer_resource_create_blob_args *args);

int gv_vr_blob_map(struct gv_vr_instance *instance, uint32_t handle, void **out_map,
                   uint64_t *out_size_B);
int gv_vr_blob_map_fixed(struct gv_vr_instance *instance, uint32_t handle, void *address);
int gv_vr_blob_unmap(struct gv_vr_instance *instance, uint32_t handle);
int gv_vr_blob_map_info(struct gv_vr_instance *instance, uint32_t handle, uint32_t *out_info);

/* Exports a blob of host memory. Fails for other resources. */
int gv_vr_blob_export(struct gv_vr_instance *instance, uint32_t handle, uint32_t *out_type,
                      int *out_fd);

#endif
