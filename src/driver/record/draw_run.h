/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Runs of draws. While rendering is active, a draw that differs from the previous draw only in its
 * vertices is deferred. Deferred draws are recorded as one command of VK_EXT_multi_draw. */
#ifndef GV_DRAW_RUN_H
#define GV_DRAW_RUN_H

#include <stdbool.h>
#include <stdint.h>

#include "pipe/p_state.h"
#include "vk/device.h"

struct gv_recorder;

enum {
    GV_MAX_DRAW_RUN = 256, /* every device supports 1024, the minimum of maxMultiDrawCount */
};

struct gv_draw_run {
    uint32_t num;
    bool indexed;
    uint32_t first_instance, num_instances;
    VkMultiDrawIndexedInfoEXT draws[GV_MAX_DRAW_RUN]; /* for draws without indices, only the members
                                                         of VkMultiDrawInfoEXT are used */
};

/* Whether a draw with these parameters can be added to the run. */
static inline bool gv_draw_run_takes(const struct gv_draw_run *run,
                                     const struct pipe_draw_info *info)
{
    return run->num - 1u < GV_MAX_DRAW_RUN - 1u && run->indexed == info->indexed &&
           run->first_instance == info->start_instance &&
           run->num_instances == info->instance_count;
}

/* Adds a draw for which gv_draw_run_takes() is true. */
static inline void gv_draw_run_put(struct gv_draw_run *run, const VkMultiDrawIndexedInfoEXT *draw)
{
    run->draws[run->num++] = *draw;
}

/* Adds a draw to the run. Rendering must be active, and no state may have been set since the run
 * began. */
void gv_draw_run_add(struct gv_recorder *rec, const struct pipe_draw_info *info,
                     const VkMultiDrawIndexedInfoEXT *draw);

/* Records the draws of the run. gv_recorder_main() calls this function. */
void gv_draw_run_flush(struct gv_recorder *rec);

#endif
