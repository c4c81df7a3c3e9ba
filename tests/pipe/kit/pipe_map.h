/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* A map of the expected pixels of a kit's target, and the comparison with the drawn pixels. A
 * vertex lies in the centre of a pixel and is named by that pixel, so lines along rows, columns and
 * diagonals pass only through pixel centres. */
#ifndef PIPE_MAP_H
#define PIPE_MAP_H

#include "pipe_draw_kit.h"

struct map {
    char at[KIT_SIZE][KIT_SIZE + 1]; /* '#': drawn, '?': may be drawn, anything else: not drawn */
};

struct corner {
    int x, y;
};

/* Returns a white vertex in the centre of pixel (x, y), at depth 0. */
struct kit_vertex map_vertex(int x, int y);

void map_clear(struct map *m);

/* Marks with `c` the pixels of the edge from `a` to `b`, including both ends. The edge lies along a
 * row, a column or a diagonal. */
void map_edge(struct map *m, struct corner a, struct corner b, char c);

void map_vertices(struct map *m, const struct corner *vertices, unsigned num, char c);

/* Marks the outline of a polygon. The device may choose which of two lines draws their common
 * vertex, or let neither line draw it. */
void map_lines(struct map *m, const struct corner *vertices, unsigned num);

/* Marks the inside of a convex polygon as drawn; pixel centres on its edges may be drawn. */
void map_inside(struct map *m, const struct corner *vertices, unsigned num);

/* Allows the pixels inside the polygon to be drawn: of these pixels, marks with '?' those that are
 * marked as not drawn. */
void map_allow_inside(struct map *m, const struct corner *vertices, unsigned num);

/* Marks the pixels that a polygon covers in polygon mode `mode`, a PIPE_POLYGON_MODE_*. */
void map_polygon(struct map *m, const struct corner *vertices, unsigned num, unsigned mode);

/* Compares the target, which was cleared to black before the draw, with the map. If the two differ,
 * prints both maps and fails. */
void map_expect(struct draw_kit *k, const struct map *m, const char *what);

#endif
