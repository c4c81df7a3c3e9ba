/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Vertex shaders that write window coordinates: neither viewport nor depth range may change the
 * coordinates, and the fourth component is 1 / w. */
#include <stdlib.h>

#include "pipe_draw_kit.h"

static const char window_space[] = "VERT\n"
                                   "PROPERTY VS_WINDOW_SPACE_POSITION 1\n"
                                   "DCL IN[0]\n"
                                   "DCL IN[1]\n"
                                   "DCL OUT[0], POSITION\n"
                                   "DCL OUT[1], GENERIC[0]\n"
                                   "MOV OUT[0], IN[0]\n"
                                   "MOV OUT[1], IN[1]\n"
                                   "END\n";

/* Draws a rectangle of pixels at depth z; 1/w is `left` on its left side and `right` on its right
 * side. */
static void draw(struct draw_kit *k, const float rect[4], float z, float left, float right)
{
    struct kit_vertex v[4];
    for (unsigned i = 0; i < 4; i++) {
        bool is_right = i & 1;
        v[i] = (struct kit_vertex){
            {rect[is_right ? 2 : 0], rect[i & 2 ? 3 : 1], z, is_right ? right : left},
            {is_right ? 1.0f : 0.0f, 1, 1, 1}};
    }
    kit_draw(k, PIPE_PRIM_TRIANGLE_STRIP, v, 4);
}

static void test_position(void **state)
{
    static const float rects[][4] = {{0, 0, 16, 16}, {3, 5, 9, 6}, {15, 15, 16, 16}, {1, 0, 2, 16}};
    const struct pipe_viewport_state odd = {.scale = {2, -3, 0.1f}, .translate = {90, 1, 0.3f}};
    struct draw_kit k;
    kit_init(&k, *state, 0, NULL);
    kit_use_vertex_shader(&k, window_space);
    k.f->pipe->set_viewport_states(k.f->pipe, 0, 1, &odd);
    for (unsigned n = 0; n < sizeof(rects) / sizeof(rects[0]); n++) {
        const float *r = rects[n];
        /* 1/w of the rectangle is 1 or 0. */
        float reciprocal = n % 2 ? 0.0f : 1.0f;
        kit_clear(&k, 0, 0, 0);
        draw(&k, r, 0.5f, reciprocal, reciprocal);
        uint32_t *pixels = kit_pixels(&k);
        for (unsigned i = 0; i < KIT_SIZE * KIT_SIZE; i++) {
            float x = (float)(i % KIT_SIZE) + 0.5f, y = (float)(i / KIT_SIZE) + 0.5f;
            bool inside = x > r[0] && x < r[2] && y > r[1] && y < r[3];
            if (((pixels[i] >> 8 & 0xff) == 0xff) != inside)
                fail_msg("case %u: pixel %u,%u is %08x", n, i % KIT_SIZE, i / KIT_SIZE, pixels[i]);
        }
        free(pixels);
    }
    kit_finish(&k);
}

static void test_depth(void **state)
{
    static const float all[4] = {0, 0, 16, 16};
    const struct pipe_viewport_state odd = {.scale = {8, 8, 0.1f}, .translate = {8, 8, 0.3f}};
    const struct pipe_depth_stencil_alpha_state dsa = {
        .depth = {.enabled = 1, .writemask = 1, .func = PIPE_FUNC_ALWAYS}};
    struct draw_kit k;
    kit_init(&k, *state, 0, NULL);
    kit_use_depth_stencil_alpha(&k, &dsa);
    kit_use_vertex_shader(&k, window_space);
    k.f->pipe->set_viewport_states(k.f->pipe, 0, 1, &odd);
    for (unsigned i = 0; i <= 4; i++) {
        const struct pipe_box box = fixture_box(7, 2, 0, 1, 1, 1);
        draw(&k, all, (float)i / 4, 1, 0.25f);
        float *depth = (float *)(void *)fixture_read(k.f, k.depth, 0, &box);
        assert_float_equal(*depth, (float)i / 4, 1e-5);
        free(depth);
    }
    kit_finish(&k);
}

/* Draws a rectangle from 1/w = 1 on its left side to 1/w = 1/3 on its right side, with a varying
 * from 0 to 1; checks that the varying is 1/4 in the middle. */
static void test_perspective(void **state)
{
    static const float all[4] = {0.5f, 0, 16.5f, 16};
    struct draw_kit k;
    kit_init(&k, *state, 0, NULL);
    kit_use_vertex_shader(&k, window_space);
    kit_clear(&k, 0, 0, 0);
    draw(&k, all, 0.5f, 1, 1.0f / 3.0f);
    assert_in_range(kit_pixel(&k, 8, 8) & 0xff, 62, 66);
    draw(&k, all, 0.5f, 1, 1);
    assert_in_range(kit_pixel(&k, 8, 8) & 0xff, 126, 130);
    kit_finish(&k);
}

/* Draws with a shader that lacks the property, after one that has it; checks that the viewport
 * applies again. */
static void test_and_back(void **state)
{
    const struct pipe_viewport_state half = {.scale = {4, 4, 0.5f}, .translate = {4, 4, 0.5f}};
    static const float all[4] = {0, 0, 16, 16};
    struct draw_kit k;
    kit_init(&k, *state, 0, NULL);
    k.f->pipe->set_viewport_states(k.f->pipe, 0, 1, &half);
    kit_use_vertex_shader(&k, window_space);
    draw(&k, all, 0.5f, 1, 1);
    kit_clear(&k, 0, 0, 0);
    kit_use_vertex_shader(&k, fixture_vertex_text);
    kit_fill(&k, 1, 1, 1, 0);
    assert_int_equal(kit_pixel(&k, 2, 2) & 0xff, 0xff);
    assert_int_equal(kit_pixel(&k, 12, 12) & 0xff, 0);
    kit_finish(&k);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_position),
        cmocka_unit_test(test_depth),
        cmocka_unit_test(test_perspective),
        cmocka_unit_test(test_and_back),
    };
    return cmocka_run_group_tests_name("window_space", tests, pipe_fixture_setup,
                                       pipe_fixture_teardown);
}
