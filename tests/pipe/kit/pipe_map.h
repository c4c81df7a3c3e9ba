/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* The pixels of a kit's target that a draw covers: the expected pixels as a map, and the
 * comparison. Vertices are named by the pixel in whose middle they lie, so that lines along rows,
 * columns and diagonals meet only pixel centres. */
#ifndef PIPE_MAP_H
#define PIPE_MAP_H

#include "pipe_draw_kit.h"

struct map {
    char at[KIT_SIZE][KIT_SIZE + 1]; /* '#': drawn, '?': either, else not */
};

struct corner {
    int x, y;
};

/* The middle of pixel (x, y), at depth 0, white. */
struct kit_vertex map_vertex(int x, int y);

void map_clear(struct map *m);

/* Pixels of the edge from a to b, along a row, a column or a diagonal, with both ends. */
void map_edge(struct map *m, struct corner a, struct corner b, char c);

void map_vertices(struct map *m, const struct corner *corners, unsigned num, char c);

/* The expected outline: the device may choose which of two lines draws their common vertex, if any
 * does. */
void map_lines(struct map *m, const struct corner *corners, unsigned num);

/* The inside of a convex polygon: pixel centres on edges may be drawn or not. */
void map_inside(struct map *m, const struct corner *corners, unsigned num);

/* Inside, what is not drawn may be. */
void map_allow_inside(struct map *m, const struct corner *corners, unsigned num);

/* What a polygon covers in PIPE_POLYGON_MODE_*. */
void map_polygon(struct map *m, const struct corner *corners, unsigned num, unsigned mode);

/* Fails, and prints both maps, if the target, cleared to black, differs from the map. */
void map_expect(struct draw_kit *k, const struct map *m, const char *what);

#endif
