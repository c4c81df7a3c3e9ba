/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* A monitor may have installed a seccomp filter that forbids it to start programs. The kernel kills
 * a monitor that tries (QEMU's -sandbox on,spawn=deny). */
#ifndef GV_VR_SANDBOX_H
#define GV_VR_SANDBOX_H

#include <stdbool.h>

/* Whether this process may start programs, as far as can be determined without an attempt. Ignores
 * filters that the parent process also has, since the parent could start this process despite these
 * filters. */
bool gv_vr_may_start_programs(void);

#endif
