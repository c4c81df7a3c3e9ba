/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
#include "driver/primitive.h"

#include <string.h>

#define TOPOLOGY(name) VK_PRIMITIVE_TOPOLOGY_##name

/* A mode that is a list as it is; the others, whose rewritten form is a list or a strip. */
#define LIST(name)                                                                                 \
    {                                                                                              \
        TOPOLOGY(name), TOPOLOGY(name), TOPOLOGY(name), true, false                                \
    }
#define STRIP(name, list_name, rewritten_name)                                                     \
    {                                                                                              \
        TOPOLOGY(name), TOPOLOGY(list_name), TOPOLOGY(rewritten_name), false, false                \
    }
#define MISSING(list_name, rewritten_name)                                                         \
    {                                                                                              \
        TOPOLOGY(rewritten_name), TOPOLOGY(list_name), TOPOLOGY(rewritten_name), true, true        \
    }

/* Rewritten lines stay strips: a stipple pattern runs on along them. */
static const struct gv_primitive primitives[PIPE_PRIM_MAX] = {
    [PIPE_PRIM_POINTS] = LIST(POINT_LIST),
    [PIPE_PRIM_LINES] = LIST(LINE_LIST),
    [PIPE_PRIM_LINE_LOOP] = MISSING(LINE_LIST, LINE_STRIP),
    [PIPE_PRIM_LINE_STRIP] = STRIP(LINE_STRIP, LINE_LIST, LINE_STRIP),
    [PIPE_PRIM_TRIANGLES] = LIST(TRIANGLE_LIST),
    [PIPE_PRIM_TRIANGLE_STRIP] = STRIP(TRIANGLE_STRIP, TRIANGLE_LIST, TRIANGLE_LIST),
    [PIPE_PRIM_TRIANGLE_FAN] = STRIP(TRIANGLE_FAN, TRIANGLE_LIST, TRIANGLE_LIST),
    [PIPE_PRIM_QUADS] = MISSING(TRIANGLE_LIST, TRIANGLE_LIST),
    [PIPE_PRIM_QUAD_STRIP] = MISSING(TRIANGLE_LIST, TRIANGLE_LIST),
    [PIPE_PRIM_POLYGON] = MISSING(TRIANGLE_LIST, TRIANGLE_LIST),
    [PIPE_PRIM_LINES_ADJACENCY] = LIST(LINE_LIST_WITH_ADJACENCY),
    [PIPE_PRIM_LINE_STRIP_ADJACENCY] =
        STRIP(LINE_STRIP_WITH_ADJACENCY, LINE_LIST_WITH_ADJACENCY, LINE_LIST_WITH_ADJACENCY),
    [PIPE_PRIM_TRIANGLES_ADJACENCY] = LIST(TRIANGLE_LIST_WITH_ADJACENCY),
    [PIPE_PRIM_TRIANGLE_STRIP_ADJACENCY] = STRIP(
        TRIANGLE_STRIP_WITH_ADJACENCY, TRIANGLE_LIST_WITH_ADJACENCY, TRIANGLE_LIST_WITH_ADJACENCY),
    [PIPE_PRIM_PATCHES] = LIST(PATCH_LIST),
};

const struct gv_primitive *gv_primitive(unsigned mode)
{
    return mode < PIPE_PRIM_MAX ? &primitives[mode] : NULL;
}

/* Indices that rewriting makes of each vertex of the mode, at most. */
uint32_t gv_primitive_rewrite_bound(unsigned mode, uint32_t count)
{
    static const uint8_t factor[PIPE_PRIM_MAX] = {
        [PIPE_PRIM_POINTS] = 1,
        [PIPE_PRIM_LINES] = 1,
        [PIPE_PRIM_LINE_LOOP] = 2,
        [PIPE_PRIM_LINE_STRIP] = 2,
        [PIPE_PRIM_TRIANGLES] = 1,
        [PIPE_PRIM_TRIANGLE_STRIP] = 3,
        [PIPE_PRIM_TRIANGLE_FAN] = 3,
        [PIPE_PRIM_QUADS] = 2,
        [PIPE_PRIM_QUAD_STRIP] = 3,
        [PIPE_PRIM_POLYGON] = 3,
        [PIPE_PRIM_LINES_ADJACENCY] = 1,
        [PIPE_PRIM_LINE_STRIP_ADJACENCY] = 4,
        [PIPE_PRIM_TRIANGLES_ADJACENCY] = 1,
        [PIPE_PRIM_TRIANGLE_STRIP_ADJACENCY] = 3,
        [PIPE_PRIM_PATCHES] = 1,
    };
    uint64_t bound = mode < PIPE_PRIM_MAX ? (uint64_t)count * factor[mode] : 0;
    return bound <= UINT32_MAX / sizeof(uint32_t) ? (uint32_t)bound : 0;
}

/* Where rewritten indices go, and the run of the source they are made from. */
struct writer {
    const struct gv_index_source *source;
    uint32_t begin; /* of the run */
    bool last_vertex;
    uint32_t *out;
    uint32_t num;
};

static void put(struct writer *w, uint32_t i)
{
    w->out[w->num++] = gv_index_read(w->source, w->begin + i);
}

static void put_line(struct writer *w, uint32_t a, uint32_t b)
{
    put(w, a);
    put(w, b);
}

static void put_triangle(struct writer *w, uint32_t a, uint32_t b, uint32_t c)
{
    put(w, a);
    put(w, b);
    put(w, c);
}

/* A quad a, b, c, d whose provoking vertex is d under the last-vertex convention, else a. */
static void put_quad(struct writer *w, uint32_t a, uint32_t b, uint32_t c, uint32_t d)
{
    if (w->last_vertex) {
        put_triangle(w, a, b, d);
        put_triangle(w, b, c, d);
    } else {
        put_triangle(w, a, b, c);
        put_triangle(w, a, c, d);
    }
}

static void put_list(struct writer *w, uint32_t count, uint32_t per_primitive)
{
    for (uint32_t i = 0; i < count - count % per_primitive; i++)
        put(w, i);
}

static void put_line_strip(struct writer *w, uint32_t count, bool closed)
{
    if (count < 2)
        return;
    if (w->source->separate) {
        for (uint32_t i = 0; i + 1 < count; i++)
            put_line(w, i, i + 1);
        if (closed)
            put_line(w, count - 1, 0);
        return;
    }
    if (w->num)
        w->out[w->num++] = GV_PRIMITIVE_RESTART;
    for (uint32_t i = 0; i < count; i++)
        put(w, i);
    if (closed)
        put(w, 0);
}

static void put_triangle_strip(struct writer *w, uint32_t count)
{
    for (uint32_t i = 0; i + 2 < count; i++) {
        uint32_t odd = i & 1;
        /* Odd triangles swap two vertices to keep their winding: never the provoking one. */
        if (w->last_vertex)
            put_triangle(w, i + odd, i + 1 - odd, i + 2);
        else
            put_triangle(w, i, i + 1 + odd, i + 2 - odd);
    }
}

static void put_fan(struct writer *w, uint32_t count)
{
    for (uint32_t i = 1; i + 1 < count; i++) {
        if (w->last_vertex)
            put_triangle(w, 0, i, i + 1);
        else
            put_triangle(w, i, i + 1, 0);
    }
}

/* A polygon's provoking vertex is its first under either convention. */
static void put_polygon(struct writer *w, uint32_t count)
{
    for (uint32_t i = 1; i + 1 < count; i++) {
        if (w->last_vertex)
            put_triangle(w, i, i + 1, 0);
        else
            put_triangle(w, 0, i, i + 1);
    }
}

/* Of a strip's quad 2i .. 2i+3 the last vertex is 2i+3, the first 2i. */
static void put_quad_strip(struct writer *w, uint32_t count)
{
    for (uint32_t i = 0; i + 3 < count; i += 2) {
        if (w->last_vertex)
            put_quad(w, i + 2, i, i + 1, i + 3);
        else
            put_quad(w, i, i + 1, i + 3, i + 2);
    }
}

static void put_lines_adjacency(struct writer *w, uint32_t count)
{
    for (uint32_t i = 0; i + 3 < count; i++) {
        put_line(w, i, i + 1);
        put_line(w, i + 2, i + 3);
    }
}

/* Triangle t of a strip has the vertices 2t, 2t + 2 and 2t + 4, an odd one the first two swapped;
 * behind each vertex follows the one across the edge to the next. */
static void put_triangle_strip_adjacency(struct writer *w, uint32_t count)
{
    uint32_t num = count >= 6 ? (count - 4) / 2 : 0;
    for (uint32_t t = 0; t < num; t++) {
        uint32_t v = 2 * t;
        uint32_t before = t ? v - 2 : 1;
        uint32_t after = t + 1 < num ? v + 6 : v + 5;
        if ((t & 1) && !w->last_vertex) {
            put_triangle(w, v, v + 3, v + 4);
            put_triangle(w, after, v + 2, before);
        } else if (t & 1) {
            put_triangle(w, v + 2, before, v);
            put_triangle(w, v + 3, v + 4, after);
        } else {
            put_triangle(w, v, before, v + 2);
            put_triangle(w, after, v + 4, v + 3);
        }
    }
}

static void put_run(struct writer *w, unsigned mode, uint32_t count)
{
    switch (mode) {
    case PIPE_PRIM_POINTS:
    case PIPE_PRIM_PATCHES: /* the device drops an incomplete last one */
        put_list(w, count, 1);
        break;
    case PIPE_PRIM_LINES:
        put_list(w, count, 2);
        break;
    case PIPE_PRIM_LINE_LOOP:
        put_line_strip(w, count, true);
        break;
    case PIPE_PRIM_LINE_STRIP:
        put_line_strip(w, count, false);
        break;
    case PIPE_PRIM_TRIANGLES:
        put_list(w, count, 3);
        break;
    case PIPE_PRIM_TRIANGLE_STRIP:
        put_triangle_strip(w, count);
        break;
    case PIPE_PRIM_TRIANGLE_FAN:
        put_fan(w, count);
        break;
    case PIPE_PRIM_QUADS:
        for (uint32_t i = 0; i + 3 < count; i += 4)
            put_quad(w, i, i + 1, i + 2, i + 3);
        break;
    case PIPE_PRIM_QUAD_STRIP:
        put_quad_strip(w, count);
        break;
    case PIPE_PRIM_POLYGON:
        put_polygon(w, count);
        break;
    case PIPE_PRIM_LINES_ADJACENCY:
        put_list(w, count, 4);
        break;
    case PIPE_PRIM_LINE_STRIP_ADJACENCY:
        put_lines_adjacency(w, count);
        break;
    case PIPE_PRIM_TRIANGLES_ADJACENCY:
        put_list(w, count, 6);
        break;
    case PIPE_PRIM_TRIANGLE_STRIP_ADJACENCY:
        put_triangle_strip_adjacency(w, count);
        break;
    default:
        break;
    }
}

uint32_t gv_primitive_rewrite(unsigned mode, const struct gv_index_source *source, bool last_vertex,
                              uint32_t *out_indices)
{
    struct writer w = {.source = source, .last_vertex = last_vertex, .out = out_indices};
    for (uint32_t i = 0; source->restart && i < source->count; i++) {
        if (gv_index_read(source, i) != source->restart_index)
            continue;
        put_run(&w, mode, i - w.begin);
        w.begin = i + 1;
    }
    put_run(&w, mode, source->count - w.begin);
    return w.num;
}

static uint32_t vertices_of(VkPrimitiveTopology list)
{
    switch (list) {
    case VK_PRIMITIVE_TOPOLOGY_LINE_LIST:
        return 2;
    case VK_PRIMITIVE_TOPOLOGY_TRIANGLE_LIST:
        return 3;
    case VK_PRIMITIVE_TOPOLOGY_LINE_LIST_WITH_ADJACENCY:
        return 4;
    case VK_PRIMITIVE_TOPOLOGY_TRIANGLE_LIST_WITH_ADJACENCY:
        return 6;
    default:
        return 1;
    }
}

void gv_primitive_rotate(VkPrimitiveTopology list, uint32_t *indices, uint32_t num)
{
    uint32_t size = vertices_of(list);
    for (uint32_t *p = indices; size > 1 && p < indices + num - num % size; p += size) {
        uint32_t old[6];
        memcpy(old, p, size * sizeof(*p));
        for (uint32_t i = 0; i < size; i++) {
            switch (size) {
            case 3:
                p[i] = old[(i + 2) % 3];
                break;
            case 6: /* by a vertex and the one beside it */
                p[i] = old[(i + 4) % 6];
                break;
            default: /* lines */
                p[i] = old[size - 1 - i];
                break;
            }
        }
    }
}

uint32_t gv_primitive_line_ends(unsigned mode, const struct gv_index_source *source,
                                uint32_t *out_indices)
{
    uint32_t num = 0, begin = 0;
    for (uint32_t i = 0; i < source->count; i++) {
        bool restart = source->restart && gv_index_read(source, i) == source->restart_index;
        bool ends = i + 1 == source->count ||
                    (source->restart && gv_index_read(source, i + 1) == source->restart_index);
        if (restart)
            begin = i + 1;
        else if (mode == PIPE_PRIM_LINES ? (i - begin) % 2 == 1 : ends && i > begin)
            out_indices[num++] = gv_index_read(source, i);
    }
    return num;
}
