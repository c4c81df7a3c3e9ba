/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* pipe_context::clear of the bound framebuffer: all layers, integer formats, one aspect, before and
 * after draws. Also clear_texture of multisampled textures. */
#include <stdlib.h>
#include <string.h>

#include "pipe_sample.h"
#include "pipe_texel.h"
#include "pipe_values.h"

enum {
    SIZE = 8
};

static void bind(struct pipe_fixture *f, struct pipe_surface *color, struct pipe_surface *zs)
{
    const struct pipe_framebuffer_state fb = {
        .width = SIZE, .height = SIZE, .nr_cbufs = color != NULL, .cbufs = {color}, .zsbuf = zs};
    f->pipe->set_framebuffer_state(f->pipe, &fb);
}

/* Clears layers 1 to 3 of five, by a load operation or, after a draw, by a command; checks all
 * layers. */
static void test_layers(void **state)
{
    struct dots d;
    dots_init(&d, *state);
    static const enum pipe_texture_target targets[] = {PIPE_TEXTURE_2D_ARRAY, PIPE_TEXTURE_3D};
    const union pipe_color_union color = {.f = {1.0f, 0.0f, 1.0f, 0.0f}};
    const struct pipe_scissor_state part = {2, 3, 5, 6};
    for (unsigned i = 0; i < 8; i++) {
        bool drawn = i & 2, scissored = i & 4;
        struct pipe_resource *res =
            fixture_texture(d.f, targets[i & 1], PIPE_FORMAT_R8G8B8A8_UNORM, SIZE, SIZE, 5);
        struct pipe_surface *surface = fixture_surface(d.f, res, res->format, 0, 1, 3);
        if (drawn)
            dots_draw(&d, &(struct dots_draw){.color = surface, .num = 1});
        bind(d.f, surface, NULL);
        if (scissored)
            d.f->pipe->clear_scissored(d.f->pipe, PIPE_CLEAR_COLOR0, &part, &color, 0.0, 0);
        else
            d.f->pipe->clear(d.f->pipe, PIPE_CLEAR_COLOR0, &color, 0.0, 0);
        bind(d.f, NULL, NULL);
        for (int z = 0; z < 5; z++) {
            bool in = z >= 1 && z <= 3;
            assert_int_equal(fixture_texel32(d.f, res, 4, 5, z), in ? 0x00ff00ff : 0);
            assert_int_equal(fixture_texel32(d.f, res, 5, 6, z), in && !scissored ? 0xff00ff : 0);
        }
        pipe_surface_reference(&surface, NULL);
        pipe_resource_reference(&res, NULL);
    }
    dots_finish(&d);
}

static void test_integers(void **state)
{
    struct pipe_fixture *f = *state;
    static const struct {
        enum pipe_format format;
        uint32_t value[4];
        uint8_t texel[16];
        unsigned size_B;
    } cases[] = {
        {PIPE_FORMAT_R8G8B8A8_UINT, {1, 200, 255, 3}, {1, 200, 255, 3}, 4},
        {PIPE_FORMAT_R8G8B8A8_SINT,
         {(uint32_t)-128, 127, (uint32_t)-1, 0},
         {0x80, 0x7f, 0xff, 0},
         4},
        {PIPE_FORMAT_R16_UINT, {0xfffe, 0, 0, 0}, {0xfe, 0xff}, 2},
        {PIPE_FORMAT_R32G32_UINT,
         {0xfffffffd, 0x01020304, 0, 0},
         {0xfd, 0xff, 0xff, 0xff, 4, 3, 2, 1},
         8},
        {PIPE_FORMAT_R32_SINT, {0x80000001, 0, 0, 0}, {1, 0, 0, 0x80}, 4},
    };
    for (unsigned i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        struct pipe_resource *res =
            fixture_texture(f, PIPE_TEXTURE_2D, cases[i].format, SIZE, SIZE, 1);
        struct pipe_surface *surface = fixture_surface(f, res, res->format, 0, 0, 0);
        union pipe_color_union color;
        memcpy(color.ui, cases[i].value, sizeof(color.ui));
        bind(f, surface, NULL);
        f->pipe->clear(f->pipe, PIPE_CLEAR_COLOR0, &color, 0.0, 0);
        bind(f, NULL, NULL);
        const struct pipe_box box = fixture_box(7, 7, 0, 1, 1, 1);
        uint8_t *texel = fixture_read(f, res, 0, &box);
        fixture_expect_bytes(cases[i].texel, texel, cases[i].size_B,
                             util_format_name(cases[i].format));
        free(texel);
        pipe_surface_reference(&surface, NULL);
        pipe_resource_reference(&res, NULL);
    }
}

/* Clears one aspect, then clears again or draws; checks that the other aspect stays. */
static void test_aspects(void **state)
{
    struct dots d;
    dots_init(&d, *state);
    struct pipe_resource *res =
        fixture_texture(d.f, PIPE_TEXTURE_2D, PIPE_FORMAT_Z24_UNORM_S8_UINT, SIZE, SIZE, 1);
    struct pipe_surface *surface = fixture_surface(d.f, res, res->format, 0, 0, 0);
    const float half = 0.5f;
    bind(d.f, NULL, surface);
    d.f->pipe->clear(d.f->pipe, PIPE_CLEAR_DEPTHSTENCIL, NULL, 1.0, 0x11);
    d.f->pipe->clear(d.f->pipe, PIPE_CLEAR_STENCIL, NULL, 0.0, 0x22);
    assert_int_equal(fixture_texel32(d.f, res, 5, 5, 0), 0x22ffffff);
    bind(d.f, NULL, surface);
    d.f->pipe->clear(d.f->pipe, PIPE_CLEAR_DEPTH, NULL, 0.0, 0x33);
    assert_int_equal(fixture_texel32(d.f, res, 5, 5, 0), 0x22000000);
    dots_draw(&d, &(struct dots_draw){.zs = surface, .depths = &half, .num = 1, .stencil = 0x44});
    bind(d.f, NULL, surface);
    d.f->pipe->clear(d.f->pipe, PIPE_CLEAR_DEPTH, NULL, 1.0, 0);
    bind(d.f, NULL, NULL);
    assert_int_equal(fixture_texel32(d.f, res, 0, 0, 0), 0x44ffffff);
    assert_int_equal(fixture_texel32(d.f, res, 1, 0, 0), 0x22ffffff);
    pipe_surface_reference(&surface, NULL);
    pipe_resource_reference(&res, NULL);
    dots_finish(&d);
}

/* ---- clear_texture of multisampled textures */

static void check_samples(struct dots *d, enum pipe_format format, unsigned samples)
{
    const struct pipe_box part = fixture_box(2, 3, 0, 4, 2, 1), all = fixture_box(0, 0, 0, 8, 8, 1);
    struct pipe_resource t = fixture_template(PIPE_TEXTURE_2D, format, SIZE, SIZE, 1);
    t.nr_samples = t.nr_storage_samples = (uint8_t)samples;
    struct pipe_resource *res = fixture_create(d->f, &t);
    uint8_t value[16], zero[16] = {0};
    fixture_noise((uint32_t)format + 3, value, sizeof(value));
    texel_tame(format, value, util_format_get_blocksize(format));
    d->f->pipe->clear_texture(d->f->pipe, res, 0, &all, zero);
    d->f->pipe->clear_texture(d->f->pipe, res, 0, &part, value);

    unsigned num = SIZE * SIZE * samples;
    dots_value *coords = calloc(num, sizeof(*coords));
    for (unsigned i = 0; i < num; i++) {
        coords[i][0] = i / samples % SIZE;
        coords[i][1] = i / samples / SIZE;
        coords[i][3] = i % samples;
    }
    const struct pipe_sampler_view view = sample_view(res);
    dots_value *values = dots_lookup(d, res, &view, "TXF", "2D_MSAA", values_type(format),
                                     (const dots_value *)coords, num);
    for (unsigned i = 0; i < num; i++) {
        unsigned x = i / samples % SIZE, y = i / samples / SIZE;
        bool in = x >= 2 && x < 6 && y >= 3 && y < 5;
        double expected[4], actual[4];
        values_decode(format, in ? value : zero, 0, 0, expected);
        for (unsigned c = 0; c < 4; c++)
            actual[c] = values_from_word(values[i][c], values_type(format));
        bool right = values_is_zs(format)
                         ? values_expect_texel(format, "clear_texture", i, expected, values[i])
                         : values_expect_stored(format, "clear_texture", i, 1, expected, actual);
        if (!right)
            break;
    }
    free(values);
    free(coords);
    pipe_resource_reference(&res, NULL);
}

static void test_samples(void **state)
{
    struct dots d;
    dots_init(&d, *state);
    unsigned num = 0;
    values_num_wrong = 0;
    for (unsigned i = 1; i < PIPE_FORMAT_COUNT; i++) {
        enum pipe_format format = (enum pipe_format)i;
        unsigned draws = values_is_zs(format) ? PIPE_BIND_DEPTH_STENCIL : PIPE_BIND_RENDER_TARGET;
        for (unsigned samples = 2; samples <= 16; samples *= 2) {
            if (!texel_known(format) || values_stored_format(format) != format ||
                !d.f->screen->is_format_supported(d.f->screen, format, PIPE_TEXTURE_2D, samples,
                                                  draws | PIPE_BIND_SAMPLER_VIEW))
                continue;
            check_samples(&d, format, samples);
            num++;
        }
    }
    print_message("%u formats\n", num);
    assert_true(num > 40);
    dots_finish(&d);
    assert_int_equal(values_num_wrong, 0);
}

/* Clears one layer of a texture in each of two contexts, and executes the second clear; checks that
 * the first context still reads its own clear. */
static void test_two_contexts(void **state)
{
    struct pipe_fixture *f = *state;
    struct pipe_fixture other = {.screen = f->screen,
                                 .pipe = f->screen->context_create(f->screen, NULL, 0)};
    const struct pipe_fixture *const both[] = {f, &other};
    const union pipe_color_union red = {.f = {1, 0, 0, 1}};
    struct pipe_resource *res =
        fixture_texture(f, PIPE_TEXTURE_2D_ARRAY, PIPE_FORMAT_R8G8B8A8_UNORM, 16, 16, 2);
    assert_non_null(other.pipe);
    for (unsigned i = 0; i < 2; i++) {
        struct pipe_context *pipe = both[i]->pipe;
        struct pipe_surface templ = {.format = res->format,
                                     .u.tex = {.first_layer = i, .last_layer = i}};
        struct pipe_surface *surface = pipe->create_surface(pipe, res, &templ);
        const struct pipe_framebuffer_state fb = {
            .width = 16, .height = 16, .nr_cbufs = 1, .cbufs = {surface}};
        pipe->set_framebuffer_state(pipe, &fb);
        pipe_surface_reference(&surface, NULL);
        pipe->clear(pipe, PIPE_CLEAR_COLOR0, &red, 0, 0);
    }
    assert_int_equal(fixture_texel32(&other, res, 3, 3, 1), 0xff0000ff);
    assert_int_equal(fixture_texel32(f, res, 3, 3, 0), 0xff0000ff);
    other.pipe->destroy(other.pipe);
    f->pipe->set_framebuffer_state(f->pipe, &(struct pipe_framebuffer_state){0});
    pipe_resource_reference(&res, NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_layers),       cmocka_unit_test(test_integers),
        cmocka_unit_test(test_aspects),      cmocka_unit_test(test_samples),
        cmocka_unit_test(test_two_contexts),
    };
    return cmocka_run_group_tests(tests, pipe_fixture_setup, pipe_fixture_teardown);
}
