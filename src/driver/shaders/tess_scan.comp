/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Computes the index of each patch's first point and primitive. Runs as one workgroup. See
 * driver/emulate/lowered_tessellation.c. */
#version 450
#extension GL_GOOGLE_include_directive : require

layout(local_size_x = 256) in;

#include "output.glsl"
#include "tess.glsl"
#include "scan.glsl"

void main()
{
    uint num = num_patches();
    uvec4 total = scan(args.counts, num);
    if (gl_LocalInvocationID.x != 0)
        return;
    store_counts(args.counts, num, total);
    scratch.words[args.window] = 0;
}
