/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* The errors that the public functions return. */
#ifndef GV_VR_ERROR_H
#define GV_VR_ERROR_H

#include "galvan/result.h"

/* Converts `result` to a negative errno value; 0 for GALVAN_OK. */
int gv_vr_error(enum galvan_result result);

#endif
