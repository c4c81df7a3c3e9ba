/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Early submissions: a batch is submitted before its frame ends when the device is idle and the
 * recorded work is worth a submission. The driver measures both while it runs. A batch also has
 * limits of its own, which the recorder sets: max_draws and max_changes. */
#ifndef GV_EARLY_SUBMIT_H
#define GV_EARLY_SUBMIT_H

#include <stdbool.h>
#include <stdint.h>

struct gv_recorder;

struct gv_early_submit {
    bool in_rendering; /* a batch may end while rendering goes on */
    bool in_frame;     /* the previous batch ended early: this one continues its frame */
    uint64_t frame_ns; /* when the first batch of this frame began, as gv_now_ns() */
    uint64_t batch_ns; /* when this batch began */
    uint64_t cost_ns;  /* what a submission takes the recording thread: a running mean */
};

/* Call when a batch has begun. */
void gv_early_submit_begin_batch(struct gv_recorder *rec);

/* Call when a batch was submitted: the call took taken_ns. */
void gv_early_submit_end_batch(struct gv_recorder *rec, uint64_t taken_ns);

/* Call when rendering has ended. */
void gv_early_submit_end_rendering(struct gv_recorder *rec);

/* Call before a draw or a dispatch of the client, once the batch holds rec->next_check draws.
 * Submits the batch where that pays or where the batch is full; otherwise sets the next check. */
void gv_early_submit_check(struct gv_recorder *rec);

#endif
