/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Fences of dma-bufs: other devices wait for the batches that use a dma-buf, and batches wait for
 * other devices. Runs on the stand-in for the drm drivers of Linux, where each submission takes a
 * while (GALVAN_DRM_LATENCY_US). There cmocka's assertions never fail, so the tests use EXPECT().
 */
#include "pipe_fixture.h"

#include <linux/dma-buf.h>
#include <linux/sync_file.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "../mesa/expect.h"

enum {
    SIZE = 64,
    TIMEOUT_MS = 10000,
};

static void finish(struct pipe_fixture *f)
{
    struct pipe_fence_handle *fence = NULL;
    f->pipe->flush(f->pipe, &fence, 0);
    EXPECT(f->screen->fence_finish(f->screen, fence, PIPE_TIMEOUT_INFINITE));
    f->screen->fence_reference(f->screen, &fence, NULL);
}

/* Returns a texture in a dma-buf and, in *out_fd, a descriptor of the dma-buf. */
static struct pipe_resource *shared(struct pipe_fixture *f, int *out_fd)
{
    struct winsys_handle handle = {.type = WINSYS_HANDLE_TYPE_FD};
    struct pipe_resource t =
        fixture_template(PIPE_TEXTURE_2D, PIPE_FORMAT_B8G8R8A8_UNORM, SIZE, SIZE, 1);
    t.bind =
        PIPE_BIND_RENDER_TARGET | PIPE_BIND_SAMPLER_VIEW | PIPE_BIND_SHARED | PIPE_BIND_SCANOUT;
    struct pipe_resource *res = fixture_create(f, &t);
    EXPECT(f->screen->resource_get_handle(f->screen, res, &handle, 0));
    *out_fd = (int)handle.handle;
    return res;
}

/* Submits a clear of the texture. */
static void write_texture(struct pipe_fixture *f, struct pipe_resource *res)
{
    const union pipe_color_union red = {.f = {1.0f, 0.0f, 0.0f, 1.0f}};
    struct pipe_surface *surface = fixture_surface(f, res, res->format, 0, 0, 0);
    f->pipe->clear_render_target(f->pipe, surface, &red, 0, 0, SIZE, SIZE);
    pipe_surface_reference(&surface, NULL);
    f->pipe->flush(f->pipe, NULL, 0);
}

/* Submits a copy of the texture to another texture. */
static void read_texture(struct pipe_fixture *f, struct pipe_resource *res)
{
    struct pipe_resource *other = fixture_texture(f, PIPE_TEXTURE_2D, res->format, SIZE, SIZE, 1);
    const struct pipe_box all = fixture_level_box(res, 0);
    f->pipe->resource_copy_region(f->pipe, other, 0, 0, 0, 0, res, 0, &all);
    f->pipe->flush(f->pipe, NULL, 0);
    pipe_resource_reference(&other, NULL);
}

/* Returns a sync file: DMA_BUF_SYNC_READ: another device that reads must wait for it;
 * DMA_BUF_SYNC_WRITE: one that writes. */
static int fence_for(int dma_buf, unsigned access)
{
    struct dma_buf_export_sync_file export = {.flags = access, .fd = -1};
    EXPECT(!ioctl(dma_buf, DMA_BUF_IOCTL_EXPORT_SYNC_FILE, &export));
    EXPECT(export.fd >= 0);
    return export.fd;
}

static bool has_passed(int fd)
{
    struct sync_file_info info = {.num_fences = 0};
    EXPECT(!ioctl(fd, SYNC_IOC_FILE_INFO, &info));
    return info.status;
}

static void expect_pending(int dma_buf, unsigned access)
{
    int fence = fence_for(dma_buf, access);
    EXPECT(!has_passed(fence));
    for (unsigned i = 0; i < TIMEOUT_MS && !has_passed(fence); i++)
        usleep(1000);
    EXPECT(has_passed(fence));
    close(fence);
}

static void expect_passed(int dma_buf, unsigned access)
{
    int fence = fence_for(dma_buf, access);
    EXPECT(has_passed(fence));
    close(fence);
}

static void test_others_wait(void **state)
{
    struct pipe_fixture *f = *state;
    int fd;
    struct pipe_resource *res = shared(f, &fd);
    finish(f);
    write_texture(f, res);
    expect_pending(fd, DMA_BUF_SYNC_READ);
    write_texture(f, res);
    expect_pending(fd, DMA_BUF_SYNC_WRITE);
    finish(f);
    read_texture(f, res);
    expect_passed(fd, DMA_BUF_SYNC_READ);
    expect_pending(fd, DMA_BUF_SYNC_WRITE);
    close(fd);
    pipe_resource_reference(&res, NULL);
}

/* Batches wait for writes of another screen; the CPU does not wait. That the device waits is not
 * shown, since the stand-in finishes all submissions in order. */
static void test_waits_for_others(void **state)
{
    struct pipe_fixture *f = *state, *other;
    int fd;
    pipe_fixture_setup((void **)&other);
    struct pipe_resource *res = shared(f, &fd);
    struct winsys_handle handle = {.type = WINSYS_HANDLE_TYPE_FD};
    EXPECT(f->screen->resource_get_handle(f->screen, res, &handle, 0));
    struct pipe_resource *there =
        other->screen->resource_from_handle(other->screen, res, &handle, 0);
    EXPECT(there);
    close((int)handle.handle);
    finish(f);
    write_texture(other, there);
    int fence = fence_for(fd, DMA_BUF_SYNC_READ);
    read_texture(f, res);
    write_texture(f, res);
    EXPECT(!has_passed(fence));
    finish(f);
    EXPECT(has_passed(fence));
    close(fence);
    close(fd);
    pipe_resource_reference(&there, NULL);
    pipe_resource_reference(&res, NULL);
    pipe_fixture_teardown((void **)&other);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_others_wait),
        cmocka_unit_test(test_waits_for_others),
    };
    return cmocka_run_group_tests_name("dma_buf_fences", tests, pipe_fixture_setup,
                                       pipe_fixture_teardown);
}
