/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Selects the next patches whose points and primitives fit into scratch memory. Counts the drawn
 * primitives and the captured primitives of these patches. Runs as one thread. See
 * driver/emulate/lowered_tessellation.c. */
#version 450
#extension GL_GOOGLE_include_directive : require

layout(local_size_x = 1) in;

#include "output.glsl"
#include "tess.glsl"
#include "tess_window.glsl"

layout(std430, set = 0, binding = 3) buffer Counter0 { uint written_B; } counter0;
layout(std430, set = 0, binding = 4) buffer Counter1 { uint written_B; } counter1;
layout(std430, set = 0, binding = 5) buffer Counter2 { uint written_B; } counter2;
layout(std430, set = 0, binding = 6) buffer Counter3 { uint written_B; } counter3;

#include "overflow.glsl"
#include "output_count.glsl"

/* Whether the patches from `first` up to `end` fit into scratch memory. */
bool fits(uint first, uint end)
{
    return before(end, COUNT_POINTS) - before(first, COUNT_POINTS) <= args.max_points &&
           before(end, COUNT_PRIMITIVES) - before(first, COUNT_PRIMITIVES) <= args.max_primitives;
}

uint find_end(uint first)
{
    uint end = first, past = num_patches() + 1;
    while (past - end > 1) {
        uint middle = end + (past - end) / 2;
        if (fits(first, middle))
            end = middle;
        else
            past = middle;
    }
    return end;
}

void store_groups(uint at, uint threads)
{
    uvec3 groups = groups_for(threads);
    for (uint i = 0; i < 3; i++)
        scratch.words[at + i] = groups[i];
}

void main()
{
    uint first = scratch.words[args.window + WINDOW_NEXT], end = find_end(first);
    uint points = before(end, COUNT_POINTS) - before(first, COUNT_POINTS);
    uint primitives = before(end, COUNT_PRIMITIVES) - before(first, COUNT_PRIMITIVES);
    scratch.words[args.window + WINDOW_NEXT] = end;
    scratch.words[args.window + WINDOW_FIRST] = first;
    scratch.words[args.window + WINDOW_POINTS] = points;
    scratch.words[args.window + WINDOW_PRIMITIVES] = primitives;
    scratch.words[args.window + WINDOW_VERTICES] = primitives * args.list.prim_vertices;
    store_groups(args.window + WINDOW_EVALUATE, points);
    store_groups(args.window + WINDOW_MAKE, max(points, primitives));
    if (args.geometry_groups != 0)
        store_groups(args.geometry_groups,
                     min(primitives, args.geometry_primitives) * args.geometry_invocations);
    finish_output(uvec4(primitives, 0, 0, 0));
    if (end < num_patches())
        set_overflow(args.overflow);
    if (is_active(args.list.statistics))
        add_statistic(args.list.statistics.address, DS_INVOCATIONS, uvec2(points, 0));
}
