/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Samplers, and the parts of their state that shaders implement. */
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
    bool has_border;    /* whether an axis has CLAMP_TO_BORDER */
    bool border_in_0_1; /* the border colour is within [0, 1], so normalised formats do not clamp
                           it */
    bool linear;        /* whether a filter is linear, including the mipmap filter */
    bool minmax;        /* the reduction mode is minimum or maximum */
    bool texel_coords;  /* unnormalized coordinates */
    bool seams; /* the sampler does not filter across the edges of cube map faces; the device's
                   sampler would */
    bool border_linear[2]; /* for the axes in border_axes: whether the magnification filter and the
                              minification filter are linear */
    uint8_t border_axes;   /* bits S, T, R: the shader blends the border colour on the axis */
    uint8_t clamp_axes;    /* bits S, T, R: the shader clamps the coordinate (CLAMP, linear) */
    uint8_t mirror_axes; /* bits S, T, R: the shader mirrors the coordinate once, before clamping */
    uint32_t may_miss;   /* GV_WANTS_*, GV_BORDER_*: requirements for which another variant may be
                            needed */
};

/* Returns the sampler that meets the requirements: sampler->handle, or a variant of the sampler. */
VkSampler gv_sampler_get_variant(struct gv_screen *screen, struct gv_sampler *sampler,
                                 unsigned wants);

/* Returns the sampler that meets the requirements of the view and the lookup: GV_WANTS_*,
 * GV_BORDER_*. */
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

/* Writes to the driver block the border colours that shaders apply. Call after textures have
 * changed. */
void gv_borders_update(struct gv_context *ctx);

void gv_context_init_samplers(struct gv_context *ctx);

#endif
