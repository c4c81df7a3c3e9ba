/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Prints a command's table of options as text: as help, as a manual page, or as completions for a
 * shell. */
#ifndef GV_CLI_HELP_H
#define GV_CLI_HELP_H

#include <stdbool.h>

#include "cli/options.h"

/* A form of the help. --help=NAME prints the form with this name; --help alone prints the form for
 * people. */
struct gv_help_form {
    const char *name;
    /* `defaults` holds the default values of number options, indexed by option. */
    void (*print)(const struct gv_usage *usage, const unsigned *defaults);
};

/* Returns the form with this name; NULL if no form has it. If `name` is NULL, returns the form for
 * people. */
const struct gv_help_form *gv_help_form(const char *name);

/* Prints the beginning of a command's manual page, with its purpose, which the table of options
 * lacks. */
void gv_help_begin_page(const char *command, const char *summary);

/* Prints a word that completion offers, with its meaning. */
void gv_help_print_word(const char *word, const char *meaning);

#endif
