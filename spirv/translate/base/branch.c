/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Branch conditions that drivers cannot evaluate when they compile the shader. */
#include "spirv/translate/base/branch.h"

#include "spirv/tgsi/uniform_analysis.h"
#include "spirv/translate/base/builtins.h"
#include "spirv/translate/base/stage.h"

/* Returns a bool that is always false: a built-in that differs between invocations is compared with
 * a value that the built-in never has. */
uint32_t gv_spv_never(struct gv_spv_ctx *c)
{
    struct gv_spv_builder *b = &c->b;
    SpvBuiltIn builtin = c->stage->varying_builtin;
    unsigned num_components = c->stage->varying_components;
    bool is_float = builtin == SpvBuiltInFragCoord || builtin == SpvBuiltInTessCoord;
    unsigned type = is_float ? GV_F : GV_U;
    uint32_t var = gv_spv_builtin(c, builtin, gv_spv_type(b, type, num_components));
    uint32_t value = gv_spv_op1(b, SpvOpLoad, gv_spv_type(b, type, num_components), var);
    if (num_components > 1)
        value = gv_spv_op2(b, SpvOpCompositeExtract, gv_spv_type(b, type, 1), value, 0);
    return is_float ? gv_spv_compare_float(b, SpvOpFOrdEqual, value, -1.0f)
                    : gv_spv_compare_uint(b, SpvOpIEqual, value, INT32_MAX);
}

/* Whether the current branch may depend only on uniforms that the key does not inline. */
static bool may_be_uniform(const struct gv_spv_ctx *c)
{
    unsigned source = gv_tgsi_branch_source(c->tgsi, c->walker.insn);
    return source &
           (GV_TGSI_BRANCH_UNKNOWN | (GV_TGSI_BRANCH_INLINABLE & ~c->key->common.inlined_uniforms));
}

/* Whether the shader may read CONST[3] or above. If a condition reads such a constant, lavapipe of
 * Mesa 22.3 may write past the end of a table: it records the constants that a condition reads
 * before it knows whether the condition depends on other values, too. */
static bool reads_high_blocks(const struct gv_spv_ctx *c)
{
    return c->tgsi->info.const_mask >> 3;
}

uint32_t gv_spv_branch_condition(struct gv_spv_ctx *c, uint32_t cond)
{
    if (!c->key->device.opaque_branches || !(may_be_uniform(c) || reads_high_blocks(c)))
        return cond;
    uint32_t never = gv_spv_never(c);
    return gv_spv_op2(&c->b, SpvOpLogicalOr, gv_spv_type(&c->b, GV_B, 1), never, cond);
}
