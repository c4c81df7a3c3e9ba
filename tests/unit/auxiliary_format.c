/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Queries of formats that programs call, and swizzles. */
#include "util/u_format.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>

#include <cmocka.h>

#include "pipe/p_state.h"

static const struct util_format_description *desc_of(enum pipe_format format)
{
    return util_format_description(format);
}

static void test_words_and_bytes(void **state)
{
    (void)state;

    assert_true(desc_of(PIPE_FORMAT_B5G6R5_UNORM)->is_bitmask);
    assert_true(desc_of(PIPE_FORMAT_R8G8B8A8_SNORM)->is_bitmask);
    assert_true(desc_of(PIPE_FORMAT_Z24_UNORM_S8_UINT)->is_bitmask);
    assert_false(desc_of(PIPE_FORMAT_R8G8B8_UNORM)->is_bitmask);
    assert_false(desc_of(PIPE_FORMAT_R16_FLOAT)->is_bitmask);
    assert_false(desc_of(PIPE_FORMAT_R16G16B16A16_UNORM)->is_bitmask);
    assert_false(desc_of(PIPE_FORMAT_DXT1_RGB)->is_bitmask);

    assert_true(util_format_is_rgba8_variant(desc_of(PIPE_FORMAT_X8B8G8R8_UNORM)));
    assert_true(util_format_is_rgba8_variant(desc_of(PIPE_FORMAT_B8G8R8A8_SRGB)));
    assert_false(util_format_is_rgba8_variant(desc_of(PIPE_FORMAT_R8G8B8A8_SNORM)));
    assert_false(util_format_is_rgba8_variant(desc_of(PIPE_FORMAT_R8G8B8_UNORM)));
    assert_false(util_format_is_rgba8_variant(desc_of(PIPE_FORMAT_R10G10B10A2_UNORM)));

    assert_true(util_format_is_snorm8(PIPE_FORMAT_R8G8B8X8_SNORM));
    assert_false(util_format_is_snorm8(PIPE_FORMAT_R16_SNORM));
    assert_false(util_format_is_snorm8(PIPE_FORMAT_R8_UNORM));
    assert_true(util_format_is_subsampled_422(PIPE_FORMAT_YUYV));
    assert_true(util_format_is_subsampled_422(PIPE_FORMAT_R8G8_B8G8_UNORM));
    assert_false(util_format_is_subsampled_422(PIPE_FORMAT_R8G8B8A8_UNORM));

    assert_true(util_format_fits_8unorm(desc_of(PIPE_FORMAT_B5G5R5A1_UNORM)));
    assert_true(util_format_fits_8unorm(desc_of(PIPE_FORMAT_DXT5_RGBA)));
    assert_true(util_format_fits_8unorm(desc_of(PIPE_FORMAT_RGTC2_UNORM)));
    assert_true(util_format_fits_8unorm(desc_of(PIPE_FORMAT_BPTC_RGBA_UNORM)));
    assert_false(util_format_fits_8unorm(desc_of(PIPE_FORMAT_RGTC1_SNORM)));
    assert_false(util_format_fits_8unorm(desc_of(PIPE_FORMAT_B8G8R8A8_SRGB)));
    assert_false(util_format_fits_8unorm(desc_of(PIPE_FORMAT_R10G10B10A2_UNORM)));
    assert_false(util_format_fits_8unorm(desc_of(PIPE_FORMAT_R8_UINT)));
    assert_true(util_format_is_supported(PIPE_FORMAT_DXT1_RGB, PIPE_BIND_SAMPLER_VIEW));
    assert_false(util_format_is_supported(PIPE_FORMAT_COUNT, 0));
}

static boolean compatible(enum pipe_format src, enum pipe_format dst)
{
    return util_is_format_compatible(desc_of(src), desc_of(dst));
}

static void test_compatible(void **state)
{
    (void)state;

    assert_true(compatible(PIPE_FORMAT_R8G8B8A8_UNORM, PIPE_FORMAT_R8G8B8X8_UNORM));
    assert_false(compatible(PIPE_FORMAT_R8G8B8X8_UNORM, PIPE_FORMAT_R8G8B8A8_UNORM));
    assert_false(compatible(PIPE_FORMAT_R8G8B8A8_UNORM, PIPE_FORMAT_B8G8R8A8_UNORM));
    assert_false(compatible(PIPE_FORMAT_R8G8B8A8_UNORM, PIPE_FORMAT_R8G8B8A8_SNORM));
    assert_false(compatible(PIPE_FORMAT_R8G8B8A8_UNORM, PIPE_FORMAT_R8G8B8A8_SRGB));
    assert_false(compatible(PIPE_FORMAT_R8G8B8A8_UNORM, PIPE_FORMAT_R16G16_UNORM));
    assert_true(compatible(PIPE_FORMAT_Z24_UNORM_S8_UINT, PIPE_FORMAT_Z24X8_UNORM));
    assert_false(compatible(PIPE_FORMAT_Z24X8_UNORM, PIPE_FORMAT_Z24_UNORM_S8_UINT));
    assert_true(compatible(PIPE_FORMAT_DXT1_RGB, PIPE_FORMAT_DXT1_RGB));
    assert_false(compatible(PIPE_FORMAT_DXT1_RGB, PIPE_FORMAT_DXT1_RGBA));
    assert_false(util_is_format_compatible(NULL, desc_of(PIPE_FORMAT_R8_UNORM)));
}

static void test_red(void **state)
{
    (void)state;
    static const enum pipe_format pairs[][2] = {
        {PIPE_FORMAT_L8_UNORM, PIPE_FORMAT_R8_UNORM},
        {PIPE_FORMAT_L16_FLOAT, PIPE_FORMAT_R16_FLOAT},
        {PIPE_FORMAT_L32_UINT, PIPE_FORMAT_R32_UINT},
        {PIPE_FORMAT_L4A4_UNORM, PIPE_FORMAT_R4A4_UNORM},
        {PIPE_FORMAT_L8A8_UNORM, PIPE_FORMAT_R8A8_UNORM},
        {PIPE_FORMAT_L16A16_SNORM, PIPE_FORMAT_R16A16_SNORM},
        {PIPE_FORMAT_L32A32_SINT, PIPE_FORMAT_R32A32_SINT},
        {PIPE_FORMAT_LATC1_SNORM, PIPE_FORMAT_RGTC1_SNORM},
        {PIPE_FORMAT_LATC2_UNORM, PIPE_FORMAT_NONE},
        {PIPE_FORMAT_I8_UNORM, PIPE_FORMAT_I8_UNORM},
        {PIPE_FORMAT_R8G8_UNORM, PIPE_FORMAT_R8G8_UNORM},
    };

    for (size_t i = 0; i < ARRAY_SIZE(pairs); i++)
        assert_int_equal(util_format_luminance_to_red(pairs[i][0]), pairs[i][1]);
    assert_int_equal(util_format_intensity_to_red(PIPE_FORMAT_I16_FLOAT), PIPE_FORMAT_R16_FLOAT);
    assert_int_equal(util_format_intensity_to_red(PIPE_FORMAT_I8_SINT), PIPE_FORMAT_R8_SINT);
    assert_int_equal(util_format_intensity_to_red(PIPE_FORMAT_L8_UNORM), PIPE_FORMAT_L8_UNORM);
}

static void test_depth_kinds(void **state)
{
    (void)state;

    assert_int_equal(util_get_depth_format_type(desc_of(PIPE_FORMAT_Z32_FLOAT_S8X24_UINT)),
                     UTIL_FORMAT_TYPE_FLOAT);
    assert_int_equal(util_get_depth_format_type(desc_of(PIPE_FORMAT_S8_UINT_Z24_UNORM)),
                     UTIL_FORMAT_TYPE_UNSIGNED);
    assert_true(util_get_depth_format_mrd(desc_of(PIPE_FORMAT_Z16_UNORM)) == 1.0 / 65535.0);
    assert_true(util_get_depth_format_mrd(desc_of(PIPE_FORMAT_Z32_UNORM)) == 1.0 / 4294967295.0);
    assert_true(util_get_depth_format_mrd(desc_of(PIPE_FORMAT_Z32_FLOAT)) == 1.0 / 16777215.0);
    assert_int_equal(util_format_colormask(desc_of(PIPE_FORMAT_R8G8_UNORM)),
                     PIPE_MASK_R | PIPE_MASK_G);
    assert_int_equal(util_format_colormask(desc_of(PIPE_FORMAT_A8_UNORM)), PIPE_MASK_A);
    assert_int_equal(util_format_colormask(desc_of(PIPE_FORMAT_Z16_UNORM)), 0);
    assert_true(util_format_colormask_full(desc_of(PIPE_FORMAT_R8_UNORM), PIPE_MASK_R));
    assert_false(util_format_colormask_full(desc_of(PIPE_FORMAT_R8G8_UNORM), PIPE_MASK_R));
}

static void test_no_format(void **state)
{
    (void)state;
    const struct util_format_description *r8 = util_format_description(PIPE_FORMAT_R8_UNORM);
    assert_null(util_format_description((enum pipe_format)99999));
    assert_int_equal(util_format_colormask(NULL), 0);
    assert_false(util_format_is_rgba8_variant(NULL));
    assert_false(util_format_fits_8unorm(NULL));
    assert_false(util_is_format_compatible(r8, NULL));
    assert_false(util_is_format_compatible(NULL, r8));
    assert_int_equal(util_get_depth_format_type(NULL), UTIL_FORMAT_TYPE_UNSIGNED);
    assert_true(util_get_depth_format_mrd(NULL) == 1.0 / 16777215.0);
    assert_int_equal(util_format_get_mask((enum pipe_format)99999), 0);
}

static void test_swizzles(void **state)
{
    (void)state;
    static const unsigned char luminance[4] = {0, 0, 0, UTIL_FORMAT_SWIZZLE_1};
    static const unsigned char reversed[4] = {3, 2, 1, 0};
    static const unsigned char mixed[4] = {UTIL_FORMAT_SWIZZLE_0, UTIL_FORMAT_SWIZZLE_Z, 1, 3};
    const union pipe_color_union color = {.ui = {11, 12, 13, 14}};
    const float in[4] = {1.5f, 2.5f, 3.5f, 4.5f};
    float out[4] = {9, 9, 9, 9};
    unsigned char composed[4];
    union pipe_color_union got;

    util_format_compose_swizzles(luminance, reversed, composed);
    assert_int_equal(composed[0], UTIL_FORMAT_SWIZZLE_1);
    assert_int_equal(composed[3], UTIL_FORMAT_SWIZZLE_X);
    util_format_compose_swizzles(reversed, mixed, composed);
    assert_int_equal(composed[0], UTIL_FORMAT_SWIZZLE_0);
    assert_int_equal(composed[1], UTIL_FORMAT_SWIZZLE_Y);

    util_format_apply_color_swizzle(&got, &color, luminance, TRUE);
    assert_true(got.ui[2] == 11 && got.ui[3] == 1);
    util_format_apply_color_swizzle(&got, &color, luminance, FALSE);
    assert_true(got.ui[0] == 11 && got.f[3] == 1.0f);
    util_format_apply_color_swizzle(&got, &color, mixed, TRUE);
    assert_true(got.ui[0] == 0 && got.ui[1] == 13 && got.ui[2] == 12 && got.ui[3] == 14);

    util_format_swizzle_4f(out, in, mixed);
    assert_true(out[0] == 0 && out[1] == 3.5f && out[2] == 2.5f && out[3] == 4.5f);
    util_format_swizzle_4f(out, in, luminance);
    assert_true(out[2] == 1.5f && out[3] == 1.0f);
    out[0] = 9;
    util_format_unswizzle_4f(out, in, mixed);
    assert_true(out[0] == 9 && out[2] == 2.5f && out[1] == 3.5f && out[3] == 4.5f);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_words_and_bytes),
        cmocka_unit_test(test_compatible),
        cmocka_unit_test(test_red),
        cmocka_unit_test(test_depth_kinds),
        cmocka_unit_test(test_no_format),
        cmocka_unit_test(test_swizzles),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
