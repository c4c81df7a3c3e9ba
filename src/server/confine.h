/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* What a worker gives up before it reads the first byte of its client. */
#ifndef GV_SERVER_CONFINE_H
#define GV_SERVER_CONFINE_H

#include <stdbool.h>

#include "galvan/log.h"

/* No new privileges, no core files unless they are wanted, few descriptors, and the first choice of
 * the kernel when memory runs out. What a system does not allow is left out with a line at level
 * info. */
void gv_worker_confine(bool core_files, const struct galvan_log *log);

#endif
