/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Namespaces of a worker's own, and the end of an administrator's rights. */
#ifndef GV_SERVER_NAMESPACES_H
#define GV_SERVER_NAMESPACES_H

#include <stdbool.h>

/* Own users (the same numbers), an own network without anything in it, own System V objects and
 * message queues. The process must have one thread. False, with errno, and the process as it was,
 * where the kernel or who started the program does not let it. */
bool gv_namespaces_enter(void);

/* Gives up all capabilities, for good. */
void gv_capabilities_drop(void);

#endif
