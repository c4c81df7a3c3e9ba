/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* struct gv_waiting_clears: what framebuffer.h has of a context, as data. */
#ifndef GV_FRAMEBUFFER_DATA_H
#define GV_FRAMEBUFFER_DATA_H

#include <stdint.h>

#include <volk.h>

#include "pipe/p_state.h"

/* Whether the active rendering takes no more draws; undefined without rendering. Kept here
 * because draws check the waiting clears anyway. */
#define GV_RENDERING_CLOSED (1u << 31)

/* Clears of the bound framebuffer that wait to become load operations. */
struct gv_waiting_clears {
    uint32_t mask; /* PIPE_CLEAR_* bits, and GV_RENDERING_CLOSED */
    VkClearColorValue color[PIPE_MAX_COLOR_BUFS];
    VkClearDepthStencilValue zs;
};

#endif
