/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* An instance's use of the stock library. Contexts with capability sets that Galvan does not
 * implement, and their resources, belong to the stock library. Each context and each resource
 * belongs to one of the two libraries. Functions return the stock library's errors. */
#ifndef GV_VR_STOCK_H
#define GV_VR_STOCK_H

#include <stdbool.h>
#include <stdint.h>

#include "galvan/virglrenderer.h"
#include "util/hash.h"

struct gv_vr_fence_name;
struct gv_vr_instance;
struct gv_vr_stock_functions;

struct gv_vr_stock {
    const struct gv_vr_stock_functions *f;     /* NULL: the library is not in use */
    bool alone;                                /* Galvan renders nothing: all contexts and
                                                  resources are the stock library's */
    struct virgl_renderer_callbacks callbacks; /* the stock library retains a pointer to this
                                                  struct */
    struct gv_hash contexts;                   /* the stock library's contexts, by id */
    struct gv_hash resources;                  /* the stock library's resources, by handle */
    struct gv_hash lent;                       /* Galvan's resources that the
                                                  stock library has imported */

    struct gv_vr_fence_name *passed; /* passed fences that wait for their callbacks: the elements
                                        from `first` to `num` - 1 */
    size_t first, num, capacity;
};

/* Whether a caller with these flags requests capability sets that Galvan lacks. */
bool gv_vr_stock_is_wanted(int flags);

/* Initialises the library with these flags and the instance's callbacks. If the initialisation
 * fails, returns the library's error, and the library is not in use. */
int gv_vr_stock_begin(struct gv_vr_instance *instance, const struct gv_vr_stock_functions *f,
                      int flags);
void gv_vr_stock_end(struct gv_vr_instance *instance);
void gv_vr_stock_reset(struct gv_vr_instance *instance);

/* Return the library's functions if the context or resource belongs to the library. NULL if the
 * context or resource belongs to Galvan, or does not exist. */
const struct gv_vr_stock_functions *gv_vr_stock_of_context(const struct gv_vr_instance *instance,
                                                           uint32_t ctx_id);
const struct gv_vr_stock_functions *gv_vr_stock_of_resource(const struct gv_vr_instance *instance,
                                                            uint32_t handle);

/* Whether a new context with these flags, or a new blob, belongs to the library. */
bool gv_vr_stock_wants_context(const struct gv_vr_instance *instance, uint32_t ctx_flags);
bool gv_vr_stock_wants_blob(const struct gv_vr_instance *instance,
                            const struct virgl_renderer_resource_create_blob_args *args);

int gv_vr_stock_context_create(struct gv_vr_instance *instance, uint32_t ctx_id, uint32_t ctx_flags,
                               uint32_t name_len, const char *name);
void gv_vr_stock_context_destroy(struct gv_vr_instance *instance, uint32_t ctx_id);

int gv_vr_stock_blob_create(struct gv_vr_instance *instance,
                            const struct virgl_renderer_resource_create_blob_args *args);
int gv_vr_stock_blob_import(struct gv_vr_instance *instance,
                            const struct virgl_renderer_resource_import_blob_args *args);

/* In the stock library, destroy a resource, or attach or detach its backing. Do nothing if the
 * stock library neither has the resource nor has imported it. Call for the resources of either
 * library. */
void gv_vr_stock_resource_unref(struct gv_vr_instance *instance, uint32_t handle);
void gv_vr_stock_resource_attach(struct gv_vr_instance *instance, uint32_t handle,
                                 struct iovec *iov, int num_iovs);
void gv_vr_stock_resource_detach(struct gv_vr_instance *instance, uint32_t handle);

/* Attaches a resource to a context of the stock library, or detaches it. The library uses guest
 * memory and Galvan's host memory in place. The library imports textures by dma-buf, if the device
 * can export dma-bufs. */
void gv_vr_stock_attach(struct gv_vr_instance *instance, uint32_t ctx_id, uint32_t handle);
void gv_vr_stock_detach(struct gv_vr_instance *instance, uint32_t ctx_id, uint32_t handle);

/* Takes the oldest fence that waits for its callback. False if no fence waits. */
bool gv_vr_stock_take(struct gv_vr_stock *stock, struct gv_vr_fence_name *out_name);

#endif
