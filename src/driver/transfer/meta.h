/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* A context's objects for internal operations: pipelines for blits, samplers, and staging memory.
 * The objects are created at their first use. */
#ifndef GV_META_H
#define GV_META_H

#include <stdint.h>

#include <volk.h>

struct gv_context;
struct gv_staging_pool;

/* The kinds of views from which a blit samples. Arrays and cubes are viewed as layers; other
 * textures are viewed as one layer. */
enum gv_blit_dim {
    GV_BLIT_1D = 0,
    GV_BLIT_2D,
    GV_BLIT_3D,
    GV_BLIT_RESOLVE, /* multisampled source: reads the average of the samples, or sample 0 if the
                        format has no average */
    GV_BLIT_SAMPLES, /* multisampled source: copies each sample */
    GV_BLIT_NUM_DIMS,
};

/* The kind of values that a blit reads and writes. */
enum gv_blit_kind {
    GV_BLIT_FLOAT = 0,
    GV_BLIT_SINT,
    GV_BLIT_UINT,
    GV_BLIT_DEPTH,
    GV_BLIT_STENCIL,     /* needs shaderStencilExport */
    GV_BLIT_STENCIL_BIT, /* one bit for each draw; write mask, reference and push constant select
                            the bit */
    GV_BLIT_NUM_KINDS,
};

/* The push constants of shaders/blit.frag. */
struct gv_blit_push {
    float scale[2], offset[2];
    float z;
    uint32_t flags; /* GV_BLIT_FLAG_* */
    uint32_t stencil_bit;
    uint32_t num_samples;
};

enum {
    GV_BLIT_FLAG_LINEAR = 1,
    GV_BLIT_FLAG_ALPHA_TO_RED = 2,
    GV_BLIT_FLAG_OPAQUE = 4,
    GV_BLIT_FLAG_ALPHA_TO_GREEN = 8,
    GV_BLIT_FLAG_FETCH_LINEAR = 16,
};

/* The key of a pipeline. Zero it before filling it in, because it is compared as bytes. */
struct gv_meta_key {
    uint32_t dim, kind;
    VkFormat format;     /* format of the attachment */
    uint32_t samples;    /* sample count of the attachment */
    uint32_t color_mask; /* VkColorComponentFlags */
    uint32_t alpha_blend;
};

struct gv_meta_pipeline {
    struct gv_meta_key key;
    VkPipeline handle;
};

struct gv_meta {
    struct gv_staging_pool *staging;

    VkDescriptorSetLayout set_layout; /* layout with one combined image sampler */
    VkPipelineLayout layout;
    VkSampler nearest, linear; /* both clamp to the edge */
    VkShaderModule vertex;
    struct gv_meta_pipeline *pipelines;
    uint32_t num_pipelines, max_pipelines;
};

/* Returns ctx->meta, and creates it if necessary. NULL if memory runs out. */
struct gv_meta *gv_meta_get(struct gv_context *ctx);

/* Destroys ctx->meta. The device must have finished the context's submissions. */
void gv_meta_destroy(struct gv_context *ctx);

/* Returns a pipeline for `key`. Viewport, scissor, stencil write mask and stencil reference are
 * dynamic. Creates missing objects of ctx->meta. VK_NULL_HANDLE on failure. */
VkPipeline gv_meta_pipeline(struct gv_context *ctx, const struct gv_meta_key *key);

#endif
