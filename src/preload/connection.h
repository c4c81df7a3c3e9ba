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
#include <stddef.h>
#include <sys/types.h>

struct gv_asks;
struct gv_outbox;
struct gv_pool;
struct gv_show;

enum {
    GV_CONNECTION_MAX_SCREENS = 32,
    GV_CONNECTION_MAX_SUB_CTX = 1 << 16, /* of one screen */
};

/* One of Mesa's screens, with a descriptor of its own for the connection. */
struct gv_connection_screen {
    atomic_int fd;             /* -1: there is no screen */
    atomic_uint num_closings;  /* of this number, begun or ended */
    atomic_uint seen;          /* num_closings + 1 when its name was looked at; 0: never */
    const void *_Atomic mutex; /* of Mesa's, which lasts as long as the screen; NULL: unknown */
    atomic_uint first_sub_ctx; /* what is added to the screen's ids of sub-contexts */
};

struct gv_connection {
    struct gv_connection *next; /* in the table */
    atomic_uint num_uses;       /* 0: it is none, and cannot be acquired */
    atomic_bool is_vacant;      /* its parts were freed */
    atomic_uint id;             /* counts; of no other connection of this process */
    dev_t device;               /* the socket's own name, */
    ino_t inode;                /* since the descriptor may be closed and mean something else */
    atomic_uint *others;        /* whether a child has written; shared with it */
    atomic_bool was_greeted;    /* see gv_connections_note_greeting() */
    atomic_bool works;          /* see gv_connections_join() */
    bool shares;                /* its screens' contexts may share with those of other screens */
    /* The first is that by whose descriptor the connection was made: parts know the number. */
    struct gv_connection_screen screens[GV_CONNECTION_MAX_SCREENS];
    atomic_uint num_screens; /* as far as there may be some */
    unsigned num_open;       /* those that have not ended; under the table's lock */
    unsigned num_joined;     /* since the beginning, likewise */
    struct gv_show *show;
    struct gv_asks *asks; /* its questions */
    struct gv_pool *pool; /* its memory for new resources */
    struct gv_outbox *outbox;
};

/* Makes the parts of a vacant connection for this descriptor; false without memory. It has no
 * screen, and is not used yet. */
bool gv_connection_init(struct gv_connection *connection, int fd, unsigned ahead);

/* Begins a use. False where it was released by all. */
bool gv_connection_acquire(struct gv_connection *connection);

/* Ends a use. NULL is fine. Keeps errno. */
void gv_connection_release(struct gv_connection *connection);

/* The screen of this descriptor; NULL: it has none. */
struct gv_connection_screen *gv_connection_screen(struct gv_connection *connection, int fd);

/* Writes head and data as gv_outbox_write(), while the connection is used. */
ssize_t gv_connection_write(struct gv_connection *connection, const void *head, size_t head_B,
                            const void *data, size_t size_B);

/* Whether the screen's descriptor still means this connection; while it is used. */
bool gv_connection_has_its_name(const struct gv_connection *connection,
                                struct gv_connection_screen *screen);

#endif
