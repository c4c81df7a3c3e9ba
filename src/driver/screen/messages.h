/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Messages of the driver to the client and to the log. */
#ifndef GV_MESSAGES_H
#define GV_MESSAGES_H

#include "galvan/log.h"
#include "pipe/p_context.h"

/* The sources of messages in the driver. */
enum gv_message {
    GV_MESSAGE_SHADER,   /* a shader was rejected */
    GV_MESSAGE_PIPELINE, /* a draw waited for a new pipeline */
    GV_NUM_MESSAGES,
};

struct gv_messages {
    const struct galvan_log *log;
    struct pipe_debug_callback callback; /* the client's callback; all zero: the client has set no
                                            callback */
    unsigned ids[GV_NUM_MESSAGES];       /* message ids that the callback assigns */
};

/* Sends a message to the log and to the client. Call on the context's thread. */
void gv_message(struct gv_messages *messages, enum gv_message message, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

#endif
