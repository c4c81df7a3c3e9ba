/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Frames that the client library presents, if it is loaded. The device copies such a frame into an
 * image of the window's swapchain, or into memory that the X server sees, and a thread of the
 * library waits for the copy. The program's thread does not wait. */
#include <dlfcn.h>
#include <fcntl.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "util/format/u_format.h"
#include "util/u_atomic.h"
#include "util/u_math.h"
#include "util/u_memory.h"

#include "galvan/galvan.h"

#include "gm.h"

/* A window's swapchain. It is closed when the window gets a buffer of another size, while the old
 * buffer may still exist. */
struct gm_swapchain {
    int references;
    simple_mtx_t lock;
    struct galvan_swapchain *galvan; /* NULL: the swapchain is closed */
};

/* Memory for frames. */
struct gm_slot {
    int references;
    struct gpipe_resource *pages; /* a buffer on the memory */
    void *memory;
    size_t size_B;
};

/* A pending copy. */
struct copy {
    struct gm_screen *screen;
    struct gpipe_fence_handle *fence;
    struct gm_slot *slot; /* NULL: the copy is to a swapchain */
    struct gm_image image;
};

/* The argument of make(), open_swapchain() and copy(). */
struct presented {
    struct gm_context *ctx;
    struct gm_resource *resource;
};

/* ---- Swapchains ------------------------------------------------------------------------------ */

static void release_swapchain(struct gm_swapchain *swapchain)
{
    if (!swapchain || !p_atomic_dec_zero(&swapchain->references))
        return;
    simple_mtx_destroy(&swapchain->lock);
    FREE(swapchain);
}

/* gv_driver_frames_methods::open_swapchain */
static struct gv_driver_swapchain *open_swapchain(void *priv, void *connection, uint32_t window)
{
    const struct presented *presented = priv;
    struct gm_resource *resource = presented->resource;
    struct gm_screen *screen = gm_screen(resource->base.b.screen);
    const struct galvan_swapchain_params params = {
        .size = sizeof(params),
        .connection = connection,
        .window = window,
        .frame = resource->galvan,
        .num_slots = screen->num_slots,
    };
    struct gm_swapchain *swapchain = NULL;

    if (screen->device->wants_swapchains && !gm_frames_want_image(screen))
        swapchain = CALLOC_STRUCT(gm_swapchain);
    if (!swapchain)
        return NULL;
    swapchain->galvan = galvan_swapchain_create(screen->galvan, &params);
    if (!swapchain->galvan) {
        FREE(swapchain);
        return NULL;
    }
    simple_mtx_init(&swapchain->lock, mtx_plain);
    swapchain->references = 2; /* of the resource, and until close_swapchain() */
    release_swapchain(resource->swapchain);
    resource->swapchain = swapchain;
    resource->next_slot = 0;
    presented->ctx->frame_copied = false;
    return (struct gv_driver_swapchain *)swapchain;
}

/* gv_driver_frames_methods::present; on a thread of the library */
static bool present_slot(struct gv_driver_swapchain *opened, unsigned slot)
{
    return galvan_swapchain_present(((struct gm_swapchain *)opened)->galvan, slot);
}

/* gv_driver_frames_methods::close_swapchain */
static void close_swapchain(struct gv_driver_swapchain *opened)
{
    struct gm_swapchain *swapchain = (struct gm_swapchain *)opened;

    simple_mtx_lock(&swapchain->lock);
    galvan_swapchain_destroy(swapchain->galvan);
    swapchain->galvan = NULL;
    simple_mtx_unlock(&swapchain->lock);
    release_swapchain(swapchain);
}

/* Records a copy of the frame to the next slot of the window's swapchain. */
static bool copy_to_swapchain(struct gm_context *ctx, struct gm_resource *resource)
{
    struct gm_swapchain *swapchain = resource->swapchain;

    simple_mtx_lock(&swapchain->lock);
    const bool is_copied =
        swapchain->galvan && galvan_swapchain_copy(swapchain->galvan, resource->next_slot,
                                                   ctx->galvan, resource->galvan);
    simple_mtx_unlock(&swapchain->lock);
    return is_copied;
}

/* ---- Memory for frames ----------------------------------------------------------------------- */

static void release_slot(struct gm_slot *slot)
{
    if (!slot || !p_atomic_dec_zero(&slot->references))
        return;
    gpipe_resource_reference(&slot->pages, NULL);
    munmap(slot->memory, slot->size_B);
    FREE(slot);
}

void gm_present_release(struct gm_resource *resource)
{
    for (unsigned i = 0; i < ARRAY_SIZE(resource->slots); i++)
        release_slot(resource->slots[i]);
    release_swapchain(resource->swapchain);
}

/* Creates memory that cannot shrink. Returns its descriptor; -1 on failure. */
static int make_memory(size_t size_B)
{
    const int fd = memfd_create("galvan-frame", MFD_CLOEXEC | MFD_ALLOW_SEALING);

    if (fd < 0)
        return -1;
    if (ftruncate(fd, (off_t)size_B) == 0 && fcntl(fd, F_ADD_SEALS, F_SEAL_SHRINK) == 0)
        return fd;
    close(fd);
    return -1;
}

static struct gm_slot *map_slot(struct gm_screen *screen, int fd, size_t size_B)
{
    void *memory = mmap(NULL, size_B, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
    struct gm_slot *slot = memory != MAP_FAILED ? CALLOC_STRUCT(gm_slot) : NULL;

    if (slot)
        slot->pages = gm_import_pages(screen, memory, size_B);
    if (slot && slot->pages) {
        slot->references = 1;
        slot->memory = memory;
        slot->size_B = size_B;
        return slot;
    }
    FREE(slot);
    if (memory != MAP_FAILED)
        munmap(memory, size_B);
    return NULL;
}

/* gv_driver_frames_methods::make */
static int make(void *priv, unsigned idx)
{
    const struct presented *presented = priv;
    struct gm_resource *resource = presented->resource;
    struct gm_screen *screen = gm_screen(resource->base.b.screen);
    const size_t page_B = (size_t)sysconf(_SC_PAGESIZE);
    const size_t size_B =
        align64(4 * (uint64_t)resource->base.b.width0 * resource->base.b.height0, page_B);

    if (idx >= ARRAY_SIZE(resource->slots) || !presented->ctx->galvan->image_copy_buffer)
        return -1;
    const int fd = make_memory(size_B);
    struct gm_slot *slot = fd >= 0 ? map_slot(screen, fd, size_B) : NULL;
    if (!slot) {
        if (fd >= 0)
            close(fd);
        return -1;
    }
    release_slot(resource->slots[idx]);
    release_swapchain(resource->swapchain);
    resource->swapchain = NULL;
    resource->slots[idx] = slot;
    resource->next_slot = 0;
    presented->ctx->frame_copied = false;
    return fd;
}

/* ---- Copies ---------------------------------------------------------------------------------- */

bool gm_present_copy(struct gm_context *ctx, struct gm_resource *resource)
{
    const struct gm_slot *slot = resource->slots[resource->next_slot];
    const struct pipe_box all = gm_whole(&resource->base.b);

    if (resource->swapchain)
        return copy_to_swapchain(ctx, resource);
    return slot && gm_record_copy(ctx, resource, slot->pages, 4 * resource->base.b.width0, &all);
}

/* Submits a copy of the frame to the resource's next slot, unless the copy was already submitted.
 * Returns the fence of the submission; NULL on failure. */
static struct gpipe_fence_handle *submit(struct gm_context *ctx, struct gm_resource *resource)
{
    struct gpipe_context *galvan = ctx->galvan;
    struct gpipe_fence_handle *fence = NULL;

    if (ctx->frame == &resource->base.b && ctx->frame_copied && ctx->frame_in_slot &&
        ctx->frame_fence && ctx->frame_number == resource->num_presented)
        galvan->screen->fence_reference(galvan->screen, &fence, ctx->frame_fence);
    else if (gm_present_copy(ctx, resource))
        galvan->flush(galvan, &fence, 0);
    ctx->frame_copied = false;
    return fence;
}

/* gv_driver_frames_methods::copy */
static void *copy(void *priv, unsigned idx)
{
    const struct presented *presented = priv;
    struct gm_resource *resource = presented->resource;
    const struct pipe_resource *base = &resource->base.b;
    struct gm_slot *slot = resource->swapchain ? NULL : resource->slots[idx];
    struct copy *copy = slot || resource->swapchain ? CALLOC_STRUCT(copy) : NULL;

    if (!copy)
        return NULL;
    if (idx != resource->next_slot) { /* a copy of the frame is in another slot */
        presented->ctx->frame_copied = false;
        resource->next_slot = idx;
    }
    copy->fence = submit(presented->ctx, resource);
    if (!copy->fence) {
        FREE(copy);
        return NULL;
    }
    copy->screen = gm_screen(base->screen);
    copy->slot = slot;
    if (slot) {
        p_atomic_inc(&slot->references);
        copy->image = (struct gm_image){.pixels = slot->memory,
                                        .format = base->format,
                                        .width = base->width0,
                                        .height = base->height0,
                                        .stride_B = 4 * base->width0};
    }
    resource->next_slot = (idx + 1) % copy->screen->num_slots;
    resource->num_presented++;
    return copy;
}

/* gv_driver_frames_methods::await; on a thread of the library */
static bool await(void *data)
{
    struct copy *copy = data;
    struct gm_screen *screen = copy->screen;
    struct gpipe_screen *galvan = screen->galvan;
    const bool is_there = galvan->fence_finish(galvan, copy->fence, GPIPE_TIMEOUT_INFINITE);

    if (is_there)
        gm_frames_presented_image(screen, copy->slot ? &copy->image : NULL);
    galvan->fence_reference(galvan, &copy->fence, NULL);
    release_slot(copy->slot);
    FREE(copy);
    return is_there;
}

/* ---- The screen ------------------------------------------------------------------------------ */

void gm_present_init(struct gm_screen *screen)
{
    static const struct gv_driver_frames_methods methods = {
        .make = make,
        .open_swapchain = open_swapchain,
        .present = present_slot,
        .close_swapchain = close_swapchain,
        .copy = copy,
        .await = await,
    };
    void *symbol = dlsym(RTLD_DEFAULT, GV_DRIVER_FRAMES_NAME);
    gv_driver_frames_fn find = NULL;

    memcpy(&find, &symbol, sizeof(symbol));
    const struct gv_driver_frames_library *library = find ? find() : NULL;
    if (!library || library->version != GV_DRIVER_FRAMES_VERSION)
        return;
    screen->presenter = library->create(&methods, &screen->num_slots);
    screen->library = screen->presenter ? library : NULL;
}

void gm_present_finish(struct gm_screen *screen)
{
    if (screen->library)
        screen->library->destroy(screen->presenter);
}

bool gm_present_in_swap(const struct gm_screen *screen)
{
    return screen->library && screen->library->in_swap();
}

bool gm_present(struct gm_context *ctx, struct gm_resource *resource, const struct pipe_box *part)
{
    struct gm_screen *screen = gm_screen(ctx->base.screen);
    const struct pipe_resource *base = &resource->base.b;
    const bool can_present = !resource->front && util_format_get_blocksize(base->format) == 4;
    struct presented presented = {ctx, resource};

    if (!screen->library)
        return false;
    if (can_present && !resource->frame_id)
        resource->frame_id = p_atomic_inc_return(&screen->num_frame_ids);
    return screen->library->present(
        screen->presenter, &(struct gv_driver_frame){.buffer = can_present ? resource->frame_id : 0,
                                                     .width = base->width0,
                                                     .height = base->height0,
                                                     .part_x = (uint32_t)part->x,
                                                     .part_y = (uint32_t)part->y,
                                                     .part_width = (uint32_t)part->width,
                                                     .part_height = (uint32_t)part->height,
                                                     .priv = &presented});
}
