/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* What a worker gives up before it opens its device and reads the first byte of its client. */
#ifndef GV_SERVER_CONFINE_H
#define GV_SERVER_CONFINE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "galvan/log.h"

struct gv_path_rule;

/* What a system did not allow. */
enum gv_confine_lack {
    GV_LACKS_LANDLOCK = 1 << 0,
    GV_LACKS_LANDLOCK_SCOPES = 1 << 1, /* an old one: signals and abstract sockets */
    GV_LACKS_NAMESPACES = 1 << 2,
    GV_LACKS_FILTER = 1 << 3, /* of system calls */
};

struct gv_confine_params {
    bool no_sandbox; /* the user's files, rights and system calls stay open */
    bool core_files; /* it leaves them, so others of the user may look at it */
    const struct gv_path_rule *path_rules; /* beside what drivers read, as gv_landlock_restrict() */
    const struct galvan_log *log;
};

/* No new privileges, a session of its own, nothing to read from a terminal, few descriptors, the
 * first choice of the kernel when memory runs out; then, unless no_sandbox, namespaces, no
 * capabilities, few files (Landlock), and nobody of the same user looks into it. The process must
 * have one thread. What a system does not allow is left out, and a bit of the value. */
uint32_t gv_worker_confine(const struct gv_confine_params *params);

/* No more private memory than that, for all that nobody counts; for a device that lies in it. A
 * sanitizer's process, which reserves far more, stays as it is. */
void gv_worker_limit_heap(uint64_t size_B, const struct galvan_log *log);

/* The bits as a phrase. */
void gv_confine_describe(uint32_t lacks, char *out, size_t size_B);

/* For the listener: keeps other processes of the user, workers that Landlock does not hold among
 * them, from looking into it. */
void gv_listener_confine(void);

#endif
