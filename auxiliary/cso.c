/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Finds state objects by their templates. A program has few objects of each kind, so the search is
 * linear and starts with the object that was used last. */
#include "auxiliary/cso.h"

#include <stdlib.h>
#include <string.h>

#include "util/u_draw.h"
#include "util/u_framebuffer.h"
#include "util/u_inlines.h"
#include "util/u_math.h"

struct cso_entry {
    struct cso_entry *next;
    void *object;
    size_t size_B;
    uint8_t templ[]; /* size_B bytes */
};

struct cso_context *cso_create_context(struct pipe_context *pipe, ...)
{
    struct cso_context *cso = calloc(1, sizeof(*cso));
    if (!cso)
        return NULL;
    cso->pipe = pipe;
    cso->now.sample_mask = ~0u;
    cso->now.min_samples = 1;
    return cso;
}

struct pipe_context *cso_get_pipe_context(struct cso_context *cso)
{
    return cso->pipe;
}

/* ---- Objects --------------------------------------------------------------------------------- */

static void *create_object(struct pipe_context *pipe, enum cso_kind kind, const void *templ,
                           size_t size_B)
{
    switch (kind) {
    case CSO_BLEND:
        return pipe->create_blend_state(pipe, templ);
    case CSO_DSA:
        return pipe->create_depth_stencil_alpha_state(pipe, templ);
    case CSO_RASTERIZER:
        return pipe->create_rasterizer_state(pipe, templ);
    case CSO_SAMPLER:
        return pipe->create_sampler_state(pipe, templ);
    default:
        return pipe->create_vertex_elements_state(
            pipe, (unsigned)(size_B / sizeof(struct pipe_vertex_element)), templ);
    }
}

static void delete_object(struct pipe_context *pipe, enum cso_kind kind, void *object)
{
    void (*const delete[CSO_NUM_KINDS])(struct pipe_context *, void *) = {
        [CSO_BLEND] = pipe->delete_blend_state,
        [CSO_DSA] = pipe->delete_depth_stencil_alpha_state,
        [CSO_RASTERIZER] = pipe->delete_rasterizer_state,
        [CSO_SAMPLER] = pipe->delete_sampler_state,
        [CSO_ELEMENTS] = pipe->delete_vertex_elements_state,
    };
    delete[kind](pipe, object);
}

/* Finds or creates the object of a template. Returns NULL if it cannot be created. */
static void *object_of(struct cso_context *cso, enum cso_kind kind, const void *templ,
                       size_t size_B)
{
    struct cso_entry **link = &cso->entries[kind], *entry;
    while ((entry = *link) && (entry->size_B != size_B || memcmp(entry->templ, templ, size_B) != 0))
        link = &entry->next;
    if (entry) {
        *link = entry->next;
    } else {
        entry = malloc(sizeof(*entry) + size_B);
        if (!entry)
            return NULL;
        entry->object = create_object(cso->pipe, kind, templ, size_B);
        if (!entry->object) {
            free(entry);
            return NULL;
        }
        entry->size_B = size_B;
        memcpy(entry->templ, templ, size_B);
    }
    entry->next = cso->entries[kind];
    cso->entries[kind] = entry;
    return entry->object;
}

static enum pipe_error set(struct cso_context *cso, enum cso_kind kind, const void *templ,
                           size_t size_B, void (*bind)(struct pipe_context *pipe, void *object),
                           void **now)
{
    void *object = object_of(cso, kind, templ, size_B);
    if (!object)
        return PIPE_ERROR_OUT_OF_MEMORY;
    bind(cso->pipe, object);
    *now = object;
    return PIPE_OK;
}

enum pipe_error cso_set_blend(struct cso_context *cso, const struct pipe_blend_state *blend)
{
    return set(cso, CSO_BLEND, blend, sizeof(*blend), cso->pipe->bind_blend_state, &cso->now.blend);
}

enum pipe_error cso_set_depth_stencil_alpha(struct cso_context *cso,
                                            const struct pipe_depth_stencil_alpha_state *dsa)
{
    return set(cso, CSO_DSA, dsa, sizeof(*dsa), cso->pipe->bind_depth_stencil_alpha_state,
               &cso->now.dsa);
}

enum pipe_error cso_set_rasterizer(struct cso_context *cso,
                                   const struct pipe_rasterizer_state *rasterizer)
{
    return set(cso, CSO_RASTERIZER, rasterizer, sizeof(*rasterizer),
               cso->pipe->bind_rasterizer_state, &cso->now.rasterizer);
}

enum pipe_error cso_set_vertex_elements(struct cso_context *cso, unsigned count,
                                        const struct pipe_vertex_element *elements)
{
    return set(cso, CSO_ELEMENTS, elements, count * sizeof(*elements),
               cso->pipe->bind_vertex_elements_state, &cso->now.elements);
}

/* ---- Samplers and views ---------------------------------------------------------------------- */

/* Binds the first `num` samplers, and unbinds the bound samplers after them. */
void gv_cso_bind_samplers(struct cso_context *cso, unsigned shader, unsigned num)
{
    struct cso_stage *stage = &cso->stages[shader];
    unsigned bound = num > stage->num_samplers ? num : stage->num_samplers;
    for (unsigned i = num; i < bound; i++)
        stage->samplers[i] = NULL;
    if (bound)
        cso->pipe->bind_sampler_states(cso->pipe, shader, 0, bound, stage->samplers);
    stage->num_samplers = num;
    stage->num_single = 0;
}

enum pipe_error cso_single_sampler(struct cso_context *cso, unsigned shader_stage, unsigned idx,
                                   const struct pipe_sampler_state *state)
{
    if (shader_stage >= PIPE_SHADER_TYPES || idx >= PIPE_MAX_SAMPLERS)
        return PIPE_ERROR_BAD_INPUT;
    struct cso_stage *stage = &cso->stages[shader_stage];
    void *object = state ? object_of(cso, CSO_SAMPLER, state, sizeof(*state)) : NULL;
    if (state && !object)
        return PIPE_ERROR_OUT_OF_MEMORY;
    /* Slots between num_single and `idx` still hold samplers that were set before the last
     * cso_single_sampler_done(). */
    for (unsigned i = stage->num_single; i < idx; i++)
        stage->samplers[i] = NULL;
    stage->samplers[idx] = object;
    if (idx >= stage->num_single)
        stage->num_single = idx + 1;
    return PIPE_OK;
}

void cso_single_sampler_done(struct cso_context *cso, unsigned shader_stage)
{
    if (shader_stage < PIPE_SHADER_TYPES)
        gv_cso_bind_samplers(cso, shader_stage, cso->stages[shader_stage].num_single);
}

enum pipe_error cso_set_samplers(struct cso_context *cso, unsigned shader_stage, unsigned count,
                                 const struct pipe_sampler_state **states)
{
    if (shader_stage >= PIPE_SHADER_TYPES || count > PIPE_MAX_SAMPLERS)
        return PIPE_ERROR_BAD_INPUT;
    cso->stages[shader_stage].num_single = 0;
    enum pipe_error result = PIPE_OK;
    for (unsigned i = 0; i < count && result == PIPE_OK; i++)
        result = cso_single_sampler(cso, shader_stage, i, states[i]);
    if (result == PIPE_OK)
        gv_cso_bind_samplers(cso, shader_stage, count);
    return result;
}

void cso_set_sampler_views(struct cso_context *cso, unsigned shader_stage, unsigned count,
                           struct pipe_sampler_view **views)
{
    struct pipe_sampler_view *all[PIPE_MAX_SHADER_SAMPLER_VIEWS] = {NULL};
    if (shader_stage >= PIPE_SHADER_TYPES || count > PIPE_MAX_SHADER_SAMPLER_VIEWS)
        return;
    struct cso_stage *stage = &cso->stages[shader_stage];
    unsigned bound = count > stage->num_views ? count : stage->num_views;
    if (count)
        memcpy(all, views, count * sizeof(*all));
    for (unsigned i = 0; shader_stage == PIPE_SHADER_FRAGMENT && i < bound; i++)
        pipe_sampler_view_reference(&cso->now.views[i], all[i]);
    if (bound)
        cso->pipe->set_sampler_views(cso->pipe, shader_stage, 0, bound, all);
    stage->num_views = count;
}

/* ---- Shaders --------------------------------------------------------------------------------- */

#define SHADER_OF_STAGE(stage, method, number)                                                     \
    void cso_set_##stage##_shader_handle(struct cso_context *cso, void *handle)                    \
    {                                                                                              \
        cso->pipe->bind_##method##_state(cso->pipe, handle);                                       \
        cso->now.shaders[number] = handle;                                                         \
    }                                                                                              \
    void cso_delete_##stage##_shader(struct cso_context *cso, void *handle)                        \
    {                                                                                              \
        cso_set_##stage##_shader_handle(cso, NULL);                                                \
        cso->pipe->delete_##method##_state(cso->pipe, handle);                                     \
    }

SHADER_OF_STAGE(vertex, vs, PIPE_SHADER_VERTEX)
SHADER_OF_STAGE(fragment, fs, PIPE_SHADER_FRAGMENT)
SHADER_OF_STAGE(geometry, gs, PIPE_SHADER_GEOMETRY)
SHADER_OF_STAGE(tessctrl, tcs, PIPE_SHADER_TESS_CTRL)
SHADER_OF_STAGE(tesseval, tes, PIPE_SHADER_TESS_EVAL)

/* ---- Values ---------------------------------------------------------------------------------- */

void cso_set_framebuffer(struct cso_context *cso, const struct pipe_framebuffer_state *fb)
{
    util_copy_framebuffer_state(&cso->now.framebuffer, fb);
    cso->pipe->set_framebuffer_state(cso->pipe, fb);
}

void cso_set_viewport(struct cso_context *cso, const struct pipe_viewport_state *viewport)
{
    cso->now.viewport = *viewport;
    cso->pipe->set_viewport_states(cso->pipe, 0, 1, viewport);
}

void cso_set_viewport_dims(struct cso_context *cso, float width, float height, boolean invert)
{
    const struct pipe_viewport_state viewport = {
        .scale = {0.5f * width, (invert ? -0.5f : 0.5f) * height, 0.5f},
        .translate = {0.5f * width, 0.5f * height, 0.5f},
    };
    cso_set_viewport(cso, &viewport);
}

void cso_set_blend_color(struct cso_context *cso, const struct pipe_blend_color *color)
{
    cso->pipe->set_blend_color(cso->pipe, color);
}

void cso_set_sample_mask(struct cso_context *cso, unsigned sample_mask)
{
    cso->now.sample_mask = sample_mask;
    cso->pipe->set_sample_mask(cso->pipe, sample_mask);
}

void cso_set_min_samples(struct cso_context *cso, unsigned min_samples)
{
    cso->now.min_samples = min_samples;
    cso->pipe->set_min_samples(cso->pipe, min_samples);
}

void cso_set_stencil_ref(struct cso_context *cso, const struct pipe_stencil_ref *ref)
{
    cso->now.stencil_ref = *ref;
    cso->pipe->set_stencil_ref(cso->pipe, ref);
}

void cso_set_render_condition(struct cso_context *cso, struct pipe_query *query, boolean condition,
                              uint mode)
{
    cso->now.condition = (struct cso_condition){query, condition, mode};
    cso->pipe->render_condition(cso->pipe, query, condition, mode);
}

void cso_set_vertex_buffers(struct cso_context *cso, unsigned start, unsigned count,
                            const struct pipe_vertex_buffer *buffers)
{
    if (start == 0 && count)
        gv_cso_copy_vertex_buffer(&cso->now.vertex_buffer, buffers);
    cso->pipe->set_vertex_buffers(cso->pipe, start, count, buffers);
}

void cso_set_index_buffer(struct cso_context *cso, const struct pipe_index_buffer *ib)
{
    cso->pipe->set_index_buffer(cso->pipe, ib);
}

void cso_set_stream_outputs(struct cso_context *cso, unsigned num_targets,
                            struct pipe_stream_output_target **targets, const unsigned *offsets)
{
    gv_cso_copy_targets(&cso->now.targets, num_targets, targets);
    cso->pipe->set_stream_output_targets(cso->pipe, num_targets, targets, offsets);
}

static void mark_constants(struct cso_context *cso, unsigned shader_stage, unsigned index)
{
    if (shader_stage < PIPE_SHADER_TYPES && index < PIPE_MAX_CONSTANT_BUFFERS)
        cso->stages[shader_stage].constants_mask |= 1u << index;
}

void cso_set_constant_buffer(struct cso_context *cso, unsigned shader_stage, unsigned index,
                             struct pipe_constant_buffer *cb)
{
    mark_constants(cso, shader_stage, index);
    if (shader_stage < PIPE_SHADER_TYPES && index == 0)
        util_copy_constant_buffer(&cso->now.constants[shader_stage], cb);
    cso->pipe->set_constant_buffer(cso->pipe, shader_stage, index, cb);
}

void cso_set_constant_buffer_resource(struct cso_context *cso, unsigned shader_stage,
                                      unsigned index, struct pipe_resource *buffer)
{
    struct pipe_constant_buffer cb = {.buffer = buffer, .buffer_size = buffer ? buffer->width0 : 0};
    cso_set_constant_buffer(cso, shader_stage, index, buffer ? &cb : NULL);
}

void cso_draw_vbo(struct cso_context *cso, const struct pipe_draw_info *info)
{
    cso->pipe->draw_vbo(cso->pipe, info);
}

void cso_draw_arrays(struct cso_context *cso, uint mode, uint start, uint count)
{
    util_draw_arrays(cso->pipe, mode, start, count);
}

void cso_draw_arrays_instanced(struct cso_context *cso, uint mode, uint start, uint count,
                               uint start_instance, uint instance_count)
{
    util_draw_arrays_instanced(cso->pipe, mode, start, count, start_instance, instance_count);
}

/* ---- The end --------------------------------------------------------------------------------- */

static void unbind(struct cso_context *cso)
{
    struct pipe_context *pipe = cso->pipe;
    for (unsigned s = 0; s < PIPE_SHADER_TYPES; s++) {
        gv_cso_bind_samplers(cso, s, 0);
        cso_set_sampler_views(cso, s, 0, NULL);
        while (cso->stages[s].constants_mask) {
            unsigned index = (unsigned)u_bit_scan(&cso->stages[s].constants_mask);
            pipe->set_constant_buffer(pipe, s, index, NULL);
        }
    }
    pipe->bind_blend_state(pipe, NULL);
    pipe->bind_depth_stencil_alpha_state(pipe, NULL);
    pipe->bind_rasterizer_state(pipe, NULL);
    pipe->bind_vertex_elements_state(pipe, NULL);
    pipe->bind_vs_state(pipe, NULL);
    pipe->bind_fs_state(pipe, NULL);
    pipe->bind_gs_state(pipe, NULL);
    pipe->bind_tcs_state(pipe, NULL);
    pipe->bind_tes_state(pipe, NULL);
    pipe->set_vertex_buffers(pipe, 0, PIPE_MAX_ATTRIBS, NULL);
    pipe->set_index_buffer(pipe, NULL);
    pipe->set_stream_output_targets(pipe, 0, NULL, NULL);
    pipe->render_condition(pipe, NULL, FALSE, 0);
    const struct pipe_framebuffer_state none = {0};
    pipe->set_framebuffer_state(pipe, &none);
}

void cso_release_all(struct cso_context *cso)
{
    unbind(cso);
    gv_cso_release(&cso->now);
    gv_cso_release(&cso->saved);
}

void cso_destroy_context(struct cso_context *cso)
{
    if (!cso)
        return;
    cso_release_all(cso);
    for (unsigned kind = 0; kind < CSO_NUM_KINDS; kind++) {
        struct cso_entry *next;
        for (struct cso_entry *entry = cso->entries[kind]; entry; entry = next) {
            next = entry->next;
            delete_object(cso->pipe, (enum cso_kind)kind, entry->object);
            free(entry);
        }
    }
    free(cso);
}
