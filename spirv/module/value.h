/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Values without a fixed type: 32-bit components that are extracted from vectors, gathered into
 * vectors, and converted between float, uint and bool.
 *
 * A struct gv_val is an SSA id, the index of a component of the id, and the component's type. The
 * component is converted when an instruction needs another type, so that plain float shaders
 * contain no bitcasts. Comparison results remain booleans until an instruction needs their bits. */
#ifndef GV_SPV_VALUE_H
#define GV_SPV_VALUE_H

#include "spirv/module/builder.h"

enum gv_val_type {
    GV_F = 0, /* float */
    GV_U,     /* uint, also for signed operations */
    GV_B,     /* bool that represents ~0 or 0 */
    GV_FB,    /* bool that represents 0 if false, and if true: 1.0 if read as a float, ~0 if read as
                 an integer */
    GV_BF,    /* bool that represents the bits of 1.0 if true, or 0 */
    GV_IMM,   /* id is the constant's 32 bits */
};

struct gv_val {
    uint32_t id;
    uint8_t type;  /* enum gv_val_type */
    uint8_t width; /* number of components of id; 1: scalar */
    uint8_t comp;
};

struct gv_val gv_val_scalar(uint32_t id, unsigned type);
struct gv_val gv_val_comp(uint32_t id, unsigned type, unsigned width, unsigned comp);
struct gv_val gv_val_imm(uint32_t bits);
bool gv_val_equal(struct gv_val x, struct gv_val y);

/* Sets `out_vals` to the first `num` components of the vector `id`, which has `width`
 * components. */
void gv_val_vector(uint32_t id, unsigned type, unsigned width, unsigned num,
                   struct gv_val *out_vals);

/* Returns the SPIR-V type of a vector of `num` components; `type` is an enum gv_val_type. */
uint32_t gv_spv_type(struct gv_spv_builder *b, unsigned type, unsigned num);

/* Gathers `num` values into one id of type GV_F, GV_U or GV_B: a vector, or a scalar if `num` is
 * 1. */
uint32_t gv_spv_gather(struct gv_spv_builder *b, const struct gv_val *vals, unsigned num,
                       unsigned type);
/* Returns a vector of `num` components, each of which equals the scalar `id`. */
uint32_t gv_spv_broadcast(struct gv_spv_builder *b, uint32_t id, unsigned type, unsigned num);

/* Returns the upper 32 bits of the products of two uint vectors of `num` components. `op` is
 * OpUMulExtended or OpSMulExtended. */
uint32_t gv_spv_high_product(struct gv_spv_builder *b, SpvOp op, unsigned num, uint32_t x,
                             uint32_t y);
/* Extracts a component of a vector id. */
uint32_t gv_spv_extract(struct gv_spv_builder *b, uint32_t vec, unsigned type, unsigned comp);
/* Returns the type GV_F, GV_U or GV_B in which the values can be gathered with no conversion, if
 * there is such a type. */
unsigned gv_spv_natural_type(const struct gv_val *vals, unsigned num);
/* Whether the bits are more likely a float than a small integer. */
bool gv_spv_looks_float(uint32_t bits);
/* Compares a scalar with a constant; the result is a bool. */
uint32_t gv_spv_compare_uint(struct gv_spv_builder *b, SpvOp op, uint32_t x, uint32_t value);
uint32_t gv_spv_compare_float(struct gv_spv_builder *b, SpvOp op, uint32_t x, float value);
/* Selects one of two constants for each component of the bool vector `cond`. */
uint32_t gv_spv_select_uint(struct gv_spv_builder *b, uint32_t cond, uint32_t yes, uint32_t no,
                            unsigned num);
uint32_t gv_spv_select_float(struct gv_spv_builder *b, uint32_t cond, float yes, float no,
                             unsigned num);
/* Returns `id` clamped to the range `least` to `most`, and `least` for NaN. */
uint32_t gv_spv_clamp(struct gv_spv_builder *b, uint32_t id, float least, float most, unsigned num);
/* Returns `id` clamped to the range 0 to 1, and 0 for NaN. */
uint32_t gv_spv_saturate(struct gv_spv_builder *b, uint32_t id, unsigned num);

#endif
