/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Early submissions: a batch is submitted before the end of its frame if the device is idle and the
 * recorded work is worth a submission. The driver measures both conditions at run time. The
 * recorder also sets fixed limits of a batch: max_draws and max_changes. */
#ifndef GV_EARLY_SUBMIT_H
#define GV_EARLY_SUBMIT_H

#include <stdbool.h>
#include <stdint.h>

struct gv_recorder;

struct gv_early_submit {
    bool in_rendering; /* a batch may end inside rendering */
    bool in_frame;     /* the previous batch was submitted early, so the current batch belongs to
                          the same frame */
    uint64_t frame_ns; /* time when the first batch of this frame began, as gv_now_ns() */
    uint64_t batch_ns; /* time when the current batch began, as gv_now_ns() */
    uint64_t cost_ns;  /* running mean of the recording thread's time for a submission */
};

/* Starts measuring a batch. Call after a batch has begun. */
void gv_early_submit_begin_batch(struct gv_recorder *rec);

/* Adds taken_ns, the duration of a submission, to the running mean. Call after a batch was
 * submitted. */
void gv_early_submit_end_batch(struct gv_recorder *rec, uint64_t taken_ns);

/* Call after rendering has ended. If batches may end only outside of rendering, and this batch has
 * enough draws, makes the next draw check whether to submit early. */
void gv_early_submit_end_rendering(struct gv_recorder *rec);

/* Submits the batch if an early submission pays or if the batch is full. Otherwise sets the next
 * check. Call before the client's draws and dispatches, once the batch has rec->next_check
 * draws. */
void gv_early_submit_check(struct gv_recorder *rec);

#endif
