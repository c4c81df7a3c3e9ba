/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Textures that are named by a 64-bit handle instead of a unit: elements of one descriptor array,
 * with an index that may differ between invocations. */
#include "spirv/translate/texture/texture.h"

static uint32_t array_var(struct gv_spv_ctx *c, const struct gv_tex_op *op, uint32_t type)
{
    struct gv_spv_builder *b = &c->b;
    uint32_t *var = &c->handle_var[op->target];
    bool is_buffer = op->traits->dim == SpvDimBuffer;
    if (*var)
        return *var;
    gv_spv_extension(b, "SPV_EXT_descriptor_indexing");
    gv_spv_capability(b, SpvCapabilityRuntimeDescriptorArray);
    gv_spv_capability(b, SpvCapabilityShaderNonUniform);
    gv_spv_capability(b, is_buffer ? SpvCapabilityUniformTexelBufferArrayNonUniformIndexing
                                   : SpvCapabilitySampledImageArrayNonUniformIndexing);
    uint32_t array = gv_spv_unique(b, SpvOpTypeRuntimeArray, &type, 1, false);
    *var = gv_spv_global(b, SpvStorageClassUniformConstant, array);
    gv_spv_decorate1(b, *var, SpvDecorationDescriptorSet, GALVAN_SET_HANDLE);
    gv_spv_decorate1(b, *var, SpvDecorationBinding, is_buffer);
    return *var;
}

uint32_t gv_tex_handle_pointer(struct gv_spv_ctx *c, const struct gv_tex_op *op, uint32_t type)
{
    struct gv_spv_builder *b = &c->b;
    uint32_t var = array_var(c, op, type);
    uint32_t pointer = gv_spv_type_pointer(b, SpvStorageClassUniformConstant, type);
    return gv_spv_op2(b, SpvOpAccessChain, pointer, var, op->handle);
}

uint32_t gv_tex_load(struct gv_spv_ctx *c, const struct gv_tex_op *op,
                     const struct gv_tex_image *image)
{
    uint32_t id = gv_spv_op1(&c->b, SpvOpLoad, image->type, image->var);
    if (op->handle)
        gv_spv_decorate(&c->b, id, SpvDecorationNonUniform);
    return id;
}
