/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Primitives that kernels made, as a list of indices of records, on their way to the rasterizer and
 * to stream output. See driver/emulate/lowered_output.c. */
#include "statistics.glsl"

const uint MAX_TARGETS = 4;
const uint MAX_STREAMS = 4;
const uint MAX_CAPTURES = 256;

const uint LAST = 1; /* bits of the order: the last vertex is the provoking one, */
const uint TURN = 2; /* and comes first */

struct Target {
    uint address[2];
    uint size_B;
    uint stride_B; /* of a vertex; 0: nothing goes there */
    uint counted;
    uint stream; /* of the primitives that go there */
};

/* struct gv_output_plan. */
struct Output {
    uint corners, drawn_corners; /* of a primitive; as many vertices draw it */
    uint record, streams, captured, capture_groups; /* words of the scratch memory */
    uint first_index; /* of the primitives, counted in the buffer they are in */
    uint indices, records, record_words;
    uint order; /* which corner of a primitive comes first */
    Counts counts[MAX_STREAMS];
    Target targets[MAX_TARGETS];
    Statistics statistics;
    uint num_captures;
    uint captures[MAX_CAPTURES]; /* of each: bits 0 to 9 the word of a record, 10 and 11 the target,
                                    then the word of a vertex there */
};

/* Words of each stream, behind Output.streams: its first primitive in the list, and how many of
 * them are captured. Stream 0 is drawn. */
const uint STREAM_FIRST = 0, STREAM_CAPTURED = 1, STREAM_WORDS = 2;

const uint MAX_GROUPS = 65535; /* along x; what every device takes */

/* Workgroups of 64 for so many threads. */
uvec3 groups_for(uint threads)
{
    uint groups = (threads + 63) / 64, x = min(groups, MAX_GROUPS);
    return uvec3(x, x != 0 ? (groups + x - 1) / x : 0, 1);
}
