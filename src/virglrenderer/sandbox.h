/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* A monitor's own seccomp filter may forbid it to start programs, and the kernel then ends the
 * monitor that tries (QEMU's -sandbox on,spawn=deny). */
#ifndef GV_VR_SANDBOX_H
#define GV_VR_SANDBOX_H

#include <stdbool.h>

/* Whether this process may start programs, as far as it can tell without a try. A filter that the
 * parent has as well does not count, since this process was started under it. */
bool gv_vr_may_start_programs(void);

#endif
