/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Text for shells of POSIX, which take it apart again as it was. */
#ifndef GV_CLI_SHELL_H
#define GV_CLI_SHELL_H

/* On standard output, in quotes where it needs some. */
void gv_shell_print_word(const char *word);

#endif
