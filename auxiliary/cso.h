/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* The contents of a cso_context: state objects by template, the bound state, and saved state. */
#ifndef GV_AUXILIARY_CSO_H
#define GV_AUXILIARY_CSO_H

#include <stdint.h>

#include "cso_cache/cso_context.h"

enum cso_kind {
    CSO_BLEND,
    CSO_DSA,
    CSO_RASTERIZER,
    CSO_SAMPLER,
    CSO_ELEMENTS,
    CSO_NUM_KINDS,
};

struct cso_stage {
    void *samplers[PIPE_MAX_SAMPLERS]; /* bound, or bound by the next cso_single_sampler_done() */
    unsigned num_samplers;             /* one above the last bound sampler */
    unsigned num_single; /* one above the last sampler that cso_single_sampler() has set */
    unsigned num_views;
    uint32_t constants_mask; /* constant buffers that were set */
};

struct cso_condition {
    struct pipe_query *query;
    boolean condition;
    uint mode;
};

struct cso_targets {
    struct pipe_stream_output_target *target[PIPE_MAX_SO_BUFFERS]; /* references */
    unsigned num;
};

/* State that can be saved. Surfaces, views, buffers and targets are referenced. */
struct cso_values {
    void *blend, *dsa, *rasterizer, *elements;
    void *shaders[PIPE_SHADER_TYPES];
    void *samplers[PIPE_MAX_SAMPLERS]; /* samplers of fragment shaders; used in saved values only */
    unsigned num_samplers, num_views;  /* of fragment shaders */
    struct pipe_sampler_view *views[PIPE_MAX_SHADER_SAMPLER_VIEWS]; /* of fragment shaders */
    struct pipe_framebuffer_state framebuffer;
    struct pipe_viewport_state viewport;
    struct pipe_stencil_ref stencil_ref;
    struct pipe_vertex_buffer vertex_buffer; /* vertex buffer of slot 0 */
    struct cso_targets targets;
    struct pipe_constant_buffer constants[PIPE_SHADER_TYPES]; /* constant buffer 0 of each stage */
    struct cso_condition condition;
    unsigned sample_mask, min_samples;
};

struct cso_context {
    struct pipe_context *pipe;
    struct cso_entry *entries[CSO_NUM_KINDS];
    struct cso_stage stages[PIPE_SHADER_TYPES];
    struct cso_values now, saved;
    unsigned saved_mask; /* CSO_BIT_* of the last cso_save_state() */
};

/* Binds the first `num` elements of stages[shader].samplers, and unbinds the samplers after
 * them. */
void gv_cso_bind_samplers(struct cso_context *cso, unsigned shader, unsigned num);

/* Copies a vertex buffer with its reference. If `from` is NULL, clears *to. */
void gv_cso_copy_vertex_buffer(struct pipe_vertex_buffer *to,
                               const struct pipe_vertex_buffer *from);
void gv_cso_copy_targets(struct cso_targets *to, unsigned num,
                         struct pipe_stream_output_target *const *targets);
/* Releases all references. */
void gv_cso_release(struct cso_values *values);

#endif
