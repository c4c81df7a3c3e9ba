/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* What a case expects of the words of its module, and what holds of every module; case_file.h has
 * the directives. */
#ifndef TESTS_SPIRV_EXPECT_H
#define TESTS_SPIRV_EXPECT_H

#include <stdbool.h>

#include "case_file.h"

/* Whether the disassembly is as the line says; false also of a line that cannot be read. */
bool expect_line(const char *line, const char *disassembly);

/* Whether this module has what every module has, see case_file.h; reports what is not so. */
bool expect_always(const struct spirv_case *t, const char *disassembly);

#endif
