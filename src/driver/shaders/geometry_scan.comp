/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Computes the index of each invocation's first primitive in each stream, and the number of
 * primitives that are drawn and captured. Runs as one workgroup. See
 * driver/emulate/lowered_geometry.c. */
#version 450
#extension GL_GOOGLE_include_directive : require

layout(local_size_x = 256) in;

#include "output.glsl"
#include "geometry_arguments.glsl"

layout(std430, set = 0, binding = 3) buffer Counter0 { uint written_B; } counter0;
layout(std430, set = 0, binding = 4) buffer Counter1 { uint written_B; } counter1;
layout(std430, set = 0, binding = 5) buffer Counter2 { uint written_B; } counter2;
layout(std430, set = 0, binding = 6) buffer Counter3 { uint written_B; } counter3;

#include "output_count.glsl"
#include "scan.glsl"

void main()
{
    uvec4 total = scan(args.counts, num_invocations());
    if (gl_LocalInvocationID.x != 0)
        return;
    finish_output(total);
    uvec3 next = groups_for(num_invocations_behind(args.skipped + args.max_primitives));
    for (uint i = 0; i < 3 && args.next_groups != 0; i++)
        scratch.words[args.next_groups + i] = next[i];
    uint others = total.y + total.z + total.w;
    if (is_active(args.list.statistics) && others != 0)
        add_statistic(args.list.statistics.address, GS_PRIMITIVES, uvec2(others, 0));
}
