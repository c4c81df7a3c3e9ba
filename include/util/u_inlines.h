/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Reference counting of the objects of pipe/p_state.h. */
#ifndef UTIL_U_INLINES_H
#define UTIL_U_INLINES_H

#include "pipe/p_context.h"
#include "pipe/p_screen.h"
#include "pipe/p_state.h"

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

#ifdef __cplusplus
}
#endif
#endif
