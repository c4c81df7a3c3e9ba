/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* The arguments of the shaders of driver/emulate/lowered_geometry.c. Include output.glsl before
 * this file. */
layout(std430, set = 0, binding = 0) readonly buffer Arguments {
    Output list;
    uint in_vertices, invocations; /* of a primitive */
    uint skipped, max_primitives; /* input primitives before this group, and the most in the
                                     group */
    uint vertices;                /* dword of the tasks: the number of input vertices */
    uint counts, marks;           /* dwords of the scratch memory */
    uint max_vertices;            /* of an invocation */
    uint next_groups; /* dword of the scratch memory: workgroups of the next group; 0: none */
} args;
layout(std430, set = 0, binding = 1) buffer Scratch { uint words[]; } scratch;
layout(std430, set = 0, binding = 2) readonly buffer Tasks { uint words[]; } tasks;

/* Invocations of the geometry shader in the group after this number of primitives. */
uint num_invocations_behind(uint skipped)
{
    uint num = max(tasks.words[args.vertices] / args.in_vertices, skipped) - skipped;
    return min(num, args.max_primitives) * args.invocations;
}

uint num_invocations()
{
    return num_invocations_behind(args.skipped);
}
