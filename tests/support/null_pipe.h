/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* The null driver: a Gallium driver that draws nothing and checks its callers. It stores the
 * contents of resources, so that tests can check transfers and copies. It records the arguments of
 * its calls, and ends the program if an argument breaks the contract of <pipe/p_context.h>. For
 * tests and fuzzing without a GPU. The structures are public: a test sets what the driver reports,
 * and reads the recorded arguments. */
#ifndef NULL_PIPE_H
#define NULL_PIPE_H

#include <stdbool.h>
#include <stdint.h>

#include "pipe/p_context.h"
#include "pipe/p_screen.h"
#include "pipe/p_state.h"

/* The number of live objects of each kind; all zero if nothing leaked. */
struct null_live {
    unsigned contexts, resources, csos, views, surfaces, targets, queries, fences, transfers;
};

/* The number of calls of each kind. */
struct null_counts {
    unsigned draws, clears, clear_textures, clear_surfaces, blits, copies, inline_writes, maps;
    unsigned grids, flushes, barriers, links, set_framebuffer, markers;
};

struct null_screen {
    struct pipe_screen base;

    /* What the driver reports. By default, a device with every feature that the null driver has. */
    const char *name;
    int params[PIPE_CAP_COUNT];
    float paramsf[PIPE_CAPF_COUNT];
    int shader_params[PIPE_SHADER_TYPES][PIPE_SHADER_CAP_COUNT];
    struct pipe_memory_info memory_info;
    unsigned max_samples; /* limit for every colour and depth format; a power of two */
    unsigned min_samples; /* smallest sample count above 1 */

    /* Decremented at each create_* and resource_create; a call that finds 0 fails. Negative: no
     * call fails. */
    int fail_after;
    bool fences_held;  /* fences signal only in a wait with a timeout above 0 */
    bool device_hangs; /* fences and queries never finish */
    bool device_reset; /* contexts report that the device was lost; fences pass */
    bool queries_held; /* query results are ready only for callers that wait */
    union pipe_query_result query_result;
    unsigned query_type, query_index; /* type and index of the last query that was created */
    void (*tweak_context)(struct pipe_context *pipe); /* called for each new context, e.g. to remove
                                                         methods; NULL: not called */

    struct null_live live;
    struct null_counts counts;
    struct null_context *last_context; /* the context that was created or used last */
};

struct null_resource {
    struct pipe_resource base;
    uint32_t magic;
    uint64_t offset_B[PIPE_MAX_TEXTURE_LEVELS];
    uint64_t size_B;
    uint8_t *data; /* levels of one sample, consecutive and tightly packed */
};

enum null_cso_kind {
    NULL_BLEND = 1,
    NULL_DSA,
    NULL_RASTERIZER,
    NULL_SAMPLER,
    NULL_ELEMENTS,
    NULL_SHADER_FIRST, /* plus PIPE_SHADER_* */
};

struct null_cso {
    uint32_t magic;
    unsigned kind;
    unsigned num_bound;
    struct null_context *ctx;
};

struct null_context {
    struct pipe_context base;
    struct null_screen *screen;
    bool has_work;

    /* Templates of the last created object of each kind. */
    struct pipe_blend_state blend_templ;
    struct pipe_depth_stencil_alpha_state dsa_templ;
    struct pipe_rasterizer_state rasterizer_templ;
    struct pipe_sampler_state sampler_templ;
    struct pipe_vertex_element elements_templ[PIPE_MAX_ATTRIBS];
    unsigned num_elements_templ;
    struct pipe_sampler_view view_templ;
    struct pipe_surface surface_templ;
    struct pipe_stream_output_info so_templ;
    struct pipe_compute_state compute_templ;

    /* Bound objects and current state. */
    struct null_cso *blend, *dsa, *rasterizer, *elements;
    struct null_cso *shaders[PIPE_SHADER_TYPES];
    struct null_cso *samplers[PIPE_SHADER_TYPES][PIPE_MAX_SAMPLERS];
    struct pipe_sampler_view *views[PIPE_SHADER_TYPES][PIPE_MAX_SAMPLERS];
    struct pipe_framebuffer_state framebuffer;
    struct pipe_vertex_buffer vertex_buffers[PIPE_MAX_ATTRIBS];
    struct pipe_index_buffer index_buffer;
    struct pipe_constant_buffer constants[PIPE_SHADER_TYPES][PIPE_MAX_CONSTANT_BUFFERS];
    uint32_t first_constant[PIPE_SHADER_TYPES][PIPE_MAX_CONSTANT_BUFFERS]; /* first dword of user
                                                                              constant buffers */
    struct pipe_shader_buffer shader_buffers[PIPE_SHADER_TYPES][PIPE_MAX_SHADER_BUFFERS];
    struct pipe_shader_buffer atomic_buffers[PIPE_MAX_HW_ATOMIC_BUFFERS];
    struct pipe_image_view images[PIPE_SHADER_TYPES][PIPE_MAX_SHADER_IMAGES];
    unsigned num_targets;
    struct pipe_stream_output_target *targets[PIPE_MAX_SO_BUFFERS];
    unsigned target_offsets[PIPE_MAX_SO_BUFFERS];
    struct pipe_blend_color blend_color;
    struct pipe_stencil_ref stencil_ref;
    struct pipe_clip_state clip;
    struct pipe_poly_stipple stipple;
    struct pipe_scissor_state scissors[PIPE_MAX_VIEWPORTS];
    struct pipe_viewport_state viewports[PIPE_MAX_VIEWPORTS];
    unsigned sample_mask, min_samples;
    float tess_outer[4], tess_inner[2];
    struct pipe_query *condition;
    bool condition_inverted;
    unsigned condition_mode;

    /* Arguments of the last calls. */
    struct pipe_draw_info draw;
    struct pipe_grid_info grid;
    struct pipe_blit_info blit;
    unsigned clear_buffers;
    union pipe_color_union clear_color;
    double clear_depth;
    unsigned clear_stencil;
    struct pipe_box clear_box;
    unsigned write_usage;
};

/* Creates a screen; the caller destroys it with screen->destroy(). */
struct null_screen *null_screen_create(void);

/* Returns whether all objects that the screen has created are destroyed. */
bool null_screen_is_empty(const struct null_screen *screen);

static inline struct null_screen *null_screen(struct pipe_screen *screen)
{
    return (struct null_screen *)screen;
}

static inline struct null_context *null_context(struct pipe_context *pipe)
{
    return (struct null_context *)pipe;
}

/* Returns the address of a block in a resource. */
uint8_t *null_texel(struct pipe_resource *res, unsigned level, unsigned x, unsigned y, unsigned z);

/* ---- Inside the driver ---------------------------------------------------------------------- */

/* Prints a message and ends the program if `cond` is false. */
#define NULL_CHECK(cond)                                                                           \
    do {                                                                                           \
        if (!(cond))                                                                               \
            null_violation(__func__, #cond);                                                       \
    } while (0)

_Noreturn void null_violation(const char *method, const char *condition);

/* Counts a creation. Returns false if the creation must fail. */
bool null_may_create(struct null_screen *screen);

/* Creates a fence with one reference. */
struct pipe_fence_handle *null_fence_create(struct null_screen *screen);

struct null_resource *null_resource_checked(struct pipe_resource *res);
unsigned null_level_slices(const struct pipe_resource *res, unsigned level);
void null_check_box(const struct pipe_resource *res, unsigned level, const struct pipe_box *box);
struct pipe_context *null_context_create(struct pipe_screen *screen, void *priv, unsigned flags);
void null_context_init_objects(struct null_context *ctx);
void null_context_init_state(struct null_context *ctx);
void null_context_init_work(struct null_context *ctx);
void null_context_init_transfers(struct null_context *ctx);
void null_context_init_queries(struct null_context *ctx);

/* Drops all references that the context's state holds. */
void null_context_unbind(struct null_context *ctx);

#endif
