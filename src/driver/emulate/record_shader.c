/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
#include "driver/emulate/record_shader.h"

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

enum {
    NUM_WORDS = 4
};

/* Outputs that are words of the head, behind the position and the varyings. */
static const struct {
    const char *semantic;
    unsigned word;
} head[NUM_WORDS] = {
    {"PSIZE", GALVAN_RECORD_POINT_SIZE},
    {"LAYER", GALVAN_RECORD_LAYER},
    {"VIEWPORT_INDEX", GALVAN_RECORD_VIEWPORT_INDEX},
    {"PRIM_ID", GALVAN_RECORD_PRIMITIVE_ID},
};

static bool has_word(const struct gv_record_shader_key *key, unsigned i)
{
    return key->head >> head[i].word & 1;
}

static void move_inputs(struct gv_text *t, unsigned num_slots)
{
    gv_text_add(t, "MOV OUT[0], IN[0]\n");
    for (unsigned i = 0; i < num_slots; i++)
        gv_text_add(t, "MOV OUT[%u], IN[%u]\n", 1 + i, FIRST_VARYING + i);
}

static void write_text(struct gv_text *t, const void *data)
{
    const struct gv_record_shader_key *key = data;
    const unsigned num_slots = (unsigned)__builtin_popcountll(key->slots);
    const unsigned num_inputs = FIRST_VARYING + num_slots;
    const bool quads = key->line_quads.shape != GV_NO_LINE_QUADS;
    unsigned out = 1;
    gv_text_add(t, "VERT\n");
    if (key->num_clipdist)
        gv_text_add(t, "PROPERTY NUM_CLIPDIST_ENABLED %u\n", key->num_clipdist);
    if (key->num_culldist)
        gv_text_add(t, "PROPERTY NUM_CULLDIST_ENABLED %u\n", key->num_culldist);
    for (unsigned i = 0; i < (quads ? 2 * num_inputs + GALVAN_NUM_CORNER_INPUTS : num_inputs); i++)
        gv_text_add(t, "DCL IN[%u]\n", i);
    gv_text_add(t, "DCL OUT[0], POSITION\n");
    for (uint64_t left = key->slots; left; left &= left - 1) {
        gv_text_add(t, "DCL OUT[%u], ", out++);
        gv_slot_name_add(t, (unsigned)__builtin_ctzll(left));
    }
    for (unsigned i = 0; i < NUM_WORDS; i++) {
        if (has_word(key, i))
            declare_word(t, head[i].semantic, out++);
    }
    if (quads)
        gv_line_quads_text(t, &key->line_quads, key->slots, FIRST_VARYING, num_inputs);
    else
        move_inputs(t, num_slots);
    out = 1 + num_slots;
    for (unsigned i = 0; i < NUM_WORDS; i++) {
        if (has_word(key, i))
            move_word(t, out++, head[i].word);
    }
    gv_text_add(t, "END\n");
}

/* The register that has an output of the shader before, see galvan_spirv_output(); -1: none. */
static int register_of(const struct gv_record_shader_key *key, int output)
{
    int out = 1 + __builtin_popcountll(key->slots);
    if (output == GALVAN_OUTPUT_HEAD + GALVAN_RECORD_POSITION)
        return 0;
    if (output >= 0 && output < GALVAN_OUTPUT_HEAD)
        return key->slots >> output & 1
                   ? 1 + __builtin_popcountll(key->slots & ((UINT64_C(1) << output) - 1))
                   : -1;
    for (unsigned i = 0; i < NUM_WORDS; i++) {
        if (has_word(key, i) && output == GALVAN_OUTPUT_HEAD + (int)head[i].word)
            return out;
        out += has_word(key, i);
    }
    return -1;
}

/* What stream output captures, in terms of the registers here. */
static void take_captures(const struct gv_record_shader_key *key, const struct gv_shader *last,
                          struct galvan_spirv_stream_output *out_so)
{
    const struct galvan_spirv_stream_output *so = &last->stream_output;
    *out_so = *so;
    out_so->num_captures = 0;
    for (uint32_t i = 0; i < so->num_captures; i++) {
        const unsigned index = so->captures[i].register_index;
        int reg = register_of(key, galvan_spirv_output(last->tgsi, index));
        if (reg < 0 || so->captures[i].stream)
            continue;
        struct galvan_spirv_capture *piece = &out_so->captures[out_so->num_captures++];
        *piece = so->captures[i];
        piece->register_index = (uint8_t)reg;
    }
}

struct gv_shader *gv_record_shader_get(struct gv_context *ctx, const struct gv_shader *last,
                                       const struct gv_record_shader_key *key)
{
    static const struct gv_text_shader_family family = {
        .stage = GALVAN_STAGE_VERTEX,
        .max = 64,
        .key_B = sizeof(*key),
        .text_B = 32 * 1024,
        .write = write_text,
    };
    struct gv_shader *shader = gv_text_shader_get(ctx, &ctx->record_shaders, &family, key);
    if (shader && key->captured_id && !shader->stream_output.num_captures)
        take_captures(key, last, &shader->stream_output);
    return shader;
}
