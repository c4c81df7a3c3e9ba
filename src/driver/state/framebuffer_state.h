/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* The bound framebuffer as a value. */
#ifndef GV_FRAMEBUFFER_STATE_H
#define GV_FRAMEBUFFER_STATE_H

#include <stdbool.h>
#include <stdint.h>

#include <volk.h>

#include "driver/state/targets.h"
#include "pipe/p_state.h"

/* The position of a framebuffer in the window of viewports, scissors and fragment coordinates. A
 * framebuffer that is not a split fills the window. */
struct gv_tile_place {
    VkRect2D rect;     /* of the framebuffer's upper left texels */
    VkExtent2D window; /* its size */
    bool is_tile;
    bool is_later; /* the draw has been made in another tile */
};

struct gv_framebuffer {
    struct pipe_framebuffer_state state;
    struct gv_target_formats formats; /* what a pipeline must match */
    uint32_t formats_id;              /* interned name of formats */
    uint32_t width, height, layers, samples;
    uint32_t shown_samples; /* as the program counts them: a part of samples where the device does
                               not have its count; sample i of the program is each that is i modulo
                               shown_samples */
    uint32_t color_mask;    /* attachments present */
    float lowered_unit; /* of depth offsets, where the device has a normalised depth as floats; 0:
                           the device's own unit will do */
    bool tiled;         /* an attachment, or the size without attachments, exceeds the device's
                           framebuffers: draws are split, and each split is bound as a framebuffer
                           */
    struct gv_tile_place place;
    uint32_t shown_layer; /* 1 + the layer that is rendered to; 0: all layers; not 0 only during
                             a draw */
};

#endif
