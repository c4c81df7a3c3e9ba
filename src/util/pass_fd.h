/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Bytes and a descriptor with them, over a Unix socket. */
#ifndef GV_PASS_FD_H
#define GV_PASS_FD_H

#include <stddef.h>
#include <sys/types.h>

/* As send() does; fd, which stays the caller's, goes with the first byte. -1: none goes. */
ssize_t gv_send_with_fd(int sock, const void *data, size_t size_B, int fd, int flags);

/* As recv() does, begun again after a signal. *out_fd is the caller's, closed on exec, and -1 when
 * none came; of several only the first is taken. */
ssize_t gv_recv_with_fd(int sock, void *data, size_t size_B, int *out_fd);

#endif
