/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* The functions by which draw/ executes draws whose stages are lowered: captured and computed
 * draws. */
#ifndef GV_EMULATE_H
#define GV_EMULATE_H

#include "driver/draw/emulation.h"

extern const struct gv_emulation gv_emulation;

#endif
