/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* The functions through which draw/ executes captured and computed draws. */
#ifndef GV_EMULATE_H
#define GV_EMULATE_H

#include "driver/draw/emulation.h"

extern const struct gv_emulation gv_emulation;

#endif
