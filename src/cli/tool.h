/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Runs programs of SPIRV-Tools that read a module from standard input. */
#ifndef GV_CLI_TOOL_H
#define GV_CLI_TOOL_H

#include <stddef.h>

struct galvan_log;

/* Runs argv[0], which is searched in PATH. The size_B bytes of data are the program's standard
 * input; the program inherits this process's other files. Returns GV_EXIT_OK if the program's exit
 * status is 0; GV_EXIT_NOT_FOUND, with a line in the log, if PATH lacks the program; else
 * GV_EXIT_FAILURE. */
int gv_tool_run(const char *const *argv, const void *data, size_t size_B,
                const struct galvan_log *log);

#endif
