/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* `galvan replay --trim`: makes a smaller recording that still draws the same frame, or with which
 * a command still succeeds. */
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
    const char *path;     /* of the recording */
    const char *out_path; /* of the one to make */
    uint64_t frame;       /* that is to be shown, counted through all clients from 1 */
    const char *command;  /* a command for a shell, with the file as $1: the file is good if the
                             command ends with 0; NULL: the last frame must stay the same */
};

/* An exit status. */
int gv_cli_trim(const struct gv_cli_trim *trim);

#endif
