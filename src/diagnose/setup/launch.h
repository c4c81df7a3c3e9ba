/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Which word of a command line is the program. */
#ifndef GV_DIAGNOSE_SETUP_LAUNCH_H
#define GV_DIAGNOSE_SETUP_LAUNCH_H

#include <stdbool.h>

/* Skips launchers such as env and nice: returns the words from the program on that they start. Ends
 * with NULL; empty only if argv is. */
char **gv_launch_program(char **argv);

/* Whether a program of that name starts another program in a sandbox or a container. */
bool gv_launch_is_sandbox(const char *name);

/* Whether the behaviour of a program of that name depends on the files that it starts or reads,
 * rather than on its own file. */
bool gv_launch_is_interpreter(const char *name);

/* The last part of a path. */
const char *gv_launch_name(const char *path);

#endif
