/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Programs: the graphics shaders of a draw, or a compute shader, with the layout of their bindings
 * and all their pipelines. */
#ifndef GV_PROGRAM_H
#define GV_PROGRAM_H

#include <stdbool.h>
#include <stdint.h>

#include <volk.h>

#include "driver/screen/const_layout.h"
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
    uint32_t variants[GV_NUM_GRAPHICS_STAGES]; /* variant ids; 0: the library lacks the stage */
};

enum {
    GV_MAX_PROGRAM_LIBRARIES = 4,
    GV_MAX_VARIANT_CHOICES = 4,
};

/* The variants of a draw, and the state for which they were selected: gv_derived.observed (0: the
 * choice is empty) and observed_raster. */
struct gv_variant_choice {
    uint64_t observed;
    uint32_t observed_raster;
    bool needs_driver_block;
    const struct gv_variant *variants[GV_NUM_GRAPHICS_STAGES];
};

struct gv_program {
    struct gv_program *next; /* next program in the hash bucket */
    struct gv_shader *shaders[GALVAN_NUM_STAGES];
    VkPipelineBindPoint bind_point;
    bool exceeds_device; /* the shaders have more resources than the device, so the program has no
                            layouts */
    VkDescriptorSetLayout texture_layout, buffer_layout; /* the screen's empty layout if the set is
                                                            unused */
    VkDescriptorUpdateTemplate texture_template, buffer_template; /* VK_NULL_HANDLE if unused */
    VkPipelineLayout layout;
    struct gv_program_binding *textures, *buffers;
    uint32_t num_textures, num_buffers;
    uint32_t bindings;      /* interned id of the bindings; programs with equal ids can share bound
                               descriptor sets */
    uint32_t fetch_mask;    /* mask of targets that the fragment shader's variants read */
    uint32_t const0_stages; /* mask of stages that read constant buffer 0 */
    uint32_t stages;        /* mask of the program's stages */
    enum gv_const_layout const_layout; /* the layout of set 0 */

    struct gv_variant_choice choice;                          /* variants of the last draw */
    struct gv_variant_choice earlier[GV_MAX_VARIANT_CHOICES]; /* earlier choices, since rasterizer
                                                                 states may alternate */
    uint32_t num_choices;                                     /* number of choices that were ever
                                                                 made */
    bool stores;                                              /* a shader writes buffers or
                                                                 images */
    bool inlines_uniforms;                                    /* whether the fragment shader has
                                                                 inlinable uniforms, see
                                                                 inline_uniforms.h */

    /* Whether a shader reads the draw id or the primitive id. lavapipe continues counting these ids
     * through the draws of one multi-draw command, so draws are recorded separately: see
     * draw_run.h. */
    bool separate_draws;

    struct gv_pipeline *pipelines; /* a hash table with open addressing; max_pipelines is a power of
                                      two */
    uint32_t num_pipelines, max_pipelines;
    struct gv_pipeline *last;
    /* Ends at the first entry without a job. */
    struct gv_program_library libraries[GV_MAX_PROGRAM_LIBRARIES];
    struct gv_compute_pipeline *compute; /* pipelines of a compute program */
};

/* Return the program of the bound graphics shaders, or of the bound compute shader. If the cache
 * lacks this program, both functions create it. NULL on failure. */
struct gv_program *gv_program_get(struct gv_shader_cache *cache, const struct gv_state *state,
                                  uint32_t patch_vertices, const struct gv_pass *pass);
struct gv_program *gv_program_get_compute(struct gv_shader_cache *cache,
                                          const struct gv_state *state);

/* Returns the program of the given graphics shaders. `fetch_mask`: the result of
 * gv_fb_fetch_mask(). */
struct gv_program *gv_program_of(struct gv_shader_cache *cache,
                                 struct gv_shader *const shaders[GALVAN_NUM_STAGES],
                                 uint32_t fetch_mask);

/* Returns the program of a shader's lowered stage. Creates the program if it does not exist yet.
 * NULL on failure. */
struct gv_program *gv_program_get_lowered(struct gv_shader_cache *cache, struct gv_shader *shader);

/* gv_programs_forget() destroys all programs that use `shader`. gv_programs_finish() destroys all
 * programs. */
void gv_programs_forget(struct gv_shader_cache *cache, const struct gv_shader *shader);
void gv_programs_finish(struct gv_shader_cache *cache);

#endif
