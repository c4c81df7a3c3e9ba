/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Lists the primitives of a lowered geometry shader as indices of vertex entries: stream by
 * stream, in the order of the invocations. See driver/emulate/lowered_geometry.c. */
#version 450
#extension GL_GOOGLE_include_directive : require

layout(local_size_x = 64) in;

#include "output.glsl"
#include "geometry_plan.glsl"

const uint COUNT = 5;          /* dwords of struct galvan_geometry_count */
const uint PLACE = 0x3fffffff; /* of a mark: the index in the strip; above these bits the stream */
const uint STREAM_SHIFT = 30;

/* The vertices of one primitive of a strip in order. Odd triangles swap the two vertices that
 * are not provoking. */
uvec3 corners(uint first, uint place)
{
    bool last = (plan.made.order & LAST) != 0, turn = (plan.made.order & TURN) != 0;
    if (plan.made.corners == 1)
        return uvec3(first);
    if (plan.made.corners == 2)
        return turn ? uvec3(first + 1, first, 0) : uvec3(first, first + 1, 0);
    uvec3 v = uvec3(first, first + 1, first + 2);
    if (place % 2 != 0)
        v = last ? v.yxz : v.xzy;
    return turn ? v.zxy : v;
}

void main()
{
    uint group = gl_WorkGroupID.y * gl_NumWorkGroups.x + gl_WorkGroupID.x;
    uint me = group * gl_WorkGroupSize.x + gl_LocalInvocationID.x;
    if (me >= num_invocations())
        return;
    uint num_vertices = scratch.words[plan.counts + me * COUNT];
    uvec4 primitives; /* the next primitive of each stream */
    for (uint s = 0; s < MAX_STREAMS; s++)
        primitives[s] = scratch.words[plan.made.streams + s * STREAM_WORDS + STREAM_FIRST] +
                        scratch.words[plan.counts + me * COUNT + 1 + s];
    uint begin = me * plan.max_vertices;
    for (uint i = 0; i < num_vertices; i++) {
        uint mark = scratch.words[plan.marks + begin + i];
        uint place = mark & PLACE, stream = mark >> STREAM_SHIFT;
        if (place + 1 < plan.made.corners)
            continue;
        uvec3 v = corners(begin + i + 1 - plan.made.corners, place + 1 - plan.made.corners);
        uint at = plan.made.indices + primitives[stream] * plan.made.corners;
        for (uint k = 0; k < plan.made.corners; k++)
            scratch.words[at + k] = v[k];
        primitives[stream]++;
    }
}
