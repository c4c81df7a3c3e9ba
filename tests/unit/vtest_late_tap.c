/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* A recording of a connection that began long before: the recording's first messages must bring
 * another connection to the same state. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "vtest/protocol.h"
#include "vtest_session.h"

enum {
    DISPLAY_TARGET = 0x80,
    STAGING = 0x80000,
    B8G8R8X8 = 2,
    CREATE2 = 12,
    GET2 = 13,
    UNREF = 3,
    SUBMIT = 6
};

static struct {
    uint8_t bytes[1 << 20];
    size_t num_B;
    unsigned num_messages[GV_VTEST_NUM_COMMANDS];
    unsigned num_frames, num_ended;
    unsigned frames_wanted; /* number of frames after which the recording ends */
} reported;

static void more(void *priv, const void *data, size_t size_B)
{
    (void)priv;
    assert_true(reported.num_B + size_B <= sizeof(reported.bytes));
    if (size_B > 0)
        memcpy(reported.bytes + reported.num_B, data, size_B);
    reported.num_B += size_B;
}

static void message(void *priv, const uint32_t header[2], const void *payload, size_t size_B)
{
    assert_int_equal(reported.num_ended, 0);
    reported.num_messages[header[1]]++;
    more(priv, header, 2 * sizeof(header[0]));
    more(priv, payload, size_B);
}

static void frame(void *priv)
{
    (void)priv;
    if (++reported.num_frames == reported.frames_wanted)
        atomic_store(&session.notes.tap_wanted, false);
}

static void ended(void *priv, const char *client)
{
    (void)priv;
    assert_string_equal(client, "client 1 (x)");
    reported.num_ended++;
}

static const struct gv_vtest_tap tap = {
    .message = message, .more = more, .frame = frame, .ended = ended, .when_wanted = true};

static void begin(bool wanted)
{
    memset(&reported, 0, sizeof(reported));
    session.tap = &tap;
    atomic_store(&session.notes.tap_wanted, wanted);
    put_create_renderer("x");
    put_dwords(11, 1, (uint32_t[]){3});
}

static void put_resource(uint32_t bind, uint32_t size)
{
    put_dwords(CREATE2, 11,
               (uint32_t[]){0, 2, B8G8R8X8, bind, size, size, 1, 1, 0, 0, size * size * 4});
}

/* Sends a message that ends a frame if the resource with this handle belongs to a window. */
static void put_frame(uint32_t handle, uint32_t size)
{
    put_dwords(GET2, 10, (uint32_t[]){handle, 0, 0, 0, 0, size, size, 1, 0, 0});
}

/* Records handles that the server chose, with gaps between and after them; checks that a replay
 * continues with the same handles. */
static void test_numbers(void **state)
{
    (void)state;
    for (unsigned last_is_gone = 0; last_is_gone < 2; last_is_gone++) {
        start();
        begin(true);
        for (unsigned i = 0; i < 4; i++)
            put_resource(i == 1 ? DISPLAY_TARGET : 8, 16);
        put_dwords(UNREF, 1, (uint32_t[]){3});
        if (last_is_gone)
            put_dwords(UNREF, 1, (uint32_t[]){4});
        put_frame(2, 16);
        put_resource(8, 32); /* handle 5; recorded as the client sent it */
        assert_int_equal(serve(), GALVAN_OK);
        assert_int_equal(session.num_lines, 0);
        assert_int_equal(reported.num_ended, 1);

        start();
        memory_put(&session.memory, reported.bytes, reported.num_B);
        assert_int_equal(serve(), GALVAN_OK);
        assert_int_equal(session.num_lines, 0);
        assert_string_equal(session.name, "x");
        assert_int_equal(fake_find(1)->args.width, 16);
        assert_int_equal(fake_find(2)->args.bind, DISPLAY_TARGET);
        assert_null(fake_find(3));
        assert_true(last_is_gone ? !fake_find(4) : fake_find(4) != NULL);
        assert_int_equal(fake_find(5)->args.width, 32);
    }
}

/* Records texels; checks that they are recorded in pieces that fit into a command, and that memory
 * that only the client writes is left out. */
static void test_texels(void **state)
{
    (void)state;
    begin(true);
    put_resource(DISPLAY_TARGET, 300); /* 360,000 bytes, so the box is halved twice */
    put_resource(STAGING, 300);
    put_frame(1, 300);
    assert_int_equal(serve(), GALVAN_OK);
    assert_int_equal(session.num_lines, 0);
    assert_int_equal(reported.num_messages[SUBMIT], 1 + 4);
    assert_true(reported.num_B > 360000 && reported.num_B < 361000);
}

static void test_texels_that_cannot_be_read(void **state)
{
    (void)state;
    begin(true);
    put_resource(DISPLAY_TARGET, 16);
    put_resource(8, 16);
    put_frame(1, 16);
    fake.refuse_iov = true; /* reads of texels fail */
    assert_int_equal(serve(), GALVAN_OK);
    assert_line("recorded without what 2 of its resources hold");
}

static void test_nobody_wants_it(void **state)
{
    (void)state;
    begin(false);
    put_resource(DISPLAY_TARGET, 16);
    put_frame(1, 16);
    put_frame(1, 16);
    assert_int_equal(serve(), GALVAN_OK);
    assert_int_equal(session.num_presented, 2);
    assert_int_equal(reported.num_B, 0);
    assert_int_equal(reported.num_ended, 0);
}

static void test_nobody_wants_it_any_more(void **state)
{
    (void)state;
    begin(true);
    reported.frames_wanted = 2;
    put_resource(DISPLAY_TARGET, 16);
    for (unsigned i = 0; i < 5; i++)
        put_frame(1, 16);
    assert_int_equal(serve(), GALVAN_OK);
    assert_int_equal(session.num_presented, 5);
    assert_int_equal(reported.num_messages[GET2], 2); /* for the second and third resources */
    assert_int_equal(reported.num_ended, 1);
}

static void test_it_cannot_be_recorded(void **state)
{
    (void)state;
    begin(true);
    fake.forgetful = true;
    put_resource(DISPLAY_TARGET, 16);
    for (unsigned i = 0; i < 3; i++)
        put_frame(1, 16);
    assert_int_equal(serve(), GALVAN_OK);
    assert_line("cannot be recorded from here on");
    assert_int_equal(reported.num_messages[GET2], 0);
    assert_int_equal(reported.num_ended, 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        SESSION_TEST(test_numbers),
        SESSION_TEST(test_texels),
        SESSION_TEST(test_texels_that_cannot_be_read),
        SESSION_TEST(test_nobody_wants_it),
        SESSION_TEST(test_nobody_wants_it_any_more),
        SESSION_TEST(test_it_cannot_be_recorded),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
