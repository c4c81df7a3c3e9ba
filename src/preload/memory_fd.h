/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* The descriptor of a new resource's memory, from the answer until Mesa closes it. Mesa receives
 * it, maps it and closes it, on one thread. Where the memory is a piece of the pool, the descriptor
 * stands for that piece: it can be neither mapped nor closed. */
#ifndef GV_PRELOAD_MEMORY_FD_H
#define GV_PRELOAD_MEMORY_FD_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/socket.h>

/* All zero: there is none. */
struct gv_memory_fd {
    int fd;          /* received last, or to be */
    bool is_offered; /* the next recvmsg() gets it */
    bool maps;       /* it was received, and is going to be mapped */
    bool closes;     /* and closed */
    void *piece;     /* that it stands for; NULL: the descriptor has memory of its own */
    size_t piece_B;
};

/* The next recvmsg() gets this descriptor: for a piece, or (NULL) as it is, the caller's to close.
 */
void gv_memory_fd_offer(struct gv_memory_fd *memory, int fd, void *piece, size_t piece_B);

/* Gives it, as recvmsg() does; -1 and EINVAL where the message has no room. */
ssize_t gv_memory_fd_give(struct gv_memory_fd *memory, struct msghdr *message);

/* The server has sent this message. Returns the descriptor in it, or -1. */
int gv_memory_fd_note_received(struct gv_memory_fd *memory, struct msghdr *message);

/* A descriptor is mapped from its beginning. The piece that it stands for, or NULL. */
void *gv_memory_fd_map(struct gv_memory_fd *memory, int fd, size_t size_B);

enum gv_memory_fd_close {
    GV_CLOSE_OTHER, /* another descriptor */
    GV_CLOSE_SEEN,  /* that of a resource with memory of its own, which was seen to be mapped */
    GV_CLOSE_KEPT,  /* it stands for a piece: it stays open */
};

/* A descriptor is closed. */
enum gv_memory_fd_close gv_memory_fd_close(struct gv_memory_fd *memory, int fd);

/* Nobody will receive what was offered. */
void gv_memory_fd_drop(struct gv_memory_fd *memory);

#endif
