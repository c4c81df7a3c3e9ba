/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Messages, device loss and debug markers of a context. */
#ifndef GV_DEBUG_H
#define GV_DEBUG_H

struct gv_context;

void gv_context_init_debug(struct gv_context *ctx);

/* Calls the client's reset callback if the device is lost and the callback was not called
 * before. */
void gv_context_tell_reset(struct gv_context *ctx);

#endif
