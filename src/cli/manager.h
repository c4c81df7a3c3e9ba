/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* The service manager, where one started this process: the socket that it passes, and what it wants
 * to be told. Its interface is systemd's, of sd_listen_fds(3) and sd_notify(3). */
#ifndef GV_CLI_MANAGER_H
#define GV_CLI_MANAGER_H

#include <stdbool.h>
#include <sys/un.h>

#include "galvan/log.h"

struct gv_manager {
    int listen_fd; /* a listening socket, 0: none was passed */
    char socket_path[sizeof(((struct sockaddr_un *)0)->sun_path) + 1]; /* of it */
    char notify[sizeof(((struct sockaddr_un *)0)->sun_path) + 1];      /* "": nobody listens */
    const struct galvan_log *log;
};

/* Takes what the environment says out of it, so that no other process believes it. False, after a
 * line in the log, when what was passed is no socket to serve. */
bool gv_manager_init(struct gv_manager *manager, const struct galvan_log *log);

/* Assignments of sd_notify(3) in lines. Nothing happens where no manager wants to know. */
void gv_manager_notify(const struct gv_manager *manager, const char *state);

#endif
