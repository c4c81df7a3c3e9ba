/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Reports whether a resource is busy: clients wait by polling this state. */
#ifndef GV_VIRGL_API_BUSY_H
#define GV_VIRGL_API_BUSY_H

#include <stdbool.h>
#include <stdint.h>

struct gv_virgl_renderer;

/* Whether a resource is busy. A fence buffer is busy until the work submitted before its creation
 * is finished. A query buffer is busy until the query's result is in the backing. A blob is busy
 * while the device uses it. If `wait` is true, returns when the resource is idle. Unknown handles,
 * among them 0, are idle. */
bool gv_virgl_resource_busy(struct gv_virgl_renderer *r, uint32_t handle, bool wait);

/* Writes the available query results to the backings of their query buffers. Call before a client
 * learns that a fence has passed, since the client then expects the results of the work before the
 * fence. */
void gv_virgl_poll_results(struct gv_virgl_renderer *r);

#endif
