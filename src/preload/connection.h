/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* One connection to the server, with a count of its uses. The table (connections.h) holds a use
 * until Mesa's screen ends, each call on the connection holds a use, and so does the thread that
 * shows frames. Releasing the last use frees the connection's parts. The struct itself is never
 * freed and is reused for another connection, so threads may read it without a lock. */
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
    GV_CONNECTION_MAX_SUB_CTX = 1 << 16, /* sub-contexts of one screen */
};

/* One of Mesa's screens. Each screen has its own descriptor for the connection. */
struct gv_connection_screen {
    atomic_int fd;            /* -1: the slot has no screen */
    atomic_uint num_closings; /* incremented before and after each close of this descriptor
                                 number */
    atomic_uint seen; /* value of num_closings + 1 when the descriptor's socket was last identified;
                         0: never */
    const void *_Atomic mutex; /* a mutex of Mesa that lives as long as the screen; NULL: unknown */
    atomic_uint first_sub_ctx; /* offset that is added to the ids of the screen's sub-contexts */
};

struct gv_connection {
    struct gv_connection *next; /* next connection in the table */
    atomic_uint num_uses;       /* 0: the connection has ended and cannot be acquired */
    atomic_bool is_vacant; /* the connection's parts were freed, and the struct may be reused */
    atomic_uint id; /* unique among this process's connections, and larger than all earlier ids */
    dev_t device;   /* together with `inode`, identifies the socket even if the program closes its
                       descriptor and reuses the number */
    ino_t inode;
    atomic_uint *others;     /* nonzero: a child process has written to
                                the connection; shared with children */
    atomic_bool was_greeted; /* see gv_connections_note_greeting() */
    atomic_bool works;       /* see gv_connections_join() */
    bool shares;             /* contexts of its screens may share
                                objects with contexts of other screens */
    /* The connection was created with the descriptor of the first screen. The parts below use this
     * descriptor. */
    struct gv_connection_screen screens[GV_CONNECTION_MAX_SCREENS];
    atomic_uint num_screens; /* number of used slots, including slots whose screen has ended */
    unsigned num_open;   /* number of screens that have not ended; protected by the table's lock */
    unsigned num_joined; /* number of screens that ever joined; protected by the table's lock */
    struct gv_show *show;
    struct gv_asks *asks; /* answers busy questions */
    struct gv_pool *pool; /* memory for new resources */
    struct gv_outbox *outbox;
};

/* Creates the parts of a vacant connection for this descriptor. False if memory runs out. The
 * connection has no screen and no use yet. */
bool gv_connection_init(struct gv_connection *connection, int fd, unsigned ahead);

/* Frees the parts of a connection whose last use was released. Preserves errno. */
void gv_connection_finish(struct gv_connection *connection);

/* Begins a use. False if the last use has been released. */
static inline bool gv_connection_acquire(struct gv_connection *connection)
{
    unsigned num = atomic_load(&connection->num_uses);

    while (num > 0) {
        if (atomic_compare_exchange_weak(&connection->num_uses, &num, num + 1))
            return true;
    }
    return false;
}

/* Ends a use of `connection`, which may be NULL. Preserves errno. */
static inline void gv_connection_release(struct gv_connection *connection)
{
    if (connection && atomic_fetch_sub(&connection->num_uses, 1) == 1)
        gv_connection_finish(connection);
}

/* Returns the screen of this descriptor; NULL if the connection has no such screen. */
static inline struct gv_connection_screen *gv_connection_screen(struct gv_connection *connection,
                                                                int fd)
{
    const unsigned num = atomic_load(&connection->num_screens);

    for (unsigned i = 0; i < num; i++) {
        if (atomic_load(&connection->screens[i].fd) == fd)
            return &connection->screens[i];
    }
    return NULL;
}

/* Writes `head` and `data` as gv_outbox_write() does. The caller holds a use. */
ssize_t gv_connection_write(struct gv_connection *connection, const void *head, size_t head_B,
                            const void *data, size_t size_B);

/* Identifies the socket to which the screen's descriptor refers. Returns whether this socket is
 * still the connection's. */
bool gv_connection_identify(const struct gv_connection *connection,
                            struct gv_connection_screen *screen);

/* Whether the screen's descriptor still belongs to this connection. Identifies the descriptor's
 * socket again only if a thread may have closed the descriptor since the last check. The caller
 * holds a use. */
static inline bool gv_connection_has_its_name(const struct gv_connection *connection,
                                              struct gv_connection_screen *screen)
{
    return atomic_load(&screen->seen) == atomic_load(&screen->num_closings) + 1 ||
           gv_connection_identify(connection, screen);
}

#endif
