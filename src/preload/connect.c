/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* `galvan run` makes the program load this library. Mesa before 23.1 connects to one fixed path;
 * this library connects such a Mesa to the socket in VTEST_SOCKET_NAME instead. The library records
 * connections to the server of `galvan run`, and does not change other connections. */
#include <stddef.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>

#include "preload/connections.h"
#include "preload/draw_module.h"
#include "preload/export.h"
#include "preload/next.h"
#include "preload/vendor.h"
#include "util/env.h"
#include "vtest/protocol.h"

/* Whether `address` is the path; an address may lack its terminating NUL. */
static int is_path(const struct sockaddr *address, socklen_t size, const char *path)
{
    const struct sockaddr_un *un = (const struct sockaddr_un *)address;
    const size_t head_B = offsetof(struct sockaddr_un, sun_path);

    if (!address || size <= head_B || address->sa_family != AF_UNIX)
        return 0;
    size_t len = strnlen(un->sun_path, size - head_B);
    return len == strlen(path) && memcmp(un->sun_path, path, len) == 0;
}

/* NOLINTNEXTLINE(readability-inconsistent-declaration-parameter-name): libc's names are reserved */
EXPORT int connect(int fd, const struct sockaddr *address, socklen_t size)
{
    const char *path = gv_getenv("VTEST_SOCKET_NAME");
    struct sockaddr_un other = {.sun_family = AF_UNIX};

    if (path && strlen(path) < sizeof(other.sun_path) &&
        is_path(address, size, GV_VTEST_DEFAULT_SOCKET)) {
        memcpy(other.sun_path, path, strlen(path) + 1);
        address = (const struct sockaddr *)&other;
        size = sizeof(other);
    }
    int result = gv_next_connect(fd, address, size);
    if (result == 0 && path && is_path(address, size, path)) {
        gv_draw_module_connected(__builtin_return_address(0));
        gv_connections_add(fd, path, !gv_vendor_begins_egl());
    }
    return result;
}
