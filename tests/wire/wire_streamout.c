/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Transform feedback: the lists of targets decide whether it begins or resumes. Also draws of
 * captured vertices. */
#include "wire.h"

enum {
    APPEND = -1
};

static void expect_offsets(struct wire *w, unsigned num, int a, int b)
{
    const struct null_context *ctx = wire_context(w);
    assert_int_equal(ctx->num_targets, num);
    if (num > 0)
        assert_int_equal((int)ctx->target_offsets[0], a);
    if (num > 1)
        assert_int_equal((int)ctx->target_offsets[1], b);
}

static void begin_pause_resume(void **state)
{
    struct wire *w = *state;
    uint32_t buffer = wire_buffer(w, 1024);
    uint32_t a = wire_target(w, buffer, 0, 256), b = wire_target(w, buffer, 256, 256);
    uint32_t c = wire_target(w, buffer, 512, 256);
    wire_dsa(w);
    WIRE(w, SET_STREAMOUT_TARGETS, 0, a, b);
    wire_accept(w);
    expect_offsets(w, 2, 0, 0);
    WIRE(w, SET_STREAMOUT_TARGETS, 0); /* pause */
    wire_accept(w);
    expect_offsets(w, 0, 0, 0);
    WIRE(w, SET_STREAMOUT_TARGETS, 0, a, b); /* resume */
    wire_accept(w);
    expect_offsets(w, 2, APPEND, APPEND);
    WIRE(w, SET_STREAMOUT_TARGETS, 0, c, b); /* a new list, with an old target in it */
    wire_accept(w);
    expect_offsets(w, 2, 0, 0);
    WIRE(w, SET_STREAMOUT_TARGETS, 0, a);
    wire_accept(w);
    expect_offsets(w, 1, 0, 0);
    /* A list with a destroyed target must be discarded, since the target's handle may be reused. */
    WIRE(w, SET_STREAMOUT_TARGETS, 0);
    WIRE(w, DESTROY_OBJECT, a);
    WIRE_CREATE(w, STREAMOUT_TARGET, a, buffer, 0, 64);
    WIRE(w, SET_STREAMOUT_TARGETS, 0, a, b);
    wire_accept(w);
    expect_offsets(w, 2, 0, 0);
}

static void very_many_lists(void **state)
{
    struct wire *w = *state;
    uint32_t buffer = wire_buffer(w, 1024), targets[24];
    for (unsigned i = 0; i < 24; i++)
        targets[i] = wire_target(w, buffer, 0, 256);
    for (unsigned i = 0; i < 24; i++) {
        for (unsigned j = 0; j < 24; j++)
            WIRE(w, SET_STREAMOUT_TARGETS, 0, targets[i], targets[j]);
    }
    wire_accept(w);
    WIRE(w, SET_STREAMOUT_TARGETS, 0, targets[23], targets[22]);
    wire_accept(w);
    expect_offsets(w, 2, APPEND, APPEND);
}

static void bad_targets(void **state)
{
    struct wire *w = *state;
    uint32_t buffer = wire_buffer(w, 256), handle = wire_handle(w);
    wire_target(w, buffer, 252, 4);
    WIRE_CREATE(w, STREAMOUT_TARGET, handle, buffer, 252, 8); /* attack so_offset_past_target */
    wire_refuse(w, "do not fit");
    WIRE_CREATE(w, STREAMOUT_TARGET, handle, buffer, 260, 0);
    wire_refuse(w, "do not fit");
    WIRE_CREATE(w, STREAMOUT_TARGET, handle, buffer, 4, ~0u);
    wire_refuse(w, "do not fit");
    WIRE_CREATE(w, STREAMOUT_TARGET, handle, buffer, 2, 4);
    wire_refuse(w, "do not fit");
    WIRE_CREATE(w, STREAMOUT_TARGET, handle, wire_texture(w, PIPE_FORMAT_R8_UNORM, 4, 4), 0, 4);
    wire_refuse(w, "no buffer");
    WIRE(w, SET_STREAMOUT_TARGETS, 0, 999);
    wire_refuse(w, "unknown stream-out target 999");
    WIRE(w, SET_STREAMOUT_TARGETS, 0, 0, 0, 0, 0, 0);
    wire_refuse(w, "length 6");
}

static void draw_captured(struct wire *w, uint32_t size_B)
{
    WIRE(w, DRAW_VBO, 0, 0, PIPE_PRIM_TRIANGLES, 0, 1, 0, 0, 0, 0, 0, ~0u, size_B);
}

static void draws_of_what_was_captured(void **state)
{
    struct wire *w = *state;
    wire_ready_to_draw(w);
    uint32_t buffer = wire_buffer(w, 1024);
    uint32_t a = wire_target(w, buffer, 0, 256), b = wire_target(w, buffer, 256, 256);
    draw_captured(w, 256); /* attack count_from_so_unbound */
    wire_refuse(w, "no stream-out target of 256 bytes");
    WIRE(w, SET_STREAMOUT_TARGETS, 0, b);
    WIRE(w, SET_STREAMOUT_TARGETS, 0, a);
    WIRE(w, SET_STREAMOUT_TARGETS, 0);
    draw_captured(w, 256);
    wire_accept(w);
    /* The count must be that of the target that captured last. */
    assert_int_equal(wire_context(w)->draw.count_from_stream_output->buffer_offset, 0);
    WIRE(w, SET_STREAMOUT_TARGETS, 0, b);
    WIRE(w, SET_STREAMOUT_TARGETS, 0);
    draw_captured(w, 256);
    wire_accept(w);
    assert_int_equal(wire_context(w)->draw.count_from_stream_output->buffer_offset, 256);
    draw_captured(w, 257);
    wire_refuse(w, "no stream-out target of 257 bytes");
}

/* Alternates between two targets of one size; checks that a draw takes its count from one while the
 * other captures. */
static void draws_while_another_captures(void **state)
{
    struct wire *w = *state;
    wire_ready_to_draw(w);
    uint32_t buffer = wire_buffer(w, 1024);
    uint32_t a = wire_target(w, buffer, 0, 256), b = wire_target(w, buffer, 256, 256);
    WIRE(w, SET_STREAMOUT_TARGETS, 0, a);
    WIRE(w, SET_STREAMOUT_TARGETS, 0);
    WIRE(w, SET_STREAMOUT_TARGETS, 0, b);
    draw_captured(w, 256);
    wire_accept(w);
    assert_int_equal(wire_context(w)->draw.count_from_stream_output->buffer_offset, 0);
    /* This target is the only one of its size. */
    WIRE(w, SET_STREAMOUT_TARGETS, 0, wire_target(w, buffer, 512, 128));
    draw_captured(w, 128);
    wire_accept(w);
    assert_int_equal(wire_context(w)->draw.count_from_stream_output->buffer_offset, 512);
}

/* Draws with captured vertices in two targets; checks that the count is that of the target whose
 * vertices are drawn. */
static void draws_what_vertices_are_of(void **state)
{
    struct wire *w = *state;
    wire_ready_to_draw(w);
    uint32_t buffer = wire_buffer(w, 1024);
    uint32_t a = wire_target(w, buffer, 0, 256), b = wire_target(w, buffer, 256, 256);
    WIRE(w, SET_STREAMOUT_TARGETS, 0, a);
    WIRE(w, SET_STREAMOUT_TARGETS, 0, b);
    WIRE(w, SET_STREAMOUT_TARGETS, 0);
    WIRE(w, SET_VERTEX_BUFFERS, 16, 16, buffer);
    draw_captured(w, 256);
    wire_accept(w);
    assert_int_equal(wire_context(w)->draw.count_from_stream_output->buffer_offset, 0);
    WIRE(w, SET_VERTEX_BUFFERS, 16, 256, buffer);
    draw_captured(w, 256);
    wire_accept(w);
    assert_int_equal(wire_context(w)->draw.count_from_stream_output->buffer_offset, 256);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        WIRE_TEST(begin_pause_resume),
        WIRE_TEST(very_many_lists),
        WIRE_TEST(bad_targets),
        WIRE_TEST(draws_of_what_was_captured),
        WIRE_TEST(draws_while_another_captures),
        WIRE_TEST(draws_what_vertices_are_of),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
