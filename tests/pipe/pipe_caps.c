/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* The values that the screen reports. They must be stable, plausible, and at least as good as GL
 * requires of every driver. */
#include "pipe_fixture.h"

#include <stdio.h>
#include <string.h>

#include "driver/screen/screen.h"
#include "galvan/galvan.h"
#include "pipe/p_shader_tokens.h"

static void test_names(void **state)
{
    struct pipe_fixture *f = *state;
    struct galvan_device_info info;
    galvan_screen_device_info(f->screen, &info);
    const char *name = f->screen->get_name(f->screen);
    assert_true(strncmp(name, "Galvan (", 8) == 0);
    assert_non_null(strstr(name, info.device_name));
    assert_string_equal(f->screen->get_vendor(f->screen), "Galvan");
    assert_true(strlen(f->screen->get_device_vendor(f->screen)) > 0);
    if (info.vendor_id == VK_VENDOR_ID_MESA)
        assert_string_equal(f->screen->get_device_vendor(f->screen), "Mesa");
    assert_true(info.device_memory_B > 0);
    assert_non_null(info.driver_name);
}

static void test_features_print(void **state)
{
    struct pipe_fixture *f = *state;
    struct galvan_feature_info info;
    unsigned num = 0;
    while (galvan_screen_feature_info(f->screen, num, &info)) {
        assert_true(strlen(info.name) > 0 && strlen(info.purpose) > 0);
        assert_false(info.present && info.masked);
        num++;
    }
    assert_true(num > 30);
}

/* Reads the table of capabilities; checks that every PIPE_CAP has a row with the value that
 * get_param returns. Each capability that is emulated or absent must have a note that says how or
 * why. */
static void test_caps_print(void **state)
{
    struct pipe_fixture *f = *state;
    struct galvan_cap_info info;
    unsigned num = 0, absent = 0;
    for (; galvan_screen_cap_info(f->screen, num, &info); num++) {
        assert_non_null(info.name);
        assert_int_equal(strncmp(info.name, "PIPE_", 5), 0);
        assert_true(strlen(info.value) > 0);
        if (num < PIPE_CAP_COUNT) {
            char value[32];
            int answer = f->screen->get_param(f->screen, (enum pipe_cap)num);
            snprintf(value, sizeof(value), "%d", answer);
            assert_string_equal(info.value, value);
        }
        if (info.state == GALVAN_CAP_ABSENT)
            absent++;
        if (info.state != GALVAN_CAP_NATIVE && strlen(info.note) == 0)
            fail_msg("%s tells neither how nor why not", info.name);
    }
    assert_int_equal(num, PIPE_CAP_COUNT + PIPE_CAPF_COUNT + PIPE_SHADER_CAP_COUNT +
                              PIPE_COMPUTE_CAP_COUNT);
    assert_true(absent > 0 && absent < num / 2);
    assert_string_equal((galvan_screen_cap_info(f->screen, PIPE_CAP_COMPUTE, &info), info.name),
                        "PIPE_CAP_COMPUTE");
}

/* Creates a screen with a mask that replaces GALVAN_MASK; "" masks nothing. */
static struct pipe_screen *masked_screen(const char *mask)
{
    struct pipe_screen *screen;
    assert_int_equal(galvan_screen_create(galvan_screen_params(.mask = mask), &screen), GALVAN_OK);
    return screen;
}

static struct galvan_cap_info masked_info(const char *mask, unsigned idx)
{
    struct pipe_screen *screen = masked_screen(mask);
    struct galvan_cap_info info;
    assert_true(galvan_screen_cap_info(screen, idx, &info));
    screen->destroy(screen);
    return info;
}

/* Hides one feature at a time; checks that the capability becomes emulated, or absent with the
 * feature's name as the reason. */
static void test_caps_follow_features(void **state)
{
    (void)state;
    struct galvan_cap_info info = masked_info("conditionalRendering", PIPE_CAP_CONDITIONAL_RENDER);
    assert_int_equal(info.state, GALVAN_CAP_EMULATED);
    assert_string_equal(info.value, "1");
    assert_string_equal(info.note, "the host decides");

    info = masked_info("geometryShader,imageCubeArray", PIPE_CAP_GLSL_FEATURE_LEVEL);
    assert_int_equal(info.state, GALVAN_CAP_ABSENT);
    assert_string_equal(info.value, "140");
    assert_non_null(strstr(info.note, "geometryShader"));
    assert_non_null(strstr(info.note, "imageCubeArray"));
    info = masked_info("transformFeedback,geometryShader", PIPE_CAP_GLSL_FEATURE_LEVEL);
    assert_int_equal(info.state, GALVAN_CAP_EMULATED);
    assert_string_equal(info.value, "460");
    assert_string_equal(info.note, "lowered vertex stages");

    info =
        masked_info("vertexAttributeInstanceRateDivisor", PIPE_CAP_VERTEX_ELEMENT_INSTANCE_DIVISOR);
    assert_int_equal(info.state, GALVAN_CAP_EMULATED);
    info = masked_info("vertexAttributeInstanceRateDivisor,bufferDeviceAddress",
                       PIPE_CAP_VERTEX_ELEMENT_INSTANCE_DIVISOR);
    assert_int_equal(info.state, GALVAN_CAP_ABSENT);
    assert_string_equal(info.value, "0");
}

/* Hides features of stages. Checks that a stage reports 0 if the device lacks the stage, or lacks
 * memory writes of this stage; and that the other stages report the same as before. */
static void test_stages_follow_features(void **state)
{
    static const struct {
        const char *mask;
        unsigned lost; /* 1 << PIPE_SHADER_* */
        enum pipe_shader_cap cap;
    } cases[] = {
        {"geometryShader", 1 << PIPE_SHADER_GEOMETRY, PIPE_SHADER_CAP_MAX_INSTRUCTIONS},
        {"tessellationShader", 0,
         PIPE_SHADER_CAP_MAX_INSTRUCTIONS}, /* emulated by lowered stages */
        {"tessellationShader,bufferDeviceAddress",
         1 << PIPE_SHADER_TESS_CTRL | 1 << PIPE_SHADER_TESS_EVAL, PIPE_SHADER_CAP_MAX_INSTRUCTIONS},
        {"fragmentStoresAndAtomics", 1 << PIPE_SHADER_FRAGMENT, PIPE_SHADER_CAP_MAX_SHADER_BUFFERS},
        {"vertexPipelineStoresAndAtomics",
         1 << PIPE_SHADER_VERTEX | 1 << PIPE_SHADER_GEOMETRY | 1 << PIPE_SHADER_TESS_CTRL |
             1 << PIPE_SHADER_TESS_EVAL,
         PIPE_SHADER_CAP_MAX_SHADER_BUFFERS},
    };
    (void)state;
    struct pipe_screen *whole = masked_screen("");
    for (unsigned i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        struct pipe_screen *screen = masked_screen(cases[i].mask);
        for (unsigned stage = 0; stage < PIPE_SHADER_TYPES; stage++) {
            int all = whole->get_shader_param(whole, stage, cases[i].cap);
            assert_int_equal(screen->get_shader_param(screen, stage, cases[i].cap),
                             cases[i].lost >> stage & 1 ? 0 : all);
        }
        screen->destroy(screen);
    }
    whole->destroy(whole);
}

/* Hides features. Checks that modes with adjacency require geometry shaders, that patches require
 * native or lowered tessellation, and that primitive restart is never offered for patches. */
static void test_modes_follow_features(void **state)
{
    static const struct {
        const char *mask;
        int modes;
    } cases[] = {
        {"", (1 << (PIPE_PRIM_PATCHES + 1)) - 1},
        {"geometryShader", ((1 << PIPE_PRIM_LINES_ADJACENCY) - 1) | 1 << PIPE_PRIM_PATCHES},
        {"tessellationShader", (1 << (PIPE_PRIM_PATCHES + 1)) - 1},
        {"tessellationShader,bufferDeviceAddress", (1 << PIPE_PRIM_PATCHES) - 1},
    };
    (void)state;
    struct pipe_screen *whole = masked_screen("");
    const struct gv_vk_caps *caps = &gv_screen(whole)->dev->caps;
    bool has_stages = caps->geometryShader && caps->tessellationShader;
    whole->destroy(whole);
    if (!has_stages)
        skip();
    for (unsigned i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        struct pipe_screen *screen = masked_screen(cases[i].mask);
        assert_int_equal(screen->get_param(screen, PIPE_CAP_SUPPORTED_PRIM_MODES), cases[i].modes);
        assert_int_equal(screen->get_param(screen, PIPE_CAP_SUPPORTED_PRIM_MODES_WITH_RESTART),
                         cases[i].modes & ~(1 << PIPE_PRIM_PATCHES));
        screen->destroy(screen);
    }
}

/* Hides a feature; checks that the uses of formats that need the feature are also hidden. */
static void test_formats_follow_features(void **state)
{
    struct pipe_screen *screen = masked_screen("imageCubeArray");
    (void)state;
    assert_false(screen->is_format_supported(screen, PIPE_FORMAT_R8G8B8A8_UNORM,
                                             PIPE_TEXTURE_CUBE_ARRAY, 0, PIPE_BIND_SAMPLER_VIEW));
    assert_true(screen->is_format_supported(screen, PIPE_FORMAT_R8G8B8A8_UNORM, PIPE_TEXTURE_CUBE,
                                            0, PIPE_BIND_SAMPLER_VIEW));
    screen->destroy(screen);
}

static void test_every_cap_answers(void **state)
{
    struct pipe_fixture *f = *state;
    for (unsigned i = 0; i < PIPE_CAP_COUNT; i++) {
        int value = f->screen->get_param(f->screen, (enum pipe_cap)i);
        bool is_signed = i == PIPE_CAP_MIN_TEXEL_OFFSET ||
                         i == PIPE_CAP_MIN_TEXTURE_GATHER_OFFSET || i == PIPE_CAP_VENDOR_ID ||
                         i == PIPE_CAP_DEVICE_ID;
        if (!is_signed)
            assert_true(value >= 0);
    }
    assert_int_equal(f->screen->get_param(f->screen, PIPE_CAP_COUNT), 0);
    assert_int_equal(f->screen->get_param(f->screen, (enum pipe_cap)0x7fffffff), 0);
    for (unsigned i = 0; i <= PIPE_CAPF_COUNT; i++)
        assert_true(f->screen->get_paramf(f->screen, (enum pipe_capf)i) >= 0.0f);
    for (unsigned stage = 0; stage < 8; stage++) {
        for (unsigned i = 0; i <= PIPE_SHADER_CAP_COUNT; i++)
            assert_true(f->screen->get_shader_param(f->screen, stage, (enum pipe_shader_cap)i) >=
                        0);
    }
}

/* Calls get_compute_param with and without a buffer; checks that NULL gives the size of the result,
 * and that the values reach GL 4.3's minimums. */
static void test_compute_caps(void **state)
{
    struct pipe_fixture *f = *state;
    for (unsigned i = 0; i <= PIPE_COMPUTE_CAP_COUNT; i++) {
        uint64_t answer[3] = {0};
        enum pipe_compute_cap cap = (enum pipe_compute_cap)i;
        int size_B = f->screen->get_compute_param(f->screen, PIPE_SHADER_IR_TGSI, cap, NULL);
        assert_true(size_B >= 0 && size_B <= (int)sizeof(answer));
        assert_int_equal(f->screen->get_compute_param(f->screen, PIPE_SHADER_IR_TGSI, cap, answer),
                         size_B);
        assert_true(size_B == 0 || answer[0] > 0);
        assert_int_equal(
            f->screen->get_compute_param(f->screen, PIPE_SHADER_IR_NATIVE, cap, answer), 0);
    }
    struct pipe_screen *s = f->screen;
    static const struct {
        enum pipe_compute_cap cap;
        int size_B;
    } sizes[] = {
        {PIPE_COMPUTE_CAP_GRID_DIMENSION, 8},   {PIPE_COMPUTE_CAP_MAX_GRID_SIZE, 24},
        {PIPE_COMPUTE_CAP_MAX_BLOCK_SIZE, 24},  {PIPE_COMPUTE_CAP_MAX_LOCAL_SIZE, 8},
        {PIPE_COMPUTE_CAP_IMAGES_SUPPORTED, 4}, {PIPE_COMPUTE_CAP_ADDRESS_BITS, 4},
    };
    for (unsigned i = 0; i < sizeof(sizes) / sizeof(sizes[0]); i++)
        assert_int_equal(s->get_compute_param(s, PIPE_SHADER_IR_TGSI, sizes[i].cap, NULL),
                         sizes[i].size_B);
    static const struct {
        enum pipe_compute_cap cap;
        uint64_t least[3];
    } minimums[] = {
        {PIPE_COMPUTE_CAP_MAX_GRID_SIZE, {65535, 65535, 65535}},
        {PIPE_COMPUTE_CAP_MAX_BLOCK_SIZE, {128, 128, 64}},
        {PIPE_COMPUTE_CAP_MAX_THREADS_PER_BLOCK, {128, 0, 0}},
        {PIPE_COMPUTE_CAP_MAX_LOCAL_SIZE, {16384, 0, 0}},
    };
    for (unsigned i = 0; i < sizeof(minimums) / sizeof(minimums[0]); i++) {
        uint64_t answer[3] = {0};
        f->screen->get_compute_param(f->screen, PIPE_SHADER_IR_TGSI, minimums[i].cap, answer);
        for (unsigned k = 0; k < 3; k++)
            assert_true(answer[k] >= minimums[i].least[k]);
    }
}

/* Checks that limits reach GL 2.1's minimums. */
static void test_minimums(void **state)
{
    struct pipe_fixture *f = *state;
    static const struct {
        enum pipe_cap cap;
        int min;
    } minimums[] = {
        {PIPE_CAP_NPOT_TEXTURES, 1},           {PIPE_CAP_MAX_RENDER_TARGETS, 4},
        {PIPE_CAP_OCCLUSION_QUERY, 1},         {PIPE_CAP_TEXTURE_SHADOW_MAP, 1},
        {PIPE_CAP_MAX_TEXTURE_2D_SIZE, 4096},  {PIPE_CAP_MAX_TEXTURE_2D_LEVELS, 13},
        {PIPE_CAP_MAX_TEXTURE_3D_LEVELS, 9},   {PIPE_CAP_MAX_TEXTURE_CUBE_LEVELS, 13},
        {PIPE_CAP_BLEND_EQUATION_SEPARATE, 1}, {PIPE_CAP_MAX_VARYINGS, 16},
        {PIPE_CAP_GLSL_FEATURE_LEVEL, 120},    {PIPE_CAP_MAX_VIEWPORTS, 1},
        {PIPE_CAP_TGSI_TEXCOORD, 1},           {PIPE_CAP_TWO_SIDED_STENCIL, 1},
    };
    for (size_t i = 0; i < sizeof(minimums) / sizeof(minimums[0]); i++) {
        int value = f->screen->get_param(f->screen, minimums[i].cap);
        if (value < minimums[i].min)
            fail_msg("capability %u is %d, not at least %d", (unsigned)minimums[i].cap, value,
                     minimums[i].min);
    }
    for (unsigned stage = PIPE_SHADER_VERTEX; stage <= PIPE_SHADER_FRAGMENT; stage++) {
        struct pipe_screen *s = f->screen;
        assert_true(s->get_shader_param(s, stage, PIPE_SHADER_CAP_MAX_INSTRUCTIONS) >= 1024);
        assert_true(s->get_shader_param(s, stage, PIPE_SHADER_CAP_MAX_TEXTURE_SAMPLERS) >= 16);
        assert_true(s->get_shader_param(s, stage, PIPE_SHADER_CAP_MAX_CONST_BUFFER_SIZE) >= 16384);
        assert_true(s->get_shader_param(s, stage, PIPE_SHADER_CAP_MAX_INPUTS) >= 16);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_names),
        cmocka_unit_test(test_features_print),
        cmocka_unit_test(test_caps_print),
        cmocka_unit_test(test_caps_follow_features),
        cmocka_unit_test(test_stages_follow_features),
        cmocka_unit_test(test_modes_follow_features),
        cmocka_unit_test(test_formats_follow_features),
        cmocka_unit_test(test_compute_caps),
        cmocka_unit_test(test_minimums),
        cmocka_unit_test(test_every_cap_answers),
    };
    return cmocka_run_group_tests(tests, pipe_fixture_setup, pipe_fixture_teardown);
}
