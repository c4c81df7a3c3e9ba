/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Quotes text for a POSIX shell, so that the shell parses it to the same text. */
#ifndef GV_CLI_SHELL_H
#define GV_CLI_SHELL_H

/* On standard output, in quotes where it needs some. */
void gv_shell_print_word(const char *word);

#endif
