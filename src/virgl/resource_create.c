/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Creation of resources. All checks of shape, format, limits and budget are here, so each resource
 * that exists is usable. */
#include "virgl/resource_create.h"

#include <stdlib.h>

#include "pipe/p_format_description.h"
#include "pipe/p_inlines.h"
#include "pipe/p_screen.h"
#include "virgl/api/fence.h"
#include "virgl/budget.h"
#include "virgl/renderer.h"
#include "virgl/report.h"
#include "virgl/resource.h"
#include "virgl/resource_table.h"
#include "virgl/wire.h"
#include "virgl/work.h"

/* Buffers bound CUSTOM of at most MAX_CUSTOM_B bytes are fences, query records and memory reports.
 * Buffers bound CUSTOM of at most MAX_FENCE_B bytes are fences. */
enum {
    MAX_CUSTOM_B = 64,
    MAX_FENCE_B = 8,
};

/* Clients use a buffer for any purpose, whatever its bind flags are. */
#define ALL_BUFFER_BINDS                                                                           \
    (PIPE_BIND_VERTEX_BUFFER | PIPE_BIND_INDEX_BUFFER | PIPE_BIND_CONSTANT_BUFFER |                \
     PIPE_BIND_SAMPLER_VIEW | PIPE_BIND_STREAM_OUTPUT | PIPE_BIND_SHADER_BUFFER |                  \
     PIPE_BIND_SHADER_IMAGE | PIPE_BIND_COMMAND_ARGS_BUFFER | PIPE_BIND_QUERY_BUFFER)

/* Checks that a valid shape is within the device's limits. Returns NULL, or the reason why the
 * shape exceeds the limits. */
static const char *check_device_limits(struct pipe_screen *screen,
                                       const struct gv_virgl_resource_args *a)
{
    unsigned max_2d = (unsigned)screen->get_param(screen, PIPE_CAP_MAX_TEXTURE_2D_SIZE);
    int levels_3d = screen->get_param(screen, PIPE_CAP_MAX_TEXTURE_3D_LEVELS);
    int levels_cube = screen->get_param(screen, PIPE_CAP_MAX_TEXTURE_CUBE_LEVELS);
    unsigned max_3d = levels_3d > 0 ? 1u << (levels_3d - 1) : 0;
    unsigned max_cube = levels_cube > 0 ? 1u << (levels_cube - 1) : 0;
    unsigned max_layers = (unsigned)screen->get_param(screen, PIPE_CAP_MAX_TEXTURE_ARRAY_LAYERS);

    switch (a->target) {
    case PIPE_BUFFER:
        return NULL;
    case PIPE_TEXTURE_3D:
        return a->width > max_3d || a->height > max_3d || a->depth > max_3d
                   ? "too large for the device"
                   : NULL;
    case PIPE_TEXTURE_CUBE:
    case PIPE_TEXTURE_CUBE_ARRAY:
        if (a->width > max_cube)
            return "too large for the device";
        break;
    default:
        if (a->width > max_2d || a->height > max_2d)
            return "too large for the device";
        break;
    }
    if ((a->target == PIPE_TEXTURE_1D_ARRAY || a->target == PIPE_TEXTURE_2D_ARRAY ||
         a->target == PIPE_TEXTURE_CUBE_ARRAY) &&
        a->array_size > max_layers)
        return "too many layers for the device";
    if (a->target == PIPE_TEXTURE_CUBE_ARRAY && !screen->get_param(screen, PIPE_CAP_CUBE_MAP_ARRAY))
        return "the device has no cube arrays";
    return NULL;
}

/* Returns all bind flags that the format supports, because the client's bind flags are not
 * reliable; 0 if the format supports none. Never returns the flag for shader images: the wire has
 * no such flag, few textures are used as shader images, and the driver recreates such a texture
 * when it is bound as a shader image. */
static unsigned texture_binds(struct pipe_screen *screen, const struct gv_virgl_resource_args *a)
{
    static const unsigned candidates[] = {PIPE_BIND_SAMPLER_VIEW, PIPE_BIND_RENDER_TARGET,
                                          PIPE_BIND_DEPTH_STENCIL};
    unsigned binds = 0;
    for (unsigned i = 0; i < sizeof(candidates) / sizeof(candidates[0]); i++) {
        if (screen->is_format_supported(screen, a->format, a->target, a->nr_samples, candidates[i]))
            binds |= candidates[i];
    }
    return binds;
}

static bool is_custom(const struct gv_virgl_resource_args *a)
{
    return a->target == PIPE_BUFFER && a->bind == GV_VIRGL_BIND_CUSTOM && a->width <= MAX_CUSTOM_B;
}

bool gv_virgl_resource_needs_device(const struct gv_virgl_resource_args *a)
{
    return !is_custom(a) && !(a->target == PIPE_BUFFER && a->bind == GV_VIRGL_BIND_STAGING);
}

static struct pipe_resource *create_pipe_resource(struct pipe_screen *screen,
                                                  const struct gv_virgl_resource_args *a,
                                                  unsigned binds)
{
    struct pipe_resource templ = {
        .target = (enum pipe_texture_target)a->target,
        .format = (enum pipe_format)a->format,
        .width0 = a->width,
        .height0 = a->height,
        .depth0 = a->depth,
        .array_size = a->array_size ? a->array_size : 1,
        .last_level = a->last_level,
        .nr_samples = a->nr_samples > 1 ? a->nr_samples : 0,
        .usage = PIPE_USAGE_DEFAULT,
        .bind = binds,
    };
    return screen->resource_create(screen, &templ);
}

/* Makes all checks that need no allocation. */
static enum galvan_result check_args(struct gv_virgl_renderer *r,
                                     const struct gv_virgl_resource_args *a,
                                     struct gv_virgl_layout *layout, unsigned *out_binds)
{
    static const char what[] = "RESOURCE_CREATE";
    if (!a->handle)
        return gv_virgl_refuse(r, GALVAN_ERROR_INVALID, what, "handle 0");
    if (gv_virgl_resource_get(r, a->handle))
        return gv_virgl_refuse(r, GALVAN_ERROR_INVALID, what, "handle %u is in use%s", a->handle,
                               r->hint ? r->hint : "");
    const char *why = gv_virgl_layout_init(layout, a);
    if (!why)
        why = check_device_limits(r->screen, a);
    *out_binds = ALL_BUFFER_BINDS;
    if (!why && a->target != PIPE_BUFFER && !(*out_binds = texture_binds(r->screen, a)))
        why = "a format that the device does not have for it";
    if (why)
        return gv_virgl_refuse(
            r, GALVAN_ERROR_INVALID, what,
            "resource %u (target %u, format %u, %ux%ux%u, %u layers, last level %u, "
            "%u samples): %s",
            a->handle, a->target, a->format, a->width, a->height, a->depth, a->array_size,
            a->last_level, a->nr_samples, why);
    if (layout->size_B * layout->samples > r->limits.max_resource_B)
        return gv_virgl_refuse(r, GALVAN_ERROR_LIMIT, what,
                               "resource %u of %llu bytes is too large", a->handle,
                               (unsigned long long)layout->size_B * layout->samples);
    return GALVAN_OK;
}

/* Returns the sample count with which the device stores the texture. Clients know only the largest
 * sample count, and use any power of two below it. If the device lacks the client's count, the
 * driver uses the next larger count. */
static uint32_t stored_samples(struct pipe_screen *screen,
                               const struct gv_virgl_resource_args *args)
{
    struct gv_virgl_resource_args a = *args;
    if (a.nr_samples < 2 || a.nr_samples > 32 || (a.nr_samples & (a.nr_samples - 1)) ||
        a.target >= PIPE_MAX_TEXTURE_TYPES || a.format >= PIPE_FORMAT_COUNT)
        return a.nr_samples; /* there is nothing to round, or the count is refused later */
    for (; a.nr_samples <= 32; a.nr_samples *= 2) {
        if (texture_binds(screen, &a))
            return a.nr_samples;
    }
    return args->nr_samples;
}

/* Creates a blob's buffer on its backing. The client may write the pages while the device uses the
 * buffer. */
static struct pipe_resource *create_on_backing(struct gv_virgl_renderer *r,
                                               const struct gv_virgl_resource *res)
{
    const struct iovec *memory = &res->iov.entries[0];
    return gv_virgl_import_pages(r, memory->iov_base, memory->iov_len,
                                 PIPE_RESOURCE_FLAG_MAP_PERSISTENT |
                                     PIPE_RESOURCE_FLAG_MAP_COHERENT);
}

/* Creates the resource in device memory. Recorded commands may hold resources that the client has
 * destroyed. So a second attempt first waits for the device, so that the memory of those resources
 * is freed. */
static struct pipe_resource *create_on_device(struct gv_virgl_renderer *r,
                                              const struct gv_virgl_resource_args *args,
                                              unsigned binds)
{
    struct pipe_resource *pipe = create_pipe_resource(r->screen, args, binds);
    if (pipe || !r->has_work)
        return pipe;
    gv_virgl_flush_work(r);
    return create_pipe_resource(r->screen, args, binds);
}

/* Creates the pipe_resource: in device memory or, for a blob, on the pages of its backing. */
static bool make_pipe(struct gv_virgl_renderer *r, struct gv_virgl_resource *res,
                      const struct gv_virgl_resource_args *args, unsigned binds, bool is_blob)
{
    if (is_blob)
        res->pipe = create_on_backing(r, res);
    else if (gv_virgl_resource_needs_device(args))
        res->pipe = create_on_device(r, args, binds);
    else
        return true;
    return res->pipe;
}

static const char creation[] = "RESOURCE_CREATE";

/* Charges a resource to the client: device_B bytes, its backing, and its structures. */
static enum galvan_result charge(struct gv_virgl_renderer *r, struct gv_virgl_resource *res,
                                 uint64_t device_B)
{
    uint64_t charge_B;
    if (__builtin_add_overflow(device_B, res->iov.size_B, &charge_B) ||
        __builtin_add_overflow(charge_B, GV_VIRGL_RESOURCE_COST_B, &charge_B) ||
        !gv_virgl_charge(r, charge_B))
        return gv_virgl_refuse(r, GALVAN_ERROR_LIMIT, creation,
                               "resource %u: memory limit of the client", res->handle);
    if (!gv_virgl_count_object(r)) {
        gv_virgl_uncharge(r, charge_B);
        return gv_virgl_refuse(r, GALVAN_ERROR_LIMIT, creation, "more than %u objects",
                               r->limits.max_objects);
    }
    res->charged_B = charge_B;
    return GALVAN_OK;
}

/* Creates a resource with its backing but without device memory, and charges device_B bytes for the
 * device memory that the caller will create. */
static enum galvan_result new_resource(struct gv_virgl_renderer *r,
                                       const struct gv_virgl_resource_args *args,
                                       const struct iovec *iov, unsigned num_iov, uint64_t device_B,
                                       struct gv_virgl_resource **out_res)
{
    struct gv_virgl_resource *res = calloc(1, sizeof(*res));
    if (!res)
        return gv_virgl_refuse(r, GALVAN_ERROR_NO_MEMORY, creation, "resource %u: out of memory",
                               args->handle);
    res->refs = 1;
    res->handle = args->handle;
    res->format = args->format;
    res->bind = args->bind;
    enum galvan_result result;
    if (!gv_virgl_iov_init(&res->iov, iov, num_iov)) {
        result = gv_virgl_refuse(r, GALVAN_ERROR_INVALID, creation, "resource %u: bad backing",
                                 args->handle);
        goto free_resource;
    }
    result = charge(r, res, device_B);
    if (result != GALVAN_OK)
        goto finish_backing;
    *out_res = res;
    return GALVAN_OK;

finish_backing:
    gv_virgl_iov_finish(&res->iov);
free_resource:
    free(res);
    return result;
}

/* Initialises a fence buffer, which is busy until all work before its creation is done: see
 * busy.c. */
static void arm(struct gv_virgl_renderer *r, struct gv_virgl_resource *res)
{
    if (res->is_custom && gv_virgl_buffer_size(res) <= MAX_FENCE_B)
        res->fence = gv_virgl_fence_now(r);
}

/* Returns the device memory to charge in addition to the backing. If the device cannot access the
 * pages of a blob, the driver stores two copies of the pages: one for the device, and one to detect
 * which side has changed the pages. */
static uint64_t device_bytes(const struct gv_virgl_renderer *r,
                             const struct gv_virgl_resource_args *args,
                             const struct gv_virgl_layout *layout, bool is_blob)
{
    struct pipe_screen *screen = r->screen;
    const uint64_t size_B = layout->size_B * layout->samples;
    if (is_blob)
        return screen->get_param(screen, PIPE_CAP_RESOURCE_FROM_USER_MEMORY) ? 0 : 2 * size_B;
    return gv_virgl_resource_needs_device(args) ? size_B : 0;
}

static enum galvan_result create(struct gv_virgl_renderer *r,
                                 const struct gv_virgl_resource_args *args, const struct iovec *iov,
                                 unsigned num_iov, bool is_blob)
{
    struct gv_virgl_resource_args stored = *args;
    struct gv_virgl_layout layout = {0};
    struct gv_virgl_resource *res = NULL;
    unsigned binds = 0;
    stored.nr_samples = stored_samples(r->screen, args);
    enum galvan_result result = check_args(r, &stored, &layout, &binds);
    if (result != GALVAN_OK)
        return result;
    result = new_resource(r, args, iov, num_iov, device_bytes(r, args, &layout, is_blob), &res);
    if (result != GALVAN_OK)
        return result;
    res->layout = layout;
    const char *why = NULL;
    if (!make_pipe(r, res, args, binds, is_blob))
        why = "the driver refused it";
    else if (!gv_hash_set(&r->resources, res->handle, res))
        why = "out of memory";
    if (why) {
        gv_virgl_resource_release(r, res); /* also uncharges all that was charged */
        return gv_virgl_refuse(r, GALVAN_ERROR_NO_MEMORY, creation, "resource %u: %s", args->handle,
                               why);
    }
    res->is_blob = is_blob;
    if (!is_blob)
        gv_virgl_resource_set_hook(r, res);
    res->is_custom = is_custom(args) && !is_blob;
    arm(r, res);
    return GALVAN_OK;
}

enum galvan_result gv_virgl_resource_create(struct gv_virgl_renderer *r,
                                            const struct gv_virgl_resource_args *args,
                                            const struct iovec *iov, unsigned num_iov)
{
    enum galvan_result result = create(r, args, iov, num_iov, false);
    r->refused_creation |= result != GALVAN_OK;
    return result;
}

enum galvan_result gv_virgl_resource_create_on(struct gv_virgl_renderer *r,
                                               const struct gv_virgl_resource_args *args,
                                               const struct iovec *memory)
{
    enum galvan_result result = create(r, args, memory, 1, true);
    r->refused_creation |= result != GALVAN_OK;
    return result;
}
