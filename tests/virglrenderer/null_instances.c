/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* The functions of the interface use one gv_vr_instance. Two instances in one process, on one
 * device or on two devices, must be independent. */
#include <errno.h>
#include <string.h>

#include "null_pipe.h"
#include "virgl/api/resource.h"
#include "virglrenderer/context.h"
#include "virglrenderer/instance.h"
#include "virglrenderer/resource.h"
#include "vr.h"

struct pair {
    struct null_screen *screens[2];
    struct vr_seen seen[2];
    struct gv_vr_instance *instances[2];
};

static const struct galvan_log silent = {.level = GALVAN_LOG_NONE};

static void open_pair(struct pair *pair, struct null_screen *first, struct null_screen *second)
{
    *pair = (struct pair){.screens = {first, second}};
    for (unsigned i = 0; i < 2; i++) {
        const struct gv_vr_params params = {
            .screen = &pair->screens[i]->base,
            .log = &silent,
            .callbacks = &vr_callbacks,
            .cookie = &pair->seen[i],
        };
        assert_int_equal(gv_vr_create(&params, &pair->instances[i]), 0);
    }
}

static void make_texture(struct gv_vr_instance *instance, uint32_t width)
{
    const struct gv_virgl_resource_args args = {
        .handle = 1,
        .target = PIPE_TEXTURE_2D,
        .format = PIPE_FORMAT_B8G8R8A8_UNORM,
        .width = width,
        .height = 1,
        .depth = 1,
        .array_size = 1,
    };
    assert_int_equal(gv_vr_resource_create(instance, &args, NULL, 0), 0);
}

static void use_side_by_side(struct pair *pair)
{
    struct gv_vr_instance *a = pair->instances[0], *b = pair->instances[1];
    const uint32_t surface[] = {gv_virgl_header(GV_VIRGL_CREATE_OBJECT, GV_VIRGL_OBJECT_SURFACE, 5),
                                7,
                                1,
                                PIPE_FORMAT_B8G8R8A8_UNORM,
                                0,
                                0};
    struct gv_vr_fence_name name;
    int mine;

    /* Handle 1 and context 1 are different objects in the two instances. */
    make_texture(a, 16);
    make_texture(b, 32);
    assert_int_equal(gv_vr_resource_stride(gv_vr_resource_find(a, 1)), 64);
    assert_int_equal(gv_vr_resource_stride(gv_vr_resource_find(b, 1)), 128);
    gv_vr_resource_find(a, 1)->priv = &mine;
    assert_null(gv_vr_resource_find(b, 1)->priv);
    assert_int_equal(gv_vr_context_create(a, 1, 0, 0, NULL), 0);
    assert_false(gv_vr_context_exists(b, 1));
    assert_int_equal(gv_vr_submit(b, 1, surface, 6), -EINVAL);
    assert_int_equal(gv_vr_context_create(b, 1, 0, 0, NULL), 0);
    gv_vr_context_attach(a, 1, 1);
    assert_int_equal(gv_vr_submit(a, 1, surface, 6), 0);
    assert_int_equal(gv_vr_submit(b, 1, surface, 6), -EINVAL); /* skipped: not attached in b */

    /* Only the instance that created a fence may report it. */
    assert_int_equal(gv_vr_create_fence(a, 5), 0);
    assert_int_equal(gv_vr_poll(b), 0);
    assert_false(gv_vr_fences_take(&b->fences, &name));
    assert_int_equal(gv_vr_poll(a), 1);
    assert_true(gv_vr_fences_take(&a->fences, &name));
    assert_int_equal(name.id, 5);

    /* The reset and the end of one instance must not affect the other. */
    gv_vr_reset(a);
    assert_null(gv_vr_resource_find(a, 1));
    assert_non_null(gv_vr_resource_find(b, 1));
    gv_vr_destroy(a);
    gv_vr_context_attach(b, 1, 1);
    assert_int_equal(gv_vr_submit(b, 1, surface, 6), 0);
    gv_vr_destroy(b);
}

static void on_two_devices(void **state)
{
    struct pair pair;
    (void)state;
    open_pair(&pair, null_screen_create(), null_screen_create());
    use_side_by_side(&pair);
    for (unsigned i = 0; i < 2; i++) {
        assert_true(null_screen_is_empty(pair.screens[i]));
        pair.screens[i]->base.destroy(&pair.screens[i]->base);
    }
}

static void on_one_device(void **state)
{
    struct pair pair;
    struct null_screen *screen = null_screen_create();
    (void)state;
    open_pair(&pair, screen, screen);
    use_side_by_side(&pair);
    assert_true(null_screen_is_empty(screen));
    screen->base.destroy(&screen->base);
}

/* Submits commands with unknown handles to an instance that serves sockets; checks that the
 * submission returns no error. virgl_test_server would disconnect the client after an error, and
 * threads of Mesa 22.3 send such commands. */
static void a_server_hears_no_unknown_names(void **state)
{
    struct null_screen *screen = null_screen_create();
    struct vr_seen seen = {0};
    const uint32_t surface[] = {gv_virgl_header(GV_VIRGL_CREATE_OBJECT, GV_VIRGL_OBJECT_SURFACE, 5),
                                7,
                                1,
                                PIPE_FORMAT_B8G8R8A8_UNORM,
                                0,
                                0};
    (void)state;
    for (unsigned is_server = 0; is_server < 2; is_server++) {
        struct gv_vr_instance *instance;
        const struct gv_vr_params params = {.screen = &screen->base,
                                            .log = &silent,
                                            .callbacks = &vr_callbacks,
                                            .cookie = &seen,
                                            .serves_sockets = is_server};
        assert_int_equal(gv_vr_create(&params, &instance), 0);
        make_texture(instance, 16);
        assert_int_equal(gv_vr_context_create(instance, 1, 0, 0, NULL), 0);
        assert_int_equal(gv_vr_submit(instance, 1, surface, 6), is_server ? 0 : -EINVAL);
        gv_vr_destroy(instance);
    }
    screen->base.destroy(&screen->base);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(on_two_devices),
        cmocka_unit_test(on_one_device),
        cmocka_unit_test(a_server_hears_no_unknown_names),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
