/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Sync files: flushes export them, contexts of another screen import them and wait for them. Also
 * tests descriptors that are not sync files. */
#include "pipe_fences.h"

#include <fcntl.h>
#include <poll.h>
#include <unistd.h>

enum {
    TIMEOUT_MS = 10000,
    ROUNDS = 20
};

static bool has_sync_files(const struct pipe_fixture *f)
{
    return f->screen->get_param(f->screen, PIPE_CAP_NATIVE_FENCE_FD);
}

/* Clears a buffer, and flushes with these flags. The caller releases the fence. */
static struct pipe_fence_handle *work(struct pipe_fixture *f, unsigned flags)
{
    static const uint32_t value = 7;
    struct pipe_resource *buffer = fixture_buffer(f, 4096, PIPE_USAGE_DEFAULT, 0);
    struct pipe_fence_handle *fence = NULL;
    f->pipe->clear_buffer(f->pipe, buffer, 0, 4096, &value, sizeof(value));
    f->pipe->flush(f->pipe, &fence, flags);
    assert_non_null(fence);
    pipe_resource_reference(&buffer, NULL);
    return fence;
}

static void release(struct pipe_fixture *f, struct pipe_fence_handle **fence)
{
    f->screen->fence_reference(f->screen, fence, NULL);
}

static bool becomes_readable(int fd)
{
    struct pollfd wait = {.fd = fd, .events = POLLIN};
    return poll(&wait, 1, TIMEOUT_MS) == 1 && wait.revents == POLLIN;
}

/* Without the capability, no fence has a sync file, and no sync file is imported. */
static void test_absent(void **state)
{
    struct pipe_fixture *f = *state;
    if (has_sync_files(f))
        skip();
    struct pipe_fence_handle *fence = work(f, PIPE_FLUSH_FENCE_FD);
    assert_int_equal(f->screen->fence_get_fd(f->screen, fence), -1);
    assert_true(f->screen->fence_finish(f->screen, fence, PIPE_TIMEOUT_INFINITE));
    release(f, &fence);
    if (f->pipe->create_fence_fd)
        fixture_refuses_descriptors(f, PIPE_FD_TYPE_NATIVE_SYNC);
}

static void test_export(void **state)
{
    struct pipe_fixture *f = *state;
    if (!has_sync_files(f))
        skip();
    for (unsigned i = 0; i < ROUNDS; i++) {
        struct pipe_fence_handle *fence = work(f, PIPE_FLUSH_FENCE_FD);
        int one = f->screen->fence_get_fd(f->screen, fence);
        int other = f->screen->fence_get_fd(f->screen, fence);
        assert_true(one >= 0 && other >= 0 && one != other);
        assert_true(fcntl(one, F_GETFD) & FD_CLOEXEC);
        release(f, &fence); /* the descriptors outlive the fence */
        assert_true(becomes_readable(one));
        assert_true(becomes_readable(other));
        close(one);
        close(other);
    }
    struct pipe_fence_handle *fence = work(f, 0);
    assert_int_equal(f->screen->fence_get_fd(f->screen, fence), -1);
    release(f, &fence);
}

/* A second screen waits for the first screen's sync file twice, on the device, and then on the
 * CPU. */
static void test_import(void **state)
{
    struct pipe_fixture *f = *state, *other = NULL;
    if (!has_sync_files(f))
        skip();
    pipe_fixture_setup((void **)&other);
    for (unsigned i = 0; i < ROUNDS; i++) {
        struct pipe_fence_handle *fence = work(f, PIPE_FLUSH_FENCE_FD), *imported = NULL;
        int fd = f->screen->fence_get_fd(f->screen, fence);
        other->pipe->create_fence_fd(other->pipe, &imported, fd, PIPE_FD_TYPE_NATIVE_SYNC);
        close(fd);
        assert_non_null(imported);
        for (unsigned j = 0; j < 2; j++) {
            other->pipe->fence_server_sync(other->pipe, imported);
            struct pipe_fence_handle *done = work(other, 0);
            assert_true(other->screen->fence_finish(other->screen, done, PIPE_TIMEOUT_INFINITE));
            release(other, &done);
        }
        other->pipe->fence_server_signal(other->pipe, imported); /* does nothing */
        assert_true(other->screen->fence_finish(other->screen, imported, PIPE_TIMEOUT_INFINITE));
        assert_true(other->screen->fence_finish(other->screen, imported, 0));
        fd = other->screen->fence_get_fd(other->screen, imported);
        assert_true(fd >= 0 && becomes_readable(fd));
        close(fd);
        release(other, &imported);
        release(f, &fence);
    }
    pipe_fixture_teardown((void **)&other);
}

static void test_refused_descriptors(void **state)
{
    struct pipe_fixture *f = *state;
    if (!has_sync_files(f))
        skip();
    fixture_refuses_descriptors(f, PIPE_FD_TYPE_NATIVE_SYNC);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_absent),
        cmocka_unit_test(test_export),
        cmocka_unit_test(test_import),
        cmocka_unit_test(test_refused_descriptors),
    };
    return cmocka_run_group_tests_name("sync_files", tests, pipe_fixture_setup,
                                       pipe_fixture_teardown);
}
