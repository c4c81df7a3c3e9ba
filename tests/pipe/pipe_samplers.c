/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Sampler states: every wrap mode against its definition, levels of detail, comparison; and the
 * sharing of VkSamplers. */
#include "pipe_sample.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "driver/resource/resource.h"
#include "driver/view/sampler.h"
#include "driver/view/sampler_view.h"

enum {
    N = 4
};

/* Creates a texture whose texel i is i + 1; the border is 9, so that the value identifies the texel
 * that a filter read. */
static struct pipe_resource *ramp(struct pipe_fixture *f)
{
    struct pipe_resource *res = fixture_texture(f, PIPE_TEXTURE_1D, PIPE_FORMAT_R32_FLOAT, N, 1, 1);
    static const float texels[N] = {1.0f, 2.0f, 3.0f, 4.0f};
    struct pipe_box all = fixture_level_box(res, 0);
    fixture_write(f, res, 0, &all, texels);
    return res;
}

static float texel_at(int i, bool border)
{
    if (i >= 0 && i < N)
        return (float)(i + 1);
    return border ? 9.0f : (float)(i < 0 ? 1 : N);
}

/* Returns what a lookup of texel i gives in a wrap mode, by GL's definitions. texel_at(i, true)
 * gives the border if i is outside of the texture. */
static float wrapped(unsigned wrap, int i)
{
    int mirrored = i < 0 ? -1 - i : i;
    switch (wrap) {
    case PIPE_TEX_WRAP_REPEAT:
        return texel_at(((i % N) + N) % N, false);
    case PIPE_TEX_WRAP_MIRROR_REPEAT: {
        int m = ((i % (2 * N)) + 2 * N) % (2 * N);
        return texel_at(m < N ? m : 2 * N - 1 - m, false);
    }
    case PIPE_TEX_WRAP_CLAMP_TO_EDGE:
        return texel_at(i, false);
    case PIPE_TEX_WRAP_MIRROR_CLAMP_TO_EDGE:
        return texel_at(mirrored, false);
    default:
        return texel_at(i, true);
    }
}

static float expected_value(unsigned wrap, float s, bool linear)
{
    /* By EXT_texture_mirror_clamp, the coordinate is mirrored and then wrapped as usual. */
    if (wrap == PIPE_TEX_WRAP_MIRROR_CLAMP || wrap == PIPE_TEX_WRAP_MIRROR_CLAMP_TO_BORDER)
        s = fabsf(s);
    if (wrap == PIPE_TEX_WRAP_CLAMP || wrap == PIPE_TEX_WRAP_MIRROR_CLAMP) {
        s = s < 0.0f ? 0.0f : s > 1.0f ? 1.0f : s;
        /* With a nearest filter, a clamped coordinate of 1 is the last texel. */
        if (!linear && s == 1.0f)
            return texel_at(N - 1, false);
    }
    float u = s * N;
    if (!linear)
        return wrapped(wrap, (int)floorf(u));
    int i = (int)floorf(u - 0.5f);
    float frac = u - 0.5f - (float)i;
    return wrapped(wrap, i) * (1.0f - frac) + wrapped(wrap, i + 1) * frac;
}

static void test_wrap_modes(void **state)
{
    struct pipe_fixture *f = *state;
    static const float coords[] = {-1.6f, -0.9f, -0.3f, -0.05f, 0.06f, 0.4f, 0.94f, 1.06f, 1.7f};
    struct pipe_resource *res = ramp(f);
    const struct pipe_sampler_view view = sample_view(res);
    for (unsigned wrap = PIPE_TEX_WRAP_REPEAT; wrap <= PIPE_TEX_WRAP_MIRROR_CLAMP_TO_BORDER;
         wrap++) {
        for (unsigned linear = 0; linear < 2; linear++) {
            struct pipe_sampler_state s = sample_nearest();
            s.wrap_s = wrap;
            s.min_img_filter = s.mag_img_filter =
                linear ? PIPE_TEX_FILTER_LINEAR : PIPE_TEX_FILTER_NEAREST;
            s.border_color.f[0] = 9.0f;
            for (size_t i = 0; i < sizeof(coords) / sizeof(coords[0]); i++) {
                const struct sample_lookup lookup = {.target = "1D", .coord = {coords[i]}};
                float actual = sample(f, res, &view, &s, &lookup).f[0];
                float expected = expected_value(wrap, coords[i], linear != 0);
                if (!(fabsf(actual - expected) <= 0.06f))
                    fail_msg("wrap %u, linear %u, at %f: %f, not %f", wrap, linear,
                             (double)coords[i], (double)actual, (double)expected);
            }
        }
    }
    pipe_resource_reference(&res, NULL);
}

static void test_levels_of_detail(void **state)
{
    struct pipe_fixture *f = *state;
    struct pipe_resource t = fixture_template(PIPE_TEXTURE_2D, PIPE_FORMAT_R32_FLOAT, 8, 8, 1);
    t.last_level = 3;
    struct pipe_resource *res = fixture_create(f, &t);
    for (unsigned level = 0; level < 4; level++) {
        struct pipe_box box = fixture_level_box(res, level);
        float texels[64];
        for (unsigned i = 0; i < 64; i++)
            texels[i] = (float)level;
        fixture_write(f, res, level, &box, texels);
    }
    const struct pipe_sampler_view view = sample_view(res);
    static const struct {
        unsigned mip;
        float bias, min, max, lod, expected;
    } cases[] = {
        {PIPE_TEX_MIPFILTER_NEAREST, 0, 0, 1000, 2.0f, 2.0f},
        {PIPE_TEX_MIPFILTER_NEAREST, 0, 0, 1000, 9.0f, 3.0f},
        {PIPE_TEX_MIPFILTER_LINEAR, 0, 0, 1000, 1.25f, 1.25f},
        {PIPE_TEX_MIPFILTER_NEAREST, 0, 2, 1000, 0.0f, 2.0f},
        {PIPE_TEX_MIPFILTER_NEAREST, 0, 0, 1, 3.0f, 1.0f},
        {PIPE_TEX_MIPFILTER_NONE, 0, 0, 1000, 3.0f, 0.0f},
        {PIPE_TEX_MIPFILTER_NONE, 0, 2, 1000, 3.0f, 0.0f},
        {PIPE_TEX_MIPFILTER_NEAREST, 0, 3, 1, 0.0f, 3.0f},
        {PIPE_TEX_MIPFILTER_NEAREST, 0, NAN, NAN, 0.0f, 0.0f},
    };
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        struct pipe_sampler_state s = sample_nearest();
        s.min_mip_filter = cases[i].mip;
        s.lod_bias = cases[i].bias;
        s.min_lod = cases[i].min;
        s.max_lod = cases[i].max;
        const struct sample_lookup lookup = {.target = "2D",
                                             .coord = {0.5f, 0.5f, 0.0f, cases[i].lod}};
        float actual = sample(f, res, &view, &s, &lookup).f[0];
        if (!(fabsf(actual - cases[i].expected) <= 0.02f))
            fail_msg("case %zu: %f, not %f", i, (double)actual, (double)cases[i].expected);
    }
    pipe_resource_reference(&res, NULL);
}

static void test_comparison(void **state)
{
    struct pipe_fixture *f = *state;
    struct pipe_resource *res = fixture_texture(f, PIPE_TEXTURE_2D, PIPE_FORMAT_Z32_FLOAT, 1, 1, 1);
    struct pipe_box one = fixture_box(0, 0, 0, 1, 1, 1);
    const float depth = 0.5f;
    fixture_write(f, res, 0, &one, &depth);
    const struct pipe_sampler_view view = sample_view(res);
    static const float refs[] = {0.25f, 0.5f, 0.75f};
    for (unsigned func = PIPE_FUNC_NEVER; func <= PIPE_FUNC_ALWAYS; func++) {
        for (unsigned i = 0; i < 3; i++) {
            struct pipe_sampler_state s = sample_nearest();
            s.compare_mode = PIPE_TEX_COMPARE_R_TO_TEXTURE;
            s.compare_func = func;
            const struct sample_lookup lookup = {
                .opcode = "TEX", .target = "SHADOW2D", .coord = {0.5f, 0.5f, refs[i]}};
            /* The bits of a PIPE_FUNC_* mean less, equal and greater. */
            float expected = func >> i & 1 ? 1.0f : 0.0f;
            float actual = sample(f, res, &view, &s, &lookup).f[0];
            if (actual != expected)
                fail_msg("function %u, reference %f: %f", func, (double)refs[i], (double)actual);
        }
    }
    pipe_resource_reference(&res, NULL);
}

/* Looks up without comparison through a sampler with a comparison mode; checks that texels are
 * returned. */
static void test_no_comparison(void **state)
{
    struct pipe_fixture *f = *state;
    static const struct {
        enum pipe_format format;
        uint32_t texel;
        float expected;
    } cases[] = {
        {PIPE_FORMAT_R8G8B8A8_UNORM, 0xff003399, 0.6f},
        {PIPE_FORMAT_R32_FLOAT, 0x3e800000, 0.25f},
        {PIPE_FORMAT_Z32_FLOAT, 0x3f000000, 0.5f},
        {PIPE_FORMAT_NONE, 0, 0.0f}, /* no view */
    };
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        const struct pipe_box one = fixture_box(0, 0, 0, 1, 1, 1);
        struct pipe_resource *res = NULL;
        struct pipe_sampler_view view;
        if (cases[i].format != PIPE_FORMAT_NONE) {
            res = fixture_texture(f, PIPE_TEXTURE_2D, cases[i].format, 1, 1, 1);
            fixture_write(f, res, 0, &one, &cases[i].texel);
            view = sample_view(res);
        }
        struct pipe_sampler_state s = sample_nearest();
        s.compare_mode = PIPE_TEX_COMPARE_R_TO_TEXTURE;
        s.compare_func = PIPE_FUNC_LEQUAL;
        const struct sample_lookup lookup = {
            .opcode = "TEX", .target = "2D", .coord = {0.5f, 0.5f, 0.125f}};
        float actual = sample(f, res, res ? &view : NULL, &s, &lookup).f[0];
        if (!(fabsf(actual - cases[i].expected) <= 0.01f))
            fail_msg("case %zu: %f, not %f", i, (double)actual, (double)cases[i].expected);
        pipe_resource_reference(&res, NULL);
    }
}

/* Makes shadow lookups without a texture, and in the texture that clients bind in place of an
 * incomplete texture; checks that they return 0. */
static void test_incomplete_shadow(void **state)
{
    struct pipe_fixture *f = *state;
    static const struct {
        enum pipe_format format;
        bool compare;
    } cases[] = {
        {PIPE_FORMAT_NONE, false}, /* no view */
        {PIPE_FORMAT_NONE, true},
        {PIPE_FORMAT_R8G8B8A8_UNORM, false},
        {PIPE_FORMAT_Z32_FLOAT, false},
    };
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        const struct pipe_box one = fixture_box(0, 0, 0, 1, 1, 1);
        const uint32_t zero = 0;
        struct pipe_resource *res = NULL;
        struct pipe_sampler_view view;
        if (cases[i].format != PIPE_FORMAT_NONE) {
            res = fixture_texture(f, PIPE_TEXTURE_2D, cases[i].format, 1, 1, 1);
            fixture_write(f, res, 0, &one, &zero);
            view = sample_view(res);
        }
        struct pipe_sampler_state s = sample_nearest();
        s.compare_mode = cases[i].compare ? PIPE_TEX_COMPARE_R_TO_TEXTURE : PIPE_TEX_COMPARE_NONE;
        s.compare_func = PIPE_FUNC_ALWAYS;
        const struct sample_lookup lookup = {
            .opcode = "TEX", .target = "SHADOW2D", .coord = {0.5f, 0.5f, 0.25f}};
        float actual = sample(f, res, res ? &view : NULL, &s, &lookup).f[0];
        if (actual != 0.0f)
            fail_msg("case %zu: %f, not 0", i, (double)actual);
        pipe_resource_reference(&res, NULL);
    }
}

/* Looks up without a texture; checks that the result is (0, 0, 0, 1) in the type that the shader
 * samples. Also looks up without a buffer: then red, green and blue must be 0, and alpha may have
 * any value. */
static void test_no_texture(void **state)
{
    static const char *const targets[] = {"1D", "1D_ARRAY", "2D",     "2D_ARRAY",  "RECT",
                                          "3D", "CUBE",     "BUFFER", "CUBEARRAY", /* optional */};
    struct pipe_fixture *f = *state;
    const size_t num = sizeof(targets) / sizeof(targets[0]) -
                       !f->screen->get_param(f->screen, PIPE_CAP_CUBE_MAP_ARRAY);
    struct pipe_sampler_state s = sample_nearest();
    s.min_img_filter = s.mag_img_filter = PIPE_TEX_FILTER_LINEAR; /* not with integers */
    for (size_t i = 0; i < num; i++) {
        const bool is_buffer = strcmp(targets[i], "BUFFER") == 0;
        for (enum sample_type type = SAMPLE_FLOAT; type <= SAMPLE_SINT; type++) {
            const struct sample_lookup lookup = {
                .opcode = is_buffer ? "TXF" : "TEX", .target = targets[i], .type = type};
            const union pipe_color_union got = sample(f, NULL, NULL, &s, &lookup);
            const uint32_t one = type == SAMPLE_FLOAT ? 0x3f800000 : 1;
            if (got.ui[0] || got.ui[1] || got.ui[2] || (!is_buffer && got.ui[3] != one))
                fail_msg("%s, type %d: %x %x %x %x", targets[i], (int)type, got.ui[0], got.ui[1],
                         got.ui[2], got.ui[3]);
        }
    }
}

/* Fetches sample 0 of the first texel. */
static union pipe_color_union fetch_first(struct pipe_fixture *f, struct pipe_resource *res,
                                          const char *target, enum sample_type type)
{
    const struct pipe_sampler_state s = sample_nearest();
    const struct sample_lookup lookup = {.opcode = "TXF", .target = target, .type = type};
    struct pipe_sampler_view view;
    if (res)
        view = sample_view(res);
    return sample(f, res, res ? &view : NULL, &s, &lookup);
}

static void expect_no_texture(const union pipe_color_union *got, enum sample_type type,
                              const char *what)
{
    const uint32_t one = type == SAMPLE_FLOAT ? 0x3f800000 : 1;
    if (got->ui[0] || got->ui[1] || got->ui[2] || got->ui[3] != one)
        fail_msg("%s, type %d: %x %x %x %x", what, (int)type, got->ui[0], got->ui[1], got->ui[2],
                 got->ui[3]);
}

static void test_no_samples(void **state)
{
    struct pipe_fixture *f = *state;
    if (!f->screen->get_param(f->screen, PIPE_CAP_TEXTURE_MULTISAMPLE))
        skip();
    for (enum sample_type type = SAMPLE_FLOAT; type <= SAMPLE_SINT; type++) {
        const union pipe_color_union one = fetch_first(f, NULL, "2D_MSAA", type);
        const union pipe_color_union layer = fetch_first(f, NULL, "2D_ARRAY_MSAA", type);
        expect_no_texture(&one, type, "2D_MSAA");
        expect_no_texture(&layer, type, "2D_ARRAY_MSAA");
    }
}

/* Binds textures that do not fit the shader's declaration: they have another type, one sample
 * instead of several, several samples instead of one, or no layers. Checks that each lookup gives
 * the same result as without a texture. */
static void test_other_textures(void **state)
{
    static const struct {
        enum pipe_format format;
        unsigned samples;
        const char *target;
        enum sample_type type;
    } cases[] = {
        {PIPE_FORMAT_R8G8B8A8_UINT, 0, "2D", SAMPLE_FLOAT},
        {PIPE_FORMAT_R8G8B8A8_SINT, 0, "2D", SAMPLE_FLOAT},
        {PIPE_FORMAT_R8G8B8A8_SINT, 0, "2D", SAMPLE_UINT},
        {PIPE_FORMAT_R8G8B8A8_UINT, 0, "2D", SAMPLE_SINT},
        {PIPE_FORMAT_R8G8B8A8_UNORM, 0, "2D", SAMPLE_UINT},
        {PIPE_FORMAT_Z32_FLOAT, 0, "2D", SAMPLE_SINT},
        {PIPE_FORMAT_R8G8B8A8_UINT, 0, "2D_MSAA", SAMPLE_FLOAT},
        {PIPE_FORMAT_R8G8B8A8_UNORM, 4, "2D", SAMPLE_FLOAT},
        {PIPE_FORMAT_R8G8B8A8_UNORM, 4, "2D_MSAA", SAMPLE_UINT},
        {PIPE_FORMAT_R8G8B8A8_UNORM, 4, "2D_ARRAY_MSAA", SAMPLE_FLOAT},
    };
    struct pipe_fixture *f = *state;
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        struct pipe_resource templ = fixture_template(PIPE_TEXTURE_2D, cases[i].format, 2, 2, 1);
        const union pipe_color_union color = {.ui = {0x7f, 0x7f, 0x7f, 0x7f}};
        const struct pipe_box all = fixture_box(0, 0, 0, 2, 2, 1);
        char what[64];
        templ.bind = PIPE_BIND_SAMPLER_VIEW;
        templ.nr_samples = (uint8_t)cases[i].samples;
        struct pipe_resource *res = f->screen->resource_create(f->screen, &templ);
        assert_non_null(res);
        f->pipe->clear_texture(f->pipe, res, 0, &all, &color);
        const union pipe_color_union got = fetch_first(f, res, cases[i].target, cases[i].type);
        snprintf(what, sizeof(what), "case %zu", i);
        expect_no_texture(&got, cases[i].type, what);
        pipe_resource_reference(&res, NULL);
    }
}

static void test_other_buffers(void **state)
{
    static const struct {
        enum pipe_format format;
        enum sample_type type;
    } cases[] = {
        {PIPE_FORMAT_R32G32B32A32_UINT, SAMPLE_FLOAT},
        {PIPE_FORMAT_R32G32B32A32_FLOAT, SAMPLE_SINT},
        {PIPE_FORMAT_R32G32B32A32_SINT, SAMPLE_UINT},
    };
    static const uint32_t texel[4] = {0x7f, 0x7f, 0x7f, 0x7f};
    struct pipe_fixture *f = *state;
    const struct pipe_sampler_state s = sample_nearest();
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        struct pipe_resource *res =
            fixture_buffer(f, sizeof(texel), PIPE_USAGE_DEFAULT, PIPE_BIND_SAMPLER_VIEW);
        const struct pipe_box all = fixture_box(0, 0, 0, sizeof(texel), 1, 1);
        struct pipe_sampler_view view = sample_view(res);
        const struct sample_lookup lookup = {
            .opcode = "TXF", .target = "BUFFER", .type = cases[i].type};
        view.format = cases[i].format;
        fixture_write(f, res, 0, &all, texel);
        const union pipe_color_union got = sample(f, res, &view, &s, &lookup);
        if (got.ui[0] || got.ui[1] || got.ui[2])
            fail_msg("case %zu: %x %x %x", i, got.ui[0], got.ui[1], got.ui[2]);
        pipe_resource_reference(&res, NULL);
    }
}

static void test_equal_states_share(void **state)
{
    struct pipe_fixture *f = *state;
    struct pipe_sampler_state s = sample_nearest();
    struct gv_sampler *a = f->pipe->create_sampler_state(f->pipe, &s);
    struct gv_sampler *b = f->pipe->create_sampler_state(f->pipe, &s);
    s.mag_img_filter = PIPE_TEX_FILTER_LINEAR;
    struct gv_sampler *c = f->pipe->create_sampler_state(f->pipe, &s);
    assert_true(a && b && c);
    assert_ptr_equal(a->handle, b->handle);
    assert_ptr_not_equal(a->handle, c->handle);
    f->pipe->delete_sampler_state(f->pipe, a);
    f->pipe->delete_sampler_state(f->pipe, b);
    f->pipe->delete_sampler_state(f->pipe, c);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_wrap_modes),        cmocka_unit_test(test_levels_of_detail),
        cmocka_unit_test(test_comparison),        cmocka_unit_test(test_no_comparison),
        cmocka_unit_test(test_incomplete_shadow), cmocka_unit_test(test_no_texture),
        cmocka_unit_test(test_no_samples),        cmocka_unit_test(test_other_textures),
        cmocka_unit_test(test_other_buffers),     cmocka_unit_test(test_equal_states_share),
    };
    return cmocka_run_group_tests(tests, pipe_fixture_setup, pipe_fixture_teardown);
}
