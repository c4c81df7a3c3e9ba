/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* BARRIER and MEMBAR. */
#include "spirv/translate/opcodes/barrier.h"

#include "spirv/translate/base/families.h"
#include "spirv/translate/base/operands.h"
#include "spirv/translate/base/stage.h"

/* Bits of MEMBAR's operand. */
enum {
    MEMBAR_BUFFER = 1 << 0,
    MEMBAR_ATOMIC = 1 << 1,
    MEMBAR_IMAGE = 1 << 2,
    MEMBAR_SHARED = 1 << 3,
    MEMBAR_WORKGROUP = 1 << 4, /* the barrier is only for this workgroup */
};

static void memory_barrier(struct gv_spv_ctx *c, const struct gv_tgsi_insn *in)
{
    bool workgroup = c->stage->workgroup;
    struct gv_val vals[4] = {{0}};
    uint32_t semantics = 0;
    if (in->num_src)
        gv_spv_fetch(c, &in->src[0], 1, vals);
    /* The barrier applies to all memory and all invocations if the operand is not an immediate, or
     * if the opcode is one of the fences of 2015. */
    uint32_t bits = vals[0].type == GV_IMM
                        ? vals[0].id
                        : MEMBAR_BUFFER | MEMBAR_ATOMIC | MEMBAR_IMAGE | MEMBAR_SHARED;
    if (bits & (MEMBAR_BUFFER | MEMBAR_ATOMIC))
        semantics |= SpvMemorySemanticsUniformMemoryMask;
    if (bits & MEMBAR_IMAGE)
        semantics |= SpvMemorySemanticsImageMemoryMask;
    if ((bits & MEMBAR_SHARED) && workgroup)
        semantics |= SpvMemorySemanticsWorkgroupMemoryMask;
    if (!semantics)
        return;
    uint32_t scope = (bits & MEMBAR_WORKGROUP) && workgroup ? SpvScopeWorkgroup : SpvScopeDevice;
    semantics |= SpvMemorySemanticsAcquireReleaseMask;
    uint32_t args[2];
    args[0] = gv_spv_uint(&c->b, scope, 1);
    args[1] = gv_spv_uint(&c->b, semantics, 1);
    gv_spv_stmt(&c->b, SpvOpMemoryBarrier, args, 2);
}

void gv_spv_execution_barrier(struct gv_spv_ctx *c)
{
    struct gv_spv_builder *b = &c->b;
    uint32_t workgroup = gv_spv_uint(b, SpvScopeWorkgroup, 1);
    uint32_t semantics =
        SpvMemorySemanticsAcquireReleaseMask | SpvMemorySemanticsWorkgroupMemoryMask;
    uint32_t scope = workgroup;
    if (c->stage->entry_outputs) {
        semantics = SpvMemorySemanticsAcquireReleaseMask | SpvMemorySemanticsUniformMemoryMask;
    } else if (!c->stage->workgroup) {
        /* Without the Vulkan memory model, the control barrier alone makes outputs visible. */
        scope = gv_spv_uint(b, SpvScopeInvocation, 1);
        semantics = SpvMemorySemanticsMaskNone;
    }
    gv_spv_stmt(b, SpvOpControlBarrier,
                (uint32_t[]){workgroup, scope, gv_spv_uint(b, semantics, 1)}, 3);
}

void gv_spv_emit_barrier(struct gv_spv_ctx *c, const struct gv_tgsi_insn *in)
{
    if (in->opcode == TGSI_OPCODE_BARRIER && c->key->compute.last_block)
        gv_spv_unsupported(c, GV_DIAG_FORM_UNSUPPORTED, "a barrier where a block is not whole");
    else if (in->opcode == TGSI_OPCODE_BARRIER)
        gv_spv_execution_barrier(c);
    else
        memory_barrier(c, in);
}
