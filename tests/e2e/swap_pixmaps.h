/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Modes of swap_client that bind pixmaps as textures, as compositors do. */
#ifndef SWAP_PIXMAPS_H
#define SWAP_PIXMAPS_H

void bound_pixmaps(void);

/* Binds the same pixmaps repeatedly: without a change, after a change of a pixmap, and after a
 * change of the texture. */
void pixmaps_bound_again(void);

#endif
