/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
#include "diagnose/setup/peer.h"

#include <stdbool.h>
#include <stdint.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/time.h>

#include "util/array.h"
#include "vtest/protocol.h"

static bool send_all(int fd, const void *data, size_t size_B)
{
    return send(fd, data, size_B, MSG_NOSIGNAL) == (ssize_t)size_B;
}

/* Receives a reply's header and first dword. */
static bool receive(int fd, uint32_t out[GV_VTEST_HEADER_DW + 1])
{
    const size_t size_B = (GV_VTEST_HEADER_DW + 1) * sizeof(uint32_t);

    return recv(fd, out, size_B, MSG_WAITALL) == (ssize_t)size_B;
}

/* Sends messages that every vtest server answers, and receives the answers. */
static bool greet(int fd)
{
    static const char name[] = "galvan doctor";
    const uint32_t hello[] = {sizeof(name), GV_VTEST_CREATE_RENDERER};
    const uint32_t version[] = {1, GV_VTEST_PROTOCOL_VERSION_CMD, 2};
    uint32_t reply[GV_VTEST_HEADER_DW + 1];

    return send_all(fd, hello, sizeof(hello)) && send_all(fd, name, sizeof(name)) &&
           send_all(fd, version, sizeof(version)) && receive(fd, reply) &&
           reply[1] == GV_VTEST_PROTOCOL_VERSION_CMD;
}

/* Sends a message that only Galvan answers, and returns whether an answer comes; other servers hang
 * up. */
static bool knows_progress(int fd)
{
    const uint32_t message[] = {1, GV_VTEST_PROGRESS_OPEN, GV_VTEST_INTERNAL_VERSION};
    uint32_t reply[GV_VTEST_HEADER_DW + 1];

    return send_all(fd, message, sizeof(message)) && receive(fd, reply) &&
           reply[1] == GV_VTEST_PROGRESS_OPEN;
}

enum gv_peer gv_peer_ask(int fd, unsigned timeout_ms)
{
    const struct timeval wait = {.tv_sec = timeout_ms / 1000, .tv_usec = timeout_ms % 1000 * 1000};

    setsockopt(fd, SOL_SOCKET, SO_RCVTIMEO, &wait, sizeof(wait));
    setsockopt(fd, SOL_SOCKET, SO_SNDTIMEO, &wait, sizeof(wait));
    if (!greet(fd))
        return GV_PEER_SILENT;
    return knows_progress(fd) ? GV_PEER_GALVAN : GV_PEER_OTHER;
}
