/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
#include "preload/server.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>

#include "preload/asks.h"
#include "preload/connection.h"
#include "preload/connections.h"
#include "preload/next.h"
#include "vtest/protocol.h"

bool gv_server_write(int fd, const void *data, size_t size_B)
{
    return gv_connections_write_behind(fd, data, size_B, NULL, 0) >= 0;
}

bool gv_server_write_past(int fd, const void *data, size_t size_B)
{
    const char *at = data;

    while (size_B > 0) {
        ssize_t n = gv_next_write(fd, at, size_B);
        if (n < 0 && errno == EINTR)
            continue;
        if (n <= 0)
            return false;
        at += n;
        size_B -= (size_t)n;
    }
    return true;
}

static bool read_all(int fd, void *data, size_t size_B)
{
    char *at = data;

    while (size_B > 0) {
        ssize_t n = gv_next_read(fd, at, size_B);
        if (n < 0 && errno == EINTR)
            continue;
        if (n <= 0)
            return false;
        at += n;
        size_B -= (size_t)n;
    }
    return true;
}

/* Receives the descriptor that comes with the next byte; -1 if no descriptor comes. */
static int read_fd(int fd)
{
    union {
        struct cmsghdr header;
        char bytes[CMSG_SPACE(sizeof(int))];
    } control;
    char byte;
    struct iovec iov = {.iov_base = &byte, .iov_len = 1};
    struct msghdr msg = {.msg_iov = &iov,
                         .msg_iovlen = 1,
                         .msg_control = control.bytes,
                         .msg_controllen = sizeof(control.bytes)};
    int got = -1;
    ssize_t n;

    do {
        n = gv_next_recvmsg(fd, &msg, MSG_CMSG_CLOEXEC);
    } while (n < 0 && errno == EINTR);
    const struct cmsghdr *header = n == 1 ? CMSG_FIRSTHDR(&msg) : NULL;
    if (header && header->cmsg_level == SOL_SOCKET && header->cmsg_type == SCM_RIGHTS)
        memcpy(&got, CMSG_DATA(header), sizeof(got));
    return got;
}

/* Whether fd is a descriptor of memory that has at least size_B bytes and cannot shrink. A process
 * that reads mapped memory past the file's end is killed by SIGBUS. */
static bool is_fixed(int fd, uint64_t size_B)
{
    struct stat st;
    const int seals = fcntl(fd, F_GET_SEALS);

    return seals >= 0 && (seals & F_SEAL_SHRINK) && fstat(fd, &st) == 0 && st.st_size >= 0 &&
           (uint64_t)st.st_size >= size_B;
}

static int ask_alone(int fd, const uint32_t *message, size_t size_B)
{
    uint32_t reply[GV_VTEST_HEADER_DW + 1];

    if (!gv_server_write(fd, message, size_B) || !read_all(fd, reply, sizeof(reply)) ||
        reply[1] != message[1] || reply[2] == 0)
        return -1;
    return read_fd(fd);
}

/* Sends a request whose answer is one dword, followed by a descriptor if the dword is not 0.
 * Returns the descriptor, or -1. */
static int ask(int fd, const uint32_t *message, size_t size_B)
{
    struct gv_connection *connection = gv_connections_acquire(fd);

    if (!connection)
        return -1;
    gv_asks_begin_answer(connection->asks);
    const int got = ask_alone(fd, message, size_B);
    gv_asks_end_answer(connection->asks);
    gv_connection_release(connection);
    return got;
}

/* As ask(), for a descriptor of memory. Returns -1 also if the memory is smaller than memory_B or
 * can shrink. */
static int ask_memory(int fd, const uint32_t *message, size_t size_B, uint64_t memory_B)
{
    const int memory_fd = ask(fd, message, size_B);

    if (memory_fd < 0 || is_fixed(memory_fd, memory_B))
        return memory_fd;
    gv_next_close(memory_fd);
    return -1;
}

/* As ask_memory(), for internal commands of Galvan. */
static int ask_halves(int fd, uint32_t command, uint64_t memory_B)
{
    const uint32_t message[] = {1, command, GV_VTEST_INTERNAL_VERSION};

    return ask_memory(fd, message, sizeof(message), memory_B);
}

int gv_server_open(int fd)
{
    const uint32_t message[] = {1, GV_VTEST_PRESENTS_OPEN, GV_VTEST_INTERNAL_VERSION};

    return ask(fd, message, sizeof(message));
}

int gv_server_progress(int fd)
{
    return ask_halves(fd, GV_VTEST_PROGRESS_OPEN, sizeof(uint64_t));
}

int gv_server_memory(int fd)
{
    return ask_halves(fd, GV_VTEST_MEMORY_OPEN, GV_VTEST_POOL_PART_B);
}

int gv_server_ring(int fd)
{
    return ask_halves(fd, GV_VTEST_RING_OPEN, GV_VTEST_RING_MEMORY_B);
}

bool gv_server_place(int fd, const uint32_t *payload, uint32_t offset_B)
{
    uint32_t message[GV_VTEST_HEADER_DW + GV_VTEST_PLACE_DW] = {GV_VTEST_PLACE_DW,
                                                                GV_VTEST_RESOURCE_PLACE};

    memcpy(message + GV_VTEST_HEADER_DW, payload, GV_VTEST_RESOURCE2_DW * 4);
    message[GV_VTEST_HEADER_DW + GV_VTEST_RESOURCE2_DW] = offset_B;
    return gv_connections_put_off(fd, message, sizeof(message));
}

bool gv_server_unref(int fd, uint32_t handle)
{
    const uint32_t message[] = {1, GV_VTEST_RESOURCE_UNREF, handle};

    return gv_connections_put_off(fd, message, sizeof(message));
}

int gv_server_make(int fd, uint32_t handle, uint32_t slot, uint32_t width, uint32_t height)
{
    const uint32_t message[] = {4, GV_VTEST_PRESENT_BUFFER_CREATE, handle, slot, width, height};

    return ask_memory(fd, message, sizeof(message), (uint64_t)width * height * 4);
}

bool gv_server_show(int fd, uint32_t handle, uint32_t slot, uint32_t serial)
{
    const uint32_t message[] = {3, GV_VTEST_PRESENT, handle, slot, serial};

    return gv_server_write(fd, message, sizeof(message));
}
