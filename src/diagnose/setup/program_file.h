/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* What a program is, as far as its file tells. */
#ifndef GV_DIAGNOSE_SETUP_PROGRAM_FILE_H
#define GV_DIAGNOSE_SETUP_PROGRAM_FILE_H

#include "diagnose/setup/finding.h"

/* Looks at the program that a command starts, behind env, nice and their like. The text says what
 * "it" is; a fault keeps it from Galvan. Starts only glibc's loader, which lists its libraries. */
void gv_program_look(char **argv, struct gv_finding *out);

#endif
