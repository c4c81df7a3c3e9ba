/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Control groups (version 2). The server uses control groups if a service manager has delegated a
 * group to this process. Each busy worker then gets the same share of the processors, however many
 * threads it has. No worker gets more memory than its limit, which includes memory that the server
 * itself does not count. */
#ifndef GV_SERVER_CGROUPS_H
#define GV_SERVER_CGROUPS_H

#include <stdbool.h>
#include <stdint.h>

/* Overrides for tests: the mount point, the group of this process, and the controllers. */
struct gv_cgroups_params {
    const char *root;       /* NULL: /sys/fs/cgroup */
    const char *own;        /* file that names the group of this process; NULL: /proc/self/cgroup */
    const char *controller; /* the only controller to use; NULL: cpu and memory, if they exist */
};

struct gv_cgroups {
    int dir; /* the delegated group; -1: no group was delegated */
    bool divides_processors, limits_memory;
};

/* Moves this process into a new group below its own group. Returns false with errno, and sets
 * groups->dir to -1, if no group has been delegated. */
bool gv_cgroups_open(struct gv_cgroups *groups, const struct gv_cgroups_params *params);

/* Moves this process back to its first group. All groups of workers must have been removed. */
void gv_cgroups_close(struct gv_cgroups *groups);

/* Moves this process, a worker, into the worker group with this number, and closes groups->dir. If
 * memory is limited, the kernel kills the process when it exceeds memory_B. */
void gv_cgroups_enter(struct gv_cgroups *groups, uint32_t number, uint64_t memory_B);

/* Whether the kernel has killed the worker because of its memory limit. Call before the worker's
 * group is removed. */
bool gv_cgroups_ran_out(const struct gv_cgroups *groups, uint32_t number);

/* Removes the worker's group. Call after the worker has ended. */
void gv_cgroups_remove(const struct gv_cgroups *groups, uint32_t number);

#endif
