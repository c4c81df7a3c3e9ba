/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* What the disk cache holds: tables of shaders, variants and pipelines. A variant refers to its
 * shader by number, a pipeline to its variants. They are serialized for later runs; data that is
 * deserialized may be damaged or hostile, so invalid entries are dropped, and with them those that
 * refer to them. */
#ifndef GV_CACHE_TABLES_H
#define GV_CACHE_TABLES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "driver/shader/pipeline_info.h"
#include "driver/shader/shader.h"
#include "galvan/spirv.h"
#include "util/job_queue.h"

struct gv_disk_cache;

enum {
    GV_MAX_CACHED = 1024,               /* of each kind */
    GV_MAX_CACHED_TOKENS = 1024 * 1024, /* of all shaders together */
    GV_MAX_CACHED_AGE = 32 /* runs that stored the cache and had not used the pipeline */
};

struct gv_cached_shader {
    enum galvan_stage stage;
    uint32_t num_tokens;
    uint32_t *tokens;
    struct galvan_spirv_stream_output stream_output;
    struct galvan_tgsi *tgsi; /* of the tokens; NULL until it is needed */
    bool created;             /* by the program, in this run */
};

struct gv_cached_variant {
    bool to_compile;             /* added by this cache from an earlier run */
    struct gv_job job;           /* which does */
    struct gv_disk_cache *cache; /* for it */
    VkShaderModule module;       /* of it */
    uint32_t shader;             /* number */
    bool captures;               /* the key has the shader's stream output */
    struct galvan_spirv_key key; /* without it */
};

struct gv_cached_pipeline {
    bool to_compile; /* as above */
    struct gv_job job;
    struct gv_disk_cache *cache;
    VkPipeline handle;
    uint32_t used; /* position in the order of first use in this run, from 1; 0: not used yet */
    uint32_t age;  /* number of latest runs that stored the cache without using it */
    struct gv_pipeline_info info;
};

/* Entries are never moved or removed. Numbers count from 1; 0 is none. */
struct gv_cache_tables {
    uint32_t num_shaders, num_variants, num_pipelines;
    uint32_t num_tokens, num_used;
    uint64_t internal_shaders; /* internal compute shaders that were needed, by enum
                                  gv_internal_shader_id */
    struct gv_cached_shader shaders[GV_MAX_CACHED];
    struct gv_cached_variant variants[GV_MAX_CACHED];
    struct gv_cached_pipeline pipelines[GV_MAX_CACHED];
};

/* The number of an equal entry, which is added if there is none; 0 if the table is full. */
uint32_t gv_cache_tables_add_shader(struct gv_cache_tables *tables, enum galvan_stage stage,
                                    const uint32_t *tokens, size_t num_tokens,
                                    const struct galvan_spirv_stream_output *stream_output);
uint32_t gv_cache_tables_add_variant(struct gv_cache_tables *tables, uint32_t shader,
                                     const struct galvan_spirv_key *key, bool captures,
                                     bool to_compile);
uint32_t gv_cache_tables_add_pipeline(struct gv_cache_tables *tables,
                                      const struct gv_pipeline_info *info, bool to_compile);

/* Notes that the program has created this shader. False if that was noted before, or the shader
 * is not in the table. */
bool gv_cache_tables_note_shader(struct gv_cache_tables *tables, enum galvan_stage stage,
                                 const uint32_t *tokens, size_t num_tokens,
                                 const struct galvan_spirv_stream_output *stream_output);

/* Whether the program has created all shaders of the pipeline. */
bool gv_cache_tables_is_likely(const struct gv_cache_tables *tables,
                               const struct gv_cached_pipeline *pipeline);

/* Adds the entries of data. */
void gv_cache_tables_deserialize(struct gv_cache_tables *tables, const void *data, size_t size_B,
                                 bool to_compile);

/* The tables as data, for the caller to free(): pipelines that this run used come first, in the
 * order of use. NULL when there are no pipelines, or memory ran out. */
void *gv_cache_tables_serialize(const struct gv_cache_tables *tables, size_t *out_size_B);

/* Frees what the entries own, except Vulkan's handles. */
void gv_cache_tables_finish(struct gv_cache_tables *tables);

#endif
