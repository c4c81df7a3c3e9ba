/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* The directories in which systems install shared libraries. */
#ifndef GV_UTIL_LIBRARY_PATH_H
#define GV_UTIL_LIBRARY_PATH_H

#include <stdbool.h>
#include <stddef.h>

/* Writes to out_path the path of the library with this file name in the i-th directory, counted
 * from 0. Does not check whether the file exists. False after the last directory. If the path is
 * too long, out_path becomes "". */
bool gv_library_path(unsigned i, const char *name, char *out_path, size_t size_B);

/* Whether both paths lead to the same existing file. */
bool gv_is_same_file(const char *a, const char *b);

#endif
