/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Pipelines: the look-up in a program's table and the compilation of a new key. */
#include "driver/shader/pipeline.h"

#include <stdlib.h>
#include <string.h>

#include <xxhash.h>

#include "driver/context.h"
#include "driver/shader/kept.h"
#include "driver/shader/names.h"
#include "driver/shader/recipe.h"
#include "driver/shader/shader.h"

/* ---- The table of a program */

static uint32_t key_hash(const struct gv_pipeline_key *key)
{
    return (uint32_t)XXH3_64bits(key, sizeof(*key));
}

static struct gv_pipeline *find_slot(struct gv_pipeline *table, uint32_t max,
                                     const struct gv_pipeline_key *key)
{
    static const struct gv_pipeline_key none;
    for (uint32_t i = key_hash(key);; i++) {
        struct gv_pipeline *slot = &table[i & (max - 1)];
        if (!memcmp(&slot->key, key, sizeof(*key)) || !memcmp(&slot->key, &none, sizeof(none)))
            return slot;
    }
}

static bool grow(struct gv_program *p)
{
    uint32_t max = p->max_pipelines ? p->max_pipelines * 2 : 8;
    struct gv_pipeline *table = calloc(max, sizeof(*table));
    if (!table)
        return false;
    for (uint32_t i = 0; i < p->max_pipelines; i++) {
        if (p->pipelines[i].key.targets)
            *find_slot(table, max, &p->pipelines[i].key) = p->pipelines[i];
    }
    free(p->pipelines);
    p->pipelines = table;
    p->max_pipelines = max;
    p->last = NULL;
    return true;
}

/* ---- Compilation */

/* The one that an earlier run has left a recipe of, or VK_NULL_HANDLE. */
static VkPipeline find_kept(struct gv_context *ctx, const struct gv_program *program,
                            const struct gv_recipe *recipe)
{
    bool waited = false;
    for (unsigned s = 0; s < GV_NUM_GRAPHICS_STAGES; s++) {
        if (program->variants[s] && !program->variants[s]->kept)
            return VK_NULL_HANDLE;
    }
    VkPipeline pipeline = gv_kept_pipeline(ctx->screen->kept, recipe, &waited);
    if (pipeline)
        gv_vk_pipeline_cache_count_ahead(&ctx->screen->pipeline_cache, !waited);
    if (waited)
        gv_recorder_waited(&ctx->rec);
    return pipeline;
}

static VkPipeline compile(struct gv_context *ctx, const struct gv_program *program,
                          const struct gv_recipe *recipe)
{
    VkPipeline pipeline = VK_NULL_HANDLE;
    VkShaderModule modules[GV_NUM_GRAPHICS_STAGES];
    for (unsigned s = 0; s < GV_NUM_GRAPHICS_STAGES; s++)
        modules[s] = program->variants[s] ? program->variants[s]->module : VK_NULL_HANDLE;
    gv_recorder_waited(&ctx->rec);
    VkResult result =
        gv_recipe_make(ctx->screen, recipe, modules, program->layout, false, &pipeline);
    if (result != VK_SUCCESS) {
        gv_vk_device_error(ctx->dev, "vkCreateGraphicsPipelines", result);
        return VK_NULL_HANDLE;
    }
    gv_program_name_pipeline(ctx, program, pipeline);
    ctx->rec.stats.pipelines++;
    gv_message(&ctx->messages, GV_MESSAGE_PIPELINE, "a draw waited for a new pipeline");
    return pipeline;
}

VkPipeline gv_pipeline_get(struct gv_context *ctx, struct gv_program *program)
{
    const struct gv_pipeline_key *key = &ctx->key;
    if (program->last && !memcmp(&program->last->key, key, sizeof(*key)))
        return program->last->handle;
    if (2 * (program->num_pipelines + 1) > program->max_pipelines && !grow(program))
        return VK_NULL_HANDLE;
    struct gv_pipeline *slot = find_slot(program->pipelines, program->max_pipelines, key);
    if (!slot->key.targets) {
        struct gv_recipe recipe;
        gv_recipe_init(ctx, program, &recipe);
        slot->handle = find_kept(ctx, program, &recipe);
        slot->kept = slot->handle != VK_NULL_HANDLE;
        if (!slot->kept)
            slot->handle = compile(ctx, program, &recipe);
        slot->key = *key;
        program->num_pipelines++;
    }
    program->last = slot;
    return slot->handle;
}
