/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* The listening socket as a file: made safely, removed only while it is still ours. */
#ifndef GV_SERVER_LISTEN_H
#define GV_SERVER_LISTEN_H

#include <sys/types.h>
#include <sys/un.h>

#include "galvan/log.h"
#include "galvan/result.h"

struct gv_socket_file {
    const char *path;
    mode_t mode;        /* 0: 0600 */
    const gid_t *group; /* NULL: the process's */
};

struct gv_listener {
    int fd; /* -1 when closed; non-blocking */
    struct sockaddr_un address;
    dev_t dev;
    ino_t ino; /* of its file, with dev; 0: not ours */
};

/* As gv_server_create() describes. */
enum galvan_result gv_listener_init(struct gv_listener *listener, const struct gv_socket_file *file,
                                    const struct galvan_log *log);

/* Takes a listening socket whose file is somebody else's. */
void gv_listener_adopt(struct gv_listener *listener, int fd);

/* Closes the socket and removes its file if that is ours; fine when closed already. */
void gv_listener_finish(struct gv_listener *listener);

#endif
