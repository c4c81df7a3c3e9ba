/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Watches libc's calls that close or replace the descriptor of a connection, so that the library
 * need not ask the kernel before each message whether the descriptor is still the same. A program
 * that closes descriptors by raw system calls must not close Mesa's descriptors. */
#include <limits.h>
#include <unistd.h>

#include "preload/connections.h"
#include "preload/export.h"
#include "preload/next.h"
#include "preload/numbers.h"
#include "preload/wire.h"

/* libc's names of the parameters are reserved.
 * NOLINTBEGIN(readability-inconsistent-declaration-parameter-name) */

EXPORT int close(int fd)
{
    int result = 0;

    if (!gv_wire_keeps(fd)) {
        gv_connections_note_closing((unsigned)fd, (unsigned)fd);
        result = gv_next_close(fd);
        gv_connections_note_closing((unsigned)fd, (unsigned)fd);
    }
    gv_numbers_closed(fd);
    return result;
}

EXPORT int dup2(int from, int to)
{
    gv_connections_note_closing((unsigned)to, (unsigned)to);
    int result = gv_next_dup2(from, to);
    gv_connections_note_closing((unsigned)to, (unsigned)to);
    return result;
}

EXPORT int dup3(int from, int to, int flags)
{
    gv_connections_note_closing((unsigned)to, (unsigned)to);
    int result = gv_next_dup3(from, to, flags);
    gv_connections_note_closing((unsigned)to, (unsigned)to);
    return result;
}

EXPORT int close_range(unsigned first, unsigned last, int flags)
{
    gv_connections_note_closing(first, last);
    int result = gv_next_close_range(first, last, flags);
    gv_connections_note_closing(first, last);
    return result;
}

EXPORT void closefrom(int first)
{
    gv_connections_note_closing(first < 0 ? 0 : (unsigned)first, UINT_MAX);
    gv_next_closefrom(first);
    gv_connections_note_closing(first < 0 ? 0 : (unsigned)first, UINT_MAX);
}

/* NOLINTEND(readability-inconsistent-declaration-parameter-name) */
