/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Levels of textures made from the level before. */
#ifndef GV_MIPMAP_H
#define GV_MIPMAP_H

struct gv_context;

/* Fills in pipe_context's generate_mipmap. */
void gv_context_init_mipmaps(struct gv_context *ctx);

#endif
