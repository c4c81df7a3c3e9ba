/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* The framebuffer as its two commands have set it. */
#ifndef GV_VIRGL_COMMAND_FRAMEBUFFER_H
#define GV_VIRGL_COMMAND_FRAMEBUFFER_H

struct gv_virgl_framebuffer;
struct gv_virgl_sub_context;

/* Sets the pipe_context's framebuffer if it changed. */
void gv_virgl_emit_framebuffer(struct gv_virgl_sub_context *sub);

/* Effective size of the framebuffer: the smallest attachment, or what NO_ATTACH said. */
void gv_virgl_framebuffer_size(const struct gv_virgl_framebuffer *fb, unsigned *out_width,
                               unsigned *out_height);

#endif
