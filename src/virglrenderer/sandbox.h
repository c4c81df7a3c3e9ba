/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* A monitor may have installed a seccomp filter that forbids it to start programs. The kernel kills
 * a monitor that tries (QEMU's -sandbox on,spawn=deny). */
#ifndef GV_VR_SANDBOX_H
#define GV_VR_SANDBOX_H

#include <stdbool.h>

/* Whether this process may start programs, as far as can be found without an attempt. A filter that
 * the parent process also has does not count, since this process was started under it. */
bool gv_vr_may_start_programs(void);

#endif
