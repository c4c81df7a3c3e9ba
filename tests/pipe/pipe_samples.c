/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Multisampling sample by sample: sample masks from state, shader and alpha, per-sample shading,
 * sample positions. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "pipe_draw_kit.h"

enum {
    SAMPLES = 4,
    PIXELS = KIT_SIZE * KIT_SIZE
};

/* The value of every sample of every pixel, as 0xaabbggrr. */
struct content {
    uint32_t sample[SAMPLES][PIXELS];
};

static bool has_samples(struct pipe_fixture *f)
{
    return f->screen->is_format_supported(f->screen, PIPE_FORMAT_R8G8B8A8_UNORM, PIPE_TEXTURE_2D,
                                          SAMPLES, PIPE_BIND_RENDER_TARGET);
}

static bool shades_samples(struct pipe_fixture *f)
{
    return f->screen->get_param(f->screen, PIPE_CAP_SAMPLE_SHADING);
}

static const char fetch_text[] = "FRAG\n"
                                 "DCL IN[0], POSITION, LINEAR\n"
                                 "DCL SAMP[0]\n"
                                 "DCL SVIEW[0], 2D_MSAA, FLOAT\n"
                                 "DCL OUT[0], COLOR\n"
                                 "DCL CONST[0]\n"
                                 "DCL TEMP[0]\n"
                                 "F2I TEMP[0], IN[0]\n"
                                 "MOV TEMP[0].w, CONST[0].xxxx\n"
                                 "TXF OUT[0], TEMP[0], SAMP[0], 2D_MSAA\n"
                                 "END\n";

/* Finishes `k`, whose target is multisampled, and returns the target's contents. */
static struct content *finish(struct draw_kit *k)
{
    struct pipe_fixture *f = k->f;
    struct pipe_context *pipe = f->pipe;
    struct pipe_resource *res = NULL;
    struct draw_kit reader;
    struct content *c = calloc(1, sizeof(*c));
    assert_non_null(c);
    pipe_resource_reference(&res, k->color);
    pipe->set_sample_mask(pipe, ~0u);
    pipe->set_min_samples(pipe, 1);
    kit_finish(k);

    kit_init(&reader, f, 0, NULL);
    kit_use_fragment_shader(&reader, fetch_text);
    const struct pipe_sampler_view templ = {.format = res->format,
                                            .target = res->target,
                                            .swizzle_g = PIPE_SWIZZLE_GREEN,
                                            .swizzle_b = PIPE_SWIZZLE_BLUE,
                                            .swizzle_a = PIPE_SWIZZLE_ALPHA};
    struct pipe_sampler_view *view = pipe->create_sampler_view(pipe, res, &templ);
    assert_non_null(view);
    pipe->set_sampler_views(pipe, PIPE_SHADER_FRAGMENT, 0, 1, &view);
    for (uint32_t i = 0; i < SAMPLES; i++) {
        const uint32_t words[4] = {i};
        const struct pipe_constant_buffer constant = {.buffer_size = sizeof(words),
                                                      .user_buffer = words};
        pipe->set_constant_buffer(pipe, PIPE_SHADER_FRAGMENT, 0, &constant);
        kit_fill(&reader, 0, 0, 0, 0);
        uint32_t *pixels = kit_pixels(&reader);
        memcpy(c->sample[i], pixels, sizeof(c->sample[i]));
        free(pixels);
    }
    pipe->set_constant_buffer(pipe, PIPE_SHADER_FRAGMENT, 0, NULL);
    pipe->set_sampler_views(pipe, PIPE_SHADER_FRAGMENT, 0, 1, NULL);
    pipe_sampler_view_reference(&view, NULL);
    kit_finish(&reader);
    pipe_resource_reference(&res, NULL);
    return c;
}

/* Finishes `k`; returns a mask in which bit i is set if sample i of the pixel is not black. */
static unsigned finish_mask(struct draw_kit *k, unsigned pixel)
{
    struct content *c = finish(k);
    unsigned mask = 0;
    for (unsigned i = 0; i < SAMPLES; i++)
        mask |= (c->sample[i][pixel] & 0xffffff ? 1u : 0u) << i;
    free(c);
    return mask;
}

static void begin(struct draw_kit *k, struct pipe_fixture *f)
{
    kit_init(k, f, SAMPLES, NULL);
    kit_clear(k, 0, 0, 0);
}

/* ---- Masks ----------------------------------------------------------------------------------- */

static void test_sample_mask(void **state)
{
    struct draw_kit k;
    if (!has_samples(*state))
        skip();
    for (unsigned mask = 0; mask < 16; mask++) {
        begin(&k, *state);
        k.f->pipe->set_sample_mask(k.f->pipe, mask | 0xfffffff0);
        kit_fill(&k, 1, 1, 1, 0);
        assert_int_equal(finish_mask(&k, 37), mask);
    }
    /* Draws with several masks in one batch. */
    begin(&k, *state);
    for (unsigned i = 0; i < SAMPLES; i++) {
        k.f->pipe->set_sample_mask(k.f->pipe, 1u << i);
        kit_fill(&k, (float)(i + 1) / 255, 0, 0, 0);
    }
    struct content *c = finish(&k);
    for (unsigned i = 0; i < SAMPLES; i++)
        assert_int_equal(c->sample[i][5] & 0xff, i + 1);
    free(c);
}

/* Draws to a target with one sample; checks that the sample mask is ignored. */
static void test_mask_on_one_sample(void **state)
{
    struct draw_kit k;
    kit_init(&k, *state, 0, NULL);
    kit_clear(&k, 0, 0, 0);
    k.f->pipe->set_sample_mask(k.f->pipe, 0);
    kit_fill(&k, 1, 1, 1, 0);
    assert_int_equal(kit_pixel(&k, 3, 3), ~0u);
    k.f->pipe->set_sample_mask(k.f->pipe, ~0u);
    kit_finish(&k);
}

static const char mask_out_text[] = "FRAG\n"
                                    "DCL OUT[0], COLOR\n"
                                    "DCL OUT[1], SAMPLEMASK\n"
                                    "DCL CONST[0]\n"
                                    "IMM[0] FLT32 {1, 1, 1, 1}\n"
                                    "MOV OUT[0], IMM[0]\n"
                                    "MOV OUT[1].x, CONST[0].xxxx\n"
                                    "END\n";

static void set_word(struct draw_kit *k, uint32_t word)
{
    const uint32_t words[4] = {word};
    const struct pipe_constant_buffer constant = {.buffer_size = sizeof(words),
                                                  .user_buffer = words};
    k->f->pipe->set_constant_buffer(k->f->pipe, PIPE_SHADER_FRAGMENT, 0, &constant);
}

/* Draws with a shader that outputs a mask; checks that the shader's mask and the state's mask both
 * apply. */
static void test_mask_output(void **state)
{
    struct draw_kit k;
    if (!has_samples(*state))
        skip();
    for (unsigned n = 0; n < 16; n++) {
        unsigned mask = n * 7 & 15;
        begin(&k, *state);
        kit_use_fragment_shader(&k, mask_out_text);
        set_word(&k, n);
        k.f->pipe->set_sample_mask(k.f->pipe, mask);
        kit_fill(&k, 0, 0, 0, 0);
        assert_int_equal(finish_mask(&k, 100), n & mask);
    }
    kit_init(&k, *state, 0, NULL);
    kit_clear(&k, 0, 0, 0);
    kit_use_fragment_shader(&k, mask_out_text);
    set_word(&k, 0);
    kit_fill(&k, 0, 0, 0, 0);
    assert_int_equal(kit_pixel(&k, 3, 3), ~0u);
    kit_finish(&k);
}

/* ---- Positions ------------------------------------------------------------------------------- */

/* Draws a rectangle from the left or upper edge of the target up to position `at` within the middle
 * pixel. */
static void draw_up_to(struct draw_kit *k, float at, bool vertical)
{
    float end = (8 + at) / 8 - 1;
    struct kit_vertex v[4];
    for (unsigned i = 0; i < 4; i++) {
        float along = i & 1 ? end : -1, across = i & 2 ? 1 : -1;
        v[i] = (struct kit_vertex){{vertical ? across : along, vertical ? along : across, 0, 1},
                                   {1, 1, 1, 1}};
    }
    kit_draw(k, PIPE_PRIM_TRIANGLE_STRIP, v, 4);
}

/* Finds the sample positions from coverage; checks that they equal those that the driver reports.
 */
static void test_positions(void **state)
{
    struct pipe_fixture *f = *state;
    struct draw_kit k;
    if (!has_samples(f))
        skip();
    for (unsigned n = 0; n < 2 * 7; n++) {
        bool vertical = n & 1;
        float at = (float)(n / 2 + 1) / 8 + 1.0f / 16;
        begin(&k, f);
        draw_up_to(&k, at, vertical);
        unsigned mask = finish_mask(&k, 8 * KIT_SIZE + 8), expected = 0;
        for (unsigned i = 0; i < SAMPLES; i++) {
            float position[2];
            f->pipe->get_sample_position(f->pipe, SAMPLES, i, position);
            expected |= (position[vertical] < at ? 1u : 0u) << i;
        }
        assert_int_equal(mask, expected);
    }
}

static void test_position_values(void **state)
{
    struct pipe_fixture *f = *state;
    float p[2], sum[2];
    f->pipe->get_sample_position(f->pipe, 1, 0, p);
    assert_true(p[0] == 0.5f && p[1] == 0.5f);
    for (unsigned count = 2; count <= 16; count *= 2) {
        sum[0] = sum[1] = 0;
        for (unsigned i = 0; i < count; i++) {
            f->pipe->get_sample_position(f->pipe, count, i, p);
            assert_true(p[0] >= 0 && p[0] < 1 && p[1] >= 0 && p[1] < 1);
            sum[0] += p[0];
            sum[1] += p[1];
        }
        /* The mean of the positions must be about the pixel's centre. */
        assert_true(fabsf(sum[0] / (float)count - 0.5f) < 0.07f);
        assert_true(fabsf(sum[1] / (float)count - 0.5f) < 0.07f);
    }
    f->pipe->get_sample_position(f->pipe, 4, 99, p);
    assert_true(p[0] == 0.5f && p[1] == 0.5f);
    f->pipe->get_sample_position(f->pipe, 3, 1, p);
    assert_true(p[0] == 0.5f && p[1] == 0.5f);
}

/* Outputs the fragment's position within its pixel. */
static const char at_position_text[] = "FRAG\n"
                                       "DCL IN[0], POSITION, LINEAR\n"
                                       "DCL OUT[0], COLOR\n"
                                       "DCL TEMP[0]\n"
                                       "IMM[0] FLT32 {1, 1, 1, 1}\n"
                                       "MOV TEMP[0], IMM[0]\n"
                                       "FRC TEMP[0].xy, IN[0].xyyy\n"
                                       "MOV OUT[0], TEMP[0]\n"
                                       "END\n";

static bool is_near(uint32_t texel, unsigned shift, float value)
{
    return abs((int)(texel >> shift & 0xff) - (int)(value * 255 + 0.5f)) <= 1;
}

/* Sample locations that the program sets; two of them are equal. x is in the low four bits, y in
 * the high four bits. */
static const uint8_t locations[SAMPLES] = {0x50, 0xf3, 0x9c, 0x9c};

static float location(unsigned sample, bool vertical)
{
    return (float)(vertical ? locations[sample] >> 4 : locations[sample] & 15) / 16.0f;
}

static void test_locations(void **state)
{
    struct pipe_fixture *f = *state;
    struct draw_kit k;
    unsigned width = 0, height = 0;
    if (!f->screen->get_param(f->screen, PIPE_CAP_PROGRAMMABLE_SAMPLE_LOCATIONS)) {
        assert_false(shades_samples(f));
        assert_null(f->pipe->set_sample_locations);
        skip();
    }
    f->screen->get_sample_pixel_grid(f->screen, SAMPLES, &width, &height);
    assert_true(width == 1 && height == 1);
    for (unsigned n = 0; n < 2 * 16; n++) {
        bool vertical = n & 1;
        float at = (float)(n / 2) / 16 + 1.0f / 32;
        begin(&k, f);
        f->pipe->set_sample_locations(f->pipe, SAMPLES, locations);
        draw_up_to(&k, at, vertical);
        f->pipe->set_sample_locations(f->pipe, 0, NULL);
        unsigned mask = finish_mask(&k, 8 * KIT_SIZE + 8), expected = 0;
        for (unsigned i = 0; i < SAMPLES; i++)
            expected |= (location(i, vertical) < at ? 1u : 0u) << i;
        assert_int_equal(mask, expected);
    }
}

/* Changes the sample locations before, between and after draws; checks that depth is computed at
 * the sample's location. */
static void test_locations_change(void **state)
{
    const struct pipe_depth_stencil_alpha_state less = {
        .depth = {.enabled = 1, .writemask = 1, .func = PIPE_FUNC_LESS}};
    struct pipe_fixture *f = *state;
    struct draw_kit k;
    if (!f->pipe->set_sample_locations)
        skip();
    /* Depth decreases to the right; at x = 8.5 it equals the depth of the second draw. */
    const struct kit_vertex slope[] = {{{-1, -1, 1, 1}, {1, 0, 0, 1}},
                                       {{1, -1, -1, 1}, {1, 0, 0, 1}},
                                       {{-1, 1, 1, 1}, {1, 0, 0, 1}},
                                       {{1, 1, -1, 1}, {1, 0, 0, 1}}};
    begin(&k, f);
    kit_use_depth_stencil_alpha(&k, &less);
    f->pipe->set_sample_locations(f->pipe, SAMPLES, locations);
    kit_draw(&k, PIPE_PRIM_TRIANGLE_STRIP, slope, 4);
    kit_fill(&k, 0, 1, 0, -1.0f / 16);
    f->pipe->set_sample_locations(f->pipe, 0, NULL);
    struct content *c = finish(&k);
    for (unsigned i = 0; i < SAMPLES; i++) {
        bool nearer = location(i, false) < 0.5f;
        assert_int_equal(c->sample[i][8 * KIT_SIZE + 8], nearer ? 0xff00ff00 : 0xff0000ff);
    }
    free(c);
    begin(&k, f);
    f->pipe->set_sample_locations(f->pipe, SAMPLES, locations);
    f->pipe->set_sample_locations(f->pipe, 0, NULL);
    draw_up_to(&k, 0.25f, true);
    assert_int_equal(finish_mask(&k, 8 * KIT_SIZE + 8), 1);
}

/* Draws with sample locations that the program sets; checks that the fragment position is still the
 * pixel's centre, and that varyings are interpolated at the samples. */
static void test_location_values(void **state)
{
    struct pipe_fixture *f = *state;
    struct draw_kit k;
    if (!f->pipe->set_sample_locations)
        skip();
    begin(&k, f);
    kit_use_fragment_shader(&k, at_position_text);
    f->pipe->set_sample_locations(f->pipe, SAMPLES, locations);
    kit_fill(&k, 0, 0, 0, 0);
    struct content *c = finish(&k);
    for (unsigned i = 0; i < SAMPLES; i++)
        assert_true(is_near(c->sample[i][50], 0, 0.5f) && is_near(c->sample[i][50], 8, 0.5f));
    free(c);
    begin(&k, f);
    const struct kit_vertex ramp[] = {{{0, -1, 0, 1}, {0, 0, 0, 1}},
                                      {{0.125f, -1, 0, 1}, {1, 0, 0, 1}},
                                      {{0, 1, 0, 1}, {0, 0, 0, 1}},
                                      {{0.125f, 1, 0, 1}, {1, 0, 0, 1}}};
    kit_draw(&k, PIPE_PRIM_TRIANGLE_STRIP, ramp, 4);
    f->pipe->set_sample_locations(f->pipe, 0, NULL);
    c = finish(&k);
    for (unsigned i = 0; i < SAMPLES; i++)
        assert_true(is_near(c->sample[i][8 * KIT_SIZE + 8], 0, location(i, false)));
    free(c);
}

/* ---- Shading per sample ---------------------------------------------------------------------- */

/* Draws with a rasterizer state that makes the shader run for each sample, although the shader
 * reads no sample input; checks the values. */
static void test_forced_interpolation(void **state)
{
    static const struct kit_vertex ramp[] = {{{0, -1, 0, 1}, {0, 0, 0, 1}},
                                             {{0.125f, -1, 0, 1}, {1, 0, 0, 1}},
                                             {{0, 1, 0, 1}, {0, 0, 0, 1}},
                                             {{0.125f, 1, 0, 1}, {1, 0, 0, 1}}};
    struct pipe_fixture *f = *state;
    if (!has_samples(f))
        skip();
    const bool claimed = f->screen->get_param(f->screen, PIPE_CAP_FORCE_PERSAMPLE_INTERP);
    assert_int_equal(claimed, shades_samples(f));
    for (unsigned forced = 0; forced <= claimed; forced++) {
        struct draw_kit k;
        begin(&k, f);
        k.rasterizer_state.force_persample_interp = forced;
        kit_update_rasterizer(&k);
        kit_draw(&k, PIPE_PRIM_TRIANGLE_STRIP, ramp, 4);
        struct content *c = finish(&k);
        for (unsigned i = 0; i < SAMPLES; i++) {
            float p[2];
            f->pipe->get_sample_position(f->pipe, SAMPLES, i, p);
            assert_true(is_near(c->sample[i][8 * KIT_SIZE + 8], 0, forced ? p[0] : 0.5f));
        }
        free(c);
    }
}

/* Draws with a minimum number of samples; checks that the shader runs for at least this number of
 * samples of each pixel. If the minimum is the number of all samples, each invocation must get the
 * position of a different sample. */
static void test_min_samples(void **state)
{
    struct pipe_fixture *f = *state;
    struct draw_kit k;
    if (!has_samples(f))
        skip();
    for (unsigned min = 0; min <= 8; min++) {
        begin(&k, f);
        kit_use_fragment_shader(&k, at_position_text);
        f->pipe->set_min_samples(f->pipe, min);
        kit_fill(&k, 0, 0, 0, 0);
        struct content *c = finish(&k);
        unsigned different = 0;
        for (unsigned i = 0; i < SAMPLES; i++) {
            float p[2];
            bool is_new = true;
            f->pipe->get_sample_position(f->pipe, SAMPLES, i, p);
            for (unsigned j = 0; j < i; j++)
                is_new &= c->sample[i][50] != c->sample[j][50];
            different += is_new;
            if (min >= SAMPLES && shades_samples(f))
                assert_true(is_near(c->sample[i][50], 0, p[0]) &&
                            is_near(c->sample[i][50], 8, p[1]));
        }
        free(c);
        if (min <= 1 || !shades_samples(f))
            assert_int_equal(different, 1);
        else
            assert_true(different >= (min < SAMPLES ? min : SAMPLES));
    }
}

static const char sample_id_text[] = "FRAG\n"
                                     "DCL SV[0], SAMPLEID\n"
                                     "DCL SV[1], SAMPLEPOS\n"
                                     "DCL SV[2], SAMPLEMASK\n"
                                     "DCL OUT[0], COLOR\n"
                                     "DCL TEMP[0]\n"
                                     "IMM[0] FLT32 {0.0625, 0.0625, 1, 1}\n"
                                     "I2F TEMP[0].x, SV[0].xxxx\n"
                                     "I2F TEMP[0].y, SV[2].xxxx\n"
                                     "MOV TEMP[0].zw, SV[1].xxxy\n"
                                     "MUL OUT[0].xy, TEMP[0].xyyy, IMM[0].xyyy\n"
                                     "MOV OUT[0].zw, TEMP[0].zwzw\n"
                                     "END\n";

/* Draws with a shader that reads its sample id; checks that the shader runs once for each sample,
 * and that the input mask of each invocation has only the invocation's sample. */
static void test_sample_id(void **state)
{
    struct pipe_fixture *f = *state;
    struct draw_kit k;
    if (!has_samples(f) || !shades_samples(f))
        skip();
    begin(&k, f);
    kit_use_fragment_shader(&k, sample_id_text);
    kit_fill(&k, 0, 0, 0, 0);
    struct content *c = finish(&k);
    for (unsigned i = 0; i < SAMPLES; i++) {
        uint32_t texel = c->sample[i][200];
        float p[2];
        f->pipe->get_sample_position(f->pipe, SAMPLES, i, p);
        assert_true(is_near(texel, 0, (float)i / 16));
        assert_true(is_near(texel, 8, (float)(1u << i) / 16));
        assert_true(is_near(texel, 16, p[0]) && is_near(texel, 24, p[1]));
    }
    free(c);
}

static const char mask_in_text[] = "FRAG\n"
                                   "DCL SV[0], SAMPLEMASK\n"
                                   "DCL OUT[0], COLOR\n"
                                   "DCL TEMP[0]\n"
                                   "IMM[0] FLT32 {0.0625, 1, 1, 1}\n"
                                   "I2F TEMP[0].x, SV[0].xxxx\n"
                                   "MUL OUT[0], TEMP[0].xxxx, IMM[0].xxxx\n"
                                   "END\n";

/* Draws without per-sample shading; checks that the input mask has the samples that the primitive
 * covers. */
static void test_mask_input(void **state)
{
    struct draw_kit k;
    if (!has_samples(*state))
        skip();
    begin(&k, *state);
    kit_use_fragment_shader(&k, mask_in_text);
    draw_up_to(&k, 0.5f, false);
    struct content *c = finish(&k);
    unsigned covered = 0;
    for (unsigned i = 0; i < SAMPLES; i++)
        covered |= (c->sample[i][8 * KIT_SIZE + 8] & 0xff ? 1u : 0u) << i;
    assert_true(covered != 0 && covered != 15);
    for (unsigned i = 0; i < SAMPLES; i++) {
        if (covered >> i & 1)
            assert_true(is_near(c->sample[i][8 * KIT_SIZE + 8], 0, (float)covered / 16));
        assert_true(is_near(c->sample[i][8 * KIT_SIZE + 3], 0, 15.0f / 16));
    }
    free(c);
}

/* ---- Sample counts that the device lacks ----------------------------------------------------- */

enum {
    VISIBLE = 2
};

/* Begins with a target of two samples, which this device implements as four: sample i of the
 * program is samples i and i + 2 of the device. */
static void begin_rounded(struct draw_kit *k, struct pipe_fixture *f)
{
    if (!has_samples(f) ||
        f->screen->is_format_supported(f->screen, PIPE_FORMAT_R8G8B8A8_UNORM, PIPE_TEXTURE_2D,
                                       VISIBLE, PIPE_BIND_RENDER_TARGET))
        skip();
    kit_init(k, f, VISIBLE, NULL);
    assert_int_equal(k->color->nr_samples, VISIBLE);
    assert_int_equal(k->color->nr_storage_samples, SAMPLES);
    kit_clear(k, 0, 0, 0);
}

static void test_rounded_masks(void **state)
{
    struct draw_kit k;
    for (unsigned mask = 0; mask < 4; mask++) {
        begin_rounded(&k, *state);
        k.f->pipe->set_sample_mask(k.f->pipe, mask | 0xfffffffc);
        kit_fill(&k, 1, 1, 1, 0);
        assert_int_equal(finish_mask(&k, 37), mask | mask << VISIBLE);

        begin_rounded(&k, *state);
        kit_use_fragment_shader(&k, mask_out_text);
        set_word(&k, mask | 0xfffffffc);
        kit_fill(&k, 0, 0, 0, 0);
        assert_int_equal(finish_mask(&k, 37), mask | mask << VISIBLE);
    }
}

static void test_rounded_mask_input(void **state)
{
    struct draw_kit k;
    begin_rounded(&k, *state);
    kit_use_fragment_shader(&k, mask_in_text);
    kit_fill(&k, 0, 0, 0, 0);
    struct content *c = finish(&k);
    for (unsigned i = 0; i < SAMPLES; i++)
        assert_true(is_near(c->sample[i][37], 0, 3.0f / 16));
    free(c);
}

/* Draws with a shader that reads its sample id; checks the id and the input mask of each sample. */
static void test_rounded_sample_id(void **state)
{
    struct draw_kit k;
    if (!shades_samples(*state))
        skip();
    begin_rounded(&k, *state);
    kit_use_fragment_shader(&k, sample_id_text);
    k.f->pipe->set_min_samples(k.f->pipe, VISIBLE);
    kit_fill(&k, 0, 0, 0, 0);
    struct content *c = finish(&k);
    for (unsigned i = 0; i < SAMPLES; i++) {
        assert_true(is_near(c->sample[i][200], 0, (float)(i % VISIBLE) / 16));
        assert_true(is_near(c->sample[i][200], 8, (float)(1u << i % VISIBLE) / 16));
    }
    free(c);
}

/* Draws without attachments; checks that the input sample mask has the program's two samples. */
static void test_rounded_without_attachments(void **state)
{
    static const char text[] = "FRAG\n"
                               "DCL SV[0], SAMPLEMASK\n"
                               "DCL BUFFER[0]\n"
                               "DCL TEMP[0]\n"
                               "IMM[0] UINT32 {0, 0, 0, 0}\n"
                               "MOV TEMP[0].x, SV[0].xxxx\n"
                               "STORE BUFFER[0].x, IMM[0].xxxx, TEMP[0].xxxx\n"
                               "END\n";
    struct draw_kit k;
    begin_rounded(&k, *state);
    struct pipe_context *pipe = k.f->pipe;
    const struct pipe_framebuffer_state none = {
        .width = KIT_SIZE, .height = KIT_SIZE, .samples = VISIBLE, .layers = 1};
    struct pipe_resource *seen = fixture_words(k.f, 4, NULL);
    const struct pipe_shader_buffer buffer = {.buffer = seen, .buffer_size = 16};
    pipe->set_framebuffer_state(pipe, &none);
    pipe->set_shader_buffers(pipe, PIPE_SHADER_FRAGMENT, 0, 1, &buffer);
    kit_use_fragment_shader(&k, text);
    kit_fill(&k, 0, 0, 0, 0);
    uint32_t *words = fixture_read_words(k.f, seen);
    assert_int_equal(words[0], 3);
    free(words);
    pipe->set_shader_buffers(pipe, PIPE_SHADER_FRAGMENT, 0, 1, NULL);
    pipe_resource_reference(&seen, NULL);
    kit_finish(&k);
}

/* ---- Alpha ----------------------------------------------------------------------------------- */

static void draw_alpha(struct draw_kit *k, float alpha)
{
    const struct kit_vertex v[3] = {{{-1, -1, 0, 1}, {1, 1, 1, alpha}},
                                    {{3, -1, 0, 1}, {1, 1, 1, alpha}},
                                    {{-1, 3, 0, 1}, {1, 1, 1, alpha}}};
    kit_draw(k, PIPE_PRIM_TRIANGLES, v, 3);
}

/* Draws with alpha to coverage. Checks that an alpha of 0 covers no sample, that an alpha of 1
 * covers all samples, and that a larger alpha covers more samples. Also checks that the state's
 * sample mask applies, and that alpha-to-one does not change the coverage. */
static void test_alpha_to_coverage(void **state)
{
    struct draw_kit k;
    if (!has_samples(*state))
        skip();
    for (unsigned one = 0; one < 2; one++) {
        const struct pipe_blend_state blend = {
            .alpha_to_coverage = 1, .alpha_to_one = one, .rt[0].colormask = PIPE_MASK_RGBA};
        unsigned last = 0;
        for (unsigned n = 0; n <= 16; n++) {
            float alpha = (float)n / 16;
            begin(&k, *state);
            kit_use_blend(&k, &blend);
            draw_alpha(&k, alpha);
            struct content *c = finish(&k);
            unsigned mask = 0;
            for (unsigned i = 0; i < SAMPLES; i++) {
                if (!(c->sample[i][77] & 0xff))
                    continue;
                mask |= 1u << i;
                assert_true(is_near(c->sample[i][77], 24, one ? 1 : alpha));
            }
            free(c);
            unsigned covered = (unsigned)__builtin_popcount(mask);
            assert_true(fabsf((float)covered - alpha * SAMPLES) <= 1);
            assert_int_equal(mask & last, last);
            assert_true((n != 0 || covered == 0) && (n != 16 || covered == SAMPLES));
            last = mask;
        }
    }
    const struct pipe_blend_state blend = {.alpha_to_coverage = 1,
                                           .rt[0].colormask = PIPE_MASK_RGBA};
    begin(&k, *state);
    kit_use_blend(&k, &blend);
    k.f->pipe->set_sample_mask(k.f->pipe, 0x9);
    draw_alpha(&k, 1);
    assert_int_equal(finish_mask(&k, 9), 0x9);
}

/* Blends with alpha-to-one; checks that blending gets an alpha of 1. */
static void test_alpha_to_one(void **state)
{
    struct draw_kit k;
    if (!has_samples(*state))
        skip();
    const struct pipe_blend_state blend = {
        .alpha_to_one = 1,
        .rt[0] = {.blend_enable = 1,
                  .rgb_src_factor = PIPE_BLENDFACTOR_SRC_ALPHA,
                  .rgb_dst_factor = PIPE_BLENDFACTOR_INV_SRC_ALPHA,
                  .alpha_src_factor = PIPE_BLENDFACTOR_ONE,
                  .alpha_dst_factor = PIPE_BLENDFACTOR_ZERO,
                  .colormask = PIPE_MASK_RGBA}};
    begin(&k, *state);
    kit_use_blend(&k, &blend);
    draw_alpha(&k, 0.25f);
    struct content *c = finish(&k);
    for (unsigned i = 0; i < SAMPLES; i++)
        assert_int_equal(c->sample[i][130], ~0u);
    free(c);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_sample_mask),
        cmocka_unit_test(test_mask_on_one_sample),
        cmocka_unit_test(test_mask_output),
        cmocka_unit_test(test_positions),
        cmocka_unit_test(test_position_values),
        cmocka_unit_test(test_locations),
        cmocka_unit_test(test_locations_change),
        cmocka_unit_test(test_location_values),
        cmocka_unit_test(test_min_samples),
        cmocka_unit_test(test_forced_interpolation),
        cmocka_unit_test(test_sample_id),
        cmocka_unit_test(test_mask_input),
        cmocka_unit_test(test_alpha_to_coverage),
        cmocka_unit_test(test_alpha_to_one),
        cmocka_unit_test(test_rounded_masks),
        cmocka_unit_test(test_rounded_mask_input),
        cmocka_unit_test(test_rounded_sample_id),
        cmocka_unit_test(test_rounded_without_attachments),
    };
    return cmocka_run_group_tests_name("samples", tests, pipe_fixture_setup, pipe_fixture_teardown);
}
