/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
#include "driver/draw/record_shader.h"

#include "driver/context.h"
#include "driver/screen/slot_names.h"
#include "driver/shader/text_shader.h"
#include "util/text.h"

enum {
    FIRST_VARYING = GALVAN_RECORD_VARYINGS / 4,
};

/* An output of one component, from a word of the head. */
static void declare_word(struct gv_text *t, const char *semantic, unsigned out)
{
    gv_text_add(t, "DCL OUT[%u].x, %s\n", out, semantic);
}

static void move_word(struct gv_text *t, unsigned out, unsigned word)
{
    const char component = "xyzw"[word % 4];
    gv_text_add(t, "MOV OUT[%u].x, IN[%u].%c%c%c%c\n", out, word / 4, component, component,
                component, component);
}

static void write_text(struct gv_text *t, const void *data)
{
    const struct gv_record_shader_key *key = data;
    const struct {
        bool wanted;
        const char *semantic;
        unsigned word;
    } head[] = {
        {key->point_size, "PSIZE", GALVAN_RECORD_POINT_SIZE},
        {key->layer, "LAYER", GALVAN_RECORD_LAYER},
        {key->viewport_index, "VIEWPORT_INDEX", GALVAN_RECORD_VIEWPORT_INDEX},
        {true, "PRIM_ID", GALVAN_RECORD_PRIMITIVE_ID},
    };
    const unsigned num_slots = (unsigned)__builtin_popcountll(key->slots);
    unsigned out = 1;
    gv_text_add(t, "VERT\n");
    if (key->num_clipdist)
        gv_text_add(t, "PROPERTY NUM_CLIPDIST_ENABLED %u\n", key->num_clipdist);
    if (key->num_culldist)
        gv_text_add(t, "PROPERTY NUM_CULLDIST_ENABLED %u\n", key->num_culldist);
    for (unsigned i = 0; i < FIRST_VARYING + num_slots; i++)
        gv_text_add(t, "DCL IN[%u]\n", i);
    gv_text_add(t, "DCL OUT[0], POSITION\n");
    for (uint64_t left = key->slots; left; left &= left - 1) {
        gv_text_add(t, "DCL OUT[%u], ", out++);
        gv_slot_name_add(t, (unsigned)__builtin_ctzll(left));
    }
    for (unsigned i = 0; i < 4; i++) {
        if (head[i].wanted)
            declare_word(t, head[i].semantic, out++);
    }
    gv_text_add(t, "MOV OUT[0], IN[0]\n");
    for (unsigned i = 0; i < num_slots; i++)
        gv_text_add(t, "MOV OUT[%u], IN[%u]\n", 1 + i, FIRST_VARYING + i);
    out = 1 + num_slots;
    for (unsigned i = 0; i < 4; i++) {
        if (head[i].wanted)
            move_word(t, out++, head[i].word);
    }
    gv_text_add(t, "END\n");
}

struct gv_shader *gv_record_shader_get(struct gv_context *ctx,
                                       const struct gv_record_shader_key *key)
{
    static const struct gv_text_shader_family family = {
        .stage = GALVAN_STAGE_VERTEX,
        .max = 64,
        .key_B = sizeof(*key),
        .text_B = 16 * 1024,
        .write = write_text,
    };
    return gv_text_shader_get(ctx, &ctx->record_shaders, &family, key);
}
