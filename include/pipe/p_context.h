/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* The rendering context: state, draws, copies, maps and queries. pipe_screen::context_create
 * creates it. */
#ifndef PIPE_P_CONTEXT_H
#define PIPE_P_CONTEXT_H

#include <stdio.h>

#include "pipe/p_compiler.h"
#include "pipe/p_defines.h"
#include "pipe/p_format.h"
#include "pipe/p_state.h"

#ifdef __cplusplus
extern "C" {
#endif

struct pipe_fence_handle; /* opaque: see pipe_screen::fence_reference */
struct pipe_query;        /* opaque: see create_query */
struct pipe_screen;

/* The methods of a context. The context is the first argument of each method.
 *
 * Threads: a context is used by one thread at a time; the thread may change. Different contexts of
 * one screen may be used by different threads without locks (screen document, 2021).
 *
 * Pointers: data that an argument points to is read during the call. The pointer is not stored,
 * unless a comment says otherwise. Objects are reference-counted: set_* methods and draws take
 * their own references.
 *
 * Failure: a create_* method that fails returns NULL. A bind or set method cannot fail. Any other
 * method that fails leaves the contents of its destination undefined, and writes the reason to the
 * screen's log.
 *
 * Absence: a method that belongs to a capability may be NULL if the capability is 0.
 *
 * State after creation: no object is bound. Every structure that set_* reads is all zero, except
 * the polygon stipple, which is all ones. The sample mask is ~0, min_samples is 1, and tessellation
 * levels are 1. Objects of another screen, and surfaces, views, targets and state objects of
 * another context, must not be passed. */
struct pipe_context {
    struct pipe_screen *screen; /* outlives the context */
    void *priv;                 /* the argument of context_create; Galvan never accesses it */
    void *draw;                 /* always NULL in Galvan; programs of 2015 expect this member */

    /* Submits the recorded commands and destroys the context. The device still executes these
     * commands. No object of the context may be used afterwards. */
    void (*destroy)(struct pipe_context *pipe);

    /* ---- Constant state objects --------------------------------------------------------------
     * create_* copies the template and returns an opaque object. bind_* makes the object current
     * until another one is bound; NULL unbinds. delete_* destroys the object, which must not be
     * bound; pending commands may still use it. delete_* ignores NULL. */

    void *(*create_blend_state)(struct pipe_context *pipe, const struct pipe_blend_state *templ);
    void (*bind_blend_state)(struct pipe_context *pipe, void *blend);
    void (*delete_blend_state)(struct pipe_context *pipe, void *blend);

    /* Sampler states. bind_sampler_states binds samplers[i] to slot start + i of the stage.
     * `samplers`, or an element of it, may be NULL to unbind. Slots outside the range do not
     * change. */
    void *(*create_sampler_state)(struct pipe_context *pipe,
                                  const struct pipe_sampler_state *templ);
    void (*bind_sampler_states)(struct pipe_context *pipe, unsigned shader, unsigned start,
                                unsigned num_samplers, void **samplers);
    void (*delete_sampler_state)(struct pipe_context *pipe, void *sampler);

    void *(*create_rasterizer_state)(struct pipe_context *pipe,
                                     const struct pipe_rasterizer_state *templ);
    void (*bind_rasterizer_state)(struct pipe_context *pipe, void *rasterizer);
    void (*delete_rasterizer_state)(struct pipe_context *pipe, void *rasterizer);

    void *(*create_depth_stencil_alpha_state)(struct pipe_context *pipe,
                                              const struct pipe_depth_stencil_alpha_state *templ);
    void (*bind_depth_stencil_alpha_state)(struct pipe_context *pipe, void *dsa);
    void (*delete_depth_stencil_alpha_state)(struct pipe_context *pipe, void *dsa);

    /* Shaders. create_* returns NULL if the tokens are malformed or use a feature that the device
     * lacks. A tessellation control shader has an effect only together with an evaluation
     * shader. */
    void *(*create_fs_state)(struct pipe_context *pipe, const struct pipe_shader_state *templ);
    void (*bind_fs_state)(struct pipe_context *pipe, void *fs);
    void (*delete_fs_state)(struct pipe_context *pipe, void *fs);

    void *(*create_vs_state)(struct pipe_context *pipe, const struct pipe_shader_state *templ);
    void (*bind_vs_state)(struct pipe_context *pipe, void *vs);
    void (*delete_vs_state)(struct pipe_context *pipe, void *vs);

    void *(*create_gs_state)(struct pipe_context *pipe, const struct pipe_shader_state *templ);
    void (*bind_gs_state)(struct pipe_context *pipe, void *gs);
    void (*delete_gs_state)(struct pipe_context *pipe, void *gs);

    void *(*create_tcs_state)(struct pipe_context *pipe, const struct pipe_shader_state *templ);
    void (*bind_tcs_state)(struct pipe_context *pipe, void *tcs);
    void (*delete_tcs_state)(struct pipe_context *pipe, void *tcs);

    void *(*create_tes_state)(struct pipe_context *pipe, const struct pipe_shader_state *templ);
    void (*bind_tes_state)(struct pipe_context *pipe, void *tes);
    void (*delete_tes_state)(struct pipe_context *pipe, void *tes);

    /* Creates vertex elements; elements[i] feeds shader input IN[i]. */
    void *(*create_vertex_elements_state)(struct pipe_context *pipe, unsigned num_elements,
                                          const struct pipe_vertex_element *elements);
    void (*bind_vertex_elements_state)(struct pipe_context *pipe, void *velems);
    void (*delete_vertex_elements_state)(struct pipe_context *pipe, void *velems);

    /* Hints that draws will use the shaders in `handles` together, so that the driver can compile
     * them: handles[PIPE_SHADER_*] are the results of create_*_state, or NULL if a stage is absent.
     * The method may be NULL. */
    void (*link_shader)(struct pipe_context *pipe, void **handles);

    /* ---- Values ------------------------------------------------------------------------------ */

    void (*set_blend_color)(struct pipe_context *pipe, const struct pipe_blend_color *color);
    void (*set_stencil_ref)(struct pipe_context *pipe, const struct pipe_stencil_ref *ref);
    void (*set_sample_mask)(struct pipe_context *pipe, unsigned sample_mask);
    /* Sets the minimum number of fragment shader invocations for a pixel. 0 means 1. */
    void (*set_min_samples)(struct pipe_context *pipe, unsigned min_samples);
    void (*set_clip_state)(struct pipe_context *pipe, const struct pipe_clip_state *clip);
    void (*set_polygon_stipple)(struct pipe_context *pipe, const struct pipe_poly_stipple *stipple);
    /* Set the slots from `start` to `start` + `num` - 1. Other slots do not change. Scissors have
     * an effect only if the rasterizer state enables scissors. */
    void (*set_scissor_states)(struct pipe_context *pipe, unsigned start, unsigned num,
                               const struct pipe_scissor_state *scissors);
    void (*set_viewport_states)(struct pipe_context *pipe, unsigned start, unsigned num,
                                const struct pipe_viewport_state *viewports);
    /* Sets the window rectangles. If `include` is not 0, pixels are drawn only inside any of the
     * rectangles; otherwise only outside all of the rectangles. If `num` is 0, all pixels are drawn
     * if `include` is 0, and no pixel is drawn if `include` is 1. */
    void (*set_window_rectangles)(struct pipe_context *pipe, boolean include, unsigned num,
                                  const struct pipe_scissor_state *rectangles);
    /* Sets the tessellation levels for draws without a control shader. */
    void (*set_tess_state)(struct pipe_context *pipe, const float default_outer_level[4],
                           const float default_inner_level[2]);
    /* Sets sample locations. `locations` has one byte for each sample and each pixel of the grid
     * that get_sample_pixel_grid returns: x in the low and y in the high four bits, in 1/16 pixel.
     * If `size` is 0, sets the standard locations. */
    void (*set_sample_locations)(struct pipe_context *pipe, size_t size, const uint8_t *locations);
    /* Sets a callback for messages. NULL removes the callback. The callback gets an error for each
     * rejected shader, and a message for each draw that waits for a pipeline. The context's methods
     * call the callback on their own thread, even if callback->async is set. The callback must not
     * call the context. */
    void (*set_debug_callback)(struct pipe_context *pipe,
                               const struct pipe_debug_callback *callback);
    /* Sets a callback for device loss. NULL removes the callback. After device loss, the first
     * method of this context that submits, records or waits calls the callback once, on the
     * method's thread. The callback must not call the context. `destroy` does not call the
     * callback. */
    void (*set_device_reset_callback)(struct pipe_context *pipe,
                                      const struct pipe_device_reset_callback *callback);

    /* ---- Resources bound for drawing --------------------------------------------------------- */

    /* Binds constant buffer `index` of one stage. If `buffer` is NULL, or has neither buffer nor
     * user_buffer, the slot is unbound and reads return zero. */
    void (*set_constant_buffer)(struct pipe_context *pipe, unsigned shader, unsigned index,
                                const struct pipe_constant_buffer *buffer);
    void (*set_framebuffer_state)(struct pipe_context *pipe,
                                  const struct pipe_framebuffer_state *state);
    /* Binds the slots from `start` to `start` + `num` - 1. If `buffers` is NULL, unbinds these
     * slots. */
    void (*set_vertex_buffers)(struct pipe_context *pipe, unsigned start, unsigned num,
                               const struct pipe_vertex_buffer *buffers);
    /* Binds the index buffer. NULL unbinds it. */
    void (*set_index_buffer)(struct pipe_context *pipe, const struct pipe_index_buffer *buffer);
    /* Binds sampler views to slots like bind_sampler_states. Each slot holds a reference to its
     * view. */
    void (*set_sampler_views)(struct pipe_context *pipe, unsigned shader, unsigned start,
                              unsigned num_views, struct pipe_sampler_view **views);
    /* Binds shader buffers of one stage. If `buffers` is NULL, unbinds the range. */
    void (*set_shader_buffers)(struct pipe_context *pipe, unsigned shader, unsigned start,
                               unsigned num, const struct pipe_shader_buffer *buffers);
    /* Binds buffers of atomic counters, for all stages. */
    void (*set_hw_atomic_buffers)(struct pipe_context *pipe, unsigned start, unsigned num,
                                  const struct pipe_shader_buffer *buffers);
    /* Binds images of one stage. If `images` is NULL, unbinds the range. */
    void (*set_shader_images)(struct pipe_context *pipe, unsigned shader, unsigned start,
                              unsigned num, const struct pipe_image_view *images);
    /* Binds resources that shaders read and, if surface.writable is set, write, for all graphics
     * stages at once (context document, 2014). The surface has the level, the layers and the
     * element range. `resources`, or an element of it, may be NULL to unbind. */
    void (*set_shader_resources)(struct pipe_context *pipe, unsigned start, unsigned num,
                                 struct pipe_surface **resources);
    /* Binds stream output targets; if `num` is 0, ends stream output. offsets[i] is the number of
     * bytes that targets[i] already holds: writes continue after these bytes, and a draw from the
     * target counts them. If offsets[i] is ~0u (-1), writes continue after the bytes that stream
     * output has written to the target. */
    void (*set_stream_output_targets)(struct pipe_context *pipe, unsigned num,
                                      struct pipe_stream_output_target **targets,
                                      const unsigned *offsets);

    /* ---- Views of resources ------------------------------------------------------------------
     * A new view has one reference, which the caller owns. The *_reference helpers of
     * pipe/p_inlines.h release it, and only they call *_destroy. Each view holds a reference to its
     * resource. */

    /* Creates a sampler view. The arguments `texture` and `pipe` replace the template's texture and
     * context. NULL if the texture does not allow the view's format or target. */
    struct pipe_sampler_view *(*create_sampler_view)(struct pipe_context *pipe,
                                                     struct pipe_resource *texture,
                                                     const struct pipe_sampler_view *templ);
    void (*sampler_view_destroy)(struct pipe_context *pipe, struct pipe_sampler_view *view);
    struct pipe_surface *(*create_surface)(struct pipe_context *pipe, struct pipe_resource *texture,
                                           const struct pipe_surface *templ);
    void (*surface_destroy)(struct pipe_context *pipe, struct pipe_surface *surface);
    struct pipe_stream_output_target *(*create_stream_output_target)(struct pipe_context *pipe,
                                                                     struct pipe_resource *buffer,
                                                                     unsigned buffer_offset,
                                                                     unsigned buffer_size);
    void (*stream_output_target_destroy)(struct pipe_context *pipe,
                                         struct pipe_stream_output_target *target);

    /* ---- Drawing ----------------------------------------------------------------------------- */

    /* Draws vertices. Nothing is drawn unless these objects are bound: blend, rasterizer,
     * depth/stencil/alpha and vertex elements state, a vertex shader, and, without rasterizer
     * discard, a fragment shader. */
    void (*draw_vbo)(struct pipe_context *pipe, const struct pipe_draw_info *info);
    /* Draws with the buffers of `state` instead of the bound buffers. partial_velem_mask, a subset
     * of full_velem_mask, selects elements. Each selected element feeds the next input of the
     * vertex shader. The method is NULL if PIPE_CAP_DRAW_VERTEX_STATE is 0. */
    void (*draw_vertex_state)(struct pipe_context *pipe, struct pipe_vertex_state *state,
                              uint32_t partial_velem_mask, struct pipe_draw_vertex_state_info info,
                              const struct pipe_draw_start_count_bias *draws, unsigned num_draws);

    /* Sets the render condition. While `query` is not NULL, draw_vbo, draw_vertex_state, clear,
     * clear_scissored, clear_render_target, clear_depth_stencil and blits with
     * render_condition_enable do nothing if the query's result as a boolean equals `condition`.
     * `mode` is an enum pipe_render_cond_flag. Copies, maps and launch_grid do not depend on the
     * render condition (context document, 2014). */
    void (*render_condition)(struct pipe_context *pipe, struct pipe_query *query, boolean condition,
                             uint mode);

    /* ---- Clearing ---------------------------------------------------------------------------- */

    /* Clears whole attachments of the framebuffer, with all layers. `buffers` is a mask of
     * PIPE_CLEAR_*, which may include absent attachments. Write masks, scissors and window
     * rectangles have no effect. `color` holds integers for integer formats. */
    void (*clear)(struct pipe_context *pipe, unsigned buffers, const union pipe_color_union *color,
                  double depth, unsigned stencil);
    /* Clears like `clear`, but only inside `scissor`; if `scissor` is NULL, clears whole
     * attachments. In 2021 this is the method `clear` (PIPE_CAP_CLEAR_SCISSORED), which has one
     * more argument than in 2015. */
    void (*clear_scissored)(struct pipe_context *pipe, unsigned buffers,
                            const struct pipe_scissor_state *scissor,
                            const union pipe_color_union *color, double depth, unsigned stencil);
    /* Clears a rectangle in all layers of a surface, which need not be bound. */
    void (*clear_render_target)(struct pipe_context *pipe, struct pipe_surface *dst,
                                const union pipe_color_union *color, unsigned dstx, unsigned dsty,
                                unsigned width, unsigned height);
    /* Clears a rectangle in all layers of a depth and stencil surface. `clear_flags` is
     * PIPE_CLEAR_DEPTH, PIPE_CLEAR_STENCIL or both. An aspect that is not in clear_flags does not
     * change. */
    void (*clear_depth_stencil)(struct pipe_context *pipe, struct pipe_surface *dst,
                                unsigned clear_flags, double depth, unsigned stencil, unsigned dstx,
                                unsigned dsty, unsigned width, unsigned height);
    /* Fills `size` bytes of a buffer with copies of a value of clear_value_size bytes: 1, 2, 4, 8,
     * 12 or 16. `size` and `offset` must be multiples of clear_value_size. */
    void (*clear_buffer)(struct pipe_context *pipe, struct pipe_resource *buffer, unsigned offset,
                         unsigned size, const void *clear_value, int clear_value_size);
    /* Fills a box of a texture; `data` is one block in the texture's format. */
    void (*clear_texture)(struct pipe_context *pipe, struct pipe_resource *texture, unsigned level,
                          const struct pipe_box *box, const void *data);

    /* ---- Copying ----------------------------------------------------------------------------- */

    /* Copies blocks bit by bit. The formats must be equal or have blocks of equal size, and sample
     * counts must be equal. src_box is in source texels, and the destination has as many blocks as
     * the source. Within one resource the regions must not overlap. */
    void (*resource_copy_region)(struct pipe_context *pipe, struct pipe_resource *dst,
                                 unsigned dst_level, unsigned dstx, unsigned dsty, unsigned dstz,
                                 struct pipe_resource *src, unsigned src_level,
                                 const struct pipe_box *src_box);
    /* Copies with conversion. Active queries do not count blits. */
    void (*blit)(struct pipe_context *pipe, const struct pipe_blit_info *info);
    /* Generates levels base_level + 1 to last_level of the layers from base_level, with linear
     * filtering. FALSE: the method does not support the format, and no level was written. */
    boolean (*generate_mipmap)(struct pipe_context *pipe, struct pipe_resource *resource,
                               enum pipe_format format, unsigned base_level, unsigned last_level,
                               unsigned first_layer, unsigned last_layer);

    /* ---- Mapping ----------------------------------------------------------------------------- */

    /* Maps a box of one level. Returns the address of the box's first block, and stores the
     * transfer in *out_transfer. On failure returns NULL, and *out_transfer does not change.
     * `usage` is PIPE_TRANSFER_*. Waits for the device unless a flag forbids it. A texture's
     * mapping is always linear. */
    void *(*transfer_map)(struct pipe_context *pipe, struct pipe_resource *resource, unsigned level,
                          unsigned usage, const struct pipe_box *box,
                          struct pipe_transfer **out_transfer);
    /* Reports that the CPU has written a box of a mapping with FLUSH_EXPLICIT. The box is relative
     * to the mapped box. */
    void (*transfer_flush_region)(struct pipe_context *pipe, struct pipe_transfer *transfer,
                                  const struct pipe_box *box);
    /* Ends the mapping and the transfer. All later commands see the bytes that were written. */
    void (*transfer_unmap)(struct pipe_context *pipe, struct pipe_transfer *transfer);
    /* Maps, writes and unmaps a box of one level in one call. `stride` and `layer_stride` are the
     * strides of `data` in bytes. `usage` may add DISCARD_*, UNSYNCHRONIZED and DONTBLOCK. Does not
     * wait. */
    void (*transfer_inline_write)(struct pipe_context *pipe, struct pipe_resource *resource,
                                  unsigned level, unsigned usage, const struct pipe_box *box,
                                  const void *data, unsigned stride, unsigned layer_stride);
    /* Write like transfer_inline_write, under the names of 2016. texture_subdata is for textures,
     * buffer_subdata for `size` bytes of a buffer, from byte `offset` on. */
    void (*texture_subdata)(struct pipe_context *pipe, struct pipe_resource *resource,
                            unsigned level, unsigned usage, const struct pipe_box *box,
                            const void *data, unsigned stride, unsigned layer_stride);
    void (*buffer_subdata)(struct pipe_context *pipe, struct pipe_resource *resource,
                           unsigned usage, unsigned offset, unsigned size, const void *data);
    /* Returns whether recorded or submitted commands that have not finished read or write the
     * resource: PIPE_REFERENCED_FOR_* bits, or PIPE_UNREFERENCED. A `layer` of -1 means all
     * layers. */
    unsigned (*is_resource_referenced)(struct pipe_context *pipe, struct pipe_resource *resource,
                                       unsigned level, int layer);
    /* Allows the driver to discard the resource's contents. */
    void (*invalidate_resource)(struct pipe_context *pipe, struct pipe_resource *resource);

    /* ---- Queries ----------------------------------------------------------------------------- */

    /* Creates a query. `index` is the vertex stream, or an enum pipe_statistics_query_index; 0 for
     * other types. NULL if the type is not supported. */
    struct pipe_query *(*create_query)(struct pipe_context *pipe, unsigned query_type,
                                       unsigned index);
    /* Creates one query for several driver queries with PIPE_DRIVER_QUERY_FLAG_BATCH. Galvan has no
     * such queries and returns NULL. */
    struct pipe_query *(*create_batch_query)(struct pipe_context *pipe, unsigned num_queries,
                                             unsigned *query_types);
    /* Destroys a query. An active query is ended first. */
    void (*destroy_query)(struct pipe_context *pipe, struct pipe_query *query);
    /* Begins a query and drops its earlier results. FALSE: the query could not begin. Queries of
     * all types may nest and overlap. */
    boolean (*begin_query)(struct pipe_context *pipe, struct pipe_query *query);
    boolean (*end_query)(struct pipe_context *pipe, struct pipe_query *query);
    /* Gets a result. TRUE: *out_result has the result. FALSE: the query has not finished (only if
     * `wait` is FALSE), or the device is lost. Submits recorded commands if the result depends on
     * them. */
    boolean (*get_query_result)(struct pipe_context *pipe, struct pipe_query *query, boolean wait,
                                union pipe_query_result *out_result);
    /* Makes the device write a result to a buffer. `index` is the member to write, if the result
     * has several members; if `index` is -1, writes whether the result is available, 0 or 1. If
     * `wait` is FALSE, the result of an unfinished query is not written. */
    void (*get_query_result_resource)(struct pipe_context *pipe, struct pipe_query *query,
                                      boolean wait, enum pipe_query_value_type result_type,
                                      int index, struct pipe_resource *resource, unsigned offset);
    /* Returns in out_value the coordinates of a sample in its pixel, from 0 to 1. */
    void (*get_sample_position)(struct pipe_context *pipe, unsigned sample_count,
                                unsigned sample_index, float *out_value);
    enum pipe_reset_status (*get_device_reset_status)(struct pipe_context *pipe);
    /* Returns the time, like pipe_screen::get_timestamp. */
    uint64_t (*get_timestamp)(struct pipe_context *pipe);
    /* Writes text for a bug report to `stream`: driver and device, whether the device is lost, and
     * the context's counters. `flags` are PIPE_DEBUG_*, which have no effect. */
    void (*dump_debug_state)(struct pipe_context *pipe, FILE *stream, unsigned flags);

    /* ---- Flushing ---------------------------------------------------------------------------- */

    /* Submits the recorded commands. `flags` are enum pipe_flush_flags. If out_fence is not NULL,
     * the previous fence in *out_fence is released, and the caller owns the new fence
     * (pipe_screen::fence_reference). The new fence is signalled when all submitted commands have
     * finished; it is NULL if memory runs out. */
    void (*flush)(struct pipe_context *pipe, struct pipe_fence_handle **out_fence, unsigned flags);
    /* Makes the contents of a shared or displayed resource visible outside the screen. */
    void (*flush_resource)(struct pipe_context *pipe, struct pipe_resource *resource);
    /* Creates a fence from a file descriptor of another process or interface. The caller still owns
     * the descriptor. *out_fence is NULL on failure. `type` is PIPE_FD_TYPE_*. SYNCOBJ is a
     * semaphore as Vulkan and GL_EXT_semaphore_fd pass it. The two sides take turns: one side
     * signals the semaphore, then the other waits for it. fence_finish waits for the end of the
     * fence's last use in this process; so does the release of the fence's last reference.
     * NATIVE_SYNC is a sync file, and requires PIPE_CAP_NATIVE_FENCE_FD; fence_finish waits for the
     * sync file. create_fence_fd and the next two methods are NULL if PIPE_CAP_FENCE_SIGNAL is
     * 0. */
    void (*create_fence_fd)(struct pipe_context *pipe, struct pipe_fence_handle **out_fence, int fd,
                            unsigned type);
    /* Submits the recorded commands. Commands that are submitted later start after the fence. The
     * CPU does not wait. */
    void (*fence_server_sync)(struct pipe_context *pipe, struct pipe_fence_handle *fence);
    /* Submits the recorded commands, and signals the fence when these commands have finished. Does
     * nothing for a fence that flush created, or for a sync file. */
    void (*fence_server_signal)(struct pipe_context *pipe, struct pipe_fence_handle *fence);
    /* Makes texture reads of later draws see the pixels that earlier draws have written to the
     * framebuffer. */
    void (*texture_barrier)(struct pipe_context *pipe);
    /* Makes later uses of the kinds in `flags`, PIPE_BARRIER_*, see what shaders have written
     * before. */
    void (*memory_barrier)(struct pipe_context *pipe, unsigned flags);
    /* Inserts text for capture tools and debuggers. `string` has `len` bytes and needs no NUL. The
     * text becomes a label of VK_EXT_debug_utils after the draws so far: its first 1024 bytes up to
     * a NUL, with "?" in place of all but printable ASCII characters. Without labels
     * (PIPE_CAP_STRING_MARKER), there is no effect. */
    void (*emit_string_marker)(struct pipe_context *pipe, const char *string, int len);

    /* ---- Compute ----------------------------------------------------------------------------- */

    void *(*create_compute_state)(struct pipe_context *pipe,
                                  const struct pipe_compute_state *templ);
    void (*bind_compute_state)(struct pipe_context *pipe, void *cs);
    void (*delete_compute_state)(struct pipe_context *pipe, void *cs);
    /* Binds resources like set_shader_resources, but for the compute stage. */
    void (*set_compute_resources)(struct pipe_context *pipe, unsigned start, unsigned num,
                                  struct pipe_surface **resources);
    /* Maps buffers into GLOBAL memory. *handles[i] holds an offset into the buffer, and receives
     * the address for the shader. An offset outside the buffer counts as 0. If `resources` is NULL,
     * unbinds the range. */
    void (*set_global_binding)(struct pipe_context *pipe, unsigned first, unsigned count,
                               struct pipe_resource **resources, uint32_t **handles);
    void (*launch_grid)(struct pipe_context *pipe, const struct pipe_grid_info *info);
    /* The launch_grid of 2015, with sizes of a block and of the grid, entry point and input as
     * arguments. With pipe/p_generations.h, calls of launch_grid with the arguments of 2015 call
     * this method. */
    void (*launch_grid_of_layouts)(struct pipe_context *pipe, const uint *block_layout,
                                   const uint *grid_layout, uint32_t pc, const void *input);

    /* ---- Between images and buffers (2024) --------------------------------------------------- */

    /* Copies the box of `src`, a texture, to `dst`, a buffer. The first block is copied to byte
     * `offset`; rows and layers have distances of `stride` and `layer_stride` bytes. FALSE if the
     * device does not support the copy, in which case the caller can map `src`. The method of 2024
     * returns nothing and also copies from buffers to textures. The method may be NULL. */
    boolean (*image_copy_buffer)(struct pipe_context *pipe, struct pipe_resource *dst,
                                 struct pipe_resource *src, unsigned offset, unsigned stride,
                                 unsigned layer_stride, unsigned level, const struct pipe_box *box);

    /* ---- Queries, since 2016 ----------------------------------------------------------------- */

    /* Pauses or resumes active queries. FALSE: active queries do not count later commands, except
     * queries of time. TRUE: active queries count again. While active queries are paused, queries
     * may begin and end as usual. */
    void (*set_active_query_state)(struct pipe_context *pipe, boolean enable);
};

#ifdef __cplusplus
}
#endif
#endif
