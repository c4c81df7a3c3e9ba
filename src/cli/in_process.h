/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* `galvan run --in-process`: Mesa draws by Galvan in the program's own process. */
#ifndef GV_CLI_IN_PROCESS_H
#define GV_CLI_IN_PROCESS_H

#include "cli/options.h"
#include "cli/screen.h"

struct galvan_log;
struct gv_client_env_params;
struct gv_in_process;

struct gv_cli_in_process {
    const char *option; /* of --in-process; NULL: it was not given */

    /* An option that was given and has no meaning without a worker; NULL: none was. */
    const char *needs_worker;
    bool hud;
    const struct gv_cli_screen *screen;
};

/* For tables of commands; option is a const char *. */
#define GV_CLI_IN_PROCESS_OPTION(option)                                                           \
    {                                                                                              \
        "in-process", "DIR",                                                                       \
            "draw in the program's own process, by Galvan inside of\nMesa; DIR: where "            \
            "scripts/mesa has left that",                                                          \
            GV_OPTION_MAYBE, option                                                                \
    }

/* Finds it; an exit status, after a line in the log where it is not there. */
int gv_cli_find_in_process(const char *command, const char *option, const struct galvan_log *log,
                           struct gv_in_process *out);

/* Whether the command line or GALVAN_IN_PROCESS wants that. */
bool gv_cli_is_in_process(const struct gv_cli_in_process *params);

/* Fills in the environment for the program, which refers to *params and *found; an exit status,
 * after a line in the log, where there is none. */
int gv_cli_in_process_env(const struct gv_cli_in_process *params, struct gv_in_process *found,
                          struct gv_client_env_params *out_env);

/* Becomes the program; the value is an exit status where that fails. */
int gv_cli_exec_in_process(const struct gv_client_env_params *env, char **argv);

#endif
