/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* The expected pixels of a kit's target as a map, and the comparison with the drawn ones. A vertex
 * is named by the pixel in whose middle it lies, so lines along rows, columns and diagonals pass
 * through pixel centres only. */
#ifndef PIPE_MAP_H
#define PIPE_MAP_H

#include "pipe_draw_kit.h"

struct map {
    char at[KIT_SIZE][KIT_SIZE + 1]; /* '#': drawn, '?': may be drawn, anything else: not drawn */
};

struct corner {
    int x, y;
};

/* A white vertex in the middle of pixel (x, y), at depth 0. */
struct kit_vertex map_vertex(int x, int y);

void map_clear(struct map *m);

/* Pixels of the edge from a to b, along a row, a column or a diagonal, with both ends. */
void map_edge(struct map *m, struct corner a, struct corner b, char c);

void map_vertices(struct map *m, const struct corner *vertices, unsigned num, char c);

/* The expected outline: the device may choose which of two lines draws their common vertex, if any
 * does. */
void map_lines(struct map *m, const struct corner *vertices, unsigned num);

/* Marks the inside of a convex polygon as drawn; pixel centres on its edges may be drawn. */
void map_inside(struct map *m, const struct corner *vertices, unsigned num);

/* Inside of the polygon, marks pixels that were not to be drawn as pixels that may be. */
void map_allow_inside(struct map *m, const struct corner *vertices, unsigned num);

/* Marks the pixels that a polygon covers in mode, a PIPE_POLYGON_MODE_*. */
void map_polygon(struct map *m, const struct corner *vertices, unsigned num, unsigned mode);

/* Fails, and prints both maps, if the target, cleared to black, differs from the map. */
void map_expect(struct draw_kit *k, const struct map *m, const char *what);

#endif
