/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* The screen: one device, what it can do, and the resources that its contexts share. Made by
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

/* Every method may be called from any thread at any time, also while another thread uses a context
 * of the screen (screen document, 2021); destroy is the exception. Strings live as long as the
 * screen. Templates are read during the call and not kept. A method that belongs to a capability
 * may be NULL if the capability answers no. */
struct pipe_screen {
    /* Destroys the screen. The caller must have destroyed its contexts and released its resources
     * and fences before. */
    void (*destroy)(struct pipe_screen *screen);

    const char *(*get_name)(struct pipe_screen *screen);          /* driver and device */
    const char *(*get_vendor)(struct pipe_screen *screen);        /* of the driver: "Galvan" */
    const char *(*get_device_vendor)(struct pipe_screen *screen); /* of the device */

    /* ---- Capabilities: p_caps.h -------------------------------------------------------------- */

    int (*get_param)(struct pipe_screen *screen, enum pipe_cap param);
    float (*get_paramf)(struct pipe_screen *screen, enum pipe_capf param);
    int (*get_shader_param)(struct pipe_screen *screen, unsigned shader,
                            enum pipe_shader_cap param);
    /* Writes the value to ret (may be NULL), in the capability's type, and returns its size in
     * bytes. 0: unknown, or not for this kind of program. */
    int (*get_compute_param)(struct pipe_screen *screen, enum pipe_shader_ir ir_type,
                             enum pipe_compute_cap param, void *ret);

    /* Whether a resource of this format, target and sample count (0 and 1: not multisampled) can
     * have all these uses (PIPE_BIND_*) together. PIPE_FORMAT_NONE with PIPE_BIND_RENDER_TARGET
     * asks for framebuffers without attachments. */
    boolean (*is_format_supported)(struct pipe_screen *screen, enum pipe_format format,
                                   enum pipe_texture_target target, unsigned sample_count,
                                   unsigned bindings);

    /* The size of the grid of pixels for set_sample_locations. */
    void (*get_sample_pixel_grid)(struct pipe_screen *screen, unsigned sample_count,
                                  unsigned *out_width, unsigned *out_height);

    /* Nanoseconds on the clock of PIPE_QUERY_TIMESTAMP. Never waits for the device. */
    uint64_t (*get_timestamp)(struct pipe_screen *screen);

    /* Stores in *out_info how much memory there is, and how much is available, which changes all
     * the time. Where Galvan emulates PIPE_CAP_QUERY_MEMORY_INFO it does not know about other
     * processes, so the latter is an upper bound. */
    void (*query_memory_info)(struct pipe_screen *screen, struct pipe_memory_info *out_info);

    /* ---- Contexts ---------------------------------------------------------------------------- */

    /* priv is kept in pipe_context::priv; flags are PIPE_CONTEXT_*. NULL on failure. */
    struct pipe_context *(*context_create)(struct pipe_screen *screen, void *priv, unsigned flags);

    /* ---- Resources --------------------------------------------------------------------------- */

    /* Whether resource_create could succeed, by limits alone; allocates nothing. */
    boolean (*can_create_resource)(struct pipe_screen *screen, const struct pipe_resource *templ);
    /* Creates a resource with one reference, which the caller owns: pipe_resource_reference() of
     * pipe/p_inlines.h. Its contents are undefined, never another process's. NULL on failure. */
    struct pipe_resource *(*resource_create)(struct pipe_screen *screen,
                                             const struct pipe_resource *templ);
    /* As resource_create, for the front buffer of a window. map_front_private is for a winsys and
     * has no effect, since Galvan has no winsys. */
    struct pipe_resource *(*resource_create_front)(struct pipe_screen *screen,
                                                   const struct pipe_resource *templ,
                                                   const void *map_front_private);
    /* As resource_create, on memory of another process. The caller still owns the handle. usage:
     * PIPE_HANDLE_USAGE_*. Galvan takes WINSYS_HANDLE_TYPE_OPAQUE_FD, with the template and the
     * size that the other side had. The two sides take turns: a side ends its turn by
     * flush_resource, flush and waiting for the fence, and begins each turn but its first by
     * resource_changed. The resource holds zeros until one of them writes. */
    struct pipe_resource *(*resource_from_handle)(struct pipe_screen *screen,
                                                  const struct pipe_resource *templ,
                                                  struct winsys_handle *handle, unsigned usage);
    /* A buffer on the caller's memory, which must outlive it; address and size are page-aligned. */
    struct pipe_resource *(*resource_from_user_memory)(struct pipe_screen *screen,
                                                       const struct pipe_resource *templ,
                                                       void *user_memory);
    /* The caller sets type, layer and plane of handle; this fills in the rest. The caller closes a
     * file descriptor. FALSE: the resource cannot be shared. Galvan shares resources with
     * PIPE_BIND_SHARED, as WINSYS_HANDLE_TYPE_OPAQUE_FD, on devices with PIPE_CAP_MEMOBJ; a buffer
     * that has PIPE_BIND_SCANOUT, too, as a dma-buf (WINSYS_HANDLE_TYPE_FD) instead, on devices
     * with VK_EXT_external_memory_dma_buf. Such a resource keeps its memory when it is
     * discarded. */
    boolean (*resource_get_handle)(struct pipe_screen *screen, struct pipe_resource *resource,
                                   struct winsys_handle *handle, unsigned usage);
    /* Reports that another side changed the memory of a shared resource, so that the driver drops
     * data derived from it. The caller must have flushed contexts that used it before. */
    void (*resource_changed)(struct pipe_screen *screen, struct pipe_resource *resource);
    /* For pipe_resource_reference(): the last reference is gone. Does not wait: memory that the
     * device uses is freed later. Does not release resource->next; the helper does. */
    void (*resource_destroy)(struct pipe_screen *screen, struct pipe_resource *resource);

    /* Imports memory of another process by an opaque descriptor of handle->size bytes, which the
     * caller still owns. NULL without PIPE_CAP_MEMOBJ. dedicated: the memory is for the one
     * resource that will be in it. NULL if there is no such descriptor. Memory of another device
     * fails later, when a resource is placed in it. */
    struct pipe_memory_object *(*memobj_create_from_handle)(struct pipe_screen *screen,
                                                            struct winsys_handle *handle,
                                                            bool dedicated);
    /* Resources in it stay. */
    void (*memobj_destroy)(struct pipe_screen *screen, struct pipe_memory_object *memobj);
    /* Creates a resource at offset, in bytes, of the memory. It has the contents of the other
     * side's resource, if that has the same template and the same offset. NULL: it does not fit, or
     * its alignment is wrong for the device. The sides take turns as with resource_from_handle. */
    struct pipe_resource *(*resource_from_memobj)(struct pipe_screen *screen,
                                                  const struct pipe_resource *templ,
                                                  struct pipe_memory_object *memobj,
                                                  uint64_t offset);
    /* PIPE_UUID_SIZE bytes, Vulkan's: only screens that are equal in both can share memory. */
    void (*get_driver_uuid)(struct pipe_screen *screen, char *out_uuid);
    void (*get_device_uuid)(struct pipe_screen *screen, char *out_uuid);

    /* Modifiers of dma-bufs (PIPE_CAP_DMABUF, NULL without). *out_external_only (may be NULL): only
     * external texture targets can use it. */
    boolean (*is_dmabuf_modifier_supported)(struct pipe_screen *screen, uint64_t modifier,
                                            enum pipe_format format, bool *out_external_only);
    /* Stores up to max modifiers of a format, and in *out_count how many there are; max 0 only
     * counts. out_external_only may be NULL. */
    void (*query_dmabuf_modifiers)(struct pipe_screen *screen, enum pipe_format format, int max,
                                   uint64_t *out_modifiers, unsigned *out_external_only,
                                   int *out_count);
    /* Planes that an image of this modifier and format has; 0: not supported. */
    unsigned (*get_dmabuf_modifier_planes)(struct pipe_screen *screen, uint64_t modifier,
                                           enum pipe_format format);

    /* Shows a PIPE_BIND_DISPLAY_TARGET resource, or the part sub_box (NULL: all), through a winsys.
     * Galvan has none and does nothing: galvan/window.h shows pictures. */
    void (*flush_frontbuffer)(struct pipe_screen *screen, struct pipe_resource *resource,
                              unsigned level, unsigned layer, void *winsys_drawable_handle,
                              struct pipe_box *sub_box);

    /* Vertex state for draw_vertex_state; holds references to its buffers. indexbuf may be NULL. */
    struct pipe_vertex_state *(*create_vertex_state)(struct pipe_screen *screen,
                                                     struct pipe_vertex_buffer *buffer,
                                                     const struct pipe_vertex_element *elements,
                                                     unsigned num_elements,
                                                     struct pipe_resource *indexbuf,
                                                     uint32_t full_velem_mask);
    void (*vertex_state_destroy)(struct pipe_screen *screen, struct pipe_vertex_state *state);

    /* ---- Fences ------------------------------------------------------------------------------ */

    /* Does *ptr = fence and updates the reference counts; either may be NULL. */
    void (*fence_reference)(struct pipe_screen *screen, struct pipe_fence_handle **ptr,
                            struct pipe_fence_handle *fence);
    /* Waits up to timeout nanoseconds; 0 only asks, PIPE_TIMEOUT_INFINITE waits for ever. TRUE: all
     * work before the fence is done. */
    boolean (*fence_finish)(struct pipe_screen *screen, struct pipe_fence_handle *fence,
                            uint64_t timeout);
    /* A new sync file, which the caller closes; -1: not exportable, as every fence of Galvan. */
    int (*fence_get_fd)(struct pipe_screen *screen, struct pipe_fence_handle *fence);

    /* ---- Driver queries, cache --------------------------------------------------------------- */

    /* Describes driver query index in *out_info and returns 1, or 0 when there is none. With
     * out_info NULL: the number of them. */
    int (*get_driver_query_info)(struct pipe_screen *screen, unsigned index,
                                 struct pipe_driver_query_info *out_info);
    /* As get_driver_query_info, for groups of driver queries. */
    int (*get_driver_query_group_info)(struct pipe_screen *screen, unsigned index,
                                       struct pipe_driver_query_group_info *out_info);
    /* The on-disk cache for frontends, which belongs to the screen. NULL in Galvan, which has
     * galvan_screen_params.cache_dir. */
    struct disk_cache *(*get_disk_shader_cache)(struct pipe_screen *screen);
};

#ifdef __cplusplus
}
#endif
#endif
