/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Programs of SPIRV-Tools that read a module from their standard input. */
#ifndef GV_CLI_TOOL_H
#define GV_CLI_TOOL_H

#include <stddef.h>

struct galvan_log;

/* Runs argv[0], found in PATH, with size_B bytes as its standard input and this process's other
 * files. Returns GV_EXIT_OK if the program ended with 0; GV_EXIT_NOT_FOUND, with a line in the log,
 * if PATH lacks it; else GV_EXIT_FAILURE. */
int gv_tool_run(const char *const *argv, const void *data, size_t size_B,
                const struct galvan_log *log);

#endif
