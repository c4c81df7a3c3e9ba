/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* The table of functions by which the native path calls lowered stages. In turn, it draws what
 * these stages generate. */
#ifndef GV_EMULATION_H
#define GV_EMULATION_H

#include <stdbool.h>
#include <stdint.h>

#include "driver/state/derived.h"

struct gv_context;
struct gv_draw;
struct gv_indirect_draws;
struct gv_pass;
struct gv_path;
struct gv_scratch;
struct gv_shader;
struct gv_state;
struct pipe_draw_info;

enum {
    GV_UNBOUNDED_MAX_RECORDS = 64, /* indirect commands that one lowered draw takes */
};

/* A list of primitives that lowered stages generated. */
struct gv_generated {
    unsigned mode;            /* PIPE_PRIM_*, as all state sees it */
    bool expanded;            /* lines or points that are drawn as triangles */
    bool seen;                /* ... and that the device has captured and counted as lines or
                                 points */
    bool spills;              /* fragments read the vertex entries, too: gv_spills() */
    struct gv_shader *vertex; /* generated; it reads their vertex entries */
    const struct gv_scratch *scratch;
    uint32_t entries, indices; /* dwords of the scratch memory */
    uint64_t slots;            /* of an entry, and its size */
    uint32_t entry_dw;
    struct gv_assembly assembly;
};

struct gv_emulation {
    /* Captures and counts a draw whose path has reasons to; indirect: the device has its
     * parameters, NULL: they are info's. False: nothing is left to draw. */
    bool (*capture)(struct gv_context *ctx, const struct pipe_draw_info *info,
                    const struct gv_indirect_draws *indirect);
    /* Whether that is possible with parameters that only the device has. */
    bool (*captures_indirect)(const struct gv_state *state, const struct gv_path *path,
                              const struct pipe_draw_info *info,
                              const struct gv_indirect_draws *draws);
    /* Computes a draw, or one of its passes, and draws the result. */
    void (*draw)(struct gv_context *ctx, const struct gv_draw *draw);
    void (*draw_pass)(struct gv_context *ctx, const struct gv_draw *draw,
                      const struct gv_pass *pass);
    /* Whether a computed draw can process this number of indirect commands without the CPU. */
    bool (*takes_indirect)(struct gv_context *ctx, uint32_t num_commands);
    /* Call before each pass that draws generated primitives: binds the vertex entries. */
    void (*bind)(struct gv_context *ctx, const struct gv_generated *generated);
};

#endif
