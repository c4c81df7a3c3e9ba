/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Vertex buffers, constant buffers and sampler views. Mesa often binds the same objects again for
 * each draw, and passes a reference with each object that it binds. Each release of a reference
 * takes an atomic operation. So a slot keeps all references that the context gets for the bound
 * object, and releases them at once when the slot gets another object. Galvan is called only if a
 * slot of vertex buffers or views changes. */
#include "util/u_inlines.h"

#include "galvan/galvan.h"

#include "gm.h"
#include "names.h"

/* The context releases surplus references of unchanged slots after this number of calls, so that
 * the objects' reference counts do not overflow. */
enum {
    MAX_CALLS = 1 << 20
};

/* Releases all references but one that a slot holds to its object. `object` may be NULL. */
static void release_surplus(struct pipe_reference *object, unsigned *references)
{
    if (object && *references > 1)
        p_atomic_add(&object->count, 1 - (int)*references);
    *references = 1;
}

/* ---- Vertex buffers ------------------------------------------------------------------------ */

static struct pipe_resource *resource_of(const struct pipe_vertex_buffer *buffer)
{
    return buffer->is_user_buffer ? NULL : buffer->buffer.resource;
}

static void release_surplus_of_buffer(struct gm_context *ctx, unsigned slot)
{
    struct pipe_resource *resource = resource_of(&ctx->buffers[slot]);

    release_surplus(resource ? &resource->reference : NULL, &ctx->buffer_references[slot]);
}

/* Binds a buffer to a slot. `references` is the number of references to the buffer that the caller
 * passes, 0 or 1. If it is 0, a slot that gets another buffer adds a reference. */
static void replace_buffer(struct gm_context *ctx, unsigned slot,
                           const struct pipe_vertex_buffer *buffer, unsigned references)
{
    struct pipe_resource *old = resource_of(&ctx->buffers[slot]);
    struct pipe_resource *resource = resource_of(buffer);

    if (old == resource) {
        ctx->buffer_references[slot] += references;
    } else {
        release_surplus_of_buffer(ctx, slot);
        if (references)
            pipe_resource_reference(&old, NULL);
        else
            pipe_resource_reference(&old, resource);
    }
    ctx->buffers[slot] = *buffer;
}

/* Returns whether a slot gets another buffer, offset or stride. User memory counts as another
 * buffer. */
static bool is_other_buffer(const struct pipe_vertex_buffer *a, const struct pipe_vertex_buffer *b)
{
    uint64_t other = (uintptr_t)a->buffer.resource ^ (uintptr_t)b->buffer.resource;

    other |= a->buffer_offset ^ b->buffer_offset;
    other |= a->is_user_buffer | b->is_user_buffer;
#if GM_MESA < 2402
    other |= a->stride ^ b->stride;
#endif
    return other;
}

static unsigned stride_of(const struct gm_context *ctx, unsigned slot)
{
#if GM_MESA < 2402
    return ctx->buffers[slot].stride;
#else
    return ctx->strides[slot];
#endif
}

/* Passes the slots [start, end) to Galvan. */
static void pass_buffers(struct gm_context *ctx, unsigned start, unsigned end)
{
    struct gpipe_vertex_buffer buffers[PIPE_MAX_ATTRIBS];

    for (unsigned slot = start; slot < end; slot++) {
        const struct pipe_vertex_buffer *from = &ctx->buffers[slot];

        buffers[slot] = (struct gpipe_vertex_buffer){
            .stride = stride_of(ctx, slot),
            .buffer_offset = from->buffer_offset,
            .buffer = gm_galvan_resource(resource_of(from)),
            .user_buffer = from->is_user_buffer ? from->buffer.user : NULL,
        };
    }
    if (start < end)
        ctx->galvan->set_vertex_buffers(ctx->galvan, start, end - start, &buffers[start]);
}

/* Binds buffers to slots. `references` is the number of references to each buffer that the caller
 * passes, 0 or 1. */
static void bind_buffers(struct gm_context *ctx, unsigned start, unsigned num, unsigned references,
                         const struct pipe_vertex_buffer *buffers)
{
    unsigned first = num, end = 0;

    for (unsigned i = 0; i < num; i++) {
        if (!is_other_buffer(&ctx->buffers[start + i], &buffers[i])) {
            ctx->buffer_references[start + i] += references;
            continue;
        }
        replace_buffer(ctx, start + i, &buffers[i], references);
        first = MIN2(first, i);
        end = i + 1;
    }
    ctx->num_buffers = MAX2(ctx->num_buffers, start + num);
    pass_buffers(ctx, start + first, start + end);
    if (++ctx->num_buffer_calls % MAX_CALLS)
        return;
    for (unsigned slot = 0; slot < ctx->num_buffers; slot++)
        release_surplus_of_buffer(ctx, slot);
}

/* Unbinds the buffers of the slots [start, end). */
static void unbind_buffers(struct gm_context *ctx, unsigned start, unsigned end)
{
    const struct pipe_vertex_buffer none = {0};

    end = MIN2(end, ctx->num_buffers);
    if (start >= end)
        return;
    for (unsigned slot = start; slot < end; slot++)
        replace_buffer(ctx, slot, &none, 0);
    if (end == ctx->num_buffers)
        ctx->num_buffers = start;
    ctx->galvan->set_vertex_buffers(ctx->galvan, start, end - start, NULL);
}

#if GM_MESA < 2402
static void set_vertex_buffers(struct pipe_context *pipe, unsigned start, unsigned num,
                               unsigned num_unbound, bool take_ownership,
                               const struct pipe_vertex_buffer *buffers)
{
    struct gm_context *ctx = gm_context(pipe);

    if (buffers)
        bind_buffers(ctx, start, num, take_ownership, buffers);
    unbind_buffers(ctx, buffers ? start + num : start, start + num + num_unbound);
}
#else
/* Sets the vertex buffers, and unbinds all others. The context takes over the caller's
 * references. */
static void set_vertex_buffers(struct pipe_context *pipe, unsigned num,
                               const struct pipe_vertex_buffer *buffers)
{
    struct gm_context *ctx = gm_context(pipe);

    unbind_buffers(ctx, num, ctx->num_buffers);
    bind_buffers(ctx, 0, num, 1, buffers);
}

void gm_set_strides(struct gm_context *ctx, const uint16_t *strides)
{
    unsigned first = ctx->num_buffers, end = 0;

    if (!memcmp(ctx->strides, strides, sizeof(ctx->strides)))
        return;
    for (unsigned slot = 0; slot < ctx->num_buffers; slot++) {
        if (ctx->strides[slot] == strides[slot])
            continue;
        first = MIN2(first, slot);
        end = slot + 1;
    }
    memcpy(ctx->strides, strides, sizeof(ctx->strides));
    pass_buffers(ctx, first, end);
}
#endif

/* ---- Constant buffers ---------------------------------------------------------------------- */

/* Releases all references that a slot holds. */
static void empty_slot(struct gm_constant_slot *slot)
{
    release_surplus(slot->resource ? &slot->resource->reference : NULL, &slot->references);
    pipe_resource_reference(&slot->resource, NULL);
    slot->references = 0;
}

/* Stores a reference of the caller in a slot. */
static void store_reference(struct gm_constant_slot *slot, struct pipe_resource *resource)
{
    if (slot->resource != resource || slot->references == MAX_CALLS)
        empty_slot(slot);
    slot->resource = resource;
    slot->references++;
}

/* Returns the host's address of the constants that Galvan shall copy or may compile into pipelines;
 * NULL if it shall only bind the buffer. Galvan compiles only the fragment shader's constants, and
 * only on software devices. Mesa's frontends write the constants of slot 0 before they bind the
 * buffer, and never again. */
static const void *host_constants(const struct gm_context *ctx, enum pipe_shader_type stage,
                                  unsigned index, const struct pipe_constant_buffer *buffer)
{
    const uint64_t end = (uint64_t)buffer->buffer_offset + buffer->buffer_size;

    if (!buffer->buffer)
        return buffer->user_buffer;
    if (index || stage != PIPE_SHADER_FRAGMENT || end > buffer->buffer->width0 ||
        !gm_screen(ctx->base.screen)->device->is_software)
        return NULL;
    return galvan_buffer_bytes(gm_resource(buffer->buffer)->galvan, buffer->buffer_offset,
                               buffer->buffer_size, false);
}

static void set_constant_buffer(struct pipe_context *pipe, enum pipe_shader_type stage,
                                unsigned index, bool take_ownership,
                                const struct pipe_constant_buffer *buffer)
{
    struct gm_context *ctx = gm_context(pipe);
    struct gpipe_context *galvan = ctx->galvan;
    struct gm_constant_slot *slot = &ctx->constants[stage][index];

    if (!buffer) {
        galvan->set_constant_buffer(galvan, gm_stage(stage), index, NULL);
        empty_slot(slot);
        return;
    }
    const struct gpipe_constant_buffer galvan_buffer = {
        .buffer = gm_galvan_resource(buffer->buffer),
        .buffer_offset = buffer->buffer_offset,
        .buffer_size = buffer->buffer_size,
        .user_buffer = host_constants(ctx, stage, index, buffer),
    };
    galvan->set_constant_buffer(galvan, gm_stage(stage), index, &galvan_buffer);
    if (take_ownership && buffer->buffer)
        store_reference(slot, buffer->buffer);
    else
        empty_slot(slot);
}

/* ---- Sampler views ------------------------------------------------------------------------- */

static void release_surplus_of_view(struct gm_views *views, unsigned slot)
{
    struct pipe_sampler_view *view = views->views[slot];

    release_surplus(view ? &view->reference : NULL, &views->references[slot]);
}

/* Binds a view to a slot. `references` is the number of references to the view that the caller
 * passes, 0 or 1. If it is 0, a slot that gets another view adds a reference. Returns whether the
 * slot has changed. */
static bool replace_view(struct gm_views *views, unsigned slot, struct pipe_sampler_view *view,
                         unsigned references)
{
    if (views->views[slot] == view) {
        views->references[slot] += references;
        return false;
    }
    release_surplus_of_view(views, slot);
    pipe_sampler_view_reference(&views->views[slot], references ? NULL : view);
    views->views[slot] = view;
    return true;
}

static void unbind_views(struct gm_context *ctx, enum pipe_shader_type stage, unsigned start,
                         unsigned end)
{
    struct gm_views *views = &ctx->views[stage];

    end = MIN2(end, views->num);
    if (start >= end)
        return;
    for (unsigned slot = start; slot < end; slot++)
        replace_view(views, slot, NULL, 0);
    if (end == views->num)
        views->num = start;
    ctx->galvan->set_sampler_views(ctx->galvan, gm_stage(stage), start, end - start, NULL);
}

/* Binds views to slots. `references` is the number of references to each view that the caller
 * passes, 0 or 1. */
static void bind_views(struct gm_context *ctx, enum pipe_shader_type stage, unsigned start,
                       unsigned num, unsigned references, struct pipe_sampler_view **given)
{
    struct gpipe_sampler_view *galvan_views[PIPE_MAX_SHADER_SAMPLER_VIEWS];
    struct gm_views *views = &ctx->views[stage];
    unsigned first = num, end = 0;

    for (unsigned i = 0; i < num; i++) {
        if (!replace_view(views, start + i, given[i], references))
            continue;
        first = MIN2(first, i);
        end = i + 1;
    }
    views->num = MAX2(views->num, start + num);
    for (unsigned i = first; i < end; i++)
        galvan_views[i] = gm_galvan_view(ctx, given[i]);
    if (first < end)
        ctx->galvan->set_sampler_views(ctx->galvan, gm_stage(stage), start + first, end - first,
                                       &galvan_views[first]);
    if (++views->num_calls % MAX_CALLS)
        return;
    for (unsigned slot = 0; slot < views->num; slot++)
        release_surplus_of_view(views, slot);
}

static void set_sampler_views(struct pipe_context *pipe, enum pipe_shader_type stage,
                              unsigned start, unsigned num, unsigned num_unbound,
                              bool take_ownership, struct pipe_sampler_view **views)
{
    struct gm_context *ctx = gm_context(pipe);

    if (views)
        bind_views(ctx, stage, start, num, take_ownership, views);
    unbind_views(ctx, stage, views ? start + num : start, start + num + num_unbound);
}

void gm_unbind(struct gm_context *ctx)
{
    unbind_buffers(ctx, 0, ctx->num_buffers);
    for (unsigned stage = 0; stage < PIPE_SHADER_TYPES; stage++) {
        unbind_views(ctx, stage, 0, ctx->views[stage].num);
        for (unsigned i = 0; i < PIPE_MAX_CONSTANT_BUFFERS; i++)
            empty_slot(&ctx->constants[stage][i]);
    }
}

void gm_init_context_bound(struct gm_context *ctx)
{
    ctx->base.set_vertex_buffers = set_vertex_buffers;
    ctx->base.set_constant_buffer = set_constant_buffer;
    ctx->base.set_sampler_views = set_sampler_views;
}
