/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Generates the levels of textures, each level from the previous level. */
#ifndef GV_MIPMAP_H
#define GV_MIPMAP_H

struct gv_context;

/* Sets the method generate_mipmap. */
void gv_context_init_mipmaps(struct gv_context *ctx);

#endif
