/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* What clients wait for by asking about a resource. */
#ifndef GV_VIRGL_API_BUSY_H
#define GV_VIRGL_API_BUSY_H

#include <stdbool.h>
#include <stdint.h>

struct gv_virgl_renderer;

/* Whether something the client waits for through this resource is still under way: work submitted
 * before a fence buffer was made, a query result not yet in the backing, or work that uses a blob.
 * With wait, returns when that is over. Unknown handles, 0 among them, are idle. */
bool gv_virgl_resource_busy(struct gv_virgl_renderer *r, uint32_t handle, bool wait);

/* Writes the query results that are ready to their backings. Called before a client learns that a
 * fence has passed, since it expects the results of the work before it. */
void gv_virgl_poll_results(struct gv_virgl_renderer *r);

#endif
