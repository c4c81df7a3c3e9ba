/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* The user's program under `galvan run`: its environment, its start and its end. */
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

/* The process of the program. */
struct gv_program_process {
    pid_t pid;
    int signal_fd; /* receives SIGCHLD and the signals that are passed on */
};

/* Starts the program with the environment for Mesa. From then on this process blocks the signals
 * that gv_program_wait() passes on or waits for. Returns 0. On failure, writes a line to the log
 * and returns the exit status. */
int gv_program_start(const struct gv_program *program, struct gv_program_process *out_process);

/* Logs why a program could not be started; `error` is the errno. Returns the exit status that a
 * shell would return. */
int gv_program_report_failure(const struct galvan_log *log, const char *name, int error);

/* Passes signals on to the program until it ends. If the server's process, server_pid, ends first,
 * logs a line. If server_pid is 0, there is no server, and screen_fd must be -1. *out_status is the
 * program's exit status, or 128 plus the number of the signal that killed it. If a result other
 * than GALVAN_OK comes from screen_fd, ends the program by SIGTERM and then by SIGKILL, and returns
 * that result; otherwise returns GALVAN_OK. */
enum galvan_result gv_program_wait(const struct gv_program *program,
                                   const struct gv_program_process *process, pid_t server_pid,
                                   int screen_fd, int *out_status);

#endif
