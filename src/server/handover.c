/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Messages between two processes of one program: their bytes are trusted. */
#include "server/handover.h"

#include <errno.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include "server/worker.h"
#include "util/array.h"
#include "util/pass_fd.h"

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
    return gv_send_with_fd(end, client, sizeof(*client), client->fd, MSG_NOSIGNAL) ==
           (ssize_t)sizeof(*client);
}

bool gv_handover_take(int end, struct gv_worker_client *out_client)
{
    struct gv_worker_client client;
    int fd;

    if (gv_recv_with_fd(end, &client, sizeof(client), &fd) != (ssize_t)sizeof(client) || fd < 0)
        return false;
    client.fd = fd;
    *out_client = client;
    return true;
}
