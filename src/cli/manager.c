/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
#include "cli/manager.h"

#include <errno.h>
#include <fcntl.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "util/env.h"
#include "util/log.h"
#include "util/text.h"

enum {
    FIRST_FD = 3
};

/* Returns the number in an environment variable; 0 if the variable has no number. */
static uint64_t number_of(const char *name)
{
    const char *value = gv_getenv(name);
    uint64_t number;

    return value && gv_parse_u64(value, strlen(value), INT32_MAX, &number) ? number : 0;
}

static int option_of(int fd, int option)
{
    socklen_t size = sizeof(int);
    int value = -1;

    return getsockopt(fd, SOL_SOCKET, option, &value, &size) == 0 ? value : -1;
}

/* Whether fd is a listening socket. Writes the socket's path to out_path, or "" if the socket has
 * no path. */
static bool is_listening(int fd, char *out_path, size_t size_B)
{
    struct sockaddr_un address = {0};
    socklen_t address_size = sizeof(address);
    const size_t head_B = offsetof(struct sockaddr_un, sun_path);

    if (option_of(fd, SO_DOMAIN) != AF_UNIX || option_of(fd, SO_TYPE) != SOCK_STREAM ||
        option_of(fd, SO_ACCEPTCONN) != 1 ||
        getsockname(fd, (struct sockaddr *)&address, &address_size) != 0)
        return false;
    snprintf(out_path, size_B, "%.*s", address_size > head_B ? (int)(address_size - head_B) : 0,
             address.sun_path);
    return true;
}

static bool take_socket(struct gv_manager *manager)
{
    const uint64_t num = number_of("LISTEN_FDS");
    const bool ours = num > 0 && number_of("LISTEN_PID") == (uint64_t)getpid();

    unsetenv("LISTEN_FDS");
    unsetenv("LISTEN_PID");
    unsetenv("LISTEN_FDNAMES");
    if (!ours)
        return true;
    if (num > 1 || !is_listening(FIRST_FD, manager->socket_path, sizeof(manager->socket_path))) {
        gv_err(manager->log, "serve",
               "LISTEN_FDS: the service manager has to pass one listening Unix socket");
        return false;
    }
    fcntl(FIRST_FD, F_SETFD, FD_CLOEXEC);
    fcntl(FIRST_FD, F_SETFL, fcntl(FIRST_FD, F_GETFL) | O_NONBLOCK);
    manager->listen_fd = FIRST_FD;
    return true;
}

bool gv_manager_init(struct gv_manager *manager, const struct galvan_log *log)
{
    const char *notify = gv_getenv("NOTIFY_SOCKET");

    *manager = (struct gv_manager){.log = log};
    if (notify && (notify[0] == '/' || notify[0] == '@') &&
        strlen(notify) < sizeof(manager->notify))
        memcpy(manager->notify, notify, strlen(notify) + 1);
    else if (notify)
        gv_warn(log, "serve", "NOTIFY_SOCKET is no address of a socket");
    unsetenv("NOTIFY_SOCKET");
    return take_socket(manager);
}

void gv_manager_notify(const struct gv_manager *manager, const char *state)
{
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    const size_t len = strlen(manager->notify);

    if (len == 0)
        return;
    memcpy(address.sun_path, manager->notify, len);
    if (address.sun_path[0] == '@')
        address.sun_path[0] = '\0';
    const socklen_t size = (socklen_t)(offsetof(struct sockaddr_un, sun_path) + len);
    int fd = socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0);
    if (fd < 0 ||
        sendto(fd, state, strlen(state), MSG_NOSIGNAL, (const struct sockaddr *)&address, size) < 0)
        gv_warn(manager->log, "serve", "the service manager is not told: %s", strerror(errno));
    if (fd >= 0)
        close(fd);
}
