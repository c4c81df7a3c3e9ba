/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Starts programs for the doctor in the way of galvan run or, if the user names a server, as
 * clients of this server. */
#ifndef GV_DIAGNOSE_START_H
#define GV_DIAGNOSE_START_H

#include <sys/types.h>

#include "diagnose/checks.h"

/* Starts argv in a new process group, with its output to out_fd. Returns the process id, or -1. */
pid_t gv_doctor_start(const struct gv_doctor *doctor, char **argv, int out_fd);

/* Kills the process group, and waits for its first process. */
void gv_doctor_stop(pid_t pid);

#endif
