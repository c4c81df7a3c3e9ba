/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Conversion of vertex attributes that the device does not convert. */
#ifndef GV_SPV_LOWER_ATTRIB_H
#define GV_SPV_LOWER_ATTRIB_H

#include "spirv/translate/interface/inputs.h"

/* gv_spv_attrib_type() returns the type of the Input variable of an attribute; `kind` is an enum
 * galvan_attrib. gv_spv_lower_attrib() converts `id`, the loaded value of this variable, to a
 * vec4. */
uint32_t gv_spv_attrib_type(struct gv_spv_ctx *c, unsigned kind);
uint32_t gv_spv_lower_attrib(struct gv_spv_ctx *c, unsigned kind, uint32_t id, unsigned *out_type);

/* Returns the size of an element with this GALVAN_ATTRIB_LAYOUT(), at most 32 bytes. */
unsigned gv_spv_attrib_size_B(uint32_t layout);
/* gv_spv_join_parts() joins the two uvec4 of an element of kind GALVAN_ATTRIB_PARTS to the
 * element's dwords. gv_spv_decode_attrib() decodes an element's dwords to a vec4. */
void gv_spv_join_parts(struct gv_spv_ctx *c, uint32_t layout, uint32_t first, uint32_t rest,
                       uint32_t out_words[GV_MAX_ATTRIB_WORDS]);
uint32_t gv_spv_decode_attrib(struct gv_spv_ctx *c, uint32_t layout,
                              const uint32_t words[GV_MAX_ATTRIB_WORDS], unsigned *out_type);

#endif
