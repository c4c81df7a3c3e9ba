/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Rewrites indices by a pattern of draw/primitive.h, for draws whose indices or parameters the CPU
 * cannot read. With FIND_RUNS, one workgroup for each draw finds the draw's runs, and writes the
 * runs and the indirect command. Without FIND_RUNS, each invocation writes rewritten indices. See
 * driver/draw/index_rewrite_device.c. */
#version 450

#ifdef FIND_RUNS
layout(local_size_x = 256) in;
#else
layout(local_size_x = 64) in;
#endif

layout(std430, set = 0, binding = 0) readonly buffer Arguments {
    uint pattern[4];

    uint index_size_B; /* 0: not indexed */
    uint indices_B;    /* byte offset of index 0 */
    uint num_indices;
    uint restart, restart_index; /* restart is 0 or 1 */

    uint command, command_stride; /* dword of the first indirect command, and dwords between
                                     commands; stride 0: the next five fields are the draw's
                                     parameters */
    uint first, count, num_instances, vertex_offset, first_instance;
    uint counted; /* 1: binding 3 has the number of draws, or of bytes; 0: binding 3 is unused */
    uint counter;
    uint vertex_B; /* number of bytes of a vertex, if the counter counts bytes; 0: the counter
                      counts draws */

    /* Offsets in the scratch memory, in dwords, and strides between the parts of different
     * draws. */
    uint out_command, out_header;
    uint runs, runs_stride;
    uint indices, indices_stride;
    uint out_first; /* offset of the scratch memory in its buffer, in dwords */
    uint max_count; /* limit of the vertices in a draw's part */
    uint before;    /* number of the call's commands that precede the first command of this part */
} args;
layout(std430, set = 0, binding = 1) readonly buffer Indices { uint words[]; } source;
layout(std430, set = 0, binding = 2) readonly buffer Commands { uint words[]; } commands;
layout(std430, set = 0, binding = 3) readonly buffer Counter { uint words[]; } counter;
layout(std430, set = 0, binding = 4) buffer Scratch { uint words[]; } scratch;

const uint COMMAND = 5; /* number of dwords of VkDrawIndexedIndirectCommand */
const uint HEADER = 3;  /* number of dwords of a header: the draw's first index or vertex; its
                           number of runs, or of vertices if there is no restart; its number of
                           primitives */
const uint RUN = 3;     /* number of dwords of a run: first index, number of indices, index of the
                           first primitive */

const uint RESTART = 0xffffffff;
const uint PIECES = 255;

uint pattern_byte(uint i)
{
    return bitfieldExtract(args.pattern[i / 4], int(i % 4 * 8), 8);
}

uint num_primitives(uint n)
{
    uint least = pattern_byte(0), step = pattern_byte(1), extra = pattern_byte(2);
    if (n < least)
        return 0;
    if (extra == PIECES)
        return n <= 4 ? 1 : (n + 2) / 3;
    return 1 + extra + (step != 0 ? (n - least) / step : 0);
}

/* Reads index i of the draw. The bytes of an index may lie in two dwords. */
uint read_index(uint first, uint i)
{
    if (args.index_size_B == 0)
        return first + i;
    uint at_B = args.indices_B + (first + i) * args.index_size_B;
    uint shift = at_B % 4 * 8, bits = args.index_size_B * 8;
    uint value = source.words[at_B / 4] >> shift;
    if (shift + bits > 32)
        value |= source.words[at_B / 4 + 1] << (32 - shift);
    return bits == 32 ? value : value & ((1u << bits) - 1);
}

#ifdef FIND_RUNS

/* Number of indices that an invocation reads between two scans. */
const uint SPAN = 32;
const uint GROUP = gl_WorkGroupSize.x;

shared uvec2 parts[gl_WorkGroupSize.x];

/* Replaces `parts` by their inclusive prefix maxima (if `greatest` is true) or prefix sums. */
void scan(bool greatest)
{
    uint i = gl_LocalInvocationID.x;
    barrier();
    for (uint distance = 1; distance < GROUP; distance *= 2) {
        uvec2 before = i >= distance ? parts[i - distance] : uvec2(0);
        barrier();
        parts[i] = greatest ? max(parts[i], before) : parts[i] + before;
        barrier();
    }
}

/* Returns the result of scan() for all earlier invocations. */
uvec2 part_before()
{
    return gl_LocalInvocationID.x > 0 ? parts[gl_LocalInvocationID.x - 1] : uvec2(0);
}

void write_run(uint draw, uint number, uint begin, uint n, uint first_primitive)
{
    uint at = args.runs + draw * args.runs_stride + number * RUN;
    scratch.words[at] = begin;
    scratch.words[at + 1] = n;
    scratch.words[at + 2] = first_primitive;
}

/* Returns a mask of the indices of the span that end a run. The end of the draw also ends a run. */
uint find_cuts(uint first, uint count, uint begin)
{
    uint cuts = 0;
    for (uint i = 0; i < SPAN && begin + i <= count; i++) {
        if (begin + i == count || read_index(first, begin + i) == args.restart_index)
            cuts |= 1u << i;
    }
    return cuts;
}

/* Writes the runs that have primitives. Returns the number of these runs and the number of their
 * primitives. */
uvec2 find_runs(uint draw, uint first, uint count)
{
    uvec2 total = uvec2(0); /* number of runs and primitives of earlier spans */
    uint open = 0;          /* first index of the run that earlier spans have not ended */
    for (uint base = 0; base <= count; base += GROUP * SPAN) {
        uint begin = base + gl_LocalInvocationID.x * SPAN;
        uint cuts = find_cuts(first, count, begin);
        parts[gl_LocalInvocationID.x] = uvec2(cuts != 0 ? begin + findMSB(cuts) + 1 : 0, 0);
        scan(true);
        uint my_open = max(open, part_before().x);
        open = max(open, parts[GROUP - 1].x);
        barrier();

        uvec2 mine = uvec2(0);
        uint run = my_open;
        for (uint left = cuts; left != 0; left &= left - 1) {
            uint end = begin + findLSB(left);
            uint num = num_primitives(end - run);
            mine += uvec2(num != 0 ? 1 : 0, num);
            run = end + 1;
        }
        parts[gl_LocalInvocationID.x] = mine;
        scan(false);
        uvec2 at = total + part_before();
        total += parts[GROUP - 1];
        barrier();

        run = my_open;
        for (uint left = cuts; left != 0; left &= left - 1) {
            uint end = begin + findLSB(left);
            uint num = num_primitives(end - run);
            if (num != 0)
                write_run(draw, at.x, run, end - run, at.y);
            at += uvec2(num != 0 ? 1 : 0, num);
            run = end + 1;
        }
    }
    return total;
}

/* Clamps the number of vertices, so that the draw does not read past the index buffer or write past
 * its part of the scratch memory. */
uint clamp_count(uint first, uint count)
{
    if (args.index_size_B != 0)
        count = min(count, first < args.num_indices ? args.num_indices - first : 0);
    return min(count, args.max_count);
}

void main()
{
    uint draw = gl_WorkGroupID.x;
    uint first = args.first, count = args.count, num_instances = args.num_instances;
    uint vertex_offset = args.vertex_offset, first_instance = args.first_instance;
    if (args.command_stride != 0) {
        uint at = args.command + draw * args.command_stride;
        bool indexed = args.index_size_B != 0;
        count = commands.words[at];
        num_instances = commands.words[at + 1];
        first = commands.words[at + 2];
        vertex_offset = indexed ? commands.words[at + 3] : 0;
        first_instance = commands.words[at + (indexed ? 4 : 3)];
    }
    if (args.counted != 0 && args.vertex_B != 0)
        count = counter.words[args.counter] / args.vertex_B;
    else if (args.counted != 0 && args.before + draw >= counter.words[args.counter])
        count = 0;
    count = clamp_count(first, count);
    uvec2 found = args.restart != 0 ? find_runs(draw, first, count)
                                   : uvec2(count, num_primitives(count));
    if (gl_LocalInvocationID.x != 0)
        return;
    uint header = args.out_header + draw * HEADER;
    scratch.words[header] = first;
    scratch.words[header + 1] = found.x;
    scratch.words[header + 2] = found.y;
    uint command = args.out_command + draw * COMMAND;
    scratch.words[command] = found.y * pattern_byte(3);
    scratch.words[command + 1] = num_instances;
    scratch.words[command + 2] = args.out_first + args.indices + draw * args.indices_stride;
    scratch.words[command + 3] = vertex_offset;
    scratch.words[command + 4] = first_instance;
}

#else

struct Run {
    uint begin, n;           /* first index, and number of indices */
    uint first, num; /* first primitive within the draw, and number of primitives */
};

/* Finds the run of a primitive: the last run that begins at or before the primitive. */
Run find_run(uint draw, uint num_runs, uint primitive)
{
    uint at = args.runs + draw * args.runs_stride;
    uint low = 0, high = num_runs;
    while (high - low > 1) {
        uint middle = (low + high) / 2;
        if (scratch.words[at + middle * RUN + 2] <= primitive)
            low = middle;
        else
            high = middle;
    }
    at += low * RUN;
    uint n = scratch.words[at + 1];
    return Run(scratch.words[at], n, scratch.words[at + 2], num_primitives(n));
}

/* Returns the index of a vertex of primitive p within its run. `vertex` is an enum
 * gv_index_vertex. */
uint vertex_of(Run run, uint p, uint vertex)
{
    uint at = p * pattern_byte(1);
    if (vertex < 16)
        return at + vertex;
    if (vertex >= 32)
        return at + vertex - 32 < run.n ? at + vertex - 32 : 0;
    switch (vertex) {
    case 17: /* GV_VERTEX_LAST */
        return run.n - 1;
    case 18: /* GV_VERTEX_BEFORE */
        return p != 0 ? at - 2 : 1;
    case 19: /* GV_VERTEX_AFTER */
        return at + (p + 1 < run.num ? 6 : 5);
    case 20: /* GV_VERTEX_ACROSS */
        return run.n <= 4 ? 0 : (at + 1 + run.n / 2) % run.n;
    case 21: /* GV_VERTEX_CUT */
        return RESTART;
    case 22: /* GV_VERTEX_LINK */
        if (p + 1 == run.num)
            return RESTART;
        return at < run.n ? at : 0;
    case 23: /* GV_VERTEX_SECOND_LAST */
        return run.n - 2;
    default: /* GV_VERTEX_FIRST */
        return 0;
    }
}

void main()
{
    uint draw = gl_WorkGroupID.y;
    /* If the draw has one run and the CPU knows its parameters, there is no header. */
    bool no_header = args.out_header == 0;
    uint header = args.out_header + draw * HEADER;
    uint first = no_header ? args.first : scratch.words[header];
    uint num_runs = no_header ? args.count : scratch.words[header + 1];
    uint num = no_header ? num_primitives(args.count) : scratch.words[header + 2];

    uint per_primitive = pattern_byte(3);
    uint stride = gl_NumWorkGroups.x * gl_WorkGroupSize.x;
    for (uint i = gl_GlobalInvocationID.x; i < num * per_primitive; i += stride) {
        uint primitive = i / per_primitive;
        Run run = args.restart != 0 ? find_run(draw, num_runs, primitive)
                                   : Run(0, num_runs, 0, num);
        uint p = primitive - run.first;
        uint v = vertex_of(run, p, pattern_byte(4 + p % 2 * 6 + i % per_primitive));
        scratch.words[args.indices + draw * args.indices_stride + i] =
            v == RESTART ? v : read_index(first, run.begin + v);
    }
}

#endif
