/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* struct gv_vr_instance: all state between init and cleanup. The functions of the public header
 * lock a pointer to the process's instance; several instances can exist independently. Functions
 * return 0 or a negative errno value. An instance is used by one thread at a time, except for the
 * thread of fences.h. */
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
    /* What draws: a worker, or a device of this process. If neither, Galvan draws nothing. */
    const char *worker;         /* the path of galvan-renderer; NULL: no worker */
    struct pipe_screen *screen; /* must outlive the instance; NULL: there is none */
    uint64_t device_B;          /* memory of the device; 0: virgl's default limits */
    const struct galvan_log *log;
    int flags; /* of virgl_renderer_init() */
    const struct virgl_renderer_callbacks *callbacks;
    void *cookie;
    const char *record_dir; /* see record.h; NULL: nothing is recorded */

    /* Called on a thread of the instance with VIRGL_RENDERER_ASYNC_FENCE_CB when fences have
     * passed: time for gv_vr_poll(). */
    void (*fences_passed)(struct gv_vr_instance *instance);

    /* See stock.h; NULL: there is none, or it is not wanted. is_inside: whether this thread is
     * inside of a call of the caller's; NULL: it never is. */
    const struct gv_vr_stock_functions *stock;
    bool (*is_inside)(void);

    bool serves_sockets; /* the caller is virgl_test_server */
};

/* Without a backend there is only what the stock library needs. */
struct gv_vr_instance {
    struct pipe_screen *screen;
    struct galvan_log log;
    struct virgl_renderer_callbacks callbacks;
    void *cookie;
    void (*fences_passed)(struct gv_vr_instance *instance);
    bool (*is_inside)(void);
    struct gv_vr_stock stock;

    struct gv_vr_record *record;   /* NULL: none */
    struct gv_vr_backend *backend; /* NULL: Galvan draws nothing */
    struct gv_hash contexts;       /* of its numbers; the values are the instance */
    struct gv_hash resources;      /* struct gv_vr_resource */
    unsigned num_descriptors;      /* of blobs, kept to be exported */
    struct gv_vr_fences fences;
    struct gv_vr_gl gl;
    bool tried_dmabufs, has_dmabufs; /* whether the device exports them */
    struct gv_vr_resource *shown;    /* see shown.h */
};

/* Whether these callbacks are valid by the public header. */
bool gv_vr_has_callbacks(const struct virgl_renderer_callbacks *callbacks);

/* The arguments must have been checked. On success gv_vr_destroy() destroys *out. */
int gv_vr_create(const struct gv_vr_params *params, struct gv_vr_instance **out);

/* Waits for a running fences_passed(), so the caller must hold no lock for which that waits. NULL
 * is fine. */
void gv_vr_destroy(struct gv_vr_instance *instance);

void gv_vr_reset(struct gv_vr_instance *instance);

/* ---- Capabilities -------------------------------------------------------------------------- */

/* Of Galvan's sets. */
void gv_vr_get_cap_set(uint32_t set, uint32_t *max_ver, uint32_t *max_size);

/* Zeros without an instance. */
void gv_vr_fill_caps(struct gv_vr_instance *instance, uint32_t set, void *caps);

/* ---- Fences -------------------------------------------------------------------------------- */

int gv_vr_create_fence(struct gv_vr_instance *instance, uint32_t id);
int gv_vr_context_create_fence(struct gv_vr_instance *instance, uint32_t ctx_id, uint32_t flags,
                               uint32_t ring_idx, uint64_t id);

/* The number of passed fences that gv_vr_fences_take() can take. Query results of the work
 * before them are written. */
size_t gv_vr_poll(struct gv_vr_instance *instance);

#endif
