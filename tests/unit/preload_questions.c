/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Mesa asks whether a resource is busy; the tests check which of these questions the client library
 * answers by itself. */
#include "sealed_memory.h"
#include "wire_kit.h"

#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <unistd.h>

#include "preload/asks.h"
#include "preload/wire.h"
#include "virgl/wire.h"
#include "vtest/protocol.h"

static void test_an_ordinary_buffer_is_idle(void **state)
{
    (void)state;
    gv_wire_end_swap();
    wire_say_buffer(5, 0x10);
    assert_int_equal(wire_fake.asks.written_B, 52);
    wire_catch_up();
    wire_say_wait(5);
    wire_expect_idle();
    wire_say_wait(5);
    wire_expect_idle();
    wire_expect_silence();
    gv_wire_begin_swap(&wire_by_egl); /* the same within a swap */
    wire_say_wait(5);
    wire_expect_idle();
    wire_expect_silence();
}

static void test_what_is_not_carried_out_is_asked(void **state)
{
    (void)state;
    gv_wire_end_swap();
    wire_say_buffer(5, 0x10);
    wire_catch_up();
    wire_say(GV_VTEST_SUBMIT_CMD, 1, (uint32_t[]){1});
    wire_expect_said(GV_VTEST_SUBMIT_CMD, 1, 1);
    wire_say_wait(5);
    wire_expect_said(GV_VTEST_RESOURCE_BUSY_WAIT, 2, 5);
    wire_expect_no_answer();
    wire_fake.page = wire_fake.asks.written_B + 8; /* another process has written */
    wire_say_wait(5);
    wire_expect_said(GV_VTEST_RESOURCE_BUSY_WAIT, 2, 5);
}

static void test_others_are_asked(void **state)
{
    /* resource 5 is older than the oldest that the library remembers */
    const uint32_t asked[] = {4, 5, 6, 7 + GV_ASKS_NUM_KNOWN, UINT32_MAX, 0};

    (void)state;
    gv_wire_end_swap();
    wire_say_buffer(5, 0x10);
    wire_say_buffer(6, GV_VTEST_BIND_CUSTOM);
    wire_say_buffer(7, 0x10);
    wire_say_buffer(5 + GV_ASKS_NUM_KNOWN, 0x10);
    for (unsigned i = 0; i < sizeof(asked) / sizeof(asked[0]); i++) {
        wire_catch_up();
        wire_say_wait(asked[i]);
        wire_expect_said(GV_VTEST_RESOURCE_BUSY_WAIT, 2, asked[i]);
    }
    wire_expect_no_answer();
}

static void test_without_a_page_all_are_asked(void **state)
{
    (void)state;
    gv_wire_end_swap();
    wire_fake.asks.carried_out_B = NULL;
    wire_say_buffer(5, 0x10);
    wire_say_wait(5);
    wire_expect_said(GV_VTEST_RESOURCE_BUSY_WAIT, 2, 5);
}

/* ---- Commands that use memory */

/* Writes a transfer between a resource and the resource's memory (TRANSFER3D), or between a
 * resource and a staging buffer. */
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

    wire_say(GV_VTEST_SUBMIT_CMD, num_dw, dwords);
    assert_int_equal(recv(wire_fake.far, said, sizeof(said), 0), 8 + num_dw * 4);
}

static void expect_asked(uint32_t handle)
{
    wire_say_wait(handle);
    wire_expect_said(GV_VTEST_RESOURCE_BUSY_WAIT, 2, handle);
    wire_expect_no_answer();
}

static void expect_not_asked(uint32_t handle)
{
    wire_say_wait(handle);
    wire_expect_idle();
    wire_expect_silence();
}

/* Creates resources 5 to 9, and asks a question that has to be sent: from then on, commands are
 * parsed. */
static void begin_looking(void)
{
    gv_wire_end_swap();
    for (uint32_t handle = 5; handle < 10; handle++)
        wire_say_buffer(handle, 0x10);
    say_commands((uint32_t[]){0}, 1);
    wire_fake.page = wire_fake.asks.written_B - 12;
    expect_asked(5);
    wire_fake.page = wire_fake.asks.written_B;
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
    wire_say(GV_VTEST_TRANSFER_PUT2, 10, (uint32_t[]){8, 0, 0, 0, 0, 64, 1, 1, 0, 0});
    wire_expect_said(GV_VTEST_TRANSFER_PUT2, 10, 8);
    expect_not_asked(5);
    expect_asked(6);
    expect_asked(7);
    expect_asked(8);
    expect_not_asked(9);
    wire_fake.page =
        wire_fake.asks.written_B - 3 * 16 - 48; /* the commands are executed, the PUT is not */
    expect_not_asked(6);
    expect_not_asked(7);
    expect_asked(8);
}

static void test_commands_that_are_not_understood(void **state)
{
    const uint32_t unknown[] = {gv_virgl_header(GV_VIRGL_DESTROY_VIDEO_CODEC, 0, 1), 9};
    const uint32_t too_long[] = {gv_virgl_header(GV_VIRGL_DRAW_VBO, 0, 3), 1, 2};

    (void)state;
    begin_looking();
    say_commands(unknown, 2);
    expect_asked(5);
    wire_fake.page = wire_fake.asks.written_B;
    say_commands(too_long, 3);
    expect_asked(5);
    wire_fake.page = wire_fake.asks.written_B;
    expect_not_asked(5);
    const uint32_t blob[6] = {1}; /* a message whose use of memory is unknown */
    wire_say(GV_VTEST_RESOURCE_CREATE_BLOB, 6, blob);
    wire_expect_said(GV_VTEST_RESOURCE_CREATE_BLOB, 6, 1);
    expect_asked(5);
}

/* Stops asking questions; checks that commands are no longer parsed. */
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
    wire_fake.asks.others = &others;
    expect_not_asked(5);
    others = 1;
    expect_asked(5);
    wire_fake.asks.others = NULL;
}

/* Creates a resource; checks that the library opens the progress page before the first resource. */
static void test_the_page_is_mapped(void **state)
{
    const uint64_t value = 20 + 52; /* includes the bytes of PROGRESS_OPEN */
    const uint32_t answer[] = {1, GV_VTEST_PROGRESS_OPEN, GV_VTEST_INTERNAL_VERSION};
    int fd = sealed_memory(sizeof(value));

    (void)state;
    gv_wire_end_swap();
    wire_fake.asks.opened = false;
    wire_fake.asks.carried_out_B = NULL;
    assert_int_equal(pwrite(fd, &value, sizeof(value), 0), sizeof(value));
    assert_int_equal(send(wire_fake.far, answer, sizeof(answer), 0), sizeof(answer));
    wire_send_fd(fd);
    const uint32_t payload[] = {5, 0, 64, 0x10, 4096, 1, 1, 1, 0, 0, 4096};
    wire_say(GV_VTEST_RESOURCE_CREATE2, 11, payload);
    wire_expect_said(GV_VTEST_PROGRESS_OPEN, 1, GV_VTEST_INTERNAL_VERSION);
    wire_expect_said(GV_VTEST_RESOURCE_CREATE2, 11, 5);
    assert_non_null(wire_fake.asks.carried_out_B);
    wire_fake.asks.written_B = value;
    wire_say_wait(5);
    wire_expect_idle();
    assert_int_equal(munmap((void *)(uintptr_t)wire_fake.asks.carried_out_B, sizeof(value)), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        WIRE_TEST(test_an_ordinary_buffer_is_idle),
        WIRE_TEST(test_what_is_not_carried_out_is_asked),
        WIRE_TEST(test_others_are_asked),
        WIRE_TEST(test_without_a_page_all_are_asked),
        WIRE_TEST(test_what_no_command_uses_is_idle),
        WIRE_TEST(test_commands_that_are_not_understood),
        WIRE_TEST(test_looking_ends),
        WIRE_TEST(test_what_others_write),
        WIRE_TEST(test_the_page_is_mapped),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
