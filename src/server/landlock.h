/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* The kernel's Landlock: which files a worker may open from here on, whatever its user may. */
#ifndef GV_SERVER_LANDLOCK_H
#define GV_SERVER_LANDLOCK_H

#include <stdbool.h>

struct gv_path_rule;

/* The version of its interface; 0: this kernel has none. */
int gv_landlock_abi(void);

/* For this thread and those that it starts, for good: only what Vulkan loaders, drivers and layers
 * read (libraries, manifests, the system's devices), the nodes of graphics devices, and the places
 * of the list, whose last one has no path; NULL: there are none. Where the kernel can, no TCP, no
 * signals to other processes and no abstract sockets of theirs. False, with errno, and nothing
 * restricted, on a kernel that cannot. */
bool gv_landlock_restrict(const struct gv_path_rule *more);

#endif
