/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* The output of a lowered stage for the rasterizer and stream output: a list of primitives, as
 * indices of vertex entries. See driver/emulate/lowered_output.c. */
#include "statistics.glsl"

const uint MAX_TARGETS = 4;
const uint MAX_STREAMS = 4;
const uint MAX_CAPTURES = 256;

const uint LAST = 1; /* bit of `order`: the last vertex is the provoking vertex */
const uint ROTATE = 2; /* bit of `order`: rotate the primitive so that the provoking vertex comes
                          first */

struct Target {
    uint address[2];
    uint size_B;
    uint stride_B; /* size of a captured vertex; 0: the target is unused */
    uint counted;
    uint stream; /* the vertex stream of the target */
};

/* struct gv_output_arguments of driver/emulate/lowered_output.h. */
struct Output {
    uint prim_vertices;  /* number of vertices of a primitive */
    uint drawn_vertices; /* number of vertices that are drawn for each primitive */
    uint command, streams, captured, capture_groups; /* offsets in the scratch memory, in dwords */
    uint first_index; /* first index of the list, relative to the start of the list's buffer */
    uint indices, entries, entry_words;
    uint order; /* bits LAST and ROTATE */
    Counts counts[MAX_STREAMS];
    Target targets[MAX_TARGETS];
    Statistics statistics;
    uint num_captures;
    uint captures[MAX_CAPTURES]; /* which dword is captured, and where. Bits 0 to 9: index of the
                                    dword in a vertex entry. Bits 10 and 11: number of the target.
                                    Higher bits: index of the dword in a vertex of the target */
};

/* Dwords that each stream has at Output.streams: the index in the list of the stream's first
 * primitive, and the number of captured primitives. Stream 0 is drawn. */
const uint STREAM_FIRST = 0, STREAM_CAPTURED = 1, STREAM_WORDS = 2;

const uint MAX_GROUPS = 65535; /* limit of workgroups in x that every device supports */

/* Returns the number of workgroups of 64 threads for a number of threads. */
uvec3 groups_for(uint threads)
{
    uint groups = (threads + 63) / 64, x = min(groups, MAX_GROUPS);
    return uvec3(x, x != 0 ? (groups + x - 1) / x : 0, 1);
}
