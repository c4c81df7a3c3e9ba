/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* A table that only grows: entries are found without a lock, from any thread. */
#include "preload/connections.h"

#include <errno.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "preload/asks.h"
#include "preload/next.h"
#include "preload/show.h"
#include "util/env.h"
#include "util/text.h"

enum {
    MAX_CONNECTIONS = 16,
    EXIT_WAIT_MS = 2000
};

struct connection {
    int fd;
    dev_t device; /* the socket's own name, */
    ino_t inode;  /* since the descriptor may be closed and mean something else */
    struct gv_show *show;
    struct gv_asks *asks;
};

static struct {
    pthread_mutex_t lock;
    pid_t pid;
    atomic_uint num;
    struct connection all[MAX_CONNECTIONS];
} table = {.lock = PTHREAD_MUTEX_INITIALIZER};

/* How many frames a program may be ahead of its window, counting the one that it draws; 1: none. */
static unsigned ahead_of(const char *path)
{
    const char *value = gv_getenv("GALVAN_FRAMES_AHEAD");
    const char *colon = value ? strchr(value, ':') : NULL;
    uint64_t ahead;

    if (!colon || strcmp(colon + 1, path) != 0 ||
        !gv_parse_u64(value, (size_t)(colon - value), GV_SHOW_MAX_AHEAD, &ahead))
        return 1;
    return (unsigned)ahead;
}

static bool is_ours(void)
{
    return table.pid == getpid();
}

static void add(const struct connection *connection)
{
    unsigned num = is_ours() ? atomic_load(&table.num) : 0;

    if (num == MAX_CONNECTIONS)
        return;
    table.all[num] = *connection;
    table.pid = getpid();
    atomic_store(&table.num, num + 1);
}

void gv_connections_add(int fd, const char *path)
{
    unsigned ahead = ahead_of(path);
    int saved = errno;
    struct stat st;

    if (ahead > 1 && fstat(fd, &st) == 0) {
        struct connection made = {.fd = fd, .device = st.st_dev, .inode = st.st_ino};
        made.show = gv_show_create(fd, ahead);
        made.asks = calloc(1, sizeof(*made.asks));
        pthread_mutex_lock(&table.lock);
        if (made.show && made.asks)
            add(&made);
        pthread_mutex_unlock(&table.lock);
    }
    errno = saved;
}

/* The newest of this number. */
static struct connection *at(int fd)
{
    for (unsigned i = atomic_load(&table.num); i > 0; i--) {
        if (table.all[i - 1].fd == fd)
            return &table.all[i - 1];
    }
    return NULL;
}

bool gv_connections_has(int fd)
{
    return at(fd) != NULL;
}

ssize_t gv_connections_write(int fd, const void *data, size_t size_B)
{
    const struct connection *connection = at(fd);
    ssize_t n = gv_next_write(fd, data, size_B);

    if (connection && n > 0)
        atomic_fetch_add(&connection->asks->written_B, (uint64_t)n);
    return n;
}

/* The connection, if it is still that, and of this process. */
static const struct connection *find(int fd)
{
    const struct connection *connection = at(fd);
    struct stat st;

    return connection && is_ours() && fstat(fd, &st) == 0 && st.st_dev == connection->device &&
                   st.st_ino == connection->inode
               ? connection
               : NULL;
}

struct gv_show *gv_connections_find(int fd)
{
    const struct connection *connection = find(fd);

    return connection ? connection->show : NULL;
}

struct gv_asks *gv_connections_asks(int fd)
{
    const struct connection *connection = find(fd);

    return connection ? connection->asks : NULL;
}

void gv_connections_drain(void)
{
    const unsigned num = atomic_load(&table.num);

    for (unsigned i = 0; i < num; i++) {
        if (gv_show_is_busy(table.all[i].show) && is_ours())
            gv_show_drain(table.all[i].show, -1);
    }
}

/* The last frame of a program that ends is shown, too. */
__attribute__((destructor)) static void leave(void)
{
    const unsigned num = atomic_load(&table.num);

    for (unsigned i = 0; i < num; i++) {
        if (gv_show_is_busy(table.all[i].show) && is_ours())
            gv_show_drain(table.all[i].show, EXIT_WAIT_MS);
    }
}
