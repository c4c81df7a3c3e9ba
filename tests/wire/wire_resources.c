/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* The life of resources, and invalid requests of a client. */
#include <stdlib.h>
#include <string.h>

#include "virgl/budget.h"
#include "virgl/resource.h"
#include "virgl/resource_table.h"
#include "wire.h"

static void expect_refused(struct wire *w, struct gv_virgl_resource_args args, const char *part)
{
    unsigned live = w->screen->live.resources;
    if (!args.handle)
        args.handle = wire_handle(w);
    assert_int_not_equal(wire_create(w, &args, NULL, 0), GALVAN_OK);
    wire_expect_line(w, part);
    assert_int_equal(w->screen->live.resources, live);
    assert_null(gv_virgl_resource_get(w->r, args.handle));
}

static struct gv_virgl_resource_args plain(void)
{
    return wire_args_2d(PIPE_FORMAT_B8G8R8A8_UNORM, 16, 16);
}

static void create_and_unref(void **state)
{
    struct wire *w = *state;
    uint32_t handle = wire_texture(w, PIPE_FORMAT_B8G8R8A8_UNORM, 16, 16);
    assert_non_null(gv_virgl_resource_get(w->r, handle));
    assert_int_equal(w->screen->live.resources, 1);
    gv_virgl_resource_unref(w->r, handle);
    assert_null(gv_virgl_resource_get(w->r, handle));
    assert_int_equal(w->screen->live.resources, 0);
    gv_virgl_resource_unref(w->r, handle); /* attack unref_unknown */
    gv_virgl_resource_unref(w->r, 0);
    wire_expect_no_line(w);
}

static void create_bad_shapes(void **state)
{
    struct wire *w = *state;
    struct gv_virgl_resource_args a;

    a = plain(), a.width = 0, expect_refused(w, a, "0");
    a = plain(), a.width = 0x80000000, expect_refused(w, a, "too large");
    a = plain(), a.width = 16385, expect_refused(w, a, "too large for the device");
    a = plain(), a.width = a.height = a.depth = 0xffff, expect_refused(w, a, "dimension");
    a = plain(), a.last_level = 5, expect_refused(w, a, "levels");
    a = plain(), a.array_size = 0, expect_refused(w, a, "layers"); /* attack create_array_size_0 */
    a = plain(), a.array_size = 65536, expect_refused(w, a, "layers");
    a = plain(), a.nr_samples = 3, expect_refused(w, a, "samples");
    a = plain(), a.nr_samples = 255, expect_refused(w, a, "samples");
    a = plain(), a.nr_samples = 8, expect_refused(w, a, "format"); /* the device has four */
    a = plain(), a.format = 481, expect_refused(w, a, "format");
    a = plain(), a.format = 73, expect_refused(w, a, "format"); /* create_format_hole_in_table */
    a = plain(), a.format = PIPE_FORMAT_NV12, expect_refused(w, a, "format");
    a = plain(), a.format = PIPE_FORMAT_R8G8B8_UNORM, expect_refused(w, a, "format");
    a = plain(), a.target = 9, expect_refused(w, a, "target");
    a = plain(), a.target = ~0u, expect_refused(w, a, "target");
}

static void create_layers_past_the_device(void **state)
{
    struct wire *w = *state;
    struct gv_virgl_resource_args a = wire_args_2d(PIPE_FORMAT_R8_UNORM, 2, 2);
    a.target = PIPE_TEXTURE_2D_ARRAY;
    a.array_size = 2048;
    wire_resource(w, a);
    a.array_size = 2049;
    expect_refused(w, a, "layers");
    a = wire_args_2d(PIPE_FORMAT_R8_UNORM, 4, 4);
    a.target = PIPE_TEXTURE_3D;
    a.depth = 2048;
    wire_resource(w, a);
    a.depth = 2049;
    expect_refused(w, a, "too large for the device");
}

static void create_handle_0(void **state)
{
    struct wire *w = *state;
    struct gv_virgl_resource_args a = plain();
    assert_int_equal(wire_create(w, &a, NULL, 0), GALVAN_ERROR_INVALID);
    wire_expect_line(w, "handle 0");
}

static void create_handle_twice(void **state)
{
    struct wire *w = *state;
    struct gv_virgl_resource_args a = plain();
    a.handle = 7;
    assert_int_equal(wire_try_resource(w, a), GALVAN_OK);
    assert_int_equal(wire_try_resource(w, a), GALVAN_ERROR_INVALID);
    wire_expect_line(w, "handle 7 is in use");
    assert_int_equal(w->screen->live.resources, 1);
}

/* Creates a resource with all bind flags, which are a hint; checks that they are accepted, and that
 * the driver is asked for every use that the format allows. */
static void create_bind_all_ones(void **state)
{
    struct wire *w = *state;
    struct gv_virgl_resource_args a = plain();
    a.bind = ~0u;
    wire_resource(w, a);
    a.bind = 0;
    wire_resource(w, a);
    a = wire_args_buffer(64);
    a.bind = 0;
    wire_resource(w, a);
    assert_int_equal(w->screen->live.resources, 3);
}

/* Creates fences, results and staging buffers; checks that they need no device. */
static void shared_memory_only(void **state)
{
    struct wire *w = *state;
    struct gv_virgl_resource_args a = wire_args_buffer(1 << 20);
    wire_fence(w);
    wire_result(w);
    a.bind = GV_VIRGL_BIND_STAGING;
    uint32_t staging = wire_resource(w, a);
    assert_int_equal(w->screen->live.resources, 0);
    assert_int_equal(w->screen->live.contexts, 0);
    WIRE(w, SET_INDEX_BUFFER, staging, 4, 0);
    wire_refuse(w, "only shared memory");
}

static void samples_are_what_the_client_wants(void **state)
{
    struct wire *w = *state;
    struct gv_virgl_resource_args a = plain();
    a.nr_samples = 2; /* the device supports only 4, which the driver reports as 2 */
    uint32_t handle = wire_resource(w, a);
    uint32_t surface = wire_surface(w, handle, PIPE_FORMAT_B8G8R8A8_UNORM);
    WIRE(w, SET_FRAMEBUFFER_STATE, 1, 0, surface);
    WIRE(w, CLEAR, PIPE_CLEAR_COLOR0, 0, 0, 0, 0, 0, 0, 0);
    wire_accept(w);
    assert_int_equal(wire_context(w)->framebuffer.cbufs[0]->texture->nr_samples, 2);
}

static void one_resource_at_its_limit(void **state)
{
    struct wire *w = *state;
    struct gv_virgl_limits limits = gv_virgl_limits_default();
    limits.max_resource_B = 1000;
    wire_restart(w, &limits);
    wire_buffer(w, 1000);
    expect_refused(w, wire_args_buffer(1001), "too large");
    /* Samples must count in the resource's size. */
    struct gv_virgl_resource_args a = wire_args_2d(PIPE_FORMAT_R8_UNORM, 10, 25);
    a.nr_samples = 4;
    wire_resource(w, a);
    a.height = 26;
    expect_refused(w, a, "too large");
}

static void create_until_budget_then_free_then_again(void **state)
{
    struct wire *w = *state;
    struct gv_virgl_limits limits = gv_virgl_limits_default();
    uint32_t handles[8];
    limits.memory_B = 8 * (2 * 1000 + GV_VIRGL_RESOURCE_COST_B); /* device and backing both count */
    wire_restart(w, &limits);
    for (unsigned round = 0; round < 3; round++) {
        for (unsigned i = 0; i < 8; i++)
            handles[i] = wire_buffer(w, 1000);
        expect_refused(w, wire_args_buffer(1), "memory limit");
        for (unsigned i = 0; i < 8; i++)
            gv_virgl_resource_unref(w->r, handles[i]);
    }
}

static void objects_at_their_limit(void **state)
{
    struct wire *w = *state;
    struct gv_virgl_limits limits = gv_virgl_limits_default();
    limits.max_objects = 3;
    wire_restart(w, &limits);
    uint32_t first = wire_buffer(w, 4);
    wire_buffer(w, 4);
    wire_dsa(w);
    expect_refused(w, wire_args_buffer(4), "more than 3 objects");
    WIRE_CREATE(w, DSA, wire_handle(w), 0, 0, 0, 0);
    wire_refuse(w, "more than 3 objects");
    gv_virgl_resource_unref(w->r, first);
    wire_dsa(w);
}

/* Attack create_fails_midway_no_double_free: lets the driver fail; checks the error. */
static void create_fails_midway(void **state)
{
    struct wire *w = *state;
    w->screen->fail_after = 0;
    expect_refused(w, plain(), "the driver refused it");
    w->screen->fail_after = -1;
    wire_resource(w, plain());
}

/* Creates a resource when memory is short; checks that recorded commands, which may use memory, are
 * flushed, and that the driver is called again. */
static void flushed_for_memory(void **state)
{
    struct wire *w = *state;
    WIRE(w, MEMORY_BARRIER, 1);
    wire_accept(w);
    unsigned flushes = w->screen->counts.flushes;
    w->screen->fail_after = 0;
    wire_resource(w, plain());
    assert_int_equal(w->screen->counts.flushes, flushes + 1);
    w->screen->fail_after = 0;
    expect_refused(w, plain(), "the driver refused it");
}

static void attach_backing_twice(void **state)
{
    struct wire *w = *state;
    uint8_t memory[64] = {0};
    struct iovec iov = {memory, sizeof(memory)};
    uint32_t handle = wire_buffer(w, 64);
    assert_int_equal(gv_virgl_resource_attach_iov(w->r, handle, &iov, 1), GALVAN_ERROR_INVALID);
    wire_expect_line(w, "has a backing");
    gv_virgl_resource_detach_iov(w->r, handle);
    gv_virgl_resource_detach_iov(w->r, handle);
    assert_int_equal(gv_virgl_resource_attach_iov(w->r, handle, &iov, 1), GALVAN_OK);
    assert_int_equal(gv_virgl_resource_attach_iov(w->r, 9999, &iov, 1), GALVAN_ERROR_INVALID);
    wire_expect_line(w, "unknown resource 9999");
    gv_virgl_resource_detach_iov(w->r, 9999);
    gv_virgl_resource_unref(w->r, handle); /* attack unref_while_attached */
}

static void bad_backings(void **state)
{
    struct wire *w = *state;
    struct gv_virgl_resource_args a = wire_args_buffer(64);
    struct iovec no_base = {NULL, 64}, huge[2] = {{w, SIZE_MAX}, {w, SIZE_MAX}};
    a.handle = 5;
    assert_int_equal(wire_create(w, &a, &no_base, 1), GALVAN_ERROR_INVALID);
    wire_expect_line(w, "bad backing");
    assert_int_equal(wire_create(w, &a, huge, 2), GALVAN_ERROR_INVALID);
    wire_expect_line(w, "bad backing");
    assert_int_equal(wire_create(w, &a, huge, 1), GALVAN_ERROR_LIMIT);
    wire_expect_line(w, "memory limit");
}

/* Unreferences a resource before its view is bound and destroyed; checks that the resource lives
 * until the view is unbound, and that the resource's handle is unknown afterwards. */
static void view_of_unref_resource(void **state)
{
    struct wire *w = *state;
    uint32_t texture = wire_texture(w, PIPE_FORMAT_B8G8R8A8_UNORM, 16, 16);
    uint32_t view = wire_view(w, texture, PIPE_FORMAT_B8G8R8A8_UNORM);
    gv_virgl_resource_unref(w->r, texture);
    assert_int_equal(w->screen->live.resources, 1);
    WIRE(w, SET_SAMPLER_VIEWS, PIPE_SHADER_FRAGMENT, 0, view);
    WIRE(w, DESTROY_OBJECT, view);
    wire_accept(w);
    assert_int_equal(w->screen->live.resources, 1);
    WIRE(w, SET_SAMPLER_VIEWS, PIPE_SHADER_FRAGMENT, 0, 0);
    wire_accept(w);
    assert_int_equal(w->screen->live.resources, 0);
    WIRE_CREATE(w, SAMPLER_VIEW, wire_handle(w), texture, 1, 0, 0, 0);
    wire_refuse(w, "unknown resource");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        WIRE_TEST(create_and_unref),
        WIRE_TEST(create_bad_shapes),
        WIRE_TEST(create_layers_past_the_device),
        WIRE_TEST(create_handle_0),
        WIRE_TEST(create_handle_twice),
        WIRE_TEST(create_bind_all_ones),
        WIRE_TEST(shared_memory_only),
        WIRE_TEST(samples_are_what_the_client_wants),
        WIRE_TEST(one_resource_at_its_limit),
        WIRE_TEST(create_until_budget_then_free_then_again),
        WIRE_TEST(objects_at_their_limit),
        WIRE_TEST(create_fails_midway),
        WIRE_TEST(flushed_for_memory),
        WIRE_TEST(attach_backing_twice),
        WIRE_TEST(bad_backings),
        WIRE_TEST(view_of_unref_resource),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
