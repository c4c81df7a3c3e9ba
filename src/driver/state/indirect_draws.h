/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* struct gv_indirect_draws: the memory of an indirect draw's parameters. */
#ifndef GV_INDIRECT_DRAWS_H
#define GV_INDIRECT_DRAWS_H

#include <stdint.h>

struct gv_storage;

/* Draws whose parameters are in device memory. */
struct gv_indirect_draws {
    struct gv_storage *commands; /* as pipe_draw_info.indirect; NULL: one draw of pipe_draw_info */
    uint32_t num, offset_B, stride_B;
    struct gv_storage *counter; /* the draw count, or bytes; may be NULL if there are commands */
    uint32_t counter_offset_B;
    uint32_t before;    /* commands of the call before the first one */
    uint32_t vertex_B;  /* bytes of a vertex, if the counter counts bytes; 0: it counts commands */
    uint32_t max_count; /* vertices of a draw, at most */
};

#endif
