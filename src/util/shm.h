/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Memory that Galvan shares with others: anonymous, zeroed, sealed against resizing, so that nobody
 * can take pages away while Galvan reads them. */
#ifndef GV_SHM_H
#define GV_SHM_H

#include <stddef.h>

#include "galvan/result.h"

struct gv_shm {
    void *data; /* NULL when size_B is 0 */
    size_t size_B;
};

/* Makes size_B > 0 zeroed bytes. *out_fd shows it to whoever maps it, and is the caller's to
 * send and close. */
enum galvan_result gv_shm_create(size_t size_B, struct gv_shm *out_shm, int *out_fd);

/* The same, but whoever gets *out_fd can only read. GALVAN_ERROR_UNSUPPORTED before Linux 5.1. */
enum galvan_result gv_shm_create_read_only(size_t size_B, struct gv_shm *out_shm, int *out_fd);

/* Unmaps; fine on an empty one. */
void gv_shm_finish(struct gv_shm *shm);

#endif
