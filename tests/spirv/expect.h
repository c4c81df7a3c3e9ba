/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Checks what a case expects of its module's words, and what holds for every module; case_file.h
 * has the directives. */
#ifndef TESTS_SPIRV_EXPECT_H
#define TESTS_SPIRV_EXPECT_H

#include <stdbool.h>

#include "case_file.h"

/* Whether the disassembly fulfils the line; also false if the line cannot be read. */
bool expect_line(const char *line, const char *disassembly);

/* Whether the module fulfils what every module must, see case_file.h; reports violations. */
bool expect_always(const struct spirv_case *t, const char *disassembly);

#endif
