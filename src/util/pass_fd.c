/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
#include "util/pass_fd.h"

#include <errno.h>
#include <string.h>
#include <sys/socket.h>

union control {
    struct cmsghdr header;
    char bytes[CMSG_SPACE(sizeof(int))];
};

ssize_t gv_send_with_fd(int sock, const void *data, size_t size_B, int fd, int flags)
{
    union control control = {.header = {.cmsg_level = SOL_SOCKET,
                                        .cmsg_type = SCM_RIGHTS,
                                        .cmsg_len = CMSG_LEN(sizeof(int))}};
    struct iovec iov = {.iov_base = (void *)data, .iov_len = size_B};
    struct msghdr msg = {.msg_iov = &iov, .msg_iovlen = 1};

    if (fd >= 0) {
        msg.msg_control = control.bytes;
        msg.msg_controllen = sizeof(control.bytes);
        memcpy(CMSG_DATA(&control.header), &fd, sizeof(int));
    }
    return sendmsg(sock, &msg, flags);
}

ssize_t gv_recv_with_fd(int sock, void *data, size_t size_B, int *out_fd)
{
    union control control = {0};
    struct iovec iov = {.iov_base = data, .iov_len = size_B};
    struct msghdr msg = {.msg_iov = &iov,
                         .msg_iovlen = 1,
                         .msg_control = control.bytes,
                         .msg_controllen = CMSG_LEN(sizeof(int))}; /* no space for a
                                                                      second descriptor */
    ssize_t got_B;

    do {
        got_B = recvmsg(sock, &msg, MSG_CMSG_CLOEXEC);
    } while (got_B < 0 && errno == EINTR);
    *out_fd = -1;
    if (got_B >= 0 && control.header.cmsg_level == SOL_SOCKET &&
        control.header.cmsg_type == SCM_RIGHTS && control.header.cmsg_len == CMSG_LEN(sizeof(int)))
        memcpy(out_fd, CMSG_DATA(&control.header), sizeof(int));
    return got_B;
}
