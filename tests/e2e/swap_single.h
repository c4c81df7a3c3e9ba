/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Modes of swap_client with a single buffer: windows that are not viewable, partly off the screen,
 * or drawn as the programs of textbooks draw. */
#ifndef SWAP_SINGLE_H
#define SWAP_SINGLE_H

void single(void);
void single_hidden(void);
void single_off_screen(void);
void single_book(void);

#endif
