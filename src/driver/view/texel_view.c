/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
#include "driver/view/texel_view.h"

#include "driver/resource/storage.h"
#include "driver/screen/format.h"
#include "driver/screen/screen.h"
#include "galvan/spirv.h"
#include "pipe/p_format_description.h"

/* Returns how many texels of the view form a texel of the API. */
static unsigned num_parts(const struct gv_format *format)
{
    if (format->buffer_parts & GALVAN_BUFFER_THIRDS)
        return 3;
    return format->buffer_parts & GALVAN_BUFFER_HALVES ? 2 : 1;
}

/* Finds the range of bytes that the template describes, by bytes or by elements, clipped to the
 * buffer. `parts` is num_parts() of the template's format. */
static bool buffer_range(struct gv_screen *screen, const struct pipe_sampler_view *templ,
                         unsigned parts, VkDeviceSize *out_offset_B, VkDeviceSize *out_size_B)
{
    const VkPhysicalDeviceLimits *limits = &screen->dev->properties.limits;
    uint64_t block_B = util_format_get_blocksize(templ->format);
    uint64_t offset_B = templ->u.buf.offset, size_B = templ->u.buf.size;
    if (!size_B) {
        if (templ->u.buf.first_element > templ->u.buf.last_element)
            return false;
        offset_B = templ->u.buf.first_element * block_B;
        size_B = ((uint64_t)templ->u.buf.last_element - templ->u.buf.first_element + 1) * block_B;
    }
    uint64_t width_B = templ->texture->width0;
    if (!block_B || offset_B >= width_B || offset_B % limits->minTexelBufferOffsetAlignment != 0)
        return false;
    if (size_B > width_B - offset_B)
        size_B = width_B - offset_B;
    uint64_t elements = size_B / block_B;
    uint64_t most = limits->maxTexelBufferElements / parts;
    if (elements > most)
        elements = most;
    if (!elements)
        return false;
    *out_offset_B = offset_B;
    *out_size_B = elements * block_B;
    return true;
}

uint16_t gv_texel_view_swizzle(const struct gv_screen *screen,
                               const struct pipe_sampler_view *templ)
{
    const struct gv_format *format = gv_format_get(screen, templ->format);
    const unsigned wanted[4] = {templ->swizzle_r, templ->swizzle_g, templ->swizzle_b,
                                templ->swizzle_a};
    unsigned c[4];
    for (unsigned i = 0; i < 4; i++) {
        c[i] = wanted[i] <= PIPE_SWIZZLE_W ? format->buffer_swizzle[wanted[i]] : wanted[i];
        if (c[i] > PIPE_SWIZZLE_1)
            c[i] = PIPE_SWIZZLE_0;
    }
    uint16_t packed = GALVAN_BUFFER_SWIZZLE(c[0], c[1], c[2], c[3]);
    if (format->buffer_parts)
        return (uint16_t)(packed | format->buffer_parts);
    return packed == GALVAN_BUFFER_SWIZZLE(0, 1, 2, 3) ? 0 : packed;
}

bool gv_texel_view_create(struct gv_screen *screen, const struct pipe_sampler_view *templ,
                          const struct gv_storage *storage, struct gv_texel_view *out_view)
{
    const struct gv_format *format = gv_format_get(screen, templ->format);
    const struct gv_vk_buffer *buffer = &storage->buffer;
    VkBufferViewCreateInfo info = {
        .sType = VK_STRUCTURE_TYPE_BUFFER_VIEW_CREATE_INFO,
        .buffer = buffer->handle,
        .format = format->buffer,
    };
    struct gv_texel_view t = {VK_NULL_HANDLE, VK_NULL_HANDLE};
    if (format->buffer == VK_FORMAT_UNDEFINED ||
        !buffer_range(screen, templ, num_parts(format), &info.offset, &info.range))
        return false;
    if (format->buffer_only_read) {
        VkResult result = gv_vk_buffer_alias(screen->dev, buffer,
                                             VK_BUFFER_USAGE_UNIFORM_TEXEL_BUFFER_BIT, &t.alias);
        if (result != VK_SUCCESS) {
            gv_vk_device_error(screen->dev, "a buffer for a view", result);
            return false;
        }
        info.buffer = t.alias;
    }
    VkResult result = GV_VK_CREATE(screen->dev, BufferView, &info, &t.handle);
    if (result != VK_SUCCESS) {
        gv_vk_device_error(screen->dev, "vkCreateBufferView", result);
        screen->dev->vk.vkDestroyBuffer(screen->dev->handle, t.alias, NULL);
        return false;
    }
    *out_view = t;
    return true;
}

void gv_texel_view_destroy(struct gv_vk_device *dev, const struct gv_texel_view *t)
{
    dev->vk.vkDestroyBufferView(dev->handle, t->handle, NULL);
    dev->vk.vkDestroyBuffer(dev->handle, t->alias, NULL);
}
