/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Collects the declarations of a shader and the features that it uses. Safe from any thread. */
#ifndef TGSI_SCAN_H
#define TGSI_SCAN_H

#include "pipe/p_compiler.h"
#include "pipe/p_defines.h"
#include "pipe/p_shader_tokens.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Arrays of inputs, outputs and system values are indexed by register; masks of components are
 * TGSI_WRITEMASK_*. */
struct tgsi_shader_info {
    uint num_tokens; /* including the header */

    ubyte num_inputs; /* one above the highest register */
    ubyte num_outputs;
    ubyte input_semantic_name[PIPE_MAX_SHADER_INPUTS]; /* TGSI_SEMANTIC_* */
    ubyte input_semantic_index[PIPE_MAX_SHADER_INPUTS];
    ubyte input_interpolate[PIPE_MAX_SHADER_INPUTS];     /* TGSI_INTERPOLATE_* */
    ubyte input_interpolate_loc[PIPE_MAX_SHADER_INPUTS]; /* TGSI_INTERPOLATE_LOC_* */
    ubyte input_usage_mask[PIPE_MAX_SHADER_INPUTS];      /* components that any instruction reads */
    ubyte input_cylindrical_wrap[PIPE_MAX_SHADER_INPUTS]; /* always 0, since it is obsolete */
    ubyte output_semantic_name[PIPE_MAX_SHADER_OUTPUTS];
    ubyte output_semantic_index[PIPE_MAX_SHADER_OUTPUTS];

    ubyte num_system_values;
    ubyte system_value_semantic_name[PIPE_MAX_SHADER_INPUTS];

    ubyte processor; /* TGSI_PROCESSOR_* */

    /* Indexed by TGSI_FILE_*. file_mask has a bit for each declared register below 32, file_count
     * is the number of declared registers, and file_max is the highest declared register, or -1 if
     * there is none. */
    uint file_mask[TGSI_FILE_COUNT];
    uint file_count[TGSI_FILE_COUNT];
    int file_max[TGSI_FILE_COUNT];
    int const_file_max[PIPE_MAX_CONSTANT_BUFFERS]; /* the same for each constant buffer */

    unsigned samplers_declared; /* bit n: SAMP[n] */

    /* The first and last register of each declared array, indexed by array id. array_max[file] is
     * the highest array id in a file. */
    ubyte input_array_first[PIPE_MAX_SHADER_INPUTS];
    ubyte input_array_last[PIPE_MAX_SHADER_INPUTS];
    ubyte output_array_first[PIPE_MAX_SHADER_OUTPUTS];
    ubyte output_array_last[PIPE_MAX_SHADER_OUTPUTS];
    unsigned array_max[TGSI_FILE_COUNT];

    uint immediate_count;
    uint num_instructions;
    uint opcode_count[1 << 9]; /* number of instructions with each TGSI_OPCODE_* */

    boolean reads_position; /* FRAG: POSITION, and its third component */
    boolean reads_z;
    boolean writes_z; /* FRAG: POSITION and STENCIL */
    boolean writes_stencil;
    boolean writes_edgeflag;
    boolean uses_kill;

    /* FRAG. uses_INTERPOLATION_LOCATION: an input is declared with this interpolation and location.
     * uses_INTERPOLATION_opcode_interp_LOCATION: an INTERP_* instruction evaluates an input of this
     * interpolation at this location. */
    boolean uses_persp_center;
    boolean uses_persp_centroid;
    boolean uses_persp_sample;
    boolean uses_linear_center;
    boolean uses_linear_centroid;
    boolean uses_linear_sample;
    boolean uses_persp_opcode_interp_centroid;
    boolean uses_persp_opcode_interp_offset;
    boolean uses_persp_opcode_interp_sample;
    boolean uses_linear_opcode_interp_centroid;
    boolean uses_linear_opcode_interp_offset;
    boolean uses_linear_opcode_interp_sample;

    boolean uses_instanceid; /* system values */
    boolean uses_vertexid;
    boolean uses_vertexid_nobase;
    boolean uses_basevertex;
    boolean uses_primid; /* as a system value or as an input */
    boolean uses_frontface;
    boolean uses_invocationid;

    boolean writes_psize; /* outputs of stages before the rasterizer */
    boolean writes_clipvertex;
    boolean writes_viewport_index;
    boolean writes_layer;

    boolean is_msaa_sampler[PIPE_MAX_SAMPLERS]; /* by sampler */
    boolean uses_doubles;

    /* Masks of CLIPDIST and CULLDIST; bit 4 * n + c is component c of register n. */
    unsigned clipdist_writemask;
    unsigned culldist_writemask;
    unsigned num_written_culldistance;
    unsigned num_written_clipdistance;

    /* Bit n: file n is accessed with an indirect index. */
    unsigned indirect_files;
    unsigned indirect_files_read;
    unsigned indirect_files_written;

    unsigned properties[TGSI_PROPERTY_COUNT]; /* the first value; 0: not set */
    unsigned max_depth;                       /* depth of nested IF, loops and SWITCH */
};

/* Fills *info, with all counts 0 if `tokens` do not begin with a header. */
PUBLIC void tgsi_scan_shader(const struct tgsi_token *tokens, struct tgsi_shader_info *info);

/* Whether the shader only moves whole inputs to outputs of the same index. */
PUBLIC boolean tgsi_is_passthrough_shader(const struct tgsi_token *tokens);

#ifdef __cplusplus
}
#endif
#endif
