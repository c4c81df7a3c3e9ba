/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* struct gv_vr_instance: all state between init and cleanup. The functions of the public header use
 * the one instance of the process, under a lock; several instances can exist independently.
 * Functions return 0 or a negative errno value. Only one thread at a time may use an instance,
 * except for the thread of fences.h. */
#ifndef GV_VR_INSTANCE_H
#define GV_VR_INSTANCE_H

#include <stdbool.h>
#include <stdint.h>

#include "galvan/log.h"
#include "galvan/result.h"
#include "galvan/virglrenderer.h"
#include "util/hash.h"
#include "virglrenderer/caller_gl.h"
#include "virglrenderer/fences.h"
#include "virglrenderer/stock.h"

struct gv_vr_backend;
struct gv_vr_instance;
struct gv_vr_record;
struct gv_vr_resource;
struct pipe_screen;

struct gv_vr_params {
    /* Either the process `worker` or the device `screen` of this process renders. If both are NULL,
     * Galvan renders nothing. */
    const char *worker;         /* the path of galvan-renderer; NULL: no worker */
    struct pipe_screen *screen; /* must outlive the instance; NULL: this process has no device */
    uint64_t device_B;          /* memory size of the device; 0: virgl's default limits */
    const struct galvan_log *log;
    int flags; /* the flags of virgl_renderer_init() */
    const struct virgl_renderer_callbacks *callbacks;
    void *cookie;
    const char *record_dir; /* see record.h; NULL: nothing is recorded */

    /* Called when fences have passed, so that the caller can call gv_vr_poll(). Only called with
     * VIRGL_RENDERER_ASYNC_FENCE_CB, on a thread of the instance. */
    void (*fences_passed)(struct gv_vr_instance *instance);

    /* stock: the stock library, see stock.h; NULL: the stock library does not exist, or is not
     * wanted. is_inside(): whether the calling thread is inside of a call from the caller of
     * Galvan's library; NULL: always false. */
    const struct gv_vr_stock_functions *stock;
    bool (*is_inside)(void);

    bool serves_sockets; /* the caller is virgl_test_server */
};

/* Without a backend, only the fields that the stock library needs are valid. */
struct gv_vr_instance {
    struct pipe_screen *screen;
    struct galvan_log log;
    struct virgl_renderer_callbacks callbacks;
    void *cookie;
    void (*fences_passed)(struct gv_vr_instance *instance);
    bool (*is_inside)(void);
    struct gv_vr_stock stock;

    struct gv_vr_record *record;   /* NULL: nothing is recorded */
    struct gv_vr_backend *backend; /* NULL: Galvan renders nothing */
    struct gv_hash contexts;       /* Galvan's contexts, by their ids; each value is the instance */
    struct gv_hash resources;      /* struct gv_vr_resource by handle */
    unsigned num_descriptors;      /* number of blobs' descriptors that are held for export */
    struct gv_vr_fences fences;
    struct gv_vr_gl gl;
    bool tried_dmabufs, has_dmabufs; /* has_dmabufs: the device can export dma-bufs */
    struct gv_vr_resource *shown;    /* see shown.h */
};

/* Whether the callbacks are valid according to the public header. */
bool gv_vr_has_callbacks(const struct virgl_renderer_callbacks *callbacks);

/* Creates an instance. The arguments must have been checked. The caller must destroy *out by
 * gv_vr_destroy(). */
int gv_vr_create(const struct gv_vr_params *params, struct gv_vr_instance **out);

/* Destroys `instance`, which may be NULL. Waits for a running fences_passed(), so the caller must
 * hold no lock that fences_passed() takes. */
void gv_vr_destroy(struct gv_vr_instance *instance);

void gv_vr_reset(struct gv_vr_instance *instance);

/* ---- Capabilities -------------------------------------------------------------------------- */

/* Returns version and size of one of Galvan's capability sets. */
void gv_vr_get_cap_set(uint32_t set, uint32_t *max_ver, uint32_t *max_size);

/* Writes one of Galvan's capability sets; zeros if `instance` is NULL. */
void gv_vr_fill_caps(struct gv_vr_instance *instance, uint32_t set, void *caps);

/* ---- Fences -------------------------------------------------------------------------------- */

int gv_vr_create_fence(struct gv_vr_instance *instance, uint32_t id);
int gv_vr_context_create_fence(struct gv_vr_instance *instance, uint32_t ctx_id, uint32_t flags,
                               uint32_t ring_idx, uint64_t id);

/* Returns the number of passed fences that gv_vr_fences_take() can take. First writes the query
 * results of the work before these fences. */
size_t gv_vr_poll(struct gv_vr_instance *instance);

#endif
