/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Checks a program by the facts that its file reveals. */
#ifndef GV_DIAGNOSE_SETUP_PROGRAM_FILE_H
#define GV_DIAGNOSE_SETUP_PROGRAM_FILE_H

#include <stdbool.h>

#include "diagnose/setup/finding.h"

/* Checks the program that a command starts, after launchers such as env and nice. The text calls
 * the program "it". A fault means that the program cannot use Galvan. Starts only glibc's dynamic
 * linker, which lists the program's libraries. Warns of bugs in Mesa's client, unless the client
 * library can be preloaded (has_client). */
void gv_program_look(char **argv, bool has_client, struct gv_finding *out);

#endif
