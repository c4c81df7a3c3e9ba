/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
#include "driver/emulate/numbering.h"

#include <string.h>

#include "driver/context.h"
#include "driver/draw/pass_shader.h"
#include "driver/draw/primitive.h"
#include "driver/shader/shader.h"
#include "driver/shader/text_shader.h"
#include "util/text.h"

/* Filled with zeros first, compared as bytes. */
struct key {
    struct gv_pass_shader_key base;
    uint32_t corners, id_shift;
    bool layer, viewport_index; /* the vertex shader writes them */
};

/* ---- The text */

static const char *const inputs[] = {"", "POINTS", "LINES", "TRIANGLES"};
static const char *const outputs[] = {"", "POINTS", "LINE_STRIP", "TRIANGLE_STRIP"};

struct word {
    bool wanted;
    const char *semantic;
};

enum {
    NUM_WORDS = 3
};

static void list_words(const struct key *key, struct word words[NUM_WORDS])
{
    words[0] = (struct word){key->base.point_size, "PSIZE"};
    words[1] = (struct word){key->layer, "LAYER"};
    words[2] = (struct word){key->viewport_index, "VIEWPORT_INDEX"};
}

/* Declares the words, which follow the varyings; returns the register behind them. */
static unsigned declare_words(struct gv_text *t, const struct key *key)
{
    unsigned reg = gv_pass_shader_next_register(&key->base);
    struct word words[NUM_WORDS];
    list_words(key, words);
    for (unsigned i = 0; i < NUM_WORDS; i++) {
        if (!words[i].wanted)
            continue;
        gv_text_add(t, "DCL IN[][%u].x, %s\n", reg, words[i].semantic);
        gv_text_add(t, "DCL OUT[%u].x, %s\n", reg++, words[i].semantic);
    }
    return reg;
}

static void write_text(struct gv_text *t, const void *data)
{
    const struct key *key = data;
    gv_pass_shader_declare(t, &key->base, inputs[key->corners], outputs[key->corners],
                           key->corners);
    const unsigned first = gv_pass_shader_next_register(&key->base);
    const unsigned number = declare_words(t, key);
    gv_text_add(t,
                "DCL OUT[%u].x, PRIM_ID\n"
                "DCL SV[0], PRIM_ID\n"
                "IMM[0] UINT32 {%u, 0, 0, 0}\n",
                number, key->id_shift);
    for (unsigned vertex = 0; vertex < key->corners; vertex++) {
        gv_text_add(t, "MOV OUT[0], IN[%u][0]\n", vertex);
        gv_pass_shader_move(t, &key->base, vertex, vertex);
        for (unsigned reg = first; reg < number; reg++)
            gv_text_add(t, "MOV OUT[%u].x, IN[%u][%u].xxxx\n", reg, vertex, reg);
        gv_text_add(t, "USHR OUT[%u].x, SV[0].xxxx, IMM[0].xxxx\nEMIT IMM[0].yyyy\n", number);
    }
    gv_text_add(t, "END\n");
}

struct gv_shader *gv_numbering_shader(struct gv_context *ctx, const struct gv_primitive *primitive)
{
    static const struct gv_text_shader_family family = {
        .stage = GALVAN_STAGE_GEOMETRY,
        .max = 64,
        .key_B = sizeof(struct key),
        .text_B = 48 * 1024,
        .write = write_text,
    };
    const struct galvan_tgsi_info *vs = ctx->state.shaders[GALVAN_STAGE_VERTEX]->info;
    struct key key;
    memset(&key, 0, sizeof(key));
    gv_pass_shader_set_varyings(&ctx->state, &key.base);
    key.base.flat_slots = 0; /* each vertex keeps its own */
    key.base.point_size = vs->writes_psize;
    key.corners = gv_primitive_size(primitive->list);
    key.id_shift = primitive->id_shift;
    key.layer = vs->writes_layer;
    key.viewport_index = vs->writes_viewport_index;
    return gv_text_shader_get(ctx, &ctx->numbering_shaders, &family, &key);
}
