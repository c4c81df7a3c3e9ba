/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* What a context tells its program beside results: messages and the loss of the device. */
#ifndef GV_DEBUG_H
#define GV_DEBUG_H

#include "pipe/p_context.h"

struct gv_context;

/* Places in the driver that have something to say. */
enum gv_message {
    GV_MESSAGE_SHADER,   /* a shader was refused */
    GV_MESSAGE_PIPELINE, /* a draw waited for a new pipeline */
    GV_NUM_MESSAGES,
};

/* What the program asked to be told; all zero: nothing. */
struct gv_debug {
    struct pipe_debug_callback callback;
    unsigned ids[GV_NUM_MESSAGES]; /* the callback's */
    struct pipe_device_reset_callback reset;
};

void gv_context_init_debug(struct gv_context *ctx);

/* To the log and to the program; on the thread that uses the context. */
void gv_context_message(struct gv_context *ctx, enum gv_message message, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* Tells the program once that the device was lost, if it was. */
void gv_context_tell_reset(struct gv_context *ctx);

#endif
