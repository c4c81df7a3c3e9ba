/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
#include "pipe_assembly_model.h"

#include "pipe/p_defines.h"

struct model {
    const struct model_assembly *assembly;
    const uint32_t *v;
    unsigned num;
    model_sink sink;
    void *data;
};

static void point(const struct model *m, unsigned a)
{
    m->sink(m->data, &m->v[a], 1);
}

static void line(const struct model *m, unsigned a, unsigned b)
{
    const uint32_t v[] = {m->v[a], m->v[b]};
    m->sink(m->data, v, 2);
}

static void line_beside(const struct model *m, unsigned first)
{
    const uint32_t *v = m->v + first;
    if (m->assembly->adjacency)
        m->sink(m->data, v, 4);
    else
        m->sink(m->data, v + 1, 2);
}

/* Emits a triangle with adjacency. `corner` has its three vertices in winding order; beside[i] is
 * the adjacent vertex across the edge from vertex i to the next vertex. The primitive is rotated so
 * that the provoking vertex has the index that the convention requires. */
static void turned(const struct model *m, const unsigned corner[3], const unsigned *beside,
                   unsigned provoking)
{
    unsigned turn = 0;
    while (corner[(turn + (m->assembly->last ? 2 : 0)) % 3] != provoking)
        turn++;
    bool wide = beside && m->assembly->adjacency;
    uint32_t v[MODEL_MAX_VERTICES];
    unsigned num = 0;
    for (unsigned i = 0; i < 3; i++) {
        v[num++] = m->v[corner[(i + turn) % 3]];
        if (wide)
            v[num++] = m->v[beside[(i + turn) % 3]];
    }
    m->sink(m->data, v, num);
}

static void triangle(const struct model *m, unsigned a, unsigned b, unsigned c, unsigned first,
                     unsigned last)
{
    const unsigned corner[] = {a, b, c};
    turned(m, corner, 0, m->assembly->last ? last : first);
}

/* Emits the triangles of a fan around the provoking vertex, which every triangle contains. */
static void polygon(const struct model *m, const unsigned *corner, unsigned num, unsigned provoking)
{
    for (unsigned i = 1; i + 1 < num; i++)
        triangle(m, corner[provoking], corner[(provoking + i) % num],
                 corner[(provoking + i + 1) % num], corner[provoking], corner[provoking]);
}

static void quad(const struct model *m, unsigned a, unsigned b, unsigned c, unsigned d,
                 unsigned last)
{
    const unsigned corner[] = {a, b, c, d};
    polygon(m, corner, 4, m->assembly->last ? last : 0);
}

/* Emits triangle i of a strip with adjacency. As in table 10.1 of the specification, i counts from
 * 1: triangle i has the vertices 2i-1, 2i+1, 2i+3. */
static void triangle_strip_beside(const struct model *m, unsigned i, unsigned num)
{
    unsigned before = i == 1 ? 2 : 2 * i - 3;
    unsigned after = i == num ? 2 * i + 4 : 2 * i + 5;
    unsigned corner[3], beside[3];
    if (i % 2) {
        const unsigned c[] = {2 * i - 1, 2 * i + 1, 2 * i + 3}, b[] = {before, after, 2 * i + 2};
        for (unsigned k = 0; k < 3; k++)
            corner[k] = c[k] - 1, beside[k] = b[k] - 1;
    } else {
        const unsigned c[] = {2 * i + 1, 2 * i - 1, 2 * i + 3}, b[] = {before, 2 * i + 2, after};
        for (unsigned k = 0; k < 3; k++)
            corner[k] = c[k] - 1, beside[k] = b[k] - 1;
    }
    turned(m, corner, beside, (m->assembly->last ? 2 * i + 3 : 2 * i - 1) - 1);
}

static void triangle_beside(const struct model *m, unsigned first)
{
    const unsigned corner[] = {first, first + 2, first + 4};
    const unsigned beside[] = {first + 1, first + 3, first + 5};
    turned(m, corner, beside, m->assembly->last ? first + 4 : first);
}

static void whole_polygon(const struct model *m)
{
    for (unsigned i = 1; i + 1 < m->num; i++)
        triangle(m, 0, i, i + 1, 0, 0);
}

static void triangle_strip(const struct model *m)
{
    for (unsigned i = 0; i + 2 < m->num; i++) {
        if (i % 2)
            triangle(m, i + 1, i, i + 2, i, i + 2);
        else
            triangle(m, i, i + 1, i + 2, i, i + 2);
    }
}

static void lines(const struct model *m, unsigned step)
{
    for (unsigned i = 0; i + 1 < m->num; i += step)
        line(m, i, i + 1);
    if (m->assembly->mode == PIPE_PRIM_LINE_LOOP && m->num > 1)
        line(m, m->num - 1, 0);
}

static void triangles_beside(const struct model *m)
{
    if (m->assembly->mode == PIPE_PRIM_TRIANGLES_ADJACENCY) {
        for (unsigned i = 0; i + 5 < m->num; i += 6)
            triangle_beside(m, i);
    } else {
        unsigned num = m->num < 6 ? 0 : m->num / 2 - 2;
        for (unsigned i = 1; i <= num; i++)
            triangle_strip_beside(m, i, num);
    }
}

void model_assemble(const struct model_assembly *assembly, const uint32_t *vertices, unsigned num,
                    model_sink sink, void *data)
{
    const struct model model = {assembly, vertices, num, sink, data}, *m = &model;
    switch (assembly->mode) {
    case PIPE_PRIM_POINTS:
        for (unsigned i = 0; i < num; i++)
            point(m, i);
        break;
    case PIPE_PRIM_LINES:
        lines(m, 2);
        break;
    case PIPE_PRIM_LINE_LOOP:
    case PIPE_PRIM_LINE_STRIP:
        lines(m, 1);
        break;
    case PIPE_PRIM_TRIANGLES:
        for (unsigned i = 0; i + 2 < num; i += 3)
            triangle(m, i, i + 1, i + 2, i, i + 2);
        break;
    case PIPE_PRIM_TRIANGLE_STRIP:
        triangle_strip(m);
        break;
    case PIPE_PRIM_TRIANGLE_FAN:
        for (unsigned i = 1; i + 1 < num; i++)
            triangle(m, 0, i, i + 1, i, i + 1);
        break;
    case PIPE_PRIM_QUADS:
        for (unsigned i = 0; i + 3 < num; i += 4)
            quad(m, i, i + 1, i + 2, i + 3, 3);
        break;
    case PIPE_PRIM_QUAD_STRIP:
        for (unsigned i = 0; i + 3 < num; i += 2)
            quad(m, i, i + 1, i + 3, i + 2, 2);
        break;
    case PIPE_PRIM_POLYGON:
        whole_polygon(m);
        break;
    case PIPE_PRIM_LINES_ADJACENCY:
        for (unsigned i = 0; i + 3 < num; i += 4)
            line_beside(m, i);
        break;
    case PIPE_PRIM_LINE_STRIP_ADJACENCY:
        for (unsigned i = 0; i + 3 < num; i++)
            line_beside(m, i);
        break;
    default:
        triangles_beside(m);
        break;
    }
}
