/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Mesa writes each message in two pieces, header and payload, and also reads an answer in two
 * pieces. The library retains a header until its payload is written. Then the library sends header
 * and payload at once, or answers the message itself. Messages in another form, from other versions
 * of Mesa, are passed unchanged until the swap ends. */
#include "preload/wire.h"

#include <errno.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "preload/answers.h"
#include "preload/asks.h"
#include "preload/connection.h"
#include "preload/connections.h"
#include "preload/export.h"
#include "preload/made.h"
#include "preload/next.h"
#include "preload/numbers.h"
#include "preload/pool.h"
#include "preload/server.h"
#include "preload/sub_ctx.h"
#include "preload/swap.h"
#include "preload/thread.h"
#include "vtest/protocol.h"

enum {
    MAX_ANSWERED_DW = GV_VTEST_RESOURCE2_DW
};

static __thread __attribute__((tls_model("initial-exec"))) struct gv_thread self;
static __thread __attribute__((tls_model("initial-exec"))) struct gv_made made;

/* ---- The thread's connection ----------------------------------------------------------------- */

/* Ends the thread's use of the connection until its next message. */
static void part(void)
{
    gv_connection_release(self.connection);
    self.connection = NULL;
}

/* Resets the thread's state: a swap begins or ends, or the thread uses another connection. */
static void forget(struct gv_thread fresh)
{
    gv_awaited_drop(&self.awaited);
    part();
    self = fresh;
    gv_made_note_other(&made);
}

/* Call when the thread uses another connection. If the thread is in the middle of a message, its
 * messages are passed unchanged from then on. */
static void turn(void)
{
    if (self.framing.keeps_header)
        gv_server_write(self.fd, self.framing.header, sizeof(self.framing.header));
    gv_swap_reset();
    forget((struct gv_thread){.framing.as_is = self.framing.left_B > 0});
}

/* Whether the thread's last message went to another connection, or to another screen of this
 * connection. */
static bool is_other(const struct gv_connection *connection, int fd)
{
    return self.id != connection->id || self.fd != fd;
}

/* As meet(), for a descriptor that is not known to belong to the thread's last connection. */
static bool meet_new(int fd)
{
    struct gv_connection *connection = gv_connections_has(fd) ? gv_connections_acquire(fd) : NULL;

    if (!connection)
        return false;
    if (!gv_swap_is_on() && self.id && is_other(connection, fd) && !self.framing.as_is)
        turn();
    if (!self.id && !self.framing.as_is) {
        self.fd = fd;
        self.id = connection->id;
        self.last = connection;
    }
    if (is_other(connection, fd) || self.framing.as_is || self.connection) {
        const bool is_met = self.connection && !is_other(connection, fd) && !self.framing.as_is;
        gv_connection_release(connection);
        return is_met;
    }
    self.connection = connection;
    return true;
}

/* Begins to use the connection of this descriptor, or continues to use it. False if the connection
 * cannot be used, if the thread's messages are passed unchanged, or if this thread is in a swap
 * over another connection. */
static bool meet(int fd)
{
    if (!self.id || self.fd != fd || self.framing.as_is)
        return meet_new(fd);
    if (self.connection)
        return gv_connections_is_right(self.connection, fd) || meet_new(fd);
    if (!gv_connections_reacquire(self.last, self.id, fd))
        return meet_new(fd);
    self.connection = self.last;
    return true;
}

/* ---- The swap -------------------------------------------------------------------------------- */

void gv_wire_begin_swap(const struct gv_show_how *how)
{
    forget((struct gv_thread){0});
    gv_swap_begin(how);
}

void gv_wire_end_swap(void)
{
    if (self.framing.keeps_header)
        gv_server_write(self.fd, self.framing.header, sizeof(self.framing.header));
    gv_memory_fd_drop(&self.memory);
    gv_swap_end();
    forget((struct gv_thread){0});
}

/* ---- Resources that the thread creates ------------------------------------------------------- */

bool gv_wire_has_much_unsent(void)
{
    return gv_made_is_much(&made);
}

bool gv_wire_made_target(uint32_t *out_width, uint32_t *out_height)
{
    if (!made.is_target)
        return false;
    *out_width = made.width;
    *out_height = made.height;
    return true;
}

/* Sends the creation of a resource, with the handle that the resource will have. */
static void begin_resource(uint32_t *payload, const void *caller)
{
    gv_numbers_begin(&payload[0], caller);
    gv_made_note(&made, payload);
}

/* Begins a creation whose message has no dword for the handle. */
static void begin_blob(const void *caller)
{
    uint32_t number = 0;

    gv_numbers_begin(&number, caller);
}

/* Call when the end of an answer has been read. If it answers the creation of a resource, and the
 * server chooses handles, the answer is the new handle. */
static void note_number(const char *end)
{
    const uint32_t command = self.framing.header[1];
    uint32_t number;

    if (command != GV_VTEST_RESOURCE_CREATE2 && command != GV_VTEST_RESOURCE_CREATE_BLOB)
        return;
    memcpy(&number, end - sizeof(number), sizeof(number));
    gv_numbers_told(number);
    if (self.swap.wants_number)
        self.swap.fence = number;
    self.swap.wants_number = false;
    if (!self.awaited.has_fd)
        gv_numbers_sent();
}

/* ---- Messages -------------------------------------------------------------------------------- */

/* Handles the first message after the greetings: the screen may join another screen's
 * connection. */
static void begin_work(int fd, const void *header)
{
    uint32_t dwords[GV_VTEST_HEADER_DW];

    memcpy(dwords, header, sizeof(dwords));
    if (gv_message_kind(dwords[1])->greets || !gv_connections_join(fd))
        return;
    part();
    self.id = 0;
    meet(fd);
}

static ssize_t take_header(int fd, const void *data)
{
    gv_awaited_drop(&self.awaited);
    gv_made_note_other(&made);
    const bool is_kept = gv_framing_begin(&self.framing, data);
    const uint32_t command = self.framing.header[1];
    if (command == GV_VTEST_RESOURCE_CREATE2) {
        gv_asks_open(self.connection->asks, fd);
        gv_pool_open(self.connection->pool, self.connection->asks, fd);
        gv_connections_open_ring(fd);
    }
    gv_connections_note_greeting(fd, command == GV_VTEST_PROTOCOL_VERSION_CMD);
    if (command == GV_VTEST_SUBMIT_CMD)
        gv_made_note_submit(&made);
    if (command != GV_VTEST_RESOURCE_BUSY_WAIT)
        gv_swap_note_other();
    return is_kept ? GV_VTEST_HEADER_B : gv_connections_write(fd, data, GV_VTEST_HEADER_B);
}

/* Handles a complete message. Returns whether the library has answered it. */
static bool is_answered(const void *data)
{
    const struct gv_message_kind *kind = gv_message_kind(self.framing.header[1]);
    uint32_t payload[MAX_ANSWERED_DW];

    if (kind->answered_dw == 0 || self.framing.left_B != (uint64_t)kind->answered_dw * 4 ||
        (kind->only_in_swap && !gv_swap_is_on() && !gv_swap_in_part()))
        return false;
    memcpy(payload, data, (size_t)kind->answered_dw * 4);
    return gv_answers_take(&self, payload);
}

/* Reports to `asks` which resources the message uses. Called when the message's payload has been
 * written. size_B is 0 if the payload was not written completely. */
static void note_written(const void *data, size_t size_B)
{
    struct gv_asks *asks = self.connection->asks;
    uint32_t handle;

    switch (size_B ? gv_message_kind(self.framing.header[1])->use : GV_USE_ANY) {
    case GV_USE_COMMANDS:
        gv_asks_note_commands(asks, data, size_B / 4);
        break;
    case GV_USE_RESOURCE:
        memcpy(&handle, data, sizeof(handle));
        gv_asks_note_use(asks, handle);
        break;
    case GV_USE_NONE:
        break;
    default:
        gv_asks_note_any(asks);
    }
}

/* Writes a payload of commands for a connection that several screens share. The server gets a copy
 * of the payload in which `first` is added to the ids of sub-contexts. Returns as write() does. */
static ssize_t write_moved(size_t header_B, const void *data, size_t size_B, uint32_t first)
{
    uint32_t *moved = gv_sub_ctx_moved(data, size_B / 4, first);
    ssize_t n = -1;
    size_t done_B = 0;

    while (moved && done_B < size_B) {
        n = gv_connection_write(self.connection, self.framing.header, header_B,
                                (const char *)moved + done_B, size_B - done_B);
        if (n < 0 && (errno != EINTR || done_B == 0))
            break;
        done_B += n > 0 ? (size_t)n : 0;
        header_B = 0;
    }
    free(moved);
    return done_B == size_B ? (ssize_t)size_B : -1;
}

static ssize_t write_payload(int fd, size_t header_B, const void *data, size_t size_B,
                             bool is_whole)
{
    const struct gv_connection_screen *screen = gv_connection_screen(self.connection, fd);
    const uint32_t first = screen ? atomic_load(&screen->first_sub_ctx) : 0;

    return first && is_whole && self.framing.header[1] == GV_VTEST_SUBMIT_CMD
               ? write_moved(header_B, data, size_B, first)
               : gv_connection_write(self.connection, self.framing.header, header_B, data, size_B);
}

/* Sends the payload to the server, after the retained header. */
static ssize_t send_payload(int fd, const void *data, size_t size_B, bool is_whole)
{
    const size_t header_B = self.framing.keeps_header ? sizeof(self.framing.header) : 0;

    if (is_whole)
        gv_awaited_begin(&self.awaited, self.framing.header[1], data, self.connection);
    ssize_t n = write_payload(fd, header_B, data, size_B, is_whole);
    note_written(data, n > 0 && (uint64_t)n == self.framing.left_B && header_B ? (size_t)n : 0);
    if (!gv_framing_note_written(&self.framing, n))
        gv_awaited_drop(&self.awaited);
    return n;
}

/* Handles the payload, or a piece of it. */
static ssize_t take_payload(int fd, const void *data, size_t size_B, const void *caller)
{
    const bool is_whole = gv_framing_is_whole(&self.framing, size_B);
    uint32_t resource[GV_VTEST_RESOURCE2_DW];
    const bool is_resource = is_whole && self.framing.header[1] == GV_VTEST_RESOURCE_CREATE2 &&
                             size_B == sizeof(resource);
    ssize_t n = (ssize_t)size_B;

    if (is_resource) {
        memcpy(resource, data, sizeof(resource));
        begin_resource(resource, caller);
        data = resource;
    } else if (is_whole && self.framing.header[1] == GV_VTEST_RESOURCE_CREATE_BLOB) {
        begin_blob(caller);
    }
    if (is_whole && is_answered(data)) {
        gv_framing_end(&self.framing);
    } else {
        if (is_resource)
            gv_asks_note(self.connection->asks, resource);
        n = send_payload(fd, data, size_B, is_whole);
    }
    if (is_resource && resource[0] && resource[GV_VTEST_RESOURCE_DW] == 0)
        gv_numbers_sent();
    return n;
}

/* Whether data is the message by which Mesa requests both capability sets in one write. */
static bool asks_for_caps(const void *data, size_t size_B)
{
    static const uint32_t both[] = {0, GV_VTEST_GET_CAPS2, 0, GV_VTEST_GET_CAPS};

    return size_B == sizeof(both) && memcmp(data, both, sizeof(both)) == 0;
}

static ssize_t take(int fd, const void *data, size_t size, const void *caller)
{
    if (self.framing.left_B > 0)
        return take_payload(fd, data, size, caller);
    if (size == GV_VTEST_HEADER_B) {
        if (!atomic_load(&self.connection->works))
            begin_work(fd, data);
        return self.connection ? take_header(fd, data) : gv_connections_write(fd, data, size);
    }
    self.framing.as_is = !asks_for_caps(data, size);
    gv_connections_note_greeting(fd, false);
    return gv_connections_write(fd, data, size);
}

/* ---- Memory of new resources ----------------------------------------------------------------- */

void *gv_wire_map(int fd, size_t size_B)
{
    return gv_memory_fd_map(&self.memory, fd, size_B);
}

static void note_seen(void)
{
    struct gv_connection *connection = gv_connections_acquire(self.fd);

    if (connection && connection->id == self.id)
        atomic_store(&connection->pool->is_seen, true);
    gv_connection_release(connection);
}

/* Once the descriptor of a resource that the server created was mapped and closed through this
 * library, all later descriptors will be, too. Only then does the library use pieces of the pool
 * (note_seen()). */
bool gv_wire_keeps(int fd)
{
    const enum gv_memory_fd_close closed = gv_memory_fd_close(&self.memory, fd);

    if (closed == GV_CLOSE_SEEN)
        note_seen();
    return closed == GV_CLOSE_KEPT;
}

/* ---- libc's functions ------------------------------------------------------------------------ */

/* NOLINTNEXTLINE(readability-inconsistent-declaration-parameter-name): libc's names are reserved */
EXPORT ssize_t write(int fd, const void *data, size_t size)
{
    if (!meet(fd))
        return gv_connections_write(fd, data, size);
    ssize_t n = take(fd, data, size, __builtin_return_address(0));
    if (!gv_swap_is_on() && !self.framing.keeps_header)
        part();
    return n;
}

/* NOLINTNEXTLINE(readability-inconsistent-declaration-parameter-name): libc's names are reserved */
EXPORT ssize_t read(int fd, void *data, size_t size)
{
    if (self.fd == fd && self.replies.left_B > 0 && size > 0)
        return (ssize_t)gv_replies_take(&self.replies, data, size);
    ssize_t n = gv_next_read(fd, data, size);
    if (self.fd != fd)
        return n;
    if (n >= (ssize_t)sizeof(uint32_t) && (size_t)n == self.awaited.left_B)
        note_number((const char *)data + n);
    gv_awaited_note_read(&self.awaited, n);
    return n;
}

/* NOLINTNEXTLINE(readability-inconsistent-declaration-parameter-name): libc's names are reserved */
EXPORT ssize_t recvmsg(int fd, struct msghdr *message, int flags)
{
    const bool is_ours = self.memory.is_offered && self.fd == fd;
    ssize_t n =
        is_ours ? gv_memory_fd_give(&self.memory, message) : gv_next_recvmsg(fd, message, flags);
    int memory_fd = -1;

    if (!self.id || self.fd != fd)
        return n;
    if (n > 0)
        memory_fd = is_ours ? self.memory.fd : gv_memory_fd_note_received(&self.memory, message);
    gv_numbers_got(memory_fd);
    if (!is_ours)
        gv_awaited_note_fd(&self.awaited, n);
    return n;
}
