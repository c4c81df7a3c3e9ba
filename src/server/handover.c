/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Messages between two processes of one program: their bytes are trusted. */
#include "server/handover.h"

#include <errno.h>
#include <poll.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "server/worker.h"
#include "util/array.h"

/* Room for one descriptor beside a message. */
union control {
    struct cmsghdr header;
    char bytes[CMSG_SPACE(sizeof(int))];
};

enum galvan_result gv_handover_init(int out_ends[GV_HANDOVER_ENDS])
{
    return socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, out_ends) == 0 ? GALVAN_OK
                                                                                : GALVAN_ERROR_IO;
}

void gv_handover_tell(int end, enum galvan_result screen)
{
    send(end, &screen, sizeof(screen), MSG_NOSIGNAL);
}

enum galvan_result gv_handover_ask(int end, int stop_fd, int timeout_ms)
{
    struct pollfd polls[] = {{.fd = end, .events = POLLIN}, {.fd = stop_fd, .events = POLLIN}};
    enum galvan_result screen;
    int num;

    do {
        num = poll(polls, GV_ARRAY_SIZE(polls), timeout_ms);
    } while (num < 0 && errno == EINTR);
    if (polls[0].revents == 0)
        return GALVAN_ERROR_TIMEOUT;
    return recv(end, &screen, sizeof(screen), 0) == (ssize_t)sizeof(screen) ? screen
                                                                            : GALVAN_ERROR_IO;
}

bool gv_handover_give(int end, const struct gv_worker_client *client)
{
    union control control = {.header = {.cmsg_level = SOL_SOCKET,
                                        .cmsg_type = SCM_RIGHTS,
                                        .cmsg_len = CMSG_LEN(sizeof(int))}};
    struct iovec iov = {.iov_base = (void *)client, .iov_len = sizeof(*client)};
    const struct msghdr msg = {.msg_iov = &iov,
                               .msg_iovlen = 1,
                               .msg_control = control.bytes,
                               .msg_controllen = sizeof(control.bytes)};

    memcpy(CMSG_DATA(&control.header), &client->fd, sizeof(int));
    return sendmsg(end, &msg, MSG_NOSIGNAL) == (ssize_t)sizeof(*client);
}

bool gv_handover_take(int end, struct gv_worker_client *out_client)
{
    struct gv_worker_client client;
    union control control = {0};
    struct iovec iov = {.iov_base = &client, .iov_len = sizeof(client)};
    struct msghdr msg = {.msg_iov = &iov,
                         .msg_iovlen = 1,
                         .msg_control = control.bytes,
                         .msg_controllen = sizeof(control.bytes)};
    ssize_t size_B;

    do {
        size_B = recvmsg(end, &msg, MSG_CMSG_CLOEXEC);
    } while (size_B < 0 && errno == EINTR);
    if (size_B != (ssize_t)sizeof(client) || control.header.cmsg_len != CMSG_LEN(sizeof(int)))
        return false;
    memcpy(&client.fd, CMSG_DATA(&control.header), sizeof(int));
    *out_client = client;
    return true;
}
