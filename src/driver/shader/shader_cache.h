/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* struct gv_shader_cache: the shaders, programs and pipelines of a context, found by their content,
 * and pointers to the parts of the context that the functions of this folder use. */
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
    /* Parts of the context, which the cache does not own. */
    struct gv_screen *screen;
    struct gv_recorder *rec;
    struct gv_messages *messages;
    struct gv_bind_point *graphics, *compute; /* bind points, whose `program` may be destroyed */

    struct gv_intern_table interned;
    struct gv_hash by_content;                       /* shader CSOs by a hash of their content */
    struct gv_program *programs[GV_PROGRAM_BUCKETS]; /* programs by a hash of their shaders' ids */
    struct gv_text_shaders *texts;                   /* generated shaders, see text_shader.c; NULL
                                                        until first used */
    bool inlines_uniforms; /* whether uniforms that decide branches may be compiled into
                              pipelines */

    /* Finished jobs whose pipelines will replace other pipelines. Other threads add jobs to this
     * list. */
    struct gv_compile_done optimized;
};

/* Initializes the cache. Fields that gv_shader_cache_init() does not set must be zero, or set by
 * the caller. */
void gv_shader_cache_init(struct gv_shader_cache *cache);

/* Frees the cache. Its programs and shaders must have been destroyed, and the device must not use
 * them. */
void gv_shader_cache_finish(struct gv_shader_cache *cache);

#endif
