/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* A sub-context's pipe_context: when it is made, and its methods that differ by shader stage. */
#ifndef GV_VIRGL_PIPE_H
#define GV_VIRGL_PIPE_H

struct gv_virgl_sub_context;
struct pipe_context;

/* The pipe_context, made on first use with Gallium's initial state; NULL when that fails. */
struct pipe_context *gv_virgl_sub_context_pipe(struct gv_virgl_sub_context *sub);

/* bind_*_state of a shader stage. */
void gv_virgl_pipe_bind_shader(struct pipe_context *pipe, unsigned stage, void *cso);
void gv_virgl_pipe_delete_shader(struct pipe_context *pipe, unsigned stage, void *cso);

#endif
