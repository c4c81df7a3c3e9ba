/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Blobs: resources that consist of memory of the guest or of the host. A caller may map host memory
 * for the guest, or export it. */
#include "virglrenderer/blob.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include "pipe/p_defines.h"
#include "pipe/p_format.h"
#include "virgl/api/resource.h"
#include "virgl/wire.h"
#include "virglrenderer/backend.h"
#include "virglrenderer/context.h"
#include "virglrenderer/instance.h"
#include "virglrenderer/record.h"
#include "virglrenderer/resource.h"

enum {
    MAX_DESCRIPTORS = 256, /* maximum number of descriptors held for export, since a process can
                              open only few descriptors */
};

/* ---- Creation -------------------------------------------------------------------------------- */

/* Returns the sum of the pieces' sizes; UINT64_MAX on overflow. */
static uint64_t total_size(const struct iovec *iov, uint32_t num_iovs)
{
    uint64_t size_B = 0;
    for (uint32_t i = 0; i < num_iovs; i++) {
        if (__builtin_add_overflow(size_B, (uint64_t)iov[i].iov_len, &size_B))
            return UINT64_MAX;
    }
    return size_B;
}

static struct gv_virgl_resource_args
buffer_args(const struct virgl_renderer_resource_create_blob_args *args)
{
    return (struct gv_virgl_resource_args){
        .handle = args->res_handle,
        .target = PIPE_BUFFER,
        .format = PIPE_FORMAT_R8_UNORM,
        .bind = GV_VIRGL_BIND_STAGING,
        .width = (uint32_t)args->size,
        .height = 1,
        .depth = 1,
        .array_size = 1,
    };
}

static int create_guest_blob(struct gv_vr_instance *instance,
                             const struct virgl_renderer_resource_create_blob_args *args)
{
    const struct gv_virgl_resource_args buffer = buffer_args(args);
    if (args->blob_id || (!args->iovecs && args->num_iovs) ||
        total_size(args->iovecs, args->num_iovs) < args->size)
        return -EINVAL;
    int error = gv_vr_resource_create(instance, &buffer, (struct iovec *)(uintptr_t)args->iovecs,
                                      args->num_iovs);
    if (!error)
        gv_vr_resource_find(instance, args->res_handle)->is_guest_memory = true;
    return error;
}

static int create_host_blob(struct gv_vr_instance *instance,
                            const struct virgl_renderer_resource_create_blob_args *args)
{
    const struct gv_virgl_resource_args buffer = buffer_args(args);
    struct gv_vr_backend *b = instance->backend;
    struct gv_vr_blob_memory memory;
    if (!gv_vr_context_exists(instance, args->ctx_id) || args->num_iovs)
        return -EINVAL;
    gv_vr_record_blob(instance);
    int error =
        b->f->blob_create(b, args->ctx_id, args->blob_id, args->res_handle, buffer.width, &memory);
    if (error)
        return error;
    struct gv_vr_resource *res = gv_vr_resource_add(instance, &buffer);
    if (!res || instance->num_descriptors >= MAX_DESCRIPTORS) {
        close(memory.fd);
        memory.fd = -1;
    }
    if (!res)
        return -ENOMEM;
    instance->num_descriptors += memory.fd >= 0;
    res->memory = memory.data;
    res->memory_fd = memory.fd;
    return 0;
}

int gv_vr_blob_create(struct gv_vr_instance *instance,
                      const struct virgl_renderer_resource_create_blob_args *args)
{
    const uint32_t known_flags = VIRGL_RENDERER_BLOB_FLAG_USE_MAPPABLE |
                                 VIRGL_RENDERER_BLOB_FLAG_USE_SHAREABLE |
                                 VIRGL_RENDERER_BLOB_FLAG_USE_CROSS_DEVICE;

    if (!args || !args->res_handle || !args->size || args->size > UINT32_MAX ||
        args->blob_flags & ~known_flags)
        return -EINVAL;
    switch (args->blob_mem) {
    case VIRGL_RENDERER_BLOB_MEM_GUEST:
        return create_guest_blob(instance, args);
    case VIRGL_RENDERER_BLOB_MEM_HOST3D:
        return create_host_blob(instance, args);
    case VIRGL_RENDERER_BLOB_MEM_HOST3D_GUEST:
    case VIRGL_RENDERER_BLOB_MEM_GUEST_VRAM:
        return gv_vr_context_exists(instance, args->ctx_id) ? -EOPNOTSUPP : -EINVAL;
    default:
        return -EINVAL;
    }
}

/* ---- Host memory ----------------------------------------------------------------------------- */

/* Finds a blob of host memory. -EINVAL if the resource does not exist, -EOPNOTSUPP if it has no
 * host memory. */
static int find_blob(const struct gv_vr_instance *instance, uint32_t handle,
                     struct gv_vr_resource **out_res)
{
    struct gv_vr_resource *res = gv_vr_resource_find(instance, handle);
    if (!res)
        return -EINVAL;
    *out_res = res;
    return res->memory ? 0 : -EOPNOTSUPP;
}

int gv_vr_blob_map(struct gv_vr_instance *instance, uint32_t handle, void **out_map,
                   uint64_t *out_size_B)
{
    struct gv_vr_resource *res;
    int error = out_map && out_size_B ? find_blob(instance, handle, &res) : -EINVAL;
    if (error)
        return error;
    if (res->is_mapped)
        return -EINVAL;
    res->is_mapped = true;
    *out_map = res->memory;
    *out_size_B = res->args.width;
    return 0;
}

int gv_vr_blob_map_fixed(struct gv_vr_instance *instance, uint32_t handle, void *address)
{
    struct gv_vr_resource *res;
    int error = address ? find_blob(instance, handle, &res) : -EINVAL;
    if (error)
        return error;
    if ((uintptr_t)address % (uintptr_t)sysconf(_SC_PAGESIZE))
        return -EINVAL;
    /* mremap() of shared pages with the old size 0 maps the pages a second time, and keeps the
     * first mapping. */
    void *mapped = mremap(res->memory, 0, res->args.width, MREMAP_MAYMOVE | MREMAP_FIXED, address);
    return mapped == MAP_FAILED ? -EINVAL : 0;
}

int gv_vr_blob_unmap(struct gv_vr_instance *instance, uint32_t handle)
{
    struct gv_vr_resource *res;
    int error = find_blob(instance, handle, &res);
    if (error)
        return error;
    if (!res->is_mapped)
        return -EINVAL;
    res->is_mapped = false;
    return 0;
}

int gv_vr_blob_map_info(struct gv_vr_instance *instance, uint32_t handle, uint32_t *out_info)
{
    struct gv_vr_resource *res;
    int error = out_info ? find_blob(instance, handle, &res) : -EINVAL;
    if (!error)
        *out_info = VIRGL_RENDERER_MAP_CACHE_CACHED;
    return error;
}

int gv_vr_blob_export(struct gv_vr_instance *instance, uint32_t handle, uint32_t *out_type,
                      int *out_fd)
{
    struct gv_vr_resource *res;
    int error = out_type && out_fd ? find_blob(instance, handle, &res) : -EINVAL;
    if (error)
        return error;
    int fd = res->memory_fd < 0 ? -1 : fcntl(res->memory_fd, F_DUPFD_CLOEXEC, 0);
    if (fd < 0)
        return -EOPNOTSUPP;
    *out_type = VIRGL_RENDERER_BLOB_FD_TYPE_SHM;
    *out_fd = fd;
    return 0;
}
