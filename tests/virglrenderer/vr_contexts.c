/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Contexts, and the commands that are submitted to them. */
#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "vr.h"

static void creation_refuses(void **state)
{
    (void)state;
    assert_int_equal(virgl_renderer_context_create(0, 0, NULL), EINVAL);
    assert_int_equal(virgl_renderer_context_create(1, 5, "first"), 0);
    assert_int_equal(virgl_renderer_context_create(1, 5, "again"), 0); /* the context exists */
    assert_int_equal(virgl_renderer_context_create(UINT32_MAX, 0, ""), 0);
    assert_int_equal(virgl_renderer_context_create_with_flags(2, 1, 0, NULL), 0);
    assert_int_equal(virgl_renderer_context_create_with_flags(3, 2, 0, NULL), 0);
    assert_int_equal(virgl_renderer_context_create_with_flags(4, 3, 0, NULL), EINVAL);
    assert_int_equal(virgl_renderer_context_create_with_flags(4, 4, 0, NULL), EINVAL); /* Venus */
    assert_int_equal(virgl_renderer_context_create_with_flags(4, 6, 0, NULL), EINVAL); /* DRM */
    assert_int_equal(virgl_renderer_context_create_with_flags(4, 0x102, 0, NULL), EINVAL);
    virgl_renderer_context_destroy(4);
    virgl_renderer_context_destroy(0);
    virgl_renderer_context_destroy(1);
    assert_int_equal(virgl_renderer_context_create(1, 5, "again"), 0);
}

/* Creates contexts with names that are not NUL-terminated, one of them longer than a log line;
 * checks that no byte after a name's length is read. */
static void names_have_a_length(void **state)
{
    char *name = test_malloc(4000);
    (void)state;
    memset(name, 'n', 4000);
    assert_int_equal(virgl_renderer_context_create(1, 4000, name), 0);
    assert_int_equal(virgl_renderer_context_create(2, 3, name + 3997), 0);
    assert_int_equal(virgl_renderer_context_create(3, UINT32_MAX, NULL), 0);
    test_free(name);
}

/* Attack context_create_100000: creates and destroys 100,000 contexts, and then creates contexts
 * until the limit is reached; checks the error. */
static void contexts_come_and_go(void **state)
{
    uint32_t num = 0;
    int error = 0;
    (void)state;
    for (uint32_t i = 1; i <= 100000; i++) {
        assert_int_equal(virgl_renderer_context_create(i, 0, NULL), 0);
        virgl_renderer_context_destroy(i);
    }
    while (!error && num < 100000)
        error = virgl_renderer_context_create(++num, 0, NULL);
    assert_int_equal(error, ENOSPC);
    virgl_renderer_reset();
    assert_int_equal(virgl_renderer_context_create(num, 0, NULL), 0);
}

static void submissions_refuse(void **state)
{
    uint32_t *dwords = test_malloc(16);
    const size_t too_much_dw = (1u << 18) + 1;
    (void)state;
    assert_int_equal(virgl_renderer_context_create(1, 0, NULL), 0);
    dwords[0] = gv_virgl_header(GV_VIRGL_NOP, 0, 2);
    memset(dwords + 1, 0, 8);
    assert_int_equal(virgl_renderer_submit_cmd(dwords, 1, 3), 0);
    assert_int_equal(virgl_renderer_submit_cmd(dwords, 1, 0), 0);
    assert_int_equal(virgl_renderer_submit_cmd(NULL, 1, 0), 0);
    assert_int_equal(virgl_renderer_submit_cmd(NULL, 1, 1), EINVAL);
    assert_int_equal(virgl_renderer_submit_cmd(dwords, 1, -1), EINVAL);
    assert_int_equal(virgl_renderer_submit_cmd(dwords, 1, INT_MIN), EINVAL);
    assert_int_equal(virgl_renderer_submit_cmd(dwords, 0, 3), EINVAL);
    assert_int_equal(virgl_renderer_submit_cmd(dwords, -1, 3), EINVAL);
    assert_int_equal(virgl_renderer_submit_cmd(dwords, 2, 3), EINVAL);
    assert_int_equal(virgl_renderer_submit_cmd(dwords, 1, 2), EINVAL); /* a command is cut off */
    assert_int_equal(virgl_renderer_submit_cmd((char *)dwords + 1, 1, 3), EFAULT);
    assert_int_equal(virgl_renderer_submit_cmd((char *)dwords + 2, 1, 0), EFAULT);
    test_free(dwords);
    dwords = calloc(too_much_dw, 4);
    assert_int_equal(virgl_renderer_submit_cmd(dwords, 1, (int)too_much_dw), ENOSPC);
    free(dwords);
}

/* Submits a wrong command; checks that it is skipped, that later commands are executed, and that
 * the caller's buffer of commands is unchanged. */
static void a_bad_command_is_skipped(void **state)
{
    uint32_t pixel[1];
    struct iovec iov = {pixel, sizeof(pixel)};
    struct virgl_box box = vr_box(1, 1);
    struct vr_commands c = {.num_dw = 0}, before;
    (void)state;
    vr_context_with_texture(1, 8, 8);
    VR_COMMAND(&c, DESTROY_SUB_CTX, 77);
    vr_command(&c, 200, 0, NULL, 0);
    VR_CREATE(&c, SURFACE, 5, 1, PIPE_FORMAT_B8G8R8A8_UNORM, 0, 0);
    VR_COMMAND(&c, SET_FRAMEBUFFER_STATE, 1, 0, 5);
    VR_COMMAND(&c, CLEAR, PIPE_CLEAR_COLOR0, 0x3f800000, 0x3f800000, 0, 0, 0, 0, 0);
    before = c;
    assert_int_equal(vr_submit(&c, 1), EINVAL);
    assert_memory_equal(before.dwords, c.dwords, sizeof(c.dwords));
    assert_int_equal(virgl_renderer_transfer_read_iov(1, 1, 0, 0, 0, &box, 0, &iov, 1), 0);
    assert_int_equal(pixel[0], 0x00ffff00);
}

/* Attaches resources, which belong to the renderer; checks that a context can use only those that
 * are attached to it. */
static void contexts_see_what_is_attached(void **state)
{
    uint32_t pixel[1] = {1};
    struct iovec iov = {pixel, sizeof(pixel)};
    struct virgl_box box = vr_box(1, 1);
    (void)state;
    vr_context_with_texture(1, 8, 8);
    assert_int_equal(virgl_renderer_context_create(2, 0, NULL), 0);
    assert_int_equal(vr_clear(1, 1, 5, 0, 0, 0, 0), 0);
    assert_int_equal(vr_clear(2, 1, 5, 1, 1, 1, 1), EINVAL); /* draws nothing */
    assert_int_equal(virgl_renderer_transfer_read_iov(1, 2, 0, 0, 0, &box, 0, &iov, 1), EINVAL);
    assert_int_equal(virgl_renderer_transfer_read_iov(1, 1, 0, 0, 0, &box, 0, &iov, 1), 0);
    assert_int_equal(pixel[0], 0);
    virgl_renderer_ctx_attach_resource(2, 1);
    virgl_renderer_ctx_attach_resource(2, 1);
    virgl_renderer_ctx_attach_resource(2, 9);
    virgl_renderer_ctx_attach_resource(9, 1);
    virgl_renderer_ctx_attach_resource(-1, -1);
    assert_int_equal(vr_clear(2, 1, 6, 1, 1, 1, 1), 0);
    assert_int_equal(virgl_renderer_transfer_read_iov(1, 1, 0, 0, 0, &box, 0, &iov, 1), 0);
    assert_int_equal(pixel[0], 0xffffffff); /* drawn by context 2, read by context 1 */
    virgl_renderer_ctx_detach_resource(2, 1);
    virgl_renderer_ctx_detach_resource(2, 1);
    virgl_renderer_ctx_detach_resource(9, 9);
    assert_int_equal(virgl_renderer_transfer_read_iov(1, 2, 0, 0, 0, &box, 0, &iov, 1), EINVAL);
    virgl_renderer_context_destroy(1);
    assert_int_equal(virgl_renderer_transfer_read_iov(1, 0, 0, 0, 0, &box, 0, &iov, 1), 0);
}

#define TEST(f) cmocka_unit_test_setup_teardown(f, vr_setup, vr_teardown)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(creation_refuses),         TEST(names_have_a_length),
        TEST(contexts_come_and_go),     TEST(submissions_refuse),
        TEST(a_bad_command_is_skipped), TEST(contexts_see_what_is_attached),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
