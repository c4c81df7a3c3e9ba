/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Counts the primitives that are drawn and captured. Include this file after declaring args.list,
 * scratch and the counters. */
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

/* Returns the number of captured primitives of each stream. A stream without targets captures no
 * primitives. Also stores, for each target, the address at which the capture begins. */
uvec4 capture(uvec4 needed)
{
    uint offsets_B[MAX_TARGETS];
    uvec4 written = needed;
    bvec4 captures = bvec4(false);
    for (uint i = 0; i < MAX_TARGETS; i++) {
        uint stride_B = args.list.targets[i].stride_B, size_B = args.list.targets[i].size_B;
        uint stream = args.list.targets[i].stream;
        offsets_B[i] = stride_B != 0 ? load_counter(i) & args.list.targets[i].counted : 0;
        uint left_B = offsets_B[i] < size_B ? size_B - offsets_B[i] : 0;
        if (stride_B == 0)
            continue;
        captures[stream] = true;
        written[stream] = min(written[stream], left_B / stride_B / args.list.prim_vertices);
    }
    for (uint s = 0; s < MAX_STREAMS; s++) {
        if (captures[s])
            count_captured(args.list.counts[s], uvec2(written[s], 0), uvec2(needed[s], 0));
        else
            written[s] = 0;
    }
    for (uint i = 0; i < MAX_TARGETS; i++) {
        uint carry;
        uint low = uaddCarry(args.list.targets[i].address[0], offsets_B[i], carry);
        uint num_vertices = written[args.list.targets[i].stream] * args.list.prim_vertices;
        scratch.words[args.list.captured + 2 * i] = low;
        scratch.words[args.list.captured + 1 + 2 * i] = args.list.targets[i].address[1] + carry;
        if (args.list.targets[i].stride_B != 0 && args.list.targets[i].size_B != 0)
            store_counter(i, offsets_B[i] + num_vertices * args.list.targets[i].stride_B);
    }
    return written;
}

/* Writes the indirect command that draws the primitives of stream 0, which come first in the list.
 * Writes the indirect dispatch of output_capture.comp. */
void finish_output(uvec4 num_primitives)
{
    scratch.words[args.list.command] = num_primitives.x * args.list.drawn_vertices;
    scratch.words[args.list.command + 1] = 1;
    scratch.words[args.list.command + 2] = args.list.first_index;
    scratch.words[args.list.command + 3] = 0;
    scratch.words[args.list.command + 4] = 0;
    if (is_active(args.list.statistics))
        add_primitives(args.list.statistics, uvec2(num_primitives.x, 0));
    uvec4 written = capture(num_primitives);
    uint first = 0;
    for (uint s = 0; s < MAX_STREAMS; s++) {
        uint at = args.list.streams + s * STREAM_WORDS;
        count_generated(args.list.counts[s], uvec2(num_primitives[s], 0));
        scratch.words[at + STREAM_FIRST] = first;
        scratch.words[at + STREAM_CAPTURED] = written[s];
        first += num_primitives[s];
    }
    uvec3 groups = groups_for(written.x + written.y + written.z + written.w);
    for (uint i = 0; i < 3; i++)
        scratch.words[args.list.capture_groups + i] = groups[i];
}
