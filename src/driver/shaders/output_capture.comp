/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Captures the primitives of a lowered stage. Runs one thread for each primitive; primitives of
 * stream 0 come first. */
#version 450
#extension GL_GOOGLE_include_directive : require
#extension GL_EXT_buffer_reference : require
#extension GL_EXT_buffer_reference_uvec2 : require

#include "output.glsl"

layout(local_size_x = 64) in;

layout(buffer_reference, std430, buffer_reference_align = 4) writeonly buffer Words {
    uint words[];
};

layout(std430, set = 0, binding = 0) readonly buffer Arguments { Output list; } args;
layout(std430, set = 0, binding = 1) readonly buffer Scratch { uint words[]; } scratch;

/* Captures a vertex entry as vertex n of its stream's targets. */
void capture(uint stream, uint n, uint vertex)
{
    for (uint i = 0; i < args.list.num_captures; i++) {
        uint piece = args.list.captures[i];
        uint word = bitfieldExtract(piece, 0, 10);
        uint target = bitfieldExtract(piece, 10, 2);
        uint at = args.list.captured + 2 * target;
        if (args.list.targets[target].stream != stream)
            continue;
        Words words = Words(uvec2(scratch.words[at], scratch.words[at + 1]));
        words.words[n * (args.list.targets[target].stride_B / 4) + (piece >> 12)] =
            scratch.words[args.list.entries + vertex * args.list.entry_words + word];
    }
}

uint stream_word(uint stream, uint which)
{
    return scratch.words[args.list.streams + stream * STREAM_WORDS + which];
}

void main()
{
    uint group = gl_WorkGroupID.y * gl_NumWorkGroups.x + gl_WorkGroupID.x;
    uint me = group * gl_WorkGroupSize.x + gl_LocalInvocationID.x;
    uint corners = args.list.prim_vertices, stream = 0;
    bool rotated = (args.list.order & ROTATE) != 0;
    while (me >= stream_word(stream, STREAM_CAPTURED)) {
        me -= stream_word(stream, STREAM_CAPTURED);
        if (++stream == MAX_STREAMS)
            return;
    }
    uint at = args.list.indices + (stream_word(stream, STREAM_FIRST) + me) * corners;
    for (uint k = 0; k < corners; k++) {
        uint first = rotated ? (k + 1) % corners : k;
        capture(stream, me * corners + k, scratch.words[at + first]);
    }
}
