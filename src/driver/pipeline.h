/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Shaders, their variants, the programs they form and the pipelines that a program was compiled
 * to. What is left in the two keys, and why, is told in docs/architecture.md. */
#ifndef GV_PIPELINE_H
#define GV_PIPELINE_H

#include <stdbool.h>
#include <stdint.h>

#include <volk.h>

#include "galvan/spirv.h"
#include "pipe/p_state.h"

struct gv_context;
struct gv_screen;
struct gv_vk_device;

enum {
    GV_NUM_GRAPHICS_STAGES = 5 /* all but compute */
};

/* What dynamic rendering makes a pipeline promise about its attachments. */
struct gv_target_formats {
    VkFormat color[PIPE_MAX_COLOR_BUFS];
    VkFormat depth, stencil;
    uint32_t num_colors;
    uint32_t no_alpha_mask;    /* targets whose alpha reads as 1 */
    uint32_t alpha_red_mask;   /* targets that keep alpha, all they have, in red */
    uint32_t alpha_green_mask; /* targets that keep alpha in green */
    uint32_t intensity_mask;   /* targets whose alpha is their red */
    uint32_t no_blend_mask;    /* integer targets, and formats that cannot be blended */
    uint32_t float_mask;       /* no integers */
    uint32_t unblended_mask;   /* formats that GL blends, but not the device */
    uint32_t logic_mask;       /* integers, or normalised and unsigned; not sRGB */
};

/* Everything that a pipeline is compiled for. Words that the device has as dynamic state stay
 * zero, so the key shrinks by itself on better devices. */
struct gv_pipeline_key {
    uint32_t rasterizer;  /* GV_RASTER_* of the rasterizer */
    uint32_t multisample; /* samples | alpha to coverage << 8 | to one << 9 | min samples << 16 */
    uint32_t sample_mask; /* 0 where dynamic */
    uint32_t blend;       /* name of the blend state; 0 where dynamic */
    uint32_t logic_op;    /* operation + 1; 0: off */
    uint32_t vertex;      /* name of the vertex elements; 0 where dynamic */
    uint32_t targets;     /* name of the struct gv_target_formats */
    uint32_t topology;    /* class: VkPrimitiveTopology of its list form */
    uint32_t patch_vertices;                   /* of a patch; 0: no tessellation */
    uint32_t variants[GV_NUM_GRAPHICS_STAGES]; /* ids; 0: no such stage */
};

enum {
    GV_RASTER_POLYGON_MODE_SHIFT = 0, /* 2 bits, VkPolygonMode; 0 where dynamic */
    GV_RASTER_DEPTH_CLAMP = 1 << 2,
    GV_RASTER_DEPTH_CLIP = 1 << 3,
    GV_RASTER_PROVOKING_LAST = 1 << 4,
    GV_RASTER_LINE_STIPPLE = 1 << 5,
    GV_RASTER_LINE_MODE_SHIFT = 6, /* 2 bits, VkLineRasterizationModeEXT */
    GV_RASTER_CLIP_GL = 1 << 8,    /* clip space is -w to w deep for the device too */
};

struct gv_variant {
    struct gv_variant *next;
    struct galvan_spirv_key key;
    uint32_t id;           /* unique in the screen, never 0 */
    VkShaderModule module; /* VK_NULL_HANDLE: translation failed, draws are dropped */
    bool needs_driver_block;
};

enum {
    GV_MAX_TOLD = 8
};

/* A shader CSO: parsed and scanned once, translated for each key that draws ask for. */
struct gv_shader {
    struct galvan_tgsi *tgsi;
    const struct galvan_tgsi_info *info;
    struct galvan_spirv_stream_output stream_output;
    enum galvan_stage stage;
    uint32_t id;
    uint32_t shared_size_B, private_size_B, input_size_B; /* compute */
    struct gv_variant *variants;                          /* most recently used first */
    /* Words with variants, branch_words.h. */
    uint32_t told[GV_MAX_TOLD][GALVAN_MAX_INLINABLE_UNIFORMS];
    uint32_t num_told;
};

struct gv_pipeline {
    struct gv_pipeline_key key;
    VkPipeline handle; /* VK_NULL_HANDLE: compilation failed, do not try again */
};

/* One descriptor of set 1 or 2: which binding of the context it shows. */
struct gv_program_binding {
    uint8_t stage;
    uint8_t slot;
    uint8_t sampler; /* textures: slot of the sampler; slot is the view's */
    uint8_t type;    /* VkDescriptorType */
    uint8_t target;  /* TGSI_TEXTURE_*, of textures and images */
    bool atomic;     /* a buffer of atomic counters, which all stages share */
    bool write;      /* the shader writes it */
    bool raw;        /* an image seen as words */
};

enum {
    GV_MAX_PROGRAM_BINDINGS = GV_NUM_GRAPHICS_STAGES * 96
};

struct gv_compute_pipeline;

/* What a compute pipeline is specialized for, and its variant translated. */
struct gv_compute_launch {
    uint32_t block[3], work_dim;
    uint32_t entry, shared_size_B;
    uint32_t grid_base, last_block; /* whether */
};

/* The shaders that draw together, or the compute shader alone: their pipeline layout and every
 * pipeline made with them. */
struct gv_program {
    struct gv_program *next; /* in its bucket of the context */
    struct gv_shader *shaders[GALVAN_NUM_STAGES];
    VkPipelineBindPoint bind_point;
    VkDescriptorSetLayout texture_layout, buffer_layout; /* the screen's empty one if unused */
    VkDescriptorUpdateTemplate texture_template, buffer_template; /* VK_NULL_HANDLE if unused */
    VkPipelineLayout layout;
    struct gv_program_binding *textures, *buffers;
    uint32_t num_textures, num_buffers;
    uint32_t bindings;   /* interned name of all this: what one bound, others of that name have */
    uint32_t fetch_mask; /* targets that the fragment shader's variants read */
    uint32_t const0_stages; /* mask; their shaders read constant buffer 0 */

    /* The variants of a draw, and what gv_context.observed was at it; 0: there was none. */
    const struct gv_variant *variants[GV_NUM_GRAPHICS_STAGES];
    uint64_t observed;
    bool needs_driver_block;
    bool has_branch_words; /* of some shader, and variants are told */

    /* It reads the number of its draw, or of its primitive, which lavapipe counts on through the
     * draws of one command: see draw_run.h. */
    bool separate_draws;

    struct gv_pipeline *pipelines; /* open addressing, max_pipelines is a power of two */
    uint32_t num_pipelines, max_pipelines;
    struct gv_pipeline *last;
    struct gv_compute_pipeline *compute; /* instead of these, see compute.c */
};

/* ---- shader.c */

void gv_context_init_shaders(struct gv_context *ctx);

/* What create_*_state and bind_*_state do; NULL when the tokens are refused. */
struct gv_shader *gv_shader_create(struct gv_context *ctx, enum galvan_stage stage,
                                   const struct pipe_shader_state *state);
/* The same from TGSI text, for shaders that the driver writes itself. */
struct gv_shader *gv_shader_from_text(struct gv_context *ctx, enum galvan_stage stage,
                                      const char *text, size_t len);
void gv_shader_bind(struct gv_context *ctx, enum galvan_stage stage, struct gv_shader *shader);
void gv_shader_destroy(struct gv_context *ctx, struct gv_shader *shader);

/* The variant for key, translated now if it is new; NULL when memory ran out. */
struct gv_variant *gv_shader_variant(struct gv_context *ctx, struct gv_shader *shader,
                                     const struct galvan_spirv_key *key);

/* ---- program.c */

/* The program of the bound graphics shaders, or of the compute shader, made if it is new; NULL when
 * it cannot be. */
struct gv_program *gv_program_get(struct gv_context *ctx);
struct gv_program *gv_program_get_compute(struct gv_context *ctx);

/* Ends every program that shader is part of. */
void gv_programs_forget(struct gv_context *ctx, const struct gv_shader *shader);
void gv_programs_finish(struct gv_context *ctx);

/* ---- variant_key.c: the keys of the bound shaders, holding only what they can observe */

/* What the next stage reads; nothing where there is none. */
struct gv_consumer {
    uint64_t slots;
    uint32_t patches;
};

/* Of a shader that draws with the bound ones. */
void gv_shader_key(const struct gv_context *ctx, const struct gv_shader *shader,
                   const struct gv_consumer *consumer, struct galvan_spirv_key *out_key);

void gv_compute_key(const struct gv_context *ctx, const struct gv_compute_launch *launch,
                    struct galvan_spirv_key *out_key);

/* ---- compute.c */

void gv_context_init_compute(struct gv_context *ctx);
void gv_compute_finish(struct gv_context *ctx);
void gv_compute_pipelines_destroy(struct gv_vk_device *dev, struct gv_program *program);

/* ---- pipeline.c */

/* The pipeline of program for ctx->key, compiled if it is new; VK_NULL_HANDLE when it failed. */
VkPipeline gv_pipeline_get(struct gv_context *ctx, struct gv_program *program);

#endif
