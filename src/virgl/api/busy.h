/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Clients wait by asking whether a resource is busy. */
#ifndef GV_VIRGL_API_BUSY_H
#define GV_VIRGL_API_BUSY_H

#include <stdbool.h>
#include <stdint.h>

struct gv_virgl_renderer;

/* Whether what the client waits for through this resource is unfinished: work submitted before a
 * fence buffer was created, a query result that is not yet in the backing, or work that uses a
 * blob. With wait, returns when it is finished. Unknown handles, among them 0, are idle. */
bool gv_virgl_resource_busy(struct gv_virgl_renderer *r, uint32_t handle, bool wait);

/* Writes the query results that are available to their backings. Call before a client learns that a
 * fence has passed, since the client then expects the results of the work before the fence. */
void gv_virgl_poll_results(struct gv_virgl_renderer *r);

#endif
