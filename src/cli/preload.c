/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Loaded into programs that `galvan run` starts: leads the connection that Mesa before 23.1 makes
 * to its one fixed path to the socket in VTEST_SOCKET_NAME. Every other connection is left alone.
 */
#include <dlfcn.h>
#include <stddef.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/un.h>
#include <unistd.h>

#include "util/env.h"
#include "vtest/protocol.h"

typedef int (*connect_fn)(int fd, const struct sockaddr *address, socklen_t size);

/* Whether address is the fixed path; an address may lack its terminating NUL. */
static int is_fixed_path(const struct sockaddr *address, socklen_t size)
{
    const struct sockaddr_un *un = (const struct sockaddr_un *)address;
    const size_t head_B = offsetof(struct sockaddr_un, sun_path);

    if (!address || size <= head_B || address->sa_family != AF_UNIX)
        return 0;
    size_t len = strnlen(un->sun_path, size - head_B);
    return len == strlen(GV_VTEST_DEFAULT_SOCKET) &&
           memcmp(un->sun_path, GV_VTEST_DEFAULT_SOCKET, len) == 0;
}

static int call_next(int fd, const struct sockaddr *address, socklen_t size)
{
    void *symbol = dlsym(RTLD_NEXT, "connect");
    connect_fn next;

    memcpy(&next, &symbol, sizeof(next));
    return next ? next(fd, address, size) : (int)syscall(SYS_connect, fd, address, size);
}

/* NOLINTNEXTLINE(readability-inconsistent-declaration-parameter-name): libc's names are reserved */
__attribute__((visibility("default"))) int connect(int fd, const struct sockaddr *address,
                                                   socklen_t size)
{
    const char *path = is_fixed_path(address, size) ? gv_getenv("VTEST_SOCKET_NAME") : NULL;
    struct sockaddr_un other = {.sun_family = AF_UNIX};

    if (!path || strlen(path) >= sizeof(other.sun_path))
        return call_next(fd, address, size);
    memcpy(other.sun_path, path, strlen(path) + 1);
    return call_next(fd, (const struct sockaddr *)&other, sizeof(other));
}
