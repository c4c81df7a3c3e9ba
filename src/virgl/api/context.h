/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Contexts: processes of the client. */
#ifndef GV_VIRGL_API_CONTEXT_H
#define GV_VIRGL_API_CONTEXT_H

#include <stdint.h>

#include "galvan/result.h"

struct gv_virgl_context;
struct gv_virgl_renderer;

/* name is for log lines; copied and cleaned; NULL: the client's. On success *out ends with
 * gv_virgl_context_destroy() or with the renderer. */
enum galvan_result gv_virgl_context_create(struct gv_virgl_renderer *r, const char *name,
                                           struct gv_virgl_context **out);

/* Ends its sub-contexts; resources stay. NULL is fine. */
void gv_virgl_context_destroy(struct gv_virgl_context *ctx);

/* Lets the context's commands use the resource, until it is detached or unreferenced.
 * GALVAN_ERROR_INVALID when there is none; once more is fine. */
enum galvan_result gv_virgl_context_attach(struct gv_virgl_context *ctx, uint32_t handle);

/* Objects made from the resource stay. Unknown handles are ignored. */
void gv_virgl_context_detach(struct gv_virgl_context *ctx, uint32_t handle);

#endif
