/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
#include "spirv/translate/opcodes/wide_types.h"

bool gv_spv_wide_is_words(const struct gv_spv_ctx *c, unsigned type)
{
    return type == GV_D ? c->key->device.no_float64 : type == GV_L && c->key->device.no_int64;
}

uint32_t gv_spv_wide_type(struct gv_spv_ctx *c, unsigned type)
{
    struct gv_spv_builder *b = &c->b;
    if (gv_spv_wide_is_words(c, type))
        return gv_spv_type(b, GV_U, 2);
    switch (type) {
    case GV_D:
        gv_spv_capability(b, SpvCapabilityFloat64);
        return gv_spv_unique(b, SpvOpTypeFloat, (uint32_t[]){64}, 1, false);
    case GV_L:
        gv_spv_capability(b, SpvCapabilityInt64);
        return gv_spv_unique(b, SpvOpTypeInt, (uint32_t[]){64, 0}, 2, false);
    default:
        return gv_spv_type(b, type, 1);
    }
}

uint32_t gv_spv_wide_const(struct gv_spv_ctx *c, unsigned type, uint64_t bits)
{
    const uint32_t args[] = {gv_spv_wide_type(c, type), (uint32_t)bits, (uint32_t)(bits >> 32)};
    uint32_t words[2];
    words[0] = gv_spv_const_uint(&c->b, args[1]);
    words[1] = gv_spv_const_uint(&c->b, args[2]);
    if (gv_spv_wide_is_words(c, type))
        return gv_spv_const_composite(&c->b, args[0], words, 2);
    return gv_spv_unique(&c->b, SpvOpConstant, args, 3, true);
}
