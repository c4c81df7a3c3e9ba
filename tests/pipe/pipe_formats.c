/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Checks every format that is_format_supported() reports: written texels must be read back
 * unchanged, and clears must have the right value. Unsupported formats must be rejected. */
#include "pipe_fixture.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static bool supports(struct pipe_fixture *f, unsigned format, enum pipe_texture_target target,
                     unsigned bind)
{
    return f->screen->is_format_supported(f->screen, (enum pipe_format)format, target, 0, bind);
}

static bool is_stencil_view(enum pipe_format format)
{
    return format == PIPE_FORMAT_X24S8_UINT || format == PIPE_FORMAT_S8X24_UINT ||
           format == PIPE_FORMAT_X32_S8X24_UINT;
}

/* Generates random texels that a round trip preserves: the padding of depth formats, which is
 * undefined, is zero, and floats are finite. */
static void make_texels(enum pipe_format format, uint8_t *data, size_t size_B)
{
    fixture_noise((uint32_t)format, data, size_B);
    if (format == PIPE_FORMAT_Z32_FLOAT || format == PIPE_FORMAT_Z32_FLOAT_S8X24_UINT) {
        size_t step = util_format_get_blocksize(format);
        for (size_t i = 0; i + step <= size_B; i += step) {
            float depth = data[i] / 255.0f;
            memcpy(data + i, &depth, sizeof(depth));
            if (step == 8)
                memset(data + i + 5, 0, 3);
        }
    }
}

/* Clears the padding bits, which a round trip may change. */
static void mask_padding(enum pipe_format format, uint8_t *data, size_t size_B)
{
    if (format != PIPE_FORMAT_Z24X8_UNORM && format != PIPE_FORMAT_X8Z24_UNORM)
        return;
    for (size_t i = 0; i < size_B; i += 4)
        data[i + (format == PIPE_FORMAT_Z24X8_UNORM ? 3 : 0)] = 0;
}

static void check_roundtrip(struct pipe_fixture *f, enum pipe_format format)
{
    struct pipe_resource *res = fixture_texture(f, PIPE_TEXTURE_2D, format, 36, 24, 1);
    struct pipe_box box = fixture_level_box(res, 0);
    size_t size_B = fixture_box_size(res, &box);
    uint8_t *data = malloc(size_B);
    make_texels(format, data, size_B);
    fixture_write(f, res, 0, &box, data);
    uint8_t *back = fixture_read(f, res, 0, &box);
    mask_padding(format, data, size_B);
    mask_padding(format, back, size_B);
    fixture_expect_bytes(data, back, size_B, util_format_name(format));
    free(back);
    free(data);
    pipe_resource_reference(&res, NULL);
}

static void test_texels_come_back(void **state)
{
    struct pipe_fixture *f = *state;
    unsigned num = 0;
    for (unsigned i = 1; i < PIPE_FORMAT_COUNT; i++) {
        enum pipe_format format = (enum pipe_format)i;
        if (is_stencil_view(format) || !supports(f, i, PIPE_TEXTURE_2D, PIPE_BIND_SAMPLER_VIEW))
            continue;
        check_roundtrip(f, format);
        num++;
    }
    print_message("%u formats\n", num);
    assert_true(num > 60);
}

/* ---- Clears of render targets, read back through the format's description */

static double channel_value(const struct util_format_description *desc, unsigned c,
                            const uint8_t *block)
{
    const struct util_format_channel_description *ch = &desc->channel[c];
    uint64_t bits = 0;
    for (unsigned i = 0; i < ch->size; i++) {
        unsigned at = ch->shift + i;
        bits |= (uint64_t)(block[at / 8] >> (at % 8) & 1) << i;
    }
    if (ch->type == UTIL_FORMAT_TYPE_FLOAT) {
        if (ch->size == 32) {
            float value;
            uint32_t word = (uint32_t)bits;
            memcpy(&value, &word, sizeof(value));
            return value;
        }
        int exponent = (int)(bits >> 10 & 31);
        double mantissa = (double)(bits & 1023) / 1024.0;
        return exponent ? ldexp(1.0 + mantissa, exponent - 15) : ldexp(mantissa, -14);
    }
    if (!ch->normalized)
        return (double)bits;
    return (double)bits /
           (double)((1ull << (ch->size - (ch->type == UTIL_FORMAT_TYPE_SIGNED))) - 1);
}

/* Clears to (0.25, 0.5, 0.75, 1) or (1, 2, 3, 1), and checks the pixels. */
static void check_clear(struct pipe_fixture *f, enum pipe_format format)
{
    const struct util_format_description *desc = util_format_description(format);
    bool integer = util_format_is_pure_integer(format);
    bool srgb = desc->colorspace == UTIL_FORMAT_COLORSPACE_SRGB;
    union pipe_color_union color = {.f = {0.25f, 0.5f, 0.75f, 1.0f}};
    if (integer)
        color = (union pipe_color_union){.ui = {1, 2, 3, 1}};

    struct pipe_resource *res = fixture_texture(f, PIPE_TEXTURE_2D, format, 8, 8, 1);
    struct pipe_surface *surface = fixture_surface(f, res, format, 0, 0, 0);
    f->pipe->clear_render_target(f->pipe, surface, &color, 0, 0, 8, 8);
    struct pipe_box box = fixture_box(7, 7, 0, 1, 1, 1);
    uint8_t *texel = fixture_read(f, res, 0, &box);
    for (unsigned i = 0; i < 4; i++) {
        unsigned s = desc->swizzle[i];
        if (s > PIPE_SWIZZLE_W || desc->nr_channels == 0)
            continue;
        if (i > 0 && s == desc->swizzle[0]) /* luminance and intensity are stored from red */
            continue;
        double expected = integer ? color.ui[i] : color.f[i];
        if (srgb && i < 3)
            expected = 1.055 * pow(expected, 1.0 / 2.4) - 0.055;
        double actual = channel_value(desc, s, texel);
        unsigned size = desc->channel[s].size;
        double tolerance = integer || size > 16 ? 1e-6 : 1.01 / ((1 << (size > 10 ? 9 : size)) - 1);
        if (fabs(actual - expected) > tolerance)
            fail_msg("%s: component %u is %f, not %f", desc->short_name, i, actual, expected);
    }
    free(texel);
    pipe_surface_reference(&surface, NULL);
    pipe_resource_reference(&res, NULL);
}

static void test_clears_have_the_value(void **state)
{
    struct pipe_fixture *f = *state;
    unsigned num = 0;
    for (unsigned i = 1; i < PIPE_FORMAT_COUNT; i++) {
        const struct util_format_description *desc = util_format_description((enum pipe_format)i);
        if (!desc || desc->layout != UTIL_FORMAT_LAYOUT_PLAIN ||
            !supports(f, i, PIPE_TEXTURE_2D, PIPE_BIND_RENDER_TARGET))
            continue;
        check_clear(f, (enum pipe_format)i);
        num++;
    }
    print_message("%u render formats\n", num);
    assert_true(num > 20);
}

static void test_depth_clears(void **state)
{
    struct pipe_fixture *f = *state;
    static const struct {
        enum pipe_format format;
        uint64_t expected, mask;
    } cases[] = {
        {PIPE_FORMAT_Z16_UNORM, 0x8000, 0xffff},
        {PIPE_FORMAT_Z24X8_UNORM, 0x800000, 0xffffff},
        {PIPE_FORMAT_X8Z24_UNORM, 0x80000000, 0xffffff00},
        {PIPE_FORMAT_Z24_UNORM_S8_UINT, 0x5a800000, 0xffffffff},
        {PIPE_FORMAT_S8_UINT_Z24_UNORM, 0x8000005a, 0xffffffff},
        {PIPE_FORMAT_Z32_FLOAT, 0x3f000000, 0xffffffff},
        {PIPE_FORMAT_Z32_FLOAT_S8X24_UINT, 0x5a3f000000, UINT64_MAX},
        {PIPE_FORMAT_S8_UINT, 0x5a, 0xff},
    };
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        enum pipe_format format = cases[i].format;
        if (!supports(f, format, PIPE_TEXTURE_2D, PIPE_BIND_DEPTH_STENCIL))
            continue;
        struct pipe_resource *res = fixture_texture(f, PIPE_TEXTURE_2D, format, 8, 8, 1);
        struct pipe_surface *surface = fixture_surface(f, res, format, 0, 0, 0);
        f->pipe->clear_depth_stencil(f->pipe, surface, PIPE_CLEAR_DEPTHSTENCIL, 0.5, 0x5a, 0, 0, 8,
                                     8);
        struct pipe_box box = fixture_box(3, 3, 0, 1, 1, 1);
        uint8_t *texel = fixture_read(f, res, 0, &box);
        uint64_t actual = 0;
        memcpy(&actual, texel, util_format_get_blocksize(format));
        /* A depth of 0.5 in a fixed-point format may be rounded up or down. */
        uint64_t diff =
            actual > cases[i].expected ? actual - cases[i].expected : cases[i].expected - actual;
        if (diff > (format == PIPE_FORMAT_X8Z24_UNORM || format == PIPE_FORMAT_S8_UINT_Z24_UNORM
                        ? 0x100u
                        : 1u) &&
            (actual & cases[i].mask) != cases[i].expected)
            fail_msg("%s: 0x%llx", util_format_short_name(format), (unsigned long long)actual);
        free(texel);
        pipe_surface_reference(&surface, NULL);
        pipe_resource_reference(&res, NULL);
    }
}

static void test_unclaimed_is_refused(void **state)
{
    struct pipe_fixture *f = *state;
    static const unsigned binds[] = {PIPE_BIND_SAMPLER_VIEW, PIPE_BIND_RENDER_TARGET,
                                     PIPE_BIND_DEPTH_STENCIL};
    for (unsigned i = 0; i < PIPE_FORMAT_COUNT; i++) {
        for (unsigned b = 0; b < 3; b++) {
            if (supports(f, i, PIPE_TEXTURE_2D, binds[b]))
                continue;
            struct pipe_resource t =
                fixture_template(PIPE_TEXTURE_2D, (enum pipe_format)i, 16, 16, 1);
            t.bind = binds[b];
            assert_null(f->screen->resource_create(f->screen, &t));
        }
    }
}

/* OpenGL frontends create sRGB textures as render targets even if the device renders only to the
 * linear format. Checks that the texture is created, since it can be sampled, and that its surface
 * is created only if the device renders to the sRGB format. */
static void test_targets_of_linear_forms(void **state)
{
    const unsigned binds = PIPE_BIND_SAMPLER_VIEW | PIPE_BIND_RENDER_TARGET;
    struct pipe_fixture *f = *state;
    for (unsigned i = 1; i < PIPE_FORMAT_COUNT; i++) {
        enum pipe_format format = (enum pipe_format)i, linear = util_format_linear(format);
        if (linear == format || !supports(f, i, PIPE_TEXTURE_2D, PIPE_BIND_SAMPLER_VIEW) ||
            !supports(f, linear, PIPE_TEXTURE_2D, binds))
            continue;
        struct pipe_resource t = fixture_template(PIPE_TEXTURE_2D, format, 16, 16, 1);
        t.bind = binds;
        struct pipe_resource *res = f->screen->resource_create(f->screen, &t);
        if (!res)
            fail_msg("%s", util_format_name(format));
        struct pipe_surface s = {.format = format};
        struct pipe_surface *surface = f->pipe->create_surface(f->pipe, res, &s);
        assert_int_equal(surface != NULL, supports(f, i, PIPE_TEXTURE_2D, binds));
        pipe_surface_reference(&surface, NULL);
        pipe_resource_reference(&res, NULL);
    }
}

static void test_multisampling(void **state)
{
    struct pipe_fixture *f = *state;
    unsigned num = 0;
    for (unsigned i = 1; i < PIPE_FORMAT_COUNT; i++) {
        for (unsigned samples = 2; samples <= 16; samples++) {
            if (is_stencil_view((enum pipe_format)i) ||
                !f->screen->is_format_supported(f->screen, (enum pipe_format)i, PIPE_TEXTURE_2D,
                                                samples, PIPE_BIND_SAMPLER_VIEW))
                continue;
            struct pipe_resource t =
                fixture_template(PIPE_TEXTURE_2D, (enum pipe_format)i, 16, 16, 1);
            t.nr_samples = (uint8_t)samples;
            struct pipe_resource *res = fixture_create(f, &t);
            pipe_resource_reference(&res, NULL);
            num++;
        }
    }
    print_message("%u multisampled formats\n", num);
}

/* Checks that the formats that GL requires for textures, targets and vertices are supported. */
static void test_required_formats(void **state)
{
    struct pipe_fixture *f = *state;
    static const struct {
        enum pipe_format format;
        unsigned bind;
    } required[] = {
        {PIPE_FORMAT_R8G8B8A8_UNORM, PIPE_BIND_SAMPLER_VIEW | PIPE_BIND_RENDER_TARGET},
        {PIPE_FORMAT_B8G8R8A8_UNORM, PIPE_BIND_SAMPLER_VIEW | PIPE_BIND_RENDER_TARGET},
        {PIPE_FORMAT_B8G8R8X8_UNORM, PIPE_BIND_SAMPLER_VIEW | PIPE_BIND_RENDER_TARGET},
        {PIPE_FORMAT_R8G8B8X8_UNORM, PIPE_BIND_SAMPLER_VIEW | PIPE_BIND_RENDER_TARGET},
        {PIPE_FORMAT_B8G8R8A8_SRGB, PIPE_BIND_SAMPLER_VIEW | PIPE_BIND_RENDER_TARGET},
        {PIPE_FORMAT_R8G8B8A8_SRGB, PIPE_BIND_SAMPLER_VIEW | PIPE_BIND_RENDER_TARGET},
        {PIPE_FORMAT_B5G6R5_UNORM, PIPE_BIND_SAMPLER_VIEW | PIPE_BIND_RENDER_TARGET},
        {PIPE_FORMAT_A8_UNORM, PIPE_BIND_SAMPLER_VIEW},
        {PIPE_FORMAT_L8_UNORM, PIPE_BIND_SAMPLER_VIEW},
        {PIPE_FORMAT_I8_UNORM, PIPE_BIND_SAMPLER_VIEW},
        {PIPE_FORMAT_L8A8_UNORM, PIPE_BIND_SAMPLER_VIEW},
        {PIPE_FORMAT_R8_UINT, PIPE_BIND_SAMPLER_VIEW},
        {PIPE_FORMAT_R16G16B16A16_FLOAT, PIPE_BIND_SAMPLER_VIEW | PIPE_BIND_RENDER_TARGET},
        {PIPE_FORMAT_Z16_UNORM, PIPE_BIND_DEPTH_STENCIL},
        {PIPE_FORMAT_Z24X8_UNORM, PIPE_BIND_DEPTH_STENCIL},
        {PIPE_FORMAT_Z24_UNORM_S8_UINT, PIPE_BIND_DEPTH_STENCIL | PIPE_BIND_SAMPLER_VIEW},
        {PIPE_FORMAT_Z32_FLOAT, PIPE_BIND_DEPTH_STENCIL},
        {PIPE_FORMAT_Z32_FLOAT_S8X24_UINT, PIPE_BIND_DEPTH_STENCIL | PIPE_BIND_SAMPLER_VIEW},
        {PIPE_FORMAT_X24S8_UINT, PIPE_BIND_SAMPLER_VIEW},
    };
    static const enum pipe_format vertices[] = {
        PIPE_FORMAT_R32_FLOAT,          PIPE_FORMAT_R32G32_FLOAT,   PIPE_FORMAT_R32G32B32_FLOAT,
        PIPE_FORMAT_R32G32B32A32_FLOAT, PIPE_FORMAT_R8G8B8A8_UNORM, PIPE_FORMAT_B8G8R8A8_UNORM,
        PIPE_FORMAT_R16G16_SNORM,       PIPE_FORMAT_R16G16_SSCALED, PIPE_FORMAT_R8G8B8A8_USCALED,
        PIPE_FORMAT_R32G32B32_FIXED,    PIPE_FORMAT_R32_UNORM,      PIPE_FORMAT_R10G10B10A2_UNORM,
    };
    for (size_t i = 0; i < sizeof(required) / sizeof(required[0]); i++) {
        if (!supports(f, required[i].format, PIPE_TEXTURE_2D, required[i].bind))
            fail_msg("%s is missing", util_format_short_name(required[i].format));
    }
    for (size_t i = 0; i < sizeof(vertices) / sizeof(vertices[0]); i++) {
        if (!supports(f, vertices[i], PIPE_BUFFER, PIPE_BIND_VERTEX_BUFFER))
            fail_msg("%s is missing for vertices", util_format_short_name(vertices[i]));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_required_formats),        cmocka_unit_test(test_texels_come_back),
        cmocka_unit_test(test_clears_have_the_value),   cmocka_unit_test(test_depth_clears),
        cmocka_unit_test(test_unclaimed_is_refused),    cmocka_unit_test(test_multisampling),
        cmocka_unit_test(test_targets_of_linear_forms),
    };
    return cmocka_run_group_tests(tests, pipe_fixture_setup, pipe_fixture_teardown);
}
