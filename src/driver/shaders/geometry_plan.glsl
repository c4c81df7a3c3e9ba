/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* struct plan of driver/emulate/lowered_geometry.c; output.glsl comes before it. */
layout(std430, set = 0, binding = 0) readonly buffer Plan {
    Output made;
    uint corners_in, invocations; /* of a primitive */
    uint skipped, max_primitives; /* of those of the job: the ones before, and how many */
    uint vertices;                /* word of the jobs: how many go in */
    uint counts, marks;           /* words of the scratch memory */
    uint max_vertices;            /* of an invocation */
    uint next_groups; /* word of the scratch memory: workgroups for what comes next; 0: nothing */
} plan;
layout(std430, set = 0, binding = 1) buffer Scratch { uint words[]; } scratch;
layout(std430, set = 0, binding = 2) readonly buffer Jobs { uint words[]; } jobs;

/* Of the geometry kernel, behind so many primitives. */
uint num_invocations_behind(uint skipped)
{
    uint num = max(jobs.words[plan.vertices] / plan.corners_in, skipped) - skipped;
    return min(num, plan.max_primitives) * plan.invocations;
}

uint num_invocations()
{
    return num_invocations_behind(plan.skipped);
}
