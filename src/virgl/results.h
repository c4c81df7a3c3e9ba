/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Query results that are to be written to the client's memory. */
#ifndef GV_VIRGL_RESULTS_H
#define GV_VIRGL_RESULTS_H

#include <stdbool.h>

struct gv_virgl_object;
struct gv_virgl_renderer;
struct gv_virgl_resource;
struct gv_virgl_sub_context;

/* _expect() adds a query's object to the list of pending results, _forget() removes the object. */
void gv_virgl_result_expect(struct gv_virgl_renderer *r, struct gv_virgl_object *obj);
void gv_virgl_result_forget(struct gv_virgl_renderer *r, struct gv_virgl_object *obj);

/* Writes the pending results that belong to res and are available; if `wait` is true, waits for all
 * pending results of res and writes them. */
void gv_virgl_finish_results(struct gv_virgl_renderer *r, struct gv_virgl_resource *res, bool wait);

/* Removes the pending results of a sub-context that is destroyed. */
void gv_virgl_drop_results(struct gv_virgl_sub_context *sub);

#endif
