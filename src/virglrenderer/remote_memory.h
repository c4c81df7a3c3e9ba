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
    struct gv_virgl_iov memory; /* the guest's */
    struct gv_shm copy;
};

struct gv_vr_backings {
    struct gv_hash table; /* struct gv_vr_backing, by numbers that are used once */
    uint32_t last_number;
    uint32_t num_read;         /* rows of the worker's */
    struct gv_vr_backing call; /* number 0: the memory of a transfer; its copy stays */
};

void gv_vr_backings_init(struct gv_vr_backings *backings);
void gv_vr_backings_finish(struct gv_vr_backings *backings);

/* Creates a backing with a copy, whose descriptor the caller must close; *out_size_B is the
 * memory's size. 0 or a negative errno value. */
int gv_vr_backing_add(struct gv_vr_backings *backings, const struct iovec *iov, unsigned num_iov,
                      uint32_t *out_number, uint64_t *out_size_B, int *out_fd);
void gv_vr_backing_remove(struct gv_vr_backings *backings, uint32_t number);

/* Memory for one transfer, until gv_vr_backing_end_call(). *out_fd: -1 where the last copy is
 * large enough, else a descriptor of a new one of *out_copy_B bytes. */
int gv_vr_backing_begin_call(struct gv_vr_backings *backings, const struct iovec *iov,
                             unsigned num_iov, uint64_t *out_size_B, uint64_t *out_copy_B,
                             int *out_fd);
void gv_vr_backing_end_call(struct gv_vr_backings *backings);

/* A new worker has no copy of a call's memory, and has written no rows. */
void gv_vr_backings_restart(struct gv_vr_backings *backings);

/* Copies a range of the memory. False if there is no such memory or range. */
bool gv_vr_backing_fetch(struct gv_vr_backings *backings, uint32_t number, uint64_t offset_B,
                         uint64_t size_B);

/* Copies the rows that the worker has written. False if the worker's report is not valid; rows
 * of destroyed backings are ignored. */
bool gv_vr_backings_drain(struct gv_vr_backings *backings, struct gv_vr_shared *shared);

#endif
