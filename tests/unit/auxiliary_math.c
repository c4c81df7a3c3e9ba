/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Gallium's arithmetic at the bounds of its arguments, and its boxes. */
#include "util/u_math.h"

#include <limits.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>

#include <cmocka.h>

#include "util/u_box.h"

static void test_macros(void **state)
{
    (void)state;
    float v[4] = {0}, w[4];
    union di one = {.d = 1.0};

    assert_true(one.ui == UINT64_C(0x3ff0000000000000));
    assert_true(DIV_ROUND_UP(0xffffffffu, 2u) == 0x80000000u);

    assert_int_equal(MIN3(3, 1, 2), 1);
    assert_int_equal(MAX3(3, 1, 2), 3);
    assert_int_equal(MIN4(4, 3, 2, 1), 1);
    assert_int_equal(MAX4(1, 2, 3, 4), 4);
    assert_int_equal(CLAMP(-5, 0, 9), 0);
    assert_int_equal(CLAMP(5, 0, 9), 5);
    assert_int_equal(CLAMP(50, 0, 9), 9);
    assert_true(CLAMP(NAN, 2.0f, 9.0f) == 2.0f);
    assert_int_equal(DIV_ROUND_UP(0, 4), 0);
    assert_int_equal(DIV_ROUND_UP(1, 4), 1);
    assert_int_equal(DIV_ROUND_UP(4, 4), 1);
    assert_int_equal(DIV_ROUND_UP(5, 4), 2);
    ASSIGN_4V(v, 1, 2, 3, 4);
    COPY_4FV(w, v);
    for (unsigned i = 0; i < 4; i++)
        assert_true(w[i] == (float)(i + 1));
}

static void test_alignment(void **state)
{
    (void)state;

    assert_int_equal(align(0, 16), 0);
    assert_int_equal(align(1, 16), 16);
    assert_int_equal(align(16, 16), 16);
    assert_int_equal(align(17, 1), 17);
    assert_int_equal(align(-5, 4), -4);
    assert_int_equal(align(INT_MAX - 7, 8), INT_MAX - 7);
    assert_true(align64(0xffffffffu, 256) == 0x100000000u);
    assert_true(align64(0x100000001u, 1u << 31) == 0x180000000u);
    assert_int_equal(u_minify(17, 0), 17);
    assert_int_equal(u_minify(17, 2), 4);
    assert_int_equal(u_minify(17, 5), 1);
    assert_int_equal(u_minify(UINT_MAX, 31), 1);
    assert_int_equal(u_minify(UINT_MAX, 32), 1);
}

/* Compares the functions with their definitions, around every power of two. */
static void test_powers_of_two(void **state)
{
    (void)state;

    assert_int_equal(util_logbase2(0), 0);
    assert_int_equal(util_logbase2_ceil(0), 0);
    assert_int_equal(util_next_power_of_two(0), 1);
    assert_true(util_is_power_of_two(0));
    for (unsigned k = 0; k < 32; k++) {
        const unsigned power = 1u << k;
        assert_int_equal(util_logbase2(power), k);
        assert_int_equal(util_logbase2_ceil(power), k);
        assert_true(util_next_power_of_two(power) == power);
        assert_true(util_is_power_of_two(power));
        assert_int_equal(util_last_bit(power), k + 1);
        assert_int_equal(util_bitcount(power - 1), k);
        if (k < 2)
            continue;
        assert_int_equal(util_logbase2(power - 1), k - 1);
        assert_int_equal(util_logbase2_ceil(power - 1), k);
        assert_int_equal(util_logbase2(power + 1), k);
        assert_int_equal(util_logbase2_ceil(power + 1), k + 1);
        assert_true(util_next_power_of_two(power - 1) == power);
        assert_true(util_next_power_of_two(power + 1) == (k == 31 ? 0 : 2 * power));
        assert_false(util_is_power_of_two(power - 1));
        assert_false(util_is_power_of_two(power + 1));
    }
    assert_true(util_next_power_of_two(UINT_MAX) == 0);
}

static void test_bits(void **state)
{
    (void)state;
    unsigned mask = 0x80000005;
    uint64_t mask64 = 0x8000000000000000u | 0x100000000u | 2u;

    assert_int_equal(util_last_bit(0), 0);
    assert_int_equal(util_last_bit(UINT_MAX), 32);
    assert_int_equal(util_last_bit64(0), 0);
    assert_int_equal(util_last_bit64(1), 1);
    assert_int_equal(util_last_bit64(0x100000000u), 33);
    assert_int_equal(util_last_bit64(UINT64_MAX), 64);
    assert_int_equal(util_bitcount(0), 0);
    assert_int_equal(util_bitcount(UINT_MAX), 32);
    assert_int_equal(util_bitcount64(UINT64_MAX), 64);
    assert_int_equal(util_bitcount64(0x8000000000000001u), 2);

    assert_int_equal(u_bit_scan(&mask), 0);
    assert_int_equal(u_bit_scan(&mask), 2);
    assert_int_equal(u_bit_scan(&mask), 31);
    assert_int_equal(mask, 0);
    assert_int_equal(u_bit_scan64(&mask64), 1);
    assert_int_equal(u_bit_scan64(&mask64), 32);
    assert_int_equal(u_bit_scan64(&mask64), 63);
    assert_true(mask64 == 0);

    assert_int_equal(u_bit_consecutive(0, 0), 0);
    assert_int_equal(u_bit_consecutive(3, 2), 0x18);
    assert_true(u_bit_consecutive(0, 32) == UINT_MAX);
    assert_true(u_bit_consecutive(31, 1) == 0x80000000u);

    assert_int_equal(util_bswap16(0x1234), 0x3412);
    assert_true(util_bswap32(0x12345678) == 0x78563412);
    assert_true(util_bswap64(0x0123456789abcdefu) == 0xefcdab8967452301u);
}

static void test_floats(void **state)
{
    (void)state;

    assert_true(fui(1.0f) == 0x3f800000);
    assert_true(fui(-0.0f) == 0x80000000u);
    assert_true(uif(0xc0490fdb) == -3.14159274f);
    assert_true(fui(uif(0x7fc01234)) == 0x7fc01234); /* a NaN keeps its payload */

    assert_true(util_is_nan(uif(0x7f800001)));
    assert_true(util_is_nan(uif(0xffffffff)));
    assert_false(util_is_nan(uif(0x7f800000)));
    assert_true(util_is_inf_or_nan(uif(0xff800000)));
    assert_true(util_is_inf_or_nan(uif(0x7f800001)));
    assert_false(util_is_inf_or_nan(uif(0x7f7fffff)));

    assert_true(util_is_approx(1.0f, 1.25f, 0.25f));
    assert_false(util_is_approx(1.0f, 1.5f, 0.25f));
    assert_false(util_is_approx(NAN, NAN, 1.0f));
}

static void test_rounding(void **state)
{
    (void)state;

    assert_int_equal(util_ifloor(-0.5f), -1);
    assert_int_equal(util_ifloor(-2.0f), -2);
    assert_int_equal(util_ifloor(2.75f), 2);

    assert_int_equal(util_iround(0.5f), 1);
    assert_int_equal(util_iround(-0.5f), -1);
    assert_int_equal(util_iround(2.5f), 3);
    assert_int_equal(util_iround(-2.25f), -2);
    /* Rounding by adding 0.5 would fail for these values, because the sum itself is rounded: the
     * float below 0.5, and odd numbers above 2^23. */
    assert_int_equal(util_iround(0.49999997f), 0);
    assert_int_equal(util_iround(-0.49999997f), 0);
    assert_int_equal(util_iround(8388609.0f), 8388609);
    assert_int_equal(util_iround(-8388609.0f), -8388609);
}

static void test_channels(void **state)
{
    (void)state;

    for (unsigned i = 0; i < 256; i++)
        assert_int_equal(float_to_ubyte(ubyte_to_float((ubyte)i)), i);
    assert_int_equal(float_to_ubyte(-1.0f), 0);
    assert_int_equal(float_to_ubyte(2.0f), 255);
    assert_int_equal(float_to_ubyte(INFINITY), 255);
    assert_int_equal(float_to_ubyte(NAN), 0);

    for (int i = -127; i < 128; i++)
        assert_int_equal(float_to_byte_tex(byte_to_float_tex((int8_t)i) * 1.001f), i);
    assert_true(byte_to_float_tex(-128) == -1.0f);
    assert_int_equal(float_to_byte_tex(2.0f), 127);
    assert_int_equal(float_to_byte_tex(-2.0f), -127);

    assert_int_equal(util_signed_fixed(1.5f, 16), 0x18000);
    assert_int_equal(util_signed_fixed(-1.5f, 4), -24);
    assert_int_equal(util_signed_fixed(1e20f, 8), INT32_MAX);
    assert_int_equal(util_signed_fixed(-1e20f, 8), INT32_MIN);
    assert_int_equal(util_unsigned_fixed(2.5f, 8), 0x280);
    assert_int_equal(util_unsigned_fixed(-2.5f, 8), 0);
    assert_true(util_unsigned_fixed(1e20f, 8) == UINT32_MAX);
    assert_int_equal(util_unsigned_fixed(NAN, 8), 0);
}

/* Returns a product that is denormal. */
static float product(void)
{
    volatile float a = 0x1p-100f, b = 0x1p-40f;

    return a * b;
}

static void test_denormals(void **state)
{
    (void)state;
    const unsigned events = 0x3f; /* flags of floating-point exceptions that have occurred */
    const unsigned before = util_fpstate_get();
    const unsigned zeros = util_fpstate_set_denorms_to_zero(before);
    const float flushed = product();

    assert_int_equal(util_fpstate_get() | events, zeros | events);
    util_fpstate_set(before);
    assert_int_equal(util_fpstate_get(), before);
    assert_true(product() > 0.0f);
    assert_true(flushed == (before ? 0.0f : product()));
}

static void expect_box(const struct pipe_box *box, int x, int y, int z, int width, int height,
                       int depth)
{
    assert_int_equal(box->x, x);
    assert_int_equal(box->y, y);
    assert_int_equal(box->z, z);
    assert_int_equal(box->width, width);
    assert_int_equal(box->height, height);
    assert_int_equal(box->depth, depth);
}

static void test_boxes(void **state)
{
    (void)state;
    struct pipe_box box;

    memset(&box, 0x55, sizeof(box));
    u_box_1d(3, 7, &box);
    expect_box(&box, 3, 0, 0, 7, 1, 1);
    memset(&box, 0x55, sizeof(box));
    u_box_2d(1, 2, 3, -4, &box);
    expect_box(&box, 1, 2, 0, 3, -4, 1);
    memset(&box, 0x55, sizeof(box));
    u_box_2d_zslice(1, 2, 5, 3, 4, &box);
    expect_box(&box, 1, 2, 5, 3, 4, 1);
    u_box_3d(1, 2, 3, 4, 5, 6, &box);
    expect_box(&box, 1, 2, 3, 4, 5, 6);
    u_box_origin_2d(8, 9, &box);
    expect_box(&box, 0, 0, 0, 8, 9, 1);
}

/* Returns whether the rectangles intersect; both orders of the arguments must give the same result.
 */
static bool intersect(int ax, int ay, int aw, int ah, int bx, int by, int bw, int bh)
{
    const struct pipe_box a = {.x = ax, .y = ay, .width = aw, .height = ah};
    const struct pipe_box b = {.x = bx, .y = by, .width = bw, .height = bh};
    const bool answer = u_box_test_intersection_2d(&a, &b);

    assert_int_equal(u_box_test_intersection_2d(&b, &a), answer);
    return answer;
}

static void test_intersections(void **state)
{
    (void)state;

    assert_true(intersect(0, 0, 4, 4, 3, 3, 4, 4));
    assert_true(intersect(0, 0, 9, 9, 3, 3, 1, 1));
    assert_false(intersect(0, 0, 4, 4, 4, 0, 4, 4)); /* they only touch */
    assert_false(intersect(0, 0, 4, 4, 0, 4, 4, 4));
    assert_true(intersect(4, 4, -4, -4, 0, 0, 1, 1)); /* 0..4 */
    assert_false(intersect(4, 4, -4, -4, 4, 4, 1, 1));
    assert_true(intersect(4, 0, -2, 4, 3, 3, -1, -1)); /* 2..4 and 2..3 */
    assert_false(intersect(2, 0, 0, 4, 0, 0, 4, 4));   /* an empty box inside of the other */
    assert_false(intersect(0, 2, 4, 0, 0, 0, 4, 4));
    assert_true(intersect(INT_MAX - 1, 0, INT_MAX, 4, INT_MAX, 0, 1, 1));
    assert_false(intersect(INT_MIN, 0, -1, 1, INT_MAX, 0, 1, 1));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_macros),        cmocka_unit_test(test_alignment),
        cmocka_unit_test(test_powers_of_two), cmocka_unit_test(test_bits),
        cmocka_unit_test(test_floats),        cmocka_unit_test(test_rounding),
        cmocka_unit_test(test_channels),      cmocka_unit_test(test_boxes),
        cmocka_unit_test(test_intersections), cmocka_unit_test(test_denormals),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
