/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Explains why a program did not connect to Galvan. */
#ifndef GV_DIAGNOSE_SETUP_EXPLAIN_H
#define GV_DIAGNOSE_SETUP_EXPLAIN_H

#include <stdbool.h>

#include "diagnose/setup/finding.h"

/* Finds the first reason why a command ended without a connection, and the cure. no_preload: the
 * user chose to run the command without the client library. The text calls the program "it". */
void gv_explain_no_client(char **argv, bool no_preload, struct gv_finding *out);

#endif
