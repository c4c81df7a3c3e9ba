/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Occlusion queries count exactly what is drawn and nothing else; the render condition stops what
 * it must stop; and a few single values that draws obey: sample mask, depth conventions. */
#include <string.h>

#include "pipe_draw_kit.h"

enum {
    RED = (int)0xff0000ff,
    GREEN = (int)0xff00ff00,
};

static struct pipe_query *occlusion_query(struct draw_kit *k, bool draws)
{
    struct pipe_context *pipe = k->f->pipe;
    struct pipe_query *q = pipe->create_query(pipe, PIPE_QUERY_OCCLUSION_PREDICATE, 0);
    assert_true(pipe->begin_query(pipe, q));
    if (draws)
        kit_fill(k, 1, 0, 0, 0);
    assert_true(pipe->end_query(pipe, q));
    return q;
}

static void test_occlusion_counts(void **state)
{
    struct draw_kit k;
    kit_init(&k, *state, 0, NULL);
    struct pipe_context *pipe = k.f->pipe;
    struct pipe_query *outer = pipe->create_query(pipe, PIPE_QUERY_OCCLUSION_COUNTER, 0);
    struct pipe_query *inner = pipe->create_query(pipe, PIPE_QUERY_OCCLUSION_COUNTER, 0);
    struct pipe_resource *copy =
        fixture_texture(k.f, PIPE_TEXTURE_2D, k.color->format, KIT_SIZE, KIT_SIZE, 1);
    const struct pipe_blit_info blit = {
        .dst = {.resource = copy,
                .box = fixture_box(0, 0, 0, KIT_SIZE, KIT_SIZE, 1),
                .format = copy->format},
        .src = {.resource = k.color, .box = fixture_box(0, 0, 0, 8, 8, 1), .format = copy->format},
        .mask = PIPE_MASK_R | PIPE_MASK_G, /* so that it is a draw */
    };
    pipe->begin_query(pipe, outer);
    kit_fill(&k, 1, 0, 0, 0);
    pipe->begin_query(pipe, inner);
    kit_fill(&k, 1, 0, 0, 0);
    pipe->blit(pipe, &blit);
    kit_clear(&k, 0, 0, 0);
    pipe->flush(pipe, NULL, 0);
    pipe->end_query(pipe, inner);
    kit_fill(&k, 1, 0, 0, 0);
    pipe->end_query(pipe, outer);
    assert_int_equal(kit_query_u64(&k, inner), KIT_SIZE * KIT_SIZE);
    assert_int_equal(kit_query_u64(&k, outer), 3 * KIT_SIZE * KIT_SIZE);
    /* A query that begins again forgets. */
    pipe->begin_query(pipe, inner);
    pipe->end_query(pipe, inner);
    assert_int_equal(kit_query_u64(&k, inner), 0);
    assert_false(pipe->end_query(pipe, inner));
    pipe->destroy_query(pipe, outer);
    pipe->destroy_query(pipe, inner);
    pipe_resource_reference(&copy, NULL);
    kit_finish(&k);
}

static void test_condition_on_draws_and_clears(void **state)
{
    struct draw_kit k;
    kit_init(&k, *state, 0, NULL);
    struct pipe_context *pipe = k.f->pipe;
    const union pipe_color_union green = {.f = {0, 1, 0, 1}};
    for (int seen = 0; seen < 2; seen++) {
        struct pipe_query *q = occlusion_query(&k, seen);
        for (int inverted = 0; inverted < 2; inverted++) {
            int passes = seen != inverted ? GREEN : RED;
            kit_clear(&k, 1, 0, 0);
            pipe->render_condition(pipe, q, (boolean)inverted, PIPE_RENDER_COND_WAIT);
            kit_fill(&k, 0, 1, 0, 0);
            assert_int_equal((int)kit_pixel(&k, 3, 3), passes);
            pipe->render_condition(pipe, NULL, false, 0);
            kit_clear(&k, 1, 0, 0);
            pipe->render_condition(pipe, q, (boolean)inverted, PIPE_RENDER_COND_WAIT);
            kit_clear(&k, 0, 1, 0);
            assert_int_equal((int)kit_pixel(&k, 3, 3), passes);
            pipe->render_condition(pipe, NULL, false, 0);
            kit_clear(&k, 1, 0, 0);
            pipe->render_condition(pipe, q, (boolean)inverted, PIPE_RENDER_COND_WAIT);
            pipe->clear_render_target(pipe, k.color_surface, &green, 0, 0, KIT_SIZE, KIT_SIZE);
            assert_int_equal((int)kit_pixel(&k, 3, 3), passes);
            pipe->render_condition(pipe, NULL, false, 0);
        }
        pipe->destroy_query(pipe, q);
    }
    kit_fill(&k, 0, 1, 0, 0); /* no condition is left */
    assert_int_equal((int)kit_pixel(&k, 3, 3), GREEN);
    kit_finish(&k);
}

/* Blits obey where they are asked to; copies and transfers never do. */
static void test_condition_on_blits(void **state)
{
    struct draw_kit k;
    kit_init(&k, *state, 0, NULL);
    struct pipe_context *pipe = k.f->pipe;
    struct pipe_resource *copy =
        fixture_texture(k.f, PIPE_TEXTURE_2D, k.color->format, KIT_SIZE, KIT_SIZE, 1);
    struct pipe_box all = fixture_box(0, 0, 0, KIT_SIZE, KIT_SIZE, 1);
    struct pipe_blit_info blit = {
        .dst = {.resource = copy, .box = all, .format = copy->format},
        .src = {.resource = k.color, .box = all, .format = copy->format},
        .mask = PIPE_MASK_RGBA,
        .render_condition_enable = true,
    };
    struct pipe_query *q = occlusion_query(&k, false);
    kit_clear(&k, 0, 1, 0);
    pipe->render_condition(pipe, q, false, PIPE_RENDER_COND_WAIT);
    pipe->blit(pipe, &blit);
    assert_int_equal((int)fixture_texel32(k.f, copy, 3, 3, 0), 0);
    blit.render_condition_enable = false;
    pipe->blit(pipe, &blit);
    assert_int_equal((int)fixture_texel32(k.f, copy, 3, 3, 0), GREEN);
    const uint32_t red = (uint32_t)RED;
    struct pipe_box texel = fixture_box(0, 0, 0, 1, 1, 1);
    fixture_write(k.f, copy, 0, &texel, &red);
    pipe->resource_copy_region(pipe, copy, 0, 3, 3, 0, copy, 0, &texel);
    assert_int_equal((int)fixture_texel32(k.f, copy, 3, 3, 0), RED);
    pipe->destroy_query(pipe, q); /* the condition goes with it */
    kit_fill(&k, 1, 0, 0, 0);
    assert_int_equal((int)kit_pixel(&k, 3, 3), RED);
    pipe_resource_reference(&copy, NULL);
    kit_finish(&k);
}

static void test_sample_mask(void **state)
{
    struct draw_kit k;
    struct pipe_fixture *f = *state;
    if (!f->screen->is_format_supported(f->screen, PIPE_FORMAT_R8G8B8A8_UNORM, PIPE_TEXTURE_2D, 4,
                                        PIPE_BIND_RENDER_TARGET))
        skip();
    kit_init(&k, f, 4, NULL);
    struct pipe_context *pipe = f->pipe;
    for (unsigned num = 0; num <= 4; num++) {
        kit_clear(&k, 0, 0, 0);
        pipe->set_sample_mask(pipe, (1u << num) - 1);
        kit_fill(&k, 1, 1, 1, 0);
        int red = (int)(kit_pixel(&k, 5, 5) & 0xff);
        assert_in_range(red, 255 * num / 4 > 0 ? 255 * num / 4 - 1 : 0, 255 * num / 4 + 1);
    }
    pipe->set_sample_mask(pipe, ~0u);
    kit_finish(&k);
}

/* What depth does at the near plane, under both conventions of clip space, clipped and clamped. */
static void test_depth_conventions(void **state)
{
    static const struct {
        float z;
        bool halfz, clip, drawn;
    } cases[] = {
        {-0.5f, false, true, true},  {-0.5f, true, true, false}, {-1.5f, false, true, false},
        {-1.5f, false, false, true}, {0.5f, true, true, true},   {1.5f, true, true, false},
        {1.5f, true, false, true},
    };
    struct draw_kit k;
    kit_init(&k, *state, 0, NULL);
    if (!k.f->screen->get_param(k.f->screen, PIPE_CAP_DEPTH_CLIP_DISABLE)) {
        kit_finish(&k);
        skip();
    }
    for (unsigned i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        k.rasterizer_state.clip_halfz = cases[i].halfz;
        k.rasterizer_state.depth_clip = cases[i].clip;
        kit_update_rasterizer(&k);
        kit_clear(&k, 1, 0, 0);
        kit_fill(&k, 0, 1, 0, cases[i].z);
        assert_int_equal((int)kit_pixel(&k, 9, 2), cases[i].drawn ? GREEN : RED);
    }
    kit_finish(&k);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_occlusion_counts),
        cmocka_unit_test(test_condition_on_draws_and_clears),
        cmocka_unit_test(test_condition_on_blits),
        cmocka_unit_test(test_sample_mask),
        cmocka_unit_test(test_depth_conventions),
    };
    return cmocka_run_group_tests_name("conditions", tests, pipe_fixture_setup,
                                       pipe_fixture_teardown);
}
