/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Suggestions of a next command: lines that follow an error about a wrong command line. */
#ifndef GV_CLI_NEXT_STEP_H
#define GV_CLI_NEXT_STEP_H

#include <stdbool.h>

/* Whether a user who typed `word` may have meant `name`. One letter of `word` may be wrong,
 * missing, added or swapped with the next letter; if `name` has more than four letters, `word` may
 * have two such errors. */
bool gv_next_step_is_near(const char *word, const char *name);

/* Prints a suggestion to standard error, as a line below the error. */
void gv_next_step(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* Whether PATH contains a program with this name. */
bool gv_next_step_is_program(const char *name);

#endif
