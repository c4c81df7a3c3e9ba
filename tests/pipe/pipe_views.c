/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Lookups through sampler views: swizzles, emulated formats, levels, layers, targets, aspects,
 * buffers. */
#include "pipe_sample.h"

#include <stdlib.h>
#include <string.h>

#define TOLERANCE (1.0f / 255.0f)

static union pipe_color_union lookup_at(struct pipe_fixture *f, struct pipe_resource *res,
                                        const struct pipe_sampler_view *view, const char *target,
                                        float s, float t, float r, float lod)
{
    const struct sample_lookup lookup = {.target = target, .coord = {s, t, r, lod}};
    const struct pipe_sampler_state sampler = sample_nearest();
    return sample(f, res, view, &sampler, &lookup);
}

/* Creates a 2D texture of one texel. */
static struct pipe_resource *texel_texture(struct pipe_fixture *f, enum pipe_format format,
                                           const void *texel)
{
    struct pipe_resource *res = fixture_texture(f, PIPE_TEXTURE_2D, format, 1, 1, 1);
    struct pipe_box one = fixture_box(0, 0, 0, 1, 1, 1);
    fixture_write(f, res, 0, &one, texel);
    return res;
}

static void test_swizzles(void **state)
{
    struct pipe_fixture *f = *state;
    static const uint8_t texel[4] = {51, 102, 153, 204};
    static const float values[] = {0.2f, 0.4f, 0.6f, 0.8f, 0.0f, 1.0f};
    struct pipe_resource *res = texel_texture(f, PIPE_FORMAT_R8G8B8A8_UNORM, texel);
    for (unsigned i = 0; i < 6; i++) {
        struct pipe_sampler_view view = sample_view(res);
        view.swizzle_r = i;
        view.swizzle_g = (i + 1) % 6;
        view.swizzle_b = (i + 3) % 6;
        view.swizzle_a = (i + 5) % 6;
        union pipe_color_union c = lookup_at(f, res, &view, "2D", 0.5f, 0.5f, 0.0f, 0.0f);
        sample_expect(&c, values[i], values[(i + 1) % 6], values[(i + 3) % 6], values[(i + 5) % 6],
                      TOLERANCE, "swizzle");
    }
    pipe_resource_reference(&res, NULL);
}

static void test_emulated_formats(void **state)
{
    struct pipe_fixture *f = *state;
    static const uint8_t texel[8] = {51, 102, 153, 204, 51, 102, 153, 204};
    static const struct {
        enum pipe_format format;
        float rgba[4];
        float swizzled[4]; /* with the swizzle A, R, 1, R */
    } cases[] = {
        {PIPE_FORMAT_L8_UNORM, {0.2f, 0.2f, 0.2f, 1.0f}, {1.0f, 0.2f, 1.0f, 0.2f}},
        {PIPE_FORMAT_A8_UNORM, {0.0f, 0.0f, 0.0f, 0.2f}, {0.2f, 0.0f, 1.0f, 0.0f}},
        {PIPE_FORMAT_I8_UNORM, {0.2f, 0.2f, 0.2f, 0.2f}, {0.2f, 0.2f, 1.0f, 0.2f}},
        {PIPE_FORMAT_L8A8_UNORM, {0.2f, 0.2f, 0.2f, 0.4f}, {0.4f, 0.2f, 1.0f, 0.2f}},
        {PIPE_FORMAT_R8G8B8X8_UNORM, {0.2f, 0.4f, 0.6f, 1.0f}, {1.0f, 0.2f, 1.0f, 0.2f}},
        {PIPE_FORMAT_B8G8R8A8_UNORM, {0.6f, 0.4f, 0.2f, 0.8f}, {0.8f, 0.6f, 1.0f, 0.6f}},
        {PIPE_FORMAT_B8G8R8X8_UNORM, {0.6f, 0.4f, 0.2f, 1.0f}, {1.0f, 0.6f, 1.0f, 0.6f}},
        {PIPE_FORMAT_A8R8G8B8_UNORM, {0.4f, 0.6f, 0.8f, 0.2f}, {0.2f, 0.4f, 1.0f, 0.4f}},
        {PIPE_FORMAT_X8R8G8B8_UNORM, {0.4f, 0.6f, 0.8f, 1.0f}, {1.0f, 0.4f, 1.0f, 0.4f}},
        {PIPE_FORMAT_A8B8G8R8_UNORM, {0.8f, 0.6f, 0.4f, 0.2f}, {0.2f, 0.8f, 1.0f, 0.8f}},
        {PIPE_FORMAT_R8G8_UNORM, {0.2f, 0.4f, 0.0f, 1.0f}, {1.0f, 0.2f, 1.0f, 0.2f}},
    };
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        if (!f->screen->is_format_supported(f->screen, cases[i].format, PIPE_TEXTURE_2D, 0,
                                            PIPE_BIND_SAMPLER_VIEW))
            continue;
        struct pipe_resource *res = texel_texture(f, cases[i].format, texel);
        struct pipe_sampler_view view = sample_view(res);
        const float *e = cases[i].rgba;
        union pipe_color_union c = lookup_at(f, res, &view, "2D", 0.5f, 0.5f, 0.0f, 0.0f);
        sample_expect(&c, e[0], e[1], e[2], e[3], TOLERANCE, util_format_name(cases[i].format));
        view.swizzle_r = PIPE_SWIZZLE_ALPHA;
        view.swizzle_g = view.swizzle_a = PIPE_SWIZZLE_RED;
        view.swizzle_b = PIPE_SWIZZLE_ONE;
        e = cases[i].swizzled;
        c = lookup_at(f, res, &view, "2D", 0.5f, 0.5f, 0.0f, 0.0f);
        sample_expect(&c, e[0], e[1], e[2], e[3], TOLERANCE, util_format_name(cases[i].format));
        pipe_resource_reference(&res, NULL);
    }
}

static void test_srgb_cast(void **state)
{
    struct pipe_fixture *f = *state;
    static const uint8_t texel[4] = {188, 0, 255, 128};
    struct pipe_resource *res = texel_texture(f, PIPE_FORMAT_R8G8B8A8_UNORM, texel);
    struct pipe_sampler_view view = sample_view(res);
    view.format = PIPE_FORMAT_R8G8B8A8_SRGB;
    union pipe_color_union c = lookup_at(f, res, &view, "2D", 0.5f, 0.5f, 0.0f, 0.0f);
    sample_expect(&c, 0.503f, 0.0f, 1.0f, 0.502f, TOLERANCE, "decoded");
    pipe_resource_reference(&res, NULL);
}

/* Views compressed textures in the format with the other sign. In each block all texels have the
 * first of the two values. SwiftShader decodes blocks by the format of the image, not of the view.
 */
static void test_signed_casts(void **state)
{
    static const struct {
        enum pipe_format format, view;
        float expected[2];
    } cases[] = {
        {PIPE_FORMAT_RGTC1_UNORM, PIPE_FORMAT_RGTC1_SNORM, {64.0f / 127.0f, 0.0f}},
        {PIPE_FORMAT_RGTC1_SNORM, PIPE_FORMAT_RGTC1_UNORM, {64.0f / 255.0f, 0.0f}},
        {PIPE_FORMAT_RGTC2_UNORM, PIPE_FORMAT_RGTC2_SNORM, {64.0f / 127.0f, 32.0f / 127.0f}},
        {PIPE_FORMAT_RGTC2_SNORM, PIPE_FORMAT_RGTC2_UNORM, {64.0f / 255.0f, 32.0f / 255.0f}},
    };
    static const uint8_t block[16] = {64, 64, 0, 0, 0, 0, 0, 0, 32, 32};
    struct pipe_fixture *f = *state;
    if (strstr(f->screen->get_name(f->screen), "SwiftShader"))
        skip();
    for (unsigned i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        if (!f->screen->is_format_supported(f->screen, cases[i].format, PIPE_TEXTURE_2D, 0,
                                            PIPE_BIND_SAMPLER_VIEW))
            skip();
        struct pipe_resource *res = fixture_texture(f, PIPE_TEXTURE_2D, cases[i].format, 4, 4, 1);
        const struct pipe_box box = fixture_level_box(res, 0);
        fixture_write(f, res, 0, &box, block);
        struct pipe_sampler_view view = sample_view(res);
        view.format = cases[i].view;
        union pipe_color_union c = lookup_at(f, res, &view, "2D", 0.5f, 0.5f, 0.0f, 0.0f);
        sample_expect(&c, cases[i].expected[0], cases[i].expected[1], 0.0f, 1.0f, TOLERANCE,
                      util_format_name(cases[i].view));
        pipe_resource_reference(&res, NULL);
    }
}

static void test_integers(void **state)
{
    struct pipe_fixture *f = *state;
    static const uint8_t texel[4] = {1, 200, 3, 255};
    static const struct {
        enum pipe_format format;
        enum sample_type type;
        uint32_t rgba[4];
    } cases[] = {
        {PIPE_FORMAT_R8G8B8A8_UINT, SAMPLE_UINT, {1, 200, 3, 255}},
        {PIPE_FORMAT_R8G8B8A8_SINT, SAMPLE_SINT, {1, (uint32_t)-56, 3, (uint32_t)-1}},
        {PIPE_FORMAT_R8G8B8X8_UINT, SAMPLE_UINT, {1, 200, 3, 1}},
        {PIPE_FORMAT_L8_UINT, SAMPLE_UINT, {1, 1, 1, 1}},
        {PIPE_FORMAT_A8_UINT, SAMPLE_UINT, {0, 0, 0, 1}},
    };
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        struct pipe_resource *res = texel_texture(f, cases[i].format, texel);
        const struct pipe_sampler_view view = sample_view(res);
        const struct pipe_sampler_state sampler = sample_nearest();
        const struct sample_lookup lookup = {
            .target = "2D", .type = cases[i].type, .coord = {0.5f, 0.5f}};
        union pipe_color_union c = sample(f, res, &view, &sampler, &lookup);
        for (unsigned k = 0; k < 4; k++)
            assert_int_equal(c.ui[k], cases[i].rgba[k]);
        pipe_resource_reference(&res, NULL);
    }
}

/* Creates a texture in which every level and layer has one colour: red is the level, green the
 * layer. */
static struct pipe_resource *numbered(struct pipe_fixture *f, enum pipe_texture_target target,
                                      unsigned size, unsigned depth, unsigned last_level)
{
    unsigned height = target == PIPE_TEXTURE_1D || target == PIPE_TEXTURE_1D_ARRAY ? 1 : size;
    struct pipe_resource t =
        fixture_template(target, PIPE_FORMAT_R8G8B8A8_UNORM, size, height, depth);
    t.last_level = (uint8_t)last_level;
    struct pipe_resource *res = fixture_create(f, &t);
    for (unsigned level = 0; level <= last_level; level++) {
        struct pipe_box box = fixture_level_box(res, level);
        int layers = box.depth;
        size_t texels = (size_t)box.width * (size_t)box.height;
        uint8_t *data = malloc(texels * 4);
        for (int z = 0; z < layers; z++) {
            for (size_t i = 0; i < texels; i++)
                memcpy(data + i * 4,
                       ((const uint8_t[]){(uint8_t)(level * 51), (uint8_t)(z * 17), 0, 255}), 4);
            box.z = z;
            box.depth = 1;
            fixture_write(f, res, level, &box, data);
        }
        free(data);
    }
    return res;
}

static void expect_number(struct pipe_fixture *f, struct pipe_resource *res,
                          const struct pipe_sampler_view *view, const char *target,
                          const float coord[4], unsigned level, unsigned layer)
{
    union pipe_color_union c =
        lookup_at(f, res, view, target, coord[0], coord[1], coord[2], coord[3]);
    sample_expect(&c, (float)level * 0.2f, (float)layer / 15.0f, 0.0f, 1.0f, TOLERANCE, target);
}

static void test_levels(void **state)
{
    struct pipe_fixture *f = *state;
    struct pipe_resource *res = numbered(f, PIPE_TEXTURE_2D, 16, 1, 4);
    for (unsigned first = 0; first <= 4; first++) {
        struct pipe_sampler_view view = sample_view(res);
        view.u.tex.first_level = (uint8_t)first;
        view.u.tex.last_level = (uint8_t)(first < 3 ? first + 1 : 4);
        expect_number(f, res, &view, "2D", (const float[]){0.5f, 0.5f, 0, 0}, first, 0);
        expect_number(f, res, &view, "2D", (const float[]){0.5f, 0.5f, 0, 1}, view.u.tex.last_level,
                      0);
        expect_number(f, res, &view, "2D", (const float[]){0.5f, 0.5f, 0, 9}, view.u.tex.last_level,
                      0);
    }
    pipe_resource_reference(&res, NULL);
}

static void test_layers(void **state)
{
    struct pipe_fixture *f = *state;
    struct pipe_resource *res = numbered(f, PIPE_TEXTURE_2D_ARRAY, 8, 9, 1);
    struct pipe_sampler_view view = sample_view(res);
    view.u.tex.first_layer = 2;
    view.u.tex.last_layer = 5;
    expect_number(f, res, &view, "2D_ARRAY", (const float[]){0.5f, 0.5f, 0, 0}, 0, 2);
    expect_number(f, res, &view, "2D_ARRAY", (const float[]){0.5f, 0.5f, 3, 1}, 1, 5);
    expect_number(f, res, &view, "2D_ARRAY", (const float[]){0.5f, 0.5f, 7, 0}, 0, 5);

    /* Views of one layer as a 2D texture, and of six layers as a cube. */
    view.target = PIPE_TEXTURE_2D;
    view.u.tex.first_layer = view.u.tex.last_layer = 7;
    expect_number(f, res, &view, "2D", (const float[]){0.5f, 0.5f, 0, 0}, 0, 7);
    view.target = PIPE_TEXTURE_CUBE;
    view.u.tex.first_layer = 1;
    view.u.tex.last_layer = 6;
    expect_number(f, res, &view, "CUBE", (const float[]){1, 0, 0, 0}, 0, 1);
    expect_number(f, res, &view, "CUBE", (const float[]){0, 0, -1, 0}, 0, 6);
    pipe_resource_reference(&res, NULL);

    res = numbered(f, PIPE_TEXTURE_1D_ARRAY, 8, 4, 0);
    view = sample_view(res);
    view.u.tex.first_layer = 1;
    expect_number(f, res, &view, "1D_ARRAY", (const float[]){0.5f, 2, 0, 0}, 0, 3);
    pipe_resource_reference(&res, NULL);
}

static void test_targets(void **state)
{
    struct pipe_fixture *f = *state;
    static const struct {
        enum pipe_texture_target target;
        const char *name;
        unsigned depth;
        float coord[4];
        unsigned layer;
    } cases[] = {
        {PIPE_TEXTURE_1D, "1D", 1, {0.5f}, 0},
        {PIPE_TEXTURE_2D, "2D", 1, {0.5f, 0.5f}, 0},
        {PIPE_TEXTURE_3D, "3D", 4, {0.5f, 0.5f, 0.7f}, 2},
        {PIPE_TEXTURE_CUBE, "CUBE", 6, {0, -1, 0}, 3},
        {PIPE_TEXTURE_2D_ARRAY, "2D_ARRAY", 4, {0.5f, 0.5f, 3}, 3},
        {PIPE_TEXTURE_1D_ARRAY, "1D_ARRAY", 4, {0.5f, 1}, 1},
    };
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        struct pipe_resource *res = numbered(f, cases[i].target, 4, cases[i].depth, 0);
        struct pipe_sampler_view view = sample_view(res);
        expect_number(f, res, &view, cases[i].name, cases[i].coord, 0, cases[i].layer);
        pipe_resource_reference(&res, NULL);
    }
}

static void test_depth_and_stencil(void **state)
{
    struct pipe_fixture *f = *state;
    static const uint32_t texel = 0x5a800000;
    struct pipe_resource *res = texel_texture(f, PIPE_FORMAT_Z24_UNORM_S8_UINT, &texel);
    struct pipe_sampler_view view = sample_view(res);
    view.swizzle_g = view.swizzle_b = view.swizzle_a = PIPE_SWIZZLE_RED;
    union pipe_color_union c = lookup_at(f, res, &view, "2D", 0.5f, 0.5f, 0, 0);
    sample_expect(&c, 0.5f, 0.5f, 0.5f, 0.5f, 1e-5f, "depth");
    view.swizzle_g = view.swizzle_b = PIPE_SWIZZLE_ZERO;
    view.swizzle_a = PIPE_SWIZZLE_ONE;
    c = lookup_at(f, res, &view, "2D", 0.5f, 0.5f, 0, 0);
    sample_expect(&c, 0.5f, 0.0f, 0.0f, 1.0f, 1e-5f, "depth as red");

    view.format = PIPE_FORMAT_X24S8_UINT;
    const struct pipe_sampler_state sampler = sample_nearest();
    const struct sample_lookup lookup = {
        .target = "2D", .type = SAMPLE_UINT, .coord = {0.5f, 0.5f}};
    c = sample(f, res, &view, &sampler, &lookup);
    assert_int_equal(c.ui[0], 0x5a);
    assert_int_equal(c.ui[1], 0);
    pipe_resource_reference(&res, NULL);
}

static void test_buffers(void **state)
{
    struct pipe_fixture *f = *state;
    struct pipe_resource *res = fixture_buffer(f, 4096, PIPE_USAGE_DEFAULT, 0);
    float data[1024];
    for (unsigned i = 0; i < 1024; i++)
        data[i] = (float)i;
    struct pipe_box all = fixture_box(0, 0, 0, 4096, 1, 1);
    fixture_write(f, res, 0, &all, data);
    struct pipe_sampler_view view = sample_view(res);
    view.format = PIPE_FORMAT_R32_FLOAT;
    view.u.buf.size = 0;
    view.u.buf.first_element = 64;
    view.u.buf.last_element = 200;
    const struct pipe_sampler_state sampler = sample_nearest();
    const struct sample_lookup lookup = {
        .opcode = "TXF", .target = "BUFFER", .int_coord = {10, 0, 0, 0}};
    union pipe_color_union c = sample(f, res, &view, &sampler, &lookup);
    sample_expect(&c, 74.0f, 0.0f, 0.0f, 1.0f, 0.0f, "elements");
    view.u.buf.offset = 1024;
    view.u.buf.size = 1024;
    c = sample(f, res, &view, &sampler, &lookup);
    sample_expect(&c, 266.0f, 0.0f, 0.0f, 1.0f, 0.0f, "bytes");
    pipe_resource_reference(&res, NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_swizzles),
        cmocka_unit_test(test_emulated_formats),
        cmocka_unit_test(test_srgb_cast),
        cmocka_unit_test(test_signed_casts),
        cmocka_unit_test(test_integers),
        cmocka_unit_test(test_levels),
        cmocka_unit_test(test_layers),
        cmocka_unit_test(test_targets),
        cmocka_unit_test(test_depth_and_stencil),
        cmocka_unit_test(test_buffers),
    };
    return cmocka_run_group_tests(tests, pipe_fixture_setup, pipe_fixture_teardown);
}
