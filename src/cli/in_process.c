/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
#include "cli/in_process.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "cli/exit_status.h"
#include "cli/options.h"
#include "cli/program.h"
#include "diagnose/setup/client_env.h"
#include "diagnose/setup/in_process.h"
#include "util/log.h"

bool gv_cli_is_in_process(const struct gv_cli_in_process *params)
{
    if (params->option)
        return true;
    if (!gv_in_process_variable())
        return false;
    if (params->needs_worker)
        gv_warn(params->screen->log, "run", "--%s needs a worker: GALVAN_IN_PROCESS is not heeded",
                params->needs_worker);
    return !params->needs_worker;
}

int gv_cli_find_in_process(const char *command, const char *option, const struct galvan_log *log,
                           struct gv_in_process *out)
{
    const char *variable = gv_in_process_variable();

    if (gv_in_process_find(option && option[0] ? option : variable, out))
        return GV_EXIT_OK;
    gv_err(log, command,
           "there is no Galvan inside of Mesa in %s; in a checkout, scripts/mesa makes it",
           out->places);
    return GV_EXIT_CLIENT;
}

int gv_cli_in_process_env(const struct gv_cli_in_process *params, struct gv_in_process *found,
                          struct gv_client_env_params *out_env)
{
    const struct galvan_log *log = params->screen->log;

    if (params->needs_worker)
        return gv_usage_error("run", "--%s needs a worker, and does not go with --in-process",
                              params->needs_worker);
    const int status = gv_cli_find_in_process("run", params->option, log, found);
    if (status == GV_EXIT_OK)
        *out_env = (struct gv_client_env_params){.command = "run",
                                                 .mesa_dir = found->dir,
                                                 .device = params->screen->device,
                                                 .mask = params->screen->mask,
                                                 .hud = params->hud,
                                                 .frames_ahead = params->frames_ahead,
                                                 .log = log};
    return status;
}

int gv_cli_exec_in_process(const struct gv_client_env_params *env, char **argv)
{
    gv_client_env_enter(env);
    fflush(NULL);
    execvp(argv[0], argv);
    return gv_program_report_failure(env->log, argv[0], errno);
}
