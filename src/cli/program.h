/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* The user's program under `galvan run`: its environment, its start, its end. */
#ifndef GV_CLI_PROGRAM_H
#define GV_CLI_PROGRAM_H

#include <signal.h>
#include <stdbool.h>
#include <sys/types.h>

#include "galvan/log.h"

struct gv_program {
    char **argv; /* argv[0] is searched in PATH */
    const char *socket_path;
    bool preload; /* lead old Mesa's fixed path to the socket */
    const struct galvan_log *log;
};

/* Blocks the signals that gv_program_wait() passes on or waits for. *out_mask is the mask before.
 */
void gv_program_block_signals(sigset_t *out_mask);

/* Starts the program with Mesa's environment set and the signal mask that was in force before
 * gv_program_block_signals(). 0, or the exit status after a line in the log. */
int gv_program_start(const struct gv_program *program, const sigset_t *mask, pid_t *out_pid);

/* Passes signals on to the program until it ends. Returns its exit status, 128 and the number when
 * a signal ended it. Reports when server_pid ends before. */
int gv_program_wait(const struct gv_program *program, pid_t pid, pid_t server_pid);

#endif
