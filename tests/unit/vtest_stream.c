/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Buffering: messages in pieces, larger than the remaining buffer, misaligned, unfinished; gathered
 * replies; the heartbeat. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "fake_clock.h"
#include "memory_transport.h"
#include "vtest/stream.h"

static struct memory_transport memory;
static struct gv_vtest_stream stream;
static _Atomic uint32_t heartbeat;

enum {
    MAX_MESSAGE_B = 4096,
    TIMEOUT_MS = 100
};

static int set_up(void **state)
{
    (void)state;
    memory_init(&memory);
    heartbeat = 0;
    return gv_vtest_stream_init(&stream, &memory.base, MAX_MESSAGE_B, TIMEOUT_MS, &heartbeat);
}

static int tear_down(void **state)
{
    (void)state;
    gv_vtest_stream_finish(&stream);
    memory_finish(&memory);
    return 0;
}

static void put_counted(size_t num_B)
{
    for (size_t i = 0; i < num_B; i++)
        memory_put(&memory, &(uint8_t){(uint8_t)(i * 7)}, 1);
}

static void assert_counted(const uint8_t *data, size_t first, size_t num_B)
{
    for (size_t i = 0; i < num_B; i++)
        assert_int_equal(data[i], (uint8_t)((first + i) * 7));
}

static void test_one_byte_at_a_time(void **state)
{
    const void *data;
    bool eof = true;

    (void)state;
    memory.piece_B = 1;
    put_counted(24);
    assert_int_equal(gv_vtest_stream_begin(&stream, false, &eof), GALVAN_OK);
    assert_false(eof);
    assert_int_equal(gv_vtest_stream_need(&stream, 24, &data), GALVAN_OK);
    assert_counted(data, 0, 24);
    assert_int_equal(memory.num_recvs, 24);
}

static void test_one_read_for_many_messages(void **state)
{
    const void *data;

    (void)state;
    put_counted(8 * 100);
    for (size_t i = 0; i < 100; i++) {
        assert_int_equal(gv_vtest_stream_need(&stream, 8, &data), GALVAN_OK);
        assert_counted(data, 8 * i, 8);
        gv_vtest_stream_take(&stream, 8);
    }
    assert_int_equal(memory.num_recvs, 1);
    assert_int_equal(stream.consumed_B, 800);
}

static void test_alignment_after_odd_bytes(void **state)
{
    uint8_t name[5];
    const void *data;

    (void)state;
    put_counted(5 + 16);
    assert_int_equal(gv_vtest_stream_read(&stream, name, 5), GALVAN_OK);
    assert_counted(name, 0, 5);
    assert_int_equal(gv_vtest_stream_need(&stream, 16, &data), GALVAN_OK);
    assert_int_equal((uintptr_t)data % 4, 0);
    assert_counted(data, 5, 16);
}

/* Reads a stream of many messages; checks them. The buffer holds one message and 64 KiB, so the
 * stream has to wrap. */
static void test_messages_across_the_buffers_end(void **state)
{
    const void *data;

    (void)state;
    put_counted((size_t)MAX_MESSAGE_B * 100);
    for (size_t i = 0; i < 100; i++) {
        assert_int_equal(gv_vtest_stream_need(&stream, MAX_MESSAGE_B, &data), GALVAN_OK);
        assert_counted(data, i * MAX_MESSAGE_B, MAX_MESSAGE_B);
        gv_vtest_stream_take(&stream, MAX_MESSAGE_B);
    }
}

static void test_read_more_than_the_buffer(void **state)
{
    enum {
        SIZE_B = 300000
    };
    static uint8_t data[SIZE_B];

    (void)state;
    put_counted(SIZE_B + 4);
    assert_int_equal(gv_vtest_stream_read(&stream, NULL, 4), GALVAN_OK);
    assert_int_equal(gv_vtest_stream_read(&stream, data, SIZE_B), GALVAN_OK);
    assert_counted(data, 4, SIZE_B);
}

static void test_end_within_a_message(void **state)
{
    const void *data;
    uint8_t bytes[8];

    (void)state;
    put_counted(7);
    assert_int_equal(gv_vtest_stream_need(&stream, 8, &data), GALVAN_ERROR_SYNTAX);
    assert_int_equal(gv_vtest_stream_read(&stream, bytes, 8), GALVAN_ERROR_SYNTAX);
}

static void test_end_between_messages(void **state)
{
    bool eof = false;

    (void)state;
    assert_int_equal(gv_vtest_stream_begin(&stream, false, &eof), GALVAN_OK);
    assert_true(eof);
}

static void test_unfinished_message_times_out(void **state)
{
    const void *data;

    (void)state;
    memory.stalls = true;
    put_counted(4);
    assert_int_equal(gv_vtest_stream_need(&stream, 8, &data), GALVAN_ERROR_TIMEOUT);
}

/* Sends a message in small pieces; checks that the time limit applies to the whole message. */
static void test_slow_message_times_out(void **state)
{
    const void *data;

    (void)state;
    memory.piece_B = 1;
    put_counted(100);
    assert_int_equal(gv_vtest_stream_need(&stream, 4, &data), GALVAN_OK);
    fake_now_ns += (TIMEOUT_MS - 1) * UINT64_C(1000000);
    assert_int_equal(gv_vtest_stream_need(&stream, 50, &data), GALVAN_OK);
    fake_now_ns += UINT64_C(1000000);
    assert_int_equal(gv_vtest_stream_need(&stream, 100, &data), GALVAN_ERROR_TIMEOUT);
}

static void test_more_than_one_message_may_be(void **state)
{
    const void *data;

    (void)state;
    assert_int_equal(gv_vtest_stream_need(&stream, 1 << 20, &data), GALVAN_ERROR_LIMIT);
}

static void test_replies_go_before_waiting(void **state)
{
    const void *data;

    (void)state;
    put_counted(4);
    assert_int_equal(gv_vtest_stream_reply(&stream, "one", 3), GALVAN_OK);
    assert_int_equal(gv_vtest_stream_reply(&stream, "two", 3), GALVAN_OK);
    assert_int_equal(memory.num_sends, 0);
    assert_int_equal(gv_vtest_stream_need(&stream, 4, &data), GALVAN_OK);
    assert_int_equal(memory.num_sends, 1);
    assert_int_equal(memory.out_B, 6);
    assert_memory_equal(memory.out, "onetwo", 6);
}

static void test_large_replies_keep_their_order(void **state)
{
    static uint8_t large[10000] = {1};

    (void)state;
    assert_int_equal(gv_vtest_stream_reply(&stream, "one", 3), GALVAN_OK);
    assert_int_equal(gv_vtest_stream_reply(&stream, large, sizeof(large)), GALVAN_OK);
    assert_int_equal(gv_vtest_stream_reply(&stream, "two", 3), GALVAN_OK);
    assert_int_equal(gv_vtest_stream_flush(&stream), GALVAN_OK);
    assert_int_equal(memory.out_B, 10006);
    assert_memory_equal(memory.out, "one", 3);
    assert_memory_equal(memory.out + 3, large, sizeof(large));
    assert_memory_equal(memory.out + 10003, "two", 3);
}

static void test_descriptor_comes_after_replies(void **state)
{
    (void)state;
    assert_int_equal(gv_vtest_stream_reply(&stream, "one", 3), GALVAN_OK);
    assert_int_equal(gv_vtest_stream_reply_fd(&stream, STDERR_FILENO), GALVAN_OK);
    assert_int_equal(memory.out_B, 4);
    assert_int_equal(memory.out[3], 0);
    assert_int_equal(memory.num_fds, 1);
}

static void test_failed_send_is_reported(void **state)
{
    const void *data;

    (void)state;
    memory.send_result = GALVAN_ERROR_TIMEOUT;
    put_counted(4);
    assert_int_equal(gv_vtest_stream_reply(&stream, "one", 3), GALVAN_OK);
    assert_int_equal(gv_vtest_stream_need(&stream, 4, &data), GALVAN_ERROR_TIMEOUT);
}

/* Executes messages; checks that the heartbeat is odd while a message is executed, so that the
 * listener notices a message that takes too long. */
static void test_heartbeat(void **state)
{
    const void *data;

    (void)state;
    assert_int_equal(heartbeat % 2, 1);
    put_counted(8);
    assert_int_equal(gv_vtest_stream_need(&stream, 8, &data), GALVAN_OK);
    assert_int_equal(heartbeat, 3);
    assert_int_equal(gv_vtest_stream_reply_fd(&stream, -1), GALVAN_OK);
    assert_int_equal(heartbeat, 5);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_one_byte_at_a_time, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_one_read_for_many_messages, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_alignment_after_odd_bytes, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_messages_across_the_buffers_end, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_read_more_than_the_buffer, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_end_within_a_message, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_end_between_messages, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_unfinished_message_times_out, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_slow_message_times_out, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_more_than_one_message_may_be, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_replies_go_before_waiting, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_large_replies_keep_their_order, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_descriptor_comes_after_replies, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_failed_send_is_reported, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_heartbeat, set_up, tear_down),
    };

    return cmocka_run_group_tests_name("vtest stream", tests, NULL, NULL);
}
