/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* The arguments of the shaders of driver/emulate/lowered_geometry.c. Include output.glsl before
 * this file. */
layout(std430, set = 0, binding = 0) readonly buffer Arguments {
    Output list;
    uint in_vertices, invocations; /* numbers of input vertices and of shader invocations for each
                                      primitive */
    uint skipped, max_primitives; /* number of input primitives before this group; limit of the
                                     input primitives in the group */
    uint vertices;                /* dword of the tasks that holds the number of input vertices */
    uint counts, marks;           /* offsets in the scratch memory, in dwords */
    uint max_vertices;            /* limit of the vertices of an invocation */
    uint next_groups; /* scratch memory: dword that receives the next group's number of
                         workgroups; 0: there is no next group */
} args;
layout(std430, set = 0, binding = 1) buffer Scratch { uint words[]; } scratch;
layout(std430, set = 0, binding = 2) readonly buffer Tasks { uint words[]; } tasks;

/* Returns the number of geometry shader invocations in the group that follows the first `skipped`
 * primitives. */
uint num_invocations_behind(uint skipped)
{
    uint num = max(tasks.words[args.vertices] / args.in_vertices, skipped) - skipped;
    return min(num, args.max_primitives) * args.invocations;
}

uint num_invocations()
{
    return num_invocations_behind(args.skipped);
}
