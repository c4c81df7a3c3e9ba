/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* struct gv_framebuffer: the bound framebuffer as a value. */
#ifndef GV_FRAMEBUFFER_STATE_H
#define GV_FRAMEBUFFER_STATE_H

#include <stdbool.h>
#include <stdint.h>

#include <volk.h>

#include "driver/state/targets.h"
#include "pipe/p_state.h"

/* The position of a framebuffer split in the window. The window is the whole framebuffer, to which
 * viewports, scissors and fragment coordinates refer. A framebuffer that is not split fills the
 * window. */
struct gv_tile_place {
    VkRect2D rect;     /* rectangle of the split within the window */
    VkExtent2D window; /* size of the window */
    bool is_tile;
};

struct gv_framebuffer {
    struct pipe_framebuffer_state state;
    struct gv_target_formats formats; /* formats that a pipeline must match */
    uint32_t formats_id;              /* interned id of formats */
    uint32_t width, height, layers, samples;
    uint32_t shown_samples; /* the sample count that the API sees. If the device lacks that count,
                               `samples` is a multiple of shown_samples, and the device's samples i,
                               i + shown_samples, ... stand for the API's sample i. */
    uint32_t color_mask;    /* mask of the colour attachments that are present */
    float lowered_unit;     /* size of a depth offset unit, if the device stores a normalised depth
                               format as floats; 0: the device's unit is correct */
    bool tiled; /* true if an attachment, or the size of a framebuffer without attachments, exceeds
                   the device's limit. Each draw is then split, and each split is bound as a
                   framebuffer. */
    struct gv_tile_place place;
    uint32_t shown_layer; /* 1 + the layer that a pass renders to; 0: all layers. Set only during a
                             draw. */
};

#endif
