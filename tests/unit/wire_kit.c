/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
#include "wire_kit.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <unistd.h>

#include "preload/connection.h"
#include "preload/connections.h"
#include "preload/next.h"
#include "preload/presents.h"
#include "preload/wire.h"
#include "util/pass_fd.h"
#include "vtest/protocol.h"

const struct gv_show_how wire_by_egl = {.by_egl = true, .interval = 3};

/* ---- Fakes of connections.c and show.c ------------------------------------------------------- */

struct wire_fake wire_fake;

static struct gv_connection connection;

/* Updates the fake's connection if the test has changed it; if not, other threads may be using it.
 */
static void update_connection(void)
{
    connection.screens[0].first_sub_ctx = wire_fake.first_sub_ctx;
    if (connection.show && connection.id == wire_fake.id && connection.pool == wire_fake.pool &&
        connection.screens[0].fd == wire_fake.fd)
        return;
    connection.id = wire_fake.id;
    connection.screens[0].fd = wire_fake.fd;
    connection.num_screens = 1;
    connection.show = (struct gv_show *)&wire_fake;
    connection.asks = &wire_fake.asks;
    connection.pool = wire_fake.pool;
}

struct gv_connection *gv_connections_acquire(int fd)
{
    if (fd != wire_fake.fd)
        return NULL;
    update_connection();
    connection.num_uses++;
    return &connection;
}

void gv_connection_finish(struct gv_connection *used)
{
    assert_ptr_equal(used, &connection);
    fail_msg("the table's use was released");
}

bool gv_connections_is_right(struct gv_connection *used, int fd)
{
    assert_ptr_equal(used, &connection);
    update_connection();
    return fd == wire_fake.fd;
}

void gv_connections_note_greeting(int fd, bool begins)
{
    assert_int_equal(fd, wire_fake.fd);
    wire_fake.greets = begins;
}

bool gv_connections_join(int fd)
{
    (void)fd;
    return false;
}

bool gv_connections_reacquire(struct gv_connection *used, unsigned id, int fd)
{
    return id == wire_fake.id && used == gv_connections_acquire(fd);
}

ssize_t gv_connection_write(struct gv_connection *used, const void *head, size_t head_B,
                            const void *data, size_t size_B)
{
    assert_ptr_equal(used, &connection);
    return gv_connections_write_behind(wire_fake.fd, head, head_B, data, size_B);
}

bool gv_connections_unmap(void *address)
{
    if (!wire_fake.pool || !gv_pool_has(wire_fake.pool, address))
        return false;
    gv_pool_give_back(wire_fake.pool, address, gv_outbox_end_B(&wire_fake.outbox));
    return true;
}

bool gv_connections_has(int fd)
{
    return fd == wire_fake.fd;
}

ssize_t gv_connections_write(int fd, const void *data, size_t size_B)
{
    ssize_t n = gv_connections_write_behind(fd, NULL, 0, data, size_B);

    if (fd == wire_fake.fd)
        gv_asks_note_any(&wire_fake.asks);
    return n;
}

ssize_t gv_connections_write_behind(int fd, const void *head, size_t head_B, const void *data,
                                    size_t size_B)
{
    if (fd != wire_fake.fd)
        return gv_next_write(fd, data, size_B);
    wire_fake.num_writes++;
    return gv_outbox_write(&wire_fake.outbox, head, head_B, data, size_B);
}

void gv_connections_open_ring(int fd)
{
    assert_int_equal(fd, wire_fake.fd);
    gv_ring_open(&wire_fake.outbox.ring, fd);
}

bool gv_connections_put_off(int fd, const void *message, size_t size_B)
{
    assert_int_equal(fd, wire_fake.fd);
    return gv_outbox_put_off(&wire_fake.outbox, message, size_B);
}

void gv_connections_note_closing(unsigned first, unsigned last)
{
    if ((unsigned)wire_fake.fd >= first && (unsigned)wire_fake.fd <= last)
        wire_fake.num_closings++;
}

void gv_presents_drain(void)
{
    wire_fake.num_drained++;
}

struct gv_window *gv_show_take(struct gv_show *show, const struct gv_show_buffer *buffer,
                               const struct gv_show_how *how)
{
    wire_fake.how = *how;
    assert_ptr_equal(show, &wire_fake);
    assert_int_equal((uint32_t)buffer->id, WIRE_HANDLE);
    wire_fake.num_taken += wire_fake.takes;
    return wire_fake.takes ? (struct gv_window *)&wire_fake : NULL;
}

bool gv_show_is_at(const struct gv_window *window, const struct gv_show_place *place)
{
    assert_ptr_equal(window, &wire_fake);
    return place->window == 1;
}

void gv_show_pace(struct gv_show *show, const struct gv_window *window)
{
    assert_ptr_equal(show, &wire_fake);
    wire_fake.num_paced += window != NULL;
}

void gv_show_await(struct gv_show *show, const struct gv_show_place *place, unsigned interval)
{
    assert_ptr_equal(show, &wire_fake);
    assert_non_null(place);
    assert_true(interval == 0 || interval == wire_by_egl.interval);
}

void gv_show_learn(struct gv_show *show, const struct gv_show_buffer *buffer,
                   const struct gv_show_place *place)
{
    assert_ptr_equal(show, &wire_fake);
    assert_int_equal((uint32_t)buffer->id, WIRE_HANDLE);
    assert_int_equal(place->window, 1);
    wire_fake.num_learned++;
}

/* ---- Mesa ------------------------------------------------------------------------------------ */

int wire_set_up(void **state)
{
    static unsigned num_made;
    int ends[2];

    (void)state;
    memset(&wire_fake, 0, sizeof(wire_fake));
    assert_int_equal(socketpair(AF_UNIX, SOCK_STREAM, 0, ends), 0);
    wire_fake.fd = ends[0];
    wire_fake.id = ++num_made;
    wire_fake.far = ends[1];
    assert_int_equal(fcntl(wire_fake.far, F_SETFL, O_NONBLOCK), 0);
    assert_int_equal(fcntl(wire_fake.fd, F_SETFL, O_NONBLOCK), 0);
    wire_fake.takes = true;
    wire_fake.asks.opened = true;
    wire_fake.asks.carried_out_B = &wire_fake.page;
    wire_fake.page = UINT64_MAX;
    wire_fake.pool = calloc(1, sizeof(*wire_fake.pool));
    wire_fake.pool->opened = wire_fake.outbox.ring.opened = true;
    wire_fake.pool->fd = dup(wire_fake.fd);
    gv_outbox_init(&wire_fake.outbox, wire_fake.fd, &wire_fake.asks.written_B);
    connection.num_uses = 1; /* the table's use */
    gv_wire_begin_swap(&wire_by_egl);
    return 0;
}

unsigned wire_num_uses(void)
{
    return connection.num_uses - 1;
}

int wire_tear_down(void **state)
{
    (void)state;
    gv_wire_end_swap();
    assert_int_equal(wire_num_uses(), 0);
    close(wire_fake.fd);
    close(wire_fake.far);
    close(wire_fake.pool->fd);
    if (wire_fake.pool->memory)
        gv_next_munmap(wire_fake.pool->memory, GV_VTEST_POOL_B);
    free(wire_fake.pool);
    return 0;
}

void wire_say(uint32_t command, uint32_t num_dw, const uint32_t *payload)
{
    const uint32_t header[] = {num_dw, command};

    assert_int_equal(write(wire_fake.fd, header, sizeof(header)), sizeof(header));
    assert_int_equal(write(wire_fake.fd, payload, num_dw * 4), num_dw * 4);
}

void wire_say_fence(uint32_t handle)
{
    const uint32_t payload[] = {handle, 0, 64, GV_VTEST_BIND_CUSTOM, 8, 1, 1, 0, 0, 0, 8};

    wire_say(GV_VTEST_RESOURCE_CREATE2, 11, payload);
}

void wire_say_wait(uint32_t handle)
{
    wire_say(GV_VTEST_RESOURCE_BUSY_WAIT, 2, (uint32_t[]){handle, 1});
}

void wire_say_get(void)
{
    wire_say(GV_VTEST_TRANSFER_GET2, 10, (uint32_t[]){WIRE_HANDLE, 0, 0, 0, 0, 64, 64, 1, 0, 0});
}

void wire_expect_idle(void)
{
    uint32_t header[2] = {0}, word = 1;

    assert_int_equal(read(wire_fake.fd, header, sizeof(header)), sizeof(header));
    assert_int_equal(header[0], 1);
    assert_int_equal(header[1], GV_VTEST_RESOURCE_BUSY_WAIT);
    assert_int_equal(read(wire_fake.fd, &word, sizeof(word)), sizeof(word));
    assert_int_equal(word, 0);
}

void wire_say_buffer(uint32_t handle, uint32_t bind)
{
    const uint32_t payload[] = {handle, 0, 64, bind, 4096, 1, 1, 1, 0, 0, 4096};

    wire_say(GV_VTEST_RESOURCE_CREATE2, 11, payload);
    wire_expect_said(GV_VTEST_RESOURCE_CREATE2, 11, handle);
}

void wire_catch_up(void)
{
    wire_fake.page = wire_fake.asks.written_B;
}

/* ---- The server ------------------------------------------------------------------------------ */

void wire_expect_said(uint32_t command, uint32_t num_dw, uint32_t first)
{
    uint32_t message[16];

    assert_int_equal(recv(wire_fake.far, message, 8 + num_dw * 4, 0), 8 + num_dw * 4);
    assert_int_equal(message[0], num_dw);
    assert_int_equal(message[1], command);
    assert_int_equal(message[2], first);
}

void wire_send_fd(int fd)
{
    assert_int_equal(gv_send_with_fd(wire_fake.far, "", 1, fd, 0), 1);
    close(fd);
}

int wire_take_fd(void)
{
    union {
        struct cmsghdr header;
        char bytes[CMSG_SPACE(sizeof(int))];
    } control;
    char byte = 1;
    struct iovec iov = {.iov_base = &byte, .iov_len = 1};
    struct msghdr msg = {.msg_iov = &iov,
                         .msg_iovlen = 1,
                         .msg_control = control.bytes,
                         .msg_controllen = sizeof(control.bytes)};
    int fd;

    if (recvmsg(wire_fake.fd, &msg, 0) != 1) {
        assert_int_equal(errno, EAGAIN);
        return -1;
    }
    assert_int_equal(byte, 0);
    assert_non_null(CMSG_FIRSTHDR(&msg));
    memcpy(&fd, CMSG_DATA(CMSG_FIRSTHDR(&msg)), sizeof(fd));
    return fd;
}

void wire_expect_silence(void)
{
    char byte;

    assert_int_equal(recv(wire_fake.far, &byte, 1, 0), -1);
    assert_int_equal(errno, EAGAIN);
}

void wire_expect_no_answer(void)
{
    char byte;

    assert_int_equal(read(wire_fake.fd, &byte, 1), -1);
    assert_int_equal(errno, EAGAIN);
}
