/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Query results on their way to the client's memory. */
#ifndef GV_VIRGL_RESULTS_H
#define GV_VIRGL_RESULTS_H

#include <stdbool.h>

struct gv_virgl_object;
struct gv_virgl_renderer;
struct gv_virgl_resource;
struct gv_virgl_sub_context;

/* Adds a query's object to those that wait for their result, and removes it. */
void gv_virgl_result_expect(struct gv_virgl_renderer *r, struct gv_virgl_object *obj);
void gv_virgl_result_forget(struct gv_virgl_renderer *r, struct gv_virgl_object *obj);

/* Writes the results that go to res; with wait all of them. */
void gv_virgl_finish_results(struct gv_virgl_renderer *r, struct gv_virgl_resource *res, bool wait);

/* Ends all waiting for queries of a sub-context that goes away. */
void gv_virgl_drop_results(struct gv_virgl_sub_context *sub);

#endif
