/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* The current sub-context's work, and its submission to the device. */
#ifndef GV_VIRGL_WORK_H
#define GV_VIRGL_WORK_H

#include <stdbool.h>

struct gv_virgl_renderer;
struct gv_virgl_sub_context;
struct pipe_context;

/* Makes sub the current sub-context. First submits the work of the previous one, so that sub sees
 * its results. */
void gv_virgl_make_current(struct gv_virgl_renderer *r, struct gv_virgl_sub_context *sub);

/* The current sub-context's pipe_context, created if necessary; NULL if that fails. */
struct pipe_context *gv_virgl_current_pipe(struct gv_virgl_renderer *r);

/* Submits the current sub-context's work, if there is any, and stores its fence. */
void gv_virgl_flush_work(struct gv_virgl_renderer *r);

/* Asks the device whether it is lost. If so, marks the renderer lost and returns true. Does not
 * wait or submit. */
bool gv_virgl_check_device(struct gv_virgl_renderer *r);

#endif
