/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* What stream output captures of primitives that kernels made: a thread is a primitive. */
#version 450
#extension GL_GOOGLE_include_directive : require
#extension GL_EXT_buffer_reference : require
#extension GL_EXT_buffer_reference_uvec2 : require

#include "output.glsl"

layout(local_size_x = 64) in;

layout(buffer_reference, std430, buffer_reference_align = 4) writeonly buffer Words {
    uint words[];
};

layout(std430, set = 0, binding = 0) readonly buffer Plan { Output made; } plan;
layout(std430, set = 0, binding = 1) readonly buffer Scratch { uint words[]; } scratch;

/* The captured words of vertex n of those that are. */
void capture(uint n, uint vertex)
{
    for (uint i = 0; i < plan.made.num_captures; i++) {
        uint piece = plan.made.captures[i];
        uint word = bitfieldExtract(piece, 0, 10);
        uint target = bitfieldExtract(piece, 10, 2);
        uint at = plan.made.captured + 2 + 2 * target;
        Words words = Words(uvec2(scratch.words[at], scratch.words[at + 1]));
        words.words[n * (plan.made.targets[target].stride_B / 4) + (piece >> 12)] =
            scratch.words[plan.made.records + vertex * plan.made.record_words + word];
    }
}

void main()
{
    uint group = gl_WorkGroupID.y * gl_NumWorkGroups.x + gl_WorkGroupID.x;
    uint me = group * gl_WorkGroupSize.x + gl_LocalInvocationID.x;
    uint corners = plan.made.corners;
    bool turned = (plan.made.order & TURN) != 0;
    if (me >= scratch.words[plan.made.captured])
        return;
    for (uint k = 0; k < corners; k++) {
        uint first = turned ? (k + 1) % corners : k;
        capture(me * corners + k, scratch.words[plan.made.indices + me * corners + first]);
    }
}
