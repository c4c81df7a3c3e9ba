/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Errors as the public functions return them. */
#ifndef GV_VR_ERROR_H
#define GV_VR_ERROR_H

#include "galvan/result.h"

/* The same error as an errno value, negative; 0 for GALVAN_OK. */
int gv_vr_error(enum galvan_result result);

#endif
