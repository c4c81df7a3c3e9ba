/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Counts the points and primitives of each patch. See driver/emulate/lowered_tessellation.c. */
#version 450
#extension GL_GOOGLE_include_directive : require

layout(local_size_x = 64) in;

#include "output.glsl"
#include "tess.glsl"

/* Returns the number of points and of triangles inside a triangle whose inner level has m segments:
 * rings with m - 2, m - 4, ... segments on each side. */
uvec2 count_rings(uint m)
{
    uint points = 0, triangles = 0;
    for (int q = int(m) - 2; q >= 0; q -= 2) {
        points += q == 0 ? 1 : 3 * q;
        triangles += q == 0 ? 0 : q == 1 ? 1 : 3 * (2 * q - 2);
    }
    return uvec2(points, triangles);
}

/* Returns the number of points and of primitives of a patch. */
uvec2 count(Patch p)
{
    uint m = p.inner[0].segments, n = p.inner[1].segments;
    if (p.culled)
        return uvec2(0);
    if (args.domain == ISOLINES) {
        uint lines = p.outer[0].segments, segments = p.outer[1].segments;
        return uvec2(lines * (segments + 1), lines * segments);
    }
    if (args.domain == QUADS)
        return uvec2(p.sum + (m - 1) * (n - 1), m == 1 ? 2 : p.sum + 2 * (m - 1) * (n - 1) - 2);
    uvec2 rings = count_rings(m);
    return uvec2(p.sum + rings.x, m == 1 ? 1 : p.sum + 3 * (m - 2) + rings.y);
}

void main()
{
    uint group = gl_WorkGroupID.y * gl_NumWorkGroups.x + gl_WorkGroupID.x;
    uint me = group * gl_WorkGroupSize.x + gl_LocalInvocationID.x;
    uint at = args.counts + me * COUNT_WORDS;
    if (me >= num_patches())
        return;
    uvec2 num = count(find_patch(me));
    scratch.words[at] = 0;
    scratch.words[at + COUNT_PRIMITIVES] = args.point_mode != 0 ? num.x : num.y;
    scratch.words[at + COUNT_POINTS] = num.x;
    scratch.words[at + 3] = 0;
    scratch.words[at + 4] = 0;
}
