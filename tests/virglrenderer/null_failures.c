/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Each allocation and each creation of an object in the driver fails in turn, and a device is lost
 * or hangs. The caller must get an error for each failure, nothing may leak, and the next session
 * must work. The driver is the null driver, which checks its arguments (null_pipe.h). */
#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "failing_alloc.h"
#include "null_pipe.h"
#include "session.h"
#include "virglrenderer/global.h"
#include "vr.h"

/* ---- Sessions -------------------------------------------------------------------------------- */

static struct null_screen *screen;

static void keep_screen(struct pipe_screen *base)
{
    assert_true(null_screen_is_empty(null_screen(base)));
}

/* Replaces the library's function; returns this test's screen. */
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

/* Replaces resource_from_user_memory: creates a new buffer, as no test reads its contents. */
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

/* Calls every function that allocates, from init to cleanup. Returns whether all calls succeeded.
 */
static bool run_session(void)
{
    uint32_t pixel;
    bool ok = virgl_renderer_init(&vr_seen, 0, &vr_callbacks) == 0;

    ok &= vr_session_run(&pixel);
    virgl_renderer_cleanup(NULL);
    return ok;
}

static void expect_clean_run(void)
{
    memset(&vr_seen, 0, sizeof(vr_seen));
    assert_true(run_session());
    assert_int_equal(vr_seen.num_fences, VR_SESSION_FENCES);
}

/* Lets each allocation fail, first alone, then together with all later ones; checks the errors. */
static void every_allocation(void **state)
{
    (void)state;
    for (unsigned on = 0; on < 2; on++) {
        bool all_made = false;
        unsigned refused = 0;
        unsigned long k;
        for (k = 0; !all_made; k++) {
            failing_alloc_begin(k, on ? ULONG_MAX : k + 1);
            refused += !run_session();
            all_made = failing_alloc_end() <= k;
        }
        assert_true(k > 20);
        assert_true(refused > 10);
        expect_clean_run();
    }
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
    static uint8_t memory[64 * 64 * 4];
    struct virgl_box box = vr_box(64, 64);
    struct iovec iov = {memory, sizeof(memory)};
    (void)state;
    assert_int_equal(virgl_renderer_init(&vr_seen, 0, &vr_callbacks), 0);
    vr_context_with_texture(1, 64, 64);
    assert_int_equal(vr_clear(1, 1, 5, 1, 1, 1, 1), 0);
    screen->device_reset = true;
    assert_int_equal(virgl_renderer_create_fence(1, 0), 0);
    virgl_renderer_poll();
    assert_int_equal(vr_seen.num_fences, 1); /* a lost device passes all fences */
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
