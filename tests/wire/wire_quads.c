/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Mesa's client splits quads into triangles. The decoder must recognize such quads by their
 * indices, but only if an outline or primitive ids would make the split visible. */
#include <string.h>

#include "virgl/command/quads.h"
#include "wire.h"

enum {
    STREAM_SIZE_B = 1 << 20,
    LINE = 1 << 10 | 1 << 12, /* fill_front and fill_back in the rasterizer's first dword */
    CULL_FRONT = 1 << 8,
};

static void patterns(void **state)
{
    static const uint16_t last[] = {0, 1, 3, 1, 2, 3, 4, 5, 7, 5, 6, 7};
    static const uint16_t strip[] = {2, 0, 3, 0, 1, 3, 4, 2, 5, 2, 3, 5};
    static const uint32_t first[] = {9, 4, 7, 9, 7, 5};
    static const uint32_t last_quads[] = {0, 1, 2, 3, 4, 5, 6, 7};
    static const uint32_t strip_quads[] = {2, 0, 1, 3, 4, 2, 3, 5};
    static const uint32_t first_quads[] = {9, 4, 7, 5};
    static const uint16_t others[][6] = {
        {0, 1, 2, 3, 4, 5}, /* apart */
        {0, 1, 2, 2, 1, 3}, /* another cut */
        {0, 1, 3, 1, 0, 3}, /* two sides of one triangle */
    };
    uint32_t quads[8];
    (void)state;
    assert_true(gv_virgl_find_quads(last, 2, 12, quads));
    assert_memory_equal(quads, last_quads, sizeof(last_quads));
    assert_true(gv_virgl_find_quads(strip, 2, 12, quads));
    assert_memory_equal(quads, strip_quads, sizeof(strip_quads));
    assert_true(gv_virgl_find_quads(first, 4, 6, quads));
    assert_memory_equal(quads, first_quads, sizeof(first_quads));
    for (size_t i = 0; i < sizeof(others) / sizeof(others[0]); i++)
        assert_false(gv_virgl_find_quads(others[i], 2, 6, quads));
    /* The decoder must take all of these as quads, or none. */
    uint16_t mixed[12];
    memcpy(mixed, last, sizeof(mixed));
    mixed[9] = 6;
    assert_false(gv_virgl_find_quads(mixed, 2, 12, quads));
}

/* Binds a new buffer with six 16-bit indices 0, 1, 3, 1, 2, 3 at byte 8. */
static void bind_indices(struct wire *w, uint32_t size_B)
{
    uint32_t handle = wire_buffer(w, size_B);
    WIRE(w, RESOURCE_INLINE_WRITE, handle, 0, 0, 0, 0, 8, 0, 0, 12, 1, 1, 0x00010000, 0x00010003,
         0x00030002);
    WIRE(w, SET_INDEX_BUFFER, handle, 2, 8);
}

static void expect_draw(struct wire *w, uint32_t s0, uint32_t count, uint32_t restart,
                        unsigned mode)
{
    unsigned draws = w->screen->counts.draws;
    WIRE_BIND(w, RASTERIZER, wire_rasterizer(w, s0));
    WIRE(w, DRAW_VBO, 0, count, PIPE_PRIM_TRIANGLES, 1, 1, 5, 0, restart, 0xffff, 0, ~0u, 0);
    wire_accept(w);
    const struct pipe_draw_info *d = &wire_context(w)->draw;
    assert_int_equal(w->screen->counts.draws, draws + 1);
    assert_int_equal(d->mode, mode);
    assert_int_equal(d->index_bias, 5);
    assert_int_equal(d->count, mode == PIPE_PRIM_QUADS ? count / 6 * 4 : count);
    /* The client's index buffer must be bound again. */
    assert_non_null(wire_context(w)->index_buffer.buffer);
    assert_int_equal(wire_context(w)->index_buffer.offset, 8);
}

static void draws(void **state)
{
    struct wire *w = *state;
    wire_ready_to_draw(w);
    bind_indices(w, STREAM_SIZE_B);
    expect_draw(w, LINE, 6, 0, PIPE_PRIM_QUADS);
    expect_draw(w, LINE | CULL_FRONT, 6, 0, PIPE_PRIM_QUADS);
    expect_draw(w, 0, 6, 0, PIPE_PRIM_TRIANGLES);
    expect_draw(w, 1 << 10 | CULL_FRONT, 6, 0, PIPE_PRIM_TRIANGLES);
    expect_draw(w, LINE, 5, 0, PIPE_PRIM_TRIANGLES);
    expect_draw(w, LINE, 6, 1, PIPE_PRIM_TRIANGLES);
    expect_draw(w, LINE, 12, 0, PIPE_PRIM_TRIANGLES);
    /* Index buffers that the program created. */
    bind_indices(w, STREAM_SIZE_B / 2);
    expect_draw(w, LINE, 6, 0, PIPE_PRIM_TRIANGLES);
    bind_indices(w, STREAM_SIZE_B * 2);
    expect_draw(w, LINE, 6, 0, PIPE_PRIM_TRIANGLES);
}

/* Draws with a shader that reads the primitive id. If quads were drawn as triangles, the id would
 * count triangles; checks that quads are drawn. */
static void numbers(void **state)
{
    static const char text[] = "FRAG\n"
                               "DCL IN[0], PRIM_ID, CONSTANT\n"
                               "DCL OUT[0], COLOR\n"
                               "MOV OUT[0], IN[0].xxxx\n"
                               "END\n";
    enum {
        FLATSHADE_FIRST = 1 << 4
    };
    struct wire *w = *state;
    wire_ready_to_draw(w);
    bind_indices(w, STREAM_SIZE_B);
    expect_draw(w, 0, 6, 0, PIPE_PRIM_TRIANGLES);
    WIRE(w, BIND_SHADER, wire_shader(w, PIPE_SHADER_FRAGMENT, text), PIPE_SHADER_FRAGMENT);
    expect_draw(w, 0, 6, 0, PIPE_PRIM_QUADS);
    expect_draw(w, 0, 6, 1, PIPE_PRIM_TRIANGLES);
    /* Under this convention, Mesa splits quads differently. */
    expect_draw(w, FLATSHADE_FIRST, 6, 0, PIPE_PRIM_TRIANGLES);
    bind_indices(w, STREAM_SIZE_B / 2);
    expect_draw(w, 0, 6, 0, PIPE_PRIM_TRIANGLES);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        WIRE_TEST(patterns),
        WIRE_TEST(draws),
        WIRE_TEST(numbers),
    };
    return cmocka_run_group_tests_name("wire quads", tests, NULL, NULL);
}
