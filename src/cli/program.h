/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* The user's program under `galvan run`: its environment, its start, its end. */
#ifndef GV_CLI_PROGRAM_H
#define GV_CLI_PROGRAM_H

#include <stdbool.h>
#include <sys/types.h>

#include "galvan/log.h"
#include "galvan/result.h"

struct gv_client_env_params;

struct gv_program {
    char **argv; /* argv[0] is searched in PATH */
    const struct gv_client_env_params *env;
    const struct galvan_log *log;
};

/* The program while it runs. */
struct gv_program_process {
    pid_t pid;
    int signal_fd; /* the signals that are passed on, and SIGCHLD */
};

/* Starts the program with Mesa's environment set. From then on this process blocks the signals that
 * gv_program_wait() passes on or waits for. Returns 0, or the exit status after a line in the log.
 */
int gv_program_start(const struct gv_program *program, struct gv_program_process *out_process);

/* Logs why a program does not start, by errno. Returns the exit status of a shell in the same case.
 */
int gv_program_report_failure(const struct galvan_log *log, const char *name, int error);

/* Passes signals on to the program until it ends. Logs a line if server_pid ends first; 0: there is
 * no server, and no screen_fd (-1). *out_status
 * is the exit status, or 128 plus the number of the signal that killed the program. If a result
 * other than GALVAN_OK comes from screen_fd, the program is ended by SIGTERM and then by SIGKILL,
 * and that result is returned; otherwise GALVAN_OK. */
enum galvan_result gv_program_wait(const struct gv_program *program,
                                   const struct gv_program_process *process, pid_t server_pid,
                                   int screen_fd, int *out_status);

#endif
