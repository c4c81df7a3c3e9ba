/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* The system calls that a worker may make while it serves its client. */
#ifndef GV_CONFINE_SYSCALLS_H
#define GV_CONFINE_SYSCALLS_H

#include <stdbool.h>
#include <stdint.h>

#include "galvan/log.h"

/* Restricts all threads of the process permanently. The process is killed if it starts a program or
 * another process, traces a process, or makes an administrative call. Sockets and signals to other
 * processes are refused. With only_known, all calls that a device on the CPU does not need are
 * refused, too; set only_known only for devices whose drivers are known. Returns false, after a log
 * line at level info, if the system lacks filters. */
bool gv_worker_filter_syscalls(bool only_known, const struct galvan_log *log);

/* Writes the filter's BPF program for an architecture (libseccomp's constant) to fd. Only tests
 * call this function. */
bool gv_worker_filter_write(uint32_t architecture, bool only_known, int fd);

#endif
