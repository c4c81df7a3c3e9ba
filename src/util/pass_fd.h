/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Sends and receives bytes together with a descriptor over a Unix socket. */
#ifndef GV_PASS_FD_H
#define GV_PASS_FD_H

#include <stddef.h>
#include <sys/types.h>

/* Like send(), but the first byte carries fd (-1: no descriptor), which the caller must still
 * close. */
ssize_t gv_send_with_fd(int sock, const void *data, size_t size_B, int fd, int flags);

/* Like recv(), but tries again after a signal. *out_fd is the received descriptor, which is
 * close-on-exec, and which the caller must close; -1: no descriptor was received. If several
 * descriptors were sent, only the first is received. */
ssize_t gv_recv_with_fd(int sock, void *data, size_t size_B, int *out_fd);

#endif
