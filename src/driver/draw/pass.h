/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Passes of a draw: how planners add passes, which primitives each pass draws, and the differences
 * between two passes. */
#ifndef GV_DRAW_PASS_H
#define GV_DRAW_PASS_H

#include <stdbool.h>
#include <stdint.h>

#include "driver/state/pass.h"

struct gv_context;
struct gv_path;
struct gv_state;

enum {
    GV_MAX_PLANNED = 4, /* a pass that only counts, two faces, and the last pixels of lines */
};

struct gv_plan {
    unsigned num;
    struct gv_pass passes[GV_MAX_PLANNED];
    _Alignas(8) unsigned char constants[GV_MAX_PLANNED][GV_MAX_PASS_CONSTANTS_B];
};

/* Adds a copy of `pass` to `plan`. */
void gv_plan_add(struct gv_plan *plan, const struct gv_pass *pass);

/* Adds a copy of `pass` to `plan`, with a copy of the constants of the pass's shader. */
void gv_plan_add_shaded(struct gv_plan *plan, const struct gv_pass *pass, const void *constants,
                        uint32_t size_B);

/* Returns the form in which a mode is drawn if no stage reads adjacency. Only geometry shaders read
 * adjacency. Devices that have neither geometry shaders nor lowered vertex shaders do not support
 * modes with adjacency. */
enum gv_index_form gv_pass_bare_form(unsigned mode);

/* Fills in the primitives of `pass` for draws of a mode. Returns false if the mode cannot be
 * drawn. */
bool gv_pass_resolve(const struct gv_state *state, const struct gv_path *path, unsigned mode,
                     struct gv_pass *pass);

/* Replaces the constants of the bound geometry shader by those of pass->geometry. If pass->geometry
 * is NULL, restores the constants of the bound shader. */
void gv_pass_constants(struct gv_context *ctx, const struct gv_pass *pass);

/* Reports the inputs that differ from the previous pass. Call before state is derived for
 * `pass`. */
void gv_pass_begin(struct gv_context *ctx, const struct gv_pass *pass);

#endif
