/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Sampler views, and views for the driver's own commands. */
#ifndef GV_SAMPLER_VIEW_H
#define GV_SAMPLER_VIEW_H

#include "driver/resource/resource.h"
#include "driver/view/texel_view.h"

struct gv_context;
struct gv_recorder;
struct gv_screen;
struct gv_vk_device;

/* The requirements of a view for its sampler. For border colours: the component of the API's
 * colour (2 bits) for each stored component, XOR GV_BORDER_IN_PLACE, and how the format limits it.
 * 0: no requirement. */
enum {
    GV_BORDER_IN_PLACE = 0xe4,
    GV_BORDER_SOURCES = 0xff,
    GV_BORDER_CLASS_SHIFT = 8,
    GV_BORDER_CLASS = 3 << GV_BORDER_CLASS_SHIFT,
    GV_WANTS_NO_MINMAX = 1 << 10,  /* the format does not support minimum or maximum filters */
    GV_WANTS_NO_LINEAR = 1 << 11,  /* ... or not at all */
    GV_WANTS_NO_COMPARE = 1 << 12, /* the shader does not compare; a property of the lookup, not
                                      of the view */
    /* On devices without borderColorSwizzleFromImage: the view's component mapping, 3 bits for each
     * VkComponentSwizzle, and whether its format is sRGB. */
    GV_BORDER_MAPPING_SHIFT = 13,
    GV_BORDER_MAPPING = 0xfff << GV_BORDER_MAPPING_SHIFT,
    GV_BORDER_SRGB = 1 << 25,
};

enum gv_border_class {
    GV_BORDER_FLOAT = 0,
    GV_BORDER_UNORM,
    GV_BORDER_SNORM,
    GV_BORDER_INT,
};

/* What shows a storage. */
struct gv_sampled {
    struct gv_storage *storage; /* counted */
    VkImageView image_view;     /* VK_NULL_HANDLE for buffers */
    VkImageView compare_view;   /* for lookups that compare; VK_NULL_HANDLE: image_view does */
    struct gv_texel_view texels;
};

/* A sampler view. The batch defers its destruction, so a view needs no reference count of its
 * uses. */
struct gv_sampler_view {
    struct pipe_sampler_view base;
    struct gv_sampled shown; /* view of the resource's storage at the last draw */
    VkImageViewType type;
    uint8_t sampled;         /* enum galvan_cbuf_class of its texels */
    bool multisampled;       /* the image has several samples */
    uint8_t shadow_swizzle;  /* as in struct galvan_spirv_key, 0 unless of depth */
    uint16_t buffer_swizzle; /* likewise, unless of a buffer */
    uint32_t sampler_wants;  /* GV_WANTS_*, GV_BORDER_* */
    uint8_t components[4];   /* PIPE_SWIZZLE_* of the stored components, for shaders */
};

static inline struct gv_sampler_view *gv_sampler_view(struct pipe_sampler_view *view)
{
    return (struct gv_sampler_view *)view;
}

/* The format description for a view of res as format; NULL if that is not possible. */
const struct gv_format *gv_view_format(const struct gv_screen *screen,
                                       const struct gv_resource *res, enum pipe_format format);

/* Makes the view refer to another storage of its resource. If memory runs out, it keeps the old
 * one. */
void gv_sampler_view_show(struct gv_recorder *rec, struct gv_sampler_view *view,
                          struct gv_storage *storage);

/* Whether shaders may fetch one of several samples through a view, at a unit whose target has
 * several. They may without a view. */
static inline bool gv_view_has_samples(struct pipe_sampler_view *view)
{
    return !view || gv_sampler_view(view)->multisampled;
}

/* Call before each use of a view: makes it refer to its resource's present storage, and returns
 * that. */
static inline struct gv_storage *gv_sampler_view_update(struct gv_recorder *rec,
                                                        struct gv_sampler_view *view)
{
    struct gv_storage *storage = gv_resource(view->base.texture)->storage;
    if (view->shown.storage != storage)
        gv_sampler_view_show(rec, view, storage);
    return view->shown.storage;
}

/* A view's create info with its pNext chain, which points into this struct; it must not be
 * moved. */
struct gv_view_info {
    VkImageViewCreateInfo create;
    VkImageViewUsageCreateInfo usage;
};

/* The part of a texture that an image of a TGSI_TEXTURE_* target shows; false if that is not
 * possible. */
bool gv_storage_view_describe(const struct gv_screen *screen, const struct pipe_image_view *view,
                              unsigned tgsi_target, struct gv_view_info *out_info);

/* Creates a view for commands that are about to be recorded. */
struct gv_temp_view {
    VkImageView view;
};

/* NULL on failure. */
struct gv_temp_view *gv_temp_view_create(struct gv_vk_device *dev,
                                         const VkImageViewCreateInfo *info);

/* Call after the commands are recorded: the view is destroyed when they have finished. NULL is
 * fine. */
void gv_temp_view_end(struct gv_recorder *rec, struct gv_temp_view *view);

/* Sampler views, samplers, surfaces. */
void gv_context_init_views(struct gv_context *ctx);

/* Whether lookups of this TGSI_TEXTURE_* compare. */
bool gv_is_shadow_target(unsigned target);
/* Whether lookups of this TGSI_TEXTURE_* fetch one of several samples. */
bool gv_is_multisampled_target(unsigned target);

#endif
