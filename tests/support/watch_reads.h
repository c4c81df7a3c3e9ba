/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Counts the accesses to memory by instructions of a process. Accesses by the kernel, in system
 * calls of the watching thread, are allowed and do not count. */
#ifndef WATCH_READS_H
#define WATCH_READS_H

#include <stdbool.h>
#include <stddef.h>

enum {
    /* The thread made a system call that starts a thread or a process, which ended the watch. */
    GV_TEST_WATCH_ENDED = -1
};

/* Begins to watch whole pages, in the calling thread. Only one thread may watch at a time, and no
 * other thread may access the pages. Returns false on systems that cannot intercept system
 * calls. */
bool gv_test_watch_begin(void *pages, size_t size_B);

/* Ends the watch; the pages can be read and written again. Returns the number of accesses that
 * instructions made, or GV_TEST_WATCH_ENDED. Accesses between two system calls count once. */
int gv_test_watch_end(void);

#endif
