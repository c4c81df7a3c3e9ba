/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Framing and lengths: every row of the command table at, below and above its bounds. */
#include <stdio.h>
#include <string.h>

#include "virgl/command/table.h"
#include "wire.h"

/* Sends a command of `len_dw` zeros, which must be rejected for its length. */
static void expect_bad_length(struct wire *w, unsigned command, unsigned type, size_t len_dw)
{
    static const uint32_t zeros[1 << 16];
    wire_command(w, command, type, zeros, len_dw);
    wire_refuse(w, ": length ");
}

/* Sends a command of `len_dw` zeros; if it is rejected, the reason must not be its length. */
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
    assert_true(row->retained.first_dw + row->retained.num_dw <= row->min_dw);
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
    /* The commands before the bad one must have been executed. */
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
    WIRE(w, BEGIN_FRAME, 0, 0);
    wire_refuse(w, "not supported");
}

/* A log function that takes only errors, as by default. */
static void only_errors(void *priv, enum galvan_log_level level, const char *component,
                        const char *message)
{
    struct wire *w = priv;
    (void)component;
    assert_int_equal(level, GALVAN_LOG_ERR);
    assert_true(w->num_lines < WIRE_MAX_LINES);
    snprintf(w->lines[w->num_lines++], sizeof(w->lines[0]), "%s", message);
}

static void begin_errors(struct wire *w, const struct gv_virgl_limits *limits,
                         struct gv_virgl_renderer **r, struct gv_virgl_context **ctx)
{
    const struct galvan_log log = {.fn = only_errors, .priv = w, .level = GALVAN_LOG_ERR};
    const struct gv_virgl_params params = {
        .screen = &w->screen->base, .log = &log, .client_name = "tester", .limits = limits};
    assert_int_equal(gv_virgl_renderer_create(&params, r), GALVAN_OK);
    assert_int_equal(gv_virgl_context_create(*r, NULL, ctx), GALVAN_OK);
}

static void errors_of_a_kind_are_counted(void **state)
{
    struct wire *w = *state;
    struct gv_virgl_renderer *r;
    struct gv_virgl_context *ctx;
    begin_errors(w, NULL, &r, &ctx);
    for (unsigned i = 0; i < 1000; i++) {
        WIRE(w, BIND_SHADER, 100 + i, PIPE_SHADER_VERTEX);
        WIRE(w, SET_INDEX_BUFFER, i + 1, 2, 0);
    }
    assert_int_equal(gv_virgl_submit(ctx, w->dwords, w->len_dw), GALVAN_OK);
    w->len_dw = 0;
    assert_int_equal(w->num_lines, 8); /* for each of two kinds: the 1st, 10th, 100th, ... error */
    assert_non_null(strstr(w->lines[0], "tester: BIND_SHADER at dword 0: unknown shader 100"));
    assert_non_null(strstr(w->lines[1], "tester: SET_INDEX_BUFFER at dword 3: unknown resource 1"));
    assert_non_null(strstr(w->lines[7], "at dword 6996: unknown resource 1000"));
    assert_non_null(strstr(w->lines[7], "(1000 of this kind so far)"));
    gv_virgl_renderer_destroy(r);
}

/* Makes known mistakes of Mesa's client; checks that the log line names the mistake, and where it
 * is documented. */
static void known_mistakes_are_named(void **state)
{
    struct wire *w = *state;
    gv_virgl_renderer_set_hint(w->r, "; the transport's hint");
    WIRE(w, SET_INDEX_BUFFER, 1, 2, 0);
    wire_refuse(w, "unknown resource 1; the transport's hint");
    struct gv_virgl_resource_args twice = wire_args_2d(PIPE_FORMAT_B8G8R8A8_UNORM, 1, 1);
    twice.handle = 4000;
    assert_int_equal(wire_try_resource(w, twice), GALVAN_OK);
    assert_int_equal(wire_try_resource(w, twice), GALVAN_ERROR_INVALID);
    assert_non_null(strstr(w->lines[w->num_lines - 1], "is in use; the transport's hint"));
    w->num_lines = 0;
    struct gv_virgl_resource_args args = wire_args_2d(PIPE_FORMAT_B8G8R8A8_UNORM, 1 << 20, 1);
    assert_int_equal(wire_try_resource(w, args), GALVAN_ERROR_INVALID);
    w->num_lines = 0;
    WIRE(w, SET_INDEX_BUFFER, 1, 2, 0);
    wire_refuse(w, "a creation was refused before, and Mesa's client does not notice: "
                   "docs/troubleshooting.md");
}

static void error_kinds_end_at_their_limit(void **state)
{
    struct wire *w = *state;
    struct gv_virgl_limits limits = gv_virgl_limits_default();
    struct gv_virgl_renderer *r;
    struct gv_virgl_context *ctx;
    limits.max_error_kinds = 3;
    begin_errors(w, &limits, &r, &ctx);
    for (unsigned i = 0; i < 2; i++) {
        WIRE(w, BIND_SHADER, 1, PIPE_SHADER_VERTEX);
        WIRE(w, SET_INDEX_BUFFER, 1, 2, 0);
        WIRE(w, SET_SUB_CTX, 1);
        WIRE(w, CREATE_SUB_CTX, 0);
        WIRE(w, DESTROY_SUB_CTX, 0);
        WIRE(w, SET_SUB_CTX, 0);
    }
    assert_int_equal(gv_virgl_submit(ctx, w->dwords, w->len_dw), GALVAN_OK);
    w->len_dw = 0;
    assert_int_equal(w->num_lines, 4); /* three, and the line that says so */
    assert_non_null(strstr(w->lines[3], "errors of 3 kinds, further kinds are not logged"));
    gv_virgl_renderer_destroy(r);
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
        WIRE_TEST(errors_of_a_kind_are_counted),
        WIRE_TEST(known_mistakes_are_named),
        WIRE_TEST(error_kinds_end_at_their_limit),
        WIRE_TEST(client_name_cannot_forge_lines),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
