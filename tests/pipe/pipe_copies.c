/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* resource_copy_region must copy bits unchanged between all formats with blocks of equal size. */
#include "pipe_fixture.h"

#include <stdlib.h>
#include <string.h>

/* Writes noise to a level, and returns the same bytes. */
static uint8_t *fill(struct pipe_fixture *f, struct pipe_resource *res, unsigned level,
                     uint32_t seed)
{
    struct pipe_box box = fixture_level_box(res, level);
    size_t size_B = fixture_box_size(res, &box);
    uint8_t *data = malloc(size_B);
    fixture_noise(seed, data, size_B);
    fixture_write(f, res, level, &box, data);
    return data;
}

static void test_buffers(void **state)
{
    struct pipe_fixture *f = *state;
    struct pipe_resource *a = fixture_buffer(f, 1000, PIPE_USAGE_DEFAULT, 0);
    struct pipe_resource *b = fixture_buffer(f, 1000, PIPE_USAGE_STREAM, 0);
    uint8_t *data = fill(f, a, 0, 1);
    struct pipe_box part = fixture_box(33, 0, 0, 501, 1, 1);
    f->pipe->resource_copy_region(f->pipe, b, 0, 77, 0, 0, a, 0, &part);
    struct pipe_box there = fixture_box(77, 0, 0, 501, 1, 1);
    uint8_t *back = fixture_read(f, b, 0, &there);
    fixture_expect_bytes(data + 33, back, 501, "copy");
    free(back);

    /* Overlapping copies within one buffer must work as if the source was read completely first. */
    f->pipe->resource_copy_region(f->pipe, a, 0, 133, 0, 0, a, 0, &part);
    struct pipe_box moved = fixture_box(133, 0, 0, 501, 1, 1);
    back = fixture_read(f, a, 0, &moved);
    fixture_expect_bytes(data + 33, back, 501, "overlap");
    free(back);

    /* A copy that extends past the buffer's end must do nothing. */
    struct pipe_box all = fixture_box(0, 0, 0, 1000, 1, 1);
    f->pipe->resource_copy_region(f->pipe, b, 0, 1, 0, 0, a, 0, &all);
    struct pipe_box head = fixture_box(0, 0, 0, 77, 1, 1);
    back = fixture_read(f, b, 0, &head);
    for (unsigned i = 0; i < 77; i++)
        assert_int_equal(back[i], 0);
    free(back);
    free(data);
    pipe_resource_reference(&a, NULL);
    pipe_resource_reference(&b, NULL);
}

struct side {
    enum pipe_texture_target target;
    enum pipe_format format;
    unsigned width, height, depth;
    int x, y, z;
};

/* Copies a box of blocks and compares the destination. */
static void check_pair(struct pipe_fixture *f, const struct side *d, const struct side *s,
                       int width, int height, int depth)
{
    struct pipe_resource *dst =
        fixture_texture(f, d->target, d->format, d->width, d->height, d->depth);
    struct pipe_resource *src =
        fixture_texture(f, s->target, s->format, s->width, s->height, s->depth);
    free(fill(f, src, 0, 11));
    free(fill(f, dst, 0, 12));
    struct pipe_box from = fixture_box(s->x, s->y, s->z, width, height, depth);
    f->pipe->resource_copy_region(f->pipe, dst, 0, (unsigned)d->x, (unsigned)d->y, (unsigned)d->z,
                                  src, 0, &from);
    int bw = (int)util_format_get_nblocksx(s->format, (unsigned)width) *
             (int)util_format_get_blockwidth(d->format);
    int bh = (int)util_format_get_nblocksy(s->format, (unsigned)height) *
             (int)util_format_get_blockheight(d->format);
    struct pipe_box to = fixture_box(d->x, d->y, d->z, bw, bh, depth);
    uint8_t *expected = fixture_read(f, src, 0, &from);
    uint8_t *actual = fixture_read(f, dst, 0, &to);
    fixture_expect_bytes(expected, actual, fixture_box_size(src, &from),
                         util_format_name(d->format));
    free(actual);
    free(expected);
    pipe_resource_reference(&dst, NULL);
    pipe_resource_reference(&src, NULL);
}

static void test_textures(void **state)
{
    struct pipe_fixture *f = *state;
    const enum pipe_format rgba = PIPE_FORMAT_R8G8B8A8_UNORM, r32 = PIPE_FORMAT_R32_UINT;
    static const struct {
        enum pipe_texture_target target;
        unsigned width, height, depth;
    } shapes[] = {
        {PIPE_TEXTURE_2D, 32, 32, 1},   {PIPE_TEXTURE_2D_ARRAY, 32, 32, 6},
        {PIPE_TEXTURE_3D, 32, 32, 6},   {PIPE_TEXTURE_CUBE, 32, 32, 6},
        {PIPE_TEXTURE_RECT, 32, 32, 1},
    };
    const unsigned num = sizeof(shapes) / sizeof(shapes[0]);
    for (unsigned i = 0; i < num; i++) {
        for (unsigned j = 0; j < num; j++) {
            int depth = shapes[i].depth < shapes[j].depth ? 1 : (int)shapes[j].depth;
            if (depth > 1)
                depth -= 2;
            const struct side d = {shapes[i].target, rgba, 32, 32,
                                   shapes[i].depth,  3,    5,  depth > 1 ? 2 : 0};
            const struct side s = {shapes[j].target, r32, 32, 32,
                                   shapes[j].depth,  7,   1,  depth > 1 ? 1 : 0};
            check_pair(f, &d, &s, 17, 21, depth);
        }
    }
    const struct side line = {PIPE_TEXTURE_1D_ARRAY, rgba, 32, 1, 4, 2, 0, 1};
    const struct side line2 = {PIPE_TEXTURE_1D, rgba, 32, 1, 1, 4, 0, 0};
    const struct side plane = {PIPE_TEXTURE_2D, rgba, 32, 8, 1, 9, 3, 0};
    check_pair(f, &line, &line2, 11, 1, 1);
    check_pair(f, &plane, &line, 11, 1, 1);
    check_pair(f, &line, &plane, 11, 1, 1);
}

static void test_blocks_and_texels(void **state)
{
    struct pipe_fixture *f = *state;
    if (!f->screen->is_format_supported(f->screen, PIPE_FORMAT_DXT5_RGBA, PIPE_TEXTURE_2D, 0,
                                        PIPE_BIND_SAMPLER_VIEW))
        skip();
    const struct side blocks = {PIPE_TEXTURE_2D, PIPE_FORMAT_DXT5_RGBA, 64, 64, 1, 8, 12, 0};
    const struct side other = {PIPE_TEXTURE_2D, PIPE_FORMAT_DXT5_SRGBA, 64, 64, 1, 20, 0, 0};
    const struct side words = {PIPE_TEXTURE_2D, PIPE_FORMAT_R32G32B32A32_UINT, 32, 32, 1, 3, 4, 0};
    check_pair(f, &blocks, &other, 16, 20, 1);
    check_pair(f, &words, &blocks, 16, 20, 1);
    check_pair(f, &blocks, &words, 4, 5, 1);
}

static void test_depth(void **state)
{
    struct pipe_fixture *f = *state;
    const struct side zs = {PIPE_TEXTURE_2D, PIPE_FORMAT_Z24_UNORM_S8_UINT, 32, 32, 1, 1, 2, 0};
    const struct side zs2 = {PIPE_TEXTURE_2D, PIPE_FORMAT_Z24_UNORM_S8_UINT, 16, 64, 1, 0, 9, 0};
    const struct side word = {PIPE_TEXTURE_2D, PIPE_FORMAT_R32_UINT, 32, 32, 1, 8, 8, 0};
    check_pair(f, &zs, &zs2, 13, 14, 1);
    check_pair(f, &word, &zs, 13, 14, 1);
    check_pair(f, &zs, &word, 13, 14, 1);
}

static void test_levels_of_one_texture(void **state)
{
    struct pipe_fixture *f = *state;
    struct pipe_resource t =
        fixture_template(PIPE_TEXTURE_2D, PIPE_FORMAT_R8G8B8A8_UNORM, 64, 64, 1);
    t.last_level = 3;
    struct pipe_resource *res = fixture_create(f, &t);
    free(fill(f, res, 0, 3));
    struct pipe_box from = fixture_box(5, 6, 0, 16, 16, 1);
    f->pipe->resource_copy_region(f->pipe, res, 1, 8, 8, 0, res, 0, &from);
    struct pipe_box to = fixture_box(8, 8, 0, 16, 16, 1);
    uint8_t *expected = fixture_read(f, res, 0, &from), *actual = fixture_read(f, res, 1, &to);
    fixture_expect_bytes(expected, actual, 16 * 16 * 4, "level");
    free(actual);

    /* Overlapping copies within one level must work as if the source was read completely first. */
    f->pipe->resource_copy_region(f->pipe, res, 0, 9, 9, 0, res, 0, &from);
    struct pipe_box moved = fixture_box(9, 9, 0, 16, 16, 1);
    actual = fixture_read(f, res, 0, &moved);
    fixture_expect_bytes(expected, actual, 16 * 16 * 4, "overlap");
    free(actual);
    free(expected);
    pipe_resource_reference(&res, NULL);
}

static void test_impossible_is_ignored(void **state)
{
    struct pipe_fixture *f = *state;
    struct pipe_resource *a =
        fixture_texture(f, PIPE_TEXTURE_2D, PIPE_FORMAT_R8G8B8A8_UNORM, 16, 16, 1);
    struct pipe_resource *b = fixture_texture(f, PIPE_TEXTURE_2D, PIPE_FORMAT_R8_UNORM, 16, 16, 1);
    struct pipe_resource *c = fixture_buffer(f, 4096, PIPE_USAGE_DEFAULT, 0);
    struct pipe_box box = fixture_box(0, 0, 0, 16, 16, 1);
    f->pipe->resource_copy_region(f->pipe, a, 0, 0, 0, 0, b, 0, &box);
    f->pipe->resource_copy_region(f->pipe, a, 0, 0, 0, 0, c, 0, &box);
    f->pipe->resource_copy_region(f->pipe, a, 1, 0, 0, 0, a, 0, &box);
    f->pipe->resource_copy_region(f->pipe, a, 0, 1, 0, 0, a, 0, &box);
    f->pipe->resource_copy_region(f->pipe, a, 0, 0xffffffff, 0, 0, a, 0, &box);
    box.width = -16;
    f->pipe->resource_copy_region(f->pipe, a, 0, 0, 0, 0, a, 0, &box);
    assert_int_equal(fixture_texel32(f, a, 3, 3, 0), 0);
    pipe_resource_reference(&a, NULL);
    pipe_resource_reference(&b, NULL);
    pipe_resource_reference(&c, NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_buffers),
        cmocka_unit_test(test_textures),
        cmocka_unit_test(test_blocks_and_texels),
        cmocka_unit_test(test_depth),
        cmocka_unit_test(test_levels_of_one_texture),
        cmocka_unit_test(test_impossible_is_ignored),
    };
    return cmocka_run_group_tests(tests, pipe_fixture_setup, pipe_fixture_teardown);
}
