/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Messages between two processes of one program. The contents of messages are trusted. */
#include "server/handover.h"

#include <errno.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include "server/worker.h"
#include "util/array.h"
#include "util/clock.h"
#include "util/pass_fd.h"

enum {
    NS_PER_MS = 1000000
};

enum galvan_result gv_handover_init(int out_ends[GV_HANDOVER_ENDS])
{
    return socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, out_ends) == 0 ? GALVAN_OK
                                                                                : GALVAN_ERROR_IO;
}

void gv_handover_report(int end, enum galvan_result screen)
{
    send(end, &screen, sizeof(screen), MSG_NOSIGNAL);
}

static int until_ms(uint64_t end_ns)
{
    const uint64_t now_ns = gv_now_ns();

    return now_ns < end_ns ? (int)((end_ns - now_ns) / NS_PER_MS) + 1 : 0;
}

enum galvan_result gv_handover_ask(int end, int stop_fd, const struct gv_handover_service *service,
                                   int timeout_ms)
{
    const uint64_t end_ns = gv_now_ns() + (uint64_t)timeout_ms * NS_PER_MS;
    struct pollfd polls[] = {{.fd = end, .events = POLLIN},
                             {.fd = stop_fd, .events = POLLIN},
                             {.fd = service->fd, .events = POLLIN}};
    enum galvan_result screen;
    int num;

    do {
        num = poll(polls, GV_ARRAY_SIZE(polls), until_ms(end_ns));
        if (num > 0 && polls[2].revents)
            service->serve(service->user);
    } while ((num < 0 && errno == EINTR) || (num > 0 && !polls[0].revents && !polls[1].revents));
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
