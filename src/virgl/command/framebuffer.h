/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* The framebuffer as its two commands have set it. */
#ifndef GV_VIRGL_COMMAND_FRAMEBUFFER_H
#define GV_VIRGL_COMMAND_FRAMEBUFFER_H

#include "virgl/sub_context.h"

/* Passes pending changes of the framebuffer to the pipe_context and to watchers. */
void gv_virgl_tell_framebuffer(struct gv_virgl_sub_context *sub);

/* The same, if anything is. */
static inline void gv_virgl_emit_framebuffer(struct gv_virgl_sub_context *sub)
{
    if (sub->fb.due)
        gv_virgl_tell_framebuffer(sub);
}

/* Effective size of the framebuffer: the smallest attachment, or what NO_ATTACH said. */
void gv_virgl_framebuffer_size(const struct gv_virgl_framebuffer *fb, unsigned *out_width,
                               unsigned *out_height);

#endif
