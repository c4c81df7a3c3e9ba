/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Window rectangles: which pixels draws and blits change, inside or outside of up to eight
 * rectangles. */
#include <stdlib.h>
#include <string.h>

#include "pipe_draw_kit.h"

enum {
    NUM = 8,
    RED = (int)0xff0000ff,
    GREEN = (int)0xff00ff00
};

static const struct pipe_scissor_state rects[NUM] = {
    {.minx = 1, .miny = 1, .maxx = 5, .maxy = 4},
    {.minx = 3, .miny = 2, .maxx = 9, .maxy = 7}, /* overlaps the first one */
    {.minx = 0, .miny = 12, .maxx = 16, .maxy = 13},
    {.minx = 14, .miny = 0, .maxx = 100, .maxy = 100}, /* extends beyond the target */
    {.minx = 6, .miny = 9, .maxx = 6, .maxy = 11},     /* empty */
    {.minx = 9, .miny = 9, .maxx = 8, .maxy = 11},     /* minx after maxx */
    {.minx = 4, .miny = 8, .maxx = 5, .maxy = 9},
    {.minx = 0, .miny = 15, .maxx = 1, .maxy = 16},
};

static bool is_drawn(bool include, unsigned num, unsigned x, unsigned y)
{
    bool inside = false;
    for (unsigned i = 0; i < num; i++)
        inside |=
            x >= rects[i].minx && x < rects[i].maxx && y >= rects[i].miny && y < rects[i].maxy;
    return inside == include;
}

static void expect(const uint32_t *pixels, bool include, unsigned num)
{
    for (unsigned i = 0; i < KIT_SIZE * KIT_SIZE; i++) {
        unsigned x = i % KIT_SIZE, y = i / KIT_SIZE;
        int want = is_drawn(include, num, x, y) ? GREEN : RED;
        if ((int)pixels[i] != want)
            fail_msg("%u rectangles, include %d: pixel %u,%u is %08x", num, include, x, y,
                     pixels[i]);
    }
}

static void test_draws(void **state)
{
    struct draw_kit k;
    kit_init(&k, *state, 0, NULL);
    struct pipe_context *pipe = k.f->pipe;
    assert_int_equal(k.f->screen->get_param(k.f->screen, PIPE_CAP_MAX_WINDOW_RECTANGLES), NUM);
    struct pipe_query *q = pipe->create_query(pipe, PIPE_QUERY_OCCLUSION_COUNTER, 0);
    for (unsigned n = 0; n < 2 * (NUM + 1); n++) {
        bool include = n & 1;
        unsigned num = n / 2, drawn = 0;
        pipe->set_window_rectangles(pipe, include, num, rects);
        kit_clear(&k, 1, 0, 0); /* clears are not restricted */
        pipe->begin_query(pipe, q);
        kit_fill(&k, 0, 1, 0, 0);
        pipe->end_query(pipe, q);
        uint32_t *pixels = kit_pixels(&k);
        expect(pixels, include, num);
        free(pixels);
        for (unsigned i = 0; i < KIT_SIZE * KIT_SIZE; i++)
            drawn += is_drawn(include, num, i % KIT_SIZE, i / KIT_SIZE);
        assert_int_equal(kit_query_u64(&k, q), drawn);
    }
    pipe->set_window_rectangles(pipe, false, 0, NULL);
    kit_fill(&k, 1, 0, 0, 0);
    assert_int_equal((int)kit_pixel(&k, 0, 0), RED);

    /* Rectangles change between draws of a batch; rectangles after the eighth are ignored. */
    struct pipe_scissor_state many[NUM + 1] = {{0}};
    many[NUM] = (struct pipe_scissor_state){.maxx = KIT_SIZE, .maxy = KIT_SIZE};
    pipe->set_window_rectangles(pipe, true, 1, &many[NUM]);
    kit_fill(&k, 1, 0, 0, 0);
    pipe->set_window_rectangles(pipe, true, NUM + 1, many);
    kit_fill(&k, 0, 1, 0, 0);
    assert_int_equal((int)kit_pixel(&k, 0, 0), RED);
    pipe->set_window_rectangles(pipe, false, 0, NULL);
    pipe->destroy_query(pipe, q);
    kit_finish(&k);
}

/* Draws with window rectangles and a scissor; checks that neither colour nor depth is written
 * outside of them. */
static void test_with_scissor(void **state)
{
    const struct pipe_depth_stencil_alpha_state dsa = {
        .depth = {.enabled = 1, .writemask = 1, .func = PIPE_FUNC_ALWAYS}};
    const struct pipe_scissor_state scissor = {.minx = 2, .miny = 0, .maxx = 12, .maxy = 6};
    struct draw_kit k;
    kit_init(&k, *state, 0, NULL);
    k.rasterizer_state.scissor = 1;
    kit_update_rasterizer(&k);
    kit_use_depth_stencil_alpha(&k, &dsa);
    k.f->pipe->set_scissor_states(k.f->pipe, 0, 1, &scissor);
    k.f->pipe->set_window_rectangles(k.f->pipe, true, 2, rects);
    kit_clear(&k, 1, 0, 0);
    kit_fill(&k, 0, 1, 0, 0);
    uint32_t *pixels = kit_pixels(&k);
    const struct pipe_box box = fixture_box(0, 0, 0, KIT_SIZE, KIT_SIZE, 1);
    float *depth = (float *)(void *)fixture_read(k.f, k.depth, 0, &box);
    for (unsigned i = 0; i < KIT_SIZE * KIT_SIZE; i++) {
        unsigned x = i % KIT_SIZE, y = i / KIT_SIZE;
        bool drawn = is_drawn(true, 2, x, y) && x >= 2 && x < 12 && y < 6;
        assert_int_equal((int)pixels[i], drawn ? GREEN : RED);
        assert_float_equal(depth[i], drawn ? 0.5 : 1.0, 0);
    }
    free(depth);
    free(pixels);
    k.f->pipe->set_window_rectangles(k.f->pipe, false, 0, NULL);
    kit_finish(&k);
}

/* Blits with window rectangles; checks that the blit uses its own rectangles, not those of draws.
 */
static void test_blits(void **state)
{
    struct draw_kit k;
    kit_init(&k, *state, 0, NULL);
    struct pipe_context *pipe = k.f->pipe;
    const struct pipe_box all = fixture_box(0, 0, 0, KIT_SIZE, KIT_SIZE, 1);
    struct pipe_resource *green =
        fixture_texture(k.f, PIPE_TEXTURE_2D, k.color->format, KIT_SIZE, KIT_SIZE, 1);
    struct pipe_blit_info info = {
        .dst = {.resource = k.color, .box = all, .format = k.color->format},
        .src = {.resource = green, .box = all, .format = k.color->format},
        .mask = PIPE_MASK_RGBA,
    };
    uint32_t texels[KIT_SIZE * KIT_SIZE];
    for (unsigned i = 0; i < KIT_SIZE * KIT_SIZE; i++)
        texels[i] = (uint32_t)GREEN;
    fixture_write(k.f, green, 0, &all, texels);
    memcpy(info.window_rectangles, rects, sizeof(rects));
    pipe->set_window_rectangles(pipe, true, 0, NULL);
    for (unsigned n = 0; n < 2 * (NUM + 1); n++) {
        info.window_rectangle_include = n & 1;
        info.num_window_rectangles = n / 2;
        kit_clear(&k, 1, 0, 0);
        pipe->blit(pipe, &info);
        uint32_t *pixels = kit_pixels(&k);
        expect(pixels, n & 1, n / 2);
        free(pixels);
    }
    pipe->set_window_rectangles(pipe, false, 0, NULL);
    /* With more rectangles than allowed, the blit must have no effect. */
    info.num_window_rectangles = NUM + 1;
    kit_clear(&k, 1, 0, 0);
    pipe->blit(pipe, &info);
    assert_int_equal((int)kit_pixel(&k, 15, 14), RED);
    pipe_resource_reference(&green, NULL);
    kit_finish(&k);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_draws),
        cmocka_unit_test(test_with_scissor),
        cmocka_unit_test(test_blits),
    };
    return cmocka_run_group_tests_name("window", tests, pipe_fixture_setup, pipe_fixture_teardown);
}
