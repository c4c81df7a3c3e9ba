/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Which word of a command line is the program. */
#ifndef GV_DIAGNOSE_SETUP_LAUNCH_H
#define GV_DIAGNOSE_SETUP_LAUNCH_H

#include <stdbool.h>

/* Of a command's words, ended by NULL, those from the program on that env, nice and their like
 * start; never empty if argv is not. */
char **gv_launch_program(char **argv);

/* Whether a program by that name starts another one in a sandbox or a container. */
bool gv_launch_is_sandbox(const char *name);

/* Whether what a program by that name starts or reads, and not its own file, tells what it does. */
bool gv_launch_is_interpreter(const char *name);

/* The last part of a path. */
const char *gv_launch_name(const char *path);

#endif
