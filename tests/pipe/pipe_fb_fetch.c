/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Fragment shaders that read their render targets must get the values from before the draw: on
 * targets with one sample and with several, and in levels, layers and formats of all kinds. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "driver/screen/screen.h"
#include "pipe_draw_kit.h"
#include "pipe_text.h"

/* Outputs one minus the target's value, with an alpha of 1. */
static const char invert_text[] = "FRAG\n"
                                  "DCL OUT[0], COLOR\n"
                                  "DCL TEMP[0]\n"
                                  "IMM[0] FLT32 {1, 1, 1, 1}\n"
                                  "FBFETCH TEMP[0], OUT[0]\n"
                                  "ADD OUT[0].xyz, IMM[0], -TEMP[0]\n"
                                  "MOV OUT[0].w, IMM[0]\n"
                                  "END\n";

/* Outputs the colour plus the target's value. */
static const char add_text[] = "FRAG\n"
                               "DCL IN[0], GENERIC[0], PERSPECTIVE\n"
                               "DCL OUT[0], COLOR\n"
                               "DCL TEMP[0]\n"
                               "FBFETCH TEMP[0], OUT[0]\n"
                               "ADD OUT[0], IN[0], TEMP[0]\n"
                               "END\n";

static const char xor_text[] = "FRAG\n"
                               "DCL OUT[0], COLOR\n"
                               "DCL TEMP[0]\n"
                               "IMM[0] UINT32 {255, 1, 65536, 4294967295}\n"
                               "FBFETCH TEMP[0], OUT[0]\n"
                               "XOR OUT[0], TEMP[0], IMM[0]\n"
                               "END\n";

static bool is_near(uint32_t pixel, unsigned shift, int value)
{
    return abs((int)(pixel >> shift & 0xff) - value) <= 1;
}

/* Clears, draws with other shaders, and draws with the reading shader on a part of the target;
 * checks that each draw reads the result of the previous one. */
static void test_order(void **state)
{
    const float step = 20.0f / 255.0f;
    const struct pipe_scissor_state half = {.maxx = KIT_SIZE / 2, .maxy = KIT_SIZE};
    struct draw_kit k;
    kit_init(&k, *state, 0, NULL);
    kit_clear(&k, 100.0f / 255.0f, 0, 0);
    kit_use_fragment_shader(&k, add_text);
    kit_fill(&k, step, step, 0, 0);
    kit_fill(&k, step, step, 0, 0);
    k.rasterizer_state.scissor = 1;
    kit_update_rasterizer(&k);
    k.f->pipe->set_scissor_states(k.f->pipe, 0, 1, &half);
    kit_fill(&k, step, 0, step, 0);
    uint32_t left = kit_pixel(&k, 3, 7), right = kit_pixel(&k, 12, 7);
    assert_true(is_near(left, 0, 160) && is_near(left, 8, 40) && is_near(left, 16, 20));
    assert_true(is_near(right, 0, 140) && is_near(right, 8, 40) && is_near(right, 16, 0));
    kit_use_fragment_shader(&k, fixture_fragment_text);
    kit_fill(&k, 0, 0, 1, 0);
    kit_use_fragment_shader(&k, invert_text);
    kit_fill(&k, 0, 0, 0, 0);
    assert_int_equal(kit_pixel(&k, 3, 7), 0xff00ffff);
    kit_finish(&k);
}

/* Repeats a draw many times; checks that each draw reads the result of the previous one. Without
 * the reads, one command would contain all draws. */
static void test_repeated(void **state)
{
    const struct kit_vertex all[3] = {{{-1, -1, 0, 1}, {1.0f / 255, 0, 0, 0}},
                                      {{3, -1, 0, 1}, {1.0f / 255, 0, 0, 0}},
                                      {{-1, 3, 0, 1}, {1.0f / 255, 0, 0, 0}}};
    struct draw_kit k;
    kit_init(&k, *state, 0, NULL);
    kit_clear(&k, 0, 0, 0);
    kit_use_fragment_shader(&k, add_text);
    kit_draw(&k, PIPE_PRIM_TRIANGLES, all, 3);
    struct pipe_resource *buffer = fixture_buffer(k.f, sizeof(all), PIPE_USAGE_DEFAULT, 0);
    const struct pipe_box box = fixture_box(0, 0, 0, sizeof(all), 1, 1);
    fixture_write(k.f, buffer, 0, &box, all);
    const struct pipe_vertex_buffer vb = {.stride = sizeof(all[0]), .buffer = buffer};
    const struct pipe_draw_info info = {
        .mode = PIPE_PRIM_TRIANGLES, .count = 3, .instance_count = 1, .max_index = 2};
    k.f->pipe->set_vertex_buffers(k.f->pipe, 0, 1, &vb);
    for (unsigned i = 0; i < 49; i++)
        k.f->pipe->draw_vbo(k.f->pipe, &info);
    assert_int_equal(kit_pixel(&k, 5, 5) & 0xff, 50);
    kit_finish(&k);
    pipe_resource_reference(&buffer, NULL);
}

/* Draws to a multisampled target; checks that each sample reads its own value. */
static void test_samples(void **state)
{
    struct pipe_fixture *f = *state;
    struct draw_kit k;
    if (!f->screen->get_param(f->screen, PIPE_CAP_SAMPLE_SHADING))
        skip();
    kit_init(&k, f, 4, NULL);
    kit_clear(&k, 0, 0, 0);
    f->pipe->set_sample_mask(f->pipe, 1);
    kit_fill(&k, 1, 1, 1, 0);
    f->pipe->set_sample_mask(f->pipe, ~0u);
    assert_in_range(kit_pixel(&k, 5, 5) & 0xff, 63, 64);
    kit_use_fragment_shader(&k, invert_text);
    kit_fill(&k, 0, 0, 0, 0);
    assert_in_range(kit_pixel(&k, 5, 5) & 0xff, 191, 192);
    kit_finish(&k);
}

static struct pipe_resource *snorm_target(struct pipe_fixture *f, unsigned samples)
{
    struct pipe_resource templ =
        fixture_template(PIPE_TEXTURE_2D, PIPE_FORMAT_R8G8B8A8_SNORM, KIT_SIZE, KIT_SIZE, 1);
    templ.bind |= PIPE_BIND_RENDER_TARGET;
    templ.nr_samples = samples;
    return fixture_create(f, &templ);
}

/* Replaces the kit's target by `surface`; if `surface` is NULL, restores the kit's target. */
static void use_target(struct draw_kit *k, struct pipe_surface *surface)
{
    const struct pipe_framebuffer_state fb = {
        .width = KIT_SIZE, .height = KIT_SIZE, .nr_cbufs = 1, .cbufs = {surface}};
    k->f->pipe->set_framebuffer_state(k->f->pipe, &fb);
}

/* Draws with alpha to coverage. On devices where the fragment shader blends, such as lavapipe,
 * checks that coverage uses the alpha from before blending, even if alpha-to-one changes the alpha
 * that is blended. */
static void test_coverage(void **state)
{
    struct pipe_fixture *f = *state;
    if (!f->screen->is_format_supported(f->screen, PIPE_FORMAT_R8G8B8A8_SNORM, PIPE_TEXTURE_2D, 4,
                                        PIPE_BIND_RENDER_TARGET))
        skip();
    struct pipe_resource *target = snorm_target(f, 4), *resolved = snorm_target(f, 0);
    struct pipe_surface *surface = fixture_surface(f, target, target->format, 0, 0, 0);
    for (unsigned to_one = 0; to_one < 2; to_one++) {
        const struct pipe_blend_state blend = {
            .alpha_to_coverage = 1,
            .alpha_to_one = to_one & 1,
            .rt[0] = {.blend_enable = 1,
                      .rgb_src_factor = PIPE_BLENDFACTOR_SRC_ALPHA,
                      .rgb_dst_factor = PIPE_BLENDFACTOR_ONE,
                      .alpha_src_factor = PIPE_BLENDFACTOR_ONE,
                      .alpha_dst_factor = PIPE_BLENDFACTOR_ONE,
                      .colormask = PIPE_MASK_RGBA}};
        const struct kit_vertex all[3] = {{{-1, -1, 0, 1}, {0.8f, 0, 0, 0.5f}},
                                          {{3, -1, 0, 1}, {0.8f, 0, 0, 0.5f}},
                                          {{-1, 3, 0, 1}, {0.8f, 0, 0, 0.5f}}};
        const union pipe_color_union clear = {.f = {-0.2f, 0, 0, 0.4f}};
        const struct pipe_box box = fixture_box(0, 0, 0, KIT_SIZE, KIT_SIZE, 1);
        const struct pipe_blit_info resolve = {
            .dst = {.resource = resolved, .box = box, .format = resolved->format},
            .src = {.resource = target, .box = box, .format = target->format},
            .mask = PIPE_MASK_RGBA,
        };
        struct draw_kit k;
        kit_init(&k, f, 4, NULL);
        use_target(&k, surface);
        f->pipe->clear(f->pipe, PIPE_CLEAR_COLOR0, &clear, 0, 0);
        kit_use_blend(&k, &blend);
        kit_draw(&k, PIPE_PRIM_TRIANGLES, all, 3);
        f->pipe->blit(f->pipe, &resolve);
        const struct pipe_box pixel = fixture_box(4, 4, 0, 1, 1, 1);
        uint8_t *texel = fixture_read(f, resolved, 0, &pixel);
        float alpha = to_one ? 1.0f : 0.5f;
        float red = -0.2f + 0.5f * 0.8f * alpha; /* half of the samples are covered */
        assert_true(fabsf((float)(int8_t)texel[0] / 127 - red) < 0.02f);
        free(texel);
        use_target(&k, NULL);
        kit_finish(&k);
    }
    pipe_surface_reference(&surface, NULL);
    pipe_resource_reference(&target, NULL);
    pipe_resource_reference(&resolved, NULL);
}

/* Draws to one level of one layer; checks that other levels and layers are neither changed nor
 * read. */
static void test_level_and_layer(void **state)
{
    struct pipe_fixture *f = *state;
    struct pipe_resource templ = fixture_template(PIPE_TEXTURE_2D_ARRAY, PIPE_FORMAT_R8G8B8A8_UNORM,
                                                  2 * KIT_SIZE, 2 * KIT_SIZE, 1);
    templ.array_size = 3;
    templ.last_level = 1;
    templ.bind |= PIPE_BIND_RENDER_TARGET;
    struct pipe_resource *target = fixture_create(f, &templ);
    struct draw_kit k;
    kit_init(&k, f, 0, NULL);
    for (uint16_t layer = 0; layer < 3; layer++) {
        struct pipe_surface *surface = fixture_surface(f, target, target->format, 1, layer, layer);
        use_target(&k, surface);
        kit_fill(&k, (float)(layer + 1) * 0.2f, 0, 0, 0);
        pipe_surface_reference(&surface, NULL);
    }
    struct pipe_surface *middle = fixture_surface(f, target, target->format, 1, 1, 1);
    use_target(&k, middle);
    kit_use_fragment_shader(&k, invert_text);
    kit_fill(&k, 0, 0, 0, 0);
    const int expected[3] = {51, 255 - 102, 153};
    for (int layer = 0; layer < 3; layer++) {
        const struct pipe_box box = fixture_box(4, 4, layer, 1, 1, 1);
        uint8_t *texel = fixture_read(f, target, 1, &box);
        assert_true(abs(texel[0] - expected[layer]) <= 1);
        free(texel);
    }
    use_target(&k, NULL);
    kit_finish(&k);
    pipe_surface_reference(&middle, NULL);
    pipe_resource_reference(&target, NULL);
}

/* Draws to integer formats, sRGB, and formats that store alpha in another channel; checks the
 * values. */
static void test_formats(void **state)
{
    struct pipe_fixture *f = *state;
    static const struct {
        enum pipe_format format;
        const char *text;
        unsigned size_B;
    } cases[] = {{PIPE_FORMAT_R32G32B32A32_UINT, xor_text, 16},
                 {PIPE_FORMAT_R8G8B8A8_SRGB, add_text, 4},
                 {PIPE_FORMAT_A8_UNORM, add_text, 1},
                 {PIPE_FORMAT_B8G8R8X8_UNORM, add_text, 4}};
    const union pipe_color_union clear[] = {{.ui = {1, 2, 3, 4}},
                                            {.f = {0.25f, 0.25f, 0.25f, 0.25f}}};
    for (unsigned i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        struct pipe_resource templ =
            fixture_template(PIPE_TEXTURE_2D, cases[i].format, KIT_SIZE, KIT_SIZE, 1);
        templ.bind |= PIPE_BIND_RENDER_TARGET;
        struct pipe_resource *target = fixture_create(f, &templ);
        struct pipe_surface *surface = fixture_surface(f, target, target->format, 0, 0, 0);
        struct draw_kit k;
        kit_init(&k, f, 0, NULL);
        use_target(&k, surface);
        f->pipe->clear(f->pipe, PIPE_CLEAR_COLOR0, &clear[i > 0], 0, 0);
        kit_use_fragment_shader(&k, cases[i].text);
        kit_fill(&k, 0.25f, 0.25f, 0.25f, 0);
        const struct pipe_box box = fixture_box(4, 4, 0, 1, 1, 1);
        uint8_t *texel = fixture_read(f, target, 0, &box);
        const uint32_t *words = (const uint32_t *)(const void *)texel;
        if (i == 0) {
            assert_true(words[0] == (1 ^ 255) && words[1] == (2 ^ 1) && words[2] == (3 ^ 65536) &&
                        words[3] == (4 ^ ~0u));
        } else if (i == 1) { /* 0.5, encoded in sRGB */
            assert_true(abs(texel[0] - 188) <= 1);
        } else if (i == 2) { /* the vertices' alpha is 1 */
            assert_int_equal(texel[0], 255);
        } else {
            assert_true(abs(texel[0] - 127) <= 1 && abs(texel[2] - 127) <= 1);
        }
        free(texel);
        use_target(&k, NULL);
        kit_finish(&k);
        pipe_surface_reference(&surface, NULL);
        pipe_resource_reference(&target, NULL);
    }
}

/* Reads from a slot without a target; checks that no call fails. */
static void test_hole(void **state)
{
    struct draw_kit k;
    kit_init(&k, *state, 0, NULL);
    use_target(&k, NULL);
    kit_use_fragment_shader(&k, add_text);
    kit_fill(&k, 1, 1, 1, 0);
    use_target(&k, k.color_surface);
    kit_clear(&k, 0, 0, 0);
    kit_fill(&k, 1, 0, 1, 0);
    assert_int_equal(kit_pixel(&k, 5, 5), 0xffff00ff);
    kit_finish(&k);
}

/* Reads all supported targets in one shader. Target n holds 10 n, and the shader adds n + 1 to it.
 * Checks the sums. */
static void test_all_targets(void **state)
{
    struct pipe_fixture *f = *state;
    const unsigned num = (unsigned)f->screen->get_param(f->screen, PIPE_CAP_MAX_RENDER_TARGETS);
    struct pipe_framebuffer_state fb = {.width = KIT_SIZE, .height = KIT_SIZE, .nr_cbufs = num};
    struct pipe_resource *targets[PIPE_MAX_COLOR_BUFS];
    char text[2048];
    int len = snprintf(text, sizeof(text), "FRAG\nDCL TEMP[0]\n");
    for (unsigned i = 0; i < num; i++)
        len += snprintf(text + len, sizeof(text) - (size_t)len, "DCL OUT[%u], COLOR[%u]\n", i, i);
    for (unsigned i = 0; i < num; i++)
        len += snprintf(text + len, sizeof(text) - (size_t)len, "IMM FLT32 {%f, 0.0, 0.0, 0.0}\n",
                        (double)(i + 1) / 255.0);
    for (unsigned i = 0; i < num; i++)
        len += snprintf(text + len, sizeof(text) - (size_t)len,
                        "FBFETCH TEMP[0], OUT[%u]\nADD OUT[%u], TEMP[0], IMM[%u].xxxx\n", i, i, i);
    snprintf(text + len, sizeof(text) - (size_t)len, "END\n");
    struct draw_kit k;
    kit_init(&k, f, 0, NULL);
    for (unsigned i = 0; i < num; i++) {
        const union pipe_color_union color = {.f = {(float)(10 * i) / 255.0f}};
        targets[i] =
            fixture_texture(f, PIPE_TEXTURE_2D, PIPE_FORMAT_R8G8B8A8_UNORM, KIT_SIZE, KIT_SIZE, 1);
        fb.cbufs[i] = fixture_surface(f, targets[i], targets[i]->format, 0, 0, 0);
        f->pipe->clear_render_target(f->pipe, fb.cbufs[i], &color, 0, 0, KIT_SIZE, KIT_SIZE);
    }
    f->pipe->set_framebuffer_state(f->pipe, &fb);
    kit_use_fragment_shader(&k, text);
    kit_fill(&k, 0, 0, 0, 0);
    f->pipe->set_framebuffer_state(f->pipe, &(struct pipe_framebuffer_state){0});
    for (unsigned i = 0; i < num; i++) {
        assert_true(is_near(fixture_texel32(f, targets[i], 7, 3, 0), 0, (int)(11 * i + 1)));
        pipe_surface_reference(&fb.cbufs[i], NULL);
        pipe_resource_reference(&targets[i], NULL);
    }
    kit_finish(&k);
}

/* Draws with as many textures as the screen offers; the copy of the target is one more texture. If
 * these are too many for the device, checks that the draw has no effect, and that the next draw
 * works. */
static void test_all_textures(void **state)
{
    struct pipe_fixture *f = *state;
    const VkPhysicalDeviceLimits *limits = &gv_screen(f->screen)->dev->properties.limits;
    const unsigned num = (unsigned)f->screen->get_shader_param(f->screen, PIPE_SHADER_FRAGMENT,
                                                               PIPE_SHADER_CAP_MAX_SAMPLER_VIEWS);
    const bool fits = limits->maxPerStageDescriptorSamplers > num &&
                      limits->maxPerStageDescriptorSampledImages > num;
    struct text t = {0};
    text_add(&t, "FRAG\nDCL OUT[0], COLOR\nDCL TEMP[0..1]\nDCL SAMP[0..%u]\n", num - 1);
    text_add(&t, "DCL SVIEW[0..%u], 2D, FLOAT\nIMM[0] FLT32 {0, 0, 0, 0.2}\n", num - 1);
    text_add(&t, "FBFETCH TEMP[0], OUT[0]\nADD TEMP[0], TEMP[0], IMM[0].wwww\n");
    for (unsigned i = 0; i < num; i++) /* no texture is bound, so x is 0 */
        text_add(&t,
                 "TEX TEMP[1], IMM[0], SAMP[%u], 2D\n"
                 "ADD TEMP[0].x, TEMP[0].xxxx, TEMP[1].xxxx\n",
                 i);
    text_add(&t, "MOV OUT[0], TEMP[0]\nEND\n");
    struct draw_kit k;
    kit_init(&k, f, 0, NULL);
    kit_clear(&k, 100.0f / 255.0f, 0, 0);
    kit_use_fragment_shader(&k, t.at);
    for (unsigned i = 0; i < 2; i++)
        kit_fill(&k, 0, 0, 0, 0);
    assert_true(is_near(kit_pixel(&k, 3, 7), 0, fits ? 202 : 100));
    kit_use_fragment_shader(&k, invert_text);
    kit_fill(&k, 0, 0, 0, 0);
    assert_true(is_near(kit_pixel(&k, 3, 7), 0, fits ? 53 : 155));
    kit_finish(&k);
    free(t.at);
}

static void test_claim(void **state)
{
    struct pipe_screen *screen = ((struct pipe_fixture *)*state)->screen;
    assert_int_equal(screen->get_param(screen, PIPE_CAP_FBFETCH), PIPE_MAX_COLOR_BUFS);
    assert_int_equal(screen->get_param(screen, PIPE_CAP_FBFETCH_COHERENT), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_order),
        cmocka_unit_test(test_repeated),
        cmocka_unit_test(test_samples),
        cmocka_unit_test(test_coverage),
        cmocka_unit_test(test_level_and_layer),
        cmocka_unit_test(test_formats),
        cmocka_unit_test(test_hole),
        cmocka_unit_test(test_all_targets),
        cmocka_unit_test(test_all_textures),
        cmocka_unit_test(test_claim),
    };
    return cmocka_run_group_tests(tests, pipe_fixture_setup, pipe_fixture_teardown);
}
