/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* The screen: one device, its capabilities, and the resources that its contexts share. Created by
 * galvan_screen_create() of galvan/galvan.h. */
#ifndef PIPE_P_SCREEN_H
#define PIPE_P_SCREEN_H

#include "pipe/p_compiler.h"
#include "pipe/p_defines.h"
#include "pipe/p_format.h"
#include "pipe/p_state.h"

#ifdef __cplusplus
extern "C" {
#endif

struct disk_cache; /* opaque: get_disk_shader_cache */
struct pipe_context;
struct pipe_fence_handle; /* opaque: fence_reference */

/* A screen's methods. Every method except destroy may be called on any thread at any time, also
 * while another thread uses a context of the screen (screen document, 2021). Strings live as long
 * as the screen. Templates are only read during the call. A method that belongs to a capability may
 * be NULL if the capability is 0. */
struct pipe_screen {
    /* Destroys the screen. The caller must have destroyed the screen's contexts and released its
     * resources and fences before. */
    void (*destroy)(struct pipe_screen *screen);

    const char *(*get_name)(struct pipe_screen *screen);          /* name of driver and device */
    const char *(*get_vendor)(struct pipe_screen *screen);        /* vendor of the driver:
                                                                     "Galvan" */
    const char *(*get_device_vendor)(struct pipe_screen *screen); /* vendor of the device */

    /* ---- Capabilities: p_caps.h -------------------------------------------------------------- */

    int (*get_param)(struct pipe_screen *screen, enum pipe_cap param);
    float (*get_paramf)(struct pipe_screen *screen, enum pipe_capf param);
    int (*get_shader_param)(struct pipe_screen *screen, unsigned shader,
                            enum pipe_shader_cap param);
    /* Writes the value to `ret` (may be NULL), in the capability's type, and returns the value's
     * size in bytes. Returns 0 if the capability is unknown, or does not apply to `ir_type`. */
    int (*get_compute_param)(struct pipe_screen *screen, enum pipe_shader_ir ir_type,
                             enum pipe_compute_cap param, void *ret);

    /* Whether a resource of the given format, target and sample count (0 and 1: not multisampled)
     * supports all of the uses in `bindings` (PIPE_BIND_*) together. PIPE_FORMAT_NONE with
     * PIPE_BIND_RENDER_TARGET is a query for framebuffers without attachments. */
    boolean (*is_format_supported)(struct pipe_screen *screen, enum pipe_format format,
                                   enum pipe_texture_target target, unsigned sample_count,
                                   unsigned bindings);

    /* Returns the size of the grid of pixels for set_sample_locations. */
    void (*get_sample_pixel_grid)(struct pipe_screen *screen, unsigned sample_count,
                                  unsigned *out_width, unsigned *out_height);

    /* Returns the time in nanoseconds on the clock of PIPE_QUERY_TIMESTAMP. Never waits for the
     * device. */
    uint64_t (*get_timestamp)(struct pipe_screen *screen);

    /* Stores in *out_info the total and the currently available memory. If Galvan emulates
     * PIPE_CAP_QUERY_MEMORY_INFO, it does not know about other processes, so the available memory
     * is an upper bound. */
    void (*query_memory_info)(struct pipe_screen *screen, struct pipe_memory_info *out_info);

    /* ---- Contexts ---------------------------------------------------------------------------- */

    /* Creates a context. `priv` is stored in pipe_context::priv. `flags` are PIPE_CONTEXT_*. NULL
     * on failure. */
    struct pipe_context *(*context_create)(struct pipe_screen *screen, void *priv, unsigned flags);

    /* ---- Resources --------------------------------------------------------------------------- */

    /* Whether resource_create could succeed, judged only by the device's limits. Allocates no
     * memory. */
    boolean (*can_create_resource)(struct pipe_screen *screen, const struct pipe_resource *templ);
    /* Creates a resource with one reference, which the caller owns: see pipe_resource_reference()
     * of pipe/p_inlines.h. The resource's contents are undefined, but never those of another
     * process. NULL on failure. */
    struct pipe_resource *(*resource_create)(struct pipe_screen *screen,
                                             const struct pipe_resource *templ);
    /* Like resource_create, but for the front buffer of a window. map_front_private is for a winsys
     * and has no effect, since Galvan has no winsys. */
    struct pipe_resource *(*resource_create_front)(struct pipe_screen *screen,
                                                   const struct pipe_resource *templ,
                                                   const void *map_front_private);
    /* Creates a resource like resource_create, but in memory of another process. The caller still
     * owns the handle. `usage` is PIPE_HANDLE_USAGE_*. Galvan supports
     * WINSYS_HANDLE_TYPE_OPAQUE_FD, with the same template and size as on the other side. The two
     * sides take turns. A side ends its turn with flush_resource and flush, and waits for the
     * fence. Each side begins each of its turns except its first with resource_changed. The
     * resource holds zeros until one side writes to it.
     *
     * With PIPE_CAP_DMABUF, Galvan also supports WINSYS_HANDLE_TYPE_FD for 2D colour textures of
     * one level, one layer and one sample, with the handle's stride, offset and modifier. Without a
     * modifier (DRM_FORMAT_MOD_INVALID) rows are consecutive. The first use of a batch waits until
     * other devices have finished writing. Before another device uses what a context has written,
     * the caller must flush the context and wait for the fence; neither flush_resource nor
     * resource_changed is needed. */
    struct pipe_resource *(*resource_from_handle)(struct pipe_screen *screen,
                                                  const struct pipe_resource *templ,
                                                  struct winsys_handle *handle, unsigned usage);
    /* Creates a buffer on the caller's memory, which must outlive the buffer. Address and size must
     * be page-aligned. */
    struct pipe_resource *(*resource_from_user_memory)(struct pipe_screen *screen,
                                                       const struct pipe_resource *templ,
                                                       void *user_memory);
    /* Exports a resource. The caller sets the type, layer and plane of `handle`; the method fills
     * in the other fields. The caller must close the file descriptor. FALSE: the resource cannot be
     * shared. Galvan shares resources with PIPE_BIND_SHARED, on devices with PIPE_CAP_MEMOBJ, as
     * WINSYS_HANDLE_TYPE_OPAQUE_FD. A buffer that also has PIPE_BIND_SCANOUT is shared as a dma-buf
     * (WINSYS_HANDLE_TYPE_FD) instead, on devices with VK_EXT_external_memory_dma_buf, and so is a
     * texture that has both flags, on devices with PIPE_CAP_DMABUF; with PIPE_BIND_LINEAR its rows
     * are consecutive. A shared resource has the same memory even after its contents are
     * discarded. */
    boolean (*resource_get_handle)(struct pipe_screen *screen, struct pipe_resource *resource,
                                   struct winsys_handle *handle, unsigned usage);
    /* Reports that another side has changed the memory of a shared resource, so that the driver
     * drops data derived from the memory. The caller must have flushed contexts that used the
     * resource before. */
    void (*resource_changed)(struct pipe_screen *screen, struct pipe_resource *resource);
    /* Destroys a resource. pipe_resource_reference() calls this method when the last reference is
     * released. Does not wait: memory that the device still uses is freed later. Does not release
     * resource->next; pipe_resource_reference() does. */
    void (*resource_destroy)(struct pipe_screen *screen, struct pipe_resource *resource);

    /* Imports memory of another process from an opaque descriptor of handle->size bytes. The caller
     * still owns the descriptor. `dedicated` is true if only one resource will be placed in the
     * memory. NULL if the descriptor is invalid or PIPE_CAP_MEMOBJ is 0. Memory of another device
     * is rejected later, when a resource is placed in the memory. */
    struct pipe_memory_object *(*memobj_create_from_handle)(struct pipe_screen *screen,
                                                            struct winsys_handle *handle,
                                                            bool dedicated);
    /* Destroys the memory object. Resources in its memory remain valid. */
    void (*memobj_destroy)(struct pipe_screen *screen, struct pipe_memory_object *memobj);
    /* Creates a resource at `offset`, in bytes, of the memory. The new resource has the contents of
     * the other side's resource, if that resource has the same template and offset. NULL: the
     * resource does not fit, or the device does not support the alignment. The two sides take turns
     * as with resource_from_handle. */
    struct pipe_resource *(*resource_from_memobj)(struct pipe_screen *screen,
                                                  const struct pipe_resource *templ,
                                                  struct pipe_memory_object *memobj,
                                                  uint64_t offset);
    /* Return the driver's or the device's UUID, as Vulkan reports it, in PIPE_UUID_SIZE bytes. Two
     * screens can share memory only if both their driver UUIDs and their device UUIDs are equal. */
    void (*get_driver_uuid)(struct pipe_screen *screen, char *out_uuid);
    void (*get_device_uuid)(struct pipe_screen *screen, char *out_uuid);

    /* Whether a dma-buf modifier is supported. The method is NULL if PIPE_CAP_DMABUF is 0.
     * *out_external_only (may be NULL) gets whether the modifier can be used with external texture
     * targets only. */
    boolean (*is_dmabuf_modifier_supported)(struct pipe_screen *screen, uint64_t modifier,
                                            enum pipe_format format, bool *out_external_only);
    /* Stores up to `max` modifiers of a format, and in *out_count the total number of modifiers. If
     * `max` is 0, only counts the modifiers. out_external_only may be NULL. */
    void (*query_dmabuf_modifiers)(struct pipe_screen *screen, enum pipe_format format, int max,
                                   uint64_t *out_modifiers, unsigned *out_external_only,
                                   int *out_count);
    /* Returns the number of planes of an image with this modifier and format. 0: not supported. */
    unsigned (*get_dmabuf_modifier_planes)(struct pipe_screen *screen, uint64_t modifier,
                                           enum pipe_format format);

    /* Displays a part of a PIPE_BIND_DISPLAY_TARGET resource through a winsys: `sub_box` or, if it
     * is NULL, the whole resource. Galvan has no winsys, so the method does nothing;
     * galvan/window.h displays images instead. */
    void (*flush_frontbuffer)(struct pipe_screen *screen, struct pipe_resource *resource,
                              unsigned level, unsigned layer, void *winsys_drawable_handle,
                              struct pipe_box *sub_box);

    /* Creates a vertex state for draw_vertex_state. The vertex state holds references to its
     * buffers. `indexbuf` may be NULL. */
    struct pipe_vertex_state *(*create_vertex_state)(struct pipe_screen *screen,
                                                     struct pipe_vertex_buffer *buffer,
                                                     const struct pipe_vertex_element *elements,
                                                     unsigned num_elements,
                                                     struct pipe_resource *indexbuf,
                                                     uint32_t full_velem_mask);
    void (*vertex_state_destroy)(struct pipe_screen *screen, struct pipe_vertex_state *state);

    /* ---- Fences ------------------------------------------------------------------------------ */

    /* Does *ptr = fence and updates the reference counts of both fences; `fence` and *ptr may be
     * NULL. */
    void (*fence_reference)(struct pipe_screen *screen, struct pipe_fence_handle **ptr,
                            struct pipe_fence_handle *fence);
    /* Waits for a fence, up to `timeout` nanoseconds. 0: does not wait. PIPE_TIMEOUT_INFINITE:
     * waits without limit. TRUE: all commands before the fence have finished. */
    boolean (*fence_finish)(struct pipe_screen *screen, struct pipe_fence_handle *fence,
                            uint64_t timeout);
    /* Returns a new sync file, which the caller closes. -1 if the fence is neither of a flush with
     * PIPE_FLUSH_FENCE_FD nor an imported sync file, if the flush's commands had already finished,
     * or if the export failed. */
    int (*fence_get_fd)(struct pipe_screen *screen, struct pipe_fence_handle *fence);

    /* ---- Driver queries, cache --------------------------------------------------------------- */

    /* Describes the driver query with number `index` in *out_info and returns 1; 0 if there is no
     * such query. If out_info is NULL, returns the number of driver queries. */
    int (*get_driver_query_info)(struct pipe_screen *screen, unsigned index,
                                 struct pipe_driver_query_info *out_info);
    /* Describes a group of driver queries, like get_driver_query_info. */
    int (*get_driver_query_group_info)(struct pipe_screen *screen, unsigned index,
                                       struct pipe_driver_query_group_info *out_info);
    /* Returns the on-disk cache for frontends, which belongs to the screen. NULL in Galvan, which
     * has galvan_screen_params.cache_dir. */
    struct disk_cache *(*get_disk_shader_cache)(struct pipe_screen *screen);
};

#ifdef __cplusplus
}
#endif
#endif
