/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Stands in for the stock library: it offers capability sets other than virgl's, and logs each call
 * through the log callback. A submission's first dword names a resource, whose first byte is
 * logged; a submission of two dwords searches that resource for the second dword. Compiled with
 * OLD, the library behaves like 0.10, and offers less. */
#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/uio.h>
#include <unistd.h>

#include "galvan/virglrenderer.h"

enum {
    NUM = 64,
    BLOB_B = 4096,
    VENUS = 4,
    DRM = 6,
    OF_THE_FUTURE = 40,
};

static struct {
    void *cookie;
    int flags;
    struct virgl_renderer_callbacks *callbacks; /* stored, not copied, as virglrenderer does */
    bool contexts[NUM];
    uint8_t *memory[NUM]; /* memory of each resource */
    size_t size_B[NUM];
    void *priv[NUM];
    int fds[NUM];
    bool is_mapped[NUM];

    struct {
        uint32_t ctx_id, ring_idx;
        uint64_t id;
    } fences[NUM];
    unsigned num_fences;
} the;

/* ---- Messages ------------------------------------------------------------------------------ */

#ifdef OLD
static virgl_debug_callback_type debug;

virgl_debug_callback_type virgl_set_debug_callback(virgl_debug_callback_type cb)
{
    debug = cb;
    return NULL;
}

static void say(const char *format, ...)
{
    va_list args;
    va_start(args, format);
    if (debug)
        debug(format, args);
    va_end(args);
}
#else
static struct {
    virgl_log_callback_type call;
    void *data;
} said;

void virgl_set_log_callback(virgl_log_callback_type cb, void *user_data,
                            virgl_free_data_callback_type free_data)
{
    (void)free_data;
    said.call = cb;
    said.data = user_data;
}

static void say(const char *format, ...)
{
    char line[256];
    va_list args;
    va_start(args, format);
    vsnprintf(line, sizeof(line), format, args);
    va_end(args);
    if (said.call)
        said.call(VIRGL_LOG_LEVEL_WARNING, line, said.data);
}
#endif

/* ---- The renderer -------------------------------------------------------------------------- */

int virgl_renderer_init(void *cookie, int flags, struct virgl_renderer_callbacks *cb)
{
    const int of_opengl = VIRGL_RENDERER_USE_EGL | VIRGL_RENDERER_USE_GLX |
                          VIRGL_RENDERER_USE_SURFACELESS | VIRGL_RENDERER_USE_GLES;
    say("init %#x version %d\n", flags, cb->version);
    if (!(flags & VIRGL_RENDERER_NO_VIRGL) || flags & of_opengl || cb->create_gl_context)
        return -EPROTO;
    if (flags & VIRGL_RENDERER_USE_GUEST_VRAM)
        return -ENODEV; /* for tests of a failing init */
    the.cookie = cookie;
    the.flags = flags;
    the.callbacks = cb;
    if (flags & VIRGL_RENDERER_RENDER_SERVER && cb->get_server_fd && cb->get_drm_fd)
        say("server %d device %d\n", cb->get_server_fd(cookie, 0), cb->get_drm_fd(cookie));
    return 0;
}

void virgl_renderer_reset(void)
{
    say("reset\n");
    for (unsigned i = 0; i < NUM; i++) {
        if (the.memory[i])
            virgl_renderer_resource_unref(i);
        the.contexts[i] = false;
    }
    the.num_fences = 0;
}

void virgl_renderer_cleanup(void *cookie)
{
    say("cleanup %s\n", cookie == the.cookie ? "its cookie" : "another cookie");
    virgl_renderer_reset();
    memset(&the, 0, sizeof(the));
}

/* ---- Capabilities -------------------------------------------------------------------------- */

static uint32_t size_of_set(uint32_t set)
{
    switch (set) {
    case 1:
    case 2:
        return 7; /* Galvan never reads these */
#ifndef OLD
    case VENUS:
        return 160;
    case OF_THE_FUTURE:
        return 8;
#endif
    case DRM:
        return 40;
    default:
        return 0;
    }
}

void virgl_renderer_get_cap_set(uint32_t set, uint32_t *max_ver, uint32_t *max_size)
{
    *max_size = size_of_set(set);
    *max_ver = *max_size ? set + 100 : 0;
}

void virgl_renderer_fill_caps(uint32_t set, uint32_t version, void *caps)
{
    memset(caps, (int)(set + version), size_of_set(set));
}

/* ---- Fences -------------------------------------------------------------------------------- */

static void retire(uint32_t ctx_id)
{
    unsigned num = the.num_fences;
    the.num_fences = 0;
    for (unsigned i = 0; i < num; i++) {
        if (ctx_id && the.fences[i].ctx_id != ctx_id)
            the.fences[the.num_fences++] = the.fences[i];
        else
            the.callbacks->write_context_fence(the.cookie, the.fences[i].ctx_id,
                                               the.fences[i].ring_idx, the.fences[i].id);
    }
}

void virgl_renderer_poll(void)
{
    retire(0);
}

int virgl_renderer_get_poll_fd(void)
{
    return -1;
}

void virgl_renderer_context_poll(uint32_t ctx_id)
{
    say("context_poll %u\n", ctx_id);
    retire(ctx_id);
}

int virgl_renderer_context_get_poll_fd(uint32_t ctx_id)
{
    return 1000 + (int)ctx_id;
}

static void *run_retire(void *unused)
{
    (void)unused;
    retire(0);
    return NULL;
}

int virgl_renderer_context_create_fence(uint32_t ctx_id, uint32_t flags, uint32_t ring_idx,
                                        uint64_t fence_id)
{
    pthread_t thread;
    if (ctx_id >= NUM || !the.contexts[ctx_id] || the.num_fences == NUM)
        return -EINVAL;
    say("fence %u flags %u ring %u id %#llx\n", ctx_id, flags, ring_idx,
        (unsigned long long)fence_id);
    the.fences[the.num_fences].ctx_id = ctx_id;
    the.fences[the.num_fences].ring_idx = ring_idx;
    the.fences[the.num_fences++].id = fence_id;
    if (the.flags & VIRGL_RENDERER_ASYNC_FENCE_CB &&
        !pthread_create(&thread, NULL, run_retire, NULL))
        pthread_join(thread, NULL); /* the callback must not wait for this call to return */
    return 0;
}

int virgl_renderer_create_fence(int client_fence_id, uint32_t ctx_id)
{
    (void)client_fence_id;
    (void)ctx_id;
    return EINVAL;
}

int virgl_renderer_export_fence(uint32_t client_fence_id, int *fd)
{
    *fd = (int)client_fence_id + 1;
    return 0;
}

/* ---- Contexts ------------------------------------------------------------------------------ */

int virgl_renderer_context_create_with_flags(uint32_t ctx_id, uint32_t ctx_flags, uint32_t nlen,
                                             const char *name)
{
    say("context %u flags %#x %.*s\n", ctx_id, ctx_flags, (int)nlen, name);
    if (!ctx_id || ctx_id >= NUM || the.contexts[ctx_id] || !size_of_set(ctx_flags & 0xff))
        return EINVAL;
    the.contexts[ctx_id] = true;
    return 0;
}

void virgl_renderer_context_destroy(uint32_t ctx_id)
{
    say("context_destroy %u\n", ctx_id);
    the.contexts[ctx_id] = false;
}

void virgl_renderer_ctx_attach_resource(int ctx_id, int res_handle)
{
    say("attach %d to %d\n", res_handle, ctx_id);
}

void virgl_renderer_ctx_detach_resource(int ctx_id, int res_handle)
{
    say("detach %d from %d\n", res_handle, ctx_id);
}

int virgl_renderer_submit_cmd(void *buffer, int ctx_id, int ndw)
{
    const uint32_t *dwords = buffer;
    const uint8_t *memory = ndw && dwords[0] < NUM ? the.memory[dwords[0]] : NULL;
    if (ndw == 2 && memory)
        say("resource %u %s %#x\n", dwords[0],
            memmem(memory, the.size_B[dwords[0]], &dwords[1], 4) ? "has" : "lacks", dwords[1]);
    else
        say("submit %d dwords to %d, byte %d\n", ndw, ctx_id, memory ? memory[0] : -1);
    return ndw == 3 ? EPROTO : 0;
}

#ifndef OLD
int virgl_renderer_submit_cmd2(void *buffer, int ctx_id, int ndw, uint64_t *in_fence_ids,
                               uint32_t num_in_fences)
{
    say("submit2 after %llu\n", num_in_fences ? (unsigned long long)in_fence_ids[0] : 0);
    return virgl_renderer_submit_cmd(buffer, ctx_id, ndw);
}
#endif

/* ---- Resources ----------------------------------------------------------------------------- */

static int add(uint32_t handle, void *memory, int fd)
{
    if (!handle || handle >= NUM || the.memory[handle])
        return -EINVAL;
    the.memory[handle] = memory;
    the.fds[handle] = fd;
    return 0;
}

int virgl_renderer_resource_create_blob(const struct virgl_renderer_resource_create_blob_args *args)
{
    say("blob %u of %u: memory %u, id %llu, %llu bytes\n", args->res_handle, args->ctx_id,
        args->blob_mem, (unsigned long long)args->blob_id, (unsigned long long)args->size);
    if (args->blob_mem == VIRGL_RENDERER_BLOB_MEM_GUEST)
        return add(args->res_handle, args->iovecs[0].iov_base, -1);
    int fd = memfd_create("blob", MFD_CLOEXEC);
    if (fd < 0 || ftruncate(fd, BLOB_B) != 0)
        return -ENOMEM;
    void *memory = mmap(NULL, BLOB_B, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
    return add(args->res_handle, memory, fd);
}

int virgl_renderer_resource_import_blob(const struct virgl_renderer_resource_import_blob_args *args)
{
    say("import %u: memory %u, type %u, %s\n", args->res_handle, args->blob_mem, args->fd_type,
        args->size >= BLOB_B ? "a page or more" : "less");
    if (!args->res_handle || args->res_handle >= NUM)
        return -EINVAL;
    void *memory = mmap(NULL, args->size, PROT_READ, MAP_SHARED, args->fd, 0);
    if (memory == MAP_FAILED)
        return -EINVAL;
    int error = add(args->res_handle, memory, args->fd);
    the.size_B[args->res_handle] = args->size;
    return error;
}

int virgl_renderer_resource_export_blob(uint32_t res_handle, uint32_t *fd_type, int *fd)
{
    *fd_type = VIRGL_RENDERER_BLOB_FD_TYPE_SHM;
    *fd = dup(the.fds[res_handle]);
    return *fd < 0 ? -EINVAL : 0;
}

void virgl_renderer_resource_unref(uint32_t res_handle)
{
    say("unref %u\n", res_handle);
    if (the.memory[res_handle] && the.fds[res_handle] >= 0) {
        munmap(the.memory[res_handle], BLOB_B);
        close(the.fds[res_handle]);
    }
    the.memory[res_handle] = NULL;
}

void virgl_renderer_resource_set_priv(uint32_t res_handle, void *priv)
{
    the.priv[res_handle] = priv;
}

void *virgl_renderer_resource_get_priv(uint32_t res_handle)
{
    return the.priv[res_handle];
}

int virgl_renderer_resource_map(uint32_t res_handle, void **map, uint64_t *out_size)
{
    if (!the.memory[res_handle] || the.is_mapped[res_handle])
        return -EINVAL;
    the.is_mapped[res_handle] = true;
    *map = the.memory[res_handle];
    *out_size = BLOB_B;
    return 0;
}

int virgl_renderer_resource_unmap(uint32_t res_handle)
{
    bool was_mapped = the.is_mapped[res_handle];
    the.is_mapped[res_handle] = false;
    return was_mapped ? 0 : -EINVAL;
}

int virgl_renderer_resource_get_map_info(uint32_t res_handle, uint32_t *map_info)
{
    *map_info = VIRGL_RENDERER_MAP_CACHE_WC;
    return the.memory[res_handle] ? 0 : -EINVAL;
}

int virgl_renderer_resource_get_info(int res_handle, struct virgl_renderer_resource_info *info)
{
    memset(info, 0, sizeof(*info));
    info->handle = (uint32_t)res_handle;
    info->stride = 12345;
    return 0;
}

int virgl_renderer_resource_attach_iov(int res_handle, struct iovec *iov, int num_iovs)
{
    say("attach_iov %d, %d pieces\n", res_handle, num_iovs);
    the.memory[res_handle] = iov[0].iov_base;
    return 0;
}

void virgl_renderer_resource_detach_iov(int res_handle, struct iovec **iov, int *num_iovs)
{
    say("detach_iov %d\n", res_handle);
    the.memory[res_handle] = NULL;
    if (iov && num_iovs) {
        *iov = NULL;
        *num_iovs = 0;
    }
}

/* Functions that the stock library does not need without OpenGL. */

int virgl_renderer_resource_create(struct virgl_renderer_resource_create_args *args,
                                   struct iovec *iov, uint32_t num_iovs)
{
    (void)iov;
    (void)num_iovs;
    say("create %u\n", args->handle);
    return EINVAL;
}

int virgl_renderer_transfer_write_iov(uint32_t handle, uint32_t ctx_id, int level, uint32_t stride,
                                      uint32_t layer_stride, struct virgl_box *box, uint64_t offset,
                                      struct iovec *iov, unsigned int num_iovs)
{
    say("write %u %u %d %u %u %u %llu %d %u\n", handle, ctx_id, level, stride, layer_stride, box->w,
        (unsigned long long)offset, iov != NULL, num_iovs);
    return 0;
}

int virgl_renderer_transfer_read_iov(uint32_t handle, uint32_t ctx_id, uint32_t level,
                                     uint32_t stride, uint32_t layer_stride, struct virgl_box *box,
                                     uint64_t offset, struct iovec *iov, int num_iovs)
{
    say("read %u %u %u %u %u %u %llu %d %d\n", handle, ctx_id, level, stride, layer_stride, box->w,
        (unsigned long long)offset, iov != NULL, num_iovs);
    return 0;
}

int virgl_renderer_execute(void *args, uint32_t size)
{
    struct virgl_renderer_export_query *query = args;
    say("execute %u\n", size);
    query->out_num_fds = 1;
    return 0;
}
