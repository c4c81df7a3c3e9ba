/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Commands that set values: viewports, scissors, stencil references, masks, barriers. */
#include <math.h>
#include <string.h>

#include "pipe/p_context.h"
#include "virgl/command/command.h"
#include "virgl/command/decoders.h"
#include "virgl/watch_draws.h"

enum galvan_result gv_virgl_decode_set_viewport_state(struct gv_virgl_cmd *cmd)
{
    struct gv_virgl_reader *in = &cmd->in;
    struct pipe_viewport_state viewports[GV_VIRGL_MAX_VIEWPORTS];
    uint32_t start = gv_virgl_u32(in);
    uint32_t num = (uint32_t)(gv_virgl_left(in) / 6);

    if (!gv_virgl_slots_ok(cmd, start, num, GV_VIRGL_MAX_VIEWPORTS))
        return GALVAN_ERROR_INVALID;
    for (unsigned i = 0; i < num; i++) {
        gv_virgl_floats(in, viewports[i].scale, 3);
        gv_virgl_floats(in, viewports[i].translate, 3);
        for (unsigned j = 0; j < 3; j++) {
            if (isnan(viewports[i].scale[j]) || isnan(viewports[i].translate[j]))
                return gv_virgl_fail(cmd, "viewport %u is not a number", start + i);
        }
    }
    if (num)
        cmd->pipe->set_viewport_states(cmd->pipe, start, num, viewports);
    return GALVAN_OK;
}

enum galvan_result gv_virgl_decode_set_scissor_state(struct gv_virgl_cmd *cmd)
{
    struct gv_virgl_reader *in = &cmd->in;
    struct pipe_scissor_state scissors[GV_VIRGL_MAX_VIEWPORTS];
    uint32_t start = gv_virgl_u32(in);
    uint32_t num = (uint32_t)(gv_virgl_left(in) / 2);

    if (!gv_virgl_slots_ok(cmd, start, num, GV_VIRGL_MAX_VIEWPORTS))
        return GALVAN_ERROR_INVALID;
    if (!num)
        return GALVAN_OK;
    /* struct pipe_scissor_state has the layout of the wire: 16-bit fields in little-endian
     * dwords. */
    memcpy(scissors, gv_virgl_dwords(in, (size_t)num * 2), num * sizeof(scissors[0]));
    cmd->pipe->set_scissor_states(cmd->pipe, start, num, scissors);
    gv_virgl_watch_scissors(cmd->sub, start, num, scissors);
    return GALVAN_OK;
}

enum galvan_result gv_virgl_decode_set_stencil_ref(struct gv_virgl_cmd *cmd)
{
    uint32_t dword = gv_virgl_u32(&cmd->in);
    struct pipe_stencil_ref ref = {.ref_value = {dword & 0xff, (dword >> 8) & 0xff}};
    cmd->pipe->set_stencil_ref(cmd->pipe, &ref);
    return GALVAN_OK;
}

enum galvan_result gv_virgl_decode_set_blend_color(struct gv_virgl_cmd *cmd)
{
    struct pipe_blend_color color;
    gv_virgl_floats(&cmd->in, color.color, 4);
    cmd->pipe->set_blend_color(cmd->pipe, &color);
    return GALVAN_OK;
}

enum galvan_result gv_virgl_decode_set_polygon_stipple(struct gv_virgl_cmd *cmd)
{
    struct pipe_poly_stipple stipple;
    for (unsigned i = 0; i < 32; i++)
        stipple.stipple[i] = gv_virgl_u32(&cmd->in);
    cmd->pipe->set_polygon_stipple(cmd->pipe, &stipple);
    return GALVAN_OK;
}

enum galvan_result gv_virgl_decode_set_clip_state(struct gv_virgl_cmd *cmd)
{
    struct pipe_clip_state clip;
    for (unsigned i = 0; i < GV_VIRGL_MAX_CLIP_PLANES; i++)
        gv_virgl_floats(&cmd->in, clip.ucp[i], 4);
    cmd->pipe->set_clip_state(cmd->pipe, &clip);
    return GALVAN_OK;
}

enum galvan_result gv_virgl_decode_set_sample_mask(struct gv_virgl_cmd *cmd)
{
    cmd->pipe->set_sample_mask(cmd->pipe, gv_virgl_u32(&cmd->in));
    return GALVAN_OK;
}

enum galvan_result gv_virgl_decode_set_min_samples(struct gv_virgl_cmd *cmd)
{
    uint32_t min_samples = gv_virgl_u32(&cmd->in);
    if (min_samples > 32)
        return gv_virgl_fail(cmd, "%u samples", min_samples);
    if (!cmd->pipe->set_min_samples)
        return min_samples > 1 ? gv_virgl_fail_unsupported(cmd) : GALVAN_OK;
    cmd->pipe->set_min_samples(cmd->pipe, min_samples);
    return GALVAN_OK;
}

enum galvan_result gv_virgl_decode_set_tess_state(struct gv_virgl_cmd *cmd)
{
    float outer[4], inner[2];
    gv_virgl_floats(&cmd->in, outer, 4);
    gv_virgl_floats(&cmd->in, inner, 2);
    if (!cmd->pipe->set_tess_state)
        return gv_virgl_fail_unsupported(cmd);
    cmd->pipe->set_tess_state(cmd->pipe, outer, inner);
    return GALVAN_OK;
}

enum galvan_result gv_virgl_decode_memory_barrier(struct gv_virgl_cmd *cmd)
{
    /* An unknown flag comes from a newer client and stands for a use of memory that Galvan does not
     * know, so the barrier is made for all uses. */
    uint32_t flags = gv_virgl_u32(&cmd->in);
    if (flags & ~(uint32_t)PIPE_BARRIER_ALL)
        flags = PIPE_BARRIER_ALL;
    if (!cmd->pipe->memory_barrier)
        return gv_virgl_fail_unsupported(cmd);
    cmd->pipe->memory_barrier(cmd->pipe, flags);
    return GALVAN_OK;
}

enum galvan_result gv_virgl_decode_texture_barrier(struct gv_virgl_cmd *cmd)
{
    gv_virgl_u32(&cmd->in); /* sampler or framebuffer: one barrier serves both */
    if (!cmd->pipe->texture_barrier)
        return gv_virgl_fail_unsupported(cmd);
    cmd->pipe->texture_barrier(cmd->pipe);
    return GALVAN_OK;
}

enum galvan_result gv_virgl_decode_emit_string_marker(struct gv_virgl_cmd *cmd)
{
    uint32_t len_B = gv_virgl_u32(&cmd->in);
    size_t left_dw = gv_virgl_left(&cmd->in);
    if (len_B > left_dw * sizeof(uint32_t))
        return gv_virgl_fail(cmd, "%u bytes announced, %zu sent", len_B, left_dw * 4);
    if (cmd->pipe->emit_string_marker && len_B) {
        const char *text = (const char *)gv_virgl_dwords(&cmd->in, left_dw);
        cmd->pipe->emit_string_marker(cmd->pipe, text, (int)len_B);
    }
    return GALVAN_OK;
}
