/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Conversions between texels and colours, and rectangles of texels that cross the edge. */
#include "util/u_tile.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>

#include <cmocka.h>

#include "util/u_pack_color.h"

/* Returns the first dword of a texel. */
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

/* Converts to floats with few bits; checks that ties round to even, that denormals are preserved,
 * and that values that are too large become infinity. */
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
    expect_rgba(PIPE_FORMAT_R8_SNORM, 0x80, -1, 0, 0, 1); /* -128 is -1, as -127 is */
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

/* A texture of 4 x 3 texels of one byte, in rows of 8 bytes. */
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
    /* Reads a rectangle that crosses the edge, so that only one texel of each of its rows exists.
     * In the result, each row still takes three texels. */
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
    /* Reads the bytes in another format, and in a format without channels. */
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

/* ---- Bytes, depth, other formats ------------------------------------------------------------- */

static void test_bytes(void **state)
{
    (void)state;
    static const uint16_t texels[4] = {0xf800, 0x07e0, 0x001f, 0xffff};
    static const uint8_t expected[2][4] = {{0, 255, 0, 255}, {0, 0, 255, 255}};
    uint8_t rgba[2][4];
    uint16_t words[2] = {0, 0};

    assert_true(util_format_read_4ub(PIPE_FORMAT_B5G6R5_UNORM, rgba[0], 8, texels, 8, 1, 0, 2, 1));
    assert_memory_equal(rgba, expected, sizeof(rgba));
    assert_true(util_format_write_4ub(PIPE_FORMAT_B5G6R5_UNORM, rgba[0], 8, words, 4, 0, 0, 2, 1));
    assert_memory_equal(words, texels + 1, sizeof(words));
    assert_false(util_format_read_4ub(PIPE_FORMAT_DXT1_RGB, rgba[0], 8, texels, 8, 0, 0, 1, 1));
    assert_false(util_format_write_4ub(PIPE_FORMAT_DXT1_RGB, rgba[0], 8, words, 8, 0, 0, 1, 1));
}

static void test_pack_zs(void **state)
{
    (void)state;
    ubyte r, g, b, a;
    union util_color uc = {.ui = {0x04030201}};

    assert_true(util_pack_z(PIPE_FORMAT_Z16_UNORM, 1.0) == 0xffff);
    assert_true(util_pack_z(PIPE_FORMAT_Z24X8_UNORM, 0.5) == 0x800000);
    assert_true(util_pack_z(PIPE_FORMAT_X8Z24_UNORM, 1.0) == 0xffffff00);
    assert_true(util_pack_z(PIPE_FORMAT_Z32_UNORM, 2.0) == 0xffffffff);
    assert_true(util_pack_z(PIPE_FORMAT_Z32_FLOAT, 0.5) == 0x3f000000);
    assert_true(util_pack_z(PIPE_FORMAT_S8_UINT, 1.0) == 0);
    assert_true(util_pack_z_stencil(PIPE_FORMAT_Z24_UNORM_S8_UINT, 1.0, 0x12) == 0x12ffffff);
    assert_true(util_pack_z_stencil(PIPE_FORMAT_S8_UINT_Z24_UNORM, 1.0, 0x12) == 0xffffff12);
    assert_true(util_pack_z_stencil(PIPE_FORMAT_S8_UINT, 1.0, 0x12) == 0x12);
    assert_true(util_pack64_z_stencil(PIPE_FORMAT_Z32_FLOAT_S8X24_UINT, 1.0, 0x12) ==
                UINT64_C(0x123f800000));
    assert_true(util_pack64_z(PIPE_FORMAT_Z16_UNORM, 0.0) == 0);
    assert_true(util_pack_mask_z(PIPE_FORMAT_Z16_UNORM, 0x12345678) == 0x5678);
    assert_true(util_pack_mask_z(PIPE_FORMAT_X8Z24_UNORM, 0xff345678) == 0x34567800);
    assert_true(util_pack_mask_z_stencil(PIPE_FORMAT_Z24_UNORM_S8_UINT, ~0u, 0xf0) == 0xf0ffffff);
    assert_true(util_pack64_mask_z_stencil(PIPE_FORMAT_Z32_FLOAT_S8X24_UINT, ~0u, 1) ==
                UINT64_C(0x1ffffffff));

    assert_true(pack_ub4(1, 2, 3, 4) == 0x04030201);
    assert_true(pack_ui32_float4(0, 1, 0.2f, 2) == 0xff33ff00);
    util_unpack_color_ub(PIPE_FORMAT_B8G8R8A8_UNORM, &uc, &r, &g, &b, &a);
    assert_true(r == 3 && g == 2 && b == 1 && a == 4);
    uc.h[0] = 0x3c00;
    uc.h[1] = 0xbc00;
    assert_true(uc.ui[0] == 0xbc003c00);
}

static void translate(enum pipe_format dst_format, uint32_t *dst, enum pipe_format src_format,
                      uint32_t src)
{
    assert_true(util_format_translate(dst_format, dst, 0, 0, 0, src_format, &src, 0, 0, 0, 1, 1));
}

static void test_translate(void **state)
{
    (void)state;
    static const uint32_t texels[2][2] = {{0xff0000ff, 0xff00ff00}, {0xffff0000, 0x00112233}};
    uint16_t words[2][4] = {{0}};
    uint32_t word = 0xaaaaaaaa;
    uint8_t blocks[2][8] = {{1, 2, 3, 4, 5, 6, 7, 8}, {0}};

    assert_true(util_format_translate(PIPE_FORMAT_B5G6R5_UNORM, words, 8, 2, 0,
                                      PIPE_FORMAT_R8G8B8A8_UNORM, texels, 8, 0, 0, 2, 2));
    assert_int_equal(words[0][0], 0);
    assert_int_equal(words[0][2], 0xf800);
    assert_int_equal(words[0][3], 0x07e0);
    assert_int_equal(words[1][2], 0x001f);

    translate(PIPE_FORMAT_Z24_UNORM_S8_UINT, &word, PIPE_FORMAT_Z16_UNORM, 0xffff);
    assert_true(word == 0xaaffffff); /* the source has no stencil */
    translate(PIPE_FORMAT_Z24_UNORM_S8_UINT, &word, PIPE_FORMAT_S8_UINT, 0x12);
    assert_true(word == 0x12ffffff);
    translate(PIPE_FORMAT_S8_UINT_Z24_UNORM, &word, PIPE_FORMAT_Z24_UNORM_S8_UINT, 0x34567890);
    assert_true(word == 0x56789034);
    translate(PIPE_FORMAT_Z32_FLOAT, &word, PIPE_FORMAT_Z32_UNORM, ~0u);
    assert_true(word == 0x3f800000);
    translate(PIPE_FORMAT_R8G8B8A8_SINT, &word, PIPE_FORMAT_R8G8B8A8_UINT, 0x80ff7f01);
    assert_true(word == 0x7f7f7f01);
    translate(PIPE_FORMAT_R16G16_SINT, &word, PIPE_FORMAT_R8G8_SINT, 0x80ff);
    assert_true(word == 0xff80ffff);

    assert_true(util_format_translate(PIPE_FORMAT_DXT1_RGB, blocks[1], 8, 0, 0,
                                      PIPE_FORMAT_DXT1_RGB, blocks[0], 8, 0, 0, 4, 4));
    assert_memory_equal(blocks[0], blocks[1], 8);
    assert_false(util_format_translate(PIPE_FORMAT_R8_UINT, &word, 4, 0, 0, PIPE_FORMAT_R8_UNORM,
                                       texels, 4, 0, 0, 1, 1));
    assert_false(util_format_translate(PIPE_FORMAT_R8_UNORM, &word, 4, 0, 0, PIPE_FORMAT_Z16_UNORM,
                                       texels, 4, 0, 0, 1, 1));
    assert_false(util_format_translate(PIPE_FORMAT_R8_UNORM, &word, 4, 0, 0, PIPE_FORMAT_S8_UINT,
                                       texels, 4, 0, 0, 1, 1));
    assert_false(util_format_translate(PIPE_FORMAT_S8_UINT, &word, 4, 0, 0, PIPE_FORMAT_Z16_UNORM,
                                       texels, 4, 0, 0, 1, 1));
    assert_false(util_format_translate(PIPE_FORMAT_R8G8B8A8_UNORM, &word, 4, 0, 0,
                                       PIPE_FORMAT_DXT1_RGB, blocks, 8, 0, 0, 1, 1));
}

static void test_other_tiles(void **state)
{
    (void)state;
    struct pipe_resource texture = {.format = PIPE_FORMAT_R8G8_UINT};
    struct pipe_transfer pt = {.resource = &texture, .box = {.width = 3, .height = 2}, .stride = 8};
    uint8_t map[2][8] = {{1, 2, 3, 4, 5, 6}, {7, 8, 9, 10, 11, 12}}, raw[2][4] = {{0}};
    unsigned ui[2][2][4] = {{{0}}};
    int i[2][2][4] = {{{0}}};
    float f[4];
    uint z[2] = {0, 0};

    pipe_get_tile_raw(&pt, map, 1, 0, 2, 2, raw, 0);
    assert_int_equal(raw[0][0], 3);
    assert_int_equal(raw[1][3], 12);
    pipe_get_tile_raw(&pt, map, 2, 1, 2, 2, raw, 4); /* only one texel is inside */
    assert_int_equal(raw[0][0], 11);
    assert_int_equal(raw[0][2], 5);
    pipe_put_tile_raw(&pt, map, 2, 0, 2, 2, raw, 4);
    assert_int_equal(map[0][4], 11);
    assert_int_equal(map[0][6], 0);

    pipe_get_tile_ui_format(&pt, map, 1, 0, 2, 1, texture.format, ui[0][0]);
    assert_true(ui[0][0][0] == 3 && ui[0][0][1] == 4 && ui[0][0][2] == 0 && ui[0][0][3] == 1);
    pipe_get_tile_i_format(&pt, map, 1, 1, 2, 1, PIPE_FORMAT_R8G8_SINT, i[0][0]);
    assert_true(i[0][0][0] == 9 && i[0][1][1] == map[1][5]);
    ui[0][0][0] = 300;
    pipe_put_tile_ui_format(&pt, map, 0, 0, 1, 1, texture.format, ui[0][0]);
    assert_int_equal(map[0][0], 255);
    i[0][0][0] = -2;
    pipe_put_tile_i_format(&pt, map, 0, 1, 1, 1, PIPE_FORMAT_R8G8_SINT, i[0][0]);
    assert_int_equal(map[1][0], 0xfe);
    pipe_get_tile_ui_format(&pt, map, 0, 0, 1, 1, PIPE_FORMAT_R8G8_UNORM, ui[0][0]);
    assert_int_equal(ui[0][0][0], 0); /* not an integer format */

    pipe_tile_raw_to_rgba(PIPE_FORMAT_R8G8_UNORM, raw[0], 1, 1, f, 4);
    assert_true(f[0] == 11.0f / 255.0f && f[3] == 1.0f);
    pipe_tile_raw_to_unsigned(texture.format, raw[0], 2, 1, ui[0][0], 8);
    assert_int_equal(ui[0][1][0], raw[0][2]);
    pipe_tile_raw_to_signed(PIPE_FORMAT_R8G8_SINT, raw[0], 1, 1, i[0][0], 4);
    assert_int_equal(i[0][0][0], 11);

    texture.format = PIPE_FORMAT_Z16_UNORM;
    z[0] = 0x80000000;
    z[1] = ~0u;
    pipe_put_tile_z(&pt, map, 1, 0, 2, 1, z);
    z[0] = z[1] = 0;
    pipe_get_tile_z(&pt, map, 1, 0, 2, 1, z);
    assert_true(z[0] == 0x80008000 && z[1] == ~0u);
    texture.format = PIPE_FORMAT_R16_UNORM;
    pipe_get_tile_z(&pt, map, 1, 0, 2, 1, z);
    assert_true(z[0] == 0 && z[1] == 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_pack),      cmocka_unit_test(test_small_floats),
        cmocka_unit_test(test_read),      cmocka_unit_test(test_integers),
        cmocka_unit_test(test_get_tile),  cmocka_unit_test(test_put_tile),
        cmocka_unit_test(test_bytes),     cmocka_unit_test(test_pack_zs),
        cmocka_unit_test(test_translate), cmocka_unit_test(test_other_tiles),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
