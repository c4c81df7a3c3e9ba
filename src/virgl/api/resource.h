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

/* As the wire carries them; none is trusted. */
struct gv_virgl_resource_args {
    uint32_t handle; /* not 0, not in use */
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

/* Bytes of backing that a client lays out for this resource (all levels, rows and layers tightly
 * packed); 0 for multisample textures, UINT64_MAX when the arguments are impossible. */
uint64_t gv_virgl_resource_backing_size(const struct gv_virgl_resource_args *args);

/* Whether it lies in memory of the device; else its backing is all there is of it. */
bool gv_virgl_resource_needs_device(const struct gv_virgl_resource_args *args);

/* Makes a resource. iov is the client's backing memory (NULL and 0 for none); the array is copied,
 * the memory stays the caller's and must stay mapped until the backing is detached, the resource
 * unreferenced or the renderer destroyed. */
enum galvan_result gv_virgl_resource_create(struct gv_virgl_renderer *r,
                                            const struct gv_virgl_resource_args *args,
                                            const struct iovec *iov, unsigned num_iov);

/* Gives a resource without backing one. GALVAN_ERROR_INVALID when it has one already. */
enum galvan_result gv_virgl_resource_attach_iov(struct gv_virgl_renderer *r, uint32_t handle,
                                                const struct iovec *iov, unsigned num_iov);

/* From return on the backing is not touched any more. Unknown handles are ignored. */
void gv_virgl_resource_detach_iov(struct gv_virgl_renderer *r, uint32_t handle);

/* Drops the client's reference: the handle is free, no context has it attached, and the backing is
 * not touched any more. Objects made from the resource keep it alive. Unknown handles are ignored.
 */
void gv_virgl_resource_unref(struct gv_virgl_renderer *r, uint32_t handle);

#endif
