/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* One connection to the server: its parts, and how long they last. The table (connections.h) holds
 * a use of it until Mesa's screen ends, each call on it holds one, and the thread that puts
 * pictures holds one. The last that is released frees the parts. The struct itself is never freed,
 * so that whoever found it may look at it without a lock; another connection has it then. */
#ifndef GV_PRELOAD_CONNECTION_H
#define GV_PRELOAD_CONNECTION_H

#include <stdatomic.h>
#include <stdbool.h>
#include <sys/types.h>

struct gv_asks;
struct gv_outbox;
struct gv_pool;
struct gv_show;

struct gv_connection {
    struct gv_connection *next; /* in the table */
    atomic_uint num_uses;       /* 0: it is none, and cannot be acquired */
    atomic_bool is_vacant;      /* its parts were freed */
    atomic_uint id;             /* counts; of no other connection of this process */
    atomic_int fd;              /* -1: none */
    dev_t device;               /* the socket's own name, */
    ino_t inode;                /* since the descriptor may be closed and mean something else */
    atomic_uint num_closings;   /* of this number, begun or ended */
    atomic_uint seen;           /* num_closings + 1 when its name was looked at; 0: never */
    atomic_uint *others;        /* whether a child has written; shared with it */
    atomic_bool was_greeted;    /* see gv_connections_note_greeting() */
    const void *_Atomic mutex; /* of Mesa's, which lasts as long as the connection; NULL: unknown */
    struct gv_show *show;
    struct gv_asks *asks; /* its questions */
    struct gv_pool *pool; /* its memory for new resources */
    struct gv_outbox *outbox;
};

/* Makes the parts of a vacant connection for this descriptor; false without memory. It is not used
 * yet. */
bool gv_connection_init(struct gv_connection *connection, int fd, unsigned ahead);

/* Begins a use. False where it was released by all. */
bool gv_connection_acquire(struct gv_connection *connection);

/* Ends a use. NULL is fine. Keeps errno. */
void gv_connection_release(struct gv_connection *connection);

/* Whether the descriptor still means this connection; while it is used. */
bool gv_connection_has_its_name(struct gv_connection *connection);

#endif
