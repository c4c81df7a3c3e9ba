/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Computes the position in the stipple pattern at which each expanded line begins. A line that
 * continues a strip begins at the position at which the previous line ends; all other lines begin
 * at 0. This position replaces the point size in the vertex entry. Runs as one workgroup. See
 * driver/emulate/lowered_output.c. */
#version 450

layout(local_size_x = 256) in;

layout(std430, set = 0, binding = 0) readonly buffer Arguments {
    uint command; /* dword of the scratch memory that holds the number of drawn vertices */
    uint drawn_vertices;
    uint indices, entries, entry_words;
    uint strips; /* enum gv_strips: when a line continues the previous line: never; if the lines
                    share an entry; or also if the end of one and the begin of the other have
                    equal positions */
    uint whole;  /* not 0: lines are aliased, and their pixels are counted; otherwise their lengths
                    are added */
    uint unused;
    vec4 window; /* galvan_driver_block.window */
} args;
layout(std430, set = 0, binding = 1) buffer Scratch { uint words[]; } scratch;

const uint GROUP = gl_WorkGroupSize.x;
const uint POINT_SIZE = 4; /* dword of a vertex entry that holds the point size */
const uint NO_STRIPS = 0, STRIPS_BY_POSITION = 2;

/* For each thread: the position in the pattern after its last line, and whether one of its lines
 * begins a strip. */
shared float runs[GROUP];
shared bool begins[GROUP];

uint entry_of(uint line, uint end)
{
    return args.entries + scratch.words[args.indices + 2 * line + end] * args.entry_words;
}

vec4 position(uint entry)
{
    return uintBitsToFloat(uvec4(scratch.words[entry], scratch.words[entry + 1],
                                 scratch.words[entry + 2], scratch.words[entry + 3]));
}

bool goes_on(uint line)
{
    if (args.strips == NO_STRIPS || line == 0)
        return false;
    uint before = entry_of(line - 1, 1), here = entry_of(line, 0);
    bool by_position = args.strips == STRIPS_BY_POSITION;
    return before == here || (by_position && position(before) == position(here));
}

/* Returns the length of a line in pixels. 0 if a part of the line is behind the eye. */
float run_of(uint line)
{
    vec4 a = position(entry_of(line, 0)), b = position(entry_of(line, 1));
    if (!(a.w > 0.0 && b.w > 0.0))
        return 0.0;
    vec2 from = a.xy / a.w * args.window.xy + args.window.zw;
    vec2 to = b.xy / b.w * args.window.xy + args.window.zw;
    vec2 way = abs(to - from), pixels = abs(floor(to) - floor(from));
    if (args.whole == 0)
        return length(way);
    return way.x >= way.y ? pixels.x : pixels.y;
}

void main()
{
    uint num = scratch.words[args.command] / args.drawn_vertices;
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
        scratch.words[entry_of(i, 0) + POINT_SIZE] = floatBitsToUint(run);
        run += run_of(i);
    }
}
