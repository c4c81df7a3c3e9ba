/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Reference counting: who is destroyed, when, and how often. */
#include "util/u_inlines.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>

#include <pthread.h>

#include <cmocka.h>

/* Counts what it is asked to destroy. */
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

/* Planes die with the first one, but for those that someone else holds. */
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
        cmocka_unit_test(test_moves),
        cmocka_unit_test(test_planes),
        cmocka_unit_test(test_context_objects),
        cmocka_unit_test(test_threads),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
