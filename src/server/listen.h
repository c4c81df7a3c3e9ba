/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* The listening socket and its file, which is created safely, and removed only if it is still the
 * file that this server created. */
#ifndef GV_SERVER_LISTEN_H
#define GV_SERVER_LISTEN_H

#include <sys/types.h>
#include <sys/un.h>

#include "galvan/log.h"
#include "galvan/result.h"

struct gv_socket_file {
    const char *path;
    mode_t mode;        /* 0: 0600 */
    const gid_t *group; /* NULL: the group of the process */
};

struct gv_listener {
    int fd; /* -1 when closed; non-blocking */
    struct sockaddr_un address;
    dev_t dev;
    ino_t ino; /* identifies the socket file, together with `dev`;
                  0: this server has not created the file */
};

/* Creates the socket file and listens, as gv_server_create() describes. */
enum galvan_result gv_listener_init(struct gv_listener *listener, const struct gv_socket_file *file,
                                    const struct galvan_log *log);

/* Takes over a listening socket whose file belongs to another process. */
void gv_listener_adopt(struct gv_listener *listener, int fd);

/* Closes the socket, and removes its file if this server created it. Does nothing if the socket is
 * closed already. */
void gv_listener_finish(struct gv_listener *listener);

#endif
