/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* struct gv_vr_remote: requests to a worker, its death, and the start of the next one. */
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
    uint32_t backing; /* 0: none */
    void *blob;       /* host memory, the only part of the resource in this process; NULL: it has
                         none */
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
    uint32_t generation; /* of the worker, from 1 on */

    struct gv_hash contexts;  /* the generation that each is of */
    struct gv_hash resources; /* struct gv_vr_remote_resource */
    struct gv_vr_backings backings;

    uint32_t last_fence;
    bool has_work;               /* since the last fence */
    _Atomic uint32_t lost_fence; /* fences up to this one passed with their worker */

    uint32_t num_changes;       /* as the worker counts them */
    struct gv_vr_answer answer; /* the last reply */
    int answer_fd;              /* -1: it had none, or it was taken */

    unsigned num_deaths; /* since first_death_ns */
    uint64_t first_death_ns;
};

/* Starts the first worker. After an error everything is freed. */
int gv_vr_remote_init(struct gv_vr_remote *remote, const struct gv_vr_remote_params *params);

/* Ends the worker. The caller must destroy the resources. */
void gv_vr_remote_finish(struct gv_vr_remote *remote);

/* Starts a worker if there is none. Returns whether there is one. */
bool gv_vr_remote_has_worker(struct gv_vr_remote *remote);

/* Sends a request, and receives its reply in remote->answer; fd -1: none. Returns the reply's
 * error; -EIO if the worker died or broke the protocol. */
int gv_vr_remote_call(struct gv_vr_remote *remote, const struct gv_vr_request *request, int fd);

/* Takes the descriptor of the last reply, which the caller must close; -1: none. */
int gv_vr_remote_take_fd(struct gv_vr_remote *remote);

/* Send a request without a reply. False if there is no worker, or it is gone. The function
 * ending in _if starts none. */
bool gv_vr_remote_tell(struct gv_vr_remote *remote, const struct gv_vr_request *request, int fd);
void gv_vr_remote_tell_if(struct gv_vr_remote *remote, const struct gv_vr_request *request);

/* Makes the worker create the resource, or attach its memory (kind). */
int gv_vr_remote_create_resource(struct gv_vr_remote *remote, struct gv_vr_remote_resource *res,
                                 enum gv_vr_request_kind kind, const struct iovec *iov,
                                 unsigned num_iov);

/* Copies the worker's writes to the guest's memory. */
void gv_vr_remote_drain(struct gv_vr_remote *remote);

/* Ends the worker, whose contexts are lost; why: a phrase for the log. */
void gv_vr_remote_lose(struct gv_vr_remote *remote, const char *why);

#endif
