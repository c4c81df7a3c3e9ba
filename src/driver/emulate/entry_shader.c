/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
#include "driver/emulate/entry_shader.h"

#include "driver/state/bound_shaders.h"
#include "driver/state/rasterizer.h"
#include "driver/state/state.h"

static enum gv_line_quads_shape find_shape(const struct gv_state *state)
{
    const struct gv_rasterizer *r = state->rasterizer;
    if (gv_multisampling(state, r))
        return GV_QUADS_EXACT;
    return r->state.line_smooth ? GV_QUADS_SMOOTH : GV_QUADS_OF_PIXELS;
}

void gv_line_quads_key(const struct gv_state *state, struct gv_line_quads_key *out_key)
{
    out_key->flat_slots = gv_flat_slots(state);
    out_key->shape = find_shape(state);
    out_key->subpixel_bits = (uint8_t)state->dev->properties.limits.subPixelPrecisionBits;
    out_key->lower = state->rasterizer->state.bottom_edge_rule;
    out_key->flat_first = state->rasterizer->state.flatshade_first;
}

/* Copies the captures of the shader `capturing`, but replaces the captured registers by output
 * registers of the generated shader. */
static void take_captures(const struct gv_entry_shader_key *key, const struct gv_shader *capturing,
                          struct galvan_spirv_stream_output *out_so)
{
    const struct galvan_spirv_stream_output *so = &capturing->stream_output;
    *out_so = *so;
    out_so->num_captures = 0;
    for (uint32_t i = 0; i < so->num_captures; i++) {
        const unsigned index = so->captures[i].register_index;
        int reg = gv_entry_text_register(key, galvan_spirv_output(capturing->tgsi, index));
        if (reg < 0 || so->captures[i].stream)
            continue;
        struct galvan_spirv_capture *piece = &out_so->captures[out_so->num_captures++];
        *piece = so->captures[i];
        piece->register_index = (uint8_t)reg;
    }
}

struct gv_shader *gv_entry_shader_get(struct gv_shader_cache *cache,
                                      const struct gv_shader *capturing,
                                      const struct gv_entry_shader_key *key)
{
    struct gv_shader *shader = gv_text_shader_get(cache, GV_TEXT_ENTRY, key);
    if (shader && key->captured_id && !shader->stream_output.num_captures)
        take_captures(key, capturing, &shader->stream_output);
    return shader;
}
