/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* struct gv_vr_resource: the data that this library stores for each resource of virgl, and the
 * functions about resources. Functions return errors as in instance.h. */
#ifndef GV_VR_RESOURCE_H
#define GV_VR_RESOURCE_H

#include <stdint.h>

#include "galvan/virglrenderer.h"
#include "virgl/api/resource.h"

struct gv_vr_instance;

struct gv_vr_resource {
    struct gv_virgl_resource_args args;
    struct iovec *iov; /* the caller's array; NULL if the resource has no backing */
    int num_iovs;
    void *priv;           /* the caller's private pointer */
    void *memory;         /* host memory of a blob, which virgl owns; NULL: no host memory */
    int memory_fd;        /* descriptor of `memory` for export; -1: too many descriptors are open */
    bool is_mapped;       /* the caller has mapped the blob */
    bool is_guest_memory; /* a blob of guest memory */
    uint32_t texture;     /* texture of the caller's OpenGL, see texture.h; 0: the resource has no
                             texture */
    bool has_share;       /* the texture is in the memory of the resource's
                             shared copy, see memory.h; otherwise it is uploaded */
    uint32_t gl_memory;   /* OpenGL's memory object of the shared copy */
    bool has_dmabuf;      /* see dmabuf.h */
    uint32_t dmabuf_stride;
    bool is_shown; /* the resource has a texture or a dma-buf, see shown.h */
    struct gv_vr_resource *next_shown;
};

/* Returns the resource with this handle; NULL if no resource has this handle. */
struct gv_vr_resource *gv_vr_resource_find(const struct gv_vr_instance *instance, uint32_t handle);

int gv_vr_resource_create(struct gv_vr_instance *instance,
                          const struct gv_virgl_resource_args *args, struct iovec *iov,
                          uint32_t num_iovs);

/* Creates the structure for a resource that exists in virgl. NULL, with virgl's resource destroyed,
 * if memory runs out. */
struct gv_vr_resource *gv_vr_resource_add(struct gv_vr_instance *instance,
                                          const struct gv_virgl_resource_args *args);
void gv_vr_resource_unref(struct gv_vr_instance *instance, uint32_t handle);

/* Destroys all resources. */
void gv_vr_resources_finish(struct gv_vr_instance *instance);

int gv_vr_resource_attach(struct gv_vr_instance *instance, uint32_t handle, struct iovec *iov,
                          int num_iovs);

/* Implements virgl_renderer_resource_detach_iov(). out_iov and out_num_iovs may be NULL. */
void gv_vr_resource_detach(struct gv_vr_instance *instance, uint32_t handle, struct iovec **out_iov,
                           int *out_num_iovs);

/* Returns the size in bytes of a row of level 0, without padding. */
uint32_t gv_vr_resource_stride(const struct gv_vr_resource *res);

/* The arguments of a public transfer function. */
struct gv_vr_transfer {
    uint32_t handle;
    uint32_t ctx_id;
    int64_t level;
    uint32_t stride, layer_stride;
    const struct virgl_box *box;
    uint64_t offset;
    const struct iovec *iov; /* NULL: the resource's backing */
    int64_t num_iovs;
};
int gv_vr_transfer_write(struct gv_vr_instance *instance, const struct gv_vr_transfer *transfer);
int gv_vr_transfer_read(struct gv_vr_instance *instance, const struct gv_vr_transfer *transfer);

/* Implements virgl_renderer_get_cursor_data(). */
void *gv_vr_cursor_data(struct gv_vr_instance *instance, uint32_t handle, uint32_t *out_width,
                        uint32_t *out_height);

#endif
