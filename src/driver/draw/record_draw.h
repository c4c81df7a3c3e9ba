/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* The last steps of a draw: setting the parameters that shaders read, and recording the draw
 * command. These functions are inline because a draw that resembles the last draw has no other
 * steps. */
#ifndef GV_RECORD_DRAW_H
#define GV_RECORD_DRAW_H

#include "driver/record/recorder.h"
#include "driver/state/bound_shaders.h"
#include "driver/state/derived.h"
#include "driver/state/inputs.h"
#include "driver/state/state.h"
#include "pipe/p_state.h"

/* Sets the draw parameters in the push constants. Devices with shaderDrawParameters give shaders
 * the base vertex and base instance, so these two are not pushed. */
static inline void gv_set_push(const struct gv_state *state, const struct pipe_draw_info *info,
                               int32_t vertex_offset, struct galvan_push_block *push,
                               struct gv_bind_point *graphics)
{
    const struct gv_shader *vs = state->shaders[GALVAN_STAGE_VERTEX];
    uint32_t indexed = info->indexed ? ~0u : 0;
    uint32_t draw_id = vs && vs->info->reads_draw_id ? info->drawid : 0;
    int32_t base_vertex = 0;
    uint32_t base_instance = 0;
    if (!state->dev->caps.shaderDrawParameters) {
        base_vertex = info->indexed ? vertex_offset : 0;
        base_instance = info->start_instance;
    }
    if (push->base_vertex == base_vertex && push->base_instance == base_instance &&
        push->draw_id == draw_id && push->indexed == indexed)
        return;
    push->base_vertex = base_vertex;
    push->base_instance = base_instance;
    push->draw_id = draw_id;
    push->indexed = indexed;
    gv_input_changed(graphics, GV_INPUT_DRAW_PARAMETERS);
}

static inline void gv_record_draw(struct gv_recorder *rec, const struct pipe_draw_info *info,
                                  const struct gv_assembly *a, uint32_t first, uint32_t count)
{
    VkCommandBuffer cmd = gv_recorder_main(rec);
    if (a->indexed)
        rec->dev->vk.vkCmdDrawIndexed(cmd, count, info->instance_count, first, a->vertex_offset,
                                      info->start_instance);
    else
        rec->dev->vk.vkCmdDraw(cmd, count, info->instance_count, first, info->start_instance);
    gv_recorder_count_draw(rec);
}

#endif
