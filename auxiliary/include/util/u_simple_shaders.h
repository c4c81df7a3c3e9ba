/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Shaders for common tasks. Each function creates a shader in a context, and returns NULL on
 * failure; the context's delete_*_state destroys the shader. */
#ifndef UTIL_U_SIMPLE_SHADERS_H
#define UTIL_U_SIMPLE_SHADERS_H

#include "pipe/p_compiler.h"
#include "pipe/p_context.h"
#include "pipe/p_shader_tokens.h"
#include "pipe/p_state.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Creates a vertex shader that copies IN[i] to the output with semantic_names[i] (TGSI_SEMANTIC_*)
 * and semantic_indexes[i]. If `window_space` is set, positions are in pixels, and are neither
 * divided nor clipped. */
PUBLIC void *util_make_vertex_passthrough_shader(struct pipe_context *pipe, uint num_attribs,
                                                 const uint *semantic_names,
                                                 const uint *semantic_indexes,
                                                 boolean window_space);
/* In 2014 the function had no parameter `window_space`. */
#define UTIL_PASS_4(pipe, num, names, indexes)                                                     \
    util_make_vertex_passthrough_shader(pipe, num, names, indexes, FALSE)
#define UTIL_PASS_5(pipe, num, names, indexes, window)                                             \
    util_make_vertex_passthrough_shader(pipe, num, names, indexes, window)
#define UTIL_SIXTH(a1, a2, a3, a4, a5, a6, ...) a6
#define util_make_vertex_passthrough_shader(...)                                                   \
    UTIL_SIXTH(__VA_ARGS__, UTIL_PASS_5, UTIL_PASS_4, 0, 0, 0)(__VA_ARGS__)
/* Creates a shader like util_make_vertex_passthrough_shader(), but with the stream output `so`,
 * which may be NULL. */
PUBLIC void *util_make_vertex_passthrough_shader_with_so(
    struct pipe_context *pipe, uint num_attribs, const uint *semantic_names,
    const uint *semantic_indexes, boolean window_space, const struct pipe_stream_output_info *so);

/* A fragment shader that samples once. If all fields are zero, it samples floats at GENERIC[0]. */
struct util_fragment_tex {
    unsigned target;     /* TGSI_TEXTURE_* */
    unsigned interp;     /* TGSI_INTERPOLATE_* of the coordinate */
    unsigned skipmask;   /* TGSI_WRITEMASK_* of components that are not sampled; they have the
                            values of (0, 0, 0, 1) instead */
    unsigned type;       /* the texture's return type: 0 for _FLOAT, else TGSI_RETURN_TYPE_* + 1 */
    boolean lod_zero;    /* sample level 0 */
    boolean texel_fetch; /* the coordinate is in texels, as it always is for buffers */
    boolean depth;       /* the first component is written to depth rather than to a colour */
};
PUBLIC void *util_make_fragment_tex(struct pipe_context *pipe, const struct util_fragment_tex *tex);

static inline void *util_fragment_tex_of(struct pipe_context *pipe, unsigned target,
                                         unsigned interp, unsigned type, boolean lod_zero,
                                         boolean texel_fetch)
{
    struct util_fragment_tex tex;

    memset(&tex, 0, sizeof(tex));
    tex.target = target;
    tex.interp = interp;
    tex.type = type + 1;
    tex.lod_zero = lod_zero;
    tex.texel_fetch = texel_fetch;
    return util_make_fragment_tex(pipe, &tex);
}

/* Creates a fragment shader that samples view 0 with sampler 0 at GENERIC[0] into colour 0.
 * Accepts the arguments of four generations:
 *
 *   (pipe, tex_target, interp_mode)
 *   (pipe, tex_target, interp_mode, type)
 *   (pipe, tex_target, interp_mode, type, result_type)
 *   (pipe, tex_target, interp_mode, type, result_type, lod_zero, texel_fetch)
 *
 * with TGSI_TEXTURE_*, TGSI_INTERPOLATE_* and TGSI_RETURN_TYPE_*. Without `type`, texels are
 * floats. `result_type`, the type of the colour buffer, is ignored. */
#define UTIL_TEX_3(pipe, target, interp)                                                           \
    util_fragment_tex_of(pipe, target, interp, TGSI_RETURN_TYPE_FLOAT, FALSE, FALSE)
#define UTIL_TEX_4(pipe, target, interp, type)                                                     \
    util_fragment_tex_of(pipe, target, interp, type, FALSE, FALSE)
#define UTIL_TEX_5(pipe, target, interp, type, result)                                             \
    UTIL_TEX_7(pipe, target, interp, type, result, FALSE, FALSE)
#define UTIL_TEX_7(pipe, target, interp, type, result, zero, fetch)                                \
    ((void)(result), util_fragment_tex_of(pipe, target, interp, type, zero, fetch))
#define UTIL_EIGHTH(a1, a2, a3, a4, a5, a6, a7, a8, ...) a8
#define util_make_fragment_tex_shader(...)                                                         \
    UTIL_EIGHTH(__VA_ARGS__, UTIL_TEX_7, UTIL_TEX_7, UTIL_TEX_5, UTIL_TEX_4, UTIL_TEX_3, 0, 0)     \
    (__VA_ARGS__)

/* Creates a fragment shader that samples only the components in `writemask`; the other components
 * are those of (0, 0, 0, 1). util_make_fragment_tex_shader_writemask() also accepts the arguments
 * of late 2015, of which `type` is the last. */
static inline void *util_fragment_tex_writemask_of(struct pipe_context *pipe, unsigned tex_target,
                                                   unsigned interp_mode, unsigned writemask,
                                                   unsigned type)
{
    struct util_fragment_tex tex;

    memset(&tex, 0, sizeof(tex));
    tex.target = tex_target;
    tex.interp = interp_mode;
    tex.skipmask = ~writemask & TGSI_WRITEMASK_XYZW;
    tex.type = type + 1;
    return util_make_fragment_tex(pipe, &tex);
}
#define UTIL_MASK_4(pipe, target, interp, mask)                                                    \
    util_fragment_tex_writemask_of(pipe, target, interp, mask, TGSI_RETURN_TYPE_FLOAT)
#define UTIL_MASK_5(pipe, target, interp, mask, type)                                              \
    util_fragment_tex_writemask_of(pipe, target, interp, mask, type)
#define util_make_fragment_tex_shader_writemask(...)                                               \
    UTIL_SIXTH(__VA_ARGS__, UTIL_MASK_5, UTIL_MASK_4, 0, 0, 0)(__VA_ARGS__)

/* Creates a fragment shader that samples view 0 and writes the first component to depth. */
static inline void *util_make_fragment_tex_shader_writedepth(struct pipe_context *pipe,
                                                             unsigned tex_target,
                                                             unsigned interp_mode)
{
    struct util_fragment_tex tex;

    memset(&tex, 0, sizeof(tex));
    tex.target = tex_target;
    tex.interp = interp_mode;
    tex.depth = TRUE;
    return util_make_fragment_tex(pipe, &tex);
}

/* util_make_fragment_tex_shader_writedepthstencil() creates a fragment shader that writes the first
 * component of view 0 to depth, and the first component of view 1 to stencil.
 * util_make_fragment_tex_shader_writestencil() creates a fragment shader that writes the first
 * component of view 0 to stencil. */
PUBLIC void *util_make_fragment_tex_shader_writedepthstencil(struct pipe_context *pipe,
                                                             unsigned tex_target,
                                                             unsigned interp_mode);
PUBLIC void *util_make_fragment_tex_shader_writestencil(struct pipe_context *pipe,
                                                        unsigned tex_target, unsigned interp_mode);

/* Creates a geometry shader that emits each input point unchanged, with `num_attribs` attributes of
 * the given semantics. */
PUBLIC void *util_make_geometry_passthrough_shader(struct pipe_context *pipe, uint num_attribs,
                                                   const ubyte *semantic_names,
                                                   const ubyte *semantic_indexes);

/* Creates a fragment shader that copies the input with this semantic, index 0, to `num_cbufs`
 * colours. */
PUBLIC void *util_make_fragment_cloneinput_shader(struct pipe_context *pipe, int num_cbufs,
                                                  int input_semantic, int input_interpolate);

/* Creates a fragment shader that copies the input with this semantic, index 0, to every colour
 * buffer if `write_all_cbufs` is set, otherwise to colour 0. */
PUBLIC void *util_make_fragment_passthrough_shader(struct pipe_context *pipe, int input_semantic,
                                                   int input_interpolate, boolean write_all_cbufs);
/* Creates a fragment shader that writes nothing. */
PUBLIC void *util_make_empty_fragment_shader(struct pipe_context *pipe);

#ifdef __cplusplus
}
#endif
#endif
