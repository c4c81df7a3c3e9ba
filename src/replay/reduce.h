/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Leaves out of a recording what a test does not need. */
#ifndef GV_REPLAY_REDUCE_H
#define GV_REPLAY_REDUCE_H

#include <stdbool.h>
#include <stdint.h>

#include "galvan/log.h"

struct gv_recording;

struct gv_reduce_params {
    const struct gv_recording *recording;
    const struct galvan_log *log;
    const char *out_path; /* must not be there yet; the best file so far, from the beginning on */
    uint64_t last_frame;  /* what is behind it goes first, and other clients; 0: all stays */

    /* Whether a file still has what it is about. Called often, for one file at a time. */
    bool (*is_good)(void *priv, const char *path);
    void *priv;
};

/* Large pieces go first, then smaller ones, down to single commands, until none can go any more.
 * False, after a line in the log: the file that it begins with is not good, or something failed. */
bool gv_reduce(const struct gv_reduce_params *params);

#endif
