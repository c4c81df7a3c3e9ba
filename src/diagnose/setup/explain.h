/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Why a program did not come to Galvan. */
#ifndef GV_DIAGNOSE_SETUP_EXPLAIN_H
#define GV_DIAGNOSE_SETUP_EXPLAIN_H

#include <stdbool.h>

#include "diagnose/setup/finding.h"

/* Of a command that has ended without connecting: the first cause that is found, and what to do.
 * no_preload: it got no client half, as its user wants it. The text speaks of the program as "it".
 */
void gv_explain_no_client(char **argv, bool no_preload, struct gv_finding *out);

#endif
