/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* The framebuffer: the attachments that one command sets, and the size that another command sets
 * for a framebuffer without attachments. */
#ifndef GV_VIRGL_COMMAND_FRAMEBUFFER_H
#define GV_VIRGL_COMMAND_FRAMEBUFFER_H

#include "virgl/sub_context.h"

/* Passes pending changes of the framebuffer to the pipe_context and to watchers. */
void gv_virgl_tell_framebuffer(struct gv_virgl_sub_context *sub);

/* Calls gv_virgl_tell_framebuffer() if a change is pending. */
static inline void gv_virgl_emit_framebuffer(struct gv_virgl_sub_context *sub)
{
    if (sub->fb.due)
        gv_virgl_tell_framebuffer(sub);
}

/* Returns the framebuffer's size: the size of the smallest attachment or, without attachments, the
 * size in SET_FRAMEBUFFER_STATE_NO_ATTACH. */
void gv_virgl_framebuffer_size(const struct gv_virgl_framebuffer *fb, unsigned *out_width,
                               unsigned *out_height);

#endif
