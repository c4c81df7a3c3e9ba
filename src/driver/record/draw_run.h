/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Runs of draws: those that differ from the one before in their vertices only are held back while
 * rendering goes on, and recorded as one command of VK_EXT_multi_draw. */
#ifndef GV_DRAW_RUN_H
#define GV_DRAW_RUN_H

#include <stdbool.h>
#include <stdint.h>

#include "vk/device.h"

struct gv_recorder;
struct pipe_draw_info;

enum {
    GV_MAX_DRAW_RUN = 256, /* every device takes 1024: limit maxMultiDrawCount */
};

struct gv_draw_run {
    uint32_t num;
    bool indexed;
    uint32_t num_instances, first_instance;
    VkMultiDrawIndexedInfoEXT draws[GV_MAX_DRAW_RUN]; /* its first members are all that draws
                                                         without indices need */
};

/* Holds a draw back. Rendering goes on, and nothing but draws of the same state was recorded since
 * the run began. */
void gv_draw_run_add(struct gv_recorder *rec, const struct pipe_draw_info *info,
                     const VkMultiDrawIndexedInfoEXT *draw);

/* Records the draws that are held back: see gv_recorder_main(). */
void gv_draw_run_flush(struct gv_recorder *rec);

#endif
