/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Indices for outlines; see primitive.h. */
#include "driver/primitive.h"

static const struct gv_primitive primitives[GV_NUM_OUTLINE_FORMS] = {
#define ROW(topology_name, list_name, is_a_list)                                                   \
    {                                                                                              \
        .topology = VK_PRIMITIVE_TOPOLOGY_##topology_name,                                         \
        .list = VK_PRIMITIVE_TOPOLOGY_##list_name,                                                 \
        .rewritten = VK_PRIMITIVE_TOPOLOGY_##topology_name, .is_list = (is_a_list),                \
        .rewrite = true                                                                            \
    }
    [GV_OUTLINE_SHADER] = ROW(TRIANGLE_LIST_WITH_ADJACENCY, TRIANGLE_LIST_WITH_ADJACENCY, true),
    [GV_OUTLINE_STRIPS] = ROW(LINE_STRIP, LINE_LIST, false),
    [GV_OUTLINE_POINTS] = ROW(POINT_LIST, POINT_LIST, true),
#undef ROW
};

const struct gv_primitive *gv_primitive_outline(enum gv_outline_form form)
{
    return &primitives[form];
}

uint32_t gv_primitive_outline_bound(unsigned mode, uint32_t count)
{
    /* The most is 6 for each vertex, of the triangles of strips and fans; a polygon of 5 takes
     * 12. */
    uint64_t bound = mode < PIPE_PRIM_PATCHES ? (uint64_t)count * 6 : 0;
    return bound <= UINT32_MAX / sizeof(uint32_t) ? (uint32_t)bound : 0;
}

struct outline_writer {
    const struct gv_index_source *source;
    enum gv_outline_form form;
    bool last_vertex;
    uint32_t begin; /* of the run */
    uint32_t *out;
    uint32_t num;
};

static void put(struct outline_writer *w, uint32_t i)
{
    w->out[w->num++] = gv_index_read(w->source, w->begin + i);
}

/* A polygon: corner(i) of num, modulo num. */
struct ring {
    uint32_t corners[4]; /* where num is at most 4, else 0, 1, 2, ... */
    uint32_t num;
    uint32_t provoking;
};

static void put_corner(struct outline_writer *w, const struct ring *r, uint32_t i)
{
    i %= r->num;
    put(w, r->num <= 4 ? r->corners[i] : i);
}

/* Of a large polygon, num edges from the first; facing needs a corner from the other side. */
static void put_piece(struct outline_writer *w, const struct ring *r, uint32_t first, uint32_t num)
{
    for (uint32_t i = 0; i < 4; i++)
        put_corner(w, r, first + (i < num ? i : num));
    put_corner(w, r, first + 1 + r->num / 2);
    put(w, r->provoking);
}

static void put_for_shader(struct outline_writer *w, const struct ring *r)
{
    if (r->num <= 4) {
        for (uint32_t i = 0; i < 5; i++)
            put_corner(w, r, i < r->num ? i : 0);
        put(w, r->provoking);
        return;
    }
    for (uint32_t first = 0; first < r->num; first += 3)
        put_piece(w, r, first, r->num - first < 3 ? r->num - first : 3);
}

static void put_ring(struct outline_writer *w, const struct ring *r)
{
    if (w->form == GV_OUTLINE_SHADER) {
        put_for_shader(w, r);
        return;
    }
    for (uint32_t i = 0; i < r->num; i++)
        put_corner(w, r, i);
    if (w->form == GV_OUTLINE_STRIPS) {
        put_corner(w, r, 0);
        w->out[w->num++] = UINT32_MAX;
    }
}

static void put_triangle(struct outline_writer *w, uint32_t a, uint32_t b, uint32_t c,
                         uint32_t provoking)
{
    put_ring(w, &(struct ring){{a, b, c}, 3, provoking});
}

static void put_quad(struct outline_writer *w, uint32_t a, uint32_t b, uint32_t c, uint32_t d,
                     uint32_t provoking)
{
    put_ring(w, &(struct ring){{a, b, c, d}, 4, provoking});
}

static void put_run(struct outline_writer *w, unsigned mode, uint32_t count)
{
    uint32_t last = w->last_vertex ? 1 : 0;
    switch (mode) {
    case PIPE_PRIM_TRIANGLES:
        for (uint32_t i = 0; i + 2 < count; i += 3)
            put_triangle(w, i, i + 1, i + 2, i + 2 * last);
        break;
    case PIPE_PRIM_TRIANGLE_STRIP:
        for (uint32_t i = 0; i + 2 < count; i++)
            put_triangle(w, i + (i & 1), i + 1 - (i & 1), i + 2, i + 2 * last);
        break;
    case PIPE_PRIM_TRIANGLE_FAN:
        for (uint32_t i = 1; i + 1 < count; i++)
            put_triangle(w, 0, i, i + 1, i + last);
        break;
    case PIPE_PRIM_QUADS:
        for (uint32_t i = 0; i + 3 < count; i += 4)
            put_quad(w, i, i + 1, i + 2, i + 3, i + 3 * last);
        break;
    case PIPE_PRIM_QUAD_STRIP:
        for (uint32_t i = 0; i + 3 < count; i += 2)
            put_quad(w, i, i + 1, i + 3, i + 2, i + 3 * last);
        break;
    case PIPE_PRIM_POLYGON:
        if (count >= 3)
            put_ring(w, &(struct ring){{0, 1, 2, 3}, count, 0});
        break;
    default:
        break;
    }
}

uint32_t gv_primitive_rewrite_outline(unsigned mode, const struct gv_index_source *source,
                                      enum gv_outline_form form, bool last_vertex,
                                      uint32_t *out_indices)
{
    struct outline_writer w = {
        .source = source, .form = form, .last_vertex = last_vertex, .out = out_indices};
    for (uint32_t i = 0; source->restart && i < source->count; i++) {
        if (gv_index_read(source, i) != source->restart_index)
            continue;
        put_run(&w, mode, i - w.begin);
        w.begin = i + 1;
    }
    put_run(&w, mode, source->count - w.begin);
    return w.num;
}
