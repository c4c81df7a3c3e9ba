/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Shared by the tests of the client library's messages: they call read(), write(), recvmsg() and
 * mmap() as Mesa does, and check the other end of the socket. A fake replaces connections.c and
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
    int fd, far;            /* Mesa's end and the server's */
    unsigned id;            /* of the connection */
    atomic_uint num_uses;   /* that have begun and not ended */
    unsigned first_sub_ctx; /* of Mesa's screen */
    bool greets;            /* the protocol's version was asked for last */
    bool takes;             /* windows are known */
    struct gv_show_how how; /* of the last one that was taken */
    unsigned num_taken, num_paced, num_learned, num_drained, num_writes, num_closings;
} wire_fake;

extern const struct gv_show_how wire_by_egl; /* with an interval of 3 */

/* A connection in a swap by EGL, whose windows are known and whose messages are executed. */
int wire_set_up(void **state);
int wire_tear_down(void **state);

#define WIRE_TEST(test) cmocka_unit_test_setup_teardown(test, wire_set_up, wire_tear_down)

/* ---- Mesa ------------------------------------------------------------------------------------ */

/* A message, in two pieces; those below are such. */
void wire_say(uint32_t command, uint32_t num_dw, const uint32_t *payload);
void wire_say_fence(uint32_t handle);
void wire_say_wait(uint32_t handle);
void wire_say_get(void);

/* A new buffer, of which the server hears. */
void wire_say_buffer(uint32_t handle, uint32_t bind);

/* An answer, in two pieces. */
void wire_expect_idle(void);

/* Nothing is answered but by the server. */
void wire_expect_no_answer(void);

/* The descriptor that Mesa gets next; -1 when there is none. */
int wire_take_fd(void);

/* ---- The server ------------------------------------------------------------------------------ */

void wire_expect_said(uint32_t command, uint32_t num_dw, uint32_t first);
void wire_expect_silence(void);

/* A byte with a descriptor, which the server keeps no longer. */
void wire_send_fd(int fd);

/* From now on, all that was written counts as executed. */
void wire_catch_up(void);

#endif
