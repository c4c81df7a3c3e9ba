/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Writes the tasks of a lowered vertex shader, one for each draw. A task has as many whole
 * primitives as fit into all targets of the draw. Adds to the counters of targets and queries.
 * Draws may have been converted to lists of primitives, but pipeline statistics count the vertices
 * before the conversion. Runs as one thread, because draws append to the targets in order. See
 * driver/emulate/vertex_tasks.c. */
#version 450
#extension GL_GOOGLE_include_directive : require

layout(local_size_x = 1) in;

#include "statistics.glsl"
#include "overflow.glsl"

const uint NONE = 0xffffffff;
const uint MAX_TARGETS = 4;
const uint GROUP = 64;         /* GALVAN_LOWERED_GROUP */
const uint MAX_GROUPS = 65535; /* limit of workgroups in x that every device supports */
const uint COMMAND = 5;        /* number of dwords of VkDrawIndexedIndirectCommand */
const uint TASK = 21;          /* number of dwords of struct galvan_vertex_task */

struct Target {
    uint address[2];
    uint size_B;
    uint stride_B;
    uint counted;
    uint stream;
};

struct Follower {
    uint threads; /* number of threads for each primitive; 0: the follower is unused */
    uint group;   /* workgroup size */
};

/* The client's indirect commands, if the draws are only counted: struct gv_client_draws of
 * driver/emulate/vertex_tasks.h. */
struct Client {
    uint commands[2], counter[2]; /* addresses; 0: no buffer */
    uint stride;                  /* distance of commands in dwords */
    uint num_indices;             /* number of indices in the index buffer; NONE: not indexed */
    uint vertex_B;               /* number of bytes of a vertex, if the counter counts bytes; 0: the
                                    counter counts commands */
    uint before;                 /* number of the call's commands that precede the first command of
                                    this part */
};

layout(buffer_reference, std430, buffer_reference_align = 4) readonly buffer Words {
    uint words[];
};

layout(std430, set = 0, binding = 0) readonly buffer Arguments {
    uint num_draws, prim_vertices;
    uint first_command;
    uint num_vertices, num_instances, base_instance; /* num_instances limits the instances of an
                                                        indirect draw */
    uint skipped; /* number of primitives, in all draws, that precede this part */
    uint vertex_offset, base_vertex;
    uint commands_indexed;
    uint draw_id, first_instance;
    uint index_mask;
    uint indices[2];
    uint overlap; /* number of vertices that consecutive primitives of a strip share; 0: the
                     primitives form a list */
    uint tasks;
    uint overflow[2]; /* address of the overflow flag; 0: no flag */
    Follower followers[2];
    Counts counts;
    Target targets[MAX_TARGETS];
    Statistics statistics;
    /* A run of n vertices was converted to ((n - least) / step + 1 + extra) * step_primitives
     * primitives of the list. */
    uint least, step, extra, step_primitives;
    uint num_runs; /* number of runs in each instance */
    uint headers;    /* dword of the headers of index_rewrite.comp among the commands; NONE: each
                        draw has num_runs runs */
    Client client;
} args;
layout(std430, set = 0, binding = 1) readonly buffer Commands { uint words[]; } commands;
layout(std430, set = 0, binding = 2) writeonly buffer Out { uint words[]; } result;
layout(std430, set = 0, binding = 3) buffer Counter0 { uint written_B; } counter0;
layout(std430, set = 0, binding = 4) buffer Counter1 { uint written_B; } counter1;
layout(std430, set = 0, binding = 5) buffer Counter2 { uint written_B; } counter2;
layout(std430, set = 0, binding = 6) buffer Counter3 { uint written_B; } counter3;

struct Draw {
    uint num_vertices; /* number of vertices of each instance */
    uint num_instances, base_instance;
    uint vertex_offset, base_vertex;
    uvec2 indices;
};

uint offsets_B[MAX_TARGETS]; /* offset in each target at which the next capture begins */

uvec2 add(uvec2 x, uvec2 y)
{
    uint carry;
    uint low = uaddCarry(x.x, y.x, carry);
    return uvec2(low, x.y + y.y + carry);
}

uvec2 subtract(uvec2 x, uint y)
{
    uint borrow;
    uint low = usubBorrow(x.x, y, borrow);
    return uvec2(low, x.y - borrow);
}

uvec2 multiply(uint x, uint y)
{
    uint high, low;
    umulExtended(x, y, high, low);
    return uvec2(low, high);
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

uint load(uint address[2], uint at)
{
    return Words(uvec2(address[0], address[1])).words[at];
}

/* Returns the number of list vertices to which a run of n vertices was converted. */
uint list_vertices(uint n)
{
    uint steps = n < args.least ? 0 : 1 + args.extra + (n - args.least) / args.step;
    return steps * args.step_primitives * args.prim_vertices;
}

/* Finds the number of vertices and instances of a draw in the client's buffers. */
Draw find_client_draw(uint i)
{
    Draw d = Draw(0, args.num_instances, 0, 0, 0, uvec2(0));
    uint counter = is_address(args.client.counter) ? load(args.client.counter, 0) : NONE;
    if (!is_address(args.client.commands)) {
        d.num_vertices = list_vertices(counter / args.client.vertex_B);
    } else if (args.client.before + i < counter) {
        uint at = i * args.client.stride, n = load(args.client.commands, at);
        uint first = load(args.client.commands, at + 2);
        if (args.client.num_indices != NONE)
            n = min(n, max(args.client.num_indices, first) - first);
        d.num_vertices = list_vertices(n);
        d.num_instances = load(args.client.commands, at + 1);
    }
    return d;
}

Draw find_draw(uint i)
{
    if (is_address(args.client.commands) || is_address(args.client.counter))
        return find_client_draw(i);
    Draw d = Draw(args.num_vertices, args.num_instances, args.base_instance, args.vertex_offset,
                  args.base_vertex, uvec2(args.indices[0], args.indices[1]));
    if (args.first_command != NONE) {
        uint at = args.first_command + i * COMMAND;
        d.num_vertices = commands.words[at];
        d.num_instances = min(commands.words[at + 1], args.num_instances);
        d.indices = add(d.indices, multiply(commands.words[at + 2], 4));
        d.vertex_offset = commands.words[at + 3];
        d.base_vertex = d.vertex_offset & args.commands_indexed;
        d.base_instance = commands.words[at + 4];
    }
    if (args.overlap == 0)
        d.num_vertices -= d.num_vertices % args.prim_vertices;
    return d;
}

/* Returns the number of primitives of an instance. */
uint find_primitives(Draw d)
{
    return args.overlap != 0 ? max(d.num_vertices, args.overlap) - args.overlap
                             : d.num_vertices / args.prim_vertices;
}

/* Returns the number of vertices of the first num_primitives primitives of a draw. */
uint find_vertices(Draw d, uint num_primitives)
{
    if (args.overlap == 0 || num_primitives == 0)
        return num_primitives * args.prim_vertices;
    uint per_instance = find_primitives(d), rest = num_primitives % per_instance;
    return num_primitives / per_instance * d.num_vertices + (rest != 0 ? rest + args.overlap : 0);
}

const uint HEADER = 3; /* number of dwords of a header of index_rewrite.comp */

/* Returns the number of vertices of an instance before its primitives became a list. Vertices of
 * incomplete primitives are not counted. */
uint find_submitted(uint i, uint num_primitives)
{
    uint header = args.headers + i * HEADER;
    uint runs = args.headers != NONE ? commands.words[header + 1] : args.num_runs;
    uint run_vertices = args.least - args.step * (1 + args.extra);
    return num_primitives != 0
               ? num_primitives / args.step_primitives * args.step + runs * run_vertices
               : 0;
}

/* Returns the number of primitives for which all used targets still have space. 0 if there are no
 * targets. */
uint find_room()
{
    uint room = NONE;
    bool captures = false;
    for (uint i = 0; i < MAX_TARGETS; i++) {
        uint stride_B = args.targets[i].stride_B, size_B = args.targets[i].size_B;
        if (stride_B == 0)
            continue;
        captures = true;
        uint left_B = offsets_B[i] < size_B ? size_B - offsets_B[i] : 0;
        room = min(room, left_B / stride_B / args.prim_vertices);
    }
    return captures ? room : 0;
}

void write_task(uint i, Draw d, uint skipped, uint num_vertices, uint num_primitives)
{
    uint at = args.tasks + i * TASK, per_instance = max(d.num_vertices, 1);
    uint primitives = max(find_primitives(d), 1);
    result.words[at] = num_vertices;
    result.words[at + 1] = per_instance;
    result.words[at + 2] = d.indices.x;
    result.words[at + 3] = d.indices.y;
    result.words[at + 4] = args.index_mask;
    result.words[at + 5] = d.vertex_offset;
    result.words[at + 6] = d.base_vertex;
    result.words[at + 7] = d.base_instance;
    result.words[at + 8] = args.draw_id + i;
    result.words[at + 9] = args.first_instance + skipped / primitives;
    for (uint t = 0; t < MAX_TARGETS; t++) {
        uvec2 first = uvec2(args.targets[t].address[0], args.targets[t].address[1]);
        first = add(first, uvec2(offsets_B[t], 0));
        result.words[at + 10 + 2 * t] = first.x;
        result.words[at + 11 + 2 * t] = first.y;
    }
    result.words[at + 18] = NONE / per_instance;
    result.words[at + 19] = num_primitives;
    result.words[at + 20] = skipped % primitives * args.prim_vertices;
}

void write_dispatch(uint at, uint threads, uint group, uint z)
{
    uint groups = (threads + group - 1) / group;
    uint x = min(groups, MAX_GROUPS);
    result.words[at] = x;
    result.words[at + 1] = x != 0 ? (groups + x - 1) / x : 0;
    result.words[at + 2] = z;
}

/* Writes the dispatch of the lowered vertex shader, sized for the largest task. Also writes the
 * number of vertices of all tasks, and the followers' dispatches. */
void write_dispatches(uint most, uint all)
{
    write_dispatch(0, most, GROUP, args.num_draws);
    result.words[3] = all;
    for (uint i = 0; i < 2; i++) {
        if (args.followers[i].threads != 0)
            write_dispatch(4 + 4 * i, all / args.prim_vertices * args.followers[i].threads,
                           args.followers[i].group, 1);
    }
}

void main()
{
    uvec2 all_written = uvec2(0), all_needed = uvec2(0), submitted = uvec2(0);
    uint most = 0, all = 0, skipped = args.skipped;
    bool more = false;
    for (uint t = 0; t < MAX_TARGETS; t++)
        offsets_B[t] =
            args.targets[t].stride_B != 0 ? load_counter(t) & args.targets[t].counted : 0;
    for (uint i = 0; i < args.num_draws; i++) {
        Draw d = find_draw(i);
        uint num_primitives = find_primitives(d);
        uvec2 needed = multiply(num_primitives, d.num_instances);
        submitted = add(submitted, multiply(find_submitted(i, num_primitives), d.num_instances));
        uint room = find_room(), before = needed.y != 0 ? skipped : min(needed.x, skipped);
        uvec2 left = subtract(needed, before);
        uint written = left.y != 0 ? room : min(left.x, room);
        uint num_vertices = find_vertices(d, written);
        write_task(i, d, before, num_vertices, written);
        most = max(most, num_vertices);
        all += num_vertices;
        more = more || left != uvec2(written, 0);
        skipped -= before;
        for (uint t = 0; t < MAX_TARGETS; t++)
            offsets_B[t] += written * args.prim_vertices * args.targets[t].stride_B;
        all_written = add(all_written, uvec2(written, 0));
        all_needed = add(all_needed, needed);
    }
    bool captures = false;
    for (uint t = 0; t < MAX_TARGETS; t++) {
        captures = captures || args.targets[t].stride_B != 0;
        if (args.targets[t].stride_B != 0 && args.targets[t].size_B != 0)
            store_counter(t, offsets_B[t]);
    }
    write_dispatches(most, all);
    if (more)
        set_overflow(args.overflow);
    count_generated(args.counts, all_needed);
    if (captures)
        count_captured(args.counts, all_written, all_needed);
    if (is_active(args.statistics)) {
        add_statistic(args.statistics.address, IA_VERTICES, submitted);
        add_statistic(args.statistics.address, VS_INVOCATIONS, submitted);
        add_primitives(args.statistics, all_needed);
    }
}
