/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Drops the privileges of a worker, before it opens its device and reads the first byte of its
 * client. */
#ifndef GV_CONFINE_CONFINE_H
#define GV_CONFINE_CONFINE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "galvan/log.h"

struct gv_path_rule;

/* The confinements that the system did not allow. */
enum gv_confine_lack {
    GV_LACKS_LANDLOCK = 1 << 0,
    GV_LACKS_LANDLOCK_SCOPES = 1 << 1, /* the kernel has an old version
                                          of Landlock without scopes */
    GV_LACKS_NAMESPACES = 1 << 2,
    GV_LACKS_FILTER = 1 << 3, /* no filter of system calls */
};

struct gv_confine_params {
    bool no_sandbox; /* the process keeps the user's files, privileges and system calls */
    bool core_files; /* core files may be written, and other processes of the user may then also
                        inspect this process */
    const struct gv_path_rule *path_rules; /* files that the process may open in addition to those
                                              that drivers read; NULL: no further files */
    const struct galvan_log *log;
};

/* Sets no_new_privs, starts a new session, detaches from the terminal, limits descriptors, and
 * makes the process the first choice of the OOM killer. Unless no_sandbox is set, also enters
 * namespaces, drops capabilities, restricts files by Landlock, and hides the process from other
 * processes of the same user. The process must have one thread. Returns a bit for each confinement
 * that the system did not allow. */
uint32_t gv_worker_confine(const struct gv_confine_params *params);

/* Limits the process's private memory, because devices that run on the CPU allocate private memory
 * that is not counted otherwise. Has no effect under a sanitizer, which reserves far more address
 * space. */
void gv_worker_limit_heap(uint64_t size_B, const struct galvan_log *log);

/* Describes the bits as a phrase. */
void gv_confine_describe(uint32_t lacks, char *out, size_t size_B);

/* Hides the listener from other processes of the user, including workers that Landlock does not
 * restrict. Called by the listener. */
void gv_listener_confine(void);

#endif
