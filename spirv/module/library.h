/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Functions of a SPIR-V module that is compiled when Galvan is built. The functions that a shader
 * calls are copied into the shader's module, with the functions, types and constants that they
 * need. */
#ifndef GV_SPV_LIBRARY_H
#define GV_SPV_LIBRARY_H

#include "spirv/module/builder.h"

/* A module whose OpName instructions name its functions as glslang does: "name(types". */
struct gv_spv_library {
    const uint32_t *words;
    size_t num_words;
};

/* Returns the id of a function's copy, which the first call creates; 0 if memory ran out. A builder
 * can use one library only. The name must exist. */
uint32_t gv_spv_import(struct gv_spv_builder *b, const struct gv_spv_library *library,
                       const char *name);

#endif
