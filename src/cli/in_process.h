/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* `galvan run --in-process`: Mesa renders with Galvan inside of the program's process. */
#ifndef GV_CLI_IN_PROCESS_H
#define GV_CLI_IN_PROCESS_H

#include "cli/options.h"
#include "cli/screen.h"

struct galvan_log;
struct gv_client_env_params;
struct gv_in_process;

struct gv_cli_in_process {
    const char *option; /* value of --in-process; NULL: --in-process was not given */

    /* The name of a given option that works only with a worker; NULL: no such option was given. */
    const char *needs_worker;
    bool hud;
    unsigned frames_ahead;
    const struct gv_cli_screen *screen;
};

/* A row for a command's table of options; `option` is a const char *. */
#define GV_CLI_IN_PROCESS_OPTION(option)                                                           \
    {                                                                                              \
        "in-process", "DIR",                                                                       \
            "draw in the program's own process, by Galvan inside of\nMesa; DIR: where "            \
            "scripts/mesa has left that",                                                          \
            GV_OPTION_MAYBE, option                                                                \
    }

/* Finds the files of Mesa with Galvan. Returns an exit status. If the files do not exist, also
 * writes a line to the log. */
int gv_cli_find_in_process(const char *command, const char *option, const struct galvan_log *log,
                           struct gv_in_process *out);

/* Whether the command line or GALVAN_IN_PROCESS requests rendering in the program's process. */
bool gv_cli_is_in_process(const struct gv_cli_in_process *params);

/* Fills in the program's environment, which points into *params and *found. Returns an exit status.
 * If the files of Mesa do not exist, also writes a line to the log. */
int gv_cli_in_process_env(const struct gv_cli_in_process *params, struct gv_in_process *found,
                          struct gv_client_env_params *out_env);

/* Replaces this process by the program. On failure, returns an exit status. */
int gv_cli_exec_in_process(const struct gv_client_env_params *env, char **argv);

#endif
