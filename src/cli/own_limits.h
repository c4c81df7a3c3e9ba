/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* What a program of the user's own may take, which is nobody else's client. */
#ifndef GV_CLI_OWN_LIMITS_H
#define GV_CLI_OWN_LIMITS_H

#include "virgl/api/renderer.h"

/* The defaults, but half of the machine's memory where that is more. */
struct gv_virgl_limits gv_cli_own_limits(void);

#endif
