/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* How far a stipple has run where each line of a list begins, for quads that stand for lines: on
 * from the line before of its strip, else from 0. The numbers take the place of point sizes
 * in the records. One workgroup. See driver/emulate/lowered_output.c. */
#version 450

layout(local_size_x = 256) in;

layout(std430, set = 0, binding = 0) readonly buffer Plan {
    uint record; /* word of the scratch memory: vertices, of which a line has as many: */
    uint drawn_corners;
    uint indices, records, record_words;
    uint strips; /* a line goes on where the one before ends: at no place, the same record, or the
                    same place */
    uint whole;  /* lines are of whole pixels, which count; else lengths do */
    uint unused;
    vec4 window; /* as in the driver's block */
} plan;
layout(std430, set = 0, binding = 1) buffer Scratch { uint words[]; } scratch;

const uint GROUP = gl_WorkGroupSize.x;
const uint POINT_SIZE = 4; /* word of a record */
const uint NO_STRIPS = 0, STRIPS_BY_PLACE = 2;

/* Of each thread's lines: how far the last one has run, and whether a run begins among them. */
shared float runs[GROUP];
shared bool begins[GROUP];

uint record_of(uint line, uint end)
{
    return plan.records + scratch.words[plan.indices + 2 * line + end] * plan.record_words;
}

vec4 position(uint record)
{
    return uintBitsToFloat(uvec4(scratch.words[record], scratch.words[record + 1],
                                 scratch.words[record + 2], scratch.words[record + 3]));
}

bool goes_on(uint line)
{
    if (plan.strips == NO_STRIPS || line == 0)
        return false;
    uint before = record_of(line - 1, 1), here = record_of(line, 0);
    return before == here || (plan.strips == STRIPS_BY_PLACE && position(before) == position(here));
}

/* What is behind the eye is not known to be of some length. */
float run_of(uint line)
{
    vec4 a = position(record_of(line, 0)), b = position(record_of(line, 1));
    if (!(a.w > 0.0 && b.w > 0.0))
        return 0.0;
    vec2 from = a.xy / a.w * plan.window.xy + plan.window.zw;
    vec2 to = b.xy / b.w * plan.window.xy + plan.window.zw;
    vec2 way = abs(to - from), pixels = abs(floor(to) - floor(from));
    if (plan.whole == 0)
        return length(way);
    return way.x >= way.y ? pixels.x : pixels.y;
}

void main()
{
    uint num = scratch.words[plan.record] / plan.drawn_corners;
    uint me = gl_LocalInvocationID.x, span = (num + GROUP - 1) / GROUP;
    uint first = min(me * span, num), end = min(first + span, num);
    float run = 0.0;
    bool begun = false;
    for (uint i = first; i < end; i++) {
        bool on = goes_on(i);
        begun = begun || !on;
        run = (on ? run : 0.0) + run_of(i);
    }
    runs[me] = run;
    begins[me] = begun;
    barrier();
    if (me == 0) {
        float before = 0.0;
        for (uint i = 0; i < GROUP; i++) {
            float next = (begins[i] ? 0.0 : before) + runs[i];
            runs[i] = before;
            before = next;
        }
    }
    barrier();
    run = runs[me];
    for (uint i = first; i < end; i++) {
        run = goes_on(i) ? run : 0.0;
        scratch.words[record_of(i, 0) + POINT_SIZE] = floatBitsToUint(run);
        run += run_of(i);
    }
}
