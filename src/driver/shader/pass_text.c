/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* The texts of geometry shaders: one draws the last pixels of lines, one writes primitive ids. */
#include "driver/shader/shader_text.h"

#include "util/text.h"

/* ---- The last pixel of a line. TEMP[0] tells whether this pixel is drawn, and TEMP[1] is the
 * short line that draws it. */

/* Adds one vertex of the short line that draws the last pixel. `component` is "xyyy" or "zwww": the
 * part of TEMP[1] that has the vertex's x and y. */
static void add_vertex(struct gv_text *t, const struct gv_pass_shader_key *key,
                       const char *component)
{
    gv_text_add(t,
                "MOV OUT[0].xy, TEMP[1].%s\n"
                "MOV OUT[0].zw, IN[1][0]\n",
                component);
    gv_pass_text_move(t, key, 1, key->flat_first ? 0 : 1);
    gv_text_add(t, "EMIT IMM[0].xxxx\n");
}

void gv_line_end_text(struct gv_text *t, const void *data)
{
    const struct gv_pass_shader_key *key = data;
    gv_pass_text_declare(t, key, "LINES", "LINE_STRIP", 2);
    gv_text_add(t,
                "DCL CONST[0][0..1]\n"
                "DCL TEMP[0..1]\n"
                "IMM[0] FLT32 {0.0, 0.0, 0.0, 0.0}\n"
                "GLSL TEMP[0].x, IN[0][0], IN[1][0], CONST[0][0], CONST[0][1], IMM[0] :%u\n"
                "IF TEMP[0].xxxx\n"
                "GLSL TEMP[1], IN[0][0], IN[1][0], CONST[0][0], CONST[0][1], IMM[0] :%u\n",
                GALVAN_FUNCTION_LINE_END_DRAWN, GALVAN_FUNCTION_LINE_END_SEGMENT);
    add_vertex(t, key, "xyyy");
    add_vertex(t, key, "zwww");
    gv_text_add(t, "ENDIF\nEND\n");
}

/* ---- Primitive ids */

static const char *const inputs[] = {"", "POINTS", "LINES", "TRIANGLES"};
static const char *const outputs[] = {"", "POINTS", "LINE_STRIP", "TRIANGLE_STRIP"};

enum {
    NUM_SCALARS = 3
};

/* Declares the scalar outputs, which follow the varyings. Returns the next register. */
static unsigned declare_scalars(struct gv_text *t, const struct gv_numbering_key *key)
{
    unsigned reg = gv_pass_text_next_register(&key->base);
    const struct {
        bool wanted;
        const char *semantic;
    } scalars[NUM_SCALARS] = {
        {key->base.point_size, "PSIZE"},
        {key->layer, "LAYER"},
        {key->viewport_index, "VIEWPORT_INDEX"},
    };
    for (unsigned i = 0; i < NUM_SCALARS; i++) {
        if (!scalars[i].wanted)
            continue;
        gv_text_add(t, "DCL IN[][%u].x, %s\n", reg, scalars[i].semantic);
        gv_text_add(t, "DCL OUT[%u].x, %s\n", reg++, scalars[i].semantic);
    }
    return reg;
}

void gv_numbering_text(struct gv_text *t, const void *data)
{
    const struct gv_numbering_key *key = data;
    gv_pass_text_declare(t, &key->base, inputs[key->num_vertices], outputs[key->num_vertices],
                         key->num_vertices);
    const unsigned first = gv_pass_text_next_register(&key->base);
    const unsigned number = declare_scalars(t, key);
    gv_text_add(t,
                "DCL OUT[%u].x, PRIM_ID\n"
                "DCL SV[0], PRIM_ID\n"
                "IMM[0] UINT32 {%u, 0, 0, 0}\n",
                number, key->id_shift);
    for (unsigned vertex = 0; vertex < key->num_vertices; vertex++) {
        gv_text_add(t, "MOV OUT[0], IN[%u][0]\n", vertex);
        gv_pass_text_move(t, &key->base, vertex, vertex);
        for (unsigned reg = first; reg < number; reg++)
            gv_text_add(t, "MOV OUT[%u].x, IN[%u][%u].xxxx\n", reg, vertex, reg);
        gv_text_add(t, "USHR OUT[%u].x, SV[0].xxxx, IMM[0].xxxx\nEMIT IMM[0].yyyy\n", number);
    }
    gv_text_add(t, "END\n");
}
