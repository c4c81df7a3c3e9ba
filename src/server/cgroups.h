/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Control groups (version 2), where a service manager has given this process one of its own to
 * divide. Each worker then gets as much of the processors as each other that wants it, however many
 * threads it has, and no more memory than it may have, whoever counts it. */
#ifndef GV_SERVER_CGROUPS_H
#define GV_SERVER_CGROUPS_H

#include <stdbool.h>
#include <stdint.h>

/* Where groups are, which one this process is in, what they are for. */
struct gv_cgroups_params {
    const char *root;       /* NULL: /sys/fs/cgroup */
    const char *own;        /* a file; NULL: /proc/self/cgroup */
    const char *controller; /* NULL: cpu and memory, or one of them */
};

struct gv_cgroups {
    int dir; /* the group that is divided; -1: there is none */
    bool divides_processors, limits_memory;
};

/* This process goes into a group below its own. False, with errno, where there is nothing to
 * divide: groups->dir is -1 then. */
bool gv_cgroups_open(struct gv_cgroups *groups, const struct gv_cgroups_params *params);

/* This process goes back. Those of workers have been removed. */
void gv_cgroups_close(struct gv_cgroups *groups);

/* This process, a worker's, goes into the group of that number and lets go of the others. Where
 * memory is limited, the kernel ends it when it takes more than that. */
void gv_cgroups_enter(struct gv_cgroups *groups, uint32_t number, uint64_t memory_B);

/* Whether the kernel has ended the worker for its memory; before its group is removed. */
bool gv_cgroups_ran_out(const struct gv_cgroups *groups, uint32_t number);

/* After the worker's end. */
void gv_cgroups_remove(const struct gv_cgroups *groups, uint32_t number);

#endif
