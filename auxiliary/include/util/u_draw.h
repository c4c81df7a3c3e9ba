/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Common draws by pipe_context::draw_vbo. `mode` is an enum pipe_prim_type. The draws use the bound
 * vertex and index buffers. */
#ifndef UTIL_U_DRAW_H
#define UTIL_U_DRAW_H

#include "pipe/p_compiler.h"
#include "pipe/p_context.h"
#include "pipe/p_state.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Initializes a draw without vertices, with one instance and the whole range of indices. */
static inline void util_draw_init_info(struct pipe_draw_info *info)
{
    memset(info, 0, sizeof(*info));
    info->instance_count = 1;
    info->max_index = 0xffffffff;
}

static inline void util_draw_arrays_instanced(struct pipe_context *pipe, uint mode, uint start,
                                              uint count, uint start_instance, uint instance_count)
{
    struct pipe_draw_info info;

    util_draw_init_info(&info);
    info.mode = mode;
    info.start = start;
    info.count = count;
    info.start_instance = start_instance;
    info.instance_count = instance_count;
    info.min_index = start;
    info.max_index = count ? start + count - 1u : start;
    pipe->draw_vbo(pipe, &info);
}

static inline void util_draw_arrays(struct pipe_context *pipe, uint mode, uint start, uint count)
{
    util_draw_arrays_instanced(pipe, mode, start, count, 0, 1);
}

/* Initializes an indexed draw. `start` counts indices from the offset of the index buffer;
 * `index_bias` is added to each index. */
static inline void util_draw_init_elements(struct pipe_draw_info *info, int index_bias, uint mode,
                                           uint start, uint count)
{
    util_draw_init_info(info);
    info->indexed = TRUE;
    info->mode = mode;
    info->start = start;
    info->count = count;
    info->index_bias = index_bias;
}

static inline void util_draw_elements_instanced(struct pipe_context *pipe, int index_bias,
                                                uint mode, uint start, uint count,
                                                uint start_instance, uint instance_count)
{
    struct pipe_draw_info info;

    util_draw_init_elements(&info, index_bias, mode, start, count);
    info.start_instance = start_instance;
    info.instance_count = instance_count;
    pipe->draw_vbo(pipe, &info);
}

static inline void util_draw_elements(struct pipe_context *pipe, int index_bias, uint mode,
                                      uint start, uint count)
{
    util_draw_elements_instanced(pipe, index_bias, mode, start, count, 0, 1);
}

/* Draws with indices whose minimum and maximum are known. */
static inline void util_draw_range_elements(struct pipe_context *pipe, int index_bias,
                                            uint min_index, uint max_index, uint mode, uint start,
                                            uint count)
{
    struct pipe_draw_info info;

    util_draw_init_elements(&info, index_bias, mode, start, count);
    info.min_index = min_index;
    info.max_index = max_index;
    pipe->draw_vbo(pipe, &info);
}

/* Reads the indirect commands of info->indirect on the CPU and draws them one by one. Draws nothing
 * on failure. */
PUBLIC void util_draw_indirect(struct pipe_context *pipe, const struct pipe_draw_info *info);

/* Returns the number of vertices, counted from index 0, that every bound buffer provides; 0 if
 * `info` needs more instances than a buffer has. Elements without a buffer or with stride 0 do not
 * limit the result, which is ~0 without a limit. */
PUBLIC unsigned util_draw_max_index(const struct pipe_vertex_buffer *vertex_buffers,
                                    const struct pipe_vertex_element *vertex_elements,
                                    unsigned nr_vertex_elements, const struct pipe_draw_info *info);

#ifdef __cplusplus
}
#endif
#endif
