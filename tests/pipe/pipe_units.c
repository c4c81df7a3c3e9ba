/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* SAMPLE opcodes: each must use the view and the sampler that it names, whatever their indices are.
 */
#include <stdio.h>

#include "pipe_draw_kit.h"
#include "pipe_sample.h"

enum {
    NUM = 3
};

struct units {
    struct draw_kit k;
    struct pipe_resource *textures[NUM]; /* texture n has one texel, with a red of (n + 1) / 255 */
    struct pipe_sampler_view *views[NUM];
    void *samplers[NUM]; /* the border of sampler n has a green of 16 (n + 1) / 255 */
};

static void init(struct units *u, void **state)
{
    struct pipe_context *pipe;
    kit_init(&u->k, *state, 0, NULL);
    pipe = u->k.f->pipe;
    for (unsigned n = 0; n < NUM; n++) {
        const uint32_t texel = 0xff000001u + n;
        struct pipe_sampler_state s = sample_nearest();
        u->textures[n] =
            fixture_texture(u->k.f, PIPE_TEXTURE_2D, PIPE_FORMAT_R8G8B8A8_UNORM, 1, 1, 1);
        const struct pipe_box box = fixture_level_box(u->textures[n], 0);
        const struct pipe_sampler_view view = sample_view(u->textures[n]);
        fixture_write(u->k.f, u->textures[n], 0, &box, &texel);
        u->views[n] = pipe->create_sampler_view(pipe, u->textures[n], &view);
        s.wrap_s = PIPE_TEX_WRAP_CLAMP_TO_BORDER;
        s.border_color.f[1] = 16.0f * (float)(n + 1) / 255.0f;
        s.border_color.f[3] = 1.0f;
        u->samplers[n] = pipe->create_sampler_state(pipe, &s);
        assert_non_null(u->views[n]);
        assert_non_null(u->samplers[n]);
    }
    pipe->set_sampler_views(pipe, PIPE_SHADER_FRAGMENT, 0, NUM, u->views);
    pipe->bind_sampler_states(pipe, PIPE_SHADER_FRAGMENT, 0, NUM, u->samplers);
}

static void finish(struct units *u)
{
    struct pipe_context *pipe = u->k.f->pipe;
    pipe->set_sampler_views(pipe, PIPE_SHADER_FRAGMENT, 0, NUM, NULL);
    pipe->bind_sampler_states(pipe, PIPE_SHADER_FRAGMENT, 0, NUM, NULL);
    for (unsigned n = 0; n < NUM; n++) {
        pipe->delete_sampler_state(pipe, u->samplers[n]);
        pipe_sampler_view_reference(&u->views[n], NULL);
        pipe_resource_reference(&u->textures[n], NULL);
    }
    kit_finish(&u->k);
}

static const char head[] = "FRAG\n"
                           "DCL IN[0], GENERIC[0], PERSPECTIVE\n"
                           "DCL OUT[0], COLOR\n"
                           "DCL SAMP[0..2]\n"
                           "DCL SVIEW[0..2], 2D, FLOAT\n"
                           "DCL TEMP[0..2]\n"
                           "IMM FLT32 {0.5, 9.0, 0.0, 1.0}\n";

static uint32_t run(struct units *u, const char *body)
{
    char text[1024];
    snprintf(text, sizeof(text), "%s%sEND\n", head, body);
    kit_use_fragment_shader(&u->k, text);
    kit_clear(&u->k, 0, 0, 0);
    kit_fill(&u->k, 0, 0, 0, 0);
    return kit_pixel(&u->k, 8, 8) & 0xffffff;
}

static void test_every_pair(void **state)
{
    struct units u;
    init(&u, state);
    for (unsigned view = 0; view < NUM; view++) {
        for (unsigned sampler = 0; sampler < NUM; sampler++) {
            char body[256];
            snprintf(body, sizeof(body),
                     "SAMPLE TEMP[0], IMM[0].xxxx, SVIEW[%u], SAMP[%u]\n"
                     "SAMPLE TEMP[1], IMM[0].yxxx, SVIEW[%u], SAMP[%u]\n"
                     "ADD OUT[0], TEMP[0], TEMP[1]\n",
                     view, sampler, view, sampler);
            assert_int_equal(run(&u, body), (view + 1) | 16 * (sampler + 1) << 8);
        }
    }
    finish(&u);
}

/* Draws with shaders that combine SAMPLE instructions with different views and samplers, TEX
 * instructions, and fetches, which need no sampler; checks the pixels. */
static void test_together(void **state)
{
    struct units u;
    init(&u, state);
    assert_int_equal(run(&u, "SAMPLE TEMP[0], IMM[0].yxxx, SVIEW[0], SAMP[1]\n"
                             "SAMPLE TEMP[1], IMM[0].yxxx, SVIEW[1], SAMP[2]\n"
                             "TEX TEMP[2], IMM[0].xxxx, SAMP[1], 2D\n"
                             "ADD TEMP[0], TEMP[0], TEMP[1]\n"
                             "ADD OUT[0], TEMP[0], TEMP[2]\n"),
                     2 | (32 + 48) << 8);
    assert_int_equal(run(&u, "SAMPLE_I TEMP[0], IMM[0].zzzz, SVIEW[2]\n"
                             "SAMPLE_L TEMP[1], IMM[0].yxxx, SVIEW[2], SAMP[0], IMM[0].zzzz\n"
                             "ADD OUT[0], TEMP[0], TEMP[1]\n"),
                     3 | 16 << 8);
    finish(&u);
}

/* Draws with a swizzle in the view operand; checks that it permutes the result. */
static void test_swizzle(void **state)
{
    struct units u;
    init(&u, state);
    assert_int_equal(run(&u, "SAMPLE OUT[0], IMM[0].xxxx, SVIEW[1].zxyw, SAMP[2]\n"), 2 << 8);
    finish(&u);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_every_pair),
        cmocka_unit_test(test_together),
        cmocka_unit_test(test_swizzle),
    };
    return cmocka_run_group_tests_name("units", tests, pipe_fixture_setup, pipe_fixture_teardown);
}
