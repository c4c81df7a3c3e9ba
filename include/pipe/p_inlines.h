/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Reference counting of the objects of pipe/p_state.h, and helpers for buffers and their
 * contents. */
#ifndef PIPE_P_INLINES_H
#define PIPE_P_INLINES_H

#include "pipe/p_context.h"
#include "pipe/p_screen.h"
#include "pipe/p_state.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Each pipe_*_reference(ptr, obj) does *ptr = obj for a pointer that owns a reference: obj (may be
 * NULL) gains a reference. The old object of *ptr (may be NULL) loses a reference, and is destroyed
 * if no reference is left. So passing NULL releases the reference. Counts are atomic, and any
 * thread may change them; *ptr itself belongs to one thread. The last reference to a surface, view
 * or target must be released on a thread that may use its context. The count in a template is
 * ignored: a new object has one reference. */

/* Initializes a count; for the driver's create_* methods. */
static inline void pipe_reference_init(struct pipe_reference *reference, unsigned count)
{
    __atomic_store_n(&reference->count, (int32_t)count, __ATOMIC_RELAXED);
}

/* Adds a reference to src and removes a reference from dst; both may be NULL. TRUE: dst has no
 * references left and must be destroyed. */
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

static inline boolean pipe_is_referenced(struct pipe_reference *reference)
{
    return __atomic_load_n(&reference->count, __ATOMIC_ACQUIRE) != 0;
}

/* Sets *ptr to obj. If this destroys the old resource, also releases the resource's reference to
 * its next plane. */
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

/* Release a reference to an object whose own context may no longer exist. If no reference is left,
 * destroy the object through `pipe`, a context that may use the object. *ptr is NULL afterwards. */
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

/* ---- Buffers ---------------------------------------------------------------------------------
 * Offsets and sizes are bytes. Maps and transfers are those of pipe_context::transfer_map, and like
 * it return NULL on failure, with **transfer unchanged. `usage` is PIPE_TRANSFER_* for maps. */

/* Creates a buffer for `bind` (PIPE_BIND_*) and `usage` (PIPE_USAGE_*), with one reference, which
 * the caller owns. */
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
    struct pipe_box box = {(int)offset, 0, 0, (int)length, 1, 1};

    return pipe->transfer_map(pipe, buffer, 0, access, &box, transfer);
}

/* Maps the whole buffer. */
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

/* Reports that the CPU has written a range of a mapped buffer. `offset` is relative to the start of
 * the buffer, not of the mapped range. */
static inline void pipe_buffer_flush_mapped_range(struct pipe_context *pipe,
                                                  struct pipe_transfer *transfer, unsigned offset,
                                                  unsigned length)
{
    struct pipe_box box = {(int)(offset - (unsigned)transfer->box.x), 0, 0, (int)length, 1, 1};

    pipe->transfer_flush_region(pipe, transfer, &box);
}

/* Writes a range of a buffer. Other bytes of the buffer do not change. Does not wait. */
static inline void pipe_buffer_write(struct pipe_context *pipe, struct pipe_resource *buf,
                                     unsigned offset, unsigned size, const void *data)
{
    struct pipe_box box = {(int)offset, 0, 0, (int)size, 1, 1};
    unsigned access = PIPE_TRANSFER_WRITE;

    if (offset == 0 && size == buf->width0) {
        access |= PIPE_TRANSFER_DISCARD_WHOLE_RESOURCE;
    } else {
        access |= PIPE_TRANSFER_DISCARD_RANGE;
    }
    pipe->transfer_inline_write(pipe, buf, 0, access, &box, data, size, 0);
}

/* Writes a range of a buffer that the device does not use. Otherwise like pipe_buffer_write(). */
static inline void pipe_buffer_write_nooverlap(struct pipe_context *pipe, struct pipe_resource *buf,
                                               unsigned offset, unsigned size, const void *data)
{
    struct pipe_box box = {(int)offset, 0, 0, (int)size, 1, 1};

    pipe->transfer_inline_write(pipe, buf, 0, PIPE_TRANSFER_WRITE | PIPE_TRANSFER_UNSYNCHRONIZED,
                                &box, data, 0, 0);
}

/* Reads a range of a buffer. Waits for the device. On failure `data` does not change. */
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

/* Creates a buffer of `size` bytes with the contents of `data`. */
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

#ifdef __cplusplus
}
#endif
#endif
