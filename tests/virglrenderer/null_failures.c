/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Memory and the driver fail at every place in turn, and a lost or hanging device: each is an error
 * that the caller gets, nothing leaks, and the next session works. On the driver that checks its
 * arguments. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "failing_alloc.h"
#include "null_pipe.h"
#include "virglrenderer/global.h"
#include "vr.h"

/* ---- Sessions -------------------------------------------------------------------------------- */

static struct null_screen *screen;

static void keep_screen(struct pipe_screen *base)
{
    assert_true(null_screen_is_empty(null_screen(base)));
}

/* In place of the device. */
int gv_vr_open_screen(const struct galvan_log *log, struct pipe_screen **out_screen,
                      uint64_t *out_device_B)
{
    (void)log;
    (void)out_device_B;
    *out_screen = &screen->base;
    return 0;
}

static void say_nothing(const char *format, va_list args)
{
    (void)format;
    (void)args;
}

static void (*destroy_screen)(struct pipe_screen *base);

/* A buffer for a buffer: nobody looks at what is in it. */
static struct pipe_resource *import(struct pipe_screen *base, const struct pipe_resource *templ,
                                    void *memory)
{
    (void)memory;
    return base->resource_create(base, templ);
}

static int setup(void **state)
{
    (void)state;
    memset(&vr_seen, 0, sizeof(vr_seen));
    screen = null_screen_create();
    assert_non_null(screen);
    destroy_screen = screen->base.destroy;
    screen->base.resource_from_user_memory = import;
    screen->base.destroy = keep_screen;
    virgl_set_debug_callback(say_nothing);
    return 0;
}

static int teardown(void **state)
{
    (void)state;
    destroy_screen(&screen->base);
    return 0;
}

static uint8_t memory[64 * 64 * 4];

/* Everything that allocates. The value is whether all of it worked. */
static bool run_session(void)
{
    struct virgl_renderer_resource_create_args texture = vr_args_2d(1, 64, 64),
                                               result = vr_args_buffer(2, 16);
    struct iovec iov[2] = {{memory, 100}, {memory + 100, sizeof(memory) - 100}};
    const struct virgl_renderer_resource_create_blob_args blob = {
        .res_handle = 3,
        .blob_mem = VIRGL_RENDERER_BLOB_MEM_GUEST,
        .size = 64,
        .iovecs = iov,
        .num_iovs = 2,
    };
    const struct virgl_renderer_resource_create_blob_args host = {
        .res_handle = 4,
        .ctx_id = 1,
        .blob_mem = VIRGL_RENDERER_BLOB_MEM_HOST3D,
        .blob_id = 1,
        .size = 4096,
    };
    struct virgl_box box = vr_box(64, 64);
    struct vr_commands c = {.num_dw = 0};
    uint32_t width, height;
    bool ok = virgl_renderer_init(&vr_seen, 0, &vr_callbacks) == 0;

    result.bind = GV_VIRGL_BIND_CUSTOM;
    ok &= virgl_renderer_context_create(1, 4, "test") == 0;
    ok &= virgl_renderer_resource_create(&texture, NULL, 0) == 0;
    ok &= virgl_renderer_resource_attach_iov(1, iov, 2) == 0;
    ok &= virgl_renderer_resource_create(&result, iov, 2) == 0;
    ok &= virgl_renderer_resource_create_blob(&blob) == 0;
    VR_COMMAND(&c, PIPE_RESOURCE_CREATE, PIPE_BUFFER, PIPE_FORMAT_R8_UNORM, 0, 4000, 1, 1, 1, 0, 0,
               6, 1);
    ok &= vr_submit(&c, 1) == 0;
    ok &= virgl_renderer_resource_create_blob(&host) == 0;
    void *mapped;
    uint64_t mapped_B;
    ok &= virgl_renderer_resource_map(4, &mapped, &mapped_B) == 0;
    for (int handle = 1; handle <= 4; handle++)
        virgl_renderer_ctx_attach_resource(1, handle);
    ok &= vr_clear(1, 1, 5, 1, 1, 1, 1) == 0;
    VR_CREATE(&c, QUERY, 6, GV_VIRGL_QUERY_TIMESTAMP, 0, 2);
    VR_COMMAND(&c, END_QUERY, 6);
    VR_COMMAND(&c, GET_QUERY_RESULT, 6, 0);
    ok &= vr_submit(&c, 1) == 0;
    ok &= virgl_renderer_transfer_write_iov(1, 1, 0, 0, 0, &box, 0, NULL, 0) == 0;
    ok &= virgl_renderer_transfer_read_iov(1, 1, 0, 0, 0, &box, 0, iov, 2) == 0;
    ok &= virgl_renderer_create_fence(1, 0) == 0;
    ok &= virgl_renderer_context_create_fence(1, 0, 0, 2) == 0;
    virgl_renderer_poll();
    void *pixels = NULL;
    struct virgl_renderer_resource_create_args cursor = vr_args_2d(5, 64, 64);
    ok &= virgl_renderer_resource_create(&cursor, NULL, 0) == 0;
    ok &= (pixels = virgl_renderer_get_cursor_data(5, &width, &height)) != NULL;
    free(pixels);
    virgl_renderer_cleanup(NULL);
    return ok;
}

static void expect_clean_run(void)
{
    memset(&vr_seen, 0, sizeof(vr_seen));
    assert_true(run_session());
    assert_int_equal(vr_seen.num_fences, 2);
}

static void every_allocation(void **state)
{
    bool all_made = false;
    unsigned refused = 0;
    unsigned long k;
    (void)state;
    for (k = 0; !all_made; k++) {
        failing_alloc_begin(k, k + 1);
        refused += !run_session();
        all_made = failing_alloc_end() <= k;
    }
    assert_true(k > 20);
    assert_true(refused > 10);
    expect_clean_run();
}

static void every_thing_the_driver_makes(void **state)
{
    bool all_made = false;
    int k;
    (void)state;
    for (k = 0; !all_made; k++) {
        screen->fail_after = k;
        run_session();
        all_made = screen->fail_after >= 0;
        screen->fail_after = -1;
    }
    assert_true(k > 5);
    expect_clean_run();
}

/* ---- Devices --------------------------------------------------------------------------------- */

static void a_lost_device_is_an_error(void **state)
{
    struct virgl_box box = vr_box(64, 64);
    struct iovec iov = {memory, sizeof(memory)};
    (void)state;
    assert_int_equal(virgl_renderer_init(&vr_seen, 0, &vr_callbacks), 0);
    vr_context_with_texture(1, 64, 64);
    assert_int_equal(vr_clear(1, 1, 5, 1, 1, 1, 1), 0);
    screen->device_reset = true;
    assert_int_equal(virgl_renderer_create_fence(1, 0), 0);
    virgl_renderer_poll();
    assert_int_equal(vr_seen.num_fences, 1); /* nobody waits for ever */
    assert_int_equal(vr_clear(1, 1, 6, 1, 1, 1, 1), EIO);
    assert_int_equal(virgl_renderer_transfer_read_iov(1, 1, 0, 0, 0, &box, 0, &iov, 1), EIO);
    assert_int_equal(virgl_renderer_submit_cmd(NULL, 1, 0), EIO);
    virgl_renderer_cleanup(NULL);
    screen->device_reset = false;
    expect_clean_run();
}

static void fences_wait_for_the_device(void **state)
{
    (void)state;
    assert_int_equal(virgl_renderer_init(&vr_seen, 0, &vr_callbacks), 0);
    vr_context_with_texture(1, 64, 64);
    screen->fences_held = true;
    assert_int_equal(vr_clear(1, 1, 5, 1, 1, 1, 1), 0);
    assert_int_equal(virgl_renderer_create_fence(1, 0), 0);
    assert_int_equal(virgl_renderer_create_fence(2, 0), 0);
    virgl_renderer_poll();
    assert_int_equal(vr_seen.num_fences, 0);
    screen->fences_held = false;
    virgl_renderer_poll();
    assert_int_equal(vr_seen.num_fences, 2);
    virgl_renderer_cleanup(NULL);
}

#define TEST(f) cmocka_unit_test_setup_teardown(f, setup, teardown)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(every_allocation),
        TEST(every_thing_the_driver_makes),
        TEST(a_lost_device_is_an_error),
        TEST(fences_wait_for_the_device),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
