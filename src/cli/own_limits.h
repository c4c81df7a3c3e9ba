/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Limits for a server or a replay that has a single client: the user's own program. */
#ifndef GV_CLI_OWN_LIMITS_H
#define GV_CLI_OWN_LIMITS_H

#include "virgl/api/renderer.h"

/* Returns the default limits, or the limits for half of the machine's memory if that is more memory
 * than the default. */
struct gv_virgl_limits gv_cli_own_limits(void);

#endif
