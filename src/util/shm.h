/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Shared memory: anonymous, zeroed, and sealed against resizing, so that no other process can
 * remove pages while Galvan reads them. */
#ifndef GV_SHM_H
#define GV_SHM_H

#include <stddef.h>

#include "galvan/result.h"

struct gv_shm {
    void *data; /* NULL: the struct has no memory, and size_B is 0 */
    size_t size_B;
};

/* Creates size_B > 0 zeroed bytes. *out_fd is a descriptor of the memory, which the caller may send
 * to other processes and must close. */
enum galvan_result gv_shm_create(size_t size_B, struct gv_shm *out_shm, int *out_fd);

/* As gv_shm_create(), but receivers of *out_fd can only read the memory. GALVAN_ERROR_UNSUPPORTED
 * before Linux 5.1. */
enum galvan_result gv_shm_create_read_only(size_t size_B, struct gv_shm *out_shm, int *out_fd);

/* Unmaps the memory. Does nothing if shm has no memory. */
void gv_shm_finish(struct gv_shm *shm);

#endif
