/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Blits of depth, stencil and multisampled textures. The tests run with and without the device
 * features whose lack Galvan emulates. */
#include "pipe_fixture.h"

#include <stdlib.h>
#include <string.h>

enum {
    W = 24,
    H = 20
};

static void blit(struct pipe_fixture *f, struct pipe_resource *dst, struct pipe_box dst_box,
                 struct pipe_resource *src, struct pipe_box src_box, unsigned mask)
{
    struct pipe_blit_info info = {.mask = mask, .filter = PIPE_TEX_FILTER_NEAREST};
    info.dst.resource = dst;
    info.dst.box = dst_box;
    info.dst.format = dst->format;
    info.src.resource = src;
    info.src.box = src_box;
    info.src.format = src->format;
    f->pipe->blit(f->pipe, &info);
}

static struct pipe_resource *noise_zs(struct pipe_fixture *f, uint32_t seed, uint32_t texels[W * H])
{
    struct pipe_resource *res =
        fixture_texture(f, PIPE_TEXTURE_2D, PIPE_FORMAT_Z24_UNORM_S8_UINT, W, H, 1);
    struct pipe_box all = fixture_level_box(res, 0);
    fixture_noise(seed, texels, W * H * 4);
    fixture_write(f, res, 0, &all, texels);
    return res;
}

/* Returns whether two depths differ by rounding only: each draw converts the depth to a float and
 * back. */
static bool near_depth(uint32_t a, uint32_t b)
{
    uint32_t diff = (a & 0xffffff) > (b & 0xffffff) ? (a & 0xffffff) - (b & 0xffffff)
                                                    : (b & 0xffffff) - (a & 0xffffff);
    return diff <= 4;
}

static void test_aspects(void **state)
{
    struct pipe_fixture *f = *state;
    static const unsigned masks[] = {PIPE_MASK_Z, PIPE_MASK_S, PIPE_MASK_ZS};
    /* The first blit could be a copy; the second is mirrored, so it cannot be a copy. */
    for (unsigned mirrored = 0; mirrored < 2; mirrored++) {
        for (unsigned m = 0; m < 3; m++) {
            uint32_t from[W * H], before[W * H];
            struct pipe_resource *src = noise_zs(f, 1, from), *dst = noise_zs(f, 2, before);
            struct pipe_box all = fixture_level_box(src, 0);
            struct pipe_box from_box = all;
            if (mirrored) {
                from_box.y = H;
                from_box.height = -H;
            }
            blit(f, dst, all, src, from_box, masks[m]);
            uint32_t *after = (uint32_t *)(void *)fixture_read(f, dst, 0, &all);
            for (int y = 0; y < H; y++) {
                for (int x = 0; x < W; x++) {
                    uint32_t b = before[y * W + x], a = after[y * W + x];
                    uint32_t s = from[(mirrored ? H - 1 - y : y) * W + x];
                    uint32_t stencil = masks[m] & PIPE_MASK_S ? s >> 24 : b >> 24;
                    uint32_t depth = masks[m] & PIPE_MASK_Z ? s : b;
                    if (a >> 24 != stencil || !near_depth(a, depth))
                        fail_msg("mask 0x%x, mirrored %u, pixel %d,%d: %08x from %08x over %08x",
                                 masks[m], mirrored, x, y, a, s, b);
                }
            }
            free(after);
            pipe_resource_reference(&src, NULL);
            pipe_resource_reference(&dst, NULL);
        }
    }
}

static void test_formats(void **state)
{
    struct pipe_fixture *f = *state;
    uint32_t from[W * H];
    struct pipe_resource *src = noise_zs(f, 1, from);
    struct pipe_resource *dst =
        fixture_texture(f, PIPE_TEXTURE_2D, PIPE_FORMAT_Z32_FLOAT_S8X24_UINT, W, H, 1);
    struct pipe_box all = fixture_level_box(src, 0);
    blit(f, dst, all, src, all, PIPE_MASK_ZS);
    uint8_t *after = fixture_read(f, dst, 0, &all);
    for (unsigned i = 0; i < W * H; i++) {
        float depth;
        memcpy(&depth, after + i * 8, sizeof(depth));
        assert_int_equal(after[i * 8 + 4], from[i] >> 24);
        double expected = (from[i] & 0xffffff) / 16777215.0;
        assert_true(depth > expected - 1e-6 && depth < expected + 1e-6);
    }
    free(after);
    pipe_resource_reference(&src, NULL);
    pipe_resource_reference(&dst, NULL);
}

/* ---- Multisampling */

static struct pipe_resource *multisampled(struct pipe_fixture *f, enum pipe_format format)
{
    struct pipe_resource t = fixture_template(PIPE_TEXTURE_2D, format, W, H, 1);
    t.nr_samples = 4;
    if (!f->screen->is_format_supported(f->screen, format, PIPE_TEXTURE_2D, 4,
                                        PIPE_BIND_SAMPLER_VIEW))
        return NULL;
    return fixture_create(f, &t);
}

static void test_color_samples(void **state)
{
    struct pipe_fixture *f = *state;
    const enum pipe_format format = PIPE_FORMAT_R8G8B8A8_UNORM;
    struct pipe_resource *ms = multisampled(f, format), *ms2 = multisampled(f, format);
    if (!ms)
        skip();
    struct pipe_resource *src = fixture_texture(f, PIPE_TEXTURE_2D, format, W, H, 1);
    struct pipe_resource *dst = fixture_texture(f, PIPE_TEXTURE_2D, format, W, H, 1);
    struct pipe_box all = fixture_level_box(src, 0);
    uint32_t texels[W * H];
    fixture_noise(1, texels, sizeof(texels));
    fixture_write(f, src, 0, &all, texels);
    struct pipe_box mirror = fixture_box(W, 0, 0, -W, H, 1);

    /* Three blits that are not mirrored: from one sample to many, from there to another
     * multisampled texture (a copy), and back to one sample (a resolve). Then two mirrored blits,
     * which are draws: between the multisampled textures, and back to one sample. */
    blit(f, ms, all, src, all, PIPE_MASK_RGBA);
    blit(f, ms2, all, ms, all, PIPE_MASK_RGBA);
    blit(f, dst, all, ms2, all, PIPE_MASK_RGBA);
    uint8_t *back = fixture_read(f, dst, 0, &all);
    fixture_expect_bytes(texels, back, sizeof(texels), "resolved");
    free(back);

    blit(f, ms, all, ms2, mirror, PIPE_MASK_RGBA);
    blit(f, dst, all, ms, mirror, PIPE_MASK_RGBA);
    back = fixture_read(f, dst, 0, &all);
    fixture_expect_bytes(texels, back, sizeof(texels), "mirrored twice");
    free(back);
    pipe_resource_reference(&ms, NULL);
    pipe_resource_reference(&ms2, NULL);
    pipe_resource_reference(&src, NULL);
    pipe_resource_reference(&dst, NULL);
}

static void test_zs_samples(void **state)
{
    struct pipe_fixture *f = *state;
    struct pipe_resource *ms = multisampled(f, PIPE_FORMAT_Z24_UNORM_S8_UINT);
    struct pipe_resource *ms2 = multisampled(f, PIPE_FORMAT_Z24_UNORM_S8_UINT);
    if (!ms)
        skip();
    uint32_t from[W * H], before[W * H];
    struct pipe_resource *src = noise_zs(f, 1, from), *dst = noise_zs(f, 2, before);
    struct pipe_box all = fixture_level_box(src, 0);
    struct pipe_box mirror = fixture_box(0, H, 0, W, -H, 1);
    blit(f, ms, all, src, all, PIPE_MASK_ZS);
    blit(f, ms2, all, ms, mirror, PIPE_MASK_ZS);
    blit(f, dst, all, ms2, mirror, PIPE_MASK_ZS);
    uint32_t *after = (uint32_t *)(void *)fixture_read(f, dst, 0, &all);
    for (unsigned i = 0; i < W * H; i++) {
        if (after[i] >> 24 != from[i] >> 24 || !near_depth(after[i], from[i]))
            fail_msg("pixel %u: %08x, not %08x", i, after[i], from[i]);
    }
    free(after);
    pipe_resource_reference(&ms, NULL);
    pipe_resource_reference(&ms2, NULL);
    pipe_resource_reference(&src, NULL);
    pipe_resource_reference(&dst, NULL);
}

static void test_integer_samples(void **state)
{
    struct pipe_fixture *f = *state;
    const enum pipe_format format = PIPE_FORMAT_R8G8B8A8_UINT;
    struct pipe_resource *ms = multisampled(f, format);
    if (!ms)
        skip();
    struct pipe_resource *dst = fixture_texture(f, PIPE_TEXTURE_2D, format, W, H, 1);
    struct pipe_surface *surface = fixture_surface(f, ms, format, 0, 0, 0);
    const union pipe_color_union color = {.ui = {1, 2, 3, 200}};
    f->pipe->clear_render_target(f->pipe, surface, &color, 0, 0, W, H);
    struct pipe_box all = fixture_level_box(dst, 0);
    blit(f, dst, all, ms, all, PIPE_MASK_RGBA);
    assert_int_equal(fixture_texel32(f, dst, 5, 5, 0), 0xc8030201);
    pipe_surface_reference(&surface, NULL);
    pipe_resource_reference(&ms, NULL);
    pipe_resource_reference(&dst, NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_aspects),         cmocka_unit_test(test_formats),
        cmocka_unit_test(test_color_samples),   cmocka_unit_test(test_zs_samples),
        cmocka_unit_test(test_integer_samples),
    };
    return cmocka_run_group_tests(tests, pipe_fixture_setup, pipe_fixture_teardown);
}
