/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
#include "driver/draw/pass_shader.h"

#include "driver/context.h"
#include "driver/draw/line_ends.h"
#include "driver/draw/outline.h"
#include "driver/screen/slot_names.h"
#include "driver/shader/pipeline.h"
#include "driver/shader/shader.h"
#include "driver/shader/text_shader.h"
#include "util/text.h"

/* ---- Varyings */

void gv_pass_shader_set_varyings(const struct gv_state *state, struct gv_pass_shader_key *key)
{
    const struct galvan_tgsi_info *last = gv_last_vertex_shader(state)->info;
    const struct galvan_spirv_key reader = {.fragment.light_twoside =
                                                state->rasterizer->state.light_twoside};
    uint64_t wanted = galvan_spirv_inputs(state->shaders[GALVAN_STAGE_FRAGMENT]->tgsi, &reader);
    if (state->rasterizer->state.clip_plane_enable)
        wanted |= UINT64_C(1) << GALVAN_SLOT_CLIPVERTEX;
    if (last->num_clipdist + last->num_culldist)
        wanted |= UINT64_C(3) << GALVAN_SLOT_CLIPDIST(0);
    key->slots = wanted & last->outputs_mask & ~(UINT64_C(1) << GALVAN_SLOT_EDGEFLAG);
    key->flat_slots = key->slots & gv_flat_slots(state);
    key->num_clipdist = last->num_clipdist;
    key->num_culldist = last->num_culldist;
}

/* ---- The text */

unsigned gv_pass_shader_next_register(const struct gv_pass_shader_key *key)
{
    return 1 + (unsigned)__builtin_popcountll(key->slots);
}

void gv_pass_shader_declare(struct gv_text *t, const struct gv_pass_shader_key *key,
                            const char *input, const char *output, unsigned max_vertices)
{
    unsigned reg = 1;
    gv_text_add(t,
                "GEOM\n"
                "PROPERTY GS_INPUT_PRIMITIVE %s\n"
                "PROPERTY GS_OUTPUT_PRIMITIVE %s\n"
                "PROPERTY GS_MAX_OUTPUT_VERTICES %u\n"
                "PROPERTY GS_INVOCATIONS 1\n",
                input, output, max_vertices);
    if (key->num_clipdist)
        gv_text_add(t, "PROPERTY NUM_CLIPDIST_ENABLED %u\n", key->num_clipdist);
    if (key->num_culldist)
        gv_text_add(t, "PROPERTY NUM_CULLDIST_ENABLED %u\n", key->num_culldist);
    gv_text_add(t, "DCL IN[][0], POSITION\nDCL OUT[0], POSITION\n");
    for (uint64_t left = key->slots; left; left &= left - 1, reg++) {
        unsigned slot = (unsigned)__builtin_ctzll(left);
        gv_text_add(t, "DCL IN[][%u], ", reg);
        gv_slot_name_add(t, slot);
        gv_text_add(t, "DCL OUT[%u], ", reg);
        gv_slot_name_add(t, slot);
    }
}

void gv_pass_shader_move(struct gv_text *t, const struct gv_pass_shader_key *key, unsigned vertex,
                         unsigned provoking)
{
    unsigned reg = 1;
    for (uint64_t left = key->slots; left; left &= left - 1, reg++) {
        bool flat = key->flat_slots & (left & -left);
        gv_text_add(t, "MOV OUT[%u], IN[%u][%u]\n", reg, flat ? provoking : vertex, reg);
    }
}

static void write_text(struct gv_text *t, const void *data)
{
    const struct gv_pass_shader_key *key = data;
    if (key->kind == GV_PASS_SHADER_LINE_ENDS)
        gv_line_end_text(t, key);
    else
        gv_outline_text(t, key);
}

struct gv_shader *gv_pass_shader_get(struct gv_context *ctx, const struct gv_pass_shader_key *key)
{
    static const struct gv_text_shader_family family = {
        .stage = GALVAN_STAGE_GEOMETRY,
        .max = 64,
        .key_B = sizeof(*key),
        .text_B = 48 * 1024,
        .write = write_text,
    };
    struct gv_shader *shader = gv_text_shader_get(ctx, &ctx->pass_shaders, &family, key);
    if (shader)
        shader->of_pass = true;
    return shader;
}
