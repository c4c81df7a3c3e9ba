/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Semaphores of another device, as in GL_EXT_semaphore_fd: this device waits for them and signals
 * them. Also tests descriptors that are not semaphores. The other device belongs to a second
 * screen, and the tests call its Vulkan functions directly. */
#include "pipe_fences.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <unistd.h>

#include "driver/screen/screen.h"

enum {
    SIZE_B = 4096
};

struct other {
    struct pipe_fixture *f;
    struct gv_vk_device *dev;
    VkSemaphore semaphore;
    int fd;
    atomic_bool signalled;
};

static bool has_semaphores(const struct pipe_fixture *f)
{
    return f->screen->get_param(f->screen, PIPE_CAP_FENCE_SIGNAL);
}

static void open_other(struct other *o)
{
    const VkExportSemaphoreCreateInfo export = {
        .sType = VK_STRUCTURE_TYPE_EXPORT_SEMAPHORE_CREATE_INFO,
        .handleTypes = VK_EXTERNAL_SEMAPHORE_HANDLE_TYPE_OPAQUE_FD_BIT,
    };
    const VkSemaphoreCreateInfo info = {.sType = VK_STRUCTURE_TYPE_SEMAPHORE_CREATE_INFO,
                                        .pNext = &export};
    VkSemaphoreGetFdInfoKHR get = {
        .sType = VK_STRUCTURE_TYPE_SEMAPHORE_GET_FD_INFO_KHR,
        .handleType = VK_EXTERNAL_SEMAPHORE_HANDLE_TYPE_OPAQUE_FD_BIT,
    };
    pipe_fixture_setup((void **)&o->f);
    o->dev = gv_screen(o->f->screen)->dev;
    assert_int_equal(o->dev->vk.vkCreateSemaphore(o->dev->handle, &info, NULL, &o->semaphore), 0);
    get.semaphore = o->semaphore;
    assert_int_equal(o->dev->vk.vkGetSemaphoreFdKHR(o->dev->handle, &get, &o->fd), 0);
}

static void close_other(struct other *o)
{
    close(o->fd);
    o->dev->vk.vkDestroySemaphore(o->dev->handle, o->semaphore, NULL);
    pipe_fixture_teardown((void **)&o->f);
}

/* Submits a signal of the semaphore if `signal` is set, else a wait for it. Uses vkQueueSubmit(),
 * which any device of Vulkan 1.1 has. */
static void submit(struct other *o, bool signal)
{
    const VkPipelineStageFlags stages = VK_PIPELINE_STAGE_ALL_COMMANDS_BIT;
    const VkSubmitInfo info = {
        .sType = VK_STRUCTURE_TYPE_SUBMIT_INFO,
        .waitSemaphoreCount = signal ? 0 : 1,
        .pWaitSemaphores = &o->semaphore,
        .pWaitDstStageMask = &stages,
        .signalSemaphoreCount = signal ? 1 : 0,
        .pSignalSemaphores = &o->semaphore,
    };
    const VkFenceCreateInfo create = {.sType = VK_STRUCTURE_TYPE_FENCE_CREATE_INFO};
    VkFence fence;
    assert_int_equal(o->dev->vk.vkCreateFence(o->dev->handle, &create, NULL, &fence), 0);
    assert_int_equal(o->dev->vk.vkQueueSubmit(o->dev->queue, 1, &info, fence), 0);
    assert_int_equal(o->dev->vk.vkWaitForFences(o->dev->handle, 1, &fence, VK_TRUE, UINT64_MAX), 0);
    o->dev->vk.vkDestroyFence(o->dev->handle, fence, NULL);
}

/* Returns whether a wait may be submitted before its signal, which lets the test check that the
 * device waits. Vulkan forbids this order: RADV and ANV block in such a submission, and Turnip
 * loses the device. SwiftShader accepts it. */
static bool may_wait_first(const struct other *o)
{
    return o->dev->driver_properties.driverID == VK_DRIVER_ID_GOOGLE_SWIFTSHADER;
}

static void *signal_later(void *data)
{
    struct other *o = data;
    usleep(50000);
    atomic_store(&o->signalled, true);
    submit(o, true);
    return NULL;
}

static void test_capability_tells(void **state)
{
    struct pipe_fixture *f = *state;
    assert_int_equal(has_semaphores(f), f->pipe->create_fence_fd != NULL);
    assert_int_equal(has_semaphores(f), f->pipe->fence_server_sync != NULL);
    assert_int_equal(has_semaphores(f), f->pipe->fence_server_signal != NULL);
}

static void test_the_device_waits(void **state)
{
    struct pipe_fixture *f = *state;
    if (!has_semaphores(f))
        skip();
    struct other o;
    pthread_t thread;
    struct pipe_fence_handle *semaphore = NULL, *done = NULL;
    uint8_t bytes[SIZE_B];
    open_other(&o);
    f->pipe->create_fence_fd(f->pipe, &semaphore, o.fd, PIPE_FD_TYPE_SYNCOBJ);
    assert_non_null(semaphore);
    struct pipe_resource *from = fixture_buffer(f, SIZE_B, PIPE_USAGE_DEFAULT, 0);
    struct pipe_resource *to = fixture_buffer(f, SIZE_B, PIPE_USAGE_DEFAULT, 0);
    struct pipe_box all = fixture_level_box(from, 0);
    for (uint32_t round = 0; round < 3; round++) {
        fixture_noise(round, bytes, SIZE_B);
        fixture_write(f, from, 0, &all, bytes);
        atomic_store(&o.signalled, false);
        if (may_wait_first(&o))
            assert_int_equal(pthread_create(&thread, NULL, signal_later, &o), 0);
        else
            signal_later(&o);
        f->pipe->fence_server_sync(f->pipe, semaphore);
        f->pipe->resource_copy_region(f->pipe, to, 0, 0, 0, 0, from, 0, &all);
        f->pipe->flush(f->pipe, &done, 0);
        assert_true(f->screen->fence_finish(f->screen, done, PIPE_TIMEOUT_INFINITE));
        assert_true(atomic_load(&o.signalled)); /* the copy cannot have begun before the signal */
        if (may_wait_first(&o))
            pthread_join(thread, NULL);
        uint8_t *back = fixture_read(f, to, 0, &all);
        fixture_expect_bytes(bytes, back, SIZE_B, "behind the semaphore");
        free(back);

        fixture_noise(round + 10, bytes, SIZE_B);
        fixture_write(f, from, 0, &all, bytes);
        f->pipe->resource_copy_region(f->pipe, to, 0, 0, 0, 0, from, 0, &all);
        f->pipe->fence_server_signal(f->pipe, semaphore);
        submit(&o, false); /* finishes only if the semaphore is signalled */
        assert_true(f->screen->fence_finish(f->screen, semaphore, PIPE_TIMEOUT_INFINITE));
        back = fixture_read(f, to, 0, &all);
        fixture_expect_bytes(bytes, back, SIZE_B, "before the semaphore");
        free(back);
    }
    f->screen->fence_reference(f->screen, &done, NULL);
    f->screen->fence_reference(f->screen, &semaphore, NULL);
    pipe_resource_reference(&from, NULL);
    pipe_resource_reference(&to, NULL);
    close_other(&o);
}

static void test_refused_descriptors(void **state)
{
    struct pipe_fixture *f = *state;
    if (!has_semaphores(f))
        skip();
    struct other o;
    open_other(&o);
    fixture_refuses_descriptors(f, PIPE_FD_TYPE_SYNCOBJ);
    struct pipe_fence_handle *fence = (void *)f;
    f->pipe->create_fence_fd(f->pipe, &fence, o.fd, PIPE_FD_TYPE_NATIVE_SYNC);
    assert_null(fence);
    close_other(&o);
}

/* Passes the fence of a flush to fence_server_sync() and fence_server_signal(); checks that the
 * fence still passes. */
static void test_own_fences(void **state)
{
    struct pipe_fixture *f = *state;
    struct pipe_fence_handle *fence = NULL;
    if (!has_semaphores(f))
        skip();
    f->pipe->flush(f->pipe, &fence, 0);
    f->pipe->fence_server_sync(f->pipe, fence);
    f->pipe->fence_server_signal(f->pipe, fence);
    assert_true(f->screen->fence_finish(f->screen, fence, PIPE_TIMEOUT_INFINITE));
    f->screen->fence_reference(f->screen, &fence, NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_capability_tells),
        cmocka_unit_test(test_the_device_waits),
        cmocka_unit_test(test_refused_descriptors),
        cmocka_unit_test(test_own_fences),
    };
    return cmocka_run_group_tests_name("semaphores", tests, pipe_fixture_setup,
                                       pipe_fixture_teardown);
}
