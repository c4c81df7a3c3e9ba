/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Landlock, the kernel's access control for files. It restricts which files a worker may open, even
 * if the worker's user may open more files. */
#ifndef GV_CONFINE_LANDLOCK_H
#define GV_CONFINE_LANDLOCK_H

#include <stdbool.h>

struct gv_path_rule;

/* Returns the version of the kernel's Landlock interface; 0 if the kernel lacks Landlock. */
int gv_landlock_abi(void);

/* Restricts this thread and all threads that it starts, permanently, to three kinds of files: files
 * that Vulkan loaders, drivers and layers read (libraries, manifests, the system's devices), nodes
 * of graphics devices, and the files of the path rules in `more`. The last entry of `more` has no
 * path; `more` may be NULL. If the kernel supports it, also forbids TCP, signals to other
 * processes, and connections to abstract sockets of other processes. Returns false with errno,
 * without any restriction, if the kernel lacks Landlock. */
bool gv_landlock_restrict(const struct gv_path_rule *more);

#endif
