/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Requests that must be rejected: invalid templates of resources and views, memory above the limit.
 * Each rejected call must return NULL and have no side effects. */
#include "pipe_fixture.h"

#include <stdlib.h>
#include <string.h>

#include "galvan/galvan.h"

static void refuse(struct pipe_fixture *f, struct pipe_resource t, const char *what)
{
    if (f->screen->can_create_resource(f->screen, &t))
        fail_msg("can_create_resource: %s", what);
    struct pipe_resource *res = f->screen->resource_create(f->screen, &t);
    if (res)
        fail_msg("resource_create: %s", what);
}

static void test_resources(void **state)
{
    struct pipe_fixture *f = *state;
    const struct pipe_resource good =
        fixture_template(PIPE_TEXTURE_2D, PIPE_FORMAT_R8G8B8A8_UNORM, 16, 16, 1);
    struct pipe_resource t;
    assert_true(f->screen->can_create_resource(f->screen, &good));

#define REFUSE(...)                                                                                \
    do {                                                                                           \
        t = good;                                                                                  \
        __VA_ARGS__;                                                                               \
        refuse(f, t, #__VA_ARGS__);                                                                \
    } while (0)

    REFUSE(t.target = (enum pipe_texture_target)99);
    REFUSE(t.format = (enum pipe_format)100000);
    REFUSE(t.format = (enum pipe_format)73); /* a number that is no format */
    REFUSE(t.format = PIPE_FORMAT_NONE);
    REFUSE(t.format = PIPE_FORMAT_NV12);
    REFUSE(t.format = PIPE_FORMAT_X24S8_UINT);
    REFUSE(t.width0 = 0);
    REFUSE(t.height0 = 0);
    REFUSE(t.depth0 = 0);
    REFUSE(t.target = PIPE_TEXTURE_2D_ARRAY, t.array_size = 0);
    REFUSE(t.depth0 = 2);
    REFUSE(t.width0 = 1u << 20);
    REFUSE(t.width0 = 0xffffffff);
    REFUSE(t.width0 = t.height0 = 0x80000000);
    REFUSE(t.last_level = 5);
    REFUSE(t.last_level = 255);
    REFUSE(t.nr_samples = 255);
    REFUSE(t.nr_samples = 4, t.last_level = 1);
    REFUSE(t.nr_samples = 4, t.nr_storage_samples = 2);
    REFUSE(t.nr_samples = 4, t.target = PIPE_TEXTURE_3D);
    REFUSE(t.flags = PIPE_RESOURCE_FLAG_SPARSE);
    REFUSE(t.bind = PIPE_BIND_DEPTH_STENCIL);
    REFUSE(t.target = PIPE_TEXTURE_1D);
    REFUSE(t.target = PIPE_TEXTURE_RECT, t.last_level = 1);
    REFUSE(t.target = PIPE_TEXTURE_CUBE);
    REFUSE(t.target = PIPE_TEXTURE_CUBE, t.array_size = 6, t.width0 = 15);
    REFUSE(t.target = PIPE_TEXTURE_CUBE, t.array_size = 12);
    REFUSE(t.target = PIPE_TEXTURE_CUBE_ARRAY, t.array_size = 7);
    REFUSE(t.target = PIPE_TEXTURE_2D_ARRAY, t.array_size = 1u << 20);
    REFUSE(t.target = PIPE_TEXTURE_2D_ARRAY, t.array_size = 0xffffffff);
    REFUSE(t.target = PIPE_TEXTURE_3D, t.depth0 = 1u << 20);
    REFUSE(t.target = PIPE_TEXTURE_3D, t.format = PIPE_FORMAT_Z24_UNORM_S8_UINT);
    REFUSE(t.target = PIPE_BUFFER);
    REFUSE(t.target = PIPE_BUFFER, t.height0 = 1, t.width0 = 0);
    REFUSE(t.target = PIPE_BUFFER, t.height0 = 1, t.width0 = 0xffffffff);
    REFUSE(t.target = PIPE_BUFFER, t.height0 = 1, t.last_level = 1);
    REFUSE(t.target = PIPE_BUFFER, t.height0 = 1, t.nr_samples = 4);
#undef REFUSE
}

static void test_sampler_views(void **state)
{
    struct pipe_fixture *f = *state;
    struct pipe_resource t =
        fixture_template(PIPE_TEXTURE_2D_ARRAY, PIPE_FORMAT_R8G8B8A8_UNORM, 16, 16, 8);
    t.last_level = 2;
    struct pipe_resource *res = fixture_create(f, &t);
    struct pipe_sampler_view good = {.format = t.format, .target = t.target};
    good.swizzle_g = PIPE_SWIZZLE_GREEN;
    good.swizzle_b = PIPE_SWIZZLE_BLUE;
    good.swizzle_a = PIPE_SWIZZLE_ALPHA;
    good.u.tex.last_layer = 7;
    good.u.tex.last_level = 2;
    struct pipe_sampler_view v = good;
    struct pipe_sampler_view *view = f->pipe->create_sampler_view(f->pipe, res, &v);
    assert_non_null(view);
    pipe_sampler_view_reference(&view, NULL);

#define REFUSE(...)                                                                                \
    do {                                                                                           \
        v = good;                                                                                  \
        __VA_ARGS__;                                                                               \
        assert_null(f->pipe->create_sampler_view(f->pipe, res, &v));                               \
    } while (0)

    REFUSE(v.format = PIPE_FORMAT_R32G32_FLOAT);
    REFUSE(v.format = PIPE_FORMAT_NONE);
    REFUSE(v.format = (enum pipe_format)70000);
    REFUSE(v.format = PIPE_FORMAT_Z24_UNORM_S8_UINT);
    REFUSE(v.format = PIPE_FORMAT_R16G16B16A16_FLOAT);
    REFUSE(v.target = PIPE_TEXTURE_3D);
    REFUSE(v.target = PIPE_TEXTURE_1D);
    REFUSE(v.target = PIPE_TEXTURE_CUBE);
    REFUSE(v.target = PIPE_TEXTURE_CUBE_ARRAY);
    REFUSE(v.u.tex.last_level = 3);
    REFUSE(v.u.tex.first_level = 2, v.u.tex.last_level = 1);
    REFUSE(v.u.tex.last_layer = 8);
    REFUSE(v.u.tex.first_layer = 5, v.u.tex.last_layer = 4);
    REFUSE(v.u.tex.last_layer = 0xffff);
#undef REFUSE

    /* Views that are allowed. */
    v = good;
    v.format = PIPE_FORMAT_R8G8B8A8_SRGB;
    view = f->pipe->create_sampler_view(f->pipe, res, &v);
    assert_non_null(view);
    pipe_sampler_view_reference(&view, NULL);
    v = good;
    v.target = PIPE_TEXTURE_CUBE;
    v.u.tex.first_layer = 1;
    v.u.tex.last_layer = 6;
    view = f->pipe->create_sampler_view(f->pipe, res, &v);
    assert_non_null(view);
    pipe_sampler_view_reference(&view, NULL);
    v = good;
    v.target = PIPE_TEXTURE_2D;
    v.u.tex.first_layer = v.u.tex.last_layer = 3;
    view = f->pipe->create_sampler_view(f->pipe, res, &v);
    assert_non_null(view);
    pipe_sampler_view_reference(&view, NULL);
    pipe_resource_reference(&res, NULL);
}

static void test_buffer_views(void **state)
{
    struct pipe_fixture *f = *state;
    struct pipe_resource *res = fixture_buffer(f, 4096, PIPE_USAGE_DEFAULT, 0);
    struct pipe_sampler_view v = {.format = PIPE_FORMAT_R32_FLOAT};
    v.u.buf.last_element = 100;
    struct pipe_sampler_view *view = f->pipe->create_sampler_view(f->pipe, res, &v);
    assert_non_null(view);
    pipe_sampler_view_reference(&view, NULL);
    v.u.buf.first_element = 1024;
    v.u.buf.last_element = 2000;
    assert_null(f->pipe->create_sampler_view(f->pipe, res, &v));
    v.u.buf.first_element = 0xfffffff0;
    v.u.buf.last_element = 0xffffffff;
    assert_null(f->pipe->create_sampler_view(f->pipe, res, &v));
    v.u.buf.first_element = 0;
    v.u.buf.offset = 1;
    v.u.buf.size = 64;
    assert_null(f->pipe->create_sampler_view(f->pipe, res, &v));
    v.u.buf.offset = 0;
    v.u.buf.size = 0xffffffff;
    view = f->pipe->create_sampler_view(f->pipe, res, &v);
    assert_non_null(view);
    pipe_sampler_view_reference(&view, NULL);
    v.format = PIPE_FORMAT_DXT5_RGBA;
    assert_null(f->pipe->create_sampler_view(f->pipe, res, &v));
    pipe_resource_reference(&res, NULL);
}

static void test_surfaces(void **state)
{
    struct pipe_fixture *f = *state;
    struct pipe_resource t =
        fixture_template(PIPE_TEXTURE_3D, PIPE_FORMAT_R8G8B8A8_UNORM, 16, 16, 8);
    t.last_level = 2;
    struct pipe_resource *res = fixture_create(f, &t);
    struct pipe_resource *buffer = fixture_buffer(f, 4096, PIPE_USAGE_DEFAULT, 0);
    struct pipe_surface s = {.format = t.format};
    s.u.tex.level = 1;
    s.u.tex.last_layer = 3;
    struct pipe_surface *surface = f->pipe->create_surface(f->pipe, res, &s);
    assert_non_null(surface);
    assert_int_equal(surface->width, 8);
    pipe_surface_reference(&surface, NULL);
    assert_null(f->pipe->create_surface(f->pipe, buffer, &s));
    s.u.tex.last_layer = 4; /* level 0 has four slices, 0 to 3 */
    assert_null(f->pipe->create_surface(f->pipe, res, &s));
    s.u.tex.last_layer = 0;
    s.u.tex.level = 3;
    assert_null(f->pipe->create_surface(f->pipe, res, &s));
    s.u.tex.level = 0;
    s.format = PIPE_FORMAT_DXT1_RGB;
    assert_null(f->pipe->create_surface(f->pipe, res, &s));
    s.format = PIPE_FORMAT_Z24_UNORM_S8_UINT;
    assert_null(f->pipe->create_surface(f->pipe, res, &s));
    pipe_resource_reference(&buffer, NULL);
    pipe_resource_reference(&res, NULL);
}

static void test_formats(void **state)
{
    static const struct {
        enum pipe_format format;
        enum pipe_texture_target target;
        unsigned samples, bind;
    } bad[] = {
        {PIPE_FORMAT_R8G8B8A8_UNORM, PIPE_TEXTURE_1D, 4, PIPE_BIND_SAMPLER_VIEW},
        {PIPE_FORMAT_R8G8B8A8_UNORM, PIPE_TEXTURE_3D, 4, PIPE_BIND_SAMPLER_VIEW},
        {PIPE_FORMAT_R8G8B8A8_UNORM, PIPE_TEXTURE_CUBE, 4, PIPE_BIND_SAMPLER_VIEW},
        {PIPE_FORMAT_R8G8B8A8_UINT, PIPE_TEXTURE_2D, 0, PIPE_BIND_BLENDABLE},
        {PIPE_FORMAT_R32_FLOAT, PIPE_BUFFER, 0, PIPE_BIND_INDEX_BUFFER},
        {PIPE_FORMAT_R8G8B8A8_UNORM, (enum pipe_texture_target)99, 0, PIPE_BIND_SAMPLER_VIEW},
    };
    struct pipe_fixture *f = *state;
    for (unsigned i = 0; i < sizeof(bad) / sizeof(bad[0]); i++) {
        if (f->screen->is_format_supported(f->screen, bad[i].format, bad[i].target, bad[i].samples,
                                           bad[i].bind))
            fail_msg("case %u is claimed", i);
    }
}

static void test_memory_limit(void **state)
{
    (void)state;
    struct pipe_screen *screen;
    assert_int_equal(galvan_screen_create(galvan_screen_params(.memory_limit_B = 1 << 20), &screen),
                     GALVAN_OK);
    struct pipe_resource t =
        fixture_template(PIPE_TEXTURE_2D, PIPE_FORMAT_R8G8B8A8_UNORM, 256, 256, 1);
    struct pipe_resource *held[8] = {NULL};
    unsigned num = 0;
    for (unsigned i = 0; i < 8; i++) {
        held[i] = screen->resource_create(screen, &t);
        num += held[i] != NULL;
    }
    assert_in_range(num, 2, 4);
    assert_null(held[7]);
    for (unsigned i = 0; i < 8; i++)
        pipe_resource_reference(&held[i], NULL);
    /* Released memory can be allocated again. */
    held[0] = screen->resource_create(screen, &t);
    assert_non_null(held[0]);
    pipe_resource_reference(&held[0], NULL);
    assert_true(screen->can_create_resource(screen, &t));
    t.width0 = 4096;
    assert_false(screen->can_create_resource(screen, &t));
    assert_null(screen->resource_create(screen, &t));
    screen->destroy(screen);
}

/* Uses sample counts that no format has. can_create_resource() must reject 33. It must accept 3,
 * since frontends pass it an application's count and then create the texture with a supported
 * count. resource_create() must reject 3. */
static void test_odd_samples(void **state)
{
    struct pipe_fixture *f = *state;
    struct pipe_resource t =
        fixture_template(PIPE_TEXTURE_2D, PIPE_FORMAT_R8G8B8A8_UNORM, 16, 16, 1);
    t.nr_samples = t.nr_storage_samples = 3;
    assert_true(f->screen->can_create_resource(f->screen, &t));
    assert_null(f->screen->resource_create(f->screen, &t));
    t.nr_samples = t.nr_storage_samples = 33;
    assert_false(f->screen->can_create_resource(f->screen, &t));
}

/* Creates and deletes states. A context caches their contents; checks that the memory of the cache
 * counts against the limit, and is freed with the context. */
static void test_states_are_charged(void **state)
{
    (void)state;
    enum {
        MANY = 10000
    };
    struct pipe_screen *screen;
    assert_int_equal(galvan_screen_create(galvan_screen_params(.memory_limit_B = 1 << 20), &screen),
                     GALVAN_OK);
    struct pipe_context *pipe = screen->context_create(screen, NULL, 0);
    assert_non_null(pipe);
    unsigned num = 0;
    void *elements = screen; /* any pointer but NULL */
    for (; elements && num < MANY; num++) {
        const struct pipe_vertex_element pair[2] = {
            {.src_offset = 4 * (num % 512), .src_format = PIPE_FORMAT_R32_FLOAT},
            {.src_offset = 4 * (num / 512), .src_format = PIPE_FORMAT_R32_FLOAT},
        };
        elements = pipe->create_vertex_elements_state(pipe, 2, pair);
        if (elements)
            pipe->delete_vertex_elements_state(pipe, elements);
    }
    assert_null(elements);
    assert_in_range(num, 500, MANY);
    /* A state that equals an earlier one needs no memory. */
    const struct pipe_vertex_element again[2] = {{.src_format = PIPE_FORMAT_R32_FLOAT},
                                                 {.src_format = PIPE_FORMAT_R32_FLOAT}};
    elements = pipe->create_vertex_elements_state(pipe, 2, again);
    assert_non_null(elements);
    pipe->delete_vertex_elements_state(pipe, elements);
    pipe->destroy(pipe);
    struct pipe_resource t = fixture_template(PIPE_BUFFER, PIPE_FORMAT_R8_UNORM, 1 << 19, 1, 1);
    struct pipe_resource *res = screen->resource_create(screen, &t);
    assert_non_null(res);
    pipe_resource_reference(&res, NULL);
    screen->destroy(screen);
}

/* Creates a shader that uses a feature without a capability; checks that the shader is rejected. */
static void test_shaders(void **state)
{
    struct pipe_fixture *f = *state;
    assert_null(fixture_try_shader(f, f->pipe->create_fs_state,
                                   "FRAG\n"
                                   "DCL IN[0], GENERIC[0], LINEAR\n"
                                   "DCL OUT[0], COLOR\n"
                                   "DCL CONST[0]\n"
                                   "TEX OUT[0], IN[0], CONST[0], 2D\n"
                                   "END\n",
                                   NULL));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_resources),     cmocka_unit_test(test_odd_samples),
        cmocka_unit_test(test_sampler_views), cmocka_unit_test(test_buffer_views),
        cmocka_unit_test(test_surfaces),      cmocka_unit_test(test_formats),
        cmocka_unit_test(test_memory_limit),  cmocka_unit_test(test_states_are_charged),
        cmocka_unit_test(test_shaders),
    };
    return cmocka_run_group_tests(tests, pipe_fixture_setup, pipe_fixture_teardown);
}
