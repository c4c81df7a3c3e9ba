/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Uses the screen's limits to the full: the largest textures and buffers, every slot, the registers
 * and instructions of a shader, the sizes of dispatches. If a test needs no draw, it uses compute
 * programs with their results in BUFFER[0]. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "pipe_fixture.h"
#include "pipe_sample.h"
#include "pipe_text.h"
#include "util/env.h"

static unsigned cap(struct pipe_fixture *f, enum pipe_cap param)
{
    return (unsigned)f->screen->get_param(f->screen, param);
}

static unsigned compute_stage_cap(struct pipe_fixture *f, enum pipe_shader_cap param)
{
    return (unsigned)f->screen->get_shader_param(f->screen, PIPE_SHADER_COMPUTE, param);
}

/* ---- Compute programs */

/* Returns the beginning of a program with blocks of one thread; IMM[0].x is 0. */
static struct text begin_program(void)
{
    struct text t = {0};
    text_add(&t, COMP(1) "DCL BUFFER[0]\n"
                         "IMM[0] UINT32 {0, 1, 4, 0}\n");
    return t;
}

static void bind_buffer(struct pipe_fixture *f, unsigned slot, struct pipe_resource *res)
{
    const struct pipe_shader_buffer buffer = {.buffer = res, .buffer_size = res ? res->width0 : 0};
    f->pipe->set_shader_buffers(f->pipe, PIPE_SHADER_COMPUTE, slot, 1, res ? &buffer : NULL);
}

/* Runs the program, frees its text, and returns `num` dwords of BUFFER[0], which the caller must
 * free(). */
static uint32_t *run_words(struct pipe_fixture *f, struct text *t, unsigned num)
{
    const struct pipe_compute_state sizes = {0};
    const struct pipe_grid_info info = {.work_dim = 3, .block = {1, 1, 1}, .grid = {1, 1, 1}};
    struct pipe_resource *res = fixture_words(f, num, NULL);
    bind_buffer(f, 0, res);
    text_add(t, "END\n");
    fixture_dispatch(f, t->at, &sizes, &info);
    uint32_t *words = fixture_read_words(f, res);
    bind_buffer(f, 0, NULL);
    pipe_resource_reference(&res, NULL);
    free(t->at);
    return words;
}

/* Like run_words(), for a program that stores one dword. */
static uint32_t run_word(struct pipe_fixture *f, struct text *t)
{
    uint32_t *words = run_words(f, t, 1), word = words[0];
    free(words);
    return word;
}

static void expect_word(struct pipe_fixture *f, struct pipe_resource *res, unsigned word,
                        uint32_t expected)
{
    uint32_t *words = fixture_read_words(f, res);
    assert_int_equal(words[word], expected);
    free(words);
}

/* ---- Textures */

/* Checks that a shader fetches the texel that was written at a position of a level. */
static void check_texel(struct pipe_fixture *f, const struct pipe_resource *templ, const char *name,
                        unsigned level, unsigned x, unsigned y, unsigned z)
{
    const uint32_t value = 0x12340000u + level;
    struct pipe_resource *res = fixture_create(f, templ);
    const struct pipe_box box = fixture_box((int)x, (int)y, (int)z, 1, 1, 1);
    fixture_write(f, res, level, &box, &value);
    const struct pipe_sampler_view view_templ = sample_view(res);
    struct pipe_sampler_view *view = f->pipe->create_sampler_view(f->pipe, res, &view_templ);
    assert_non_null(view);
    f->pipe->set_sampler_views(f->pipe, PIPE_SHADER_COMPUTE, 0, 1, &view);
    bool is_1d_array = templ->target == PIPE_TEXTURE_1D_ARRAY;
    struct text t = begin_program();
    text_add(&t,
             "DCL SAMP[0]\n"
             "DCL SVIEW[0], %s, UINT\n"
             "DCL TEMP[0]\n"
             "IMM[1] UINT32 {%u, %u, %u, %u}\n"
             "TXF TEMP[0], IMM[1], SAMP[0], %s\n"
             "STORE BUFFER[0].x, IMM[0].xxxx, TEMP[0].xxxx\n",
             name, x, is_1d_array ? z : y, z, level, name);
    const uint32_t got = run_word(f, &t);
    if (got != value)
        fail_msg("%s: texel (%u, %u, %u) of level %u is 0x%x", name, x, y, z, level, got);
    f->pipe->set_sampler_views(f->pipe, PIPE_SHADER_COMPUTE, 0, 1, NULL);
    pipe_sampler_view_reference(&view, NULL);
    pipe_resource_reference(&res, NULL);
}

static void check_last_texel(struct pipe_fixture *f, enum pipe_texture_target target,
                             const char *name, unsigned width, unsigned height, unsigned depth)
{
    struct pipe_resource templ =
        fixture_template(target, PIPE_FORMAT_R32_UINT, width, height, depth);
    templ.bind = PIPE_BIND_SAMPLER_VIEW;
    check_texel(f, &templ, name, 0, width - 1, height - 1, depth - 1);
}

static void test_largest_textures(void **state)
{
    struct pipe_fixture *f = *state;
    const unsigned size = cap(f, PIPE_CAP_MAX_TEXTURE_2D_SIZE);
    const unsigned size_3d = 1u << (cap(f, PIPE_CAP_MAX_TEXTURE_3D_LEVELS) - 1);
    const unsigned layers = cap(f, PIPE_CAP_MAX_TEXTURE_ARRAY_LAYERS);
    check_last_texel(f, PIPE_TEXTURE_1D, "1D", size, 1, 1);
    check_last_texel(f, PIPE_TEXTURE_2D, "2D", size, 3, 1);
    check_last_texel(f, PIPE_TEXTURE_2D, "2D", 3, size, 1);
    check_last_texel(f, PIPE_TEXTURE_2D, "2D", size - 1, 3, 1); /* a size that is no power of two */
    check_last_texel(f, PIPE_TEXTURE_3D, "3D", size_3d, 2, 2);
    check_last_texel(f, PIPE_TEXTURE_3D, "3D", 2, size_3d, 2);
    check_last_texel(f, PIPE_TEXTURE_3D, "3D", 2, 2, size_3d);
    check_last_texel(f, PIPE_TEXTURE_1D_ARRAY, "1D_ARRAY", 3, 1, layers);
    check_last_texel(f, PIPE_TEXTURE_2D_ARRAY, "2D_ARRAY", 3, 2, layers);
}

/* Creates textures of the largest size with levels down to one texel; checks texels. Complete cubes
 * of that size need more memory than a test should take. */
static void test_levels(void **state)
{
    struct pipe_fixture *f = *state;
    const unsigned levels_2d = cap(f, PIPE_CAP_MAX_TEXTURE_2D_LEVELS);
    const unsigned levels_3d = cap(f, PIPE_CAP_MAX_TEXTURE_3D_LEVELS);
    const unsigned levels_cube = cap(f, PIPE_CAP_MAX_TEXTURE_CUBE_LEVELS);
    assert_int_equal(1u << (levels_2d - 1), cap(f, PIPE_CAP_MAX_TEXTURE_2D_SIZE));
    struct pipe_resource templ =
        fixture_template(PIPE_TEXTURE_2D, PIPE_FORMAT_R32_UINT, 1u << (levels_2d - 1), 1, 1);
    templ.bind = PIPE_BIND_SAMPLER_VIEW;
    templ.last_level = (unsigned char)(levels_2d - 1);
    check_texel(f, &templ, "2D", levels_2d - 1, 0, 0, 0);
    templ.target = PIPE_TEXTURE_3D;
    templ.width0 = 1u << (levels_3d - 1);
    templ.last_level = (unsigned char)(levels_3d - 1);
    check_texel(f, &templ, "3D", levels_3d - 1, 0, 0, 0);
    templ.target = PIPE_TEXTURE_CUBE;
    templ.width0 = templ.height0 = 1u << (levels_cube - 1);
    templ.array_size = 6;
    templ.last_level = (unsigned char)(levels_cube - 1);
    assert_true(f->screen->can_create_resource(f->screen, &templ));
}

/* ---- Buffers */

enum {
    ENOUGH_B = 128 << 20 /* the tested size if the device allows larger buffers */
};

static void test_largest_texel_buffer(void **state)
{
    struct pipe_fixture *f = *state;
    const unsigned max = cap(f, PIPE_CAP_MAX_TEXTURE_BUFFER_SIZE);
    const unsigned num = max < ENOUGH_B ? max : ENOUGH_B;
    struct pipe_resource templ = fixture_template(PIPE_BUFFER, PIPE_FORMAT_R8_UINT, num, 1, 1);
    templ.bind = PIPE_BIND_SAMPLER_VIEW;
    const uint8_t value = 77;
    const struct pipe_box box = fixture_box((int)(num - 1), 0, 0, 1, 1, 1);
    struct pipe_resource *res = fixture_create(f, &templ);
    fixture_write(f, res, 0, &box, &value);
    const struct pipe_sampler_view view_templ = sample_view(res);
    struct pipe_sampler_view *view = f->pipe->create_sampler_view(f->pipe, res, &view_templ);
    assert_non_null(view);
    f->pipe->set_sampler_views(f->pipe, PIPE_SHADER_COMPUTE, 0, 1, &view);
    struct text t = begin_program();
    text_add(&t,
             "DCL SAMP[0]\n"
             "DCL SVIEW[0], BUFFER, UINT\n"
             "DCL TEMP[0]\n"
             "IMM[1] UINT32 {%u, 0, 0, 0}\n"
             "TXF TEMP[0], IMM[1], SAMP[0], BUFFER\n"
             "STORE BUFFER[0].x, IMM[0].xxxx, TEMP[0].xxxx\n",
             num - 1);
    assert_int_equal(run_word(f, &t), value);
    f->pipe->set_sampler_views(f->pipe, PIPE_SHADER_COMPUTE, 0, 1, NULL);
    pipe_sampler_view_reference(&view, NULL);
    pipe_resource_reference(&res, NULL);
}

static void test_largest_shader_buffer(void **state)
{
    struct pipe_fixture *f = *state;
    const unsigned max_B = cap(f, PIPE_CAP_MAX_SHADER_BUFFER_SIZE);
    const unsigned size_B = (max_B < ENOUGH_B ? max_B : ENOUGH_B) & ~3u;
    struct pipe_resource *res = fixture_buffer(f, size_B, PIPE_USAGE_DEFAULT, 0);
    struct text t = begin_program();
    text_add(&t,
             "DCL BUFFER[1]\n"
             "DCL TEMP[0]\n"
             "IMM[1] UINT32 {%u, 77, 0, 0}\n"
             "STORE BUFFER[1].x, IMM[1].xxxx, IMM[1].yyyy\n"
             "LOAD TEMP[0].x, BUFFER[1], IMM[1].xxxx\n"
             "STORE BUFFER[0].x, IMM[0].xxxx, TEMP[0].xxxx\n",
             size_B - 4);
    bind_buffer(f, 1, res);
    assert_int_equal(run_word(f, &t), 77);
    const struct pipe_box box = fixture_box((int)size_B - 4, 0, 0, 4, 1, 1);
    uint32_t *last = (uint32_t *)(void *)fixture_read(f, res, 0, &box);
    assert_int_equal(*last, 77);
    free(last);
    bind_buffer(f, 1, NULL);
    pipe_resource_reference(&res, NULL);
}

/* ---- Slots: each has a different resource */

enum {
    MAX_SLOTS = 128
};

static void test_shader_buffers(void **state)
{
    struct pipe_fixture *f = *state;
    const unsigned num = compute_stage_cap(f, PIPE_SHADER_CAP_MAX_SHADER_BUFFERS);
    assert_in_range(num, 1, MAX_SLOTS);
    struct pipe_resource *buffers[MAX_SLOTS];
    struct text t = begin_program();
    for (unsigned i = 1; i < num; i++) {
        buffers[i] = fixture_words(f, 1, NULL);
        bind_buffer(f, i, buffers[i]);
        text_add(&t, "DCL BUFFER[%u]\n", i);
    }
    for (unsigned i = 1; i < num; i++)
        text_add(&t, "IMM[%u] UINT32 {%u, 0, 0, 0}\n", i, 100 + i);
    for (unsigned i = 1; i < num; i++)
        text_add(&t, "STORE BUFFER[%u].x, IMM[0].xxxx, IMM[%u].xxxx\n", i, i);
    text_add(&t, "STORE BUFFER[0].x, IMM[0].xxxx, IMM[0].yyyy\n");
    assert_int_equal(run_word(f, &t), 1);
    for (unsigned i = 1; i < num; i++) {
        expect_word(f, buffers[i], 0, 100 + i);
        bind_buffer(f, i, NULL);
        pipe_resource_reference(&buffers[i], NULL);
    }
}

static void test_shader_images(void **state)
{
    struct pipe_fixture *f = *state;
    const unsigned num = compute_stage_cap(f, PIPE_SHADER_CAP_MAX_SHADER_IMAGES);
    if (!num)
        skip();
    assert_in_range(num, 1, MAX_SLOTS);
    struct pipe_resource *images[MAX_SLOTS];
    struct text t = begin_program();
    for (unsigned i = 0; i < num; i++) {
        struct pipe_resource templ =
            fixture_template(PIPE_TEXTURE_2D, PIPE_FORMAT_R32_UINT, 1, 1, 1);
        templ.bind = PIPE_BIND_SHADER_IMAGE;
        images[i] = fixture_create(f, &templ);
        const struct pipe_image_view view = {
            .resource = images[i], .format = templ.format, .access = PIPE_IMAGE_ACCESS_READ_WRITE};
        f->pipe->set_shader_images(f->pipe, PIPE_SHADER_COMPUTE, i, 1, &view);
        text_add(&t, "DCL IMAGE[%u], 2D, PIPE_FORMAT_R32_UINT, WR\n", i);
    }
    for (unsigned i = 0; i < num; i++)
        text_add(&t, "IMM[%u] UINT32 {%u, 0, 0, 0}\n", i + 1, 100 + i);
    for (unsigned i = 0; i < num; i++)
        text_add(&t, "STORE IMAGE[%u], IMM[0].xxxx, IMM[%u].xxxx, 2D, PIPE_FORMAT_R32_UINT\n", i,
                 i + 1);
    text_add(&t, "STORE BUFFER[0].x, IMM[0].xxxx, IMM[0].yyyy\n");
    assert_int_equal(run_word(f, &t), 1);
    f->pipe->set_shader_images(f->pipe, PIPE_SHADER_COMPUTE, 0, num, NULL);
    for (unsigned i = 0; i < num; i++) {
        assert_int_equal(fixture_texel32(f, images[i], 0, 0, 0), 100 + i);
        pipe_resource_reference(&images[i], NULL);
    }
}

/* Returns whether sampler i has the wrap mode repeat: neighbouring and distant slots differ. */
static bool repeats(unsigned i)
{
    return __builtin_popcount(i) & 1;
}

/* Binds a texture and a sampler to every slot. Texture i has the texels 2 i + 1 and 2 i + 2. Looks
 * up the coordinate 1.25; checks that the result is the first texel if sampler i repeats, and the
 * last texel if it clamps. */
static void test_textures_and_samplers(void **state)
{
    struct pipe_fixture *f = *state;
    struct pipe_context *pipe = f->pipe;
    const unsigned num = compute_stage_cap(f, PIPE_SHADER_CAP_MAX_TEXTURE_SAMPLERS);
    assert_int_equal(num, compute_stage_cap(f, PIPE_SHADER_CAP_MAX_SAMPLER_VIEWS));
    assert_in_range(num, 16, MAX_SLOTS);
    struct pipe_sampler_view *views[MAX_SLOTS];
    void *samplers[MAX_SLOTS];
    for (unsigned i = 0; i < num; i++) {
        const float texels[2] = {(float)(2 * i + 1), (float)(2 * i + 2)};
        struct pipe_resource *res =
            fixture_texture(f, PIPE_TEXTURE_2D, PIPE_FORMAT_R32_FLOAT, 2, 1, 1);
        const struct pipe_box box = fixture_level_box(res, 0);
        fixture_write(f, res, 0, &box, texels);
        const struct pipe_sampler_view view = sample_view(res);
        views[i] = pipe->create_sampler_view(pipe, res, &view);
        pipe_resource_reference(&res, NULL);
        struct pipe_sampler_state s = sample_nearest();
        if (repeats(i))
            s.wrap_s = PIPE_TEX_WRAP_REPEAT;
        samplers[i] = pipe->create_sampler_state(pipe, &s);
        assert_true(views[i] && samplers[i]);
    }
    pipe->set_sampler_views(pipe, PIPE_SHADER_COMPUTE, 0, num, views);
    pipe->bind_sampler_states(pipe, PIPE_SHADER_COMPUTE, 0, num, samplers);
    struct text t = begin_program();
    text_add(&t, "DCL SAMP[0..%u]\nDCL SVIEW[0..%u], 2D, FLOAT\nDCL TEMP[0]\n", num - 1, num - 1);
    text_add(&t, "IMM[1] FLT32 {1.25, 0.5, 0.0, 0.0}\n");
    for (unsigned i = 0; i < num; i++)
        text_add(&t, "IMM[%u] UINT32 {%u, 0, 0, 0}\n", i + 2, 4 * i);
    for (unsigned i = 0; i < num; i++)
        text_add(&t,
                 "TXL TEMP[0], IMM[1], SAMP[%u], 2D\n"
                 "F2U TEMP[0].x, TEMP[0].xxxx\n"
                 "STORE BUFFER[0].x, IMM[%u].xxxx, TEMP[0].xxxx\n",
                 i, i + 2);
    uint32_t *words = run_words(f, &t, num);
    for (unsigned i = 0; i < num; i++)
        assert_int_equal(words[i], repeats(i) ? 2 * i + 1 : 2 * i + 2);
    free(words);
    pipe->set_sampler_views(pipe, PIPE_SHADER_COMPUTE, 0, num, NULL);
    pipe->bind_sampler_states(pipe, PIPE_SHADER_COMPUTE, 0, num, NULL);
    for (unsigned i = 0; i < num; i++) {
        pipe_sampler_view_reference(&views[i], NULL);
        pipe->delete_sampler_state(pipe, samplers[i]);
    }
}

/* Increments a counter in each slot, and the last counter of the last slot; checks the counts. */
static void test_atomic_counters(void **state)
{
    struct pipe_fixture *f = *state;
    const unsigned num = compute_stage_cap(f, PIPE_SHADER_CAP_MAX_HW_ATOMIC_COUNTER_BUFFERS);
    const unsigned counters = compute_stage_cap(f, PIPE_SHADER_CAP_MAX_HW_ATOMIC_COUNTERS);
    assert_in_range(num, 1, MAX_SLOTS);
    assert_true(counters >= 8);
    assert_true(cap(f, PIPE_CAP_MAX_COMBINED_HW_ATOMIC_COUNTERS) >= counters);
    struct pipe_resource *buffers[MAX_SLOTS];
    struct text t = begin_program();
    text_add(&t, "DCL TEMP[0]\n");
    for (unsigned i = 0; i < num; i++) {
        const unsigned words = i == num - 1 ? counters : 1;
        buffers[i] = fixture_words(f, words, NULL);
        const struct pipe_shader_buffer buffer = {.buffer = buffers[i], .buffer_size = 4 * words};
        f->pipe->set_hw_atomic_buffers(f->pipe, i, 1, &buffer);
        text_add(&t, "DCL HWATOMIC[%u][0..%u]\n", i, words - 1);
    }
    for (unsigned i = 0; i < num; i++)
        text_add(&t, "IMM[%u] UINT32 {%u, 0, 0, 0}\n", i + 1, 100 + i);
    for (unsigned i = 0; i < num; i++)
        text_add(&t, "ATOMUADD TEMP[0].x, HWATOMIC[%u][%u], IMM[0].xxxx, IMM[%u].xxxx\n", i,
                 i == num - 1 ? counters - 1 : 0, i + 1);
    text_add(&t, "STORE BUFFER[0].x, IMM[0].xxxx, IMM[0].yyyy\n");
    assert_int_equal(run_word(f, &t), 1);
    f->pipe->set_hw_atomic_buffers(f->pipe, 0, num, NULL);
    for (unsigned i = 0; i < num; i++) {
        expect_word(f, buffers[i], i == num - 1 ? counters - 1 : 0, 100 + i);
        pipe_resource_reference(&buffers[i], NULL);
    }
}

/* ---- Shaders that declare more than the screen has */

static void buffers_text(struct text *t, unsigned num)
{
    text_add(t, COMP(1) "DCL BUFFER[0..%u]\nIMM[0] UINT32 {0, 1, 2, 3}\n", num - 1);
    for (unsigned i = 0; i < num; i++)
        text_add(t, "STORE BUFFER[%u].x, IMM[0].xxxx, IMM[0].yyyy\n", i);
}

static void images_text(struct text *t, unsigned num)
{
    text_add(t, COMP(1) "IMM[0] UINT32 {0, 1, 2, 3}\n");
    for (unsigned i = 0; i < num; i++)
        text_add(t, "DCL IMAGE[%u], 2D, PIPE_FORMAT_R32_UINT, WR\n", i);
    for (unsigned i = 0; i < num; i++)
        text_add(t, "STORE IMAGE[%u], IMM[0].xxxx, IMM[0].yyyy, 2D, PIPE_FORMAT_R32_UINT\n", i);
}

/* Adds images of dwords in buffers to the text. The driver binds storage buffers of the device for
 * such images. */
static void raw_images_text(struct text *t, unsigned num)
{
    text_add(t, COMP(1) "IMM[0] UINT32 {0, 1, 2, 3}\n");
    for (unsigned i = 0; i < num; i++)
        text_add(t, "DCL IMAGE[%u], BUFFER, PIPE_FORMAT_R32_UINT, WR, RAW\n", i);
    for (unsigned i = 0; i < num; i++)
        text_add(t, "STORE IMAGE[%u].x, IMM[0].xxxx, IMM[0].yyyy, BUFFER, PIPE_FORMAT_R32_UINT\n",
                 i);
}

static void counters_text(struct text *t, unsigned num)
{
    text_add(t, COMP(1) "DCL TEMP[0]\nIMM[0] UINT32 {0, 1, 2, 3}\n");
    for (unsigned i = 0; i < num; i++)
        text_add(t, "DCL HWATOMIC[%u][0]\n", i);
    for (unsigned i = 0; i < num; i++)
        text_add(t, "ATOMUADD TEMP[0].x, HWATOMIC[%u][0], IMM[0].xxxx, IMM[0].yyyy\n", i);
}

static void textures_text(struct text *t, unsigned num)
{
    text_add(t, COMP(1) "DCL SAMP[0..%u]\nDCL SVIEW[0..%u], 2D, FLOAT\n", num - 1, num - 1);
    text_add(t, "DCL BUFFER[0]\nDCL TEMP[0]\nIMM[0] FLT32 {0, 0, 0, 0}\n");
    for (unsigned i = 0; i < num; i++)
        text_add(t,
                 "TXL TEMP[0], IMM[0], SAMP[%u], 2D\n"
                 "STORE BUFFER[0].x, IMM[0].xxxx, TEMP[0].xxxx\n",
                 i);
}

static void constants_text(struct text *t, unsigned num)
{
    text_add(t, COMP(1) "DCL BUFFER[0]\nIMM[0] UINT32 {0, 1, 2, 3}\n");
    for (unsigned i = 0; i < num; i++)
        text_add(t, "DCL CONST[%u][0]\n", i);
    for (unsigned i = 0; i < num; i++)
        text_add(t, "STORE BUFFER[0].x, IMM[0].xxxx, CONST[%u][0].xxxx\n", i);
}

/* Creates shaders with each kind of resource. Checks that the driver accepts as many resources as
 * the screen announces, and rejects one more. `most` is the limit of the shader language. */
static void test_too_many(void **state)
{
    struct pipe_fixture *f = *state;
    static const struct {
        const char *name;
        enum pipe_shader_cap cap;
        unsigned most;
        void (*add)(struct text *t, unsigned num);
    } kinds[] = {
        {"storage buffers", PIPE_SHADER_CAP_MAX_SHADER_BUFFERS, 16, buffers_text},
        {"images", PIPE_SHADER_CAP_MAX_SHADER_IMAGES, 32, images_text},
        {"raw images", PIPE_SHADER_CAP_MAX_SHADER_BUFFERS, 32, raw_images_text},
        {"atomic buffers", PIPE_SHADER_CAP_MAX_HW_ATOMIC_COUNTER_BUFFERS, 16, counters_text},
        {"textures", PIPE_SHADER_CAP_MAX_SAMPLER_VIEWS, 32, textures_text},
        {"constant buffers", PIPE_SHADER_CAP_MAX_CONST_BUFFERS, 16, constants_text},
    };
    for (unsigned i = 0; i < sizeof(kinds) / sizeof(kinds[0]); i++) {
        const unsigned num = compute_stage_cap(f, kinds[i].cap);
        for (unsigned n = num ? num : 1; n <= num + 1 && n <= kinds[i].most; n++) {
            struct text t = {0};
            kinds[i].add(&t, n);
            text_add(&t, "END\n");
            void *cs = fixture_try_compute_shader(f, t.at, 0);
            if ((cs != NULL) != (n <= num))
                fail_msg("%u %s of %u: %s", n, kinds[i].name, num, cs ? "accepted" : "rejected");
            if (cs)
                f->pipe->delete_compute_state(f->pipe, cs);
            free(t.at);
        }
    }
}

/* Returns `num`. If tests/drivers runs the test on a driver without its hardware, returns at most
 * 512, since the time of ANV's compiler grows with the cube of the spilled registers, and with the
 * square of the number of consecutive lookups. */
static unsigned at_most(unsigned num)
{
    return gv_getenv("GALVAN_DRM_CHIP") && num > 512 ? 512 : num;
}

/* ---- Registers and instructions */

/* Sets register n to n times a number that the compiler cannot know, and adds up all registers, the
 * last one first; checks the sum. */
static void test_temporaries(void **state)
{
    struct pipe_fixture *f = *state;
    const unsigned num = at_most(compute_stage_cap(f, PIPE_SHADER_CAP_MAX_TEMPS));
    struct text t = begin_program();
    text_add(&t, "DCL BUFFER[1]\nDCL TEMP[0..%u]\nLOAD TEMP[0].x, BUFFER[1], IMM[0].xxxx\n",
             num - 1);
    text_add(&t, "MOV TEMP[1].x, TEMP[0].xxxx\n");
    for (unsigned i = 2; i < num; i++)
        text_add(&t, "UADD TEMP[%u].x, TEMP[%u].xxxx, TEMP[0].xxxx\n", i, i - 1);
    for (unsigned i = num - 1; i > 1; i--)
        text_add(&t, "UADD TEMP[1].x, TEMP[1].xxxx, TEMP[%u].xxxx\n", i);
    text_add(&t, "STORE BUFFER[0].x, IMM[0].xxxx, TEMP[1].xxxx\n");
    struct pipe_resource *start = fixture_words(f, 1, (const uint32_t[]){7});
    bind_buffer(f, 1, start);
    assert_int_equal(run_word(f, &t), 7 * (num * (num - 1) / 2));
    bind_buffer(f, 1, NULL);
    pipe_resource_reference(&start, NULL);
}

/* Sets each element of an array to 3 times its index, and selects one element with each of three
 * address registers; checks the elements. */
static void test_addresses(void **state)
{
    struct pipe_fixture *f = *state;
    assert_true(compute_stage_cap(f, PIPE_SHADER_CAP_INDIRECT_TEMP_ADDR));
    assert_int_equal(compute_stage_cap(f, PIPE_SHADER_CAP_MAX_ADDRS), 3);
    struct text t = begin_program();
    text_add(&t, "DCL TEMP[0..2]\n"
                 "DCL TEMP[3..18], ARRAY(1)\n"
                 "DCL ADDR[0..2]\n"
                 "IMM[1] UINT32 {16, 3, 9, 15}\n"
                 "MOV TEMP[0].x, IMM[0].xxxx\n"
                 "BGNLOOP\n"
                 "  USGE TEMP[1].x, TEMP[0].xxxx, IMM[1].xxxx\n"
                 "  UIF TEMP[1].xxxx\n"
                 "    BRK\n"
                 "  ENDIF\n"
                 "  UARL ADDR[0].x, TEMP[0].xxxx\n"
                 "  UMUL TEMP[ADDR[0].x+3](1).x, TEMP[0].xxxx, IMM[1].yyyy\n"
                 "  UADD TEMP[0].x, TEMP[0].xxxx, IMM[0].yyyy\n"
                 "ENDLOOP\n"
                 "UARL ADDR[0].x, IMM[0].zzzz\n"
                 "UARL ADDR[1].x, IMM[1].zzzz\n"
                 "UARL ADDR[2].x, IMM[1].wwww\n"
                 "UADD TEMP[2].x, TEMP[ADDR[0].x+3](1).xxxx, TEMP[ADDR[1].x+3](1).xxxx\n"
                 "UADD TEMP[2].x, TEMP[2].xxxx, TEMP[ADDR[2].x+3](1).xxxx\n"
                 "STORE BUFFER[0].x, IMM[0].xxxx, TEMP[2].xxxx\n");
    assert_int_equal(run_word(f, &t), 3 * (4 + 9 + 15));
}

/* Runs a program with the supported number of instructions; checks its result. */
static void test_instructions(void **state)
{
    struct pipe_fixture *f = *state;
    const unsigned num = compute_stage_cap(f, PIPE_SHADER_CAP_MAX_INSTRUCTIONS);
    assert_int_equal(num, compute_stage_cap(f, PIPE_SHADER_CAP_MAX_ALU_INSTRUCTIONS));
    struct text t = begin_program();
    text_add(&t, "DCL BUFFER[1]\nDCL TEMP[0]\n"
                 "LOAD TEMP[0].x, BUFFER[1], IMM[0].xxxx\n");
    for (unsigned i = 3; i < num; i++)
        text_add(&t, i % 2 ? "UADD TEMP[0].x, TEMP[0].xxxx, TEMP[0].xxxx\n"
                           : "XOR TEMP[0].x, TEMP[0].xxxx, IMM[0].yyyy\n");
    text_add(&t, "STORE BUFFER[0].x, IMM[0].xxxx, TEMP[0].xxxx\n");
    uint32_t expected = 5;
    for (unsigned i = 3; i < num; i++)
        expected = i % 2 ? 2 * expected : expected ^ 1;
    struct pipe_resource *start = fixture_words(f, 1, (const uint32_t[]){5});
    bind_buffer(f, 1, start);
    assert_int_equal(run_word(f, &t), expected);
    bind_buffer(f, 1, NULL);
    pipe_resource_reference(&start, NULL);
}

/* Makes lookups, each of which returns the coordinate of the next: texel i holds i + 1, the last
 * texel 0. Checks the result. */
static void test_lookups(void **state)
{
    enum {
        TEXELS = 97
    };
    struct pipe_fixture *f = *state;
    const unsigned num = at_most(compute_stage_cap(f, PIPE_SHADER_CAP_MAX_TEX_INSTRUCTIONS) - 3);
    assert_int_equal(num + 3, compute_stage_cap(f, PIPE_SHADER_CAP_MAX_TEX_INDIRECTIONS));
    uint32_t texels[TEXELS];
    for (unsigned i = 0; i < TEXELS; i++)
        texels[i] = (i + 1) % TEXELS;
    struct pipe_resource *res =
        fixture_texture(f, PIPE_TEXTURE_1D, PIPE_FORMAT_R32_UINT, TEXELS, 1, 1);
    const struct pipe_box box = fixture_level_box(res, 0);
    fixture_write(f, res, 0, &box, texels);
    const struct pipe_sampler_view view_templ = sample_view(res);
    struct pipe_sampler_view *view = f->pipe->create_sampler_view(f->pipe, res, &view_templ);
    f->pipe->set_sampler_views(f->pipe, PIPE_SHADER_COMPUTE, 0, 1, &view);
    struct text t = begin_program();
    text_add(&t, "DCL SAMP[0]\nDCL SVIEW[0], 1D, UINT\nDCL TEMP[0]\nMOV TEMP[0], IMM[0].xxxx\n");
    for (unsigned i = 0; i < num; i++)
        text_add(&t, "TXF TEMP[0].x, TEMP[0], SAMP[0], 1D\n");
    text_add(&t, "STORE BUFFER[0].x, IMM[0].xxxx, TEMP[0].xxxx\n");
    assert_int_equal(run_word(f, &t), num % TEXELS);
    f->pipe->set_sampler_views(f->pipe, PIPE_SHADER_COMPUTE, 0, 1, NULL);
    pipe_sampler_view_reference(&view, NULL);
    pipe_resource_reference(&res, NULL);
}

/* Nests branches and loops in turn; checks that the innermost body runs once. */
static void test_control_flow_depth(void **state)
{
    struct pipe_fixture *f = *state;
    const unsigned depth = compute_stage_cap(f, PIPE_SHADER_CAP_MAX_CONTROL_FLOW_DEPTH);
    struct text t = begin_program();
    text_add(&t, "DCL BUFFER[1]\nDCL TEMP[0]\n"
                 "MOV TEMP[0].y, IMM[0].xxxx\n"
                 "LOAD TEMP[0].x, BUFFER[1], IMM[0].xxxx\n");
    for (unsigned i = 0; i < depth; i++)
        text_add(&t, "%s\nUADD TEMP[0].y, TEMP[0].yyyy, TEMP[0].xxxx\n",
                 i % 2 ? "BGNLOOP" : "UIF TEMP[0].xxxx");
    for (unsigned i = depth; i-- > 0;)
        text_add(&t, i % 2 ? "BRK\nENDLOOP\n" : "ENDIF\n");
    text_add(&t, "STORE BUFFER[0].x, IMM[0].xxxx, TEMP[0].yyyy\n");
    struct pipe_resource *start = fixture_words(f, 1, (const uint32_t[]){3});
    bind_buffer(f, 1, start);
    assert_int_equal(run_word(f, &t), 3 * depth);
    bind_buffer(f, 1, NULL);
    pipe_resource_reference(&start, NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_largest_textures),
        cmocka_unit_test(test_levels),
        cmocka_unit_test(test_largest_texel_buffer),
        cmocka_unit_test(test_largest_shader_buffer),
        cmocka_unit_test(test_shader_buffers),
        cmocka_unit_test(test_shader_images),
        cmocka_unit_test(test_textures_and_samplers),
        cmocka_unit_test(test_atomic_counters),
        cmocka_unit_test(test_too_many),
        cmocka_unit_test(test_temporaries),
        cmocka_unit_test(test_addresses),
        cmocka_unit_test(test_instructions),
        cmocka_unit_test(test_lookups),
        cmocka_unit_test(test_control_flow_depth),
    };
    return cmocka_run_group_tests(tests, pipe_fixture_setup, pipe_fixture_teardown);
}
