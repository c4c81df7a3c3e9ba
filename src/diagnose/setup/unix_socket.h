/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Connecting to a socket by its path. */
#ifndef GV_DIAGNOSE_SETUP_UNIX_SOCKET_H
#define GV_DIAGNOSE_SETUP_UNIX_SOCKET_H

/* A connection, which the caller closes, or -1 with errno; ENAMETOOLONG for a path that no socket
 * can have. Does not wait for a server that accepts nobody: that is EAGAIN. */
int gv_unix_connect(const char *path);

#endif
