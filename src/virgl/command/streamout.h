/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Functions for stream output that other commands use. */
#ifndef GV_VIRGL_STREAMOUT_H
#define GV_VIRGL_STREAMOUT_H

#include <stdint.h>

struct gv_virgl_sub_context;
struct pipe_stream_output_target;

/* Forgets all target lists that contain the target with this handle. Call when the target is
 * destroyed. */
void gv_virgl_forget_so_tuples(struct gv_virgl_sub_context *sub, uint32_t handle);

/* Returns the target whose vertex count a draw-transform-feedback uses. The wire has only the
 * target's size. Among several targets of this size, prefers a target that is not bound for capture
 * now, because its capture has ended; then a target that a vertex buffer reads; then the target
 * that was captured last. NULL if no target has this size. */
struct pipe_stream_output_target *gv_virgl_so_target_by_size(struct gv_virgl_sub_context *sub,
                                                             uint32_t size_B);

#endif
