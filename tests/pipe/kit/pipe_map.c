/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
#include "pipe_map.h"

#include <stdlib.h>
#include <string.h>

struct kit_vertex map_vertex(int x, int y)
{
    const float half = KIT_SIZE / 2.0f;
    return (struct kit_vertex){{((float)x + 0.5f) / half - 1, ((float)y + 0.5f) / half - 1, 0, 1},
                               {1, 1, 1, 1}};
}

void map_clear(struct map *m)
{
    for (int y = 0; y < KIT_SIZE; y++) {
        memset(m->at[y], '.', KIT_SIZE);
        m->at[y][KIT_SIZE] = '\0';
    }
}

static int sign(int i)
{
    return (i > 0) - (i < 0);
}

void map_edge(struct map *m, struct corner a, struct corner b, char c)
{
    int dx = sign(b.x - a.x), dy = sign(b.y - a.y);
    int steps = abs(b.x - a.x) > abs(b.y - a.y) ? abs(b.x - a.x) : abs(b.y - a.y);
    for (int i = 0; i <= steps; i++)
        m->at[a.y + i * dy][a.x + i * dx] = c;
}

static void outline(struct map *m, const struct corner *vertices, unsigned num, char c)
{
    for (unsigned i = 0; i < num; i++)
        map_edge(m, vertices[i], vertices[(i + 1) % num], c);
}

void map_vertices(struct map *m, const struct corner *vertices, unsigned num, char c)
{
    for (unsigned i = 0; i < num; i++)
        m->at[vertices[i].y][vertices[i].x] = c;
}

void map_lines(struct map *m, const struct corner *vertices, unsigned num)
{
    outline(m, vertices, num, '#');
    map_vertices(m, vertices, num, '?');
}

static int side(struct corner a, struct corner b, int x, int y)
{
    return sign((b.x - a.x) * (y - a.y) - (b.y - a.y) * (x - a.x));
}

void map_inside(struct map *m, const struct corner *vertices, unsigned num)
{
    for (int y = 0; y < KIT_SIZE; y++) {
        for (int x = 0; x < KIT_SIZE; x++) {
            unsigned left = 0, right = 0;
            for (unsigned i = 0; i < num; i++) {
                int s = side(vertices[i], vertices[(i + 1) % num], x, y);
                left += s > 0;
                right += s < 0;
            }
            if (left == num || right == num)
                m->at[y][x] = '#';
            else if (!left || !right)
                m->at[y][x] = '?';
        }
    }
}

void map_allow_inside(struct map *m, const struct corner *vertices, unsigned num)
{
    struct map inside;
    map_clear(&inside);
    map_inside(&inside, vertices, num);
    for (int y = 0; y < KIT_SIZE; y++) {
        for (int x = 0; x < KIT_SIZE; x++) {
            if (inside.at[y][x] == '#' && m->at[y][x] == '.')
                m->at[y][x] = '?';
        }
    }
}

void map_polygon(struct map *m, const struct corner *vertices, unsigned num, unsigned mode)
{
    if (mode == PIPE_POLYGON_MODE_FILL)
        map_inside(m, vertices, num);
    else if (mode == PIPE_POLYGON_MODE_LINE)
        map_lines(m, vertices, num);
    else
        map_vertices(m, vertices, num, '#');
}

void map_expect(struct draw_kit *k, const struct map *m, const char *what)
{
    uint32_t *pixels = kit_pixels(k);
    unsigned wrong = 0;
    for (int y = 0; y < KIT_SIZE; y++) {
        for (int x = 0; x < KIT_SIZE; x++) {
            bool drawn = (pixels[y * KIT_SIZE + x] & 0xffffff) != 0;
            wrong += m->at[y][x] != '?' && drawn != (m->at[y][x] == '#');
        }
    }
    for (int y = 0; wrong && y < KIT_SIZE; y++) {
        char row[KIT_SIZE + 1] = "";
        for (int x = 0; x < KIT_SIZE; x++)
            row[x] = (pixels[y * KIT_SIZE + x] & 0xffffff) ? '#' : '.';
        print_error("%s   %s\n", m->at[y], row);
    }
    free(pixels);
    if (wrong)
        fail_msg("%s: %u pixels are wrong; expected, drawn", what, wrong);
}
