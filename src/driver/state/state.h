/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* struct gv_state: the state that Gallium binds, and facts that setters derive from it once.
 * Functions that derive keys of draws do not change the state, so they can also be called with a
 * copy of the state. */
#ifndef GV_STATE_H
#define GV_STATE_H

#include <stdbool.h>
#include <stdint.h>

#include "driver/screen/limits.h"
#include "driver/state/framebuffer_state.h"
#include "driver/state/stage_bindings.h"
#include "galvan/spirv.h"
#include "pipe/p_state.h"

struct gv_blend;
struct gv_dsa;
struct gv_query;
struct gv_rasterizer;
struct gv_screen;
struct gv_shader;
struct gv_vertex_elements;
struct gv_vk_device;

struct gv_state {
    struct gv_screen *screen; /* the screen for which all state objects were created */
    struct gv_vk_device *dev; /* the screen's device */

    const struct gv_blend *blend;
    const struct gv_rasterizer *rasterizer;
    const struct gv_dsa *dsa;
    const struct gv_vertex_elements *vertex_elements;
    struct gv_shader *shaders[GALVAN_NUM_STAGES];
    struct gv_stage_bindings stages[GALVAN_NUM_STAGES];
    struct pipe_shader_buffer atomic_buffers[GV_MAX_ATOMIC_BUFFERS];
    struct gv_framebuffer fb;
    uint32_t shader_blend_mask; /* mask of colour targets that the fragment shader blends */

    struct pipe_vertex_buffer vertex_buffers[GV_MAX_VERTEX_BUFFERS];
    uint32_t vertex_buffers_mask;
    uint32_t user_vertices_mask;      /* mask of vertex buffer slots in user memory */
    uint32_t unaligned_vertices_mask; /* mask of slots whose offset or stride is no multiple of 4 */
    uint32_t long_strides_mask;       /* mask of slots whose stride exceeds the device's limit */
    uint32_t pulled_inputs; /* mask of locations whose elements the vertex shader fetches from
                               memory */
    struct pipe_index_buffer index_buffer;
    uint32_t first_index; /* offset of the index buffer, in indices */
    uint32_t num_indices; /* number of bound indices from first_index on; UINT32_MAX if the indices
                             are in user memory */

    struct pipe_viewport_state viewports[GV_MAX_VIEWPORTS];
    struct pipe_scissor_state scissors[GV_MAX_VIEWPORTS];
    uint32_t mirrored_viewports; /* mask of viewports whose x runs from right to left */
    bool window_rects;           /* whether window rectangles are on */
    uint32_t clip_planes_mask;   /* mask of the planes of set_clip_state that are not all zero */
    struct pipe_blend_color blend_color;
    struct pipe_stencil_ref stencil_ref;

    struct gv_query *active_queries;
    uint32_t counters;   /* mask of the counters that the active queries need, GV_COUNT_* of
                            query/query.h */
    uint32_t statistics; /* mask of the statistics that shaders count, see
                            query/statistics_data.h */
    bool counts_lowered; /* lowered stages count primitives even of draws that capture
                            nothing */
    /* Whether an active query counts primitives that the state discards. If the device does not
     * count discarded primitives, they are drawn with an empty scissor. */
    bool keeps_discarded;
    struct pipe_stream_output_target *so_targets[PIPE_MAX_SO_BUFFERS];
    uint32_t num_so_targets;

    uint32_t sample_mask;
    uint32_t min_samples;
    uint8_t sample_locations[GV_MAX_SAMPLE_LOCATIONS]; /* location of each sample: x in the low four
                                                          bits, y in the high four bits */
    uint32_t num_sample_locations;                     /* 0: the standard locations */
};

/* Returns the number of bound indices from index `start` on. Draws never read more indices. */
static inline uint32_t gv_available_indices(const struct gv_state *state, uint32_t start)
{
    return state->num_indices > start ? state->num_indices - start : 0;
}

#endif
