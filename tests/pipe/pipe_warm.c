/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Once every combination of state was drawn with, drawing compiles nothing and records nothing but
 * what changed. */
#include "driver/context.h"
#include "pipe_draw_kit.h"

static const struct pipe_blend_state blends[] = {
    {.rt[0].colormask = PIPE_MASK_RGBA},
    {.rt[0] = {.blend_enable = 1,
               .rgb_src_factor = PIPE_BLENDFACTOR_ONE,
               .rgb_dst_factor = PIPE_BLENDFACTOR_ONE,
               .alpha_src_factor = PIPE_BLENDFACTOR_ONE,
               .alpha_dst_factor = PIPE_BLENDFACTOR_ONE,
               .colormask = PIPE_MASK_RGBA}},
};

static const struct pipe_depth_stencil_alpha_state tests_of[] = {
    {.depth = {.enabled = 1, .writemask = 1, .func = PIPE_FUNC_LEQUAL}},
    {.alpha = {.enabled = 1, .func = PIPE_FUNC_GREATER, .ref_value = 0.5f}},
};

/* Every combination of blending, tests, culling, flat shading and primitive, and a draw of each. */
static void draw_all(struct draw_kit *k)
{
    static const struct kit_vertex vertices[3] = {{{-1, -1, 0, 1}, {1, 0, 0, 1}},
                                                  {{3, -1, 0, 1}, {0, 1, 0, 1}},
                                                  {{-1, 3, 0, 1}, {0, 0, 1, 1}}};
    static const unsigned modes[] = {PIPE_PRIM_TRIANGLES, PIPE_PRIM_LINES, PIPE_PRIM_POINTS,
                                     PIPE_PRIM_TRIANGLE_FAN, PIPE_PRIM_POLYGON};
    for (unsigned i = 0; i < 16; i++) {
        kit_use_blend(k, &blends[i & 1]);
        kit_use_depth_stencil_alpha(k, &tests_of[i >> 1 & 1]);
        k->rasterizer_state.cull_face = i & 4 ? PIPE_FACE_FRONT : PIPE_FACE_NONE;
        k->rasterizer_state.flatshade = i >> 3 & 1;
        kit_update_rasterizer(k);
        for (unsigned m = 0; m < sizeof(modes) / sizeof(modes[0]); m++)
            kit_draw(k, modes[m], vertices, 3);
    }
}

/* State objects come and go; equal ones are the same to the pipelines. */
static void test_nothing_is_compiled_again(void **state)
{
    struct draw_kit k;
    kit_init(&k, *state, 0, NULL);
    const struct gv_context *ctx = gv_context(k.f->pipe);
    draw_all(&k);
    uint64_t pipelines = ctx->stats.pipelines, draws = ctx->stats.draws;
    assert_true(pipelines > 0);
    draw_all(&k);
    k.f->pipe->flush(k.f->pipe, NULL, 0);
    draw_all(&k);
    assert_int_equal(ctx->stats.pipelines, pipelines);
    assert_int_equal(ctx->stats.draws, 3 * draws);
    kit_finish(&k);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_nothing_is_compiled_again)};
    return cmocka_run_group_tests(tests, pipe_fixture_setup, pipe_fixture_teardown);
}
