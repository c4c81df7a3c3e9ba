/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* struct gv_shader_cache: the shaders, programs and pipelines of a context, found by their content,
 * and what the functions that create them need. */
#ifndef GV_SHADER_CACHE_H
#define GV_SHADER_CACHE_H

#include <stdbool.h>

#include "driver/shader/compile_done.h"
#include "driver/state/intern.h"
#include "util/hash.h"

struct gv_bind_point;
struct gv_messages;
struct gv_program;
struct gv_recorder;
struct gv_screen;
struct gv_text_shaders;

enum {
    GV_PROGRAM_BUCKETS = 256,
};

struct gv_shader_cache {
    /* Of the context; not owned. */
    struct gv_screen *screen;
    struct gv_recorder *rec;
    struct gv_messages *messages;
    struct gv_bind_point *graphics, *compute; /* whose programs may be destroyed */

    struct gv_intern_table interned;
    struct gv_hash by_content; /* CSOs that programs made and did not delete */
    struct gv_program *programs[GV_PROGRAM_BUCKETS]; /* by the ids of their shaders */
    struct gv_text_shaders *texts;                   /* of text_shader.c; NULL until first used */
    bool inlines_uniforms; /* constants that decide branches may be part of pipelines */

    /* Pipelines that will replace linked ones. Other threads write it. */
    struct gv_compile_done optimized;
};

/* The other fields are all zero. */
void gv_shader_cache_init(struct gv_shader_cache *cache);

/* Its programs and shaders are destroyed, and the device uses none of them. */
void gv_shader_cache_finish(struct gv_shader_cache *cache);

#endif
