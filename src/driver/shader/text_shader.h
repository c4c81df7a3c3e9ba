/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Shaders of the driver's own: TGSI text that is written for a key, kept by the key. */
#ifndef GV_TEXT_SHADER_H
#define GV_TEXT_SHADER_H

#include <stddef.h>

#include "galvan/spirv.h"

struct gv_context;
struct gv_shader;
struct gv_text;
struct gv_text_shader;

struct gv_text_shader_family {
    enum galvan_stage stage;
    unsigned max;  /* that are kept; the one not used for longest goes first */
    size_t key_B;  /* keys are compared as bytes: they are filled with zeros first */
    size_t text_B; /* no text is longer */
    void (*write)(struct gv_text *t, const void *key);
};

/* The shader for key in *list, the most recently used first, made if it is new. NULL when it cannot
 * be made. Good until others were asked for family->max times. */
struct gv_shader *gv_text_shader_get(struct gv_context *ctx, struct gv_text_shader **list,
                                     const struct gv_text_shader_family *family, const void *key);

/* Ends all of them. */
void gv_text_shaders_finish(struct gv_context *ctx, struct gv_text_shader **list);

#endif
