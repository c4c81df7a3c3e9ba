/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* struct gv_indirect_draws: the buffers of an indirect draw's parameters. */
#ifndef GV_INDIRECT_DRAWS_H
#define GV_INDIRECT_DRAWS_H

#include <stdint.h>

struct gv_storage;

/* The parameters of indirect draws, in device memory. */
struct gv_indirect_draws {
    struct gv_storage *commands; /* the buffer of pipe_draw_info.indirect; NULL: pipe_draw_info
                                    describes one draw */
    uint32_t num, offset_B, stride_B;
    struct gv_storage *counter; /* a buffer with the draw count, or with a count of bytes; may be
                                   NULL if `commands` is not NULL */
    uint32_t counter_offset_B;
    uint32_t before;    /* number of commands of the API's call that precede the first command of
                           this structure */
    uint32_t vertex_B;  /* bytes of a vertex if the counter counts bytes; 0: the counter counts
                           commands */
    uint32_t max_count; /* upper limit of the number of vertices of a draw */
};

#endif
