/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Quads that the client cut into triangles. Mesa does so before it writes a command, whatever the
 * capabilities say, so an outline would show where it cut, and fragment shaders count triangles. */
#ifndef GV_VIRGL_QUADS_H
#define GV_VIRGL_QUADS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "pipe/p_defines.h"
#include "pipe/p_state.h"
#include "virgl/sub_context.h"

/* Whether all num indices, in bytes of size_B, are pairs of triangles as Mesa makes them of quads;
 * out_quads (num / 6 * 4) gets the corners. */
bool gv_virgl_find_quads(const void *indices, unsigned size_B, size_t num, uint32_t *out_quads);

/* Whether lists of triangles are looked at for quads under the bound rasterizer and fragment
 * shader, which may read the number of the primitive: each quad has one. */
static inline bool gv_virgl_looks_for_quads(const struct gv_virgl_sub_context *sub)
{
    const struct gv_virgl_object *fs = sub->shaders[PIPE_SHADER_FRAGMENT];
    return sub->rasterizer->rasterizer_unfilled || (fs && fs->reads_primitive_id);
}

/* Draws the triangles of info, under such state, as quads if that is what they were; false: nothing
 * was done. */
bool gv_virgl_draw_as_quads(struct gv_virgl_sub_context *sub, const struct pipe_draw_info *info);

#endif
