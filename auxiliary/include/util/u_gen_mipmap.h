/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Generates mipmaps. */
#ifndef UTIL_U_GEN_MIPMAP_H
#define UTIL_U_GEN_MIPMAP_H

#include "pipe/p_compiler.h"
#include "pipe/p_format.h"

#ifdef __cplusplus
extern "C" {
#endif

struct pipe_context;
struct pipe_resource;

/* Fills levels `base_level` + 1 to `last_level`, each from the previous level, for layers or faces
 * `first_layer` to `last_layer`; for 3D textures all slices. `filter` is PIPE_TEX_FILTER_*; depth,
 * stencil and integers are never filtered. Returns FALSE, having done nothing, if the format cannot
 * be rendered to. */
PUBLIC boolean util_gen_mipmap(struct pipe_context *pipe, struct pipe_resource *pt,
                               enum pipe_format format, uint base_level, uint last_level,
                               uint first_layer, uint last_layer, uint filter);

#ifdef __cplusplus
}
#endif
#endif
