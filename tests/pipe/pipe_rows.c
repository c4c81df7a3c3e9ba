/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Depth in 1D textures, which on many devices exist only as 2D images: every kind of lookup, sizes,
 * clears, copies and blits. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "pipe_sample.h"

enum {
    WIDTH = 8,
    LAYERS = 3
};

static const enum pipe_format formats[] = {
    PIPE_FORMAT_Z16_UNORM,         PIPE_FORMAT_Z24X8_UNORM, PIPE_FORMAT_Z24_UNORM_S8_UINT,
    PIPE_FORMAT_S8_UINT_Z24_UNORM, PIPE_FORMAT_Z32_FLOAT,   PIPE_FORMAT_Z32_FLOAT_S8X24_UINT,
};

/* Returns the depth of texel x of a layer. */
static float depth_of(int x, int layer)
{
    return (float)(x * LAYERS + layer) / 32.0f;
}

static struct pipe_resource *texture(struct pipe_fixture *f, enum pipe_format format, bool array)
{
    struct pipe_resource t = fixture_template(array ? PIPE_TEXTURE_1D_ARRAY : PIPE_TEXTURE_1D,
                                              format, WIDTH, 1, array ? LAYERS : 1);
    t.last_level = 1;
    t.bind = PIPE_BIND_SAMPLER_VIEW;
    if (format != PIPE_FORMAT_R8_UNORM)
        t.bind |= PIPE_BIND_DEPTH_STENCIL;
    return fixture_create(f, &t);
}

/* Creates a texture whose level 0 has the depths of depth_of(). */
static struct pipe_resource *filled(struct pipe_fixture *f, enum pipe_format format, bool array)
{
    struct pipe_resource *res = texture(f, format, array);
    const struct pipe_box box = fixture_level_box(res, 0);
    float texels[LAYERS][WIDTH];
    uint8_t bytes[LAYERS][WIDTH];
    for (int layer = 0; layer < LAYERS; layer++) {
        for (int x = 0; x < WIDTH; x++) {
            texels[layer][x] = depth_of(x, layer);
            bytes[layer][x] = (uint8_t)(depth_of(x, layer) * 255.0f + 0.5f);
        }
    }
    fixture_write(f, res, 0, &box,
                  format == PIPE_FORMAT_R8_UNORM ? (const void *)bytes : (const void *)texels);
    return res;
}

/* ---- Lookups */

/* Executes a lookup instruction and checks its result. The instruction's coordinates are IN[0] or,
 * as integers, TEMP[1]. In `target`, an offset may follow the name of the target. */
static void expect_lookup(struct pipe_fixture *f, const struct pipe_sampler_state *sampler,
                          const char *instruction, const char *target, const float coord[4],
                          float expected)
{
    char text[768];
    const bool array = strstr(target, "ARRAY") != NULL;
    snprintf(text, sizeof(text),
             "FRAG\nDCL IN[0], GENERIC[0], CONSTANT\nDCL OUT[0], COLOR\nDCL SAMP[0]\n"
             "DCL SVIEW[0], %.*s, FLOAT\nDCL TEMP[0..1]\n"
             "IMM[0] FLT32 {0.0, 1.25, 0.0, 0.0}\nIMM[1] INT32 {1, 0, 0, 0}\n"
             "F2I TEMP[1], IN[0]\n%s, SAMP[0], %s\n"
             "MOV OUT[0], TEMP[0].xxxx\nEND\n",
             (int)strcspn(target, ","), target, instruction, target);
    /* Not every device can filter depth formats. */
    const bool linear = sampler->min_img_filter == PIPE_TEX_FILTER_LINEAR;
    struct pipe_resource *res =
        filled(f, linear ? PIPE_FORMAT_R8_UNORM : PIPE_FORMAT_Z32_FLOAT, array);
    const struct pipe_sampler_view view = sample_view(res);
    struct sample_lookup lookup = {.text = text};
    memcpy(lookup.coord, coord, sizeof(lookup.coord));
    const union pipe_color_union got = sample(f, res, &view, sampler, &lookup);
    if (got.f[0] < expected - 0.01f || got.f[0] > expected + 0.01f)
        fail_msg("%s of %s at %g, %g: %g, not %g", instruction, target, (double)coord[0],
                 (double)coord[1], (double)got.f[0], (double)expected);
    pipe_resource_reference(&res, NULL);
}

/* Returns a sampler state. `wrap_t` must have no effect: whatever it is, no lookup may read texels
 * above or below the row. */
static struct pipe_sampler_state sampler_of(bool compare, bool linear, unsigned wrap_t)
{
    struct pipe_sampler_state s = sample_nearest();
    s.wrap_t = wrap_t;
    s.border_color.f[0] = 100.0f;
    if (linear)
        s.min_img_filter = s.mag_img_filter = PIPE_TEX_FILTER_LINEAR;
    s.compare_mode = compare ? PIPE_TEX_COMPARE_R_TO_TEXTURE : PIPE_TEX_COMPARE_NONE;
    s.compare_func = PIPE_FUNC_LESS;
    return s;
}

static const unsigned wraps[] = {PIPE_TEX_WRAP_CLAMP_TO_EDGE, PIPE_TEX_WRAP_CLAMP_TO_BORDER,
                                 PIPE_TEX_WRAP_CLAMP, PIPE_TEX_WRAP_MIRROR_REPEAT};

static void test_values(void **state)
{
    for (unsigned i = 0; i < sizeof(wraps) / sizeof(wraps[0]); i++) {
        const struct pipe_sampler_state nearest = sampler_of(false, false, wraps[i]);
        const struct pipe_sampler_state linear = sampler_of(false, true, wraps[i]);
        const float at[4] = {(3 + 0.5f) / WIDTH, 1}, between[4] = {4.0f / WIDTH, 2};
        expect_lookup(*state, &nearest, "TEX TEMP[0], IN[0]", "1D", at, depth_of(3, 0));
        expect_lookup(*state, &nearest, "TEX TEMP[0], IN[0]", "1D_ARRAY", at, depth_of(3, 1));
        expect_lookup(*state, &linear, "TXL TEMP[0], IN[0]", "1D", between,
                      (depth_of(3, 0) + depth_of(4, 0)) / 2);
        expect_lookup(*state, &linear, "TXL TEMP[0], IN[0]", "1D_ARRAY", between,
                      (depth_of(3, 2) + depth_of(4, 2)) / 2);
        expect_lookup(*state, &nearest, "TEX TEMP[0], IN[0]", "1D_ARRAY, IMM[1].xxx", at,
                      depth_of(4, 1));
        expect_lookup(*state, &nearest, "TXD TEMP[0], IN[0], IMM[0].xxxx, IMM[0].xxxx", "1D_ARRAY",
                      at, depth_of(3, 1));
        /* The derivative is ten texels of level 0 per pixel, so the lookup reads level 1, whose
         * texels are 0. */
        expect_lookup(*state, &nearest, "TXD TEMP[0], IN[0], IMM[0].yyyy, IMM[0].xxxx", "1D_ARRAY",
                      at, 0.0f);
    }
}

static void test_fetches(void **state)
{
    const struct pipe_sampler_state s = sample_nearest();
    const float at[4] = {5, 2, 0, 0}, level[4] = {5, 2, 0, 1};
    expect_lookup(*state, &s, "TXF TEMP[0], TEMP[1]", "1D", at, depth_of(5, 0));
    expect_lookup(*state, &s, "TXF TEMP[0], TEMP[1]", "1D_ARRAY", at, depth_of(5, 2));
    expect_lookup(*state, &s, "TXF TEMP[0], TEMP[1]", "1D_ARRAY, IMM[1].xxx", at, depth_of(6, 2));
    expect_lookup(*state, &s, "TXF TEMP[0], TEMP[1]", "1D_ARRAY", level, 0.0f);
}

/* Looks up with comparison; checks that PIPE_FUNC_LESS gives 1 if the reference is less than the
 * texel. */
static void test_comparisons(void **state)
{
    for (unsigned i = 0; i < sizeof(wraps) / sizeof(wraps[0]); i++) {
        const struct pipe_sampler_state s = sampler_of(true, false, wraps[i]);
        for (int above = 0; above < 2; above++) {
            const float x = (3 + 0.5f) / WIDTH, by = above ? 0.005f : -0.005f;
            const float plain[4] = {x, 9, depth_of(3, 0) + by, 0};
            const float array[4] = {x, 2, depth_of(3, 2) + by, 0};
            const float next[4] = {x, 2, depth_of(4, 2) + by, 0};
            const float expected = above ? 0.0f : 1.0f;
            expect_lookup(*state, &s, "TEX TEMP[0], IN[0]", "SHADOW1D", plain, expected);
            expect_lookup(*state, &s, "TEX TEMP[0], IN[0]", "SHADOW1D_ARRAY", array, expected);
            expect_lookup(*state, &s, "TEX TEMP[0], IN[0]", "SHADOW1D_ARRAY, IMM[1].xxx", next,
                          expected);
            expect_lookup(*state, &s, "TXL TEMP[0], IN[0]", "SHADOW1D", plain, expected);
            expect_lookup(*state, &s, "TXD TEMP[0], IN[0], IMM[0].xxxx, IMM[0].xxxx",
                          "SHADOW1D_ARRAY", array, expected);
        }
    }
}

static void test_sizes(void **state)
{
    static const char *const targets[2][2] = {{"1D", "SHADOW1D"}, {"1D_ARRAY", "SHADOW1D_ARRAY"}};
    struct pipe_fixture *f = *state;
    const struct pipe_sampler_state s = sample_nearest();
    for (unsigned i = 0; i < 4; i++) {
        char text[512];
        const bool array = i >= 2;
        const char *target = targets[array][i & 1];
        snprintf(text, sizeof(text),
                 "FRAG\nDCL OUT[0], COLOR\nDCL SAMP[0]\nDCL SVIEW[0], %s, FLOAT\nDCL TEMP[0]\n"
                 "IMM[0] UINT32 {0, 0, 0, 0}\nTXQ TEMP[0], IMM[0].xxxx, SAMP[0], %s\n"
                 "MOV OUT[0], TEMP[0]\nEND\n",
                 target, target);
        struct pipe_resource *res = texture(f, PIPE_FORMAT_Z32_FLOAT, array);
        const struct pipe_sampler_view view = sample_view(res);
        const struct sample_lookup lookup = {.type = SAMPLE_UINT, .text = text};
        const union pipe_color_union got = sample(f, res, &view, &s, &lookup);
        assert_int_equal(got.ui[0], WIDTH);
        if (array)
            assert_int_equal(got.ui[1], LAYERS);
        assert_int_equal(got.ui[3], 2);
        pipe_resource_reference(&res, NULL);
    }
}

/* ---- Clears, copies, blits */

static float read_depth(enum pipe_format format, const uint8_t *data, unsigned x)
{
    const uint8_t *at = data + (size_t)x * util_format_get_blocksize(format);
    uint16_t half;
    uint32_t word;
    float real;
    switch (format) {
    case PIPE_FORMAT_Z16_UNORM:
        memcpy(&half, at, sizeof(half));
        return (float)half / 65535.0f;
    case PIPE_FORMAT_Z32_FLOAT:
    case PIPE_FORMAT_Z32_FLOAT_S8X24_UINT:
        memcpy(&real, at, sizeof(real));
        return real;
    case PIPE_FORMAT_S8_UINT_Z24_UNORM:
        memcpy(&word, at, sizeof(word));
        return (float)(word >> 8) / 16777215.0f;
    default:
        memcpy(&word, at, sizeof(word));
        return (float)(word & 0xffffff) / 16777215.0f;
    }
}

static void expect_depth(struct pipe_fixture *f, struct pipe_resource *res, unsigned layer,
                         unsigned x, float expected)
{
    const struct pipe_box box = fixture_box(0, 0, (int)layer, WIDTH, 1, 1);
    uint8_t *data = fixture_read(f, res, 0, &box);
    const float got = read_depth(res->format, data, x);
    if (got < expected - 0.0001f || got > expected + 0.0001f)
        fail_msg("%s, layer %u: texel %u is %g, not %g", util_format_short_name(res->format), layer,
                 x, (double)got, (double)expected);
    free(data);
}

static void check_clears(struct pipe_fixture *f, enum pipe_format format, bool array)
{
    struct pipe_resource *res = texture(f, format, array);
    const unsigned last = res->array_size - 1u;
    const unsigned depth = PIPE_CLEAR_DEPTH;
    struct pipe_surface *all = fixture_surface(f, res, format, 0, 0, last);
    f->pipe->clear_depth_stencil(f->pipe, all, depth, 0.25, 0, 0, 0, WIDTH, 1);
    pipe_surface_reference(&all, NULL);
    struct pipe_surface *one = fixture_surface(f, res, format, 0, last, last);
    f->pipe->clear_depth_stencil(f->pipe, one, depth, 0.75, 0, 2, 0, 3, 1);
    pipe_surface_reference(&one, NULL);
    if (array)
        expect_depth(f, res, 0, 3, 0.25f);
    expect_depth(f, res, last, 1, 0.25f);
    expect_depth(f, res, last, 2, 0.75f);
    expect_depth(f, res, last, 4, 0.75f);
    expect_depth(f, res, last, 5, 0.25f);
    pipe_resource_reference(&res, NULL);
}

static void test_clears(void **state)
{
    struct pipe_fixture *f = *state;
    for (unsigned i = 0; i < sizeof(formats) / sizeof(formats[0]); i++) {
        /* Depth formats of 2D textures must also be formats of 1D textures. */
        if (!f->screen->is_format_supported(f->screen, formats[i], PIPE_TEXTURE_2D, 0,
                                            PIPE_BIND_DEPTH_STENCIL))
            continue;
        check_clears(f, formats[i], false);
        check_clears(f, formats[i], true);
    }
}

static void test_copies(void **state)
{
    struct pipe_fixture *f = *state;
    struct pipe_resource *from = filled(f, PIPE_FORMAT_Z32_FLOAT, true);
    struct pipe_resource *to = texture(f, PIPE_FORMAT_Z32_FLOAT, false);
    struct pipe_resource *wide =
        fixture_texture(f, PIPE_TEXTURE_2D, PIPE_FORMAT_Z32_FLOAT, WIDTH, 4, 1);
    const struct pipe_box box = fixture_box(2, 0, 1, 4, 1, 1);
    f->pipe->resource_copy_region(f->pipe, to, 0, 1, 0, 0, from, 0, &box);
    for (int x = 0; x < 4; x++)
        expect_depth(f, to, 0, 1 + (unsigned)x, depth_of(2 + x, 1));
    f->pipe->resource_copy_region(f->pipe, wide, 0, 0, 0, 0, from, 0, &box);
    expect_depth(f, wide, 0, 0, depth_of(2, 1));
    pipe_resource_reference(&wide, NULL);
    pipe_resource_reference(&to, NULL);
    pipe_resource_reference(&from, NULL);
}

static void blit(struct pipe_fixture *f, struct pipe_resource *to, struct pipe_resource *from,
                 const struct pipe_box *to_box, const struct pipe_box *from_box)
{
    const struct pipe_blit_info info = {
        .dst = {.resource = to, .format = to->format, .box = *to_box},
        .src = {.resource = from, .format = from->format, .box = *from_box},
        .mask = PIPE_MASK_Z,
        .filter = PIPE_TEX_FILTER_NEAREST,
    };
    f->pipe->blit(f->pipe, &info);
}

static void test_blits(void **state)
{
    struct pipe_fixture *f = *state;
    struct pipe_resource *from = filled(f, PIPE_FORMAT_Z32_FLOAT, true);
    struct pipe_resource *to = texture(f, PIPE_FORMAT_Z32_FLOAT, true);
    const struct pipe_box half = fixture_box(0, 0, 1, WIDTH / 2, 1, 2);
    const struct pipe_box mirrored = fixture_box(WIDTH, 0, 0, -WIDTH, 1, 2);
    blit(f, to, from, &mirrored, &half);
    for (int x = 0; x < WIDTH; x++) {
        expect_depth(f, to, 0, WIDTH - 1 - (unsigned)x, depth_of(x / 2, 1));
        expect_depth(f, to, 1, WIDTH - 1 - (unsigned)x, depth_of(x / 2, 2));
    }
    pipe_resource_reference(&to, NULL);
    pipe_resource_reference(&from, NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_values),      cmocka_unit_test(test_fetches),
        cmocka_unit_test(test_comparisons), cmocka_unit_test(test_sizes),
        cmocka_unit_test(test_clears),      cmocka_unit_test(test_copies),
        cmocka_unit_test(test_blits),
    };
    return cmocka_run_group_tests(tests, pipe_fixture_setup, pipe_fixture_teardown);
}
