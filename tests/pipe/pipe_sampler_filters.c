/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Filters: every wrap mode on every axis, magnification and minification, levels, biases,
 * unnormalized coordinates, anisotropy and reductions, compared with the arithmetic of filters. */
#include "pipe_sample.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- The arithmetic ----------------------------------------------------------------------------
 */

enum {
    MAX_SIZE = 8
};

/* A level with up to three dimensions; unused dimensions have size 1. */
struct level {
    int size[3];
    float texels[MAX_SIZE][MAX_SIZE][MAX_SIZE]; /* z, y, x */
};

static const float border_value = 0.625f;

/* Returns the texel that a wrap mode maps texel i of an axis to, or -1 for the border. */
static int wrap_texel(unsigned wrap, int i, int size)
{
    int period = 2 * size, m;
    switch (wrap) {
    case PIPE_TEX_WRAP_REPEAT:
        return ((i % size) + size) % size;
    case PIPE_TEX_WRAP_MIRROR_REPEAT:
        m = ((i % period) + period) % period;
        return m < size ? m : period - 1 - m;
    case PIPE_TEX_WRAP_CLAMP_TO_EDGE:
        return i < 0 ? 0 : i >= size ? size - 1 : i;
    case PIPE_TEX_WRAP_MIRROR_CLAMP_TO_EDGE:
        i = i < 0 ? -1 - i : i;
        return i >= size ? size - 1 : i;
    default:
        return i < 0 || i >= size ? -1 : i;
    }
}

/* Computes the one or two texels of an axis that a lookup reads; returns the weight of the second
 * texel. */
static float axis_texels(unsigned wrap, bool linear, float s, int size, int out_texels[2])
{
    bool mirrored =
        wrap == PIPE_TEX_WRAP_MIRROR_CLAMP || wrap == PIPE_TEX_WRAP_MIRROR_CLAMP_TO_BORDER;
    bool clamped = wrap == PIPE_TEX_WRAP_CLAMP || wrap == PIPE_TEX_WRAP_MIRROR_CLAMP;
    if (mirrored)
        s = fabsf(s);
    if (clamped)
        s = s < 0.0f ? 0.0f : s > 1.0f ? 1.0f : s;
    float u = s * (float)size;
    if (!linear) {
        int i = (int)floorf(u);
        if (clamped && i == size)
            i = size - 1;
        out_texels[0] = out_texels[1] = wrap_texel(wrap, i, size);
        return 0.0f;
    }
    int i = (int)floorf(u - 0.5f);
    out_texels[0] = wrap_texel(wrap, i, size);
    out_texels[1] = wrap_texel(wrap, i + 1, size);
    return u - 0.5f - (float)i;
}

static float filter_level(const struct level *l, const unsigned wraps[3], bool linear,
                          const float coord[3])
{
    int texels[3][2];
    float weights[3], sum = 0.0f;
    for (unsigned a = 0; a < 3; a++)
        weights[a] = axis_texels(l->size[a] > 1 ? wraps[a] : PIPE_TEX_WRAP_CLAMP_TO_EDGE, linear,
                                 coord[a], l->size[a], texels[a]);
    for (unsigned corner = 0; corner < 8; corner++) {
        float weight = 1.0f;
        int at[3];
        for (unsigned a = 0; a < 3; a++) {
            unsigned second = corner >> a & 1;
            at[a] = texels[a][second];
            weight *= second ? weights[a] : 1.0f - weights[a];
        }
        bool outside = at[0] < 0 || at[1] < 0 || at[2] < 0;
        sum += weight * (outside ? border_value : l->texels[at[2]][at[1]][at[0]]);
    }
    return sum;
}

/* ---- Textures ----------------------------------------------------------------------------------
 */

static void fill_level(struct level *l, int w, int h, int d, uint32_t seed)
{
    uint8_t noise[MAX_SIZE * MAX_SIZE * MAX_SIZE];
    fixture_noise(seed, noise, sizeof(noise));
    *l = (struct level){.size = {w, h, d}};
    for (int z = 0; z < d; z++) {
        for (int y = 0; y < h; y++) {
            for (int x = 0; x < w; x++)
                l->texels[z][y][x] = (float)noise[(z * MAX_SIZE + y) * MAX_SIZE + x] / 255.0f;
        }
    }
}

static void upload_level(struct pipe_fixture *f, struct pipe_resource *res, unsigned level,
                         const struct level *l)
{
    float tight[MAX_SIZE * MAX_SIZE * MAX_SIZE];
    size_t num = 0;
    for (int z = 0; z < l->size[2]; z++) {
        for (int y = 0; y < l->size[1]; y++) {
            for (int x = 0; x < l->size[0]; x++)
                tight[num++] = l->texels[z][y][x];
        }
    }
    const struct pipe_box box = fixture_box(0, 0, 0, l->size[0], l->size[1], l->size[2]);
    fixture_write(f, res, level, &box, tight);
}

static void expect_near(float actual, float expected, float tolerance, const char *what, unsigned a,
                        unsigned b, double c)
{
    if (!(fabsf(actual - expected) <= tolerance))
        fail_msg("%s (%u, %u, %f): %f, not %f", what, a, b, c, (double)actual, (double)expected);
}

/* Filter weights have at least 8 bits on every device that GL programs meet, and values are in
 * 0..1. The tests use no coordinate exactly between two texels, and no level of detail exactly
 * between two levels, because devices may round these up or down. */
static const float tolerance = 3.0f / 256.0f + 0.002f;

/* ---- Wrap modes --------------------------------------------------------------------------------
 */

static void check_axes(struct pipe_fixture *f, enum pipe_texture_target target, const char *name,
                       unsigned num_axes)
{
    static const float coords[] = {-1.3f, -0.55f, -0.04f, 0.1f, 0.71f, 0.97f, 1.05f, 1.62f};
    struct level l;
    fill_level(&l, 5, num_axes > 1 ? 3 : 1, num_axes > 2 ? 6 : 1, 3);
    struct pipe_resource *res =
        fixture_texture(f, target, PIPE_FORMAT_R32_FLOAT, (unsigned)l.size[0], (unsigned)l.size[1],
                        (unsigned)l.size[2]);
    const struct pipe_sampler_view view = sample_view(res);
    upload_level(f, res, 0, &l);
    for (unsigned n = 0; n < 8 * num_axes * 2; n++) {
        unsigned wrap = n % 8, axis = n / 8 % num_axes;
        bool linear = n / 8 / num_axes != 0;
        unsigned wraps[3] = {PIPE_TEX_WRAP_REPEAT, PIPE_TEX_WRAP_CLAMP_TO_EDGE,
                             PIPE_TEX_WRAP_MIRROR_REPEAT};
        wraps[axis] = wrap;
        struct pipe_sampler_state s = sample_nearest();
        s.wrap_s = wraps[0];
        s.wrap_t = wraps[1];
        s.wrap_r = wraps[2];
        s.border_color.f[0] = border_value;
        s.min_img_filter = s.mag_img_filter =
            linear ? PIPE_TEX_FILTER_LINEAR : PIPE_TEX_FILTER_NEAREST;
        for (size_t i = 0; i < sizeof(coords) / sizeof(coords[0]); i++) {
            struct sample_lookup lookup = {.target = name, .coord = {0.23f, 0.81f, 0.4f}};
            lookup.coord[axis] = coords[i];
            float actual = sample(f, res, &view, &s, &lookup).f[0];
            expect_near(actual, filter_level(&l, wraps, linear, lookup.coord), tolerance, name,
                        wrap, axis + 4 * linear, (double)coords[i]);
        }
    }
    pipe_resource_reference(&res, NULL);
}

static void test_wrap_modes_of_2d(void **state)
{
    check_axes(*state, PIPE_TEXTURE_2D, "2D", 2);
}

static void test_wrap_modes_of_3d(void **state)
{
    check_axes(*state, PIPE_TEXTURE_3D, "3D", 3);
}

/* ---- Levels ------------------------------------------------------------------------------------
 */

/* Returns the filtered value for a level of detail, which selects the filter and the levels. */
static float filter_lod(const struct level *levels, unsigned num,
                        const struct pipe_sampler_state *s, const float coord[3], float lod)
{
    const unsigned wraps[3] = {s->wrap_s, s->wrap_t, s->wrap_r};
    lod += s->lod_bias;
    lod = lod < s->min_lod ? s->min_lod : lod > s->max_lod ? s->max_lod : lod;
    unsigned filter = lod <= 0.0f ? s->mag_img_filter : s->min_img_filter;
    bool linear = filter == PIPE_TEX_FILTER_LINEAR;
    float last = (float)(num - 1);
    float level = lod < 0.0f ? 0.0f : lod > last ? last : lod;
    if (s->min_mip_filter == PIPE_TEX_MIPFILTER_NONE || lod <= 0.0f)
        return filter_level(&levels[0], wraps, linear, coord);
    if (s->min_mip_filter == PIPE_TEX_MIPFILTER_NEAREST)
        return filter_level(&levels[(unsigned)ceilf(level + 0.5f) - 1], wraps, linear, coord);
    unsigned base = (unsigned)floorf(level);
    float weight = level - (float)base;
    float value = filter_level(&levels[base], wraps, linear, coord);
    if (weight > 0.0f)
        value += weight * (filter_level(&levels[base + 1], wraps, linear, coord) - value);
    return value;
}

static struct pipe_resource *make_levels(struct pipe_fixture *f, struct level levels[4])
{
    struct pipe_resource t = fixture_template(PIPE_TEXTURE_2D, PIPE_FORMAT_R32_FLOAT, 8, 8, 1);
    t.last_level = 3;
    struct pipe_resource *res = fixture_create(f, &t);
    for (int i = 0; i < 4; i++) {
        fill_level(&levels[i], 8 >> i, 8 >> i, 1, 11 + (uint32_t)i);
        upload_level(f, res, (unsigned)i, &levels[i]);
    }
    return res;
}

static void test_filters_and_levels(void **state)
{
    struct pipe_fixture *f = *state;
    static const float lods[] = {-1.0f, 0.0f, 0.2f, 0.45f, 0.6f, 1.3f, 1.8f, 2.6f, 5.0f};
    static const struct {
        float bias, min, max;
    } ranges[] = {{0, -1000, 1000}, {0.53f, 0, 1000}, {-1.25f, 0, 1000}, {0, 1.25f, 2.0f}};
    struct level levels[4];
    struct pipe_resource *res = make_levels(f, levels);
    const struct pipe_sampler_view view = sample_view(res);
    for (unsigned n = 0; n < 2 * 2 * 3 * 4; n++) {
        unsigned min = n & 1, mag = n >> 1 & 1, mip = n / 4 % 3, range = n / 12;
        struct pipe_sampler_state s = sample_nearest();
        s.wrap_s = s.wrap_t = PIPE_TEX_WRAP_REPEAT;
        s.min_img_filter = min ? PIPE_TEX_FILTER_LINEAR : PIPE_TEX_FILTER_NEAREST;
        s.mag_img_filter = mag ? PIPE_TEX_FILTER_LINEAR : PIPE_TEX_FILTER_NEAREST;
        s.min_mip_filter = mip; /* mip filters: nearest, linear, none */
        s.lod_bias = ranges[range].bias;
        s.min_lod = ranges[range].min;
        s.max_lod = ranges[range].max;
        for (size_t i = 0; i < sizeof(lods) / sizeof(lods[0]); i++) {
            const struct sample_lookup lookup = {.target = "2D",
                                                 .coord = {0.3f, 0.58f, 0.0f, lods[i]}};
            float actual = sample(f, res, &view, &s, &lookup).f[0];
            float expected = filter_lod(levels, 4, &s, lookup.coord, lods[i]);
            if (!(fabsf(actual - expected) <= tolerance))
                fail_msg("min %u, mag %u, mip %u, range %u, lod %f: %f, not %f", min, mag, mip,
                         range, (double)lods[i], (double)actual, (double)expected);
        }
    }
    pipe_resource_reference(&res, NULL);
}

/* Looks up outside of the texture with CLAMP, with a linear filter for magnification and a nearest
 * filter for minification; checks that the nearest filter never reads the border. */
static void test_clamp_of_mixed_filters(void **state)
{
    struct pipe_fixture *f = *state;
    struct level levels[4];
    struct pipe_resource *res = make_levels(f, levels);
    const struct pipe_sampler_view view = sample_view(res);
    struct pipe_sampler_state s = sample_nearest();
    s.wrap_s = s.wrap_t = PIPE_TEX_WRAP_CLAMP;
    s.mag_img_filter = PIPE_TEX_FILTER_LINEAR;
    s.border_color.f[0] = border_value;
    for (unsigned i = 0; i < 6; i++) {
        const struct sample_lookup lookup = {
            .target = "2D", .coord = {i & 1 ? 1.5f : -0.5f, 0.4f, 0.0f, (float)(i / 2)}};
        float actual = sample(f, res, &view, &s, &lookup).f[0];
        expect_near(actual, filter_lod(levels, 4, &s, lookup.coord, (float)(i / 2)), tolerance,
                    "mixed filters", i, 0, 0.0);
    }
    pipe_resource_reference(&res, NULL);
}

/* ---- Coordinates in texels ---------------------------------------------------------------------
 */

static void check_texel_coords(struct pipe_fixture *f, enum pipe_texture_target target,
                               const char *name, unsigned height, unsigned wrap, bool linear)
{
    static const float coords[] = {-1.8f, -0.4f, 0.1f, 0.5f, 1.9f, 2.1f, 4.6f, 5.2f, 6.3f};
    struct level l;
    fill_level(&l, 5, (int)height, 1, 21);
    struct pipe_resource *res = fixture_texture(f, target, PIPE_FORMAT_R32_FLOAT, 5, height, 1);
    const struct pipe_sampler_view view = sample_view(res);
    const unsigned wraps[3] = {wrap, wrap, wrap};
    upload_level(f, res, 0, &l);
    struct pipe_sampler_state s = sample_nearest();
    s.normalized_coords = 0;
    s.wrap_s = s.wrap_t = wrap;
    s.border_color.f[0] = border_value;
    s.min_img_filter = s.mag_img_filter = linear ? PIPE_TEX_FILTER_LINEAR : PIPE_TEX_FILTER_NEAREST;
    s.min_mip_filter = PIPE_TEX_MIPFILTER_NONE;
    for (size_t i = 0; i < sizeof(coords) / sizeof(coords[0]); i++) {
        const struct sample_lookup lookup = {
            .target = name, .opcode = "TEX", .coord = {coords[i], height > 1 ? 1.2f : 0.0f}};
        const float normalized[3] = {coords[i] / 5.0f, 1.2f / (float)height, 0.0f};
        float actual = sample(f, res, &view, &s, &lookup).f[0];
        expect_near(actual, filter_level(&l, wraps, linear, normalized), tolerance, name, wrap,
                    linear, (double)coords[i]);
    }
    pipe_resource_reference(&res, NULL);
}

static void test_coordinates_in_texels(void **state)
{
    static const unsigned wraps[] = {PIPE_TEX_WRAP_CLAMP, PIPE_TEX_WRAP_CLAMP_TO_EDGE,
                                     PIPE_TEX_WRAP_CLAMP_TO_BORDER};
    for (unsigned n = 0; n < 6; n++) {
        check_texel_coords(*state, PIPE_TEXTURE_1D, "1D", 1, wraps[n / 2], n & 1);
        check_texel_coords(*state, PIPE_TEXTURE_2D, "2D", 4, wraps[n / 2], n & 1);
        check_texel_coords(*state, PIPE_TEXTURE_RECT, "RECT", 4, wraps[n / 2], n & 1);
    }
}

/* ---- Reductions --------------------------------------------------------------------------------
 */

static void test_reductions(void **state)
{
    struct pipe_fixture *f = *state;
    static const float texels[4] = {0.25f, 0.75f, 0.125f, 0.5f};
    const bool has = f->screen->get_param(f->screen, PIPE_CAP_SAMPLER_REDUCTION_MINMAX);
    struct pipe_resource *res = fixture_texture(f, PIPE_TEXTURE_2D, PIPE_FORMAT_R32_FLOAT, 2, 2, 1);
    const struct pipe_sampler_view view = sample_view(res);
    const struct pipe_box box = fixture_level_box(res, 0);
    const struct sample_lookup lookup = {.target = "2D", .coord = {0.5f, 0.5f}};
    fixture_write(f, res, 0, &box, texels);
    for (unsigned mode = PIPE_TEX_REDUCTION_WEIGHTED_AVERAGE; mode <= PIPE_TEX_REDUCTION_MAX;
         mode++) {
        struct pipe_sampler_state s = sample_nearest();
        s.min_img_filter = s.mag_img_filter = PIPE_TEX_FILTER_LINEAR;
        s.reduction_mode = mode;
        float expected = 0.40625f;
        if (has && mode == PIPE_TEX_REDUCTION_MIN)
            expected = 0.125f;
        if (has && mode == PIPE_TEX_REDUCTION_MAX)
            expected = 0.75f;
        expect_near(sample(f, res, &view, &s, &lookup).f[0], expected, 0.005f, "reduction", mode,
                    has, 0.0);
    }
    pipe_resource_reference(&res, NULL);
    /* The first format has no reductions, and the second cannot be filtered. */
    static const enum pipe_format formats[] = {PIPE_FORMAT_R32G32B32A32_FLOAT,
                                               PIPE_FORMAT_R32G32B32A32_UINT};
    for (unsigned i = 0; i < 2; i++) {
        res = fixture_texture(f, PIPE_TEXTURE_2D, formats[i], 2, 2, 1);
        const struct pipe_sampler_view other = sample_view(res);
        struct sample_lookup typed = lookup;
        struct pipe_sampler_state s = sample_nearest();
        typed.type = i ? SAMPLE_UINT : SAMPLE_FLOAT;
        s.min_img_filter = s.mag_img_filter = PIPE_TEX_FILTER_LINEAR;
        s.min_mip_filter = PIPE_TEX_MIPFILTER_LINEAR;
        s.reduction_mode = PIPE_TEX_REDUCTION_MAX;
        assert_int_equal(sample(f, res, &other, &s, &typed).ui[0], 0);
        pipe_resource_reference(&res, NULL);
    }
}

/* ---- Anisotropy --------------------------------------------------------------------------------
 */

/* Creates a texture of 64x64 texels in which every texel is the number of its level, so that a
 * lookup returns its level of detail. */
static struct pipe_resource *make_numbered_levels(struct pipe_fixture *f)
{
    struct pipe_resource t = fixture_template(PIPE_TEXTURE_2D, PIPE_FORMAT_R32_FLOAT, 64, 64, 1);
    t.last_level = 6;
    struct pipe_resource *res = fixture_create(f, &t);
    float *texels = malloc(64 * 64 * sizeof(*texels));
    for (unsigned level = 0; level <= 6; level++) {
        const struct pipe_box box = fixture_level_box(res, level);
        for (unsigned i = 0; i < 64 * 64; i++)
            texels[i] = (float)level;
        fixture_write(f, res, level, &box, texels);
    }
    free(texels);
    return res;
}

/* Samples with a coordinate that begins at (start_s, 0), and grows by length_s texels of level 0
 * per pixel in x and by length_t texels per pixel in y. Returns the level that was read. */
static float sample_footprint(struct pipe_fixture *f, struct pipe_resource *res,
                              const struct pipe_sampler_state *sampler, const char *opcode,
                              float start_s, float length_s, float length_t)
{
    char text[512];
    snprintf(text, sizeof(text),
             "FRAG\n"
             "DCL IN[0], POSITION, LINEAR\n"
             "DCL OUT[0], COLOR\n"
             "DCL SAMP[0]\n"
             "DCL SVIEW[0], 2D, FLOAT\n"
             "DCL TEMP[0]\n"
             "IMM[0] FLT32 {%f, %f, %f, 1.0}\n"
             "MAD TEMP[0], IN[0].xyyy, IMM[0].xyyy, IMM[0].zwww\n"
             "MOV TEMP[0].w, IMM[0].wwww\n"
             "%s OUT[0], TEMP[0], SAMP[0], 2D\n"
             "END\n",
             (double)(length_s / 64.0f), (double)(length_t / 64.0f), (double)start_s, opcode);
    const struct pipe_sampler_view view = sample_view(res);
    const struct sample_lookup lookup = {.target = "2D", .text = text};
    return sample(f, res, &view, sampler, &lookup).f[0];
}

static struct pipe_sampler_state all_linear(unsigned wrap_s)
{
    struct pipe_sampler_state s = sample_nearest();
    s.wrap_s = wrap_s;
    s.wrap_t = PIPE_TEX_WRAP_REPEAT;
    s.min_img_filter = s.mag_img_filter = PIPE_TEX_FILTER_LINEAR;
    s.min_mip_filter = PIPE_TEX_MIPFILTER_LINEAR;
    return s;
}

static void test_anisotropy(void **state)
{
    struct pipe_fixture *f = *state;
    const bool has = f->screen->get_param(f->screen, PIPE_CAP_ANISOTROPIC_FILTER);
    struct pipe_resource *res = make_numbered_levels(f);
    static const unsigned anisotropies[] = {0, 1, 2, 8, 16, 63};
    for (size_t i = 0; i < sizeof(anisotropies) / sizeof(anisotropies[0]); i++) {
        unsigned n = anisotropies[i];
        struct pipe_sampler_state s = all_linear(PIPE_TEX_WRAP_REPEAT);
        s.max_anisotropy = n;
        float square = sample_footprint(f, res, &s, "TEX", 0.0f, 4.0f, 4.0f);
        float along_s = sample_footprint(f, res, &s, "TEX", 0.0f, 16.0f, 1.0f);
        float along_t = sample_footprint(f, res, &s, "TEX", 0.0f, 1.0f, 16.0f);
        if (!(fabsf(square - 2.0f) <= 0.3f))
            fail_msg("anisotropy %u: level %f of a square", n, (double)square);
        if (n <= 1 || !has) {
            expect_near(along_s, 4.0f, 0.3f, "no anisotropy", n, 0, 0.0);
            expect_near(along_t, 4.0f, 0.3f, "no anisotropy", n, 1, 0.0);
        } else {
            /* The device chooses how sharp the result is, but the result must be sharper than
             * without anisotropy. */
            float blurred = 3.3f;
            if (!(along_s <= blurred && along_t <= blurred))
                fail_msg("anisotropy %u: level %f along s, %f along t", n, (double)along_s,
                         (double)along_t);
        }
    }
    pipe_resource_reference(&res, NULL);
}

/* Looks up at wrapped coordinates, some of them far outside of the texture. Checks that the level
 * is computed from the coordinate before wrapping, and that the border colour is weighted like
 * texels of that level. */
static void test_levels_of_wrapped_coordinates(void **state)
{
    struct pipe_fixture *f = *state;
    static const float starts[] = {-3.0f, 0.25f, 3.0f};
    struct pipe_resource *res = make_numbered_levels(f);
    for (unsigned wrap = PIPE_TEX_WRAP_REPEAT; wrap <= PIPE_TEX_WRAP_MIRROR_CLAMP_TO_BORDER;
         wrap++) {
        struct pipe_sampler_state s = all_linear(wrap);
        for (size_t i = 0; i < sizeof(starts) / sizeof(starts[0]); i++) {
            s.border_color.f[0] = 2.0f;
            expect_near(sample_footprint(f, res, &s, "TEX", starts[i], 4.0f, 1.0f), 2.0f, 0.3f,
                        "level", wrap, 0, (double)starts[i]);
            s.border_color.f[0] = 3.0f;
            expect_near(sample_footprint(f, res, &s, "TXB", starts[i], 4.0f, 1.0f), 3.0f, 0.3f,
                        "level with a bias", wrap, 0, (double)starts[i]);
        }
    }
    pipe_resource_reference(&res, NULL);
}

/* ---- Cubes -------------------------------------------------------------------------------------
 */

/* Looks up at an edge and near an edge of a cube whose faces each have one value; checks that a
 * filter across the seam mixes the values of two faces. */
static void test_seams_of_cubes(void **state)
{
    struct pipe_fixture *f = *state;
    const bool choice = f->screen->get_param(f->screen, PIPE_CAP_SEAMLESS_CUBE_MAP_PER_TEXTURE);
    struct pipe_resource *res =
        fixture_texture(f, PIPE_TEXTURE_CUBE, PIPE_FORMAT_R32_FLOAT, 4, 4, 6);
    const struct pipe_sampler_view view = sample_view(res);
    float texels[6 * 16];
    for (unsigned i = 0; i < 6 * 16; i++)
        texels[i] = (float)(i / 16);
    const struct pipe_box box = fixture_level_box(res, 0);
    fixture_write(f, res, 0, &box, texels);
    static const struct {
        float direction[3];
        float own, other; /* values of the direction's face, and of the face across the edge */
    } cases[] = {
        {{1.0f, 0.0f, 0.98f}, 0, 4},  {{0.98f, 0.0f, 1.0f}, 4, 0},  {{-1.0f, 0.98f, 0.1f}, 1, 2},
        {{0.1f, 0.98f, -1.0f}, 5, 2}, {{0.2f, -1.0f, 0.98f}, 3, 4}, {{1.0f, 0.1f, 0.2f}, 0, 0},
    };
    for (unsigned n = 0; n < 4; n++) {
        struct pipe_sampler_state s = sample_nearest();
        bool linear = n & 1;
        s.seamless_cube_map = n >> 1;
        s.min_img_filter = s.mag_img_filter =
            linear ? PIPE_TEX_FILTER_LINEAR : PIPE_TEX_FILTER_NEAREST;
        for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
            struct sample_lookup lookup = {.target = "CUBE", .opcode = "TEX"};
            memcpy(lookup.coord, cases[i].direction, sizeof(cases[i].direction));
            float actual = sample(f, res, &view, &s, &lookup).f[0];
            /* The coordinate lies 0.04 texels before the edge (at 0.98 of half a face), so the
             * texel of the other face has 46% of the weight. */
            bool mixes = linear && (s.seamless_cube_map || !choice);
            float expected =
                cases[i].own + (mixes ? 0.46f : 0.0f) * (cases[i].other - cases[i].own);
            expect_near(actual, expected, 0.05f, "cube", n, (unsigned)i, 0.0);
        }
    }
    pipe_resource_reference(&res, NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_wrap_modes_of_2d),
        cmocka_unit_test(test_wrap_modes_of_3d),
        cmocka_unit_test(test_filters_and_levels),
        cmocka_unit_test(test_clamp_of_mixed_filters),
        cmocka_unit_test(test_coordinates_in_texels),
        cmocka_unit_test(test_reductions),
        cmocka_unit_test(test_anisotropy),
        cmocka_unit_test(test_levels_of_wrapped_coordinates),
        cmocka_unit_test(test_seams_of_cubes),
    };
    return cmocka_run_group_tests(tests, pipe_fixture_setup, pipe_fixture_teardown);
}
