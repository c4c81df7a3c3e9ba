/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Blits of colour. Whichever path the driver takes for a blit, the result must agree with the same
 * formula. */
#include "pipe_fixture.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    W = 40,
    H = 32
};

static struct pipe_blit_info make_blit(struct pipe_resource *dst, struct pipe_box dst_box,
                                       struct pipe_resource *src, struct pipe_box src_box)
{
    struct pipe_blit_info info = {.mask = PIPE_MASK_RGBA, .filter = PIPE_TEX_FILTER_NEAREST};
    info.dst.resource = dst;
    info.dst.box = dst_box;
    info.dst.format = dst->format;
    info.src.resource = src;
    info.src.box = src_box;
    info.src.format = src->format;
    return info;
}

static struct pipe_resource *noise_texture(struct pipe_fixture *f, enum pipe_texture_target target,
                                           enum pipe_format format, unsigned depth, uint32_t seed)
{
    unsigned height = target == PIPE_TEXTURE_1D_ARRAY ? 1 : H;
    struct pipe_resource *res = fixture_texture(f, target, format, W, height, depth);
    struct pipe_box all = fixture_level_box(res, 0);
    size_t size_B = fixture_box_size(res, &all);
    uint8_t *data = malloc(size_B);
    fixture_noise(seed, data, size_B);
    fixture_write(f, res, 0, &all, data);
    free(data);
    return res;
}

static uint8_t *read_all(struct pipe_fixture *f, struct pipe_resource *res)
{
    struct pipe_box all = fixture_level_box(res, 0);
    return fixture_read(f, res, 0, &all);
}

/* Returns the source texel of a destination pixel for unclipped boxes: the pixel's centre is mapped
 * to the source, rounded down and clamped to the level. */
static int map_nearest(int pixel, int d, int dn, int s, int sn, int limit)
{
    int texel = (int)floor(s + (pixel - d + 0.5) * sn / dn);
    return texel < 0 ? 0 : texel >= limit ? limit - 1 : texel;
}

static bool inside(int v, int start, int size)
{
    return size > 0 ? v >= start && v < start + size : v >= start + size && v < start;
}

/* Blits dwords between two 2D textures; compares each pixel with the formula. */
static void check_nearest(struct pipe_fixture *f, const int d[4], const int s[4],
                          const struct pipe_scissor_state *scissor, unsigned mask)
{
    struct pipe_resource *src = noise_texture(f, PIPE_TEXTURE_2D, PIPE_FORMAT_R8G8B8A8_UNORM, 1, 1);
    struct pipe_resource *dst = noise_texture(f, PIPE_TEXTURE_2D, PIPE_FORMAT_R8G8B8A8_UNORM, 1, 2);
    uint32_t *before = (uint32_t *)(void *)read_all(f, dst);
    uint32_t *from = (uint32_t *)(void *)read_all(f, src);
    struct pipe_blit_info info = make_blit(dst, fixture_box(d[0], d[1], 0, d[2], d[3], 1), src,
                                           fixture_box(s[0], s[1], 0, s[2], s[3], 1));
    info.mask = mask;
    if (scissor) {
        info.scissor_enable = TRUE;
        info.scissor = *scissor;
    }
    f->pipe->blit(f->pipe, &info);
    uint32_t bits = 0;
    for (unsigned i = 0; i < 4; i++)
        bits |= mask >> i & 1 ? 0xffu << (8 * i) : 0;
    uint32_t *after = (uint32_t *)(void *)read_all(f, dst);
    for (int y = 0; y < H; y++) {
        for (int x = 0; x < W; x++) {
            uint32_t expected = before[y * W + x];
            bool in = inside(x, d[0], d[2]) && inside(y, d[1], d[3]);
            if (scissor)
                in = in && x >= (int)scissor->minx && x < (int)scissor->maxx &&
                     y >= (int)scissor->miny && y < (int)scissor->maxy;
            if (in) {
                int sx = map_nearest(x, d[0], d[2], s[0], s[2], W);
                int sy = map_nearest(y, d[1], d[3], s[1], s[3], H);
                expected = (expected & ~bits) | (from[sy * W + sx] & bits);
            }
            if (after[y * W + x] != expected)
                fail_msg("dst %d,%d %dx%d src %d,%d %dx%d: pixel %d,%d is %08x, not %08x", d[0],
                         d[1], d[2], d[3], s[0], s[1], s[2], s[3], x, y, after[y * W + x],
                         expected);
        }
    }
    free(after);
    free(from);
    free(before);
    pipe_resource_reference(&src, NULL);
    pipe_resource_reference(&dst, NULL);
}

static void test_rectangles(void **state)
{
    struct pipe_fixture *f = *state;
    static const int cases[][8] = {
        {3, 4, 10, 12, 5, 6, 10, 12},   /* a copy */
        {0, 0, 20, 16, 0, 0, 10, 8},    /* twice as large */
        {2, 3, 30, 24, 5, 5, 10, 8},    /* thrice */
        {1, 1, 8, 8, 3, 2, 24, 24},     /* scaled to a third */
        {0, 0, W, H, W, 0, -W, H},      /* mirrored in x */
        {0, 0, W, H, 0, H, W, -H},      /* mirrored in y */
        {W, H, -W, -H, 0, 0, W, H},     /* the destination mirrored */
        {4, 4, 14, 10, 30, 20, -7, -5}, /* mirrored and scaled */
        {20, 10, -12, 9, 4, 3, 6, 18},  /* mirrored in y only, and scaled */
        {-5, -6, 20, 20, 1, 2, 20, 20}, /* reaches out of the destination */
        {30, 25, 20, 20, 1, 2, 10, 10}, /* beyond the destination's far corner */
        {2, 2, 20, 20, -5, -4, 20, 20}, /* reads before the source */
        {2, 2, 20, 20, 30, 20, 20, 20}, /* reads after the source */
    };
    const struct pipe_scissor_state scissor = {.minx = 5, .miny = 3, .maxx = 17, .maxy = 14};
    const struct pipe_scissor_state empty = {.minx = 5, .miny = 3, .maxx = 5, .maxy = 14};
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        check_nearest(f, cases[i], cases[i] + 4, NULL, PIPE_MASK_RGBA);
        check_nearest(f, cases[i], cases[i] + 4, &scissor, PIPE_MASK_RGBA);
        check_nearest(f, cases[i], cases[i] + 4, &empty, PIPE_MASK_RGBA);
        check_nearest(f, cases[i], cases[i] + 4, NULL, PIPE_MASK_R | PIPE_MASK_A);
        check_nearest(f, cases[i], cases[i] + 4, &scissor, PIPE_MASK_G | PIPE_MASK_B);
    }
}

static double linear_at(const uint8_t *texels, double x, double y, unsigned c)
{
    x -= 0.5;
    y -= 0.5;
    int x0 = (int)floor(x), y0 = (int)floor(y);
    double fx = x - x0, fy = y - y0, sum = 0.0;
    for (int j = 0; j < 2; j++) {
        for (int i = 0; i < 2; i++) {
            int tx = x0 + i < 0 ? 0 : x0 + i >= W ? W - 1 : x0 + i;
            int ty = y0 + j < 0 ? 0 : y0 + j >= H ? H - 1 : y0 + j;
            sum += texels[(ty * W + tx) * 4 + (int)c] * (i ? fx : 1 - fx) * (j ? fy : 1 - fy);
        }
    }
    return sum;
}

static void test_linear(void **state)
{
    struct pipe_fixture *f = *state;
    for (unsigned clipped = 0; clipped < 2; clipped++) {
        struct pipe_resource *src =
            noise_texture(f, PIPE_TEXTURE_2D, PIPE_FORMAT_R8G8B8A8_UNORM, 1, 1);
        struct pipe_resource *dst =
            fixture_texture(f, PIPE_TEXTURE_2D, PIPE_FORMAT_R8G8B8A8_UNORM, 90, 75, 1);
        struct pipe_blit_info info =
            make_blit(dst, fixture_box(0, 0, 0, 90, 75, 1), src, fixture_box(0, 0, 0, W, H, 1));
        info.filter = PIPE_TEX_FILTER_LINEAR;
        info.scissor_enable = clipped != 0;
        info.scissor = (struct pipe_scissor_state){.maxx = 80, .maxy = 75};
        f->pipe->blit(f->pipe, &info);
        uint8_t *texels = read_all(f, src), *pixels = read_all(f, dst);
        for (int y = 0; y < 75; y++) {
            for (int x = 0; x < 80; x++) {
                for (unsigned c = 0; c < 4; c++) {
                    double e = linear_at(texels, (x + 0.5) * W / 90, (y + 0.5) * H / 75, c);
                    if (fabs(pixels[(y * 90 + x) * 4 + (int)c] - e) > 2.5)
                        fail_msg("pixel %d,%d channel %u is %u, not %f", x, y, c,
                                 pixels[(y * 90 + x) * 4 + (int)c], e);
                }
            }
        }
        free(texels);
        free(pixels);
        pipe_resource_reference(&src, NULL);
        pipe_resource_reference(&dst, NULL);
    }
}

/* Blits one texel to another format; the source may be viewed as a third format. */
static void check_conversion(struct pipe_fixture *f, enum pipe_format from, enum pipe_format as,
                             const void *texel, enum pipe_format to, const void *expected,
                             unsigned tolerance)
{
    struct pipe_resource *src = fixture_texture(f, PIPE_TEXTURE_2D, from, 4, 4, 1);
    struct pipe_resource *dst = fixture_texture(f, PIPE_TEXTURE_2D, to, 4, 4, 1);
    struct pipe_box one = fixture_box(1, 2, 0, 1, 1, 1);
    fixture_write(f, src, 0, &one, texel);
    struct pipe_blit_info info = make_blit(dst, one, src, one);
    info.src.format = as;
    f->pipe->blit(f->pipe, &info);
    uint8_t *actual = fixture_read(f, dst, 0, &one);
    const uint8_t *e = expected;
    for (unsigned i = 0; i < util_format_get_blocksize(to); i++) {
        if (abs(e[i] - actual[i]) > (int)tolerance)
            fail_msg("%s to %s: byte %u is 0x%02x, not 0x%02x", util_format_short_name(as),
                     util_format_short_name(to), i, actual[i], e[i]);
    }
    free(actual);
    pipe_resource_reference(&src, NULL);
    pipe_resource_reference(&dst, NULL);
}

#define F32(...) ((const float[]){__VA_ARGS__})
#define U8(...)  ((const uint8_t[]){__VA_ARGS__})
#define U32(...) ((const uint32_t[]){__VA_ARGS__})

static void test_conversions(void **state)
{
    struct pipe_fixture *f = *state;
    const enum pipe_format rgba = PIPE_FORMAT_R8G8B8A8_UNORM;
    const struct {
        enum pipe_format from, as;
        const void *texel;
        enum pipe_format to;
        const void *expected;
        unsigned tolerance;
    } cases[] = {
        {rgba, rgba, U8(1, 2, 3, 4), PIPE_FORMAT_B8G8R8A8_UNORM, U8(3, 2, 1, 4), 0},
        {rgba, rgba, U8(255, 0, 255, 4), PIPE_FORMAT_B5G6R5_UNORM, U8(0x1f, 0xf8), 0},
        {rgba, rgba, U8(51, 102, 255, 0), PIPE_FORMAT_R32G32B32A32_FLOAT,
         F32(51 / 255.0f, 102 / 255.0f, 1.0f, 0.0f), 1},
        {PIPE_FORMAT_R32G32B32A32_FLOAT, PIPE_FORMAT_R32G32B32A32_FLOAT,
         F32(2.0f, -1.0f, 0.2f, 1.0f), rgba, U8(255, 0, 51, 255), 0},
        {PIPE_FORMAT_L8_UNORM, PIPE_FORMAT_L8_UNORM, U8(7), rgba, U8(7, 7, 7, 255), 0},
        {PIPE_FORMAT_A8_UNORM, PIPE_FORMAT_A8_UNORM, U8(7), rgba, U8(0, 0, 0, 7), 0},
        {PIPE_FORMAT_I8_UNORM, PIPE_FORMAT_I8_UNORM, U8(7), rgba, U8(7, 7, 7, 7), 0},
        {PIPE_FORMAT_L8A8_UNORM, PIPE_FORMAT_L8A8_UNORM, U8(7, 9), rgba, U8(7, 7, 7, 9), 0},
        {rgba, rgba, U8(1, 2, 3, 4), PIPE_FORMAT_A8_UNORM, U8(4), 0},
        {rgba, rgba, U8(1, 2, 3, 4), PIPE_FORMAT_L8_UNORM, U8(1), 0},
        {PIPE_FORMAT_B8G8R8X8_UNORM, PIPE_FORMAT_B8G8R8X8_UNORM, U8(1, 2, 3, 4),
         PIPE_FORMAT_B8G8R8A8_UNORM, U8(1, 2, 3, 255), 0},
        {PIPE_FORMAT_A8R8G8B8_UNORM, PIPE_FORMAT_A8R8G8B8_UNORM, U8(1, 2, 3, 4), rgba,
         U8(2, 3, 4, 1), 0},
        {rgba, PIPE_FORMAT_R8G8B8A8_SRGB, U8(188, 0, 255, 128), rgba, U8(128, 0, 255, 128), 1},
        {rgba, rgba, U8(128, 0, 255, 128), PIPE_FORMAT_R8G8B8A8_SRGB, U8(188, 0, 255, 128), 1},
        {PIPE_FORMAT_R8G8B8A8_UINT, PIPE_FORMAT_R8G8B8A8_UINT, U8(1, 200, 3, 255),
         PIPE_FORMAT_R32G32B32A32_UINT, U32(1, 200, 3, 255), 0},
        {PIPE_FORMAT_R8G8B8A8_SINT, PIPE_FORMAT_R8G8B8A8_SINT, U8(1, 200, 3, 255),
         PIPE_FORMAT_R32G32B32A32_SINT, U32(1, (uint32_t)-56, 3, (uint32_t)-1), 0},
    };
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++)
        check_conversion(f, cases[i].from, cases[i].as, cases[i].texel, cases[i].to,
                         cases[i].expected, cases[i].tolerance);
}

static void test_compressed_source(void **state)
{
    struct pipe_fixture *f = *state;
    if (!f->screen->is_format_supported(f->screen, PIPE_FORMAT_DXT1_RGBA, PIPE_TEXTURE_2D, 0,
                                        PIPE_BIND_SAMPLER_VIEW))
        skip();
    /* One DXT1 block: both colours are red, and all texels have index 0. */
    static const uint8_t block[8] = {0x00, 0xf8, 0x00, 0xf8, 0, 0, 0, 0};
    struct pipe_resource *src = fixture_texture(f, PIPE_TEXTURE_2D, PIPE_FORMAT_DXT1_RGBA, 4, 4, 1);
    struct pipe_resource *dst =
        fixture_texture(f, PIPE_TEXTURE_2D, PIPE_FORMAT_R8G8B8A8_UNORM, 8, 8, 1);
    struct pipe_box all = fixture_box(0, 0, 0, 4, 4, 1);
    fixture_write(f, src, 0, &all, block);
    struct pipe_blit_info info = make_blit(dst, fixture_box(0, 0, 0, 8, 8, 1), src, all);
    f->pipe->blit(f->pipe, &info);
    assert_int_equal(fixture_texel32(f, dst, 7, 7, 0), 0xff0000ff);
    pipe_resource_reference(&src, NULL);
    pipe_resource_reference(&dst, NULL);
}

static void test_layers_and_slices(void **state)
{
    struct pipe_fixture *f = *state;
    static const struct {
        enum pipe_texture_target dst, src;
        int dz, dn, sz, sn;
    } cases[] = {
        {PIPE_TEXTURE_2D_ARRAY, PIPE_TEXTURE_2D_ARRAY, 1, 4, 2, 4},
        {PIPE_TEXTURE_3D, PIPE_TEXTURE_2D_ARRAY, 0, 5, 1, 5},
        {PIPE_TEXTURE_2D_ARRAY, PIPE_TEXTURE_3D, 2, 3, 0, 3},
        {PIPE_TEXTURE_3D, PIPE_TEXTURE_3D, 0, 6, 1, 3},
        {PIPE_TEXTURE_3D, PIPE_TEXTURE_3D, 1, 2, 6,
         -6}, /* depths chosen so that no sample lies between two slices */
        {PIPE_TEXTURE_1D_ARRAY, PIPE_TEXTURE_1D_ARRAY, 0, 6, 0, 6},
    };
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        for (unsigned drawn = 0; drawn < 2; drawn++) {
            int h = cases[i].dst == PIPE_TEXTURE_1D_ARRAY ? 1 : H;
            struct pipe_resource *src =
                noise_texture(f, cases[i].src, PIPE_FORMAT_R8G8B8A8_UNORM, 6, 1);
            struct pipe_resource *dst =
                noise_texture(f, cases[i].dst, PIPE_FORMAT_R8G8B8A8_UNORM, 6, 2);
            uint32_t *before = (uint32_t *)(void *)read_all(f, dst);
            uint32_t *from = (uint32_t *)(void *)read_all(f, src);
            struct pipe_blit_info info =
                make_blit(dst, fixture_box(0, 0, cases[i].dz, W, h, cases[i].dn), src,
                          fixture_box(0, 0, cases[i].sz, W, h, cases[i].sn));
            info.scissor_enable = drawn != 0;
            info.scissor = (struct pipe_scissor_state){.minx = 1, .maxx = W, .maxy = (uint16_t)h};
            f->pipe->blit(f->pipe, &info);
            uint32_t *after = (uint32_t *)(void *)read_all(f, dst);
            for (int z = 0; z < 6; z++) {
                for (int p = (int)drawn; p < W * h; p++) {
                    uint32_t expected = before[z * W * h + p];
                    if (inside(z, cases[i].dz, cases[i].dn) && (!drawn || p % W >= 1)) {
                        int sz =
                            map_nearest(z, cases[i].dz, cases[i].dn, cases[i].sz, cases[i].sn, 6);
                        expected = from[sz * W * h + p];
                    }
                    if (after[z * W * h + p] != expected)
                        fail_msg("case %zu, drawn %u: layer %d, pixel %d", i, drawn, z, p);
                }
            }
            free(before);
            free(from);
            free(after);
            pipe_resource_reference(&src, NULL);
            pipe_resource_reference(&dst, NULL);
        }
    }
}

/* Returns whether a pixel equals one of four texels. At half size, these four texels meet at the
 * pixel's centre, so that any of them is nearest. */
static bool is_one_of_four(uint32_t pixel, const uint32_t *texels, uint32_t bits)
{
    static const unsigned at[] = {0, 1, W, W + 1};
    for (unsigned i = 0; i < 4; i++) {
        if (!((pixel ^ texels[at[i]]) & bits))
            return true;
    }
    return false;
}

static void test_within_one_texture(void **state)
{
    struct pipe_fixture *f = *state;
    struct pipe_resource t = fixture_template(PIPE_TEXTURE_2D, PIPE_FORMAT_R8G8B8A8_UNORM, W, H, 1);
    t.last_level = 2;
    struct pipe_resource *res = fixture_create(f, &t);
    uint32_t texels[W * H];
    fixture_noise(1, texels, sizeof(texels));
    struct pipe_box all = fixture_box(0, 0, 0, W, H, 1);
    fixture_write(f, res, 0, &all, texels);

    /* Blits a level to the next smaller level, as for mipmaps. With the second mask, the blit
     * cannot be a copy, so it is a draw. */
    static const unsigned masks[] = {PIPE_MASK_RGBA, PIPE_MASK_R | PIPE_MASK_G | PIPE_MASK_B};
    for (unsigned m = 0; m < 2; m++) {
        unsigned mask = masks[m];
        struct pipe_blit_info info =
            make_blit(res, fixture_box(0, 0, 0, W / 2, H / 2, 1), res, all);
        info.dst.level = 1;
        info.mask = mask;
        f->pipe->blit(f->pipe, &info);
        uint32_t bits = mask == PIPE_MASK_RGBA ? 0xffffffff : 0x00ffffff;
        struct pipe_box half = fixture_box(0, 0, 0, W / 2, H / 2, 1);
        uint32_t *level = (uint32_t *)(void *)fixture_read(f, res, 1, &half);
        for (int y = 0; y < H / 2; y++) {
            for (int x = 0; x < W / 2; x++)
                if (!is_one_of_four(level[y * (W / 2) + x], texels + 2 * (y * W + x), bits))
                    fail_msg("mask 0x%x, pixel %d,%d: %08x", mask, x, y, level[y * (W / 2) + x]);
        }
        free(level);
    }

    /* Source and destination boxes overlap in one level: the blit must read the contents from
     * before the blit. */
    struct pipe_blit_info info =
        make_blit(res, fixture_box(0, 0, 0, W, H, 1), res, fixture_box(W, 0, 0, -W, H, 1));
    f->pipe->blit(f->pipe, &info);
    uint32_t *mirrored = (uint32_t *)(void *)fixture_read(f, res, 0, &all);
    for (int y = 0; y < H; y++) {
        for (int x = 0; x < W; x++)
            assert_int_equal(mirrored[y * W + x], texels[y * W + (W - 1 - x)]);
    }
    free(mirrored);
    pipe_resource_reference(&res, NULL);
}

static void test_alpha_blend(void **state)
{
    struct pipe_fixture *f = *state;
    static const uint8_t over[4] = {255, 0, 0, 51}, under[4] = {0, 255, 0, 255};
    struct pipe_resource *src =
        fixture_texture(f, PIPE_TEXTURE_2D, PIPE_FORMAT_R8G8B8A8_UNORM, 1, 1, 1);
    struct pipe_resource *dst =
        fixture_texture(f, PIPE_TEXTURE_2D, PIPE_FORMAT_R8G8B8A8_UNORM, 1, 1, 1);
    struct pipe_box one = fixture_box(0, 0, 0, 1, 1, 1);
    fixture_write(f, src, 0, &one, over);
    fixture_write(f, dst, 0, &one, under);
    struct pipe_blit_info info = make_blit(dst, one, src, one);
    info.alpha_blend = TRUE;
    f->pipe->blit(f->pipe, &info);
    uint32_t texel = fixture_texel32(f, dst, 0, 0, 0);
    assert_in_range(texel & 0xff, 50, 52);
    assert_in_range(texel >> 8 & 0xff, 203, 205);
    pipe_resource_reference(&src, NULL);
    pipe_resource_reference(&dst, NULL);
}

static void test_nonsense_is_ignored(void **state)
{
    struct pipe_fixture *f = *state;
    struct pipe_resource *a =
        fixture_texture(f, PIPE_TEXTURE_2D, PIPE_FORMAT_R8G8B8A8_UNORM, 16, 16, 1);
    struct pipe_resource *b = noise_texture(f, PIPE_TEXTURE_2D, PIPE_FORMAT_R8G8B8A8_UINT, 1, 1);
    struct pipe_resource *z =
        fixture_texture(f, PIPE_TEXTURE_2D, PIPE_FORMAT_Z24_UNORM_S8_UINT, 16, 16, 1);
    struct pipe_resource *buffer = fixture_buffer(f, 4096, PIPE_USAGE_DEFAULT, 0);
    const struct pipe_box box = fixture_box(0, 0, 0, 16, 16, 1);
    struct pipe_resource *const sources[] = {b, z, buffer};
    for (unsigned i = 0; i < 3; i++) {
        struct pipe_blit_info info = make_blit(a, box, sources[i], box);
        f->pipe->blit(f->pipe, &info);
        info = make_blit(sources[i], box, a, box);
        f->pipe->blit(f->pipe, &info);
    }
    struct pipe_blit_info info = make_blit(a, box, a, box);
    info.src.level = 3;
    f->pipe->blit(f->pipe, &info);
    info = make_blit(a, box, b, fixture_box(INT32_MIN, 0, 0, INT32_MAX, INT32_MIN, 1));
    f->pipe->blit(f->pipe, &info);
    info = make_blit(a, fixture_box(0, 0, 0, 0, 16, 1), b, box);
    f->pipe->blit(f->pipe, &info);
    info = make_blit(a, box, b, box);
    info.dst.format = PIPE_FORMAT_DXT1_RGB;
    f->pipe->blit(f->pipe, &info);
    info.dst.format = (enum pipe_format)100000;
    f->pipe->blit(f->pipe, &info);
    assert_int_equal(fixture_texel32(f, a, 5, 5, 0), 0);
    pipe_resource_reference(&a, NULL);
    pipe_resource_reference(&b, NULL);
    pipe_resource_reference(&z, NULL);
    pipe_resource_reference(&buffer, NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_rectangles),        cmocka_unit_test(test_linear),
        cmocka_unit_test(test_conversions),       cmocka_unit_test(test_compressed_source),
        cmocka_unit_test(test_layers_and_slices), cmocka_unit_test(test_within_one_texture),
        cmocka_unit_test(test_alpha_blend),       cmocka_unit_test(test_nonsense_is_ignored),
    };
    return cmocka_run_group_tests(tests, pipe_fixture_setup, pipe_fixture_teardown);
}
