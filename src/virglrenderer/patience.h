/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* How long a worker may take for one request. Its limit is without progress, and counts the time in
 * which the worker has a processor, so that a busy host costs it nothing; time in which it sleeps
 * counts, too. Progress is each command that is begun, and each fence that passes. How often it may
 * ask something grows with what there is to do. */
#ifndef GV_VR_PATIENCE_H
#define GV_VR_PATIENCE_H

#include <stdbool.h>
#include <stdint.h>

struct gv_vr_request;

enum {
    GV_VR_QUIET_S = 8, /* without progress */
    GV_VR_CALL_S = 60, /* one request, and the first, which opens the device */
    GV_VR_SLICE_MS = 100,
    GV_VR_FREE_QUESTIONS = 64,
};

/* What one sees of a worker. */
struct gv_vr_sight {
    uint64_t now_ns;
    uint64_t cpu_ns;   /* processor time of the worker so far */
    uint64_t progress; /* any number, which is another one after a step */
};

struct gv_vr_patience {
    uint64_t quiet_limit_ns;
    uint64_t questions_left;
    bool has_looked;
    uint64_t begin_ns, quiet_ns;
    struct gv_vr_sight last;
};

/* Reads no clock: time begins with the first look. */
void gv_vr_patience_begin(struct gv_vr_patience *patience, const struct gv_vr_request *request);

/* After each slice without a message, and for each message that is no reply. False: no more. */
bool gv_vr_patience_look(struct gv_vr_patience *patience, const struct gv_vr_sight *sight);

/* The worker asks something. False: once too often. */
bool gv_vr_patience_ask(struct gv_vr_patience *patience);

#endif
