/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Textures, images, targets and buffers of a case. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "exec_run.h"
#include "pipe/p_defines.h"
#include "pipe/p_shader_tokens.h"

/* Parses WxHxD; omitted extents are 1. */
static bool take_extent(const char *text, struct exec_extent *out_extent)
{
    uint32_t *const numbers[] = {&out_extent->width, &out_extent->height, &out_extent->depth};
    *out_extent = (struct exec_extent){1, 1, 1};
    for (unsigned i = 0; i < 3; i++) {
        if (!run_take_number(&text, numbers[i]))
            return false;
        if (!*text)
            return true;
        if (*text++ != 'x')
            return false;
    }
    return false;
}

static bool set_sampler_word(VkSamplerCreateInfo *info, const char *word)
{
    static const struct {
        const char *name;
        VkSamplerAddressMode mode;
    } wraps[] = {
        {"repeat", VK_SAMPLER_ADDRESS_MODE_REPEAT},
        {"mirror", VK_SAMPLER_ADDRESS_MODE_MIRRORED_REPEAT},
        {"border", VK_SAMPLER_ADDRESS_MODE_CLAMP_TO_BORDER},
    };
    for (unsigned i = 0; i < 3; i++) {
        if (strcmp(wraps[i].name, word) == 0) {
            info->addressModeU = info->addressModeV = info->addressModeW = wraps[i].mode;
            return true;
        }
    }
    if (strcmp(word, "miplinear") == 0) {
        info->mipmapMode = VK_SAMPLER_MIPMAP_MODE_LINEAR;
        return true;
    }
    if (strcmp(word, "linear") == 0) {
        info->magFilter = info->minFilter = VK_FILTER_LINEAR;
        return true;
    }
    return false;
}

static bool set_format_word(struct exec_image_params *params, const char *word)
{
    char name[32];
    snprintf(name, sizeof(name), "R32G32B32A32_%s", word);
    if (strcmp(word, "DEPTH") == 0)
        snprintf(name, sizeof(name), "Z32_FLOAT");
    VkFormat format = exec_format(name);
    if (format == VK_FORMAT_UNDEFINED)
        return false;
    params->format = format;
    return true;
}

/* Draws (x, y, z, sample) into each sample of a layer. */
static void fill_samples_of_layer(struct exec_run *run, struct exec_image *image, unsigned layer)
{
    static char text[] = "FRAG\n"
                         "DCL IN[0], POSITION, LINEAR\n"
                         "DCL SV[0], SAMPLEID\n"
                         "DCL OUT[0], COLOR\n"
                         "DCL CONST[0]\n"
                         "DCL TEMP[0]\n"
                         "FLR TEMP[0].xy, IN[0]\n"
                         "MOV TEMP[0].z, CONST[0].xxxx\n"
                         "I2F TEMP[0].w, SV[0].xxxx\n"
                         "MOV OUT[0], TEMP[0]\n"
                         "END\n";
    char lines[2][64];
    struct exec_device *dev = run->dev;
    struct spirv_case *c = calloc(1, sizeof(*c));
    struct exec_run *fill = calloc(1, sizeof(*fill));
    if (!c || !fill)
        exit(1);
    snprintf(lines[0], sizeof(lines[0]), "size %u %u", image->extent.width, image->extent.height);
    snprintf(lines[1], sizeof(lines[1]), "samples %u", image->num_samples);
    *c = (struct spirv_case){
        .name = "samples of a texture",
        .value_lines = {lines[0], lines[1], (char[]){"target FLOAT"}, (char[]){"out ?"}},
        .num_value_lines = 4,
        .key.fragment.alpha_func = PIPE_FUNC_ALWAYS,
        .texts = {text},
        .num_texts = 1,
    };
    *fill = (struct exec_run){.dev = dev, .c = c};
    if (!run_settle(fill) || run_shaders(fill) != EXEC_OK || !run_resources(fill))
        exit(1);
    run_default_positions(fill);
    run_pipeline(fill);
    const float z = (float)layer;
    memcpy(fill->slots[RUN_CONST][0].words, &z, sizeof(z));
    fill->slots[RUN_CONST][0].num_words = 4;
    run_once(fill);
    const VkImageCopy copy = {
        .srcSubresource = {VK_IMAGE_ASPECT_COLOR_BIT, 0, 0, 1},
        .dstSubresource = {VK_IMAGE_ASPECT_COLOR_BIT, 0, layer, 1},
        .extent = {image->extent.width, image->extent.height, 1},
    };
    exec_begin(dev);
    dev->vk.vkCmdCopyImage(dev->cmd, fill->targets[0].handle, VK_IMAGE_LAYOUT_GENERAL,
                           image->handle, VK_IMAGE_LAYOUT_GENERAL, 1, &copy);
    exec_barrier(dev);
    exec_submit(dev);
    run_pipeline_finish(fill);
    run_resources_finish(fill);
    run_shaders_finish(fill);
    free(fill);
    free(c);
}

static void fill(struct exec_run *run, struct exec_image *image)
{
    for (unsigned i = 0; image->num_samples > 1 && i < image->num_layers; i++)
        fill_samples_of_layer(run, image, i);
    if (image->num_samples == 1)
        exec_image_fill(run->dev, image);
}

/* Returns the texture target of the first unit that uses view or sampler `n`, or -1 if no unit uses
 * it. */
static int texture_target(const struct exec_run *run, unsigned n)
{
    const struct galvan_tgsi_info *info = galvan_tgsi_info(run->stages[run->main].tgsi);
    for (unsigned i = 0; i < RUN_TEXTURES; i++) {
        if ((info->samplers_mask >> i & 1) &&
            (info->unit_view[i] == n || info->unit_sampler[i] == n))
            return (int)info->sampler_target[i];
    }
    return -1;
}

/* Creates the texture of a line "texture N WxHxD WORD ...". */
static bool make_texture(struct exec_run *run, char *line)
{
    char *save = NULL;
    unsigned unit;
    unsigned compare = PIPE_FUNC_LEQUAL;
    const char *number = strtok_r(line, " ", &save);
    const char *extent = strtok_r(NULL, " ", &save);
    struct exec_image_params params = {.usage = VK_IMAGE_USAGE_SAMPLED_BIT};
    if (!number || !run_take_number(&number, &unit) || unit >= RUN_TEXTURES || !extent ||
        !take_extent(extent, &params.extent))
        return false;
    int target = texture_target(run, unit);
    if (target < 0)
        return false;
    params.target = (unsigned)target;
    params.format =
        exec_target_is_shadow(params.target) ? VK_FORMAT_D32_SFLOAT : VK_FORMAT_R32G32B32A32_SFLOAT;
    VkSamplerCreateInfo sampler = {
        .sType = VK_STRUCTURE_TYPE_SAMPLER_CREATE_INFO,
        .addressModeU = VK_SAMPLER_ADDRESS_MODE_CLAMP_TO_EDGE,
        .addressModeV = VK_SAMPLER_ADDRESS_MODE_CLAMP_TO_EDGE,
        .addressModeW = VK_SAMPLER_ADDRESS_MODE_CLAMP_TO_EDGE,
        .maxLod = VK_LOD_CLAMP_NONE,
        .borderColor = VK_BORDER_COLOR_FLOAT_OPAQUE_WHITE,
    };
    const struct run_setting settings[] = {
        {"levels", &params.num_levels}, {"samples", &params.num_samples}, {"compare", &compare}};
    for (char *w = strtok_r(NULL, " ", &save); w; w = strtok_r(NULL, " ", &save)) {
        if (!run_take_setting(w, settings, 3) && !set_sampler_word(&sampler, w) &&
            !set_format_word(&params, w))
            return false;
    }
    sampler.compareEnable = params.format == VK_FORMAT_D32_SFLOAT;
    sampler.compareOp = (VkCompareOp)compare; /* PIPE_FUNC_* and VkCompareOp have the same
                                                 numbers */
    struct exec_image *image = &run->textures[unit];
    exec_image_create(run->dev, &params, image);
    fill(run, image);
    exec_check(run->dev->vk.vkCreateSampler(run->dev->handle, &sampler, NULL, &image->sampler),
               "vkCreateSampler");
    return true;
}

/* Creates the image of a line "image N TARGET WxHxD FORMAT samples=N". */
static bool make_image(struct exec_run *run, char *line)
{
    char *save = NULL;
    unsigned unit;
    const char *number = strtok_r(line, " ", &save);
    const char *target = strtok_r(NULL, " ", &save);
    const char *extent = strtok_r(NULL, " ", &save);
    const char *format = strtok_r(NULL, " ", &save);
    const char *samples = strtok_r(NULL, " ", &save);
    struct exec_image_params params = {.usage = VK_IMAGE_USAGE_STORAGE_BIT};
    const struct run_setting setting = {"samples", &params.num_samples};
    if (!number || !run_take_number(&number, &unit) || unit >= RUN_SLOTS || !format ||
        !take_extent(extent, &params.extent) || exec_target(target) < 0)
        return false;
    params.target = (unsigned)exec_target(target);
    params.format = exec_format(format);
    if (params.format == VK_FORMAT_UNDEFINED ||
        (samples && !run_take_setting(samples, &setting, 1)))
        return false;
    exec_image_create(run->dev, &params, &run->images[unit]);
    if (samples)
        fill(run, &run->images[unit]);
    return true;
}

static void make_targets(struct exec_run *run)
{
    static const VkFormat formats[] = {
        [GALVAN_CBUF_FLOAT] = VK_FORMAT_R32G32B32A32_SFLOAT,
        [GALVAN_CBUF_SINT] = VK_FORMAT_R32G32B32A32_SINT,
        [GALVAN_CBUF_UINT] = VK_FORMAT_R32G32B32A32_UINT,
    };
    struct exec_image_params params = {
        .target = TGSI_TEXTURE_2D,
        .format = formats[run->target_class],
        .extent = {run->width, run->height, 1},
        .num_samples = run->num_samples,
        .usage = VK_IMAGE_USAGE_COLOR_ATTACHMENT_BIT | VK_IMAGE_USAGE_INPUT_ATTACHMENT_BIT,
    };
    for (unsigned i = 0; i < run->num_targets; i++)
        exec_image_create(run->dev, &params, &run->targets[i]);
    params.usage = VK_IMAGE_USAGE_DEPTH_STENCIL_ATTACHMENT_BIT;
    params.format = run->has_depth ? VK_FORMAT_D32_SFLOAT : VK_FORMAT_S8_UINT;
    if (run->has_depth || run->has_stencil)
        exec_image_create(run->dev, &params, &run->depth);
}

enum {
    PAST_THE_END = 0xdd /* bytes after a buffer's end, which shaders must not read */
};

static void make_buffers(struct exec_run *run)
{
    struct exec_device *dev = run->dev;
    const struct galvan_tgsi_info *info = galvan_tgsi_info(run->stages[run->main].tgsi);
    const bool kernel = run->main != GALVAN_STAGE_COMPUTE && run_is_compute(run);
    const uint32_t used[] = {info->const_mask, info->shader_buffers_mask, info->hw_atomics_mask, 1,
                             kernel ? 0xf : 0};
    for (unsigned kind = 0; kind < RUN_NUM_KINDS; kind++) {
        VkBufferUsageFlags usage = VK_BUFFER_USAGE_STORAGE_BUFFER_BIT;
        if (kind == RUN_CONST)
            usage |= VK_BUFFER_USAGE_UNIFORM_BUFFER_BIT;
        for (unsigned i = 0; i < RUN_SLOTS; i++) {
            struct exec_buffer *buffer = &run->slots[kind][i].buffer;
            if (!(used[kind] >> i & 1))
                continue;
            exec_buffer_create(dev, RUN_WORDS * 4, usage, buffer);
            if (run->stages[run->main].key.device.check_bounds)
                memset(buffer->data, PAST_THE_END, RUN_WORDS * 4);
        }
    }
    if (run->main == GALVAN_STAGE_COMPUTE)
        return;
    exec_buffer_create(dev, sizeof(run->attribs), VK_BUFFER_USAGE_VERTEX_BUFFER_BIT,
                       &run->vertices);
    exec_buffer_create(dev, RUN_VERTICES * 4, VK_BUFFER_USAGE_INDEX_BUFFER_BIT, &run->indices);
    for (unsigned i = 0; i < RUN_VERTICES; i++)
        ((uint32_t *)run->indices.data)[i] = i;
    if (kernel)
        exec_buffer_create(dev, RUN_TASKS_B, VK_BUFFER_USAGE_STORAGE_BUFFER_BIT, &run->tasks);
}

bool run_resources(struct exec_run *run)
{
    char *rest;
    char copy[256];
    make_targets(run);
    make_buffers(run);
    for (unsigned i = 0; i < run->c->num_value_lines; i++) {
        const char *line = run->c->value_lines[i];
        bool texture = case_is_directive(line, "texture", &rest);
        if (!texture && !case_is_directive(line, "image", &rest))
            continue;
        snprintf(copy, sizeof(copy), "%s", rest);
        if (!(texture ? make_texture(run, copy) : make_image(run, copy))) {
            fprintf(stderr, "%s: cannot read: %s\n", run->c->name, line);
            return false;
        }
    }
    return true;
}

void run_resources_finish(struct exec_run *run)
{
    struct exec_device *dev = run->dev;
    for (unsigned kind = 0; kind < RUN_NUM_KINDS; kind++) {
        for (unsigned i = 0; i < RUN_SLOTS; i++)
            exec_buffer_destroy(dev, &run->slots[kind][i].buffer);
    }
    for (unsigned i = 0; i < RUN_TEXTURES; i++)
        exec_image_destroy(dev, &run->textures[i]);
    for (unsigned i = 0; i < RUN_SLOTS; i++)
        exec_image_destroy(dev, &run->images[i]);
    for (unsigned i = 0; i < RUN_TARGETS; i++)
        exec_image_destroy(dev, &run->targets[i]);
    exec_image_destroy(dev, &run->depth);
    exec_buffer_destroy(dev, &run->vertices);
    exec_buffer_destroy(dev, &run->indices);
    exec_buffer_destroy(dev, &run->tasks);
}
