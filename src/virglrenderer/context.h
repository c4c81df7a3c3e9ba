/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Functions about the contexts of an instance and their submissions. They implement the public
 * functions of the same names, and return errors as in instance.h. */
#ifndef GV_VR_CONTEXT_H
#define GV_VR_CONTEXT_H

#include <stdbool.h>
#include <stdint.h>

struct gv_vr_instance;

int gv_vr_context_create(struct gv_vr_instance *instance, uint32_t ctx_id, uint32_t flags,
                         uint32_t name_len, const char *name);
void gv_vr_context_destroy(struct gv_vr_instance *instance, uint32_t ctx_id);
bool gv_vr_context_exists(const struct gv_vr_instance *instance, uint32_t ctx_id);
void gv_vr_context_attach(struct gv_vr_instance *instance, uint32_t ctx_id, uint32_t res_handle);
void gv_vr_context_detach(struct gv_vr_instance *instance, uint32_t ctx_id, uint32_t res_handle);
int gv_vr_submit(struct gv_vr_instance *instance, uint32_t ctx_id, const void *buffer, int num_dw);

#endif
