/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Control groups (version 2), for when a service manager has delegated one to this process. Each
 * busy worker gets the same share of the processors, however many threads it has, and no worker
 * gets more memory than its limit, including memory that the server does not count itself. */
#ifndef GV_SERVER_CGROUPS_H
#define GV_SERVER_CGROUPS_H

#include <stdbool.h>
#include <stdint.h>

/* Overrides for tests: the mount point, the group of this process, and the controllers. */
struct gv_cgroups_params {
    const char *root;       /* NULL: /sys/fs/cgroup */
    const char *own;        /* file to read; NULL: /proc/self/cgroup */
    const char *controller; /* NULL: cpu and memory, whichever of them exist */
};

struct gv_cgroups {
    int dir; /* the delegated group; -1: there is none */
    bool divides_processors, limits_memory;
};

/* Moves this process into a new group below its own. Returns false with errno, and sets groups->dir
 * to -1, if no group has been delegated. */
bool gv_cgroups_open(struct gv_cgroups *groups, const struct gv_cgroups_params *params);

/* Moves this process back. All groups of workers must have been removed. */
void gv_cgroups_close(struct gv_cgroups *groups);

/* Moves this process, a worker, into the group with that number and closes the descriptors of the
 * other groups. If memory is limited, the kernel kills the process when it exceeds memory_B. */
void gv_cgroups_enter(struct gv_cgroups *groups, uint32_t number, uint64_t memory_B);

/* Whether the kernel has killed the worker because of its memory limit. Call before the worker's
 * group is removed. */
bool gv_cgroups_ran_out(const struct gv_cgroups *groups, uint32_t number);

/* Call after the worker has ended. */
void gv_cgroups_remove(const struct gv_cgroups *groups, uint32_t number);

#endif
