/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
#include "preload/memory_fd.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

void gv_memory_fd_offer(struct gv_memory_fd *memory, int fd, void *piece, size_t piece_B)
{
    memory->fd = fd;
    memory->is_offered = true;
    memory->piece = piece;
    memory->piece_B = piece_B;
}

/* Mesa's message must have space for one descriptor and one byte. */
ssize_t gv_memory_fd_give(struct gv_memory_fd *memory, struct msghdr *message)
{
    struct cmsghdr *header = CMSG_FIRSTHDR(message);

    if (!header || message->msg_controllen < CMSG_LEN(sizeof(int)) || message->msg_iovlen == 0 ||
        message->msg_iov[0].iov_len == 0) {
        errno = EINVAL;
        return -1;
    }
    memset(message->msg_iov[0].iov_base, 0, 1);
    header->cmsg_level = SOL_SOCKET;
    header->cmsg_type = SCM_RIGHTS;
    header->cmsg_len = CMSG_LEN(sizeof(int));
    memcpy(CMSG_DATA(header), &memory->fd, sizeof(int));
    message->msg_controllen = CMSG_LEN(sizeof(int));
    message->msg_flags = 0;
    memory->is_offered = false;
    memory->maps = memory->closes = memory->piece != NULL;
    return 1;
}

int gv_memory_fd_note_received(struct gv_memory_fd *memory, struct msghdr *message)
{
    const struct cmsghdr *header = CMSG_FIRSTHDR(message);

    memory->maps = memory->closes = header && header->cmsg_type == SCM_RIGHTS;
    memory->piece = NULL;
    if (memory->maps)
        memcpy(&memory->fd, CMSG_DATA(header), sizeof(int));
    return memory->maps ? memory->fd : -1;
}

void *gv_memory_fd_map(struct gv_memory_fd *memory, int fd, size_t size_B)
{
    if (!memory->maps || memory->fd != fd)
        return NULL;
    memory->maps = false;
    return size_B <= memory->piece_B ? memory->piece : NULL;
}

enum gv_memory_fd_close gv_memory_fd_close(struct gv_memory_fd *memory, int fd)
{
    if (!memory->closes || memory->fd != fd)
        return GV_CLOSE_OTHER;
    memory->closes = false;
    if (memory->piece)
        return GV_CLOSE_KEPT;
    return memory->maps ? GV_CLOSE_OTHER : GV_CLOSE_SEEN;
}

void gv_memory_fd_drop(struct gv_memory_fd *memory)
{
    if (memory->is_offered && !memory->piece)
        close(memory->fd);
    *memory = (struct gv_memory_fd){0};
}
