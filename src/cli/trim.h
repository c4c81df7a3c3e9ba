/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* `galvan replay --trim`: creates a smaller recording that still renders the same
 * frame. If the user gives a shell command, that command must succeed with the smaller recording
 * instead. */
#ifndef GV_CLI_TRIM_H
#define GV_CLI_TRIM_H

#include <stdbool.h>
#include <stdint.h>

#include "cli/screen.h"

struct gv_recording;

struct gv_cli_trim {
    const struct gv_recording *recording;
    const struct gv_cli_screen *screen;
    bool no_sandbox;
    const char *path;     /* path of the recording */
    const char *out_path; /* path of the new recording */
    uint64_t frame;       /* the frame that must stay the same, counted over all clients from 1 */
    const char *command;  /* a shell command that gets the file as $1: a file is
                             good if the command's exit status is 0; NULL: a
                             file is good if its last frame is the same */
};

/* Creates the smaller recording. Returns an exit status. */
int gv_cli_trim(const struct gv_cli_trim *trim);

#endif
