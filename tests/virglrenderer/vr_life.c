/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* init, cleanup and reset, and every function at the wrong time. */
#include <errno.h>
#include <string.h>
#include <unistd.h>

#include "vr.h"

static int no_setup(void **state)
{
    (void)state;
    virgl_renderer_cleanup(NULL);
    return 0;
}

static void init_refuses(void **state)
{
    struct virgl_renderer_callbacks callbacks = vr_callbacks;
    (void)state;
    assert_int_equal(virgl_renderer_init(&vr_seen, 0, NULL), -1);
    callbacks.version = 0;
    assert_int_equal(virgl_renderer_init(&vr_seen, 0, &callbacks), -1);
    callbacks.version = 5;
    assert_int_equal(virgl_renderer_init(&vr_seen, 0, &callbacks), -1);
    callbacks.version = -1;
    assert_int_equal(virgl_renderer_init(&vr_seen, 0, &callbacks), -1);
    assert_int_equal(virgl_renderer_init(&vr_seen, VIRGL_RENDERER_NO_VIRGL, &vr_callbacks),
                     -EINVAL);
    /* No renderer may have been created. */
    assert_int_equal(virgl_renderer_create_fence(1, 0), EINVAL);
}

/* Passes callbacks of version 1, in memory that ends with the last member of that version; checks
 * that the library does not read members of later versions. */
static void old_callbacks_are_short(void **state)
{
    const size_t size_B = offsetof(struct virgl_renderer_callbacks, get_drm_fd);
    (void)state;
    struct virgl_renderer_callbacks *callbacks = test_malloc(size_B);
    memcpy(callbacks, &vr_callbacks, size_B);
    callbacks->version = 1;
    memset(&vr_seen, 0, sizeof(vr_seen));
    assert_int_equal(virgl_renderer_init(&vr_seen, 0, callbacks), 0);
    assert_int_equal(virgl_renderer_context_create(1, 0, NULL), 0);
    assert_int_equal(virgl_renderer_context_create_fence(1, 0, 0, 1), -EINVAL);
    assert_int_equal(virgl_renderer_create_fence(7, 0), 0);
    test_free(callbacks); /* the library has copied it */
    vr_wait_fences(&vr_seen, 1);
    assert_int_equal(vr_seen.fences[0], 7);
    virgl_renderer_cleanup(NULL);
}

static void callbacks_may_be_missing(void **state)
{
    struct virgl_renderer_callbacks callbacks = {.version = 4};
    (void)state;
    assert_int_equal(virgl_renderer_init(NULL, 0, &callbacks), 0);
    assert_int_equal(virgl_renderer_create_fence(1, 0), 0);
    virgl_renderer_poll();
    virgl_renderer_cleanup(NULL);
}

static void init_twice(void **state)
{
    static struct virgl_renderer_callbacks others;
    others = vr_callbacks;
    (void)state;
    assert_int_equal(virgl_renderer_init(&vr_seen, 0, &vr_callbacks), 0);
    assert_int_equal(virgl_renderer_init(&vr_seen, 0, &vr_callbacks), 0);
    assert_int_equal(virgl_renderer_init(NULL, 0, &vr_callbacks), -EBUSY);
    assert_int_equal(virgl_renderer_init(&vr_seen, 2, &vr_callbacks), -EBUSY);
    assert_int_equal(virgl_renderer_init(&vr_seen, 0, &others), -EBUSY);
    virgl_renderer_cleanup(NULL);
    virgl_renderer_cleanup(NULL);
    assert_int_equal(virgl_renderer_init(&vr_seen, 0, &others), 0);
    virgl_renderer_cleanup(NULL);
}

/* Calls every function without a renderer; checks that each returns what the header says, without
 * side effects. */
static void nothing_works_before_init(void **state)
{
    struct virgl_renderer_resource_create_args args = vr_args_2d(1, 4, 4);
    struct virgl_renderer_resource_info info;
    struct virgl_renderer_resource_info_ext ext;
    struct virgl_box box = vr_box(4, 4);
    uint8_t memory[64];
    struct iovec iov = {memory, sizeof(memory)}, *detached = &iov;
    uint32_t u = 0;
    int num = 1;
    (void)state;
    virgl_renderer_poll();
    virgl_renderer_reset();
    virgl_renderer_force_ctx_0();
    virgl_renderer_context_poll(1);
    virgl_renderer_context_destroy(1);
    virgl_renderer_ctx_attach_resource(1, 1);
    virgl_renderer_ctx_detach_resource(1, 1);
    virgl_renderer_resource_unref(1);
    virgl_renderer_resource_set_priv(1, &u);
    virgl_renderer_get_rect(1, &iov, 1, 0, 0, 0, 1, 1);
    virgl_renderer_resource_detach_iov(1, &detached, &num);
    assert_null(detached);
    assert_int_equal(num, 0);
    virgl_renderer_resource_detach_iov(1, NULL, NULL);
    assert_null(virgl_renderer_resource_get_priv(1));
    assert_null(virgl_renderer_get_cursor_data(1, &u, &u));
    assert_int_equal(virgl_renderer_get_poll_fd(), -1);
    assert_int_equal(virgl_renderer_context_get_poll_fd(1), -1);
    assert_int_equal(virgl_renderer_create_fence(1, 0), EINVAL);
    assert_int_equal(virgl_renderer_context_create_fence(1, 0, 0, 1), -EINVAL);
    assert_int_equal(virgl_renderer_context_create(1, 0, NULL), EINVAL);
    assert_int_equal(virgl_renderer_context_create_with_flags(1, 2, 0, NULL), EINVAL);
    assert_int_equal(virgl_renderer_submit_cmd(&u, 1, 1), EINVAL);
    assert_int_equal(virgl_renderer_submit_cmd2(&u, 1, 1, NULL, 0), EINVAL);
    assert_int_equal(virgl_renderer_resource_create(&args, NULL, 0), EINVAL);
    assert_int_equal(virgl_renderer_resource_create(NULL, NULL, 0), EINVAL);
    assert_int_equal(virgl_renderer_resource_create_blob(NULL), -EINVAL);
    assert_int_equal(virgl_renderer_resource_attach_iov(1, &iov, 1), EINVAL);
    assert_int_equal(virgl_renderer_resource_get_info(1, &info), EINVAL);
    assert_int_equal(virgl_renderer_resource_get_info_ext(1, &ext), EINVAL);
    assert_int_equal(virgl_renderer_transfer_read_iov(1, 0, 0, 0, 0, &box, 0, &iov, 1), EINVAL);
    assert_int_equal(virgl_renderer_transfer_write_iov(1, 0, 0, 0, 0, &box, 0, &iov, 1), EINVAL);
    assert_int_equal(virgl_renderer_resource_unmap(1), -EINVAL);
    assert_int_equal(virgl_renderer_resource_get_map_info(1, &u), -EINVAL);
    assert_int_equal(virgl_renderer_execute(&u, 4), -EINVAL);
}

/* Calls get_cap_set before and after init; checks that fill_caps writes exactly the announced
 * number of bytes. */
static void caps_before_and_after_init(void **state)
{
    static const uint32_t sizes[] = {0, 308, 1384, 0, 0, 0, 0};
    (void)state;
    for (unsigned init = 0; init < 2; init++) {
        for (uint32_t set = 0; set < 7; set++) {
            uint32_t version = 99, size_B = 99;
            uint8_t caps[1400];
            virgl_renderer_get_cap_set(set, &version, &size_B);
            assert_int_equal(version, sizes[set] ? set : 0);
            assert_int_equal(size_B, sizes[set]);
            memset(caps, 0x5a, sizeof(caps));
            virgl_renderer_fill_caps(set, version, caps);
            for (uint32_t at = size_B; at < sizeof(caps); at++)
                assert_int_equal(caps[at], 0x5a);
            if (size_B)
                assert_int_equal(caps[0], init ? set : 0); /* max_version comes first */
            virgl_renderer_fill_caps(set, version, NULL);
        }
        virgl_renderer_get_cap_set(2, NULL, NULL);
        assert_int_equal(virgl_renderer_init(&vr_seen, 0, &vr_callbacks), 0);
    }
    virgl_renderer_cleanup(NULL);
}

static void cleanup_with_everything_alive(void **state)
{
    static uint8_t memory[64 * 64 * 4];
    struct iovec iov = {memory, sizeof(memory)};
    (void)state;
    for (int round = 0; round < 2; round++) {
        assert_int_equal(virgl_renderer_init(&vr_seen, 0, &vr_callbacks), 0);
        vr_context_with_texture(1, 64, 64);
        assert_int_equal(virgl_renderer_resource_attach_iov(1, &iov, 1), 0);
        assert_int_equal(vr_clear(1, 1, 1, 1, 1, 1, 1), 0);
        assert_int_equal(virgl_renderer_create_fence(1, 0), 0);
        virgl_renderer_cleanup(NULL);
    }
}

static void reset_keeps_the_renderer(void **state)
{
    static uint8_t memory[64 * 4];
    struct iovec iov = {memory, sizeof(memory)};
    (void)state;
    assert_int_equal(virgl_renderer_init(&vr_seen, 0, &vr_callbacks), 0);
    for (int round = 0; round < 2; round++) {
        memset(&vr_seen, 0, sizeof(vr_seen));
        vr_context_with_texture(1, 8, 8);
        assert_int_equal(virgl_renderer_resource_attach_iov(1, &iov, 1), 0);
        assert_int_equal(vr_clear(1, 1, 1, 1, 1, 1, 1), 0);
        assert_int_equal(virgl_renderer_create_fence(1, 0), 0);
        virgl_renderer_reset();
        assert_null(virgl_renderer_resource_get_priv(1));
        assert_int_equal(virgl_renderer_submit_cmd(memory, 1, 0), EINVAL);
        virgl_renderer_poll();
        assert_int_equal(vr_seen.num_fences, 0); /* a guest that starts over has no fences */
    }
    virgl_renderer_cleanup(NULL);
}

static void what_galvan_has_not(void **state)
{
    struct virgl_renderer_resource_create_args args = vr_args_2d(2, 4, 4);
    struct virgl_renderer_resource_import_blob_args import = {.res_handle = 2, .size = 4096};
    uint64_t size = 0;
    uint32_t u = 0;
    void *map = NULL;
    int fd = -1, pipe_fds[2];
    (void)state;
    assert_int_equal(virgl_renderer_init(&vr_seen, 0, &vr_callbacks), 0);
    vr_context_with_texture(1, 8, 8);
    assert_int_equal(virgl_renderer_resource_map(1, &map, &size), -EOPNOTSUPP);
    assert_int_equal(virgl_renderer_resource_map(9, &map, &size), -EINVAL);
    assert_int_equal(virgl_renderer_resource_map(1, NULL, NULL), -EINVAL);
    assert_int_equal(virgl_renderer_resource_map_fixed(1, &u), -EOPNOTSUPP);
    assert_int_equal(virgl_renderer_resource_map_fixed(1, NULL), -EINVAL);
    assert_int_equal(virgl_renderer_resource_unmap(1), -EOPNOTSUPP);
    assert_int_equal(virgl_renderer_resource_get_map_info(1, &u), -EOPNOTSUPP);
    assert_int_equal(virgl_renderer_resource_get_map_info(1, NULL), -EINVAL);
    assert_int_equal(virgl_renderer_resource_export_blob(1, &u, &fd), -EOPNOTSUPP);
    assert_int_equal(virgl_renderer_resource_export_blob(1, &u, NULL), -EINVAL);
    assert_int_equal(virgl_renderer_resource_import_blob(&import), -EOPNOTSUPP);
    assert_int_equal(virgl_renderer_resource_import_blob(NULL), -EINVAL);
    assert_int_equal(virgl_renderer_resource_import_eglimage(&args, &u), EOPNOTSUPP);
    assert_int_equal(virgl_renderer_resource_import_eglimage(NULL, &u), EINVAL);
    assert_int_equal(virgl_renderer_get_fd_for_texture(1, &fd), -EINVAL);
    assert_int_equal(virgl_renderer_get_fd_for_texture2(1, &fd, &fd, &fd), -EINVAL);
    assert_int_equal(virgl_renderer_export_fence(1, &fd), -EOPNOTSUPP);
    assert_int_equal(virgl_renderer_export_signalled_fence(), -EOPNOTSUPP);
    assert_int_equal(virgl_renderer_get_fence_fd(1), -EOPNOTSUPP);
    assert_int_equal(virgl_renderer_get_dev_fd(1), -EOPNOTSUPP);
    assert_int_equal(virgl_renderer_submit_cmd2(&u, 1, 0, &size, 1), EINVAL);
    assert_int_equal(virgl_renderer_submit_cmd2(&u, 1, 0, NULL, 0), 0);

    /* attach_fence must close the descriptor whether or not it fails. */
    assert_int_equal(pipe(pipe_fds), 0);
    assert_int_equal(virgl_renderer_attach_fence(9, pipe_fds[0]), EINVAL);
    assert_int_equal(close(pipe_fds[0]), -1);
    assert_int_equal(virgl_renderer_attach_fence(1, pipe_fds[1]), -EOPNOTSUPP);
    assert_int_equal(close(pipe_fds[1]), -1);
    virgl_renderer_cleanup(NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(init_refuses, no_setup),
        cmocka_unit_test_setup(old_callbacks_are_short, no_setup),
        cmocka_unit_test_setup(callbacks_may_be_missing, no_setup),
        cmocka_unit_test_setup(init_twice, no_setup),
        cmocka_unit_test_setup(nothing_works_before_init, no_setup),
        cmocka_unit_test_setup(caps_before_and_after_init, no_setup),
        cmocka_unit_test_setup(cleanup_with_everything_alive, no_setup),
        cmocka_unit_test_setup(reset_keeps_the_renderer, no_setup),
        cmocka_unit_test_setup(what_galvan_has_not, no_setup),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
