/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Takes down what the caller's guest draws, as one client of a server: the recording has one
 * context, in which each sub-context of each of the guest's contexts has a number of its own, so
 * that resources are shared and commands follow each other as they do here. A frame is what a
 * resource shows when the caller asks for its information, which it does to show it.
 *
 * Every function may be called with an instance that is not recorded. What cannot be recorded ends
 * the recording with a line in the log, and the guest goes on. */
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

/* Creates a new file in a directory. NULL, after a line in the log, on failure. */
struct gv_vr_record *gv_vr_record_create(const char *dir, const struct galvan_log *log);

/* NULL is fine. */
void gv_vr_record_destroy(struct gv_vr_record *record);

/* Closes the file, if this process writes it. Nothing is recorded afterwards. */
void gv_vr_record_end(struct gv_vr_instance *instance);

/* For the renderer; NULL is fine. */
const struct gv_virgl_memory_hook *gv_vr_record_hook(const struct gv_vr_record *record);

/* Call once the instance has a renderer: records the first messages. */
void gv_vr_record_begin(struct gv_vr_instance *instance);

/* Notes that a blob of host memory was created, whose contents cannot be recorded. */
void gv_vr_record_blob(struct gv_vr_instance *instance);

/* Once they are there, and before they go. */
void gv_vr_record_context(struct gv_vr_instance *instance, uint32_t ctx_id);
void gv_vr_record_context_end(struct gv_vr_instance *instance, uint32_t ctx_id);
void gv_vr_record_resource(struct gv_vr_instance *instance,
                           const struct gv_virgl_resource_args *args);
void gv_vr_record_resource_end(struct gv_vr_instance *instance, uint32_t handle);

/* Call before the commands are executed: the memory that they read follows. */
void gv_vr_record_submit(struct gv_vr_instance *instance, uint32_t ctx_id, const uint32_t *dwords,
                         size_t num_dw);
void gv_vr_record_transfer(struct gv_vr_instance *instance, const struct gv_vr_transfer *transfer);

/* The caller asks what a resource is. */
void gv_vr_record_frame(struct gv_vr_instance *instance, const struct gv_vr_resource *res);

#endif
