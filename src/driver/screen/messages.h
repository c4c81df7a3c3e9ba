/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Messages of the driver to the program and to the log. */
#ifndef GV_MESSAGES_H
#define GV_MESSAGES_H

#include "galvan/log.h"
#include "pipe/p_context.h"

/* The sources of messages in the driver. */
enum gv_message {
    GV_MESSAGE_SHADER,   /* a shader was refused */
    GV_MESSAGE_PIPELINE, /* a draw waited for a new pipeline */
    GV_NUM_MESSAGES,
};

struct gv_messages {
    const struct galvan_log *log;
    struct pipe_debug_callback callback; /* all zero: the program wants none */
    unsigned ids[GV_NUM_MESSAGES];       /* the callback's */
};

/* Sends a message to the log and to the program. Call on the context's thread. */
void gv_message(struct gv_messages *messages, enum gv_message message, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

#endif
