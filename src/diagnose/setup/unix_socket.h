/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Connects to a Unix socket by its path. */
#ifndef GV_DIAGNOSE_SETUP_UNIX_SOCKET_H
#define GV_DIAGNOSE_SETUP_UNIX_SOCKET_H

/* Returns a connection, which the caller must close, or -1 with errno. The error is ENAMETOOLONG if
 * the path is too long for a socket. If the server's accept queue is full, does not wait, but fails
 * with EAGAIN. */
int gv_unix_connect(const char *path);

#endif
