/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* A client's messages through a ring: which clients get a ring, the order of messages, and what
 * happens to clients that break the rules. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <sys/mman.h>

#include "vtest/protocol.h"
#include "vtest/stream.h"
#include "vtest_session.h"

enum {
    OPENING_B = 12,
    ANSWER_B = 12,
    PING_B = 8,
    LEAST_B = GV_VTEST_RING_MEMORY_B * GV_VTEST_MIN_POOL_SHARE
};

/* ---- The client's end ------------------------------------------------------------------------ */

static struct gv_vtest_ring_page *page;

static void map_ring(void)
{
    assert_true(session.memory.num_fds > 0);
    page = mmap(NULL, GV_VTEST_RING_MEMORY_B, PROT_READ | PROT_WRITE, MAP_SHARED,
                session.memory.fds[0], 0);
    assert_true(page != MAP_FAILED);
}

static void put(const void *data, uint32_t size_B)
{
    uint8_t *bytes = (uint8_t *)page + GV_VTEST_RING_DATA_B;

    for (uint32_t i = 0; i < size_B; i++)
        bytes[(page->written_B + i) % GV_VTEST_RING_B] = ((const uint8_t *)data)[i];
    page->written_B += size_B;
}

static void put_ping(void)
{
    put((const uint32_t[]){0, GV_VTEST_PING_PROTOCOL_VERSION}, PING_B);
}

static void put_wake(void)
{
    put_dwords(GV_VTEST_RING_WAKE, 0, NULL);
}

static void put_open(uint32_t version)
{
    put_dwords(GV_VTEST_RING_OPEN, 1, &version);
}

/* ---- Which clients get a ring ---------------------------------------------------------------- */

static uint32_t answer_at(size_t at_B)
{
    uint32_t reply[3];

    assert_true(at_B + sizeof(reply) <= session.memory.out_B);
    memcpy(reply, session.memory.out + at_B, sizeof(reply));
    assert_int_equal(reply[0], 1);
    assert_int_equal(reply[1], GV_VTEST_RING_OPEN);
    return reply[2];
}

static void test_one_in_its_language(void **state)
{
    (void)state;
    put_opening();
    put_open(GV_VTEST_INTERNAL_VERSION + 1);
    put_open(GV_VTEST_INTERNAL_VERSION);
    put_open(GV_VTEST_INTERNAL_VERSION);
    assert_int_equal(serve(), GALVAN_OK);
    assert_int_equal(answer_at(OPENING_B), 0);
    assert_int_equal(answer_at(OPENING_B + ANSWER_B), GV_VTEST_INTERNAL_VERSION);
    assert_int_equal(answer_at(OPENING_B + 2 * ANSWER_B + 1), 0);
    assert_int_equal(session.memory.num_fds, 1);
    assert_int_equal(fake.memory_B, GV_VTEST_RING_MEMORY_B);
}

static void test_whoever_may_have_little_gets_none(void **state)
{
    (void)state;
    put_opening();
    put_open(GV_VTEST_INTERNAL_VERSION);
    session.shm_limit_B = LEAST_B - 1;
    assert_int_equal(serve(), GALVAN_OK);
    assert_int_equal(answer_at(OPENING_B), 0);
    assert_int_equal(fake.memory_B, 0);
    start();
    put_opening();
    put_open(GV_VTEST_INTERNAL_VERSION);
    fake.memory_limit_B = GV_VTEST_RING_MEMORY_B - 1;
    assert_int_equal(serve(), GALVAN_OK);
    assert_int_equal(answer_at(OPENING_B), 0);
    assert_int_equal(session.memory.num_fds, 0);
}

static void test_a_wake_without_a_ring(void **state)
{
    (void)state;
    put_opening();
    put_wake();
    assert_int_equal(serve(), GALVAN_ERROR_INVALID);
    assert_line("message header at byte 22: unknown command 71");
}

/* ---- Messages -------------------------------------------------------------------------------- */

/* The remaining actions of the client. Whenever the worker finds the socket empty, the next action
 * is executed. */
static void (*const *next_step)(void);

static void do_step(void)
{
    if (*next_step)
        (*next_step++)();
}

static enum galvan_result serve_steps(void (*const *steps)(void))
{
    put_opening();
    put_open(GV_VTEST_INTERNAL_VERSION);
    next_step = steps;
    session.memory.on_empty = do_step;
    enum galvan_result res = serve();
    if (page)
        munmap(page, GV_VTEST_RING_MEMORY_B);
    page = NULL;
    return res;
}

static void ping_without_wake(void)
{
    map_ring();
    put_ping();
    assert_int_equal(page->sleeps, 1);
}

static void ping_and_wake(void)
{
    map_ring();
    put_ping();
    put_ping();
    put_wake();
}

static void test_is_used_when_the_client_says_so(void **state)
{
    (void)state;
    assert_int_equal(serve_steps((void (*const[])(void)){ping_without_wake, NULL}), GALVAN_OK);
    assert_int_equal(session.memory.out_B, OPENING_B + ANSWER_B + 1);
    start();
    assert_int_equal(serve_steps((void (*const[])(void)){ping_and_wake, NULL}), GALVAN_OK);
    assert_int_equal(session.memory.out_B, OPENING_B + ANSWER_B + 1 + 2 * PING_B);
    assert_int_equal(session.num_lines, 0);
}

/* Sends a message through the ring without a wake-up, and then ends the client. */
static void ping_without_wake_then_end(void)
{
    assert_int_equal(page->sleeps, 1);
    assert_int_equal(page->taken_B, 2 * PING_B);
    put_ping();
}

static void test_the_last_message(void **state)
{
    (void)state;
    assert_int_equal(
        serve_steps((void (*const[])(void)){ping_and_wake, ping_without_wake_then_end, NULL}),
        GALVAN_OK);
    assert_int_equal(session.memory.out_B, OPENING_B + ANSWER_B + 1 + 3 * PING_B);
}

/* Sends a message on the socket while only a part of a message is in the ring. The worker must
 * complete the message in the ring first. Messages on the socket may be those of the client's
 * child, and may arrive earlier. */
static void submit_between(void)
{
    static const uint32_t submit[] = {2, GV_VTEST_SUBMIT_CMD, 1, 2};

    map_ring();
    put_wake();
    put_dwords(GV_VTEST_PING_PROTOCOL_VERSION, 0, NULL);
    put(submit, 12);
}

static void end_submit(void)
{
    assert_int_equal(fake.num_submits, 0);
    assert_int_equal(session.memory.out_B, OPENING_B + ANSWER_B + 1);
    put((const uint32_t[]){2}, 4);
    put_wake();
}

static void test_messages_are_whole(void **state)
{
    (void)state;
    assert_int_equal(serve_steps((void (*const[])(void)){submit_between, end_submit, NULL}),
                     GALVAN_OK);
    assert_int_equal(fake.num_submits, 1);
    assert_int_equal(session.memory.out_B, OPENING_B + ANSWER_B + 1 + PING_B);
    assert_int_equal(session.num_lines, 0);
}

/* Counters of recorded messages: a recording gets the messages of both inputs, and no wake-ups. */
static unsigned num_tapped, num_pings;

static void note(void *priv, const uint32_t header[2], const void *payload, size_t size_B)
{
    (void)priv;
    (void)payload;
    (void)size_B;
    num_tapped++;
    num_pings += header[1] == GV_VTEST_PING_PROTOCOL_VERSION;
}

static void test_a_tap_sees_them(void **state)
{
    const struct gv_vtest_tap tap = {.message = note};

    (void)state;
    num_tapped = num_pings = 0;
    session.tap = &tap;
    assert_int_equal(serve_steps((void (*const[])(void)){ping_and_wake, NULL}), GALVAN_OK);
    assert_int_equal(num_pings, 2);
    assert_int_equal(num_tapped, 3 + 2);
}

/* ---- Clients that break the rules ------------------------------------------------------------ */

static void say_too_much(void)
{
    map_ring();
    page->written_B = GV_VTEST_RING_B + 1;
    put_wake();
}

static void take_back(void)
{
    page->written_B -= PING_B + 4;
    put_wake();
}

static void test_lies_end_the_connection(void **state)
{
    (void)state;
    assert_int_equal(serve_steps((void (*const[])(void)){say_too_much, NULL}),
                     GALVAN_ERROR_INVALID);
    assert_line("client 1 (x): next message at byte 34: the ring is said to hold 1048577 bytes, "
                "but has room for 1048576; connection closed");
    start();
    assert_int_equal(serve_steps((void (*const[])(void)){ping_and_wake, take_back, NULL}),
                     GALVAN_ERROR_INVALID);
    assert_line("next message at byte 50: the ring is said to hold 4294967284 bytes");
}

static void begin_and_end(void)
{
    map_ring();
    put((const uint32_t[]){2}, 4);
    put_wake();
}

static void unknown_command(void)
{
    map_ring();
    put((const uint32_t[]){3, 4711}, 8);
    put_wake();
}

static void test_errors_are_those_of_a_stream(void **state)
{
    (void)state;
    assert_int_equal(serve_steps((void (*const[])(void)){begin_and_end, NULL}),
                     GALVAN_ERROR_SYNTAX);
    assert_line("message header at byte 34: the stream ends in the middle");
    start();
    session.memory.stalls = true;
    assert_int_equal(serve_steps((void (*const[])(void)){begin_and_end, NULL}),
                     GALVAN_ERROR_TIMEOUT);
    assert_line("message header at byte 34: the client neither finishes this message");
    start();
    assert_int_equal(serve_steps((void (*const[])(void)){unknown_command, NULL}),
                     GALVAN_ERROR_INVALID);
    assert_line("message header at byte 34: unknown command 4711 of 3 dwords");
}

/* Sends much data on the socket while a message in the ring is incomplete; the worker must read no
 * more of the data than its buffer holds. */
static void flood(void)
{
    static const uint8_t much[64 << 10];

    memory_put(&session.memory, much, sizeof(much));
}

static void test_a_flood_beside_a_message(void **state)
{
    static void (*steps[64])(void) = {begin_and_end};

    (void)state;
    for (unsigned i = 1; i < 40; i++)
        steps[i] = flood;
    assert_int_equal(serve_steps(steps), GALVAN_ERROR_LIMIT);
    assert_line("message header at byte 34: too much comes by the socket");
}

/* Rewrites a message in the ring that the worker has taken out; the worker's copy must not change,
 * so that its checks hold. */
static void rewrite(void)
{
    static const uint32_t endless[] = {0xffffffff, 0xffffffff};

    memcpy((uint8_t *)page + GV_VTEST_RING_DATA_B, endless, sizeof(endless));
}

static void submit_and_wake(void)
{
    map_ring();
    put((const uint32_t[]){2, GV_VTEST_SUBMIT_CMD, 1, 2, 1, GV_VTEST_SUBMIT_CMD, 3}, 28);
    fake.on_submit = rewrite;
    put_wake();
}

static void test_what_was_taken_stays(void **state)
{
    (void)state;
    assert_int_equal(serve_steps((void (*const[])(void)){submit_and_wake, NULL}), GALVAN_OK);
    assert_int_equal(fake.num_submits, 2);
    assert_int_equal(session.num_lines, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        SESSION_TEST(test_one_in_its_language),
        SESSION_TEST(test_whoever_may_have_little_gets_none),
        SESSION_TEST(test_a_wake_without_a_ring),
        SESSION_TEST(test_is_used_when_the_client_says_so),
        SESSION_TEST(test_the_last_message),
        SESSION_TEST(test_messages_are_whole),
        SESSION_TEST(test_a_tap_sees_them),
        SESSION_TEST(test_lies_end_the_connection),
        SESSION_TEST(test_errors_are_those_of_a_stream),
        SESSION_TEST(test_a_flood_beside_a_message),
        SESSION_TEST(test_what_was_taken_stays),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
