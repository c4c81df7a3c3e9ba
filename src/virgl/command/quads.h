/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Finds quads that the client has split into triangles. Mesa splits quads before it writes a
 * command, whatever the capabilities say. If the triangles were drawn, outlines would include the
 * inner edge, and gl_PrimitiveID would count triangles. */
#ifndef GV_VIRGL_QUADS_H
#define GV_VIRGL_QUADS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "pipe/p_defines.h"
#include "pipe/p_state.h"
#include "virgl/sub_context.h"

/* Whether all num indices, of size_B bytes each, form pairs of triangles as Mesa generates them
 * from quads. out_quads, of num / 6 * 4 elements, gets the vertices of the quads. */
bool gv_virgl_find_quads(const void *indices, unsigned size_B, size_t num, uint32_t *out_quads);

/* Whether to check draws of triangle lists for quads. True if the bound rasterizer draws outlines
 * or points, or if the fragment shader reads gl_PrimitiveID. */
static inline bool gv_virgl_looks_for_quads(const struct gv_virgl_sub_context *sub)
{
    const struct gv_virgl_object *fs = sub->shaders[PIPE_SHADER_FRAGMENT];
    return sub->rasterizer->rasterizer_unfilled || (fs && fs->reads_primitive_id);
}

/* If the client has split quads into the triangles of info, draws the quads and returns true; else
 * draws nothing and returns false. Call only if gv_virgl_looks_for_quads() is true. */
bool gv_virgl_draw_as_quads(struct gv_virgl_sub_context *sub, const struct pipe_draw_info *info);

#endif
