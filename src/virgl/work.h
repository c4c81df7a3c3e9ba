/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Records and submits the work of the current sub-context. */
#ifndef GV_VIRGL_WORK_H
#define GV_VIRGL_WORK_H

#include <stdbool.h>

struct gv_virgl_renderer;
struct gv_virgl_sub_context;
struct pipe_context;

/* Makes sub the current sub-context. First submits the work of the previous sub-context, so that
 * sub sees the results of that work. */
void gv_virgl_make_current(struct gv_virgl_renderer *r, struct gv_virgl_sub_context *sub);

/* Returns the current sub-context's pipe_context, which is created if necessary; NULL if the
 * creation fails. */
struct pipe_context *gv_virgl_current_pipe(struct gv_virgl_renderer *r);

/* Submits the current sub-context's work, if it has any, and stores the fence of the work. */
void gv_virgl_flush_work(struct gv_virgl_renderer *r);

/* Asks the device whether it is lost. If so, marks the renderer lost and returns true. Does not
 * wait or submit. */
bool gv_virgl_check_device(struct gv_virgl_renderer *r);

#endif
