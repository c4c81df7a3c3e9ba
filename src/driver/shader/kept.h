/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Pipelines that earlier runs of a program drew with, made on a thread from the program's start on,
 * so that its draws find them ready: those first whose shaders the program has made, and else in
 * the order in which the last run needed them. What is not ready yet is made by whoever needs it
 * first. They live as long as the screen. What this run draws with beside them is added for the
 * next one now and then, and when the screen ends. */
#ifndef GV_KEPT_H
#define GV_KEPT_H

#include <stdbool.h>
#include <stdint.h>

#include <volk.h>

struct galvan_spirv_key;
struct gv_kept;
struct gv_recipe;
struct gv_screen;
struct gv_shader;

/* NULL without memory or a place to keep things; the functions below take that. */
struct gv_kept *gv_kept_create(struct gv_screen *screen, const char *program);

/* Its contexts are gone. */
void gv_kept_destroy(struct gv_kept *kept);

/* The program has made a shader, which it will probably draw with. */
void gv_kept_see(struct gv_kept *kept, const struct gv_shader *shader);

/* The number of this variant in recipes; 0: it has none, and pipelines with it are not kept.
 * *out_module is its module, the screen's, or VK_NULL_HANDLE: the caller makes one. *waited is set
 * where the module had to be waited for. */
uint32_t gv_kept_variant(struct gv_kept *kept, const struct gv_shader *shader,
                         const struct galvan_spirv_key *key, VkShaderModule *out_module,
                         bool *waited);

/* The pipeline of a recipe, the screen's, or VK_NULL_HANDLE: the caller makes one. *waited as
 * above. */
VkPipeline gv_kept_pipeline(struct gv_kept *kept, const struct gv_recipe *recipe, bool *waited);

/* From any thread: all that earlier runs left is ready, or cannot be. For tests. */
void gv_kept_wait(struct gv_kept *kept);

#endif
