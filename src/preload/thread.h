/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* The state of one thread's messages to the server. */
#ifndef GV_PRELOAD_THREAD_H
#define GV_PRELOAD_THREAD_H

#include "preload/awaited.h"
#include "preload/framing.h"
#include "preload/memory_fd.h"
#include "preload/replies.h"
#include "preload/swap.h"

struct gv_connection;

/* All zero: nothing was said yet. */
struct gv_thread {
    int fd;                           /* of the connection */
    unsigned id;                      /* its own; 0: not met yet */
    struct gv_connection *last;       /* that has, or had, this id */
    struct gv_connection *connection; /* used by a call or a swap; NULL: by none */
    struct gv_framing framing;
    struct gv_swap swap;
    struct gv_replies replies;
    struct gv_memory_fd memory;
    struct gv_awaited awaited;
};

#endif
