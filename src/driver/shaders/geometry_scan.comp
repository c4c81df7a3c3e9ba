/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Which place the primitives have that the invocations of a geometry kernel made: the counts of
 * each become the sums of those before it, stream by stream. Writes the record that draws those of
 * stream 0, and finds how many of them stream output takes. One workgroup. See
 * driver/draw/geometry.c. */
#version 450

layout(local_size_x = 256) in;

const uint GROUP = gl_WorkGroupSize.x;
const uint SPAN = 16;  /* invocations of the kernel that one of these looks at at a time */
const uint COUNT = 5;  /* words of struct galvan_geometry_count */
const uint STREAMS = 4;

const uint MAX_TARGETS = 4;
const uint MAX_CAPTURES = 256;
const uint NONE = 0xffffffff;

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
layout(std430, set = 0, binding = 3) buffer Query { uint words[]; } query;
layout(std430, set = 0, binding = 4) buffer Counter0 { uint written_B; } counter0;
layout(std430, set = 0, binding = 5) buffer Counter1 { uint written_B; } counter1;
layout(std430, set = 0, binding = 6) buffer Counter2 { uint written_B; } counter2;
layout(std430, set = 0, binding = 7) buffer Counter3 { uint written_B; } counter3;

shared uvec4 parts[gl_WorkGroupSize.x];

uvec4 load_counts(uint thread)
{
    uint at = plan.counts + thread * COUNT + 1;
    return uvec4(scratch.words[at], scratch.words[at + 1], scratch.words[at + 2],
                 scratch.words[at + 3]);
}

void store_counts(uint thread, uvec4 value)
{
    uint at = plan.counts + thread * COUNT + 1;
    for (uint i = 0; i < STREAMS; i++)
        scratch.words[at + i] = value[i];
}

/* parts[i] becomes the sum of those up to i. */
void scan()
{
    uint i = gl_LocalInvocationID.x;
    barrier();
    for (uint distance = 1; distance < GROUP; distance *= 2) {
        uvec4 before = i >= distance ? parts[i - distance] : uvec4(0);
        barrier();
        parts[i] += before;
        barrier();
    }
}

uint load_counter(uint i)
{
    switch (i) {
    case 0: return counter0.written_B;
    case 1: return counter1.written_B;
    case 2: return counter2.written_B;
    default: return counter3.written_B;
    }
}

void store_counter(uint i, uint value)
{
    switch (i) {
    case 0: counter0.written_B = value; break;
    case 1: counter1.written_B = value; break;
    case 2: counter2.written_B = value; break;
    default: counter3.written_B = value; break;
    }
}

void add_to_query(uint at, uint value)
{
    uint carry;
    query.words[at] = uaddCarry(query.words[at], value, carry);
    query.words[at + 1] += carry;
}

/* How many of the primitives the targets of stream output take, and where the first goes; without
 * targets none. */
void capture(uint needed)
{
    uint offsets_B[MAX_TARGETS];
    uint written = needed;
    bool captures = false;
    for (uint i = 0; i < MAX_TARGETS; i++) {
        uint stride_B = plan.targets[i].stride_B, size_B = plan.targets[i].size_B;
        offsets_B[i] = stride_B != 0 ? load_counter(i) & plan.targets[i].counted : 0;
        uint left_B = offsets_B[i] < size_B ? size_B - offsets_B[i] : 0;
        if (stride_B == 0)
            continue;
        captures = true;
        written = min(written, left_B / stride_B / plan.corners_out);
    }
    if (!captures)
        written = 0;
    scratch.words[plan.captured] = written;
    for (uint i = 0; i < MAX_TARGETS; i++) {
        uint carry;
        uint low = uaddCarry(plan.targets[i].address[0], offsets_B[i], carry);
        scratch.words[plan.captured + 2 + 2 * i] = low;
        scratch.words[plan.captured + 3 + 2 * i] = plan.targets[i].address[1] + carry;
        if (plan.targets[i].stride_B != 0 && plan.targets[i].size_B != 0)
            store_counter(i, offsets_B[i] + written * plan.corners_out * plan.targets[i].stride_B);
    }
    if (plan.query == NONE)
        return;
    add_to_query(plan.query, written);
    add_to_query(plan.query + 2, needed);
    query.words[plan.query + 4] = 1;
    query.words[plan.query + 5] = 0;
}

void main()
{
    uint me = gl_LocalInvocationID.x;
    uint num = jobs.words[plan.job] / plan.corners_in * plan.invocations;
    uvec4 total = uvec4(0);
    for (uint base = 0; base < num; base += GROUP * SPAN) {
        uint begin = base + me * SPAN;
        uint end = min(begin + SPAN, num);
        uvec4 mine = uvec4(0);
        for (uint i = begin; i < end; i++)
            mine += load_counts(i);
        parts[me] = mine;
        scan();
        uvec4 at = total + (me != 0 ? parts[me - 1] : uvec4(0));
        total += parts[GROUP - 1];
        barrier();
        for (uint i = begin; i < end; i++) {
            uvec4 count = load_counts(i);
            store_counts(i, at);
            at += count;
        }
    }
    if (me != 0)
        return;
    scratch.words[plan.record] = total.x * plan.corners_out;
    scratch.words[plan.record + 1] = 1;
    scratch.words[plan.record + 2] = plan.first_index;
    scratch.words[plan.record + 3] = 0;
    scratch.words[plan.record + 4] = 0;
    if (plan.num_captures != 0 || plan.query != NONE)
        capture(total.x);
}
