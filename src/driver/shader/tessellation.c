/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
#include "driver/shader/tessellation.h"

#include <string.h>

#include "driver/shader/pipeline.h"
#include "driver/shader/shader.h"
#include "driver/shader/text_shader.h"

/* Returns the generated control shader of draws without a bound control shader. Not inlined, so
 * that draws without patches save no registers for it. */
static __attribute__((noinline)) struct gv_shader *
default_ctrl(struct gv_shader_cache *cache, const struct gv_state *state, uint32_t patch_vertices)
{
    struct gv_tess_ctrl_key key;
    memset(&key, 0, sizeof(key));
    key.slots = state->shaders[GALVAN_STAGE_TESS_EVAL]->info->inputs_mask;
    key.num_vertices = patch_vertices;
    key.point_size = state->shaders[GALVAN_STAGE_VERTEX]->info->writes_psize;
    return gv_text_shader_get(cache, GV_TEXT_TESS_CTRL, &key);
}

struct gv_shader *gv_tess_ctrl_shader(struct gv_shader_cache *cache, const struct gv_state *state,
                                      uint32_t patch_vertices)
{
    if (!state->shaders[GALVAN_STAGE_TESS_EVAL])
        return NULL;
    struct gv_shader *ctrl = state->shaders[GALVAN_STAGE_TESS_CTRL];
    return ctrl ? ctrl : default_ctrl(cache, state, patch_vertices);
}
