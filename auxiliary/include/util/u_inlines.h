/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Short helpers for common tasks beyond pipe/p_inlines.h: surfaces that programs create themselves,
 * mapped textures, parts of state. */
#ifndef UTIL_U_INLINES_H
#define UTIL_U_INLINES_H

#include "pipe/p_inlines.h"
#include "pipe/p_shader_tokens.h"
#include "util/u_box.h"
#include "util/u_debug.h"
#include "util/u_math.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Does the same as pipe_reference(). `get_desc` is ignored; in Gallium it describes the object in
 * logs of references. */
typedef void (*debug_reference_descriptor)(char *text, const struct pipe_reference *reference);

static inline boolean pipe_reference_described(struct pipe_reference *dst,
                                               struct pipe_reference *src,
                                               debug_reference_descriptor get_desc)
{
    (void)get_desc;
    return pipe_reference(dst, src);
}

/* ---- Surfaces that the program fills in itself, as templates or in its own memory ------------ */

/* These surfaces are one level and one layer of a texture. Each has a reference to its texture. */

/* Replaces an initialized surface, releasing the reference to its texture. */
static inline void pipe_surface_reset(struct pipe_context *pipe, struct pipe_surface *surface,
                                      struct pipe_resource *texture, unsigned level, unsigned layer)
{
    pipe_resource_reference(&surface->texture, texture);
    surface->context = pipe;
    surface->format = texture->format;
    surface->width = (uint16_t)u_minify(texture->width0, level);
    surface->height = (uint16_t)u_minify(texture->height0, level);
    surface->u.tex.level = level;
    surface->u.tex.first_layer = (uint16_t)layer;
    surface->u.tex.last_layer = (uint16_t)layer;
}

/* Initializes a surface, with one reference. */
static inline void pipe_surface_init(struct pipe_context *pipe, struct pipe_surface *surface,
                                     struct pipe_resource *texture, unsigned level, unsigned layer)
{
    surface->texture = NULL;
    pipe_reference_init(&surface->reference, 1);
    pipe_surface_reset(pipe, surface, texture, level, layer);
}

/* Whether two surfaces view the same part of a resource in the same format. */
static inline boolean pipe_surface_equal(struct pipe_surface *a, struct pipe_surface *b)
{
    if (a->texture != b->texture || a->format != b->format) {
        return FALSE;
    }
    if (a->texture->target == PIPE_BUFFER) {
        return a->u.buf.first_element == b->u.buf.first_element &&
               a->u.buf.last_element == b->u.buf.last_element;
    }
    return a->u.tex.level == b->u.tex.level && a->u.tex.first_layer == b->u.tex.first_layer &&
           a->u.tex.last_layer == b->u.tex.last_layer;
}

/* ---- Textures -------------------------------------------------------------------------------- */

/* Map a box of several layers or slices, or a rectangle of one layer, slice or face. */
static inline void *pipe_transfer_map_3d(struct pipe_context *pipe, struct pipe_resource *resource,
                                         unsigned level, unsigned access, unsigned x, unsigned y,
                                         unsigned z, unsigned width, unsigned height,
                                         unsigned depth, struct pipe_transfer **transfer)
{
    struct pipe_box box;

    u_box_3d(x, y, z, (int)width, (int)height, (int)depth, &box);
    return pipe->transfer_map(pipe, resource, level, access, &box, transfer);
}

static inline void *pipe_transfer_map(struct pipe_context *pipe, struct pipe_resource *resource,
                                      unsigned level, unsigned layer, unsigned access, unsigned x,
                                      unsigned y, unsigned width, unsigned height,
                                      struct pipe_transfer **transfer)
{
    return pipe_transfer_map_3d(pipe, resource, level, access, x, y, layer, width, height, 1,
                                transfer);
}

static inline void pipe_transfer_unmap(struct pipe_context *pipe, struct pipe_transfer *transfer)
{
    pipe->transfer_unmap(pipe, transfer);
}

/* util_max_layer() returns the index of the last layer, slice or face of a level, util_num_layers()
 * their number. */
static inline unsigned util_max_layer(const struct pipe_resource *r, unsigned level)
{
    return (r->target == PIPE_TEXTURE_3D ? u_minify(r->depth0, level) : r->array_size) - 1u;
}

static inline unsigned util_num_layers(const struct pipe_resource *r, unsigned level)
{
    return util_max_layer(r, level) + 1u;
}

/* Returns the TGSI_TEXTURE_* of a texture that is sampled without comparison. */
static inline unsigned util_pipe_tex_to_tgsi_tex(enum pipe_texture_target target,
                                                 unsigned nr_samples)
{
    switch (target) {
    case PIPE_BUFFER:
        return TGSI_TEXTURE_BUFFER;
    case PIPE_TEXTURE_1D:
        return TGSI_TEXTURE_1D;
    case PIPE_TEXTURE_2D:
        return nr_samples > 1 ? TGSI_TEXTURE_2D_MSAA : TGSI_TEXTURE_2D;
    case PIPE_TEXTURE_RECT:
        return TGSI_TEXTURE_RECT;
    case PIPE_TEXTURE_3D:
        return TGSI_TEXTURE_3D;
    case PIPE_TEXTURE_CUBE:
        return TGSI_TEXTURE_CUBE;
    case PIPE_TEXTURE_1D_ARRAY:
        return TGSI_TEXTURE_1D_ARRAY;
    case PIPE_TEXTURE_2D_ARRAY:
        return nr_samples > 1 ? TGSI_TEXTURE_2D_ARRAY_MSAA : TGSI_TEXTURE_2D_ARRAY;
    case PIPE_TEXTURE_CUBE_ARRAY:
        return TGSI_TEXTURE_CUBE_ARRAY;
    default:
        return TGSI_TEXTURE_UNKNOWN;
    }
}

/* ---- State ----------------------------------------------------------------------------------- */

/* Binds a whole buffer as constant buffer `index` of a stage; if `buf` is NULL, unbinds the
 * slot. */
static inline void pipe_set_constant_buffer(struct pipe_context *pipe, uint shader, uint index,
                                            struct pipe_resource *buf)
{
    struct pipe_constant_buffer cb;

    memset(&cb, 0, sizeof(cb));
    cb.buffer = buf;
    cb.buffer_size = buf ? buf->width0 : 0;
    pipe->set_constant_buffer(pipe, shader, index, buf ? &cb : NULL);
}

/* Copies a constant buffer with its reference; if `src` is NULL, clears *dst. */
static inline void util_copy_constant_buffer(struct pipe_constant_buffer *dst,
                                             const struct pipe_constant_buffer *src)
{
    pipe_resource_reference(&dst->buffer, src ? src->buffer : NULL);
    dst->buffer_offset = src ? src->buffer_offset : 0;
    dst->buffer_size = src ? src->buffer_size : 0;
    dst->user_buffer = src ? src->user_buffer : NULL;
}

/* Whether depth offset applies to this enum pipe_polygon_mode. */
static inline boolean util_get_offset(const struct pipe_rasterizer_state *templ, unsigned fill_mode)
{
    switch (fill_mode) {
    case PIPE_POLYGON_MODE_POINT:
        return templ->offset_point;
    case PIPE_POLYGON_MODE_LINE:
        return templ->offset_line;
    case PIPE_POLYGON_MODE_FILL:
        return templ->offset_tri;
    default:
        return FALSE;
    }
}

/* Returns the least point size of the state. Legacy GL points have at least one
 * pixel; points that are antialiased, multisampled or rasterized as squares may be smaller. */
static inline float util_get_min_point_size(const struct pipe_rasterizer_state *state)
{
    return state->point_quad_rasterization || state->point_smooth || state->multisample ? 0.0f
                                                                                        : 1.0f;
}

/* Returns the PIPE_SHADER_* of a TGSI_PROCESSOR_*. In Galvan both have equal values. */
static inline unsigned util_pipe_shader_from_tgsi_processor(unsigned processor)
{
    return processor;
}

/* Initializes a query result to no samples, primitives or time. */
static inline void util_query_clear_result(union pipe_query_result *result, unsigned type)
{
    (void)type;
    memset(result, 0, sizeof(*result));
}

#ifdef __cplusplus
}
#endif
#endif
