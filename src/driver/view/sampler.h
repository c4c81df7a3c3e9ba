/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Samplers, and what of them the shader does. */
#ifndef GV_SAMPLER_H
#define GV_SAMPLER_H

#include <stdbool.h>
#include <stdint.h>

#include <volk.h>

#include "vk/device.h"

struct gv_context;
struct gv_screen;

struct gv_sampler {
    VkSampler handle;
    bool compare;
    bool has_border;       /* CLAMP_TO_BORDER on some axis */
    bool border_in_0_1;    /* what normalised formats do not limit */
    bool linear;           /* some filter is, mipmaps included */
    bool minmax;           /* a reduction mode other than the average */
    bool texel_coords;     /* not normalised */
    bool seams;            /* seamless filtering of cube maps, which the device lacks */
    bool border_linear[2]; /* filters of magnification and minification, for border_axes */
    uint8_t border_axes;   /* bits S, T, R: the shader mixes the border colour in */
    uint8_t clamp_axes;  /* bits S, T, R: coordinate to be clamped in the shader (CLAMP, linear) */
    uint8_t mirror_axes; /* likewise mirrored once first */
    uint32_t may_miss;   /* GV_WANTS_*, GV_BORDER_* that it may not fulfil by itself */
};

/* The default sampler of gv_sampler_get(), if no other variant is needed. */
VkSampler gv_sampler_get_variant(struct gv_screen *screen, struct gv_sampler *sampler,
                                 unsigned wants);

/* The sampler for the requirements of the view and the lookup: GV_WANTS_*, GV_BORDER_*. */
static inline VkSampler gv_sampler_get(struct gv_screen *screen, struct gv_sampler *sampler,
                                       unsigned wants)
{
    return wants & sampler->may_miss ? gv_sampler_get_variant(screen, sampler, wants)
                                     : sampler->handle;
}

static inline bool gv_has_custom_borders(const struct gv_vk_caps *caps)
{
    return caps->customBorderColors && caps->customBorderColorWithoutFormat;
}

/* Writes the border colours that shaders apply to the driver block, after textures have changed. */
void gv_borders_update(struct gv_context *ctx);

void gv_context_init_samplers(struct gv_context *ctx);

#endif
