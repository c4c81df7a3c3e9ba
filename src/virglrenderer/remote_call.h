/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* struct gv_vr_remote: requests to a worker, the worker's death, and the start of its successor. */
#ifndef GV_VR_REMOTE_CALL_H
#define GV_VR_REMOTE_CALL_H

#include <limits.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <sys/uio.h>

#include "galvan/log.h"
#include "util/hash.h"
#include "virgl/api/resource.h"
#include "virglrenderer/backend.h"
#include "virglrenderer/remote_memory.h"
#include "virglrenderer/remote_process.h"

struct gv_vr_remote_params;

struct gv_vr_remote_resource {
    struct gv_virgl_resource_args args;
    uint32_t backing; /* number of the resource's backing; 0: the resource has no backing */
    void *blob;       /* host memory of a blob; NULL: the resource is not such a blob */
    size_t blob_B;
    uint32_t watched_by; /* generation of the worker that was last asked for changes */
    uint32_t seen_changes;
    uint32_t copied_by; /* generation of the worker that has the dma-buf or the shared copy */
};

struct gv_vr_remote {
    struct gv_vr_backend base;
    struct galvan_log log;
    char program[PATH_MAX];
    struct gv_vr_process process;
    uint32_t hello_flags;
    uint32_t generation; /* number of workers started so far */

    struct gv_hash contexts;  /* contexts by id; each value is the
                                 generation of the context's worker */
    struct gv_hash resources; /* struct gv_vr_remote_resource by handle */
    struct gv_vr_backings backings;

    uint32_t last_fence;
    bool has_work;               /* the worker got work after the last fence */
    _Atomic uint32_t lost_fence; /* fences up to this number have passed, because their worker
                                    died */

    uint32_t num_changes;       /* the value of num_changes in the worker's last message */
    struct gv_vr_answer answer; /* the last reply */
    int answer_fd; /* descriptor of the last reply; -1: the reply had no descriptor, or the
                      descriptor was taken */

    unsigned num_deaths; /* number of deaths of workers since first_death_ns */
    uint64_t first_death_ns;
};

/* Starts the first worker. After an error, `remote` needs no gv_vr_remote_finish(). */
int gv_vr_remote_init(struct gv_vr_remote *remote, const struct gv_vr_remote_params *params);

/* Ends the worker. The caller must have destroyed the resources. */
void gv_vr_remote_finish(struct gv_vr_remote *remote);

/* Starts a worker if none is running. Returns whether a worker is running. */
bool gv_vr_remote_has_worker(struct gv_vr_remote *remote);

/* Sends a request, and receives its reply in remote->answer. `fd` is sent with the request; -1: no
 * descriptor is sent. Returns the reply's error; -EIO if the worker died or violated the
 * protocol. */
int gv_vr_remote_call(struct gv_vr_remote *remote, const struct gv_vr_request *request, int fd);

/* Takes the descriptor of the last reply, which the caller must close; -1 if the reply had no
 * descriptor. */
int gv_vr_remote_take_fd(struct gv_vr_remote *remote);

/* Send a request that has no reply. gv_vr_remote_tell() starts a worker if none is running, and
 * returns false if the start fails or the worker is gone. gv_vr_remote_tell_if() does nothing if no
 * worker is running. */
bool gv_vr_remote_tell(struct gv_vr_remote *remote, const struct gv_vr_request *request, int fd);
void gv_vr_remote_tell_if(struct gv_vr_remote *remote, const struct gv_vr_request *request);

/* Makes the worker create the resource or, depending on `kind`, attach the resource's memory. */
int gv_vr_remote_create_resource(struct gv_vr_remote *remote, struct gv_vr_remote_resource *res,
                                 enum gv_vr_request_kind kind, const struct iovec *iov,
                                 unsigned num_iov);

/* Copies the worker's writes to the guest's memory. */
void gv_vr_remote_drain(struct gv_vr_remote *remote);

/* Ends the worker, whose contexts are lost. why: a phrase for the log. */
void gv_vr_remote_lose(struct gv_vr_remote *remote, const char *why);

#endif
