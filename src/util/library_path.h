/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Where systems keep shared libraries. */
#ifndef GV_UTIL_LIBRARY_PATH_H
#define GV_UTIL_LIBRARY_PATH_H

#include <stdbool.h>
#include <stddef.h>

/* The path that a library of this file name has in the i-th directory, from 0 on; whether it is
 * there is not checked. False after the last directory. A path that does not fit is empty. */
bool gv_library_path(unsigned i, const char *name, char *out_path, size_t size_B);

/* Whether both paths name one file that exists. */
bool gv_is_same_file(const char *a, const char *b);

#endif
