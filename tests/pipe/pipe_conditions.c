/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Occlusion queries must count exactly the samples that pass; a render condition must stop exactly
 * the commands that obey it. Also the sample mask and the depth conventions. */
#include <stdlib.h>
#include <string.h>

#include "pipe_draw_kit.h"

#define RED   0xff0000ffu
#define GREEN 0xff00ff00u

static struct pipe_query *occlusion_query(struct draw_kit *k, bool draws)
{
    struct pipe_context *pipe = k->f->pipe;
    struct pipe_query *q = pipe->create_query(pipe, PIPE_QUERY_OCCLUSION_PREDICATE, 0);
    assert_true(pipe->begin_query(pipe, q));
    kit_fill(k, 1, 0, 0, draws ? 0.0f : 5.0f); /* z = 5: clipped, so no sample passes */
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
        .mask = PIPE_MASK_R | PIPE_MASK_G, /* two channels, so that the blit is a draw */
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
    /* A query that is begun again must count from 0. */
    pipe->begin_query(pipe, inner);
    pipe->end_query(pipe, inner);
    assert_int_equal(kit_query_u64(&k, inner), 0);
    assert_false(pipe->end_query(pipe, inner));
    pipe->destroy_query(pipe, outer);
    pipe->destroy_query(pipe, inner);
    pipe_resource_reference(&copy, NULL);
    kit_finish(&k);
}

/* The commands below each make the target green. */

static void by_draw(struct draw_kit *k)
{
    kit_fill(k, 0, 1, 0, 0);
}

static void by_clear(struct draw_kit *k)
{
    kit_clear(k, 0, 1, 0);
}

static void by_clear_in_rendering(struct draw_kit *k)
{
    kit_fill(k, 1, 0, 0, 0);
    kit_clear(k, 0, 1, 0);
}

static void by_scissored_clear(struct draw_kit *k)
{
    const union pipe_color_union green = {.f = {0, 1, 0, 1}};
    const struct pipe_scissor_state scissor = {0, 0, KIT_SIZE - 1, KIT_SIZE};
    k->f->pipe->clear_scissored(k->f->pipe, PIPE_CLEAR_COLOR0, &scissor, &green, 0, 0);
}

static void by_clear_render_target(struct draw_kit *k)
{
    const union pipe_color_union green = {.f = {0, 1, 0, 1}};
    k->f->pipe->clear_render_target(k->f->pipe, k->color_surface, &green, 0, 0, KIT_SIZE, KIT_SIZE);
}

/* Clears the depth to 0.2, which hides the later draw at 0.4. */
static void by_clear_depth_stencil(struct draw_kit *k)
{
    struct pipe_context *pipe = k->f->pipe;
    const struct pipe_depth_stencil_alpha_state test = {
        .depth = {.enabled = 1, .func = PIPE_FUNC_GREATER}};
    const struct pipe_depth_stencil_alpha_state off = {.depth.enabled = 0};
    pipe->clear_depth_stencil(pipe, k->depth_surface, PIPE_CLEAR_DEPTH, 0.2, 0, 0, 0, KIT_SIZE,
                              KIT_SIZE);
    pipe->render_condition(pipe, NULL, false, 0);
    kit_use_depth_stencil_alpha(k, &test);
    kit_fill(k, 0, 1, 0, -0.2f);
    kit_use_depth_stencil_alpha(k, &off);
}

static void by_dispatch(struct draw_kit *k)
{
    static const char text[] =
        "COMP\n"
        "DCL SV[0], BLOCK_ID\n"
        "DCL IMAGE[0], 2D, PIPE_FORMAT_R8G8B8A8_UNORM, WR\n"
        "IMM[0] FLT32 {0.0, 1.0, 0.0, 1.0}\n"
        "STORE IMAGE[0], SV[0].xyzz, IMM[0], 2D, PIPE_FORMAT_R8G8B8A8_UNORM\n"
        "END\n";
    struct pipe_context *pipe = k->f->pipe;
    if (!k->f->screen->get_shader_param(k->f->screen, PIPE_SHADER_COMPUTE,
                                        PIPE_SHADER_CAP_MAX_SHADER_IMAGES)) {
        by_draw(k);
        return;
    }
    void *cs = fixture_compute_shader(k->f, text, 0);
    const struct pipe_image_view view = {
        .resource = k->color, .format = k->color->format, .access = PIPE_IMAGE_ACCESS_WRITE};
    const struct pipe_grid_info info = {
        .work_dim = 3, .block = {1, 1, 1}, .grid = {KIT_SIZE, KIT_SIZE, 1}};
    pipe->bind_compute_state(pipe, cs);
    pipe->set_shader_images(pipe, PIPE_SHADER_COMPUTE, 0, 1, &view);
    pipe->launch_grid(pipe, &info);
    pipe->set_shader_images(pipe, PIPE_SHADER_COMPUTE, 0, 1, NULL);
    pipe->bind_compute_state(pipe, NULL);
    pipe->delete_compute_state(pipe, cs);
}

/* Blits a green texture over the whole target. `size` is the width and height of the source box in
 * texels. */
static void by_blit(struct draw_kit *k, int size)
{
    const uint32_t green[4] = {GREEN, GREEN, GREEN, GREEN};
    struct pipe_resource *source =
        fixture_texture(k->f, PIPE_TEXTURE_2D, k->color->format, KIT_SIZE, KIT_SIZE, 1);
    for (int i = 0; i < KIT_SIZE; i++) {
        for (int j = 0; j < KIT_SIZE; j += 4) {
            const struct pipe_box box = fixture_box(j, i, 0, 4, 1, 1);
            fixture_write(k->f, source, 0, &box, green);
        }
    }
    const struct pipe_blit_info blit = {
        .dst = {.resource = k->color,
                .box = fixture_box(0, 0, 0, KIT_SIZE, KIT_SIZE, 1),
                .format = k->color->format},
        .src = {.resource = source,
                .box = fixture_box(0, 0, 0, size, size, 1),
                .format = k->color->format},
        .mask = PIPE_MASK_RGBA,
        .render_condition_enable = true,
    };
    k->f->pipe->blit(k->f->pipe, &blit);
    pipe_resource_reference(&source, NULL);
}

static void by_copying_blit(struct draw_kit *k)
{
    by_blit(k, KIT_SIZE);
}

static void by_scaling_blit(struct draw_kit *k)
{
    by_blit(k, 4);
}

/* Executes each command under a condition with its own query, whose result is not available yet;
 * checks that each command obeys the condition. */
static void test_what_obeys(void **state)
{
    static void (*const ways[])(struct draw_kit * k) = {
        by_draw,
        by_clear,
        by_clear_in_rendering,
        by_scissored_clear,
        by_clear_render_target,
        by_clear_depth_stencil,
        by_dispatch,
        by_copying_blit,
        by_scaling_blit,
    };
    struct draw_kit k;
    kit_init(&k, *state, 0, NULL);
    struct pipe_context *pipe = k.f->pipe;
    for (unsigned i = 0; i < 4 * sizeof(ways) / sizeof(ways[0]); i++) {
        bool seen = i & 1, inverted = i & 2;
        struct pipe_query *q = occlusion_query(&k, seen);
        kit_clear(&k, 1, 0, 0);
        pipe->render_condition(pipe, q, inverted, PIPE_RENDER_COND_WAIT);
        ways[i / 4](&k);
        pipe->render_condition(pipe, NULL, false, 0);
        uint32_t expected = seen != inverted ? GREEN : RED;
        uint32_t got = kit_pixel(&k, 3, 3);
        if (got != expected)
            fail_msg("way %u, seen %d, inverted %d: 0x%x", i / 4, seen, inverted, got);
        pipe->destroy_query(pipe, q);
    }
    kit_fill(&k, 0, 1, 0, 0); /* the condition no longer applies */
    assert_int_equal(kit_pixel(&k, 3, 3), GREEN);
    kit_finish(&k);
}

/* Sets many conditions in one batch, and sets them again with the same queries in the next batch;
 * checks that each draw obeys its condition. */
static void test_many_conditions(void **state)
{
    enum {
        NUM = KIT_SIZE
    };
    struct draw_kit k;
    kit_init(&k, *state, 0, NULL);
    struct pipe_context *pipe = k.f->pipe;
    struct pipe_query *queries[NUM];
    for (unsigned i = 0; i < NUM; i++)
        queries[i] = pipe->create_query(pipe, PIPE_QUERY_OCCLUSION_PREDICATE, 0);
    for (unsigned frame = 0; frame < 3; frame++) {
        for (unsigned i = 0; i < NUM; i++) {
            pipe->begin_query(pipe, queries[i]);
            if ((i + frame) % 3 == 0)
                kit_fill(&k, 1, 0, 0, 0);
            pipe->end_query(pipe, queries[i]);
        }
        kit_clear(&k, 1, 0, 0);
        for (unsigned i = 0; i < NUM; i++) {
            const float x = (2 * (float)i + 1) / KIT_SIZE - 1, y = 1.0f / KIT_SIZE - 1;
            const struct kit_vertex point = {{x, y, 0, 1}, {0, 1, 0, 1}};
            pipe->render_condition(pipe, queries[i], false, PIPE_RENDER_COND_NO_WAIT);
            kit_draw(&k, PIPE_PRIM_POINTS, &point, 1);
            if (i == NUM / 2)
                pipe->flush(pipe, NULL, 0); /* the condition spans batches */
        }
        pipe->render_condition(pipe, NULL, false, 0);
        uint32_t *pixels = kit_pixels(&k);
        for (unsigned i = 0; i < NUM; i++)
            assert_int_equal(pixels[i], (i + frame) % 3 == 0 ? GREEN : RED);
        free(pixels);
    }
    for (unsigned i = 0; i < NUM; i++)
        pipe->destroy_query(pipe, queries[i]);
    kit_finish(&k);
}

/* Blits, copies and transfers under a condition; checks that blits obey the condition if
 * render_condition_enable is set, and that copies and transfers ignore it. */
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
    assert_int_equal(fixture_texel32(k.f, copy, 3, 3, 0), 0);
    blit.render_condition_enable = false;
    pipe->blit(pipe, &blit);
    assert_int_equal(fixture_texel32(k.f, copy, 3, 3, 0), GREEN);
    const uint32_t red = RED;
    struct pipe_box texel = fixture_box(0, 0, 0, 1, 1, 1);
    fixture_write(k.f, copy, 0, &texel, &red);
    pipe->resource_copy_region(pipe, copy, 0, 3, 3, 0, copy, 0, &texel);
    assert_int_equal(fixture_texel32(k.f, copy, 3, 3, 0), RED);
    pipe->destroy_query(pipe, q); /* destroying the query ends the condition */
    kit_fill(&k, 1, 0, 0, 0);
    assert_int_equal(kit_pixel(&k, 3, 3), RED);
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

/* Draws at depths inside and outside of the clip volume, for both depth ranges of clip space, with
 * depth clipping and with depth clamping; checks which draws are visible. */
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
        assert_int_equal(kit_pixel(&k, 9, 2), cases[i].drawn ? GREEN : RED);
    }
    kit_finish(&k);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_occlusion_counts), cmocka_unit_test(test_what_obeys),
        cmocka_unit_test(test_many_conditions),  cmocka_unit_test(test_condition_on_blits),
        cmocka_unit_test(test_sample_mask),      cmocka_unit_test(test_depth_conventions),
    };
    return cmocka_run_group_tests_name("conditions", tests, pipe_fixture_setup,
                                       pipe_fixture_teardown);
}
