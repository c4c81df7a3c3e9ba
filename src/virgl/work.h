/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* The work of the current sub-context on its way to the device. */
#ifndef GV_VIRGL_WORK_H
#define GV_VIRGL_WORK_H

#include <stdbool.h>

struct gv_virgl_renderer;
struct gv_virgl_sub_context;
struct pipe_context;

/* Makes sub the one that commands go to. Work of the one before is submitted first, so that what
 * one sub-context did is seen by the next. */
void gv_virgl_make_current(struct gv_virgl_renderer *r, struct gv_virgl_sub_context *sub);

/* The current sub-context's pipe_context, made if need be; NULL when that fails. */
struct pipe_context *gv_virgl_current_pipe(struct gv_virgl_renderer *r);

/* Submits the current context's work, if there is any, and keeps its fence. */
void gv_virgl_flush_work(struct gv_virgl_renderer *r);

/* Asks the device whether it is lost, and marks it so. Neither waits nor submits. */
bool gv_virgl_check_device(struct gv_virgl_renderer *r);

#endif
