/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* The connection to a service manager that may have started this process. Such a manager passes a
 * socket and expects notifications. The interface is that of systemd, see sd_listen_fds(3) and
 * sd_notify(3). */
#ifndef GV_CLI_MANAGER_H
#define GV_CLI_MANAGER_H

#include <stdbool.h>
#include <sys/un.h>

#include "galvan/log.h"

struct gv_manager {
    int listen_fd; /* a listening socket; 0: no socket was passed */
    /* path of the listening socket */
    char socket_path[sizeof(((struct sockaddr_un *)0)->sun_path) + 1];
    char notify[sizeof(((struct sockaddr_un *)0)->sun_path) + 1]; /* address for notifications; "":
                                                                     no manager expects
                                                                     notifications */
    const struct galvan_log *log;
};

/* Takes the socket that environment variables name, and unsets these variables, so that no other
 * process uses them. If the passed descriptor is not a listening socket, writes a line to the log
 * and returns false. */
bool gv_manager_init(struct gv_manager *manager, const struct galvan_log *log);

/* Sends assignments to the service manager, one per line; see sd_notify(3). Does nothing if no
 * manager expects notifications. */
void gv_manager_notify(const struct gv_manager *manager, const char *state);

#endif
