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

/* A view that is kept with its storage, from malloc(); what was asked for lies behind it (see
 * view/image_view.h). Either handle may be VK_NULL_HANDLE. */
struct gv_kept_view {
    struct gv_kept_view *next;
    VkImageView image;
    VkBufferView buffer;
};

void gv_kept_view_destroy(struct gv_vk_device *dev, struct gv_kept_view *view);

/* The Vulkan object behind a resource. Counted: the resource and every batch that uses it. */
struct gv_storage {
    struct gv_vk_object object;
    struct gv_screen *screen;
    struct gv_hazards hazards;

    bool is_buffer;
    struct gv_vk_buffer buffer; /* when is_buffer */
    struct gv_vk_image image;   /* otherwise; hazards has its layout, once it is initialized */
    VkImageAspectFlags aspects;
    struct gv_image_uses uses; /* that image is made for */
    bool initialized; /* ready for use: zeroed, an image is transitioned from UNDEFINED, and what
                         was outside is taken back */
    bool overwritten; /* its first use writes all of it, so it need not be zeroed; of a buffer what
                         the client sees of it, whole words */
    struct {
        enum pipe_format format;
        uint32_t width, height, depth, layers, levels;
    } shape;                    /* as it was created; a buffer has a width, and more behind it */
    _Atomic bool dead;          /* image: nobody needs what it holds, until the next write */
    _Atomic bool ends_late;     /* image: what becomes of it was told when the rendering to it had
                                   begun, see bind/rendering_end.h */
    _Atomic bool clear_pending; /* a context holds a deferred clear of it, see framebuffer.c */
    _Atomic(struct gv_kept_view *) views;
    _Atomic uint32_t num_views;
    uint64_t charged_B; /* counted against the screen's memory limit */
    bool is_imported;   /* buffer: on memory of the caller's, which may go once it is destroyed */
    struct gv_mirror *mirror; /* imported: the device has a copy of that memory; NULL: it has none,
                                 but uses the memory itself */
    bool is_external;         /* on memory that other processes may have */
    bool is_dma_buf;          /* which leaves as one, not by an opaque descriptor */
    bool outside;             /* external: other processes have it until its next use here */
};

/* Whether what the texels of the template alone take is within the memory limit. */
bool gv_storage_fits(const struct gv_screen *screen, const struct pipe_resource *templ);

/* An unused storage for the template; NULL when memory or the limit ran out. It gets its first
 * contents, zeros, with its first use (gv_storage_init()); what is shared has them. An image is
 * made for the uses that the template names; where it cannot be exchanged later, for all. */
struct gv_storage *gv_storage_create(struct gv_screen *screen, const struct pipe_resource *templ);

/* The same of an image for these uses, which other processes have no part in. */
struct gv_storage *gv_storage_create_image(struct gv_screen *screen,
                                           const struct pipe_resource *templ,
                                           struct gv_image_uses uses);

/* The same of a buffer on the caller's memory, both multiples of the device's alignment. Where the
 * device does not take it, the buffer is a copy that follows the memory, if may_copy says so, or
 * NULL. */
struct gv_storage *gv_storage_import(struct gv_screen *screen, void *memory, uint64_t size_B,
                                     bool may_copy);

/* An unused storage for the template on memory of another process; NULL where that cannot be. */
struct gv_storage *gv_storage_open(struct gv_screen *screen, const struct pipe_resource *templ,
                                   const struct gv_vk_external *external);

/* Records into cmd what comes before the first use, as transfers: of an image the transition from
 * UNDEFINED, unless its first use brings one; zeros, unless it is overwritten, so that nobody reads
 * what memory held before; of what is outside, that it is taken back. */
void gv_storage_init(struct gv_storage *storage, VkCommandBuffer cmd);

/* Under the lock of its hazards, once several threads can see it: what gv_storage_init() recorded
 * runs before all uses that are recorded from now on. */
static inline void gv_storage_set_initialized(struct gv_storage *storage)
{
    storage->initialized = true;
    storage->outside = false;
}

/* The same at once, of a mapped buffer that is not outside: zeros but for begin_B to end_B, which
 * the caller writes. */
void gv_storage_init_mapped(struct gv_storage *storage, VkDeviceSize begin_B, VkDeviceSize end_B);

/* Comes before the host reads or writes a mapped buffer in place: where nobody used it yet, it is
 * zeroed but for begin_B to end_B, which the caller writes. Any thread. */
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

/* The layout of an image in the use that was told to record/sync.h last. */
static inline VkImageLayout gv_storage_layout(const struct gv_storage *storage)
{
    return storage->hazards.layout;
}

/* The same of a level, which may have a layout of its own. */
static inline VkImageLayout gv_storage_level_layout(const struct gv_storage *storage,
                                                    uint32_t level)
{
    return gv_level_layout(storage->hazards.layout, &storage->hazards.levels, level);
}

/* Whether no pending use conflicts with a write, or with a read alone. */
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
