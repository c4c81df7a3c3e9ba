/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Capability sets: sizes, offsets of fields, and that no capability is announced that the screen
 * lacks. */
#include <string.h>

#include "virgl/api/caps.h"
#include "wire.h"

static uint8_t caps[4096];

static void fill(struct wire *w, unsigned version, size_t size)
{
    memset(caps, 0xee, sizeof(caps));
    gv_virgl_fill_caps(w->r, version, caps, size);
}

static uint32_t u32_at(size_t offset)
{
    uint32_t u;
    memcpy(&u, caps + offset, sizeof(u));
    return u;
}

static bool has_format(size_t mask_offset, unsigned format)
{
    return u32_at(mask_offset + format / 32 * 4) >> (format % 32) & 1;
}

enum {
    SAMPLER = 4,
    RENDER = 68,
    BSET = 260,
    BITS = 392,
    BITS_V2 = 688,
    MULTISAMPLE = 768
};

static void sizes(void **state)
{
    (void)state;
    assert_int_equal(gv_virgl_caps_size(1), 308);
    assert_int_equal(gv_virgl_caps_size(2), 1384);
    assert_int_equal(gv_virgl_caps_size(0), 0);
    assert_int_equal(gv_virgl_caps_size(3), 0);
}

/* Attack get_caps_size_from_old_client: requests sets of any size; checks that the number of
 * written bytes is the announced size. */
static void writes_exactly_what_was_asked(void **state)
{
    static const size_t asked[] = {0, 1, 4, 307, 308, 309, 1376, 1384, 1408, 4000};
    for (unsigned version = 1; version <= 2; version++) {
        for (size_t i = 0; i < sizeof(asked) / sizeof(asked[0]); i++) {
            fill(*state, version, asked[i]);
            for (size_t at = asked[i]; at < sizeof(caps); at++)
                assert_int_equal(caps[at], 0xee);
            for (size_t at = gv_virgl_caps_size(version); at < asked[i]; at++)
                assert_int_equal(caps[at], 0);
        }
    }
}

/* Attack caps_uninitialised_padding_is_zero: fills in the capabilities; checks that unused bytes
 * are 0. */
static void padding_is_zero(void **state)
{
    fill(*state, 2, 1384);
    size_t name_end = 696 + strlen((char *)caps + 696);
    for (size_t at = name_end; at < 760; at++)
        assert_int_equal(caps[at], 0);
    for (size_t at = 856; at < 1372; at++) /* no video */
        assert_int_equal(caps[at], 0);
}

static void sets_agree(void **state)
{
    uint8_t v1[308];
    fill(*state, 1, sizeof(v1));
    memcpy(v1, caps, sizeof(v1));
    assert_int_equal(u32_at(0), 1);
    fill(*state, 2, 1384);
    assert_int_equal(u32_at(0), 2);
    assert_memory_equal(v1 + 4, caps + 4, sizeof(v1) - 4);
}

static void two_samples_lie_where_the_device_has_them(void **state)
{
    struct wire *w = *state;
    w->screen->min_samples = 2;
    fill(w, 2, 1384);
    assert_int_equal(u32_at(396), 0x000044cc);
}

static void fields_lie_where_the_wire_has_them(void **state)
{
    struct wire *w = *state;
    float f;
    w->screen->params[PIPE_CAP_GLSL_FEATURE_LEVEL] = 330;
    w->screen->params[PIPE_CAP_MAX_VIEWPORTS] = 16;
    w->screen->params[PIPE_CAP_MIN_TEXEL_OFFSET] = -8;
    w->screen->paramsf[PIPE_CAPF_MAX_TEXTURE_ANISOTROPY] = 4.0f;
    fill(w, 2, 1384);
    assert_int_equal(u32_at(264), 330);
    assert_int_equal(u32_at(280), 8);            /* render targets */
    assert_int_equal(u32_at(284), 4);            /* samples */
    assert_int_equal(u32_at(288), 0x7e7f);       /* primitives */
    assert_int_equal(u32_at(296), 16);           /* constant buffers */
    assert_int_equal(u32_at(300), 16);           /* viewports */
    assert_int_equal(u32_at(364), (uint32_t)-8); /* smallest texel offset */
    assert_int_equal(u32_at(396), 0x0000e662);   /* positions of two samples, stored as four */
    assert_int_equal(u32_at(400), 0xae2ae662);
    assert_int_equal(u32_at(404), 0); /* positions of eight samples, which are not supported */
    assert_int_equal(u32_at(484), 16384);
    assert_int_equal(u32_at(488), 2048);
    assert_int_equal(u32_at(492), 16384);
    assert_int_equal(u32_at(556), 23);
    assert_int_equal(u32_at(764), 32);
    assert_int_equal(u32_at(1372), 65536);
    memcpy(&f, caps + 760, sizeof(f));
    assert_true(f == 4.0f);
}

static void bits_follow_the_screen(void **state)
{
    static const struct {
        enum pipe_cap cap;
        size_t offset;
        unsigned bit;
    } rows[] = {
        {PIPE_CAP_INDEP_BLEND_ENABLE, BSET, 0},
        {PIPE_CAP_CUBE_MAP_ARRAY, BSET, 2},
        {PIPE_CAP_CONDITIONAL_RENDER, BSET, 4},
        {PIPE_CAP_PRIMITIVE_RESTART, BSET, 6},
        {PIPE_CAP_OCCLUSION_QUERY, BSET, 11},
        {PIPE_CAP_QUERY_TIMESTAMP, BSET, 12},
        {PIPE_CAP_QUERY_TIME_ELAPSED, BSET, 12},
        {PIPE_CAP_TEXTURE_MULTISAMPLE, BSET, 14},
        {PIPE_CAP_DOUBLES, BSET, 23},
        {PIPE_CAP_CULL_DISTANCE, BSET, 27},
        {PIPE_CAP_QUERY_SO_OVERFLOW, BSET, 31},
        {PIPE_CAP_SAMPLER_VIEW_TARGET, BITS, 1},
        {PIPE_CAP_COMPUTE, BITS, 7},
        {PIPE_CAP_DEST_SURFACE_SRGB_CONTROL, BITS, 15},
        {PIPE_CAP_MULTI_DRAW_INDIRECT_PARAMS, BITS, 22},
        {PIPE_CAP_CLEAR_TEXTURE, BITS, 30},
        {PIPE_CAP_STRING_MARKER, BITS_V2, 4},
        {PIPE_CAP_TEXTURE_MIRROR_CLAMP, BITS_V2, 17},
    };
    struct wire *w = *state;
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        w->screen->params[rows[i].cap] = 1;
        fill(w, 2, 1384);
        assert_true(u32_at(rows[i].offset) >> rows[i].bit & 1);
        w->screen->params[rows[i].cap] = 0;
        fill(w, 2, 1384);
        assert_false(u32_at(rows[i].offset) >> rows[i].bit & 1);
        w->screen->params[rows[i].cap] = 1;
    }
}

static void inputs_are_indexed_in_all_stages_or_none(void **state)
{
    enum {
        CAP = PIPE_SHADER_CAP_INDIRECT_INPUT_ADDR,
        BIT = 25
    };
    struct wire *w = *state;
    w->screen->shader_params[PIPE_SHADER_VERTEX][CAP] = 1;
    w->screen->shader_params[PIPE_SHADER_FRAGMENT][CAP] = 1;
    fill(w, 2, 1384);
    assert_true(u32_at(BITS) >> BIT & 1);
    w->screen->shader_params[PIPE_SHADER_FRAGMENT][CAP] = 0;
    fill(w, 2, 1384);
    assert_false(u32_at(BITS) >> BIT & 1);
}

static boolean no_format(struct pipe_screen *screen, enum pipe_format format,
                         enum pipe_texture_target target, unsigned samples, unsigned bind)
{
    (void)screen, (void)format, (void)target, (void)samples, (void)bind;
    return FALSE;
}

/* Fills in the capabilities of a screen that supports nothing; checks that only the bits are set
 * whose features the decoder itself implements. */
static void nothing_comes_from_nothing(void **state)
{
    struct wire *w = *state;
    memset(w->screen->params, 0, sizeof(w->screen->params));
    memset(w->screen->paramsf, 0, sizeof(w->screen->paramsf));
    memset(w->screen->shader_params, 0, sizeof(w->screen->shader_params));
    w->screen->base.is_format_supported = no_format;
    w->screen->base.get_compute_param = NULL;
    fill(w, 2, 1384);
    for (size_t at = 4; at < 1384; at += 4) {
        if (at == 288) /* points to fans, polygons */
            assert_int_equal(u32_at(at), 0x27f);
        else if (at == BITS) /* TGSI_PRECISE, TRANSFER and COPY_TRANSFER */
            assert_int_equal(u32_at(at), 1 << 4 | 1 << 17 | 1 << 26);
        else if (at == 556)
            assert_int_equal(u32_at(at), 9);
        else if (at == 308 || at == 316 || at == 324 || at == 332) /* smallest sizes: 1.0 */
            assert_int_equal(u32_at(at), 0x3f800000);
        else if (at < 696 || at >= 760)
            assert_int_equal(u32_at(at), 0);
    }
}

static void formats_follow_the_screen(void **state)
{
    struct wire *w = *state;
    fill(w, 2, 1384);
    assert_true(has_format(SAMPLER, PIPE_FORMAT_B8G8R8A8_UNORM));
    assert_true(has_format(RENDER, PIPE_FORMAT_B8G8R8A8_UNORM));
    assert_true(has_format(SAMPLER, PIPE_FORMAT_Z24_UNORM_S8_UINT));
    assert_false(has_format(RENDER, PIPE_FORMAT_Z24_UNORM_S8_UINT));
    assert_true(has_format(SAMPLER, PIPE_FORMAT_DXT1_RGB));
    assert_false(has_format(RENDER, PIPE_FORMAT_DXT1_RGB));
    /* These formats are for buffer textures only. */
    assert_true(has_format(SAMPLER, PIPE_FORMAT_R32G32B32_FLOAT));
    assert_false(has_format(SAMPLER, PIPE_FORMAT_R8G8B8_UNORM));
    for (unsigned format = 259; format <= 266; format++)
        assert_false(has_format(SAMPLER, format));
    for (unsigned format = 481; format < 512; format++)
        assert_false(has_format(SAMPLER, format));
    assert_false(has_format(SAMPLER, PIPE_FORMAT_NV12));
    /* These formats have four samples; PIPE_FORMAT_NONE is a framebuffer without attachments. */
    assert_true(has_format(MULTISAMPLE, PIPE_FORMAT_NONE));
    assert_true(has_format(MULTISAMPLE, PIPE_FORMAT_Z32_FLOAT));
    w->screen->max_samples = 0;
    fill(w, 2, 1384);
    assert_int_equal(u32_at(284), 0);
    assert_false(has_format(MULTISAMPLE, PIPE_FORMAT_NONE));
}

static void primitives_follow_the_stages(void **state)
{
    struct wire *w = *state;
    w->screen->shader_params[PIPE_SHADER_GEOMETRY][PIPE_SHADER_CAP_MAX_INSTRUCTIONS] = 0;
    fill(w, 2, 1384);
    assert_int_equal(u32_at(288), 0x427f);
    assert_int_equal(u32_at(264), 140);
    w->screen->shader_params[PIPE_SHADER_TESS_EVAL][PIPE_SHADER_CAP_MAX_INSTRUCTIONS] = 0;
    fill(w, 2, 1384);
    assert_int_equal(u32_at(288), 0x27f);
    assert_false(u32_at(BSET) >> 24 & 1);
    w->screen->params[PIPE_CAP_SUPPORTED_PRIM_MODES] = 0x3b;
    fill(w, 2, 1384);
    assert_int_equal(u32_at(288), 0x3b);
}

static void renderer_name(void **state)
{
    struct wire *w = *state;
    w->screen->name = "Galvan (llvmpipe (LLVM 15.0.6, 256 bits))";
    fill(w, 2, 1384);
    assert_string_equal((char *)caps + 696, "Galvan (LLVMpipe (LLVM 15.0.6, 256 bits))");
    w->screen->name = "Some Device 3000";
    fill(w, 2, 1384);
    assert_string_equal((char *)caps + 696, "Galvan on Some Device 3000");
    w->screen->name =
        "Galvan on a device whose vendor thought that a long name would help its sales";
    fill(w, 2, 1384);
    assert_int_equal(strlen((char *)caps + 696), 63);
    w->screen->name = NULL;
    fill(w, 2, 1384);
    assert_non_null(strstr((char *)caps + 696, "Galvan"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        WIRE_TEST(sizes),
        WIRE_TEST(writes_exactly_what_was_asked),
        WIRE_TEST(padding_is_zero),
        WIRE_TEST(sets_agree),
        WIRE_TEST(fields_lie_where_the_wire_has_them),
        WIRE_TEST(two_samples_lie_where_the_device_has_them),
        WIRE_TEST(bits_follow_the_screen),
        WIRE_TEST(inputs_are_indexed_in_all_stages_or_none),
        WIRE_TEST(nothing_comes_from_nothing),
        WIRE_TEST(formats_follow_the_screen),
        WIRE_TEST(primitives_follow_the_stages),
        WIRE_TEST(renderer_name),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
