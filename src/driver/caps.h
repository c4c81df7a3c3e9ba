/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* What the two halves of the screen's answers share: caps.c about the whole, caps_shader.c about
 * stages. */
#ifndef GV_CAPS_H
#define GV_CAPS_H

#include <limits.h>
#include <stdint.h>

#include "driver/screen.h"

enum {
    GV_MAX_ATOMIC_COUNTERS = 4096 /* of a stage, in all its buffers */
};

static inline const VkPhysicalDeviceLimits *gv_caps_limits(const struct gv_screen *screen)
{
    return &screen->dev->properties.limits;
}

/* value as an answer, at most max. */
static inline int gv_caps_clamp(uint64_t value, uint64_t max)
{
    if (value > max)
        value = max;
    return value > INT_MAX ? INT_MAX : (int)value;
}

int gv_caps_render_targets(const struct gv_screen *screen);

/* vec4 between two stages. */
int gv_caps_varyings(const struct gv_screen *screen);

void gv_screen_init_shader_caps(struct gv_screen *screen);

#endif
