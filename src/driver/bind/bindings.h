/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Bindings of each shader stage: constants, textures, buffers and images. */
#ifndef GV_BINDINGS_H
#define GV_BINDINGS_H

struct gv_context;
struct gv_state;

/* Sets the methods that bind constants and textures. */
void gv_context_init_bindings(struct gv_context *ctx);

/* Drops all references that the bindings of `state` hold. */
void gv_bindings_finish(struct gv_state *state);

#endif
