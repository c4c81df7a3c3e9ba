/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Shaders of few instructions, made by the shader builder. */
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

/* The lookup into dst. */
static void sample(struct ureg_program *ureg, const struct util_fragment_tex *tex,
                   struct ureg_dst dst)
{
    unsigned type = tex->type ? tex->type - 1 : TGSI_RETURN_TYPE_FLOAT;
    struct ureg_src sampler = ureg_DECL_sampler(ureg, 0);
    ureg_DECL_sampler_view(ureg, 0, tex->target, type, type, type, type);
    struct ureg_src coord = ureg_DECL_fs_input(ureg, TGSI_SEMANTIC_GENERIC, 0, tex->interp);
    const boolean fetch = tex->texel_fetch || tex->target == TGSI_TEXTURE_BUFFER;
    if (!fetch && !tex->lod_zero) {
        ureg_TEX(ureg, dst, tex->target, coord, sampler);
        return;
    }
    /* The level stands in the last component, so nothing but texels of arrays of cubes has none. */
    struct ureg_dst place = ureg_DECL_temporary(ureg);
    if (fetch)
        ureg_F2I(ureg, place, coord);
    else
        ureg_MOV(ureg, place, coord);
    ureg_MOV(ureg, ureg_writemask(place, TGSI_WRITEMASK_W), ureg_imm1i(ureg, 0));
    if (fetch)
        ureg_TXF(ureg, dst, tex->target, ureg_src(place), sampler);
    else
        ureg_TXL(ureg, dst, tex->target, ureg_src(place), sampler);
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
