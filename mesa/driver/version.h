/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Differences between versions of Mesa: names, types and parameters of 22.3 and of 25.0 under
 * common names. */
#ifndef GM_VERSION_H
#define GM_VERSION_H

#include <stdint.h>

#include "mesa_version.h"
#include "pipe/p_screen.h"
#include "pipe/p_state.h"

/* Before 24.2 the distribution's own libGL and libEGL load the driver. */
#if GM_MESA < 2402
#define GM_PRIM_PATCHES   PIPE_PRIM_PATCHES
#define GM_PRIM_TRIANGLES PIPE_PRIM_TRIANGLES
#define GM_POINT_TRI_CLIP point_tri_clip
#define GM_SIZES(templ)                                                                            \
    .req_local_mem = (templ)->req_local_mem, .req_private_mem = (templ)->req_private_mem
#define GM_WINSYS_IS_FRONTENDS false
#define GM_BOXES_PARAMETER
#define GM_BOX(box) (box)
#define GM_BOXES(box)
#define GM_PRIMITIVE_PARAMETER
#define GM_IS_SHARED(buffer) ((buffer)->is_shared || (buffer)->used_by_multiple_contexts)
#define GM_DMA_BUFS 0 /* the frontend for software devices has no functions for dma-bufs */
#define nir_def     nir_ssa_def
typedef unsigned gm_layer_stride;

static inline void gm_fill_caps(struct pipe_screen *screen)
{
}

#else
#define GM_PRIM_PATCHES        MESA_PRIM_PATCHES
#define GM_PRIM_TRIANGLES      MESA_PRIM_TRIANGLES
#define GM_POINT_TRI_CLIP      point_line_tri_clip
#define GM_SIZES(templ)        .req_local_mem = (templ)->static_shared_mem
#define GM_WINSYS_IS_FRONTENDS true /* the frontend destroys the winsys, after the screen */
#define GM_BOXES_PARAMETER     unsigned num_boxes,
#define GM_BOX(box)            (num_boxes == 1 ? (box) : NULL) /* NULL: the whole surface */
#define GM_BOXES(box)          (box) ? 1 : 0,
#define GM_PRIMITIVE_PARAMETER , enum mesa_prim primitive
#define GM_IS_SHARED(buffer)   ((buffer)->is_shared)
#define GM_DMA_BUFS            3 /* imports and exports */
typedef uintptr_t gm_layer_stride;

/* In 25.0 capabilities are fields of a structure; this driver still numbers them. */
enum pipe_cap {
#define FIELD(field, name)     PIPE_CAP_##name,
#include "PIPE_CAP_.inc"
#undef FIELD
    /* Capabilities that no longer have a field. */
    PIPE_CAP_NIR_COMPACT_ARRAYS,
    PIPE_CAP_SHADER_CAN_READ_OUTPUTS,
    PIPE_CAP_LAST,
    /* Capabilities that have other names. */
    PIPE_CAP_MAX_CONSTANT_BUFFER_SIZE_UINT = PIPE_CAP_MAX_CONSTANT_BUFFER_SIZE,
    PIPE_CAP_MAX_SHADER_BUFFER_SIZE_UINT = PIPE_CAP_MAX_SHADER_BUFFER_SIZE,
    PIPE_CAP_MAX_TEXEL_BUFFER_ELEMENTS_UINT = PIPE_CAP_MAX_TEXEL_BUFFER_ELEMENTS,
};

enum pipe_capf {
#define FIELD(field, name) PIPE_CAPF_##name,
#include "PIPE_CAPF_.inc"
#undef FIELD
};

enum {
    PIPE_SHADER_CAP_PREFERRED_IR = 200,
    PIPE_SHADER_CAP_LDEXP_SUPPORTED,
    PIPE_SHADER_CAP_DROUND_SUPPORTED,
    PIPE_SHADER_CAP_DFRACEXP_DLDEXP_SUPPORTED,
};

/* version.c */
int u_pipe_screen_get_param_defaults(struct pipe_screen *screen, enum pipe_cap param);
void gm_fill_caps(struct pipe_screen *screen);
#endif

/* caps.c */
int gm_get_param(struct pipe_screen *screen, enum pipe_cap param);
float gm_get_paramf(struct pipe_screen *screen, enum pipe_capf param);

#endif
