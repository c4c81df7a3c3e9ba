/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Modes of swap_client with single-buffered windows: windows that are not viewable, windows that
 * are partly off the screen, and a window that is drawn as in textbooks. */
#ifndef SWAP_SINGLE_H
#define SWAP_SINGLE_H

void single(void);
void single_hidden(void);
void single_off_screen(void);
void single_book(void);

#endif
