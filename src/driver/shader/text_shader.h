/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Generated shaders (shader_text.h), cached in a context by their keys. */
#ifndef GV_TEXT_SHADER_H
#define GV_TEXT_SHADER_H

#include "driver/shader/shader_text.h"

struct gv_shader;
struct gv_shader_cache;
struct gv_text_shader;

enum gv_text_shader_kind {
    GV_TEXT_TESS_CTRL,
    GV_TEXT_OUTLINE,
    GV_TEXT_LINE_END,
    GV_TEXT_NUMBERING,
    GV_TEXT_ENTRY,
    GV_NUM_TEXT_SHADERS,
};

/* Returns the shader of a kind for `key`, which is the kind's key structure. Generates the shader
 * if it does not exist. NULL on failure. The shader is valid until evicted by later lookups of the
 * kind. */
struct gv_shader *gv_text_shader_get(struct gv_shader_cache *cache, enum gv_text_shader_kind kind,
                                     const void *key);

void gv_text_shaders_finish(struct gv_shader_cache *cache);

#endif
