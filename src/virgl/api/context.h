/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Contexts. Each context stands for a process of the client. */
#ifndef GV_VIRGL_API_CONTEXT_H
#define GV_VIRGL_API_CONTEXT_H

#include <stdint.h>

#include "galvan/result.h"

struct gv_virgl_context;
struct gv_virgl_renderer;

/* Creates a context. `name` identifies the context in log lines; it is copied, and control
 * characters are replaced. NULL: the client's name is used. *out is valid until
 * gv_virgl_context_destroy(), or until the renderer is destroyed. */
enum galvan_result gv_virgl_context_create(struct gv_virgl_renderer *r, const char *name,
                                           struct gv_virgl_context **out);

/* Destroys the context and its sub-contexts, but no resources. ctx may be NULL. */
void gv_virgl_context_destroy(struct gv_virgl_context *ctx);

/* Lets the context's commands use the resource, until it is detached or unreferenced. Attaching a
 * resource again is fine. GALVAN_ERROR_INVALID if the resource does not exist. */
enum galvan_result gv_virgl_context_attach(struct gv_virgl_context *ctx, uint32_t handle);

/* Undoes gv_virgl_context_attach(). Objects that were created from the resource stay. Unknown
 * handles are ignored. */
void gv_virgl_context_detach(struct gv_virgl_context *ctx, uint32_t handle);

#endif
