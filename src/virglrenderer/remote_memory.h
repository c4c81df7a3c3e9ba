/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* The guest's memory and a worker: of each backing the worker has a copy, in memory that this
 * process shares with it, and this process copies what the worker asks for. So the worker reaches
 * no memory of the guest but that of resources, and of that nothing but what it names. */
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

/* A new backing with a copy, whose descriptor is the caller's; *out_size_B is the memory's size. 0
 * or a negative errno value. */
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

/* Copies a range of the memory. False: there is no such memory, or it is shorter. */
bool gv_vr_backing_fetch(struct gv_vr_backings *backings, uint32_t number, uint64_t offset_B,
                         uint64_t size_B);

/* Copies the rows that the worker has written. False: the worker says what cannot be; rows of
 * backings that are gone are ignored. */
bool gv_vr_backings_drain(struct gv_vr_backings *backings, struct gv_vr_shared *shared);

#endif
