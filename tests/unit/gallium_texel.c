/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Texels from colours and back, and rectangles of them that reach over the edge. */
#include "util/u_tile.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>

#include <cmocka.h>

#include "util/u_pack_color.h"

/* The first word of a texel. */
static uint32_t packed(enum pipe_format format, float r, float g, float b, float a)
{
    const float rgba[4] = {r, g, b, a};
    union util_color uc;

    memset(&uc, 0x55, sizeof(uc));
    util_pack_color(rgba, format, &uc);
    assert_int_equal(uc.ui[3], format == PIPE_FORMAT_R32G32B32A32_FLOAT ? uc.ui[3] : 0);
    return uc.ui[0];
}

static void test_pack(void **state)
{
    (void)state;
    const float rgba[4] = {0.5f, -2.0f, 1e30f, 1.0f};
    union util_color uc;

    assert_true(packed(PIPE_FORMAT_R8G8B8A8_UNORM, 1, 0, 0.2f, 0.4f) == 0x663300ff);
    assert_true(packed(PIPE_FORMAT_B8G8R8A8_UNORM, 1, 0, 0.2f, 0.4f) == 0x66ff0033);
    assert_true(packed(PIPE_FORMAT_A8_UNORM, 0, 0, 0, 1) == 0xff);
    assert_true(packed(PIPE_FORMAT_L8_UNORM, 0.2f, 1, 1, 1) == 0x33);
    assert_true(packed(PIPE_FORMAT_B5G6R5_UNORM, 1, 0, 1, 0) == 0xf81f);
    assert_true(packed(PIPE_FORMAT_B5G6R5_UNORM, 0, 1, 0, 0) == 0x07e0);
    assert_true(packed(PIPE_FORMAT_R10G10B10A2_UNORM, 1, 0, 1, 1) == 0xfff003ff);
    assert_true(packed(PIPE_FORMAT_R8G8B8A8_SNORM, 1, -1, 0, -2) == 0x8100817f);
    assert_true(packed(PIPE_FORMAT_R16G16_FLOAT, 1, -2, 0, 0) == 0xc0003c00);
    assert_true(packed(PIPE_FORMAT_R11G11B10_FLOAT, 1, -1, 2, 0) == 0x800003c0);
    assert_true(packed(PIPE_FORMAT_B8G8R8A8_SRGB, 1, 0.5f, 0, 0.2f) == 0x33ffbc00);
    assert_true(packed(PIPE_FORMAT_R8G8B8A8_UNORM, NAN, INFINITY, -INFINITY, 2) == 0xff00ff00);
    assert_true(packed(PIPE_FORMAT_DXT1_RGBA, 1, 1, 1, 1) == 0);

    util_pack_color(rgba, PIPE_FORMAT_R32G32B32A32_FLOAT, &uc);
    assert_memory_equal(uc.f, rgba, sizeof(rgba));
    util_pack_color_ub(1, 2, 3, 4, PIPE_FORMAT_B8G8R8A8_UNORM, &uc);
    assert_true(uc.ui[0] == 0x04010203);
    util_pack_color_ub(255, 128, 0, 127, PIPE_FORMAT_R8G8B8A8_UNORM, &uc);
    assert_true(uc.ui[0] == 0x7f0080ff);
}

/* Halves of floats of few bits go to even, denormals are kept, what is too large is infinity. */
static void test_small_floats(void **state)
{
    (void)state;

    assert_int_equal(packed(PIPE_FORMAT_R16_FLOAT, 65504, 0, 0, 0), 0x7bff);
    assert_int_equal(packed(PIPE_FORMAT_R16_FLOAT, 65520, 0, 0, 0), 0x7c00);
    assert_int_equal(packed(PIPE_FORMAT_R16_FLOAT, INFINITY, 0, 0, 0), 0x7c00);
    assert_int_equal(packed(PIPE_FORMAT_R16_FLOAT, -INFINITY, 0, 0, 0), 0xfc00);
    assert_int_equal(packed(PIPE_FORMAT_R16_FLOAT, ldexpf(1, -24), 0, 0, 0), 0x0001);
    assert_int_equal(packed(PIPE_FORMAT_R16_FLOAT, ldexpf(1, -25), 0, 0, 0), 0x0000);
    assert_int_equal(packed(PIPE_FORMAT_R16_FLOAT, ldexpf(3, -25), 0, 0, 0), 0x0002);
    assert_int_equal(packed(PIPE_FORMAT_R16_FLOAT, ldexpf(1023, -24), 0, 0, 0), 0x03ff);
    assert_int_equal(packed(PIPE_FORMAT_R16_FLOAT, ldexpf(1, -14), 0, 0, 0), 0x0400);
    assert_int_equal(packed(PIPE_FORMAT_R16_FLOAT, 1 + ldexpf(1, -11), 0, 0, 0), 0x3c00);
    assert_int_equal(packed(PIPE_FORMAT_R16_FLOAT, 1 + ldexpf(3, -11), 0, 0, 0), 0x3c02);
    assert_int_equal(packed(PIPE_FORMAT_R16_FLOAT, -0.0f, 0, 0, 0), 0x8000);
    assert_int_equal(packed(PIPE_FORMAT_R16_FLOAT, NAN, 0, 0, 0) & 0x7c00, 0x7c00);
    assert_int_not_equal(packed(PIPE_FORMAT_R16_FLOAT, NAN, 0, 0, 0) & 0x3ff, 0);
}

static void expect_rgba(enum pipe_format format, uint32_t texel, float r, float g, float b, float a)
{
    float rgba[4] = {9, 9, 9, 9};

    assert_true(util_format_read_4f(format, rgba, 0, &texel, 0, 0, 0, 1, 1));
    assert_true(fabsf(rgba[0] - r) < 1e-6f && fabsf(rgba[1] - g) < 1e-6f);
    assert_true(fabsf(rgba[2] - b) < 1e-6f && fabsf(rgba[3] - a) < 1e-6f);
}

static void test_read(void **state)
{
    (void)state;
    float rgba[4] = {9, 9, 9, 9};
    const uint32_t texel[4] = {~0u, ~0u, ~0u, ~0u};

    expect_rgba(PIPE_FORMAT_B8G8R8A8_UNORM, 0x66ff0033, 1, 0, 0.2f, 0.4f);
    expect_rgba(PIPE_FORMAT_B8G8R8X8_UNORM, 0x66ff0033, 1, 0, 0.2f, 1);
    expect_rgba(PIPE_FORMAT_L8A8_UNORM, 0x3366, 0.4f, 0.4f, 0.4f, 0.2f);
    expect_rgba(PIPE_FORMAT_R8_SNORM, 0x80, -1, 0, 0, 1); /* -128 is -1, too */
    expect_rgba(PIPE_FORMAT_R8_SNORM, 0x81, -1, 0, 0, 1);
    expect_rgba(PIPE_FORMAT_B8G8R8A8_SRGB, 0x800000bc, 0, 0, 0.50288653f, 128.0f / 255.0f);
    expect_rgba(PIPE_FORMAT_R11G11B10_FLOAT, 0x800003c0, 1, 0, 2, 1);
    expect_rgba(PIPE_FORMAT_R32_FIXED, 0xfffe8000, -1.5f, 0, 0, 1);
    expect_rgba(PIPE_FORMAT_Z24_UNORM_S8_UINT, 0x7fffffff, 1, 0, 0, 1);
    expect_rgba(PIPE_FORMAT_S8_UINT_Z24_UNORM, 0x000000ff, 0, 0, 0, 1);
    expect_rgba(PIPE_FORMAT_S8_UINT, 0x7f, 127, 0, 0, 1);
    assert_false(util_format_read_4f(PIPE_FORMAT_DXT1_RGBA, rgba, 0, texel, 0, 0, 0, 1, 1));
    assert_false(util_format_read_4f(PIPE_FORMAT_R9G9B9E5_FLOAT, rgba, 0, texel, 0, 0, 0, 1, 1));
    assert_true(rgba[0] == 9);
}

static void test_integers(void **state)
{
    (void)state;
    const uint32_t wide[4] = {0xffffffff, 0x80000000, 7, 300};
    const int negative[4] = {-1, -300, 300, 5};
    const unsigned large[4] = {256, 255, ~0u, 0};
    uint8_t bytes[4];
    int signed_words[4];
    unsigned words[4];

    assert_true(
        util_format_read_4i(PIPE_FORMAT_R32G32B32A32_UINT, signed_words, 0, wide, 0, 0, 0, 1, 1));
    assert_int_equal(signed_words[0], INT32_MAX);
    assert_int_equal(signed_words[2], 7);
    assert_true(util_format_read_4ui(PIPE_FORMAT_R32G32B32A32_SINT, words, 0, wide, 0, 0, 0, 1, 1));
    assert_int_equal(words[0], 0);
    assert_int_equal(words[1], 0);
    assert_int_equal(words[3], 300);
    assert_true(util_format_read_4ui(PIPE_FORMAT_R32_UINT, words, 0, wide, 0, 0, 0, 1, 1));
    assert_true(words[0] == ~0u && words[1] == 0 && words[2] == 0 && words[3] == 1);

    assert_true(util_format_write_4i(PIPE_FORMAT_R8G8B8A8_SINT, negative, 0, bytes, 0, 0, 0, 1, 1));
    assert_true(bytes[0] == 0xff && bytes[1] == 0x80 && bytes[2] == 0x7f && bytes[3] == 5);
    assert_true(util_format_write_4i(PIPE_FORMAT_R8G8B8A8_UINT, negative, 0, bytes, 0, 0, 0, 1, 1));
    assert_true(bytes[0] == 0 && bytes[1] == 0 && bytes[2] == 0xff && bytes[3] == 5);
    assert_true(util_format_write_4ui(PIPE_FORMAT_R8G8B8A8_UINT, large, 0, bytes, 0, 0, 0, 1, 1));
    assert_true(bytes[0] == 0xff && bytes[1] == 0xff && bytes[2] == 0xff && bytes[3] == 0);
    assert_false(util_format_write_4ui(PIPE_FORMAT_R8G8B8A8_UNORM, large, 0, bytes, 0, 0, 0, 1, 1));
}

enum {
    WIDTH = 4,
    HEIGHT = 3
};

/* 4 x 3 texels of one byte in rows of 8. */
struct tile {
    struct pipe_resource resource;
    struct pipe_transfer transfer;
    uint8_t texels[HEIGHT][8];
};

static void init_tile(struct tile *tile, enum pipe_format format)
{
    memset(tile, 0, sizeof(*tile));
    tile->resource.format = format;
    tile->transfer.resource = &tile->resource;
    tile->transfer.stride = sizeof(tile->texels[0]);
    tile->transfer.box.width = WIDTH;
    tile->transfer.box.height = HEIGHT;
    tile->transfer.box.depth = 1;
    for (unsigned y = 0; y < HEIGHT; y++) {
        for (unsigned x = 0; x < sizeof(tile->texels[0]); x++)
            tile->texels[y][x] = (uint8_t)(16 * y + x);
    }
}

static void test_get_tile(void **state)
{
    (void)state;
    struct tile tile;
    float p[2][3][4];

    init_tile(&tile, PIPE_FORMAT_R8_UINT);
    memset(p, 0, sizeof(p));
    pipe_get_tile_rgba(&tile.transfer, tile.texels, 1, 1, 3, 2, &p[0][0][0]);
    for (unsigned y = 0; y < 2; y++) {
        for (unsigned x = 0; x < 3; x++)
            assert_true(p[y][x][0] == (float)(16 * (y + 1) + x + 1) && p[y][x][3] == 1.0f);
    }
    /* Of what reaches over the corner one texel is there, and rows are three wide all the same. */
    for (unsigned i = 0; i < 24; i++)
        (&p[0][0][0])[i] = 99;
    pipe_get_tile_rgba(&tile.transfer, tile.texels, 3, 1, 3, 2, &p[0][0][0]);
    assert_true(p[0][0][0] == 19 && p[1][0][0] == 35);
    assert_true(p[0][1][0] == 99 && p[1][2][3] == 99);
    p[0][0][0] = 99;
    pipe_get_tile_rgba(&tile.transfer, tile.texels, 4, 0, 3, 2, &p[0][0][0]);
    pipe_get_tile_rgba(&tile.transfer, tile.texels, 0, 3, 3, 2, &p[0][0][0]);
    pipe_get_tile_rgba(&tile.transfer, tile.texels, ~0u, ~0u, 3, 2, &p[0][0][0]);
    assert_true(p[0][0][0] == 99);
    /* The same bytes, seen as another format, and as one that has no channels. */
    pipe_get_tile_rgba_format(&tile.transfer, tile.texels, 2, 2, 1, 1, PIPE_FORMAT_A8_UNORM,
                              &p[0][0][0]);
    assert_true(p[0][0][0] == 0.0f && p[0][0][3] == 34.0f / 255.0f);
    pipe_get_tile_rgba_format(&tile.transfer, tile.texels, 0, 0, 1, 1, PIPE_FORMAT_DXT1_RGBA,
                              &p[0][0][0]);
    assert_true(p[0][0][3] == 0.0f && p[0][1][0] == 99);
}

static void test_put_tile(void **state)
{
    (void)state;
    struct tile tile;
    float p[2][3][4];

    init_tile(&tile, PIPE_FORMAT_R8_UNORM);
    for (unsigned i = 0; i < 24; i++)
        (&p[0][0][0])[i] = 1.0f;
    pipe_put_tile_rgba(&tile.transfer, tile.texels, 2, 2, 3, 2, &p[0][0][0]);
    for (unsigned y = 0; y < HEIGHT; y++) {
        for (unsigned x = 0; x < sizeof(tile.texels[0]); x++) {
            bool inside = y == 2 && (x == 2 || x == 3);
            assert_int_equal(tile.texels[y][x], inside ? 255 : 16 * y + x);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_pack),     cmocka_unit_test(test_small_floats),
        cmocka_unit_test(test_read),     cmocka_unit_test(test_integers),
        cmocka_unit_test(test_get_tile), cmocka_unit_test(test_put_tile),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
