/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* What a program has drawn with, as data that later runs read: shaders, what they were translated
 * for, and recipes of pipelines. Each names those before it by number. What is read may be damaged
 * or hostile: an entry that makes no sense is left out, and with it what names it. */
#ifndef GV_KEPT_TABLES_H
#define GV_KEPT_TABLES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "driver/shader/recipe.h"
#include "driver/shader/shader.h"
#include "galvan/spirv.h"

enum {
    GV_MAX_KEPT = 1024,               /* of each kind */
    GV_MAX_KEPT_TOKENS = 1024 * 1024, /* of all shaders together */
    GV_MAX_KEPT_AGE = 32              /* runs that added something, and did not use it */
};

struct gv_kept_shader {
    enum galvan_stage stage;
    uint32_t num_tokens;
    uint32_t *tokens;
    struct galvan_spirv_stream_output stream_output;
    struct galvan_tgsi *tgsi; /* of the tokens; NULL until it is needed */
    bool seen;                /* the program has made it in this run */
};

/* What an entry of an earlier run has become in this one. Others are the programs' that made them.
 */
enum gv_kept_state {
    GV_KEPT_OTHERS,
    GV_KEPT_TO_DO,
    GV_KEPT_IN_WORK, /* by some thread */
    GV_KEPT_READY,
    GV_KEPT_FAILED,
};

struct gv_kept_variant {
    enum gv_kept_state state;
    VkShaderModule module;
    uint32_t shader;             /* its number */
    bool captures;               /* the key has the shader's stream output */
    struct galvan_spirv_key key; /* without it */
};

struct gv_kept_pipeline {
    enum gv_kept_state state;
    VkPipeline handle;
    uint32_t used; /* the order of first use in this run, from 1; 0: not yet */
    uint32_t age;  /* earlier runs in a row that stored and had not used it */
    struct gv_recipe recipe;
};

/* Entries stay where they are. Numbers count from 1, 0 is none. */
struct gv_kept_tables {
    uint32_t num_shaders, num_variants, num_pipelines;
    uint32_t num_tokens, num_used;
    struct gv_kept_shader shaders[GV_MAX_KEPT];
    struct gv_kept_variant variants[GV_MAX_KEPT];
    struct gv_kept_pipeline pipelines[GV_MAX_KEPT];
};

/* The number of the equal entry, which is added if there is none, in that state; 0: there is no
 * room. */
uint32_t gv_kept_add_shader(struct gv_kept_tables *tables, enum galvan_stage stage,
                            const uint32_t *tokens, size_t num_tokens,
                            const struct galvan_spirv_stream_output *stream_output);
uint32_t gv_kept_add_variant(struct gv_kept_tables *tables, uint32_t shader,
                             const struct galvan_spirv_key *key, bool captures,
                             enum gv_kept_state state);
uint32_t gv_kept_add_pipeline(struct gv_kept_tables *tables, const struct gv_recipe *recipe,
                              enum gv_kept_state state);

/* Notes that the program has made such a shader. */
void gv_kept_see_shader(struct gv_kept_tables *tables, enum galvan_stage stage,
                        const uint32_t *tokens, size_t num_tokens,
                        const struct galvan_spirv_stream_output *stream_output);

/* The number of the pipeline to make next: the first whose shaders have all been seen, else the
 * first; 0: there is none to do. */
uint32_t gv_kept_next_pipeline(const struct gv_kept_tables *tables);

/* Adds what data holds, in that state. */
void gv_kept_read(struct gv_kept_tables *tables, const void *data, size_t size_B,
                  enum gv_kept_state state);

/* The tables as data, for the caller to free(): what this run used first, in the order of use. NULL
 * when there is nothing, or memory ran out. */
void *gv_kept_write(const struct gv_kept_tables *tables, size_t *out_size_B);

/* Frees what the entries have, but handles of Vulkan. */
void gv_kept_tables_finish(struct gv_kept_tables *tables);

#endif
