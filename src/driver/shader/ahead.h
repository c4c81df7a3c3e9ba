/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Pipelines, and libraries of them, that a thread of the screen compiles before a draw needs them:
 * the shaders of programs that were linked, and behind them what draws have had linked in haste. */
#ifndef GV_AHEAD_H
#define GV_AHEAD_H

#include <stdbool.h>
#include <stdint.h>

#include <volk.h>

#include "driver/shader/pipeline_create.h"
#include "driver/shader/shader.h"

struct gv_ahead;
struct gv_screen;
struct gv_vk_device;

enum gv_ahead_kind {
    GV_AHEAD_VERTICES = GV_LIBRARY_PRE_RASTERIZATION,
    GV_AHEAD_FRAGMENTS = GV_LIBRARY_FRAGMENT_SHADER,
    GV_AHEAD_WHOLE, /* whenever there is no library to do */
};

/* What is to be compiled. Modules and layout are the caller's, until gv_ahead_end(). */
struct gv_ahead_order {
    enum gv_ahead_kind kind;
    struct gv_pipeline_info info;
    VkShaderModule modules[GV_NUM_GRAPHICS_STAGES];
    VkPipelineLayout layout;
};

struct gv_ahead_task;

/* NULL where the device links nothing fast, or memory ran out; the functions below take that. The
 * thread begins with the first task. */
struct gv_ahead *gv_ahead_create(struct gv_screen *screen);

/* All tasks have ended. */
void gv_ahead_destroy(struct gv_ahead *ahead);

/* NULL: it cannot be, or too many wait. */
struct gv_ahead_task *gv_ahead_begin(struct gv_ahead *ahead, const struct gv_ahead_order *order);

/* What comes of the task, VK_NULL_HANDLE: nothing does. *waited is set where that took time: the
 * thread was at it, or has not begun, and then the caller does it. */
VkPipeline gv_ahead_need(struct gv_ahead *ahead, struct gv_ahead_task *task, bool *waited);

/* The thread is done with the task behind this, which waits for it where it is at work, and has it
 * leave out what it has not begun. */
void gv_ahead_end(struct gv_ahead *ahead, struct gv_ahead_task *task);

/* What the task is of, as long as it is there. */
const struct gv_ahead_order *gv_ahead_order(const struct gv_ahead_task *task);

/* Whether gv_ahead_need() would take no time. */
bool gv_ahead_is_done(struct gv_ahead *ahead, const struct gv_ahead_task *task);

/* How many whole pipelines were made; what was seen of it before tells whether to look for more. */
uint32_t gv_ahead_num_whole(const struct gv_ahead *ahead);

/* Frees an ended task and what came of it. NULL: fine. */
void gv_ahead_free(struct gv_vk_device *dev, struct gv_ahead_task *task);

/* What was begun is done. For tests. */
void gv_ahead_wait(struct gv_ahead *ahead);

#endif
