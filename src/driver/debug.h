/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Reports of a context: messages, the loss of the device, markers. */
#ifndef GV_DEBUG_H
#define GV_DEBUG_H

struct gv_context;

void gv_context_init_debug(struct gv_context *ctx);

/* Tells the program once that the device was lost, if it was. */
void gv_context_tell_reset(struct gv_context *ctx);

#endif
