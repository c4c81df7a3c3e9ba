/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* The screen of the null driver: capabilities, resources, fences. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "null_pipe.h"
#include "pipe/p_format_description.h"
#include "pipe/p_inlines.h"

enum {
    RESOURCE_MAGIC = 0x7e50ce
};

struct pipe_fence_handle {
    unsigned refs;
    struct null_screen *screen;
};

void null_violation(const char *method, const char *condition)
{
    fprintf(stderr, "null_pipe: %s: broken contract: %s\n", method, condition);
    abort();
}

bool null_may_create(struct null_screen *screen)
{
    if (screen->fail_after < 0)
        return true;
    return screen->fail_after-- > 0;
}

bool null_screen_is_empty(const struct null_screen *screen)
{
    static const struct null_live none;
    return memcmp(&screen->live, &none, sizeof(none)) == 0;
}

/* ---- Capabilities ---------------------------------------------------------------------------- */

static void screen_destroy(struct pipe_screen *screen)
{
    free(screen);
}

static const char *get_name(struct pipe_screen *screen)
{
    return null_screen(screen)->name;
}

static const char *get_vendor(struct pipe_screen *screen)
{
    (void)screen;
    return "Galvan tests";
}

static void query_memory_info(struct pipe_screen *screen, struct pipe_memory_info *out_info)
{
    *out_info = null_screen(screen)->memory_info;
}

static int get_param(struct pipe_screen *screen, enum pipe_cap cap)
{
    return (unsigned)cap < PIPE_CAP_COUNT ? null_screen(screen)->params[cap] : 0;
}

static float get_paramf(struct pipe_screen *screen, enum pipe_capf cap)
{
    return (unsigned)cap < PIPE_CAPF_COUNT ? null_screen(screen)->paramsf[cap] : 0.0f;
}

static int get_shader_param(struct pipe_screen *screen, unsigned stage, enum pipe_shader_cap cap)
{
    NULL_CHECK(stage < PIPE_SHADER_TYPES);
    return (unsigned)cap < PIPE_SHADER_CAP_COUNT ? null_screen(screen)->shader_params[stage][cap]
                                                 : 0;
}

static int get_compute_param(struct pipe_screen *screen, enum pipe_shader_ir ir,
                             enum pipe_compute_cap cap, void *ret)
{
    static const uint64_t grid[3] = {65535, 65535, 65535}, block[3] = {1024, 1024, 64};
    static const uint64_t threads = 1024, shared = 32768;
    const void *value;
    int size;

    (void)screen;
    NULL_CHECK(ir == PIPE_SHADER_IR_TGSI);
    switch (cap) {
    case PIPE_COMPUTE_CAP_MAX_GRID_SIZE:
        value = grid;
        size = sizeof(grid);
        break;
    case PIPE_COMPUTE_CAP_MAX_BLOCK_SIZE:
        value = block;
        size = sizeof(block);
        break;
    case PIPE_COMPUTE_CAP_MAX_THREADS_PER_BLOCK:
        value = &threads;
        size = sizeof(threads);
        break;
    case PIPE_COMPUTE_CAP_MAX_LOCAL_SIZE:
        value = &shared;
        size = sizeof(shared);
        break;
    default:
        return 0;
    }
    if (ret)
        memcpy(ret, value, (size_t)size);
    return size;
}

static boolean is_format_supported(struct pipe_screen *screen, enum pipe_format format,
                                   enum pipe_texture_target target, unsigned samples, unsigned bind)
{
    const struct null_screen *null = null_screen(screen);
    const struct util_format_description *desc = util_format_description(format);
    bool zs = util_format_is_depth_or_stencil(format);

    NULL_CHECK(target < PIPE_MAX_TEXTURE_TYPES);
    if (!desc || !desc->block.bits || format == PIPE_FORMAT_NONE || util_format_is_yuv(format))
        return FALSE;
    if (samples > 1 && (samples > null->max_samples || samples < null->min_samples ||
                        util_format_is_compressed(format)))
        return FALSE;
    if ((bind & PIPE_BIND_DEPTH_STENCIL) && !zs)
        return FALSE;
    if ((bind & (PIPE_BIND_RENDER_TARGET | PIPE_BIND_SHADER_IMAGE)) &&
        (zs || util_format_is_compressed(format)))
        return FALSE;
    if ((bind & PIPE_BIND_VERTEX_BUFFER) && (zs || util_format_is_compressed(format)))
        return FALSE;
    /* As on most devices, formats with three components are supported only in buffers. */
    if (target != PIPE_BUFFER && desc->nr_channels == 3 && desc->block.bits % 24 == 0)
        return FALSE;
    return TRUE;
}

/* ---- Resources ------------------------------------------------------------------------------ */

static unsigned minify(unsigned size, unsigned level)
{
    return size >> level ? size >> level : 1;
}

unsigned null_level_slices(const struct pipe_resource *res, unsigned level)
{
    return res->target == PIPE_TEXTURE_3D ? minify(res->depth0, level) : res->array_size;
}

static uint64_t level_stride(const struct pipe_resource *res, unsigned level)
{
    if (res->target == PIPE_BUFFER)
        return res->width0;
    return (uint64_t)util_format_get_nblocksx(res->format, minify(res->width0, level)) *
           util_format_get_blocksize(res->format);
}

static uint64_t level_rows(const struct pipe_resource *res, unsigned level)
{
    return res->target == PIPE_BUFFER
               ? 1
               : util_format_get_nblocksy(res->format, minify(res->height0, level));
}

static void check_template(const struct pipe_resource *t)
{
    NULL_CHECK(t->target < PIPE_MAX_TEXTURE_TYPES);
    NULL_CHECK(t->width0 && t->height0 && t->depth0 && t->array_size);
    NULL_CHECK(t->last_level < PIPE_MAX_TEXTURE_LEVELS);
    NULL_CHECK(t->target == PIPE_BUFFER || util_format_get_blocksize(t->format));
    NULL_CHECK(t->nr_samples <= 1 || (t->target == PIPE_TEXTURE_2D && !t->last_level) ||
               (t->target == PIPE_TEXTURE_2D_ARRAY && !t->last_level));
    if (t->target == PIPE_BUFFER)
        NULL_CHECK(t->height0 == 1 && t->depth0 == 1 && t->array_size == 1 && !t->last_level);
    if (t->target == PIPE_TEXTURE_CUBE)
        NULL_CHECK(t->array_size == 6 && t->width0 == t->height0);
    if (t->target == PIPE_TEXTURE_CUBE_ARRAY)
        NULL_CHECK(t->array_size % 6 == 0 && t->width0 == t->height0);
    if (t->target != PIPE_TEXTURE_3D)
        NULL_CHECK(t->depth0 == 1);
}

static struct pipe_resource *resource_create(struct pipe_screen *screen,
                                             const struct pipe_resource *templ)
{
    struct null_screen *null = null_screen(screen);

    check_template(templ);
    if (!null_may_create(null))
        return NULL;
    struct null_resource *res = calloc(1, sizeof(*res));
    if (!res)
        return NULL;
    res->base = *templ;
    res->base.screen = screen;
    pipe_reference_init(&res->base.reference, 1);
    res->magic = RESOURCE_MAGIC;
    for (unsigned level = 0; level <= templ->last_level; level++) {
        res->offset_B[level] = res->size_B;
        res->size_B +=
            level_stride(templ, level) * level_rows(templ, level) * null_level_slices(templ, level);
    }
    res->data = calloc(1, res->size_B);
    if (!res->data) {
        free(res);
        return NULL;
    }
    null->live.resources++;
    return &res->base;
}

static void resource_destroy(struct pipe_screen *screen, struct pipe_resource *base)
{
    struct null_resource *res = null_resource_checked(base);
    res->magic = 0;
    free(res->data);
    free(res);
    null_screen(screen)->live.resources--;
}

struct null_resource *null_resource_checked(struct pipe_resource *base)
{
    struct null_resource *res = (struct null_resource *)base;
    NULL_CHECK(res != NULL);
    NULL_CHECK(res->magic == RESOURCE_MAGIC);
    return res;
}

void null_check_box(const struct pipe_resource *res, unsigned level, const struct pipe_box *box)
{
    NULL_CHECK(level <= res->last_level);
    NULL_CHECK(box->x >= 0 && box->y >= 0 && box->z >= 0);
    NULL_CHECK(box->width > 0 && box->height > 0 && box->depth > 0);
    NULL_CHECK((int64_t)box->x + box->width <= minify(res->width0, level));
    NULL_CHECK((int64_t)box->y + box->height <= minify(res->height0, level));
    NULL_CHECK((int64_t)box->z + box->depth <= null_level_slices(res, level));
    if (res->target != PIPE_BUFFER) {
        NULL_CHECK((unsigned)box->x % util_format_get_blockwidth(res->format) == 0);
        NULL_CHECK((unsigned)box->y % util_format_get_blockheight(res->format) == 0);
    }
}

uint8_t *null_texel(struct pipe_resource *base, unsigned level, unsigned x, unsigned y, unsigned z)
{
    struct null_resource *res = null_resource_checked(base);
    uint64_t offset_B =
        res->offset_B[level] + z * level_rows(base, level) * level_stride(base, level);
    if (base->target == PIPE_BUFFER)
        return res->data + x;
    offset_B += y / util_format_get_blockheight(base->format) * level_stride(base, level);
    offset_B += (uint64_t)(x / util_format_get_blockwidth(base->format)) *
                util_format_get_blocksize(base->format);
    return res->data + offset_B;
}

/* ---- Fences --------------------------------------------------------------------------------- */

struct pipe_fence_handle *null_fence_create(struct null_screen *screen)
{
    struct pipe_fence_handle *fence = calloc(1, sizeof(*fence));
    if (fence) {
        fence->refs = 1;
        fence->screen = screen;
        screen->live.fences++;
    }
    return fence;
}

static void fence_reference(struct pipe_screen *screen, struct pipe_fence_handle **ptr,
                            struct pipe_fence_handle *fence)
{
    struct pipe_fence_handle *old = *ptr;
    if (fence) {
        NULL_CHECK(fence->refs > 0);
        fence->refs++;
    }
    *ptr = fence;
    if (old && --old->refs == 0) {
        free(old);
        null_screen(screen)->live.fences--;
    }
}

static boolean fence_finish(struct pipe_screen *screen, struct pipe_fence_handle *fence,
                            uint64_t timeout)
{
    const struct null_screen *null = null_screen(screen);
    NULL_CHECK(fence && fence->refs > 0 && fence->screen == null);
    if (null->device_hangs)
        return FALSE;
    return !null->fences_held || timeout > 0;
}

/* ---- Defaults ------------------------------------------------------------------------------- */

static void set_defaults(struct null_screen *s)
{
    for (unsigned i = 0; i < PIPE_CAP_COUNT; i++)
        s->params[i] = 1;
    s->params[PIPE_CAP_MAX_RENDER_TARGETS] = 8;
    s->params[PIPE_CAP_MAX_TEXTURE_2D_SIZE] = 16384;
    s->params[PIPE_CAP_MAX_TEXTURE_3D_LEVELS] = 12;
    s->params[PIPE_CAP_MAX_TEXTURE_CUBE_LEVELS] = 15;
    s->params[PIPE_CAP_MAX_STREAM_OUTPUT_BUFFERS] = 4;
    s->params[PIPE_CAP_MAX_TEXTURE_ARRAY_LAYERS] = 2048;
    s->params[PIPE_CAP_GLSL_FEATURE_LEVEL] = 330;
    s->params[PIPE_CAP_MAX_TEXTURE_BUFFER_SIZE] = 1 << 27;
    s->params[PIPE_CAP_MAX_VIEWPORTS] = 16;
    s->params[PIPE_CAP_MAX_TEXTURE_GATHER_COMPONENTS] = 4;
    s->params[PIPE_CAP_MIN_TEXEL_OFFSET] = -8;
    s->params[PIPE_CAP_MAX_TEXEL_OFFSET] = 7;
    s->params[PIPE_CAP_MAX_VERTEX_STREAMS] = 4;
    s->params[PIPE_CAP_CONSTANT_BUFFER_OFFSET_ALIGNMENT] = 16;
    s->params[PIPE_CAP_SHADER_BUFFER_OFFSET_ALIGNMENT] = 16;
    s->params[PIPE_CAP_SUPPORTED_PRIM_MODES] = 0;
    for (unsigned stage = 0; stage < PIPE_SHADER_TYPES; stage++) {
        int *p = s->shader_params[stage];
        p[PIPE_SHADER_CAP_MAX_INSTRUCTIONS] = 1 << 16;
        p[PIPE_SHADER_CAP_MAX_CONST_BUFFERS] = 16;
        p[PIPE_SHADER_CAP_MAX_CONST_BUFFER_SIZE] = 65536;
        p[PIPE_SHADER_CAP_MAX_SAMPLER_VIEWS] = 32;
        p[PIPE_SHADER_CAP_MAX_INPUTS] = 32;
        p[PIPE_SHADER_CAP_MAX_OUTPUTS] = 32;
        p[PIPE_SHADER_CAP_MAX_SHADER_BUFFERS] = 16;
        p[PIPE_SHADER_CAP_MAX_SHADER_IMAGES] = 16;
    }
    for (unsigned i = 0; i < PIPE_CAPF_COUNT; i++)
        s->paramsf[i] = 16.0f;
    s->name = "Galvan (null device)";
    s->max_samples = 4;
    s->min_samples = 4;
    s->fail_after = -1;
}

struct null_screen *null_screen_create(void)
{
    struct null_screen *screen = calloc(1, sizeof(*screen));
    if (!screen)
        return NULL;
    set_defaults(screen);
    screen->base.destroy = screen_destroy;
    screen->base.get_name = get_name;
    screen->base.get_vendor = get_vendor;
    screen->base.get_device_vendor = get_vendor;
    screen->base.query_memory_info = query_memory_info;
    screen->base.get_param = get_param;
    screen->base.get_paramf = get_paramf;
    screen->base.get_shader_param = get_shader_param;
    screen->base.get_compute_param = get_compute_param;
    screen->base.is_format_supported = is_format_supported;
    screen->base.context_create = null_context_create;
    screen->base.resource_create = resource_create;
    screen->base.resource_destroy = resource_destroy;
    screen->base.fence_reference = fence_reference;
    screen->base.fence_finish = fence_finish;
    return screen;
}
