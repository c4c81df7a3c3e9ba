/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Draws vertices whose attributes are interleaved vec4. */
#ifndef UTIL_U_DRAW_QUAD_H
#define UTIL_U_DRAW_QUAD_H

#include "pipe/p_compiler.h"
#include "pipe/p_context.h"
#include "pipe/p_state.h"
#include "util/u_draw.h"

#ifdef __cplusplus
extern "C" {
#endif

struct cso_context;

/* Draws `num_verts` vertices of `num_attribs` vec4 each, from byte `offset` of `vbuf` on. Binds
 * `vbuf` to vertex buffer slot `vbuf_slot`, where it stays bound. `prim_type` is an enum
 * pipe_prim_type. `cso` may be NULL. */
PUBLIC void util_draw_vertex_buffer(struct pipe_context *pipe, struct cso_context *cso,
                                    struct pipe_resource *vbuf, uint vbuf_slot, uint offset,
                                    uint prim_type, uint num_verts, uint num_attribs);

/* Draws vertices from the program's memory through vertex buffer slot 0, which is unbound
 * afterwards. */
PUBLIC void util_draw_user_vertex_buffer(struct cso_context *cso, void *buffer, uint prim_type,
                                         uint num_verts, uint num_attribs);

/* Draws the rectangle between two corners, at depth z. Each of its four vertices has a position and
 * a texture coordinate: (0, 0) at the first corner and (1, 1) at the second. `pipe` must be the
 * context of `cso`. */
PUBLIC void util_draw_texquad(struct pipe_context *pipe, struct cso_context *cso, float x0,
                              float y0, float x1, float y1, float z);

#ifdef __cplusplus
}
#endif
#endif
