/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Acts like crosvm, crosvm's vhost-user-gpu, libkrun and other users of rutabaga_gfx, which Debian
 * does not package: makes their calls, in their order and with their arguments. Source:
 * rutabaga_gfx 0.1.85 (src/virgl_renderer.rs, src/rutabaga_core.rs), crosvm of 2022 and libkrun of
 * 2026 (src/rutabaga_gfx, src/devices/src/virtio/gpu). The guest's commands are specific to this
 * test. The stock library is stock_stand_in.c. */
#include <errno.h>
#include <poll.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

#include "vr.h"

enum {
    WIDTH = 16,
    HEIGHT = 8,
    ROW_B = 4 * WIDTH,
    IMAGE_B = ROW_B * HEIGHT,
    BLOB_B = 4096,
    DRM = 6,
};

/* ---- rutabaga_gfx: src/virgl_renderer.rs --------------------------------------------------- */

struct fence {
    uint32_t ctx_id, ring_idx;
    uint64_t id;
};

/* A fence handler like those of crosvm and libkrun: it records the fence and returns. */
static struct {
    pthread_mutex_t lock;
    struct fence passed[64];
    unsigned num;
} cookie = {.lock = PTHREAD_MUTEX_INITIALIZER};

static void write_context_fence(void *priv, uint32_t ctx_id, uint32_t ring_idx, uint64_t fence_id)
{
    assert_ptr_equal(priv, &cookie);
    pthread_mutex_lock(&cookie.lock);
    cookie.passed[cookie.num++] = (struct fence){ctx_id, ring_idx, fence_id};
    pthread_mutex_unlock(&cookie.lock);
}

static void write_fence(void *priv, uint32_t fence)
{
    write_context_fence(priv, 0, 0, fence);
}

static int get_drm_fd(void *priv)
{
    assert_ptr_equal(priv, &cookie);
    return -1; /* makes the library open a device */
}

static int get_server_fd(void *priv, uint32_t version)
{
    assert_ptr_equal(priv, &cookie);
    assert_int_equal(version, 0);
    return -1; /* there is no server yet */
}

static void log_callback(enum virgl_log_level_flags level, const char *message, void *user_data)
{
    assert_null(user_data);
    assert_true(level <= VIRGL_LOG_LEVEL_ERROR && message[0]);
}

static void debug_callback(const char *format, va_list args)
{
    char line[256];
    vsnprintf(line, sizeof(line), format, args);
}

/* Initialises the library. If `is_old` is set, sets the debug callback in place of the log
 * callback, as libkrun and older crosvm do. */
static int rutabaga_init(int flags, bool is_old)
{
    static struct virgl_renderer_callbacks callbacks = {
        .version = 3,
        .write_fence = write_fence,
        .get_drm_fd = get_drm_fd,
        .write_context_fence = write_context_fence,
        .get_server_fd = get_server_fd,
    };
    cookie.num = 0;
    if (is_old)
        virgl_set_debug_callback(debug_callback);
    else
        virgl_set_log_callback(log_callback, NULL, NULL);
    return virgl_renderer_init(&cookie, flags, &callbacks);
}

/* Queries which capability sets known to rutabaga are available, and reads their contents. */
static uint32_t rutabaga_get_capsets(void)
{
    static const uint32_t sets[] = {1, 2, 3, 4, 5, 6, 7};
    uint32_t mask = 0;
    for (unsigned i = 0; i < sizeof(sets) / sizeof(sets[0]); i++) {
        uint32_t version = 0, size_B = 0;
        virgl_renderer_get_cap_set(sets[i], &version, &size_B);
        if (!size_B)
            continue;
        uint8_t *caps = test_calloc(1, size_B);
        virgl_renderer_get_cap_set(sets[i], &version, &size_B);
        virgl_renderer_fill_caps(sets[i], version, caps);
        mask |= 1u << sets[i];
        test_free(caps);
    }
    return mask;
}

static int rutabaga_query(uint32_t resource, struct virgl_renderer_export_query *out)
{
    memset(out, 0, sizeof(*out));
    out->hdr.stype = VIRGL_RENDERER_STRUCTURE_TYPE_EXPORT_QUERY;
    out->hdr.size = sizeof(*out);
    out->in_resource_id = resource;
    int error = virgl_renderer_execute(out, out->hdr.size);
    return error ? error : out->out_num_fds ? 0 : -EOPNOTSUPP;
}

/* Exports a resource; returns its descriptor, which rutabaga then owns, or -1. */
static int rutabaga_export_blob(uint32_t resource, uint32_t *out_type)
{
    int fd = -1;
    *out_type = 0;
    if (virgl_renderer_resource_export_blob(resource, out_type, &fd))
        return -1;
    assert_true(fd >= 0 && *out_type >= 1 && *out_type <= 3);
    return fd;
}

/* Creates a texture, and requests its dma-buf in the three ways that rutabaga tries. The creation
 * must work even if there is no dma-buf. */
static void rutabaga_create_3d(uint32_t resource)
{
    struct virgl_renderer_resource_create_args args = vr_args_2d(resource, WIDTH, HEIGHT);
    struct virgl_renderer_resource_info_ext info = {0};
    struct virgl_renderer_export_query query;
    uint32_t type;
    int fd;
    assert_int_equal(virgl_renderer_resource_create(&args, NULL, 0), 0);
    fd = rutabaga_export_blob(resource, &type);
    int error = rutabaga_query(resource, &query);
    if (fd < 0 && error && !virgl_renderer_resource_get_info_ext((int)resource, &info)) {
        assert_int_equal(info.base.width, WIDTH);
        if (virgl_renderer_get_fd_for_texture(info.base.tex_id, &fd))
            fd = -1;
    }
    if (fd >= 0)
        close(fd);
}

static void rutabaga_create_context(uint32_t ctx_id, uint32_t context_init)
{
    static const char name[] = "gpu_renderer";
    if (context_init)
        assert_int_equal(virgl_renderer_context_create_with_flags(ctx_id, context_init, 12, name),
                         0);
    else
        assert_int_equal(virgl_renderer_context_create(ctx_id, 12, name), 0);
}

/* Submits commands. If `is_old` is set, does not use the unstable function submit_cmd2, which
 * crosvm is built to use. */
static void rutabaga_submit(uint32_t ctx_id, const void *commands, size_t size_B, bool is_old)
{
    void *copy = test_malloc(size_B);
    memcpy(copy, commands, size_B);
    int error = is_old ? virgl_renderer_submit_cmd(copy, (int)ctx_id, (int)size_B / 4)
                       : virgl_renderer_submit_cmd2(copy, (int)ctx_id, (int)size_B / 4, NULL, 0);
    test_free(copy);
    assert_int_equal(error, 0);
}

/* Returns the blob's map info, or 0. */
static uint32_t rutabaga_create_blob(uint32_t ctx_id, uint32_t resource, uint32_t mem, uint64_t id,
                                     struct iovec *iov)
{
    const struct virgl_renderer_resource_create_blob_args args = {
        .res_handle = resource,
        .ctx_id = ctx_id,
        .blob_mem = mem,
        .blob_flags = VIRGL_RENDERER_BLOB_FLAG_USE_MAPPABLE,
        .blob_id = id,
        .size = BLOB_B,
        .iovecs = iov,
        .num_iovs = iov ? 1 : 0,
    };
    struct virgl_renderer_export_query query;
    uint32_t type, map_info = 0;
    assert_int_equal(virgl_renderer_resource_create_blob(&args), 0);
    int fd = rutabaga_export_blob(resource, &type);
    if (virgl_renderer_resource_get_map_info(resource, &map_info))
        map_info = 0;
    rutabaga_query(resource, &query);
    if (fd >= 0)
        close(fd);
    return map_info;
}

/* Creates a fence of a context's ring, or of the whole renderer. */
static void rutabaga_create_fence(uint32_t ctx_id, bool has_ring, uint32_t ring_idx, uint64_t id)
{
    if (has_ring)
        assert_int_equal(virgl_renderer_context_create_fence(
                             ctx_id, VIRGL_RENDERER_FENCE_FLAG_MERGEABLE, ring_idx, id),
                         0);
    else
        assert_int_equal(virgl_renderer_create_fence((int)id, ctx_id), 0);
}

static struct fence wait_for_fence(unsigned i, int poll_fd)
{
    const struct timespec pause = {.tv_nsec = 1000 * 1000};
    for (;;) {
        pthread_mutex_lock(&cookie.lock);
        bool is_there = cookie.num > i;
        const struct fence fence = cookie.passed[i];
        pthread_mutex_unlock(&cookie.lock);
        if (is_there)
            return fence;
        struct pollfd poll_me = {.fd = poll_fd, .events = POLLIN};
        if (poll_fd >= 0 && poll(&poll_me, 1, 1000) == 1)
            virgl_renderer_poll();
        else
            nanosleep(&pause, NULL);
    }
}

/* ---- A guest's commands, as crosvm and libkrun execute them */

/* Begins a command of the guest. */
static void command(void)
{
    virgl_renderer_force_ctx_0();
}

static void attach_backing(uint32_t resource, struct iovec *iov)
{
    command();
    assert_int_equal(virgl_renderer_resource_attach_iov((int)resource, iov, 1), 0);
}

static void unref(uint32_t resource, bool has_backing)
{
    if (has_backing) {
        command();
        virgl_renderer_resource_detach_iov((int)resource, NULL, NULL);
    }
    command();
    virgl_renderer_resource_unref(resource);
}

/* Acts as a console: uploads pixels from the guest's memory, and reads them back for the display.
 * Uses context 0. */
static void show_console(void)
{
    uint8_t memory[IMAGE_B], shown[IMAGE_B] = {0};
    struct iovec iov = {memory, sizeof(memory)}, display = {shown, sizeof(shown)};
    struct virgl_box box = vr_box(WIDTH, HEIGHT);
    for (unsigned i = 0; i < IMAGE_B; i++)
        memory[i] = (uint8_t)(3 * i);
    command();
    rutabaga_create_3d(1);
    attach_backing(1, &iov);
    command();
    assert_int_equal(virgl_renderer_transfer_write_iov(1, 0, 0, 0, 0, &box, 0, NULL, 0), 0);
    command();
    assert_int_equal(virgl_renderer_transfer_read_iov(1, 0, 0, ROW_B, 0, &box, 0, &display, 1), 0);
    assert_memory_equal(shown, memory, IMAGE_B);
    unref(1, true);
}

/* Draws for a client: a context clears a texture, and the guest reads the texture. */
static void draw(uint32_t context_init, bool is_old, int poll_fd)
{
    uint8_t memory[IMAGE_B] = {0};
    struct iovec iov = {memory, sizeof(memory)};
    struct virgl_box box = vr_box(WIDTH, HEIGHT);
    struct vr_commands c = {.num_dw = 0};
    unsigned num = cookie.num;
    command();
    rutabaga_create_context(7, context_init);
    command();
    rutabaga_create_3d(5);
    attach_backing(5, &iov);
    command();
    virgl_renderer_ctx_attach_resource(7, 5);
    VR_CREATE(&c, SURFACE, 1, 5, PIPE_FORMAT_B8G8R8A8_UNORM, 0, 0);
    VR_COMMAND(&c, SET_FRAMEBUFFER_STATE, 1, 0, 1);
    VR_COMMAND(&c, CLEAR, PIPE_CLEAR_COLOR0, 0x3f800000, 0, 0, 0x3f800000, 0, 0, 0);
    command();
    rutabaga_submit(7, c.dwords, (size_t)c.num_dw * 4, is_old);
    rutabaga_create_fence(7, false, 0, 41);
    assert_int_equal(wait_for_fence(num, poll_fd).id, 41);
    command();
    assert_int_equal(virgl_renderer_transfer_read_iov(5, 7, 0, ROW_B, 0, &box, 0, NULL, 0), 0);
    rutabaga_create_fence(7, context_init != 0, 0, 42);
    assert_int_equal(wait_for_fence(num + 1, poll_fd).id, 42);
    for (unsigned i = 0; i < IMAGE_B; i += 4)
        assert_memory_equal(memory + i, ((uint8_t[]){0, 0, 255, 255}), 4);
    command();
    virgl_renderer_ctx_detach_resource(7, 5);
    unref(5, true);
    command();
    virgl_renderer_context_destroy(7);
}

/* Maps a blob's descriptor into the guest, as libkrun does. crosvm lets the library map the blob at
 * a given address, or at an address of the library's choice; later, a thread of KVM unmaps the
 * blob. */
static void map_in_krun(uint32_t resource, void *where)
{
    uint32_t type, map_info;
    command();
    assert_int_equal(virgl_renderer_resource_get_map_info(resource, &map_info), 0);
    int fd = rutabaga_export_blob(resource, &type);
    assert_true(fd >= 0 && type != VIRGL_RENDERER_BLOB_FD_TYPE_OPAQUE);
    assert_ptr_equal(mmap(where, BLOB_B, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_FIXED, fd, 0),
                     where);
    close(fd);
}

static void *unmap_in_crosvm(void *priv)
{
    uint32_t resource = *(const uint32_t *)priv;
    virgl_renderer_force_ctx_0();
    assert_int_equal(virgl_renderer_resource_unmap(resource), 0);
    return NULL;
}

static void map_in_crosvm(uint32_t resource, void *where, bool can_map_fixed, uint8_t expected)
{
    pthread_t thread;
    uint64_t size_B = 0;
    void *map = NULL;
    command();
    assert_int_equal(virgl_renderer_resource_map_fixed(resource, where),
                     can_map_fixed ? 0 : -EOPNOTSUPP);
    assert_int_equal(virgl_renderer_resource_map(resource, &map, &size_B), 0);
    assert_int_equal(size_B, BLOB_B);
    assert_int_equal(*(uint8_t *)map, expected);
    assert_int_equal(pthread_create(&thread, NULL, unmap_in_crosvm, &resource), 0);
    assert_int_equal(pthread_join(thread, NULL), 0);
}

static void use_blobs(uint32_t ctx_id, uint32_t context_init, bool is_galvans)
{
    static uint8_t memory[BLOB_B];
    struct iovec iov = {memory, sizeof(memory)};
    struct vr_commands c = {.num_dw = 0};
    void *guest = mmap(NULL, BLOB_B, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    command();
    rutabaga_create_context(ctx_id, context_init);
    if (is_galvans) {
        VR_COMMAND(&c, PIPE_RESOURCE_CREATE, PIPE_BUFFER, PIPE_FORMAT_R8_UNORM, 0, BLOB_B, 1, 1, 1,
                   0, 0, 6, 77);
        command();
        rutabaga_submit(ctx_id, c.dwords, (size_t)c.num_dw * 4, true);
    }
    command();
    assert_true(rutabaga_create_blob(ctx_id, 8, VIRGL_RENDERER_BLOB_MEM_HOST3D, 77, NULL));
    command();
    rutabaga_create_blob(ctx_id, 9, VIRGL_RENDERER_BLOB_MEM_GUEST, 0, &iov);
    for (int resource = 8; resource <= 9; resource++) {
        command();
        virgl_renderer_ctx_attach_resource((int)ctx_id, resource);
    }
    map_in_krun(8, guest);
    *(uint8_t *)guest = ctx_id;
    map_in_crosvm(8, guest, is_galvans, ctx_id);
    for (uint32_t resource = 8; resource <= 9; resource++) {
        command();
        virgl_renderer_ctx_detach_resource((int)ctx_id, (int)resource);
        unref(resource, resource == 9);
    }
    munmap(guest, BLOB_B);
    command();
    virgl_renderer_context_destroy(ctx_id);
}

/* Imports another component's dma-buf, here a file. rutabaga closes a dma-buf that is rejected, and
 * attaches the resource in any case. */
static void import(uint32_t ctx_id)
{
    int fd = memfd_create("dma-buf", MFD_CLOEXEC);
    assert_int_equal(ftruncate(fd, BLOB_B), 0);
    const struct virgl_renderer_resource_import_blob_args args = {
        .res_handle = 12,
        .blob_mem = VIRGL_RENDERER_BLOB_MEM_HOST3D,
        .fd_type = VIRGL_RENDERER_BLOB_FD_TYPE_DMABUF,
        .fd = fd,
        .size = BLOB_B,
    };
    if (virgl_renderer_resource_import_blob(&args))
        assert_int_equal(close(fd), 0);
    virgl_renderer_ctx_attach_resource((int)ctx_id, 12);
    virgl_renderer_ctx_detach_resource((int)ctx_id, 12);
    virgl_renderer_resource_unref(12);
}

/* ---- Callers */

static int teardown(void **state)
{
    (void)state;
    virgl_renderer_cleanup(NULL); /* as rutabaga does, without its cookie */
    virgl_set_log_callback(NULL, NULL, NULL);
    return 0;
}

enum {
    CROSVM = VIRGL_RENDERER_THREAD_SYNC | VIRGL_RENDERER_ASYNC_FENCE_CB | VIRGL_RENDERER_USE_EGL |
             VIRGL_RENDERER_USE_SURFACELESS | VIRGL_RENDERER_USE_GLES |
             VIRGL_RENDERER_USE_EXTERNAL_BLOB,
};

static void crosvm_with_opengl(void **state)
{
    (void)state;
    assert_int_equal(rutabaga_init(CROSVM, false), 0);
    assert_int_equal(rutabaga_get_capsets() & 6, 6);
    assert_int_equal(virgl_renderer_get_poll_fd(), -1);
    show_console();
    draw(0, false, -1);
    draw(2, false, -1);
    use_blobs(3, 2, true);
    import(3);
}

/* Runs crosvm with native contexts; checks that fences of their rings come from the stock library's
 * thread. */
static void crosvm_with_native_contexts(void **state)
{
    (void)state;
    assert_int_equal(
        rutabaga_init(CROSVM | VIRGL_RENDERER_DRM | VIRGL_RENDERER_RENDER_SERVER, false), 0);
    assert_true(rutabaga_get_capsets() & 1 << DRM);
    show_console();
    draw(2, false, -1);
    use_blobs(3, 2, true);
    use_blobs(4, DRM, false);
    unsigned num = cookie.num;
    command();
    rutabaga_create_context(5, DRM);
    import(5);
    command();
    rutabaga_submit(5, (uint32_t[]){0, 0}, 8, true);
    rutabaga_create_fence(5, true, 3, 1ull << 40);
    const struct fence fence = wait_for_fence(num, -1);
    assert_int_equal(fence.ctx_id, 5);
    assert_int_equal(fence.ring_idx, 3);
    assert_int_equal(fence.id, 1ull << 40);
    draw(2, false, -1);
}

/* Runs crosvm as it was when it polled a descriptor for fences, before rutabaga had callbacks from
 * threads. */
static void crosvm_that_polls(void **state)
{
    (void)state;
    assert_int_equal(rutabaga_init(VIRGL_RENDERER_THREAD_SYNC | VIRGL_RENDERER_USE_EGL, true), 0);
    int poll_fd = dup(virgl_renderer_get_poll_fd());
    assert_true(poll_fd >= 0);
    rutabaga_get_capsets();
    show_console();
    draw(0, true, poll_fd);
    draw(2, true, poll_fd);
    close(poll_fd);
}

/* Runs libkrun with the flags that muvm sets. */
static void krun_with_native_contexts(void **state)
{
    (void)state;
    assert_int_equal(rutabaga_init(VIRGL_RENDERER_USE_EGL | VIRGL_RENDERER_DRM |
                                       VIRGL_RENDERER_THREAD_SYNC | VIRGL_RENDERER_ASYNC_FENCE_CB,
                                   true),
                     0);
    assert_true(rutabaga_get_capsets() & 1 << DRM);
    use_blobs(4, DRM, false);
    draw(2, true, -1);
}

/* Lets init fail with the user's flags; checks that libkrun then starts the machine without OpenGL
 * and without capability sets. */
static void krun_falls_back(void **state)
{
    const int flags = VIRGL_RENDERER_NO_VIRGL | VIRGL_RENDERER_DRM | VIRGL_RENDERER_USE_GUEST_VRAM;
    (void)state;
    assert_int_equal(rutabaga_init(flags, true), -ENODEV); /* the stand-in's failure */
    assert_int_equal(rutabaga_init(VIRGL_RENDERER_NO_VIRGL, true), 0);
    rutabaga_get_capsets();
    command();
    use_blobs(4, DRM, false);
}

#define TEST(f) cmocka_unit_test_teardown(f, teardown)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(crosvm_with_opengl), TEST(crosvm_with_native_contexts),
        TEST(crosvm_that_polls),  TEST(krun_with_native_contexts),
        TEST(krun_falls_back),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
