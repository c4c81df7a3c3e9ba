/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* The backend that has a worker draw: a confined process that runs galvan-renderer. This process
 * parses nothing that a guest wrote, and opens no device. When the worker dies, its contexts are
 * lost: what they submit fails, and their fences pass. The next call about anything else starts a
 * new worker, which gets the guest's resources without their contents. */
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

/* Starts the worker. -ENOENT or another error, after a line in the log, if it does not start. */
int gv_vr_remote_create(const struct gv_vr_remote_params *params, struct gv_vr_backend **out);

/* The path of galvan-renderer, which is beside the library or program with this code. False if
 * that path is unknown. */
bool gv_vr_remote_find_program(char out[PATH_MAX]);

#endif
