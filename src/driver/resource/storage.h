/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* struct gv_storage: the Vulkan buffer or image behind a resource, counted against the screen's
 * memory limit. Templates have passed gv_resource_check(). */
#ifndef GV_STORAGE_H
#define GV_STORAGE_H

#include "driver/resource/hazards.h"
#include "driver/resource/image_uses.h"
#include "pipe/p_state.h"
#include "vk/batch.h"
#include "vk/buffer_image.h"

struct gv_mirror;
struct gv_screen;
struct gv_vk_external;

/* A cached view of a storage, from malloc(), followed by its key (see view/image_view.h). Either
 * handle may be VK_NULL_HANDLE. */
struct gv_kept_view {
    struct gv_kept_view *next;
    VkImageView image;
    VkBufferView buffer;
};

void gv_kept_view_destroy(struct gv_vk_device *dev, struct gv_kept_view *view);

/* The Vulkan object of a resource. References are held by the resource and by every batch that
 * uses it. */
struct gv_storage {
    struct gv_vk_object object;
    struct gv_screen *screen;
    struct gv_hazards hazards;

    bool is_buffer;
    struct gv_vk_buffer buffer; /* when is_buffer */
    struct gv_vk_image image;   /* otherwise; hazards has its layout, once it is initialized */
    VkImageAspectFlags aspects;
    struct gv_image_uses uses; /* that image is made for */
    bool initialized; /* ready for use: zeroed, an image is transitioned from UNDEFINED, and
                         external storage is acquired */
    bool overwritten; /* its first use overwrites it, so it need not be zeroed; for a buffer all
                         dwords that the client can see */
    struct {
        enum pipe_format format;
        uint32_t width, height, depth, layers, levels;
    } shape;                    /* the requested size of a buffer, which is padded at the end */
    _Atomic bool dead;          /* image: its contents are not needed until the next write */
    _Atomic bool ends_late;     /* image: its later use became known after rendering to it had
                                   begun, see bind/rendering_end.h */
    _Atomic bool clear_pending; /* a context has a deferred clear of it, see framebuffer.c */
    _Atomic(struct gv_kept_view *) views;
    _Atomic uint32_t num_views;
    uint64_t charged_B; /* counted against the screen's memory limit */
    bool is_imported;   /* buffer: on the caller's memory, which may be freed once the buffer is
                           destroyed */
    struct gv_mirror *mirror; /* imported: the mirror of that memory; NULL: the device uses the
                                 memory itself */
    bool is_external;         /* on memory that other processes may have */
    bool is_dma_buf;          /* exported as a dma-buf and not by an opaque descriptor */
    bool outside;             /* external: other processes own it until its next use here */
};

/* Whether the texels of the template fit in the memory limit. */
bool gv_storage_fits(const struct gv_screen *screen, const struct pipe_resource *templ);

/* Creates an unused storage for the template; NULL if memory or the limit runs out. Its first
 * use (gv_storage_init()) zeroes it; shared storage is zeroed at once. An image gets the uses that
 * the template requests, or all uses if it cannot be replaced later. */
struct gv_storage *gv_storage_create(struct gv_screen *screen, const struct pipe_resource *templ);

/* As above, for an image with these uses that is not shared. */
struct gv_storage *gv_storage_create_image(struct gv_screen *screen,
                                           const struct pipe_resource *templ,
                                           struct gv_image_uses uses);

/* As above, for a buffer on the caller's memory; address and size are multiples of the device's
 * alignment. If the device cannot import it, the buffer is a mirror of the memory (with may_copy)
 * or NULL. */
struct gv_storage *gv_storage_import(struct gv_screen *screen, void *memory, uint64_t size_B,
                                     bool may_copy);

/* Creates an unused storage for the template on another process's memory; NULL if that is not
 * possible. */
struct gv_storage *gv_storage_open(struct gv_screen *screen, const struct pipe_resource *templ,
                                   const struct gv_vk_external *external);

/* Records into cmd what precedes the first use, as transfers: an image's transition from
 * UNDEFINED, unless its first use includes one; zeros, unless the first use overwrites it, so that
 * no client reads old contents of memory; the acquire of external storage. */
void gv_storage_init(struct gv_storage *storage, VkCommandBuffer cmd);

/* Under the lock of its hazards, once several threads can see it: notes that the commands of
 * gv_storage_init() run before all uses that are recorded from now on. */
static inline void gv_storage_set_initialized(struct gv_storage *storage)
{
    storage->initialized = true;
    storage->outside = false;
}

/* As above, immediately, for a mapped buffer that is not external. Zeroes all but begin_B to
 * end_B, which the caller writes. */
void gv_storage_init_mapped(struct gv_storage *storage, VkDeviceSize begin_B, VkDeviceSize end_B);

/* Call before the host accesses a mapped buffer directly. An unused buffer is zeroed, except for
 * begin_B to end_B, which the caller writes. For any thread. */
void gv_storage_init_host(struct gv_storage *storage, VkDeviceSize begin_B, VkDeviceSize end_B);

/* Whether the image has a layout for each kind of use. */
static inline bool gv_storage_changes_layout(const struct gv_storage *storage)
{
    return storage->hazards.changes_layout && !storage->hazards.looped;
}

/* Whether draws may sample what they render to of the image, which has a layout for that. */
static inline bool gv_storage_loops(const struct gv_storage *storage)
{
    return storage->uses.usage & VK_IMAGE_USAGE_ATTACHMENT_FEEDBACK_LOOP_BIT_EXT;
}

/* The layout of an image in the last use that was passed to record/sync.h. */
static inline VkImageLayout gv_storage_layout(const struct gv_storage *storage)
{
    return storage->hazards.layout;
}

/* As above, for a level, which may have its own layout. */
static inline VkImageLayout gv_storage_level_layout(const struct gv_storage *storage,
                                                    uint32_t level)
{
    return gv_level_layout(storage->hazards.layout, &storage->hazards.levels, level);
}

/* Whether no pending use conflicts with a write; for the second, with a read. */
static inline bool gv_storage_is_idle(struct gv_storage *storage, bool for_write)
{
    return !(gv_hazards_pending(&storage->hazards) &
             (for_write ? GV_PENDING_READ | GV_PENDING_WRITE : GV_PENDING_WRITE));
}

static inline void gv_storage_unref(struct gv_storage *storage)
{
    if (storage)
        gv_vk_object_unref(storage->hazards.dev, &storage->object);
}

#endif
