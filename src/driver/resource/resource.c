/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Creation of resources. All templates pass check_template(), so the fields of a resource are
 * valid. */
#include "driver/resource/resource.h"

#include <stdlib.h>

#include "driver/resource/image.h"
#include "driver/resource/mirror.h"
#include "driver/screen/screen.h"
#include "pipe/p_format_description.h"
#include "pipe/p_inlines.h"
#include "util/log.h"

enum {
    MAX_BUFFER_SIZE_B = INT32_MAX,
    MAX_SAMPLES = 32,
};

/* ---- Templates ------------------------------------------------------------------------------- */

static bool has_layers(enum pipe_texture_target target)
{
    return target == PIPE_TEXTURE_1D_ARRAY || target == PIPE_TEXTURE_2D_ARRAY ||
           target == PIPE_TEXTURE_CUBE || target == PIPE_TEXTURE_CUBE_ARRAY;
}

/* Normalizes a template. Clients of 2015 do not initialize all fields of a template. Hints and
 * flags that such a client cannot have set become 0. If the target has no layers, array_size
 * becomes 1. `next` becomes NULL, since planes are chained to the created resource. */
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

/* Whether the extents of a template fit its target. The device's limits are checked elsewhere. */
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

/* Returns the smallest sample count that the device supports and that is at least the template's. 0
 * if there is no such count. */
static unsigned stored_samples(struct gv_screen *screen, const struct pipe_resource *t,
                               unsigned binds)
{
    unsigned samples = t->nr_samples ? t->nr_samples : 1;
    if (samples & (samples - 1))
        return 0;
    while (samples <= MAX_SAMPLES && !gv_is_format_supported(&screen->base, t->format, t->target,
                                                             samples > 1 ? samples : 0, binds))
        samples = samples == 1 ? MAX_SAMPLES + 1 : samples * 2;
    return samples <= MAX_SAMPLES ? samples : 0;
}

/* OpenGL frontends request a render target also for textures that are only sampled. If the device
 * can render to the linear form of the texture's sRGB format, but not to the sRGB format, drops
 * this request; the driver then refuses to create surfaces of the texture. */
static void drop_target(struct gv_screen *screen, struct pipe_resource *t)
{
    const VkFormatFeatureFlags2 target = VK_FORMAT_FEATURE_2_COLOR_ATTACHMENT_BIT;
    enum pipe_format linear = util_format_linear(t->format);
    if (linear != t->format && (t->bind & PIPE_BIND_SAMPLER_VIEW) &&
        (gv_format_get(screen, linear)->image_features & target) &&
        !(gv_format_get(screen, t->format)->image_features & target))
        t->bind &= ~(unsigned)(PIPE_BIND_RENDER_TARGET | PIPE_BIND_BLENDABLE);
}

/* Checks the template of a texture, and sets nr_storage_samples. */
static bool check_texture(struct gv_screen *screen, struct pipe_resource *t)
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
    drop_target(screen, t);
    t->nr_storage_samples = stored_samples(screen, t, t->bind & format_binds);
    return t->nr_storage_samples && gv_image_possible(screen, t, gv_image_uses_all(screen, t));
}

static bool check_template(struct gv_screen *screen, struct pipe_resource *t)
{
    if ((unsigned)t->target >= PIPE_MAX_TEXTURE_TYPES || (unsigned)t->format >= PIPE_FORMAT_COUNT ||
        (t->flags & PIPE_RESOURCE_FLAG_SPARSE))
        return false;
    return t->target == PIPE_BUFFER ? check_buffer(t) : check_texture(screen, t);
}

/* ---- Resources ------------------------------------------------------------------------------- */

/* Returns the power of two that is at least `samples`. OpenGL frontends first try the number of
 * samples that the application requests, which may be no power of two, and then larger numbers. */
static unsigned next_power_of_two(unsigned samples)
{
    unsigned power = 1;
    while (power < samples)
        power *= 2;
    return power;
}

static boolean can_create_resource(struct pipe_screen *pscreen, const struct pipe_resource *templ)
{
    struct gv_screen *screen = gv_screen(pscreen);
    struct pipe_resource t = sane_template(templ);
    if (t.nr_samples > 1 && t.nr_samples <= MAX_SAMPLES) {
        t.nr_samples = next_power_of_two(t.nr_samples);
        if (t.nr_storage_samples > 1)
            t.nr_storage_samples = next_power_of_two(t.nr_storage_samples);
    }
    return check_template(screen, &t) && gv_storage_fits(screen, &t);
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
    if (storage->is_imported || storage->is_external) { /* other code accesses this memory, so the
                                                           storage is not replaced */
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
        return gv_resource_wrap(screen, &t, gv_storage_create(screen, &t));
    gv_debug(&screen->log, "driver",
             "refused a resource: target %u, format %s, %ux%ux%u, %u layers, %u levels, "
             "%u samples, bind 0x%x",
             (unsigned)templ->target, util_format_short_name(templ->format), templ->width0,
             templ->height0, templ->depth0, templ->array_size, templ->last_level + 1u,
             (unsigned)templ->nr_samples, templ->bind);
    return NULL;
}

static struct pipe_resource *resource_create_front(struct pipe_screen *pscreen,
                                                   const struct pipe_resource *templ,
                                                   const void *map_front_private)
{
    (void)map_front_private;
    return resource_create(pscreen, templ);
}

/* Creates a buffer on user memory. If the device cannot import the memory, a buffer that may be
 * mapped persistently becomes a mirror of the memory. For other buffers, the function then returns
 * NULL, and the caller can copy the memory itself. */
static struct pipe_resource *resource_from_user_memory(struct pipe_screen *pscreen,
                                                       const struct pipe_resource *templ,
                                                       void *user_memory)
{
    const unsigned mapped = PIPE_RESOURCE_FLAG_MAP_PERSISTENT | PIPE_RESOURCE_FLAG_MAP_COHERENT;
    struct gv_screen *screen = gv_screen(pscreen);
    struct pipe_resource t;
    if (templ->target != PIPE_BUFFER || !gv_resource_check(screen, templ, &t))
        return NULL;
    return gv_resource_wrap(
        screen, &t, gv_storage_import(screen, user_memory, t.width0, (t.flags & mapped) == mapped));
}

/* Makes the device and all batches release the imported memory, since the caller may unmap the
 * memory next. */
static void release_import(struct gv_storage *storage)
{
    if (storage->mirror) {
        gv_mirror_end(storage->mirror);
        return;
    }
    gv_hazards_wait_submitted(&storage->hazards);
    gv_vk_device_retire(storage->hazards.dev);
}

static void resource_destroy(struct pipe_screen *pscreen, struct pipe_resource *resource)
{
    (void)pscreen;
    struct gv_resource *res = gv_resource(resource);
    if (res->storage->is_imported)
        release_import(res->storage);
    gv_storage_unref(res->storage);
    gv_storage_unref(res->moved_from);
    free(res);
}

void gv_screen_init_resources(struct gv_screen *screen)
{
    screen->base.can_create_resource = can_create_resource;
    screen->base.resource_create = resource_create;
    screen->base.resource_create_front = resource_create_front;
    screen->base.resource_destroy = resource_destroy;
    screen->base.resource_from_user_memory = resource_from_user_memory;
}

/* ---- Buffers --------------------------------------------------------------------------------- */

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
