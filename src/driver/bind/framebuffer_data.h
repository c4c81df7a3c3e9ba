/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Defines struct gv_waiting_clears, a context's data for the functions of framebuffer.h. */
#ifndef GV_FRAMEBUFFER_DATA_H
#define GV_FRAMEBUFFER_DATA_H

#include <stdint.h>

#include <volk.h>

#include "pipe/p_state.h"

/* Whether the next draw must begin a new rendering; undefined outside of rendering. The bit is in
 * the mask of pending clears because draws check that mask anyway. */
#define GV_RENDERING_CLOSED (1u << 31)

/* Pending clears of the bound framebuffer, which become load operations. */
struct gv_waiting_clears {
    uint32_t mask; /* PIPE_CLEAR_* bits, and GV_RENDERING_CLOSED */
    VkClearColorValue color[PIPE_MAX_COLOR_BUFS];
    VkClearDepthStencilValue zs;
};

#endif
