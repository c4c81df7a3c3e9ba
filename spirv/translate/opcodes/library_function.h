/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* The library of functions in GLSL (translate/library). Functions are copied into the modules that
 * call them. */
#ifndef GV_SPV_LIBRARY_FUNCTION_H
#define GV_SPV_LIBRARY_FUNCTION_H

#include "spirv/translate/base/context.h"

/* Returns the id of a function's copy; 0 if memory ran out. The name must exist. */
uint32_t gv_spv_library_function(struct gv_spv_ctx *c, const char *name);

#endif
