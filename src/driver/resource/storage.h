/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* struct gv_storage: the Vulkan buffer or image of a resource. A storage counts against the
 * screen's memory limit. All templates must have passed gv_resource_check(). */
#ifndef GV_STORAGE_H
#define GV_STORAGE_H

#include "driver/resource/hazards.h"
#include "driver/resource/image_uses.h"
#include "pipe/p_state.h"
#include "vk/batch.h"
#include "vk/buffer_image.h"
#include "vk/dma_buf.h"

struct gv_dma_buf_choice;
struct gv_mirror;
struct gv_screen;
struct gv_vk_external;

/* A cached view of a storage, allocated with malloc() and followed by its key (see
 * view/image_view.h). Either handle may be VK_NULL_HANDLE. */
struct gv_kept_view {
    struct gv_kept_view *next;
    VkImageView image;
    VkBufferView buffer;
    VkBuffer alias; /* the buffer that `buffer` views, if it is not the storage's own buffer;
                       otherwise VK_NULL_HANDLE */
};

void gv_kept_view_destroy(struct gv_vk_device *dev, struct gv_kept_view *view);

/* The Vulkan object of a resource. The resource holds a reference to the storage, and so does every
 * batch that uses the storage. */
struct gv_storage {
    struct gv_vk_object object;
    struct gv_screen *screen;
    struct gv_hazards hazards;

    bool is_buffer;
    struct gv_vk_buffer buffer; /* the buffer, if is_buffer */
    struct gv_vk_image image;   /* the image, if not is_buffer; `hazards` has the layout of an
                                   initialized image */
    VkImageAspectFlags aspects;
    struct gv_image_uses uses; /* uses for which the image was created */
    uint8_t *texels;           /* image with linear tiling: its mapped memory, see host_texels.h;
                                  otherwise NULL */
    bool preinitialized;       /* the CPU has written `texels` before the first use */
    bool initialized; /* ready for use: zeroed, transitioned from UNDEFINED if it is an image, and
                         acquired if it is external */
    bool overwritten; /* the first use overwrites the whole storage (of a buffer: all dwords that
                         the client can access), so the storage need not be zeroed */
    struct {
        enum pipe_format format;
        uint32_t width, height, depth, layers, levels;
    } shape; /* the requested format and size; a buffer's width excludes the padding at its end */
    _Atomic bool dead;      /* image: the contents are not needed until the next write */
    _Atomic bool ends_late; /* image: on tilers, the begin of the next rendering to the image is
                               recorded last, see bind/rendering_end.h */
    _Atomic uint32_t clears_pending; /* image: pending clears of all contexts, see framebuffer.c */
    _Atomic(struct gv_kept_view *) views;
    _Atomic uint32_t num_views;
    uint64_t charged_B;       /* bytes counted against the screen's memory limit */
    bool is_imported;         /* buffer on user memory, which the caller may free once the buffer is
                                 destroyed */
    struct gv_mirror *mirror; /* the mirror of imported memory; NULL: the device accesses the memory
                                 directly */
    bool is_external;         /* the storage is on memory that other processes may access */
    bool is_dma_buf;          /* the memory is shared as a dma-buf, not as an opaque descriptor */
    struct gv_vk_dma_buf dma_buf; /* image in a dma-buf: its layout, and a descriptor of imported
                                     memory, which the storage owns; -1: the memory was allocated
                                     here */
    _Atomic int exported_fd;      /* image in a dma-buf that was allocated here: the storage's own
                                     descriptor of the dma-buf; -1: the dma-buf was never
                                     exported */
    bool outside;                 /* external: other processes own the storage until its next use in
                                     this process */
};

/* Whether the texels of the template fit in the screen's memory limit. */
bool gv_storage_fits(const struct gv_screen *screen, const struct pipe_resource *templ);

/* Creates an unused storage for the template. NULL if memory or the limit runs out. The first use
 * zeroes the storage (gv_storage_init()); shared storage is zeroed immediately. An image gets the
 * uses that the template requests, or all uses if it cannot be recreated later. */
struct gv_storage *gv_storage_create(struct gv_screen *screen, const struct pipe_resource *templ);

/* Creates an unused storage for an image that is not shared, with the given uses. NULL if memory or
 * the limit runs out. */
struct gv_storage *gv_storage_create_image(struct gv_screen *screen,
                                           const struct pipe_resource *templ,
                                           struct gv_image_uses uses);

/* As gv_storage_create_image(), but in a dma-buf, which can be exported. */
struct gv_storage *gv_storage_create_dma_buf(struct gv_screen *screen,
                                             const struct pipe_resource *templ,
                                             const struct gv_dma_buf_choice *choice);

/* Creates a buffer on user memory. Address and size must be multiples of the device's alignment. If
 * the device cannot import the memory, the buffer becomes a mirror of the memory. NULL if may_copy
 * is false and a mirror would be needed, or if memory runs out. */
struct gv_storage *gv_storage_import(struct gv_screen *screen, void *memory, uint64_t size_B,
                                     bool may_copy);

/* Creates an unused storage for the template on memory of another process. NULL on failure. */
struct gv_storage *gv_storage_open(struct gv_screen *screen, const struct pipe_resource *templ,
                                   const struct gv_vk_external *external);

/* As gv_storage_open(), but for an image in a dma-buf. The caller still owns the descriptor. */
struct gv_storage *gv_storage_open_dma_buf(struct gv_screen *screen,
                                           const struct pipe_resource *templ,
                                           const struct gv_vk_dma_buf *dma_buf);

/* Records the transfers into cmd that precede the first use. Changes an image's layout from
 * UNDEFINED, unless the image's first use changes the layout. Then clears the storage to zeros, so
 * that no client reads old contents of memory, unless the first use overwrites the storage. Also
 * acquires external storage. */
void gv_storage_init(struct gv_storage *storage, VkCommandBuffer cmd);

/* Whether neither the device nor the CPU has written to the storage. Call under the lock of the
 * hazards if several threads can access the storage. */
static inline bool gv_storage_is_blank(const struct gv_storage *storage)
{
    return !storage->initialized && !storage->preinitialized;
}

/* Marks that the commands of gv_storage_init() run before all uses that are recorded from now on.
 * Call under the lock of the hazards if several threads can access the storage. */
static inline void gv_storage_set_initialized(struct gv_storage *storage)
{
    storage->initialized = true;
    storage->outside = false;
}

/* Initializes a mapped buffer on the CPU. The buffer must not be external. Zeroes all bytes except
 * those from begin_B to end_B, which the caller writes. */
void gv_storage_init_mapped(struct gv_storage *storage, VkDeviceSize begin_B, VkDeviceSize end_B);

/* Zeroes an unused mapped buffer, except for the bytes from begin_B to end_B, which the caller
 * writes. Call before the CPU accesses a mapped buffer directly. May be called by any thread. */
void gv_storage_init_host(struct gv_storage *storage, VkDeviceSize begin_B, VkDeviceSize end_B);

/* Whether the image has a different layout for each kind of use. */
static inline bool gv_storage_changes_layout(const struct gv_storage *storage)
{
    return storage->hazards.changes_layout && !storage->hazards.looped;
}

/* Whether draws may sample the parts of the image to which they render, because the image has the
 * feedback loop layout. */
static inline bool gv_storage_loops(const struct gv_storage *storage)
{
    return storage->uses.usage & VK_IMAGE_USAGE_ATTACHMENT_FEEDBACK_LOOP_BIT_EXT;
}

/* Returns the layout of the image after all recorded uses. */
static inline VkImageLayout gv_storage_layout(const struct gv_storage *storage)
{
    return storage->hazards.layout;
}

/* Returns the layout of a level, which may differ from the layout of other levels. */
static inline VkImageLayout gv_storage_level_layout(const struct gv_storage *storage,
                                                    uint32_t level)
{
    return gv_level_layout(storage->hazards.layout, &storage->hazards.levels, level);
}

/* Returns the descriptor of an image's dma-buf. -1 if no other device can access the image. */
static inline int gv_storage_dma_buf_fd(const struct gv_storage *storage)
{
    return storage->dma_buf.fd >= 0 ? storage->dma_buf.fd : atomic_load(&storage->exported_fd);
}

/* Whether no pending use conflicts with a read or, if for_write is true, with a write. */
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
