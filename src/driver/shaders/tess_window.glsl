/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* The patches that are made at a time, words behind plan.window; tess.glsl comes before it. */
const uint WINDOW_NEXT = 0, WINDOW_FIRST = 1; /* patches: of the next window, and of this one */
const uint WINDOW_POINTS = 2, WINDOW_PRIMITIVES = 3;
const uint WINDOW_VERTICES = 4; /* of the primitives */
const uint WINDOW_EVALUATE = 8, WINDOW_MAKE = 12; /* workgroups */

/* Points or primitives of the patches before one. */
uint before(uint number, uint what)
{
    return scratch.words[plan.counts + number * COUNT_WORDS + what];
}
