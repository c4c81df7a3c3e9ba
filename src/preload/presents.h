/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* All frames of this process: those that a server copies, and those of a driver in this process. */
#ifndef GV_PRELOAD_PRESENTS_H
#define GV_PRELOAD_PRESENTS_H

#include <stdbool.h>

/* Whether this library presents frames of this process. */
bool gv_presents_are_there(void);

/* Waits until all presented frames are on their windows. */
void gv_presents_drain(void);

#endif
