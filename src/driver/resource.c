/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Resources and their storage: the only door through which one comes into being. Whatever passes
 * check_template() can be used without further doubts about its fields. */
#include "driver/resource.h"

#include <stdlib.h>
#include <string.h>

#include "driver/context.h"
#include "driver/image.h"
#include "driver/image_view.h"
#include "driver/share.h"
#include "util/checked.h"
#include "util/log.h"
#include "util/u_format.h"
#include "util/u_inlines.h"
#include "vk/external.h"

enum {
    MAX_BUFFER_SIZE_B = INT32_MAX
};

/* ---- Templates ------------------------------------------------------------------------------- */

static bool has_layers(enum pipe_texture_target target)
{
    return target == PIPE_TEXTURE_1D_ARRAY || target == PIPE_TEXTURE_2D_ARRAY ||
           target == PIPE_TEXTURE_CUBE || target == PIPE_TEXTURE_CUBE_ARRAY;
}

/* The template as programs of 2015 mean it, who often leave what they do not name uninitialised:
 * hints and flags that no program can have set count as 0, layers are counted where there are some,
 * and planes are chained to what was created. */
static struct pipe_resource sane_template(const struct pipe_resource *templ)
{
    const unsigned flags = PIPE_RESOURCE_FLAG_MAP_PERSISTENT | PIPE_RESOURCE_FLAG_MAP_COHERENT |
                           PIPE_RESOURCE_FLAG_SPARSE;
    struct pipe_resource t = *templ;
    t.next = NULL;
    if (!has_layers(t.target))
        t.array_size = 1;
    if (t.usage > PIPE_USAGE_STAGING)
        t.usage = PIPE_USAGE_DEFAULT;
    if (t.flags & ~flags)
        t.flags = 0;
    if (t.nr_storage_samples > t.nr_samples)
        t.nr_storage_samples = t.nr_samples;
    return t;
}

static bool check_buffer(const struct pipe_resource *t)
{
    return t->width0 > 0 && t->width0 <= MAX_BUFFER_SIZE_B && t->height0 <= 1 && t->depth0 <= 1 &&
           t->array_size <= 1 && t->last_level == 0 && t->nr_samples <= 1 &&
           t->nr_storage_samples <= 1;
}

/* Whether the extents fit the target; sizes are compared with the device's limits elsewhere. */
static bool check_shape(const struct pipe_resource *t)
{
    switch (t->target) {
    case PIPE_TEXTURE_1D:
        return t->height0 == 1 && t->depth0 == 1 && t->array_size == 1;
    case PIPE_TEXTURE_1D_ARRAY:
        return t->height0 == 1 && t->depth0 == 1;
    case PIPE_TEXTURE_RECT:
        return t->depth0 == 1 && t->array_size == 1 && t->last_level == 0;
    case PIPE_TEXTURE_2D:
        return t->depth0 == 1 && t->array_size == 1;
    case PIPE_TEXTURE_2D_ARRAY:
        return t->depth0 == 1;
    case PIPE_TEXTURE_3D:
        return t->array_size == 1;
    case PIPE_TEXTURE_CUBE:
        return t->width0 == t->height0 && t->depth0 == 1 && t->array_size == 6;
    case PIPE_TEXTURE_CUBE_ARRAY:
        return t->width0 == t->height0 && t->depth0 == 1 && t->array_size % 6 == 0;
    default:
        return false;
    }
}

static bool check_levels(const struct pipe_resource *t)
{
    unsigned largest = t->width0 > t->height0 ? t->width0 : t->height0;
    if (t->depth0 > largest)
        largest = t->depth0;
    return t->last_level < PIPE_MAX_TEXTURE_LEVELS && largest >> t->last_level != 0;
}

static bool check_texture(struct gv_screen *screen, const struct pipe_resource *t)
{
    const unsigned format_binds = PIPE_BIND_SAMPLER_VIEW | PIPE_BIND_RENDER_TARGET |
                                  PIPE_BIND_BLENDABLE | PIPE_BIND_DEPTH_STENCIL |
                                  PIPE_BIND_DISPLAY_TARGET | GV_STORAGE_BINDS;
    if (!t->width0 || !t->height0 || !t->depth0 || !t->array_size)
        return false;
    if (!check_shape(t) || !check_levels(t))
        return false;
    if (t->nr_samples > 1 && t->last_level != 0)
        return false;
    if (t->nr_storage_samples > 1 && t->nr_storage_samples != t->nr_samples)
        return false;
    if (gv_format_get(screen, t->format)->vk == VK_FORMAT_UNDEFINED ||
        !util_format_get_blocksize(t->format) || gv_format_is_stencil_view(t->format))
        return false;
    return gv_is_format_supported(&screen->base, t->format, t->target, t->nr_samples,
                                  t->bind & format_binds) &&
           gv_image_possible(screen, t);
}

static bool check_template(struct gv_screen *screen, const struct pipe_resource *t)
{
    if ((unsigned)t->target >= PIPE_MAX_TEXTURE_TYPES || (unsigned)t->format >= PIPE_FORMAT_COUNT ||
        (t->flags & PIPE_RESOURCE_FLAG_SPARSE))
        return false;
    return t->target == PIPE_BUFFER ? check_buffer(t) : check_texture(screen, t);
}

/* What the texels alone take; false when that does not fit 64 bits. */
static bool estimate_size(const struct pipe_resource *t, uint64_t *out_size_B)
{
    if (t->target == PIPE_BUFFER) {
        *out_size_B = t->width0;
        return true;
    }
    uint64_t total_B = 0;
    for (unsigned level = 0; level <= t->last_level; level++) {
        uint64_t size_B = util_format_get_nblocks(t->format, gv_minify(t->width0, level),
                                                  gv_minify(t->height0, level));
        if (!gv_mul_u64(size_B, gv_resource_num_layers(t, level), &size_B) ||
            !gv_mul_u64(size_B, util_format_get_blocksize(t->format), &size_B) ||
            !gv_mul_u64(size_B, t->nr_samples ? t->nr_samples : 1, &size_B) ||
            !gv_add_u64(total_B, size_B, &total_B))
            return false;
    }
    *out_size_B = total_B;
    return true;
}

/* ---- The memory limit ------------------------------------------------------------------------ */

/* Nothing is allocated that was not reserved, so that the limit holds with many threads, too. */
static bool reserve(struct gv_screen *screen, uint64_t size_B)
{
    uint64_t used_B = atomic_load_explicit(&screen->memory_used_B, memory_order_relaxed);
    uint64_t sum_B;
    do {
        if (!gv_add_u64(used_B, size_B, &sum_B) ||
            (screen->memory_limit_B && sum_B > screen->memory_limit_B))
            return false;
    } while (!atomic_compare_exchange_weak(&screen->memory_used_B, &used_B, sum_B));
    return true;
}

static void unreserve(struct gv_screen *screen, uint64_t size_B)
{
    atomic_fetch_sub(&screen->memory_used_B, size_B);
}

/* Charges what the allocation turned out to take beyond the estimate. */
static bool settle(struct gv_storage *storage)
{
    uint64_t actual_B =
        storage->is_buffer ? storage->buffer.memory.size_B : storage->image.memory.size_B;
    if (actual_B <= storage->charged_B)
        return true;
    if (!reserve(storage->screen, actual_B - storage->charged_B))
        return false;
    storage->charged_B = actual_B;
    return true;
}

/* ---- Storage --------------------------------------------------------------------------------- */

static void destroy_storage(struct gv_vk_device *dev, struct gv_vk_object *object)
{
    struct gv_storage *storage = (struct gv_storage *)object;
    gv_image_views_destroy(dev, atomic_load(&storage->image_views));
    if (storage->is_buffer)
        gv_vk_buffer_destroy(dev, &storage->buffer);
    else
        gv_vk_image_destroy(dev, &storage->image);
    unreserve(storage->screen, storage->charged_B);
    free(storage);
}

#define EXPORTABLE VK_EXTERNAL_MEMORY_FEATURE_EXPORTABLE_BIT
#define IMPORTABLE VK_EXTERNAL_MEMORY_FEATURE_IMPORTABLE_BIT

static const struct gv_vk_external made_here = {.fd = -1};

static enum gv_vk_memory_kind buffer_kind(const struct pipe_resource *t)
{
    switch (t->usage) {
    case PIPE_USAGE_STAGING:
        return GV_VK_MEMORY_READBACK;
    case PIPE_USAGE_DYNAMIC:
    case PIPE_USAGE_STREAM:
        return GV_VK_MEMORY_UPLOAD;
    default:
        return t->flags & PIPE_RESOURCE_FLAG_MAP_PERSISTENT ? GV_VK_MEMORY_UPLOAD
                                                            : GV_VK_MEMORY_DEVICE;
    }
}

/* First contents in a submission of its own. */
static VkResult zero_apart(struct gv_storage *storage)
{
    struct gv_vk_device *dev = storage->screen->dev;
    struct gv_vk_batch *batch;
    VkResult result = gv_vk_batch_begin(dev, &batch);
    if (result != VK_SUCCESS)
        return result;
    if (!gv_vk_batch_ref(batch, &storage->object)) {
        gv_vk_batch_abandon(batch);
        return VK_ERROR_OUT_OF_HOST_MEMORY;
    }
    if (storage->is_buffer)
        dev->vk.vkCmdFillBuffer(batch->main, storage->buffer.handle, 0, VK_WHOLE_SIZE, 0);
    else
        gv_storage_init(storage, batch->main);
    if (storage->is_external)
        gv_storage_release(storage, batch->main);
    batch->main_used = true;
    storage->sync.write_stages = VK_PIPELINE_STAGE_2_ALL_TRANSFER_BIT;
    storage->sync.write_access = VK_ACCESS_2_TRANSFER_WRITE_BIT;
    storage->sync.last_write = (struct gv_vk_use){batch, atomic_load(&batch->serial)};
    return gv_vk_batch_submit(batch, NULL);
}

/* So that fills reach the last byte. */
static VkDeviceSize whole_words(unsigned size_B)
{
    return ((VkDeviceSize)size_B + 3) & ~(VkDeviceSize)3;
}

static VkResult create_buffer(struct gv_storage *storage, const struct pipe_resource *t)
{
    struct gv_vk_device *dev = storage->screen->dev;
    VkDeviceSize size_B = whole_words(t->width0);
    storage->is_buffer = true;
    storage->is_external = storage->outside =
        (t->bind & PIPE_BIND_SHARED) && (gv_vk_external_buffer_features(dev) & EXPORTABLE);
    storage->initialized = !storage->outside;
    VkResult result = storage->is_external
                          ? gv_vk_external_buffer_create(dev, size_B, &made_here, &storage->buffer)
                          : gv_vk_buffer_create(dev, size_B, buffer_kind(t), &storage->buffer);
    if (result != VK_SUCCESS)
        return result;
    if (storage->buffer.memory.map) {
        memset(storage->buffer.memory.map, 0, size_B);
        return VK_SUCCESS;
    }
    return zero_apart(storage);
}

static void describe_image(struct gv_storage *storage, const struct pipe_resource *t,
                           struct gv_image_info *out_info)
{
    storage->aspects = gv_format_get(storage->screen, t->format)->aspects;
    storage->shape.format = t->format;
    storage->shape.width = t->width0;
    storage->shape.height = t->height0;
    storage->shape.depth = t->depth0;
    storage->shape.layers = t->array_size;
    storage->shape.levels = t->last_level + 1u;
    gv_image_describe(storage->screen, t, out_info);
}

/* A shared image is there for other processes from the beginning, in VK_IMAGE_LAYOUT_GENERAL. */
static VkResult create_image(struct gv_storage *storage, const struct pipe_resource *t)
{
    struct gv_vk_device *dev = storage->screen->dev;
    struct gv_image_info info;
    describe_image(storage, t, &info);
    storage->is_external = (t->bind & PIPE_BIND_SHARED) &&
                           (gv_vk_external_image_features(dev, &info.create) & EXPORTABLE);
    if (!storage->is_external)
        return gv_vk_image_create(dev, &info.create, GV_VK_MEMORY_DEVICE, &storage->image);
    VkResult result = gv_vk_external_image_create(dev, &info.create, &made_here, &storage->image);
    return result == VK_SUCCESS ? zero_apart(storage) : result;
}

static struct gv_storage *new_storage(struct gv_screen *screen)
{
    struct gv_storage *storage = calloc(1, sizeof(*storage));
    if (!storage)
        return NULL;
    gv_vk_object_init(&storage->object, destroy_storage);
    storage->screen = screen;
    storage->sync.dev = screen->dev;
    return storage;
}

/* A new, unused storage for the template; NULL when memory or the limit ran out. Images are not
 * initialized yet, gv_storage_init() does it with their first use; those that are shared are. */
static struct gv_storage *create_storage(struct gv_screen *screen,
                                         const struct pipe_resource *templ)
{
    uint64_t size_B;
    if (!estimate_size(templ, &size_B) || !reserve(screen, size_B))
        return NULL;
    struct gv_storage *storage = new_storage(screen);
    if (!storage) {
        unreserve(screen, size_B);
        return NULL;
    }
    storage->charged_B = size_B;
    VkResult result =
        templ->target == PIPE_BUFFER ? create_buffer(storage, templ) : create_image(storage, templ);
    if (result == VK_SUCCESS && settle(storage))
        return storage;
    if (result != VK_SUCCESS)
        gv_debug(&screen->log, "driver", "no memory for a resource of %llu bytes (VkResult %d)",
                 (unsigned long long)size_B, (int)result);
    gv_storage_unref(storage);
    return NULL;
}

/* The same for a buffer on the caller's memory; both multiples of the device's alignment. */
static struct gv_storage *import_storage(struct gv_screen *screen, void *memory, uint64_t size_B)
{
    struct gv_storage *storage = new_storage(screen);
    if (!storage)
        return NULL;
    storage->is_buffer = storage->initialized = true;
    storage->is_imported = true;
    VkResult result = gv_vk_buffer_import(screen->dev, memory, size_B, &storage->buffer);
    if (result == VK_SUCCESS)
        return storage;
    gv_debug(&screen->log, "driver", "%llu bytes of the caller's were not taken (VkResult %d)",
             (unsigned long long)size_B, (int)result);
    free(storage);
    return NULL;
}

static VkResult open_external(struct gv_storage *storage, const struct pipe_resource *t,
                              const struct gv_vk_external *external)
{
    struct gv_vk_device *dev = storage->screen->dev;
    struct gv_image_info info;
    if (t->target == PIPE_BUFFER) {
        storage->is_buffer = true;
        return gv_vk_external_buffer_features(dev) & IMPORTABLE
                   ? gv_vk_external_buffer_create(dev, whole_words(t->width0), external,
                                                  &storage->buffer)
                   : VK_ERROR_FEATURE_NOT_PRESENT;
    }
    describe_image(storage, t, &info);
    return gv_vk_external_image_features(dev, &info.create) & IMPORTABLE
               ? gv_vk_external_image_create(dev, &info.create, external, &storage->image)
               : VK_ERROR_FEATURE_NOT_PRESENT;
}

struct gv_storage *gv_storage_open(struct gv_screen *screen, const struct pipe_resource *templ,
                                   const struct gv_vk_external *external)
{
    struct gv_storage *storage = new_storage(screen);
    if (!storage)
        return NULL;
    storage->is_external = storage->outside = true;
    VkResult result = open_external(storage, templ, external);
    if (result == VK_SUCCESS)
        return storage;
    gv_debug(&screen->log, "driver", "memory of another process was not taken (VkResult %d)",
             (int)result);
    gv_storage_unref(storage);
    return NULL;
}

/* ---- Resources ------------------------------------------------------------------------------- */

static boolean can_create_resource(struct pipe_screen *pscreen, const struct pipe_resource *templ)
{
    struct gv_screen *screen = gv_screen(pscreen);
    const struct pipe_resource t = sane_template(templ);
    uint64_t size_B;
    return check_template(screen, &t) && estimate_size(&t, &size_B) &&
           (!screen->memory_limit_B || size_B <= screen->memory_limit_B);
}

bool gv_resource_check(struct gv_screen *screen, const struct pipe_resource *templ,
                       struct pipe_resource *out_templ)
{
    *out_templ = sane_template(templ);
    return check_template(screen, out_templ);
}

struct pipe_resource *gv_resource_wrap(struct gv_screen *screen, const struct pipe_resource *templ,
                                       struct gv_storage *storage)
{
    struct gv_resource *res = storage ? calloc(1, sizeof(*res)) : NULL;
    if (!res) {
        gv_storage_unref(storage);
        return NULL;
    }
    res->base = *templ;
    res->base.screen = &screen->base;
    pipe_reference_init(&res->base.reference, 1);
    if (templ->target == PIPE_BUFFER)
        res->base.height0 = res->base.depth0 = res->base.array_size = 1;
    else
        res->format = gv_format_get(screen, templ->format);
    if (storage->is_imported ||
        storage->is_external) { /* it keeps its memory, which others write */
        res->persistent_maps = 1;
        gv_resource_mark_written(res, 0, templ->width0);
    }
    res->storage = storage;
    return &res->base;
}

static struct pipe_resource *resource_create(struct pipe_screen *pscreen,
                                             const struct pipe_resource *templ)
{
    struct gv_screen *screen = gv_screen(pscreen);
    struct pipe_resource t;
    if (gv_resource_check(screen, templ, &t))
        return gv_resource_wrap(screen, &t, create_storage(screen, &t));
    gv_debug(&screen->log, "driver",
             "refused a resource: target %u, format %s, %ux%ux%u, %u layers, %u levels, "
             "%u samples, bind 0x%x",
             (unsigned)templ->target, util_format_short_name(templ->format), templ->width0,
             templ->height0, templ->depth0, templ->array_size, templ->last_level + 1u,
             (unsigned)templ->nr_samples, templ->bind);
    return NULL;
}

static struct pipe_resource *resource_from_user_memory(struct pipe_screen *pscreen,
                                                       const struct pipe_resource *templ,
                                                       void *user_memory)
{
    struct gv_screen *screen = gv_screen(pscreen);
    struct pipe_resource t;
    if (templ->target != PIPE_BUFFER || !gv_resource_check(screen, templ, &t))
        return NULL;
    return gv_resource_wrap(screen, &t, import_storage(screen, user_memory, t.width0));
}

/* The caller may unmap its memory next: the device and all batches let go of it first. */
static void release_import(struct gv_storage *storage)
{
    gv_vk_use_wait(storage->sync.last_write, UINT64_MAX);
    gv_vk_use_wait(storage->sync.last_read, UINT64_MAX);
    gv_vk_device_retire(storage->sync.dev);
}

static void resource_destroy(struct pipe_screen *pscreen, struct pipe_resource *resource)
{
    (void)pscreen;
    struct gv_resource *res = gv_resource(resource);
    if (res->storage->is_imported)
        release_import(res->storage);
    gv_storage_unref(res->storage);
    free(res);
}

void gv_screen_init_resources(struct gv_screen *screen)
{
    screen->base.can_create_resource = can_create_resource;
    screen->base.resource_create = resource_create;
    screen->base.resource_destroy = resource_destroy;
    if (screen->dev->caps.externalMemoryHost)
        screen->base.resource_from_user_memory = resource_from_user_memory;
}

/* ---- Buffers --------------------------------------------------------------------------------- */

/* Every place of ctx that keeps a VkBuffer of its own looks again. */
static void rebind(struct gv_context *ctx, const struct pipe_resource *resource)
{
    ctx->dirty |= GV_DIRTY_SYNC | GV_DIRTY_VERTEX_BUFFERS | GV_DIRTY_TEXTURES | GV_DIRTY_BUFFERS;
    ctx->compute.dirty |= GV_DIRTY_SYNC | GV_DIRTY_TEXTURES | GV_DIRTY_BUFFERS;
    for (unsigned s = 0; s < GALVAN_NUM_STAGES; s++) {
        if (ctx->stages[s].const0.resource == resource) {
            ctx->const_dirty_mask |= 1u << s;
            *gv_stage_dirty(ctx, s) |= GV_DIRTY_CONST;
        }
    }
}

bool gv_resource_rename(struct gv_context *ctx, struct gv_resource *res)
{
    if (res->base.target != PIPE_BUFFER || atomic_load(&res->persistent_maps) ||
        gv_screen_is_shared(ctx->screen))
        return false;
    struct gv_storage *fresh = create_storage(ctx->screen, &res->base);
    if (!fresh)
        return false;
    pthread_mutex_lock(&ctx->screen->share_lock);
    bool shared = gv_screen_is_shared(ctx->screen);
    struct gv_storage *unused = shared ? fresh : res->storage;
    if (!shared)
        res->storage = fresh;
    pthread_mutex_unlock(&ctx->screen->share_lock);
    gv_storage_unref(unused);
    if (shared)
        return false;
    gv_resource_mark_unwritten(res);
    rebind(ctx, &res->base);
    return true;
}

void gv_resource_mark_written(struct gv_resource *res, unsigned offset_B, unsigned size_B)
{
    if (res->base.target != PIPE_BUFFER || !size_B)
        return;
    uint64_t old = atomic_load_explicit(&res->valid_B, memory_order_relaxed), grown;
    do {
        uint64_t begin_B = old ? (uint32_t)old : offset_B, end_B = old >> 32;
        if (offset_B < begin_B)
            begin_B = offset_B;
        if ((uint64_t)offset_B + size_B > end_B)
            end_B = (uint64_t)offset_B + size_B;
        grown = end_B << 32 | begin_B;
    } while (grown != old && !atomic_compare_exchange_weak(&res->valid_B, &old, grown));
}

void gv_resource_mark_unwritten(struct gv_resource *res)
{
    atomic_store_explicit(&res->valid_B, 0, memory_order_relaxed);
}

bool gv_resource_is_unwritten(const struct gv_resource *res, unsigned begin_B, unsigned end_B)
{
    uint64_t valid_B = atomic_load_explicit(&res->valid_B, memory_order_relaxed);
    return end_B <= (uint32_t)valid_B || begin_B >= valid_B >> 32;
}

unsigned gv_resource_num_layers(const struct pipe_resource *res, unsigned level)
{
    return res->target == PIPE_TEXTURE_3D ? gv_minify(res->depth0, level) : res->array_size;
}
