/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Quotes text for a POSIX shell, so that the shell reads the same text. */
#ifndef GV_CLI_SHELL_H
#define GV_CLI_SHELL_H

/* Prints the word to standard output, in quotes if necessary. */
void gv_shell_print_word(const char *word);

#endif
