/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
#include "driver/resource/dma_buf.h"

#include <assert.h>
#include <poll.h>

#include "driver/resource/image.h"
#include "driver/screen/screen.h"
#include "pipe/p_format_description.h"
#include "util/log.h"
#include "util/wait_fd.h"

enum {
    MAX_WAIT_MS = 1000
};

/* ---- Uses ------------------------------------------------------------------------------------ */

bool gv_dma_buf_wanted(const struct pipe_resource *templ)
{
    const unsigned both = PIPE_BIND_SHARED | PIPE_BIND_SCANOUT;
    return (templ->bind & both) == both;
}

static bool shape_fits(const struct gv_format *format, const struct pipe_resource *t)
{
    return (t->target == PIPE_TEXTURE_2D || t->target == PIPE_TEXTURE_RECT) && !t->last_level &&
           t->array_size == 1 && t->nr_samples <= 1 &&
           format->aspects == VK_IMAGE_ASPECT_COLOR_BIT && !util_format_is_compressed(t->format);
}

/* Adds a format to the info's list, unless the list has it. */
static void list_format(struct gv_image_info *info, VkFormat format)
{
    for (uint32_t i = 0; i < info->list.viewFormatCount; i++) {
        if (info->formats[i] == format)
            return;
    }
    assert(info->list.viewFormatCount < GV_MAX_VIEW_FORMATS);
    info->formats[info->list.viewFormatCount++] = format;
}

void gv_dma_buf_list_formats(const struct gv_screen *screen, const struct pipe_resource *templ,
                             struct gv_image_uses uses, struct gv_image_info *info)
{
    const unsigned texel_B = util_format_get_blocksize(templ->format);
    if (uses.formats != GV_IMAGE_ANY_FORMAT)
        return;
    info->list = (VkImageFormatListCreateInfo){
        .sType = VK_STRUCTURE_TYPE_IMAGE_FORMAT_LIST_CREATE_INFO,
        .pViewFormats = info->formats,
    };
    for (unsigned f = 0; f < GV_NUM_FORMATS; f++) {
        const struct gv_format *format = gv_format_get(screen, f);
        if (format->castable && util_format_get_blocksize(f) == texel_B)
            list_format(info, format->vk);
    }
    info->create.pNext = &info->list;
}

/* Returns the VK_EXTERNAL_MEMORY_FEATURE_* bits of a texture with this modifier. Fills in *uses:
 * all uses that the modifier supports, except for storage. */
static VkExternalMemoryFeatureFlags query(const struct gv_screen *screen,
                                          const struct pipe_resource *t,
                                          const struct gv_vk_modifier *modifier,
                                          struct gv_image_uses *uses)
{
    const struct gv_format *format = gv_format_get(screen, t->format);
    struct gv_format with_modifier = *format;
    struct gv_image_info info;
    const bool has_twin =
        gv_format_twin(format->vk) != VK_FORMAT_UNDEFINED && screen->dev->caps.imageFormatList;
    VkExternalMemoryFeatureFlags features = 0;
    with_modifier.image_features = modifier->features;
    uses->usage = gv_format_image_usage(screen->dev, &with_modifier, 1) &
                  ~(VkImageUsageFlags)VK_IMAGE_USAGE_STORAGE_BIT;
    for (uses->formats = has_twin ? GV_IMAGE_TWIN : GV_IMAGE_OWN_FORMAT;; uses->formats--) {
        gv_image_describe(screen, t, *uses, &info);
        features = gv_vk_dma_buf_features(screen->dev, &info.create, modifier->name);
        if (features || uses->formats == GV_IMAGE_OWN_FORMAT)
            return features;
    }
}

static bool renders(const struct pipe_resource *t)
{
    return t->bind & PIPE_BIND_RENDER_TARGET;
}

bool gv_dma_buf_choose(const struct gv_screen *screen, const struct pipe_resource *templ,
                       struct gv_dma_buf_choice *out_choice)
{
    const struct gv_format *format = gv_format_get(screen, templ->format);
    struct gv_vk_modifier modifiers[GV_VK_MAX_MODIFIERS];
    const unsigned num = gv_vk_modifiers(screen->dev, format->vk, modifiers);
    const VkImageUsageFlags required =
        VK_IMAGE_USAGE_TRANSFER_SRC_BIT | VK_IMAGE_USAGE_TRANSFER_DST_BIT |
        (renders(templ) ? VK_IMAGE_USAGE_COLOR_ATTACHMENT_BIT : VK_IMAGE_USAGE_SAMPLED_BIT);
    *out_choice = (struct gv_dma_buf_choice){.uses = {UINT32_MAX, GV_IMAGE_TWIN}};
    if (!shape_fits(format, templ))
        return false;
    for (unsigned i = 0; i < num; i++) {
        struct gv_image_uses uses;
        if (((templ->bind & PIPE_BIND_LINEAR) && modifiers[i].name != GV_VK_MODIFIER_LINEAR) ||
            !(query(screen, templ, &modifiers[i], &uses) &
              VK_EXTERNAL_MEMORY_FEATURE_EXPORTABLE_BIT) ||
            (required & ~uses.usage))
            continue;
        out_choice->uses.usage &= uses.usage;
        if (uses.formats < out_choice->uses.formats)
            out_choice->uses.formats = uses.formats;
        out_choice->modifiers[out_choice->num_modifiers++] = modifiers[i].name;
    }
    return out_choice->num_modifiers;
}

/* Adds the modifiers that support the choice's uses, if there are any. */
static bool choose_by_uses(const struct gv_screen *screen, const struct pipe_resource *templ,
                           struct gv_dma_buf_choice *choice)
{
    struct gv_vk_modifier modifiers[GV_VK_MAX_MODIFIERS];
    const unsigned num =
        gv_vk_modifiers(screen->dev, gv_format_get(screen, templ->format)->vk, modifiers);
    struct gv_image_info info;
    gv_image_describe(screen, templ, choice->uses, &info);
    gv_dma_buf_list_formats(screen, templ, choice->uses, &info);
    for (unsigned i = 0; i < num; i++) {
        if (gv_vk_dma_buf_features(screen->dev, &info.create, modifiers[i].name) &
            VK_EXTERNAL_MEMORY_FEATURE_EXPORTABLE_BIT)
            choice->modifiers[choice->num_modifiers++] = modifiers[i].name;
    }
    return choice->num_modifiers;
}

bool gv_dma_buf_choose_for(const struct gv_screen *screen, const struct pipe_resource *templ,
                           struct gv_image_uses uses, struct gv_dma_buf_choice *out_choice)
{
    const struct gv_format *format = gv_format_get(screen, templ->format);
    const bool has_twin = gv_format_twin(format->vk) != VK_FORMAT_UNDEFINED;
    *out_choice = (struct gv_dma_buf_choice){.uses = uses};
    if (!shape_fits(format, templ))
        return false;
    while (!choose_by_uses(screen, templ, out_choice)) {
        enum gv_image_formats *formats = &out_choice->uses.formats;
        if (*formats == GV_IMAGE_OWN_FORMAT)
            return false;
        *formats =
            *formats == GV_IMAGE_ANY_FORMAT && has_twin ? GV_IMAGE_TWIN : GV_IMAGE_OWN_FORMAT;
    }
    return true;
}

bool gv_dma_buf_uses(const struct gv_screen *screen, const struct pipe_resource *templ,
                     uint64_t modifier, struct gv_image_uses *out_uses)
{
    const struct gv_format *format = gv_format_get(screen, templ->format);
    struct gv_vk_modifier modifiers[GV_VK_MAX_MODIFIERS];
    const unsigned num = gv_vk_modifiers(screen->dev, format->vk, modifiers);
    if (!shape_fits(format, templ))
        return false;
    for (unsigned i = 0; i < num; i++) {
        if (modifiers[i].name == modifier)
            return query(screen, templ, &modifiers[i], out_uses) &
                   VK_EXTERNAL_MEMORY_FEATURE_IMPORTABLE_BIT;
    }
    return false;
}

/* ---- Other users ----------------------------------------------------------------------------- */

void gv_dma_buf_wait(const struct gv_storage *storage, bool for_write)
{
    const int fd = gv_storage_dma_buf_fd(storage);
    if (fd < 0 || gv_vk_dma_buf_wait(storage->screen->dev, fd, for_write))
        return;
    if (storage->dma_buf.fd >= 0 &&
        !gv_wait_fd(fd, for_write ? POLLOUT : POLLIN, MAX_WAIT_MS * UINT64_C(1000000)))
        gv_warn(&storage->screen->log, "driver",
                "another device has used a dma-buf for %d ms; its contents may be incomplete",
                MAX_WAIT_MS);
}

/* ---- Methods of the screen ------------------------------------------------------------------- */

/* Stores the modifiers with which textures of a format can be imported and sampled. Returns their
 * number. */
static unsigned importable(struct pipe_screen *pscreen, enum pipe_format format,
                           uint64_t out_modifiers[GV_VK_MAX_MODIFIERS])
{
    const struct gv_screen *screen = gv_screen(pscreen);
    const struct pipe_resource small = {
        .target = PIPE_TEXTURE_2D,
        .format = format,
        .width0 = 16,
        .height0 = 16,
        .depth0 = 1,
        .array_size = 1,
        .nr_samples = 1,
        .nr_storage_samples = 1,
        .bind = PIPE_BIND_SAMPLER_VIEW,
    };
    struct gv_vk_modifier modifiers[GV_VK_MAX_MODIFIERS];
    unsigned num = 0;
    if (!shape_fits(gv_format_get(screen, format), &small))
        return 0;
    const unsigned num_all =
        gv_vk_modifiers(screen->dev, gv_format_get(screen, format)->vk, modifiers);
    for (unsigned i = 0; i < num_all; i++) {
        struct gv_image_uses uses;
        if ((query(screen, &small, &modifiers[i], &uses) &
             VK_EXTERNAL_MEMORY_FEATURE_IMPORTABLE_BIT) &&
            (uses.usage & VK_IMAGE_USAGE_SAMPLED_BIT))
            out_modifiers[num++] = modifiers[i].name;
    }
    return num;
}

static void query_dmabuf_modifiers(struct pipe_screen *pscreen, enum pipe_format format, int max,
                                   uint64_t *out_modifiers, unsigned *out_external_only,
                                   int *out_count)
{
    uint64_t modifiers[GV_VK_MAX_MODIFIERS];
    const int num = (int)importable(pscreen, format, modifiers);
    for (int i = 0; i < max && i < num; i++) {
        out_modifiers[i] = modifiers[i];
        if (out_external_only)
            out_external_only[i] = 0;
    }
    *out_count = max && max < num ? max : num;
}

static boolean is_dmabuf_modifier_supported(struct pipe_screen *pscreen, uint64_t modifier,
                                            enum pipe_format format, bool *out_external_only)
{
    uint64_t modifiers[GV_VK_MAX_MODIFIERS];
    const unsigned num = importable(pscreen, format, modifiers);
    if (out_external_only)
        *out_external_only = false;
    for (unsigned i = 0; i < num; i++) {
        if (modifiers[i] == modifier)
            return TRUE;
    }
    return FALSE;
}

static unsigned get_dmabuf_modifier_planes(struct pipe_screen *pscreen, uint64_t modifier,
                                           enum pipe_format format)
{
    return is_dmabuf_modifier_supported(pscreen, modifier, format, NULL) ? 1 : 0;
}

void gv_screen_init_dma_bufs(struct gv_screen *screen)
{
    if (!screen->dev->caps.externalMemoryDmaBuf || !screen->dev->caps.imageDrmFormatModifier)
        return;
    screen->base.query_dmabuf_modifiers = query_dmabuf_modifiers;
    screen->base.is_dmabuf_modifier_supported = is_dmabuf_modifier_supported;
    screen->base.get_dmabuf_modifier_planes = get_dmabuf_modifier_planes;
}
