/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* The window: the patches of one round. These are dwords at args.window. Include tess.glsl
 * before this file. */
const uint WINDOW_NEXT = 0, WINDOW_FIRST = 1; /* the first patch of the next window, and of this
                                                 one */
const uint WINDOW_POINTS = 2, WINDOW_PRIMITIVES = 3;
const uint WINDOW_VERTICES = 4; /* of the primitives */
const uint WINDOW_EVALUATE = 8, WINDOW_MAKE = 12; /* workgroups */

/* Points or primitives of the patches before a patch. */
uint before(uint number, uint what)
{
    return scratch.words[args.counts + number * COUNT_WORDS + what];
}
