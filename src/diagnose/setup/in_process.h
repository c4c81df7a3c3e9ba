/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Finds Galvan inside of Mesa (docs/mesa.md) on this system. */
#ifndef GV_DIAGNOSE_SETUP_IN_PROCESS_H
#define GV_DIAGNOSE_SETUP_IN_PROCESS_H

#include <limits.h>
#include <stdbool.h>

struct gv_in_process {
    char dir[PATH_MAX];            /* the directory that contains dri */
    char places[2 * PATH_MAX + 8]; /* the directories that were searched, for messages */
};

/* Returns the value of GALVAN_IN_PROCESS; NULL if the variable is not set. If the value is "", Mesa
 * renders in the program's process. If the value is a directory, Mesa also uses the driver in this
 * directory. */
const char *gv_in_process_variable(void);

/* Finds the driver in directory `asked` or, if `asked` is "" or NULL, in the directories of an
 * installation and of a checkout. Returns false if no driver is found. */
bool gv_in_process_find(const char *asked, struct gv_in_process *out);

#endif
