/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Checks a module's disassembly against the expectations of its case, and against rules for every
 * module; case_file.h has the directives. */
#ifndef TESTS_SPIRV_EXPECT_H
#define TESTS_SPIRV_EXPECT_H

#include <stdbool.h>

#include "case_file.h"

/* Returns whether the disassembly satisfies the line; also false if the line cannot be parsed. */
bool expect_line(const char *line, const char *disassembly);

/* Returns whether the module satisfies the rules for every module (case_file.h). Prints
 * violations. */
bool expect_always(const struct spirv_case *t, const char *disassembly);

#endif
