/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Namespaces of a worker, and the dropping of its capabilities. */
#ifndef GV_CONFINE_NAMESPACES_H
#define GV_CONFINE_NAMESPACES_H

#include <stdbool.h>

/* Enters a new user namespace (with the same ids), an empty network namespace, and a namespace of
 * System V objects and message queues. The process must have one thread. Returns false with errno,
 * leaving the process unchanged, if the kernel or the environment of the process does not allow the
 * namespaces. */
bool gv_namespaces_enter(void);

/* Drops all capabilities permanently. */
void gv_capabilities_drop(void);

#endif
