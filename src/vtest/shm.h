/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* The memory that a resource shares with its client: anonymous, zeroed, sealed against resizing, so
 * that no client can take pages away while Galvan reads them. */
#ifndef GV_VTEST_SHM_H
#define GV_VTEST_SHM_H

#include <stddef.h>

#include "galvan/result.h"

struct gv_vtest_shm {
    void *data; /* NULL when size_B is 0 */
    size_t size_B;
};

/* Makes size_B > 0 zeroed bytes. *out_fd is the client's end, for the caller to send and close. */
enum galvan_result gv_vtest_shm_create(size_t size_B, struct gv_vtest_shm *out_shm, int *out_fd);

/* Unmaps; fine on an empty one. */
void gv_vtest_shm_finish(struct gv_vtest_shm *shm);

#endif
