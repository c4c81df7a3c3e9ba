/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* The list of finished compile jobs, see compile_job.h. */
#ifndef GV_COMPILE_DONE_H
#define GV_COMPILE_DONE_H

#include <stdatomic.h>
#include <stdbool.h>

struct gv_compile_job;

/* Finished jobs. Any thread adds jobs. One thread takes jobs from the list, and checks without a
 * lock whether the list is empty. */
struct gv_compile_done {
    _Atomic(struct gv_compile_job *) first;
};

static inline bool gv_compile_done_is_empty(const struct gv_compile_done *done)
{
    return !atomic_load_explicit(&done->first, memory_order_relaxed);
}

#endif
