/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Builds a shader call by call. A caller creates a program for a stage. It declares inputs,
 * outputs, constants and temporaries, and gets operands for them. It appends instructions, and
 * converts the program to tokens or to a shader of a context.
 *
 * Operands are values that are valid for their program only. A repeated declaration returns the
 * same register. One thread at a time may use a program; programs share nothing. If memory or
 * registers run out, or an operand is invalid, the program has failed: later calls have no effect,
 * and ureg_finalize() and the functions that call it return NULL. */
#ifndef TGSI_UREG_H
#define TGSI_UREG_H

#include "pipe/p_compiler.h"
#include "pipe/p_context.h"
#include "pipe/p_defines.h"
#include "pipe/p_shader_tokens.h"
#include "pipe/p_state.h"
#include "tgsi/tgsi_ureg_ops.h"

#ifdef __cplusplus
extern "C" {
#endif

struct ureg_program;

#define UREG_MAX_OUTPUT (4 * PIPE_MAX_SHADER_OUTPUTS)

/* A source operand. It has the fields of a source token, which the functions below fill in. */
struct ureg_src {
    unsigned File : 4; /* TGSI_FILE_* */
    unsigned SwizzleX : 2;
    unsigned SwizzleY : 2;
    unsigned SwizzleZ : 2;
    unsigned SwizzleW : 2;
    unsigned Indirect : 1;
    unsigned Dimension : 1;
    unsigned DimIndirect : 1;
    unsigned Absolute : 1;
    unsigned Negate : 1;
    unsigned IndirectFile : 4;
    unsigned IndirectSwizzle : 2;
    unsigned DimIndFile : 4;
    unsigned DimIndSwizzle : 2;
    int Index : 16;
    int IndirectIndex : 16;
    int DimensionIndex : 16;
    int DimIndIndex : 16;
    unsigned ArrayID : 10;
};

/* A destination operand. */
struct ureg_dst {
    unsigned File : 4; /* TGSI_FILE_* */
    unsigned WriteMask : 4;
    unsigned Indirect : 1;
    unsigned DimIndirect : 1;
    unsigned Dimension : 1;
    unsigned Saturate : 1;
    unsigned IndirectFile : 4;
    unsigned IndirectSwizzle : 2;
    unsigned DimIndFile : 4;
    unsigned DimIndSwizzle : 2;
    int Index : 16;
    int IndirectIndex : 16;
    int DimensionIndex : 16;
    int DimIndIndex : 16;
    unsigned ArrayID : 10;
};

/* ---- Programs -------------------------------------------------------------------------------- */

/* Creates a program. `processor` is TGSI_PROCESSOR_* or PIPE_SHADER_*, which are equal. Returns
 * NULL if memory runs out. The caller must destroy the program. */
PUBLIC struct ureg_program *ureg_create(unsigned processor);
/* Creates a program like ureg_create(); `screen` is ignored. */
PUBLIC struct ureg_program *ureg_create_with_screen(unsigned processor, struct pipe_screen *screen);
/* Destroys a program. Tokens from ureg_get_tokens() remain valid. `ureg` may be NULL. */
PUBLIC void ureg_destroy(struct ureg_program *ureg);

/* Returns the tokens, which are valid until the program is changed or destroyed. NULL if the
 * program has failed. */
PUBLIC const struct tgsi_token *ureg_finalize(struct ureg_program *ureg);
/* Returns a copy of the tokens, which the caller must free with ureg_free_tokens(). `nr_tokens` may
 * be NULL. */
PUBLIC const struct tgsi_token *ureg_get_tokens(struct ureg_program *ureg, unsigned *nr_tokens);
PUBLIC void ureg_free_tokens(const struct tgsi_token *tokens);

/* Creates a shader with the context's create_*_state for the program's stage. If `so` is NULL, the
 * shader has no stream output. */
PUBLIC void *ureg_create_shader(struct ureg_program *ureg, struct pipe_context *pipe,
                                const struct pipe_stream_output_info *so);

static inline void *ureg_create_shader_with_so_and_destroy(struct ureg_program *ureg,
                                                           struct pipe_context *pipe,
                                                           const struct pipe_stream_output_info *so)
{
    void *shader = ureg_create_shader(ureg, pipe, so);

    ureg_destroy(ureg);
    return shader;
}

static inline void *ureg_create_shader_and_destroy(struct ureg_program *ureg,
                                                   struct pipe_context *pipe)
{
    return ureg_create_shader_with_so_and_destroy(ureg, pipe, NULL);
}

/* TGSI_PROPERTY_* */
PUBLIC void ureg_property(struct ureg_program *ureg, unsigned name, unsigned value);
PUBLIC void ureg_set_next_shader_processor(struct ureg_program *ureg, unsigned processor);

/* ---- Inputs, outputs ------------------------------------------------------------------------- */

/* Declares IN[index] of a vertex shader, into which vertex element `index` is fetched. */
PUBLIC struct ureg_src ureg_DECL_vs_input(struct ureg_program *ureg, unsigned index);

/* Declares inputs of a stage other than VERT, in the next free registers. `semantic_name` is
 * TGSI_SEMANTIC_*. If `array_id` is 0, the inputs are separate registers, otherwise an array with
 * this id. In stages that read the vertices of a primitive or patch, an operand needs a dimension,
 * which is the index of the vertex. */
PUBLIC struct ureg_src ureg_DECL_input(struct ureg_program *ureg, unsigned semantic_name,
                                       unsigned semantic_index, unsigned array_id,
                                       unsigned array_size);

/* Returns one above the highest output register declared so far. */
PUBLIC unsigned ureg_get_nr_outputs(const struct ureg_program *ureg);

/* Declares inputs of a fragment shader, in the next free registers. `interp_mode` is
 * TGSI_INTERPOLATE_*, `interp_location` is TGSI_INTERPOLATE_LOC_*. `cylindrical_wrap` is
 * ignored. */
PUBLIC struct ureg_src
ureg_DECL_fs_input_cyl_centroid(struct ureg_program *ureg, unsigned semantic_name,
                                unsigned semantic_index, unsigned interp_mode,
                                unsigned cylindrical_wrap, unsigned interp_location,
                                unsigned array_id, unsigned array_size);

static inline struct ureg_src ureg_DECL_fs_input_cyl(struct ureg_program *ureg,
                                                     unsigned semantic_name,
                                                     unsigned semantic_index, unsigned interp_mode,
                                                     unsigned cylindrical_wrap)
{
    return ureg_DECL_fs_input_cyl_centroid(ureg, semantic_name, semantic_index, interp_mode,
                                           cylindrical_wrap, TGSI_INTERPOLATE_LOC_CENTER, 0, 1);
}

static inline struct ureg_src ureg_DECL_fs_input(struct ureg_program *ureg, unsigned semantic_name,
                                                 unsigned semantic_index, unsigned interp_mode)
{
    return ureg_DECL_fs_input_cyl(ureg, semantic_name, semantic_index, interp_mode, 0);
}

/* Declares a system value. ureg_DECL_system_value() also accepts the arguments of 2015, which have
 * a register number before semantic_name. The number is ignored: registers are numbered in the
 * order of their declaration. */
PUBLIC struct ureg_src ureg_decl_system_value(struct ureg_program *ureg, unsigned semantic_name,
                                              unsigned semantic_index);
#define UREG_FIFTH(a1, a2, a3, a4, a5, ...) a5
#define UREG_SV_NAMED(ureg, name, index)    ureg_decl_system_value(ureg, name, index)
#define UREG_SV_NUMBERED(ureg, n, name, index)                                                     \
    ((void)(n), ureg_decl_system_value(ureg, name, index))
#define ureg_DECL_system_value(...)                                                                \
    UREG_FIFTH(__VA_ARGS__, UREG_SV_NUMBERED, UREG_SV_NAMED, 0, 0)(__VA_ARGS__)

/* Declares the next outputs. */
PUBLIC struct ureg_dst ureg_DECL_output_masked(struct ureg_program *ureg, unsigned semantic_name,
                                               unsigned semantic_index, unsigned usage_mask,
                                               unsigned array_id, unsigned array_size);

static inline struct ureg_dst ureg_DECL_output(struct ureg_program *ureg, unsigned semantic_name,
                                               unsigned semantic_index)
{
    return ureg_DECL_output_masked(ureg, semantic_name, semantic_index, TGSI_WRITEMASK_XYZW, 0, 1);
}

static inline struct ureg_dst ureg_DECL_output_array(struct ureg_program *ureg,
                                                     unsigned semantic_name,
                                                     unsigned semantic_index, unsigned array_id,
                                                     unsigned array_size)
{
    return ureg_DECL_output_masked(ureg, semantic_name, semantic_index, TGSI_WRITEMASK_XYZW,
                                   array_id, array_size);
}

/* ---- Values ---------------------------------------------------------------------------------- */

/* Declare an immediate of at most four components; components after the last one repeat it.
 * Immediates with equal bits share a register. A double takes two components, so `nr` is 2 or 4 for
 * doubles. */
PUBLIC struct ureg_src ureg_DECL_immediate(struct ureg_program *ureg, const float *v, unsigned nr);
PUBLIC struct ureg_src ureg_DECL_immediate_f64(struct ureg_program *ureg, const double *v,
                                               unsigned nr);
PUBLIC struct ureg_src ureg_DECL_immediate_uint(struct ureg_program *ureg, const unsigned *v,
                                                unsigned nr);
/* Declares consecutive immediates of four components each, for indirect access. Returns the first
 * register. */
PUBLIC struct ureg_src ureg_DECL_immediate_block_uint(struct ureg_program *ureg, const unsigned *v,
                                                      unsigned nr);
PUBLIC struct ureg_src ureg_DECL_immediate_int(struct ureg_program *ureg, const int *v,
                                               unsigned nr);

/* Declare CONST[index] of constant buffer 0, or registers `first` to `last` of constant buffer
 * `index2D`. */
PUBLIC struct ureg_src ureg_DECL_constant(struct ureg_program *ureg, unsigned index);
PUBLIC void ureg_DECL_constant2D(struct ureg_program *ureg, unsigned first, unsigned last,
                                 unsigned index2D);

/* Allocate a register of TEMP that is not in use. Subroutines cannot access the register of
 * ureg_DECL_local_temporary(). */
PUBLIC struct ureg_dst ureg_DECL_temporary(struct ureg_program *ureg);
PUBLIC struct ureg_dst ureg_DECL_local_temporary(struct ureg_program *ureg);
PUBLIC void ureg_release_temporary(struct ureg_program *ureg, struct ureg_dst tmp);
/* Allocates `size` registers that can be indexed. These registers cannot be released. */
PUBLIC struct ureg_dst ureg_DECL_array_temporary(struct ureg_program *ureg, unsigned size,
                                                 boolean local);
PUBLIC struct ureg_dst ureg_DECL_address(struct ureg_program *ureg);

/* ---- Resources ------------------------------------------------------------------------------- */

PUBLIC struct ureg_src ureg_DECL_sampler(struct ureg_program *ureg, int index);
/* Declares a sampler view. `target` is TGSI_TEXTURE_*. Each return_type_* is TGSI_RETURN_TYPE_*. */
PUBLIC struct ureg_src ureg_DECL_sampler_view(struct ureg_program *ureg, unsigned index,
                                              unsigned target, unsigned return_type_x,
                                              unsigned return_type_y, unsigned return_type_z,
                                              unsigned return_type_w);
PUBLIC struct ureg_src ureg_DECL_image(struct ureg_program *ureg, unsigned index, unsigned target,
                                       unsigned format, boolean wr, boolean raw);
PUBLIC struct ureg_src ureg_DECL_buffer(struct ureg_program *ureg, unsigned nr, boolean atomic);
/* TGSI_MEMORY_TYPE_* */
PUBLIC struct ureg_src ureg_DECL_memory(struct ureg_program *ureg, unsigned memory_type);

/* ---- Instructions ---------------------------------------------------------------------------- */

PUBLIC void ureg_insn(struct ureg_program *ureg, unsigned opcode, const struct ureg_dst *dst,
                      unsigned nr_dst, const struct ureg_src *src, unsigned nr_src);
/* Appends a texture instruction. `target` is TGSI_TEXTURE_*; `texoffsets` may be NULL if
 * `nr_offset` is 0. */
PUBLIC void ureg_tex_insn(struct ureg_program *ureg, unsigned opcode, const struct ureg_dst *dst,
                          unsigned nr_dst, unsigned target,
                          const struct tgsi_texture_offset *texoffsets, unsigned nr_offset,
                          const struct ureg_src *src, unsigned nr_src);
/* Appends a memory instruction. `qualifier` is TGSI_MEMORY_*; `texture` and `format` are used for
 * images. */
PUBLIC void ureg_memory_insn(struct ureg_program *ureg, unsigned opcode, const struct ureg_dst *dst,
                             unsigned nr_dst, const struct ureg_src *src, unsigned nr_src,
                             unsigned qualifier, unsigned texture, unsigned format);
/* Appends an instruction with a label. Sets *label_token for ureg_fixup_label(); label_token may be
 * NULL. */
PUBLIC void ureg_label_insn(struct ureg_program *ureg, unsigned opcode, const struct ureg_src *src,
                            unsigned nr_src, unsigned *label_token);

/* Returns the index that the next instruction will have. */
PUBLIC unsigned ureg_get_instruction_number(struct ureg_program *ureg);
/* Sets the target of an instruction with a label. Only calls need it: the target of CAL is a
 * BGNSUB. The targets of other control flow follow from its nesting, even if the label is not
 * set. */
PUBLIC void ureg_fixup_label(struct ureg_program *ureg, unsigned label_token,
                             unsigned instruction_number);

/* Macros that define the function of an opcode. UREG_OP12, for example, is for opcodes with one
 * destination and two sources. The sources are named s0, s1 and so on, and are also in an array. */
/* clang-format off */
#define UREG_PROGRAM struct ureg_program *ureg
#define UREG_DST     UREG_PROGRAM, struct ureg_dst dst
#define UREG_TEX     UREG_DST, unsigned target
#define UREG_SRC1    struct ureg_src s0
#define UREG_SRC2    UREG_SRC1, struct ureg_src s1
#define UREG_SRC3    UREG_SRC2, struct ureg_src s2
#define UREG_SRC4    UREG_SRC3, struct ureg_src s3
#define UREG_SRC5    UREG_SRC4, struct ureg_src s4
#define UREG_LIST1   {s0}
#define UREG_LIST2   {s0, s1}
#define UREG_LIST3   {s0, s1, s2}
#define UREG_LIST4   {s0, s1, s2, s3}
#define UREG_LIST5   {s0, s1, s2, s3, s4}
#define UREG_INSN(opcode, dsts, num_dst, num_src)                                                  \
    const struct ureg_src src[] = UREG_LIST##num_src;                                              \
    ureg_insn(ureg, opcode, dsts, num_dst, src, num_src)
#define UREG_TEX_INSN(opcode, num_src)                                                             \
    const struct ureg_src src[] = UREG_LIST##num_src;                                              \
    ureg_tex_insn(ureg, opcode, &dst, 1, target, NULL, 0, src, num_src)

#define UREG_OP00(op)                                                                              \
    static inline void ureg_##op(UREG_PROGRAM)                                                     \
    { ureg_insn(ureg, TGSI_OPCODE_##op, NULL, 0, NULL, 0); }
#define UREG_OP10(op)                                                                              \
    static inline void ureg_##op(UREG_DST)                                                         \
    { ureg_insn(ureg, TGSI_OPCODE_##op, &dst, 1, NULL, 0); }
#define UREG_OP01(op)                                                                              \
    static inline void ureg_##op(UREG_PROGRAM, UREG_SRC1) { UREG_INSN(TGSI_OPCODE_##op, NULL, 0, 1); }
#define UREG_OP11(op)                                                                              \
    static inline void ureg_##op(UREG_DST, UREG_SRC1) { UREG_INSN(TGSI_OPCODE_##op, &dst, 1, 1); }
#define UREG_OP12(op)                                                                              \
    static inline void ureg_##op(UREG_DST, UREG_SRC2) { UREG_INSN(TGSI_OPCODE_##op, &dst, 1, 2); }
#define UREG_OP13(op)                                                                              \
    static inline void ureg_##op(UREG_DST, UREG_SRC3) { UREG_INSN(TGSI_OPCODE_##op, &dst, 1, 3); }
#define UREG_OP14(op)                                                                              \
    static inline void ureg_##op(UREG_DST, UREG_SRC4) { UREG_INSN(TGSI_OPCODE_##op, &dst, 1, 4); }
#define UREG_OP15(op)                                                                              \
    static inline void ureg_##op(UREG_DST, UREG_SRC5) { UREG_INSN(TGSI_OPCODE_##op, &dst, 1, 5); }
#define UREG_OP21(op)                                                                              \
    static inline void ureg_##op(UREG_DST, struct ureg_dst dst1, UREG_SRC1)                        \
    { const struct ureg_dst d[] = {dst, dst1}; UREG_INSN(TGSI_OPCODE_##op, d, 2, 1); }
#define UREG_TEX11(op)                                                                             \
    static inline void ureg_##op(UREG_TEX, UREG_SRC1) { UREG_TEX_INSN(TGSI_OPCODE_##op, 1); }
#define UREG_TEX12(op)                                                                             \
    static inline void ureg_##op(UREG_TEX, UREG_SRC2) { UREG_TEX_INSN(TGSI_OPCODE_##op, 2); }
#define UREG_TEX13(op)                                                                             \
    static inline void ureg_##op(UREG_TEX, UREG_SRC3) { UREG_TEX_INSN(TGSI_OPCODE_##op, 3); }
#define UREG_TEX14(op)                                                                             \
    static inline void ureg_##op(UREG_TEX, UREG_SRC4) { UREG_TEX_INSN(TGSI_OPCODE_##op, 4); }
/* Functions of opcodes with a label, for ureg_fixup_label(). */
#define UREG_OP00_LABEL(op)                                                                        \
    static inline void ureg_##op(UREG_PROGRAM, unsigned *label_token)                              \
    { ureg_label_insn(ureg, TGSI_OPCODE_##op, NULL, 0, label_token); }
#define UREG_OP01_LABEL(op)                                                                        \
    static inline void ureg_##op(UREG_PROGRAM, struct ureg_src src, unsigned *label_token)         \
    { ureg_label_insn(ureg, TGSI_OPCODE_##op, &src, 1, label_token); }

/* ureg_MOV(ureg, dst, src) and so on: a function ureg_OPCODE() for every opcode. The arguments of a
 * function are destinations, then a texture target if the opcode has one, then sources. */
UREG_OPCODES_00(UREG_OP00)
UREG_OPCODES_01(UREG_OP01)
UREG_OPCODES_10(UREG_OP10)
UREG_OPCODES_11(UREG_OP11)
UREG_OPCODES_12(UREG_OP12)
UREG_OPCODES_13(UREG_OP13)
UREG_OPCODES_14(UREG_OP14)
UREG_OPCODES_15(UREG_OP15)
UREG_OPCODES_21(UREG_OP21)
UREG_OPCODES_TEX11(UREG_TEX11)
UREG_OPCODES_TEX12(UREG_TEX12)
UREG_OPCODES_TEX13(UREG_TEX13)
UREG_OPCODES_TEX14(UREG_TEX14)
UREG_OP01_LABEL(IF)
UREG_OP01_LABEL(UIF)
UREG_OP00_LABEL(ELSE)
UREG_OP00_LABEL(CAL)
UREG_OP00_LABEL(BGNLOOP)
UREG_OP00_LABEL(ENDLOOP)
UREG_OP00(END)
/* clang-format on */

/* ---- Operands -------------------------------------------------------------------------------- */

static inline struct ureg_src ureg_src_register(unsigned file, unsigned index)
{
    struct ureg_src src;

    memset(&src, 0, sizeof(src));
    src.File = file & 0xf;
    src.SwizzleX = TGSI_SWIZZLE_X;
    src.SwizzleY = TGSI_SWIZZLE_Y;
    src.SwizzleZ = TGSI_SWIZZLE_Z;
    src.SwizzleW = TGSI_SWIZZLE_W;
    src.Index = (int16_t)index;
    return src;
}

static inline struct ureg_dst ureg_dst_register(unsigned file, unsigned index)
{
    struct ureg_dst dst;

    memset(&dst, 0, sizeof(dst));
    dst.File = file & 0xf;
    dst.WriteMask = TGSI_WRITEMASK_XYZW;
    dst.Index = (int16_t)index;
    return dst;
}

/* Functions for source and destination operands, ureg_src_*() and ureg_dst_*():
 *
 *   array_register(file, index, array_id)  a register of an array
 *   undef()                                no register
 *   is_undef(reg)
 *   indirect(reg, addr)                    adds the component of addr that comes first in addr's
 *                                          swizzle to the register's number
 *   dimension(reg, index)                  FILE[index][...]: the vertex of an input, or the
 *                                          constant buffer
 *   dimension_indirect(reg, addr, index)   like dimension(), but the index grows by addr
 *   array_offset(reg, offset)              another register of an array */
#define UREG_OPERAND(kind)                                                                         \
    static inline struct ureg_##kind ureg_##kind##_array_register(unsigned file, unsigned index,   \
                                                                  unsigned array_id)               \
    {                                                                                              \
        struct ureg_##kind reg = ureg_##kind##_register(file, index);                              \
        reg.ArrayID = array_id & 0x3ff;                                                            \
        return reg;                                                                                \
    }                                                                                              \
    static inline struct ureg_##kind ureg_##kind##_undef(void)                                     \
    {                                                                                              \
        return ureg_##kind##_register(TGSI_FILE_NULL, 0);                                          \
    }                                                                                              \
    static inline boolean ureg_##kind##_is_undef(struct ureg_##kind reg)                           \
    {                                                                                              \
        return reg.File == TGSI_FILE_NULL;                                                         \
    }                                                                                              \
    static inline struct ureg_##kind ureg_##kind##_indirect(struct ureg_##kind reg,                \
                                                            struct ureg_src addr)                  \
    {                                                                                              \
        reg.Indirect = 1;                                                                          \
        reg.IndirectFile = addr.File;                                                              \
        reg.IndirectIndex = addr.Index;                                                            \
        reg.IndirectSwizzle = addr.SwizzleX;                                                       \
        return reg;                                                                                \
    }                                                                                              \
    static inline struct ureg_##kind ureg_##kind##_dimension(struct ureg_##kind reg, int index)    \
    {                                                                                              \
        reg.Dimension = 1;                                                                         \
        reg.DimIndirect = 0;                                                                       \
        reg.DimensionIndex = index;                                                                \
        return reg;                                                                                \
    }                                                                                              \
    static inline struct ureg_##kind ureg_##kind##_dimension_indirect(                             \
        struct ureg_##kind reg, struct ureg_src addr, int index)                                   \
    {                                                                                              \
        reg = ureg_##kind##_dimension(reg, index);                                                 \
        reg.DimIndirect = 1;                                                                       \
        reg.DimIndFile = addr.File;                                                                \
        reg.DimIndIndex = addr.Index;                                                              \
        reg.DimIndSwizzle = addr.SwizzleX;                                                         \
        return reg;                                                                                \
    }                                                                                              \
    static inline struct ureg_##kind ureg_##kind##_array_offset(struct ureg_##kind reg,            \
                                                                int offset)                        \
    {                                                                                              \
        reg.Index += offset;                                                                       \
        return reg;                                                                                \
    }
UREG_OPERAND(src)
UREG_OPERAND(dst)

/* ureg_src() returns the register of a destination as a source of all components; ureg_dst()
 * returns the register of a source as a destination of all components. */
#define UREG_SAME_REGISTER(to, from)                                                               \
    static inline struct ureg_##to ureg_##to(struct ureg_##from from)                              \
    {                                                                                              \
        struct ureg_##to to =                                                                      \
            ureg_##to##_array_register(from.File, (unsigned)from.Index, from.ArrayID);             \
        to.Indirect = from.Indirect;                                                               \
        to.IndirectFile = from.IndirectFile;                                                       \
        to.IndirectIndex = from.IndirectIndex;                                                     \
        to.IndirectSwizzle = from.IndirectSwizzle;                                                 \
        to.Dimension = from.Dimension;                                                             \
        to.DimensionIndex = from.DimensionIndex;                                                   \
        to.DimIndirect = from.DimIndirect;                                                         \
        to.DimIndFile = from.DimIndFile;                                                           \
        to.DimIndIndex = from.DimIndIndex;                                                         \
        to.DimIndSwizzle = from.DimIndSwizzle;                                                     \
        return to;                                                                                 \
    }
UREG_SAME_REGISTER(src, dst)
UREG_SAME_REGISTER(dst, src)

static inline struct ureg_src ureg_negate(struct ureg_src reg)
{
    reg.Negate ^= 1;
    return reg;
}

static inline struct ureg_src ureg_abs(struct ureg_src reg)
{
    reg.Absolute = 1;
    reg.Negate = 0;
    return reg;
}

/* Applies a swizzle of TGSI_SWIZZLE_* to the swizzle of `reg`. */
static inline struct ureg_src ureg_swizzle(struct ureg_src reg, int x, int y, int z, int w)
{
    unsigned swizzle = reg.SwizzleX | reg.SwizzleY << 2 | reg.SwizzleZ << 4 | reg.SwizzleW << 6;

    reg.SwizzleX = swizzle >> (x * 2) & 3;
    reg.SwizzleY = swizzle >> (y * 2) & 3;
    reg.SwizzleZ = swizzle >> (z * 2) & 3;
    reg.SwizzleW = swizzle >> (w * 2) & 3;
    return reg;
}

static inline struct ureg_src ureg_scalar(struct ureg_src reg, int x)
{
    return ureg_swizzle(reg, x, x, x, x);
}

/* Restricts the write mask of `reg` to TGSI_WRITEMASK_* components. */
static inline struct ureg_dst ureg_writemask(struct ureg_dst reg, unsigned writemask)
{
    reg.WriteMask &= writemask;
    return reg;
}

/* Whether the write mask is empty. */
static inline boolean ureg_dst_is_empty(struct ureg_dst reg)
{
    return reg.File != TGSI_FILE_NULL && reg.WriteMask == 0;
}

/* Clamps results to 0..1. */
static inline struct ureg_dst ureg_saturate(struct ureg_dst reg)
{
    reg.Saturate = 1;
    return reg;
}

/* ---- Immediates ------------------------------------------------------------------------------ */

/* ureg_imm1f(ureg, a) to ureg_imm4f(ureg, a, b, c, d) declare an immediate with these values, like
 * ureg_DECL_immediate(). The functions with u and i in place of f are for unsigned and signed
 * integers. */
#define UREG_IMMEDIATES(suffix, type, declare)                                                     \
    static inline struct ureg_src ureg_imm4##suffix(struct ureg_program *ureg, type a, type b,     \
                                                    type c, type d)                                \
    {                                                                                              \
        const type v[] = {a, b, c, d};                                                             \
        return declare(ureg, v, 4);                                                                \
    }                                                                                              \
    static inline struct ureg_src ureg_imm3##suffix(struct ureg_program *ureg, type a, type b,     \
                                                    type c)                                        \
    {                                                                                              \
        const type v[] = {a, b, c};                                                                \
        return declare(ureg, v, 3);                                                                \
    }                                                                                              \
    static inline struct ureg_src ureg_imm2##suffix(struct ureg_program *ureg, type a, type b)     \
    {                                                                                              \
        const type v[] = {a, b};                                                                   \
        return declare(ureg, v, 2);                                                                \
    }                                                                                              \
    static inline struct ureg_src ureg_imm1##suffix(struct ureg_program *ureg, type a)             \
    {                                                                                              \
        return declare(ureg, &a, 1);                                                               \
    }
UREG_IMMEDIATES(f, float, ureg_DECL_immediate)
UREG_IMMEDIATES(u, unsigned, ureg_DECL_immediate_uint)
UREG_IMMEDIATES(i, int, ureg_DECL_immediate_int)

#ifdef __cplusplus
}
#endif
#endif
