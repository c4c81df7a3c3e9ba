/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* The tables of the disk cache: shaders, variants and pipelines. A variant refers to its shader by
 * number, a pipeline to its variants. The tables are serialized for later runs. Data that is
 * deserialized may be damaged or hostile, so invalid entries are dropped, and also the entries that
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
    GV_MAX_CACHED = 1024,               /* limit of the entries of each table */
    GV_MAX_CACHED_TOKENS = 1024 * 1024, /* limit of the tokens of all shaders together */
    GV_MAX_CACHED_AGE = 32 /* number of runs that stored the cache without using a pipeline, after
                              which the pipeline is dropped */
};

struct gv_cached_shader {
    enum galvan_stage stage;
    uint32_t num_tokens;
    uint32_t *tokens;
    struct galvan_spirv_stream_output stream_output;
    struct galvan_tgsi *tgsi; /* parsed from the tokens; NULL until it is needed */
    bool created;             /* the client has created the shader in this run */
};

struct gv_cached_variant {
    bool to_compile;             /* true if the variant is from an earlier run, so that this cache
                                    compiles it */
    struct gv_job job;           /* the job that compiles the variant */
    struct gv_disk_cache *cache; /* argument of the job */
    VkShaderModule module;       /* result of the job */
    uint32_t shader;             /* number in the table of shaders */
    bool captures;               /* the key includes the shader's stream output */
    struct galvan_spirv_key key; /* key.vertex.stream_output is NULL */
};

struct gv_cached_pipeline {
    bool to_compile; /* true if the pipeline is from an earlier run, so that this cache compiles
                        it */
    struct gv_job job;
    struct gv_disk_cache *cache;
    VkPipeline handle;
    uint32_t used; /* position of the pipeline in the order of first use in this run, from 1; 0: not
                      used yet */
    uint32_t age;  /* number of runs that stored the cache since the last run that used the
                      pipeline */
    struct gv_pipeline_info info;
};

/* The tables. Entries are never moved or removed. Numbers of entries start at 1; 0: no entry. */
struct gv_cache_tables {
    uint32_t num_shaders, num_variants, num_pipelines;
    uint32_t num_tokens, num_used;
    uint64_t internal_shaders; /* mask of the internal compute shaders that were used, by enum
                                  gv_internal_shader_id */
    struct gv_cached_shader shaders[GV_MAX_CACHED];
    struct gv_cached_variant variants[GV_MAX_CACHED];
    struct gv_cached_pipeline pipelines[GV_MAX_CACHED];
};

/* Return the number of the entry with this content. If the table lacks the entry, these functions
 * add it. 0 if the table is full. */
uint32_t gv_cache_tables_add_shader(struct gv_cache_tables *tables, enum galvan_stage stage,
                                    const uint32_t *tokens, size_t num_tokens,
                                    const struct galvan_spirv_stream_output *stream_output);
uint32_t gv_cache_tables_add_variant(struct gv_cache_tables *tables, uint32_t shader,
                                     const struct galvan_spirv_key *key, bool captures,
                                     bool to_compile);
uint32_t gv_cache_tables_add_pipeline(struct gv_cache_tables *tables,
                                      const struct gv_pipeline_info *info, bool to_compile);

/* Marks a shader as created by the client. False if the shader was marked before, or is not in the
 * table. */
bool gv_cache_tables_note_shader(struct gv_cache_tables *tables, enum galvan_stage stage,
                                 const uint32_t *tokens, size_t num_tokens,
                                 const struct galvan_spirv_stream_output *stream_output);

/* Whether the client has created all shaders of the pipeline. */
bool gv_cache_tables_is_likely(const struct gv_cache_tables *tables,
                               const struct gv_cached_pipeline *pipeline);

/* Adds the valid entries of `data` to the tables. `to_compile`: this cache compiles the added
 * variants and pipelines. */
void gv_cache_tables_deserialize(struct gv_cache_tables *tables, const void *data, size_t size_B,
                                 bool to_compile);

/* Returns the serialized tables; the caller frees them with free(). Pipelines that this run used
 * come first, in the order of first use. NULL if there are no pipelines or memory runs out. */
void *gv_cache_tables_serialize(const struct gv_cache_tables *tables, size_t *out_size_B);

/* Frees the memory of the entries, but not their Vulkan objects. */
void gv_cache_tables_finish(struct gv_cache_tables *tables);

#endif
