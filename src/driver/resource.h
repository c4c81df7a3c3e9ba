/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* struct gv_resource: a pipe_resource, and struct gv_storage: the Vulkan buffer or image behind
 * it, which a discard may exchange while batches still use the old one. */
#ifndef GV_RESOURCE_H
#define GV_RESOURCE_H

#include "driver/sync.h"
#include "driver/texel_view.h"
#include "pipe/p_state.h"
#include "vk/batch.h"
#include "vk/buffer_image.h"

struct gv_screen;
struct gv_context;
struct gv_image_view;
struct gv_vk_external;

/* The Vulkan object behind a resource. Counted: the resource and every batch that uses it. */
struct gv_storage {
    struct gv_vk_object object;
    struct gv_screen *screen;
    struct gv_sync sync;

    bool is_buffer;
    struct gv_vk_buffer buffer; /* when is_buffer */
    struct gv_vk_image image;   /* otherwise; always in VK_IMAGE_LAYOUT_GENERAL once initialized */
    VkImageAspectFlags aspects;
    bool initialized; /* ready for use: an image is transitioned from UNDEFINED and zeroed, and what
                         was outside is taken back */
    bool overwritten; /* image: its first use writes all of it, so it need not be zeroed */
    struct {
        enum pipe_format format;
        uint32_t width, height, depth, layers, levels;
    } shape;                    /* image: as it was created */
    _Atomic bool clear_pending; /* a context holds a deferred clear of it, see framebuffer.c */
    _Atomic(struct gv_image_view *) image_views; /* kept ones, see image_view.h */
    _Atomic uint32_t num_image_views;
    uint64_t charged_B; /* counted against the screen's memory limit */
    bool is_imported;   /* buffer: on memory of the caller's, which may go once it is destroyed */
    bool is_external;   /* on memory that other processes may have */
    bool outside;       /* external: other processes have it until its next use here */
};

struct gv_resource {
    struct pipe_resource base;
    struct gv_storage *storage;
    const struct gv_format *format; /* NULL for buffers */

    /* Buffers: bytes that were ever written; a write outside needs no wait. The end in the upper
     * half, the beginning in the lower; 0: nothing was. */
    _Atomic uint64_t valid_B;
    _Atomic uint32_t persistent_maps; /* while above 0 the storage is not exchanged */
};

static inline struct gv_resource *gv_resource(struct pipe_resource *resource)
{
    return (struct gv_resource *)resource;
}

/* The template with what does not matter made sane; false when there can be no such resource. */
bool gv_resource_check(struct gv_screen *screen, const struct pipe_resource *templ,
                       struct pipe_resource *out_templ);

/* A resource of a checked template. Takes storage, which may be NULL; then, and when memory ran
 * out, NULL. */
struct pipe_resource *gv_resource_wrap(struct gv_screen *screen, const struct pipe_resource *templ,
                                       struct gv_storage *storage);

/* An unused storage for the template on memory of another process; NULL where that cannot be. */
struct gv_storage *gv_storage_open(struct gv_screen *screen, const struct pipe_resource *templ,
                                   const struct gv_vk_external *external);

/* Records into cmd what comes before the first use, as transfers: of an image the transition from
 * UNDEFINED to GENERAL and zeros, unless it is overwritten, so that nobody reads what memory held
 * before; of what is outside, that it is taken back. Sets initialized. */
void gv_storage_init(struct gv_storage *storage, VkCommandBuffer cmd);

static inline void gv_storage_unref(struct gv_storage *storage)
{
    if (storage)
        gv_vk_object_unref(storage->sync.dev, &storage->object);
}

/* Exchanges a buffer's storage for a fresh one and tells ctx to rebind it (other contexts of the
 * thread see the new one when they bind next). False: not possible now, the old one stays; so it is
 * while other threads may be looking at it. */
bool gv_resource_rename(struct gv_context *ctx, struct gv_resource *res);

/* Grows the valid range of a buffer; empties it; says whether it leaves these bytes out. */
void gv_resource_mark_written(struct gv_resource *res, unsigned offset_B, unsigned size_B);
void gv_resource_mark_unwritten(struct gv_resource *res);
bool gv_resource_is_unwritten(const struct gv_resource *res, unsigned begin_B, unsigned end_B);

/* Vulkan's view of a box: layers for arrays and cubes, z for 3D. */
unsigned gv_resource_num_layers(const struct pipe_resource *res, unsigned level);

/* Fill in the context's methods. */
void gv_context_init_transfers(struct gv_context *ctx); /* transfer_map and its kin */
void gv_context_init_copies(struct gv_context *ctx);    /* resource_copy_region, blit, ... */
void gv_context_init_views(struct gv_context *ctx);     /* sampler views, samplers, surfaces */

/* A sampler view. The batch defers its end, so views need no count of their own uses. */
/* What a view wants of the sampler beside it. Border colours: a component of the API's colour (2
 * bits) for each that memory has, with all of GV_BORDER_IN_PLACE's bits flipped, and how the format
 * limits it. 0: nothing. */
enum {
    GV_BORDER_IN_PLACE = 0xe4,
    GV_BORDER_SOURCES = 0xff,
    GV_BORDER_CLASS_SHIFT = 8,
    GV_BORDER_CLASS = 3 << GV_BORDER_CLASS_SHIFT,
    GV_WANTS_NO_MINMAX = 1 << 10, /* the format is not filtered by minimum or maximum */
    GV_WANTS_NO_LINEAR = 1 << 11, /* ... or not at all */
};

enum gv_border_class {
    GV_BORDER_FLOAT = 0,
    GV_BORDER_UNORM,
    GV_BORDER_SNORM,
    GV_BORDER_INT,
};

struct gv_sampler_view {
    struct pipe_sampler_view base;
    VkImageView image_view;   /* VK_NULL_HANDLE for buffers */
    VkImageView compare_view; /* for lookups that compare; VK_NULL_HANDLE: image_view does */
    VkImageViewType type;
    struct gv_texel_view texels;
    uint8_t shadow_swizzle;     /* as in struct galvan_spirv_key, 0 unless of depth */
    uint16_t buffer_swizzle;    /* likewise, unless of a buffer */
    uint16_t sampler_wants;     /* GV_WANTS_*, GV_BORDER_* */
    uint8_t components[4];      /* PIPE_SWIZZLE_* of what memory has, as shaders see it */
    struct gv_storage *storage; /* that the views were made of; a renamed buffer is viewed anew */
};

static inline struct gv_sampler_view *gv_sampler_view(struct pipe_sampler_view *view)
{
    return (struct gv_sampler_view *)view;
}

struct gv_surface {
    struct pipe_surface base;
    VkImageView view;               /* as an attachment, if it can be one */
    const struct gv_format *format; /* of the surface, which may cast the resource's */
    VkImageAspectFlags aspects;     /* of view; 0: there is none */
    uint32_t num_layers;
    uint32_t samples;
};

static inline struct gv_surface *gv_surface(struct pipe_surface *surface)
{
    return (struct gv_surface *)surface;
}

struct gv_sampler {
    VkSampler handle;
    bool compare;
    bool has_border;       /* CLAMP_TO_BORDER on some axis */
    bool border_in_0_1;    /* what normalised formats do not limit */
    bool linear;           /* some filter is, mipmaps included */
    bool minmax;           /* a reduction mode other than the average */
    bool texel_coords;     /* not normalised */
    bool border_linear[2]; /* filters of magnification and minification, for border_axes */
    uint8_t border_axes;   /* bits S, T, R: the shader mixes the border colour in */
    uint8_t clamp_axes;  /* bits S, T, R: coordinate to be clamped in the shader (CLAMP, linear) */
    uint8_t mirror_axes; /* likewise mirrored once first */
};

#endif
