/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Memory in which the client library places resources by itself: which clients get it, where
 * resources may lie in it, what is rejected. The client must not wait. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <sys/mman.h>

#include "vtest/protocol.h"
#include "vtest_session.h"

enum {
    OPENING_B = 12,
    ANSWER_B = 12,
    SIZE_B = 1024
};

static void put_open(uint32_t version)
{
    put_dwords(GV_VTEST_MEMORY_OPEN, 1, &version);
}

static void put_offset(uint32_t handle, uint32_t size_B, uint32_t offset_B)
{
    put_dwords(
        GV_VTEST_RESOURCE_PLACE, 12,
        (uint32_t[]){handle, 2, GV_VTEST_FORMAT_BGRX, 8, 16, 16, 1, 1, 0, 0, size_B, offset_B});
}

static void put_get(uint32_t handle)
{
    put_dwords(GV_VTEST_TRANSFER_GET2, 10, (uint32_t[]){handle, 0, 0, 0, 0, 16, 16, 1, 0, 0});
}

static void put_memory(void)
{
    put_opening();
    put_open(GV_VTEST_INTERNAL_VERSION);
}

/* Returns the dword in an answer to MEMORY_OPEN; the answer begins at byte `at_B` of the sent
 * bytes. */
static uint32_t answer_at(size_t at_B)
{
    uint32_t reply[3];

    assert_true(at_B + sizeof(reply) <= session.memory.out_B);
    memcpy(reply, session.memory.out + at_B, sizeof(reply));
    assert_int_equal(reply[0], 1);
    assert_int_equal(reply[1], GV_VTEST_MEMORY_OPEN);
    return reply[2];
}

static void expect_refused(const char *line)
{
    assert_int_equal(serve(), GALVAN_ERROR_INVALID);
    assert_line(line);
    start();
}

/* ---- The memory ------------------------------------------------------------------------------ */

static void test_comes_in_parts_in_its_language(void **state)
{
    (void)state;
    put_opening();
    put_open(GV_VTEST_INTERNAL_VERSION + 1);
    for (unsigned i = 0; i < GV_VTEST_MAX_POOL_PARTS + 1; i++)
        put_open(GV_VTEST_INTERNAL_VERSION);
    assert_int_equal(serve(), GALVAN_OK);
    size_t at_B = OPENING_B;
    assert_int_equal(answer_at(at_B), 0);
    at_B += ANSWER_B;
    for (unsigned i = 0; i < GV_VTEST_MAX_POOL_PARTS; i++) {
        assert_int_equal(answer_at(at_B), GV_VTEST_INTERNAL_VERSION);
        at_B += ANSWER_B + 1;
    }
    assert_int_equal(answer_at(at_B), 0);
    assert_int_equal(session.memory.num_fds, GV_VTEST_MAX_POOL_PARTS);
    assert_int_equal(fake.memory_B, GV_VTEST_POOL_B);
    assert_int_equal(lseek(session.memory.fds[0], 0, SEEK_END), GV_VTEST_POOL_PART_B);
    assert_int_equal(ftruncate(session.memory.fds[0], 0), -1);
}

static void test_whoever_may_have_little_gets_little(void **state)
{
    const uint64_t least_B = (uint64_t)GV_VTEST_POOL_PART_B * GV_VTEST_MIN_POOL_SHARE;

    (void)state;
    put_memory();
    session.shm_limit_B = least_B - 1;
    assert_int_equal(serve(), GALVAN_OK);
    assert_int_equal(answer_at(OPENING_B), 0);
    assert_int_equal(fake.memory_B, 0);
    start();
    put_memory();
    put_open(GV_VTEST_INTERNAL_VERSION);
    session.shm_limit_B = 2 * least_B - 1;
    assert_int_equal(serve(), GALVAN_OK);
    assert_int_equal(answer_at(OPENING_B + ANSWER_B + 1), 0);
    assert_int_equal(fake.memory_B, GV_VTEST_POOL_PART_B);
    start();
    put_memory();
    fake.memory_limit_B = GV_VTEST_POOL_PART_B - 1;
    assert_int_equal(serve(), GALVAN_OK);
    assert_int_equal(answer_at(OPENING_B), 0);
    assert_int_equal(session.memory.num_fds, 0);
}

/* Requests a pool on a connection that is recorded; checks that the client gets none. A recording
 * contains the memory of resources only if the client's messages name it. */
static void test_whoever_is_recorded_gets_none(void **state)
{
    const struct gv_vtest_tap tap = {0};

    (void)state;
    put_memory();
    session.tap = &tap;
    assert_int_equal(serve(), GALVAN_OK);
    assert_int_equal(answer_at(OPENING_B), 0);
    assert_int_equal(session.memory.num_fds, 0);
}

/* ---- Resources in shared memory */

static void test_a_resource_lies_there(void **state)
{
    const uint32_t offset_B = 2 * GV_VTEST_POOL_PART_B - SIZE_B;

    (void)state;
    fake.fill = 0xab;
    put_memory();
    put_open(GV_VTEST_INTERNAL_VERSION);
    put_offset(1, SIZE_B, offset_B);
    put_offset(2, SIZE_B, 0);
    put_get(1);
    assert_int_equal(serve(), GALVAN_OK);
    assert_int_equal(session.num_lines, 0);
    assert_int_equal(session.memory.out_B, OPENING_B + 2 * (ANSWER_B + 1)); /* no further bytes */
    assert_int_equal(session.memory.num_fds, 2);
    for (unsigned i = 0; i < 2; i++) {
        const uint8_t *memory = mmap(NULL, GV_VTEST_POOL_PART_B, PROT_READ | PROT_WRITE, MAP_SHARED,
                                     session.memory.fds[i], 0);
        assert_true(memory != MAP_FAILED);
        assert_int_equal(memory[0], 0);
        assert_int_equal(memory[GV_VTEST_POOL_PART_B - SIZE_B - 1], 0);
        assert_int_equal(memory[GV_VTEST_POOL_PART_B - SIZE_B], i ? 0xab : 0);
        assert_int_equal(memory[GV_VTEST_POOL_PART_B - 1], i ? 0xab : 0);
        munmap((void *)(uintptr_t)memory, GV_VTEST_POOL_PART_B);
    }
}

/* Unreferences resources; checks that the memory stays, and that another resource can then use the
 * same offset. */
static void test_the_memory_stays(void **state)
{
    (void)state;
    put_memory();
    put_offset(1, SIZE_B, 64);
    put_offset(2, SIZE_B, 128);
    put_dwords(GV_VTEST_RESOURCE_UNREF, 1, (uint32_t[]){1});
    put_get(2);
    put_offset(1, SIZE_B, 64);
    put_get(1);
    fake.fill = 1;
    assert_int_equal(serve(), GALVAN_OK);
    assert_int_equal(fake.num_gets, 2);
    assert_int_equal(session.num_lines, 0);
}

static void test_offsets_outside_end_the_connection(void **state)
{
    enum {
        END_B = 2 * GV_VTEST_POOL_PART_B
    };
    static const struct {
        uint32_t size_B, offset_B;
    } outside[] = {
        {0, 0},
        {1, END_B},
        {65, END_B - 64},
        {SIZE_B, 4},
        {GV_VTEST_POOL_PART_B + 1, 0},
        {65, GV_VTEST_POOL_PART_B - 64}, /* crosses the border of two parts */
        {UINT32_MAX, 64},
        {64, 0u - 64u},
        {0u - 64u, END_B},
    };

    (void)state;
    for (unsigned i = 0; i < sizeof(outside) / sizeof(outside[0]); i++) {
        put_memory();
        put_open(GV_VTEST_INTERNAL_VERSION);
        put_offset(1, outside[i].size_B, outside[i].offset_B);
        expect_refused("RESOURCE_PLACE at byte 46: resource 1: ");
    }
    put_opening();
    put_offset(1, SIZE_B, 0);
    expect_refused("RESOURCE_PLACE at byte 22: resource 1: 1024 bytes at byte 0 of a pool of 0");
}

static void test_a_refused_resource(void **state)
{
    (void)state;
    fake.create_result = GALVAN_ERROR_INVALID;
    put_memory();
    put_offset(1, SIZE_B, 0);
    put_dwords(GV_VTEST_RESOURCE_UNREF, 1, (uint32_t[]){1});
    put_dwords(GV_VTEST_PING_PROTOCOL_VERSION, 0, NULL);
    assert_int_equal(serve(), GALVAN_OK);
    assert_int_equal(session.memory.out_B, OPENING_B + ANSWER_B + 1 + 8);
}

/* True if the fence has memory, which it does not need. */
static bool has_memory;

static void look_at_fence(void)
{
    has_memory = fake_find(3) && fake_find(3)->iov.iov_base;
}

static void test_a_fence(void **state)
{
    (void)state;
    put_memory();
    put_dwords(GV_VTEST_RESOURCE_PLACE, 12,
               (uint32_t[]){3, 0, 64, GV_VTEST_BIND_CUSTOM, 8, 1, 1, 0, 0, 0, 8, 0});
    put_dwords(GV_VTEST_SUBMIT_CMD, 1, (uint32_t[]){1});
    has_memory = true;
    fake.on_submit = look_at_fence;
    assert_int_equal(serve(), GALVAN_OK);
    assert_false(has_memory);
    assert_int_equal(session.num_lines, 0);
}

/* ---- Resource handles chosen by the server (version 3) */

static void put_memory_v3(void)
{
    put_create_renderer("x");
    put_dwords(GV_VTEST_PROTOCOL_VERSION_CMD, 1, (uint32_t[]){3});
    put_open(GV_VTEST_INTERNAL_VERSION);
}

static void test_numbers_of_placed_resources(void **state)
{
    static const uint32_t wrong[] = {0, 1, GV_VTEST_FIRST_PLACED - 1, GV_VTEST_END_PLACED,
                                     UINT32_MAX};

    (void)state;
    put_memory_v3();
    put_offset(GV_VTEST_FIRST_PLACED, SIZE_B, 0);
    put_offset(GV_VTEST_END_PLACED - 1, SIZE_B, 0);
    put_get(GV_VTEST_FIRST_PLACED);
    put_get(GV_VTEST_END_PLACED - 1);
    fake.fill = 1;
    assert_int_equal(serve(), GALVAN_OK);
    assert_int_equal(fake.num_gets, 2);
    assert_int_equal(session.memory.out_B, OPENING_B + ANSWER_B + 1);
    start();
    for (unsigned i = 0; i < sizeof(wrong) / sizeof(wrong[0]); i++) {
        put_memory_v3();
        put_offset(wrong[i], SIZE_B, 0);
        expect_refused("not a number for the client to choose");
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        SESSION_TEST(test_comes_in_parts_in_its_language),
        SESSION_TEST(test_whoever_may_have_little_gets_little),
        SESSION_TEST(test_whoever_is_recorded_gets_none),
        SESSION_TEST(test_a_resource_lies_there),
        SESSION_TEST(test_the_memory_stays),
        SESSION_TEST(test_offsets_outside_end_the_connection),
        SESSION_TEST(test_a_refused_resource),
        SESSION_TEST(test_a_fence),
        SESSION_TEST(test_numbers_of_placed_resources),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
