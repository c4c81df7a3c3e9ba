/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* The client's side of the vtest handshake. */
#include "cli/probe.h"

#include <errno.h>
#include <stdint.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "server/listen.h"
#include "util/array.h"
#include "util/log.h"
#include "vtest/protocol.h"
#include "vtest/transport.h"

/* Where capability set 2 has the renderer's name. */
enum {
    CAPS_RENDERER_B = 696,
    CAPS_MAX_B = 4096
};

struct connection {
    struct gv_vtest_transport *transport;
    int timeout_ms; /* for each answer */
};

static enum galvan_result read_exactly(struct connection *connection, void *data, size_t size_B)
{
    uint8_t *at = data;

    while (size_B > 0) {
        size_t n_B;
        enum galvan_result res = connection->transport->ops->recv(connection->transport, at, size_B,
                                                                  connection->timeout_ms, &n_B);
        if (res != GALVAN_OK) {
            return res;
        }
        if (n_B == 0) {
            return GALVAN_ERROR_IO;
        }
        at += n_B;
        size_B -= n_B;
    }
    return GALVAN_OK;
}

static enum galvan_result expect(struct connection *connection, const uint32_t *words, size_t num)
{
    uint32_t got[4];
    enum galvan_result res = read_exactly(connection, got, num * 4);

    if (res == GALVAN_OK && memcmp(got, words, num * 4) != 0) {
        res = GALVAN_ERROR_INVALID;
    }
    return res;
}

static enum galvan_result read_caps(struct connection *connection, struct gv_probe *out_probe)
{
    uint8_t caps[CAPS_MAX_B];
    uint32_t header[GV_VTEST_HEADER_DW];
    enum galvan_result res = read_exactly(connection, header, sizeof(header));

    if (res != GALVAN_OK) {
        return res;
    }
    size_t size_B = (size_t)header[0] - 1;
    if (header[1] != 2 || size_B > sizeof(caps) ||
        size_B < CAPS_RENDERER_B + GV_PROBE_RENDERER_MAX) {
        return GALVAN_ERROR_INVALID;
    }
    res = read_exactly(connection, caps, size_B);
    if (res == GALVAN_OK) {
        memcpy(out_probe->renderer, caps + CAPS_RENDERER_B, GV_PROBE_RENDERER_MAX);
        out_probe->renderer[GV_PROBE_RENDERER_MAX - 1] = '\0';
    }
    return res;
}

static enum galvan_result shake_hands(struct connection *connection, struct gv_probe *out_probe)
{
    static const char name[] = "galvan";
    static const uint32_t opening[] = {
        0,
        GV_VTEST_PING_PROTOCOL_VERSION,
        2,
        GV_VTEST_RESOURCE_BUSY_WAIT,
        0,
        0,
        1,
        GV_VTEST_PROTOCOL_VERSION_CMD,
        GV_VTEST_PROTOCOL_VERSION,
        0,
        GV_VTEST_GET_CAPS2,
    };
    static const uint32_t pong[] = {0, GV_VTEST_PING_PROTOCOL_VERSION};
    static const uint32_t idle[] = {1, GV_VTEST_RESOURCE_BUSY_WAIT, 0};
    static const uint32_t version[] = {1, GV_VTEST_PROTOCOL_VERSION_CMD, GV_VTEST_PROTOCOL_VERSION};
    const uint32_t header[] = {sizeof(name), GV_VTEST_CREATE_RENDERER};
    const struct gv_vtest_transport_ops *ops = connection->transport->ops;
    enum galvan_result res = ops->send(connection->transport, header, sizeof(header), -1);

    if (res == GALVAN_OK) {
        res = ops->send(connection->transport, name, sizeof(name), -1);
    }
    if (res == GALVAN_OK) {
        res = ops->send(connection->transport, opening, sizeof(opening), -1);
    }
    if (res == GALVAN_OK) {
        res = expect(connection, pong, GV_ARRAY_SIZE(pong));
    }
    if (res == GALVAN_OK) {
        res = expect(connection, idle, GV_ARRAY_SIZE(idle));
    }
    if (res == GALVAN_OK) {
        res = expect(connection, version, GV_ARRAY_SIZE(version));
    }
    return res == GALVAN_OK ? read_caps(connection, out_probe) : res;
}

enum galvan_result gv_probe_server(const char *socket_path, int timeout_ms,
                                   const struct galvan_log *log, struct gv_probe *out_probe)
{
    struct sockaddr_un address;
    struct gv_vtest_socket sock;
    enum galvan_result res = gv_socket_address(socket_path, log, &address);
    int fd;

    if (res != GALVAN_OK) {
        return res;
    }
    fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (fd < 0) {
        return GALVAN_ERROR_IO;
    }
    if (connect(fd, (const struct sockaddr *)&address, sizeof(address)) == 0) {
        gv_vtest_socket_init(&sock, fd, timeout_ms);
        struct connection connection = {.transport = &sock.base, .timeout_ms = timeout_ms};
        res = shake_hands(&connection, out_probe);
    } else {
        res = GALVAN_ERROR_IO;
    }
    close(fd);
    return res;
}
