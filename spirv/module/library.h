/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Functions of a module that was compiled when Galvan was built: those that a shader calls are
 * copied behind its own, with the functions, types and constants that they need. */
#ifndef GV_SPV_LIBRARY_H
#define GV_SPV_LIBRARY_H

#include "spirv/module/builder.h"

/* A module whose names tell its functions, as glslang gives them: "name(types". */
struct gv_spv_library {
    const uint32_t *words;
    size_t num_words;
};

/* The id of a function's copy, made by the first call; 0 when memory ran out. A builder takes from
 * one library; names that it has not are errors of the caller. */
uint32_t gv_spv_import(struct gv_spv_builder *b, const struct gv_spv_library *library,
                       const char *name);

#endif
