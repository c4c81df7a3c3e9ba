/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* struct gv_vr_backend: executes the rendering of an instance. The local backend decodes and
 * executes commands in this process (gv_vr_local_create()); the remote backend sends commands to a
 * worker process (remote.h). Contexts and resources are identified by the caller's ids and handles.
 * The instance has checked that an id exists, or that the id of a new object is free.
 *
 * Functions return 0 or a negative errno value. Only one thread at a time may call these functions,
 * except for the functions of fences. */
#ifndef GV_VR_BACKEND_H
#define GV_VR_BACKEND_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "galvan/log.h"

struct gv_virgl_backing_hook;
struct gv_virgl_limits;
struct gv_virgl_memory_hook;
struct gv_virgl_notes;
struct gv_virgl_resource_args;
struct gv_virgl_share_peer;
struct gv_virgl_transfer;
struct gv_vr_backend;
struct iovec;
struct pipe_box;
struct pipe_fence_handle;
struct pipe_screen;

/* Host memory of a blob. `data` points to whole pages, which the backend unmaps when the resource
 * is destroyed. `fd` is a descriptor of these pages, which the caller must close. */
struct gv_vr_blob_memory {
    void *data;
    int fd;
};

struct gv_vr_backend_functions {
    void (*destroy)(struct gv_vr_backend *b);

    /* Writes exactly size_B bytes. */
    void (*fill_caps)(struct gv_vr_backend *b, unsigned set, void *out, size_t size_B);

    int (*context_create)(struct gv_vr_backend *b, uint32_t ctx_id, const char *label);
    void (*context_destroy)(struct gv_vr_backend *b, uint32_t ctx_id);
    void (*context_attach)(struct gv_vr_backend *b, uint32_t ctx_id, uint32_t handle);
    void (*context_detach)(struct gv_vr_backend *b, uint32_t ctx_id, uint32_t handle);

    /* Executes commands. Returns -EINVAL if any command was refused; the other commands are
     * executed nevertheless. */
    int (*submit)(struct gv_vr_backend *b, uint32_t ctx_id, const uint32_t *dwords, size_t num_dw);

    /* The caller owns the memory of iov. The memory must stay mapped until it is detached or the
     * resource is destroyed, and is not accessed afterwards. */
    int (*resource_create)(struct gv_vr_backend *b, const struct gv_virgl_resource_args *args,
                           const struct iovec *iov, unsigned num_iov);
    int (*resource_attach)(struct gv_vr_backend *b, uint32_t handle, const struct iovec *iov,
                           unsigned num_iov);
    void (*resource_detach)(struct gv_vr_backend *b, uint32_t handle);
    void (*resource_unref)(struct gv_vr_backend *b, uint32_t handle);

    /* transfer->ctx is ignored. If ctx_id is not 0, the resource must be attached to this
     * context. */
    int (*transfer)(struct gv_vr_backend *b, bool to_host, uint32_t ctx_id,
                    const struct gv_virgl_transfer *transfer);

    int (*blob_create)(struct gv_vr_backend *b, uint32_t ctx_id, uint64_t blob_id, uint32_t handle,
                       uint32_t size_B, struct gv_vr_blob_memory *out_memory);

    /* As in virgl/api/fence.h. Any thread may call fence_done and fence_release. */
    struct pipe_fence_handle *(*fence_now)(struct gv_vr_backend *b);
    bool (*fence_done)(struct gv_vr_backend *b, struct pipe_fence_handle *fence,
                       uint64_t timeout_ns);
    void (*fence_release)(struct gv_vr_backend *b, struct pipe_fence_handle *fence);
    void (*mark_lost)(struct gv_vr_backend *b, const char *why);

    /* Writes query results to the client's memory. Only results of queries that precede a passed
     * fence are written. */
    void (*poll_results)(struct gv_vr_backend *b);

    /* As gv_virgl_resource_changed(). */
    bool (*changed)(struct gv_vr_backend *b, uint32_t handle, struct pipe_box *out_box);

    /* The dma-buf of a resource (virgl/api/dmabuf.h): a resource has at most one dma-buf, which is
     * destroyed with the resource. dmabuf_update copies a box of the resource to the dma-buf;
     * dmabuf_refresh copies the part of the resource that has changed. */
    bool (*has_dmabufs)(struct gv_vr_backend *b);
    int (*dmabuf_create)(struct gv_vr_backend *b, uint32_t handle, uint32_t *out_stride);
    int (*dmabuf_open)(struct gv_vr_backend *b, uint32_t handle); /* -1: descriptors have run out */
    void (*dmabuf_update)(struct gv_vr_backend *b, uint32_t handle, const struct pipe_box *box);
    void (*dmabuf_refresh)(struct gv_vr_backend *b, uint32_t handle);

    /* The shared copy of a resource for another API (virgl/api/share.h): a resource has at most one
     * shared copy, which is destroyed with the resource. share_open returns a descriptor; -1:
     * descriptors have run out. share_refresh copies the part of the resource that has changed to
     * the shared copy and to the dma-buf, and waits for these copies; false: the shared copy is
     * lost. */
    void (*share_get_peer)(struct gv_vr_backend *b, struct gv_virgl_share_peer *out_peer);
    int (*share_create)(struct gv_vr_backend *b, uint32_t handle, bool *out_is_ten_bit);
    int (*share_open)(struct gv_vr_backend *b, uint32_t handle, uint64_t *out_size_B);
    void (*share_update)(struct gv_vr_backend *b, uint32_t handle, const struct pipe_box *box);
    bool (*share_refresh)(struct gv_vr_backend *b, uint32_t handle);
    void (*share_destroy)(struct gv_vr_backend *b, uint32_t handle);
};

struct gv_vr_backend {
    const struct gv_vr_backend_functions *f;
};

struct gv_vr_local_params {
    struct pipe_screen *screen; /* must outlive the backend */
    const struct galvan_log *log;
    const struct gv_virgl_limits *limits;
    const struct gv_virgl_memory_hook *memory_hook;   /* may be NULL */
    const struct gv_virgl_backing_hook *backing_hook; /* may be NULL */
    struct gv_virgl_notes *notes;                     /* may be NULL */
    bool blobs;
    bool serves_sockets; /* see gv_vr_params */
};

int gv_vr_local_create(const struct gv_vr_local_params *params, struct gv_vr_backend **out);

/* Returns the memory limits of a guest on a device with device_B bytes of memory. device_B 0:
 * virgl's defaults. */
struct gv_virgl_limits gv_vr_limits(uint64_t device_B);

#endif
