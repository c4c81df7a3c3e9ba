/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
#include "driver/draw/pass_shader.h"

#include "driver/shader/pipeline.h"
#include "driver/shader/shader.h"

void gv_pass_shader_set_varyings(const struct gv_state *state, struct gv_pass_shader_key *key)
{
    const struct galvan_tgsi_info *last = gv_last_vertex_shader(state)->info;
    const struct galvan_spirv_key reader = {.fragment.light_twoside =
                                                state->rasterizer->state.light_twoside};
    const struct gv_shader *fs = state->shaders[GALVAN_STAGE_FRAGMENT];
    uint64_t wanted = fs ? galvan_spirv_inputs(fs->tgsi, &reader) : 0;
    if (state->rasterizer->state.clip_plane_enable)
        wanted |= UINT64_C(1) << GALVAN_SLOT_CLIPVERTEX;
    if (last->num_clipdist + last->num_culldist)
        wanted |= UINT64_C(3) << GALVAN_SLOT_CLIPDIST(0);
    key->slots = wanted & last->outputs_mask & ~(UINT64_C(1) << GALVAN_SLOT_EDGEFLAG);
    key->flat_slots = fs ? key->slots & gv_flat_slots(state) : 0;
    key->num_clipdist = last->num_clipdist;
    key->num_culldist = last->num_culldist;
}

struct gv_shader *gv_pass_shader_get(struct gv_shader_cache *cache, enum gv_text_shader_kind kind,
                                     const struct gv_pass_shader_key *key)
{
    struct gv_shader *shader = gv_text_shader_get(cache, kind, key);
    if (shader)
        shader->of_pass = true;
    return shader;
}
