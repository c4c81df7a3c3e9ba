/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* A command's table of options as text: the help, the manual page, and the completions of a shell.
 */
#ifndef GV_CLI_HELP_H
#define GV_CLI_HELP_H

#include <stdbool.h>

#include "cli/options.h"

/* --help=NAME prints the help in one of these forms; --help alone prints it for people. */
struct gv_help_form {
    const char *name;
    /* defaults are those of numbers, by option. */
    void (*print)(const struct gv_usage *usage, const unsigned *defaults);
};

/* name is NULL for the form that people read. NULL if no form has that name. */
const struct gv_help_form *gv_help_form(const char *name);

/* Text before the manual page of a command: the command knows its options, but not its purpose. */
void gv_help_begin_page(const char *command, const char *summary);

/* A word that completion offers, and its meaning. */
void gv_help_print_word(const char *word, const char *meaning);

#endif
