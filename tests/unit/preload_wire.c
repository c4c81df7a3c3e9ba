/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* What the client half does with Mesa's messages: the test calls read(), write(), recvmsg() and
 * mmap() as Mesa does, and looks at the other end of the socket. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

#include "preload/asks.h"
#include "preload/connections.h"
#include "preload/next.h"
#include "preload/outbox.h"
#include "preload/pool.h"
#include "preload/show.h"
#include "preload/wire.h"
#include "util/pass_fd.h"
#include "virgl/wire.h"
#include "vtest/protocol.h"

enum {
    HANDLE = 7,
    FENCE = 9
};

static const struct gv_show_how by_egl = {.by_egl = true, .interval = 3}, by_glx;

/* ---- In place of connections.c and show.c ---------------------------------------------------- */

static struct {
    struct gv_asks asks;
    struct gv_pool *pool;
    struct gv_outbox outbox;
    _Atomic uint64_t page;
    int fd, far;            /* Mesa's end and the server's */
    bool takes;             /* windows are known */
    struct gv_show_how how; /* of the last one that was taken */
    unsigned num_taken, num_paced, num_learned, num_drained, num_writes, num_closings;
} fake;

struct gv_show *gv_connections_find(int fd)
{
    return fd == fake.fd ? (struct gv_show *)&fake : NULL;
}

struct gv_asks *gv_connections_asks(int fd)
{
    return fd == fake.fd ? &fake.asks : NULL;
}

struct gv_pool *gv_connections_pool(int fd)
{
    return fd == fake.fd ? fake.pool : NULL;
}

bool gv_connections_unmap(void *address)
{
    if (!fake.pool || !gv_pool_has(fake.pool, address))
        return false;
    gv_pool_give_back(fake.pool, address, gv_outbox_end_B(&fake.outbox));
    return true;
}

bool gv_connections_has(int fd)
{
    return fd == fake.fd;
}

ssize_t gv_connections_write(int fd, const void *data, size_t size_B)
{
    ssize_t n = gv_connections_write_behind(fd, NULL, 0, data, size_B);

    if (fd == fake.fd)
        gv_asks_note_any(&fake.asks);
    return n;
}

ssize_t gv_connections_write_behind(int fd, const void *head, size_t head_B, const void *data,
                                    size_t size_B)
{
    if (fd != fake.fd)
        return gv_next_write(fd, data, size_B);
    fake.num_writes++;
    return gv_outbox_write(&fake.outbox, head, head_B, data, size_B);
}

void gv_connections_open_ring(int fd)
{
    assert_int_equal(fd, fake.fd);
    gv_ring_open(&fake.outbox.ring, fd);
}

bool gv_connections_put_off(int fd, const void *message, size_t size_B)
{
    assert_int_equal(fd, fake.fd);
    return gv_outbox_put_off(&fake.outbox, message, size_B);
}

void gv_connections_note_closing(unsigned first, unsigned last)
{
    if ((unsigned)fake.fd >= first && (unsigned)fake.fd <= last)
        fake.num_closings++;
}

void gv_connections_drain(void)
{
    fake.num_drained++;
}

struct gv_window *gv_show_take(struct gv_show *show, const struct gv_show_get *get,
                               const struct gv_show_how *how)
{
    fake.how = *how;
    assert_ptr_equal(show, &fake);
    assert_int_equal(get->words[0], HANDLE);
    fake.num_taken += fake.takes;
    return fake.takes ? (struct gv_window *)&fake : NULL;
}

bool gv_show_is_at(const struct gv_window *window, const struct gv_show_place *place)
{
    assert_ptr_equal(window, &fake);
    return place->window == 1;
}

void gv_show_pace(struct gv_show *show, const struct gv_window *window)
{
    assert_ptr_equal(show, &fake);
    fake.num_paced += window != NULL;
}

void gv_show_await(struct gv_show *show, const struct gv_show_place *place, unsigned interval)
{
    assert_ptr_equal(show, &fake);
    assert_non_null(place);
    assert_true(interval == 0 || interval == by_egl.interval);
}

void gv_show_learn(struct gv_show *show, const struct gv_show_get *get,
                   const struct gv_show_place *place)
{
    assert_ptr_equal(show, &fake);
    assert_int_equal(get->words[0], HANDLE);
    assert_int_equal(place->window, 1);
    fake.num_learned++;
}

/* ---- Mesa ------------------------------------------------------------------------------------ */

static int set_up(void **state)
{
    int ends[2];

    (void)state;
    memset(&fake, 0, sizeof(fake));
    assert_int_equal(socketpair(AF_UNIX, SOCK_STREAM, 0, ends), 0);
    fake.fd = ends[0];
    fake.far = ends[1];
    assert_int_equal(fcntl(fake.far, F_SETFL, O_NONBLOCK), 0);
    assert_int_equal(fcntl(fake.fd, F_SETFL, O_NONBLOCK), 0);
    fake.takes = true;
    fake.asks.opened = true;
    fake.asks.carried_out_B = &fake.page;
    fake.page = UINT64_MAX;
    fake.pool = calloc(1, sizeof(*fake.pool));
    fake.pool->opened = fake.outbox.ring.opened = true;
    fake.pool->fd = dup(fake.fd);
    gv_outbox_init(&fake.outbox, fake.fd, &fake.asks.written_B);
    gv_wire_begin_swap(&by_egl);
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    gv_wire_end_swap();
    close(fake.fd);
    close(fake.far);
    close(fake.pool->fd);
    if (fake.pool->memory)
        gv_next_munmap(fake.pool->memory, GV_VTEST_POOL_B);
    free(fake.pool);
    return 0;
}

/* In two pieces. */
static void say(uint32_t command, uint32_t num_dw, const uint32_t *payload)
{
    const uint32_t header[] = {num_dw, command};

    assert_int_equal(write(fake.fd, header, sizeof(header)), sizeof(header));
    assert_int_equal(write(fake.fd, payload, num_dw * 4), num_dw * 4);
}

static void say_fence(uint32_t handle)
{
    const uint32_t payload[] = {handle, 0, 64, GV_VTEST_BIND_CUSTOM, 8, 1, 1, 0, 0, 0, 8};

    say(GV_VTEST_RESOURCE_CREATE2, 11, payload);
}

static void say_wait(uint32_t handle)
{
    say(GV_VTEST_RESOURCE_BUSY_WAIT, 2, (uint32_t[]){handle, 1});
}

static void say_get(void)
{
    say(GV_VTEST_TRANSFER_GET2, 10, (uint32_t[]){HANDLE, 0, 0, 0, 0, 64, 64, 1, 0, 0});
}

/* An answer, in two pieces. */
static void expect_idle(void)
{
    uint32_t header[2] = {0}, word = 1;

    assert_int_equal(read(fake.fd, header, sizeof(header)), sizeof(header));
    assert_int_equal(header[0], 1);
    assert_int_equal(header[1], GV_VTEST_RESOURCE_BUSY_WAIT);
    assert_int_equal(read(fake.fd, &word, sizeof(word)), sizeof(word));
    assert_int_equal(word, 0);
}

/* ---- The server ------------------------------------------------------------------------------ */

static void expect_said(uint32_t command, uint32_t num_dw, uint32_t first)
{
    uint32_t message[16];

    assert_int_equal(recv(fake.far, message, 8 + num_dw * 4, 0), 8 + num_dw * 4);
    assert_int_equal(message[0], num_dw);
    assert_int_equal(message[1], command);
    assert_int_equal(message[2], first);
}

/* A byte with a descriptor, which the server keeps no longer. */
static void send_fd(int fd)
{
    assert_int_equal(gv_send_with_fd(fake.far, "", 1, fd, 0), 1);
    close(fd);
}

/* The descriptor that Mesa gets next; -1 when there is none. */
static int take_fd(void)
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

    if (recvmsg(fake.fd, &msg, 0) != 1) {
        assert_int_equal(errno, EAGAIN);
        return -1;
    }
    assert_int_equal(byte, 0);
    assert_non_null(CMSG_FIRSTHDR(&msg));
    memcpy(&fd, CMSG_DATA(CMSG_FIRSTHDR(&msg)), sizeof(fd));
    return fd;
}

static void expect_silence(void)
{
    char byte;

    assert_int_equal(recv(fake.far, &byte, 1, 0), -1);
    assert_int_equal(errno, EAGAIN);
}

/* Nothing is answered but by the server. */
static void expect_no_answer(void)
{
    char byte;

    assert_int_equal(read(fake.fd, &byte, 1), -1);
    assert_int_equal(errno, EAGAIN);
}

/* ---- Tests ----------------------------------------------------------------------------------- */

/* Which of the two swaps it is, and its interval, are told with the picture. */
static void test_how_it_is_swapped(void **state)
{
    (void)state;
    say_get();
    assert_true(fake.how.by_egl);
    assert_int_equal(fake.how.interval, 3);
    gv_wire_end_swap();
    gv_wire_begin_swap(&by_glx);
    say_get();
    assert_int_equal(fake.num_taken, 2);
    assert_false(fake.how.by_egl);
    assert_int_equal(fake.how.interval, 0);
}

static void test_a_swap_says_nothing_itself(void **state)
{
    const struct gv_show_place place = {.window = 1};

    (void)state;
    say_fence(FENCE);
    say_wait(FENCE);
    expect_idle();
    say_get();
    say_wait(HANDLE);
    expect_idle();
    expect_silence();
    assert_true(gv_wire_put(&place));
    assert_true(gv_wire_has_put());
    gv_wire_end_swap();
    assert_int_equal(fake.num_taken, 1);
    assert_int_equal(fake.num_paced, 1);
    assert_int_equal(fake.num_drained, 0);
    assert_false(gv_wire_has_put());
}

static void test_an_unknown_window_is_learned(void **state)
{
    const struct gv_show_place place = {.window = 1};

    (void)state;
    fake.takes = false;
    say_get();
    say_wait(HANDLE);
    expect_said(GV_VTEST_TRANSFER_GET2, 10, HANDLE);
    expect_said(GV_VTEST_RESOURCE_BUSY_WAIT, 2, HANDLE);
    expect_no_answer();
    assert_false(gv_wire_put(&place));
    assert_int_equal(fake.num_learned, 1);
    assert_int_equal(fake.num_drained, 1);
    assert_false(gv_wire_put(&place));
    assert_int_equal(fake.num_learned, 1);
}

static void test_a_put_behind_something_else_teaches_nothing(void **state)
{
    const struct gv_show_place place = {.window = 1};

    (void)state;
    fake.takes = false;
    say_get();
    say(GV_VTEST_SUBMIT_CMD, 1, (uint32_t[]){1});
    assert_false(gv_wire_put(&place));
    assert_int_equal(fake.num_learned, 0);
}

static void test_only_the_first_read_back(void **state)
{
    (void)state;
    say_get();
    say_get();
    say_wait(HANDLE); /* of the first */
    expect_idle();
    say_wait(HANDLE);
    expect_said(GV_VTEST_TRANSFER_GET2, 10, HANDLE);
    expect_said(GV_VTEST_RESOURCE_BUSY_WAIT, 2, HANDLE);
    expect_no_answer();
}

static void test_a_fence_comes_with_memory(void **state)
{
    struct stat st;

    (void)state;
    say_fence(FENCE);
    expect_silence();
    int fd = take_fd();
    assert_int_equal(fstat(fd, &st), 0);
    assert_int_equal(st.st_size, 8);
    assert_int_equal(close(fd), 0);
    assert_int_equal(take_fd(), -1); /* once */
}

/* From version 3 on the server numbers resources: it makes the fence, and its number is heard. */
static void test_a_fence_that_the_server_numbers(void **state)
{
    const uint32_t answer[] = {1, GV_VTEST_RESOURCE_CREATE2, 1234};
    uint32_t header[2], number;

    (void)state;
    say_fence(0);
    expect_said(GV_VTEST_RESOURCE_CREATE2, 11, 0);
    assert_int_equal(send(fake.far, answer, sizeof(answer), 0), sizeof(answer));
    assert_int_equal(read(fake.fd, header, sizeof(header)), sizeof(header));
    assert_int_equal(read(fake.fd, &number, sizeof(number)), sizeof(number));
    assert_int_equal(number, 1234);
    say_wait(1234);
    expect_idle();
    expect_silence();
}

static void test_other_questions_are_the_servers(void **state)
{
    const uint32_t buffer[] = {5, 0, 64, 0x10, 4096, 1, 1, 1, 0, 0, 4096};

    (void)state;
    say(GV_VTEST_RESOURCE_CREATE2, 11, buffer);
    say_wait(5);
    say(GV_VTEST_RESOURCE_UNREF, 1, (uint32_t[]){5});
    expect_said(GV_VTEST_RESOURCE_CREATE2, 11, 5);
    expect_said(GV_VTEST_RESOURCE_BUSY_WAIT, 2, 5);
    expect_said(GV_VTEST_RESOURCE_UNREF, 1, 5);
    expect_no_answer();
}

/* A read of any size gets what is there, and what is left comes with the next. */
static void test_an_answer_in_pieces(void **state)
{
    uint8_t bytes[32];
    const uint32_t idle[] = {1, GV_VTEST_RESOURCE_BUSY_WAIT, 0};

    (void)state;
    say_fence(FENCE);
    say_wait(FENCE);
    for (unsigned i = 0; i < sizeof(idle); i++)
        assert_int_equal(read(fake.fd, bytes + i, 1), 1);
    assert_memory_equal(bytes, idle, sizeof(idle));
    say_wait(FENCE);
    assert_int_equal(read(fake.fd, bytes, 5), 5);
    assert_int_equal(read(fake.fd, bytes + 5, 20), 7);
    assert_memory_equal(bytes, idle, sizeof(idle));
}

/* A question that is not as Mesa asks it is the server's, and what comes behind it is not. */
static void test_a_question_in_pieces_passes(void **state)
{
    const uint32_t header[] = {2, GV_VTEST_RESOURCE_BUSY_WAIT}, payload[] = {FENCE, 1};
    uint32_t got[4];

    (void)state;
    say_fence(FENCE);
    assert_int_equal(write(fake.fd, header, 8), 8);
    assert_int_equal(write(fake.fd, payload, 3), 3);
    assert_int_equal(write(fake.fd, (const char *)payload + 3, 5), 5);
    assert_int_equal(recv(fake.far, got, sizeof(got), 0), sizeof(got));
    assert_memory_equal(got, header, 8);
    assert_memory_equal(got + 2, payload, 8);
    expect_no_answer();
    say_wait(FENCE);
    expect_idle();
}

/* The server is woken once, and has all of it then. */
static void test_a_message_goes_out_at_once(void **state)
{
    const uint32_t header[] = {2, GV_VTEST_SUBMIT_CMD}, payload[] = {1, 2};

    (void)state;
    assert_int_equal(write(fake.fd, header, 8), 8);
    expect_silence();
    assert_int_equal(write(fake.fd, payload, 8), 8);
    assert_int_equal(fake.num_writes, 1);
    expect_said(GV_VTEST_SUBMIT_CMD, 2, 1);
}

static void test_a_message_in_one_piece_passes(void **state)
{
    const uint32_t message[] = {2, GV_VTEST_RESOURCE_BUSY_WAIT, FENCE, 1};

    (void)state;
    assert_int_equal(write(fake.fd, message, sizeof(message)), sizeof(message));
    expect_said(GV_VTEST_RESOURCE_BUSY_WAIT, 2, FENCE);
    say_get();
    expect_said(GV_VTEST_TRANSFER_GET2, 10, HANDLE);
    assert_int_equal(fake.num_taken, 0);
}

/* The end of a payload that passes is found, also when it goes out in pieces. */
static void test_a_payload_in_pieces(void **state)
{
    const uint32_t header[] = {4, GV_VTEST_SUBMIT_CMD};
    const uint8_t payload[16] = {1};

    (void)state;
    assert_int_equal(write(fake.fd, header, 8), 8);
    assert_int_equal(write(fake.fd, payload, 8), 8);
    assert_int_equal(write(fake.fd, payload + 8, 8), 8);
    expect_said(GV_VTEST_SUBMIT_CMD, 4, 1);
    say_get();
    assert_int_equal(fake.num_taken, 1);
}

static void test_a_header_alone_goes_out_at_the_end(void **state)
{
    const uint32_t header[] = {2, GV_VTEST_RESOURCE_BUSY_WAIT};
    uint32_t got[2];

    (void)state;
    assert_int_equal(write(fake.fd, header, 8), 8);
    expect_silence();
    gv_wire_end_swap();
    assert_int_equal(recv(fake.far, got, sizeof(got), 0), sizeof(got));
    assert_memory_equal(got, header, sizeof(got));
}

static void test_outside_of_a_swap_everything_passes(void **state)
{
    const struct gv_show_place place = {.window = 1};

    (void)state;
    gv_wire_end_swap();
    say_fence(FENCE);
    say_wait(FENCE);
    say_get();
    expect_said(GV_VTEST_RESOURCE_CREATE2, 11, FENCE);
    expect_said(GV_VTEST_RESOURCE_BUSY_WAIT, 2, FENCE);
    expect_said(GV_VTEST_TRANSFER_GET2, 10, HANDLE);
    expect_no_answer();
    assert_false(gv_wire_put(&place));
    assert_int_equal(fake.num_drained, 1);
    assert_int_equal(fake.num_taken + fake.num_learned, 0);
}

/* What Mesa has read of a window is known while it shows that, not when the program reads pixels.
 */
static void test_a_part_is_known_while_it_is_shown(void **state)
{
    const uint32_t get[] = {HANDLE, 0, 8, 16, 0, 24, 32, 1, 0, 0};
    struct gv_wire_box box;

    (void)state;
    gv_wire_end_swap();
    say(GV_VTEST_TRANSFER_GET2, 10, get);
    say_wait(HANDLE);
    assert_false(gv_wire_read(&box));
    gv_wire_begin_part();
    assert_false(gv_wire_read(&box));
    say(GV_VTEST_TRANSFER_GET2, 10, get);
    say_wait(HANDLE);
    assert_true(gv_wire_read(&box));
    assert_true(box.x == 8 && box.y == 16 && box.width == 24 && box.height == 32);
    say(GV_VTEST_SUBMIT_CMD, 1, (uint32_t[]){1});
    assert_false(gv_wire_read(&box));
    say(GV_VTEST_TRANSFER_GET2, 10, get);
    gv_wire_end_part();
    assert_false(gv_wire_read(&box));
    gv_wire_begin_swap(&by_egl);
    fake.takes = false;
    say_get();
    assert_true(gv_wire_read(&box));
    assert_true(box.x == 0 && box.y == 0 && box.width == 64 && box.height == 64);
}

/* ---- Questions ------------------------------------------------------------------------------- */

static void say_buffer(uint32_t handle, uint32_t bind)
{
    const uint32_t payload[] = {handle, 0, 64, bind, 4096, 1, 1, 1, 0, 0, 4096};

    say(GV_VTEST_RESOURCE_CREATE2, 11, payload);
    expect_said(GV_VTEST_RESOURCE_CREATE2, 11, handle);
}

/* All that was written is carried out. */
static void catch_up(void)
{
    fake.page = fake.asks.written_B;
}

static void test_an_ordinary_buffer_is_idle(void **state)
{
    (void)state;
    gv_wire_end_swap();
    say_buffer(5, 0x10);
    assert_int_equal(fake.asks.written_B, 52);
    catch_up();
    say_wait(5);
    expect_idle();
    say_wait(5);
    expect_idle();
    expect_silence();
    gv_wire_begin_swap(&by_egl); /* in a swap, too */
    say_wait(5);
    expect_idle();
    expect_silence();
}

static void test_what_is_not_carried_out_is_asked(void **state)
{
    (void)state;
    gv_wire_end_swap();
    say_buffer(5, 0x10);
    catch_up();
    say(GV_VTEST_SUBMIT_CMD, 1, (uint32_t[]){1});
    expect_said(GV_VTEST_SUBMIT_CMD, 1, 1);
    say_wait(5);
    expect_said(GV_VTEST_RESOURCE_BUSY_WAIT, 2, 5);
    expect_no_answer();
    fake.page = fake.asks.written_B + 8; /* somebody else has written */
    say_wait(5);
    expect_said(GV_VTEST_RESOURCE_BUSY_WAIT, 2, 5);
}

static void test_others_are_asked(void **state)
{
    /* 5 was made before another that takes its place */
    const uint32_t asked[] = {4, 5, 6, 7 + GV_ASKS_NUM_KNOWN, UINT32_MAX, 0};

    (void)state;
    gv_wire_end_swap();
    say_buffer(5, 0x10);
    say_buffer(6, GV_VTEST_BIND_CUSTOM);
    say_buffer(7, 0x10);
    say_buffer(5 + GV_ASKS_NUM_KNOWN, 0x10);
    for (unsigned i = 0; i < sizeof(asked) / sizeof(asked[0]); i++) {
        catch_up();
        say_wait(asked[i]);
        expect_said(GV_VTEST_RESOURCE_BUSY_WAIT, 2, asked[i]);
    }
    expect_no_answer();
}

static void test_without_a_page_all_are_asked(void **state)
{
    (void)state;
    gv_wire_end_swap();
    fake.asks.carried_out_B = NULL;
    say_buffer(5, 0x10);
    say_wait(5);
    expect_said(GV_VTEST_RESOURCE_BUSY_WAIT, 2, 5);
}

/* ---- What uses memory ------------------------------------------------------------------------ */

/* A transfer of the resource's memory, or of a staging buffer's. */
static uint32_t put_transfer(uint32_t *dwords, uint32_t number, uint32_t resource, uint32_t staging)
{
    const uint32_t len_dw = number == GV_VIRGL_TRANSFER3D ? 13 : 14;

    memset(dwords, 0, (1 + len_dw) * 4);
    dwords[0] = gv_virgl_header(number, 0, len_dw);
    dwords[1] = resource;
    dwords[12] = staging;
    return 1 + len_dw;
}

static void say_commands(const uint32_t *dwords, uint32_t num_dw)
{
    static uint8_t said[4096];

    say(GV_VTEST_SUBMIT_CMD, num_dw, dwords);
    assert_int_equal(recv(fake.far, said, sizeof(said), 0), 8 + num_dw * 4);
}

static void expect_asked(uint32_t handle)
{
    say_wait(handle);
    expect_said(GV_VTEST_RESOURCE_BUSY_WAIT, 2, handle);
    expect_no_answer();
}

static void expect_not_asked(uint32_t handle)
{
    say_wait(handle);
    expect_idle();
    expect_silence();
}

/* Resources 5 to 9, and a question that had to be asked: from now on commands are looked into. */
static void begin_looking(void)
{
    gv_wire_end_swap();
    for (uint32_t handle = 5; handle < 10; handle++)
        say_buffer(handle, 0x10);
    say_commands((uint32_t[]){0}, 1);
    fake.page = fake.asks.written_B - 12;
    expect_asked(5);
    fake.page = fake.asks.written_B;
}

static void test_what_no_command_uses_is_idle(void **state)
{
    uint32_t dwords[128], num_dw;

    (void)state;
    begin_looking();
    num_dw = put_transfer(dwords, GV_VIRGL_TRANSFER3D, 6, 5);
    dwords[num_dw] = gv_virgl_header(GV_VIRGL_END_TRANSFERS, 0, 40); /* padding */
    memset(dwords + num_dw + 1, 0xff, 160);
    num_dw += 41;
    dwords[num_dw++] = gv_virgl_header(GV_VIRGL_DRAW_VBO, 0, 2);
    dwords[num_dw++] = 5;
    dwords[num_dw++] = 5;
    num_dw += put_transfer(dwords + num_dw, GV_VIRGL_COPY_TRANSFER3D, 5, 7);
    say_commands(dwords, num_dw);
    say(GV_VTEST_TRANSFER_PUT2, 10, (uint32_t[]){8, 0, 0, 0, 0, 64, 1, 1, 0, 0});
    expect_said(GV_VTEST_TRANSFER_PUT2, 10, 8);
    expect_not_asked(5);
    expect_asked(6);
    expect_asked(7);
    expect_asked(8);
    expect_not_asked(9);
    fake.page =
        fake.asks.written_B - 3 * 16 - 48; /* the commands are carried out, the put is not */
    expect_not_asked(6);
    expect_not_asked(7);
    expect_asked(8);
}

static void test_commands_that_are_not_understood(void **state)
{
    const uint32_t unknown[] = {gv_virgl_header(GV_VIRGL_GET_PIPE_RESOURCE_LAYOUT, 0, 1), 9};
    const uint32_t too_long[] = {gv_virgl_header(GV_VIRGL_DRAW_VBO, 0, 3), 1, 2};

    (void)state;
    begin_looking();
    say_commands(unknown, 2);
    expect_asked(5);
    fake.page = fake.asks.written_B;
    say_commands(too_long, 3);
    expect_asked(5);
    fake.page = fake.asks.written_B;
    expect_not_asked(5);
    const uint32_t blob[6] = {1}; /* a message of which it is not known what it uses */
    say(GV_VTEST_RESOURCE_CREATE_BLOB, 6, blob);
    expect_said(GV_VTEST_RESOURCE_CREATE_BLOB, 6, 1);
    expect_asked(5);
}

/* Where nobody asks, nothing is looked into. */
static void test_looking_ends(void **state)
{
    const uint32_t nop[] = {gv_virgl_header(GV_VIRGL_NOP, 0, 0)};

    (void)state;
    begin_looking();
    for (unsigned i = 0; i < GV_ASKS_NUM_LOOKS; i++)
        say_commands(nop, 1);
    expect_not_asked(5);
    say_commands(nop, 1);
    expect_asked(5);
}

static void test_what_others_write(void **state)
{
    atomic_uint others = 0;

    (void)state;
    begin_looking();
    fake.asks.others = &others;
    expect_not_asked(5);
    others = 1;
    expect_asked(5);
    fake.asks.others = NULL;
}

/* The page is asked for before the first resource is made. */
static void test_the_page_is_mapped(void **state)
{
    const uint64_t value = 20 + 52; /* PROGRESS_OPEN's bytes do count, too */
    const uint32_t answer[] = {1, GV_VTEST_PROGRESS_OPEN, GV_VTEST_HALVES_VERSION};
    int fd = memfd_create("test", MFD_CLOEXEC);

    (void)state;
    gv_wire_end_swap();
    fake.asks.opened = false;
    fake.asks.carried_out_B = NULL;
    assert_int_equal(pwrite(fd, &value, sizeof(value), 0), sizeof(value));
    assert_int_equal(send(fake.far, answer, sizeof(answer), 0), sizeof(answer));
    send_fd(fd);
    const uint32_t payload[] = {5, 0, 64, 0x10, 4096, 1, 1, 1, 0, 0, 4096};
    say(GV_VTEST_RESOURCE_CREATE2, 11, payload);
    expect_said(GV_VTEST_PROGRESS_OPEN, 1, GV_VTEST_HALVES_VERSION);
    expect_said(GV_VTEST_RESOURCE_CREATE2, 11, 5);
    assert_non_null(fake.asks.carried_out_B);
    fake.asks.written_B = value;
    say_wait(5);
    expect_idle();
    assert_int_equal(munmap((void *)(uintptr_t)fake.asks.carried_out_B, sizeof(value)), 0);
}

/* ---- The ring -------------------------------------------------------------------------------- */

static void give_ring(int memory_fd)
{
    const uint32_t answer[] = {1, GV_VTEST_RING_OPEN, memory_fd < 0 ? 0 : GV_VTEST_HALVES_VERSION};

    fake.outbox.ring.opened = false;
    assert_int_equal(send(fake.far, answer, sizeof(answer), 0), sizeof(answer));
    if (memory_fd >= 0)
        send_fd(memory_fd);
}

/* It is asked for before the first resource is made. What follows goes through it, in the order in
 * which Mesa says it, and answers come by the socket. */
static void test_messages_go_through_the_ring(void **state)
{
    static const uint32_t create[] = {5, 0, 64, 0x10, 4096, 1, 1, 1, 0, 0, 4096};
    static const uint32_t caps[] = {0, GV_VTEST_GET_CAPS2, 0, GV_VTEST_GET_CAPS};
    static const uint32_t ping[] = {0, GV_VTEST_PING_PROTOCOL_VERSION};
    uint32_t expected[13 + 5 + 4], got[2];
    int fd = memfd_create("test", MFD_CLOEXEC);

    (void)state;
    gv_wire_end_swap();
    assert_int_equal(ftruncate(fd, GV_VTEST_RING_MEMORY_B), 0);
    give_ring(fd);
    say(GV_VTEST_RESOURCE_CREATE2, 11, create);
    expect_said(GV_VTEST_RING_OPEN, 1, GV_VTEST_HALVES_VERSION);
    struct gv_vtest_ring_page *page = fake.outbox.ring.page;
    assert_non_null(page);
    say(GV_VTEST_SUBMIT_CMD, 3, (uint32_t[]){1, 2, 3});
    assert_int_equal(write(fake.fd, caps, sizeof(caps)), sizeof(caps));
    expect_silence();
    memcpy(expected, (uint32_t[]){11, GV_VTEST_RESOURCE_CREATE2}, 8);
    memcpy(expected + 2, create, sizeof(create));
    memcpy(expected + 13, (uint32_t[]){3, GV_VTEST_SUBMIT_CMD, 1, 2, 3}, 20);
    memcpy(expected + 18, caps, sizeof(caps));
    assert_int_equal(page->written_B, sizeof(expected));
    assert_memory_equal((char *)page + GV_VTEST_RING_DATA_B, expected, sizeof(expected));
    assert_int_equal(fake.asks.written_B, 12 + sizeof(expected)); /* RING_OPEN's, too */
    assert_int_equal(send(fake.far, ping, sizeof(ping), 0), sizeof(ping));
    assert_int_equal(read(fake.fd, got, sizeof(got)), sizeof(got));
    assert_int_equal(got[1], GV_VTEST_PING_PROTOCOL_VERSION);
    gv_next_munmap(page, GV_VTEST_RING_MEMORY_B);
}

static void test_a_server_without_a_ring(void **state)
{
    static const uint32_t create[] = {5, 0, 64, 0x10, 4096, 1, 1, 1, 0, 0, 4096};

    (void)state;
    gv_wire_end_swap();
    give_ring(-1);
    say(GV_VTEST_RESOURCE_CREATE2, 11, create);
    expect_said(GV_VTEST_RING_OPEN, 1, GV_VTEST_HALVES_VERSION);
    expect_said(GV_VTEST_RESOURCE_CREATE2, 11, 5);
    say(GV_VTEST_RESOURCE_CREATE2, 11, create); /* is not asked again */
    expect_said(GV_VTEST_RESOURCE_CREATE2, 11, 5);
    expect_silence();
}

/* ---- New resources --------------------------------------------------------------------------- */

static void say_resource(uint32_t handle, uint32_t bind, uint32_t size_B)
{
    const uint32_t payload[] = {handle, 0, 64, bind, size_B, 1, 1, 1, 0, 0, size_B};

    say(GV_VTEST_RESOURCE_CREATE2, 11, payload);
}

static int new_memory(size_t size_B)
{
    int fd = memfd_create("test", MFD_CLOEXEC);

    assert_int_equal(ftruncate(fd, (off_t)size_B), 0);
    return fd;
}

/* A connection outside of a swap, with memory, and a first resource that the server has made. */
static void begin_with_pool(bool is_mapped)
{
    gv_wire_end_swap();
    fake.pool->size_B = fake.pool->high_B = GV_VTEST_POOL_PART_B;
    fake.pool->is_final = true;
    fake.pool->memory = gv_next_mmap(NULL, GV_VTEST_POOL_B, PROT_READ | PROT_WRITE,
                                     MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    say_resource(1, 0x10, 4096);
    expect_said(GV_VTEST_RESOURCE_CREATE2, 11, 1);
    send_fd(new_memory(4096));
    int fd = take_fd();
    if (is_mapped) {
        void *memory = mmap64(NULL, 4096, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
        assert_true(memory != MAP_FAILED && !gv_pool_has(fake.pool, memory));
        assert_int_equal(munmap(memory, 4096), 0);
    }
    close(fd);
    catch_up();
}

/* What the server hears with the next message. */
static void send_on(void)
{
    expect_silence();
    assert_int_equal(gv_connections_write(fake.fd, NULL, 0), 0);
}

/* What the server hears of a resource that it need not answer. */
static uint32_t expect_placed(uint32_t handle, uint32_t size_B)
{
    uint32_t message[14];

    send_on();
    assert_int_equal(recv(fake.far, message, sizeof(message), 0), sizeof(message));
    assert_int_equal(message[0], 12);
    assert_int_equal(message[1], GV_VTEST_RESOURCE_PLACE);
    assert_int_equal(message[2], handle);
    assert_int_equal(message[12], size_B);
    return message[13];
}

static uint8_t *map_next(size_t size_B)
{
    int fd = take_fd();

    assert_true(fd >= 0 && fd != fake.fd);
    uint8_t *memory = mmap(NULL, size_B, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
    /* Once: the descriptor itself is nothing that can be mapped. */
    assert_true(mmap(NULL, size_B, PROT_READ, MAP_SHARED, fd, 0) == MAP_FAILED);
    assert_int_equal(close(fd), 0);
    return memory;
}

static void test_a_new_resource_is_no_question(void **state)
{
    (void)state;
    begin_with_pool(true);
    say_resource(5, 0x10, 4096);
    const uint32_t offset_B = expect_placed(5, 4096);
    uint8_t *memory = map_next(4096);
    assert_ptr_equal(memory, fake.pool->memory + offset_B);
    expect_no_answer();
    memory[4095] = 1;
    assert_int_equal(munmap(memory, 4096), 0);
    say_resource(6, 0x10, 4000); /* the server has not finished with the other */
    assert_int_not_equal(expect_placed(6, 4000), offset_B);
    assert_int_equal(munmap(map_next(4000), 4000), 0);
    catch_up();
    say_resource(7, 0x10, 4096);
    assert_int_equal(expect_placed(7, 4096), offset_B);
    assert_ptr_equal(map_next(4096), memory);
    assert_int_equal(memory[4095], 0);
    catch_up();
    say_wait(7);
    expect_idle();
    expect_silence();
}

/* The end of a resource in the pool goes out with the next message, of others at once. */
static void test_ends_are_put_off(void **state)
{
    (void)state;
    begin_with_pool(true);
    say_resource(5, 0x10, 4096);
    assert_int_equal(munmap(map_next(4096), 4096), 0);
    say(GV_VTEST_RESOURCE_UNREF, 1, (uint32_t[]){5});
    expect_silence();
    say(GV_VTEST_RESOURCE_UNREF, 1, (uint32_t[]){1});
    expect_said(GV_VTEST_RESOURCE_PLACE, 12, 5);
    expect_said(GV_VTEST_RESOURCE_UNREF, 1, 5);
    expect_said(GV_VTEST_RESOURCE_UNREF, 1, 1);
    expect_silence();
}

static void test_in_a_swap_too(void **state)
{
    (void)state;
    begin_with_pool(true);
    gv_wire_begin_swap(&by_egl);
    say_fence(FENCE);
    expect_silence(); /* the server need not know of it */
    assert_true(gv_pool_has(fake.pool, map_next(8)));
    say_wait(FENCE);
    expect_idle();
    say_fence(FENCE + 1);
    expect_placed(FENCE + 1, 8);
    assert_true(gv_pool_has(fake.pool, map_next(8)));
    say_resource(5, 0x10, 100);
    expect_placed(5, 100);
}

static void test_numbers_that_the_server_would_choose(void **state)
{
    uint32_t header[2], number;

    (void)state;
    begin_with_pool(true);
    for (uint32_t i = 0; i < 2; i++) {
        say_resource(0, 0x10, 4096);
        expect_placed(GV_VTEST_FIRST_PLACED + i, 4096);
        assert_int_equal(read(fake.fd, header, sizeof(header)), sizeof(header));
        assert_int_equal(header[0], 1);
        assert_int_equal(header[1], GV_VTEST_RESOURCE_CREATE2);
        assert_int_equal(read(fake.fd, &number, sizeof(number)), sizeof(number));
        assert_int_equal(number, GV_VTEST_FIRST_PLACED + i);
        assert_true(gv_pool_has(fake.pool, map_next(4096)));
    }
    catch_up();
    say_wait(number);
    expect_idle();
    gv_wire_begin_swap(&by_egl);
    say_fence(0);
    assert_int_equal(read(fake.fd, header, sizeof(header)), sizeof(header));
    assert_int_equal(read(fake.fd, &number, sizeof(number)), sizeof(number));
    assert_int_equal(number, GV_VTEST_FIRST_PLACED + 2);
    say_wait(number);
    expect_idle();
    expect_silence();
}

/* Without memory, too large, without memory of its own, or mapped by a way that is not seen. */
static void test_other_resources_are_the_servers(void **state)
{
    (void)state;
    begin_with_pool(true);
    say_resource(5, 0x10, 1 << 20);
    expect_said(GV_VTEST_RESOURCE_CREATE2, 11, 5);
    say_resource(6, 0x10, 0);
    expect_said(GV_VTEST_RESOURCE_CREATE2, 11, 6);
    while (gv_pool_take(fake.pool, 256 << 10, 0))
        ;
    say_resource(7, 0x10, 16);
    expect_said(GV_VTEST_RESOURCE_CREATE2, 11, 7);
    assert_int_equal(take_fd(), -1);
}

static void test_who_maps_unseen_gets_no_pieces(void **state)
{
    (void)state;
    begin_with_pool(false);
    say_resource(5, 0x10, 4096);
    expect_said(GV_VTEST_RESOURCE_CREATE2, 11, 5);
    send_fd(new_memory(4096));
    int fd = take_fd();
    void *memory = mmap(NULL, 4096, PROT_READ, MAP_SHARED, fd, 0);
    assert_int_equal(munmap(memory, 4096), 0);
    assert_int_equal(gv_next_close(fd), 0); /* unseen, too */
    say_resource(6, 0x10, 4096);
    expect_said(GV_VTEST_RESOURCE_CREATE2, 11, 6);
}

/* One descriptor stands for all pieces. */
static void test_the_descriptor_is_kept(void **state)
{
    (void)state;
    begin_with_pool(true);
    for (uint32_t handle = 5; handle < 8; handle++) {
        say_resource(handle, 0x10, 4096);
        int fd = take_fd();
        assert_int_equal(fd, fake.pool->fd);
        assert_true(gv_pool_has(fake.pool, mmap(NULL, 4096, PROT_READ, MAP_SHARED, fd, 0)));
        assert_int_equal(close(fd), 0);
        assert_true(fcntl(fd, F_GETFD) >= 0);
    }
    say_resource(8, 0x10, 4096);
    assert_int_equal(close(take_fd()), 0); /* not mapped */
    int fd = fake.pool->fd;
    assert_int_equal(close(fd), 0); /* by somebody else */
    assert_int_equal(fcntl(fd, F_GETFD), -1);
    fake.pool->fd = dup(fake.fd);
}

static void test_closing_is_noted(void **state)
{
    int other = dup(fake.far);

    (void)state;
    close(other);
    assert_int_equal(fake.num_closings, 0);
    other = dup(fake.far);
    assert_int_equal(dup2(other, fake.fd), fake.fd);
    assert_int_equal(fake.num_closings, 2); /* before and behind it */
    assert_int_equal(dup3(other, fake.fd, O_CLOEXEC), fake.fd);
    assert_int_equal(fake.num_closings, 4);
    close(other);
    assert_int_equal(close_range((unsigned)fake.fd, (unsigned)fake.fd, 0), 0);
    assert_int_equal(fake.num_closings, 6);
    assert_int_equal(fcntl(fake.fd, F_GETFD), -1);
    assert_int_equal(close(fake.fd), -1);
    assert_int_equal(errno, EBADF);
    assert_int_equal(fake.num_closings, 8);
    fake.fd = dup(fake.far);
}

/* What is mapped otherwise passes, also by the number of a descriptor that stood for a piece. */
static void test_other_maps_pass(void **state)
{
    (void)state;
    begin_with_pool(true);
    say_resource(5, 0x10, 4096);
    expect_placed(5, 4096);
    int fd = take_fd(), file = new_memory(8192);
    uint8_t *other = mmap(NULL, 8192, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    uint8_t *half = mmap(NULL, 4096, PROT_READ, MAP_SHARED, file, 4096);
    uint8_t *none = mmap(NULL, 4096, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    assert_true(other != MAP_FAILED && half != MAP_FAILED && none != MAP_FAILED);
    other[4096] = 7;
    assert_int_equal(half[0], 7);
    assert_int_equal(munmap(other, 8192) | munmap(half, 4096) | munmap(none, 4096), 0);
    assert_int_equal(munmap((void *)1, 1), -1);
    assert_true(gv_pool_has(fake.pool, mmap(NULL, 4096, PROT_READ, MAP_SHARED, fd, 0)));
    assert_int_equal(dup2(file, fd), fd);
    other = mmap(NULL, 4096, PROT_READ, MAP_SHARED, fd, 0);
    assert_true(other != MAP_FAILED && !gv_pool_has(fake.pool, other));
    assert_int_equal(munmap(other, 4096), 0);
    close(fd);
    close(file);
}

/* ---- Messages -------------------------------------------------------------------------------- */

/* How Mesa begins, up to its first resource: nothing of it puts the messages out of step. */
static void test_the_beginning_is_understood(void **state)
{
    const uint32_t name[] = {5, GV_VTEST_CREATE_RENDERER}, caps[] = {0, 9, 0, 1};
    const uint32_t ping[] = {0, GV_VTEST_PING_PROTOCOL_VERSION};
    char said[128];

    (void)state;
    gv_wire_end_swap();
    assert_int_equal(write(fake.fd, name, 8), 8);
    assert_int_equal(write(fake.fd, "name", 5), 5);
    assert_int_equal(write(fake.fd, ping, 8), 8);
    say_wait(0);
    say(GV_VTEST_PROTOCOL_VERSION_CMD, 1, (uint32_t[]){2});
    assert_int_equal(write(fake.fd, caps, 16), 16);
    assert_int_equal(recv(fake.far, said, sizeof(said), 0), 8 + 5 + 8 + 16 + 12 + 16);
    say_buffer(5, 0x10);
    catch_up();
    say_wait(5);
    expect_idle();
}

/* A payload that looks like a question is none. */
static void test_a_payload_is_no_header(void **state)
{
    const uint32_t header[] = {2, GV_VTEST_SUBMIT_CMD},
                   payload[] = {2, GV_VTEST_RESOURCE_BUSY_WAIT};

    (void)state;
    gv_wire_end_swap();
    assert_int_equal(write(fake.fd, header, 8), 8);
    assert_int_equal(write(fake.fd, payload, 8), 8);
    expect_said(GV_VTEST_SUBMIT_CMD, 2, 2);
}

static void test_other_descriptors_pass(void **state)
{
    int ends[2];
    const uint32_t header[] = {2, GV_VTEST_RESOURCE_BUSY_WAIT};
    uint32_t got[2];

    (void)state;
    assert_int_equal(pipe(ends), 0);
    say_fence(FENCE);
    assert_int_equal(write(ends[1], header, 8), 8);
    assert_int_equal(read(ends[0], got, 8), 8);
    assert_memory_equal(got, header, 8);
    close(ends[0]);
    close(ends[1]);
}

#define WIRE_TEST(test) cmocka_unit_test_setup_teardown(test, set_up, tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        WIRE_TEST(test_how_it_is_swapped),
        WIRE_TEST(test_a_swap_says_nothing_itself),
        WIRE_TEST(test_an_unknown_window_is_learned),
        WIRE_TEST(test_a_put_behind_something_else_teaches_nothing),
        WIRE_TEST(test_only_the_first_read_back),
        WIRE_TEST(test_a_fence_comes_with_memory),
        WIRE_TEST(test_a_fence_that_the_server_numbers),
        WIRE_TEST(test_other_questions_are_the_servers),
        WIRE_TEST(test_an_answer_in_pieces),
        WIRE_TEST(test_a_question_in_pieces_passes),
        WIRE_TEST(test_a_message_goes_out_at_once),
        WIRE_TEST(test_a_message_in_one_piece_passes),
        WIRE_TEST(test_a_payload_in_pieces),
        WIRE_TEST(test_a_header_alone_goes_out_at_the_end),
        WIRE_TEST(test_outside_of_a_swap_everything_passes),
        WIRE_TEST(test_other_descriptors_pass),
        WIRE_TEST(test_a_part_is_known_while_it_is_shown),
        WIRE_TEST(test_an_ordinary_buffer_is_idle),
        WIRE_TEST(test_what_is_not_carried_out_is_asked),
        WIRE_TEST(test_others_are_asked),
        WIRE_TEST(test_without_a_page_all_are_asked),
        WIRE_TEST(test_what_no_command_uses_is_idle),
        WIRE_TEST(test_commands_that_are_not_understood),
        WIRE_TEST(test_looking_ends),
        WIRE_TEST(test_what_others_write),
        WIRE_TEST(test_the_page_is_mapped),
        WIRE_TEST(test_messages_go_through_the_ring),
        WIRE_TEST(test_a_server_without_a_ring),
        WIRE_TEST(test_a_new_resource_is_no_question),
        WIRE_TEST(test_ends_are_put_off),
        WIRE_TEST(test_in_a_swap_too),
        WIRE_TEST(test_numbers_that_the_server_would_choose),
        WIRE_TEST(test_other_resources_are_the_servers),
        WIRE_TEST(test_who_maps_unseen_gets_no_pieces),
        WIRE_TEST(test_the_descriptor_is_kept),
        WIRE_TEST(test_closing_is_noted),
        WIRE_TEST(test_other_maps_pass),
        WIRE_TEST(test_the_beginning_is_understood),
        WIRE_TEST(test_a_payload_is_no_header),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
