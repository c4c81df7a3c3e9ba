/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* The modes check what Mesa computes in the program and not on the server: selection, feedback and
 * raster positions, in a scene with a light. */
#ifndef SWAP_PICKS_H
#define SWAP_PICKS_H

void picks(void);

#endif
