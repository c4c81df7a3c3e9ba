/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Limits of a client that is the user's own program, when the server has no other clients. */
#ifndef GV_CLI_OWN_LIMITS_H
#define GV_CLI_OWN_LIMITS_H

#include "virgl/api/renderer.h"

/* Returns the default limits, but with half of the machine's memory if that is more than the
 * default. */
struct gv_virgl_limits gv_cli_own_limits(void);

#endif
