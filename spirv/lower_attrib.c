/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Vertex attribute conversion. Vulkan fetches an attribute as float, int or uint by its format;
 * formats that the device cannot fetch as float come as integers and are converted here. */
#include "translate.h"

uint32_t gv_spv_attrib_type(struct gv_spv_ctx *c, unsigned kind)
{
    switch (kind) {
    case GALVAN_ATTRIB_UINT:
    case GALVAN_ATTRIB_USCALED:
    case GALVAN_ATTRIB_UNORM32:
        return gv_spv_type_uint(&c->b, 4);
    case GALVAN_ATTRIB_SINT:
    case GALVAN_ATTRIB_SSCALED:
    case GALVAN_ATTRIB_FIXED:
    case GALVAN_ATTRIB_SNORM32:
        return gv_spv_type_int(&c->b, 4);
    default:
        return gv_spv_type_float(&c->b, 4);
    }
}

/* 16.16 fixed point. A component that the format lacks is fetched as integer 0 or, for w, 1, which
 * is no value that a sensible w would have: take it as 1.0. */
static uint32_t lower_fixed(struct gv_spv_ctx *c, uint32_t id)
{
    struct gv_spv_builder *b = &c->b;
    uint32_t vec4 = gv_spv_type_float(b, 4);
    uint32_t f = gv_spv_op1(b, SpvOpConvertSToF, vec4, id);
    f = gv_spv_op2(b, SpvOpFMul, vec4, f, gv_spv_float(c, 1.0f / 65536.0f, 4));
    uint32_t w = gv_spv_op2(b, SpvOpCompositeExtract, gv_spv_type_int(b, 1), id, 3);
    uint32_t absent = gv_spv_op2(b, SpvOpIEqual, gv_spv_type_bool(b, 1), w, gv_spv_const_int(b, 1));
    uint32_t own = gv_spv_op2(b, SpvOpCompositeExtract, gv_spv_type_float(b, 1), f, 3);
    uint32_t fixed_w =
        gv_spv_op3(b, SpvOpSelect, gv_spv_type_float(b, 1), absent, gv_spv_float(c, 1.0f, 1), own);
    return gv_spv_op3(b, SpvOpCompositeInsert, vec4, fixed_w, f, 3);
}

/* Normalised 32-bit integers; an absent w is fetched as integer 1 and means 1.0. */
static uint32_t lower_norm32(struct gv_spv_ctx *c, uint32_t id, bool is_signed)
{
    struct gv_spv_builder *b = &c->b;
    uint32_t vec4 = gv_spv_type_float(b, 4);
    uint32_t int_type = is_signed ? gv_spv_type_int(b, 1) : gv_spv_type_uint(b, 1);
    uint32_t one = is_signed ? gv_spv_const_int(b, 1) : gv_spv_const_uint(b, 1);
    uint32_t f = gv_spv_op1(b, is_signed ? SpvOpConvertSToF : SpvOpConvertUToF, vec4, id);
    float scale = is_signed ? 1.0f / 2147483647.0f : 1.0f / 4294967295.0f;
    f = gv_spv_op2(b, SpvOpFMul, vec4, f, gv_spv_float(c, scale, 4));
    if (is_signed)
        f = gv_spv_ext2(b, GLSLstd450FMax, vec4, f, gv_spv_float(c, -1.0f, 4));
    uint32_t w = gv_spv_op2(b, SpvOpCompositeExtract, int_type, id, 3);
    uint32_t absent = gv_spv_op2(b, SpvOpIEqual, gv_spv_type_bool(b, 1), w, one);
    uint32_t own = gv_spv_op2(b, SpvOpCompositeExtract, gv_spv_type_float(b, 1), f, 3);
    uint32_t new_w =
        gv_spv_op3(b, SpvOpSelect, gv_spv_type_float(b, 1), absent, gv_spv_float(c, 1.0f, 1), own);
    return gv_spv_op3(b, SpvOpCompositeInsert, vec4, new_w, f, 3);
}

uint32_t gv_spv_lower_attrib(struct gv_spv_ctx *c, unsigned kind, uint32_t id, unsigned *out_type)
{
    struct gv_spv_builder *b = &c->b;
    *out_type = GV_F;
    switch (kind) {
    case GALVAN_ATTRIB_UINT:
        *out_type = GV_U;
        return id;
    case GALVAN_ATTRIB_SINT:
        *out_type = GV_U;
        return gv_spv_op1(b, SpvOpBitcast, gv_spv_type_uint(b, 4), id);
    case GALVAN_ATTRIB_USCALED:
        return gv_spv_op1(b, SpvOpConvertUToF, gv_spv_type_float(b, 4), id);
    case GALVAN_ATTRIB_SSCALED:
        return gv_spv_op1(b, SpvOpConvertSToF, gv_spv_type_float(b, 4), id);
    case GALVAN_ATTRIB_FIXED:
        return lower_fixed(c, id);
    case GALVAN_ATTRIB_UNORM32:
        return lower_norm32(c, id, false);
    case GALVAN_ATTRIB_SNORM32:
        return lower_norm32(c, id, true);
    default:
        return id;
    }
}
