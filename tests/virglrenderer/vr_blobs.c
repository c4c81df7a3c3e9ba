/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Host memory for a guest: a command announces the blob, a call creates it, and the caller maps it
 * in three ways. Also tests mistakes of a guest or a caller. */
#include "vr.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "../support/descriptors.h"
#include "virgl/caps_wire.h"

enum {
    PAGE_B = 4096,
    WIDTH_B = 10000,     /* width of the guest's buffer */
    SIZE_B = 3 * PAGE_B, /* size of the buffer's memory */
    BLOB = 5,            /* handle of the blob resource */
    OTHER = 6,           /* handle of an ordinary buffer */
    ID = 7,              /* the blob id, chosen by the guest */
    FLAGS = 2 | 4,       /* persistent, coherent */
};

static bool has_host_memory(void)
{
    struct gv_virgl_caps caps;
    uint8_t bytes[4096];
    uint32_t version, size_B;
    virgl_renderer_get_cap_set(2, &version, &size_B);
    assert_true(size_B <= sizeof(bytes));
    virgl_renderer_fill_caps(2, version, bytes);
    memcpy(&caps, bytes, size_B < sizeof(caps) ? size_B : sizeof(caps));
    return caps.capability_bits & (uint32_t)GV_VIRGL_CAP_ARB_BUFFER_STORAGE;
}

static int try_announce(int ctx_id, uint32_t target, uint32_t width, uint32_t blob_id)
{
    struct vr_commands c = {.num_dw = 0};
    VR_COMMAND(&c, PIPE_RESOURCE_CREATE, target, PIPE_FORMAT_R8_UNORM, GV_VIRGL_BIND_STAGING, width,
               1, 1, 1, 0, 0, FLAGS, blob_id);
    return vr_submit(&c, ctx_id);
}

static void announce(int ctx_id, uint32_t target, uint32_t width, uint32_t blob_id)
{
    assert_int_equal(try_announce(ctx_id, target, width, blob_id), 0);
}

static void announce_in_vain(int ctx_id, uint32_t target, uint32_t width, uint32_t blob_id)
{
    assert_int_equal(try_announce(ctx_id, target, width, blob_id), EINVAL);
}

static int take(uint32_t handle, uint32_t ctx_id, uint64_t blob_id, uint64_t size_B)
{
    const struct virgl_renderer_resource_create_blob_args args = {
        .res_handle = handle,
        .ctx_id = ctx_id,
        .blob_mem = VIRGL_RENDERER_BLOB_MEM_HOST3D,
        .blob_flags = VIRGL_RENDERER_BLOB_FLAG_USE_MAPPABLE,
        .blob_id = blob_id,
        .size = size_B,
    };
    return virgl_renderer_resource_create_blob(&args);
}

/* Creates context 1 with a blob and an ordinary buffer of the blob's size. */
static void make(void)
{
    struct virgl_renderer_resource_create_args args = vr_args_buffer(OTHER, WIDTH_B);
    assert_int_equal(virgl_renderer_context_create(1, 5, "guest"), 0);
    announce(1, PIPE_BUFFER, WIDTH_B, ID);
    assert_int_equal(take(BLOB, 1, ID, SIZE_B), 0);
    assert_int_equal(virgl_renderer_resource_create(&args, NULL, 0), 0);
    virgl_renderer_ctx_attach_resource(1, BLOB);
    virgl_renderer_ctx_attach_resource(1, OTHER);
}

static uint8_t *map(uint32_t handle)
{
    void *memory = NULL;
    uint64_t size_B = 0;
    assert_int_equal(virgl_renderer_resource_map(handle, &memory, &size_B), 0);
    assert_int_equal(size_B, SIZE_B);
    assert_int_equal((uintptr_t)memory % PAGE_B, 0);
    return memory;
}

static void pattern(uint8_t *bytes, unsigned seed)
{
    for (unsigned i = 0; i < WIDTH_B; i++)
        bytes[i] = (uint8_t)(i * 31 + (i >> 8) * seed + seed);
}

static void copy(uint32_t dst, uint32_t src)
{
    struct vr_commands c = {.num_dw = 0};
    VR_COMMAND(&c, RESOURCE_COPY_REGION, dst, 0, 0, 0, 0, src, 0, 0, 0, 0, WIDTH_B, 1, 1);
    assert_int_equal(vr_submit(&c, 1), 0);
}

static void expect_buffer(uint32_t handle, unsigned seed)
{
    uint8_t expected[WIDTH_B], bytes[WIDTH_B];
    struct iovec iov = {.iov_base = bytes, .iov_len = sizeof(bytes)};
    struct virgl_box box = vr_box(WIDTH_B, 1);
    pattern(expected, seed);
    assert_int_equal(virgl_renderer_transfer_read_iov(handle, 0, 0, 0, 0, &box, 0, &iov, 1), 0);
    assert_memory_equal(expected, bytes, WIDTH_B);
}

static void write_buffer(uint32_t handle, unsigned seed)
{
    uint8_t bytes[WIDTH_B];
    struct iovec iov = {.iov_base = bytes, .iov_len = sizeof(bytes)};
    struct virgl_box box = vr_box(WIDTH_B, 1);
    pattern(bytes, seed);
    assert_int_equal(virgl_renderer_transfer_write_iov(handle, 0, 0, 0, 0, &box, 0, &iov, 1), 0);
}

static void wait_for_device(void)
{
    unsigned seen = vr_seen.num_fences;
    assert_int_equal(virgl_renderer_create_fence((int)seen + 1, 0), 0);
    vr_wait_fences(&vr_seen, seen + 1);
}

/* ---- Memory ---------------------------------------------------------------------------------- */

static void both_see_it(void **state)
{
    (void)state;
    assert_true(has_host_memory());
    uint8_t expected[WIDTH_B];
    make();
    uint8_t *memory = map(BLOB);
    for (unsigned i = 0; i < SIZE_B; i++)
        assert_int_equal(memory[i], 0);
    for (unsigned seed = 1; seed < 6; seed += 2) {
        pattern(memory, seed); /* the guest writes, and the device reads */
        copy(OTHER, BLOB);
        expect_buffer(OTHER, seed);
        write_buffer(OTHER, seed + 1); /* the device writes, and the guest reads */
        copy(BLOB, OTHER);
        wait_for_device();
        pattern(expected, seed + 1);
        assert_memory_equal(memory, expected, WIDTH_B);
        expect_buffer(BLOB, seed + 1);
    }
    write_buffer(BLOB, 9);
    wait_for_device();
    pattern(expected, 9);
    assert_memory_equal(memory, expected, WIDTH_B);
}

static void maps_once(void **state)
{
    (void)state;
    void *pointer;
    uint64_t size_B;
    uint32_t info = 77;
    make();
    assert_int_equal(virgl_renderer_resource_get_map_info(BLOB, &info), 0);
    assert_int_equal(info, VIRGL_RENDERER_MAP_CACHE_CACHED);
    assert_int_equal(virgl_renderer_resource_unmap(BLOB), -EINVAL);
    uint8_t *memory = map(BLOB);
    assert_int_equal(virgl_renderer_resource_map(BLOB, &pointer, &size_B), -EINVAL);
    assert_int_equal(virgl_renderer_resource_unmap(BLOB), 0);
    assert_int_equal(virgl_renderer_resource_unmap(BLOB), -EINVAL);
    assert_ptr_equal(map(BLOB), memory);
    assert_int_equal(virgl_renderer_resource_map(BLOB, NULL, &size_B), -EINVAL);
    assert_int_equal(virgl_renderer_resource_map(BLOB, &pointer, NULL), -EINVAL);
    assert_int_equal(virgl_renderer_resource_get_map_info(BLOB, NULL), -EINVAL);
}

static void maps_at_an_address(void **state)
{
    (void)state;
    make();
    uint8_t *memory = map(BLOB), expected[WIDTH_B];
    uint8_t *place = mmap(NULL, SIZE_B + PAGE_B, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    assert_ptr_not_equal(place, MAP_FAILED);
    assert_int_equal(virgl_renderer_resource_map_fixed(BLOB, place + 1), -EINVAL);
    assert_int_equal(virgl_renderer_resource_map_fixed(BLOB, NULL), -EINVAL);
    assert_int_equal(virgl_renderer_resource_map_fixed(BLOB, place + PAGE_B), 0);
    pattern(place + PAGE_B, 3);
    pattern(expected, 3);
    assert_memory_equal(memory, expected, WIDTH_B);
    virgl_renderer_resource_unref(BLOB);
    assert_memory_equal(place + PAGE_B, expected, WIDTH_B);
    munmap(place, SIZE_B + PAGE_B);
}

static void is_exported(void **state)
{
    (void)state;
    unsigned descriptors = count_descriptors();
    uint8_t expected[WIDTH_B];
    uint32_t type = 0;
    int fd = -1, other = -1;
    make();
    uint8_t *memory = map(BLOB);
    assert_int_equal(virgl_renderer_resource_export_blob(BLOB, &type, &fd), 0);
    assert_int_equal(type, VIRGL_RENDERER_BLOB_FD_TYPE_SHM);
    assert_int_equal(virgl_renderer_resource_export_blob(BLOB, &type, &other), 0);
    assert_int_not_equal(fd, other);
    assert_true(fcntl(fd, F_GETFD) & FD_CLOEXEC);
    assert_int_equal(lseek(fd, 0, SEEK_END), SIZE_B);
    assert_int_equal(ftruncate(fd, 0), -1);
    assert_int_equal(ftruncate(fd, (off_t)2 * SIZE_B), -1);
    uint8_t *seen = mmap(NULL, SIZE_B, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
    assert_ptr_not_equal(seen, MAP_FAILED);
    pattern(seen, 4);
    pattern(expected, 4);
    assert_memory_equal(memory, expected, WIDTH_B);
    copy(OTHER, BLOB);
    virgl_renderer_resource_unref(BLOB); /* attacks export_then_unref and unref_while_mapped */
    expect_buffer(OTHER, 4);
    assert_memory_equal(seen, expected, WIDTH_B);
    munmap(seen, SIZE_B);
    close(fd);
    close(other);
    virgl_renderer_reset();
    assert_int_equal(count_descriptors(), descriptors);
}

/* Releases a blob while commands use it; checks that its memory exists until the commands have
 * finished. */
static void goes_while_in_use(void **state)
{
    (void)state;
    make();
    uint8_t *memory = map(BLOB);
    pattern(memory, 8);
    struct vr_commands c = {.num_dw = 0};
    VR_COMMAND(&c, SET_VERTEX_BUFFERS, 4, 0, BLOB);
    VR_COMMAND(&c, SET_UNIFORM_BUFFER, PIPE_SHADER_FRAGMENT, 1, 0, 256, BLOB);
    assert_int_equal(vr_submit(&c, 1), 0);
    copy(OTHER, BLOB);
    virgl_renderer_resource_unref(BLOB);
    expect_buffer(OTHER, 8);
    write_buffer(OTHER, 9);
    wait_for_device();
    announce(1, PIPE_BUFFER, WIDTH_B, 100); /* no call creates these blobs */
    announce(1, PIPE_BUFFER, WIDTH_B, 101);
    virgl_renderer_context_destroy(1);
    virgl_renderer_resource_unref(OTHER);
    make();
    map(BLOB);
    virgl_renderer_reset();
    make();
    map(BLOB);
}

/* ---- Mistakes */

static void refuses(void **state)
{
    (void)state;
    struct iovec iov = {.iov_base = (uint8_t[64]){0}, .iov_len = 64};
    struct virgl_renderer_resource_create_args plain = vr_args_buffer(20, 100);
    uint32_t info;
    int fd;
    void *pointer;
    uint64_t size_B;
    assert_int_equal(virgl_renderer_context_create(1, 5, "guest"), 0);
    assert_int_equal(virgl_renderer_context_create(2, 5, "other"), 0);
    assert_int_equal(virgl_renderer_resource_create(&plain, NULL, 0), 0);
    assert_int_equal(virgl_renderer_resource_map(20, &pointer, &size_B), -EOPNOTSUPP);
    assert_int_equal(virgl_renderer_resource_unmap(20), -EOPNOTSUPP);
    assert_int_equal(virgl_renderer_resource_get_map_info(20, &info), -EOPNOTSUPP);
    assert_int_equal(virgl_renderer_resource_export_blob(20, &info, &fd), -EOPNOTSUPP);
    assert_int_equal(virgl_renderer_resource_map(99, &pointer, &size_B), -EINVAL);
    assert_int_equal(virgl_renderer_resource_map(99, &pointer, &size_B), -EINVAL);
    assert_int_equal(take(BLOB, 1, ID, SIZE_B), -EINVAL); /* no command announced it */
    announce_in_vain(1, PIPE_TEXTURE_2D, 64, ID);
    announce_in_vain(1, 99, WIDTH_B, ID);
    assert_int_equal(take(BLOB, 1, ID, SIZE_B), -EINVAL);
    /* attack blob_size_huge */
    const uint32_t widths[] = {0, UINT32_MAX, UINT32_MAX - PAGE_B, INT32_MAX};
    for (size_t i = 0; i < sizeof(widths) / sizeof(widths[0]); i++) {
        try_announce(1, PIPE_BUFFER, widths[i], ID);
        assert_int_not_equal(take(BLOB, 1, ID, UINT32_MAX), 0);
    }
    announce(1, PIPE_BUFFER, WIDTH_B, ID);
    announce_in_vain(1, PIPE_BUFFER, 100 * PAGE_B, ID); /* the id is already announced */
    assert_int_equal(take(BLOB, 1, ID, UINT64_MAX), -EINVAL);
    assert_int_equal(take(BLOB, 1, ID | UINT64_C(1) << 32, SIZE_B), -EINVAL);
    assert_int_equal(take(BLOB, 2, ID, SIZE_B), -EINVAL); /* context 1 announced it */
    assert_int_equal(take(BLOB, 3, ID, SIZE_B), -EINVAL); /* no such context */
    struct virgl_renderer_resource_create_blob_args args = {
        .res_handle = BLOB,
        .ctx_id = 1,
        .blob_mem = VIRGL_RENDERER_BLOB_MEM_HOST3D,
        .blob_id = ID,
        .size = SIZE_B,
        .iovecs = &iov,
        .num_iovs = 1,
    };
    assert_int_equal(virgl_renderer_resource_create_blob(&args), -EINVAL);
    args.blob_mem = VIRGL_RENDERER_BLOB_MEM_HOST3D_GUEST;
    assert_int_equal(virgl_renderer_resource_create_blob(&args), -EOPNOTSUPP);
    args.blob_mem = VIRGL_RENDERER_BLOB_MEM_GUEST_VRAM;
    assert_int_equal(virgl_renderer_resource_create_blob(&args), -EOPNOTSUPP);
    assert_int_equal(take(BLOB, 1, ID, SIZE_B), 0);
    assert_int_equal(virgl_renderer_resource_attach_iov(BLOB, &iov, 1), EINVAL);
    assert_int_equal(take(BLOB + 1, 1, ID, SIZE_B), -EINVAL); /* it was created already */
    announce(1, PIPE_BUFFER, WIDTH_B, ID);                    /* the id is free again */
    assert_int_equal(take(BLOB, 1, ID, SIZE_B), -EINVAL);     /* the handle is still in use */
    announce(1, PIPE_BUFFER, WIDTH_B, ID);
    assert_int_equal(take(BLOB + 1, 1, ID, PAGE_B), -EINVAL); /* attack blob_size_mismatch */
    announce(2, PIPE_BUFFER, 1, ID);
    virgl_renderer_context_destroy(2);
}

/* Creates blobs; checks that their pages count against the guest's share, which is used up before
 * the host's memory. */
static void counts_pages(void **state)
{
    (void)state;
    enum {
        MANY = 200
    };
    assert_int_equal(virgl_renderer_context_create(1, 5, "guest"), 0);
    for (uint32_t round = 0; round < 3; round++) {
        unsigned num = 0;
        for (uint32_t i = 1; i <= MANY; i++) {
            try_announce(1, PIPE_BUFFER, 1u << 30, i);
            num += take(1000 + i, 1, i, 1u << 30) == 0;
        }
        assert_true(num < MANY);
        virgl_renderer_context_destroy(1);
        virgl_renderer_reset();
        assert_int_equal(virgl_renderer_context_create(1, 5, "guest"), 0);
    }
}

/* Creates many blobs; checks that only exportable ones are limited, since each of them costs the
 * process a descriptor. */
static void few_descriptors(void **state)
{
    (void)state;
    enum {
        MANY = 300
    };
    unsigned descriptors = count_descriptors(), num_exported = 0;
    uint32_t type;
    int fd;
    void *place = mmap(NULL, PAGE_B, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    assert_int_equal(virgl_renderer_context_create(1, 5, "guest"), 0);
    for (unsigned round = 0; round < 2; round++) {
        num_exported = 0;
        for (uint32_t i = 1; i <= MANY; i++) {
            void *memory;
            uint64_t size_B;
            announce(1, PIPE_BUFFER, 100, i);
            assert_int_equal(take(i, 1, i, PAGE_B), 0);
            assert_int_equal(virgl_renderer_resource_map(i, &memory, &size_B), 0);
            *(uint32_t *)memory = i;
            assert_int_equal(virgl_renderer_resource_map_fixed(i, place), 0);
            assert_int_equal(*(uint32_t *)place, i);
            int error = virgl_renderer_resource_export_blob(i, &type, &fd);
            if (!error) {
                close(fd);
                num_exported++;
            } else {
                assert_int_equal(error, -EOPNOTSUPP);
            }
        }
        assert_in_range(num_exported, 100, MANY - 1);
        assert_in_range(count_descriptors(), descriptors, descriptors + 270);
        for (uint32_t i = 1; i <= MANY; i++)
            virgl_renderer_resource_unref(i);
        assert_int_equal(count_descriptors(), descriptors);
    }
    munmap(place, PAGE_B);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(both_see_it, vr_setup, vr_teardown),
        cmocka_unit_test_setup_teardown(maps_once, vr_setup, vr_teardown),
        cmocka_unit_test_setup_teardown(maps_at_an_address, vr_setup, vr_teardown),
        cmocka_unit_test_setup_teardown(is_exported, vr_setup, vr_teardown),
        cmocka_unit_test_setup_teardown(goes_while_in_use, vr_setup, vr_teardown),
        cmocka_unit_test_setup_teardown(refuses, vr_setup, vr_teardown),
        cmocka_unit_test_setup_teardown(counts_pages, vr_setup, vr_teardown),
        cmocka_unit_test_setup_teardown(few_descriptors, vr_setup, vr_teardown),
    };
    return cmocka_run_group_tests_name("blobs", tests, NULL, NULL);
}
