/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* A sub-context's pipe_context: its creation, and its methods that differ by shader stage. */
#ifndef GV_VIRGL_PIPE_H
#define GV_VIRGL_PIPE_H

struct gv_virgl_sub_context;
struct pipe_context;

/* Returns the sub-context's pipe_context, which is created on first use with Gallium's initial
 * state; NULL if the creation fails. */
struct pipe_context *gv_virgl_sub_context_pipe(struct gv_virgl_sub_context *sub);

/* Call the stage's bind_*_state() or delete_*_state(). */
void gv_virgl_pipe_bind_shader(struct pipe_context *pipe, unsigned stage, void *cso);
void gv_virgl_pipe_delete_shader(struct pipe_context *pipe, unsigned stage, void *cso);

#endif
