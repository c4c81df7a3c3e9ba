/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* The primitives of stream 0 that the invocations of a geometry kernel made, as a list of indices
 * in their order, and what stream output captures of them. See driver/draw/geometry.c. */
#version 450
#extension GL_EXT_buffer_reference : require
#extension GL_EXT_buffer_reference_uvec2 : require

layout(local_size_x = 64) in;

const uint COUNT = 5;        /* words of struct galvan_geometry_count */
const uint PLACE = 0x3fffffff; /* of a mark: the place in the strip; above it the stream */

const uint LAST = 1; /* bits of the order: the last vertex is the provoking one, */
const uint TURN = 2; /* and comes first */

const uint MAX_TARGETS = 4;
const uint MAX_CAPTURES = 256;

layout(buffer_reference, std430, buffer_reference_align = 4) writeonly buffer Words {
    uint words[];
};

struct Target {
    uint address[2];
    uint size_B;
    uint stride_B; /* of a vertex; 0: nothing goes there */
    uint counted;
    uint pad;
};

layout(std430, set = 0, binding = 0) readonly buffer Plan {
    uint corners_in, invocations; /* of a primitive */
    uint corners_out;
    uint counts, record; /* words of the scratch memory */
    uint job;            /* word of the jobs: struct galvan_vertex_job */
    uint first_index;    /* of the primitives, counted in the buffer they are in */
    uint indices, marks;
    uint max_vertices; /* of an invocation */
    uint order;        /* which corner of a primitive comes first */
    uint out_records, out_words;
    uint captured; /* word of the scratch memory */
    uint query;    /* word; NONE: nobody asks */
    Target targets[MAX_TARGETS];
    uint num_captures;
    uint captures[MAX_CAPTURES]; /* of each: bits 0 to 9 the word of a record, 10 and 11 the target,
                                    then the word of a vertex there */
} plan;
layout(std430, set = 0, binding = 1) buffer Scratch { uint words[]; } scratch;
layout(std430, set = 0, binding = 2) readonly buffer Jobs { uint words[]; } jobs;

/* The vertices of a strip's primitive in their order; odd triangles swap the two that are not
 * provoking. */
uvec3 corners(uint first, uint place, bool turn)
{
    bool last = (plan.order & LAST) != 0;
    if (plan.corners_out == 1)
        return uvec3(first);
    if (plan.corners_out == 2)
        return turn ? uvec3(first + 1, first, 0) : uvec3(first, first + 1, 0);
    uvec3 v = uvec3(first, first + 1, first + 2);
    if (place % 2 != 0)
        v = last ? v.yxz : v.xzy;
    return turn ? v.zxy : v;
}

/* The captured words of a vertex, which is the n-th of those that are. */
void capture(uint n, uint vertex)
{
    for (uint i = 0; i < plan.num_captures; i++) {
        uint word = bitfieldExtract(plan.captures[i], 0, 10);
        uint target = bitfieldExtract(plan.captures[i], 10, 2);
        uint at = plan.captured + 2 + 2 * target;
        Words words = Words(uvec2(scratch.words[at], scratch.words[at + 1]));
        words.words[n * (plan.targets[target].stride_B / 4) + (plan.captures[i] >> 12)] =
            scratch.words[plan.out_records + vertex * plan.out_words + word];
    }
}

void main()
{
    uint group = gl_WorkGroupID.y * gl_NumWorkGroups.x + gl_WorkGroupID.x;
    uint me = group * gl_WorkGroupSize.x + gl_LocalInvocationID.x;
    uint num = jobs.words[plan.job] / plan.corners_in * plan.invocations;
    if (me >= num)
        return;
    uint num_vertices = scratch.words[plan.counts + me * COUNT];
    uint primitive = scratch.words[plan.counts + me * COUNT + 1];
    uint captured = plan.num_captures != 0 ? scratch.words[plan.captured] : 0;
    bool turn = (plan.order & TURN) != 0;
    uint begin = me * plan.max_vertices;
    for (uint i = 0; i < num_vertices; i++) {
        uint mark = scratch.words[plan.marks + begin + i];
        uint place = mark & PLACE;
        if (mark != place || place + 1 < plan.corners_out)
            continue;
        uint first = begin + i + 1 - plan.corners_out, odd = place + 1 - plan.corners_out;
        uvec3 v = corners(first, odd, turn);
        uvec3 c = corners(first, odd, false);
        for (uint k = 0; k < plan.corners_out; k++) {
            uint at = primitive * plan.corners_out + k;
            scratch.words[plan.indices + at] = v[k];
            if (primitive < captured)
                capture(at, c[k]);
        }
        primitive++;
    }
}
