/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Sampler views, and views that the driver makes for itself. */
#ifndef GV_SAMPLER_VIEW_H
#define GV_SAMPLER_VIEW_H

#include "driver/resource/resource.h"
#include "driver/view/texel_view.h"

/* What a view wants of the sampler beside it. Border colours: a component of the API's colour (2
 * bits) for each that memory has, with all of GV_BORDER_IN_PLACE's bits flipped, and how the format
 * limits it. 0: nothing. */
enum {
    GV_BORDER_IN_PLACE = 0xe4,
    GV_BORDER_SOURCES = 0xff,
    GV_BORDER_CLASS_SHIFT = 8,
    GV_BORDER_CLASS = 3 << GV_BORDER_CLASS_SHIFT,
    GV_WANTS_NO_MINMAX = 1 << 10,  /* the format is not filtered by minimum or maximum */
    GV_WANTS_NO_LINEAR = 1 << 11,  /* ... or not at all */
    GV_WANTS_NO_COMPARE = 1 << 12, /* the shader does not compare: of the lookup, not of the view */
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

/* A sampler view. The batch defers its end, so views need no count of their own uses. */
struct gv_sampler_view {
    struct pipe_sampler_view base;
    struct gv_sampled shown; /* of the resource's storage when a draw last looked */
    VkImageViewType type;
    uint8_t shadow_swizzle;  /* as in struct galvan_spirv_key, 0 unless of depth */
    uint16_t buffer_swizzle; /* likewise, unless of a buffer */
    uint32_t sampler_wants;  /* GV_WANTS_*, GV_BORDER_* */
    uint8_t components[4];   /* PIPE_SWIZZLE_* of what memory has, as shaders see it */
};

static inline struct gv_sampler_view *gv_sampler_view(struct pipe_sampler_view *view)
{
    return (struct gv_sampler_view *)view;
}

/* How the memory of res is seen as format; NULL when it cannot be. */
const struct gv_format *gv_view_format(const struct gv_screen *screen,
                                       const struct gv_resource *res, enum pipe_format format);

/* Shows another storage of the view's resource; when memory ran out, what it showed. */
void gv_sampler_view_show(struct gv_context *ctx, struct gv_sampler_view *view,
                          struct gv_storage *storage);

/* Comes before each use of a view: has it show what its resource has now, and returns that. */
static inline struct gv_storage *gv_sampler_view_update(struct gv_context *ctx,
                                                        struct gv_sampler_view *view)
{
    struct gv_storage *storage = gv_resource(view->base.texture)->storage;
    if (view->shown.storage != storage)
        gv_sampler_view_show(ctx, view, storage);
    return view->shown.storage;
}

/* A view's description with what hangs off it; stays where it was filled in. */
struct gv_view_info {
    VkImageViewCreateInfo create;
    VkImageViewUsageCreateInfo usage;
};

/* What an image of a TGSI_TEXTURE_* target shows of a texture; false when it cannot. */
bool gv_storage_view_describe(const struct gv_screen *screen, const struct pipe_image_view *view,
                              unsigned tgsi_target, struct gv_view_info *out_info);

/* A view for commands that are about to be recorded. */
struct gv_temp_view {
    VkImageView view;
};

/* NULL on failure. */
struct gv_temp_view *gv_temp_view_create(struct gv_context *ctx, const VkImageViewCreateInfo *info);

/* To be called once the commands are recorded: the view ends when they are done. NULL is fine. */
void gv_temp_view_end(struct gv_context *ctx, struct gv_temp_view *view);

/* Sampler views, samplers, surfaces. */
void gv_context_init_views(struct gv_context *ctx);

/* Whether lookups of this TGSI_TEXTURE_* compare. */
bool gv_is_shadow_target(unsigned target);

#endif
