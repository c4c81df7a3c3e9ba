/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Maps of multisampled textures, which contain the resolved pixels, and maps of compressed blocks.
 */
#include "pipe_fixture.h"

#include <stdlib.h>
#include <string.h>

enum {
    WIDTH = 12,
    HEIGHT = 10,
    TEXELS = WIDTH * HEIGHT,
};

static unsigned most_samples(struct pipe_fixture *f, enum pipe_format format, unsigned bind)
{
    for (unsigned samples = 8; samples > 1; samples /= 2) {
        if (f->screen->is_format_supported(f->screen, format, PIPE_TEXTURE_2D, samples, bind))
            return samples;
    }
    return 0;
}

static struct pipe_resource *create(struct pipe_fixture *f, enum pipe_format format,
                                    unsigned layers, unsigned bind, unsigned samples)
{
    struct pipe_resource templ = fixture_template(
        layers > 1 ? PIPE_TEXTURE_2D_ARRAY : PIPE_TEXTURE_2D, format, WIDTH, HEIGHT, layers);
    templ.bind = bind;
    templ.nr_samples = (uint8_t)samples;
    return fixture_create(f, &templ);
}

/* Compares texels. Shaders transfer depth as floats, so the last bits of the depth may differ. */
static void expect_texels(enum pipe_format format, const uint32_t *expected, const uint8_t *back,
                          unsigned num)
{
    if (format != PIPE_FORMAT_Z24_UNORM_S8_UINT) {
        fixture_expect_bytes(expected, back, num * 4, util_format_name(format));
        return;
    }
    for (unsigned i = 0; i < num; i++) {
        uint32_t texel;
        memcpy(&texel, back + i * 4, 4);
        int off = (int)(texel & 0xffffff) - (int)(expected[i] & 0xffffff);
        if (off < -8 || off > 8 || texel >> 24 != expected[i] >> 24)
            fail_msg("texel %u is 0x%08x, not 0x%08x", i, texel, expected[i]);
    }
}

/* Writes the whole texture, then boxes, by inline writes, maps and flushed maps; checks the texels.
 * A write sets every sample, so a resolve returns the written texel. */
static void roundtrip(struct pipe_fixture *f, enum pipe_format format, unsigned layers,
                      unsigned bind, unsigned samples)
{
    struct pipe_resource *res = create(f, format, layers, bind, samples);
    struct pipe_box all = fixture_level_box(res, 0);
    struct pipe_box box = fixture_box(3, 2, (int)layers - 1, 6, 5, 1);
    struct pipe_box part = fixture_box(1, 1, 0, 2, 3, 1);
    uint32_t expected[2 * TEXELS];
    fixture_noise(41, expected, sizeof(expected));
    fixture_write(f, res, 0, &all, expected);
    uint8_t *back = fixture_read(f, res, 0, &all);
    expect_texels(format, expected, back, layers * TEXELS);
    free(back);

    uint32_t *layer = expected + (layers - 1) * TEXELS;
    for (unsigned flushed = 0; flushed < 2; flushed++) {
        struct pipe_transfer *t;
        uint8_t *rows = f->pipe->transfer_map(
            f->pipe, res, 0, PIPE_TRANSFER_WRITE | (flushed ? PIPE_TRANSFER_FLUSH_EXPLICIT : 0),
            &box, &t);
        assert_non_null(rows);
        /* Texels that are not written keep their values. */
        for (unsigned y = 1; y < 4; y++) {
            memset(rows + y * t->stride + 4, 0x33 + (int)flushed, 8);
            memset(&layer[(2 + y) * WIDTH + 4], 0x33 + (int)flushed, 8);
        }
        if (flushed) {
            memset(rows + 4 * t->stride, 0x99, 24); /* not flushed */
            f->pipe->transfer_flush_region(f->pipe, t, &part);
        }
        f->pipe->transfer_unmap(f->pipe, t);
        back = fixture_read(f, res, 0, &all);
        expect_texels(format, expected, back, layers * TEXELS);
        free(back);
    }
    pipe_resource_reference(&res, NULL);
}

static void test_samples(void **state)
{
    struct pipe_fixture *f = *state;
    static const struct {
        enum pipe_format format;
        unsigned bind;
    } formats[] = {
        {PIPE_FORMAT_R8G8B8A8_UNORM, PIPE_BIND_RENDER_TARGET | PIPE_BIND_SAMPLER_VIEW},
        {PIPE_FORMAT_R16G16_UINT, PIPE_BIND_RENDER_TARGET | PIPE_BIND_SAMPLER_VIEW},
        {PIPE_FORMAT_Z24_UNORM_S8_UINT, PIPE_BIND_DEPTH_STENCIL | PIPE_BIND_SAMPLER_VIEW},
    };
    for (size_t i = 0; i < sizeof(formats) / sizeof(formats[0]); i++) {
        unsigned samples = most_samples(f, formats[i].format, formats[i].bind);
        if (!samples)
            continue;
        for (unsigned layers = 1; layers <= 2; layers++)
            roundtrip(f, formats[i].format, layers, formats[i].bind, samples);
    }
}

/* Writes the stencil aspect of a multisampled texture; checks that depth is unchanged. */
static void test_samples_of_stencil(void **state)
{
    struct pipe_fixture *f = *state;
    const enum pipe_format format = PIPE_FORMAT_Z24_UNORM_S8_UINT;
    const unsigned bind = PIPE_BIND_DEPTH_STENCIL | PIPE_BIND_SAMPLER_VIEW;
    unsigned samples = most_samples(f, format, bind);
    if (!samples)
        skip();
    struct pipe_resource *res = create(f, format, 1, bind, samples);
    struct pipe_box all = fixture_level_box(res, 0);
    uint32_t expected[TEXELS];
    fixture_noise(42, expected, sizeof(expected));
    fixture_write(f, res, 0, &all, expected);
    struct pipe_transfer *t;
    uint8_t *rows = f->pipe->transfer_map(
        f->pipe, res, 0, PIPE_TRANSFER_READ_WRITE | PIPE_TRANSFER_STENCIL_ONLY, &all, &t);
    assert_non_null(rows);
    for (unsigned y = 0; y < HEIGHT; y++) {
        for (unsigned x = 0; x < WIDTH; x++) {
            uint32_t *texel = &expected[y * WIDTH + x];
            assert_int_equal(rows[y * t->stride + x], *texel >> 24);
            rows[y * t->stride + x] = (uint8_t)(x * y);
            *texel = (*texel & 0xffffff) | (x * y & 0xff) << 24;
        }
    }
    f->pipe->transfer_unmap(f->pipe, t);
    uint8_t *back = fixture_read(f, res, 0, &all);
    expect_texels(format, expected, back, TEXELS);
    free(back);
    pipe_resource_reference(&res, NULL);
}

static void test_samples_refuse(void **state)
{
    struct pipe_fixture *f = *state;
    const unsigned bind = PIPE_BIND_RENDER_TARGET | PIPE_BIND_SAMPLER_VIEW;
    unsigned samples = most_samples(f, PIPE_FORMAT_R8G8B8A8_UNORM, bind);
    if (!samples)
        skip();
    struct pipe_resource *res = create(f, PIPE_FORMAT_R8G8B8A8_UNORM, 1, bind, samples);
    struct pipe_transfer *t;
    struct pipe_box boxes[] = {fixture_box(0, 0, 0, WIDTH + 1, 1, 1), fixture_box(0, 0, 1, 1, 1, 1),
                               fixture_box(0, 0, 0, 1, 1, 2)};
    for (unsigned i = 0; i < 3; i++)
        assert_null(f->pipe->transfer_map(f->pipe, res, 0, PIPE_TRANSFER_READ, &boxes[i], &t));
    struct pipe_box box = fixture_box(0, 0, 0, 1, 1, 1);
    assert_null(f->pipe->transfer_map(f->pipe, res, 1, PIPE_TRANSFER_READ, &box, &t));
    assert_null(f->pipe->transfer_map(f->pipe, res, 0,
                                      PIPE_TRANSFER_READ | PIPE_TRANSFER_MAP_DIRECTLY, &box, &t));
    pipe_resource_reference(&res, NULL);
}

/* Maps boxes of whole blocks on every level, where the level's edge cuts the last blocks; checks
 * the bytes. */
static void test_compressed_boxes(void **state)
{
    struct pipe_fixture *f = *state;
    static const enum pipe_format formats[] = {PIPE_FORMAT_DXT1_RGBA, PIPE_FORMAT_DXT5_RGBA,
                                               PIPE_FORMAT_RGTC1_UNORM, PIPE_FORMAT_BPTC_RGBA_UNORM,
                                               PIPE_FORMAT_ETC2_RGB8};
    for (size_t i = 0; i < sizeof(formats) / sizeof(formats[0]); i++) {
        if (!f->screen->is_format_supported(f->screen, formats[i], PIPE_TEXTURE_2D_ARRAY, 0,
                                            PIPE_BIND_SAMPLER_VIEW))
            continue;
        struct pipe_resource templ = fixture_template(PIPE_TEXTURE_2D_ARRAY, formats[i], 22, 18, 3);
        templ.last_level = 2;
        struct pipe_resource *res = fixture_create(f, &templ);
        unsigned block_B = util_format_get_blocksize(formats[i]);
        struct pipe_box all = fixture_level_box(res, 0);
        size_t size_B = fixture_box_size(res, &all);
        uint8_t *expected = malloc(size_B);
        fixture_noise((uint32_t)i, expected, size_B);
        fixture_write(f, res, 0, &all, expected);
        struct pipe_box box = fixture_box(8, 12, 1, 14, 6, 2);
        uint8_t *part = malloc(fixture_box_size(res, &box));
        fixture_noise((uint32_t)i + 9, part, fixture_box_size(res, &box));
        fixture_write(f, res, 0, &box, part);
        for (size_t z = 0; z < 2; z++) {
            for (size_t y = 0; y < 2; y++) /* 6 blocks in a row, 5 rows in a layer */
                memcpy(expected + (((z + 1) * 5 + 3 + y) * 6 + 2) * block_B,
                       part + (z * 2 + y) * 4 * block_B, (size_t)4 * block_B);
        }
        uint8_t *back = fixture_read(f, res, 0, &all);
        fixture_expect_bytes(expected, back, size_B, util_format_name(formats[i]));
        free(back);
        for (unsigned level = 1; level <= 2; level++) {
            struct pipe_box whole = fixture_level_box(res, level);
            fixture_write(f, res, level, &whole, expected);
            back = fixture_read(f, res, level, &whole);
            fixture_expect_bytes(expected, back, fixture_box_size(res, &whole), "level");
            free(back);
        }
        struct pipe_box off = fixture_box(2, 0, 0, 4, 4, 1), cut = fixture_box(0, 0, 0, 6, 4, 1);
        struct pipe_transfer *t;
        assert_null(f->pipe->transfer_map(f->pipe, res, 0, PIPE_TRANSFER_READ, &off, &t));
        assert_null(f->pipe->transfer_map(f->pipe, res, 0, PIPE_TRANSFER_READ, &cut, &t));
        free(part);
        free(expected);
        pipe_resource_reference(&res, NULL);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_samples),
        cmocka_unit_test(test_samples_of_stencil),
        cmocka_unit_test(test_samples_refuse),
        cmocka_unit_test(test_compressed_boxes),
    };
    return cmocka_run_group_tests_name("samples and blocks", tests, pipe_fixture_setup,
                                       pipe_fixture_teardown);
}
