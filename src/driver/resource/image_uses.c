/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
#include "driver/resource/image_uses.h"

#include "driver/screen/screen.h"
#include "util/array.h"

bool gv_image_exceeds_framebuffers(const struct gv_screen *screen,
                                   const struct pipe_resource *templ)
{
    const VkPhysicalDeviceLimits *limits = &screen->dev->properties.limits;
    return templ->width0 > limits->maxFramebufferWidth ||
           templ->height0 > limits->maxFramebufferHeight;
}

static VkImageUsageFlags possible(const struct gv_screen *screen, const struct pipe_resource *templ)
{
    const VkImageUsageFlags attachments =
        VK_IMAGE_USAGE_COLOR_ATTACHMENT_BIT | VK_IMAGE_USAGE_DEPTH_STENCIL_ATTACHMENT_BIT;
    const VkImageUsageFlags usage = gv_format_image_usage(
        screen->dev, gv_format_get(screen, templ->format), templ->nr_storage_samples);
    return gv_image_exceeds_framebuffers(screen, templ) ? usage & ~attachments : usage;
}

struct gv_image_uses gv_image_uses_named(const struct gv_screen *screen,
                                         const struct pipe_resource *templ)
{
    static const struct {
        unsigned binds;
        VkImageUsageFlags usage;
    } map[] = {
        {PIPE_BIND_SAMPLER_VIEW, VK_IMAGE_USAGE_SAMPLED_BIT},
        {PIPE_BIND_RENDER_TARGET | PIPE_BIND_BLENDABLE | PIPE_BIND_DISPLAY_TARGET,
         VK_IMAGE_USAGE_COLOR_ATTACHMENT_BIT},
        {PIPE_BIND_DEPTH_STENCIL, VK_IMAGE_USAGE_DEPTH_STENCIL_ATTACHMENT_BIT},
        {GV_STORAGE_BINDS, VK_IMAGE_USAGE_STORAGE_BIT},
    };
    VkImageUsageFlags usage = VK_IMAGE_USAGE_TRANSFER_SRC_BIT | VK_IMAGE_USAGE_TRANSFER_DST_BIT;
    for (size_t i = 0; i < GV_ARRAY_SIZE(map); i++) {
        if (templ->bind & map[i].binds)
            usage |= map[i].usage;
    }
    return (struct gv_image_uses){usage & possible(screen, templ), GV_IMAGE_OWN_FORMAT};
}

struct gv_image_uses gv_image_uses_all(const struct gv_screen *screen,
                                       const struct pipe_resource *templ)
{
    const struct gv_format *format = gv_format_get(screen, templ->format);
    struct gv_image_uses uses = {possible(screen, templ), GV_IMAGE_OWN_FORMAT};
    if (!(templ->bind & GV_STORAGE_BINDS))
        uses.usage &= ~(VkImageUsageFlags)VK_IMAGE_USAGE_STORAGE_BIT;
    if (format->castable)
        uses.formats = GV_IMAGE_ANY_FORMAT;
    else if (gv_format_twin(format->vk) != VK_FORMAT_UNDEFINED)
        uses.formats = GV_IMAGE_TWIN;
    return uses;
}

struct gv_image_uses gv_image_uses_of_view(const struct gv_format *format, VkFormat vk,
                                           VkImageUsageFlags usage)
{
    return (struct gv_image_uses){usage, vk == format->vk                   ? GV_IMAGE_OWN_FORMAT
                                         : vk == gv_format_twin(format->vk) ? GV_IMAGE_TWIN
                                                                            : GV_IMAGE_ANY_FORMAT};
}

struct gv_image_uses gv_image_uses_join(struct gv_image_uses a, struct gv_image_uses b)
{
    return (struct gv_image_uses){a.usage | b.usage, a.formats > b.formats ? a.formats : b.formats};
}

bool gv_image_uses_cover(struct gv_image_uses have, struct gv_image_uses want)
{
    return !(want.usage & ~have.usage) && have.formats >= want.formats;
}
