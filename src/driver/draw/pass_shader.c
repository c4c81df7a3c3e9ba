/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
#include "driver/draw/pass_shader.h"

#include <stdlib.h>
#include <string.h>

#include "driver/context.h"
#include "driver/draw/line_ends.h"
#include "driver/draw/outline.h"
#include "driver/screen/slot_names.h"
#include "driver/shader/pipeline.h"
#include "driver/shader/shader.h"
#include "util/text.h"

enum {
    MAX_SHADERS = 64, /* the one not used for longest goes first */
    TEXT_SIZE_B = 48 * 1024,
};

struct gv_pass_shader {
    struct gv_pass_shader *next; /* most recently used first */
    struct gv_pass_shader_key key;
    struct gv_shader *shader; /* NULL: it could not be made */
};

/* ---- Varyings */

uint64_t gv_pass_shader_flat_slots(const struct gv_context *ctx)
{
    const struct galvan_tgsi_info *fs = ctx->shaders[GALVAN_STAGE_FRAGMENT]->info;
    return fs->flat_mask | (ctx->rasterizer->state.flatshade ? fs->shaded_mask : 0);
}

void gv_pass_shader_set_varyings(const struct gv_context *ctx, struct gv_pass_shader_key *key)
{
    const struct galvan_tgsi_info *vs = ctx->shaders[GALVAN_STAGE_VERTEX]->info;
    const struct galvan_spirv_key reader = {.light_twoside = ctx->rasterizer->state.light_twoside};
    uint64_t wanted = galvan_spirv_inputs(ctx->shaders[GALVAN_STAGE_FRAGMENT]->tgsi, &reader);
    if (ctx->rasterizer->state.clip_plane_enable)
        wanted |= UINT64_C(1) << GALVAN_SLOT_CLIPVERTEX;
    if (vs->num_clipdist + vs->num_culldist)
        wanted |= UINT64_C(3) << GALVAN_SLOT_CLIPDIST(0);
    uint64_t flat = gv_pass_shader_flat_slots(ctx);
    flat |= (flat & 3) << GALVAN_SLOT_BCOLOR(0); /* colours 0 and 1 are slots 0 and 1 */
    key->slots = wanted & vs->outputs_mask & ~(UINT64_C(1) << GALVAN_SLOT_EDGEFLAG);
    key->flat_slots = key->slots & flat;
    key->num_clipdist = vs->num_clipdist;
    key->num_culldist = vs->num_culldist;
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

static struct gv_shader *make_shader(struct gv_context *ctx, const struct gv_pass_shader_key *key)
{
    struct gv_shader *shader = NULL;
    char *data = malloc(TEXT_SIZE_B);
    if (!data)
        return NULL;
    struct gv_text text = gv_text_init(data, TEXT_SIZE_B);
    if (key->kind == GV_PASS_SHADER_LINE_ENDS)
        gv_line_end_text(&text, key);
    else
        gv_outline_text(&text, key);
    shader = gv_shader_from_text(ctx, GALVAN_STAGE_GEOMETRY, text.data, text.len);
    free(data);
    return shader;
}

/* ---- The shaders of a context */

static void drop(struct gv_context *ctx, struct gv_pass_shader **link)
{
    struct gv_pass_shader *pass = *link;
    *link = pass->next;
    gv_shader_destroy(ctx, pass->shader);
    free(pass);
}

struct gv_shader *gv_pass_shader_get(struct gv_context *ctx, const struct gv_pass_shader_key *key)
{
    unsigned num = 0;
    struct gv_pass_shader *pass = NULL;
    struct gv_pass_shader **link = &ctx->pass_shaders;
    while (*link && !pass) {
        if (!memcmp(&(*link)->key, key, sizeof(*key))) {
            pass = *link;
            *link = pass->next;
        } else if (++num == MAX_SHADERS) {
            drop(ctx, link);
        } else {
            link = &(*link)->next;
        }
    }
    if (!pass) {
        pass = calloc(1, sizeof(*pass));
        if (!pass)
            return NULL;
        pass->key = *key;
        pass->shader = make_shader(ctx, key);
        if (pass->shader)
            pass->shader->of_pass = true;
    }
    pass->next = ctx->pass_shaders;
    ctx->pass_shaders = pass;
    return pass->shader;
}

void gv_pass_shaders_finish(struct gv_context *ctx)
{
    while (ctx->pass_shaders)
        drop(ctx, &ctx->pass_shaders);
}
