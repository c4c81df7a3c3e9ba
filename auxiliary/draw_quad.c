/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Draws vertices with vec4 attributes. */
#include "util/u_draw_quad.h"

#include "cso_cache/cso_context.h"
#include "util/u_format.h"
#include "util/u_sampler.h"

enum {
    ATTRIB_SIZE_B = 4 * sizeof(float)
};

void util_draw_vertex_buffer(struct pipe_context *pipe, struct cso_context *cso,
                             struct pipe_resource *vbuf, uint vbuf_slot, uint offset,
                             uint prim_type, uint num_verts, uint num_attribs)
{
    const struct pipe_vertex_buffer vb = {
        .stride = num_attribs * ATTRIB_SIZE_B, .buffer_offset = offset, .buffer = vbuf};
    if (!pipe)
        pipe = cso_get_pipe_context(cso);
    if (cso)
        cso_set_vertex_buffers(cso, vbuf_slot, 1, &vb);
    else
        pipe->set_vertex_buffers(pipe, vbuf_slot, 1, &vb);
    util_draw_arrays(pipe, prim_type, 0, num_verts);
}

void util_draw_user_vertex_buffer(struct cso_context *cso, void *buffer, uint prim_type,
                                  uint num_verts, uint num_attribs)
{
    const struct pipe_vertex_buffer vb = {.stride = num_attribs * ATTRIB_SIZE_B,
                                          .user_buffer = buffer};
    struct pipe_context *pipe = cso_get_pipe_context(cso);
    pipe->set_vertex_buffers(pipe, 0, 1, &vb);
    util_draw_arrays(pipe, prim_type, 0, num_verts);
    pipe->set_vertex_buffers(pipe, 0, 1, NULL);
}

void util_draw_texquad(struct pipe_context *pipe, struct cso_context *cso, float x0, float y0,
                       float x1, float y1, float z)
{
    float vertices[4][2][4] = {
        {{x0, y0, z, 1}, {0, 0, 0, 1}},
        {{x1, y0, z, 1}, {1, 0, 0, 1}},
        {{x1, y1, z, 1}, {1, 1, 0, 1}},
        {{x0, y1, z, 1}, {0, 1, 0, 1}},
    };
    (void)pipe;
    util_draw_user_vertex_buffer(cso, vertices, PIPE_PRIM_TRIANGLE_FAN, 4, 2);
}

void u_sampler_view_default_template(struct pipe_sampler_view *view,
                                     const struct pipe_resource *texture, enum pipe_format format)
{
    unsigned block_B = util_format_get_blocksize(format);
    memset(view, 0, sizeof(*view));
    view->target = texture->target;
    view->format = format;
    view->texture = (struct pipe_resource *)(uintptr_t)texture;
    view->swizzle_r = PIPE_SWIZZLE_RED;
    view->swizzle_g = PIPE_SWIZZLE_GREEN;
    view->swizzle_b = PIPE_SWIZZLE_BLUE;
    view->swizzle_a = PIPE_SWIZZLE_ALPHA;
    if (texture->target == PIPE_BUFFER) {
        unsigned num = block_B ? texture->width0 / block_B : 0;
        view->u.buf.last_element = num ? num - 1 : 0;
        return;
    }
    unsigned layers = texture->target == PIPE_TEXTURE_3D ? texture->depth0 : texture->array_size;
    view->u.tex.last_layer = (layers - 1u) & 0xffff;
    view->u.tex.last_level = texture->last_level;
}

void u_sampler_view_default_dx9_template(struct pipe_sampler_view *view,
                                         const struct pipe_resource *texture,
                                         enum pipe_format format)
{
    const struct util_format_description *desc = util_format_description(format);
    u_sampler_view_default_template(view, texture, format);
    if (!desc || util_format_is_alpha(format))
        return;
    if (desc->swizzle[1] == PIPE_SWIZZLE_ZERO)
        view->swizzle_g = PIPE_SWIZZLE_ONE;
    if (desc->swizzle[2] == PIPE_SWIZZLE_ZERO)
        view->swizzle_b = PIPE_SWIZZLE_ONE;
}
