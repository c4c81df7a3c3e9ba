/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* A library for frames.py that is preloaded after Galvan's. Its connect() calls the next definition
 * of connect(), and fails the test if this is its own definition. */
#include <dlfcn.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "preload/export.h"

/* NOLINTNEXTLINE(readability-inconsistent-declaration-parameter-name): libc's names are reserved */
EXPORT int connect(int fd, const struct sockaddr *address, socklen_t size)
{
    int (*next)(int, const struct sockaddr *, socklen_t);
    void *symbol = dlsym(RTLD_NEXT, "connect");

    memcpy(&next, &symbol, sizeof(symbol));
    if (symbol == (void *)connect)
        _exit(99);
    return next(fd, address, size);
}
