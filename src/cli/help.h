/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* The table of a command's options in words: the help, the manual page, and what a shell offers. */
#ifndef GV_CLI_HELP_H
#define GV_CLI_HELP_H

#include <stdbool.h>

#include "cli/options.h"

/* --help=NAME has the help in one of these forms; --help alone is for people. */
struct gv_help_form {
    const char *name;
    /* defaults are those of numbers, by option. */
    void (*print)(const struct gv_usage *usage, const unsigned *defaults);
};

/* name is NULL for people's. NULL if there is none of that name. */
const struct gv_help_form *gv_help_form(const char *name);

/* What stands before the page of a command, which knows itself but not what it is called for. */
void gv_help_begin_page(const char *command, const char *summary);

/* A word that a shell offers, and what it means. */
void gv_help_print_word(const char *word, const char *meaning);

#endif
