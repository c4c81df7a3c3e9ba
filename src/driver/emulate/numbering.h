/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* The generated geometry shader that writes primitive ids, for devices whose fragment shaders
 * get none. Draws without a geometry shader use it as a lowered stage. */
#ifndef GV_NUMBERING_H
#define GV_NUMBERING_H

#include <stdbool.h>

struct gv_context;
struct gv_primitive;
struct gv_shader;

/* The shader for a list of these primitives. It passes on all that the bound vertex shader gives
 * the bound fragment shader. NULL when memory ran out. */
struct gv_shader *gv_numbering_shader(struct gv_context *ctx, const struct gv_primitive *primitive);

#endif
