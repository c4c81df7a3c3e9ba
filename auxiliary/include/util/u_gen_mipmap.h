/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Levels of textures from their first. */
#ifndef UTIL_U_GEN_MIPMAP_H
#define UTIL_U_GEN_MIPMAP_H

#include "pipe/p_compiler.h"
#include "pipe/p_format.h"

#ifdef __cplusplus
extern "C" {
#endif

struct pipe_context;
struct pipe_resource;

/* Fills levels base_level + 1 to last_level, each from the one before, of layers or faces
 * first_layer to last_layer, of a 3D texture of all slices. filter is PIPE_TEX_FILTER_*; depth,
 * stencil and integers are always taken from one texel. FALSE: a format that cannot be drawn, and
 * nothing was done. */
PUBLIC boolean util_gen_mipmap(struct pipe_context *pipe, struct pipe_resource *pt,
                               enum pipe_format format, uint base_level, uint last_level,
                               uint first_layer, uint last_layer, uint filter);

#ifdef __cplusplus
}
#endif
#endif
