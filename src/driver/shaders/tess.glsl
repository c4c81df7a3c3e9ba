/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* The arguments of the shaders of driver/emulate/lowered_tessellation.c, and functions that compute
 * the segments of a patch's sides from its levels. Include output.glsl before this file. */
layout(std430, set = 0, binding = 0) readonly buffer Arguments {
    Output list;
    uint patch_vertices;
    uint vertices;                    /* dword of the tasks that holds the number of input vertices
                                         */
    uint domain, spacing, point_mode, clockwise;
    uint patches, patch_words;        /* dword of the scratch memory at which the patches begin;
                                         number of dwords of a patch */
    uint counts;                      /* dword of struct galvan_geometry_count[]: one for each
                                         patch, and one for all patches */
    uint window;                      /* dword of the window's fields, see tess_window.glsl */
    uint points;                      /* dword of struct galvan_domain_point[] */
    uint max_points, max_primitives; /* limits of a window */
    uint overflow[2];                    /* address of the overflow flag; 0: another window follows,
                                            so the flag is not set */
    /* For the geometry shader after tessellation. geometry_groups: scratch memory, dword that
     * receives the number of workgroups of the first group; 0: there is no geometry shader.
     * geometry_primitives: number of primitives of a group. geometry_invocations: number of
     * invocations for each primitive. */
    uint geometry_groups, geometry_primitives, geometry_invocations;
} args;
layout(std430, set = 0, binding = 1) buffer Scratch { uint words[]; } scratch;
layout(std430, set = 0, binding = 2) readonly buffer Tasks { uint words[]; } tasks;

/* tess_make.comp is compiled for each domain. */
#ifndef DOMAIN
#define DOMAIN args.domain
#endif

const uint ISOLINES = 1, TRIANGLES = 4, QUADS = 7; /* PIPE_PRIM_* */
const uint ODD = 0, EVEN = 1, EQUAL = 2;           /* PIPE_TESS_SPACING_* */
const uint ONE = 65536;                            /* coordinates have 16 fractional bits */

/* The number of dwords of a count, and the dwords that hold the numbers of primitives and
 * points. */
const uint COUNT_WORDS = 5, COUNT_PRIMITIVES = 1, COUNT_POINTS = 2;

/* A level with 16 fractional bits, and its number of segments. */
struct Level {
    uint fixed_point;
    uint segments;
};

struct Patch {
    Level outer[4];
    Level inner[2];
    uint sides;  /* number of sides of the domain */
    bool culled;
    uint sum;    /* sum of the outer segments */
};

uint num_patches()
{
    return tasks.words[args.vertices] / args.patch_vertices;
}

/* Clamps a level to its range, and rounds the level by the spacing. A NaN becomes the minimum. */
Level find_level(float value, uint spacing)
{
    float least = spacing == EVEN ? 2.0 : 1.0, most = spacing == ODD ? 63.0 : 64.0;
    float f = value > least ? min(value, most) : least;
    uint bits = uint(f * float(ONE) + 0.5);
    if (spacing == EQUAL) {
        uint n = uint(ceil(f));
        return Level(n * ONE, n);
    }
    if (spacing == EVEN)
        return Level(bits, 2 * ((bits + 2 * ONE - 1) / (2 * ONE)));
    return Level(bits, 2 * ((bits - ONE + 2 * ONE - 1) / (2 * ONE)) + 1);
}

/* Raises an inner level of one segment to the smallest level with more segments. Called if another
 * level of the patch has more segments. */
Level widen(Level l)
{
    if (l.segments != 1)
        return l;
    return args.spacing == EQUAL ? Level(2 * ONE, 2) : Level(ONE + 1, 3);
}

void find_inner(float u, float v, inout Patch p)
{
    bool single = true;
    p.inner[0] = find_level(u, args.spacing);
    p.inner[1] = DOMAIN == QUADS ? find_level(v, args.spacing) : p.inner[0];
    for (uint i = 0; i < p.sides; i++)
        single = single && p.outer[i].segments == 1;
    if (single && p.inner[0].segments == 1 && p.inner[1].segments == 1)
        return;
    p.inner[0] = widen(p.inner[0]);
    p.inner[1] = widen(p.inner[1]);
}

Patch find_patch(uint number)
{
    Patch p;
    uint at = args.patches + number * args.patch_words;
    p.sides = DOMAIN == QUADS ? 4 : DOMAIN == TRIANGLES ? 3 : 2;
    p.culled = false;
    p.sum = 0;
    for (uint i = 0; i < 4; i++) {
        float value = uintBitsToFloat(scratch.words[at + i]);
        bool lines = DOMAIN == ISOLINES && i == 0; /* the lines of isolines are always equally
                                                      spaced */
        p.outer[i] = find_level(value, lines ? EQUAL : args.spacing);
        if (i < p.sides) {
            p.culled = p.culled || !(value > 0.0);
            p.sum += p.outer[i].segments;
        }
    }
    find_inner(uintBitsToFloat(scratch.words[at + 4]), uintBitsToFloat(scratch.words[at + 5]), p);
    return p;
}
