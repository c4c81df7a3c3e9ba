/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* clear_buffer, clear_texture, clear_render_target and clear_depth_stencil must set the range or
 * box to the value, and change nothing around it. */
#include "pipe_fixture.h"

#include <stdlib.h>
#include <string.h>

static void test_buffer(void **state)
{
    struct pipe_fixture *f = *state;
    enum {
        SIZE_B = 300000
    };
    static const int sizes[] = {1, 2, 4, 8, 12, 16};
    uint8_t *expected = malloc(SIZE_B);
    struct pipe_resource *res = fixture_buffer(f, SIZE_B, PIPE_USAGE_DEFAULT, 0);
    struct pipe_box all = fixture_box(0, 0, 0, SIZE_B, 1, 1);
    for (unsigned i = 0; i < 6; i++) {
        for (unsigned large = 0; large < 2; large++) {
            unsigned value_B = (unsigned)sizes[i];
            unsigned offset = value_B * 7, size = value_B * (large ? 250000 / value_B : 11);
            uint8_t value[16];
            fixture_noise(i + 1, value, sizeof(value));
            fixture_noise(99, expected, SIZE_B);
            f->pipe->transfer_inline_write(f->pipe, res, 0, PIPE_TRANSFER_WRITE, &all, expected, 0,
                                           0);
            f->pipe->clear_buffer(f->pipe, res, offset, size, value, (int)value_B);
            for (unsigned at = 0; at < size; at++)
                expected[offset + at] = value[at % value_B];
            uint8_t *back = fixture_read(f, res, 0, &all);
            fixture_expect_bytes(expected, back, SIZE_B, "buffer");
            free(back);
        }
    }
    /* Clears of invalid ranges must be ignored. */
    uint32_t word = 0x12345678;
    f->pipe->clear_buffer(f->pipe, res, SIZE_B - 4, 8, &word, 4);
    f->pipe->clear_buffer(f->pipe, res, 0, 4, &word, 3);
    f->pipe->clear_buffer(f->pipe, res, 0xfffffffc, 8, &word, 4);
    uint8_t *back = fixture_read(f, res, 0, &all);
    fixture_expect_bytes(expected, back, SIZE_B, "after nonsense");
    free(back);
    free(expected);
    pipe_resource_reference(&res, NULL);
}

static void check_texture(struct pipe_fixture *f, enum pipe_texture_target target,
                          enum pipe_format format, unsigned depth, const struct pipe_box *box)
{
    if (!f->screen->is_format_supported(f->screen, format, target, 0, PIPE_BIND_SAMPLER_VIEW))
        return;
    struct pipe_resource *res = fixture_texture(f, target, format, 40, 40, depth);
    struct pipe_box all = fixture_level_box(res, 0);
    size_t size_B = fixture_box_size(res, &all);
    unsigned block_B = util_format_get_blocksize(format);
    unsigned bw = util_format_get_blockwidth(format), bh = util_format_get_blockheight(format);
    uint8_t *expected = malloc(size_B), value[16];
    fixture_noise(21, expected, size_B);
    fixture_noise(22, value, sizeof(value));
    fixture_write(f, res, 0, &all, expected);
    f->pipe->clear_texture(f->pipe, res, 0, box, value);
    for (int z = box->z; z < box->z + box->depth; z++) {
        for (unsigned y = (unsigned)box->y / bh; y < (unsigned)(box->y + box->height) / bh; y++) {
            for (unsigned x = (unsigned)box->x / bw; x < (unsigned)(box->x + box->width) / bw; x++)
                memcpy(expected + (((unsigned)z * (40 / bh) + y) * (40 / bw) + x) * block_B, value,
                       block_B);
        }
    }
    uint8_t *back = fixture_read(f, res, 0, &all);
    fixture_expect_bytes(expected, back, size_B, util_format_name(format));
    free(back);
    free(expected);
    pipe_resource_reference(&res, NULL);
}

static void test_texture(void **state)
{
    struct pipe_fixture *f = *state;
    static const enum pipe_format formats[] = {
        PIPE_FORMAT_R8_UNORM,          PIPE_FORMAT_B5G6R5_UNORM,      PIPE_FORMAT_R8G8B8A8_UNORM,
        PIPE_FORMAT_B8G8R8A8_SRGB,     PIPE_FORMAT_R32G32B32A32_UINT, PIPE_FORMAT_R11G11B10_FLOAT,
        PIPE_FORMAT_L8A8_UNORM,        PIPE_FORMAT_A8_UNORM,          PIPE_FORMAT_R9G9B9E5_FLOAT,
        PIPE_FORMAT_DXT5_RGBA,         PIPE_FORMAT_RGTC1_UNORM,       PIPE_FORMAT_R16_SINT,
        PIPE_FORMAT_Z24_UNORM_S8_UINT,
    };
    const struct pipe_box part = fixture_box(8, 12, 0, 20, 16, 1);
    const struct pipe_box whole = fixture_box(0, 0, 0, 40, 40, 1);
    const struct pipe_box deep = fixture_box(4, 0, 2, 36, 8, 3);
    for (size_t i = 0; i < sizeof(formats) / sizeof(formats[0]); i++) {
        check_texture(f, PIPE_TEXTURE_2D, formats[i], 1, &part);
        check_texture(f, PIPE_TEXTURE_2D, formats[i], 1, &whole);
        check_texture(f, PIPE_TEXTURE_2D_ARRAY, formats[i], 6, &deep);
        check_texture(f, PIPE_TEXTURE_3D, formats[i], 6, &deep);
    }
}

static void test_render_target_rectangle(void **state)
{
    struct pipe_fixture *f = *state;
    const enum pipe_format format = PIPE_FORMAT_R8G8B8A8_UNORM;
    static const enum pipe_texture_target targets[] = {PIPE_TEXTURE_2D_ARRAY, PIPE_TEXTURE_3D};
    for (unsigned i = 0; i < 2; i++) {
        struct pipe_resource *res = fixture_texture(f, targets[i], format, 32, 16, 4);
        struct pipe_surface *s = fixture_surface(f, res, format, 0, 1, 2);
        const union pipe_color_union color = {.f = {1.0f, 0.0f, 1.0f, 0.0f}};
        f->pipe->clear_render_target(f->pipe, s, &color, 4, 5, 10, 6);
        /* A rectangle that extends beyond the edge must be clipped. */
        f->pipe->clear_render_target(f->pipe, s, &color, 30, 15, 0xffffffff, 0xffffffff);
        f->pipe->clear_render_target(f->pipe, s, &color, 32, 0, 1, 1);
        for (int z = 0; z < 4; z++) {
            bool in = z == 1 || z == 2;
            assert_int_equal(fixture_texel32(f, res, 4, 5, z), in ? 0x00ff00ff : 0);
            assert_int_equal(fixture_texel32(f, res, 13, 10, z), in ? 0x00ff00ff : 0);
            assert_int_equal(fixture_texel32(f, res, 14, 10, z), 0);
            assert_int_equal(fixture_texel32(f, res, 13, 11, z), 0);
            assert_int_equal(fixture_texel32(f, res, 3, 5, z), 0);
            assert_int_equal(fixture_texel32(f, res, 31, 15, z), in ? 0x00ff00ff : 0);
        }
        pipe_surface_reference(&s, NULL);
        pipe_resource_reference(&res, NULL);
    }
}

static void test_srgb_surface_of_linear_texture(void **state)
{
    struct pipe_fixture *f = *state;
    struct pipe_resource *res =
        fixture_texture(f, PIPE_TEXTURE_2D, PIPE_FORMAT_R8G8B8A8_UNORM, 8, 8, 1);
    struct pipe_surface *s = fixture_surface(f, res, PIPE_FORMAT_R8G8B8A8_SRGB, 0, 0, 0);
    const union pipe_color_union half = {.f = {0.5f, 0.5f, 0.5f, 0.5f}};
    f->pipe->clear_render_target(f->pipe, s, &half, 0, 0, 8, 8);
    uint32_t texel = fixture_texel32(f, res, 0, 0, 0);
    assert_in_range(texel & 0xff, 0xbb, 0xbd);
    assert_in_range(texel >> 24, 0x7f, 0x80);
    pipe_surface_reference(&s, NULL);
    pipe_resource_reference(&res, NULL);
}

static void test_one_aspect(void **state)
{
    struct pipe_fixture *f = *state;
    const enum pipe_format format = PIPE_FORMAT_Z24_UNORM_S8_UINT;
    struct pipe_resource *res = fixture_texture(f, PIPE_TEXTURE_2D, format, 16, 16, 1);
    struct pipe_surface *s = fixture_surface(f, res, format, 0, 0, 0);
    f->pipe->clear_depth_stencil(f->pipe, s, PIPE_CLEAR_DEPTHSTENCIL, 1.0, 0x11, 0, 0, 16, 16);
    assert_int_equal(fixture_texel32(f, res, 5, 5, 0), 0x11ffffff);
    f->pipe->clear_depth_stencil(f->pipe, s, PIPE_CLEAR_STENCIL, 0.0, 0x122, 4, 4, 4, 4);
    assert_int_equal(fixture_texel32(f, res, 5, 5, 0), 0x22ffffff);
    assert_int_equal(fixture_texel32(f, res, 8, 5, 0), 0x11ffffff);
    f->pipe->clear_depth_stencil(f->pipe, s, PIPE_CLEAR_DEPTH, 0.0, 0, 4, 4, 1, 1);
    assert_int_equal(fixture_texel32(f, res, 4, 4, 0), 0x22000000);
    assert_int_equal(fixture_texel32(f, res, 5, 5, 0), 0x22ffffff);
    pipe_surface_reference(&s, NULL);
    pipe_resource_reference(&res, NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_buffer),
        cmocka_unit_test(test_texture),
        cmocka_unit_test(test_render_target_rectangle),
        cmocka_unit_test(test_srgb_surface_of_linear_texture),
        cmocka_unit_test(test_one_aspect),
    };
    return cmocka_run_group_tests(tests, pipe_fixture_setup, pipe_fixture_teardown);
}
