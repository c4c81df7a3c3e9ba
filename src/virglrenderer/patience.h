/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Limits a worker's time for one request: the time without progress in which the worker runs or
 * sleeps. Time in which the worker waits for a processor does not count, so that a busy host causes
 * no timeout. Each command that begins and each fence that passes is progress. Also limits how
 * often a worker may ask for the guest's memory; the limit depends on the size of the request. */
#ifndef GV_VR_PATIENCE_H
#define GV_VR_PATIENCE_H

#include <stdbool.h>
#include <stdint.h>

struct gv_vr_request;

enum {
    GV_VR_QUIET_S = 8, /* time without progress */
    GV_VR_CALL_S = 60, /* time limit for one request; for the first request, which opens the
                          device, this limit replaces GV_VR_QUIET_S */
    GV_VR_SLICE_MS = 100,
    GV_VR_FREE_QUESTIONS = 64,
};

/* An observation of a worker. */
struct gv_vr_sight {
    uint64_t now_ns;
    uint64_t cpu_ns;   /* processor time of the worker so far */
    uint64_t progress; /* changes with each step of progress */
};

struct gv_vr_patience {
    uint64_t quiet_limit_ns;
    uint64_t questions_left;
    bool has_looked;
    uint64_t begin_ns, quiet_ns;
    struct gv_vr_sight last;
};

/* Begins a request. Does not read the clock: the time begins at the first gv_vr_patience_look(). */
void gv_vr_patience_begin(struct gv_vr_patience *patience, const struct gv_vr_request *request);

/* Updates the time of the request. Call after each time slice without a message, and for each
 * message that is not a reply. False if a limit is reached. */
bool gv_vr_patience_look(struct gv_vr_patience *patience, const struct gv_vr_sight *sight);

/* Counts a request of the worker for the guest's memory. False if the worker has made too many such
 * requests. */
bool gv_vr_patience_ask(struct gv_vr_patience *patience);

#endif
