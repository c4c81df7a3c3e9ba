/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Programs: shaders that draw together, or a compute shader, with the layout of their bindings and
 * every pipeline made with them. */
#ifndef GV_PROGRAM_H
#define GV_PROGRAM_H

#include <stdbool.h>
#include <stdint.h>

#include <volk.h>

#include "driver/shader/shader.h"
#include "driver/shader/slots.h"

struct gv_compile_job;
struct gv_compute_pipeline;
struct gv_pass;
struct gv_pipeline;
struct gv_shader_cache;
struct gv_state;

/* A pipeline library that was compiled when the program was linked. */
struct gv_program_library {
    struct gv_compile_job *job;
    uint32_t variants[GV_NUM_GRAPHICS_STAGES]; /* ids; 0: it has no such stage */
};

enum {
    GV_MAX_PROGRAM_LIBRARIES = 4,
    GV_MAX_VARIANT_CHOICES = 4,
};

/* The variants of a draw, and the state that they were chosen for: gv_derived.observed, 0 if there
 * was no such draw, and observed_raster. */
struct gv_variant_choice {
    uint64_t observed;
    uint32_t observed_raster;
    bool needs_driver_block;
    const struct gv_variant *variants[GV_NUM_GRAPHICS_STAGES];
};

/* The shaders that draw together, or the compute shader alone: their pipeline layout and every
 * pipeline made with them. */
struct gv_program {
    struct gv_program *next; /* in its bucket of the cache */
    struct gv_shader *shaders[GALVAN_NUM_STAGES];
    VkPipelineBindPoint bind_point;
    VkDescriptorSetLayout texture_layout, buffer_layout; /* the screen's empty one if unused */
    VkDescriptorUpdateTemplate texture_template, buffer_template; /* VK_NULL_HANDLE if unused */
    VkPipelineLayout layout;
    struct gv_program_binding *textures, *buffers;
    uint32_t num_textures, num_buffers;
    uint32_t bindings;      /* interned name of the bindings; programs with equal names can share
                               bound sets */
    uint32_t fetch_mask;    /* targets that the fragment shader's variants read */
    uint32_t const0_stages; /* mask; their shaders read constant buffer 0 */
    uint32_t stages;        /* mask of those that it has */

    struct gv_variant_choice choice;                          /* of the last draw */
    struct gv_variant_choice earlier[GV_MAX_VARIANT_CHOICES]; /* rasterizer states may alternate */
    uint32_t num_choices;                                     /* ever made */
    bool stores;                                              /* to buffers or images */
    bool inlines_uniforms;                                    /* of its fragment shader */

    /* It reads the number of its draw, or of its primitive, which lavapipe counts on through the
     * draws of one command: see draw_run.h. */
    bool separate_draws;

    struct gv_pipeline *pipelines; /* open addressing, max_pipelines is a power of two */
    uint32_t num_pipelines, max_pipelines;
    struct gv_pipeline *last;
    struct gv_program_library
        libraries[GV_MAX_PROGRAM_LIBRARIES]; /* up to the first without a job */
    struct gv_compute_pipeline *compute;     /* instead of these */
};

/* The program of the bound graphics shaders, or of the compute shader, created if it is new;
 * NULL on failure. */
struct gv_program *gv_program_get(struct gv_shader_cache *cache, const struct gv_state *state,
                                  uint32_t patch_vertices, const struct gv_pass *pass);
struct gv_program *gv_program_get_compute(struct gv_shader_cache *cache,
                                          const struct gv_state *state);

/* As above, for any graphics shaders; fetch_mask as from gv_fb_fetch_mask(). */
struct gv_program *gv_program_of(struct gv_shader_cache *cache,
                                 struct gv_shader *const shaders[GALVAN_NUM_STAGES],
                                 uint32_t fetch_mask);

/* As above, for a lowered stage. */
struct gv_program *gv_program_get_lowered(struct gv_shader_cache *cache, struct gv_shader *shader);

/* Ends every program that shader is part of. */
void gv_programs_forget(struct gv_shader_cache *cache, const struct gv_shader *shader);
void gv_programs_finish(struct gv_shader_cache *cache);

#endif
