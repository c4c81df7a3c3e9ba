/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* The text of outline shaders. Temporaries: 0 is scratch, 1 has the normal and the depth, 2 the
 * depth offset, 3 the edges that are drawn, 4 whether a strip is open (x), 5 to 9 the vertices in
 * window space. */
#include "driver/shader/shader_text.h"

#include "util/text.h"

enum {
    NUM_EDGES = 4,
    PROVOKING = 5, /* index of the vertex that provides flat varyings */
};

/* Returns which input vertex is vertex `vertex` of the outline's pattern. Triangles of another
 * shader have only three vertices. */
static unsigned in(const struct gv_pass_shader_key *key, unsigned vertex)
{
    if (!key->triangles)
        return vertex;
    if (vertex == PROVOKING)
        return key->flat_first ? 0 : 2;
    return vertex < 3 ? vertex : 0;
}

/* Declares the registers after the varyings: point size, and an edge flag that is only an input. */
static void add_header(struct gv_text *t, const struct gv_pass_shader_key *key)
{
    unsigned reg = gv_pass_text_next_register(key);
    gv_pass_text_declare(t, key, key->triangles ? "TRIANGLES" : "TRIANGLES_ADJACENCY",
                         key->points ? "POINTS" : "LINE_STRIP",
                         key->points ? NUM_EDGES : NUM_EDGES + 1);
    if (key->point_size) {
        gv_text_add(t, "DCL IN[][%u], PSIZE\nDCL OUT[%u], PSIZE\n", reg, reg);
        reg++;
    }
    if (key->edge_flags)
        gv_text_add(t, "DCL IN[][%u], EDGEFLAG\n", reg);
    gv_text_add(t, "DCL CONST[0][0..3]\n"
                   "DCL TEMP[0..9]\n"
                   "IMM[0] FLT32 {0.0, 1.0, 0.0, 0.0}\n");
}

/* Adds a call of a library function with all five vertices as operands. */
static void call_vertices(struct gv_text *t, const struct gv_pass_shader_key *key, const char *dst,
                          enum galvan_function function)
{
    gv_text_add(t, "GLSL %s, IN[%u][0], IN[%u][0], IN[%u][0], IN[%u][0], IN[%u][0] :%u\n", dst,
                in(key, 0), in(key, 1), in(key, 2), in(key, 3), in(key, 4), function);
}

/* Adds the begin of a condition. The shader executes the text that is added next only if the face
 * is drawn. */
static void add_facing(struct gv_text *t, const struct gv_pass_shader_key *key)
{
    call_vertices(t, key, "TEMP[0]", GALVAN_FUNCTION_OUTLINE_AREA);
    gv_text_add(t,
                "GLSL TEMP[0].x, TEMP[0], CONST[0][1], IMM[0], IMM[0], IMM[0] :%u\n"
                "IF TEMP[0].xxxx\n",
                GALVAN_FUNCTION_OUTLINE_FACE);
}

static void add_offset(struct gv_text *t, const struct gv_pass_shader_key *key)
{
    gv_text_add(t, "MOV TEMP[2].x, IMM[0].xxxx\n"
                   "UIF CONST[0][2].wwww\n");
    for (unsigned i = 0; i <= NUM_EDGES; i++)
        gv_text_add(t, "GLSL TEMP[%u], IN[%u][0], CONST[0][0], IMM[0], IMM[0], IMM[0] :%u\n", 5 + i,
                    in(key, i), GALVAN_FUNCTION_OUTLINE_WINDOW);
    gv_text_add(t,
                "GLSL TEMP[1], TEMP[5], TEMP[6], TEMP[7], TEMP[8], TEMP[9] :%u\n"
                "GLSL TEMP[2].x, TEMP[1], CONST[0][2], CONST[0][3], IMM[0], IMM[0] :%u\n"
                "ENDIF\n",
                GALVAN_FUNCTION_OUTLINE_PLANE, GALVAN_FUNCTION_OUTLINE_OFFSET);
}

static void add_edges(struct gv_text *t, const struct gv_pass_shader_key *key)
{
    const unsigned flag = gv_pass_text_next_register(key) + key->point_size;
    call_vertices(t, key, "TEMP[3]", GALVAN_FUNCTION_OUTLINE_EDGES);
    if (key->edge_flags)
        gv_text_add(t, "GLSL TEMP[3], TEMP[3], IN[0][%u], IN[1][%u], IN[2][%u], IN[3][%u] :%u\n",
                    flag, flag, flag, flag, GALVAN_FUNCTION_OUTLINE_FLAGGED);
}

static void add_vertex(struct gv_text *t, const struct gv_pass_shader_key *key, unsigned number)
{
    const unsigned reg = gv_pass_text_next_register(key), vertex = in(key, number);
    gv_text_add(t, "GLSL OUT[0], IN[%u][0], TEMP[2], CONST[0][1], IMM[0], IMM[0] :%u\n", vertex,
                GALVAN_FUNCTION_OUTLINE_VERTEX);
    gv_pass_text_move(t, key, vertex, in(key, PROVOKING));
    if (key->point_size)
        gv_text_add(t, "MOV OUT[%u].x, IN[%u][%u].xxxx\n", reg, vertex, reg);
    gv_text_add(t, "EMIT IMM[0].xxxx\n");
}

static void begin_edge(struct gv_text *t, unsigned edge)
{
    const char component = "xyzw"[edge];
    gv_text_add(t, "IF TEMP[3].%c%c%c%c\n", component, component, component, component);
}

static void add_points(struct gv_text *t, const struct gv_pass_shader_key *key)
{
    for (unsigned i = 0; i < NUM_EDGES; i++) {
        begin_edge(t, i);
        add_vertex(t, key, i);
        gv_text_add(t, "ENDIF\n");
    }
}

/* Adds the edges as line strips. Consecutive edges form one strip, so that a line stipple continues
 * along them. */
static void add_strips(struct gv_text *t, const struct gv_pass_shader_key *key)
{
    gv_text_add(t, "MOV TEMP[4].x, IMM[0].xxxx\n");
    for (unsigned i = 0; i < NUM_EDGES; i++) {
        begin_edge(t, i);
        gv_text_add(t, "FSEQ TEMP[0].x, TEMP[4].xxxx, IMM[0].xxxx\n"
                       "UIF TEMP[0].xxxx\n");
        add_vertex(t, key, i);
        gv_text_add(t, "ENDIF\n");
        add_vertex(t, key, i + 1);
        gv_text_add(t, "MOV TEMP[4].x, IMM[0].yyyy\n"
                       "ELSE\n"
                       "IF TEMP[4].xxxx\n"
                       "ENDPRIM IMM[0].xxxx\n"
                       "MOV TEMP[4].x, IMM[0].xxxx\n"
                       "ENDIF\n"
                       "ENDIF\n");
    }
}

void gv_outline_text(struct gv_text *t, const void *data)
{
    const struct gv_pass_shader_key *key = data;
    add_header(t, key);
    add_facing(t, key);
    add_offset(t, key);
    add_edges(t, key);
    if (key->points)
        add_points(t, key);
    else
        add_strips(t, key);
    gv_text_add(t, "ENDIF\nEND\n");
}
