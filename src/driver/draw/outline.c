/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* The text of outline shaders. Temporaries: 0 and 1 scratch, 2 area and depth offset, 3 to 6 edges
 * to draw (x) and whether a strip is open (6.y), 7 the normal in window space, 8 to 12 window
 * positions. */
#include "driver/draw/outline.h"

#include "driver/draw/pass_shader.h"
#include "util/text.h"

enum {
    NUM_EDGES = 4,
    PROVOKING = 5, /* the vertex that flat varyings come from */
};

/* Of triangles as they are, the corner that stands for one of the pattern's vertices. */
static unsigned in(const struct gv_pass_shader_key *key, unsigned vertex)
{
    if (!key->triangles)
        return vertex;
    if (vertex == PROVOKING)
        return key->flat_first ? 0 : 2;
    return vertex < 3 ? vertex : 0;
}

/* Behind the varyings: point size, then (input only) edge flag. */
static void add_header(struct gv_text *t, const struct gv_pass_shader_key *key)
{
    unsigned reg = gv_pass_shader_next_register(key);
    bool points = key->kind == GV_PASS_SHADER_CORNERS;
    gv_pass_shader_declare(t, key, key->triangles ? "TRIANGLES" : "TRIANGLES_ADJACENCY",
                           points ? "POINTS" : "LINE_STRIP", points ? NUM_EDGES : NUM_EDGES + 1);
    if (key->point_size) {
        gv_text_add(t, "DCL IN[][%u], PSIZE\nDCL OUT[%u], PSIZE\n", reg, reg);
        reg++;
    }
    if (key->edge_flags)
        gv_text_add(t, "DCL IN[][%u], EDGEFLAG\n", reg);
    gv_text_add(t, "DCL CONST[0][0..3]\n"
                   "DCL TEMP[0..12]\n"
                   "IMM[0] FLT32 {0.0, 1.0, 0.0, 0.0}\n"
                   "IMM[1] UINT32 {0, 2139095040, 4294967295, 0}\n");
}

/* Whether the face is wanted: the sign of the area, which is that of the determinants of the fan's
 * triangles in homogeneous coordinates, also where a corner lies behind the eye. */
static void add_facing(struct gv_text *t, const struct gv_pass_shader_key *key)
{
    gv_text_add(t, "MOV TEMP[2].x, IMM[0].xxxx\n");
    for (unsigned i = 1; i < NUM_EDGES; i++)
        gv_text_add(t,
                    "MUL TEMP[0].xyz, IN[%u][0].ywxx, IN[%u][0].wxyy\n"
                    "MAD TEMP[0].xyz, -IN[%u][0].wxyy, IN[%u][0].ywxx, TEMP[0]\n"
                    "DP3 TEMP[0].x, IN[0][0].xyww, TEMP[0]\n"
                    "ADD TEMP[2].x, TEMP[2].xxxx, TEMP[0].xxxx\n",
                    in(key, i), in(key, i + 1), in(key, i), in(key, i + 1));
    gv_text_add(t, "MUL TEMP[0].x, TEMP[2].xxxx, CONST[0][1].xxxx\n"
                   "FSLT TEMP[0].y, IMM[0].xxxx, TEMP[0].xxxx\n"
                   "UCMP TEMP[0].z, TEMP[0].yyyy, CONST[0][1].yyyy, CONST[0][1].zzzz\n"
                   "FSNE TEMP[0].w, TEMP[0].zzzz, IMM[0].xxxx\n"
                   "UIF TEMP[0].wwww\n");
}

/* TEMP[2].x: what to add to window depth, from the slope of the plane and the largest depth. */
static void add_offset(struct gv_text *t, const struct gv_pass_shader_key *key)
{
    gv_text_add(t, "MOV TEMP[2].x, IMM[0].xxxx\n"
                   "UIF CONST[0][2].wwww\n"
                   "MOV TEMP[7], IMM[0].xxxx\n");
    for (unsigned i = 0; i <= NUM_EDGES; i++)
        gv_text_add(t,
                    "RCP TEMP[0].x, IN[%u][0].wwww\n"
                    "MUL TEMP[1].xyz, IN[%u][0], CONST[0][0]\n"
                    "MUL TEMP[%u].xyz, TEMP[1], TEMP[0].xxxx\n"
                    "ADD TEMP[0].x, TEMP[%u].zzzz, CONST[0][0].wwww\n"
                    "MAX TEMP[7].w, TEMP[7].wwww, |TEMP[0].xxxx|\n",
                    in(key, i), in(key, i), 8 + i, 8 + i);
    for (unsigned i = 1; i <= NUM_EDGES; i++)
        gv_text_add(t, "ADD TEMP[%u].xyz, TEMP[%u], -TEMP[8]\n", 8 + i, 8 + i);
    for (unsigned i = 1; i < NUM_EDGES; i++)
        gv_text_add(t,
                    "MUL TEMP[0].xyz, TEMP[%u].yzxx, TEMP[%u].zxyy\n"
                    "MAD TEMP[0].xyz, -TEMP[%u].zxyy, TEMP[%u].yzxx, TEMP[0]\n"
                    "ADD TEMP[7].xyz, TEMP[7], TEMP[0]\n",
                    8 + i, 9 + i, 8 + i, 9 + i);
    gv_text_add(t, "MAX TEMP[0].x, |TEMP[7].xxxx|, |TEMP[7].yyyy|\n"
                   "RCP TEMP[0].y, |TEMP[7].zzzz|\n"
                   "MUL TEMP[0].x, TEMP[0].xxxx, TEMP[0].yyyy\n"
                   "FSNE TEMP[0].y, TEMP[7].zzzz, IMM[0].xxxx\n"
                   "UCMP TEMP[0].x, TEMP[0].yyyy, TEMP[0].xxxx, IMM[0].xxxx\n"
                   "AND TEMP[0].z, TEMP[7].wwww, IMM[1].yyyy\n"
                   "MAD TEMP[0].x, TEMP[0].xxxx, CONST[0][2].zzzz, CONST[0][2].xxxx\n"
                   "MAD TEMP[0].x, TEMP[0].zzzz, CONST[0][2].yyyy, TEMP[0].xxxx\n"
                   "MAX TEMP[0].x, TEMP[0].xxxx, CONST[0][3].xxxx\n"
                   "MIN TEMP[0].x, TEMP[0].xxxx, CONST[0][3].yyyy\n"
                   "MUL TEMP[2].x, TEMP[0].xxxx, CONST[0][3].zzzz\n"
                   "ENDIF\n");
}

/* TEMP[3 + edge].x: whether the edge is drawn. Padding repeats vertices; the last edge is there
 * when it closes the ring. */
static void add_edges(struct gv_text *t, const struct gv_pass_shader_key *key)
{
    unsigned flag = gv_pass_shader_next_register(key) + key->point_size;
    for (unsigned i = 0; i < NUM_EDGES; i++) {
        gv_text_add(t,
                    "ADD TEMP[0], IN[%u][0], -IN[%u][0]\n"
                    "DP4 TEMP[0].x, |TEMP[0]|, IMM[0].yyyy\n"
                    "FSNE TEMP[%u].x, TEMP[0].xxxx, IMM[0].xxxx\n",
                    in(key, i), in(key, i + 1), 3 + i);
        if (key->edge_flags)
            gv_text_add(t,
                        "FSNE TEMP[0].x, IN[%u][%u].xxxx, IMM[0].xxxx\n"
                        "AND TEMP[%u].x, TEMP[%u].xxxx, TEMP[0].xxxx\n",
                        i, flag, 3 + i, 3 + i);
    }
    gv_text_add(t,
                "ADD TEMP[0], IN[%u][0], -IN[0][0]\n"
                "DP4 TEMP[0].x, |TEMP[0]|, IMM[0].yyyy\n"
                "FSEQ TEMP[0].x, TEMP[0].xxxx, IMM[0].xxxx\n"
                "AND TEMP[6].x, TEMP[6].xxxx, TEMP[0].xxxx\n",
                in(key, NUM_EDGES));
}

/* A vertex, its depth moved by the offset but not out of the view volume: depth is clamped there,
 * not clipped. */
static void add_vertex(struct gv_text *t, const struct gv_pass_shader_key *key, unsigned number)
{
    const unsigned reg = gv_pass_shader_next_register(key), vertex = in(key, number);
    gv_text_add(t,
                "MUL TEMP[0].x, IN[%u][0].wwww, TEMP[2].xxxx\n"
                "ADD TEMP[0].x, IN[%u][0].zzzz, TEMP[0].xxxx\n"
                "MAX TEMP[0].y, IN[%u][0].zzzz, IN[%u][0].wwww\n"
                "MUL TEMP[0].z, IN[%u][0].wwww, CONST[0][1].wwww\n"
                "MIN TEMP[0].z, IN[%u][0].zzzz, TEMP[0].zzzz\n"
                "MIN TEMP[0].x, TEMP[0].xxxx, TEMP[0].yyyy\n"
                "MAX TEMP[0].x, TEMP[0].xxxx, TEMP[0].zzzz\n"
                "MOV OUT[0].xyw, IN[%u][0]\n"
                "MOV OUT[0].z, TEMP[0].xxxx\n",
                vertex, vertex, vertex, vertex, vertex, vertex, vertex);
    gv_pass_shader_move(t, key, vertex, in(key, PROVOKING));
    if (key->point_size)
        gv_text_add(t, "MOV OUT[%u].x, IN[%u][%u].xxxx\n", reg, vertex, reg);
    gv_text_add(t, "EMIT IMM[1].xxxx\n");
}

static void add_corners(struct gv_text *t, const struct gv_pass_shader_key *key)
{
    for (unsigned i = 0; i < NUM_EDGES; i++) {
        gv_text_add(t, "UIF TEMP[%u].xxxx\n", 3 + i);
        add_vertex(t, key, i);
        gv_text_add(t, "ENDIF\n");
    }
}

/* One strip as far as edges follow each other, so that a line stipple runs along them. */
static void add_strips(struct gv_text *t, const struct gv_pass_shader_key *key)
{
    gv_text_add(t, "MOV TEMP[6].y, IMM[1].xxxx\n");
    for (unsigned i = 0; i < NUM_EDGES; i++) {
        gv_text_add(t,
                    "UIF TEMP[%u].xxxx\n"
                    "USEQ TEMP[0].x, TEMP[6].yyyy, IMM[1].xxxx\n"
                    "UIF TEMP[0].xxxx\n",
                    3 + i);
        add_vertex(t, key, i);
        gv_text_add(t, "ENDIF\n");
        add_vertex(t, key, i + 1);
        gv_text_add(t, "MOV TEMP[6].y, IMM[1].zzzz\n"
                       "ELSE\n"
                       "UIF TEMP[6].yyyy\n"
                       "ENDPRIM IMM[1].xxxx\n"
                       "MOV TEMP[6].y, IMM[1].xxxx\n"
                       "ENDIF\n"
                       "ENDIF\n");
    }
}

void gv_outline_text(struct gv_text *t, const struct gv_pass_shader_key *key)
{
    add_header(t, key);
    add_facing(t, key);
    add_offset(t, key);
    add_edges(t, key);
    if (key->kind == GV_PASS_SHADER_CORNERS)
        add_corners(t, key);
    else
        add_strips(t, key);
    gv_text_add(t, "ENDIF\nEND\n");
}
