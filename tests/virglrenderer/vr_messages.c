/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* The receivers of messages, and callbacks that call the library. */
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "vr.h"

static struct {
    unsigned num_lines, num_freed;
    char last[1200];
    enum virgl_log_level_flags level;
    void (*call)(void);
} said;

static void debug_callback(const char *format, va_list args)
{
    vsnprintf(said.last, sizeof(said.last), format, args);
    said.num_lines++;
    if (said.call)
        said.call();
}

static void log_callback(enum virgl_log_level_flags level, const char *message, void *user_data)
{
    assert_ptr_equal(user_data, &said);
    snprintf(said.last, sizeof(said.last), "%s", message);
    said.level = level;
    said.num_lines++;
    if (said.call)
        said.call();
}

static void free_data(void *user_data)
{
    assert_ptr_equal(user_data, &said);
    said.num_freed++;
}

static int setup(void **state)
{
    memset(&said, 0, sizeof(said));
    return vr_setup(state);
}

static int teardown(void **state)
{
    virgl_set_debug_callback(NULL);
    return vr_teardown(state);
}

/* Makes the library log one line. */
static void provoke(void)
{
    virgl_renderer_context_destroy(5);
    assert_int_equal(virgl_renderer_context_create(5, 4, "evil\nname"), 0);
    assert_int_equal(virgl_renderer_submit_cmd((uint32_t[]){gv_virgl_header(200, 0, 0)}, 5, 1),
                     EINVAL);
}

/* Makes the library log one line of another kind: it logs only the first line of each kind. */
static void provoke_another(void)
{
    const uint32_t header = gv_virgl_header(GV_VIRGL_DESTROY_SUB_CTX, 0, 1);
    assert_int_equal(virgl_renderer_submit_cmd((uint32_t[]){header, 0}, 5, 2), EINVAL);
}

static void to_the_debug_callback(void **state)
{
    (void)state;
    assert_null(virgl_set_debug_callback(debug_callback));
    provoke();
    assert_int_equal(said.num_lines, 1);
    assert_string_equal(said.last, "galvan: virgl: context 5 evil: UNKNOWN at dword 0: unknown "
                                   "command 200 of 0 dwords\n");
    assert_ptr_equal(virgl_set_debug_callback(NULL), debug_callback);
    assert_null(virgl_set_debug_callback(debug_callback));
    virgl_set_log_callback(NULL, NULL, NULL);
    assert_null(virgl_set_debug_callback(NULL));
}

static void to_the_log_callback(void **state)
{
    (void)state;
    virgl_set_log_callback(log_callback, &said, free_data);
    provoke();
    assert_int_equal(said.num_lines, 1);
    assert_int_equal(said.level, VIRGL_LOG_LEVEL_ERROR);
    assert_non_null(strstr(said.last, "unknown command 200"));
    assert_int_equal(said.num_freed, 0);
    virgl_set_log_callback(log_callback, &said, NULL);
    assert_int_equal(said.num_freed, 1);
    virgl_set_debug_callback(debug_callback);
    assert_int_equal(said.num_freed, 1);
    provoke_another();
    assert_int_equal(said.num_lines, 2);
}

static void before_init(void **state)
{
    (void)state;
    virgl_renderer_cleanup(NULL);
    assert_null(virgl_set_debug_callback(debug_callback));
    assert_int_equal(virgl_renderer_init(&vr_seen, 0, &vr_callbacks), 0);
    provoke();
    assert_int_equal(said.num_lines, 1);
}

/* Calls all functions, from a log callback inside of a submission. Functions that could change an
 * object which the submission uses must do nothing or return an error. */
static void call_everything(void)
{
    struct virgl_renderer_resource_create_args args = vr_args_2d(8, 4, 4);
    struct virgl_renderer_resource_info info;
    struct virgl_box box = vr_box(1, 1);
    uint8_t byte[308];
    struct iovec iov = {byte, 1};
    int num = 1;
    virgl_renderer_poll();
    virgl_renderer_reset();
    virgl_renderer_cleanup(NULL);
    virgl_renderer_context_destroy(5);
    virgl_renderer_resource_unref(1);
    virgl_renderer_ctx_detach_resource(5, 1);
    virgl_renderer_get_rect(1, &iov, 1, 0, 0, 0, 1, 1);
    virgl_renderer_fill_caps(1, 1, byte);
    assert_int_equal(byte[0], 0);
    virgl_renderer_resource_detach_iov(1, NULL, &num);
    assert_int_equal(num, 0);
    assert_null(virgl_renderer_resource_get_priv(1));
    assert_int_equal(virgl_renderer_get_poll_fd(), -1);
    assert_int_equal(virgl_renderer_init(&vr_seen, 0, &vr_callbacks), -EBUSY);
    assert_int_equal(virgl_renderer_create_fence(1, 0), EBUSY);
    assert_int_equal(virgl_renderer_context_create(6, 0, NULL), EBUSY);
    assert_int_equal(virgl_renderer_submit_cmd(NULL, 5, 0), EBUSY);
    assert_int_equal(virgl_renderer_resource_create(&args, NULL, 0), EBUSY);
    assert_int_equal(virgl_renderer_resource_attach_iov(1, &iov, 1), EBUSY);
    assert_int_equal(virgl_renderer_resource_get_info(1, &info), EBUSY);
    assert_int_equal(virgl_renderer_transfer_read_iov(1, 0, 0, 0, 0, &box, 0, &iov, 1), EBUSY);
    assert_int_equal(virgl_renderer_transfer_write_iov(1, 0, 0, 0, 0, &box, 0, &iov, 1), EBUSY);
}

static void callbacks_call_nothing(void **state)
{
    uint8_t marker;
    (void)state;
    vr_context_with_texture(1, 4, 4);
    virgl_renderer_resource_set_priv(1, &marker);
    virgl_set_log_callback(log_callback, &said, NULL);
    said.call = call_everything;
    provoke();
    assert_int_equal(said.num_lines, 1);
    said.call = NULL;
    assert_ptr_equal(virgl_renderer_resource_get_priv(1), &marker);
    assert_int_equal(virgl_renderer_submit_cmd(NULL, 5, 0), 0);
}

static void set_another(void)
{
    virgl_set_debug_callback(debug_callback);
}

static void a_callback_may_be_replaced_by_itself(void **state)
{
    (void)state;
    virgl_set_log_callback(log_callback, &said, free_data);
    said.call = set_another;
    provoke();
    said.call = NULL;
    assert_int_equal(said.num_freed, 1);
    provoke_another();
    assert_int_equal(said.num_lines, 2);
}

#define TEST(f) cmocka_unit_test_setup_teardown(f, setup, teardown)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(to_the_debug_callback),
        TEST(to_the_log_callback),
        TEST(before_init),
        TEST(callbacks_call_nothing),
        TEST(a_callback_may_be_replaced_by_itself),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
