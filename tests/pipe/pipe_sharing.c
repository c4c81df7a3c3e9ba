/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Memory that two screens share, within one process and between two processes; the two sides access
 * the memory in turn. Also tests descriptors that are not memory. */
#include "pipe_fixture.h"

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "../support/descriptors.h"

enum {
    SIZE_B = 10000,
    SEED_HERE = 1,
    SEED_THERE = 2,
    TIMEOUT_S = 120,
};

/* Returns the template of shared resource `idx`. Both sides create the resources in the order of
 * `idx`. */
static struct pipe_resource shared_template(unsigned idx)
{
    static const struct {
        enum pipe_texture_target target;
        enum pipe_format format;
        unsigned width, height, layers, last_level;
    } shapes[] = {
        {PIPE_BUFFER, PIPE_FORMAT_R8_UNORM, SIZE_B, 1, 1, 0},
        {PIPE_TEXTURE_2D, PIPE_FORMAT_B8G8R8A8_UNORM, 61, 33, 1, 0},
        {PIPE_TEXTURE_2D_ARRAY, PIPE_FORMAT_R16G16_FLOAT, 32, 16, 3, 2},
        {PIPE_TEXTURE_3D, PIPE_FORMAT_R8_UNORM, 12, 10, 7, 1},
        {PIPE_TEXTURE_2D, PIPE_FORMAT_Z32_FLOAT, 20, 20, 1, 0},
    };
    assert_true(idx < sizeof(shapes) / sizeof(shapes[0]));
    struct pipe_resource t =
        fixture_template(shapes[idx].target, shapes[idx].format, shapes[idx].width,
                         shapes[idx].height, shapes[idx].layers);
    t.last_level = (uint8_t)shapes[idx].last_level;
    t.bind = PIPE_BIND_SHARED;
    return t;
}

enum {
    NUM_SHARED = 5
};

static bool can_share(const struct pipe_fixture *f)
{
    return f->screen->get_param(f->screen, PIPE_CAP_MEMOBJ);
}

static bool export(struct pipe_fixture *f, struct pipe_resource *res, struct winsys_handle *out)
{
    *out = (struct winsys_handle){.type = WINSYS_HANDLE_TYPE_OPAQUE_FD};
    return f->screen->resource_get_handle(f->screen, res, out,
                                          PIPE_HANDLE_USAGE_READ | PIPE_HANDLE_USAGE_WRITE);
}

static struct pipe_resource *import(struct pipe_fixture *f, const struct pipe_resource *templ,
                                    struct winsys_handle *handle)
{
    return f->screen->resource_from_handle(f->screen, templ, handle,
                                           PIPE_HANDLE_USAGE_READ | PIPE_HANDLE_USAGE_WRITE);
}

/* Ends this side's turn: releases the resource to the other side. */
static void give(struct pipe_fixture *f, struct pipe_resource *res)
{
    struct pipe_fence_handle *fence = NULL;
    f->pipe->flush_resource(f->pipe, res);
    f->pipe->flush(f->pipe, &fence, 0);
    assert_true(f->screen->fence_finish(f->screen, fence, PIPE_TIMEOUT_INFINITE));
    f->screen->fence_reference(f->screen, &fence, NULL);
}

static uint8_t *noise_of(const struct pipe_resource *res, unsigned level, uint32_t seed,
                         size_t *out_size_B)
{
    struct pipe_box all = fixture_level_box(res, level);
    size_t size_B = fixture_box_size(res, &all);
    uint8_t *bytes = malloc(size_B);
    assert_non_null(bytes);
    fixture_noise(seed + level * 16, bytes, size_B);
    if (util_format_is_depth_or_stencil(res->format) ||
        util_format_is_float(res->format)) { /* values from 0 to 1, which are stored unchanged */
        for (size_t i = 0; i < size_B; i++)
            bytes[i] = i % 4 == 3 ? 0x3e : i % 4 == 1 ? 0x3c : bytes[i];
    }
    *out_size_B = size_B;
    return bytes;
}

static void fill(struct pipe_fixture *f, struct pipe_resource *res, uint32_t seed)
{
    for (unsigned level = 0; level <= res->last_level; level++) {
        struct pipe_box all = fixture_level_box(res, level);
        size_t size_B;
        uint8_t *bytes = noise_of(res, level, seed, &size_B);
        fixture_write(f, res, level, &all, bytes);
        free(bytes);
    }
    give(f, res);
}

static void expect(struct pipe_fixture *f, struct pipe_resource *res, uint32_t seed)
{
    for (unsigned level = 0; level <= res->last_level; level++) {
        struct pipe_box all = fixture_level_box(res, level);
        size_t size_B;
        uint8_t *bytes = noise_of(res, level, seed, &size_B);
        uint8_t *back = fixture_read(f, res, level, &all);
        fixture_expect_bytes(bytes, back, size_B, util_format_name(res->format));
        free(back);
        free(bytes);
    }
}

/* Begins a new batch: a context releases the resources of a batch only when the context's next
 * batch begins. */
static void let_go(struct pipe_fixture *f)
{
    struct pipe_resource *res = fixture_texture(f, PIPE_TEXTURE_2D, PIPE_FORMAT_R8_UNORM, 4, 4, 1);
    for (unsigned i = 0; i < 2; i++)
        fill(f, res, i);
    pipe_resource_reference(&res, NULL);
}

static unsigned count_idle_descriptors(struct pipe_fixture *f, struct pipe_fixture *other)
{
    let_go(f);
    let_go(other);
    return count_descriptors();
}

/* ---- Capabilities ---------------------------------------------------------------------------- */

static void test_capability_tells(void **state)
{
    struct pipe_fixture *f = *state;
    struct pipe_resource t = shared_template(0);
    struct pipe_resource *res = fixture_create(f, &t);
    struct winsys_handle handle;
    assert_int_equal(can_share(f), f->screen->memobj_create_from_handle != NULL);
    assert_int_equal(can_share(f), f->screen->memobj_destroy != NULL);
    assert_int_equal(can_share(f), f->screen->resource_from_memobj != NULL);
    assert_int_equal(can_share(f), export(f, res, &handle));
    if (can_share(f))
        close((int)handle.handle);
    pipe_resource_reference(&res, NULL);
}

static void test_uuids(void **state)
{
    struct pipe_fixture *f = *state, *other;
    char here[2][PIPE_UUID_SIZE], there[2][PIPE_UUID_SIZE];
    static const char zeros[PIPE_UUID_SIZE];
    pipe_fixture_setup((void **)&other);
    f->screen->get_driver_uuid(f->screen, here[0]);
    f->screen->get_device_uuid(f->screen, here[1]);
    other->screen->get_driver_uuid(other->screen, there[0]);
    other->screen->get_device_uuid(other->screen, there[1]);
    assert_memory_equal(here, there, sizeof(here));
    assert_memory_not_equal(here[0], zeros, sizeof(zeros));
    assert_memory_not_equal(here[1], zeros, sizeof(zeros));
    pipe_fixture_teardown((void **)&other);
}

/* ---- One process ----------------------------------------------------------------------------- */

static void test_two_screens(void **state)
{
    struct pipe_fixture *f = *state, *other;
    if (!can_share(f))
        skip();
    pipe_fixture_setup((void **)&other);
    unsigned descriptors = count_idle_descriptors(f, other);
    for (unsigned i = 0; i < NUM_SHARED; i++) {
        struct pipe_resource t = shared_template(i);
        struct pipe_resource *here = fixture_create(f, &t);
        struct winsys_handle handle;
        assert_true(export(f, here, &handle));
        assert_true(handle.size >= SIZE_B / 16);
        fill(f, here, SEED_HERE);

        struct pipe_resource *there = import(other, &t, &handle);
        assert_non_null(there);
        close((int)handle.handle);
        expect(other, there, SEED_HERE);
        for (unsigned turn = 0; turn < 3; turn++) {
            fill(other, there, SEED_THERE + turn);
            f->screen->resource_changed(f->screen, here);
            expect(f, here, SEED_THERE + turn);
            fill(f, here, SEED_HERE + 10 + turn);
            other->screen->resource_changed(other->screen, there);
            expect(other, there, SEED_HERE + 10 + turn);
        }
        /* The memory must live as long as either side has it. */
        give(other, there);
        pipe_resource_reference(&here, NULL);
        other->screen->resource_changed(other->screen, there);
        expect(other, there, SEED_HERE + 12);
        pipe_resource_reference(&there, NULL);
    }
    assert_int_equal(count_idle_descriptors(f, other), descriptors);
    pipe_fixture_teardown((void **)&other);
}

/* Clears on one side and reads on the other; checks the pixels, and that discarding the contents
 * does not separate the sides' memory. */
static void test_rendering(void **state)
{
    struct pipe_fixture *f = *state, *other;
    if (!can_share(f))
        skip();
    pipe_fixture_setup((void **)&other);
    struct pipe_resource t = shared_template(1);
    t.bind |= PIPE_BIND_RENDER_TARGET;
    struct pipe_resource *here = fixture_create(f, &t);
    struct winsys_handle handle;
    assert_true(export(f, here, &handle));
    struct pipe_resource *there = import(other, &t, &handle);
    assert_non_null(there);
    close((int)handle.handle);
    assert_int_equal(fixture_texel32(other, there, 60, 32, 0), 0); /* not written yet */
    struct pipe_surface *surface = fixture_surface(other, there, t.format, 0, 0, 0);
    const union pipe_color_union color = {.f = {1.0f, 0.0f, 0.2f, 0.8f}};
    other->pipe->clear_render_target(other->pipe, surface, &color, 0, 0, t.width0, t.height0);
    give(other, there);
    f->screen->resource_changed(f->screen, here);
    assert_int_equal(fixture_texel32(f, here, 60, 32, 0), 0xccff0033);
    pipe_surface_reference(&surface, NULL);
    pipe_resource_reference(&there, NULL);
    pipe_resource_reference(&here, NULL);

    t = shared_template(0);
    here = fixture_create(f, &t);
    assert_true(export(f, here, &handle));
    there = import(other, &t, &handle);
    close((int)handle.handle);
    struct pipe_box all = fixture_level_box(here, 0);
    for (uint32_t seed = 0; seed < 4; seed++) {
        struct pipe_transfer *transfer;
        uint8_t *map = f->pipe->transfer_map(
            f->pipe, here, 0, PIPE_TRANSFER_WRITE | PIPE_TRANSFER_DISCARD_WHOLE_RESOURCE, &all,
            &transfer);
        assert_non_null(map);
        size_t size_B;
        uint8_t *bytes = noise_of(here, 0, seed, &size_B);
        memcpy(map, bytes, size_B);
        free(bytes);
        f->pipe->transfer_unmap(f->pipe, transfer);
        give(f, here);
        other->screen->resource_changed(other->screen, there);
        expect(other, there, seed);
        give(other, there);
        f->screen->resource_changed(f->screen, here);
    }
    pipe_resource_reference(&there, NULL);
    pipe_resource_reference(&here, NULL);
    pipe_fixture_teardown((void **)&other);
}

static void test_memory_objects(void **state)
{
    static const struct {
        unsigned size_B;
        uint64_t offset_B;
        bool fits;
    } places[] = {
        {4096, 0, true},
        {4096, 16384, true},
        {1, 65536 - 4096, true},
        {65536, 0, true},
        {65536 + 4096, 0, false},
        {4096, 65536, false},
        {4096, 65536 - 1024, false},
        {4096, UINT64_MAX - 4095, false},
        {4096, 1, false},
        {4096, UINT64_C(1) << 40, false},
    };
    struct pipe_fixture *f = *state, *other;
    if (!can_share(f))
        skip();
    pipe_fixture_setup((void **)&other);
    unsigned descriptors = count_idle_descriptors(f, other);
    struct pipe_resource t = shared_template(0);
    t.width0 = 65536;
    struct pipe_resource *here = fixture_create(f, &t);
    struct winsys_handle handle;
    assert_true(export(f, here, &handle));
    assert_int_equal(handle.size, 65536);
    fill(f, here, SEED_HERE);
    size_t size_B;
    uint8_t *bytes = noise_of(here, 0, SEED_HERE, &size_B);

    handle.type = WINSYS_HANDLE_TYPE_FD; /* the type that frontends of GL use */
    struct pipe_memory_object *object =
        other->screen->memobj_create_from_handle(other->screen, &handle, false);
    struct pipe_memory_object *whole =
        other->screen->memobj_create_from_handle(other->screen, &handle, true);
    assert_non_null(object);
    assert_non_null(whole);
    assert_true(whole->dedicated && !object->dedicated);
    close((int)handle.handle);
    for (size_t i = 0; i < sizeof(places) / sizeof(places[0]); i++) {
        t.width0 = places[i].size_B;
        struct pipe_resource *there =
            other->screen->resource_from_memobj(other->screen, &t, object, places[i].offset_B);
        assert_int_equal(places[i].fits, there != NULL);
        if (!there)
            continue;
        struct pipe_box all = fixture_level_box(there, 0);
        uint8_t *back = fixture_read(other, there, 0, &all);
        fixture_expect_bytes(bytes + places[i].offset_B, back, places[i].size_B, "a part");
        free(back);
        pipe_resource_reference(&there, NULL);
    }
    free(bytes);
    t.width0 = 4096;
    assert_null(other->screen->resource_from_memobj(other->screen, &t, whole, 16384));

    /* The memory object may be destroyed before the resources on it. */
    t.width0 = 65536;
    struct pipe_resource *there = other->screen->resource_from_memobj(other->screen, &t, whole, 0);
    assert_non_null(there);
    other->screen->memobj_destroy(other->screen, object);
    other->screen->memobj_destroy(other->screen, whole);
    expect(other, there, SEED_HERE);
    pipe_resource_reference(&there, NULL);
    pipe_resource_reference(&here, NULL);
    assert_int_equal(count_idle_descriptors(f, other), descriptors);
    pipe_fixture_teardown((void **)&other);
}

/* ---- Descriptors that are not memory */

static int memory_file(off_t size_B)
{
    int fd = memfd_create("galvan-test", MFD_CLOEXEC);
    assert_true(fd >= 0);
    assert_int_equal(ftruncate(fd, size_B), 0);
    return fd;
}

/* Imports a descriptor that is not memory. A device may even accept a file that no driver created;
 * no call may crash. */
static void try_descriptor(struct pipe_fixture *f, int fd, uint64_t size_B, bool never)
{
    struct winsys_handle handle = {
        .type = WINSYS_HANDLE_TYPE_OPAQUE_FD, .handle = (unsigned)fd, .size = size_B};
    for (unsigned i = 0; i < NUM_SHARED; i++) {
        struct pipe_resource t = shared_template(i);
        struct pipe_resource *res = import(f, &t, &handle);
        if (never)
            assert_null(res);
        if (res)
            fill(f, res, SEED_HERE);
        pipe_resource_reference(&res, NULL);
        struct pipe_memory_object *object =
            f->screen->memobj_create_from_handle(f->screen, &handle, false);
        if (!object)
            continue;
        res = f->screen->resource_from_memobj(f->screen, &t, object, 0);
        if (never)
            assert_null(res);
        if (res)
            fill(f, res, SEED_HERE);
        pipe_resource_reference(&res, NULL);
        f->screen->memobj_destroy(f->screen, object);
    }
    assert_int_equal(fcntl(fd, F_GETFD) >= 0, fd < 1000); /* the caller still owns the descriptor */
}

static void test_hostile_descriptors(void **state)
{
    struct pipe_fixture *f = *state;
    if (!can_share(f))
        skip();
    unsigned descriptors = count_idle_descriptors(f, f);
    const uint64_t size_B = 1 << 20;
    int ends[2], sockets[2];
    int null = open("/dev/null", O_RDWR | O_CLOEXEC);
    assert_int_equal(pipe2(ends, O_CLOEXEC), 0);
    assert_int_equal(socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, sockets), 0);
    int empty = memory_file(0), small = memory_file(4096), large = memory_file((off_t)size_B);
    const int all[] = {null, ends[0], ends[1], sockets[0], empty, small, 12345};
    for (size_t i = 0; i < sizeof(all) / sizeof(all[0]); i++)
        try_descriptor(f, all[i], size_B, true);
    try_descriptor(f, large, size_B, false);
    try_descriptor(f, large, 2 * size_B, true);
    try_descriptor(f, large, UINT64_MAX, true);
    try_descriptor(f, large, 0, true);
    try_descriptor(f, large, 100, true);
    const int open_ones[] = {null, ends[0], ends[1], sockets[0], sockets[1], empty, small, large};
    for (size_t i = 0; i < sizeof(open_ones) / sizeof(open_ones[0]); i++)
        close(open_ones[i]);
    assert_int_equal(count_idle_descriptors(f, f), descriptors);
}

static void test_refused_handles(void **state)
{
    struct pipe_fixture *f = *state;
    struct pipe_resource t = shared_template(0), other = shared_template(1);
    struct pipe_resource *res = fixture_create(f, &t);
    struct winsys_handle handle, wrong = {.type = WINSYS_HANDLE_TYPE_OPAQUE_FD};
    const unsigned types[] = {WINSYS_HANDLE_TYPE_SHARED, WINSYS_HANDLE_TYPE_KMS,
                              WINSYS_HANDLE_TYPE_FD, 7, ~0u};
    for (size_t i = 0; i < sizeof(types) / sizeof(types[0]); i++) {
        wrong = (struct winsys_handle){.type = types[i]};
        assert_false(f->screen->resource_get_handle(f->screen, res, &wrong, 0));
        wrong.size = SIZE_B;
        assert_null(import(f, &t, &wrong));
    }
    struct pipe_resource *alone = fixture_buffer(f, SIZE_B, PIPE_USAGE_DEFAULT, 0);
    assert_false(export(f, alone, &wrong));
    pipe_resource_reference(&alone, NULL);
    if (export(f, res, &handle)) {
        wrong = handle;
        wrong.type = WINSYS_HANDLE_TYPE_FD;
        assert_null(import(f, &t, &wrong));
        wrong = handle;
        wrong.plane = 1;
        assert_null(import(f, &t, &wrong));
        wrong = handle;
        wrong.layer = 1;
        assert_null(import(f, &t, &wrong));
        wrong = handle;
        wrong.offset = 4096;
        assert_null(import(f, &t, &wrong));
        wrong = handle;
        wrong.size *= 2;
        assert_null(import(f, &t, &wrong));
        other.width0 = other.height0 = 512; /* larger than the memory */
        assert_null(import(f, &other, &handle));
        other.width0 = 0;
        assert_null(import(f, &other, &handle));
        other = t;
        other.target = PIPE_MAX_TEXTURE_TYPES;
        assert_null(import(f, &other, &handle));
        close((int)handle.handle);
    }
    pipe_resource_reference(&res, NULL);
}

/* ---- Two processes --------------------------------------------------------------------------- */

struct message {
    uint64_t size_B;
    unsigned idx;
};

static void send_memory(int socket, const struct message *message, int fd)
{
    union {
        struct cmsghdr header;
        char space[CMSG_SPACE(sizeof(int))];
    } control = {.header = {.cmsg_len = CMSG_LEN(sizeof(int)),
                            .cmsg_level = SOL_SOCKET,
                            .cmsg_type = SCM_RIGHTS}};
    struct iovec bytes = {.iov_base = (void *)(uintptr_t)message, .iov_len = sizeof(*message)};
    const struct msghdr msg = {.msg_iov = &bytes,
                               .msg_iovlen = 1,
                               .msg_control = &control,
                               .msg_controllen = sizeof(control)};
    memcpy(CMSG_DATA(&control.header), &fd, sizeof(fd));
    assert_int_equal(sendmsg(socket, &msg, 0), sizeof(*message));
}

static int receive_memory(int socket, struct message *out_message)
{
    union {
        struct cmsghdr header;
        char space[CMSG_SPACE(sizeof(int))];
    } control = {0};
    struct iovec bytes = {.iov_base = out_message, .iov_len = sizeof(*out_message)};
    struct msghdr msg = {.msg_iov = &bytes,
                         .msg_iovlen = 1,
                         .msg_control = &control,
                         .msg_controllen = sizeof(control)};
    int fd = -1;
    if (recvmsg(socket, &msg, MSG_CMSG_CLOEXEC) == sizeof(*out_message))
        memcpy(&fd, CMSG_DATA(&control.header), sizeof(fd));
    return fd;
}

/* Runs in the other process: imports each resource, checks it, writes to it, and returns it. */
static void test_peer(void **state)
{
    struct pipe_fixture *f = *state;
    struct message message;
    for (int fd; (fd = receive_memory(STDIN_FILENO, &message)) >= 0;) {
        struct winsys_handle handle = {
            .type = WINSYS_HANDLE_TYPE_OPAQUE_FD, .handle = (unsigned)fd, .size = message.size_B};
        struct pipe_resource t = shared_template(message.idx);
        struct pipe_resource *res = import(f, &t, &handle);
        assert_non_null(res);
        close(fd);
        expect(f, res, SEED_HERE);
        fill(f, res, SEED_THERE);
        pipe_resource_reference(&res, NULL);
        assert_int_equal(write(STDIN_FILENO, "", 1), 1);
    }
}

static void test_two_processes(void **state)
{
    struct pipe_fixture *f = *state;
    if (!can_share(f))
        skip();
    int sockets[2];
    assert_int_equal(socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, sockets), 0);
    pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        dup2(sockets[1], STDIN_FILENO);
        execl("/proc/self/exe", "pipe_sharing", "peer", (char *)NULL);
        _exit(1);
    }
    close(sockets[1]);
    const struct timeval timeout = {.tv_sec = TIMEOUT_S};
    setsockopt(sockets[0], SOL_SOCKET, SO_RCVTIMEO, &timeout, sizeof(timeout));
    for (unsigned i = 0; i < NUM_SHARED; i++) {
        struct pipe_resource t = shared_template(i);
        struct pipe_resource *res = fixture_create(f, &t);
        struct winsys_handle handle;
        assert_true(export(f, res, &handle));
        fill(f, res, SEED_HERE);
        const struct message message = {.size_B = handle.size, .idx = i};
        send_memory(sockets[0], &message, (int)handle.handle);
        close((int)handle.handle);
        char byte;
        assert_int_equal(recv(sockets[0], &byte, 1, 0), 1);
        f->screen->resource_changed(f->screen, res);
        expect(f, res, SEED_THERE);
        pipe_resource_reference(&res, NULL);
    }
    close(sockets[0]);
    int status;
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFEXITED(status) && WEXITSTATUS(status) == 0);
}

/* Exports a buffer for scan-out; checks that it is exported only as a dma-buf, if the device
 * supports dma-bufs. */
static void test_dma_buf(void **state)
{
    struct pipe_fixture *f = *state;
    struct winsys_handle handle = {.type = WINSYS_HANDLE_TYPE_FD};
    struct pipe_resource t = shared_template(0);
    t.bind |= PIPE_BIND_SCANOUT;
    struct pipe_resource *res = fixture_create(f, &t);
    bool left = f->screen->resource_get_handle(f->screen, res, &handle, PIPE_HANDLE_USAGE_READ);
    if (getenv("GALVAN_TEST_LAYER"))
        assert_true(left);
    if (left) {
        struct winsys_handle opaque;
        assert_false(export(f, res, &opaque));
        assert_true(handle.size >= SIZE_B);
        fill(f, res, 3);
        expect(f, res, 3);
        close((int)handle.handle);
    }
    pipe_resource_reference(&res, NULL);
}

int main(int argc, char **argv)
{
    const struct CMUnitTest peer[] = {cmocka_unit_test(test_peer)};
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_capability_tells), cmocka_unit_test(test_uuids),
        cmocka_unit_test(test_two_screens),      cmocka_unit_test(test_rendering),
        cmocka_unit_test(test_memory_objects),   cmocka_unit_test(test_hostile_descriptors),
        cmocka_unit_test(test_refused_handles),  cmocka_unit_test(test_two_processes),
        cmocka_unit_test(test_dma_buf),
    };
    if (argc > 1 && strcmp(argv[1], "peer") == 0)
        return cmocka_run_group_tests_name("peer", peer, pipe_fixture_setup, pipe_fixture_teardown);
    return cmocka_run_group_tests_name("sharing", tests, pipe_fixture_setup, pipe_fixture_teardown);
}
