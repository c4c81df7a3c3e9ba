/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
#include "driver/record/draw_run.h"

#include <stddef.h>

#include "driver/record/recorder.h"
#include "pipe/p_state.h"

/* Draws with and without indices share one array. */
_Static_assert(offsetof(VkMultiDrawInfoEXT, firstVertex) ==
                   offsetof(VkMultiDrawIndexedInfoEXT, firstIndex),
               "where a draw begins");
_Static_assert(offsetof(VkMultiDrawInfoEXT, vertexCount) ==
                   offsetof(VkMultiDrawIndexedInfoEXT, indexCount),
               "how many it has");

void gv_draw_run_add(struct gv_recorder *rec, const struct pipe_draw_info *info,
                     const VkMultiDrawIndexedInfoEXT *draw)
{
    struct gv_draw_run *run = &rec->run;
    gv_recorder_assert_inside(rec);
    if (!gv_draw_run_takes(run, info))
        gv_draw_run_flush(rec);
    run->indexed = info->indexed;
    run->first_instance = info->start_instance;
    run->num_instances = info->instance_count;
    gv_draw_run_put(run, draw);
}

void gv_draw_run_flush(struct gv_recorder *rec)
{
    struct gv_draw_run *run = &rec->run;
    const struct VolkDeviceTable *vk = &rec->dev->vk;
    uint32_t num = run->num;
    if (!num)
        return;
    run->num = 0;
    rec->num_repeats += num;
    if (run->indexed)
        vk->vkCmdDrawMultiIndexedEXT(rec->batch->main, num, run->draws, run->num_instances,
                                     run->first_instance, sizeof(run->draws[0]), NULL);
    else
        vk->vkCmdDrawMultiEXT(rec->batch->main, num, (const VkMultiDrawInfoEXT *)run->draws,
                              run->num_instances, run->first_instance, sizeof(run->draws[0]));
}
