/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Finds the program in a command line. */
#ifndef GV_DIAGNOSE_SETUP_LAUNCH_H
#define GV_DIAGNOSE_SETUP_LAUNCH_H

#include <stdbool.h>

/* Skips launchers such as env and nice. Returns the part of argv that begins with the program and
 * ends with NULL. This part is empty only if argv is empty. */
char **gv_launch_program(char **argv);

/* Whether a program with this name starts another program in a sandbox or a container. */
bool gv_launch_is_sandbox(const char *name);

/* Whether the behaviour of a program with this name depends on the files that it starts or reads,
 * rather than on its own file. */
bool gv_launch_is_interpreter(const char *name);

/* Returns the last part of a path. */
const char *gv_launch_name(const char *path);

#endif
