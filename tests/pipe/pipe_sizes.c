/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Sizes, layers, levels and samples that shaders query, for every target and for views of one
 * level, one layer or some layers. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "pipe_sample.h"

struct size_case {
    enum pipe_texture_target texture;
    unsigned width, height, layers; /* layers: also the depth of a 3D texture */
    const char *target;             /* the target in the shader's text */
    uint8_t first_level, last_level;
    uint8_t first_layer, last_layer;
    uint32_t expected[3]; /* sizes of the view's first level; missing components are ignored */
    unsigned num_sizes;
};

/* All textures have 3 levels. */
static const struct size_case cases[] = {
    {PIPE_TEXTURE_1D, 8, 1, 1, "1D", 0, 2, 0, 0, {8}, 1},
    {PIPE_TEXTURE_1D, 9, 1, 1, "1D", 1, 1, 0, 0, {4}, 1},
    {PIPE_TEXTURE_2D, 8, 4, 1, "2D", 0, 2, 0, 0, {8, 4}, 2},
    {PIPE_TEXTURE_2D, 8, 4, 1, "2D", 2, 2, 0, 0, {2, 1}, 2},
    {PIPE_TEXTURE_3D, 8, 4, 6, "3D", 0, 2, 0, 0, {8, 4, 6}, 3},
    {PIPE_TEXTURE_3D, 8, 4, 6, "3D", 1, 2, 0, 0, {4, 2, 3}, 3},
    {PIPE_TEXTURE_CUBE, 8, 8, 6, "CUBE", 0, 2, 0, 5, {8, 8}, 2},
    {PIPE_TEXTURE_CUBE, 8, 8, 6, "CUBE", 1, 1, 0, 5, {4, 4}, 2},
    {PIPE_TEXTURE_1D_ARRAY, 8, 1, 5, "1D_ARRAY", 0, 2, 0, 4, {8, 5}, 2},
    {PIPE_TEXTURE_1D_ARRAY, 8, 1, 5, "1D_ARRAY", 1, 1, 3, 3, {4, 1}, 2},
    {PIPE_TEXTURE_2D_ARRAY, 8, 4, 5, "2D_ARRAY", 0, 2, 0, 4, {8, 4, 5}, 3},
    {PIPE_TEXTURE_2D_ARRAY, 8, 4, 5, "2D_ARRAY", 0, 1, 1, 3, {8, 4, 3}, 3},
    {PIPE_TEXTURE_2D_ARRAY, 8, 4, 5, "2D_ARRAY", 1, 1, 4, 4, {4, 2, 1}, 3},
    {PIPE_TEXTURE_2D_ARRAY, 8, 4, 5, "2D", 0, 0, 2, 2, {8, 4}, 2},
    {PIPE_TEXTURE_CUBE, 8, 8, 6, "2D", 1, 1, 2, 2, {4, 4}, 2},
    {PIPE_TEXTURE_CUBE, 8, 8, 6, "2D_ARRAY", 0, 0, 0, 5, {8, 8, 6}, 3},
    {PIPE_TEXTURE_CUBE_ARRAY, 8, 8, 12, "CUBEARRAY", 0, 2, 0, 11, {8, 8, 2}, 3},
    {PIPE_TEXTURE_CUBE_ARRAY, 8, 8, 12, "CUBEARRAY", 1, 1, 6, 11, {4, 4, 1}, 3},
};

/* Views of one layer, bound to images that the shader declares with layers. GL binds such views as
 * not layered. */
static const struct size_case single_layers[] = {
    {PIPE_TEXTURE_1D_ARRAY, 8, 1, 5, "1D_ARRAY", 0, 0, 2, 2, {8, 1}, 2},
    {PIPE_TEXTURE_2D_ARRAY, 8, 4, 5, "2D_ARRAY", 0, 0, 2, 2, {8, 4, 1}, 3},
    {PIPE_TEXTURE_3D, 8, 4, 6, "3D", 1, 1, 2, 2, {4, 2, 3}, 3},
    {PIPE_TEXTURE_CUBE, 8, 8, 6, "CUBE", 0, 0, 0, 0, {8, 8}, 2},
    {PIPE_TEXTURE_CUBE, 8, 8, 6, "CUBE", 1, 1, 5, 5, {4, 4}, 2},
    {PIPE_TEXTURE_CUBE_ARRAY, 8, 8, 12, "CUBEARRAY", 0, 0, 0, 0, {8, 8, 1}, 3},
    {PIPE_TEXTURE_CUBE_ARRAY, 8, 8, 12, "CUBEARRAY", 0, 0, 7, 7, {8, 8, 1}, 3},
    {PIPE_TEXTURE_CUBE_ARRAY, 8, 8, 12, "CUBEARRAY", 0, 0, 3, 8, {8, 8, 2}, 3},
};

static bool supported(const struct pipe_fixture *f, const struct size_case *c, unsigned bind)
{
    return f->screen->is_format_supported(f->screen, PIPE_FORMAT_R32_UINT, c->texture, 0, bind) &&
           (c->texture != PIPE_TEXTURE_CUBE_ARRAY ||
            f->screen->get_param(f->screen, PIPE_CAP_CUBE_MAP_ARRAY));
}

static struct pipe_resource *make(struct pipe_fixture *f, const struct size_case *c, unsigned bind)
{
    struct pipe_resource templ =
        fixture_template(c->texture, PIPE_FORMAT_R32_UINT, c->width, c->height, c->layers);
    templ.last_level = 2;
    templ.bind = bind;
    return fixture_create(f, &templ);
}

static void expect(const struct size_case *c, const char *what, const uint32_t got[3])
{
    for (unsigned i = 0; i < c->num_sizes; i++) {
        if (got[i] != c->expected[i])
            fail_msg("%s of %s, levels %u to %u, layers %u to %u: component %u is %u, not %u", what,
                     c->target, c->first_level, c->last_level, c->first_layer, c->last_layer, i,
                     got[i], c->expected[i]);
    }
}

/* ---- Textures */

static enum pipe_texture_target view_target(const struct size_case *c)
{
    if (!strcmp(c->target, "2D"))
        return PIPE_TEXTURE_2D;
    return strcmp(c->target, "2D_ARRAY") ? c->texture : PIPE_TEXTURE_2D_ARRAY;
}

static void check_texture(struct pipe_fixture *f, const struct size_case *c)
{
    char text[512];
    snprintf(text, sizeof(text),
             "FRAG\nDCL OUT[0], COLOR\nDCL SAMP[0]\nDCL SVIEW[0], %s, UINT\nDCL TEMP[0]\n"
             "IMM[0] UINT32 {0, 0, 0, 0}\nTXQ TEMP[0], IMM[0].xxxx, SAMP[0], %s\n"
             "MOV OUT[0], TEMP[0]\nEND\n",
             c->target, c->target);
    struct pipe_resource *res = make(f, c, PIPE_BIND_SAMPLER_VIEW);
    struct pipe_sampler_view view = sample_view(res);
    view.target = view_target(c);
    view.u.tex.first_level = c->first_level;
    view.u.tex.last_level = c->last_level;
    view.u.tex.first_layer = c->first_layer;
    view.u.tex.last_layer = c->last_layer;
    const struct pipe_sampler_state sampler = sample_nearest();
    const struct sample_lookup lookup = {.type = SAMPLE_UINT, .text = text};
    const union pipe_color_union got = sample(f, res, &view, &sampler, &lookup);
    expect(c, "TXQ", got.ui);
    assert_int_equal(got.ui[3], c->last_level - c->first_level + 1);
    pipe_resource_reference(&res, NULL);
}

static void test_textures(void **state)
{
    struct pipe_fixture *f = *state;
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        if (supported(f, &cases[i], PIPE_BIND_SAMPLER_VIEW))
            check_texture(f, &cases[i]);
    }
}

/* ---- Images */

static void check_image(struct pipe_fixture *f, const struct size_case *c)
{
    char text[512];
    snprintf(text, sizeof(text),
             "COMP\nPROPERTY CS_FIXED_BLOCK_WIDTH 1\nPROPERTY CS_FIXED_BLOCK_HEIGHT 1\n"
             "PROPERTY CS_FIXED_BLOCK_DEPTH 1\nDCL BUFFER[0]\n"
             "DCL IMAGE[0], %s, PIPE_FORMAT_R32_UINT, WR\nDCL TEMP[0]\n"
             "IMM[0] UINT32 {0, 0, 0, 0}\nRESQ TEMP[0].xyz, IMAGE[0], %s, PIPE_FORMAT_R32_UINT\n"
             "STORE BUFFER[0].xyz, IMM[0].xxxx, TEMP[0]\nEND\n",
             c->target, c->target);
    struct pipe_resource *res = make(f, c, PIPE_BIND_SHADER_IMAGE | PIPE_BIND_SAMPLER_VIEW);
    struct pipe_resource *seen = fixture_words(f, 4, NULL);
    const struct pipe_shader_buffer buffer = {.buffer = seen, .buffer_size = 16};
    const struct pipe_image_view view = {
        .resource = res,
        .format = PIPE_FORMAT_R32_UINT,
        .access = PIPE_IMAGE_ACCESS_READ_WRITE,
        .u.tex = {.level = c->first_level,
                  .first_layer = c->first_layer,
                  .last_layer = c->last_layer},
    };
    const struct pipe_grid_info info = {.work_dim = 1, .block = {1, 1, 1}, .grid = {1, 1, 1}};
    void *cs = fixture_compute_shader(f, text, 0);
    f->pipe->set_shader_buffers(f->pipe, PIPE_SHADER_COMPUTE, 0, 1, &buffer);
    f->pipe->set_shader_images(f->pipe, PIPE_SHADER_COMPUTE, 0, 1, &view);
    f->pipe->bind_compute_state(f->pipe, cs);
    f->pipe->launch_grid(f->pipe, &info);
    f->pipe->bind_compute_state(f->pipe, NULL);
    f->pipe->delete_compute_state(f->pipe, cs);
    f->pipe->set_shader_images(f->pipe, PIPE_SHADER_COMPUTE, 0, 1, NULL);
    f->pipe->set_shader_buffers(f->pipe, PIPE_SHADER_COMPUTE, 0, 1, NULL);
    uint32_t *got = fixture_read_words(f, seen);
    expect(c, "RESQ", got);
    free(got);
    pipe_resource_reference(&seen, NULL);
    pipe_resource_reference(&res, NULL);
}

static void check_images(struct pipe_fixture *f, const struct size_case *first, size_t num)
{
    unsigned num_checked = 0;
    for (size_t i = 0; i < num; i++) {
        if (!supported(f, &first[i], PIPE_BIND_SHADER_IMAGE))
            continue;
        check_image(f, &first[i]);
        num_checked++;
    }
    if (!num_checked)
        skip();
}

static void test_images(void **state)
{
    check_images(*state, cases, sizeof(cases) / sizeof(cases[0]));
}

static void test_single_layers(void **state)
{
    check_images(*state, single_layers, sizeof(single_layers) / sizeof(single_layers[0]));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_textures),
        cmocka_unit_test(test_images),
        cmocka_unit_test(test_single_layers),
    };
    return cmocka_run_group_tests(tests, pipe_fixture_setup, pipe_fixture_teardown);
}
