/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
#include "preload/server_frames.h"

#include <errno.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <unistd.h>

#include "preload/connection.h"
#include "preload/connections.h"
#include "preload/server.h"
#include "preload/show.h"
#include "vtest/protocol.h"

struct server_frames {
    int fd;
    int told_fd;                /* the server's reports of finished copies; -1: not open */
    struct gv_connection *user; /* the connection, of which the show's thread holds a use */
};

static bool open_server(void *priv)
{
    struct server_frames *frames = priv;

    frames->told_fd = gv_server_open(frames->fd);
    if (frames->told_fd >= 0)
        frames->user = gv_connections_acquire(frames->fd);
    return frames->user != NULL;
}

static int make(void *priv, const struct gv_show_buffer *buffer, unsigned slot)
{
    const struct server_frames *frames = priv;

    return gv_server_make(frames->fd, (uint32_t)buffer->id, slot, buffer->width, buffer->height);
}

static bool copy(void *priv, const struct gv_show_buffer *buffer, unsigned slot, uint32_t serial,
                 const struct gv_show_how *how)
{
    const struct server_frames *frames = priv;
    const uint32_t bits = how->by_egl ? GV_VTEST_PRESENT_BY_EGL : 0;

    return gv_server_show(frames->fd, (uint32_t)buffer->id, slot | bits, serial);
}

static bool await(void *priv, uint32_t *out_serial, bool *out_there)
{
    const struct server_frames *frames = priv;
    struct gv_vtest_present_done done = {0};
    ssize_t n;

    do {
        n = recv(frames->told_fd, &done, sizeof(done), 0);
    } while (n < 0 && errno == EINTR);
    *out_serial = done.serial;
    *out_there = done.filled;
    return n == (ssize_t)sizeof(done);
}

static void stop(void *priv)
{
    const struct server_frames *frames = priv;

    if (frames->told_fd >= 0)
        shutdown(frames->told_fd, SHUT_RDWR);
}

static void leave(void *priv)
{
    const struct server_frames *frames = priv;

    gv_connection_release(frames->user);
}

static void destroy(void *priv)
{
    struct server_frames *frames = priv;

    if (frames->told_fd >= 0)
        close(frames->told_fd);
    free(frames);
}

static const struct gv_show_source source = {
    .open = open_server,
    .make = make,
    .copy = copy,
    .await = await,
    .stop = stop,
    .leave = leave,
    .destroy = destroy,
};

struct gv_show *gv_server_frames_create(int fd, unsigned ahead)
{
    struct server_frames *frames = calloc(1, sizeof(*frames));

    if (!frames)
        return NULL;
    frames->fd = fd;
    frames->told_fd = -1;
    return gv_show_create(&source, frames, ahead);
}
