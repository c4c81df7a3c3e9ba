/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Reference counting of the objects of pipe/p_state.h; buffers and mappings in one line. */
#ifndef UTIL_U_INLINES_H
#define UTIL_U_INLINES_H

#include "pipe/p_context.h"
#include "pipe/p_screen.h"
#include "pipe/p_shader_tokens.h"
#include "pipe/p_state.h"
#include "util/u_box.h"
#include "util/u_debug.h"
#include "util/u_math.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Each pipe_*_reference(ptr, obj) does *ptr = obj for a pointer that owns what it points to: obj
 * (may be NULL) gains a reference, and what *ptr pointed to (may be NULL) loses one and is
 * destroyed with the last. So passing NULL releases. Counts are atomic and may be changed by any
 * thread; *ptr itself belongs to one thread, and a surface, view or target must die on a thread
 * that may use its context. A template's count is not looked at: create_* start with one. */

/* Starts a count; for the driver's create_* methods. */
static inline void pipe_reference_init(struct pipe_reference *reference, unsigned count)
{
    __atomic_store_n(&reference->count, (int32_t)count, __ATOMIC_RELAXED);
}

/* Moves one reference: src (may be NULL) gains, dst (may be NULL) loses. TRUE: dst has none left
 * and must be destroyed. */
static inline boolean pipe_reference(struct pipe_reference *dst, struct pipe_reference *src)
{
    if (dst == src) {
        return FALSE;
    }
    if (src) {
        __atomic_add_fetch(&src->count, 1, __ATOMIC_RELAXED);
    }
    return dst && __atomic_sub_fetch(&dst->count, 1, __ATOMIC_ACQ_REL) == 0;
}

/* The same; get_desc, which described the object to logs of references, does not matter. */
typedef void (*debug_reference_descriptor)(char *text, const struct pipe_reference *reference);

static inline boolean pipe_reference_described(struct pipe_reference *dst,
                                               struct pipe_reference *src,
                                               debug_reference_descriptor get_desc)
{
    (void)get_desc;
    return pipe_reference(dst, src);
}

static inline boolean pipe_is_referenced(struct pipe_reference *reference)
{
    return __atomic_load_n(&reference->count, __ATOMIC_ACQUIRE) != 0;
}

/* Also releases the further planes of a resource that dies. */
static inline void pipe_resource_reference(struct pipe_resource **ptr, struct pipe_resource *obj)
{
    struct pipe_resource *old = *ptr;
    boolean dead = pipe_reference(old ? &old->reference : NULL, obj ? &obj->reference : NULL);

    *ptr = obj;
    while (old && dead) {
        struct pipe_resource *next = old->next;

        old->screen->resource_destroy(old->screen, old);
        old = next;
        dead = pipe_reference(old ? &old->reference : NULL, NULL);
    }
}

static inline void pipe_surface_reference(struct pipe_surface **ptr, struct pipe_surface *obj)
{
    struct pipe_surface *old = *ptr;
    boolean dead = pipe_reference(old ? &old->reference : NULL, obj ? &obj->reference : NULL);

    *ptr = obj;
    if (old && dead) {
        old->context->surface_destroy(old->context, old);
    }
}

static inline void pipe_sampler_view_reference(struct pipe_sampler_view **ptr,
                                               struct pipe_sampler_view *obj)
{
    struct pipe_sampler_view *old = *ptr;
    boolean dead = pipe_reference(old ? &old->reference : NULL, obj ? &obj->reference : NULL);

    *ptr = obj;
    if (old && dead) {
        old->context->sampler_view_destroy(old->context, old);
    }
}

static inline void pipe_so_target_reference(struct pipe_stream_output_target **ptr,
                                            struct pipe_stream_output_target *obj)
{
    struct pipe_stream_output_target *old = *ptr;
    boolean dead = pipe_reference(old ? &old->reference : NULL, obj ? &obj->reference : NULL);

    *ptr = obj;
    if (old && dead) {
        old->context->stream_output_target_destroy(old->context, old);
    }
}

static inline void pipe_vertex_state_reference(struct pipe_vertex_state **ptr,
                                               struct pipe_vertex_state *obj)
{
    struct pipe_vertex_state *old = *ptr;
    boolean dead = pipe_reference(old ? &old->reference : NULL, obj ? &obj->reference : NULL);

    *ptr = obj;
    if (old && dead) {
        old->screen->vertex_state_destroy(old->screen, old);
    }
}

/* Release through a context that may use the object where its own does not live any more; *ptr is
 * NULL then. */
static inline void pipe_surface_release(struct pipe_context *pipe, struct pipe_surface **ptr)
{
    struct pipe_surface *old = *ptr;

    *ptr = NULL;
    if (old && pipe_reference(&old->reference, NULL)) {
        pipe->surface_destroy(pipe, old);
    }
}

static inline void pipe_sampler_view_release(struct pipe_context *pipe,
                                             struct pipe_sampler_view **ptr)
{
    struct pipe_sampler_view *old = *ptr;

    *ptr = NULL;
    if (old && pipe_reference(&old->reference, NULL)) {
        pipe->sampler_view_destroy(pipe, old);
    }
}

/* ---- Surfaces that the program fills in itself, as templates or with memory of its own --------
 * One level and one layer of a texture, of which the surface takes a reference. */

/* A surface that was filled in before: its old texture loses the reference. */
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

/* One that holds nothing yet, with one reference. */
static inline void pipe_surface_init(struct pipe_context *pipe, struct pipe_surface *surface,
                                     struct pipe_resource *texture, unsigned level, unsigned layer)
{
    surface->texture = NULL;
    pipe_reference_init(&surface->reference, 1);
    pipe_surface_reset(pipe, surface, texture, level, layer);
}

/* Whether two surfaces are the same part of a resource in the same format. */
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

/* ---- Buffers ---------------------------------------------------------------------------------
 * Offsets and sizes are bytes. Maps and transfers are those of pipe_context::transfer_map, and like
 * it return NULL on failure; what they store through **transfer is left as it was then. usage is
 * PIPE_TRANSFER_* for maps. */

/* A buffer for bind (PIPE_BIND_*) and usage (PIPE_USAGE_*) with one reference, the caller's. */
static inline struct pipe_resource *pipe_buffer_create(struct pipe_screen *screen, unsigned bind,
                                                       unsigned usage, unsigned size)
{
    struct pipe_resource templ;

    memset(&templ, 0, sizeof(templ));
    templ.target = PIPE_BUFFER;
    templ.format = PIPE_FORMAT_R8_UNORM;
    templ.bind = bind;
    templ.usage = usage & 0xff;
    templ.width0 = size;
    templ.height0 = 1;
    templ.depth0 = 1;
    templ.array_size = 1;
    return screen->resource_create(screen, &templ);
}

static inline void *pipe_buffer_map_range(struct pipe_context *pipe, struct pipe_resource *buffer,
                                          unsigned offset, unsigned length, unsigned access,
                                          struct pipe_transfer **transfer)
{
    struct pipe_box box;

    u_box_1d(offset, length, &box);
    return pipe->transfer_map(pipe, buffer, 0, access, &box, transfer);
}

/* All of it. */
static inline void *pipe_buffer_map(struct pipe_context *pipe, struct pipe_resource *buffer,
                                    unsigned access, struct pipe_transfer **transfer)
{
    return pipe_buffer_map_range(pipe, buffer, 0, buffer->width0, access, transfer);
}

static inline void pipe_buffer_unmap(struct pipe_context *pipe, struct pipe_transfer *transfer)
{
    if (transfer) {
        pipe->transfer_unmap(pipe, transfer);
    }
}

/* offset counts from the start of the buffer, not of the mapped range. */
static inline void pipe_buffer_flush_mapped_range(struct pipe_context *pipe,
                                                  struct pipe_transfer *transfer, unsigned offset,
                                                  unsigned length)
{
    struct pipe_box box;

    u_box_1d(offset - (unsigned)transfer->box.x, length, &box);
    pipe->transfer_flush_region(pipe, transfer, &box);
}

/* Writes; the rest of the buffer keeps its contents. Does not wait. */
static inline void pipe_buffer_write(struct pipe_context *pipe, struct pipe_resource *buf,
                                     unsigned offset, unsigned size, const void *data)
{
    struct pipe_box box;
    unsigned access = PIPE_TRANSFER_WRITE;

    if (offset == 0 && size == buf->width0) {
        access |= PIPE_TRANSFER_DISCARD_WHOLE_RESOURCE;
    } else {
        access |= PIPE_TRANSFER_DISCARD_RANGE;
    }
    u_box_1d(offset, size, &box);
    pipe->transfer_inline_write(pipe, buf, 0, access, &box, data, size, 0);
}

/* The same for a range that the device does not use. */
static inline void pipe_buffer_write_nooverlap(struct pipe_context *pipe, struct pipe_resource *buf,
                                               unsigned offset, unsigned size, const void *data)
{
    struct pipe_box box;

    u_box_1d(offset, size, &box);
    pipe->transfer_inline_write(pipe, buf, 0, PIPE_TRANSFER_WRITE | PIPE_TRANSFER_UNSYNCHRONIZED,
                                &box, data, 0, 0);
}

/* Waits for the device. On failure data is left as it was. */
static inline void pipe_buffer_read(struct pipe_context *pipe, struct pipe_resource *buf,
                                    unsigned offset, unsigned size, void *data)
{
    struct pipe_transfer *transfer;
    const void *map = pipe_buffer_map_range(pipe, buf, offset, size, PIPE_TRANSFER_READ, &transfer);

    if (map) {
        memcpy(data, map, size);
        pipe_buffer_unmap(pipe, transfer);
    }
}

/* A buffer of size bytes that holds data already. */
static inline struct pipe_resource *pipe_buffer_create_with_data(struct pipe_context *pipe,
                                                                 unsigned bind, unsigned usage,
                                                                 unsigned size, const void *data)
{
    struct pipe_resource *buf = pipe_buffer_create(pipe->screen, bind, usage, size);

    if (buf) {
        pipe_buffer_write_nooverlap(pipe, buf, 0, size, data);
    }
    return buf;
}

/* ---- Textures -------------------------------------------------------------------------------- */

/* A rectangle of one layer, slice or face; or a box of several. */
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

/* The last layer, slice or face of a level; and how many there are. */
static inline unsigned util_max_layer(const struct pipe_resource *r, unsigned level)
{
    return (r->target == PIPE_TEXTURE_3D ? u_minify(r->depth0, level) : r->array_size) - 1u;
}

static inline unsigned util_num_layers(const struct pipe_resource *r, unsigned level)
{
    return util_max_layer(r, level) + 1u;
}

/* TGSI_TEXTURE_* of a texture that is sampled without comparison. */
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

/* All of buf as constant buffer index of a stage; NULL unbinds. */
static inline void pipe_set_constant_buffer(struct pipe_context *pipe, uint shader, uint index,
                                            struct pipe_resource *buf)
{
    struct pipe_constant_buffer cb;

    memset(&cb, 0, sizeof(cb));
    cb.buffer = buf;
    cb.buffer_size = buf ? buf->width0 : 0;
    pipe->set_constant_buffer(pipe, shader, index, buf ? &cb : NULL);
}

/* *dst = *src with the references that takes; src NULL empties *dst. */
static inline void util_copy_constant_buffer(struct pipe_constant_buffer *dst,
                                             const struct pipe_constant_buffer *src)
{
    pipe_resource_reference(&dst->buffer, src ? src->buffer : NULL);
    dst->buffer_offset = src ? src->buffer_offset : 0;
    dst->buffer_size = src ? src->buffer_size : 0;
    dst->user_buffer = src ? src->user_buffer : NULL;
}

/* Whether faces of this enum pipe_polygon_mode get the depth offset. */
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

/* The least size that points of this state have: GL's legacy points are a pixel at least. */
static inline float util_get_min_point_size(const struct pipe_rasterizer_state *state)
{
    return state->point_quad_rasterization || state->point_smooth || state->multisample ? 0.0f
                                                                                        : 1.0f;
}

/* PIPE_SHADER_* of TGSI_PROCESSOR_*, which are the same here. */
static inline unsigned util_pipe_shader_from_tgsi_processor(unsigned processor)
{
    return processor;
}

/* No samples, no primitives, no time; what a query begins with. */
static inline void util_query_clear_result(union pipe_query_result *result, unsigned type)
{
    (void)type;
    memset(result, 0, sizeof(*result));
}

#ifdef __cplusplus
}
#endif
#endif
