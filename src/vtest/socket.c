/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* The transport over a connected Unix stream socket: waits have timeouts, SIGPIPE is not raised,
 * and a message may carry one descriptor. */
#include "vtest/transport.h"

#include <errno.h>
#include <poll.h>
#include <sched.h>
#include <stdbool.h>
#include <stdint.h>
#include <sys/socket.h>
#include <sys/time.h>

#include "util/clock.h"
#include "util/pass_fd.h"

static struct gv_vtest_socket *to_socket(struct gv_vtest_transport *transport)
{
    return (struct gv_vtest_socket *)transport;
}

static enum galvan_result wait_for(int fd, short events, int timeout_ms)
{
    for (;;) {
        struct pollfd p = {.fd = fd, .events = events};
        int n = poll(&p, 1, timeout_ms);
        if (n > 0)
            return GALVAN_OK;
        if (n == 0)
            return GALVAN_ERROR_TIMEOUT;
        if (errno != EINTR)
            return GALVAN_ERROR_IO;
    }
}

/* The time for which a read polls before it sleeps. A client often sends its next request right
 * after an answer, and the remainder of a message soon follows its start; sleeping and waking up
 * would take longer than polling. While a read polls, the process yields to other processes. */
enum {
    LOOK_NS = 20000
};

static ssize_t look(int fd, void *data, size_t size_B)
{
    uint64_t end_ns = gv_now_ns() + LOOK_NS;

    for (;;) {
        ssize_t n = recv(fd, data, size_B, MSG_DONTWAIT);
        if (n >= 0 || (errno != EAGAIN && errno != EWOULDBLOCK) || gv_now_ns() >= end_ns)
            return n;
        sched_yield();
    }
}

/* The time for which one recv() waits for a message. Most messages arrive in two parts. With this
 * timeout of the socket, a single recv() waits for the second part; without it, the transport would
 * call recv(), poll() and recv() again. */
enum {
    READ_WAIT_MS = 10000
};

static enum galvan_result socket_recv(struct gv_vtest_transport *transport, void *data,
                                      size_t size_B, int timeout_ms, size_t *out_size_B)
{
    struct gv_vtest_socket *sock = to_socket(transport);
    bool looks = !transport->is_aside && (sock->answered || timeout_ms >= 0);

    sock->answered = false;
    for (;;) {
        bool waits = timeout_ms < 0 || (sock->read_wait_ms && timeout_ms >= sock->read_wait_ms);
        ssize_t n = looks ? look(sock->fd, data, size_B)
                          : recv(sock->fd, data, size_B, waits ? 0 : MSG_DONTWAIT);
        if (n >= 0) {
            *out_size_B = (size_t)n;
            return GALVAN_OK;
        }
        if (errno == EINTR)
            continue;
        if (errno != EAGAIN && errno != EWOULDBLOCK)
            return GALVAN_ERROR_IO;
        if (looks) {
            looks = false;
            continue;
        }
        if (waits) {
            timeout_ms -= timeout_ms < 0 ? 0 : sock->read_wait_ms;
            continue;
        }
        enum galvan_result res = wait_for(sock->fd, POLLIN, timeout_ms);
        if (res != GALVAN_OK)
            return res;
    }
}

static bool socket_readable(struct gv_vtest_transport *transport, int timeout_ms)
{
    return wait_for(to_socket(transport)->fd, POLLIN, timeout_ms) == GALVAN_OK;
}

static enum galvan_result socket_send(struct gv_vtest_transport *transport, const void *data,
                                      size_t size_B, int fd)
{
    struct gv_vtest_socket *sock = to_socket(transport);
    const char *at = data;
    size_t left_B = size_B;

    sock->answered = true;
    while (left_B > 0) {
        ssize_t n = gv_send_with_fd(sock->fd, at, left_B, fd, MSG_NOSIGNAL | MSG_DONTWAIT);
        if (n > 0) {
            at += n;
            left_B -= (size_t)n;
            fd = -1;
        } else if (n < 0 && (errno == EAGAIN || errno == EWOULDBLOCK)) {
            enum galvan_result res = wait_for(sock->fd, POLLOUT, sock->send_timeout_ms);
            if (res != GALVAN_OK)
                return res;
        } else if (n == 0 || errno != EINTR) {
            return GALVAN_ERROR_IO;
        }
    }
    return GALVAN_OK;
}

static const struct gv_vtest_transport_ops socket_ops = {
    .recv = socket_recv,
    .send = socket_send,
    .readable = socket_readable,
};

void gv_vtest_socket_init(struct gv_vtest_socket *sock, int fd, int send_timeout_ms)
{
    const struct timeval read_wait = {.tv_sec = READ_WAIT_MS / 1000};

    *sock = (struct gv_vtest_socket){
        .base = {.ops = &socket_ops},
        .fd = fd,
        .send_timeout_ms = send_timeout_ms,
    };
    if (setsockopt(fd, SOL_SOCKET, SO_RCVTIMEO, &read_wait, sizeof(read_wait)) == 0)
        sock->read_wait_ms = READ_WAIT_MS;
}
