/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Creates shaders of a few instructions with the shader builder. */
#include "util/u_simple_shaders.h"

#include "tgsi/tgsi_ureg.h"

void *util_make_vertex_passthrough_shader_with_so(struct pipe_context *pipe, uint num_attribs,
                                                  const uint *semantic_names,
                                                  const uint *semantic_indexes,
                                                  boolean window_space,
                                                  const struct pipe_stream_output_info *so)
{
    struct ureg_program *ureg = ureg_create(TGSI_PROCESSOR_VERTEX);
    if (!ureg)
        return NULL;
    if (window_space)
        ureg_property(ureg, TGSI_PROPERTY_VS_WINDOW_SPACE_POSITION, TRUE);
    for (uint i = 0; i < num_attribs; i++)
        ureg_MOV(ureg, ureg_DECL_output(ureg, semantic_names[i], semantic_indexes[i]),
                 ureg_DECL_vs_input(ureg, i));
    ureg_END(ureg);
    return ureg_create_shader_with_so_and_destroy(ureg, pipe, so);
}

void *util_make_vertex_passthrough_shader(struct pipe_context *pipe, uint num_attribs,
                                          const uint *semantic_names, const uint *semantic_indexes,
                                          boolean window_space)
{
    return util_make_vertex_passthrough_shader_with_so(pipe, num_attribs, semantic_names,
                                                       semantic_indexes, window_space, NULL);
}

/* Appends the lookup, whose result is written to `dst`. */
static void sample(struct ureg_program *ureg, const struct util_fragment_tex *tex,
                   struct ureg_dst dst)
{
    unsigned type = tex->type ? tex->type - 1 : TGSI_RETURN_TYPE_FLOAT;
    struct ureg_src sampler = ureg_DECL_sampler(ureg, 0);
    ureg_DECL_sampler_view(ureg, 0, tex->target, type, type, type, type);
    struct ureg_src coord = ureg_DECL_fs_input(ureg, TGSI_SEMANTIC_GENERIC, 0, tex->interp);
    if (tex->texel_fetch || tex->target == TGSI_TEXTURE_BUFFER) {
        /* The last component of TXF's coordinate is the level or the sample. */
        struct ureg_dst texel = ureg_DECL_temporary(ureg);
        ureg_F2I(ureg, texel, coord);
        ureg_MOV(ureg, ureg_writemask(texel, TGSI_WRITEMASK_W), ureg_imm1i(ureg, 0));
        ureg_TXF(ureg, dst, tex->target, ureg_src(texel), sampler);
    } else if (tex->lod_zero) {
        ureg_TEX_LZ(ureg, dst, tex->target, coord, sampler);
    } else {
        ureg_TEX(ureg, dst, tex->target, coord, sampler);
    }
}

void *util_make_fragment_tex(struct pipe_context *pipe, const struct util_fragment_tex *tex)
{
    struct ureg_program *ureg = ureg_create(TGSI_PROCESSOR_FRAGMENT);
    if (!ureg)
        return NULL;
    struct ureg_dst texel = ureg_DECL_temporary(ureg);
    sample(ureg, tex, texel);
    if (tex->depth) {
        struct ureg_dst out = ureg_DECL_output(ureg, TGSI_SEMANTIC_POSITION, 0);
        ureg_MOV(ureg, ureg_writemask(out, TGSI_WRITEMASK_Z),
                 ureg_scalar(ureg_src(texel), TGSI_SWIZZLE_X));
    } else {
        struct ureg_dst out = ureg_DECL_output(ureg, TGSI_SEMANTIC_COLOR, 0);
        if (tex->skipmask)
            ureg_MOV(ureg, out, ureg_imm4f(ureg, 0.0f, 0.0f, 0.0f, 1.0f));
        if (~tex->skipmask & TGSI_WRITEMASK_XYZW)
            ureg_MOV(ureg, ureg_writemask(out, ~tex->skipmask), ureg_src(texel));
    }
    ureg_END(ureg);
    return ureg_create_shader_and_destroy(ureg, pipe);
}

void *util_make_fragment_passthrough_shader(struct pipe_context *pipe, int input_semantic,
                                            int input_interpolate, boolean write_all_cbufs)
{
    struct ureg_program *ureg = ureg_create(TGSI_PROCESSOR_FRAGMENT);
    if (!ureg)
        return NULL;
    if (write_all_cbufs)
        ureg_property(ureg, TGSI_PROPERTY_FS_COLOR0_WRITES_ALL_CBUFS, 1);
    struct ureg_src in =
        ureg_DECL_fs_input(ureg, (unsigned)input_semantic, 0, (unsigned)input_interpolate);
    ureg_MOV(ureg, ureg_DECL_output(ureg, TGSI_SEMANTIC_COLOR, 0), in);
    ureg_END(ureg);
    return ureg_create_shader_and_destroy(ureg, pipe);
}

void *util_make_empty_fragment_shader(struct pipe_context *pipe)
{
    struct ureg_program *ureg = ureg_create(TGSI_PROCESSOR_FRAGMENT);
    if (!ureg)
        return NULL;
    ureg_END(ureg);
    return ureg_create_shader_and_destroy(ureg, pipe);
}

/* Samples floats or unsigned integers at GENERIC[0] into one component of an output. */
static void sample_into(struct ureg_program *ureg, unsigned target, unsigned interp, unsigned unit,
                        unsigned type, struct ureg_dst out)
{
    struct ureg_dst texel = ureg_DECL_temporary(ureg);
    struct ureg_src sampler = ureg_DECL_sampler(ureg, (int)unit);
    ureg_DECL_sampler_view(ureg, unit, target, type, type, type, type);
    ureg_TEX(ureg, texel, target, ureg_DECL_fs_input(ureg, TGSI_SEMANTIC_GENERIC, 0, interp),
             sampler);
    ureg_MOV(ureg, out, ureg_scalar(ureg_src(texel), TGSI_SWIZZLE_X));
}

static void *make_tex_zs(struct pipe_context *pipe, unsigned target, unsigned interp, bool depth)
{
    struct ureg_program *ureg = ureg_create(TGSI_PROCESSOR_FRAGMENT);
    if (!ureg)
        return NULL;
    if (depth)
        sample_into(
            ureg, target, interp, 0, TGSI_RETURN_TYPE_FLOAT,
            ureg_writemask(ureg_DECL_output(ureg, TGSI_SEMANTIC_POSITION, 0), TGSI_WRITEMASK_Z));
    sample_into(ureg, target, interp, depth ? 1 : 0, TGSI_RETURN_TYPE_UINT,
                ureg_writemask(ureg_DECL_output(ureg, TGSI_SEMANTIC_STENCIL, 0), TGSI_WRITEMASK_Y));
    ureg_END(ureg);
    return ureg_create_shader_and_destroy(ureg, pipe);
}

void *util_make_fragment_tex_shader_writedepthstencil(struct pipe_context *pipe,
                                                      unsigned tex_target, unsigned interp_mode)
{
    return make_tex_zs(pipe, tex_target, interp_mode, true);
}

void *util_make_fragment_tex_shader_writestencil(struct pipe_context *pipe, unsigned tex_target,
                                                 unsigned interp_mode)
{
    return make_tex_zs(pipe, tex_target, interp_mode, false);
}

void *util_make_geometry_passthrough_shader(struct pipe_context *pipe, uint num_attribs,
                                            const ubyte *semantic_names,
                                            const ubyte *semantic_indexes)
{
    struct ureg_program *ureg = ureg_create(TGSI_PROCESSOR_GEOMETRY);
    if (!ureg)
        return NULL;
    ureg_property(ureg, TGSI_PROPERTY_GS_INPUT_PRIM, PIPE_PRIM_POINTS);
    ureg_property(ureg, TGSI_PROPERTY_GS_OUTPUT_PRIM, PIPE_PRIM_POINTS);
    ureg_property(ureg, TGSI_PROPERTY_GS_MAX_OUTPUT_VERTICES, 1);
    for (uint i = 0; i < num_attribs; i++) {
        struct ureg_src in = ureg_DECL_input(ureg, semantic_names[i], semantic_indexes[i], 0, 1);
        ureg_MOV(ureg, ureg_DECL_output(ureg, semantic_names[i], semantic_indexes[i]),
                 ureg_src_dimension(in, 0));
    }
    ureg_EMIT(ureg, ureg_imm1u(ureg, 0));
    ureg_END(ureg);
    return ureg_create_shader_and_destroy(ureg, pipe);
}

void *util_make_fragment_cloneinput_shader(struct pipe_context *pipe, int num_cbufs,
                                           int input_semantic, int input_interpolate)
{
    struct ureg_program *ureg = ureg_create(TGSI_PROCESSOR_FRAGMENT);
    if (!ureg)
        return NULL;
    struct ureg_src in =
        ureg_DECL_fs_input(ureg, (unsigned)input_semantic, 0, (unsigned)input_interpolate);
    for (int i = 0; i < num_cbufs; i++)
        ureg_MOV(ureg, ureg_DECL_output(ureg, TGSI_SEMANTIC_COLOR, (unsigned)i), in);
    ureg_END(ureg);
    return ureg_create_shader_and_destroy(ureg, pipe);
}
