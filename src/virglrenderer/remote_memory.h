/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* The guest's memory for a worker. The worker has a copy of each backing, in memory that it
 * shares with this process, and this process copies the ranges that the worker requests. So the
 * worker can access only memory of the guest's resources, and only ranges that it has requested. */
#ifndef GV_VR_REMOTE_MEMORY_H
#define GV_VR_REMOTE_MEMORY_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/uio.h>

#include "util/hash.h"
#include "util/shm.h"
#include "virgl/iov.h"

struct gv_vr_shared;

struct gv_vr_backing {
    struct gv_virgl_iov memory; /* the guest's memory */
    struct gv_shm copy;
};

struct gv_vr_backings {
    struct gv_hash table; /* struct gv_vr_backing, by numbers that are not reused */
    uint32_t last_number;
    uint32_t num_read; /* number of rows that the worker has written and this process has copied */
    struct gv_vr_backing call; /* number 0: the memory of a transfer; its copy is reused */
};

void gv_vr_backings_init(struct gv_vr_backings *backings);
void gv_vr_backings_finish(struct gv_vr_backings *backings);

/* Creates a backing and its copy. *out_fd is the copy's descriptor, which the caller must close;
 * *out_size_B is the memory's size. Returns 0 or a negative errno value. */
int gv_vr_backing_add(struct gv_vr_backings *backings, const struct iovec *iov, unsigned num_iov,
                      uint32_t *out_number, uint64_t *out_size_B, int *out_fd);
void gv_vr_backing_remove(struct gv_vr_backings *backings, uint32_t number);

/* Sets the memory of one transfer, until gv_vr_backing_end_call(). *out_fd is -1 if the copy of the
 * last transfer is large enough; otherwise *out_fd is the descriptor of a new copy of *out_copy_B
 * bytes. */
int gv_vr_backing_begin_call(struct gv_vr_backings *backings, const struct iovec *iov,
                             unsigned num_iov, uint64_t *out_size_B, uint64_t *out_copy_B,
                             int *out_fd);
void gv_vr_backing_end_call(struct gv_vr_backings *backings);

/* Adapts the backings to a new worker, which has no copy of a transfer's memory, and has written no
 * rows. Call when the worker is started. */
void gv_vr_backings_restart(struct gv_vr_backings *backings);

/* Copies a range of the guest's memory to the backing's copy. False if the backing does not exist
 * or does not contain the range. */
bool gv_vr_backing_fetch(struct gv_vr_backings *backings, uint32_t number, uint64_t offset_B,
                         uint64_t size_B);

/* Copies to the guest's memory the rows that the worker has written in the backings' copies. False
 * if the worker's report is not valid. Rows of destroyed backings are ignored. */
bool gv_vr_backings_drain(struct gv_vr_backings *backings, struct gv_vr_shared *shared);

#endif
