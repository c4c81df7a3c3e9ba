/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Lists the primitives of a lowered geometry shader as indices of vertex entries: stream by stream,
 * and within a stream in the order of the invocations. One thread for each invocation. See
 * driver/emulate/lowered_geometry.c. */
#version 450
#extension GL_GOOGLE_include_directive : require

layout(local_size_x = 64) in;

#include "output.glsl"
#include "geometry_arguments.glsl"

const uint COUNT = 5;          /* number of dwords of struct galvan_geometry_count */
const uint PLACE = 0x3fffffff; /* bits of a mark: the vertex's index in its strip; the bits above
                                  PLACE are the stream */
const uint STREAM_SHIFT = 30;

/* Returns the vertices of one primitive of a strip, in their order. Odd triangles swap the two
 * vertices that are not provoking. */
uvec3 corners(uint first, uint place)
{
    bool last = (args.list.order & LAST) != 0, rotate = (args.list.order & ROTATE) != 0;
    if (args.list.prim_vertices == 1)
        return uvec3(first);
    if (args.list.prim_vertices == 2)
        return rotate ? uvec3(first + 1, first, 0) : uvec3(first, first + 1, 0);
    uvec3 v = uvec3(first, first + 1, first + 2);
    if (place % 2 != 0)
        v = last ? v.yxz : v.xzy;
    return rotate ? v.zxy : v;
}

void main()
{
    uint group = gl_WorkGroupID.y * gl_NumWorkGroups.x + gl_WorkGroupID.x;
    uint me = group * gl_WorkGroupSize.x + gl_LocalInvocationID.x;
    if (me >= num_invocations())
        return;
    uint num_vertices = scratch.words[args.counts + me * COUNT];
    uvec4 primitives; /* index of the next primitive in each stream */
    for (uint s = 0; s < MAX_STREAMS; s++)
        primitives[s] = scratch.words[args.list.streams + s * STREAM_WORDS + STREAM_FIRST] +
                        scratch.words[args.counts + me * COUNT + 1 + s];
    uint begin = me * args.max_vertices;
    for (uint i = 0; i < num_vertices; i++) {
        uint mark = scratch.words[args.marks + begin + i];
        uint place = mark & PLACE, stream = mark >> STREAM_SHIFT;
        if (place + 1 < args.list.prim_vertices)
            continue;
        uint before = args.list.prim_vertices - 1; /* number of the primitive's vertices before
                                                      vertex i */
        uvec3 v = corners(begin + i - before, place - before);
        uint at = args.list.indices + primitives[stream] * args.list.prim_vertices;
        for (uint k = 0; k < args.list.prim_vertices; k++)
            scratch.words[at + k] = v[k];
        primitives[stream]++;
    }
}
