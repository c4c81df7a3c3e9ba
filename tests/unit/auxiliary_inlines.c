/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Reference counting: which objects are destroyed, when, and how often. Also surfaces and
 * framebuffers that are filled in by hand. */
#include "util/u_inlines.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>

#include <pthread.h>

#include <cmocka.h>

#include "util/u_framebuffer.h"

/* A screen that counts the objects that it destroys. */
struct counting_screen {
    struct pipe_screen base;
    unsigned num_resources;
    struct pipe_resource *last_resource;
};

struct counting_context {
    struct pipe_context base;
    unsigned num_views, num_surfaces, num_targets;
};

static void resource_destroy(struct pipe_screen *screen, struct pipe_resource *resource)
{
    struct counting_screen *counting = (struct counting_screen *)screen;

    counting->num_resources++;
    counting->last_resource = resource;
}

static void view_destroy(struct pipe_context *pipe, struct pipe_sampler_view *view)
{
    (void)view;
    ((struct counting_context *)pipe)->num_views++;
}

static void surface_destroy(struct pipe_context *pipe, struct pipe_surface *surface)
{
    (void)surface;
    ((struct counting_context *)pipe)->num_surfaces++;
}

static void target_destroy(struct pipe_context *pipe, struct pipe_stream_output_target *target)
{
    (void)target;
    ((struct counting_context *)pipe)->num_targets++;
}

static struct pipe_resource new_resource(struct counting_screen *screen)
{
    screen->base.resource_destroy = resource_destroy;
    return (struct pipe_resource){.reference = {1}, .screen = &screen->base};
}

static void test_moves(void **state)
{
    (void)state;
    struct counting_screen screen = {.num_resources = 0};
    struct pipe_resource a = new_resource(&screen), b = new_resource(&screen);
    struct pipe_resource *first = NULL, *second = NULL;

    pipe_resource_reference(&first, &a);
    assert_ptr_equal(first, &a);
    assert_int_equal(a.reference.count, 2);
    pipe_resource_reference(&second, first);
    assert_int_equal(a.reference.count, 3);
    pipe_resource_reference(&second, second);
    assert_int_equal(a.reference.count, 3);
    pipe_resource_reference(&second, &b);
    assert_int_equal(a.reference.count, 2);
    assert_int_equal(b.reference.count, 2);
    pipe_resource_reference(&second, NULL);
    pipe_resource_reference(&second, NULL);
    assert_int_equal(b.reference.count, 1);
    assert_int_equal(screen.num_resources, 0);

    second = &b;
    pipe_resource_reference(&second, NULL);
    assert_int_equal(screen.num_resources, 1);
    assert_ptr_equal(screen.last_resource, &b);
    assert_null(second);
    assert_true(pipe_is_referenced(&a.reference));
    assert_false(pipe_is_referenced(&b.reference));
}

/* Releases the first plane of a resource; checks that all planes are destroyed, except those that
 * have another reference. */
static void test_planes(void **state)
{
    (void)state;
    struct counting_screen screen = {.num_resources = 0};
    struct pipe_resource planes[3];

    for (unsigned i = 0; i < 3; i++) {
        planes[i] = new_resource(&screen);
        planes[i].next = i < 2 ? &planes[i + 1] : NULL;
    }
    planes[2].reference.count = 2;
    struct pipe_resource *image = &planes[0];
    pipe_resource_reference(&image, NULL);
    assert_int_equal(screen.num_resources, 2);
    assert_ptr_equal(screen.last_resource, &planes[1]);
    assert_int_equal(planes[2].reference.count, 1);
}

static void test_context_objects(void **state)
{
    (void)state;
    struct counting_context context = {
        .base = {.sampler_view_destroy = view_destroy,
                 .surface_destroy = surface_destroy,
                 .stream_output_target_destroy = target_destroy},
    };
    struct pipe_sampler_view view = {.reference = {1}, .context = &context.base};
    struct pipe_surface surface = {.reference = {2}, .context = &context.base};
    struct pipe_stream_output_target target = {.reference = {1}, .context = &context.base};
    struct pipe_sampler_view *view_ptr = &view;
    struct pipe_surface *surface_ptr = &surface;
    struct pipe_stream_output_target *target_ptr = &target;

    pipe_sampler_view_reference(&view_ptr, NULL);
    pipe_surface_reference(&surface_ptr, NULL);
    pipe_so_target_reference(&target_ptr, NULL);
    assert_int_equal(context.num_views, 1);
    assert_int_equal(context.num_surfaces, 0);
    assert_int_equal(context.num_targets, 1);
    surface_ptr = &surface;
    pipe_surface_reference(&surface_ptr, NULL);
    assert_int_equal(context.num_surfaces, 1);
}

static void test_surfaces(void **state)
{
    (void)state;
    struct counting_screen screen = {.num_resources = 0};
    struct pipe_resource texture = new_resource(&screen), buffer = new_resource(&screen);
    struct pipe_context context = {.screen = &screen.base};
    struct pipe_surface a, b;

    texture.target = PIPE_TEXTURE_2D_ARRAY;
    texture.format = PIPE_FORMAT_R8_UNORM;
    texture.width0 = 20;
    texture.height0 = 6;
    memset(&a, 0x55, sizeof(a));
    pipe_surface_init(&context, &a, &texture, 2, 3);
    assert_int_equal(texture.reference.count, 2);
    assert_int_equal(a.reference.count, 1);
    assert_ptr_equal(a.context, &context);
    assert_int_equal(a.width, 5);
    assert_int_equal(a.height, 1);
    assert_int_equal(a.u.tex.level, 2);
    assert_int_equal(a.u.tex.first_layer, 3);
    assert_int_equal(a.u.tex.last_layer, 3);
    b = a;
    assert_true(pipe_surface_equal(&a, &b));
    b.format = PIPE_FORMAT_R8_UINT;
    assert_false(pipe_surface_equal(&a, &b));
    pipe_surface_reset(&context, &a, &texture, 2, 4);
    assert_int_equal(texture.reference.count, 2);
    b.format = PIPE_FORMAT_R8_UNORM;
    assert_false(pipe_surface_equal(&a, &b));
    pipe_resource_reference(&a.texture, NULL);

    buffer.target = PIPE_BUFFER;
    a.texture = b.texture = &buffer;
    a.u.buf.first_element = b.u.buf.first_element = 0;
    a.u.buf.last_element = 3;
    b.u.buf.last_element = 4;
    assert_false(pipe_surface_equal(&a, &b));
    b.u.buf.last_element = 3;
    assert_true(pipe_surface_equal(&a, &b));
}

static void test_point_sizes(void **state)
{
    (void)state;
    struct pipe_rasterizer_state legacy = {0}, sprites = {.point_quad_rasterization = 1},
                                 smooth = {.point_smooth = 1};

    assert_true(util_get_min_point_size(&legacy) == 1.0f);
    assert_true(util_get_min_point_size(&sprites) == 0.0f);
    assert_true(util_get_min_point_size(&smooth) == 0.0f);
    assert_int_equal(util_pipe_shader_from_tgsi_processor(TGSI_PROCESSOR_GEOMETRY),
                     PIPE_SHADER_GEOMETRY);
}

static void test_framebuffers(void **state)
{
    (void)state;
    struct pipe_resource multisampled = {.nr_samples = 4};
    struct pipe_surface large = {.texture = &multisampled, .width = 20, .height = 10};
    struct pipe_surface small = {.texture = &multisampled, .width = 8, .height = 12};
    struct pipe_framebuffer_state fb = {.width = 64, .samples = 2, .layers = 3};
    unsigned width = 9, height = 9;

    large.u.tex.first_layer = 1;
    large.u.tex.last_layer = 6;
    assert_false(util_framebuffer_min_size(&fb, &width, &height));
    assert_true(width == 0 && height == 0);
    assert_int_equal(util_framebuffer_get_num_layers(&fb), 3);
    assert_int_equal(util_framebuffer_get_num_samples(&fb), 2);
    fb.nr_cbufs = 2;
    fb.cbufs[1] = &large;
    fb.zsbuf = &small;
    assert_true(util_framebuffer_min_size(&fb, &width, &height));
    assert_true(width == 8 && height == 10);
    assert_int_equal(util_framebuffer_get_num_layers(&fb), 6);
    assert_int_equal(util_framebuffer_get_num_samples(&fb), 4);
}

enum {
    NUM_THREADS = 4,
    NUM_ROUNDS = 20000
};

static void *take_and_drop(void *resource)
{
    struct pipe_resource *held = NULL;

    for (unsigned i = 0; i < NUM_ROUNDS; i++) {
        pipe_resource_reference(&held, (struct pipe_resource *)resource);
        pipe_resource_reference(&held, NULL);
    }
    return NULL;
}

static void test_threads(void **state)
{
    (void)state;
    struct counting_screen screen = {.num_resources = 0};
    struct pipe_resource shared = new_resource(&screen);
    pthread_t threads[NUM_THREADS];

    for (unsigned i = 0; i < NUM_THREADS; i++)
        assert_int_equal(pthread_create(&threads[i], NULL, take_and_drop, &shared), 0);
    for (unsigned i = 0; i < NUM_THREADS; i++)
        assert_int_equal(pthread_join(threads[i], NULL), 0);
    assert_int_equal(shared.reference.count, 1);
    assert_int_equal(screen.num_resources, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_moves),           cmocka_unit_test(test_planes),
        cmocka_unit_test(test_context_objects), cmocka_unit_test(test_surfaces),
        cmocka_unit_test(test_point_sizes),     cmocka_unit_test(test_framebuffers),
        cmocka_unit_test(test_threads),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
