/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* How a shader gets a vertex element: Vulkan's vertex fetch converts the element, or fetches dwords
 * that the shader unpacks, or the shader loads the element from memory. */
#include "driver/screen/format.h"
#include "driver/screen/format_table.h"
#include "pipe/p_format_description.h"
#include "util/array.h"
#include "vk/device.h"

/* Formats that fetch whole dwords, indexed by the number of dwords. */
static const VkFormat words_formats[] = {
    VK_FORMAT_UNDEFINED,      VK_FORMAT_R32_UINT,          VK_FORMAT_R32G32_UINT,
    VK_FORMAT_R32G32B32_UINT, VK_FORMAT_R32G32B32A32_UINT,
};

/* Elements that need two fetches, by the size of the element. Every device supports these
 * formats. */
static const struct {
    uint8_t size_B, rest_offset_B;
    VkFormat first, rest;
} parts_formats[] = {
    {3, 2, VK_FORMAT_R8G8_UINT, VK_FORMAT_R8_UINT},
    {6, 4, VK_FORMAT_R16G16_UINT, VK_FORMAT_R16_UINT},
    {24, 16, VK_FORMAT_R32G32B32A32_UINT, VK_FORMAT_R32G32_UINT},
    {32, 16, VK_FORMAT_R32G32B32A32_UINT, VK_FORMAT_R32G32B32A32_UINT},
};

static bool channel_type(const struct util_format_channel_description *channel, unsigned *out_type)
{
    bool is_signed = channel->type == UTIL_FORMAT_TYPE_SIGNED;
    switch (channel->type) {
    case UTIL_FORMAT_TYPE_FLOAT:
        *out_type = GALVAN_CHANNEL_FLOAT;
        return channel->size >= 16;
    case UTIL_FORMAT_TYPE_FIXED:
        *out_type = GALVAN_CHANNEL_FIXED;
        return channel->size == 32;
    case UTIL_FORMAT_TYPE_UNSIGNED:
    case UTIL_FORMAT_TYPE_SIGNED:
        if (channel->normalized)
            *out_type = is_signed ? GALVAN_CHANNEL_SNORM : GALVAN_CHANNEL_UNORM;
        else if (channel->pure_integer)
            *out_type = is_signed ? GALVAN_CHANNEL_SINT : GALVAN_CHANNEL_UINT;
        else
            *out_type = is_signed ? GALVAN_CHANNEL_SSCALED : GALVAN_CHANNEL_USCALED;
        return channel->size <= 32;
    default:
        return false;
    }
}

static bool channel_sizes(const struct util_format_description *desc, unsigned *out_sizes)
{
    static const struct {
        uint8_t bits[4];
        uint8_t sizes;
    } patterns[] = {
        {{8, 8, 8, 8}, GALVAN_CHANNELS_8},
        {{16, 16, 16, 16}, GALVAN_CHANNELS_16},
        {{32, 32, 32, 32}, GALVAN_CHANNELS_32},
        {{64, 64, 64, 64}, GALVAN_CHANNELS_64},
        {{10, 10, 10, 2}, GALVAN_CHANNELS_10_10_10_2},
        {{2, 10, 10, 10}, GALVAN_CHANNELS_2_10_10_10},
    };
    for (size_t p = 0; p < GV_ARRAY_SIZE(patterns); p++) {
        unsigned i = 0;
        while (i < desc->nr_channels && desc->channel[i].size == patterns[p].bits[i])
            i++;
        *out_sizes = patterns[p].sizes;
        if (i == desc->nr_channels)
            return true;
    }
    return false;
}

/* Returns the source of component i of an element: a channel, or GALVAN_CHANNEL_ZERO or _ONE. */
static unsigned component(const struct util_format_description *desc, unsigned i)
{
    switch (desc->swizzle[i]) {
    case PIPE_SWIZZLE_X:
    case PIPE_SWIZZLE_Y:
    case PIPE_SWIZZLE_Z:
    case PIPE_SWIZZLE_W:
        return desc->swizzle[i];
    case PIPE_SWIZZLE_1:
        return GALVAN_CHANNEL_ONE;
    default:
        return GALVAN_CHANNEL_ZERO;
    }
}

/* Returns the description by which a shader unpacks a vertex element. 0 if the format is not a
 * vertex format. */
static uint32_t vertex_layout(enum pipe_format format)
{
    const struct util_format_description *desc = util_format_description(format);
    unsigned type, sizes, parts[4], seen_mask = 0, data_mask = 0;
    if (format == PIPE_FORMAT_R11G11B10_FLOAT)
        return GALVAN_ATTRIB_LAYOUT(GALVAN_CHANNEL_FLOAT, GALVAN_CHANNELS_11_11_10, 3, 0, 1, 2,
                                    GALVAN_CHANNEL_ONE);
    if (!desc || desc->layout != UTIL_FORMAT_LAYOUT_PLAIN || desc->is_mixed ||
        desc->colorspace != UTIL_FORMAT_COLORSPACE_RGB || !desc->nr_channels)
        return 0;
    int first = util_format_get_first_non_void_channel(format);
    if (first < 0 || !channel_type(&desc->channel[first], &type) || !channel_sizes(desc, &sizes))
        return 0;
    for (unsigned i = 0; i < desc->nr_channels; i++)
        data_mask |= (unsigned)(desc->channel[i].type != UTIL_FORMAT_TYPE_VOID) << i;
    for (unsigned i = 0; i < 4; i++) {
        parts[i] = component(desc, i);
        if (parts[i] < 4 && seen_mask & 1u << parts[i])
            return 0; /* luminance and intensity formats */
        if (parts[i] < 4)
            seen_mask |= 1u << parts[i];
    }
    if (seen_mask != data_mask || parts[0] >= 4) /* alpha formats */
        return 0;
    return GALVAN_ATTRIB_LAYOUT(type, sizes, desc->nr_channels, parts[0], parts[1], parts[2],
                                parts[3]);
}

/* Ranges of the formats for which every Vulkan device supports vertex fetch. A range may include
 * other formats, but only formats in the table are looked up. */
static const VkFormat required[][2] = {
    {VK_FORMAT_R8_UNORM, VK_FORMAT_R8G8_SINT},
    {VK_FORMAT_R8G8B8A8_UNORM, VK_FORMAT_R8G8B8A8_SINT},
    {VK_FORMAT_B8G8R8A8_UNORM, VK_FORMAT_B8G8R8A8_UNORM},
    {VK_FORMAT_A2B10G10R10_UNORM_PACK32, VK_FORMAT_A2B10G10R10_UNORM_PACK32},
    {VK_FORMAT_R16_UNORM, VK_FORMAT_R16G16_SFLOAT},
    {VK_FORMAT_R16G16B16A16_UNORM, VK_FORMAT_R16G16B16A16_SFLOAT},
    {VK_FORMAT_R32_UINT, VK_FORMAT_R32G32B32A32_SFLOAT},
};

/* Whether GALVAN_MASK hides the format: it can hide all optional vertex formats. */
static bool is_hidden(const struct gv_vk_device *dev, VkFormat vk)
{
    if (dev->caps.optionalVertexFormats)
        return false;
    for (size_t i = 0; i < GV_ARRAY_SIZE(required); i++) {
        if (vk >= required[i][0] && vk <= required[i][1])
            return false;
    }
    return true;
}

static bool can_fetch(const struct gv_vk_device *dev, VkFormat vk)
{
    return gv_vk_format_properties(dev, vk).bufferFeatures & VK_FORMAT_FEATURE_2_VERTEX_BUFFER_BIT;
}

/* Returns the alignment of an element. Vulkan requires attributes to be aligned to their component
 * or packed element. */
static uint8_t alignment_B(const struct util_format_description *desc)
{
    if (!desc->is_array)
        return 4;
    return (uint8_t)(desc->channel[0].size / 8);
}

static void fetch_in_parts(struct gv_format *f)
{
    for (size_t i = 0; i < GV_ARRAY_SIZE(parts_formats); i++) {
        if (parts_formats[i].size_B != f->vertex_size_B)
            continue;
        f->vertex = parts_formats[i].first;
        f->vertex_rest = parts_formats[i].rest;
        f->vertex_rest_offset_B = parts_formats[i].rest_offset_B;
        f->vertex_attrib = GALVAN_ATTRIB_PARTS;
        if (f->vertex_align_B > 4)
            f->vertex_align_B = 4;
    }
}

void gv_format_resolve_vertex(const struct gv_vk_device *dev, enum pipe_format format,
                              struct gv_format *f)
{
    const struct util_format_description *desc = util_format_description(format);
    uint32_t layout = vertex_layout(format);
    if (!layout)
        return;
    f->vertex_size_B = (uint8_t)(desc->block.bits / 8);
    f->vertex_align_B = alignment_B(desc);
    const struct gv_vertex_row *row = &gv_vertex_rows[format];
    for (unsigned i = 0; i < GV_MAX_VERTEX_CANDIDATES && !f->vertex; i++) {
        const struct gv_vertex_candidate *c = &row->candidates[i];
        if (c->vk == VK_FORMAT_UNDEFINED || is_hidden(dev, c->vk) || !can_fetch(dev, c->vk))
            continue;
        f->vertex = c->vk;
        f->vertex_attrib = c->attrib;
    }
    unsigned words = f->vertex_size_B / 4u;
    if (!f->vertex && f->vertex_size_B % 4 == 0 && words < GV_ARRAY_SIZE(words_formats)) {
        f->vertex = words_formats[words];
        f->vertex_attrib = GALVAN_ATTRIB_WORDS;
        f->vertex_align_B = 4;
    }
    /* If the device has buffer addresses, the shader loads formats that the device cannot fetch. */
    if (!f->vertex && !dev->caps.bufferDeviceAddress)
        fetch_in_parts(f);
    if (!f->vertex && !dev->caps.bufferDeviceAddress)
        return;
    f->vertex_layout = layout;
    if (!f->vertex)
        f->vertex_attrib = GALVAN_ATTRIB_PULLED;
}
