/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Runs the stock library and Galvan's library in one process: stock_stand_in.c replaces the stock
 * library, and logs its calls as lines. */
#include <dlfcn.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "vr.h"

enum {
    VENUS = 4,
    DRM = 6,
    MAX_SETS = 64,
    MAX_CALLS = 64,
};

/* ---- The caller ---------------------------------------------------------------------------- */

static struct {
    char calls[MAX_CALLS][256];
    unsigned num_calls;
    unsigned num_fences;
    struct {
        uint32_t ctx_id, ring_idx;
        uint64_t id;
    } fences[16];
    int made_by_callback; /* value that context_create returned when a fence's callback called it */
} seen;

static void log_callback(enum virgl_log_level_flags level, const char *message, void *user_data)
{
    static const char prefix[] = "galvan: virglrenderer: stock library: ";
    (void)user_data;
    if (strncmp(message, prefix, sizeof(prefix) - 1) != 0 || seen.num_calls == MAX_CALLS)
        return; /* a line of Galvan's own */
    assert_int_equal(level, VIRGL_LOG_LEVEL_WARNING);
    snprintf(seen.calls[seen.num_calls], sizeof(seen.calls[0]), "%s", message + sizeof(prefix) - 1);
    seen.calls[seen.num_calls++][strcspn(message, "\n") - sizeof(prefix) + 1] = '\0';
}

static void expect_calls(const char *const *calls, unsigned num)
{
    for (unsigned i = 0; i < num && i < seen.num_calls; i++)
        assert_string_equal(seen.calls[i], calls[i]);
    assert_int_equal(seen.num_calls, num);
    seen.num_calls = 0;
}

#define EXPECT(...)                                                                                \
    expect_calls((const char *const[]){__VA_ARGS__},                                               \
                 sizeof((const char *const[]){__VA_ARGS__}) / sizeof(char *))
#define EXPECT_NOTHING() expect_calls(NULL, 0)

static void write_context_fence(void *cookie, uint32_t ctx_id, uint32_t ring_idx, uint64_t id)
{
    assert_ptr_equal(cookie, &seen);
    seen.fences[seen.num_fences].ctx_id = ctx_id;
    seen.fences[seen.num_fences].ring_idx = ring_idx;
    seen.fences[seen.num_fences++].id = id;
    if (id == 77)
        seen.made_by_callback = virgl_renderer_context_create(30, 0, NULL);
}

static void write_fence(void *cookie, uint32_t fence)
{
    write_context_fence(cookie, 0, 0, fence);
}

static int get_drm_fd(void *cookie)
{
    assert_ptr_equal(cookie, &seen);
    return 21;
}

static int get_server_fd(void *cookie, uint32_t version)
{
    assert_ptr_equal(cookie, &seen);
    return 11 + (int)version;
}

static struct virgl_renderer_callbacks callbacks = {
    .version = 3,
    .write_fence = write_fence,
    .get_drm_fd = get_drm_fd,
    .write_context_fence = write_context_fence,
    .get_server_fd = get_server_fd,
};

static void init(int flags)
{
    memset(&seen, 0, sizeof(seen));
    virgl_set_log_callback(log_callback, NULL, NULL);
    assert_int_equal(virgl_renderer_init(&seen, flags, &callbacks), 0);
    seen.num_calls = 0;
}

static int teardown(void **state)
{
    (void)state;
    virgl_renderer_cleanup(NULL);
    virgl_set_log_callback(NULL, NULL, NULL);
    return 0;
}

/* Creates context 1 in Galvan, and context 2 in the stock library. */
static void init_with_contexts(int flags)
{
    init(flags);
    assert_int_equal(virgl_renderer_context_create_with_flags(1, 2, 3, "one"), 0);
    EXPECT_NOTHING();
    assert_int_equal(virgl_renderer_context_create_with_flags(2, DRM, 3, "two"), 0);
    EXPECT("context 2 flags 0x6 two");
}

/* ---- Capabilities -------------------------------------------------------------------------- */

struct sets {
    uint32_t version[MAX_SETS], size[MAX_SETS];
    uint8_t bytes[MAX_SETS][512];
};

/* Reads the capability sets of the stock library itself, loaded without Galvan. */
static void ask_stock(struct sets *out)
{
    void *library = dlmopen(LM_ID_NEWLM, getenv("GALVAN_STOCK_VIRGLRENDERER"), RTLD_NOW);
    assert_non_null(library);
    __typeof__(&virgl_renderer_get_cap_set) get =
        (__typeof__(get))dlsym(library, "virgl_renderer_get_cap_set");
    __typeof__(&virgl_renderer_fill_caps) fill =
        (__typeof__(fill))dlsym(library, "virgl_renderer_fill_caps");
    for (uint32_t set = 0; set < MAX_SETS; set++) {
        get(set, &out->version[set], &out->size[set]);
        if (set > 2 && out->size[set])
            fill(set, 3, out->bytes[set]);
    }
}

static void compare_sets(const struct sets *stock)
{
    for (uint32_t set = 0; set < MAX_SETS; set++) {
        uint32_t version = 7, size = 7;
        uint8_t bytes[4096] = {0};
        virgl_renderer_get_cap_set(set, &version, &size);
        virgl_renderer_get_cap_set(set, NULL, NULL);
        assert_int_equal(size != 0, stock->size[set] != 0);
        virgl_renderer_fill_caps(set, 3, bytes);
        virgl_renderer_fill_caps(set, 3, NULL);
        if (set == 1 || set == 2)
            continue;
        assert_int_equal(version, stock->version[set]);
        assert_int_equal(size, stock->size[set]);
        assert_memory_equal(bytes, stock->bytes[set], sizeof(stock->bytes[set]));
    }
}

/* Reads the capability sets through Galvan, also before init; checks that they are exactly those of
 * the stock library, so that Galvan can replace that library in a monitor. */
static void sets_are_those_of_the_stock_library(void **state)
{
    static struct sets stock;
    (void)state;
    ask_stock(&stock);
    assert_true(stock.size[1] && stock.size[2]);
    compare_sets(&stock);
    init(VIRGL_RENDERER_VENUS | VIRGL_RENDERER_DRM);
    compare_sets(&stock);
}

/* ---- Contexts ------------------------------------------------------------------------------ */

static void init_passes_what_is_not_of_opengl(void **state)
{
    (void)state;
    memset(&seen, 0, sizeof(seen));
    virgl_set_log_callback(log_callback, NULL, NULL);
    assert_int_equal(virgl_renderer_init(&seen,
                                         VIRGL_RENDERER_VENUS | VIRGL_RENDERER_RENDER_SERVER |
                                             VIRGL_RENDERER_USE_EGL | VIRGL_RENDERER_USE_GLES |
                                             VIRGL_RENDERER_THREAD_SYNC | 1 << 20,
                                         &callbacks),
                     0);
    EXPECT("init 0x1002c2 version 3", "server 11 device 21");
    virgl_renderer_cleanup(NULL);
    EXPECT("cleanup its cookie", "reset");
    /* If the caller requests only OpenGL, Galvan must not call the stock library. */
    init(VIRGL_RENDERER_USE_EGL | VIRGL_RENDERER_THREAD_SYNC);
    assert_int_equal(virgl_renderer_context_create_with_flags(2, DRM, 0, NULL), EINVAL);
    virgl_renderer_reset();
    virgl_renderer_cleanup(NULL);
    EXPECT_NOTHING();
}

static void contexts_have_an_owner(void **state)
{
    uint32_t dwords[3] = {0};
    (void)state;
    init_with_contexts(VIRGL_RENDERER_DRM);
    assert_int_equal(virgl_renderer_context_create_with_flags(1, DRM, 0, NULL), EINVAL);
    assert_int_equal(virgl_renderer_context_create_with_flags(2, DRM, 0, NULL), EINVAL);
    assert_int_equal(virgl_renderer_context_create_with_flags(2, 2, 0, NULL), EINVAL);
    assert_int_equal(virgl_renderer_context_create(2, 0, NULL), EINVAL);
    EXPECT_NOTHING();
    assert_int_equal(virgl_renderer_context_create_with_flags(3, 99, 1, "x"), EINVAL);
    EXPECT("context 3 flags 0x63 x");
    assert_int_equal(virgl_renderer_submit_cmd(dwords, 1, 0), 0);
    virgl_renderer_ctx_attach_resource(1, 5);
    EXPECT_NOTHING();
    assert_int_equal(virgl_renderer_submit_cmd(dwords, 2, 1), 0);
    assert_int_equal(virgl_renderer_submit_cmd(dwords, 2, 3), EPROTO); /* unchanged */
    virgl_renderer_ctx_attach_resource(2, 5);
    virgl_renderer_ctx_detach_resource(2, 5);
    EXPECT("submit 1 dwords to 2, byte -1", "submit 3 dwords to 2, byte -1", "attach 5 to 2",
           "detach 5 from 2");
    virgl_renderer_context_destroy(1);
    EXPECT_NOTHING();
    virgl_renderer_context_destroy(2);
    EXPECT("context_destroy 2");
    assert_int_equal(virgl_renderer_submit_cmd(dwords, 2, 1), EINVAL);
    EXPECT_NOTHING();
    assert_int_equal(virgl_renderer_context_create_with_flags(2, 2, 0, NULL), 0);
}

static void newer_functions_where_there_are_some(void **state)
{
    uint64_t in_fence = 9;
    uint32_t dword = 0;
    int fd = -1;
    bool is_old = getenv("GALVAN_TEST_STOCK_IS_OLD");
    (void)state;
    init_with_contexts(VIRGL_RENDERER_DRM);
    assert_int_equal(virgl_renderer_submit_cmd2(&dword, 1, 0, NULL, 0), 0);
    assert_int_equal(virgl_renderer_submit_cmd2(&dword, 1, 0, &in_fence, 1), EINVAL);
    EXPECT_NOTHING();
    assert_int_equal(virgl_renderer_submit_cmd2(&dword, 2, 1, &in_fence, 1), is_old ? EINVAL : 0);
    if (is_old)
        EXPECT_NOTHING();
    else
        EXPECT("submit2 after 9", "submit 1 dwords to 2, byte -1");
    assert_int_equal(virgl_renderer_submit_cmd2(&dword, 2, 1, NULL, 0), 0);
    assert_int_equal(virgl_renderer_export_fence(41, &fd), 0);
    assert_int_equal(fd, 42);
    assert_int_equal(virgl_renderer_export_signalled_fence(), -EOPNOTSUPP);
    assert_int_equal(virgl_renderer_get_dev_fd(2), -EOPNOTSUPP);
    assert_int_equal(virgl_renderer_get_fence_fd(2), -EOPNOTSUPP);
    assert_int_equal(virgl_renderer_attach_fence(2, -1), EINVAL);
}

/* Lets the stock library's init fail; checks that init succeeds with only OpenGL, and fails with
 * NO_VIRGL. */
static void opengl_remains_where_the_stock_library_fails(void **state)
{
    uint32_t version = 7, size = 7;
    (void)state;
    memset(&seen, 0, sizeof(seen));
    const int flags = VIRGL_RENDERER_DRM | VIRGL_RENDERER_USE_GUEST_VRAM;
    assert_int_equal(virgl_renderer_init(&seen, flags, &callbacks), 0);
    assert_int_equal(virgl_renderer_context_create_with_flags(1, 2, 0, NULL), 0);
    assert_int_equal(virgl_renderer_context_create_with_flags(2, DRM, 0, NULL), EINVAL);
    virgl_renderer_get_cap_set(DRM, &version, &size);
    assert_int_equal(size, 0);
    virgl_renderer_get_cap_set(2, &version, &size);
    assert_int_equal(version, 2);
    virgl_renderer_cleanup(NULL);
    assert_int_equal(virgl_renderer_init(&seen, flags | VIRGL_RENDERER_NO_VIRGL, &callbacks),
                     -ENODEV);
}

/* ---- Fences -------------------------------------------------------------------------------- */

static void fences_of_both_are_reported(void **state)
{
    (void)state;
    init_with_contexts(VIRGL_RENDERER_DRM);
    assert_int_equal(virgl_renderer_context_create_fence(1, 0, 1, 5), -EINVAL);
    assert_int_equal(virgl_renderer_context_create_fence(2, 1, 3, 77), 0);
    assert_int_equal(virgl_renderer_context_create_fence(2, 0, 4, UINT64_MAX), 0);
    EXPECT("fence 2 flags 1 ring 3 id 0x4d", "fence 2 flags 0 ring 4 id 0xffffffffffffffff");
    assert_int_equal(seen.num_fences, 0);
    assert_int_equal(virgl_renderer_create_fence(6, 2),
                     0); /* a fence without a context is Galvan's */
    assert_int_equal(virgl_renderer_context_create_fence(1, 0, 0, 7), 0);
    while (seen.num_fences < 4)
        virgl_renderer_poll();
    assert_int_equal(seen.num_fences, 4);
    for (unsigned i = 0, of_stock = 0, of_galvan = 0; i < 4; i++) {
        if (seen.fences[i].ctx_id == 2)
            assert_int_equal(seen.fences[i].ring_idx, 3 + of_stock++);
        else
            assert_int_equal(seen.fences[i].id, 6 + of_galvan++);
    }
    /* The callback of fence 77 must be called outside of the library. */
    assert_int_equal(seen.made_by_callback, 0);
    assert_int_equal(virgl_renderer_submit_cmd(NULL, 30, 0), 0);
}

static void contexts_are_polled_one_by_one(void **state)
{
    (void)state;
    init_with_contexts(VIRGL_RENDERER_DRM | VIRGL_RENDERER_THREAD_SYNC);
    assert_true(virgl_renderer_get_poll_fd() >= 0);
    assert_int_equal(virgl_renderer_context_get_poll_fd(1), virgl_renderer_get_poll_fd());
    assert_int_equal(virgl_renderer_context_get_poll_fd(2), 1002);
    assert_int_equal(virgl_renderer_context_get_poll_fd(3), -1);
    assert_int_equal(virgl_renderer_context_create_fence(2, 0, 1, 8), 0);
    virgl_renderer_context_poll(3);
    assert_int_equal(seen.num_fences, 0);
    virgl_renderer_context_poll(2);
    assert_int_equal(seen.num_fences, 1);
    assert_int_equal(seen.fences[0].id, 8);
}

static void threads_of_the_stock_library_call_back(void **state)
{
    (void)state;
    init_with_contexts(VIRGL_RENDERER_DRM | VIRGL_RENDERER_THREAD_SYNC |
                       VIRGL_RENDERER_ASYNC_FENCE_CB);
    assert_int_equal(virgl_renderer_context_create_fence(2, 0, 5, 8), 0);
    assert_int_equal(seen.num_fences, 1);
    assert_int_equal(seen.fences[0].ctx_id, 2);
    assert_int_equal(seen.fences[0].ring_idx, 5);
    assert_int_equal(virgl_renderer_get_poll_fd(), -1);
}

/* ---- Resources ----------------------------------------------------------------------------- */

static struct virgl_renderer_resource_create_blob_args blob(uint32_t handle, uint32_t ctx_id,
                                                            uint32_t mem)
{
    return (struct virgl_renderer_resource_create_blob_args){
        .res_handle = handle,
        .ctx_id = ctx_id,
        .blob_mem = mem,
        .blob_flags = VIRGL_RENDERER_BLOB_FLAG_USE_MAPPABLE,
        .blob_id = 3,
        .size = 4096,
    };
}

static void blobs_have_an_owner(void **state)
{
    struct virgl_renderer_resource_create_blob_args args = blob(5, 2, 2);
    struct virgl_renderer_resource_create_args texture = vr_args_2d(5, 4, 4);
    struct virgl_renderer_export_query query = {
        .hdr = {.stype = VIRGL_RENDERER_STRUCTURE_TYPE_EXPORT_QUERY, .size = sizeof(query)},
        .in_resource_id = 5,
    };
    struct virgl_renderer_resource_info info;
    struct virgl_box box = vr_box(16, 1);
    uint64_t size;
    uint32_t map_info, type;
    void *map;
    int fd;
    (void)state;
    init_with_contexts(VIRGL_RENDERER_DRM);
    assert_int_equal(virgl_renderer_resource_create_blob(&args), 0);
    EXPECT("blob 5 of 2: memory 2, id 3, 4096 bytes");
    assert_int_equal(virgl_renderer_resource_create_blob(&args), -EINVAL);
    assert_int_equal(virgl_renderer_resource_create(&texture, NULL, 0), EINVAL);
    virgl_renderer_resource_set_priv(5, &args);
    assert_ptr_equal(virgl_renderer_resource_get_priv(5), &args);
    assert_int_equal(virgl_renderer_resource_get_map_info(5, &map_info), 0);
    assert_int_equal(map_info, VIRGL_RENDERER_MAP_CACHE_WC);
    assert_int_equal(virgl_renderer_resource_map(5, &map, &size), 0);
    assert_int_equal(size, 4096);
    *(uint8_t *)map = 99;
    assert_int_equal(virgl_renderer_resource_map(5, &map, &size), -EINVAL);
    assert_int_equal(virgl_renderer_resource_map_fixed(5, map), -EOPNOTSUPP);
    assert_int_equal(virgl_renderer_resource_unmap(5), 0);
    assert_int_equal(virgl_renderer_resource_export_blob(5, &type, &fd), 0);
    assert_int_equal(type, VIRGL_RENDERER_BLOB_FD_TYPE_SHM);
    uint8_t byte = 0;
    assert_int_equal(pread(fd, &byte, 1, 0), 1);
    assert_int_equal(byte, 99);
    close(fd);
    assert_int_equal(virgl_renderer_resource_get_info(5, &info), 0);
    assert_int_equal(info.stride, 12345);
    assert_int_equal(virgl_renderer_execute(&query, sizeof(query)), 0);
    assert_int_equal(query.out_num_fds, 1);
    assert_int_equal(virgl_renderer_transfer_write_iov(5, 2, 0, 1, 2, &box, 3, NULL, 0), 0);
    assert_int_equal(virgl_renderer_transfer_read_iov(5, 2, 0, 1, 2, &box, 3, NULL, 0), 0);
    virgl_renderer_ctx_attach_resource(2, 5);
    assert_int_equal(virgl_renderer_submit_cmd((uint32_t[]){5}, 2, 1), 0);
    virgl_renderer_resource_unref(5);
    EXPECT("execute 88", "write 5 2 0 1 2 16 3 0 0", "read 5 2 0 1 2 16 3 0 0", "attach 5 to 2",
           "submit 1 dwords to 2, byte 99", "unref 5");
    /* The handle must be free again: a new texture with this handle is Galvan's. */
    assert_int_equal(virgl_renderer_resource_create(&texture, NULL, 0), 0);
    assert_int_equal(virgl_renderer_resource_create_blob(&args), -EINVAL);
    assert_int_equal(virgl_renderer_resource_map(5, &map, &size), -EOPNOTSUPP);
    virgl_renderer_resource_unref(5);
    EXPECT_NOTHING();
}

static void memory_of_others_is_imported(void **state)
{
    int fd = memfd_create("test", MFD_CLOEXEC);
    struct virgl_renderer_resource_import_blob_args args = {
        .res_handle = 6,
        .blob_mem = VIRGL_RENDERER_BLOB_MEM_HOST3D,
        .fd_type = VIRGL_RENDERER_BLOB_FD_TYPE_SHM,
        .fd = fd,
        .size = 4096,
    };
    (void)state;
    init_with_contexts(VIRGL_RENDERER_DRM);
    assert_int_equal(ftruncate(fd, 4096), 0);
    assert_int_equal(pwrite(fd, "*", 1, 0), 1);
    assert_int_equal(virgl_renderer_resource_import_blob(NULL), -EINVAL);
    assert_int_equal(virgl_renderer_resource_import_blob(&args), 0);
    assert_int_equal(virgl_renderer_resource_import_blob(&args), -EINVAL);
    assert_int_equal(virgl_renderer_submit_cmd((uint32_t[]){6}, 2, 1), 0);
    EXPECT("import 6: memory 2, type 3, a page or more", "submit 1 dwords to 2, byte 42");
}

/* Creates a blob of guest memory; checks that it is one resource for Galvan's contexts and the
 * stock library's. */
static void guest_memory_is_lent(void **state)
{
    static uint8_t memory[4096] = {17}, other[4096] = {18};
    struct iovec iov = {memory, sizeof(memory)}, again = {other, sizeof(other)}, *detached;
    struct virgl_renderer_resource_create_blob_args args = blob(5, 0, 1);
    int num;
    (void)state;
    args.blob_id = 0;
    args.iovecs = &iov;
    args.num_iovs = 1;
    init_with_contexts(VIRGL_RENDERER_DRM);
    assert_int_equal(virgl_renderer_resource_create_blob(&args), 0);
    virgl_renderer_ctx_attach_resource(1, 5);
    EXPECT_NOTHING();
    virgl_renderer_ctx_attach_resource(2, 5);
    virgl_renderer_ctx_attach_resource(2, 5);
    assert_int_equal(virgl_renderer_submit_cmd((uint32_t[]){5}, 2, 1), 0);
    EXPECT("blob 5 of 0: memory 1, id 0, 4096 bytes", "attach 5 to 2", "attach 5 to 2",
           "submit 1 dwords to 2, byte 17");
    virgl_renderer_resource_detach_iov(5, &detached, &num);
    assert_ptr_equal(detached, &iov);
    assert_int_equal(virgl_renderer_resource_attach_iov(5, &again, 1), 0);
    assert_int_equal(virgl_renderer_submit_cmd((uint32_t[]){5}, 2, 1), 0);
    virgl_renderer_resource_unref(5);
    virgl_renderer_resource_unref(5);
    EXPECT("detach_iov 5", "attach_iov 5, 1 pieces", "submit 1 dwords to 2, byte 18", "unref 5");
}

/* Creates a blob in a Galvan context, and maps it; checks that the blob is passed to the stock
 * library by its descriptor. */
static void host_memory_is_lent(void **state)
{
    struct virgl_renderer_resource_create_blob_args args = blob(5, 1, 2);
    struct vr_commands c = {.num_dw = 0};
    uint64_t size;
    void *map;
    (void)state;
    init_with_contexts(VIRGL_RENDERER_DRM);
    VR_COMMAND(&c, PIPE_RESOURCE_CREATE, PIPE_BUFFER, PIPE_FORMAT_R8_UNORM, 0, 4000, 1, 1, 1, 0, 0,
               6, 3);
    assert_int_equal(vr_submit(&c, 1), 0);
    assert_int_equal(virgl_renderer_resource_create_blob(&args), 0);
    assert_int_equal(virgl_renderer_resource_map(5, &map, &size), 0);
    *(uint8_t *)map = 23;
    EXPECT_NOTHING();
    virgl_renderer_ctx_attach_resource(2, 5);
    assert_int_equal(virgl_renderer_submit_cmd((uint32_t[]){5}, 2, 1), 0);
    virgl_renderer_resource_unref(5);
    EXPECT("import 5: memory 2, type 3, a page or more", "attach 5 to 2",
           "submit 1 dwords to 2, byte 23", "unref 5");
}

/* Exports a texture's dma-buf to the stock library, if the device supports dma-bufs; checks that
 * the dma-buf has the pixels of each submission once the next fence has passed. */
static void textures_are_lent_as_dmabufs(void **state)
{
    struct virgl_renderer_resource_create_args texture = vr_args_2d(6, 64, 16);
    struct virgl_renderer_resource_info_ext info = {0};
    (void)state;
    init_with_contexts(VIRGL_RENDERER_DRM);
    assert_int_equal(virgl_renderer_resource_create(&texture, NULL, 0), 0);
    assert_int_equal(virgl_renderer_resource_get_info_ext(6, &info), 0);
    virgl_renderer_ctx_attach_resource(1, 6);
    assert_int_equal(vr_clear(1, 6, 9, 0, 0, 1, 1), 0);
    virgl_renderer_ctx_attach_resource(2, 6);
    if (!info.has_dmabuf_export) {
        virgl_renderer_resource_unref(6);
        EXPECT_NOTHING();
        return;
    }
    assert_int_equal(virgl_renderer_create_fence(1, 0), 0);
    while (!seen.num_fences)
        virgl_renderer_poll();
    assert_int_equal(virgl_renderer_submit_cmd((uint32_t[]){6, 0xff0000ff}, 2, 2), 0);
    assert_int_equal(vr_clear(1, 6, 10, 0, 0, 0.2f, 1), 0);
    assert_int_equal(virgl_renderer_create_fence(2, 0), 0);
    while (seen.num_fences < 2)
        virgl_renderer_poll();
    assert_int_equal(virgl_renderer_submit_cmd((uint32_t[]){6, 0xff0000ff}, 2, 2), 0);
    assert_int_equal(virgl_renderer_submit_cmd((uint32_t[]){6, 0xff000033}, 2, 2), 0);
    virgl_renderer_resource_unref(6);
    EXPECT("import 6: memory 2, type 1, a page or more", "attach 6 to 2",
           "resource 6 has 0xff0000ff", "resource 6 lacks 0xff0000ff", "resource 6 has 0xff000033",
           "unref 6");
}

static void reset_ends_what_both_have(void **state)
{
    struct virgl_renderer_resource_create_blob_args args = blob(5, 2, 2);
    (void)state;
    init_with_contexts(VIRGL_RENDERER_DRM);
    assert_int_equal(virgl_renderer_resource_create_blob(&args), 0);
    assert_int_equal(virgl_renderer_context_create_fence(2, 0, 1, 8), 0);
    seen.num_calls = 0;
    virgl_renderer_reset();
    EXPECT("reset", "unref 5");
    virgl_renderer_poll();
    assert_int_equal(seen.num_fences, 0);
    assert_int_equal(virgl_renderer_context_create_with_flags(2, 2, 0, NULL), 0);
    assert_int_equal(virgl_renderer_submit_cmd(NULL, 2, 0), 0);
    EXPECT_NOTHING();
}

/* ---- Without OpenGL ------------------------------------------------------------------------ */

static void all_is_the_stock_librarys_without_opengl(void **state)
{
    struct virgl_renderer_resource_create_args texture = vr_args_2d(7, 4, 4);
    struct virgl_renderer_resource_create_blob_args args = blob(5, 2, 2);
    struct virgl_renderer_supported_structures structures = {
        .hdr = {.stype = VIRGL_RENDERER_STRUCTURE_TYPE_SUPPORTED_STRUCTURES,
                .size = sizeof(structures)}};
    uint32_t width, height;
    struct iovec iov = {&args, sizeof(args)};
    int fd;
    (void)state;
    init(VIRGL_RENDERER_DRM | VIRGL_RENDERER_NO_VIRGL | VIRGL_RENDERER_THREAD_SYNC);
    assert_int_equal(virgl_renderer_get_poll_fd(), -1);
    assert_int_equal(virgl_renderer_create_fence(1, 0), EINVAL);
    assert_int_equal(virgl_renderer_context_create_with_flags(2, DRM, 1, "n"), 0);
    assert_int_equal(virgl_renderer_context_create(3, 1, "n"), EINVAL);
    assert_int_equal(virgl_renderer_context_create_with_flags(2, DRM, 1, "n"), EINVAL);
    EXPECT("context 2 flags 0x6 n", "context 3 flags 0 n");
    assert_int_equal(virgl_renderer_resource_create(&texture, NULL, 0), EINVAL);
    assert_int_equal(virgl_renderer_resource_create_blob(&args), 0);
    virgl_renderer_ctx_attach_resource(2, 5);
    virgl_renderer_ctx_detach_resource(2, 5);
    assert_int_equal(virgl_renderer_execute(&structures, sizeof(structures)), 0);
    EXPECT("create 7", "blob 5 of 2: memory 2, id 3, 4096 bytes", "attach 5 to 2",
           "detach 5 from 2", "execute 20");
    virgl_renderer_force_ctx_0();
    virgl_renderer_get_rect(5, &iov, 1, 0, 0, 0, 1, 1);
    assert_null(virgl_renderer_get_cursor_data(5, &width, &height));
    assert_int_equal(virgl_renderer_get_fd_for_texture(5, &fd), -EINVAL);
    assert_int_equal(virgl_renderer_context_create_fence(2, 0, 1, 8), 0);
    virgl_renderer_poll();
    assert_int_equal(seen.num_fences, 1);
    seen.num_calls = 0;
    virgl_renderer_resource_unref(5);
    virgl_renderer_context_destroy(2);
    virgl_renderer_reset();
    EXPECT("unref 5", "context_destroy 2", "reset");
}

#define TEST(f) cmocka_unit_test_teardown(f, teardown)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(sets_are_those_of_the_stock_library),
        TEST(init_passes_what_is_not_of_opengl),
        TEST(contexts_have_an_owner),
        TEST(newer_functions_where_there_are_some),
        TEST(opengl_remains_where_the_stock_library_fails),
        TEST(fences_of_both_are_reported),
        TEST(contexts_are_polled_one_by_one),
        TEST(threads_of_the_stock_library_call_back),
        TEST(blobs_have_an_owner),
        TEST(memory_of_others_is_imported),
        TEST(guest_memory_is_lent),
        TEST(host_memory_is_lent),
        TEST(textures_are_lent_as_dmabufs),
        TEST(reset_ends_what_both_have),
        TEST(all_is_the_stock_librarys_without_opengl),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
