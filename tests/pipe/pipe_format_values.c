/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Checks all that is_format_supported() reports: for every format, target, sample count and bind
 * flag, shaders must read, and rendering must write, the values that the format defines. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "galvan/spirv.h"
#include "pipe_dots.h"
#include "pipe_sample.h"
#include "pipe_texel.h"
#include "pipe_values.h"
#include "util/array.h"

struct target {
    enum pipe_texture_target target;
    const char *tgsi;
    unsigned layers;
};

static const struct target targets[] = {
    {PIPE_TEXTURE_1D, "1D", 1},
    {PIPE_TEXTURE_2D, "2D", 1},
    {PIPE_TEXTURE_3D, "3D", 3},
    {PIPE_TEXTURE_CUBE, "CUBE", 6},
    {PIPE_TEXTURE_RECT, "RECT", 1},
    {PIPE_TEXTURE_1D_ARRAY, "1D_ARRAY", 3},
    {PIPE_TEXTURE_2D_ARRAY, "2D_ARRAY", 3},
    {PIPE_TEXTURE_CUBE_ARRAY, "CUBEARRAY", 12},
};

enum {
    NUM_TARGETS = sizeof(targets) / sizeof(targets[0])
};

static bool supports(struct pipe_fixture *f, enum pipe_format format,
                     enum pipe_texture_target target, unsigned samples, unsigned bind)
{
    return f->screen->is_format_supported(f->screen, format, target, samples, bind);
}

/* ---- Sampling */

/* Computes the coordinate (for cubes, the direction) at which a lookup finds the texel (x, y) of a
 * layer. */
static void texel_coord(const struct target *t, unsigned size, unsigned x, unsigned y,
                        unsigned layer, dots_value out)
{
    memset(out, 0, sizeof(dots_value));
    if (t->target != PIPE_TEXTURE_CUBE && t->target != PIPE_TEXTURE_CUBE_ARRAY) {
        out[0] = x;
        out[1] = t->target == PIPE_TEXTURE_1D_ARRAY ? layer : y;
        out[2] = layer;
        return;
    }
    double s = 2.0 * (x + 0.5) / size - 1.0, u = 2.0 * (y + 0.5) / size - 1.0;
    const double directions[6][3] = {{1, -u, -s}, {-1, -u, s}, {s, 1, u},
                                     {s, -1, -u}, {s, -u, 1},  {-s, -u, -1}};
    for (unsigned i = 0; i < 3; i++)
        out[i] = values_to_word(directions[layer % 6][i], 0);
    out[3] = values_to_word(layer / 6, 0);
}

static void check_sampling(struct dots *d, enum pipe_format format, const struct target *t)
{
    enum pipe_format stored = values_stored_format(format);
    const struct util_format_description *desc = util_format_description(stored);
    bool is_1d = t->target == PIPE_TEXTURE_1D || t->target == PIPE_TEXTURE_1D_ARRAY;
    bool is_cube = t->target == PIPE_TEXTURE_CUBE || t->target == PIPE_TEXTURE_CUBE_ARRAY;
    unsigned size = util_format_is_compressed(format) ? 16 : 8, rows = is_1d ? 1 : size;
    unsigned num = size * rows * t->layers;
    struct pipe_resource *res = fixture_texture(d->f, t->target, stored, size, rows, t->layers);
    struct pipe_box all = fixture_level_box(res, 0);
    size_t size_B = fixture_box_size(res, &all), stride_B = util_format_get_stride(stored, size);
    size_t layer_B = stride_B * util_format_get_nblocksy(stored, rows);
    uint8_t *data = malloc(size_B);
    fixture_noise((uint32_t)format, data, size_B);
    texel_tame(stored, data, size_B);
    fixture_write(d->f, res, 0, &all, data);

    dots_value *coords = calloc(num, sizeof(*coords));
    for (unsigned i = 0; i < num; i++)
        texel_coord(t, size, i % size, i / size % rows, i / (size * rows), coords[i]);
    struct pipe_sampler_view view = sample_view(res);
    view.format = format;
    dots_value *values = dots_lookup(d, res, &view, is_cube ? "TEX" : "TXF", t->tgsi,
                                     values_type(format), (const dots_value *)coords, num);
    for (unsigned i = 0; i < num; i++) {
        unsigned x = i % size, y = i / size % rows;
        const uint8_t *block = data + i / (size * rows) * layer_B +
                               y / desc->block.height * stride_B +
                               x / desc->block.width * (desc->block.bits / 8);
        double expected[4];
        values_decode(format, block, x % desc->block.width, y % desc->block.height, expected);
        if (!values_expect_texel(format, t->tgsi, i, expected, values[i]))
            break;
    }
    free(values);
    free(coords);
    free(data);
    pipe_resource_reference(&res, NULL);
}

static void test_sampling(void **state)
{
    struct dots d;
    values_num_wrong = 0;
    dots_init(&d, *state);
    unsigned num = 0, unknown = 0;
    for (unsigned i = 1; i < PIPE_FORMAT_COUNT; i++) {
        for (unsigned t = 0; t < NUM_TARGETS; t++) {
            enum pipe_format format = (enum pipe_format)i;
            if (!supports(d.f, format, targets[t].target, 0, PIPE_BIND_SAMPLER_VIEW))
                continue;
            if (!texel_known(format)) {
                print_message("%s is not known here\n", util_format_name(format));
                unknown++;
                continue;
            }
            check_sampling(&d, format, &targets[t]);
            num++;
        }
    }
    print_message("%u formats and targets\n", num);
    assert_true(num > 600);
    assert_int_equal(unknown, 0);
    dots_finish(&d);
    assert_int_equal(values_num_wrong, 0);
}

/* ---- Texel buffers */

static void check_buffer(struct dots *d, enum pipe_format format)
{
    enum {
        NUM = 64
    };
    unsigned block_B = util_format_get_blocksize(format);
    uint8_t data[16 * NUM];
    fixture_noise((uint32_t)format, data, block_B * NUM);
    texel_tame(format, data, block_B * NUM);
    struct pipe_resource *res = fixture_buffer(d->f, block_B * NUM, PIPE_USAGE_DEFAULT, 0);
    struct pipe_box all = fixture_box(0, 0, 0, (int)(block_B * NUM), 1, 1);
    fixture_write(d->f, res, 0, &all, data);
    struct pipe_sampler_view view = sample_view(res);
    view.format = format;
    dots_value coords[NUM] = {{0}};
    for (unsigned i = 0; i < NUM; i++)
        coords[i][0] = i;
    dots_value *values = dots_lookup(d, res, &view, "TXF", "BUFFER", values_type(format),
                                     (const dots_value *)coords, NUM);
    for (unsigned i = 0; i < NUM; i++) {
        double expected[4];
        texel_decode(format, data + block_B * i, 0, 0, expected);
        if (!values_expect_texel(format, "BUFFER", i, expected, values[i]))
            break;
    }
    free(values);
    pipe_resource_reference(&res, NULL);
}

static void test_buffers(void **state)
{
    /* Formats of texture buffers in OpenGL that devices of Vulkan may lack */
    static const enum pipe_format required[] = {PIPE_FORMAT_R16_UNORM, PIPE_FORMAT_R16G16_UNORM,
                                                PIPE_FORMAT_R16G16B16A16_UNORM,
                                                PIPE_FORMAT_R32G32B32_FLOAT};
    struct dots d;
    values_num_wrong = 0;
    dots_init(&d, *state);
    for (unsigned i = 0; i < GV_ARRAY_SIZE(required); i++)
        assert_true(supports(d.f, required[i], PIPE_BUFFER, 0, PIPE_BIND_SAMPLER_VIEW));
    unsigned num = 0;
    for (unsigned i = 1; i < PIPE_FORMAT_COUNT; i++) {
        if (!supports(d.f, (enum pipe_format)i, PIPE_BUFFER, 0, PIPE_BIND_SAMPLER_VIEW))
            continue;
        check_buffer(&d, (enum pipe_format)i);
        num++;
    }
    print_message("%u formats\n", num);
    assert_true(num > 30);
    dots_finish(&d);
    assert_int_equal(values_num_wrong, 0);
}

/* ---- Rendering */

enum {
    SIZE = 8 /* width and height of targets */
};

/* Draws different values to the last layer. If `blend` is set, draws them a second time with
 * additive blending. Checks the stored values. */
static void check_rendering(struct dots *d, enum pipe_format format, const struct target *t,
                            bool blend)
{
    bool is_1d = t->target == PIPE_TEXTURE_1D || t->target == PIPE_TEXTURE_1D_ARRAY;
    unsigned rows = is_1d ? 1 : SIZE, num = SIZE * rows, layer = t->layers - 1;
    double written[SIZE * SIZE][4];
    dots_value words[SIZE * SIZE];
    values_fill(format, num, blend, written, words);
    struct pipe_resource *res = fixture_texture(d->f, t->target, format, SIZE, rows, t->layers);
    struct pipe_surface *surface = fixture_surface(d->f, res, format, 0, layer, layer);
    struct dots_draw draw = {.color = surface, .values = (const dots_value *)words, .num = num};
    dots_draw(d, &draw);
    draw.add = true;
    if (blend)
        dots_draw(d, &draw);
    struct pipe_box box = fixture_level_box(res, 0);
    box.z = (int)layer;
    box.depth = 1;
    uint8_t *data = fixture_read(d->f, res, 0, &box);
    for (unsigned i = 0; i < num; i++) {
        double actual[4];
        texel_decode(format, data + i * util_format_get_blocksize(format), 0, 0, actual);
        for (unsigned c = 0; c < 4 && blend; c++)
            written[i][c] *= 2.0;
        if (!values_expect_stored(format, blend ? "blended" : t->tgsi, i, blend ? 3 : 1, written[i],
                                  actual))
            break;
    }
    free(data);
    pipe_surface_reference(&surface, NULL);
    pipe_resource_reference(&res, NULL);
}

static void test_rendering(void **state)
{
    struct dots d;
    values_num_wrong = 0;
    dots_init(&d, *state);
    unsigned num = 0, blended = 0;
    for (unsigned i = 1; i < PIPE_FORMAT_COUNT; i++) {
        enum pipe_format format = (enum pipe_format)i;
        for (unsigned t = 0; t < NUM_TARGETS; t++) {
            enum pipe_texture_target target = targets[t].target;
            if (!supports(d.f, format, target, 0, PIPE_BIND_RENDER_TARGET))
                continue;
            check_rendering(&d, format, &targets[t], false);
            num++;
            if (target != PIPE_TEXTURE_2D || !supports(d.f, format, target, 0, PIPE_BIND_BLENDABLE))
                continue;
            check_rendering(&d, format, &targets[t], true);
            blended++;
        }
    }
    print_message("%u formats and targets, %u blended\n", num, blended);
    assert_true(num > 300 && blended > 20);
    dots_finish(&d);
    assert_int_equal(values_num_wrong, 0);
}

/* ---- Shader images */

/* Returns whether shaders can declare images with this format. */
static bool has_name(enum pipe_format format)
{
    char text[128];
    snprintf(text, sizeof(text), "COMP\nDCL IMAGE[0], 2D, %s, WR\nEND\n", util_format_name(format));
    struct galvan_diag diag;
    struct galvan_tgsi *tgsi = NULL;
    bool known = galvan_tgsi_parse(text, strlen(text), &diag, &tgsi) == GALVAN_OK;
    galvan_tgsi_destroy(tgsi);
    return known;
}

/* Copies the four dwords of each pixel between the buffer and the image. If `store` is set, copies
 * to the image; the shader declares the image's format if has_name(). Otherwise copies to the
 * buffer, and the shader declares no image format. */
static void copy_words(struct pipe_fixture *f, struct pipe_resource *image,
                       struct pipe_resource *buffer, bool store)
{
    char text[1024], copy[256];
    const char *name = store && has_name(image->format) ? util_format_name(image->format) : "WR";
    if (store)
        snprintf(copy, sizeof(copy),
                 "LOAD TEMP[1], BUFFER[0], TEMP[0].xxxx\n"
                 "STORE IMAGE[0], SV[0], TEMP[1], 2D\n");
    else
        snprintf(copy, sizeof(copy),
                 "LOAD TEMP[1], IMAGE[0], SV[0], 2D\n"
                 "STORE BUFFER[0], TEMP[0].xxxx, TEMP[1]\n");
    snprintf(text, sizeof(text),
             COMP(1) "DCL SV[0], BLOCK_ID\n"
                     "DCL BUFFER[0]\n"
                     "DCL IMAGE[0], 2D, WR, %s\n"
                     "DCL TEMP[0..1]\n"
                     "IMM[0] UINT32 {%u, 16, 0, 0}\n"
                     "UMUL TEMP[0].x, SV[0].yyyy, IMM[0].xxxx\n"
                     "UMAD TEMP[0].x, SV[0].xxxx, IMM[0].yyyy, TEMP[0].xxxx\n"
                     "%s"
                     "END\n",
             name, SIZE * 16, copy);
    struct pipe_context *pipe = f->pipe;
    const struct pipe_image_view view = {
        .resource = image, .format = image->format, .access = PIPE_IMAGE_ACCESS_READ_WRITE};
    const struct pipe_shader_buffer words = {.buffer = buffer, .buffer_size = buffer->width0};
    const struct pipe_grid_info grid = {.work_dim = 2, .block = {1, 1, 1}, .grid = {SIZE, SIZE, 1}};
    void *cs = fixture_compute_shader(f, text, 0);
    pipe->set_shader_images(pipe, PIPE_SHADER_COMPUTE, 0, 1, &view);
    pipe->set_shader_buffers(pipe, PIPE_SHADER_COMPUTE, 0, 1, &words);
    pipe->bind_compute_state(pipe, cs);
    pipe->launch_grid(pipe, &grid);
    pipe->bind_compute_state(pipe, NULL);
    pipe->set_shader_images(pipe, PIPE_SHADER_COMPUTE, 0, 1, NULL);
    pipe->set_shader_buffers(pipe, PIPE_SHADER_COMPUTE, 0, 1, NULL);
    pipe->delete_compute_state(pipe, cs);
}

static void check_image(struct pipe_fixture *f, enum pipe_format format)
{
    double written[SIZE * SIZE][4];
    dots_value words[SIZE * SIZE];
    values_fill(format, SIZE * SIZE, false, written, words);
    struct pipe_resource templ = fixture_template(PIPE_TEXTURE_2D, format, SIZE, SIZE, 1);
    templ.bind = PIPE_BIND_SHADER_IMAGE;
    struct pipe_resource *res = fixture_create(f, &templ);
    struct pipe_resource *buffer = fixture_buffer(f, sizeof(words), PIPE_USAGE_DEFAULT, 0);
    struct pipe_box all = fixture_level_box(res, 0), bytes = fixture_level_box(buffer, 0);
    fixture_write(f, buffer, 0, &bytes, words);
    copy_words(f, res, buffer, true);
    uint8_t *data = fixture_read(f, res, 0, &all);
    copy_words(f, res, buffer, false);
    dots_value *loaded = (dots_value *)fixture_read(f, buffer, 0, &bytes);
    for (unsigned i = 0; i < SIZE * SIZE; i++) {
        double stored[4];
        texel_decode(format, data + i * util_format_get_blocksize(format), 0, 0, stored);
        if (!values_expect_stored(format, "stored", i, 1, written[i], stored) ||
            !values_expect_texel(format, "loaded", i, stored, loaded[i]))
            break;
    }
    free(loaded);
    free(data);
    pipe_resource_reference(&buffer, NULL);
    pipe_resource_reference(&res, NULL);
}

static void test_images(void **state)
{
    struct pipe_fixture *f = *state;
    unsigned num = 0;
    values_num_wrong = 0;
    if (!f->screen->get_shader_param(f->screen, PIPE_SHADER_COMPUTE,
                                     PIPE_SHADER_CAP_MAX_SHADER_IMAGES)) {
        print_message("no stage of this device has images\n");
        skip();
    }
    for (unsigned i = 1; i < PIPE_FORMAT_COUNT; i++) {
        if (!supports(f, (enum pipe_format)i, PIPE_TEXTURE_2D, 0, PIPE_BIND_SHADER_IMAGE))
            continue;
        check_image(f, (enum pipe_format)i);
        num++;
    }
    print_message("%u formats\n", num);
    assert_true(num > 20);
    assert_int_equal(values_num_wrong, 0);
}

/* ---- Depth and stencil */

static void check_depth(struct dots *d, enum pipe_format format, const struct target *t)
{
    const struct util_format_description *desc = util_format_description(format);
    bool is_1d = t->target == PIPE_TEXTURE_1D || t->target == PIPE_TEXTURE_1D_ARRAY;
    unsigned rows = is_1d ? 1 : SIZE, num = SIZE * rows, layer = t->layers - 1;
    float depths[SIZE * SIZE];
    for (unsigned i = 0; i < num; i++)
        depths[i] = (float)(i * 7 % 64) / 63.0f;
    struct pipe_resource *res = fixture_texture(d->f, t->target, format, SIZE, rows, t->layers);
    struct pipe_surface *surface = fixture_surface(d->f, res, format, 0, layer, layer);
    dots_draw(d, &(struct dots_draw){.zs = surface, .depths = depths, .num = num, .stencil = 0x9c});
    struct pipe_box box = fixture_level_box(res, 0);
    box.z = (int)layer;
    box.depth = 1;
    uint8_t *data = fixture_read(d->f, res, 0, &box);
    for (unsigned i = 0; i < num; i++) {
        double actual[4];
        texel_decode(format, data + i * util_format_get_blocksize(format), 0, 0, actual);
        double error = format == PIPE_FORMAT_Z16_UNORM ? 1.0 / 65535 : 1.0 / 8388608;
        if (util_format_has_depth(desc) && fabs(actual[0] - (double)depths[i]) > error)
            fail_msg("%s, %s, %u: depth %.9g, not %.9g", desc->short_name, t->tgsi, i, actual[0],
                     (double)depths[i]);
        if (util_format_has_stencil(desc) && actual[1] != 0x9c)
            fail_msg("%s, %s, %u: stencil %g", desc->short_name, t->tgsi, i, actual[1]);
    }
    free(data);
    pipe_surface_reference(&surface, NULL);
    pipe_resource_reference(&res, NULL);
}

static void test_depth_stencil(void **state)
{
    struct dots d;
    values_num_wrong = 0;
    dots_init(&d, *state);
    unsigned num = 0;
    for (unsigned i = 1; i < PIPE_FORMAT_COUNT; i++) {
        for (unsigned t = 0; t < NUM_TARGETS; t++) {
            if (!supports(d.f, (enum pipe_format)i, targets[t].target, 0, PIPE_BIND_DEPTH_STENCIL))
                continue;
            check_depth(&d, (enum pipe_format)i, &targets[t]);
            num++;
        }
    }
    print_message("%u formats and targets\n", num);
    assert_true(num > 20);
    dots_finish(&d);
    assert_int_equal(values_num_wrong, 0);
}

/* ---- Samples: the last ones are written, the first ones keep the cleared value */

static struct pipe_resource *samples_resource(struct pipe_fixture *f, enum pipe_format format,
                                              unsigned samples)
{
    struct pipe_resource t = fixture_template(PIPE_TEXTURE_2D, format, SIZE, SIZE, 1);
    t.nr_samples = t.nr_storage_samples = (uint8_t)samples;
    return fixture_create(f, &t);
}

static dots_value *read_samples(struct dots *d, struct pipe_resource *res, enum pipe_format format,
                                unsigned samples)
{
    unsigned num = SIZE * SIZE * samples;
    dots_value *coords = calloc(num, sizeof(*coords));
    for (unsigned i = 0; i < num; i++) {
        coords[i][0] = i / samples % SIZE;
        coords[i][1] = i / samples / SIZE;
        coords[i][3] = i % samples;
    }
    struct pipe_sampler_view view = sample_view(res);
    view.format = format;
    dots_value *values = dots_lookup(d, res, &view, "TXF", "2D_MSAA", values_type(format),
                                     (const dots_value *)coords, num);
    free(coords);
    return values;
}

static void check_color_samples(struct dots *d, enum pipe_format format, unsigned samples)
{
    double written[SIZE * SIZE][4];
    dots_value words[SIZE * SIZE];
    values_fill(format, SIZE * SIZE, false, written, words);
    struct pipe_resource *res = samples_resource(d->f, format, samples);
    struct pipe_surface *surface = fixture_surface(d->f, res, format, 0, 0, 0);
    union pipe_color_union color;
    memcpy(color.ui, words[9], sizeof(color.ui));
    d->f->pipe->clear_render_target(d->f->pipe, surface, &color, 0, 0, SIZE, SIZE);
    dots_draw(d, &(struct dots_draw){.color = surface,
                                     .values = (const dots_value *)words,
                                     .num = SIZE * SIZE,
                                     .mask_first = samples / 2});
    dots_value *values = read_samples(d, res, format, samples);
    for (unsigned i = 0; i < SIZE * SIZE * samples; i++) {
        double actual[4];
        for (unsigned c = 0; c < 4; c++)
            actual[c] = values_from_word(values[i][c], values_type(format));
        unsigned from = i % samples < samples / 2 ? 9 : i / samples;
        if (!values_expect_stored(format, "samples", i, 1, written[from], actual))
            break;
    }
    free(values);
    pipe_surface_reference(&surface, NULL);
    pipe_resource_reference(&res, NULL);
}

static void check_zs_samples(struct dots *d, enum pipe_format format, unsigned samples)
{
    const struct util_format_description *desc = util_format_description(format);
    float depths[SIZE * SIZE];
    for (unsigned i = 0; i < SIZE * SIZE; i++)
        depths[i] = (float)i / 63.0f;
    struct pipe_resource *res = samples_resource(d->f, format, samples);
    struct pipe_surface *surface = fixture_surface(d->f, res, format, 0, 0, 0);
    d->f->pipe->clear_depth_stencil(d->f->pipe, surface, PIPE_CLEAR_DEPTHSTENCIL, 0.25, 0x11, 0, 0,
                                    SIZE, SIZE);
    dots_draw(d, &(struct dots_draw){.zs = surface,
                                     .depths = depths,
                                     .num = SIZE * SIZE,
                                     .stencil = 0x9c,
                                     .mask_first = samples / 2});
    enum pipe_format stencil = util_format_stencil_only(format);
    bool has[2] = {util_format_has_depth(desc), util_format_has_stencil(desc)};
    for (unsigned aspect = 0; aspect < 2; aspect++) {
        enum pipe_format view = aspect ? stencil : format;
        if (!has[aspect] || !supports(d->f, view, PIPE_TEXTURE_2D, samples, PIPE_BIND_SAMPLER_VIEW))
            continue;
        dots_value *values = read_samples(d, res, view, samples);
        for (unsigned i = 0; i < SIZE * SIZE * samples; i++) {
            bool old = i % samples < samples / 2;
            double expected =
                aspect ? (old ? 0x11 : 0x9c) : (double)(old ? 0.25f : depths[i / samples]);
            double error = aspect ? 0.0 : 1.0 / (format == PIPE_FORMAT_Z16_UNORM ? 65535 : 8388608);
            double actual = values_from_word(values[i][0], aspect);
            if (!(fabs(actual - expected) <= error))
                fail_msg("%s as %s, %u of %u: %.9g, not %.9g", desc->short_name,
                         util_format_short_name(view), i, samples, actual, expected);
        }
        free(values);
    }
    pipe_surface_reference(&surface, NULL);
    pipe_resource_reference(&res, NULL);
}

static void test_samples(void **state)
{
    struct dots d;
    values_num_wrong = 0;
    dots_init(&d, *state);
    unsigned colors = 0, zs = 0;
    const unsigned color_bind = PIPE_BIND_SAMPLER_VIEW | PIPE_BIND_RENDER_TARGET;
    for (unsigned i = 1; i < PIPE_FORMAT_COUNT; i++) {
        enum pipe_format format = (enum pipe_format)i;
        for (unsigned samples = 2; samples <= 64; samples *= 2) {
            if (supports(d.f, format, PIPE_TEXTURE_2D, samples, color_bind)) {
                check_color_samples(&d, format, samples);
                colors++;
            }
            if (supports(d.f, format, PIPE_TEXTURE_2D, samples, PIPE_BIND_DEPTH_STENCIL)) {
                check_zs_samples(&d, format, samples);
                zs++;
            }
        }
    }
    print_message("%u of colour, %u of depth and stencil\n", colors, zs);
    assert_true(colors > 30 && zs > 4);
    dots_finish(&d);
    assert_int_equal(values_num_wrong, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_sampling),  cmocka_unit_test(test_buffers),
        cmocka_unit_test(test_rendering), cmocka_unit_test(test_depth_stencil),
        cmocka_unit_test(test_samples),   cmocka_unit_test(test_images),
    };
    return cmocka_run_group_tests(tests, pipe_fixture_setup, pipe_fixture_teardown);
}
