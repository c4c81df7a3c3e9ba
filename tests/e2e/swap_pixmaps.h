/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Modes of swap_client that bind pixmaps as textures, as compositors do. */
#ifndef SWAP_PIXMAPS_H
#define SWAP_PIXMAPS_H

void bound_pixmaps(void);

/* The pixmaps do not change between two bindings, or their texture changes. */
void pixmaps_bound_again(void);

#endif
