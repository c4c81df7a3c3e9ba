/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Walks over a shader, and records its declarations and the features that it uses. */
#include "tgsi/tgsi_scan.h"

#include <stdbool.h>

#include "spirv/tgsi/opcode.h"
#include "tgsi/tgsi_parse.h"

/* ---- Declarations ---------------------------------------------------------------------------- */

static void scan_interpolation(struct tgsi_shader_info *info, unsigned interpolate,
                               unsigned location)
{
    const bool linear = interpolate == TGSI_INTERPOLATE_LINEAR;
    if (!linear && interpolate != TGSI_INTERPOLATE_PERSPECTIVE &&
        interpolate != TGSI_INTERPOLATE_COLOR)
        return;
    switch (location) {
    case TGSI_INTERPOLATE_LOC_CENTROID:
        *(linear ? &info->uses_linear_centroid : &info->uses_persp_centroid) = TRUE;
        break;
    case TGSI_INTERPOLATE_LOC_SAMPLE:
        *(linear ? &info->uses_linear_sample : &info->uses_persp_sample) = TRUE;
        break;
    default:
        *(linear ? &info->uses_linear_center : &info->uses_persp_center) = TRUE;
        break;
    }
}

static void scan_input(struct tgsi_shader_info *info, const struct tgsi_full_declaration *d,
                       unsigned reg, unsigned semantic_index)
{
    if (reg >= PIPE_MAX_SHADER_INPUTS)
        return;
    const bool fragment = info->processor == TGSI_PROCESSOR_FRAGMENT;
    info->input_semantic_name[reg] = (ubyte)d->Semantic.Name;
    info->input_semantic_index[reg] = (ubyte)semantic_index;
    info->input_interpolate[reg] = (ubyte)d->Interp.Interpolate;
    info->input_interpolate_loc[reg] = (ubyte)d->Interp.Location;
    info->num_inputs = (ubyte)(reg + 1 > info->num_inputs ? reg + 1 : info->num_inputs);
    if (!d->Declaration.Semantic)
        return;
    if (fragment)
        scan_interpolation(info, d->Interp.Interpolate, d->Interp.Location);
    info->reads_position |= fragment && d->Semantic.Name == TGSI_SEMANTIC_POSITION;
    info->uses_primid |= d->Semantic.Name == TGSI_SEMANTIC_PRIMID;
    info->uses_frontface |= d->Semantic.Name == TGSI_SEMANTIC_FACE;
}

static void scan_system_value(struct tgsi_shader_info *info, unsigned reg, unsigned semantic)
{
    if (reg >= PIPE_MAX_SHADER_INPUTS)
        return;
    info->system_value_semantic_name[reg] = (ubyte)semantic;
    if (reg >= info->num_system_values)
        info->num_system_values = (ubyte)(reg + 1);
    info->uses_instanceid |= semantic == TGSI_SEMANTIC_INSTANCEID;
    info->uses_vertexid |= semantic == TGSI_SEMANTIC_VERTEXID;
    info->uses_vertexid_nobase |= semantic == TGSI_SEMANTIC_VERTEXID_NOBASE;
    info->uses_basevertex |= semantic == TGSI_SEMANTIC_BASEVERTEX;
    info->uses_primid |= semantic == TGSI_SEMANTIC_PRIMID;
    info->uses_frontface |= semantic == TGSI_SEMANTIC_FACE;
    info->uses_invocationid |= semantic == TGSI_SEMANTIC_INVOCATIONID;
    info->reads_position |= semantic == TGSI_SEMANTIC_POSITION;
}

static void scan_distances(const struct tgsi_full_declaration *d, unsigned index,
                           unsigned *writemask, unsigned *num)
{
    if (index >= 8)
        return;
    const unsigned mask = (unsigned)d->Declaration.UsageMask << (4 * index);
    *writemask |= mask;
    *num = (unsigned)__builtin_popcount(*writemask);
}

static void scan_output(struct tgsi_shader_info *info, const struct tgsi_full_declaration *d,
                        unsigned reg, unsigned semantic_index)
{
    if (reg >= PIPE_MAX_SHADER_OUTPUTS)
        return;
    info->output_semantic_name[reg] = (ubyte)d->Semantic.Name;
    info->output_semantic_index[reg] = (ubyte)semantic_index;
    if (reg >= info->num_outputs)
        info->num_outputs = (ubyte)(reg + 1);
    const bool fragment = info->processor == TGSI_PROCESSOR_FRAGMENT;
    switch (d->Semantic.Name) {
    case TGSI_SEMANTIC_POSITION:
        info->writes_z |= fragment;
        break;
    case TGSI_SEMANTIC_STENCIL:
        info->writes_stencil |= fragment;
        break;
    case TGSI_SEMANTIC_EDGEFLAG:
        info->writes_edgeflag = TRUE;
        break;
    case TGSI_SEMANTIC_PSIZE:
        info->writes_psize = TRUE;
        break;
    case TGSI_SEMANTIC_CLIPVERTEX:
        info->writes_clipvertex = TRUE;
        break;
    case TGSI_SEMANTIC_VIEWPORT_INDEX:
        info->writes_viewport_index = TRUE;
        break;
    case TGSI_SEMANTIC_LAYER:
        info->writes_layer = TRUE;
        break;
    case TGSI_SEMANTIC_CLIPDIST:
        scan_distances(d, semantic_index, &info->clipdist_writemask,
                       &info->num_written_clipdistance);
        break;
    case TGSI_SEMANTIC_CULLDIST:
        scan_distances(d, semantic_index, &info->culldist_writemask,
                       &info->num_written_culldistance);
        break;
    default:
        break;
    }
}

static void scan_array(struct tgsi_shader_info *info, const struct tgsi_full_declaration *d)
{
    const unsigned file = d->Declaration.File, id = d->Array.ArrayID;
    if (id > info->array_max[file])
        info->array_max[file] = id;
    if (file == TGSI_FILE_INPUT && id < PIPE_MAX_SHADER_INPUTS) {
        info->input_array_first[id] = (ubyte)d->Range.First;
        info->input_array_last[id] = (ubyte)d->Range.Last;
    } else if (file == TGSI_FILE_OUTPUT && id < PIPE_MAX_SHADER_OUTPUTS) {
        info->output_array_first[id] = (ubyte)d->Range.First;
        info->output_array_last[id] = (ubyte)d->Range.Last;
    }
}

/* Records a sampler view. The sampler with the same number reads the view. */
static void scan_view(struct tgsi_shader_info *info, unsigned reg, unsigned target)
{
    if (reg < PIPE_MAX_SAMPLERS)
        info->is_msaa_sampler[reg] |=
            target == TGSI_TEXTURE_2D_MSAA || target == TGSI_TEXTURE_2D_ARRAY_MSAA;
}

static void scan_register(struct tgsi_shader_info *info, const struct tgsi_full_declaration *d,
                          unsigned reg)
{
    const unsigned file = d->Declaration.File, index = d->Semantic.Index + reg - d->Range.First;
    info->file_count[file]++;
    if (reg < 32)
        info->file_mask[file] |= 1u << reg;
    if ((int)reg > info->file_max[file])
        info->file_max[file] = (int)reg;
    switch (file) {
    case TGSI_FILE_INPUT:
        scan_input(info, d, reg, index);
        break;
    case TGSI_FILE_OUTPUT:
        scan_output(info, d, reg, index);
        break;
    case TGSI_FILE_SYSTEM_VALUE:
        scan_system_value(info, reg, d->Semantic.Name);
        break;
    case TGSI_FILE_SAMPLER:
        info->samplers_declared |= reg < 32 ? 1u << reg : 0;
        break;
    case TGSI_FILE_SAMPLER_VIEW:
        scan_view(info, reg, d->SamplerView.Resource);
        break;
    default:
        break;
    }
}

static void scan_declaration(struct tgsi_shader_info *info, const struct tgsi_full_declaration *d)
{
    const unsigned file = d->Declaration.File;
    if (file >= TGSI_FILE_COUNT)
        return;
    if (d->Declaration.Array)
        scan_array(info, d);
    for (unsigned reg = d->Range.First; reg <= d->Range.Last; reg++)
        scan_register(info, d, reg);
    if (file == TGSI_FILE_CONSTANT && d->Dim.Index2D < PIPE_MAX_CONSTANT_BUFFERS) {
        int *max = &info->const_file_max[d->Dim.Index2D];
        *max = (int)d->Range.Last > *max ? (int)d->Range.Last : *max;
    }
}

/* ---- Instructions ---------------------------------------------------------------------------- */

/* Returns the register components that an instruction reads through a source. A component-wise
 * opcode reads only the components that the swizzle selects for its write mask. */
static unsigned read_mask(const struct gv_tgsi_opcode *op, const struct tgsi_full_instruction *in,
                          const struct tgsi_src_register *src)
{
    const unsigned swizzle[4] = {src->SwizzleX, src->SwizzleY, src->SwizzleZ, src->SwizzleW};
    const unsigned wanted = op && op->mode == GV_TGSI_MODE_COMPONENT && op->num_dst == 1
                                ? in->Dst[0].Register.WriteMask
                                : TGSI_WRITEMASK_XYZW;
    unsigned mask = 0;
    for (unsigned c = 0; c < 4; c++)
        mask |= wanted & 1u << c ? 1u << swizzle[c] : 0;
    return mask;
}

static void scan_source(struct tgsi_shader_info *info, const struct tgsi_full_instruction *in,
                        const struct tgsi_full_src_register *src)
{
    const struct gv_tgsi_opcode *op = gv_tgsi_opcode(in->Instruction.Opcode);
    const unsigned file = src->Register.File, mask = read_mask(op, in, &src->Register);
    unsigned first = (unsigned)src->Register.Index, last = first;
    if (src->Register.Indirect) {
        info->indirect_files |= 1u << file;
        info->indirect_files_read |= 1u << file;
        first = 0;
        last = info->num_inputs ? info->num_inputs - 1u : 0;
    }
    if (file != TGSI_FILE_INPUT)
        return;
    for (unsigned reg = first; reg <= last && reg < PIPE_MAX_SHADER_INPUTS; reg++) {
        info->input_usage_mask[reg] |= mask & 0xf;
        info->reads_z |= info->processor == TGSI_PROCESSOR_FRAGMENT &&
                         info->input_semantic_name[reg] == TGSI_SEMANTIC_POSITION &&
                         mask & TGSI_WRITEMASK_Z;
    }
}

/* Records an INTERP_* instruction on an input. */
static void scan_evaluation(struct tgsi_shader_info *info, const struct tgsi_full_instruction *in)
{
    const unsigned reg = (unsigned)in->Src[0].Register.Index;
    if (in->Src[0].Register.File != TGSI_FILE_INPUT || reg >= PIPE_MAX_SHADER_INPUTS)
        return;
    const unsigned interpolate = info->input_interpolate[reg];
    const bool linear = interpolate == TGSI_INTERPOLATE_LINEAR;
    if (!linear && interpolate != TGSI_INTERPOLATE_PERSPECTIVE &&
        interpolate != TGSI_INTERPOLATE_COLOR)
        return;
    switch (in->Instruction.Opcode) {
    case TGSI_OPCODE_INTERP_CENTROID:
        *(linear ? &info->uses_linear_opcode_interp_centroid
                 : &info->uses_persp_opcode_interp_centroid) = TRUE;
        break;
    case TGSI_OPCODE_INTERP_OFFSET:
        *(linear ? &info->uses_linear_opcode_interp_offset
                 : &info->uses_persp_opcode_interp_offset) = TRUE;
        break;
    case TGSI_OPCODE_INTERP_SAMPLE:
        *(linear ? &info->uses_linear_opcode_interp_sample
                 : &info->uses_persp_opcode_interp_sample) = TRUE;
        break;
    default:
        break;
    }
}

/* Records TEX or a similar opcode, whose last source is the sampler. */
static void scan_texture(struct tgsi_shader_info *info, const struct tgsi_full_instruction *in)
{
    for (unsigned i = 0; i < in->Instruction.NumSrcRegs && i < TGSI_FULL_MAX_SRC_REGISTERS; i++) {
        if (in->Src[i].Register.File == TGSI_FILE_SAMPLER)
            scan_view(info, (unsigned)in->Src[i].Register.Index, in->Texture.Texture);
    }
}

static void scan_instruction(struct tgsi_shader_info *info, const struct tgsi_full_instruction *in,
                             unsigned *depth)
{
    const unsigned opcode = in->Instruction.Opcode;
    const struct gv_tgsi_opcode *op = gv_tgsi_opcode(opcode);
    info->num_instructions++;
    info->opcode_count[opcode]++;
    info->uses_kill |= opcode == TGSI_OPCODE_KILL || opcode == TGSI_OPCODE_KILL_IF;
    info->uses_doubles |= op && op->family == GV_TGSI_DOUBLE;
    if (op && op->flags & GV_TGSI_DEDENT && *depth)
        --*depth;
    if (op && op->flags & GV_TGSI_INDENT && ++*depth > info->max_depth)
        info->max_depth = *depth;
    for (unsigned i = 0; i < in->Instruction.NumSrcRegs && i < TGSI_FULL_MAX_SRC_REGISTERS; i++)
        scan_source(info, in, &in->Src[i]);
    for (unsigned i = 0; i < in->Instruction.NumDstRegs && i < TGSI_FULL_MAX_DST_REGISTERS; i++) {
        if (in->Dst[i].Register.Indirect) {
            info->indirect_files |= 1u << in->Dst[i].Register.File;
            info->indirect_files_written |= 1u << in->Dst[i].Register.File;
        }
    }
    scan_evaluation(info, in);
    if (in->Instruction.Texture)
        scan_texture(info, in);
}

void tgsi_scan_shader(const struct tgsi_token *tokens, struct tgsi_shader_info *info)
{
    struct tgsi_parse_context parse;
    unsigned depth = 0;
    memset(info, 0, sizeof(*info));
    for (unsigned i = 0; i < TGSI_FILE_COUNT; i++)
        info->file_max[i] = -1;
    for (unsigned i = 0; i < PIPE_MAX_CONSTANT_BUFFERS; i++)
        info->const_file_max[i] = -1;
    if (tgsi_parse_init(&parse, tokens) != TGSI_PARSE_OK)
        return;
    info->num_tokens = tgsi_num_tokens(tokens);
    info->processor = (ubyte)parse.FullHeader.Processor.Processor;
    while (!tgsi_parse_end_of_tokens(&parse)) {
        tgsi_parse_token(&parse);
        const union tgsi_full_token *full = &parse.FullToken;
        switch (full->Token.Type) {
        case TGSI_TOKEN_TYPE_DECLARATION:
            scan_declaration(info, &full->FullDeclaration);
            break;
        case TGSI_TOKEN_TYPE_IMMEDIATE:
            info->file_max[TGSI_FILE_IMMEDIATE] = (int)info->immediate_count;
            info->file_count[TGSI_FILE_IMMEDIATE] = ++info->immediate_count;
            break;
        case TGSI_TOKEN_TYPE_PROPERTY:
            if (full->FullProperty.Property.PropertyName < TGSI_PROPERTY_COUNT)
                info->properties[full->FullProperty.Property.PropertyName] =
                    full->FullProperty.u[0].Data;
            break;
        default:
            scan_instruction(info, &full->FullInstruction, &depth);
            break;
        }
    }
    tgsi_parse_free(&parse);
}

/* ---- Passthrough shaders ----------------------------------------------------------------- */

static bool is_move(const struct tgsi_full_instruction *in)
{
    const struct tgsi_dst_register *dst = &in->Dst[0].Register;
    const struct tgsi_src_register *src = &in->Src[0].Register;
    return in->Instruction.Opcode == TGSI_OPCODE_MOV && !in->Instruction.Saturate &&
           dst->File == TGSI_FILE_OUTPUT && dst->WriteMask == TGSI_WRITEMASK_XYZW &&
           !dst->Indirect && !dst->Dimension && src->File == TGSI_FILE_INPUT && !src->Indirect &&
           !src->Dimension && !src->Absolute && !src->Negate && src->Index == dst->Index &&
           src->SwizzleX == TGSI_SWIZZLE_X && src->SwizzleY == TGSI_SWIZZLE_Y &&
           src->SwizzleZ == TGSI_SWIZZLE_Z && src->SwizzleW == TGSI_SWIZZLE_W;
}

boolean tgsi_is_passthrough_shader(const struct tgsi_token *tokens)
{
    struct tgsi_parse_context parse;
    boolean passes = tgsi_parse_init(&parse, tokens) == TGSI_PARSE_OK;
    while (passes && !tgsi_parse_end_of_tokens(&parse)) {
        tgsi_parse_token(&parse);
        const struct tgsi_full_instruction *in = &parse.FullToken.FullInstruction;
        if (parse.FullToken.Token.Type == TGSI_TOKEN_TYPE_INSTRUCTION)
            passes = in->Instruction.Opcode == TGSI_OPCODE_END || is_move(in);
    }
    tgsi_parse_free(&parse);
    return passes;
}
