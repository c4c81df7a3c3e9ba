/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Tracks the descriptor of a new resource's memory, from the server's answer until Mesa closes the
 * descriptor. Mesa receives, maps and closes the descriptor on one thread. If the memory is a piece
 * of the pool, the descriptor only stands for that piece, and must not be mapped or closed. */
#ifndef GV_PRELOAD_MEMORY_FD_H
#define GV_PRELOAD_MEMORY_FD_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/socket.h>

/* The state of the descriptor. All members are zero if there is no descriptor. */
struct gv_memory_fd {
    int fd; /* the last descriptor that Mesa received, or the descriptor that Mesa will receive */
    bool is_offered; /* the next recvmsg() returns fd */
    bool maps;       /* Mesa has received fd, and will map it */
    bool closes;     /* Mesa has received fd, and will close it */
    void *piece;     /* the piece that fd stands for; NULL: fd is a descriptor of real memory */
    size_t piece_B;
};

/* Makes the next recvmsg() return fd. piece: the piece that fd stands for; NULL: fd is a descriptor
 * of real memory, which the receiver must close. */
void gv_memory_fd_offer(struct gv_memory_fd *memory, int fd, void *piece, size_t piece_B);

/* Returns the descriptor as recvmsg() does; -1 and EINVAL if the message has no space for a
 * descriptor. */
ssize_t gv_memory_fd_give(struct gv_memory_fd *memory, struct msghdr *message);

/* Notes the descriptor of a message that the server has sent to the thread, and returns this
 * descriptor; -1 if the message has no descriptor. */
int gv_memory_fd_note_received(struct gv_memory_fd *memory, struct msghdr *message);

/* Notes that Mesa maps a descriptor from its beginning. Returns the piece that the descriptor
 * stands for, or NULL. */
void *gv_memory_fd_map(struct gv_memory_fd *memory, int fd, size_t size_B);

enum gv_memory_fd_close {
    GV_CLOSE_OTHER, /* fd is another descriptor */
    GV_CLOSE_SEEN,  /* fd is the descriptor of real memory, and has been mapped */
    GV_CLOSE_KEPT,  /* fd stands for a piece, and stays open */
};

/* Returns which descriptor Mesa closes. Call when a descriptor is closed. */
enum gv_memory_fd_close gv_memory_fd_close(struct gv_memory_fd *memory, int fd);

/* Drops the offered descriptor. Call when Mesa will not receive it. */
void gv_memory_fd_drop(struct gv_memory_fd *memory);

#endif
