/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* The text of vertex shaders that read vertex entries. To expand a line, the shaders read the
 * entries of both of its ends. Flat varyings of a vertex come from one end of the line. All other
 * varyings are interpolated between the ends, at the vertex's position along the line. Temporaries:
 * 0 has the side of the vertex, the line's width and the position along the line (w); 1 is
 * scratch. */
#include "driver/shader/shader_text.h"

#include <math.h>

#include "util/text.h"

enum {
    FIRST_VARYING = GALVAN_ENTRY_VARYINGS / 4,
    NUM_SCALARS = 4
};

/* Outputs that are dwords of the entry's header. These outputs follow the position and the
 * varyings. */
static const struct {
    const char *semantic;
    unsigned word;
} head[NUM_SCALARS] = {
    {"PSIZE", GALVAN_ENTRY_POINT_SIZE},
    {"LAYER", GALVAN_ENTRY_LAYER},
    {"VIEWPORT_INDEX", GALVAN_ENTRY_VIEWPORT_INDEX},
    {"PRIM_ID", GALVAN_ENTRY_PRIMITIVE_ID},
};

static bool has_scalar(const struct gv_entry_shader_key *key, unsigned i)
{
    return key->header >> head[i].word & 1;
}

int gv_entry_text_register(const struct gv_entry_shader_key *key, int output)
{
    int out = 1 + __builtin_popcountll(key->slots);
    if (output == GALVAN_OUTPUT_HEAD + GALVAN_ENTRY_POSITION)
        return 0;
    if (output >= 0 && output < GALVAN_OUTPUT_HEAD)
        return key->slots >> output & 1
                   ? 1 + __builtin_popcountll(key->slots & ((UINT64_C(1) << output) - 1))
                   : -1;
    for (unsigned i = 0; i < NUM_SCALARS; i++) {
        if (has_scalar(key, i) && output == GALVAN_OUTPUT_HEAD + (int)head[i].word)
            return out;
        out += has_scalar(key, i);
    }
    return -1;
}

/* ---- Expanded lines */

static const struct {
    enum galvan_function move, position;
} functions[] = {
    [GV_QUADS_OF_PIXELS] = {GALVAN_FUNCTION_EXPANDED_LINE_MOVE_PIXELS,
                            GALVAN_FUNCTION_EXPANDED_LINE_PIXELS},
    [GV_QUADS_EXACT] = {GALVAN_FUNCTION_EXPANDED_LINE_MOVE, GALVAN_FUNCTION_EXPANDED_LINE_EXACT},
    [GV_QUADS_SMOOTH] = {GALVAN_FUNCTION_EXPANDED_LINE_MOVE, GALVAN_FUNCTION_EXPANDED_LINE_SMOOTH},
};

/* Adds the varyings of an expanded line. The entry of the first end is in the inputs from
 * FIRST_VARYING on; the entry of the second end follows num_inputs inputs later. TEMP[0].w is the
 * position along the line. */
static void add_line_varyings(struct gv_text *t, const struct gv_entry_shader_key *key,
                              unsigned num_inputs)
{
    const struct gv_line_quads_key *line = &key->line_quads;
    unsigned in = FIRST_VARYING, out = 1;
    gv_text_add(t, "FSLT TEMP[0].x, TEMP[0].yyyy, IMM[0].wwww\n"); /* whether the vertex is at the
                                                                      second end */
    for (uint64_t left = key->slots; left; left &= left - 1, in++, out++) {
        const unsigned from_first = line->flat_first ? in : in + num_inputs;
        const unsigned from_second = line->flat_first ? in + num_inputs : in;
        if (line->flat_slots & (left & -left))
            gv_text_add(t, "UCMP OUT[%u], TEMP[0].xxxx, IN[%u], IN[%u]\n", out, from_second,
                        from_first);
        else
            gv_text_add(t,
                        "ADD TEMP[1], IN[%u], -IN[%u]\n"
                        "MAD OUT[%u], TEMP[1], TEMP[0].wwww, IN[%u]\n",
                        in + num_inputs, in, out, in);
    }
}

static void add_line(struct gv_text *t, const struct gv_entry_shader_key *key, unsigned num_inputs)
{
    const struct gv_line_quads_key *line = &key->line_quads;
    const unsigned corner = 2 * num_inputs;
    const double subpixel = ldexp(1.0, -line->subpixel_bits);
    gv_text_add(t,
                "DCL TEMP[0..1]\n"
                "IMM[0] FLT32 {%.1f, %.10f, %.10f, 0.0}\n"
                "MOV TEMP[0].xy, IN[%u]\n"
                "MOV TEMP[0].z, IN[%u].xxxx\n"
                "GLSL TEMP[0].w, IN[0], IN[%u], IN[%u], IN[%u], IMM[0] :%u\n"
                "GLSL OUT[0], IN[0], IN[%u], TEMP[0], IN[%u], IMM[0] :%u\n",
                ldexp(1.0, line->subpixel_bits), subpixel, line->lower ? subpixel : 0.0,
                corner + GALVAN_CORNER_SIDES, corner + GALVAN_CORNER_LINE, num_inputs,
                corner + GALVAN_CORNER_SIDES, corner + GALVAN_CORNER_WINDOW,
                functions[line->shape].move, num_inputs, corner + GALVAN_CORNER_WINDOW,
                functions[line->shape].position);
    add_line_varyings(t, key, num_inputs);
}

/* ---- The text */

static void move_inputs(struct gv_text *t, unsigned num_slots)
{
    gv_text_add(t, "MOV OUT[0], IN[0]\n");
    for (unsigned i = 0; i < num_slots; i++)
        gv_text_add(t, "MOV OUT[%u], IN[%u]\n", 1 + i, FIRST_VARYING + i);
}

static void move_scalar(struct gv_text *t, unsigned out, unsigned word)
{
    const char component = "xyzw"[word % 4];
    gv_text_add(t, "MOV OUT[%u].x, IN[%u].%c%c%c%c\n", out, word / 4, component, component,
                component, component);
}

void gv_entry_text(struct gv_text *t, const void *data)
{
    const struct gv_entry_shader_key *key = data;
    const unsigned num_slots = (unsigned)__builtin_popcountll(key->slots);
    const unsigned num_inputs = FIRST_VARYING + num_slots;
    const bool lines = key->line_quads.shape != GV_NO_LINE_QUADS;
    const unsigned num_all = lines ? 2 * num_inputs + GALVAN_NUM_CORNER_INPUTS : num_inputs;
    gv_text_add(t, "VERT\n");
    gv_text_declare_distances(t, key->num_clipdist, key->num_culldist);
    for (unsigned i = 0; i < num_all; i++)
        gv_text_add(t, "DCL IN[%u]\n", i);
    gv_text_add(t, "DCL OUT[0], POSITION\n");
    unsigned out = gv_text_declare_varyings(t, "OUT", key->slots, 1);
    for (unsigned i = 0; i < NUM_SCALARS; i++) {
        if (has_scalar(key, i))
            gv_text_add(t, "DCL OUT[%u].x, %s\n", out++, head[i].semantic);
    }
    if (lines)
        add_line(t, key, num_inputs);
    else
        move_inputs(t, num_slots);
    out = 1 + num_slots;
    for (unsigned i = 0; i < NUM_SCALARS; i++) {
        if (has_scalar(key, i))
            move_scalar(t, out++, head[i].word);
    }
    gv_text_add(t, "END\n");
}
