/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* The table of functions with which the native path calls lowered stages. Lowered stages call the
 * native path, in turn, to draw the primitives that they generate. */
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
    GV_UNBOUNDED_MAX_RECORDS = 64, /* largest number of indirect commands in one lowered draw */
};

/* A list of primitives that lowered stages generated. */
struct gv_generated {
    unsigned mode;            /* PIPE_PRIM_*, as bound state treats the primitives */
    bool expanded;            /* lines or points are drawn as triangles */
    bool seen;                /* if expanded: the device has already captured and counted them as
                                 lines or points */
    bool spills;              /* the fragment shader reads the vertex entries, too: gv_spills() */
    struct gv_shader *vertex; /* generated; it reads the vertex entries */
    const struct gv_scratch *scratch;
    uint32_t entries, indices; /* dwords of the scratch memory, where vertex entries and indices
                                  begin */
    uint64_t slots;            /* varyings of a vertex entry, and its size in dwords */
    uint32_t entry_dw;
    struct gv_assembly assembly;
};

struct gv_emulation {
    /* Captures and counts a draw, if its path has reasons for that. indirect: parameters that are
     * in a buffer; NULL: info has the parameters. False if nothing is left to draw. */
    bool (*capture)(struct gv_context *ctx, const struct pipe_draw_info *info,
                    const struct gv_indirect_draws *indirect);
    /* Whether capture() supports a draw with parameters in a buffer. */
    bool (*captures_indirect)(const struct gv_state *state, const struct gv_path *path,
                              const struct pipe_draw_info *info,
                              const struct gv_indirect_draws *draws);
    /* Computes a draw, or one pass of a draw, and draws the result. */
    void (*draw)(struct gv_context *ctx, const struct gv_draw *draw);
    void (*draw_pass)(struct gv_context *ctx, const struct gv_draw *draw,
                      const struct gv_pass *pass);
    /* Whether a lowered draw can process num_commands indirect commands without the CPU. */
    bool (*takes_indirect)(struct gv_context *ctx, uint32_t num_commands);
    /* Binds the vertex entries. Called before each pass that draws generated primitives. */
    void (*bind)(struct gv_context *ctx, const struct gv_generated *generated);
};

#endif
