/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Instructions of the shader builder: converts operands to tokens. */
#include <string.h>

#include "auxiliary/ureg.h"
#include "spirv/tgsi/alias.h"
#include "spirv/tgsi/opcode.h"

/* The position of the label among the dwords of an instruction. *label_token is an index rather
 * than a pointer, because the array may be reallocated. */
enum {
    LABEL_WORD = 1
};

static struct gv_tgsi_reg register_of(unsigned file, int index)
{
    return (struct gv_tgsi_reg){.file = (uint8_t)file, .index = (int16_t)index};
}

static struct gv_tgsi_ind indirection(unsigned file, int index, unsigned swizzle, unsigned array_id)
{
    return (struct gv_tgsi_ind){(uint8_t)file, (uint8_t)swizzle, (int16_t)index,
                                (uint16_t)array_id};
}

static struct gv_tgsi_src source(const struct ureg_src *s)
{
    struct gv_tgsi_src src = {
        .reg = register_of(s->File, s->Index),
        .swizzle = {s->SwizzleX, s->SwizzleY, s->SwizzleZ, s->SwizzleW},
        .absolute = s->Absolute,
        .negate = s->Negate,
    };
    src.reg.indirect = s->Indirect;
    if (s->Indirect)
        src.reg.ind =
            indirection(s->IndirectFile, s->IndirectIndex, s->IndirectSwizzle, s->ArrayID);
    src.reg.dimension = s->Dimension;
    src.reg.dim_index = (int16_t)s->DimensionIndex;
    src.reg.dim_indirect = s->DimIndirect;
    if (s->DimIndirect)
        src.reg.dim_ind = indirection(s->DimIndFile, s->DimIndIndex, s->DimIndSwizzle, 0);
    return src;
}

static struct gv_tgsi_dst destination(const struct ureg_dst *d)
{
    struct gv_tgsi_dst dst = {.reg = register_of(d->File, d->Index), .mask = d->WriteMask};
    dst.reg.indirect = d->Indirect;
    if (d->Indirect)
        dst.reg.ind =
            indirection(d->IndirectFile, d->IndirectIndex, d->IndirectSwizzle, d->ArrayID);
    dst.reg.dimension = d->Dimension;
    dst.reg.dim_index = (int16_t)d->DimensionIndex;
    dst.reg.dim_indirect = d->DimIndirect;
    if (d->DimIndirect)
        dst.reg.dim_ind = indirection(d->DimIndFile, d->DimIndIndex, d->DimIndSwizzle, 0);
    return dst;
}

/* Sets the operands of an instruction. Returns false, and marks the program as failed, if there are
 * too many operands or the opcode does not exist. */
static bool set_operands(struct ureg_program *ureg, struct gv_tgsi_insn *in, unsigned opcode,
                         const struct ureg_dst *dst, unsigned nr_dst, const struct ureg_src *src,
                         unsigned nr_src)
{
    const struct gv_tgsi_alias *alias = gv_tgsi_alias(opcode);
    if (nr_dst > GV_TGSI_MAX_DST || nr_src > GV_TGSI_MAX_SRC || (!alias && !gv_tgsi_opcode(opcode)))
        ureg->failed = true;
    if (ureg->failed)
        return false;
    in->opcode = (uint16_t)opcode;
    in->num_dst = (uint8_t)nr_dst;
    in->num_src = (uint8_t)nr_src;
    in->saturate = nr_dst && dst[0].Saturate;
    for (unsigned i = 0; i < nr_dst; i++)
        in->dst[i] = destination(&dst[i]);
    for (unsigned i = 0; i < nr_src; i++)
        in->src[i] = source(&src[i]);
    if (alias)
        gv_tgsi_apply_alias(alias, in);
    return true;
}

static void append(struct ureg_program *ureg, const struct gv_tgsi_statement *st)
{
    gv_tgsi_write(&ureg->insns, st);
    ureg->num_insns++;
}

void ureg_insn(struct ureg_program *ureg, unsigned opcode, const struct ureg_dst *dst,
               unsigned nr_dst, const struct ureg_src *src, unsigned nr_src)
{
    struct gv_tgsi_statement st = {.type = TGSI_TOKEN_TYPE_INSTRUCTION};
    if (set_operands(ureg, &st.insn, opcode, dst, nr_dst, src, nr_src))
        append(ureg, &st);
}

void ureg_tex_insn(struct ureg_program *ureg, unsigned opcode, const struct ureg_dst *dst,
                   unsigned nr_dst, unsigned target, const struct tgsi_texture_offset *texoffsets,
                   unsigned nr_offset, const struct ureg_src *src, unsigned nr_src)
{
    struct gv_tgsi_statement st = {.type = TGSI_TOKEN_TYPE_INSTRUCTION};
    struct gv_tgsi_insn *in = &st.insn;
    if (nr_offset > GV_TGSI_MAX_OFFSETS)
        ureg->failed = true;
    if (!set_operands(ureg, in, opcode, dst, nr_dst, src, nr_src))
        return;
    in->has_texture = true;
    in->target = (uint8_t)target;
    in->num_offsets = (uint8_t)nr_offset;
    for (unsigned i = 0; i < nr_offset; i++) {
        const struct tgsi_texture_offset *o = &texoffsets[i];
        in->offsets[i] = (struct gv_tgsi_tex_offset){
            .file = o->File,
            .index = (int16_t)o->Index,
            .swizzle = {o->SwizzleX, o->SwizzleY, o->SwizzleZ},
        };
    }
    append(ureg, &st);
}

void ureg_memory_insn(struct ureg_program *ureg, unsigned opcode, const struct ureg_dst *dst,
                      unsigned nr_dst, const struct ureg_src *src, unsigned nr_src,
                      unsigned qualifier, unsigned texture, unsigned format)
{
    struct gv_tgsi_statement st = {.type = TGSI_TOKEN_TYPE_INSTRUCTION};
    struct gv_tgsi_insn *in = &st.insn;
    if (!set_operands(ureg, in, opcode, dst, nr_dst, src, nr_src))
        return;
    in->has_memory = true;
    in->qualifier = (uint8_t)qualifier;
    in->mem_target = (uint8_t)texture;
    in->mem_format = (uint16_t)format;
    append(ureg, &st);
}

void ureg_label_insn(struct ureg_program *ureg, unsigned opcode, const struct ureg_src *src,
                     unsigned nr_src, unsigned *label_token)
{
    struct gv_tgsi_statement st = {.type = TGSI_TOKEN_TYPE_INSTRUCTION};
    if (label_token)
        *label_token = (unsigned)ureg->insns.num + LABEL_WORD;
    if (!set_operands(ureg, &st.insn, opcode, NULL, 0, src, nr_src))
        return;
    st.insn.has_label = true;
    append(ureg, &st);
}

unsigned ureg_get_instruction_number(struct ureg_program *ureg)
{
    return ureg->num_insns;
}

void ureg_fixup_label(struct ureg_program *ureg, unsigned label_token, unsigned instruction_number)
{
    struct tgsi_instruction_label label = {.Label = instruction_number & 0xffffff};
    if (ureg->failed || ureg->insns.failed || label_token >= ureg->insns.num)
        return;
    memcpy(&ureg->insns.data[label_token], &label, sizeof(label));
}
