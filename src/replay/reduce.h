/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Removes the parts of a recording that a test does not need. */
#ifndef GV_REPLAY_REDUCE_H
#define GV_REPLAY_REDUCE_H

#include <stdbool.h>
#include <stdint.h>

#include "galvan/log.h"

struct gv_recording;

struct gv_reduce_params {
    const struct gv_recording *recording;
    const struct galvan_log *log;
    const char *out_path; /* the result; the file must not exist yet. It always contains the
                             smallest good recording found so far. */
    uint64_t last_frame;  /* parts after this frame, and parts of clients that did not present
                             this frame, are removed first; 0: the reduction starts with all
                             parts */

    /* Whether a recording still has the property to preserve. Called many times, for one file at a
     * time. */
    bool (*is_good)(void *priv, const char *path);
    void *priv;
};

/* Removes large groups of parts first, then smaller groups, and at last single commands, until no
 * part can be removed. Returns false, after a line in the log, if the original recording lacks the
 * property or an error occurs. */
bool gv_reduce(const struct gv_reduce_params *params);

#endif
