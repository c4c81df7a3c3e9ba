/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Modes of swap_client that check results which Mesa computes in the program and not on the server:
 * selection, feedback and raster positions, in a lit scene. */
#ifndef SWAP_PICKS_H
#define SWAP_PICKS_H

void picks(void);

#endif
