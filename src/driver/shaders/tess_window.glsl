/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* The window: the patches of one round. The constants below are dwords relative to args.window.
 * Include tess.glsl before this file. */
const uint WINDOW_NEXT = 0, WINDOW_FIRST = 1; /* the first patch of the next window, and the first
                                                 patch of this window */
const uint WINDOW_POINTS = 2, WINDOW_PRIMITIVES = 3;
const uint WINDOW_VERTICES = 4; /* number of vertices of the window's primitives */
const uint WINDOW_EVALUATE = 8, WINDOW_MAKE = 12; /* numbers of workgroups of two dispatches: of the
                                                     evaluation shader, and of tess_make.comp */

/* Returns the total number of points or primitives of the patches that precede patch `number`.
 * what: COUNT_POINTS or COUNT_PRIMITIVES. */
uint before(uint number, uint what)
{
    return scratch.words[args.counts + number * COUNT_WORDS + what];
}
