/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Records a guest's commands as if the guest were one client of a server. The recording has only
 * one context, so that resources are shared and commands keep their order. In this context, each
 * sub-context of each guest context has a separate number. A frame is the contents of a resource at
 * the time when the caller queries the resource in order to display it.
 *
 * Each function may be called with an instance that is not recorded. If a call cannot be recorded,
 * the recording ends with a line in the log, and the guest continues. */
#ifndef GV_VR_RECORD_H
#define GV_VR_RECORD_H

#include <stddef.h>
#include <stdint.h>

#include "galvan/result.h"

struct galvan_log;
struct gv_virgl_memory_hook;
struct gv_virgl_resource_args;
struct gv_vr_instance;
struct gv_vr_record;
struct gv_vr_resource;
struct gv_vr_transfer;

/* Creates a new file for the recording in a directory. NULL, after a line in the log, on
 * failure. */
struct gv_vr_record *gv_vr_record_create(const char *dir, const struct galvan_log *log);

/* Destroys record, which may be NULL. */
void gv_vr_record_destroy(struct gv_vr_record *record);

/* Ends the recording, and closes the file if this process writes it. */
void gv_vr_record_end(struct gv_vr_instance *instance);

/* Returns the hook that the renderer must call; NULL if `record` is NULL. */
const struct gv_virgl_memory_hook *gv_vr_record_hook(const struct gv_vr_record *record);

/* Records the first messages. Call once the instance has a renderer. */
void gv_vr_record_begin(struct gv_vr_instance *instance);

/* Ends the recording. Call when a blob of host memory was created, whose contents cannot be
 * recorded. */
void gv_vr_record_blob(struct gv_vr_instance *instance);

/* Record the creation and the end of a context or a resource. Call after the creation, and before
 * the end. */
void gv_vr_record_context(struct gv_vr_instance *instance, uint32_t ctx_id);
void gv_vr_record_context_end(struct gv_vr_instance *instance, uint32_t ctx_id);
void gv_vr_record_resource(struct gv_vr_instance *instance,
                           const struct gv_virgl_resource_args *args);
void gv_vr_record_resource_end(struct gv_vr_instance *instance, uint32_t handle);

/* Record commands or a transfer. Call before the commands or the transfer are executed. The memory
 * that the commands or the transfer read is recorded after them. */
void gv_vr_record_submit(struct gv_vr_instance *instance, uint32_t ctx_id, const uint32_t *dwords,
                         size_t num_dw);
void gv_vr_record_transfer(struct gv_vr_instance *instance, const struct gv_vr_transfer *transfer);

/* Records a frame. Call when the caller queries the resource. */
void gv_vr_record_frame(struct gv_vr_instance *instance, const struct gv_vr_resource *res);

#endif
