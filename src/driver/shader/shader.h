/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Shaders and their variants. */
#ifndef GV_SHADER_H
#define GV_SHADER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <volk.h>

#include "driver/screen/limits.h"
#include "driver/state/bound_shaders.h"
#include "galvan/spirv.h"

struct gv_context;
struct gv_shader_cache;
struct gv_vk_device;
struct pipe_shader_state;

struct gv_variant {
    struct gv_variant *next;
    struct galvan_spirv_key key;
    uint32_t id;           /* unique in the screen, never 0 */
    uint32_t cache_number; /* number in the disk cache; 0: not in the cache */
    VkShaderModule module; /* VK_NULL_HANDLE: translation failed, draws are dropped */
    bool module_is_cached; /* the module belongs to the disk cache */
    bool needs_driver_block;
};

void gv_context_init_shaders(struct gv_context *ctx);

/* Creates a shader from tokens, for create_*_state. NULL if the tokens are invalid or the device
 * lacks a feature. */
struct gv_shader *gv_shader_create(struct gv_shader_cache *cache, enum galvan_stage stage,
                                   const struct pipe_shader_state *state);
/* Creates a generated shader from TGSI text. */
struct gv_shader *gv_shader_from_text(struct gv_shader_cache *cache, enum galvan_stage stage,
                                      const char *text, size_t len);
void gv_shader_bind(struct gv_context *ctx, enum galvan_stage stage, struct gv_shader *shader);
/* Implements delete_*_state: unbinds the shader if it is bound, and destroys it. shader may be
 * NULL. */
void gv_shader_delete(struct gv_context *ctx, struct gv_shader *shader);
/* Destroys a shader that is not bound, and all programs that use it. `shader` may be NULL. */
void gv_shader_destroy(struct gv_shader_cache *cache, struct gv_shader *shader);

/* Returns the variant of a shader for `key`. Translates the variant if it does not exist yet. NULL
 * if memory runs out. */
struct gv_variant *gv_shader_variant(struct gv_shader_cache *cache, struct gv_shader *shader,
                                     const struct galvan_spirv_key *key);

/* Returns the variant of a shader for `key`, before a draw needs the variant, so that no draw
 * waits. NULL if memory runs out. */
struct gv_variant *gv_shader_precompile(struct gv_shader_cache *cache, struct gv_shader *shader,
                                        const struct galvan_spirv_key *key);

#endif
