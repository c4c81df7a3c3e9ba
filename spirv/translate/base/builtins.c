/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
#include "spirv/translate/base/builtins.h"

#include "spirv/translate/base/stage.h"
#include "spirv/translate/base/uniform_blocks.h"

static uint32_t find(const struct gv_spv_builtin_var *vars, unsigned num, SpvBuiltIn builtin)
{
    for (unsigned i = 0; i < num; i++) {
        if (vars[i].builtin == (uint32_t)builtin)
            return vars[i].var;
    }
    return 0;
}

static uint32_t make(struct gv_spv_ctx *c, SpvStorageClass storage, SpvBuiltIn builtin,
                     uint32_t type, struct gv_spv_builtin_var *vars, unsigned *num)
{
    uint32_t var = gv_spv_global(&c->b, storage, type);
    gv_spv_decorate1(&c->b, var, SpvDecorationBuiltIn, (uint32_t)builtin);
    if (*num < GV_MAX_BUILTINS)
        vars[(*num)++] = (struct gv_spv_builtin_var){(uint32_t)builtin, var};
    return var;
}

/* Whether a fragment input of a built-in must be decorated Flat, because it is an integer. Flat
 * would change the values of floats. */
static bool is_integer(SpvBuiltIn builtin)
{
    switch (builtin) {
    case SpvBuiltInFragCoord:
    case SpvBuiltInPointCoord:
    case SpvBuiltInSamplePosition:
    case SpvBuiltInFrontFacing:
    case SpvBuiltInHelperInvocation:
        return false;
    default:
        return true;
    }
}

uint32_t gv_spv_builtin(struct gv_spv_ctx *c, SpvBuiltIn builtin, uint32_t type)
{
    uint32_t var = find(c->in_builtins, c->num_in_builtins, builtin);
    if (!var) {
        var = make(c, SpvStorageClassInput, builtin, type, c->in_builtins, &c->num_in_builtins);
        if (c->stage->interpolates && is_integer(builtin))
            gv_spv_decorate(&c->b, var, SpvDecorationFlat);
    }
    return var;
}

uint32_t gv_spv_builtin_output(struct gv_spv_ctx *c, SpvBuiltIn builtin, uint32_t type)
{
    uint32_t var = find(c->out_builtins, c->num_out_builtins, builtin);
    return var ? var
               : make(c, SpvStorageClassOutput, builtin, type, c->out_builtins,
                      &c->num_out_builtins);
}

uint32_t gv_spv_load_uint(struct gv_spv_ctx *c, SpvBuiltIn builtin)
{
    uint32_t type = gv_spv_type_uint(&c->b, 1);
    return gv_spv_op1(&c->b, SpvOpLoad, type, gv_spv_builtin(c, builtin, type));
}

uint32_t gv_spv_load_layer(struct gv_spv_ctx *c)
{
    if (c->key->raster.shown_layer)
        return gv_spv_push(c, offsetof(struct galvan_push_block, layer), GV_U);
    if (c->key->raster.no_layer)
        return gv_spv_const_uint(&c->b, 0);
    gv_spv_capability(&c->b, c->key->device.no_geometry ? SpvCapabilityShaderLayer
                                                        : SpvCapabilityGeometry);
    return gv_spv_load_uint(c, SpvBuiltInLayer);
}

uint32_t gv_spv_front_facing(struct gv_spv_ctx *c)
{
    uint32_t type = gv_spv_type_bool(&c->b, 1);
    if (c->key->fragment.back_facing)
        return gv_spv_const_bool(&c->b, false);
    return gv_spv_op1(&c->b, SpvOpLoad, type, gv_spv_builtin(c, SpvBuiltInFrontFacing, type));
}

uint32_t gv_spv_invocation(struct gv_spv_ctx *c)
{
    if (!c->invocation)
        c->invocation = gv_spv_load_uint(c, SpvBuiltInInvocationId);
    return c->invocation;
}
