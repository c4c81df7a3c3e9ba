/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Sets the state of a context by templates. The first use of a template creates a state object, and
 * later uses find it by the template's bytes, so programs should clear templates before they fill
 * them. Programs make all other calls to the pipe_context directly.
 *
 * Only the thread that uses the pipe_context may use its cso_context. If a state object cannot be
 * created, the call returns PIPE_ERROR_OUT_OF_MEMORY and the previous object remains bound. */
#ifndef CSO_CONTEXT_H
#define CSO_CONTEXT_H

#include "pipe/p_compiler.h"
#include "pipe/p_context.h"
#include "pipe/p_defines.h"
#include "pipe/p_state.h"

#ifdef __cplusplus
extern "C" {
#endif

struct cso_context;

/* Creates a cso_context, or returns NULL if memory runs out. `pipe` must outlive the cso_context.
 * Programs for later versions of Gallium pass flags after `pipe`, which are ignored. */
PUBLIC struct cso_context *cso_create_context(struct pipe_context *pipe, ...);
/* Unbinds state that was set through the context, and releases saved state. */
PUBLIC void cso_release_all(struct cso_context *cso);
/* Releases all state like cso_release_all(), and destroys the state objects. `cso` may be NULL. */
PUBLIC void cso_destroy_context(struct cso_context *cso);
PUBLIC struct pipe_context *cso_get_pipe_context(struct cso_context *cso);

/* ---- By template ----------------------------------------------------------------------------- */

PUBLIC enum pipe_error cso_set_blend(struct cso_context *cso, const struct pipe_blend_state *blend);
PUBLIC enum pipe_error
cso_set_depth_stencil_alpha(struct cso_context *cso,
                            const struct pipe_depth_stencil_alpha_state *dsa);
PUBLIC enum pipe_error cso_set_rasterizer(struct cso_context *cso,
                                          const struct pipe_rasterizer_state *rasterizer);
PUBLIC enum pipe_error cso_set_vertex_elements(struct cso_context *cso, unsigned count,
                                               const struct pipe_vertex_element *elements);
/* Binds samplers 0 to `count` - 1 of a stage, PIPE_SHADER_*. Samplers whose entry is NULL, and
 * samplers from `count` on, are unbound. */
PUBLIC enum pipe_error cso_set_samplers(struct cso_context *cso, unsigned shader_stage,
                                        unsigned count, const struct pipe_sampler_state **states);
/* Sets a single sampler. cso_single_sampler_done() binds the samplers that were set since its last
 * call, and unbinds all others. */
PUBLIC enum pipe_error cso_single_sampler(struct cso_context *cso, unsigned shader_stage,
                                          unsigned idx, const struct pipe_sampler_state *state);
PUBLIC void cso_single_sampler_done(struct cso_context *cso, unsigned shader_stage);

/* ---- Shaders ---------------------------------------------------------------------------------
 * `handle` is a shader that create_*_state of the context has returned. Deleting a shader unbinds
 * it. */

PUBLIC void cso_set_vertex_shader_handle(struct cso_context *cso, void *handle);
PUBLIC void cso_set_fragment_shader_handle(struct cso_context *cso, void *handle);
PUBLIC void cso_set_geometry_shader_handle(struct cso_context *cso, void *handle);
PUBLIC void cso_set_tessctrl_shader_handle(struct cso_context *cso, void *handle);
PUBLIC void cso_set_tesseval_shader_handle(struct cso_context *cso, void *handle);
PUBLIC void cso_delete_vertex_shader(struct cso_context *cso, void *handle);
PUBLIC void cso_delete_fragment_shader(struct cso_context *cso, void *handle);
PUBLIC void cso_delete_geometry_shader(struct cso_context *cso, void *handle);
PUBLIC void cso_delete_tessctrl_shader(struct cso_context *cso, void *handle);
PUBLIC void cso_delete_tesseval_shader(struct cso_context *cso, void *handle);

/* ---- Values and bindings --------------------------------------------------------------------- */

/* Binds views 0 to `count` - 1 of a stage, and unbinds the views after them. */
PUBLIC void cso_set_sampler_views(struct cso_context *cso, unsigned shader_stage, unsigned count,
                                  struct pipe_sampler_view **views);
/* Sets a viewport of `width` times `height` pixels from (0, 0); y grows upward if `invert` is
 * set. */
PUBLIC void cso_set_viewport_dims(struct cso_context *cso, float width, float height,
                                  boolean invert);

PUBLIC void cso_set_framebuffer(struct cso_context *cso, const struct pipe_framebuffer_state *fb);
PUBLIC void cso_set_viewport(struct cso_context *cso, const struct pipe_viewport_state *viewport);
PUBLIC void cso_set_blend_color(struct cso_context *cso, const struct pipe_blend_color *color);
PUBLIC void cso_set_sample_mask(struct cso_context *cso, unsigned sample_mask);
PUBLIC void cso_set_min_samples(struct cso_context *cso, unsigned min_samples);
PUBLIC void cso_set_stencil_ref(struct cso_context *cso, const struct pipe_stencil_ref *ref);
PUBLIC void cso_set_render_condition(struct cso_context *cso, struct pipe_query *query,
                                     boolean condition, uint mode);
PUBLIC void cso_set_vertex_buffers(struct cso_context *cso, unsigned start, unsigned count,
                                   const struct pipe_vertex_buffer *buffers);
PUBLIC void cso_set_index_buffer(struct cso_context *cso, const struct pipe_index_buffer *ib);
PUBLIC void cso_set_stream_outputs(struct cso_context *cso, unsigned num_targets,
                                   struct pipe_stream_output_target **targets,
                                   const unsigned *offsets);
PUBLIC void cso_set_constant_buffer(struct cso_context *cso, unsigned shader_stage, unsigned index,
                                    struct pipe_constant_buffer *cb);
/* Binds a whole buffer; NULL unbinds. */
PUBLIC void cso_set_constant_buffer_resource(struct cso_context *cso, unsigned shader_stage,
                                             unsigned index, struct pipe_resource *buffer);

/* ---- Saving ----------------------------------------------------------------------------------
 * Save state that was set through the cso_context, and restore it later. One value of each kind is
 * saved, with references to its resources. State that was set through the pipe_context is not
 * saved, and constant buffers in the program's own memory must still exist. */

#define CSO_BIT_AUX_VERTEX_BUFFER_SLOT (1u << 0) /* vertex buffer 0 */
#define CSO_BIT_BLEND                  (1u << 1)
#define CSO_BIT_DEPTH_STENCIL_ALPHA    (1u << 2)
#define CSO_BIT_FRAGMENT_SAMPLERS      (1u << 3)
#define CSO_BIT_FRAGMENT_SAMPLER_VIEWS (1u << 4)
#define CSO_BIT_FRAGMENT_SHADER        (1u << 5)
#define CSO_BIT_FRAMEBUFFER            (1u << 6)
#define CSO_BIT_GEOMETRY_SHADER        (1u << 7)
#define CSO_BIT_MIN_SAMPLES            (1u << 8)
#define CSO_BIT_RASTERIZER             (1u << 9)
#define CSO_BIT_RENDER_CONDITION       (1u << 10)
#define CSO_BIT_SAMPLE_MASK            (1u << 11)
#define CSO_BIT_STENCIL_REF            (1u << 12)
#define CSO_BIT_STREAM_OUTPUTS         (1u << 13) /* capturing continues after existing data */
#define CSO_BIT_TESSCTRL_SHADER        (1u << 14)
#define CSO_BIT_TESSEVAL_SHADER        (1u << 15)
#define CSO_BIT_VERTEX_ELEMENTS        (1u << 16)
#define CSO_BIT_VERTEX_SHADER          (1u << 17)
#define CSO_BIT_VIEWPORT               (1u << 18)

#define CSO_BITS_ALL_SHADERS                                                                       \
    (CSO_BIT_VERTEX_SHADER | CSO_BIT_FRAGMENT_SHADER | CSO_BIT_GEOMETRY_SHADER |                   \
     CSO_BIT_TESSCTRL_SHADER | CSO_BIT_TESSEVAL_SHADER)

/* Save the state that the mask names, and restore all saved state. Calls cannot be nested. */
PUBLIC void cso_save_state(struct cso_context *cso, unsigned state_mask);
PUBLIC void cso_restore_state(struct cso_context *cso);

/* Like cso_save_state() and cso_restore_state(), but may be called for several masks in turn:
 * cso_restore_some() restores only the state in its mask. */
PUBLIC void cso_save_some(struct cso_context *cso, unsigned state_mask);
PUBLIC void cso_restore_some(struct cso_context *cso, unsigned state_mask);

/* Functions with the names of 2015, such as cso_save_blend(cso) and cso_restore_blend(cso). Each
 * saves or restores one kind of state. */
#define CSO_SAVED(name, bit)                                                                       \
    static inline void cso_save_##name(struct cso_context *cso)                                    \
    {                                                                                              \
        cso_save_some(cso, bit);                                                                   \
    }                                                                                              \
    static inline void cso_restore_##name(struct cso_context *cso)                                 \
    {                                                                                              \
        cso_restore_some(cso, bit);                                                                \
    }
CSO_SAVED(aux_vertex_buffer_slot, CSO_BIT_AUX_VERTEX_BUFFER_SLOT)
CSO_SAVED(blend, CSO_BIT_BLEND)
CSO_SAVED(depth_stencil_alpha, CSO_BIT_DEPTH_STENCIL_ALPHA)
CSO_SAVED(fragment_samplers, CSO_BIT_FRAGMENT_SAMPLERS)
CSO_SAVED(fragment_sampler_views, CSO_BIT_FRAGMENT_SAMPLER_VIEWS)
CSO_SAVED(fragment_shader, CSO_BIT_FRAGMENT_SHADER)
CSO_SAVED(framebuffer, CSO_BIT_FRAMEBUFFER)
CSO_SAVED(geometry_shader, CSO_BIT_GEOMETRY_SHADER)
CSO_SAVED(min_samples, CSO_BIT_MIN_SAMPLES)
CSO_SAVED(rasterizer, CSO_BIT_RASTERIZER)
CSO_SAVED(render_condition, CSO_BIT_RENDER_CONDITION)
CSO_SAVED(sample_mask, CSO_BIT_SAMPLE_MASK)
CSO_SAVED(stencil_ref, CSO_BIT_STENCIL_REF)
CSO_SAVED(stream_outputs, CSO_BIT_STREAM_OUTPUTS)
CSO_SAVED(tessctrl_shader, CSO_BIT_TESSCTRL_SHADER)
CSO_SAVED(tesseval_shader, CSO_BIT_TESSEVAL_SHADER)
CSO_SAVED(vertex_elements, CSO_BIT_VERTEX_ELEMENTS)
CSO_SAVED(vertex_shader, CSO_BIT_VERTEX_SHADER)
CSO_SAVED(viewport, CSO_BIT_VIEWPORT)

/* Save and restore constant buffer 0 of a stage. */
PUBLIC void cso_save_constant_buffer_slot0(struct cso_context *cso, unsigned shader_stage);
PUBLIC void cso_restore_constant_buffer_slot0(struct cso_context *cso, unsigned shader_stage);

/* Returns the slot of the vertex buffer that is saved as the auxiliary vertex buffer. */
static inline unsigned cso_get_aux_vertex_buffer_slot(struct cso_context *cso)
{
    (void)cso;
    return 0;
}

/* ---- Draws ----------------------------------------------------------------------------------- */

PUBLIC void cso_draw_vbo(struct cso_context *cso, const struct pipe_draw_info *info);
PUBLIC void cso_draw_arrays(struct cso_context *cso, uint mode, uint start, uint count);
PUBLIC void cso_draw_arrays_instanced(struct cso_context *cso, uint mode, uint start, uint count,
                                      uint start_instance, uint instance_count);

#ifdef __cplusplus
}
#endif
#endif
