/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Which system calls a worker may make while it serves its client. */
#ifndef GV_SERVER_SYSCALLS_H
#define GV_SERVER_SYSCALLS_H

#include <stdbool.h>
#include <stdint.h>

#include "galvan/log.h"

/* From here on, for all threads of the process and for good: new programs and processes, tracing,
 * and what only administrators do end it; sockets and signals to other processes are refused. With
 * only_known, everything else but what a device on the CPU needs is refused as well: that is for
 * devices whose drivers are known. False, and a line at level info, when the system has no
 * filters. */
bool gv_worker_filter_syscalls(bool only_known, const struct galvan_log *log);

/* For tests: writes that filter, as one of a processor's kind (a number of libseccomp's), as a
 * program for the kernel's filter machine. */
bool gv_worker_filter_write(uint32_t architecture, bool only_known, int fd);

#endif
