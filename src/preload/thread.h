/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* The state of one thread's messages to the server. */
#ifndef GV_PRELOAD_THREAD_H
#define GV_PRELOAD_THREAD_H

#include "preload/awaited.h"
#include "preload/framing.h"
#include "preload/memory_fd.h"
#include "preload/replies.h"
#include "preload/swap_messages.h"

struct gv_connection;

/* The state. All members are zero if the thread has sent no message yet. */
struct gv_thread {
    int fd;                           /* the connection's descriptor */
    unsigned id;                      /* the connection's id; 0: the thread
                                         has used no connection yet */
    struct gv_connection *last;       /* the connection that has, or had, this id */
    struct gv_connection *connection; /* the thread holds a use of this connection during a
                                         message or a swap; NULL: the thread holds no use */
    struct gv_framing framing;
    struct gv_swap_messages swap;
    struct gv_replies replies;
    struct gv_memory_fd memory;
    struct gv_awaited awaited;
};

#endif
