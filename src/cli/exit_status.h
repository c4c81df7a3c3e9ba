/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Exit statuses of the galvan command; docs/cli.md describes them. */
#ifndef GV_CLI_EXIT_STATUS_H
#define GV_CLI_EXIT_STATUS_H

#include "galvan/result.h"

enum gv_exit_status {
    GV_EXIT_OK = 0,
    GV_EXIT_FAILURE = 1,
    GV_EXIT_USAGE = 2,
    GV_EXIT_NO_LOADER = 3,
    GV_EXIT_NO_DEVICE = 4,
    GV_EXIT_SOCKET = 5,
    GV_EXIT_CLIENT = 6,  /* doctor: the program's OpenGL is at fault */
    GV_EXIT_DISPLAY = 7, /* doctor: the display of its windows is at fault */
    GV_EXIT_PROGRAM = 8, /* doctor: the program itself is at fault */
    GV_EXIT_NOT_EXECUTABLE = 126,
    GV_EXIT_NOT_FOUND = 127,
    GV_EXIT_SIGNAL = 128, /* plus the number of the signal */
};

/* Returns the exit status for `result`, the error of creating a screen. */
static inline int gv_exit_status_of(enum galvan_result result)
{
    switch (result) {
    case GALVAN_OK:
        return GV_EXIT_OK;
    case GALVAN_ERROR_INVALID: /* --mask names no known profile */
        return GV_EXIT_USAGE;
    case GALVAN_ERROR_NO_LOADER:
        return GV_EXIT_NO_LOADER;
    case GALVAN_ERROR_NO_DEVICE:
        return GV_EXIT_NO_DEVICE;
    default:
        return GV_EXIT_FAILURE;
    }
}

#endif
