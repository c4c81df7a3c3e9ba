/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* The protocol of a connection: handshake, framing, order, versions, limits, and the log line for
 * each rejected client. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "vtest_session.h"

/* ---- Handshake ----------------------------------------------------------------------------- */

/* Sends the opening of Mesa 22.3.6, byte for byte; checks the answers that Mesa expects. */
static void test_handshake_of_mesa(void **state)
{
    static const uint32_t expected[] = {
        0, 10, 1, 7, 0, 1, 11, 2, FAKE_CAPS2_B + 1, 2, 2 /* the first dword of the capability set */
    };
    uint32_t header[3];

    (void)state;
    put_create_renderer("glxgears");
    put_dwords(10, 0, NULL);
    put_dwords(7, 2, (uint32_t[]){0, 0});
    put_dwords(11, 1, (uint32_t[]){2});
    put_dwords(9, 0, NULL);
    put_dwords(1, 0, NULL);
    assert_int_equal(serve(), GALVAN_OK);
    assert_memory_equal(session.memory.out, expected, sizeof(expected));
    assert_int_equal(session.memory.out_B, 32 + 8 + FAKE_CAPS2_B + 8 + FAKE_CAPS1_B);
    memcpy(header, session.memory.out + 40 + FAKE_CAPS2_B, sizeof(header));
    assert_int_equal(header[0], FAKE_CAPS1_B + 1);
    assert_int_equal(header[1], 1);
    assert_int_equal(header[2], 1);
    assert_string_equal(fake.client_name, "client 1 (glxgears)");
    assert_string_equal(session.name, "glxgears");
    assert_int_equal(session.num_lines, 0);
}

static void test_one_byte_at_a_time(void **state)
{
    session.memory.piece_B = 1;
    test_handshake_of_mesa(state);
}

static uint32_t negotiated(uint32_t wanted)
{
    uint32_t reply[3];

    start();
    put_create_renderer("x");
    put_dwords(11, 1, &wanted);
    assert_int_equal(serve(), GALVAN_OK);
    assert_int_equal(session.memory.out_B, sizeof(reply));
    memcpy(reply, session.memory.out, sizeof(reply));
    assert_int_equal(reply[0], 1);
    assert_int_equal(reply[1], 11);
    return reply[2];
}

/* Attacks protocol_version_0 and _99: requests every kind of version; checks the version that the
 * server agrees to. */
static void test_versions(void **state)
{
    (void)state;
    assert_int_equal(negotiated(0), 0);
    assert_int_equal(negotiated(1), 0); /* version 1 was withdrawn */
    assert_int_equal(negotiated(2), 2);
    assert_int_equal(negotiated(3), 3);
    assert_int_equal(negotiated(4), 3); /* requested by Mesa 26 */
    assert_int_equal(negotiated(99), 3);
    assert_int_equal(negotiated(UINT32_MAX), 3);
}

static void test_client_that_says_nothing(void **state)
{
    (void)state;
    assert_int_equal(serve(), GALVAN_OK);
    assert_int_equal(session.num_lines, 0);
}

/* Sends a long name, as Mesa does with the whole command line of some programs; checks that it is
 * cut. */
static void test_long_name_is_cut(void **state)
{
    static char name[100001];

    (void)state;
    memset(name, 'n', sizeof(name) - 1);
    put_create_renderer(name);
    put_dwords(10, 0, NULL);
    assert_int_equal(serve(), GALVAN_OK);
    assert_int_equal(strlen(session.name), 4096);
    assert_int_equal(session.memory.out_B, 8);
}

static void test_empty_name(void **state)
{
    const uint32_t header[] = {0, 8};

    (void)state;
    memory_put(&session.memory, header, sizeof(header));
    put_dwords(10, 0, NULL);
    assert_int_equal(serve(), GALVAN_OK);
    assert_int_equal(session.memory.out_B, 8);
}

static void test_endless_name_is_refused(void **state)
{
    const uint32_t header[] = {(1 << 20) + 1, 8};

    (void)state;
    memory_put(&session.memory, header, sizeof(header));
    assert_int_equal(serve(), GALVAN_ERROR_LIMIT);
    assert_line("client 1: CREATE_RENDERER at byte 0: a name of 1048577 bytes");
}

/* ---- Order --------------------------------------------------------------------------------- */

static void test_first_command_not_create(void **state)
{
    (void)state;
    put_dwords(10, 0, NULL);
    assert_int_equal(serve(), GALVAN_ERROR_INVALID);
    assert_line("client 1: PING_PROTOCOL_VERSION at byte 0: the first command must be "
                "CREATE_RENDERER; connection closed");
    assert_int_equal(session.memory.out_B, 0);
}

static void test_create_renderer_twice(void **state)
{
    (void)state;
    put_create_renderer("x");
    put_create_renderer("y");
    assert_int_equal(serve(), GALVAN_ERROR_INVALID);
    assert_line("client 1 (x): CREATE_RENDERER at byte 10: this connection has a renderer");
    assert_int_equal(fake.num_renderers, 0);
}

static void test_version_2_command_without_agreement(void **state)
{
    (void)state;
    put_create_renderer("x");
    put_dwords(12, 11, (uint32_t[11]){1});
    assert_int_equal(serve(), GALVAN_ERROR_INVALID);
    assert_line("RESOURCE_CREATE2 at byte 10: belongs to protocol version 2, but version 0");
}

/* ---- Framing ------------------------------------------------------------------------------- */

static void test_unknown_commands(void **state)
{
    (void)state;
    for (uint32_t command = 0; command < 64; command++) {
        if ((command >= 1 && command <= 14) || command == 18)
            continue;
        start();
        put_create_renderer("x");
        put_dwords(command, 0, NULL);
        assert_int_equal(serve(), GALVAN_ERROR_INVALID);
        assert_line("client 1 (x): message header at byte 10: unknown command");
        assert_int_equal(session.memory.out_B, 0);
    }
}

static void test_garbage(void **state)
{
    static const uint8_t garbage[64] = "GET / HTTP/1.1\r\nHost: localhost\r\n\r\n";

    (void)state;
    memory_put(&session.memory, garbage, sizeof(garbage));
    assert_int_equal(serve(), GALVAN_ERROR_INVALID);
    assert_int_equal(session.num_lines, 1);
}

/* Attack length_field_wraps: sends each command of a fixed length with lengths that are too short,
 * too long, or so large that a sum would wrap; checks that each such command is rejected. */
static void test_wrong_lengths(void **state)
{
    static const struct {
        uint32_t command, len;
    } fixed[] = {{1, 0}, {2, 10}, {3, 1},  {4, 11},  {7, 2},
                 {9, 0}, {10, 0}, {11, 1}, {12, 11}, {13, 10}};

    (void)state;
    for (size_t i = 0; i < sizeof(fixed) / sizeof(fixed[0]); i++) {
        const uint32_t wrong[] = {fixed[i].len - 1, fixed[i].len + 1, UINT32_MAX, 0x40000000};
        for (size_t w = 0; w < 4; w++) {
            const uint32_t header[] = {wrong[w], fixed[i].command};
            start();
            put_opening();
            size_t replied_B = 12;
            memory_put(&session.memory, header, sizeof(header));
            assert_int_equal(serve(), GALVAN_ERROR_INVALID);
            assert_line("but the command has");
            assert_int_equal(session.memory.out_B, replied_B);
        }
    }
}

static void test_truncated(void **state)
{
    const uint32_t submit[] = {100, 6, 1, 2};

    (void)state;
    put_create_renderer("x");
    memory_put(&session.memory, submit, sizeof(submit));
    assert_int_equal(serve(), GALVAN_ERROR_SYNTAX);
    assert_line("client 1 (x): SUBMIT_CMD at byte 10: the stream ends in the middle of this "
                "message; connection closed");
    assert_int_equal(fake.num_submits, 0);
}

static void test_truncated_header(void **state)
{
    (void)state;
    put_create_renderer("x");
    memory_put(&session.memory, "abc", 3);
    assert_int_equal(serve(), GALVAN_ERROR_SYNTAX);
    assert_line("message header at byte 10: the stream ends in the middle");
}

static void test_unfinished_message(void **state)
{
    (void)state;
    put_create_renderer("x");
    memory_put(&session.memory, "abcd", 4);
    session.memory.stalls = true;
    assert_int_equal(serve(), GALVAN_ERROR_TIMEOUT);
    assert_line("the client neither finishes this message nor reads its replies");
}

static void test_client_that_never_reads(void **state)
{
    (void)state;
    put_create_renderer("x");
    put_dwords(10, 0, NULL);
    session.memory.send_result = GALVAN_ERROR_TIMEOUT;
    assert_int_equal(serve(), GALVAN_ERROR_TIMEOUT);
    assert_int_equal(session.num_lines, 1);
}

/* Kills a client; checks that this does not count as an error. */
static void test_client_that_is_gone(void **state)
{
    (void)state;
    put_create_renderer("x");
    put_dwords(10, 0, NULL);
    session.memory.send_result = GALVAN_ERROR_IO;
    assert_int_equal(serve(), GALVAN_ERROR_IO);
    assert_int_equal(session.num_lines, 0);
}

/* ---- Submits and waits --------------------------------------------------------------------- */

static void put_submit(uint32_t num_dw)
{
    const uint32_t header[] = {num_dw, 6};

    memory_put(&session.memory, header, sizeof(header));
    for (uint32_t i = 0; i < num_dw; i++)
        memory_put(&session.memory, &i, 4);
}

static void test_submit_at_the_limit(void **state)
{
    (void)state;
    put_create_renderer("x");
    put_submit(1 << 18);
    put_submit(0);
    put_submit(1 << 18);
    assert_int_equal(serve(), GALVAN_OK);
    assert_int_equal(fake.num_submits, 3);
    assert_int_equal(fake.submitted_dw, 1 << 18);
    assert_int_equal(fake.last_dword, (1 << 18) - 1);
}

static void leave_work(void)
{
    fake.has_work = true;
}

/* Submits commands; checks that they are started when no further message follows. */
static void test_work_is_started_at_the_end(void **state)
{
    (void)state;
    fake.on_submit = leave_work;
    put_create_renderer("prog");
    for (unsigned i = 0; i < 3; i++)
        put_submit(1);
    assert_int_equal(serve(), GALVAN_OK);
    assert_int_equal(fake.num_submits, 3);
    assert_int_equal(fake.num_starts, 1);
}

static void test_submit_above_the_limit(void **state)
{
    const uint32_t header[] = {(1 << 18) + 1, 6};

    (void)state;
    put_create_renderer("x");
    memory_put(&session.memory, header, sizeof(header));
    assert_int_equal(serve(), GALVAN_ERROR_LIMIT);
    assert_line("SUBMIT_CMD at byte 10: length 262145 dwords, but one command buffer has at most");
}

static void test_lost_device_ends_the_connection(void **state)
{
    (void)state;
    fake.submit_result = GALVAN_ERROR_DEVICE_LOST;
    put_create_renderer("x");
    put_submit(1);
    put_dwords(10, 0, NULL);
    assert_int_equal(serve(), GALVAN_ERROR_DEVICE_LOST);
    assert_line("the Vulkan device was lost");
    assert_int_equal(session.memory.out_B, 0);
}

static void test_busy_wait(void **state)
{
    static const uint32_t expected[] = {1, 7, 1, 1, 7, 0};

    (void)state;
    fake.busy = true;
    put_create_renderer("x");
    put_dwords(7, 2, (uint32_t[]){4711, 0});
    put_dwords(7, 2, (uint32_t[]){4711, 1});
    assert_int_equal(serve(), GALVAN_OK);
    assert_int_equal(session.memory.out_B, sizeof(expected));
    assert_memory_equal(session.memory.out, expected, sizeof(expected));
    assert_int_equal(fake.num_waits, 1);
    assert_int_equal(session.num_lines, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        SESSION_TEST(test_handshake_of_mesa),
        SESSION_TEST(test_one_byte_at_a_time),
        SESSION_TEST(test_versions),
        SESSION_TEST(test_client_that_says_nothing),
        SESSION_TEST(test_long_name_is_cut),
        SESSION_TEST(test_empty_name),
        SESSION_TEST(test_endless_name_is_refused),
        SESSION_TEST(test_first_command_not_create),
        SESSION_TEST(test_create_renderer_twice),
        SESSION_TEST(test_version_2_command_without_agreement),
        SESSION_TEST(test_unknown_commands),
        SESSION_TEST(test_garbage),
        SESSION_TEST(test_wrong_lengths),
        SESSION_TEST(test_truncated),
        SESSION_TEST(test_truncated_header),
        SESSION_TEST(test_unfinished_message),
        SESSION_TEST(test_client_that_never_reads),
        SESSION_TEST(test_client_that_is_gone),
        SESSION_TEST(test_submit_at_the_limit),
        SESSION_TEST(test_submit_above_the_limit),
        SESSION_TEST(test_work_is_started_at_the_end),
        SESSION_TEST(test_lost_device_ends_the_connection),
        SESSION_TEST(test_busy_wait),
    };

    return cmocka_run_group_tests_name("vtest session", tests, NULL, NULL);
}
