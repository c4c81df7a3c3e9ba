/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
#include "preload/connection.h"

#include <errno.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/stat.h>

#include "preload/asks.h"
#include "preload/outbox.h"
#include "preload/pool.h"
#include "preload/server_frames.h"
#include "preload/show.h"

static void free_parts(struct gv_connection *connection)
{
    gv_show_destroy(connection->show);
    if (connection->outbox)
        gv_outbox_finish(connection->outbox);
    if (connection->pool)
        gv_pool_finish(connection->pool);
    if (connection->asks)
        gv_asks_finish(connection->asks);
    if (connection->others)
        munmap(connection->others, sizeof(*connection->others));
    free(connection->outbox);
    free(connection->pool);
    free(connection->asks);
    connection->show = NULL;
    connection->outbox = NULL;
    connection->pool = NULL;
    connection->asks = NULL;
    connection->others = NULL;
    atomic_store(&connection->is_vacant, true);
}

static atomic_uint *make_others(void)
{
    void *page =
        mmap(NULL, sizeof(atomic_uint), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);

    return page == MAP_FAILED ? NULL : page;
}

bool gv_connection_init(struct gv_connection *connection, int fd, unsigned ahead)
{
    struct stat st;

    if (fstat(fd, &st) != 0)
        return false;
    connection->device = st.st_dev;
    connection->inode = st.st_ino;
    connection->show = gv_server_frames_create(fd, ahead);
    connection->asks = calloc(1, sizeof(*connection->asks));
    connection->pool = calloc(1, sizeof(*connection->pool));
    connection->outbox = calloc(1, sizeof(*connection->outbox));
    connection->others = make_others();
    if (connection->outbox)
        gv_outbox_init(connection->outbox, fd,
                       connection->asks ? &connection->asks->written_B : NULL);
    if (!connection->show || !connection->asks || !connection->pool || !connection->outbox ||
        !connection->others) {
        free_parts(connection);
        return false;
    }
    gv_asks_init(connection->asks);
    connection->asks->others = connection->others;
    atomic_store(&connection->was_greeted, false);
    atomic_store(&connection->works, false);
    atomic_store(&connection->num_screens, 0);
    connection->num_open = connection->num_joined = 0;
    atomic_store(&connection->is_vacant, false);
    return true;
}

void gv_connection_finish(struct gv_connection *connection)
{
    const int saved = errno;

    free_parts(connection);
    errno = saved;
}

bool gv_connection_identify(const struct gv_connection *connection,
                            struct gv_connection_screen *screen)
{
    const unsigned num_closings = atomic_load(&screen->num_closings);
    struct stat st;

    if (fstat(atomic_load(&screen->fd), &st) != 0 || st.st_dev != connection->device ||
        st.st_ino != connection->inode)
        return false;
    atomic_store(&screen->seen, num_closings + 1);
    return true;
}

ssize_t gv_connection_write(struct gv_connection *connection, const void *head, size_t head_B,
                            const void *data, size_t size_B)
{
    return gv_outbox_write(connection->outbox, head, head_B, data, size_B);
}
