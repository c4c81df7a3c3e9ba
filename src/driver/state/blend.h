/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Blend state. */
#ifndef GV_BLEND_H
#define GV_BLEND_H

#include <stdbool.h>
#include <stdint.h>

#include <volk.h>

#include "pipe/p_state.h"

struct gv_bind_point;
struct gv_derived;
struct gv_intern_table;
struct gv_screen;
struct gv_state;
struct gv_target_formats;

struct gv_blend {
    struct pipe_blend_state state;
    /* attachments: for each target, the attachment state of the caller's blend state. no_alpha: for
     * each target, the attachment state that is used instead if the target's alpha reads as 1. */
    VkPipelineColorBlendAttachmentState attachments[PIPE_MAX_COLOR_BUFS];
    VkPipelineColorBlendAttachmentState no_alpha[PIPE_MAX_COLOR_BUFS];
    uint32_t name;         /* interned id: equal states have equal ids */
    uint32_t logic_op;     /* the logic operation in the pipeline key */
    uint32_t multisample;  /* bits of alpha-to-coverage and alpha-to-one for the pipeline key */
    uint32_t enabled_mask; /* targets that are blended */
    uint32_t no_src1_mask; /* targets whose blending uses a second colour, if the device lacks
                              dual-source blending */
    bool dual_source;
    bool independent;     /* the device supports a different blend state for each target */
    bool shader_coverage; /* the fragment shader variant computes coverage from alpha */
    /* Emulation of logic operations on devices that lack them. `logic_source`: the values that the
     * shader variant writes. `logic_invert`: blending inverts unsigned normalised targets.
     * `logic_noop`: no target is written. */
    uint8_t logic_source;
    bool logic_invert, logic_noop;
    /* `logic_reads`: the shader variant reads all targets for the logic operation.
     * `logic_reads_unblended`: it reads only the targets that are not blended. */
    bool logic_reads, logic_reads_unblended;
};

/* Returns the index in state.rt at which target i has its blend state. */
static inline unsigned gv_blend_target(const struct gv_blend *blend, unsigned i)
{
    return blend->independent && blend->state.independent_blend_enable ? i : 0;
}

/* Translates a blend state. Returns NULL if memory runs out. Destroy with free(). */
struct gv_blend *gv_blend_create(struct gv_screen *screen, struct gv_intern_table *interned,
                                 const struct pipe_blend_state *state);

/* Resolves the attachment state of each target, for a fragment shader that writes the targets of
 * written_mask. */
void gv_blend_resolve(const struct gv_blend *blend, const struct gv_target_formats *targets,
                      uint32_t written_mask,
                      VkPipelineColorBlendAttachmentState out_attachments[PIPE_MAX_COLOR_BUFS]);

#endif
