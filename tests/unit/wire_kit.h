/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Shared by the tests of the client library's messages. The tests call read(), write(), recvmsg()
 * and mmap() as Mesa does, and check the other end of the socket. A fake replaces connections.c and
 * show.c. */
#ifndef WIRE_KIT_H
#define WIRE_KIT_H

#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "preload/asks.h"
#include "preload/outbox.h"
#include "preload/pool.h"
#include "preload/show.h"

enum {
    WIRE_HANDLE = 7,
    WIRE_FENCE = 9
};

extern struct wire_fake {
    struct gv_asks asks;
    struct gv_pool *pool;
    struct gv_outbox outbox;
    _Atomic uint64_t page;
    int fd, far;            /* Mesa's end of the socket, and the server's */
    unsigned id;            /* id of the connection */
    unsigned first_sub_ctx; /* first sub-context id of Mesa's screen */
    bool greets;            /* the last message asked for the protocol version */
    bool takes;             /* the library can take over windows */
    struct gv_show_how how; /* swap of the last frame that was taken over */
    unsigned num_taken, num_paced, num_learned, num_drained, num_writes, num_closings;
} wire_fake;

extern const struct gv_show_how wire_by_egl; /* the swap has an interval of 3 */

/* wire_set_up() sets up a connection that is in the middle of a swap by EGL: the library knows its
 * windows, and the worker has executed all its messages. */
int wire_set_up(void **state);
int wire_tear_down(void **state);

/* Returns how many uses of the connection the library holds. */
unsigned wire_num_uses(void);

#define WIRE_TEST(test) cmocka_unit_test_setup_teardown(test, wire_set_up, wire_tear_down)

/* ---- Mesa ------------------------------------------------------------------------------------ */

/* Writes a message in two pieces, header and payload, as the next functions also do. */
void wire_say(uint32_t command, uint32_t num_dw, const uint32_t *payload);
void wire_say_fence(uint32_t handle);
void wire_say_wait(uint32_t handle);
void wire_say_get(void);

/* Creates a buffer, and reads the message at the server's end. */
void wire_say_buffer(uint32_t handle, uint32_t bind);

/* Reads an answer in two pieces, and checks that it says that the resource is idle. */
void wire_expect_idle(void);

/* Checks that the library gives no answer itself. */
void wire_expect_no_answer(void);

/* Returns the descriptor that Mesa gets next, or -1 if there is none. */
int wire_take_fd(void);

/* ---- The server ------------------------------------------------------------------------------ */

void wire_expect_said(uint32_t command, uint32_t num_dw, uint32_t first);
void wire_expect_silence(void);

/* Sends a byte with a descriptor, and closes the descriptor at the server's end. */
void wire_send_fd(int fd);

/* Makes all bytes that were written so far count as executed. */
void wire_catch_up(void);

#endif
