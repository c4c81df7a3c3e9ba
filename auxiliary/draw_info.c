/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Reads the parameters of draws on the CPU: indirect commands, and the range of vertices. */
#include "util/u_draw.h"

#include "util/u_format.h"
#include "util/u_inlines.h"

enum {
    MAX_WORDS = 5
};

/* Returns the number of indirect commands that `info` draws. */
static unsigned count_commands(struct pipe_context *pipe, const struct pipe_draw_info *info)
{
    uint32_t num = info->indirect_count ? info->indirect_count : 1, limit = num;
    if (info->indirect_params)
        pipe_buffer_read(pipe, info->indirect_params, info->indirect_params_offset, sizeof(num),
                         &num);
    return MIN2(num, limit);
}

void util_draw_indirect(struct pipe_context *pipe, const struct pipe_draw_info *info)
{
    const unsigned size_B = (info->indexed ? 5 : 4) * (unsigned)sizeof(uint32_t);
    const unsigned stride_B = info->indirect_stride ? info->indirect_stride : size_B;
    const unsigned num = count_commands(pipe, info);
    struct pipe_draw_info direct = *info;
    direct.indirect = NULL;
    direct.indirect_params = NULL;
    for (unsigned i = 0; i < num; i++) {
        uint32_t words[MAX_WORDS] = {0};
        pipe_buffer_read(pipe, info->indirect, info->indirect_offset + i * stride_B, size_B, words);
        direct.count = words[0];
        direct.instance_count = words[1];
        direct.start = words[2];
        direct.index_bias = info->indexed ? (int)words[3] : 0;
        direct.start_instance = info->indexed ? words[4] : words[3];
        direct.drawid = info->drawid + i;
        direct.min_index = 0;
        direct.max_index = ~0u;
        pipe->draw_vbo(pipe, &direct);
    }
}

unsigned util_draw_max_index(const struct pipe_vertex_buffer *vertex_buffers,
                             const struct pipe_vertex_element *vertex_elements,
                             unsigned nr_vertex_elements, const struct pipe_draw_info *info)
{
    unsigned max = ~0u;
    for (unsigned i = 0; i < nr_vertex_elements; i++) {
        const struct pipe_vertex_element *element = &vertex_elements[i];
        const struct pipe_vertex_buffer *vb = &vertex_buffers[element->vertex_buffer_index];
        if (!vb->buffer)
            continue;
        uint64_t end_B = (uint64_t)vb->buffer_offset + element->src_offset +
                         util_format_get_blocksize(element->src_format);
        if (end_B > vb->buffer->width0)
            return 0;
        if (!vb->stride)
            continue;
        uint64_t num = (vb->buffer->width0 - end_B) / vb->stride + 1;
        if (!element->instance_divisor)
            max = (unsigned)MIN2(max, num);
        else if (info->instance_count &&
                 (uint64_t)info->start_instance +
                         (info->instance_count - 1) / element->instance_divisor >=
                     num)
            return 0;
    }
    return max;
}
