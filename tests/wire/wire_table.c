/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Framing and lengths: every row of the command table at, below and above its bounds. */
#include <string.h>

#include "virgl/command/table.h"
#include "wire.h"

/* Sends a command of len_dw zeros; it must be refused for its length. */
static void expect_bad_length(struct wire *w, unsigned command, unsigned type, size_t len_dw)
{
    static const uint32_t zeros[1 << 16];
    wire_command(w, command, type, zeros, len_dw);
    wire_refuse(w, ": length ");
}

/* Sends a command of len_dw zeros; if it is refused, then not for its length. */
static void expect_good_length(struct wire *w, unsigned command, unsigned type, size_t len_dw)
{
    static const uint32_t zeros[1 << 16];
    wire_command(w, command, type, zeros, len_dw);
    assert_int_equal(wire_submit(w), GALVAN_OK);
    assert_true(w->num_lines <= 1);
    if (w->num_lines)
        assert_null(strstr(w->lines[0], ": length "));
    w->num_lines = 0;
}

static void check_row(struct wire *w, const struct gv_virgl_command *row, unsigned command,
                      unsigned type)
{
    assert_non_null(row->name);
    assert_non_null(row->decode);
    assert_true(row->min_dw <= row->max_dw);
    if (row->stride_dw)
        assert_int_equal((row->max_dw - row->min_dw) % row->stride_dw, 0);
    if (row->min_dw > (command == GV_VIRGL_CREATE_OBJECT ? 1 : 0))
        expect_bad_length(w, command, type, row->min_dw - 1u);
    if (row->max_dw < 0xffff)
        expect_bad_length(w, command, type, row->max_dw + 1u);
    if (row->stride_dw > 1 && row->max_dw > row->min_dw)
        expect_bad_length(w, command, type, row->min_dw + 1u);
    expect_good_length(w, command, type, row->min_dw);
    expect_good_length(w, command, type, row->max_dw);
}

static void every_command_at_its_bounds(void **state)
{
    for (unsigned i = 0; i < GV_VIRGL_NUM_COMMANDS; i++) {
        if (i != GV_VIRGL_CREATE_OBJECT)
            check_row(*state, &gv_virgl_commands[i], i, 0);
    }
}

static void every_object_at_its_bounds(void **state)
{
    for (unsigned i = 1; i < GV_VIRGL_NUM_OBJECT_TYPES; i++)
        check_row(*state, &gv_virgl_objects[i], GV_VIRGL_CREATE_OBJECT, i);
}

static void unknown_commands_are_named_and_skipped(void **state)
{
    struct wire *w = *state;
    for (unsigned number = GV_VIRGL_NUM_COMMANDS; number < 256; number++) {
        wire_command(w, number, 0, WIRE_PAYLOAD(1, 2, 3));
        wire_refuse(w, "unknown command");
    }
    wire_command(w, GV_VIRGL_NUM_COMMANDS, 0, NULL, 0);
    WIRE(w, SET_SAMPLE_MASK, 5);
    assert_int_equal(wire_submit(w), GALVAN_OK);
    wire_expect_line(w, "UNKNOWN at dword 0");
    assert_int_equal(wire_context(w)->sample_mask, 5);
}

static void unknown_object_types_are_refused(void **state)
{
    struct wire *w = *state;
    wire_command(w, GV_VIRGL_CREATE_OBJECT, GV_VIRGL_OBJECT_NULL, WIRE_PAYLOAD(1));
    wire_refuse(w, "unknown object type 0");
    wire_command(w, GV_VIRGL_CREATE_OBJECT, 255, WIRE_PAYLOAD(1));
    wire_refuse(w, "unknown object type 255");
}

static void length_past_the_end_loses_framing(void **state)
{
    struct wire *w = *state;
    WIRE(w, SET_SAMPLE_MASK, 7);
    w->dwords[w->len_dw++] = gv_virgl_header(GV_VIRGL_SET_BLEND_COLOR, 0, 4);
    w->dwords[w->len_dw++] = 0;
    assert_int_equal(wire_submit(w), GALVAN_ERROR_INVALID);
    wire_expect_line(w, "SET_BLEND_COLOR at dword 2");
    /* What stood before it was carried out. */
    assert_int_equal(wire_context(w)->sample_mask, 7);

    w->dwords[w->len_dw++] = 0xffff0000u | 200;
    assert_int_equal(wire_submit(w), GALVAN_ERROR_INVALID);
    wire_expect_line(w, "UNKNOWN at dword 0");
}

static void empty_submit(void **state)
{
    struct wire *w = *state;
    wire_accept(w);
    assert_int_equal(w->screen->counts.flushes, 0);
    assert_int_equal(w->screen->live.contexts, 0);
}

static void submit_at_its_limit(void **state)
{
    struct wire *w = *state;
    struct gv_virgl_limits limits = gv_virgl_limits_default();
    limits.max_submit_B = 400;
    wire_restart(w, &limits);
    for (unsigned i = 0; i < 100; i++)
        wire_command(w, GV_VIRGL_NOP, 0, NULL, 0);
    wire_accept(w);
    for (unsigned i = 0; i < 101; i++)
        wire_command(w, GV_VIRGL_NOP, 0, NULL, 0);
    assert_int_equal(wire_submit(w), GALVAN_ERROR_LIMIT);
    wire_expect_line(w, "101 dwords, at most 100");
}

static void end_transfers_payload_is_garbage(void **state)
{
    struct wire *w = *state;
    uint32_t garbage[1023];
    memset(garbage, 0xa5, sizeof(garbage));
    wire_command(w, GV_VIRGL_END_TRANSFERS, 0, garbage, 1023);
    WIRE(w, CREATE_SUB_CTX, 1);
    WIRE(w, SET_SUB_CTX, 1);
    wire_accept(w);
}

static void unannounced_commands_are_refused_by_name(void **state)
{
    struct wire *w = *state;
    WIRE(w, PIPE_RESOURCE_CREATE, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0);
    wire_refuse(w, "not supported");
    WIRE(w, CREATE_VIDEO_CODEC, 0, 0, 0, 0, 0, 0, 0, 0);
    wire_refuse(w, "not supported");
    WIRE(w, GET_PIPE_RESOURCE_LAYOUT, 0, 0);
    wire_refuse(w, "not supported");
}

static void error_lines_end_at_their_limit(void **state)
{
    struct wire *w = *state;
    struct gv_virgl_limits limits = gv_virgl_limits_default();
    limits.max_error_lines = 3;
    wire_restart(w, &limits);
    for (unsigned i = 0; i < 10; i++)
        wire_command(w, 200, 0, NULL, 0);
    assert_int_equal(wire_submit(w), GALVAN_OK);
    assert_int_equal(w->num_lines, 4); /* three, and the one that says so */
    assert_non_null(strstr(w->lines[3], "not logged"));
}

static void client_name_cannot_forge_lines(void **state)
{
    struct wire *w = *state;
    struct gv_virgl_context *evil;
    const uint32_t unknown = gv_virgl_header(200, 0, 0);
    assert_int_equal(gv_virgl_context_create(w->r, "evil\nname\x1b[0m", &evil), GALVAN_OK);
    assert_int_equal(gv_virgl_submit(evil, &unknown, 1), GALVAN_OK);
    assert_int_equal(w->num_lines, 1);
    assert_int_equal(strncmp(w->lines[0], "evil?name?[0m: ", 15), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        WIRE_TEST(every_command_at_its_bounds),
        WIRE_TEST(every_object_at_its_bounds),
        WIRE_TEST(unknown_commands_are_named_and_skipped),
        WIRE_TEST(unknown_object_types_are_refused),
        WIRE_TEST(length_past_the_end_loses_framing),
        WIRE_TEST(empty_submit),
        WIRE_TEST(submit_at_its_limit),
        WIRE_TEST(end_transfers_payload_is_garbage),
        WIRE_TEST(unannounced_commands_are_refused_by_name),
        WIRE_TEST(error_lines_end_at_their_limit),
        WIRE_TEST(client_name_cannot_forge_lines),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
