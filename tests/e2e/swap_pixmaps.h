/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Modes of swap_client that bind pixmaps as textures, as compositors do. */
#ifndef SWAP_PIXMAPS_H
#define SWAP_PIXMAPS_H

void bound_pixmaps(void);

/* Binds pixmaps that do not change between two bindings, or whose texture changes. */
void pixmaps_bound_again(void);

#endif
