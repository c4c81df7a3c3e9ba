/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Draws and dispatches: the parameters that reach the driver, draws that are skipped, and numbers
 * out of range. */
#include <string.h>

#include "wire.h"

/* Writes DRAW_VBO of 12 dwords with the fields that tests vary. */
static void draw(struct wire *w, uint32_t start, uint32_t count, uint32_t mode, uint32_t indexed)
{
    WIRE(w, DRAW_VBO, start, count, mode, indexed, 1, 0, 0, 0, 0, 0, ~0u, 0);
}

static void all_fields(void **state)
{
    struct wire *w = *state;
    struct wire_draw_state s = wire_ready_to_draw(w);
    WIRE(w, DRAW_VBO, 1, 2, PIPE_PRIM_LINES, 0, 3, (uint32_t)-4, 5, 1, 6, 7, 8, 0, 9, 10);
    wire_accept(w);
    const struct pipe_draw_info *d = &wire_context(w)->draw;
    assert_int_equal(d->start, 1);
    assert_int_equal(d->count, 2);
    assert_int_equal(d->mode, PIPE_PRIM_LINES);
    assert_int_equal(d->instance_count, 3);
    assert_int_equal(d->index_bias, -4);
    assert_int_equal(d->start_instance, 5);
    assert_int_equal(d->primitive_restart, 1);
    assert_int_equal(d->restart_index, 6);
    assert_int_equal(d->min_index, 7);
    assert_int_equal(d->max_index, 8);
    assert_int_equal(d->vertices_per_patch, 9);
    assert_int_equal(d->drawid, 10);
    /* The index buffer's offset already contains the start. */
    WIRE(w, SET_INDEX_BUFFER, s.indices, 2, 20);
    draw(w, 10, 6, PIPE_PRIM_TRIANGLES, 1);
    wire_accept(w);
    assert_int_equal(d->start, 0);
    assert_int_equal(wire_context(w)->index_buffer.offset, 20);
}

/* Attacks draw_without_vs/fs/ve/fb: draws with incomplete state; checks that nothing is drawn and
 * no error reported. */
static void incomplete_state(void **state)
{
    struct wire *w = *state;
    draw(w, 0, 3, PIPE_PRIM_TRIANGLES, 0);
    wire_accept(w);
    struct wire_draw_state s = wire_ready_to_draw(w);
    draw(w, 0, 3, PIPE_PRIM_TRIANGLES, 0);
    wire_accept(w);
    assert_int_equal(w->screen->counts.draws, 1);

    struct {
        unsigned command, type;
        uint32_t payload[3], restore[3];
        size_t len_dw;
    } parts[] = {
        {GV_VIRGL_BIND_OBJECT, GV_VIRGL_OBJECT_BLEND, {0}, {s.blend}, 1},
        {GV_VIRGL_BIND_OBJECT, GV_VIRGL_OBJECT_DSA, {0}, {s.dsa}, 1},
        {GV_VIRGL_BIND_OBJECT, GV_VIRGL_OBJECT_RASTERIZER, {0}, {s.rasterizer}, 1},
        {GV_VIRGL_BIND_OBJECT, GV_VIRGL_OBJECT_VERTEX_ELEMENTS, {0}, {s.elements}, 1},
        {GV_VIRGL_BIND_SHADER, 0, {0, PIPE_SHADER_VERTEX}, {s.vs, PIPE_SHADER_VERTEX}, 2},
        {GV_VIRGL_BIND_SHADER, 0, {0, PIPE_SHADER_FRAGMENT}, {s.fs, PIPE_SHADER_FRAGMENT}, 2},
        {GV_VIRGL_SET_FRAMEBUFFER_STATE, 0, {1, 0, 0}, {1, 0, s.surface}, 3},
    };
    for (size_t i = 0; i < sizeof(parts) / sizeof(parts[0]); i++) {
        wire_command(w, parts[i].command, parts[i].type, parts[i].payload, parts[i].len_dw);
        draw(w, 0, 3, PIPE_PRIM_TRIANGLES, 0);
        wire_accept(w);
        assert_int_equal(w->screen->counts.draws, i + 1);
        wire_command(w, parts[i].command, parts[i].type, parts[i].restore, parts[i].len_dw);
        draw(w, 0, 3, PIPE_PRIM_TRIANGLES, 0);
        wire_accept(w);
        assert_int_equal(w->screen->counts.draws, i + 2);
    }
}

/* Draws with rasterizer discard; checks that neither fragment shader nor framebuffer is needed. */
static void discard_needs_less(void **state)
{
    struct wire *w = *state;
    wire_ready_to_draw(w);
    WIRE(w, BIND_SHADER, 0, PIPE_SHADER_FRAGMENT);
    WIRE(w, SET_FRAMEBUFFER_STATE, 0, 0);
    WIRE_BIND(w, RASTERIZER, wire_rasterizer(w, 1 << 3));
    draw(w, 0, 3, PIPE_PRIM_TRIANGLES, 0);
    wire_accept(w);
    assert_int_equal(w->screen->counts.draws, 1);
}

static void empty_draws(void **state)
{
    struct wire *w = *state;
    struct wire_draw_state s = wire_ready_to_draw(w);
    draw(w, 0, 0, PIPE_PRIM_TRIANGLES, 0);
    WIRE(w, SET_INDEX_BUFFER, s.indices, 1, 256);
    draw(w, 0, 3, PIPE_PRIM_TRIANGLES, 1);
    wire_accept(w);
    assert_int_equal(w->screen->counts.draws, 0);
}

/* Draws with 0 instances, which on the wire means a draw without instancing; checks that the draw
 * also has no first instance. */
static void without_instancing(void **state)
{
    struct wire *w = *state;
    struct wire_draw_state s = wire_ready_to_draw(w);
    const struct pipe_draw_info *d = &wire_context(w)->draw;
    WIRE(w, SET_INDEX_BUFFER, s.indices, 2, 0);
    for (uint32_t indexed = 0; indexed < 2; indexed++) {
        WIRE(w, DRAW_VBO, 0, 3, PIPE_PRIM_TRIANGLES, indexed, 0, 0, 5, 0, 0, 0, 0, 0);
        wire_accept(w);
        assert_int_equal(w->screen->counts.draws, 1 + indexed);
        assert_int_equal(d->instance_count, 1);
        assert_int_equal(d->start_instance, 0);
    }
}

static void numbers_that_do_not_fit(void **state)
{
    struct wire *w = *state;
    wire_ready_to_draw(w);
    draw(w, 0, 3, PIPE_PRIM_MAX, 0); /* attack draw_mode_out_of_range */
    wire_refuse(w, "unknown primitive type 15");
    draw(w, 0, 3, ~0u, 0);
    wire_refuse(w, "unknown primitive type");
    draw(w, 1, ~0u, PIPE_PRIM_POINTS, 0); /* attack draw_start_plus_count_wraps */
    wire_refuse(w, "vertices from 1");
    WIRE(w, DRAW_VBO, 0, 3, 0, 0, ~0u, 0, 1, 0, 0, 0, 0, 0);
    wire_refuse(w, "instances from 1");
    WIRE(w, DRAW_VBO, 0, 3, PIPE_PRIM_PATCHES, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0);
    wire_refuse(w, "0 vertices in a patch"); /* attacks tess_patch_vertices_0 and _33 */
    WIRE(w, DRAW_VBO, 0, 3, PIPE_PRIM_PATCHES, 0, 1, 0, 0, 0, 0, 0, 0, 0, 33, 0);
    wire_refuse(w, "33 vertices in a patch");
    WIRE(w, DRAW_VBO, 0, 3, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0);
    wire_refuse(w, "length 13");
    WIRE(w, DRAW_VBO, 0, 3, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0);
    wire_refuse(w, "length 15");
    assert_int_equal(w->screen->counts.draws, 0);
    /* attacks draw_count_2_32_minus_1 and instance_2_31: the draws are valid, even if a device
     * takes very long for them */
    draw(w, 0, ~0u, PIPE_PRIM_POINTS, 0);
    WIRE(w, DRAW_VBO, 0, 3, 0, 0, 0x80000000, 0, 0, 0, 0, 0, 0, 0);
    wire_accept(w);
    assert_int_equal(w->screen->counts.draws, 2);
}

/* Draws patches without an evaluation shader; checks that nothing is drawn. */
static void patches(void **state)
{
    struct wire *w = *state;
    wire_ready_to_draw(w);
    WIRE(w, DRAW_VBO, 0, 3, PIPE_PRIM_PATCHES, 0, 1, 0, 0, 0, 0, 0, 0, 0, 3, 0);
    wire_accept(w);
    assert_int_equal(w->screen->counts.draws, 0);
}

static void vertex_buffers(void **state)
{
    struct wire *w = *state;
    uint32_t buffer = wire_buffer(w, 100), list[33 * 3];
    for (unsigned i = 0; i < 33; i++) {
        list[i * 3] = i;
        list[i * 3 + 1] = i * 2;
        list[i * 3 + 2] = buffer;
    }
    wire_command(w, GV_VIRGL_SET_VERTEX_BUFFERS, 0, list, 32 * 3);
    wire_accept(w);
    const struct null_context *ctx = wire_context(w);
    assert_int_equal(ctx->vertex_buffers[31].stride, 31);
    assert_int_equal(ctx->vertex_buffers[31].buffer_offset, 62);
    /* The list must replace all vertex buffers. */
    wire_command(w, GV_VIRGL_SET_VERTEX_BUFFERS, 0, list, 2 * 3);
    wire_accept(w);
    assert_non_null(ctx->vertex_buffers[1].buffer);
    assert_null(ctx->vertex_buffers[2].buffer);
    assert_null(ctx->vertex_buffers[31].buffer);
    WIRE(w, SET_VERTEX_BUFFERS, 4, 100, buffer, 4, 0, 0); /* past the end, and no buffer */
    wire_accept(w);
    assert_null(ctx->vertex_buffers[0].buffer);
    wire_command(w, GV_VIRGL_SET_VERTEX_BUFFERS, 0, NULL, 0);
    wire_accept(w);
    wire_command(w, GV_VIRGL_SET_VERTEX_BUFFERS, 0, list, 33 * 3); /* set_vertex_buffers_33 */
    wire_refuse(w, "length 99");
    WIRE(w, SET_VERTEX_BUFFERS, 0x10000, 0, buffer);
    wire_refuse(w, "stride");
    WIRE(w, SET_VERTEX_BUFFERS, 4, 0, 999);
    wire_refuse(w, "unknown resource 999");
    WIRE(w, SET_VERTEX_BUFFERS, 4, 0, wire_texture(w, PIPE_FORMAT_R8_UNORM, 4, 4));
    wire_refuse(w, "no buffer");
}

static void index_buffers(void **state)
{
    struct wire *w = *state;
    struct wire_draw_state s = wire_ready_to_draw(w); /* 256 bytes of indices */
    draw(w, 0, 3, PIPE_PRIM_TRIANGLES, 1);
    wire_refuse(w, "no index buffer");
    WIRE(w, SET_INDEX_BUFFER, s.indices, 3, 0);
    wire_refuse(w, "index size 3");
    WIRE(w, SET_INDEX_BUFFER, s.indices, 0, 0);
    wire_refuse(w, "index size 0");
    WIRE(w, SET_INDEX_BUFFER, s.indices, 4, 2);
    wire_refuse(w, "no multiple of 4");
    WIRE(w, SET_INDEX_BUFFER, s.indices, 0);
    wire_refuse(w, "length 2");
    /* attack index_buffer_too_short: the draw ends where the buffer ends */
    static const struct {
        uint32_t size_B, offset_B, count, drawn;
    } cases[] = {
        {1, 0, 256, 256}, {1, 0, 257, 256}, {2, 0, 1000, 128}, {4, 252, 9, 1}, {4, 128, ~0u, 32}};
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        WIRE(w, SET_INDEX_BUFFER, s.indices, cases[i].size_B, cases[i].offset_B);
        draw(w, 0, cases[i].count, PIPE_PRIM_POINTS, 1);
        wire_accept(w);
        assert_int_equal(wire_context(w)->draw.count, cases[i].drawn);
    }
    WIRE(w, SET_INDEX_BUFFER, s.indices, 4, 256);
    draw(w, 0, 1, PIPE_PRIM_POINTS, 1);
    WIRE(w, SET_INDEX_BUFFER, s.indices, 4, 0xfffffffc);
    draw(w, 0, 1, PIPE_PRIM_POINTS, 1);
    wire_accept(w);
    assert_int_equal(w->screen->counts.draws, 5);
    /* The buffer is unreferenced while it is bound, and then unbound. */
    gv_virgl_resource_unref(w->r, s.indices);
    WIRE(w, SET_INDEX_BUFFER, s.vertices, 4, 0);
    draw(w, 0, 1, PIPE_PRIM_POINTS, 1);
    WIRE(w, SET_INDEX_BUFFER, 0);
    wire_accept(w);
    assert_int_equal(w->screen->counts.draws, 6);
}

/* Makes consecutive draws that differ only in their vertices; checks that they are executed
 * together. Draws with other differences, and wrong draws, end such a sequence. */
static void draws_in_a_row(void **state)
{
    struct wire *w = *state;
    struct wire_draw_state s = wire_ready_to_draw(w); /* 256 bytes of indices */
    const struct pipe_draw_info *d = &wire_context(w)->draw;
    for (uint32_t i = 0; i < 3; i++)
        WIRE(w, DRAW_VBO, i, 3 + i, PIPE_PRIM_POINTS, 0, 0, i, 0, 0, 0, i, 10 + i, 0);
    draw(w, 9, 0, PIPE_PRIM_POINTS, 0);
    wire_accept(w);
    assert_int_equal(w->screen->counts.draws, 3);
    assert_int_equal(d->start, 2);
    assert_int_equal(d->count, 5);
    assert_int_equal(d->instance_count, 1);
    assert_int_equal(d->index_bias, 2);
    assert_int_equal(d->min_index, 2);
    assert_int_equal(d->max_index, 12);
    /* The decoder must find the wrong draw and its position. */
    draw(w, 0, 3, PIPE_PRIM_POINTS, 0);
    draw(w, 1, 3, PIPE_PRIM_POINTS, 0);
    draw(w, 1, ~0u, PIPE_PRIM_POINTS, 0);
    wire_refuse(w, "vertices from 1");
    assert_int_equal(w->screen->counts.draws, 5);
    /* Each of these draws differs from the previous one, or follows a change of state. */
    draw(w, 0, 3, PIPE_PRIM_POINTS, 0);
    draw(w, 0, 3, PIPE_PRIM_LINES, 0);
    WIRE(w, DRAW_VBO, 0, 3, PIPE_PRIM_LINES, 0, 1, 0, 7, 0, 0, 0, 0, 0);
    WIRE(w, BIND_SHADER, 0, PIPE_SHADER_VERTEX);
    draw(w, 0, 3, PIPE_PRIM_LINES, 0);
    WIRE(w, BIND_SHADER, s.vs, PIPE_SHADER_VERTEX);
    wire_accept(w);
    assert_int_equal(w->screen->counts.draws, 8);
    assert_int_equal(d->mode, PIPE_PRIM_LINES);
    assert_int_equal(d->start_instance, 7);
}

static void indexed_draws_in_a_row(void **state)
{
    struct wire *w = *state;
    struct wire_draw_state s = wire_ready_to_draw(w); /* 256 bytes of indices */
    const struct null_context *ctx = wire_context(w);
    for (uint32_t i = 0; i < 3; i++) {
        WIRE(w, SET_INDEX_BUFFER, s.indices, 2, 200);
        draw(w, 100, 27 + i, PIPE_PRIM_POINTS, 1);
    }
    wire_accept(w);
    assert_int_equal(w->screen->counts.draws, 3);
    assert_int_equal(ctx->draw.start, 0);
    assert_int_equal(ctx->draw.count, 28); /* the buffer has no more indices */
    WIRE(w, SET_INDEX_BUFFER, s.indices, 2, 200);
    draw(w, 0, 3, PIPE_PRIM_POINTS, 1);
    WIRE(w, SET_INDEX_BUFFER, s.indices, 2, 2);
    draw(w, 0, 3, PIPE_PRIM_POINTS, 1);
    wire_accept(w);
    assert_int_equal(w->screen->counts.draws, 5);
    assert_int_equal(ctx->index_buffer.offset, 2);
    /* The next submit has the same dwords, but the handle now belongs to another resource. */
    gv_virgl_resource_unref(w->r, s.indices);
    struct gv_virgl_resource_args args = wire_args_buffer(8);
    args.handle = s.indices;
    wire_resource(w, args);
    WIRE(w, SET_INDEX_BUFFER, s.indices, 2, 2);
    draw(w, 0, 9, PIPE_PRIM_POINTS, 1);
    wire_accept(w);
    assert_int_equal(ctx->draw.count, 3);
    /* The decoder skips a repeated command, but not if the previous one was rejected or if the
     * buffer was unbound in between. */
    WIRE(w, SET_INDEX_BUFFER, s.indices, 2, 4);
    WIRE(w, SET_INDEX_BUFFER, 0);
    WIRE(w, SET_INDEX_BUFFER, s.indices, 2, 4);
    draw(w, 0, 9, PIPE_PRIM_POINTS, 1);
    wire_accept(w);
    assert_int_equal(ctx->draw.count, 2);
}

static void indirect(struct wire *w, uint32_t indexed, uint32_t handle, uint32_t offset,
                     uint32_t stride, uint32_t count, uint32_t params_offset, uint32_t params)
{
    WIRE(w, DRAW_VBO, 0, 0, PIPE_PRIM_TRIANGLES, indexed, 0, 0, 0, 0, 0, 0, ~0u, 0, 0, 0, handle,
         offset, stride, count, params_offset, params);
}

static void indirect_draws(void **state)
{
    struct wire *w = *state;
    struct wire_draw_state s = wire_ready_to_draw(w);
    uint32_t args = wire_buffer(w, 100);
    WIRE(w, SET_INDEX_BUFFER, s.indices, 4, 0);
    indirect(w, 0, args, 84, 0, 1, 0, 0);
    indirect(w, 1, args, 80, 0, 0, 0, 0);
    indirect(w, 0, args, 4, 20, 5, 96, args);
    wire_accept(w);
    assert_int_equal(w->screen->counts.draws, 3);
    assert_int_equal(wire_context(w)->draw.indirect_count, 5);
    assert_int_equal(wire_context(w)->draw.indirect_params_offset, 96);
    assert_int_equal(wire_context(w)->draw.instance_count,
                     0); /* the indirect commands contain the counts */
    /* indirect_buffer_short/unaligned */
    indirect(w, 0, args, 88, 0, 1, 0, 0);
    wire_refuse(w, "do not fit");
    indirect(w, 1, args, 84, 0, 1, 0, 0);
    wire_refuse(w, "do not fit");
    indirect(w, 0, args, 2, 0, 1, 0, 0);
    wire_refuse(w, "do not fit");
    indirect(w, 0, args, 0, 12, 2, 0, 0);
    wire_refuse(w, "do not fit");
    indirect(w, 0, args, 0, 0, ~0u, 0, 0);
    wire_refuse(w, "do not fit");
    indirect(w, 0, args, ~3u, ~3u, ~0u, 0, 0);
    wire_refuse(w, "do not fit");
    indirect(w, 0, args, 0, 0, 1, 98, args);
    wire_refuse(w, "draw count");
    indirect(w, 0, 999, 0, 0, 1, 0, 0);
    wire_refuse(w, "unknown resource 999");
    w->screen->params[PIPE_CAP_DRAW_INDIRECT] = 0;
    indirect(w, 0, args, 0, 0, 1, 0, 0);
    wire_refuse(w, "not supported");
}

static void grids(void **state)
{
    struct wire *w = *state;
    WIRE(w, LAUNCH_GRID, 1, 1, 1, 1, 1, 1, 0, 0); /* attack launch_grid_without_cs */
    wire_refuse(w, "no valid compute shader");
    uint32_t cs = wire_shader(w, PIPE_SHADER_COMPUTE, wire_cs_text);
    uint32_t args = wire_buffer(w, 64);
    WIRE(w, BIND_SHADER, cs, PIPE_SHADER_COMPUTE);
    WIRE(w, LAUNCH_GRID, 1024, 1, 1, 65535, 2, 3, 0, 0);
    WIRE(w, LAUNCH_GRID, 1, 1, 1, 0, 0, 0, args, 52);
    WIRE(w, LAUNCH_GRID, 1, 1, 1, 0, 1, 1, 0, 0); /* attack launch_grid_0 */
    wire_accept(w);
    assert_int_equal(w->screen->counts.grids, 2);
    assert_non_null(wire_context(w)->grid.indirect);
    assert_int_equal(wire_context(w)->grid.indirect_offset, 52);
    static const uint32_t bad[][6] = {{1, 1, 1, 65536, 65536, 65536}, /* launch_grid_65536_cubed */
                                      {1025, 1, 1, 1, 1, 1},          /* block_1025 */
                                      {1024, 2, 1, 1, 1, 1},
                                      {0, 1, 1, 1, 1, 1},
                                      {~0u, ~0u, ~0u, 1, 1, 1}};
    for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++) {
        WIRE(w, LAUNCH_GRID, bad[i][0], bad[i][1], bad[i][2], bad[i][3], bad[i][4], bad[i][5], 0,
             0);
        wire_refuse(w, "is too large");
    }
    WIRE(w, LAUNCH_GRID, 1, 1, 1, 0, 0, 0, args, 53);
    wire_refuse(w, "does not fit");
    WIRE(w, LAUNCH_GRID, 1, 1, 1, 0, 0, 0, args, 56);
    wire_refuse(w, "does not fit");
    WIRE(w, LAUNCH_GRID, 1, 1, 1, 0, 0, 0, args, ~3u);
    wire_refuse(w, "does not fit");
    WIRE(w, LAUNCH_GRID, 1, 1, 1, 0, 0, 0, 999, 0);
    wire_refuse(w, "unknown resource");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        WIRE_TEST(all_fields),
        WIRE_TEST(incomplete_state),
        WIRE_TEST(discard_needs_less),
        WIRE_TEST(empty_draws),
        WIRE_TEST(without_instancing),
        WIRE_TEST(numbers_that_do_not_fit),
        WIRE_TEST(patches),
        WIRE_TEST(vertex_buffers),
        WIRE_TEST(index_buffers),
        WIRE_TEST(draws_in_a_row),
        WIRE_TEST(indexed_draws_in_a_row),
        WIRE_TEST(indirect_draws),
        WIRE_TEST(grids),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
