/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Sampler views, and views for internal commands. */
#ifndef GV_SAMPLER_VIEW_H
#define GV_SAMPLER_VIEW_H

#include "driver/resource/resource.h"
#include "driver/view/texel_view.h"

struct gv_context;
struct gv_recorder;
struct gv_screen;
struct gv_vk_device;

/* The requirements of a view for its sampler; 0: no requirement. GV_BORDER_SOURCES: for each stored
 * component of the border colour, the component of the API's colour, 2 bits each, XOR
 * GV_BORDER_IN_PLACE. GV_BORDER_CLASS: how the format clamps the border colour. */
enum {
    GV_BORDER_IN_PLACE = 0xe4,
    GV_BORDER_SOURCES = 0xff,
    GV_BORDER_CLASS_SHIFT = 8,
    GV_BORDER_CLASS = 3 << GV_BORDER_CLASS_SHIFT,
    GV_WANTS_NO_MINMAX = 1 << 10,  /* the format lacks minimum and maximum filters */
    GV_WANTS_NO_LINEAR = 1 << 11,  /* the format lacks linear filters */
    GV_WANTS_NO_COMPARE = 1 << 12, /* the lookup does not compare; this is a requirement of the
                                      lookup, not of the view */
    /* On devices without borderColorSwizzleFromImage: the view's component mapping, 3 bits for each
     * VkComponentSwizzle, and whether the view's format is sRGB. */
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

/* The Vulkan views of a storage. */
struct gv_sampled {
    struct gv_storage *storage; /* the storage, referenced */
    VkImageView image_view;     /* VK_NULL_HANDLE for buffers */
    VkImageView compare_view;   /* view for lookups that compare; VK_NULL_HANDLE: image_view is
                                   used */
    struct gv_texel_view texels;
};

/* A sampler view. The batch defers the view's destruction, so the view needs no reference count for
 * its uses. */
struct gv_sampler_view {
    struct pipe_sampler_view base;
    struct gv_sampled shown; /* views of the resource's storage at the last draw */
    VkImageViewType type;
    uint8_t sampled;         /* enum galvan_cbuf_class of the texels */
    bool multisampled;       /* the image is multisampled */
    uint8_t shadow_swizzle;  /* swizzle of a depth view, encoded as in struct galvan_spirv_key;
                                otherwise 0 */
    uint16_t buffer_swizzle; /* swizzle of a buffer, encoded as in struct galvan_spirv_key;
                                otherwise 0 */
    uint32_t sampler_wants;  /* GV_WANTS_*, GV_BORDER_* */
    uint32_t shading;        /* the properties on which shader variants depend, see shading_of() */
    uint8_t components[4];   /* PIPE_SWIZZLE_* of the stored components, for the shader */
};

static inline struct gv_sampler_view *gv_sampler_view(struct pipe_sampler_view *view)
{
    return (struct gv_sampler_view *)view;
}

/* Returns the format description for a view of res as `format`. NULL if such a view is
 * impossible. */
const struct gv_format *gv_view_format(const struct gv_screen *screen,
                                       const struct gv_resource *res, enum pipe_format format);

/* Makes the view refer to another storage of its resource. If memory runs out, the view still
 * refers to the old storage. */
void gv_sampler_view_show(struct gv_recorder *rec, struct gv_sampler_view *view,
                          struct gv_storage *storage);

/* Whether a view can be used by a unit with a multisampled target. Shaders fetch single samples
 * from such a unit. True if no view is bound. */
static inline bool gv_view_has_samples(struct pipe_sampler_view *view)
{
    return !view || view->texture->target == PIPE_BUFFER || gv_sampler_view(view)->multisampled;
}

/* Makes the view refer to its resource's current storage, and returns the storage. Call before each
 * use of a view. */
static inline struct gv_storage *gv_sampler_view_update(struct gv_recorder *rec,
                                                        struct gv_sampler_view *view)
{
    struct gv_storage *storage = gv_resource(view->base.texture)->storage;
    if (view->shown.storage != storage)
        gv_sampler_view_show(rec, view, storage);
    return view->shown.storage;
}

/* A view's create info with a pNext chain that points into this structure. The structure must not
 * be moved. */
struct gv_view_info {
    VkImageViewCreateInfo create;
    VkImageViewUsageCreateInfo usage;
};

/* Returns the value of galvan_spirv_common_key.image_slice for an image with a TGSI_TEXTURE_*
 * target. If the device lacks 2D views of 3D images, the view of a slice has the whole level; the
 * value is then the slice's index plus 1. It is 0 for all other images. */
uint16_t gv_storage_view_slice(const struct gv_screen *screen, const struct pipe_image_view *view,
                               unsigned tgsi_target);

/* Describes the image view that a shader image with a TGSI_TEXTURE_* target needs. False if such a
 * view is impossible. */
bool gv_storage_view_describe(const struct gv_screen *screen, const struct pipe_image_view *view,
                              unsigned tgsi_target, struct gv_view_info *out_info);

/* A view for commands that are about to be recorded. */
struct gv_temp_view {
    VkImageView view;
};

/* Creates a temporary view. NULL on failure. */
struct gv_temp_view *gv_temp_view_create(struct gv_vk_device *dev,
                                         const VkImageViewCreateInfo *info);

/* Destroys the view once the commands recorded so far have finished. view may be NULL. */
void gv_temp_view_end(struct gv_recorder *rec, struct gv_temp_view *view);

/* Sets the methods of sampler views, samplers and surfaces. */
void gv_context_init_views(struct gv_context *ctx);

/* Whether lookups with this TGSI_TEXTURE_* target compare. */
bool gv_is_shadow_target(unsigned target);
/* Whether lookups with this TGSI_TEXTURE_* target fetch single samples. */
bool gv_is_multisampled_target(unsigned target);

#endif
