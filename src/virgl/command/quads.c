/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
#include "virgl/command/quads.h"

#include <stdlib.h>

#include "pipe/p_context.h"

enum {
    /* Mesa 22.3 to 25 writes the indices that it generates to stream buffers of STREAM_SIZE_B
     * bytes. Indices that do not fit get a separate buffer of whole pages. A buffer that a program
     * has filled seldom has one of these sizes; draws with a buffer of another size are not
     * changed. Mesa also writes indices from a program's memory to the stream buffers; these cannot
     * be distinguished from generated indices. */
    STREAM_SIZE_B = 1024 * 1024,
    PAGE_B = 4096,
    MAX_INDICES = 6 * 65536,
};

static uint32_t read_index(const void *indices, unsigned size_B, size_t i)
{
    return size_B == 2 ? ((const uint16_t *)indices)[i] : ((const uint32_t *)indices)[i];
}

/* Reconstructs a quad from its two triangles. The triangles are (a, b, d), (b, c, d) if the last
 * vertex is the provoking vertex, otherwise (a, b, c), (a, c, d). */
static bool find_quad(const uint32_t t[6], bool last_provokes, uint32_t out_quad[4])
{
    if (last_provokes) {
        out_quad[0] = t[0], out_quad[1] = t[1], out_quad[2] = t[4], out_quad[3] = t[2];
        return t[3] == t[1] && t[5] == t[2] && t[0] != t[4];
    }
    out_quad[0] = t[0], out_quad[1] = t[1], out_quad[2] = t[2], out_quad[3] = t[5];
    return t[3] == t[0] && t[4] == t[2] && t[1] != t[5];
}

static bool find_all(const void *indices, unsigned size_B, size_t num, bool last_provokes,
                     uint32_t *out_quads)
{
    for (size_t i = 0; i < num; i += 6) {
        uint32_t t[6];
        for (size_t n = 0; n < 6; n++)
            t[n] = read_index(indices, size_B, i + n);
        if (!find_quad(t, last_provokes, out_quads + i / 6 * 4))
            return false;
    }
    return true;
}

bool gv_virgl_find_quads(const void *indices, unsigned size_B, size_t num, uint32_t *out_quads)
{
    return find_all(indices, size_B, num, true, out_quads) ||
           find_all(indices, size_B, num, false, out_quads);
}

static bool may_be_made_by_mesa(const struct gv_virgl_sub_context *sub, uint32_t count)
{
    uint32_t width_B = sub->index_buffer->width0, size_B = count * sub->index_size_B;
    if (size_B <= STREAM_SIZE_B)
        return width_B == STREAM_SIZE_B;
    return !sub->index_offset_B && width_B == (size_B + PAGE_B - 1) / PAGE_B * PAGE_B;
}

static bool may_be_quads(const struct gv_virgl_sub_context *sub, const struct pipe_draw_info *info)
{
    return info->mode == PIPE_PRIM_TRIANGLES && info->indexed && !info->primitive_restart &&
           !info->indirect && !info->count_from_stream_output && info->count % 6 == 0 &&
           info->count <= MAX_INDICES && !sub->shaders[PIPE_SHADER_GEOMETRY] &&
           sub->index_size_B >= 2 && may_be_made_by_mesa(sub, info->count);
}

static bool read_quads(struct gv_virgl_sub_context *sub, uint32_t count, uint32_t *out_quads)
{
    struct pipe_context *pipe = sub->pipe;
    const struct pipe_box box = {.x = (int)sub->index_offset_B,
                                 .width = (int)(count * sub->index_size_B),
                                 .height = 1,
                                 .depth = 1};
    struct pipe_transfer *transfer = NULL;
    const void *indices =
        pipe->transfer_map(pipe, sub->index_buffer, 0, PIPE_TRANSFER_READ, &box, &transfer);
    if (!indices)
        return false;
    /* A program's own pairs of triangles may look like quads that Mesa has split. Drawn as outlines
     * of quads, these triangles only lose an inner edge; but wrong values of gl_PrimitiveID would
     * change the image. So if the shader reads gl_PrimitiveID, the triangles must be exactly those
     * into which Mesa splits quads under this state. */
    bool found = sub->rasterizer->rasterizer_unfilled
                     ? gv_virgl_find_quads(indices, sub->index_size_B, count, out_quads)
                     : find_all(indices, sub->index_size_B, count,
                                !sub->rasterizer->rasterizer_first, out_quads);
    pipe->transfer_unmap(pipe, transfer);
    return found;
}

bool gv_virgl_draw_as_quads(struct gv_virgl_sub_context *sub, const struct pipe_draw_info *info)
{
    if (!may_be_quads(sub, info))
        return false;
    uint32_t *quads = malloc(info->count / 6 * 4 * sizeof(*quads));
    if (!quads)
        return false;
    bool found = read_quads(sub, info->count, quads);
    if (found) {
        const struct pipe_index_buffer corners = {.index_size = 4, .user_buffer = quads};
        const struct pipe_index_buffer bound = {.index_size = sub->index_size_B,
                                                .offset = sub->index_offset_B,
                                                .buffer = sub->index_buffer};
        struct pipe_draw_info draw = *info;
        draw.mode = PIPE_PRIM_QUADS;
        draw.count = info->count / 6 * 4;
        sub->pipe->set_index_buffer(sub->pipe, &corners);
        sub->pipe->draw_vbo(sub->pipe, &draw);
        sub->pipe->set_index_buffer(sub->pipe, &bound);
    }
    free(quads);
    return found;
}
