/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Texture operations other than filtered lookups: gathers of four texels, offsets, level queries,
 * sample counts. Also derivatives in each row and column. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "driver/screen/screen.h"
#include "pipe_draw_kit.h"
#include "pipe_sample.h"

static int cap(struct pipe_fixture *f, enum pipe_cap param)
{
    return f->screen->get_param(f->screen, param);
}

/* A fragment shader with a texture; `code` writes the result to OUT[0]. */
#define LOOKUP(target, code)                                                                       \
    "FRAG\n"                                                                                       \
    "DCL IN[0], GENERIC[0], CONSTANT\n"                                                            \
    "DCL OUT[0], COLOR\n"                                                                          \
    "DCL SAMP[0]\n"                                                                                \
    "DCL SVIEW[0], " target ", FLOAT\n"                                                            \
    "DCL TEMP[0]\n" code "END\n"

/* ---- Gathers */

enum {
    SIZE = 4,       /* width and height of the small texture */
    WIDE_SIZE = 80, /* width and height of the texture for large offsets */
};

/* The texels of a gather at the corner that (x, y) and (x - 1, y - 1) share, relative to (x, y). */
static const int footprint[4][2] = {{-1, 0}, {0, 0}, {0, -1}, {-1, -1}};

/* Returns component c of a texel of the small texture. */
static unsigned small_texel(int x, int y, unsigned c)
{
    return (unsigned)(10 * (SIZE * y + x)) + c;
}

static struct pipe_resource *small_texture(struct pipe_fixture *f)
{
    struct pipe_resource *res =
        fixture_texture(f, PIPE_TEXTURE_2D, PIPE_FORMAT_R8G8B8A8_UNORM, SIZE, SIZE, 1);
    uint8_t texels[SIZE * SIZE * 4];
    for (int i = 0; i < SIZE * SIZE * 4; i++)
        texels[i] = (uint8_t)small_texel(i / 4 % SIZE, i / 4 / SIZE, (unsigned)i % 4);
    const struct pipe_box box = fixture_level_box(res, 0);
    fixture_write(f, res, 0, &box, texels);
    return res;
}

static float seen_component(const unsigned char swizzle[4], unsigned component, int x, int y)
{
    switch (swizzle[component]) {
    case PIPE_SWIZZLE_ZERO:
        return 0.0f;
    case PIPE_SWIZZLE_ONE:
        return 1.0f;
    default:
        return (float)small_texel(x, y, swizzle[component]) / 255.0f;
    }
}

/* Gathers each component, through the view's swizzle, at every point where four texels meet; checks
 * the texels. */
static void check_components(struct pipe_fixture *f, struct pipe_resource *res,
                             const unsigned char swizzle[4], unsigned component)
{
    const struct pipe_sampler_state sampler = sample_nearest();
    struct pipe_sampler_view view = sample_view(res);
    view.swizzle_r = swizzle[0];
    view.swizzle_g = swizzle[1];
    view.swizzle_b = swizzle[2];
    view.swizzle_a = swizzle[3];
    char text[512];
    snprintf(text, sizeof(text),
             LOOKUP("2D", "IMM INT32 {%u, 0, 0, 0}\n"
                          "TG4 OUT[0], IN[0], IMM[0].xxxx, SAMP[0], 2D\n"),
             component);
    for (int y = 1; y < SIZE; y++) {
        for (int x = 1; x < SIZE; x++) {
            const struct sample_lookup lookup = {.coord = {(float)x / SIZE, (float)y / SIZE, 0, 0},
                                                 .text = text};
            union pipe_color_union got = sample(f, res, &view, &sampler, &lookup);
            float expected[4];
            for (unsigned i = 0; i < 4; i++)
                expected[i] =
                    seen_component(swizzle, component, x + footprint[i][0], y + footprint[i][1]);
            sample_expect(&got, expected[0], expected[1], expected[2], expected[3], 1e-4f,
                          "gathered");
        }
    }
}

static void test_gathered_components(void **state)
{
    static const unsigned char swizzles[][4] = {
        {PIPE_SWIZZLE_RED, PIPE_SWIZZLE_GREEN, PIPE_SWIZZLE_BLUE, PIPE_SWIZZLE_ALPHA},
        {PIPE_SWIZZLE_ALPHA, PIPE_SWIZZLE_ZERO, PIPE_SWIZZLE_ONE, PIPE_SWIZZLE_RED},
    };
    struct pipe_fixture *f = *state;
    if (cap(f, PIPE_CAP_MAX_TEXTURE_GATHER_COMPONENTS) == 0)
        skip();
    assert_int_equal(cap(f, PIPE_CAP_MAX_TEXTURE_GATHER_COMPONENTS), 4);
    struct pipe_resource *res = small_texture(f);
    for (unsigned i = 0; i < 2; i++) {
        for (unsigned component = 0; component < 4; component++)
            check_components(f, res, swizzles[i], component);
    }
    pipe_resource_reference(&res, NULL);
}

/* Gathers with comparison; checks that each texel is compared separately. Texel i is (i + 0.5) /
 * 16, and the reference is between texels 5 and 6. */
static void test_gathered_comparisons(void **state)
{
    static const char text[] =
        LOOKUP("SHADOW2D", "IMM INT32 {0, 0, 0, 0}\n"
                           "TG4 OUT[0], IN[0], IMM[0].xxxx, SAMP[0], SHADOW2D\n");
    struct pipe_fixture *f = *state;
    if (!cap(f, PIPE_CAP_TEXTURE_GATHER_SM5))
        skip();
    struct pipe_resource templ =
        fixture_template(PIPE_TEXTURE_2D, PIPE_FORMAT_Z32_FLOAT, SIZE, SIZE, 1);
    templ.bind = PIPE_BIND_SAMPLER_VIEW | PIPE_BIND_DEPTH_STENCIL;
    struct pipe_resource *res = fixture_create(f, &templ);
    const struct pipe_box box = fixture_level_box(res, 0);
    float depths[SIZE * SIZE];
    for (unsigned i = 0; i < SIZE * SIZE; i++)
        depths[i] = ((float)i + 0.5f) / 16.0f;
    fixture_write(f, res, 0, &box, depths);
    struct pipe_sampler_state sampler = sample_nearest();
    sampler.compare_mode = PIPE_TEX_COMPARE_R_TO_TEXTURE;
    sampler.compare_func = PIPE_FUNC_LESS;
    const struct pipe_sampler_view view = sample_view(res);
    const struct sample_lookup lookup = {.coord = {0.5f, 0.5f, 6.0f / 16.0f, 0}, .text = text};
    union pipe_color_union got = sample(f, res, &view, &sampler, &lookup);
    sample_expect(&got, 1, 1, 1, 0, 0, "9, 10, 6, 5 against less than 6");
    pipe_resource_reference(&res, NULL);
}

/* ---- Offsets */

/* Creates a texture in which texel (x, y) is (x, y) / 255. */
static struct pipe_resource *wide_texture(struct pipe_fixture *f)
{
    static uint8_t texels[WIDE_SIZE * WIDE_SIZE * 4];
    struct pipe_resource *res =
        fixture_texture(f, PIPE_TEXTURE_2D, PIPE_FORMAT_R8G8B8A8_UNORM, WIDE_SIZE, WIDE_SIZE, 1);
    for (unsigned i = 0; i < WIDE_SIZE * WIDE_SIZE; i++) {
        texels[4 * i] = (uint8_t)(i % WIDE_SIZE);
        texels[4 * i + 1] = (uint8_t)(i / WIDE_SIZE);
    }
    const struct pipe_box box = fixture_level_box(res, 0);
    fixture_write(f, res, 0, &box, texels);
    return res;
}

/* Chooses three pairs of offsets in x and y: the lowest and the highest, the highest and the
 * lowest, and a pair in between. GL requires at least the offsets from -8 to 7. */
static void choose_offsets(struct pipe_fixture *f, enum pipe_cap least_cap, enum pipe_cap most_cap,
                           int out_offsets[3][2])
{
    const int least = cap(f, least_cap), most = cap(f, most_cap);
    assert_true(least <= -8 && most >= 7 && -least < WIDE_SIZE / 2 && most < WIDE_SIZE / 2);
    const int offsets[3][2] = {{least, most}, {most, least}, {1, -2}};
    memcpy(out_offsets, offsets, sizeof(offsets));
}

/* Gathers with an offset. If `computed` is set, the offset is passed with the coordinate, so that
 * the compiler cannot know it. */
static void check_gather_offset(struct pipe_fixture *f, struct pipe_resource *res, int x, int y,
                                bool computed)
{
    const struct pipe_sampler_state sampler = sample_nearest();
    const struct pipe_sampler_view view = sample_view(res);
    for (unsigned component = 0; component < 2; component++) {
        char text[512];
        snprintf(text, sizeof(text),
                 LOOKUP("2D", "IMM INT32 {%u, %d, %d, 0}\n"
                              "F2I TEMP[0].xy, IN[0].zwww\n"
                              "TG4 OUT[0], IN[0], IMM[0].xxxx, SAMP[0], 2D, %s\n"),
                 component, x, y, computed ? "TEMP[0].xyy" : "IMM[0].yzz");
        const struct sample_lookup lookup = {.coord = {0.5f, 0.5f, (float)x, (float)y},
                                             .text = text};
        union pipe_color_union got = sample(f, res, &view, &sampler, &lookup);
        float expected[4];
        for (unsigned i = 0; i < 4; i++)
            expected[i] = (float)(WIDE_SIZE / 2 + footprint[i][component] + (component ? y : x));
        sample_expect(&got, expected[0] / 255.0f, expected[1] / 255.0f, expected[2] / 255.0f,
                      expected[3] / 255.0f, 1e-4f, computed ? "computed offset" : "offset");
    }
}

static void test_gather_offsets(void **state)
{
    struct pipe_fixture *f = *state;
    if (!cap(f, PIPE_CAP_TEXTURE_GATHER_SM5))
        skip();
    int offsets[3][2];
    choose_offsets(f, PIPE_CAP_MIN_TEXTURE_GATHER_OFFSET, PIPE_CAP_MAX_TEXTURE_GATHER_OFFSET,
                   offsets);
    struct pipe_resource *res = wide_texture(f);
    for (unsigned i = 0; i < 3; i++) {
        check_gather_offset(f, res, offsets[i][0], offsets[i][1], false);
        check_gather_offset(f, res, offsets[i][0], offsets[i][1], true);
    }
    pipe_resource_reference(&res, NULL);
}

/* Gathers with constant offsets, also beyond the limits of the device. */
static void test_far_gather_offsets(void **state)
{
    struct pipe_fixture *f = *state;
    if (!cap(f, PIPE_CAP_TEXTURE_GATHER_SM5))
        skip();
    struct pipe_resource *res = wide_texture(f);
    check_gather_offset(f, res, -32, 31, false);
    check_gather_offset(f, res, 8, -9, false);
    pipe_resource_reference(&res, NULL);
}

static void test_texel_offsets(void **state)
{
    struct pipe_fixture *f = *state;
    int offsets[3][2];
    choose_offsets(f, PIPE_CAP_MIN_TEXEL_OFFSET, PIPE_CAP_MAX_TEXEL_OFFSET, offsets);
    struct pipe_resource *res = wide_texture(f);
    const struct pipe_sampler_state sampler = sample_nearest();
    const struct pipe_sampler_view view = sample_view(res);
    for (unsigned i = 0; i < 3; i++) {
        char text[512];
        snprintf(text, sizeof(text),
                 LOOKUP("2D", "IMM INT32 {%d, %d, 0, 0}\n"
                              "TXL OUT[0], IN[0], SAMP[0], 2D, IMM[0].xyy\n"),
                 offsets[i][0], offsets[i][1]);
        const struct sample_lookup lookup = {.coord = {40.5f / WIDE_SIZE, 40.5f / WIDE_SIZE, 0, 0},
                                             .text = text};
        union pipe_color_union got = sample(f, res, &view, &sampler, &lookup);
        sample_expect(&got, (float)(40 + offsets[i][0]) / 255.0f,
                      (float)(40 + offsets[i][1]) / 255.0f, 0, 0, 1e-4f, "offset");
    }
    pipe_resource_reference(&res, NULL);
}

/* ---- Queries */

/* Checks LODQ: x must be the level that a lookup would access, and y the computed level of detail.
 * The shader divides both by 4 to fit them into the target's range. */
static void check_level(struct draw_kit *k, float texels_per_pixel, float level, float computed)
{
    char text[512];
    snprintf(text, sizeof(text),
             "FRAG\n"
             "DCL IN[0], POSITION, LINEAR\n"
             "DCL OUT[0], COLOR\n"
             "DCL SAMP[0]\n"
             "DCL SVIEW[0], 2D, FLOAT\n"
             "DCL TEMP[0]\n"
             "IMM FLT32 {%f, 0.25, 0.0, 1.0}\n"
             "MUL TEMP[0], IN[0], IMM[0].xxxx\n"
             "LODQ TEMP[0].xy, TEMP[0], SAMP[0], 2D\n"
             "MUL OUT[0].xy, TEMP[0], IMM[0].yyyy\n"
             "MOV OUT[0].zw, IMM[0].zzzw\n"
             "END\n",
             (double)(texels_per_pixel / KIT_SIZE));
    kit_use_fragment_shader(k, text);
    kit_clear(k, 1, 1, 1);
    kit_fill(k, 0, 0, 0, 0);
    uint32_t pixel = kit_pixel(k, 6, 9);
    if (fabsf((float)(pixel & 0xff) - level * 63.75f) > 2.0f ||
        fabsf((float)(pixel >> 8 & 0xff) - computed * 63.75f) > 2.0f)
        fail_msg("%f texels a pixel: levels 0x%x, not %f and %f", (double)texels_per_pixel, pixel,
                 (double)level, (double)computed);
}

/* Queries levels of a texture that has the target's size and three levels; checks that the
 * sampler's min_lod bounds the accessed level, but not the computed one. */
static void test_levels(void **state)
{
    struct pipe_fixture *f = *state;
    assert_true(cap(f, PIPE_CAP_TEXTURE_QUERY_LOD));
    struct pipe_resource templ =
        fixture_template(PIPE_TEXTURE_2D, PIPE_FORMAT_R8G8B8A8_UNORM, KIT_SIZE, KIT_SIZE, 1);
    templ.last_level = 2;
    struct pipe_resource *res = fixture_create(f, &templ);
    const struct pipe_sampler_view view_templ = sample_view(res);
    struct pipe_sampler_view *view = f->pipe->create_sampler_view(f->pipe, res, &view_templ);
    f->pipe->set_sampler_views(f->pipe, PIPE_SHADER_FRAGMENT, 0, 1, &view);
    for (unsigned limited = 0; limited < 2; limited++) {
        struct draw_kit k;
        struct pipe_sampler_state s = sample_nearest();
        s.min_mip_filter = PIPE_TEX_MIPFILTER_LINEAR;
        s.min_lod = limited ? 1.5f : 0.0f;
        void *sampler = f->pipe->create_sampler_state(f->pipe, &s);
        kit_init(&k, f, 0, NULL);
        f->pipe->bind_sampler_states(f->pipe, PIPE_SHADER_FRAGMENT, 0, 1, &sampler);
        check_level(&k, 1.0f, limited ? 1.5f : 0.0f, 0.0f);
        check_level(&k, 2.0f, limited ? 1.5f : 1.0f, 1.0f);
        check_level(&k, 4.0f, 2.0f, 2.0f);
        f->pipe->bind_sampler_states(f->pipe, PIPE_SHADER_FRAGMENT, 0, 1, NULL);
        f->pipe->delete_sampler_state(f->pipe, sampler);
        kit_finish(&k);
    }
    f->pipe->set_sampler_views(f->pipe, PIPE_SHADER_FRAGMENT, 0, 1, NULL);
    pipe_sampler_view_reference(&view, NULL);
    pipe_resource_reference(&res, NULL);
}

static void test_sample_counts(void **state)
{
    static const char text[] = "FRAG\n"
                               "DCL OUT[0], COLOR\n"
                               "DCL SAMP[0]\n"
                               "DCL SVIEW[0], 2D_MSAA, FLOAT\n"
                               "DCL TEMP[0]\n"
                               "TXQS TEMP[0].x, SAMP[0], 2D_MSAA\n"
                               "U2F OUT[0], TEMP[0].xxxx\n"
                               "END\n";
    struct pipe_fixture *f = *state;
    assert_true(cap(f, PIPE_CAP_TGSI_TXQS));
    unsigned num = 0;
    for (unsigned samples = 2; samples <= 16; samples *= 2) {
        struct pipe_resource templ =
            fixture_template(PIPE_TEXTURE_2D, PIPE_FORMAT_R8G8B8A8_UNORM, 4, 4, 1);
        templ.bind = PIPE_BIND_SAMPLER_VIEW | PIPE_BIND_RENDER_TARGET;
        templ.nr_samples = samples;
        struct pipe_resource *res = f->screen->resource_create(f->screen, &templ);
        if (!res)
            continue; /* skips counts above the maximum; lower counts are rounded up */
        const struct pipe_sampler_state sampler = sample_nearest();
        const struct pipe_sampler_view view = sample_view(res);
        const struct sample_lookup lookup = {.text = text};
        union pipe_color_union got = sample(f, res, &view, &sampler, &lookup);
        const float n = (float)samples;
        sample_expect(&got, n, n, n, n, 0, "samples");
        pipe_resource_reference(&res, NULL);
        num++;
    }
    assert_true(num > 0 || !cap(f, PIPE_CAP_TEXTURE_MULTISAMPLE));
}

/* Binds a texture with `samples` samples, and also as an image if `is_image` is set. Draws with the
 * bound shader, and checks the pixel. */
static void check_sample_counts(struct draw_kit *k, unsigned samples, bool is_image)
{
    const unsigned fs = PIPE_SHADER_FRAGMENT;
    struct pipe_context *pipe = k->f->pipe;
    struct pipe_resource templ =
        fixture_template(PIPE_TEXTURE_2D, PIPE_FORMAT_R8G8B8A8_UNORM, 4, 4, 1);
    templ.bind = PIPE_BIND_SHADER_IMAGE | PIPE_BIND_SAMPLER_VIEW | PIPE_BIND_RENDER_TARGET;
    templ.nr_samples = samples;
    struct pipe_resource *res = k->f->screen->resource_create(k->f->screen, &templ);
    if (!res)
        return;
    const struct pipe_sampler_view view_templ = sample_view(res);
    struct pipe_sampler_view *view = pipe->create_sampler_view(pipe, res, &view_templ);
    const struct pipe_image_view image = {
        .resource = res, .format = templ.format, .access = PIPE_IMAGE_ACCESS_READ};
    pipe->set_sampler_views(pipe, fs, 0, 1, &view);
    if (is_image)
        pipe->set_shader_images(pipe, fs, 0, 1, &image);
    kit_clear(k, 1, 1, 1);
    kit_fill(k, 0, 0, 0, 0);
    const uint32_t mask = is_image ? 0xffff : 0xff;
    const uint32_t pixel = kit_pixel(k, 6, 9) & mask, expected = (samples | samples << 8) & mask;
    if (pixel != expected)
        fail_msg("samples of a texture and an image: 0x%04x, not 0x%04x", pixel, expected);
    pipe->set_sampler_views(pipe, fs, 0, 1, NULL);
    if (is_image)
        pipe->set_shader_images(pipe, fs, 0, 1, NULL);
    pipe_sampler_view_reference(&view, NULL);
    pipe_resource_reference(&res, NULL);
}

/* Reads the sample count of textures and images; checks that it is the texture's count, not the
 * larger count that the device uses instead. */
static void test_image_sample_counts(void **state)
{
    static const char text[] = "FRAG\n"
                               "DCL OUT[0], COLOR\n"
                               "DCL SAMP[0]\n"
                               "DCL SVIEW[0], 2D_MSAA, FLOAT\n"
                               "DCL IMAGE[0], 2D_MSAA, PIPE_FORMAT_R8G8B8A8_UNORM\n"
                               "DCL TEMP[0..1]\n"
                               "IMM[0] FLT32 {0.00392156862, 0.0, 0.0, 0.0}\n"
                               "TXQS TEMP[0].x, SAMP[0], 2D_MSAA\n"
                               "RESQ TEMP[1].w, IMAGE[0], 2D_MSAA, PIPE_FORMAT_R8G8B8A8_UNORM\n"
                               "MOV TEMP[0].y, TEMP[1].wwww\n"
                               "U2F TEMP[0].xy, TEMP[0].xyyy\n"
                               "MUL OUT[0], TEMP[0].xyyy, IMM[0].xxxx\n"
                               "END\n";
    struct pipe_fixture *f = *state;
    struct draw_kit k;
    if (!f->screen->get_shader_param(f->screen, PIPE_SHADER_FRAGMENT,
                                     PIPE_SHADER_CAP_MAX_SHADER_IMAGES) ||
        !gv_screen(f->screen)->dev->caps.shaderStorageImageMultisample)
        skip();
    kit_init(&k, f, 0, NULL);
    kit_use_fragment_shader(&k, text);
    static const unsigned counts[] = {4, 2, 4, 8};
    for (unsigned i = 0; i < 8; i++)
        check_sample_counts(&k, counts[i % 4], i >= 4);
    kit_finish(&k);
}

/* Binds a red texture with this sample count (0 included), or no texture if `samples` is UINT_MAX,
 * and draws. */
static void check_one_sample(struct draw_kit *k, unsigned samples)
{
    const unsigned fs = PIPE_SHADER_FRAGMENT;
    struct pipe_context *pipe = k->f->pipe;
    struct pipe_resource *res = NULL;
    struct pipe_sampler_view *view = NULL;
    if (samples != UINT_MAX) {
        const uint32_t red = 0xff0000ff;
        struct pipe_resource templ =
            fixture_template(PIPE_TEXTURE_2D, PIPE_FORMAT_R8G8B8A8_UNORM, 2, 3, 1);
        const struct pipe_box all = fixture_box(0, 0, 0, 2, 3, 1);
        templ.bind = PIPE_BIND_SAMPLER_VIEW;
        templ.nr_samples = (uint8_t)samples;
        res = k->f->screen->resource_create(k->f->screen, &templ);
        assert_non_null(res);
        pipe->clear_texture(pipe, res, 0, &all, &red);
        const struct pipe_sampler_view view_templ = sample_view(res);
        view = pipe->create_sampler_view(pipe, res, &view_templ);
    }
    pipe->set_sampler_views(pipe, fs, 0, 1, &view);
    kit_clear(k, 1, 1, 1);
    kit_fill(k, 0, 0, 0, 0);
    const uint32_t pixel = kit_pixel(k, 6, 9);
    const uint32_t expected = 0xff030200 | (samples > 1 ? samples : 1);
    if (res ? pixel != expected : pixel >> 24 != 0)
        fail_msg("%u samples: 0x%08x, not 0x%08x", samples, pixel, res ? expected : 0);
    pipe->set_sampler_views(pipe, fs, 0, 1, NULL);
    pipe_sampler_view_reference(&view, NULL);
    pipe_resource_reference(&res, NULL);
}

/* Draws with a shader that queries and fetches from a multisampled texture. Binds in turn textures
 * with one sample, textures with several samples, and no texture; checks the pixels. In OpenGL, a
 * multisampled texture may have one sample, which every fetch returns. */
static void test_one_sample(void **state)
{
    static const char text[] = "FRAG\n"
                               "DCL OUT[0], COLOR\n"
                               "DCL SAMP[0]\n"
                               "DCL SVIEW[0], 2D_MSAA, FLOAT\n"
                               "DCL TEMP[0..1]\n"
                               "IMM[0] UINT32 {1, 1, 0, 1}\n"
                               "IMM[1] FLT32 {0.00392156862, 0.0, 0.0, 0.0}\n"
                               "TXQ TEMP[1].xy, IMM[0].zzzz, SAMP[0], 2D_MSAA\n"
                               "MOV TEMP[0].yz, TEMP[1].xxyy\n"
                               "TXQS TEMP[0].x, SAMP[0], 2D_MSAA\n"
                               "U2F TEMP[0].xyz, TEMP[0].xyzz\n"
                               "MUL TEMP[0].xyz, TEMP[0].xyzz, IMM[1].xxxx\n"
                               "TXF TEMP[1], IMM[0], SAMP[0], 2D_MSAA\n"
                               "MOV TEMP[0].w, TEMP[1].xxxx\n"
                               "MOV OUT[0], TEMP[0]\n"
                               "END\n";
    static const unsigned counts[] = {4, 1, 4, 0, UINT_MAX, 1, UINT_MAX, 4, UINT_MAX, 0};
    struct pipe_fixture *f = *state;
    struct draw_kit k;
    if (!cap(f, PIPE_CAP_TEXTURE_MULTISAMPLE))
        skip();
    kit_init(&k, f, 0, NULL);
    kit_use_fragment_shader(&k, text);
    for (unsigned i = 0; i < sizeof(counts) / sizeof(counts[0]); i++)
        check_one_sample(&k, counts[i]);
    kit_finish(&k);
}

/* ---- Derivatives */

/* Computes the derivatives of x * y, which are y and x; checks them. Coarse derivatives may be
 * those of the other row and column of the 2x2 quad. */
static void test_derivatives(void **state)
{
    static const char text[] = "FRAG\n"
                               "DCL IN[0], POSITION, LINEAR\n"
                               "DCL OUT[0], COLOR\n"
                               "DCL TEMP[0..1]\n"
                               "IMM FLT32 {0.0625, 0.0, 0.0, 0.0}\n"
                               "MUL TEMP[0], IN[0].xxxx, IN[0].yyyy\n"
                               "DDX_FINE TEMP[1].x, TEMP[0].xxxx\n"
                               "DDY_FINE TEMP[1].y, TEMP[0].xxxx\n"
                               "DDX TEMP[1].z, TEMP[0].xxxx\n"
                               "DDY TEMP[1].w, TEMP[0].xxxx\n"
                               "MUL OUT[0], TEMP[1], IMM[0].xxxx\n"
                               "END\n";
    struct pipe_fixture *f = *state;
    struct draw_kit k;
    assert_true(cap(f, PIPE_CAP_FRAGMENT_SHADER_DERIVATIVES));
    assert_true(cap(f, PIPE_CAP_TGSI_FS_FINE_DERIVATIVE));
    kit_init(&k, f, 0, NULL);
    kit_use_fragment_shader(&k, text);
    kit_fill(&k, 0, 0, 0, 0);
    uint32_t *pixels = kit_pixels(&k);
    for (int y = 0; y < KIT_SIZE; y++) {
        for (int x = 0; x < KIT_SIZE; x++) {
            const uint32_t pixel = pixels[y * KIT_SIZE + x];
            const float at[2] = {(float)y + 0.5f, (float)x + 0.5f};
            for (unsigned i = 0; i < 4; i++) {
                const float got = (float)(pixel >> 8 * i & 0xff) * 16.0f / 255.0f;
                const float off = fabsf(got - at[i % 2]);
                if (off > (i < 2 ? 0.1f : 1.1f))
                    fail_msg("pixel (%d, %d): derivative %u is %f", x, y, i, (double)got);
            }
        }
    }
    free(pixels);
    kit_finish(&k);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_gathered_components), cmocka_unit_test(test_gathered_comparisons),
        cmocka_unit_test(test_gather_offsets),      cmocka_unit_test(test_far_gather_offsets),
        cmocka_unit_test(test_texel_offsets),       cmocka_unit_test(test_levels),
        cmocka_unit_test(test_sample_counts),       cmocka_unit_test(test_image_sample_counts),
        cmocka_unit_test(test_one_sample),          cmocka_unit_test(test_derivatives),
    };
    return cmocka_run_group_tests(tests, pipe_fixture_setup, pipe_fixture_teardown);
}
