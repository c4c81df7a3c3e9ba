/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
#include "driver/emulate/numbering.h"

#include <string.h>

#include "driver/draw/pass_shader.h"
#include "driver/draw/primitive.h"
#include "driver/emulate/lowered_output.h"
#include "driver/path/path.h"
#include "driver/shader/shader.h"

struct gv_shader *gv_numbering_shader(struct gv_shader_cache *cache, const struct gv_state *state,
                                      const struct gv_path *path,
                                      const struct gv_primitive *primitive)
{
    const struct gv_shader *shader = state->shaders[GALVAN_STAGE_VERTEX];
    const struct galvan_tgsi_info *vs = shader->info;
    struct gv_numbering_key key;
    memset(&key, 0, sizeof(key));
    gv_pass_shader_set_varyings(state, &key.base);
    key.base.flat_slots = 0; /* vertices are not shared between primitives, so flat values need no
                                copy */
    if (gv_lowered_output_is_of_vertices(state, path, primitive->list))
        key.base.slots |= gv_lowered_output_captured_slots(shader) & vs->outputs_mask;
    key.base.point_size = vs->writes_psize;
    key.num_vertices = gv_primitive_size(primitive->list);
    key.id_shift = primitive->id_shift;
    key.layer = vs->writes_layer;
    key.viewport_index = vs->writes_viewport_index;
    return gv_text_shader_get(cache, GV_TEXT_NUMBERING, &key);
}
