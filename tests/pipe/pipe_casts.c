/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Samples, renders to and blits plain formats as other plain formats with texels of equal size. */
#include <stdlib.h>
#include <string.h>

#include "pipe_sample.h"
#include "pipe_texel.h"
#include "pipe_values.h"

enum {
    SIZE = 4,
    NUM = SIZE * SIZE
};

static bool supports(struct pipe_fixture *f, enum pipe_format format, unsigned bind)
{
    return f->screen->is_format_supported(f->screen, format, PIPE_TEXTURE_2D, 0, bind);
}

/* Returns whether a format can be cast at all. */
static bool is_plain(struct pipe_fixture *f, enum pipe_format format, unsigned bind)
{
    const struct util_format_description *desc = util_format_description(format);
    return desc && texel_known(format) && !util_format_is_compressed(format) &&
           !values_is_zs(format) && supports(f, format, bind);
}

static void check_view(struct dots *d, enum pipe_format stored, enum pipe_format seen)
{
    unsigned block_B = util_format_get_blocksize(stored);
    uint8_t data[16 * NUM];
    fixture_noise((uint32_t)stored, data, block_B * NUM);
    texel_tame(seen, data, block_B * NUM);
    struct pipe_resource *res = fixture_texture(d->f, PIPE_TEXTURE_2D, stored, SIZE, SIZE, 1);
    struct pipe_box all = fixture_level_box(res, 0);
    fixture_write(d->f, res, 0, &all, data);
    dots_value coords[NUM] = {{0}};
    for (unsigned i = 0; i < NUM; i++) {
        coords[i][0] = i % SIZE;
        coords[i][1] = i / SIZE;
    }
    struct pipe_sampler_view view = sample_view(res);
    view.format = seen;
    dots_value *values =
        dots_lookup(d, res, &view, "TXF", "2D", values_type(seen), (const dots_value *)coords, NUM);
    for (unsigned i = 0; i < NUM; i++) {
        double expected[4];
        texel_decode(seen, data + i * block_B, 0, 0, expected);
        if (!values_expect_texel(seen, util_format_short_name(stored), i, expected, values[i]))
            break;
    }
    free(values);
    pipe_resource_reference(&res, NULL);
}

static void check_surface(struct dots *d, enum pipe_format stored, enum pipe_format drawn)
{
    double written[NUM][4];
    dots_value words[NUM];
    values_fill(drawn, NUM, false, written, words);
    struct pipe_resource *res = fixture_texture(d->f, PIPE_TEXTURE_2D, stored, SIZE, SIZE, 1);
    struct pipe_surface *surface = fixture_surface(d->f, res, drawn, 0, 0, 0);
    dots_draw(
        d, &(struct dots_draw){.color = surface, .values = (const dots_value *)words, .num = NUM});
    struct pipe_box all = fixture_level_box(res, 0);
    uint8_t *data = fixture_read(d->f, res, 0, &all);
    for (unsigned i = 0; i < NUM; i++) {
        double actual[4];
        texel_decode(drawn, data + i * util_format_get_blocksize(drawn), 0, 0, actual);
        if (!values_expect_stored(drawn, util_format_short_name(stored), i, 1, written[i], actual))
            break;
    }
    free(data);
    pipe_surface_reference(&surface, NULL);
    pipe_resource_reference(&res, NULL);
}

/* Blits with source and destination both viewed in another format. The blit is mirrored, so that it
 * cannot be a copy. */
static void check_blit(struct dots *d, enum pipe_format stored, enum pipe_format cast)
{
    unsigned block_B = util_format_get_blocksize(stored);
    uint8_t data[16 * NUM];
    fixture_noise((uint32_t)stored, data, block_B * NUM);
    texel_tame(cast, data, block_B * NUM);
    struct pipe_resource *src = fixture_texture(d->f, PIPE_TEXTURE_2D, stored, SIZE, SIZE, 1);
    struct pipe_resource *dst = fixture_texture(d->f, PIPE_TEXTURE_2D, stored, SIZE, SIZE, 1);
    struct pipe_box all = fixture_level_box(src, 0);
    fixture_write(d->f, src, 0, &all, data);
    const struct pipe_blit_info info = {
        .src = {.resource = src,
                .format = cast,
                .box = {.x = SIZE, .width = -SIZE, .height = SIZE, .depth = 1}},
        .dst = {.resource = dst, .format = cast, .box = all},
        .mask = PIPE_MASK_RGBA,
        .filter = PIPE_TEX_FILTER_NEAREST,
    };
    d->f->pipe->blit(d->f->pipe, &info);
    uint8_t *back = fixture_read(d->f, dst, 0, &all);
    for (unsigned i = 0; i < NUM; i++) {
        double expected[4], actual[4];
        texel_decode(cast, data + (i / SIZE * SIZE + SIZE - 1 - i % SIZE) * block_B, 0, 0,
                     expected);
        texel_decode(cast, back + i * block_B, 0, 0, actual);
        if (!values_expect_stored(cast, util_format_short_name(stored), i, 1, expected, actual))
            break;
    }
    free(back);
    pipe_resource_reference(&src, NULL);
    pipe_resource_reference(&dst, NULL);
}

enum {
    STEP = 37 /* tests one pair in 37, so that every format is paired with several others */
};

static void check_pairs(struct pipe_fixture *f, unsigned bind,
                        void (*check)(struct dots *d, enum pipe_format stored,
                                      enum pipe_format cast))
{
    struct dots d;
    unsigned num = 0, at = 0;
    values_num_wrong = 0;
    dots_init(&d, f);
    for (unsigned i = 1; i < PIPE_FORMAT_COUNT; i++) {
        for (unsigned k = 1; k < PIPE_FORMAT_COUNT; k++) {
            enum pipe_format a = (enum pipe_format)i, b = (enum pipe_format)k;
            if (i == k || !is_plain(f, a, bind) || !is_plain(f, b, bind) ||
                util_format_get_blocksize(a) != util_format_get_blocksize(b) || at++ % STEP)
                continue;
            check(&d, a, b);
            num++;
        }
    }
    print_message("%u pairs\n", num);
    assert_true(num > 20);
    dots_finish(&d);
    assert_int_equal(values_num_wrong, 0);
}

static void test_views(void **state)
{
    check_pairs(*state, PIPE_BIND_SAMPLER_VIEW, check_view);
}

static void test_surfaces(void **state)
{
    check_pairs(*state, PIPE_BIND_RENDER_TARGET, check_surface);
}

static void test_blits(void **state)
{
    check_pairs(*state, PIPE_BIND_RENDER_TARGET | PIPE_BIND_SAMPLER_VIEW, check_blit);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_views),
        cmocka_unit_test(test_surfaces),
        cmocka_unit_test(test_blits),
    };
    return cmocka_run_group_tests(tests, pipe_fixture_setup, pipe_fixture_teardown);
}
