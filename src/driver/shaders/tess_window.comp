/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Selects the next patches whose points and primitives fit into scratch memory, and counts the
 * primitives that are drawn and captured. One thread. See driver/emulate/lowered_tessellation.c. */
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

#include "note.glsl"
#include "output_count.glsl"

/* Whether the patches from first to end fit into scratch memory. */
bool fits(uint first, uint end)
{
    return before(end, COUNT_POINTS) - before(first, COUNT_POINTS) <= plan.max_points &&
           before(end, COUNT_PRIMITIVES) - before(first, COUNT_PRIMITIVES) <= plan.max_primitives;
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
    uint first = scratch.words[plan.window + WINDOW_NEXT], end = find_end(first);
    uint points = before(end, COUNT_POINTS) - before(first, COUNT_POINTS);
    uint primitives = before(end, COUNT_PRIMITIVES) - before(first, COUNT_PRIMITIVES);
    scratch.words[plan.window + WINDOW_NEXT] = end;
    scratch.words[plan.window + WINDOW_FIRST] = first;
    scratch.words[plan.window + WINDOW_POINTS] = points;
    scratch.words[plan.window + WINDOW_PRIMITIVES] = primitives;
    scratch.words[plan.window + WINDOW_VERTICES] = primitives * plan.made.corners;
    store_groups(plan.window + WINDOW_EVALUATE, points);
    store_groups(plan.window + WINDOW_MAKE, max(points, primitives));
    if (plan.geometry_groups != 0)
        store_groups(plan.geometry_groups,
                     min(primitives, plan.geometry_primitives) * plan.geometry_invocations);
    finish_output(uvec4(primitives, 0, 0, 0));
    if (end < num_patches())
        leave_note(plan.note);
    if (is_asked(plan.made.statistics))
        add_statistic(plan.made.statistics.address, DS_INVOCATIONS, uvec2(points, 0));
}
