/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Programs: shaders that draw together, the pipeline layout that their used bindings need, and the
 * templates that fill its descriptor sets. Made once per combination, found by the shaders' ids. */
#include "driver/shader/program.h"

#include <stdlib.h>
#include <string.h>

#include "driver/context.h"
#include "driver/shader/compute_pipeline.h"
#include "driver/shader/pipeline.h"
#include "driver/shader/stage_bits.h"
#include "driver/shader/tessellation.h"
#include "driver/state/inputs.h"
#include "driver/state/intern.h"
#include "driver/state/shader_blend.h"
#include "pipe/p_shader_tokens.h"

/* The bindings of one descriptor set while it is being put together. */
struct set_builder {
    bool kernel; /* of a vertex kernel */
    VkDescriptorSetLayoutBinding layout[GV_MAX_PROGRAM_BINDINGS];
    VkDescriptorUpdateTemplateEntry entries[GV_MAX_PROGRAM_BINDINGS];
    struct gv_program_binding bindings[GV_MAX_PROGRAM_BINDINGS];
    uint32_t num, num_layouts; /* as many entries as layouts */
};

static void add_binding(struct set_builder *b, uint32_t binding,
                        const struct gv_program_binding *shows)
{
    uint32_t i = b->num_layouts++;
    b->layout[i] = (VkDescriptorSetLayoutBinding){
        .binding = binding,
        .descriptorType = (VkDescriptorType)shows->type,
        .descriptorCount = 1,
        .stageFlags = b->kernel ? VK_SHADER_STAGE_COMPUTE_BIT : gv_stage_bit(shows->stage),
    };
    b->entries[i] = (VkDescriptorUpdateTemplateEntry){
        .dstBinding = binding,
        .descriptorCount = 1,
        .descriptorType = (VkDescriptorType)shows->type,
        .offset = b->num * sizeof(union gv_descriptor),
        .stride = sizeof(union gv_descriptor),
    };
    b->bindings[b->num++] = *shows;
}

/* One more element of the last binding. */
static void add_element(struct set_builder *b, const struct gv_program_binding *shows)
{
    b->layout[b->num_layouts - 1].descriptorCount++;
    b->entries[b->num_layouts - 1].descriptorCount++;
    b->bindings[b->num++] = *shows;
}

static uint32_t take_bit(uint32_t *mask)
{
    uint32_t i = (uint32_t)__builtin_ctz(*mask);
    *mask &= *mask - 1;
    return i;
}

static void add_textures(struct set_builder *b, const struct gv_shader *shader)
{
    const struct galvan_tgsi_info *info = shader->info;
    uint32_t mask = info->samplers_mask;
    while (mask) {
        uint32_t unit = take_bit(&mask);
        const struct gv_program_binding shows = {
            .stage = (uint8_t)shader->stage,
            .slot = info->unit_view[unit],
            .sampler = info->unit_sampler[unit],
            .type = (info->sampler_buffer_mask >> unit) & 1
                        ? VK_DESCRIPTOR_TYPE_UNIFORM_TEXEL_BUFFER
                        : VK_DESCRIPTOR_TYPE_COMBINED_IMAGE_SAMPLER,
            .target = (uint8_t)info->sampler_target[unit],
        };
        add_binding(b, GALVAN_STAGE_BASE((uint32_t)shader->stage) + unit, &shows);
    }
}

/* Copies of the targets that the shader reads. */
static void add_targets(struct set_builder *b, uint32_t mask)
{
    while (mask) {
        uint32_t color = take_bit(&mask);
        const struct gv_program_binding shows = {
            .stage = GALVAN_STAGE_FRAGMENT,
            .slot = (uint8_t)(GV_MAX_SAMPLERS + color),
            .sampler = GV_MAX_SAMPLERS,
            .type = VK_DESCRIPTOR_TYPE_COMBINED_IMAGE_SAMPLER,
            .target = TGSI_TEXTURE_2D_ARRAY,
        };
        add_binding(b, GALVAN_ATTACHMENT_BINDING(color), &shows);
    }
}

/* Set 2 of one stage, with the numbers of galvan/spirv.h. */
static void add_buffers(const struct gv_vk_device *dev, struct set_builder *b,
                        const struct gv_shader *shader)
{
    const struct galvan_tgsi_info *info = shader->info;
    const bool arrays = dev->caps.shaderStorageBufferArrayDynamicIndexing;
    const uint32_t storage = gv_storage_constants(dev, info);
    const uint32_t base = GALVAN_BUFFER_STAGE_BASE((uint32_t)shader->stage);
    struct gv_program_binding shows = {.stage = (uint8_t)shader->stage};

    shows.constant = true;
    for (uint32_t mask = info->const_mask & ~1u; mask;) {
        shows.slot = (uint8_t)take_bit(&mask);
        shows.type = storage >> shows.slot & 1 ? VK_DESCRIPTOR_TYPE_STORAGE_BUFFER
                                               : VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER;
        add_binding(b, base + shows.slot, &shows);
    }
    shows.constant = false;
    shows.type = VK_DESCRIPTOR_TYPE_STORAGE_BUFFER;
    for (uint32_t mask = info->shader_buffers_mask; mask;) {
        uint32_t n = take_bit(&mask);
        shows.slot = (uint8_t)(n - info->shader_buffer_base);
        shows.write = (info->shader_buffers_write_mask >> n) & 1;
        if (arrays && info->shader_buffers_indexed && shows.slot)
            add_element(b, &shows);
        else
            add_binding(b, base + GALVAN_BUFFER_BASE_SSBO + shows.slot, &shows);
    }
    for (uint32_t mask = info->images_mask; mask;) {
        shows.slot = (uint8_t)take_bit(&mask);
        shows.target = info->image_target[shows.slot];
        shows.raw = (info->images_raw_mask >> shows.slot) & 1;
        shows.type = shows.target != TGSI_TEXTURE_BUFFER ? VK_DESCRIPTOR_TYPE_STORAGE_IMAGE
                     : shows.raw                         ? VK_DESCRIPTOR_TYPE_STORAGE_BUFFER
                                                         : VK_DESCRIPTOR_TYPE_STORAGE_TEXEL_BUFFER;
        shows.write = (info->images_write_mask >> shows.slot) & 1;
        add_binding(b, base + GALVAN_BUFFER_BASE_IMAGE + shows.slot, &shows);
    }
    shows.type = VK_DESCRIPTOR_TYPE_STORAGE_BUFFER;
    shows.raw = false;
    shows.atomic = shows.write = true;
    for (uint32_t mask = info->hw_atomics_mask; mask;) {
        shows.slot = (uint8_t)take_bit(&mask);
        add_binding(b, base + GALVAN_BUFFER_BASE_ATOMIC + shows.slot, &shows);
    }
}

static bool make_set(struct gv_context *ctx, const struct set_builder *b,
                     VkDescriptorSetLayout *out_layout, struct gv_program_binding **out_bindings)
{
    struct gv_vk_device *dev = ctx->dev;
    if (!b->num) {
        *out_layout = ctx->screen->empty_layout;
        return true;
    }
    struct gv_program_binding *bindings = malloc(b->num * sizeof(*bindings));
    if (!bindings)
        return false;
    memcpy(bindings, b->bindings, b->num * sizeof(*bindings));
    const VkDescriptorSetLayoutCreateInfo info = {
        .sType = VK_STRUCTURE_TYPE_DESCRIPTOR_SET_LAYOUT_CREATE_INFO,
        .bindingCount = b->num_layouts,
        .pBindings = b->layout,
    };
    VkResult result = GV_VK_CREATE(dev, DescriptorSetLayout, &info, out_layout);
    if (result != VK_SUCCESS) {
        gv_vk_device_error(dev, "vkCreateDescriptorSetLayout", result);
        free(bindings);
        return false;
    }
    *out_bindings = bindings;
    return true;
}

static bool make_template(struct gv_context *ctx, const struct gv_program *p,
                          const struct set_builder *b, uint32_t set,
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
    VkResult result = GV_VK_CREATE(ctx->dev, DescriptorUpdateTemplate, &info, out_template);
    if (result != VK_SUCCESS)
        gv_vk_device_error(ctx->dev, "vkCreateDescriptorUpdateTemplate", result);
    return result == VK_SUCCESS;
}

static bool make_layout(struct gv_context *ctx, struct gv_program *p)
{
    const VkDescriptorSetLayout sets[] = {
        [GALVAN_SET_CONST] = ctx->screen->const_layout,
        [GALVAN_SET_TEXTURE] = p->texture_layout,
        [GALVAN_SET_BUFFER] = p->buffer_layout,
        [GALVAN_SET_DRIVER] = ctx->screen->driver_layout,
    };
    const VkPushConstantRange push = {
        .stageFlags = GV_PUSH_STAGES,
        .size = sizeof(struct galvan_push_block),
    };
    const VkPipelineLayoutCreateInfo info = {
        .sType = VK_STRUCTURE_TYPE_PIPELINE_LAYOUT_CREATE_INFO,
        .setLayoutCount = sizeof(sets) / sizeof(sets[0]),
        .pSetLayouts = sets,
        .pushConstantRangeCount = 1,
        .pPushConstantRanges = &push,
    };
    VkResult result = GV_VK_CREATE(ctx->dev, PipelineLayout, &info, &p->layout);
    if (result != VK_SUCCESS)
        gv_vk_device_error(ctx->dev, "vkCreatePipelineLayout", result);
    return result == VK_SUCCESS;
}

/* The same for programs whose sets 1 and 2 are laid out alike, show the same and belong to the same
 * stages. 0: memory ran out. */
static uint32_t name_bindings(struct gv_context *ctx, const struct gv_program *p,
                              const struct set_builder builders[2])
{
    struct {
        uint32_t stages, layouts[2], bindings[2];
    } content = {0};
    for (unsigned s = 0; s < GALVAN_NUM_STAGES; s++)
        content.stages |= (uint32_t)(p->shaders[s] != NULL) << s;
    for (unsigned i = 0; i < 2; i++) {
        const struct set_builder *b = &builders[i];
        if (!b->num)
            continue;
        content.layouts[i] = gv_intern(&ctx->interned, ctx->screen, b->layout,
                                       b->num_layouts * sizeof(b->layout[0]));
        content.bindings[i] =
            gv_intern(&ctx->interned, ctx->screen, b->bindings, b->num * sizeof(b->bindings[0]));
        if (!content.layouts[i] || !content.bindings[i])
            return 0;
    }
    return gv_intern(&ctx->interned, ctx->screen, &content, sizeof(content));
}

/* ---- Ending: the batch being recorded may still use a program's pipelines. */

static void destroy_program(struct gv_vk_device *dev, void *data)
{
    struct gv_program *p = data;
    for (uint32_t i = 0; i < p->max_pipelines; i++) {
        if (p->pipelines[i].handle)
            dev->vk.vkDestroyPipeline(dev->handle, p->pipelines[i].handle, NULL);
    }
    free(p->pipelines);
    gv_compute_pipelines_destroy(dev, p);
    dev->vk.vkDestroyPipelineLayout(dev->handle, p->layout, NULL);
    dev->vk.vkDestroyDescriptorUpdateTemplate(dev->handle, p->texture_template, NULL);
    dev->vk.vkDestroyDescriptorUpdateTemplate(dev->handle, p->buffer_template, NULL);
    if (p->textures)
        dev->vk.vkDestroyDescriptorSetLayout(dev->handle, p->texture_layout, NULL);
    if (p->buffers)
        dev->vk.vkDestroyDescriptorSetLayout(dev->handle, p->buffer_layout, NULL);
    free(p->textures);
    free(p->buffers);
    free(p);
}

static bool build_program(struct gv_context *ctx, struct gv_program *p)
{
    struct set_builder *builders = calloc(2, sizeof(*builders));
    if (!builders)
        return false;
    struct set_builder *textures = &builders[0], *buffers = &builders[1];
    textures->kernel = buffers->kernel = p->bind_point == VK_PIPELINE_BIND_POINT_COMPUTE;
    for (unsigned s = 0; s < GALVAN_NUM_STAGES; s++) {
        if (p->shaders[s]) {
            add_textures(textures, p->shaders[s]);
            add_buffers(ctx->dev, buffers, p->shaders[s]);
        }
    }
    add_targets(textures, p->fetch_mask);
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
    p->num_textures = textures->num;
    p->num_buffers = buffers->num;
    p->bindings = name_bindings(ctx, p, builders);
    bool ok =
        p->bindings && make_set(ctx, textures, &p->texture_layout, &p->textures) &&
        make_set(ctx, buffers, &p->buffer_layout, &p->buffers) && make_layout(ctx, p) &&
        make_template(ctx, p, textures, GALVAN_SET_TEXTURE, p->texture_layout,
                      &p->texture_template) &&
        make_template(ctx, p, buffers, GALVAN_SET_BUFFER, p->buffer_layout, &p->buffer_template);
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

static struct gv_program *get(struct gv_context *ctx, VkPipelineBindPoint bind_point,
                              struct gv_shader *const shaders[GALVAN_NUM_STAGES],
                              uint32_t fetch_mask)
{
    struct gv_program **bucket = &ctx->programs[bucket_of(shaders)];
    for (struct gv_program *p = *bucket; p; p = p->next) {
        if (!memcmp(p->shaders, shaders, sizeof(p->shaders)) && p->fetch_mask == fetch_mask &&
            p->bind_point == bind_point)
            return p;
    }
    struct gv_program *p = calloc(1, sizeof(*p));
    if (!p)
        return NULL;
    p->bind_point = bind_point;
    p->fetch_mask = fetch_mask;
    memcpy(p->shaders, shaders, sizeof(p->shaders));
    if (!build_program(ctx, p)) {
        destroy_program(ctx->dev, p);
        return NULL;
    }
    p->next = *bucket;
    *bucket = p;
    return p;
}

struct gv_program *gv_program_get(struct gv_context *ctx, const struct gv_pass *pass)
{
    struct gv_shader *shaders[GALVAN_NUM_STAGES];
    memcpy(shaders, ctx->shaders, sizeof(shaders));
    shaders[GALVAN_STAGE_COMPUTE] = NULL;
    shaders[GALVAN_STAGE_VERTEX] = gv_pass_vertex(ctx, pass);
    shaders[GALVAN_STAGE_GEOMETRY] = gv_pass_geometry(ctx, pass);
    shaders[GALVAN_STAGE_TESS_EVAL] = gv_pass_evaluation(ctx, pass);
    shaders[GALVAN_STAGE_TESS_CTRL] =
        shaders[GALVAN_STAGE_TESS_EVAL] ? gv_tess_ctrl_shader(ctx) : NULL;
    if (shaders[GALVAN_STAGE_TESS_EVAL] && !shaders[GALVAN_STAGE_TESS_CTRL])
        return NULL;
    return get(ctx, VK_PIPELINE_BIND_POINT_GRAPHICS, shaders, gv_fb_fetch_mask(ctx));
}

struct gv_program *gv_program_get_compute(struct gv_context *ctx)
{
    struct gv_shader *const shaders[GALVAN_NUM_STAGES] = {[GALVAN_STAGE_COMPUTE] =
                                                              ctx->shaders[GALVAN_STAGE_COMPUTE]};
    return get(ctx, VK_PIPELINE_BIND_POINT_COMPUTE, shaders, 0);
}

struct gv_program *gv_program_get_kernel(struct gv_context *ctx, struct gv_shader *shader)
{
    struct gv_shader *shaders[GALVAN_NUM_STAGES] = {NULL};
    shaders[shader->stage] = shader;
    return get(ctx, VK_PIPELINE_BIND_POINT_COMPUTE, shaders, 0);
}

static bool has_shader(const struct gv_program *p, const struct gv_shader *shader)
{
    for (unsigned s = 0; s < GALVAN_NUM_STAGES; s++) {
        if (p->shaders[s] == shader)
            return true;
    }
    return false;
}

void gv_programs_forget(struct gv_context *ctx, const struct gv_shader *shader)
{
    for (unsigned i = 0; i < GV_PROGRAM_BUCKETS; i++) {
        struct gv_program **link = &ctx->programs[i];
        while (*link) {
            struct gv_program *p = *link;
            if (shader && !has_shader(p, shader)) {
                link = &p->next;
                continue;
            }
            *link = p->next;
            if (ctx->graphics.program == p) {
                ctx->graphics.program = NULL;
                ctx->rec.emitted.pipeline = VK_NULL_HANDLE;
                gv_input_changed(&ctx->graphics, GV_INPUT_SHADERS);
            }
            if (ctx->compute.program == p) {
                ctx->compute.program = NULL;
                gv_input_changed(&ctx->compute, GV_INPUT_SHADERS);
            }
            gv_recorder_defer(&ctx->rec, destroy_program, p);
        }
    }
}

void gv_programs_finish(struct gv_context *ctx)
{
    gv_programs_forget(ctx, NULL);
}
