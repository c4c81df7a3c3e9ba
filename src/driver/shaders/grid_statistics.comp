/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Adds the invocations of a dispatch to the pipeline statistics. Runs as one thread. See
 * driver/query/statistics.c. */
#version 450
#extension GL_GOOGLE_include_directive : require

layout(local_size_x = 1) in;

#include "statistics.glsl"

const uint NONE = 0xffffffff;

layout(std430, set = 0, binding = 0) readonly buffer Arguments {
    uint address[2];
    uint size; /* dword of the indirect buffer at which the dispatch's size begins; NONE: args.grid
                  is the size */
    uint grid[3];
    uint block[3], last_block[3];
} args;
layout(std430, set = 0, binding = 1) readonly buffer Grid { uint words[]; } grid;

/* Returns the number of threads along an axis. The last block of an axis may have fewer threads
 * than the other blocks. */
uint threads(uint axis)
{
    uint blocks = args.size == NONE ? args.grid[axis] : grid.words[args.size + axis];
    return blocks != 0 ? (blocks - 1) * args.block[axis] + args.last_block[axis] : 0;
}

void main()
{
    uint high, low, x = threads(0), y = threads(1), z = threads(2);
    umulExtended(x, y, high, low);
    uint top, bottom;
    umulExtended(low, z, top, bottom);
    add_statistic(args.address, CS_INVOCATIONS, uvec2(bottom, top + high * z));
}
