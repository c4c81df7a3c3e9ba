/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* The remote backend. A worker, which is a confined process that runs galvan-renderer, renders.
 * This process parses no data of a guest, and opens no device. When a worker dies, its contexts are
 * lost: their later submissions fail, and their fences pass. The next call that does not use such a
 * context starts a new worker, which gets the guest's resources without their contents. */
#ifndef GV_VR_REMOTE_H
#define GV_VR_REMOTE_H

#include <limits.h>
#include <stdbool.h>
#include <stdint.h>

#include "galvan/log.h"

struct gv_vr_backend;

struct gv_vr_remote_params {
    const char *program; /* the path of galvan-renderer */
    const struct galvan_log *log;
    bool waits_for_fences; /* fence_done() will be called with a timeout */
    bool serves_sockets;   /* see gv_vr_params */
};

/* Creates the backend and starts the first worker. Returns -ENOENT or another error, after a line
 * in the log, if the worker cannot be started. */
int gv_vr_remote_create(const struct gv_vr_remote_params *params, struct gv_vr_backend **out);

/* Writes the path of galvan-renderer to out. galvan-renderer is in the directory of the library or
 * program that contains this code. False if this directory is unknown. */
bool gv_vr_remote_find_program(char out[PATH_MAX]);

#endif
