/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Maps enum pipe_format to this device's Vulkan formats and their features, once per screen. */
#ifndef GV_FORMAT_H
#define GV_FORMAT_H

#include <stdbool.h>
#include <stdint.h>

#include <volk.h>

#include "galvan/spirv.h"
#include "pipe/p_defines.h"
#include "pipe/p_format.h"
#include "pipe/p_state.h"

struct gv_screen;
struct gv_vk_device;

enum {
    GV_NUM_FORMATS = PIPE_FORMAT_COUNT
};

/* What set_shader_images, set_shader_resources and set_compute_resources take. */
#define GV_STORAGE_BINDS                                                                           \
    (PIPE_BIND_SHADER_IMAGE | PIPE_BIND_SHADER_RESOURCE | PIPE_BIND_COMPUTE_RESOURCE)

struct gv_format {
    VkFormat vk;                /* VK_FORMAT_UNDEFINED: not available as an image */
    VkImageAspectFlags aspects; /* of vk */
    uint8_t swizzle[4];         /* PIPE_SWIZZLE_* by which the API's r, g, b, a are read from
                                   vk's components */
    uint8_t cbuf_swizzle;       /* enum galvan_cbuf_swizzle for rendering */
    uint8_t cbuf_class;         /* enum galvan_cbuf_class */
    bool no_alpha;              /* alpha reads as 1 and is not stored (X formats, L) */
    bool intensity;             /* alpha reads as red */
    VkFormatFeatureFlags2 image_features; /* of vk with optimal tiling */
    VkSampleCountFlags image_samples;     /* as attachment */
    uint8_t image_types;                  /* bit t: VkImageType t can have it */
    bool castable;                        /* may be viewed as another castable format of the same
                                             size */
    VkFormat buffer;           /* for texel buffers; VK_FORMAT_UNDEFINED: not available */
    uint8_t buffer_swizzle[4]; /* as swizzle, of buffer */
    bool buffer_thirds;        /* three texels of `buffer` are one of the API's */
    bool buffer_only_read;     /* buffer is no format of storage texel buffers */
    VkFormat image_buffer;     /* for storage texel buffers; likewise */
    VkFormat vertex;           /* for vertex fetch; VK_FORMAT_UNDEFINED: the shader fetches it */
    VkFormat vertex_rest; /* what vertex leaves over, of GALVAN_ATTRIB_PARTS; VK_FORMAT_UNDEFINED:
                             nothing */
    uint8_t vertex_rest_offset_B;
    uint8_t vertex_attrib; /* enum galvan_attrib to go with it */
    uint8_t vertex_size_B;
    uint8_t vertex_align_B; /* alignment of offsets and strides for the device's vertex fetch */
    uint32_t vertex_layout; /* GALVAN_ATTRIB_LAYOUT(); 0: not for vertices */
};

/* Resolves the whole table for dev. False if the device cannot be queried; the error is
 * recorded. */
bool gv_formats_init(struct gv_vk_device *dev, struct gv_format formats[GV_NUM_FORMATS]);

/* Whether any depth or stencil format supports 2D images but no 1D images. */
bool gv_formats_lack_1d(const struct gv_format formats[GV_NUM_FORMATS]);

/* The row of f, or that of PIPE_FORMAT_NONE (nothing available) if f is out of range. */
const struct gv_format *gv_format_get(const struct gv_screen *screen, enum pipe_format f);

/* pipe_screen::is_format_supported */
boolean gv_is_format_supported(struct pipe_screen *screen, enum pipe_format format,
                               enum pipe_texture_target target, unsigned sample_count,
                               unsigned bindings);

/* All uses that an image of f with this number of samples supports. */
VkImageUsageFlags gv_format_image_usage(const struct gv_vk_device *dev, const struct gv_format *f,
                                        unsigned samples);

/* The format of the same memory with (or without) sRGB encoding; VK_FORMAT_UNDEFINED: none. */
VkFormat gv_format_srgb_twin(VkFormat vk);

/* Whether f is a name for views only: the stencil of a packed format (X24S8_UINT and similar). */
bool gv_format_is_stencil_view(enum pipe_format format);

/* The component mapping of a view of f, combined with the API's swizzle. */
VkComponentMapping gv_format_mapping(const struct gv_format *f, const unsigned char swizzle[4]);

/* The clear value for the API's colour in the components of the stored format. */
VkClearColorValue gv_format_clear_color(const struct gv_format *f,
                                        const union pipe_color_union *color);

/* The dimensions of a target's textures, and those of their images on this device. */
VkImageType gv_texture_type(enum pipe_texture_target target);
VkImageType gv_image_type(const struct gv_screen *screen, enum pipe_texture_target target);

/* The type of a view on this device, on which 1D textures may be 2D images. */
VkImageViewType gv_image_view_type(const struct gv_screen *screen, VkImageViewType type);

#endif
