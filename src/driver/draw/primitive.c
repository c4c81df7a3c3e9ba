/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
#include "driver/draw/primitive.h"

#include <string.h>

#include "driver/state/pass.h"

#define TOPOLOGY(name) VK_PRIMITIVE_TOPOLOGY_##name

/* Initializers for modes that are lists or strips, and for modes that are rewritten to lists or
 * strips. */
#define LIST(name)                                                                                 \
    {                                                                                              \
        TOPOLOGY(name), TOPOLOGY(name), TOPOLOGY(name), true, false, 0                             \
    }
#define STRIP(name, list_name, rewritten_name)                                                     \
    {                                                                                              \
        TOPOLOGY(name), TOPOLOGY(list_name), TOPOLOGY(rewritten_name), false, false, 0             \
    }
#define MISSING(list_name, rewritten_name, shift)                                                  \
    {                                                                                              \
        TOPOLOGY(rewritten_name), TOPOLOGY(list_name), TOPOLOGY(rewritten_name), true, true, shift \
    }

/* Rewritten lines stay strips, so that a stipple pattern continues along them. Primitive ids assume
 * that a polygon is the first primitive of its draw, which is wrong for a polygon after a
 * restart. */
static const struct gv_primitive primitives[PIPE_PRIM_MAX] = {
    [PIPE_PRIM_POINTS] = LIST(POINT_LIST),
    [PIPE_PRIM_LINES] = LIST(LINE_LIST),
    [PIPE_PRIM_LINE_LOOP] = MISSING(LINE_LIST, LINE_STRIP, 0),
    [PIPE_PRIM_LINE_STRIP] = STRIP(LINE_STRIP, LINE_LIST, LINE_STRIP),
    [PIPE_PRIM_TRIANGLES] = LIST(TRIANGLE_LIST),
    [PIPE_PRIM_TRIANGLE_STRIP] = STRIP(TRIANGLE_STRIP, TRIANGLE_LIST, TRIANGLE_LIST),
    [PIPE_PRIM_TRIANGLE_FAN] = STRIP(TRIANGLE_FAN, TRIANGLE_LIST, TRIANGLE_LIST),
    [PIPE_PRIM_QUADS] = MISSING(TRIANGLE_LIST, TRIANGLE_LIST, 1),
    [PIPE_PRIM_QUAD_STRIP] = MISSING(TRIANGLE_LIST, TRIANGLE_LIST, 1),
    [PIPE_PRIM_POLYGON] = MISSING(TRIANGLE_LIST, TRIANGLE_LIST, 31),
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

const struct gv_primitive *gv_primitive_formed(enum gv_index_form form)
{
    static const struct gv_primitive formed[] = {
#define ROW(topology_name, list_name, is_a_list)                                                   \
    {.topology = TOPOLOGY(topology_name),                                                          \
     .list = TOPOLOGY(list_name),                                                                  \
     .rewritten = TOPOLOGY(topology_name),                                                         \
     .is_list = (is_a_list),                                                                       \
     .rewrite = true}
        [GV_FORM_LINE_ENDS] = ROW(POINT_LIST, POINT_LIST, true),
        [GV_FORM_LAST_LINES] = ROW(LINE_LIST, LINE_LIST, true),
        [GV_FORM_OUTLINE_SHADER] =
            ROW(TRIANGLE_LIST_WITH_ADJACENCY, TRIANGLE_LIST_WITH_ADJACENCY, true),
        [GV_FORM_OUTLINE_STRIPS] = ROW(LINE_STRIP, LINE_LIST, false),
        [GV_FORM_OUTLINE_POINTS] = ROW(POINT_LIST, POINT_LIST, true),
        [GV_FORM_BARE_LINES] = ROW(LINE_LIST, LINE_LIST, true),
        [GV_FORM_BARE_TRIANGLES] = ROW(TRIANGLE_LIST, TRIANGLE_LIST, true),
#undef ROW
    };
    return &formed[form];
}

/* ---- Patterns */

#define FIRST    GV_VERTEX_FIRST
#define BEFORE   GV_VERTEX_BEFORE
#define AFTER    GV_VERTEX_AFTER
#define ROUND(i) (GV_VERTEX_ROUND + (i))

/* SAME: even and odd primitives have equal vertices. BOTH: both conventions of the provoking vertex
 * have one pattern. */
#define SAME(...)                                                                                  \
    {                                                                                              \
        {__VA_ARGS__},                                                                             \
        {                                                                                          \
            __VA_ARGS__                                                                            \
        }                                                                                          \
    }

#define BOTH(...)                                                                                  \
    {                                                                                              \
        {__VA_ARGS__},                                                                             \
        {                                                                                          \
            __VA_ARGS__                                                                            \
        }                                                                                          \
    }

static const struct gv_index_pattern patterns[PIPE_PRIM_MAX][2] = {
    [PIPE_PRIM_POINTS] = BOTH(1, 1, 0, 1, SAME(0)),
    [PIPE_PRIM_LINES] = BOTH(2, 2, 0, 2, SAME(0, 1)),
    [PIPE_PRIM_LINE_LOOP] = BOTH(2, 1, 3, 1, SAME(GV_VERTEX_LINK)),
    [PIPE_PRIM_LINE_STRIP] = BOTH(2, 1, 2, 1, SAME(GV_VERTEX_LINK)),
    [PIPE_PRIM_TRIANGLES] = BOTH(3, 3, 0, 3, SAME(0, 1, 2)),
    /* Odd triangles swap two vertices to preserve their winding, but never the provoking vertex. */
    [PIPE_PRIM_TRIANGLE_STRIP] = {{3, 1, 0, 3, {{0, 1, 2}, {0, 2, 1}}},
                                  {3, 1, 0, 3, {{0, 1, 2}, {1, 0, 2}}}},
    [PIPE_PRIM_TRIANGLE_FAN] = {{3, 1, 0, 3, SAME(1, 2, FIRST)}, {3, 1, 0, 3, SAME(FIRST, 1, 2)}},
    [PIPE_PRIM_QUADS] = {{4, 4, 0, 6, SAME(0, 1, 2, 0, 2, 3)},
                         {4, 4, 0, 6, SAME(0, 1, 3, 1, 2, 3)}},
    /* The provoking vertex of a quad in a strip is its vertex 3 or its vertex 0. */
    [PIPE_PRIM_QUAD_STRIP] = {{4, 2, 0, 6, SAME(0, 1, 3, 0, 3, 2)},
                              {4, 2, 0, 6, SAME(2, 0, 3, 0, 1, 3)}},
    /* The provoking vertex of a polygon is its first vertex in both conventions. */
    [PIPE_PRIM_POLYGON] = {{3, 1, 0, 3, SAME(FIRST, 1, 2)}, {3, 1, 0, 3, SAME(1, 2, FIRST)}},
    [PIPE_PRIM_LINES_ADJACENCY] = BOTH(4, 4, 0, 4, SAME(0, 1, 2, 3)),
    [PIPE_PRIM_LINE_STRIP_ADJACENCY] = BOTH(4, 1, 0, 4, SAME(0, 1, 2, 3)),
    [PIPE_PRIM_TRIANGLES_ADJACENCY] = BOTH(6, 6, 0, 6, SAME(0, 1, 2, 3, 4, 5)),
    /* A triangle has vertices 0, 2 and 4; an odd triangle swaps the first two. Between two of these
     * vertices stands the vertex that is adjacent to their edge. */
    [PIPE_PRIM_TRIANGLE_STRIP_ADJACENCY] =
        {{6, 2, 0, 6, {{0, BEFORE, 2, AFTER, 4, 3}, {0, 3, 4, AFTER, 2, BEFORE}}},
         {6, 2, 0, 6, {{0, BEFORE, 2, AFTER, 4, 3}, {2, BEFORE, 0, 3, 4, AFTER}}}},
    [PIPE_PRIM_PATCHES] = BOTH(1, 1, 0, 1, SAME(0)), /* the device drops an incomplete last patch */
};

/* The pattern of an unchanged strip: all vertices of the run, then a restart. */
#define WHOLE(least)                                                                               \
    {                                                                                              \
        least, 1, least, 1, SAME(GV_VERTEX_LINK)                                                   \
    }

static const struct gv_index_pattern whole[PIPE_PRIM_MAX] = {
    [PIPE_PRIM_LINE_STRIP] = WHOLE(2),
    [PIPE_PRIM_TRIANGLE_STRIP] = WHOLE(3),
    [PIPE_PRIM_TRIANGLE_FAN] = WHOLE(3),
    [PIPE_PRIM_LINE_STRIP_ADJACENCY] = WHOLE(4),
    [PIPE_PRIM_TRIANGLE_STRIP_ADJACENCY] = WHOLE(6),
};

/* Line loops and strips as line lists. */
static const struct gv_index_pattern line_loop = {2, 1, 1, 2, SAME(ROUND(0), ROUND(1))};
static const struct gv_index_pattern line_strip = {2, 1, 0, 2, SAME(0, 1)};

/* Patterns that drop the adjacent vertices of modes with adjacency. */
static const struct gv_index_pattern bare[][2] = {
    [PIPE_PRIM_LINES_ADJACENCY] = BOTH(4, 4, 0, 2, SAME(1, 2)),
    [PIPE_PRIM_LINE_STRIP_ADJACENCY] = BOTH(4, 1, 0, 2, SAME(1, 2)),
    [PIPE_PRIM_TRIANGLES_ADJACENCY] = BOTH(6, 6, 0, 3, SAME(0, 2, 4)),
    [PIPE_PRIM_TRIANGLE_STRIP_ADJACENCY] = {{6, 2, 0, 3, {{0, 2, 4}, {0, 4, 2}}},
                                            {6, 2, 0, 3, {{0, 2, 4}, {2, 0, 4}}}},
};

uint32_t gv_primitive_size(VkPrimitiveTopology list)
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

static void turn(uint8_t *vertices, uint32_t size)
{
    uint8_t old[6];
    memcpy(old, vertices, size);
    for (uint32_t i = 0; i < size; i++) {
        switch (size) {
        case 3:
            vertices[i] = old[(i + 2) % 3];
            break;
        case 6: /* triangles with adjacency: rotate by one vertex and its adjacent vertex */
            vertices[i] = old[(i + 4) % 6];
            break;
        default: /* points and lines */
            vertices[i] = old[size - 1 - i];
            break;
        }
    }
}

static struct gv_index_pattern as_list(unsigned mode, bool last_vertex)
{
    return mode == PIPE_PRIM_LINE_LOOP    ? line_loop
           : mode == PIPE_PRIM_LINE_STRIP ? line_strip
                                          : patterns[mode][last_vertex];
}

static struct gv_index_pattern turned(struct gv_index_pattern pattern, uint32_t size)
{
    for (unsigned odd = 0; odd < 2; odd++) {
        for (uint32_t i = 0; i + size <= pattern.num; i += size)
            turn(pattern.vertices[odd] + i, size);
    }
    return pattern;
}

struct gv_index_pattern gv_index_pattern(unsigned mode, enum gv_index_form form, bool last_vertex)
{
    static const struct gv_index_pattern end_of_line = {2, 2, 0, 1, SAME(1)};
    static const struct gv_index_pattern end_of_strip = {2, 0, 0, 1, SAME(GV_VERTEX_LAST)};
    static const struct gv_index_pattern last_of_strip = {
        2, 0, 0, 2, SAME(GV_VERTEX_SECOND_LAST, GV_VERTEX_LAST)};
    if (mode >= PIPE_PRIM_MAX)
        return (struct gv_index_pattern){0};
    switch (form) {
    case GV_FORM_PRIMITIVES:
        return patterns[mode][last_vertex];
    case GV_FORM_TURNED:
        return turned(as_list(mode, last_vertex), gv_primitive_size(primitives[mode].list));
    case GV_FORM_LISTS:
        return as_list(mode, last_vertex);
    case GV_FORM_STRIPS:
        return whole[mode];
    case GV_FORM_LINE_ENDS:
        return mode == PIPE_PRIM_LINES ? end_of_line : end_of_strip;
    case GV_FORM_LAST_LINES:
        return mode == PIPE_PRIM_LINES ? patterns[mode][last_vertex] : last_of_strip;
    case GV_FORM_BARE_LINES:
    case GV_FORM_BARE_TRIANGLES:
        return bare[mode][last_vertex];
    case GV_FORM_BARE_TURNED:
        return turned(bare[mode][last_vertex], bare[mode][last_vertex].num);
    default:
        return gv_index_pattern_outline(mode, form, last_vertex);
    }
}

/* ---- Rewriting */

uint32_t gv_index_num_primitives(const struct gv_index_pattern *pattern, uint32_t n)
{
    if (!pattern->min || n < pattern->min)
        return 0;
    if (pattern->extra == GV_PATTERN_PIECES)
        return n <= 4 ? 1 : (n + 2) / 3;
    return 1 + pattern->extra + (pattern->step ? (n - pattern->min) / pattern->step : 0);
}

/* Returns the largest number of primitives of `count` vertices and restarts, which may form one run
 * or many runs. The number is largest either if all runs have the least length, or if there is only
 * one run. */
static uint64_t most_primitives(const struct gv_index_pattern *pattern, uint64_t count)
{
    if (pattern->extra == GV_PATTERN_PIECES)
        return (count + 1) / 2;
    uint64_t shortest = (count + 1) * (1 + pattern->extra) / (pattern->min + 1u);
    uint64_t longest = pattern->step ? (count + 1) / pattern->step : 0;
    return shortest > longest ? shortest : longest;
}

uint32_t gv_index_bound(const struct gv_index_pattern *pattern, uint32_t count, bool restart)
{
    uint64_t num = restart && pattern->min ? most_primitives(pattern, count)
                                           : gv_index_num_primitives(pattern, count);
    uint64_t bound = num * pattern->num;
    return bound <= UINT32_MAX / sizeof(uint32_t) ? (uint32_t)bound : 0;
}

/* A run that is being rewritten: `num` indices of the source, from `begin` on. */
struct run {
    uint32_t begin, num, num_primitives;
};

/* Resolves an enum gv_index_vertex of 16 or more to a vertex of the run. shaders/index_rewrite.comp
 * has an equal function. */
static uint32_t special_vertex(const struct gv_index_pattern *pattern, const struct run *run,
                               uint32_t p, unsigned vertex)
{
    uint32_t at = p * pattern->step;
    switch (vertex) {
    case GV_VERTEX_FIRST:
        return 0;
    case GV_VERTEX_LAST:
        return run->num - 1;
    case GV_VERTEX_SECOND_LAST:
        return run->num - 2;
    case GV_VERTEX_BEFORE:
        return p ? at - 2 : 1;
    case GV_VERTEX_AFTER:
        return at + (p + 1 < run->num_primitives ? 6 : 5);
    case GV_VERTEX_ACROSS:
        return run->num <= 4 ? 0 : (at + 1 + run->num / 2) % run->num;
    case GV_VERTEX_CUT:
        return GV_PRIMITIVE_RESTART;
    case GV_VERTEX_LINK:
        if (p + 1 == run->num_primitives)
            return GV_PRIMITIVE_RESTART;
        return at < run->num ? at : 0;
    default:
        at += vertex - GV_VERTEX_ROUND;
        return at < run->num ? at : 0;
    }
}

static uint32_t *put_run(const struct gv_index_pattern *pattern,
                         const struct gv_index_source *source, const struct run *run, uint32_t *out)
{
    for (uint32_t p = 0; p < run->num_primitives; p++) {
        const uint8_t *vertices = pattern->vertices[p & 1];
        for (uint32_t i = 0; i < pattern->num; i++) {
            uint32_t v = p * pattern->step + vertices[i];
            if (vertices[i] >= GV_VERTEX_FIRST)
                v = special_vertex(pattern, run, p, vertices[i]);
            *out++ = v == GV_PRIMITIVE_RESTART ? v : gv_index_read(source, run->begin + v);
        }
    }
    return out;
}

/* Returns the end of the run that starts at begin: the next restart, or the end of the indices. */
static uint32_t end_of_run(const struct gv_index_source *source, uint32_t begin)
{
    uint32_t i = source->restart ? begin : source->count;
    while (i < source->count && gv_index_read(source, i) != source->restart_index)
        i++;
    return i;
}

uint32_t gv_index_rewrite(const struct gv_index_pattern *pattern,
                          const struct gv_index_source *source, uint32_t *out_indices,
                          uint32_t *out_num_runs)
{
    uint32_t *out = out_indices, num_runs = 0, end;
    for (uint32_t begin = 0; begin < source->count; begin = end + 1) {
        end = end_of_run(source, begin);
        const struct run run = {begin, end - begin, gv_index_num_primitives(pattern, end - begin)};
        out = put_run(pattern, source, &run, out);
        num_runs += run.num_primitives != 0;
    }
    *out_num_runs = num_runs;
    return (uint32_t)(out - out_indices);
}
