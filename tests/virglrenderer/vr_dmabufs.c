/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* dma-bufs of textures. Without the layer of dma_buf_layer.c, only the errors are tested. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "vr.h"

enum {
    TEXTURE = 7,
    FLOAT = 8,
    BUFFER = 9,
    WIDTH = 33,
    HEIGHT = 20,
    STRIDE_B = 256
};

static const uint32_t mark = 0x1badcafe;

static struct virgl_renderer_export_query query(uint32_t handle, bool wants_fds)
{
    struct virgl_renderer_export_query q = {
        .hdr = {.stype = VIRGL_RENDERER_STRUCTURE_TYPE_EXPORT_QUERY, .size = sizeof(q)},
        .in_resource_id = handle,
        .in_export_fds = wants_fds,
    };
    assert_int_equal(virgl_renderer_execute(&q, sizeof(q)), 0);
    return q;
}

static void write_texel(uint32_t x, uint32_t y, uint32_t bytes)
{
    struct virgl_box box = {.x = x, .y = y, .w = 1, .h = 1, .d = 1};
    struct iovec iov = {.iov_base = &bytes, .iov_len = sizeof(bytes)};
    assert_int_equal(virgl_renderer_transfer_write_iov(TEXTURE, 0, 0, 0, 0, &box, 0, &iov, 1), 0);
}

static void finish(void)
{
    unsigned num = vr_seen.num_fences;
    assert_int_equal(virgl_renderer_create_fence(1, 0), 0);
    vr_wait_fences(&vr_seen, num + 1);
}

/* ---- What another process reads */

struct seen {
    uint8_t *file, *pixels;
    size_t size_B;
};

/* Maps the dma-buf and closes `fd`. Searches for the texture's first texel, whose value is
 * `mark`. */
static struct seen look(int fd)
{
    struct stat status;
    assert_int_equal(fstat(fd, &status), 0);
    struct seen seen = {.size_B = (size_t)status.st_size};
    seen.file = mmap(NULL, seen.size_B, PROT_READ, MAP_SHARED, fd, 0);
    assert_ptr_not_equal(seen.file, MAP_FAILED);
    seen.pixels = memmem(seen.file, seen.size_B, &mark, sizeof(mark));
    assert_non_null(seen.pixels);
    close(fd);
    return seen;
}

static uint32_t texel(const struct seen *seen, uint32_t x, uint32_t y)
{
    uint32_t value;
    memcpy(&value, seen->pixels + y * STRIDE_B + x * 4, sizeof(value));
    return value;
}

/* ---- Tests ----------------------------------------------------------------------------------- */

static int setup(void **state)
{
    vr_setup(state);
    vr_restart(VIRGL_RENDERER_USE_EGL); /* the caller has no OpenGL context */
    vr_context_with_texture(TEXTURE, WIDTH, HEIGHT);
    struct virgl_renderer_resource_create_args other = vr_args_2d(FLOAT, 8, 8);
    other.format = PIPE_FORMAT_R32G32B32A32_FLOAT;
    assert_int_equal(virgl_renderer_resource_create(&other, NULL, 0), 0);
    struct virgl_renderer_resource_create_args buffer = vr_args_buffer(BUFFER, 64);
    assert_int_equal(virgl_renderer_resource_create(&buffer, NULL, 0), 0);
    return 0;
}

static bool has_dmabufs(void)
{
    struct virgl_renderer_resource_info_ext info = {0};
    assert_int_equal(virgl_renderer_resource_get_info_ext(TEXTURE, &info), 0);
    assert_int_equal(info.planes, info.has_dmabuf_export);
    assert_int_equal(info.modifiers, 0);
    assert_int_equal(info.base.tex_id, info.has_dmabuf_export ? TEXTURE : 0);
    return info.has_dmabuf_export;
}

static void need_layer(void)
{
    if (!getenv("GALVAN_TEST_LAYER"))
        skip();
    assert_true(has_dmabufs());
}

/* Changes a texture in each way; checks that the texture's dma-buf has its pixels when the dma-buf
 * is exported, and after each change once the next fence has passed. */
static void test_contents(void **state)
{
    (void)state;
    need_layer();
    write_texel(0, 0, mark);
    write_texel(WIDTH - 1, HEIGHT - 1, 0x04030201);
    struct virgl_renderer_export_query q = query(TEXTURE, true);
    assert_int_equal(q.out_num_fds, 1);
    assert_int_equal(q.out_fourcc, 0x34325241); /* AR24 */
    assert_int_equal(q.out_strides[0], STRIDE_B);
    assert_int_equal(q.out_offsets[0], 0);
    assert_int_equal(q.out_modifier, 0);
    finish();
    struct seen seen = look(q.out_fds[0]);
    assert_int_equal(texel(&seen, WIDTH - 1, HEIGHT - 1), 0x04030201);
    assert_int_equal(texel(&seen, 1, 0), 0);
    write_texel(5, 6, 0x40302010);
    finish();
    assert_int_equal(texel(&seen, 5, 6), 0x40302010);
    assert_int_equal(texel(&seen, 0, 0), mark);
    assert_int_equal(vr_clear(1, TEXTURE, 1, 1, 0, 0, 1), 0);
    finish();
    assert_int_equal(texel(&seen, 0, 0), 0xffff0000);
    assert_int_equal(texel(&seen, WIDTH - 1, HEIGHT - 1), 0xffff0000);
    virgl_renderer_resource_unref(TEXTURE); /* the mapped memory stays */
    assert_int_equal(texel(&seen, 5, 6), 0xffff0000);
    munmap(seen.file, seen.size_B);
}

/* Exports a dma-buf by every call; checks that all export the same memory. */
static void test_descriptors(void **state)
{
    (void)state;
    need_layer();
    write_texel(0, 0, mark);
    struct virgl_renderer_export_query q = query(TEXTURE, false);
    assert_int_equal(q.out_num_fds, 1);
    assert_int_equal(q.out_fds[0], -1);
    int fds[3], stride, offset;
    uint32_t type;
    assert_int_equal(virgl_renderer_get_fd_for_texture(TEXTURE, &fds[0]), 0);
    assert_int_equal(virgl_renderer_get_fd_for_texture2(TEXTURE, &fds[1], &stride, &offset), 0);
    assert_int_equal(stride, STRIDE_B);
    assert_int_equal(offset, 0);
    assert_int_equal(virgl_renderer_resource_export_blob(TEXTURE, &type, &fds[2]), 0);
    assert_int_equal(type, VIRGL_RENDERER_BLOB_FD_TYPE_DMABUF);
    write_texel(3, 3, 0x11223344);
    finish();
    for (unsigned i = 0; i < 3; i++) {
        struct seen seen = look(fds[i]);
        assert_int_equal(texel(&seen, 3, 3), 0x11223344);
        munmap(seen.file, seen.size_B);
    }
}

/* Exports a texture whose format has no DRM name, a buffer and an unknown resource. Exports a
 * texture on a device without dma-bufs. Checks that there is no dma-buf. */
static void test_none(void **state)
{
    (void)state;
    int fd = -7, stride, offset;
    uint32_t type;
    assert_int_equal(query(FLOAT, true).out_num_fds, 0);
    assert_int_equal(query(BUFFER, true).out_num_fds, 0);
    assert_int_equal(virgl_renderer_get_fd_for_texture(FLOAT, &fd), -EINVAL);
    assert_int_equal(virgl_renderer_get_fd_for_texture(999, &fd), -EINVAL);
    assert_int_equal(virgl_renderer_get_fd_for_texture2(TEXTURE, NULL, &stride, &offset), -EINVAL);
    assert_int_equal(virgl_renderer_resource_export_blob(BUFFER, &type, &fd), -EOPNOTSUPP);
    assert_int_equal(virgl_renderer_resource_export_blob(999, &type, &fd), -EINVAL);
    if (!has_dmabufs()) {
        struct virgl_renderer_export_query q = query(TEXTURE, true);
        assert_int_equal(q.out_num_fds, 0);
        assert_int_equal(q.out_fourcc, 0);
        assert_int_equal(q.out_fds[0], -1);
        assert_int_equal(virgl_renderer_get_fd_for_texture(TEXTURE, &fd), -EINVAL);
        assert_int_equal(virgl_renderer_resource_export_blob(TEXTURE, &type, &fd), -EOPNOTSUPP);
    }
    assert_int_equal(fd, -7);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_contents, setup, vr_teardown),
        cmocka_unit_test_setup_teardown(test_descriptors, setup, vr_teardown),
        cmocka_unit_test_setup_teardown(test_none, setup, vr_teardown),
    };
    return cmocka_run_group_tests_name("dmabufs", tests, NULL, NULL);
}
