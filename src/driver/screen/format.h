/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Maps enum pipe_format to this device's Vulkan formats and their features, once for each
 * screen. */
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

/* Bind flags of resources for set_shader_images, set_shader_resources and set_compute_resources. */
#define GV_STORAGE_BINDS                                                                           \
    (PIPE_BIND_SHADER_IMAGE | PIPE_BIND_SHADER_RESOURCE | PIPE_BIND_COMPUTE_RESOURCE)

struct gv_format {
    VkFormat vk;                /* format of images; VK_FORMAT_UNDEFINED: not supported for
                                   images */
    VkImageAspectFlags aspects; /* aspects of vk */
    uint8_t swizzle[4];         /* PIPE_SWIZZLE_*: the components of `vk` that hold r, g, b and a
                                   of the API's format */
    uint8_t cbuf_swizzle;       /* enum galvan_cbuf_swizzle, for rendering */
    uint8_t cbuf_class;         /* enum galvan_cbuf_class */
    bool no_alpha;              /* alpha reads as 1 and is not stored (X formats, L) */
    bool intensity;             /* alpha reads as the red component */
    VkFormatFeatureFlags2 image_features; /* features of vk with optimal tiling */
    VkSampleCountFlags image_samples;     /* sample counts that vk supports as an attachment */
    uint8_t image_types;                  /* mask of the VkImageType values that the format
                                             supports */
    bool castable;                        /* may be viewed as another castable format of equal texel
                                             size */
    VkFormat buffer;           /* format of texel buffers; VK_FORMAT_UNDEFINED: not supported */
    uint8_t buffer_swizzle[4]; /* as `swizzle`, but for the format `buffer` */
    /* How a texel of the API is stored in texels of `buffer`: GALVAN_BUFFER_THIRDS, or
     * GALVAN_BUFFER_BYTES with or without _HALVES. 0: in one texel of `buffer`. */
    uint16_t buffer_parts;
    bool buffer_only_read;  /* whether storage texel buffers do not support `buffer` */
    VkFormat image_buffer;  /* format of storage texel buffers; VK_FORMAT_UNDEFINED: not
                               supported */
    bool image_buffer_only; /* whether uniform texel buffers do not support `image_buffer` */
    VkFormat vertex;        /* format of vertex fetch; VK_FORMAT_UNDEFINED: the shader loads the
                               element */
    VkFormat vertex_rest;   /* with GALVAN_ATTRIB_PARTS: the format of the second part;
                               VK_FORMAT_UNDEFINED: there is only one part */
    uint8_t vertex_rest_offset_B;
    uint8_t vertex_attrib; /* enum galvan_attrib that the shader uses for fetched elements */
    uint8_t vertex_size_B;
    uint8_t vertex_align_B; /* alignment of offsets and strides for the device's vertex fetch */
    uint32_t vertex_layout; /* GALVAN_ATTRIB_LAYOUT(); 0: not a vertex format */
};

/* Fills in the table of formats for dev. False if a query of the device fails; the error is
 * reported. */
bool gv_formats_init(struct gv_vk_device *dev, struct gv_format formats[GV_NUM_FORMATS]);

/* Whether a depth or stencil format supports 2D images but not 1D images. */
bool gv_formats_lack_1d(const struct gv_format formats[GV_NUM_FORMATS]);

/* Returns the row of f. If f is out of range, returns the row of PIPE_FORMAT_NONE, which supports
 * nothing. */
const struct gv_format *gv_format_get(const struct gv_screen *screen, enum pipe_format f);

/* pipe_screen.is_format_supported */
boolean gv_is_format_supported(struct pipe_screen *screen, enum pipe_format format,
                               enum pipe_texture_target target, unsigned sample_count,
                               unsigned bindings);

/* Returns all usage flags that an image of f with the given number of samples supports. */
VkImageUsageFlags gv_format_image_usage(const struct gv_vk_device *dev, const struct gv_format *f,
                                        unsigned samples);

/* Returns the format that differs from vk only in the sRGB encoding or, of compressed formats, in
 * the sign. VK_FORMAT_UNDEFINED if there is no such format. */
VkFormat gv_format_twin(VkFormat vk);

/* Whether f is a format that only views have: the stencil of a packed format (X24S8_UINT and
 * similar). */
bool gv_format_is_stencil_view(enum pipe_format format);

/* Returns the component mapping of a view of f, combined with the API's swizzle. */
VkComponentMapping gv_format_mapping(const struct gv_format *f, const unsigned char swizzle[4]);

/* Returns the clear value for the API's colour, in the order of the stored components. */
VkClearColorValue gv_format_clear_color(const struct gv_format *f,
                                        const union pipe_color_union *color);

/* gv_texture_type() returns the dimensions of textures of a target. gv_image_type() returns the
 * dimensions of the Vulkan images that store these textures on this device. */
VkImageType gv_texture_type(enum pipe_texture_target target);
VkImageType gv_image_type(const struct gv_screen *screen, enum pipe_texture_target target);

/* Returns the type of a view on this device, where 1D textures may be 2D images. */
VkImageViewType gv_image_view_type(const struct gv_screen *screen, VkImageViewType type);

#endif
