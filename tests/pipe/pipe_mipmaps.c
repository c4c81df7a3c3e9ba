/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* generate_mipmap for every format that supports it, every target, and ranges of levels and of
 * layers. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "pipe_texel.h"
#include "pipe_values.h"

enum {
    SIZE = 16,
    LEVELS = 5
};

static struct pipe_resource *create(struct pipe_fixture *f, enum pipe_texture_target target,
                                    enum pipe_format format, unsigned layers)
{
    struct pipe_resource t = fixture_template(target, format, SIZE, SIZE, layers);
    if (target == PIPE_TEXTURE_1D || target == PIPE_TEXTURE_1D_ARRAY)
        t.height0 = 1;
    t.last_level = LEVELS - 1;
    return fixture_create(f, &t);
}

static void read_texel(struct pipe_fixture *f, struct pipe_resource *res, unsigned level, int x,
                       int y, int z, double out_rgba[4])
{
    const struct pipe_box box = fixture_box(x, y, z, 1, 1, 1);
    uint8_t *data = fixture_read(f, res, level, &box);
    texel_decode(res->format, data, 0, 0, out_rgba);
    free(data);
}

/* Computes the average of the texels of the next larger level that a texel of this level covers. */
static void average(struct pipe_fixture *f, struct pipe_resource *res, unsigned level, int z,
                    double out_rgba[4])
{
    bool is_3d = res->target == PIPE_TEXTURE_3D;
    int rows = res->height0 >> (level - 1) > 1 ? 2 : 1;
    int slices = is_3d && res->depth0 >> (level - 1) > 1 ? 2 : 1, num = 2 * rows * slices;
    memset(out_rgba, 0, 4 * sizeof(double));
    for (int i = 0; i < num; i++) {
        double v[4];
        int slice = is_3d ? z * slices + i / (2 * rows) : z;
        read_texel(f, res, level - 1, i % 2, i / 2 % rows, slice, v);
        for (unsigned c = 0; c < 4; c++)
            out_rgba[c] += v[c] / num;
    }
}

static void check_format(struct pipe_fixture *f, enum pipe_texture_target target,
                         enum pipe_format format, unsigned layers)
{
    struct pipe_resource *res = create(f, target, format, layers);
    struct pipe_box all = fixture_level_box(res, 0);
    size_t size_B = fixture_box_size(res, &all);
    uint8_t *data = malloc(size_B);
    fixture_noise((uint32_t)format, data, size_B);
    texel_tame(format, data, size_B);
    fixture_write(f, res, 0, &all, data);
    free(data);
    unsigned last_layer = target == PIPE_TEXTURE_3D ? 0 : layers - 1;
    assert_true(f->pipe->generate_mipmap(f->pipe, res, format, 0, LEVELS - 1, 0, last_layer));
    for (unsigned level = 1; level < LEVELS; level += 3) {
        double expected[4], actual[4];
        int z = target == PIPE_TEXTURE_3D ? 0 : (int)layers - 1;
        average(f, res, level, z, expected);
        read_texel(f, res, level, 0, 0, z, actual);
        if (!values_expect_stored(format, "level", level, 4, expected, actual))
            break;
    }
    pipe_resource_reference(&res, NULL);
}

static void test_formats(void **state)
{
    struct pipe_fixture *f = *state;
    unsigned num = 0;
    values_num_wrong = 0;
    assert_int_equal(f->screen->get_param(f->screen, PIPE_CAP_GENERATE_MIPMAP), 1);
    for (unsigned i = 1; i < PIPE_FORMAT_COUNT; i++) {
        enum pipe_format format = (enum pipe_format)i;
        if (!texel_known(format) || util_format_is_pure_integer(format) || values_is_zs(format) ||
            !f->screen->is_format_supported(f->screen, format, PIPE_TEXTURE_2D, 0,
                                            PIPE_BIND_RENDER_TARGET | PIPE_BIND_SAMPLER_VIEW))
            continue;
        struct pipe_resource *probe = create(f, PIPE_TEXTURE_2D, format, 1);
        bool can = f->pipe->generate_mipmap(f->pipe, probe, format, 0, 1, 0, 0);
        pipe_resource_reference(&probe, NULL);
        if (!can)
            continue;
        check_format(f, PIPE_TEXTURE_2D, format, 1);
        num++;
    }
    print_message("%u formats\n", num);
    assert_true(num > 40);
    assert_int_equal(values_num_wrong, 0);
}

static void test_targets(void **state)
{
    static const struct {
        enum pipe_texture_target target;
        unsigned layers;
    } cases[] = {
        {PIPE_TEXTURE_1D, 1},   {PIPE_TEXTURE_1D_ARRAY, 3}, {PIPE_TEXTURE_2D_ARRAY, 4},
        {PIPE_TEXTURE_CUBE, 6}, {PIPE_TEXTURE_3D, 16},      {PIPE_TEXTURE_CUBE_ARRAY, 12},
    };
    values_num_wrong = 0;
    for (unsigned i = 0; i < sizeof(cases) / sizeof(cases[0]); i++)
        check_format(*state, cases[i].target, PIPE_FORMAT_R8G8B8A8_UNORM, cases[i].layers);
    assert_int_equal(values_num_wrong, 0);
}

/* Generates ranges of levels and layers; checks that levels and layers outside of the ranges stay.
 */
static void test_ranges(void **state)
{
    struct pipe_fixture *f = *state;
    struct pipe_resource *res = create(f, PIPE_TEXTURE_2D_ARRAY, PIPE_FORMAT_R8_UNORM, 4);
    for (unsigned level = 0; level < LEVELS; level++) {
        const uint8_t value = (uint8_t)(level + 1);
        const struct pipe_box box = fixture_level_box(res, level);
        f->pipe->clear_texture(f->pipe, res, level, &box, &value);
    }
    assert_true(f->pipe->generate_mipmap(f->pipe, res, res->format, 1, 3, 1, 2));
    for (unsigned level = 0; level < LEVELS; level++) {
        for (int z = 0; z < 4; z++) {
            bool made = (level == 2 || level == 3) && (z == 1 || z == 2);
            const struct pipe_box box = fixture_box(0, 0, z, 1, 1, 1);
            uint8_t *data = fixture_read(f, res, level, &box);
            assert_int_equal(*data, made ? 2 : level + 1);
            free(data);
        }
    }
    pipe_resource_reference(&res, NULL);
}

static void test_refusals(void **state)
{
    struct pipe_fixture *f = *state;
    struct pipe_resource *res = create(f, PIPE_TEXTURE_2D, PIPE_FORMAT_R8G8B8A8_UNORM, 1);
    struct pipe_resource *integers = create(f, PIPE_TEXTURE_2D, PIPE_FORMAT_R8G8B8A8_UINT, 1);
    struct pipe_resource *buffer = fixture_buffer(f, 64, PIPE_USAGE_DEFAULT, 0);
    assert_false(f->pipe->generate_mipmap(f->pipe, res, res->format, 0, LEVELS, 0, 0));
    assert_false(f->pipe->generate_mipmap(f->pipe, res, res->format, 2, 2, 0, 0));
    assert_false(f->pipe->generate_mipmap(f->pipe, res, res->format, 0, 1, 0, 1));
    assert_false(f->pipe->generate_mipmap(f->pipe, res, res->format, 0, 1, 1, 0));
    assert_false(f->pipe->generate_mipmap(f->pipe, res, PIPE_FORMAT_R8_UNORM, 0, 1, 0, 0));
    assert_false(f->pipe->generate_mipmap(f->pipe, integers, integers->format, 0, 1, 0, 0));
    assert_false(f->pipe->generate_mipmap(f->pipe, buffer, buffer->format, 0, 1, 0, 0));
    pipe_resource_reference(&res, NULL);
    pipe_resource_reference(&integers, NULL);
    pipe_resource_reference(&buffer, NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_formats),
        cmocka_unit_test(test_targets),
        cmocka_unit_test(test_ranges),
        cmocka_unit_test(test_refusals),
    };
    return cmocka_run_group_tests(tests, pipe_fixture_setup, pipe_fixture_teardown);
}
