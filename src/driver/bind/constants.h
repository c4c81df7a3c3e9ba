/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Descriptor sets 0 and 3: constant buffer 0 of each stage, and the driver's blocks. Set 0 has one
 * of the layouts of screen/const_layout.h; set 3 has the same layout in all programs. Each block of
 * the constant ring has its own descriptor sets, so that new constants only need a new dynamic
 * offset. */
#ifndef GV_CONSTANTS_H
#define GV_CONSTANTS_H

#include <stdbool.h>
#include <stdint.h>

#include <volk.h>

struct gv_context;
struct gv_program;
struct gv_screen;

/* Creates the layouts that programs share: of set 0, of set 3, and of a set without bindings.
 * Returns false if memory runs out. */
bool gv_screen_init_layouts(struct gv_screen *screen);
void gv_screen_finish_layouts(struct gv_screen *screen);

/* Uploads the stale constants that program p reads, and binds the constants. */
void gv_constants_emit(struct gv_context *ctx, const struct gv_program *p, VkCommandBuffer cmd);

/* Writes to the driver block the addresses of the vertex elements whose locations are in `mask`. */
void gv_constants_pull(struct gv_context *ctx, uint32_t mask);

#endif
