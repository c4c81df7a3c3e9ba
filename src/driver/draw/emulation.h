/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* The table of functions through which the native path calls lowered stages. Lowered stages, in
 * turn, call the native path to draw the primitives that they generate. */
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
    GV_UNBOUNDED_MAX_COMMANDS = 64, /* largest number of indirect commands in one lowered draw */
};

/* A list of primitives that lowered stages generated. */
struct gv_generated {
    unsigned mode; /* PIPE_PRIM_*: the kind of the primitives, as the API sees them */
    bool expanded; /* lines or points are drawn as triangles */
    bool seen;   /* if expanded: the device has already captured and counted the lines or points */
    bool spills; /* whether the fragment shader also reads the vertex entries:
                    gv_spills() */
    struct gv_shader *vertex; /* the generated vertex shader that reads the vertex entries */
    const struct gv_scratch *scratch;
    uint32_t entries, indices; /* offsets of the vertex entries and of the indices in the scratch
                                  memory, in dwords */
    uint64_t slots;            /* mask of the varyings in a vertex entry; entry_dw is the size of an
                                  entry in dwords */
    uint32_t entry_dw;
    struct gv_assembly assembly;
};

struct gv_emulation {
    /* Captures and counts a draw, if its path requires this (gv_path.captured). The draw's
     * parameters are in the buffers of `indirect` or, if that is NULL, in `info`. Returns false if
     * nothing remains to be drawn. */
    bool (*capture)(struct gv_context *ctx, const struct pipe_draw_info *info,
                    const struct gv_indirect_draws *indirect);
    /* Whether capture() supports a draw with parameters in a buffer. */
    bool (*captures_indirect)(const struct gv_state *state, const struct gv_path *path,
                              const struct pipe_draw_info *info,
                              const struct gv_indirect_draws *draws);
    /* draw() computes and draws the primitives of a draw. draw_pass() computes and draws those of
     * one pass of a draw. */
    void (*draw)(struct gv_context *ctx, const struct gv_draw *draw);
    void (*draw_pass)(struct gv_context *ctx, const struct gv_draw *draw,
                      const struct gv_pass *pass);
    /* Whether a lowered draw can process num_commands indirect commands without the CPU. */
    bool (*takes_indirect)(struct gv_context *ctx, uint32_t num_commands);
    /* Binds the vertex entries. Called before each pass that draws generated primitives. */
    void (*bind)(struct gv_context *ctx, const struct gv_generated *generated);
};

#endif
