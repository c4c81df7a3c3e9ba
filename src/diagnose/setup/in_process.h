/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Galvan inside of Mesa (docs/mesa.md): where it is on this system. */
#ifndef GV_DIAGNOSE_SETUP_IN_PROCESS_H
#define GV_DIAGNOSE_SETUP_IN_PROCESS_H

#include <limits.h>
#include <stdbool.h>

struct gv_in_process {
    char dir[PATH_MAX];            /* dri is in it */
    char places[2 * PATH_MAX + 8]; /* where that was searched for, for messages */
};

/* What GALVAN_IN_PROCESS asks for: "" for in the program's process, a directory to find the driver
 * in; NULL: nothing. */
const char *gv_in_process_variable(void);

/* Finds the driver: in `asked`, where that is a directory and not "" or NULL; else where an
 * installation and where a checkout has it. False where it is not there. */
bool gv_in_process_find(const char *asked, struct gv_in_process *out);

#endif
