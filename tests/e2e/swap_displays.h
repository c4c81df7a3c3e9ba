/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Modes of swap_client with several connections to the X server, whose contexts share objects. */
#ifndef SWAP_DISPLAYS_H
#define SWAP_DISPLAYS_H

void shared_displays(void);

#endif
