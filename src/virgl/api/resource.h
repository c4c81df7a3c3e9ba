/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Resources of the client and their backing memory. */
#ifndef GV_VIRGL_API_RESOURCE_H
#define GV_VIRGL_API_RESOURCE_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/uio.h>

#include "galvan/result.h"

struct gv_virgl_renderer;

/* A resource's parameters as the wire carries them. No parameter is trusted. */
struct gv_virgl_resource_args {
    uint32_t handle; /* not 0, and not in use */
    uint32_t target;
    uint32_t format;
    uint32_t bind;
    uint32_t width;
    uint32_t height;
    uint32_t depth;
    uint32_t array_size;
    uint32_t last_level;
    uint32_t nr_samples;
    uint32_t flags; /* ignored */
};

/* Returns the size of the backing that a client lays out for this resource, with all levels, rows
 * and layers tightly packed; 0 for multisample textures, UINT64_MAX if the arguments are
 * invalid. */
uint64_t gv_virgl_resource_backing_size(const struct gv_virgl_resource_args *args);

/* Whether the resource needs memory of the device. Otherwise it consists only of its backing. */
bool gv_virgl_resource_needs_device(const struct gv_virgl_resource_args *args);

/* Creates a resource. `iov` is the client's backing memory (NULL and 0: no backing). The array is
 * copied. The memory belongs to the caller, and must stay mapped until the backing is detached, the
 * resource is unreferenced or the renderer is destroyed. */
enum galvan_result gv_virgl_resource_create(struct gv_virgl_renderer *r,
                                            const struct gv_virgl_resource_args *args,
                                            const struct iovec *iov, unsigned num_iov);

/* Gives a backing to a resource that has none. GALVAN_ERROR_INVALID if the resource already has a
 * backing. */
enum galvan_result gv_virgl_resource_attach_iov(struct gv_virgl_renderer *r, uint32_t handle,
                                                const struct iovec *iov, unsigned num_iov);

/* Detaches the backing, which is not accessed after the function has returned. Unknown handles are
 * ignored. */
void gv_virgl_resource_detach_iov(struct gv_virgl_renderer *r, uint32_t handle);

/* Drops the client's reference: the handle is free, the resource is detached from all contexts, and
 * its backing is not accessed any more. Objects that were created from the resource keep it alive.
 * Unknown handles are ignored. */
void gv_virgl_resource_unref(struct gv_virgl_renderer *r, uint32_t handle);

#endif
