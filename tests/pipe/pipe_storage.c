/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Images that shaders write: targets, levels and layers, buffer images, casts, atomics, invalid and
 * unbound images. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "driver/context.h"
#include "driver/state/inputs.h"
#include "pipe_draw_kit.h"
#include "pipe_sample.h"
#include "pipe_storage_kit.h"

static void skip_without_images(struct pipe_fixture *f)
{
    if (!f->screen->get_shader_param(f->screen, PIPE_SHADER_COMPUTE,
                                     PIPE_SHADER_CAP_MAX_SHADER_IMAGES))
        skip();
}

/* Stores 0x10000 * z + 0x100 * y + x + 1 to each texel (x, y, z) of an image. */
static void store_numbers(struct pipe_fixture *f, const char *target, unsigned x, unsigned y,
                          unsigned z)
{
    char text[1024];
    snprintf(text, sizeof(text),
             "COMP\n"
             "DCL SV[0], BLOCK_ID\n"
             "DCL IMAGE[1], %s, PIPE_FORMAT_R32_UINT, WR\n"
             "DCL TEMP[0..1]\n"
             "IMM[0] UINT32 {65536, 256, 1, 0}\n"
             "UMAD TEMP[0].x, SV[0].zzzz, IMM[0].xxxx, SV[0].xxxx\n"
             "UMAD TEMP[0].x, SV[0].yyyy, IMM[0].yyyy, TEMP[0].xxxx\n"
             "UADD TEMP[0].x, TEMP[0].xxxx, IMM[0].zzzz\n"
             "MOV TEMP[1].xyz, SV[0].xyzz\n"
             "MOV TEMP[1].w, IMM[0].wwww\n"
             "STORE IMAGE[1], TEMP[1], TEMP[0].xxxx, %s, PIPE_FORMAT_R32_UINT\n"
             "END\n",
             target, target);
    storage_dispatch(f, text, x, y, z);
}

static struct pipe_resource *image(struct pipe_fixture *f, enum pipe_texture_target target,
                                   enum pipe_format format, unsigned width, unsigned height,
                                   unsigned depth_or_layers)
{
    struct pipe_resource templ = fixture_template(target, format, width, height, depth_or_layers);
    templ.bind = PIPE_BIND_SHADER_IMAGE | PIPE_BIND_SAMPLER_VIEW;
    return fixture_create(f, &templ);
}

static void bind_image(struct pipe_fixture *f, struct pipe_resource *res, enum pipe_format format,
                       unsigned level, unsigned first, unsigned last)
{
    struct pipe_image_view view = {
        .resource = res, .format = format, .access = PIPE_IMAGE_ACCESS_READ_WRITE};
    if (res && res->target == PIPE_BUFFER) {
        view.u.buf.offset = first;
        view.u.buf.size = last;
    } else {
        view.u.tex.level = (uint8_t)level;
        view.u.tex.first_layer = (uint16_t)first;
        view.u.tex.last_layer = (uint16_t)last;
    }
    f->pipe->set_shader_images(f->pipe, PIPE_SHADER_COMPUTE, 1, 1, res ? &view : NULL);
}

static uint32_t texel(struct pipe_fixture *f, struct pipe_resource *res, unsigned level, int x,
                      int y, int z)
{
    const struct pipe_box box = fixture_box(x, y, z, 1, 1, 1);
    uint8_t *data = fixture_read(f, res, level, &box);
    uint32_t value;
    memcpy(&value, data, 4);
    free(data);
    return value;
}

static void test_targets(void **state)
{
    static const struct {
        enum pipe_texture_target target;
        const char *name;
        unsigned width, height, layers;
    } cases[] = {
        {PIPE_TEXTURE_1D, "1D", 9, 1, 1},
        {PIPE_TEXTURE_2D, "2D", 5, 7, 1},
        {PIPE_TEXTURE_RECT, "RECT", 5, 7, 1},
        {PIPE_TEXTURE_3D, "3D", 4, 3, 5},
        {PIPE_TEXTURE_CUBE, "CUBE", 4, 4, 6},
        {PIPE_TEXTURE_1D_ARRAY, "1D_ARRAY", 6, 1, 4},
        {PIPE_TEXTURE_2D_ARRAY, "2D_ARRAY", 3, 2, 5},
        {PIPE_TEXTURE_CUBE_ARRAY, "CUBEARRAY", 2, 2, 12},
    };
    struct pipe_fixture *f = *state;
    skip_without_images(f);
    for (unsigned i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        struct pipe_resource *res = image(f, cases[i].target, PIPE_FORMAT_R32_UINT, cases[i].width,
                                          cases[i].height, cases[i].layers);
        bool is_1d_array = cases[i].target == PIPE_TEXTURE_1D_ARRAY;
        unsigned y = is_1d_array ? cases[i].layers : cases[i].height;
        unsigned z = is_1d_array ? 1 : cases[i].layers;
        bind_image(f, res, PIPE_FORMAT_R32_UINT, 0, 0, cases[i].layers - 1);
        /* Stores extend one texel beyond the size in each direction; stores outside must have no
         * effect. */
        store_numbers(f, cases[i].name, cases[i].width + 1, y + (y > 1), z + (z > 1));
        for (unsigned zz = 0; zz < z; zz++) {
            for (unsigned yy = 0; yy < y; yy++) {
                for (unsigned x = 0; x < cases[i].width; x++) {
                    uint32_t got = is_1d_array ? texel(f, res, 0, (int)x, 0, (int)yy)
                                               : texel(f, res, 0, (int)x, (int)yy, (int)zz);
                    if (got != 0x10000 * zz + 0x100 * yy + x + 1)
                        fail_msg("%s (%u, %u, %u): 0x%x", cases[i].name, x, yy, zz, got);
                }
            }
        }
        bind_image(f, NULL, 0, 0, 0, 0);
        pipe_resource_reference(&res, NULL);
    }
}

/* Binds an image of one level and one layer of an array, one face, or one slice; checks that only
 * these texels are accessed. */
static void test_level_and_layer(void **state)
{
    static const enum pipe_texture_target targets[] = {PIPE_TEXTURE_2D_ARRAY, PIPE_TEXTURE_CUBE,
                                                       PIPE_TEXTURE_3D};
    struct pipe_fixture *f = *state;
    skip_without_images(f);
    for (unsigned i = 0; i < 3; i++) {
        struct pipe_resource templ = fixture_template(targets[i], PIPE_FORMAT_R32_UINT, 8, 8,
                                                      targets[i] == PIPE_TEXTURE_3D ? 8 : 6);
        templ.last_level = 1;
        templ.bind = PIPE_BIND_SHADER_IMAGE | PIPE_BIND_SAMPLER_VIEW;
        struct pipe_resource *res = fixture_create(f, &templ);
        bind_image(f, res, PIPE_FORMAT_R32_UINT, 1, 2, 2);
        store_numbers(f, "2D", 4, 4, 1);
        assert_int_equal(texel(f, res, 1, 3, 2, 2), 0x204);
        assert_int_equal(texel(f, res, 1, 3, 2, 1), 0);
        assert_int_equal(texel(f, res, 1, 3, 2, 3), 0);
        assert_int_equal(texel(f, res, 0, 3, 2, 2), 0);
        bind_image(f, NULL, 0, 0, 0, 0);
        pipe_resource_reference(&res, NULL);
    }
}

/* Binds the slices of a 3D image in turn, one at a time, and stores to each slice with the same
 * shader; checks the texels. */
static void test_slices_in_turn(void **state)
{
    static const char text[] = "COMP\n"
                               "DCL SV[0], BLOCK_ID\n"
                               "DCL IMAGE[1], 2D, PIPE_FORMAT_R32_UINT, WR\n"
                               "IMM[0] UINT32 {7, 0, 0, 0}\n"
                               "STORE IMAGE[1], SV[0], IMM[0], 2D, PIPE_FORMAT_R32_UINT\n"
                               "END\n";
    const struct pipe_grid_info info = {.work_dim = 3, .block = {1, 1, 1}, .grid = {4, 4, 1}};
    struct pipe_fixture *f = *state;
    skip_without_images(f);
    struct pipe_resource *res = image(f, PIPE_TEXTURE_3D, PIPE_FORMAT_R32_UINT, 4, 4, 4);
    void *cs = fixture_compute_shader(f, text, 0);
    f->pipe->bind_compute_state(f->pipe, cs);
    for (unsigned slice = 0; slice < 3; slice++) {
        bind_image(f, res, PIPE_FORMAT_R32_UINT, 0, slice, slice);
        f->pipe->launch_grid(f->pipe, &info);
    }
    for (int slice = 0; slice < 4; slice++)
        assert_int_equal(texel(f, res, 0, 3, 2, slice), slice < 3 ? 7 : 0);
    bind_image(f, NULL, 0, 0, 0, 0);
    f->pipe->bind_compute_state(f->pipe, NULL);
    f->pipe->delete_compute_state(f->pipe, cs);
    pipe_resource_reference(&res, NULL);
}

static void test_buffer_image(void **state)
{
    struct pipe_fixture *f = *state;
    skip_without_images(f);
    struct pipe_resource *res = storage_words(f, 128, 1);
    bind_image(f, res, PIPE_FORMAT_R32_UINT, 0, 256, 32);
    store_numbers(f, "BUFFER", 12, 1, 1);
    for (unsigned i = 0; i < 128; i++)
        storage_expect_word(f, res, i, i >= 64 && i < 72 ? i - 64 + 1 : 1);
    bind_image(f, NULL, 0, 0, 0, 0);
    pipe_resource_reference(&res, NULL);
}

/* Binds buffer images; checks that an image ends with the last whole texel of its buffer. */
static void test_buffer_image_ends(void **state)
{
    static const struct {
        unsigned offset_B, size_B, num_texels;
    } views[] = {{0, 10, 2}, {0, 3, 0}, {256, 4096, 4}, {256, ~0u, 4}, {512, 16, 0}, {4096, 16, 0}};
    struct pipe_fixture *f = *state;
    skip_without_images(f);
    for (unsigned i = 0; i < sizeof(views) / sizeof(views[0]); i++) {
        struct pipe_resource *res = storage_words(f, 68, 0);
        bind_image(f, res, PIPE_FORMAT_R32_UINT, 0, views[i].offset_B, views[i].size_B);
        store_numbers(f, "BUFFER", 8, 1, 1);
        uint32_t *got = fixture_read_words(f, res);
        for (unsigned w = 0; w < 68; w++) {
            unsigned x = w - views[i].offset_B / 4;
            assert_int_equal(got[w], x < views[i].num_texels ? x + 1 : 0);
        }
        free(got);
        bind_image(f, NULL, 0, 0, 0, 0);
        pipe_resource_reference(&res, NULL);
    }
}

/* A dispatch writes to a buffer that is bound as an image, and that only shaders have written
 * before. Then the CPU writes to the buffer. Checks that the CPU's write comes after the
 * dispatch. */
static void test_written_by_shaders_alone(void **state)
{
    struct pipe_fixture *f = *state;
    const struct pipe_box first = fixture_box(0, 0, 0, 4, 1, 1);
    const uint32_t word = 42;
    skip_without_images(f);
    struct pipe_resource *res = fixture_buffer(f, 64, PIPE_USAGE_DEFAULT, 0);
    bind_image(f, res, PIPE_FORMAT_R32_UINT, 0, 0, 64);
    store_numbers(f, "BUFFER", 4, 1, 1);
    bind_image(f, NULL, 0, 0, 0, 0);
    fixture_write(f, res, 0, &first, &word);
    storage_expect_word(f, res, 0, 42);
    storage_expect_word(f, res, 3, 4);
    pipe_resource_reference(&res, NULL);
}

/* Creates more views of one buffer than the buffer caches, twice, and destroys the buffer while the
 * device may still use it; checks the stores. */
static void test_many_views(void **state)
{
    enum {
        NUM = 100,
        STRIDE_B = 256
    };
    struct pipe_fixture *f = *state;
    skip_without_images(f);
    struct pipe_resource *res = storage_words(f, NUM * STRIDE_B / 4, 9);
    for (unsigned turn = 0; turn < 2; turn++) {
        for (unsigned i = 0; i < NUM; i++) {
            bind_image(f, res, PIPE_FORMAT_R32_UINT, 0, i * STRIDE_B, 4 * (i % 8 + 1));
            store_numbers(f, "BUFFER", 8, 1, 1);
        }
        for (unsigned i = 0; i < NUM; i++) {
            for (unsigned word = 0; word < 9; word++)
                storage_expect_word(f, res, i * STRIDE_B / 4 + word, word <= i % 8 ? word + 1 : 9);
        }
    }
    bind_image(f, res, PIPE_FORMAT_R32_UINT, 0, 0, 16);
    store_numbers(f, "BUFFER", 4, 1, 1);
    bind_image(f, NULL, 0, 0, 0, 0);
    pipe_resource_reference(&res, NULL);
}

/* Changes one property of a view between dispatches, without unbinding the image; checks the
 * stores. */
static void test_view_changes(void **state)
{
    static const char text[] =
        "COMP\n"
        "DCL IMAGE[1], 2D_ARRAY, PIPE_FORMAT_R32_UINT, WR\n"
        "DCL TEMP[0]\n"
        "IMM[0] UINT32 {0, 0, 1, 1}\n"
        "ATOMUADD TEMP[0].x, IMAGE[1], IMM[0], IMM[0].wwww, 2D_ARRAY, PIPE_FORMAT_R32_UINT\n"
        "END\n";
    static const struct {
        uint8_t level, first, last;
    } views[] = {{0, 0, 1}, {1, 0, 1}, {1, 1, 2}, {1, 1, 1}, {1, 1, 3}, {0, 1, 3}, {0, 2, 3}};
    struct pipe_fixture *f = *state;
    skip_without_images(f);
    struct pipe_resource templ =
        fixture_template(PIPE_TEXTURE_2D_ARRAY, PIPE_FORMAT_R32_UINT, 4, 4, 4);
    templ.last_level = 1;
    templ.bind = PIPE_BIND_SHADER_IMAGE;
    struct pipe_resource *res = fixture_create(f, &templ);
    uint32_t expected[2][4] = {{0}};
    for (unsigned i = 0; i < sizeof(views) / sizeof(views[0]); i++) {
        bind_image(f, res, PIPE_FORMAT_R32_UINT, views[i].level, views[i].first, views[i].last);
        storage_dispatch(f, text, 1, 1, 1);
        if (views[i].last > views[i].first) /* then the store adds to the view's second layer */
            expected[views[i].level][views[i].first + 1]++;
    }
    for (unsigned level = 0; level < 2; level++) {
        for (unsigned layer = 0; layer < 4; layer++)
            assert_int_equal(texel(f, res, level, 0, 0, (int)layer), expected[level][layer]);
    }
    bind_image(f, NULL, 0, 0, 0, 0);
    pipe_resource_reference(&res, NULL);
}

static void test_buffer_view_changes(void **state)
{
    static const struct {
        unsigned offset_B, size_B;
    } views[] = {{0, 16}, {256, 16}, {256, 8}, {256, 12}};
    struct pipe_fixture *f = *state;
    skip_without_images(f);
    struct pipe_resource *res = storage_words(f, 128, 0);
    for (unsigned i = 0; i < 4; i++) {
        const uint32_t zero = 0;
        f->pipe->clear_buffer(f->pipe, res, 0, 512, &zero, 4);
        bind_image(f, res, PIPE_FORMAT_R32_UINT, 0, views[i].offset_B, views[i].size_B);
        store_numbers(f, "BUFFER", 8, 1, 1);
        for (unsigned w = 0; w < 8; w++) {
            unsigned num = views[i].size_B / 4;
            storage_expect_word(f, res, w, !views[i].offset_B && w < num ? w + 1 : 0);
            storage_expect_word(f, res, 64 + w, views[i].offset_B && w < num ? w + 1 : 0);
        }
    }
    bind_image(f, NULL, 0, 0, 0, 0);
    pipe_resource_reference(&res, NULL);
}

/* Changes the view's format or its access flags between dispatches; checks the texels. The program
 * declares no format. */
static void test_format_and_access_change(void **state)
{
    static const char text[] = "COMP\n"
                               "DCL IMAGE[1], 2D, PIPE_FORMAT_NONE, WR\n"
                               "IMM[0] UINT32 {0, 0, 0, 0}\n"
                               "IMM[1] FLT32 {1.0, 0.0, 0.0, 1.0}\n"
                               "STORE IMAGE[1], IMM[0], IMM[1], 2D, PIPE_FORMAT_NONE\n"
                               "END\n";
    enum {
        NUM_VIEWS = 6
    };
    static const struct {
        enum pipe_format format;
        unsigned access;
        uint32_t expected;
    } views[NUM_VIEWS] = {
        {PIPE_FORMAT_R32_FLOAT, PIPE_IMAGE_ACCESS_READ_WRITE, 0x3f800000},
        {PIPE_FORMAT_R8G8B8A8_UNORM, PIPE_IMAGE_ACCESS_READ_WRITE, 0xff0000ff},
        {PIPE_FORMAT_R8G8B8A8_UNORM, PIPE_IMAGE_ACCESS_READ, 0},
        {PIPE_FORMAT_R8G8B8A8_UNORM, PIPE_IMAGE_ACCESS_WRITE, 0xff0000ff},
        {PIPE_FORMAT_R32_UINT, PIPE_IMAGE_ACCESS_WRITE, 0x3f800000},
        {PIPE_FORMAT_R32_UINT, PIPE_IMAGE_ACCESS_READ, 0},
    };
    struct pipe_fixture *f = *state;
    skip_without_images(f);
    struct pipe_resource *res[NUM_VIEWS];
    const struct pipe_grid_info info = {.block = {1, 1, 1}, .grid = {1, 1, 1}};
    void *cs = fixture_compute_shader(f, text, 0);
    f->pipe->bind_compute_state(f->pipe, cs);
    for (unsigned i = 0; i < NUM_VIEWS; i++) {
        res[i] = image(f, PIPE_TEXTURE_2D, PIPE_FORMAT_R32_UINT, 1, 1, 1);
        const struct pipe_image_view view = {
            .resource = res[i], .format = views[i].format, .access = (uint16_t)views[i].access};
        f->pipe->set_shader_images(f->pipe, PIPE_SHADER_COMPUTE, 1, 1, &view);
        f->pipe->launch_grid(f->pipe, &info);
    }
    for (unsigned i = 0; i < NUM_VIEWS; i++) {
        assert_int_equal(texel(f, res[i], 0, 0, 0, 0), views[i].expected);
        pipe_resource_reference(&res[i], NULL);
    }
    bind_image(f, NULL, 0, 0, 0, 0);
    f->pipe->bind_compute_state(f->pipe, NULL);
    f->pipe->delete_compute_state(f->pipe, cs);
}

/* Binds an image in a format that differs from the texture's; checks that dwords stored as integers
 * are read as four normalised bytes. */
static void test_cast(void **state)
{
    struct pipe_fixture *f = *state;
    skip_without_images(f);
    struct pipe_resource *res = image(f, PIPE_TEXTURE_2D, PIPE_FORMAT_R8G8B8A8_UNORM, 4, 4, 1);
    bind_image(f, res, PIPE_FORMAT_R32_UINT, 0, 0, 0);
    store_numbers(f, "2D", 4, 4, 1);
    const struct pipe_sampler_view view = sample_view(res);
    const struct pipe_sampler_state sampler = sample_nearest();
    const struct sample_lookup lookup = {.target = "2D", .coord = {0.9f, 0.4f, 0, 0}};
    union pipe_color_union got = sample(f, res, &view, &sampler, &lookup);
    sample_expect(&got, 4 / 255.0f, 1 / 255.0f, 0, 0, 1e-4f, "a word as bytes");
    bind_image(f, NULL, 0, 0, 0, 0);
    pipe_resource_reference(&res, NULL);
}

/* Binds invalid images: no image, another texel size, a texture without the bind flag for images, a
 * missing level or slice, a target that does not fit, floats for integers. Checks that they ignore
 * stores, and that loads return zero. */
static void test_misfits(void **state)
{
    static const char text[] =
        "COMP\n"
        "DCL BUFFER[0]\n"
        "DCL IMAGE[1], 2D, PIPE_FORMAT_R32_UINT, WR\n"
        "DCL TEMP[0]\n"
        "IMM[0] UINT32 {0, 5, 0, 0}\n"
        "STORE IMAGE[1], IMM[0].xxxx, IMM[0].yyyy, 2D, PIPE_FORMAT_R32_UINT\n"
        "LOAD TEMP[0], IMAGE[1], IMM[0].xxxx, 2D, PIPE_FORMAT_R32_UINT\n"
        "STORE BUFFER[0].x, IMM[0].xxxx, TEMP[0].xxxx\n"
        "END\n";
    struct pipe_fixture *f = *state;
    skip_without_images(f);
    struct pipe_resource *seen = storage_words(f, 4, 9);
    struct pipe_resource *res[] = {
        NULL,
        image(f, PIPE_TEXTURE_2D, PIPE_FORMAT_R8_UNORM, 4, 4, 1),
        fixture_texture(f, PIPE_TEXTURE_2D, PIPE_FORMAT_R32_UINT, 4, 4, 1),
        image(f, PIPE_TEXTURE_2D, PIPE_FORMAT_R32_UINT, 4, 4, 1),
        image(f, PIPE_TEXTURE_1D, PIPE_FORMAT_R32_UINT, 4, 1, 1),
        image(f, PIPE_TEXTURE_3D, PIPE_FORMAT_R32_UINT, 4, 4, 4),
        image(f, PIPE_TEXTURE_2D, PIPE_FORMAT_R32_FLOAT, 4, 4, 1),
    };
    enum {
        NUM = sizeof(res) / sizeof(res[0])
    };
    storage_bind_buffer(f, PIPE_SHADER_COMPUTE, 0, seen, 0, 16);
    for (unsigned i = 0; i < NUM; i++) {
        const uint32_t nine = 9;
        f->pipe->clear_buffer(f->pipe, seen, 0, 4, &nine, 4);
        bind_image(f, res[i], i == 6 ? PIPE_FORMAT_R32_FLOAT : PIPE_FORMAT_R32_UINT, i == 3 ? 2 : 0,
                   i == 5 ? 4 : 0, i == 5 ? 4 : 0);
        storage_dispatch(f, text, 1, 1, 1);
        storage_expect_word(f, seen, 0, 0);
    }
    bind_image(f, NULL, 0, 0, 0, 0);
    storage_bind_buffer(f, PIPE_SHADER_COMPUTE, 0, NULL, 0, 0);
    for (unsigned i = 0; i < NUM; i++)
        pipe_resource_reference(&res[i], NULL);
    pipe_resource_reference(&seen, NULL);
}

/* Loads from an array of images in a loop, whose base register is an image of another kind. */
static void test_array_in_a_loop(void **state)
{
    enum {
        NUM = 7
    };
    static const char text[] =
        "COMP\n"
        "DCL BUFFER[0]\n"
        "DCL IMAGE[0], 2D, PIPE_FORMAT_NONE, WR\n"
        "DCL IMAGE[1], 2D, PIPE_FORMAT_R8G8B8A8_UNORM, WR\n"
        "DCL IMAGE[2], 2D, PIPE_FORMAT_R8G8B8A8_UNORM, WR\n"
        "DCL IMAGE[3], 2D, PIPE_FORMAT_R8G8B8A8_UNORM, WR\n"
        "DCL IMAGE[4], 2D, PIPE_FORMAT_R8G8B8A8_UNORM, WR\n"
        "DCL IMAGE[5], 2D, PIPE_FORMAT_R8G8B8A8_UNORM, WR\n"
        "DCL IMAGE[6], 2D, PIPE_FORMAT_R8G8B8A8_UNORM, WR\n"
        "DCL IMAGE[7], 2D, PIPE_FORMAT_R8G8B8A8_UNORM, WR\n"
        "DCL TEMP[0..6], ARRAY(1), LOCAL\n"
        "DCL TEMP[7..10]\n"
        "DCL ADDR[0..2]\n"
        "IMM[0] UINT32 {0, 7, 1, 1065353216}\n"
        "MOV TEMP[7].x, IMM[0].xxxx\n"
        "BGNLOOP\n"
        "USGE TEMP[8].x, TEMP[7].xxxx, IMM[0].yyyy\n"
        "UIF TEMP[8].xxxx\n"
        "BRK\n"
        "ENDIF\n"
        "UADD TEMP[8].x, IMM[0].zzzz, TEMP[7].xxxx\n"
        "MOV TEMP[9].xy, IMM[0].xxxx\n"
        "UARL ADDR[2].x, TEMP[8]\n"
        "LOAD TEMP[9], IMAGE[ADDR[2].x], TEMP[9], 2D, PIPE_FORMAT_R8G8B8A8_UNORM\n"
        "UARL ADDR[0].x, TEMP[7].xxxx\n"
        "MOV TEMP[ADDR[0].x](1), TEMP[9]\n"
        "MOV TEMP[7].x, TEMP[8]\n"
        "ENDLOOP\n"
        "IMM[1] UINT32 {0, 16, 32, 48}\n"
        "IMM[2] UINT32 {64, 80, 96, 0}\n"
        "STORE BUFFER[0], IMM[1].xxxx, TEMP[0]\n"
        "STORE BUFFER[0], IMM[1].yyyy, TEMP[1]\n"
        "STORE BUFFER[0], IMM[1].zzzz, TEMP[2]\n"
        "STORE BUFFER[0], IMM[1].wwww, TEMP[3]\n"
        "STORE BUFFER[0], IMM[2].xxxx, TEMP[4]\n"
        "STORE BUFFER[0], IMM[2].yyyy, TEMP[5]\n"
        "STORE BUFFER[0], IMM[2].zzzz, TEMP[6]\n"
        "STORE IMAGE[0], IMM[0].xxxx, TEMP[6], 2D\n"
        "END\n";
    struct pipe_fixture *f = *state;
    if (f->screen->get_shader_param(f->screen, PIPE_SHADER_COMPUTE,
                                    PIPE_SHADER_CAP_MAX_SHADER_IMAGES) <= NUM)
        skip();
    struct pipe_resource *seen = storage_words(f, 4 * NUM, 9), *res[NUM + 1];
    struct pipe_image_view views[NUM + 1];
    memset(views, 0, sizeof(views));
    for (unsigned i = 0; i <= NUM; i++) {
        const uint8_t color[4] = {i & 4 ? 255 : 0, i & 2 ? 255 : 0, i & 1 ? 255 : 0, 255};
        res[i] = image(f, PIPE_TEXTURE_2D, PIPE_FORMAT_R8G8B8A8_UNORM, 1, 1, 1);
        const struct pipe_box box = fixture_level_box(res[i], 0);
        fixture_write(f, res[i], 0, &box, color);
        views[i].resource = res[i];
        views[i].format = PIPE_FORMAT_R8G8B8A8_UNORM;
        views[i].access = PIPE_IMAGE_ACCESS_READ_WRITE;
    }
    storage_bind_buffer(f, PIPE_SHADER_COMPUTE, 0, seen, 0, 16 * NUM);
    f->pipe->set_shader_images(f->pipe, PIPE_SHADER_COMPUTE, 0, NUM + 1, views);
    storage_dispatch(f, text, 1, 1, 1);
    for (unsigned i = 0; i < NUM; i++) {
        for (unsigned c = 0; c < 4; c++)
            storage_expect_word(f, seen, 4 * i + c, c == 3 || (i + 1) & (4u >> c) ? 0x3f800000 : 0);
    }
    assert_int_equal(texel(f, res[0], 0, 0, 0, 0), 0xffffffff);
    f->pipe->set_shader_images(f->pipe, PIPE_SHADER_COMPUTE, 0, NUM + 1, NULL);
    storage_bind_buffer(f, PIPE_SHADER_COMPUTE, 0, NULL, 0, 0);
    for (unsigned i = 0; i <= NUM; i++)
        pipe_resource_reference(&res[i], NULL);
    pipe_resource_reference(&seen, NULL);
}

/* Checks an image whose format has no SPIR-V name: if the device requires that shaders declare
 * image formats, the image is invalid; else it works like any other image. */
static void check_nameless(struct pipe_fixture *f, struct pipe_resource *res, const char *target)
{
    char text[512];
    snprintf(text, sizeof(text),
             "COMP\n"
             "DCL BUFFER[0]\n"
             "DCL IMAGE[1], %s, PIPE_FORMAT_NONE, WR\n"
             "DCL TEMP[0]\n"
             "IMM[0] UINT32 {0, 0, 0, 0}\n"
             "LOAD TEMP[0], IMAGE[1], IMM[0].xxxx, %s, PIPE_FORMAT_NONE\n"
             "STORE BUFFER[0], IMM[0].xxxx, TEMP[0]\n"
             "STORE IMAGE[1], IMM[0].xxxx, TEMP[0].xxyw, %s, PIPE_FORMAT_NONE\n"
             "END\n",
             target, target, target);
    const bool is_image = f->screen->is_format_supported(f->screen, PIPE_FORMAT_B8G8R8A8_UNORM,
                                                         res->target, 0, PIPE_BIND_SHADER_IMAGE);
    const uint8_t bgra[4] = {0, 255, 0, 255}, stored[4] = {255, 0, 0, 255};
    const struct pipe_box box =
        res->target == PIPE_BUFFER ? fixture_box(0, 0, 0, 4, 1, 1) : fixture_level_box(res, 0);
    struct pipe_resource *seen = storage_words(f, 4, 9);
    fixture_write(f, res, 0, &box, bgra);
    storage_bind_buffer(f, PIPE_SHADER_COMPUTE, 0, seen, 0, 16);
    bind_image(f, res, PIPE_FORMAT_B8G8R8A8_UNORM, 0, 0, res->target == PIPE_BUFFER ? 4 : 0);
    storage_dispatch(f, text, 1, 1, 1);
    for (unsigned i = 0; i < 4; i++)
        storage_expect_word(f, seen, i, is_image && i % 2 ? 0x3f800000 : 0);
    uint8_t *now = fixture_read(f, res, 0, &box);
    assert_memory_equal(now, is_image ? stored : bgra, 4);
    free(now);
    bind_image(f, NULL, 0, 0, 0, 0);
    storage_bind_buffer(f, PIPE_SHADER_COMPUTE, 0, NULL, 0, 0);
    pipe_resource_reference(&seen, NULL);
}

static void test_format_without_a_name(void **state)
{
    struct pipe_fixture *f = *state;
    skip_without_images(f);
    struct pipe_resource *texture = image(f, PIPE_TEXTURE_2D, PIPE_FORMAT_R8G8B8A8_UNORM, 1, 1, 1);
    struct pipe_resource *buffer = fixture_buffer(f, 4, PIPE_USAGE_DEFAULT, PIPE_BIND_SHADER_IMAGE);
    const char *nameless = getenv("GALVAN_NAMELESS");
    if (nameless)
        assert_int_equal(f->screen->is_format_supported(f->screen, PIPE_FORMAT_B8G8R8A8_UNORM,
                                                        PIPE_TEXTURE_2D, 0, PIPE_BIND_SHADER_IMAGE),
                         *nameless == '1');
    check_nameless(f, texture, "2D");
    check_nameless(f, buffer, "BUFFER");
    pipe_resource_reference(&texture, NULL);
    pipe_resource_reference(&buffer, NULL);
}

/* Loads texel 1 of a buffer image with 16-bit UNORM components, and stores the loaded value as
 * texel 0; checks both the loaded components and the bytes. SwiftShader supports these formats for
 * storage texel buffers, but not for uniform texel buffers. */
static void test_buffer_image_formats(void **state)
{
    static const struct {
        enum pipe_format format;
        const char *name;
        unsigned num;
    } cases[] = {
        {PIPE_FORMAT_R16_UNORM, "PIPE_FORMAT_R16_UNORM", 1},
        {PIPE_FORMAT_R16G16_UNORM, "PIPE_FORMAT_R16G16_UNORM", 2},
        {PIPE_FORMAT_R16G16B16A16_UNORM, "PIPE_FORMAT_R16G16B16A16_UNORM", 4},
    };
    static const uint16_t values[8] = {0, 0, 0, 0, 0x1234, 0xfedc, 1, 0xffff};
    struct pipe_fixture *f = *state;
    skip_without_images(f);
    for (unsigned i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        const unsigned num = cases[i].num;
        struct pipe_resource *seen = storage_words(f, 4, 9);
        struct pipe_resource *buffer =
            fixture_buffer(f, 4 * num, PIPE_USAGE_DEFAULT, PIPE_BIND_SHADER_IMAGE);
        const struct pipe_box box = fixture_box(0, 0, 0, (int)(4 * num), 1, 1);
        uint16_t expected[8];
        char text[1024];
        if (!f->screen->is_format_supported(f->screen, cases[i].format, PIPE_TEXTURE_2D, 0,
                                            PIPE_BIND_SHADER_IMAGE))
            skip();
        assert_true(f->screen->is_format_supported(f->screen, cases[i].format, PIPE_BUFFER, 0,
                                                   PIPE_BIND_SHADER_IMAGE));
        snprintf(text, sizeof(text),
                 "COMP\n"
                 "DCL BUFFER[0]\n"
                 "DCL IMAGE[1], BUFFER, %s, WR\n"
                 "DCL TEMP[0]\n"
                 "IMM[0] UINT32 {0, 1, 0, 0}\n"
                 "LOAD TEMP[0], IMAGE[1], IMM[0].yxxx, BUFFER, %s\n"
                 "STORE BUFFER[0], IMM[0].xxxx, TEMP[0]\n"
                 "STORE IMAGE[1], IMM[0].xxxx, TEMP[0], BUFFER, %s\n"
                 "END\n",
                 cases[i].name, cases[i].name, cases[i].name);
        fixture_write(f, buffer, 0, &box, &values[4 - num]);
        storage_bind_buffer(f, PIPE_SHADER_COMPUTE, 0, seen, 0, 16);
        bind_image(f, buffer, cases[i].format, 0, 0, 4 * num);
        storage_dispatch(f, text, 1, 1, 1);
        for (unsigned c = 0; c < 4; c++) {
            float value = c < num ? (float)values[4 + c] / 65535.0f : c == 3 ? 1.0f : 0.0f;
            uint32_t word;
            memcpy(&word, &value, 4);
            storage_expect_word(f, seen, c, word);
        }
        memcpy(expected, &values[4], 2 * num);
        memcpy(&expected[num], &values[4], 2 * num);
        uint8_t *now = fixture_read(f, buffer, 0, &box);
        fixture_expect_bytes(expected, now, 4 * num, cases[i].name);
        free(now);
        bind_image(f, NULL, 0, 0, 0, 0);
        storage_bind_buffer(f, PIPE_SHADER_COMPUTE, 0, NULL, 0, 0);
        pipe_resource_reference(&seen, NULL);
        pipe_resource_reference(&buffer, NULL);
    }
}

/* Adds to one texel from all threads of a dispatch; checks that no addition is lost. */
static void test_image_atomics(void **state)
{
    static const char text[] =
        "COMP\n"
        "DCL IMAGE[1], 2D, PIPE_FORMAT_R32_UINT, WR\n"
        "DCL TEMP[0]\n"
        "IMM[0] UINT32 {1, 3, 0, 0}\n"
        "ATOMUADD TEMP[0].x, IMAGE[1], IMM[0].xxxx, IMM[0].yyyy, 2D, PIPE_FORMAT_R32_UINT\n"
        "END\n";
    struct pipe_fixture *f = *state;
    skip_without_images(f);
    struct pipe_resource *res = image(f, PIPE_TEXTURE_2D, PIPE_FORMAT_R32_UINT, 4, 4, 1);
    bind_image(f, res, PIPE_FORMAT_R32_UINT, 0, 0, 0);
    storage_dispatch(f, text, 50, 4, 1);
    assert_int_equal(texel(f, res, 0, 1, 1, 0), 600);
    assert_int_equal(texel(f, res, 0, 0, 1, 0), 0);
    const struct pipe_image_view read_only = {
        .resource = res, .format = PIPE_FORMAT_R32_UINT, .access = PIPE_IMAGE_ACCESS_READ};
    f->pipe->set_shader_images(f->pipe, PIPE_SHADER_COMPUTE, 1, 1, &read_only);
    storage_dispatch(f, text, 50, 4, 1);
    assert_int_equal(texel(f, res, 0, 1, 1, 0), 600);
    bind_image(f, NULL, 0, 0, 0, 0);
    pipe_resource_reference(&res, NULL);
}

/* Runs 64 threads: thread i sets texel 0 to 2.0 by an atomic exchange, and adds i / 4.0 to texel 1
 * atomically. A second dispatch copies texel 1 to texel 2. Vulkan does not require atomics on float
 * images. */
static void check_float_atomics(struct pipe_fixture *f, const char *target)
{
    static const char head[] = "COMP\n"
                               "DCL SV[0], BLOCK_ID\n"
                               "DCL IMAGE[1], %s, PIPE_FORMAT_R32_FLOAT, WR\n"
                               "DCL TEMP[0..1]\n"
                               "IMM[0] UINT32 {0, 1, 2, 0}\n"
                               "IMM[1] FLT32 {0.25, 2.0, 0.0, 0.0}\n";
    static const char add[] =
        "MOV TEMP[1], IMM[0].yxxx\n"
        "U2F TEMP[0].x, SV[0].xxxx\n"
        "MUL TEMP[0].x, TEMP[0].xxxx, IMM[1].xxxx\n"
        "ATOMFADD TEMP[0].x, IMAGE[1], TEMP[1], TEMP[0].xxxx, %s, PIPE_FORMAT_R32_FLOAT\n"
        "ATOMXCHG TEMP[0].x, IMAGE[1], IMM[0].xxxx, IMM[1].yyyy, %s, PIPE_FORMAT_R32_FLOAT\n"
        "END\n";
    static const char copy[] =
        "MOV TEMP[1], IMM[0].yxxx\n"
        "LOAD TEMP[0], IMAGE[1], TEMP[1], %s, PIPE_FORMAT_R32_FLOAT\n"
        "MOV TEMP[1], IMM[0].zxxx\n"
        "STORE IMAGE[1], TEMP[1], TEMP[0].xyzw, %s, PIPE_FORMAT_R32_FLOAT\n"
        "ATOMXCHG TEMP[0].x, IMAGE[1], IMM[0].xxxx, TEMP[0].wwww, %s, PIPE_FORMAT_R32_FLOAT\n"
        "END\n";
    char text[1024];
    int len = snprintf(text, sizeof(text), head, target);
    snprintf(text + len, sizeof(text) - (size_t)len, add, target, target);
    storage_dispatch(f, text, 64, 1, 1);
    f->pipe->memory_barrier(f->pipe, PIPE_BARRIER_IMAGE);
    snprintf(text + len, sizeof(text) - (size_t)len, copy, target, target, target);
    storage_dispatch(f, text, 1, 1, 1);
}

static void test_float_atomics(void **state)
{
    static const float expected[4] = {1.0f, 504.5f, 504.5f, 0.5f};
    static const float before[4] = {0.5f, 0.5f, 0.5f, 0.5f};
    struct pipe_fixture *f = *state;
    skip_without_images(f);
    struct pipe_resource *flat = image(f, PIPE_TEXTURE_2D, PIPE_FORMAT_R32_FLOAT, 4, 1, 1);
    struct pipe_resource *row = image(f, PIPE_TEXTURE_1D, PIPE_FORMAT_R32_FLOAT, 4, 1, 1);
    struct pipe_resource *buffer = storage_words(f, 4, 0);
    struct pipe_resource *const resources[] = {flat, row, buffer};
    static const char *const targets[] = {"2D", "1D", "BUFFER"};
    for (unsigned i = 0; i < 3; i++) {
        struct pipe_resource *res = resources[i];
        const bool is_buffer = res->target == PIPE_BUFFER;
        const struct pipe_box all = fixture_box(0, 0, 0, is_buffer ? 16 : 4, 1, 1);
        fixture_write(f, res, 0, &all, before);
        bind_image(f, res, PIPE_FORMAT_R32_FLOAT, 0, 0, is_buffer ? 16 : 0);
        check_float_atomics(f, targets[i]);
        uint8_t *got = fixture_read(f, res, 0, &all);
        fixture_expect_bytes(expected, got, sizeof(expected), targets[i]);
        free(got);
        bind_image(f, NULL, 0, 0, 0, 0);
        pipe_resource_reference(&res, NULL);
    }
}

/* Creates a shader that uses an image; checks that it is rejected exactly if the compute stage has
 * no images. */
static void test_no_images(void **state)
{
    static const char text[] = "COMP\n"
                               "DCL IMAGE[0], 2D, PIPE_FORMAT_R32_UINT, WR\n"
                               "IMM[0] UINT32 {0, 0, 0, 0}\n"
                               "STORE IMAGE[0], IMM[0], IMM[0], 2D, PIPE_FORMAT_R32_UINT\n"
                               "END\n";
    struct pipe_fixture *f = *state;
    void *cs = fixture_try_compute_shader(f, text, 0);
    assert_true(!cs == !f->screen->get_shader_param(f->screen, PIPE_SHADER_COMPUTE,
                                                    PIPE_SHADER_CAP_MAX_SHADER_IMAGES));
    if (cs)
        f->pipe->delete_compute_state(f->pipe, cs);
}

/* Checks that formats are supported for shader images, and that images can be created for them,
 * exactly if the compute stage has images. */
static void test_formats_agree(void **state)
{
    struct pipe_fixture *f = *state;
    bool has_images = f->screen->get_shader_param(f->screen, PIPE_SHADER_COMPUTE,
                                                  PIPE_SHADER_CAP_MAX_SHADER_IMAGES) > 0;
    struct pipe_resource templ = fixture_template(PIPE_TEXTURE_2D, PIPE_FORMAT_R32_UINT, 4, 4, 1);
    static const unsigned binds[] = {PIPE_BIND_SHADER_IMAGE, PIPE_BIND_SHADER_RESOURCE,
                                     PIPE_BIND_COMPUTE_RESOURCE};
    for (unsigned i = 0; i < sizeof(binds) / sizeof(binds[0]); i++) {
        templ.bind = binds[i];
        assert_int_equal(
            f->screen->is_format_supported(f->screen, templ.format, templ.target, 0, templ.bind),
            has_images);
        struct pipe_resource *res = f->screen->resource_create(f->screen, &templ);
        assert_true(!res == !has_images);
        pipe_resource_reference(&res, NULL);
    }
    assert_int_equal(f->screen->is_format_supported(f->screen, templ.format, PIPE_BUFFER, 0,
                                                    PIPE_BIND_SHADER_IMAGE),
                     has_images);
    for (unsigned format = 1; !has_images && format < PIPE_FORMAT_COUNT; format++) {
        for (unsigned target = 0; target < PIPE_MAX_TEXTURE_TYPES; target++)
            assert_false(f->screen->is_format_supported(f->screen, (enum pipe_format)format,
                                                        (enum pipe_texture_target)target, 0,
                                                        PIPE_BIND_SHADER_IMAGE));
    }
}

/* ---- Unbound and bound again */

/* Returns whether a row of the state table that reads `input` is dirty. */
static bool changed(const struct gv_context *ctx, enum gv_input input)
{
    return (ctx->graphics.dirty & ctx->graphics.readers[input]) != 0;
}

/* Unbinds a view and an image, and binds them again, as Mesa does. Checks that the bindings are
 * dirty, but not the inputs that select a shader's variant. */
static void test_bound_again(void **state)
{
    struct pipe_fixture *f = *state;
    struct gv_context *ctx = gv_context(f->pipe);
    struct pipe_resource *res = storage_words(f, 16, 0);
    const struct pipe_sampler_view buffer = {
        .target = PIPE_BUFFER,
        .format = PIPE_FORMAT_R32_UINT,
        .u.buf.last_element = 15,
        .swizzle_r = PIPE_SWIZZLE_RED,
        .swizzle_g = PIPE_SWIZZLE_GREEN,
        .swizzle_b = PIPE_SWIZZLE_BLUE,
        .swizzle_a = PIPE_SWIZZLE_ALPHA,
    };
    struct pipe_sampler_view *view = f->pipe->create_sampler_view(f->pipe, res, &buffer);
    const struct pipe_image_view image = {
        .resource = res,
        .format = PIPE_FORMAT_R32_UINT,
        .access = PIPE_IMAGE_ACCESS_READ_WRITE,
        .u.buf.size = 64,
    };
    const uint64_t dirty = ctx->graphics.dirty;
    assert_non_null(view);
    f->pipe->set_sampler_views(f->pipe, PIPE_SHADER_FRAGMENT, 0, 1, &view);
    f->pipe->set_shader_images(f->pipe, PIPE_SHADER_FRAGMENT, 0, 1, &image);

    ctx->graphics.dirty = 0; /* as after a draw */
    f->pipe->set_sampler_views(f->pipe, PIPE_SHADER_FRAGMENT, 0, 1, NULL);
    f->pipe->set_sampler_views(f->pipe, PIPE_SHADER_FRAGMENT, 0, 1, &view);
    assert_true(changed(ctx, GV_INPUT_SAMPLER_VIEWS));
    assert_false(changed(ctx, GV_INPUT_SAMPLING));
    if (ctx->dev->caps.nullDescriptor) {
        f->pipe->set_shader_images(f->pipe, PIPE_SHADER_FRAGMENT, 0, 1, NULL);
        f->pipe->set_shader_images(f->pipe, PIPE_SHADER_FRAGMENT, 0, 1, &image);
        assert_true(changed(ctx, GV_INPUT_STORAGE));
        assert_false(changed(ctx, GV_INPUT_IMAGE_FORMATS));
    }

    f->pipe->set_sampler_views(f->pipe, PIPE_SHADER_FRAGMENT, 0, 1, NULL);
    f->pipe->set_shader_images(f->pipe, PIPE_SHADER_FRAGMENT, 0, 1, NULL);
    ctx->graphics.dirty = ctx->graphics.all | dirty;
    pipe_sampler_view_reference(&view, NULL);
    pipe_resource_reference(&res, NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_targets),
        cmocka_unit_test(test_level_and_layer),
        cmocka_unit_test(test_slices_in_turn),
        cmocka_unit_test(test_buffer_image),
        cmocka_unit_test(test_buffer_image_ends),
        cmocka_unit_test(test_buffer_image_formats),
        cmocka_unit_test(test_written_by_shaders_alone),
        cmocka_unit_test(test_many_views),
        cmocka_unit_test(test_view_changes),
        cmocka_unit_test(test_buffer_view_changes),
        cmocka_unit_test(test_format_and_access_change),
        cmocka_unit_test(test_cast),
        cmocka_unit_test(test_misfits),
        cmocka_unit_test(test_array_in_a_loop),
        cmocka_unit_test(test_format_without_a_name),
        cmocka_unit_test(test_image_atomics),
        cmocka_unit_test(test_float_atomics),
        cmocka_unit_test(test_no_images),
        cmocka_unit_test(test_formats_agree),
        cmocka_unit_test(test_bound_again),
    };
    return cmocka_run_group_tests(tests, pipe_fixture_setup, pipe_fixture_teardown);
}
