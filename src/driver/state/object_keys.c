/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
#include "driver/state/object_keys.h"

#include "driver/screen/screen.h"
#include "driver/state/blend.h"
#include "driver/state/derived.h"
#include "driver/state/inputs.h"
#include "driver/state/state.h"
#include "driver/state/vertex_elements.h"

enum {
    BLEND_MULTISAMPLE = 3 << 8, /* mask of the blend state's bits in gv_pipeline_key.multisample */
};

void gv_object_keys_update(const struct gv_state *state, struct gv_derived *derived,
                           struct gv_bind_point *graphics)
{
    const struct gv_blend *blend = state->blend;
    struct gv_pipeline_key *key = &derived->key;
    key->blend = state->screen->dynamic.blend ? 0 : blend->name;
    key->logic_op = blend->logic_op;
    key->multisample = (key->multisample & ~(uint32_t)BLEND_MULTISAMPLE) | blend->multisample;
    key->vertex = state->screen->dynamic.vertex_input ? 0 : state->vertex_elements->name;
    key->targets = state->fb.formats_id;
    gv_input_changed(graphics, GV_INPUT_PIPELINE_KEY);
}
