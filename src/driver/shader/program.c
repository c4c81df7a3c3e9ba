/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Programs: the graphics shaders of a draw, the pipeline layout for the bindings that these shaders
 * use, and the templates that write the descriptor sets of this layout. Each combination of shaders
 * has one program, which is found by the shaders' ids. */
#include "driver/shader/program.h"

#include <stdlib.h>
#include <string.h>

#include "driver/record/recorder.h"
#include "driver/screen/messages.h"
#include "driver/screen/screen.h"
#include "driver/shader/compute_pipeline.h"
#include "driver/shader/pipeline.h"
#include "driver/shader/program_layout.h"
#include "driver/shader/shader_cache.h"
#include "driver/shader/stage_bits.h"
#include "driver/shader/tessellation.h"
#include "driver/state/inputs.h"
#include "driver/state/intern.h"
#include "driver/state/shader_blend.h"
#include "pipe/p_shader_tokens.h"

static bool make_template(struct gv_vk_device *dev, const struct gv_program *p,
                          const struct gv_set_builder *b, uint32_t set,
                          VkDescriptorSetLayout set_layout,
                          VkDescriptorUpdateTemplate *out_template)
{
    if (!b->num)
        return true;
    const VkDescriptorUpdateTemplateCreateInfo info = {
        .sType = VK_STRUCTURE_TYPE_DESCRIPTOR_UPDATE_TEMPLATE_CREATE_INFO,
        .descriptorUpdateEntryCount = b->num_layouts,
        .pDescriptorUpdateEntries = b->entries,
        .templateType = VK_DESCRIPTOR_UPDATE_TEMPLATE_TYPE_DESCRIPTOR_SET,
        .descriptorSetLayout = set_layout,
        .pipelineBindPoint = p->bind_point,
        .pipelineLayout = p->layout,
        .set = set,
    };
    VkResult result = GV_VK_CREATE(dev, DescriptorUpdateTemplate, &info, out_template);
    if (result != VK_SUCCESS)
        gv_vk_device_error(dev, "vkCreateDescriptorUpdateTemplate", result);
    return result == VK_SUCCESS;
}

/* Returns an id that is equal for programs whose sets 1 and 2 have equal layouts, bindings and
 * stages; 0 if memory runs out. */
static uint32_t name_bindings(struct gv_shader_cache *cache, const struct gv_program *p,
                              const struct gv_set_builder builders[2])
{
    struct {
        uint32_t stages, layouts[2], bindings[2];
    } content = {0};
    for (unsigned s = 0; s < GALVAN_NUM_STAGES; s++)
        content.stages |= (uint32_t)(p->shaders[s] != NULL) << s;
    for (unsigned i = 0; i < 2; i++) {
        const struct gv_set_builder *b = &builders[i];
        if (!b->num)
            continue;
        content.layouts[i] = gv_intern(&cache->interned, cache->screen, b->layout,
                                       b->num_layouts * sizeof(b->layout[0]));
        content.bindings[i] = gv_intern(&cache->interned, cache->screen, b->bindings,
                                        b->num * sizeof(b->bindings[0]));
        if (!content.layouts[i] || !content.bindings[i])
            return 0;
    }
    return gv_intern(&cache->interned, cache->screen, &content, sizeof(content));
}

/* ---- Destroying. The batch that is being recorded may still use a program's pipelines. */

static void destroy_program(struct gv_vk_device *dev, void *data)
{
    struct gv_program *p = data;
    gv_pipelines_destroy(dev, p);
    gv_compute_pipelines_destroy(dev, p);
    dev->vk.vkDestroyDescriptorUpdateTemplate(dev->handle, p->texture_template, NULL);
    dev->vk.vkDestroyDescriptorUpdateTemplate(dev->handle, p->buffer_template, NULL);
    gv_program_finish_layouts(dev, p);
    free(p);
}

static bool build_program(struct gv_shader_cache *cache, struct gv_program *p)
{
    struct gv_set_builder *builders = gv_program_collect(cache->screen, p);
    if (!builders)
        return false;
    const struct gv_shader *vs = p->shaders[GALVAN_STAGE_VERTEX];
    p->separate_draws = vs && vs->info->reads_draw_id;
    for (unsigned s = 0; s < GALVAN_NUM_STAGES; s++) {
        if (!p->shaders[s])
            continue;
        const struct galvan_tgsi_info *info = p->shaders[s]->info;
        p->const0_stages |= (info->const_mask & 1u) << s;
        p->stages |= 1u << s;
        p->separate_draws |= info->reads_primitive_id;
        p->inlines_uniforms |= p->shaders[s]->inlines_uniforms;
        p->stores |=
            info->shader_buffers_write_mask || info->images_write_mask || info->hw_atomics_mask;
    }
    const char *limit = gv_program_exceeded_limit(cache->screen->dev, builders);
    if (limit) {
        gv_message(cache->messages, GV_MESSAGE_SHADER,
                   "shaders that exceed the device's %s: draws with them have no effect", limit);
        p->exceeds_device = true;
        free(builders);
        return true;
    }
    p->bindings = name_bindings(cache, p, builders);
    bool ok = p->bindings && gv_program_make_layouts(cache->screen, builders, p) &&
              make_template(cache->screen->dev, p, &builders[0], GALVAN_SET_TEXTURE,
                            p->texture_layout, &p->texture_template) &&
              make_template(cache->screen->dev, p, &builders[1], GALVAN_SET_BUFFER,
                            p->buffer_layout, &p->buffer_template);
    free(builders);
    return ok;
}

static uint32_t bucket_of(struct gv_shader *const shaders[GALVAN_NUM_STAGES])
{
    uint32_t hash = 2166136261u;
    for (unsigned s = 0; s < GALVAN_NUM_STAGES; s++)
        hash = (hash ^ (shaders[s] ? shaders[s]->id : 0)) * 16777619u;
    return (hash ^ hash >> 16) % GV_PROGRAM_BUCKETS;
}

static struct gv_program *get(struct gv_shader_cache *cache, VkPipelineBindPoint bind_point,
                              struct gv_shader *const shaders[GALVAN_NUM_STAGES],
                              uint32_t fetch_mask)
{
    struct gv_program **bucket = &cache->programs[bucket_of(shaders)];
    for (struct gv_program *p = *bucket; p; p = p->next) {
        if (!memcmp(p->shaders, shaders, sizeof(p->shaders)) && p->fetch_mask == fetch_mask &&
            p->bind_point == bind_point)
            return p->exceeds_device ? NULL : p;
    }
    struct gv_program *p = calloc(1, sizeof(*p));
    if (!p)
        return NULL;
    p->bind_point = bind_point;
    p->fetch_mask = fetch_mask;
    memcpy(p->shaders, shaders, sizeof(p->shaders));
    if (!build_program(cache, p)) {
        destroy_program(cache->screen->dev, p);
        return NULL;
    }
    p->next = *bucket;
    *bucket = p;
    return p->exceeds_device ? NULL : p;
}

struct gv_program *gv_program_of(struct gv_shader_cache *cache,
                                 struct gv_shader *const shaders[GALVAN_NUM_STAGES],
                                 uint32_t fetch_mask)
{
    return get(cache, VK_PIPELINE_BIND_POINT_GRAPHICS, shaders, fetch_mask);
}

struct gv_program *gv_program_get(struct gv_shader_cache *cache, const struct gv_state *state,
                                  uint32_t patch_vertices, const struct gv_pass *pass)
{
    struct gv_shader *shaders[GALVAN_NUM_STAGES];
    memcpy(shaders, state->shaders, sizeof(shaders));
    shaders[GALVAN_STAGE_COMPUTE] = NULL;
    shaders[GALVAN_STAGE_VERTEX] = gv_pass_vertex(state, pass);
    shaders[GALVAN_STAGE_GEOMETRY] = gv_pass_geometry(state, pass);
    shaders[GALVAN_STAGE_TESS_EVAL] = gv_pass_evaluation(state, pass);
    shaders[GALVAN_STAGE_TESS_CTRL] =
        shaders[GALVAN_STAGE_TESS_EVAL] ? gv_tess_ctrl_shader(cache, state, patch_vertices) : NULL;
    if (shaders[GALVAN_STAGE_TESS_EVAL] && !shaders[GALVAN_STAGE_TESS_CTRL])
        return NULL;
    return gv_program_of(cache, shaders, gv_fb_fetch_mask(state));
}

struct gv_program *gv_program_get_compute(struct gv_shader_cache *cache,
                                          const struct gv_state *state)
{
    struct gv_shader *const shaders[GALVAN_NUM_STAGES] = {[GALVAN_STAGE_COMPUTE] =
                                                              state->shaders[GALVAN_STAGE_COMPUTE]};
    return get(cache, VK_PIPELINE_BIND_POINT_COMPUTE, shaders, 0);
}

struct gv_program *gv_program_get_lowered(struct gv_shader_cache *cache, struct gv_shader *shader)
{
    struct gv_shader *shaders[GALVAN_NUM_STAGES] = {NULL};
    shaders[shader->stage] = shader;
    return get(cache, VK_PIPELINE_BIND_POINT_COMPUTE, shaders, 0);
}

static bool has_shader(const struct gv_program *p, const struct gv_shader *shader)
{
    for (unsigned s = 0; s < GALVAN_NUM_STAGES; s++) {
        if (p->shaders[s] == shader)
            return true;
    }
    return false;
}

void gv_programs_forget(struct gv_shader_cache *cache, const struct gv_shader *shader)
{
    for (unsigned i = 0; i < GV_PROGRAM_BUCKETS; i++) {
        struct gv_program **link = &cache->programs[i];
        while (*link) {
            struct gv_program *p = *link;
            if (shader && !has_shader(p, shader)) {
                link = &p->next;
                continue;
            }
            *link = p->next;
            gv_pipelines_cancel_jobs(cache, p);
            if (cache->graphics->program == p) {
                cache->graphics->program = NULL;
                cache->rec->emitted.pipeline = VK_NULL_HANDLE;
                gv_input_changed(cache->graphics, GV_INPUT_SHADERS);
            }
            if (cache->compute->program == p) {
                cache->compute->program = NULL;
                gv_input_changed(cache->compute, GV_INPUT_SHADERS);
            }
            gv_recorder_defer(cache->rec, destroy_program, p);
        }
    }
}

void gv_programs_finish(struct gv_shader_cache *cache)
{
    gv_programs_forget(cache, NULL);
}
