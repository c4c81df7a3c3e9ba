/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
#include "driver/record/early_submit.h"

#include "driver/record/recorder.h"
#include "util/clock.h"

enum {
    CHECK_DRAWS = 64,   /* number of draws between checks; a check reads the clock, which takes
                           little time compared to so many draws */
    MOST_OVERHEAD = 16, /* submissions may take a sixteenth of the recording thread's time */
    MEAN_OF = 8,        /* number of submissions in the running mean */
};

static void set_next_check(struct gv_recorder *rec)
{
    const uint32_t next = rec->num_draws + CHECK_DRAWS;
    rec->next_check = next < rec->max_draws ? next : rec->max_draws;
}

void gv_early_submit_begin_batch(struct gv_recorder *rec)
{
    struct gv_early_submit *early = &rec->early;
    early->batch_ns = gv_now_ns();
    if (!early->in_frame)
        early->frame_ns = early->batch_ns;
    early->in_frame = false;
    set_next_check(rec);
}

void gv_early_submit_end_batch(struct gv_recorder *rec, uint64_t taken_ns)
{
    struct gv_early_submit *early = &rec->early;
    if (!early->cost_ns) {
        early->cost_ns = taken_ns;
        return;
    }
    /* A thread that was preempted measures more than the cost of the submission, so limit the
     * measured time. */
    if (taken_ns > 2 * early->cost_ns)
        taken_ns = 2 * early->cost_ns;
    early->cost_ns = early->cost_ns - early->cost_ns / MEAN_OF + taken_ns / MEAN_OF;
}

void gv_early_submit_end_rendering(struct gv_recorder *rec)
{
    if (!rec->early.in_rendering && rec->num_draws >= CHECK_DRAWS)
        rec->next_check = rec->num_draws;
}

/* Whether to submit early. An early submission is useful because otherwise the device is idle while
 * a long batch is recorded, and the client waits for the last batch of a frame. An early submission
 * costs a submission on the recording thread, and a load and a store of the framebuffer on the
 * device. The recording time of the batch must be at least half of the recording time of all
 * earlier batches of the frame, so that a long frame has few batches. */
static bool pays(const struct gv_recorder *rec)
{
    const struct gv_early_submit *early = &rec->early;
    if (rec->rendering && !early->in_rendering)
        return false;
    const uint64_t recorded_ns = gv_now_ns() - early->batch_ns;
    return early->cost_ns && recorded_ns >= MOST_OVERHEAD * early->cost_ns &&
           recorded_ns >= (early->batch_ns - early->frame_ns) / 2 &&
           gv_vk_device_is_done(rec->dev, rec->last_value);
}

static bool is_full(const struct gv_recorder *rec)
{
    const uint32_t num_repeats = rec->num_repeats + rec->run.num;
    return rec->num_draws >= rec->max_draws || rec->num_draws - num_repeats >= rec->max_changes ||
           rec->num_pipelines >= rec->max_pipelines || rec->batch->held_B > rec->max_held_B;
}

void gv_early_submit_check(struct gv_recorder *rec)
{
    if (is_full(rec) || pays(rec)) {
        gv_recorder_submit(rec, NULL);
        rec->early.in_frame = true;
    } else {
        set_next_check(rec);
    }
}
