/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
#include "driver/shader/program_layout.h"

#include <stdlib.h>
#include <string.h>

#include "driver/record/emitted.h"
#include "driver/screen/caps.h"
#include "driver/screen/limits.h"
#include "driver/screen/null_resources.h"
#include "driver/screen/screen.h"
#include "driver/shader/stage_bits.h"
#include "driver/view/image_view.h"
#include "driver/view/sampler_view.h"
#include "pipe/p_shader_tokens.h"

uint32_t gv_storage_constants(const struct gv_vk_device *dev, const struct galvan_tgsi_info *info)
{
    uint32_t mask = info->const_mask | 1u; /* set 0 always has constant buffer 0, so this buffer is
                                              always counted */
    for (uint32_t fit = gv_uniform_constants(dev); fit && mask; fit--)
        mask &= mask - 1;
    return mask;
}

static void add_binding(struct gv_set_builder *b, uint32_t binding,
                        const struct gv_program_binding *shows)
{
    uint32_t i = b->num_layouts++;
    b->layout[i] = (VkDescriptorSetLayoutBinding){
        .binding = binding,
        .descriptorType = (VkDescriptorType)shows->type,
        .descriptorCount = 1,
        .stageFlags = b->lowered ? VK_SHADER_STAGE_COMPUTE_BIT : gv_stage_bit(shows->stage),
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

/* Adds an array element to the last layout binding. */
static void add_element(struct gv_set_builder *b, const struct gv_program_binding *shows)
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

static void add_textures(const struct gv_screen *screen, struct gv_set_builder *b,
                         const struct gv_shader *shader)
{
    const struct galvan_tgsi_info *info = shader->info;
    uint32_t mask = info->samplers_mask;
    while (mask) {
        uint32_t unit = take_bit(&mask);
        const bool shadow = gv_is_shadow_target(info->sampler_target[unit]);
        const struct gv_program_binding shows = {
            .stage = (uint8_t)shader->stage,
            .mask = (uint8_t)gv_slot_mask(GV_SLOT_VIEW, shader->stage),
            .slot = info->unit_view[unit],
            .sampler = info->unit_sampler[unit],
            .type = (info->sampler_buffer_mask >> unit) & 1
                        ? VK_DESCRIPTOR_TYPE_UNIFORM_TEXEL_BUFFER
                        : VK_DESCRIPTOR_TYPE_COMBINED_IMAGE_SAMPLER,
            .target = (uint8_t)info->sampler_target[unit],
            .view_type = (uint8_t)gv_view_type_of(screen, info->sampler_target[unit]),
            .sampled = shadow ? GALVAN_CBUF_FLOAT : info->sampler_class[unit],
            .shadow = shadow,
            .multisampled = gv_is_multisampled_target(info->sampler_target[unit]),
        };
        add_binding(b, GALVAN_STAGE_BASE((uint32_t)shader->stage) + unit, &shows);
    }
}

/* Adds textures for the copies of targets that the fragment shader reads. */
static void add_targets(struct gv_set_builder *b, uint32_t mask)
{
    while (mask) {
        uint32_t color = take_bit(&mask);
        const struct gv_program_binding shows = {
            .stage = GALVAN_STAGE_FRAGMENT,
            .mask = GV_SLOT_MASK_ALWAYS,
            .slot = (uint8_t)(GV_MAX_SAMPLERS + color),
            .sampler = GV_MAX_SAMPLERS,
            .type = VK_DESCRIPTOR_TYPE_COMBINED_IMAGE_SAMPLER,
            .target = TGSI_TEXTURE_2D_ARRAY,
            .view_type = VK_IMAGE_VIEW_TYPE_2D_ARRAY,
        };
        add_binding(b, GALVAN_ATTACHMENT_BINDING(color), &shows);
    }
}

/* Adds the bindings of one stage in set 2, numbered as in galvan/spirv.h. */
static void add_buffers(const struct gv_vk_device *dev, struct gv_set_builder *b,
                        const struct gv_shader *shader)
{
    const struct galvan_tgsi_info *info = shader->info;
    const bool arrays = dev->caps.shaderStorageBufferArrayDynamicIndexing;
    const uint32_t storage = gv_storage_constants(dev, info);
    const uint32_t base = GALVAN_BUFFER_STAGE_BASE((uint32_t)shader->stage);
    struct gv_program_binding shows = {.stage = (uint8_t)shader->stage};

    shows.constant = true;
    shows.mask = (uint8_t)gv_slot_mask(GV_SLOT_CONSTANTS, shader->stage);
    for (uint32_t mask = info->const_mask & ~1u; mask;) {
        shows.slot = (uint8_t)take_bit(&mask);
        shows.type = storage >> shows.slot & 1 ? VK_DESCRIPTOR_TYPE_STORAGE_BUFFER
                                               : VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER;
        add_binding(b, base + shows.slot, &shows);
    }
    shows.constant = false;
    shows.mask = (uint8_t)gv_slot_mask(GV_SLOT_BUFFER, shader->stage);
    shows.type = VK_DESCRIPTOR_TYPE_STORAGE_BUFFER;
    for (uint32_t mask = info->shader_buffers_mask; mask;) {
        shows.slot = (uint8_t)take_bit(&mask);
        shows.write = (info->shader_buffers_write_mask >> shows.slot) & 1;
        if (arrays && info->shader_buffers_indexed && shows.slot)
            add_element(b, &shows);
        else
            add_binding(b, base + GALVAN_BUFFER_BASE_SSBO + shows.slot, &shows);
    }
    shows.mask = (uint8_t)gv_slot_mask(GV_SLOT_IMAGE, shader->stage);
    for (uint32_t mask = info->images_mask; mask;) {
        shows.slot = (uint8_t)take_bit(&mask);
        shows.target = info->image_target[shows.slot];
        shows.raw = info->images_words_mask >> shows.slot & 1;
        shows.format = shows.raw ? PIPE_FORMAT_NONE : info->image_format[shows.slot];
        shows.type = shows.target != TGSI_TEXTURE_BUFFER ? VK_DESCRIPTOR_TYPE_STORAGE_IMAGE
                     : info->images_raw_mask >> shows.slot & 1
                         ? VK_DESCRIPTOR_TYPE_STORAGE_BUFFER
                         : VK_DESCRIPTOR_TYPE_STORAGE_TEXEL_BUFFER;
        shows.write = (info->images_write_mask >> shows.slot) & 1;
        add_binding(b, base + GALVAN_BUFFER_BASE_IMAGE + shows.slot, &shows);
    }
    shows.type = VK_DESCRIPTOR_TYPE_STORAGE_BUFFER;
    shows.raw = false;
    shows.format = PIPE_FORMAT_NONE;
    shows.atomic = shows.write = true;
    shows.mask = GV_SLOT_MASK_ALWAYS;
    for (uint32_t mask = info->hw_atomics_mask; mask;) {
        shows.slot = (uint8_t)take_bit(&mask);
        add_binding(b, base + GALVAN_BUFFER_BASE_ATOMIC + shows.slot, &shows);
    }
}

/* ---- Limits of pipeline layouts */

enum kind {
    SAMPLERS,
    SAMPLED_IMAGES,
    UNIFORM_BUFFERS,
    STORAGE_BUFFERS,
    STORAGE_IMAGES,
    NUM_KINDS
};

/* Numbers of descriptors. `stages` includes dynamic descriptors, since they count against Vulkan's
 * limits of a stage. `all` excludes dynamic descriptors, since they do not count against these
 * limits of a pipeline layout. */
struct counts {
    uint32_t stages[GALVAN_NUM_STAGES][NUM_KINDS], all[NUM_KINDS];
};

static void count_kind(struct counts *counts, unsigned stage, enum kind kind)
{
    counts->stages[stage][kind]++;
    counts->all[kind]++;
}

static void count_binding(struct counts *counts, const struct gv_program_binding *binding)
{
    switch (binding->type) {
    case VK_DESCRIPTOR_TYPE_COMBINED_IMAGE_SAMPLER:
        count_kind(counts, binding->stage, SAMPLERS);
        count_kind(counts, binding->stage, SAMPLED_IMAGES);
        break;
    case VK_DESCRIPTOR_TYPE_UNIFORM_TEXEL_BUFFER:
        count_kind(counts, binding->stage, SAMPLED_IMAGES);
        break;
    case VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER:
        count_kind(counts, binding->stage, UNIFORM_BUFFERS);
        break;
    case VK_DESCRIPTOR_TYPE_STORAGE_BUFFER:
        count_kind(counts, binding->stage, STORAGE_BUFFERS);
        break;
    default: /* storage images and storage texel buffers */
        count_kind(counts, binding->stage, STORAGE_IMAGES);
        break;
    }
}

const char *gv_program_exceeded_limit(const struct gv_vk_device *dev,
                                      const struct gv_set_builder builders[2])
{
    const VkPhysicalDeviceLimits *l = &dev->properties.limits;
    const struct {
        uint32_t stage, all;
        const char *stage_name, *all_name;
    } limits[NUM_KINDS] = {
#define LIMIT(name)                                                                                \
    {l->maxPerStageDescriptor##name, l->maxDescriptorSet##name, "maxPerStageDescriptor" #name,     \
     "maxDescriptorSet" #name}
        [SAMPLERS] = LIMIT(Samplers),
        [SAMPLED_IMAGES] = LIMIT(SampledImages),
        [UNIFORM_BUFFERS] = LIMIT(UniformBuffers),
        [STORAGE_BUFFERS] = LIMIT(StorageBuffers),
        [STORAGE_IMAGES] = LIMIT(StorageImages),
#undef LIMIT
    };
    struct counts counts = {0};
    for (unsigned s = 0; s < GALVAN_NUM_STAGES; s++) {
        /* constant buffer 0 and the driver block */
        counts.stages[s][gv_uniform_constants(dev) ? UNIFORM_BUFFERS : STORAGE_BUFFERS]++;
        counts.stages[s][STORAGE_BUFFERS]++;
    }
    for (unsigned i = 0; i < 2; i++) {
        for (uint32_t k = 0; k < builders[i].num; k++)
            count_binding(&counts, &builders[i].bindings[k]);
    }
    for (unsigned kind = 0; kind < NUM_KINDS; kind++) {
        for (unsigned s = 0; s < GALVAN_NUM_STAGES; s++) {
            if (counts.stages[s][kind] > limits[kind].stage)
                return limits[kind].stage_name;
        }
        if (counts.all[kind] > limits[kind].all)
            return limits[kind].all_name;
    }
    return NULL;
}

static bool make_set(struct gv_screen *screen, const struct gv_set_builder *b,
                     VkDescriptorSetLayout *out_layout, struct gv_program_binding **out_bindings)
{
    struct gv_vk_device *dev = screen->dev;
    if (!b->num) {
        *out_layout = screen->empty_layout;
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

static enum gv_const_layout const_layout(const struct gv_program *p)
{
    if (p->bind_point == VK_PIPELINE_BIND_POINT_COMPUTE)
        return GV_CONST_LAYOUT_COMPUTE;
    return p->shaders[GALVAN_STAGE_GEOMETRY] || p->shaders[GALVAN_STAGE_TESS_CTRL] ||
                   p->shaders[GALVAN_STAGE_TESS_EVAL]
               ? GV_CONST_LAYOUT_GRAPHICS
               : GV_CONST_LAYOUT_SIMPLE;
}

static bool make_layout(struct gv_screen *screen, struct gv_program *p)
{
    p->const_layout = const_layout(p);
    const VkDescriptorSetLayout sets[] = {
        [GALVAN_SET_CONST] = screen->const_layouts[p->const_layout],
        [GALVAN_SET_TEXTURE] = p->texture_layout,
        [GALVAN_SET_BUFFER] = p->buffer_layout,
        [GALVAN_SET_DRIVER] = screen->driver_layout,
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
    VkResult result = GV_VK_CREATE(screen->dev, PipelineLayout, &info, &p->layout);
    if (result != VK_SUCCESS)
        gv_vk_device_error(screen->dev, "vkCreatePipelineLayout", result);
    return result == VK_SUCCESS;
}

struct gv_set_builder *gv_program_collect(const struct gv_screen *screen,
                                          const struct gv_program *p)
{
    struct gv_set_builder *builders = calloc(2, sizeof(*builders));
    if (!builders)
        return NULL;
    struct gv_set_builder *textures = &builders[0], *buffers = &builders[1];
    textures->lowered = buffers->lowered = p->bind_point == VK_PIPELINE_BIND_POINT_COMPUTE;
    for (unsigned s = 0; s < GALVAN_NUM_STAGES; s++) {
        if (p->shaders[s]) {
            add_textures(screen, textures, p->shaders[s]);
            add_buffers(screen->dev, buffers, p->shaders[s]);
        }
    }
    add_targets(textures, p->fetch_mask);
    return builders;
}

bool gv_program_make_layouts(struct gv_screen *screen, const struct gv_set_builder builders[2],
                             struct gv_program *program)
{
    struct gv_program *p = program;
    p->num_textures = builders[0].num;
    p->num_buffers = builders[1].num;
    return make_set(screen, &builders[0], &p->texture_layout, &p->textures) &&
           make_set(screen, &builders[1], &p->buffer_layout, &p->buffers) && make_layout(screen, p);
}

void gv_program_finish_layouts(struct gv_vk_device *dev, struct gv_program *program)
{
    struct gv_program *p = program;
    dev->vk.vkDestroyPipelineLayout(dev->handle, p->layout, NULL);
    if (p->textures)
        dev->vk.vkDestroyDescriptorSetLayout(dev->handle, p->texture_layout, NULL);
    if (p->buffers)
        dev->vk.vkDestroyDescriptorSetLayout(dev->handle, p->buffer_layout, NULL);
    free(p->textures);
    free(p->buffers);
}
