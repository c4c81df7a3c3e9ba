/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* The kind of a program, as far as its file shows. */
#ifndef GV_DIAGNOSE_SETUP_PROGRAM_FILE_H
#define GV_DIAGNOSE_SETUP_PROGRAM_FILE_H

#include <stdbool.h>

#include "diagnose/setup/finding.h"

/* Checks the program that a command starts, after launchers such as env and nice. The text calls
 * the program "it"; a fault keeps it from using Galvan. Starts only glibc's loader, which lists the
 * program's libraries. Warns of faults of Mesa's client unless the client library can be
 * preloaded. */
void gv_program_look(char **argv, bool has_client, struct gv_finding *out);

#endif
