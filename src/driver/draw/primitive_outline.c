/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Patterns of indices for outlines; see primitive.h. */
#include "driver/draw/primitive.h"
#include "driver/state/pass.h"

/* The vertices of a primitive, in their order along its outline. */
struct ring {
    uint8_t min, step, num;
    uint8_t corners[2][4];
    uint8_t provoking[2]; /* index of the provoking vertex: [0] with the first-vertex convention,
                             [1] with the last-vertex convention */
};

static const struct ring rings[] = {
    [PIPE_PRIM_TRIANGLES] = {3, 3, 3, {{0, 1, 2}, {0, 1, 2}}, {0, 2}},
    [PIPE_PRIM_TRIANGLE_STRIP] = {3, 1, 3, {{0, 1, 2}, {1, 0, 2}}, {0, 2}},
    [PIPE_PRIM_TRIANGLE_FAN] =
        {3, 1, 3, {{GV_VERTEX_FIRST, 1, 2}, {GV_VERTEX_FIRST, 1, 2}}, {1, 2}},
    [PIPE_PRIM_QUADS] = {4, 4, 4, {{0, 1, 2, 3}, {0, 1, 2, 3}}, {0, 3}},
    [PIPE_PRIM_QUAD_STRIP] = {4, 2, 4, {{0, 1, 3, 2}, {0, 1, 3, 2}}, {0, 3}},
};

static struct gv_index_pattern ring_pattern(const struct ring *ring, enum gv_index_form form,
                                            bool last_vertex)
{
    struct gv_index_pattern pattern = {.min = ring->min, .step = ring->step, .num = ring->num};
    for (unsigned odd = 0; odd < 2; odd++) {
        const uint8_t *corners = ring->corners[odd];
        uint8_t *v = pattern.vertices[odd];
        memset(v, corners[0], sizeof(pattern.vertices[odd]));
        memcpy(v, corners, ring->num);
        if (form == GV_FORM_OUTLINE_SHADER)
            v[5] = ring->provoking[last_vertex];
        else
            v[ring->num + 1] = GV_VERTEX_CUT;
    }
    if (form == GV_FORM_OUTLINE_SHADER)
        pattern.num = 6;
    else if (form == GV_FORM_OUTLINE_STRIPS)
        pattern.num = (uint8_t)(ring->num + 2);
    return pattern;
}

/* Returns the pattern of a polygon. The polygon's edges are divided into pieces for the outline
 * shader. Each piece has a vertex of the opposite side, from which the shader derives the face. */
static struct gv_index_pattern polygon_pattern(enum gv_index_form form)
{
#define ROUND(i) (GV_VERTEX_ROUND + (i))
#define PIECE                                                                                      \
    {                                                                                              \
        ROUND(0), ROUND(1), ROUND(2), ROUND(3), GV_VERTEX_ACROSS, GV_VERTEX_FIRST                  \
    }
    static const struct gv_index_pattern pieces = {3, 3, GV_PATTERN_PIECES, 6, {PIECE, PIECE}};
    static const struct gv_index_pattern strip = {3, 1, 4, 1, {{GV_VERTEX_LINK}, {GV_VERTEX_LINK}}};
    static const struct gv_index_pattern points = {3, 1, 2, 1, {{0}, {0}}};
    return form == GV_FORM_OUTLINE_SHADER   ? pieces
           : form == GV_FORM_OUTLINE_STRIPS ? strip
                                            : points;
}

struct gv_index_pattern gv_index_pattern_outline(unsigned mode, enum gv_index_form form,
                                                 bool last_vertex)
{
    if (mode == PIPE_PRIM_POLYGON)
        return polygon_pattern(form);
    if (mode < PIPE_PRIM_TRIANGLES || mode > PIPE_PRIM_POLYGON)
        return (struct gv_index_pattern){0};
    return ring_pattern(&rings[mode], form, last_vertex);
}
