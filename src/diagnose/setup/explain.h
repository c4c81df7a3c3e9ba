/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Why a program did not come to Galvan. */
#ifndef GV_DIAGNOSE_SETUP_EXPLAIN_H
#define GV_DIAGNOSE_SETUP_EXPLAIN_H

#include <stdbool.h>

#include "diagnose/setup/finding.h"

/* Explains why a command ended without connecting: the first cause that is found, and what to do.
 * With no_preload, the command ran without the client library, as its user wanted. The text calls
 * the program "it". */
void gv_explain_no_client(char **argv, bool no_preload, struct gv_finding *out);

#endif
