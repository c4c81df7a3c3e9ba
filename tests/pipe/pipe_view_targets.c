/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Sampler views that view a part of a texture as another target: cubes and cube arrays as layers,
 * layers as cubes, one layer, slices, ranges of levels and layers, and parts of buffers, each with
 * swizzles. Each texel is (x, y, layer, level), and every texel of a view is checked. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "pipe_sample.h"
#include "pipe_values.h"

enum {
    SIZE = 8,
    LEVELS = 3
};

struct target {
    enum pipe_texture_target target;
    const char *tgsi;
};

static const struct target t_1d = {PIPE_TEXTURE_1D, "1D"};
static const struct target t_2d = {PIPE_TEXTURE_2D, "2D"};
static const struct target t_rect = {PIPE_TEXTURE_RECT, "RECT"};
static const struct target t_3d = {PIPE_TEXTURE_3D, "3D"};
static const struct target t_cube = {PIPE_TEXTURE_CUBE, "CUBE"};
static const struct target t_1d_array = {PIPE_TEXTURE_1D_ARRAY, "1D_ARRAY"};
static const struct target t_2d_array = {PIPE_TEXTURE_2D_ARRAY, "2D_ARRAY"};
static const struct target t_cube_array = {PIPE_TEXTURE_CUBE_ARRAY, "CUBEARRAY"};

static bool is_1d(enum pipe_texture_target target)
{
    return target == PIPE_TEXTURE_1D || target == PIPE_TEXTURE_1D_ARRAY;
}

static bool is_cube(enum pipe_texture_target target)
{
    return target == PIPE_TEXTURE_CUBE || target == PIPE_TEXTURE_CUBE_ARRAY;
}

static unsigned minify(unsigned size, unsigned level)
{
    return size >> level ? size >> level : 1;
}

static struct pipe_resource *numbered(struct pipe_fixture *f, enum pipe_texture_target target,
                                      unsigned layers, unsigned levels)
{
    struct pipe_resource templ =
        fixture_template(target, PIPE_FORMAT_R8G8B8A8_UINT, SIZE, is_1d(target) ? 1 : SIZE, layers);
    templ.last_level = (unsigned char)(levels - 1);
    struct pipe_resource *res = fixture_create(f, &templ);
    for (unsigned level = 0; level < levels; level++) {
        const struct pipe_box box = fixture_level_box(res, level);
        unsigned width = (unsigned)box.width, height = (unsigned)box.height;
        uint8_t *data = malloc(fixture_box_size(res, &box));
        assert_non_null(data);
        for (unsigned i = 0; i < width * height * (unsigned)box.depth; i++) {
            data[4 * i] = (uint8_t)(i % width);
            data[4 * i + 1] = (uint8_t)(i / width % height);
            data[4 * i + 2] = (uint8_t)(i / (width * height));
            data[4 * i + 3] = (uint8_t)level;
        }
        fixture_write(f, res, level, &box, data);
        free(data);
    }
    return res;
}

/* Returns the opcode of a lookup. SwiftShader adds a view's first level twice in a fetch, so the
 * test uses a filtered lookup on SwiftShader. */
static const char *lookup_opcode(const struct pipe_fixture *f, const struct target *t)
{
    if (is_cube(t->target))
        return "TEX";
    bool fetches =
        t->target == PIPE_TEXTURE_RECT || !strstr(f->screen->get_name(f->screen), "SwiftShader");
    return fetches ? "TXF" : "TXL";
}

/* Computes the dwords of the coordinate with which a lookup finds the texel. */
static void coordinate(const struct target *t, const char *opcode, unsigned width, unsigned depth,
                       unsigned x, unsigned y, unsigned layer, unsigned lod, dots_value out)
{
    memset(out, 0, sizeof(dots_value));
    if (!strcmp(opcode, "TXL")) {
        bool volume = t->target == PIPE_TEXTURE_3D;
        double r = volume ? (layer + 0.5) / depth : layer;
        out[0] = values_to_word((x + 0.5) / width, 0);
        out[1] = values_to_word(t->target == PIPE_TEXTURE_1D_ARRAY ? r : (y + 0.5) / width, 0);
        out[2] = values_to_word(r, 0);
        out[3] = values_to_word(lod, 0);
        return;
    }
    if (!is_cube(t->target)) {
        out[0] = x;
        out[1] = t->target == PIPE_TEXTURE_1D_ARRAY ? layer : y;
        out[2] = layer;
        out[3] = lod;
        return;
    }
    double s = 2.0 * (x + 0.5) / width - 1.0, u = 2.0 * (y + 0.5) / width - 1.0;
    const double directions[6][3] = {{1, -u, -s}, {-1, -u, s}, {s, 1, u},
                                     {s, -1, -u}, {s, -u, 1},  {-s, -u, -1}};
    for (unsigned i = 0; i < 3; i++)
        out[i] = values_to_word(directions[layer % 6][i], 0);
    out[3] = values_to_word(layer / 6, 0);
}

/* Returns the component of a texel that a swizzle selects. */
static unsigned seen(const unsigned texel[4], unsigned swizzle)
{
    return swizzle <= PIPE_SWIZZLE_W ? texel[swizzle] : swizzle == PIPE_SWIZZLE_1;
}

static void expect_view(struct dots *d, struct pipe_resource *res, const struct target *t,
                        const struct pipe_sampler_view *view)
{
    const char *opcode = lookup_opcode(d->f, t);
    unsigned first_level = view->u.tex.first_level, last_level = view->u.tex.last_level;
    const unsigned swizzle[4] = {view->swizzle_r, view->swizzle_g, view->swizzle_b,
                                 view->swizzle_a};
    for (unsigned level = first_level; level <= last_level; level++) {
        unsigned width = minify(SIZE, level), rows = is_1d(t->target) ? 1 : width;
        unsigned first = t->target == PIPE_TEXTURE_3D ? 0 : view->u.tex.first_layer;
        unsigned layers = t->target == PIPE_TEXTURE_3D ? minify(res->depth0, level)
                                                       : view->u.tex.last_layer - first + 1;
        unsigned num = width * rows * layers;
        dots_value *coords = calloc(num, sizeof(*coords));
        assert_non_null(coords);
        for (unsigned i = 0; i < num; i++)
            coordinate(t, opcode, width, layers, i % width, i / width % rows, i / (width * rows),
                       level - first_level, coords[i]);
        dots_value *values =
            dots_lookup(d, res, view, opcode, t->tgsi, 1, (const dots_value *)coords, num);
        for (unsigned i = 0; i < num; i++) {
            const unsigned texel[4] = {i % width, i / width % rows, first + i / (width * rows),
                                       level};
            for (unsigned c = 0; c < 4; c++) {
                unsigned expected = seen(texel, swizzle[c]);
                if (values[i][c] != expected)
                    fail_msg("%s of target %u, level %u, layer %u at %u,%u: %c is %u, not %u",
                             t->tgsi, (unsigned)res->target, level, texel[2], texel[0], texel[1],
                             "xyzw"[c], values[i][c], expected);
            }
        }
        free(values);
        free(coords);
    }
}

/* Checks the size that TXQ returns for each level, and the number of levels. */
static void expect_size(struct dots *d, struct pipe_resource *res, const struct target *t,
                        const struct pipe_sampler_view *view)
{
    unsigned first = view->u.tex.first_level, num = view->u.tex.last_level - first + 1;
    dots_value coords[LEVELS] = {{0}, {1}, {2}};
    dots_value *values =
        dots_lookup(d, res, view, "TXQ", t->tgsi, 1, (const dots_value *)coords, num);
    for (unsigned lod = 0; lod < num; lod++) {
        unsigned size = minify(SIZE, first + lod);
        unsigned layers = view->u.tex.last_layer - view->u.tex.first_layer + 1;
        unsigned expected[4] = {size, size, 0, num};
        if (t->target == PIPE_TEXTURE_1D)
            expected[1] = 0;
        else if (t->target == PIPE_TEXTURE_1D_ARRAY)
            expected[1] = layers;
        else if (t->target == PIPE_TEXTURE_2D_ARRAY)
            expected[2] = layers;
        else if (t->target == PIPE_TEXTURE_CUBE_ARRAY)
            expected[2] = layers / 6;
        else if (t->target == PIPE_TEXTURE_3D)
            expected[2] = minify(res->depth0, first + lod);
        for (unsigned c = 0; c < 4; c++)
            assert_int_equal(values[lod][c], expected[c]);
    }
    free(values);
}

static void check(struct dots *d, const struct target *from, unsigned num_layers,
                  const struct target *to, unsigned first, unsigned last)
{
    struct pipe_screen *screen = d->f->screen;
    unsigned levels =
        from->target == PIPE_TEXTURE_RECT || to->target == PIPE_TEXTURE_RECT ? 1 : LEVELS;
    if (!screen->is_format_supported(screen, PIPE_FORMAT_R8G8B8A8_UINT, from->target, 0,
                                     PIPE_BIND_SAMPLER_VIEW) ||
        !screen->is_format_supported(screen, PIPE_FORMAT_R8G8B8A8_UINT, to->target, 0,
                                     PIPE_BIND_SAMPLER_VIEW))
        return;
    struct pipe_resource *res = numbered(d->f, from->target, num_layers, levels);
    static const uint8_t ranges[][2] = {{0, 0}, {2, 2}, {0, 2}, {1, 2}};
    static const uint8_t swizzles[][4] = {
        {PIPE_SWIZZLE_X, PIPE_SWIZZLE_Y, PIPE_SWIZZLE_Z, PIPE_SWIZZLE_W},
        {PIPE_SWIZZLE_W, PIPE_SWIZZLE_1, PIPE_SWIZZLE_X, PIPE_SWIZZLE_0},
        {PIPE_SWIZZLE_0, PIPE_SWIZZLE_Z, PIPE_SWIZZLE_1, PIPE_SWIZZLE_Y},
    };
    bool slice = from->target == PIPE_TEXTURE_3D && to->target == PIPE_TEXTURE_2D;
    bool one_level = is_cube(to->target) || slice;
    for (unsigned r = 0; r < 4; r++) {
        unsigned level = ranges[r][0], last_level = ranges[r][1];
        if (last_level >= levels || (one_level && level != last_level))
            continue;
        struct pipe_sampler_view view = sample_view(res);
        view.target = to->target;
        view.u.tex.first_level = level;
        view.u.tex.last_level = last_level;
        view.u.tex.first_layer = first;
        view.u.tex.last_layer = last;
        if (slice)
            view.u.tex.first_layer = view.u.tex.last_layer =
                first * minify(num_layers, level) / num_layers;
        if (to->target != PIPE_TEXTURE_RECT)
            expect_size(d, res, to, &view);
        const uint8_t *s = swizzles[r % 3];
        view.swizzle_r = s[0];
        view.swizzle_g = s[1];
        view.swizzle_b = s[2];
        view.swizzle_a = s[3];
        expect_view(d, res, to, &view);
    }
    pipe_resource_reference(&res, NULL);
}

static void test_layers(void **state)
{
    struct dots d;
    dots_init(&d, *state);
    check(&d, &t_2d_array, 5, &t_2d, 3, 3);
    check(&d, &t_2d_array, 5, &t_2d_array, 1, 3);
    check(&d, &t_2d_array, 5, &t_2d_array, 4, 4);
    check(&d, &t_2d, 1, &t_2d_array, 0, 0);
    check(&d, &t_2d, 1, &t_rect, 0, 0);
    check(&d, &t_rect, 1, &t_2d, 0, 0);
    check(&d, &t_1d_array, 5, &t_1d, 2, 2);
    check(&d, &t_1d_array, 5, &t_1d_array, 2, 4);
    check(&d, &t_1d, 1, &t_1d_array, 0, 0);
    dots_finish(&d);
}

static void test_cubes(void **state)
{
    struct dots d;
    dots_init(&d, *state);
    check(&d, &t_cube, 6, &t_cube, 0, 5);
    check(&d, &t_cube, 6, &t_2d, 4, 4);
    check(&d, &t_cube, 6, &t_2d_array, 0, 5);
    check(&d, &t_cube, 6, &t_2d_array, 2, 3);
    check(&d, &t_2d_array, 14, &t_cube, 1, 6);
    check(&d, &t_2d_array, 14, &t_cube, 8, 13);
    check(&d, &t_2d_array, 14, &t_cube_array, 2, 13);
    check(&d, &t_cube, 6, &t_cube_array, 0, 5);
    check(&d, &t_cube_array, 18, &t_cube_array, 6, 17);
    check(&d, &t_cube_array, 18, &t_cube, 6, 11);
    check(&d, &t_cube_array, 18, &t_cube, 3, 8);
    check(&d, &t_cube_array, 18, &t_2d, 13, 13);
    check(&d, &t_cube_array, 18, &t_2d_array, 5, 16);
    dots_finish(&d);
}

static void test_slices(void **state)
{
    struct dots d;
    dots_init(&d, *state);
    check(&d, &t_3d, 5, &t_3d, 0, 0);
    check(&d, &t_3d, 5, &t_3d, 0, 4);
    struct pipe_resource *res = numbered(d.f, PIPE_TEXTURE_3D, 5, LEVELS);
    struct pipe_sampler_view view = sample_view(res);
    view.target = PIPE_TEXTURE_2D;
    view.u.tex.first_layer = view.u.tex.last_layer = 4;
    view.u.tex.last_level = 0;
    struct pipe_context *pipe = d.f->pipe;
    struct pipe_sampler_view *made = pipe->create_sampler_view(pipe, res, &view);
    if (made) {
        for (unsigned slice = 0; slice < 5; slice++)
            check(&d, &t_3d, 5, &t_2d, slice, slice);
        /* Level 1 has no slice 2. */
        view.u.tex.first_level = view.u.tex.last_level = 1;
        view.u.tex.first_layer = view.u.tex.last_layer = 2;
        assert_null(pipe->create_sampler_view(pipe, res, &view));
    } else {
        print_message("this device has no slices as 2D textures\n");
    }
    pipe_sampler_view_reference(&made, NULL);
    pipe_resource_reference(&res, NULL);
    dots_finish(&d);
}

/* ---- Buffers */

/* Checks a view of a part of a buffer whose dword i is i * 3. The view's first element and its size
 * are passed in elements if `elements` is set, else in bytes. */
static void check_buffer(struct dots *d, struct pipe_resource *res, enum pipe_format format,
                         unsigned first, unsigned num_texels, bool elements,
                         const uint8_t swizzle[4])
{
    unsigned num = util_format_get_nr_components(format), block_B = 4 * num;
    struct pipe_sampler_view view = sample_view(res);
    view.format = format;
    memset(&view.u, 0, sizeof(view.u));
    if (elements) {
        view.u.buf.first_element = first;
        view.u.buf.last_element = first + num_texels - 1;
    } else {
        view.u.buf.offset = first * block_B;
        view.u.buf.size =
            num_texels * block_B + block_B - 1; /* with an incomplete texel at the end */
    }
    view.swizzle_r = swizzle[0];
    view.swizzle_g = swizzle[1];
    view.swizzle_b = swizzle[2];
    view.swizzle_a = swizzle[3];
    dots_value coords[40] = {{0}};
    assert_true(num_texels <= 40);
    for (unsigned i = 0; i < num_texels; i++)
        coords[i][0] = i;
    dots_value *values =
        dots_lookup(d, res, &view, "TXF", "BUFFER", 1, (const dots_value *)coords, num_texels);
    for (unsigned i = 0; i < num_texels; i++) {
        unsigned texel[4] = {0, 0, 0, 1};
        for (unsigned c = 0; c < num; c++)
            texel[c] = 3 * ((first + i) * num + c);
        for (unsigned c = 0; c < 4; c++)
            assert_int_equal(values[i][c], seen(texel, swizzle[c]));
    }
    free(values);
    values = dots_lookup(d, res, &view, "TXQ", "BUFFER", 1, (const dots_value *)coords, 1);
    assert_int_equal(values[0][0], num_texels);
    free(values);
}

static void test_buffers(void **state)
{
    static const enum pipe_format formats[] = {PIPE_FORMAT_R32_UINT, PIPE_FORMAT_R32G32_UINT,
                                               PIPE_FORMAT_R32G32B32_UINT,
                                               PIPE_FORMAT_R32G32B32A32_UINT};
    static const uint8_t swizzles[][4] = {
        {PIPE_SWIZZLE_X, PIPE_SWIZZLE_Y, PIPE_SWIZZLE_Z, PIPE_SWIZZLE_W},
        {PIPE_SWIZZLE_1, PIPE_SWIZZLE_X, PIPE_SWIZZLE_X, PIPE_SWIZZLE_0},
        {PIPE_SWIZZLE_Z, PIPE_SWIZZLE_W, PIPE_SWIZZLE_0, PIPE_SWIZZLE_Y},
    };
    struct dots d;
    dots_init(&d, *state);
    uint32_t words[1024];
    for (unsigned i = 0; i < 1024; i++)
        words[i] = 3 * i;
    struct pipe_resource *res = fixture_words(d.f, 1024, words);
    for (unsigned i = 0; i < 4; i++) {
        if (!d.f->screen->is_format_supported(d.f->screen, formats[i], PIPE_BUFFER, 0,
                                              PIPE_BIND_SAMPLER_VIEW))
            continue;
        for (unsigned s = 0; s < 3; s++) {
            check_buffer(&d, res, formats[i], 0, 40, false, swizzles[s]);
            check_buffer(&d, res, formats[i], 64, 33, false, swizzles[s]);
            check_buffer(&d, res, formats[i], 128, 7, true, swizzles[s]);
        }
    }
    pipe_resource_reference(&res, NULL);
    dots_finish(&d);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_layers),
        cmocka_unit_test(test_cubes),
        cmocka_unit_test(test_slices),
        cmocka_unit_test(test_buffers),
    };
    return cmocka_run_group_tests(tests, pipe_fixture_setup, pipe_fixture_teardown);
}
