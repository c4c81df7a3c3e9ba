/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* The null driver's draws, clears, copies, transfers and queries. All calls are checked; only calls
 * that copy bytes unchanged are executed. */
#include <stdlib.h>
#include <string.h>

#include "null_pipe.h"
#include "pipe/p_format_description.h"
#include "pipe/p_inlines.h"

static struct null_context *used(struct pipe_context *pipe)
{
    struct null_context *ctx = null_context(pipe);
    ctx->screen->last_context = ctx;
    ctx->has_work = true;
    return ctx;
}

/* ---- Draws and grids ------------------------------------------------------------------------ */

static void check_indirect(const struct pipe_draw_info *info)
{
    unsigned record_B = info->indexed ? 20 : 16;
    unsigned stride_B = info->indirect_stride ? info->indirect_stride : record_B;
    unsigned count = info->indirect_count ? info->indirect_count : 1;
    null_resource_checked(info->indirect);
    NULL_CHECK(info->indirect_offset % 4 == 0 && stride_B >= record_B);
    NULL_CHECK(info->indirect_offset + (uint64_t)(count - 1) * stride_B + record_B <=
               info->indirect->width0);
    if (info->indirect_params) {
        null_resource_checked(info->indirect_params);
        NULL_CHECK((uint64_t)info->indirect_params_offset + 4 <= info->indirect_params->width0);
    }
}

static void draw_vbo(struct pipe_context *pipe, const struct pipe_draw_info *info)
{
    struct null_context *ctx = used(pipe);
    NULL_CHECK(info->mode < PIPE_PRIM_MAX);
    NULL_CHECK(ctx->blend && ctx->dsa && ctx->rasterizer && ctx->elements);
    NULL_CHECK(ctx->shaders[PIPE_SHADER_VERTEX] != NULL);
    NULL_CHECK((uint64_t)info->start + info->count <= UINT32_MAX);
    if (info->mode == PIPE_PRIM_PATCHES)
        NULL_CHECK(info->vertices_per_patch >= 1 && info->vertices_per_patch <= 32);
    if (info->indexed) {
        const struct pipe_index_buffer *ib = &ctx->index_buffer;
        NULL_CHECK(ib->buffer || ib->user_buffer);
        if (!info->indirect && ib->buffer)
            NULL_CHECK(ib->offset + ((uint64_t)info->start + info->count) * ib->index_size <=
                       ib->buffer->width0);
    }
    if (info->indirect)
        check_indirect(info);
    if (info->count_from_stream_output)
        NULL_CHECK(info->count_from_stream_output->context == pipe);
    ctx->draw = *info;
    ctx->screen->counts.draws++;
}

static void launch_grid(struct pipe_context *pipe, const struct pipe_grid_info *info)
{
    struct null_context *ctx = used(pipe);
    NULL_CHECK(ctx->shaders[PIPE_SHADER_COMPUTE] != NULL);
    NULL_CHECK(info->block[0] && info->block[1] && info->block[2]);
    NULL_CHECK(info->block[0] * info->block[1] * info->block[2] <= 1024);
    if (info->indirect) {
        null_resource_checked(info->indirect);
        NULL_CHECK((uint64_t)info->indirect_offset + 12 <= info->indirect->width0);
    }
    ctx->grid = *info;
    ctx->screen->counts.grids++;
}

static void memory_barrier(struct pipe_context *pipe, unsigned flags)
{
    NULL_CHECK(!(flags & ~PIPE_BARRIER_ALL));
    used(pipe)->screen->counts.barriers++;
}

static void texture_barrier(struct pipe_context *pipe)
{
    used(pipe)->screen->counts.barriers++;
}

static void emit_string_marker(struct pipe_context *pipe, const char *string, int len)
{
    NULL_CHECK(len > 0);
    volatile char last = string[len - 1];
    (void)last;
    null_context(pipe)->screen->counts.markers++;
}

/* ---- Clears --------------------------------------------------------------------------------- */

static void clear(struct pipe_context *pipe, unsigned buffers, const union pipe_color_union *color,
                  double depth, unsigned stencil)
{
    struct null_context *ctx = used(pipe);
    NULL_CHECK(buffers && !(buffers & ~(PIPE_CLEAR_COLOR | PIPE_CLEAR_DEPTHSTENCIL)));
    ctx->clear_buffers = buffers;
    ctx->clear_color = *color;
    ctx->clear_depth = depth;
    ctx->clear_stencil = stencil;
    ctx->screen->counts.clears++;
}

static void check_rectangle(const struct pipe_surface *dst, unsigned x, unsigned y, unsigned width,
                            unsigned height)
{
    NULL_CHECK(width && height);
    NULL_CHECK((uint64_t)x + width <= dst->width && (uint64_t)y + height <= dst->height);
}

static void clear_render_target(struct pipe_context *pipe, struct pipe_surface *dst,
                                const union pipe_color_union *color, unsigned x, unsigned y,
                                unsigned width, unsigned height)
{
    struct null_context *ctx = used(pipe);
    NULL_CHECK(!util_format_is_depth_or_stencil(dst->format));
    check_rectangle(dst, x, y, width, height);
    ctx->clear_color = *color;
    ctx->screen->counts.clear_surfaces++;
}

static void clear_depth_stencil(struct pipe_context *pipe, struct pipe_surface *dst, unsigned flags,
                                double depth, unsigned stencil, unsigned x, unsigned y,
                                unsigned width, unsigned height)
{
    struct null_context *ctx = used(pipe);
    NULL_CHECK(util_format_is_depth_or_stencil(dst->format));
    NULL_CHECK(flags && !(flags & ~PIPE_CLEAR_DEPTHSTENCIL));
    check_rectangle(dst, x, y, width, height);
    ctx->clear_depth = depth;
    ctx->clear_stencil = stencil;
    ctx->screen->counts.clear_surfaces++;
}

static void clear_buffer(struct pipe_context *pipe, struct pipe_resource *buffer, unsigned offset,
                         unsigned size, const void *value, int value_size)
{
    uint8_t *data = null_resource_checked(buffer)->data;
    NULL_CHECK(value_size > 0 && value_size <= 16);
    NULL_CHECK((uint64_t)offset + size <= buffer->width0 && size % (unsigned)value_size == 0);
    for (unsigned at = 0; at < size; at += (unsigned)value_size)
        memcpy(data + offset + at, value, (size_t)value_size);
    used(pipe)->screen->counts.clear_textures++;
}

static void clear_texture(struct pipe_context *pipe, struct pipe_resource *texture, unsigned level,
                          const struct pipe_box *box, const void *data)
{
    struct null_context *ctx = used(pipe);
    unsigned block_B = util_format_get_blocksize(texture->format);
    null_check_box(texture, level, box);
    for (int z = 0; z < box->depth; z++) {
        for (int y = 0; y < box->height; y++) {
            for (int x = 0; x < box->width; x++)
                memcpy(null_texel(texture, level, (unsigned)(box->x + x), (unsigned)(box->y + y),
                                  (unsigned)(box->z + z)),
                       data, block_B);
        }
    }
    ctx->clear_box = *box;
    ctx->screen->counts.clear_textures++;
}

/* ---- Copies --------------------------------------------------------------------------------- */

static unsigned blocks_x(const struct pipe_resource *res, int width)
{
    return res->target == PIPE_BUFFER ? (unsigned)width
                                      : util_format_get_nblocksx(res->format, (unsigned)width);
}

static unsigned blocks_y(const struct pipe_resource *res, int height)
{
    return res->target == PIPE_BUFFER ? 1 : util_format_get_nblocksy(res->format, (unsigned)height);
}

static unsigned block_size(const struct pipe_resource *res)
{
    return res->target == PIPE_BUFFER ? 1 : util_format_get_blocksize(res->format);
}

static unsigned block_height(const struct pipe_resource *res)
{
    return res->target == PIPE_BUFFER ? 1 : util_format_get_blockheight(res->format);
}

static bool overlap(unsigned a, unsigned a_len, unsigned b, unsigned b_len)
{
    return a < b + b_len && b < a + a_len;
}

static void resource_copy_region(struct pipe_context *pipe, struct pipe_resource *dst,
                                 unsigned dst_level, unsigned dstx, unsigned dsty, unsigned dstz,
                                 struct pipe_resource *src, unsigned src_level,
                                 const struct pipe_box *box)
{
    struct null_context *ctx = used(pipe);
    struct null_resource *to = null_resource_checked(dst), *from = null_resource_checked(src);

    null_check_box(src, src_level, box);
    NULL_CHECK(dst_level <= dst->last_level);
    NULL_CHECK(block_size(dst) == block_size(src));
    NULL_CHECK((dst->nr_samples > 1 ? dst->nr_samples : 1) ==
               (src->nr_samples > 1 ? src->nr_samples : 1));
    NULL_CHECK(dstz + (unsigned)box->depth <= null_level_slices(dst, dst_level));
    if (dst == src && dst_level == src_level)
        NULL_CHECK(!overlap(dstx, (unsigned)box->width, (unsigned)box->x, (unsigned)box->width) ||
                   !overlap(dsty, (unsigned)box->height, (unsigned)box->y, (unsigned)box->height) ||
                   !overlap(dstz, (unsigned)box->depth, (unsigned)box->z, (unsigned)box->depth));
    size_t row_B = (size_t)blocks_x(src, box->width) * block_size(src);
    for (int z = 0; z < box->depth; z++) {
        for (unsigned row = 0; row < blocks_y(src, box->height); row++) {
            uint8_t *d = null_texel(dst, dst_level, dstx, dsty + row * block_height(dst),
                                    dstz + (unsigned)z);
            const uint8_t *s =
                null_texel(src, src_level, (unsigned)box->x,
                           (unsigned)box->y + row * block_height(src), (unsigned)(box->z + z));
            NULL_CHECK(d >= to->data && d + row_B <= to->data + to->size_B);
            NULL_CHECK(s >= from->data && s + row_B <= from->data + from->size_B);
            memcpy(d, s, row_B);
        }
    }
    ctx->screen->counts.copies++;
}

static void blit(struct pipe_context *pipe, const struct pipe_blit_info *info)
{
    struct null_context *ctx = used(pipe);
    null_resource_checked(info->dst.resource);
    null_resource_checked(info->src.resource);
    NULL_CHECK(info->dst.level <= info->dst.resource->last_level);
    NULL_CHECK(info->src.level <= info->src.resource->last_level);
    NULL_CHECK(info->dst.box.width > 0 && info->dst.box.height > 0 && info->dst.box.depth > 0);
    NULL_CHECK(info->src.box.width && info->src.box.height && info->src.box.depth);
    NULL_CHECK(info->dst.box.z >= 0 &&
               info->dst.box.z + info->dst.box.depth <=
                   (int)null_level_slices(info->dst.resource, info->dst.level));
    NULL_CHECK(info->mask && !(info->mask & ~(unsigned)PIPE_MASK_RGBAZS));
    NULL_CHECK(info->filter <= PIPE_TEX_FILTER_LINEAR);
    ctx->blit = *info;
    ctx->screen->counts.blits++;
}

void null_context_init_work(struct null_context *ctx)
{
    struct pipe_context *pipe = &ctx->base;
    pipe->draw_vbo = draw_vbo;
    pipe->launch_grid = launch_grid;
    pipe->memory_barrier = memory_barrier;
    pipe->texture_barrier = texture_barrier;
    pipe->emit_string_marker = emit_string_marker;
    pipe->clear = clear;
    pipe->clear_render_target = clear_render_target;
    pipe->clear_depth_stencil = clear_depth_stencil;
    pipe->clear_buffer = clear_buffer;
    pipe->clear_texture = clear_texture;
    pipe->resource_copy_region = resource_copy_region;
    pipe->blit = blit;
}

/* ---- Transfers ------------------------------------------------------------------------------ */

/* A mapping, whose memory is a copy of the box with a larger stride than necessary. */
struct null_transfer {
    struct pipe_transfer base;
    uint8_t *data;
};

enum {
    MAP_PADDING_B = 12
};

/* Copies rows between a resource and memory with different strides. */
static void copy_box(struct pipe_resource *res, unsigned level, const struct pipe_box *box,
                     uint8_t *data, size_t stride_B, size_t layer_stride_B, bool to_resource)
{
    size_t row_B = (size_t)blocks_x(res, box->width) * block_size(res);
    for (int z = 0; z < box->depth; z++) {
        for (unsigned row = 0; row < blocks_y(res, box->height); row++) {
            uint8_t *texels =
                null_texel(res, level, (unsigned)box->x, (unsigned)box->y + row * block_height(res),
                           (unsigned)(box->z + z));
            uint8_t *memory = data + (size_t)z * layer_stride_B + row * stride_B;
            memcpy(to_resource ? texels : memory, to_resource ? memory : texels, row_B);
        }
    }
}

static void *transfer_map(struct pipe_context *pipe, struct pipe_resource *res, unsigned level,
                          unsigned usage, const struct pipe_box *box,
                          struct pipe_transfer **out_transfer)
{
    struct null_context *ctx = null_context(pipe);
    null_resource_checked(res);
    null_check_box(res, level, box);
    NULL_CHECK(usage & PIPE_TRANSFER_READ_WRITE);
    NULL_CHECK(res->nr_samples <= 1);
    if (!null_may_create(ctx->screen))
        return NULL;
    struct null_transfer *t = calloc(1, sizeof(*t));
    if (!t)
        return NULL;
    t->base.level = level;
    t->base.usage = (enum pipe_transfer_usage)usage;
    t->base.box = *box;
    t->base.stride = blocks_x(res, box->width) * block_size(res) + MAP_PADDING_B;
    t->base.layer_stride = t->base.stride * blocks_y(res, box->height);
    t->data = malloc((size_t)t->base.layer_stride * (size_t)box->depth);
    if (!t->data) {
        free(t);
        return NULL;
    }
    pipe_resource_reference(&t->base.resource, res);
    copy_box(res, level, box, t->data, t->base.stride, t->base.layer_stride, false);
    ctx->screen->live.transfers++;
    ctx->screen->counts.maps++;
    *out_transfer = &t->base;
    return t->data;
}

/* Writes back a part of a mapping. `box` is relative to the mapped box. */
static void transfer_flush_region(struct pipe_context *pipe, struct pipe_transfer *base,
                                  const struct pipe_box *box)
{
    struct null_transfer *t = (struct null_transfer *)base;
    struct pipe_resource *res = base->resource;
    struct pipe_box absolute = *box;
    (void)pipe;
    NULL_CHECK(base->usage & PIPE_TRANSFER_FLUSH_EXPLICIT);
    NULL_CHECK(box->x >= 0 && box->width >= 0 && box->x <= base->box.width - box->width);
    NULL_CHECK(box->y >= 0 && box->height >= 0 && box->y <= base->box.height - box->height);
    NULL_CHECK(box->z >= 0 && box->depth >= 0 && box->z <= base->box.depth - box->depth);
    absolute.x += base->box.x;
    absolute.y += base->box.y;
    absolute.z += base->box.z;
    size_t offset_B = (size_t)box->z * base->layer_stride +
                      (size_t)box->y / block_height(res) * base->stride +
                      (size_t)blocks_x(res, box->x) * block_size(res);
    copy_box(res, base->level, &absolute, t->data + offset_B, base->stride, base->layer_stride,
             true);
}

static void transfer_unmap(struct pipe_context *pipe, struct pipe_transfer *base)
{
    struct null_transfer *t = (struct null_transfer *)base;
    if (base->usage & PIPE_TRANSFER_WRITE && !(base->usage & PIPE_TRANSFER_FLUSH_EXPLICIT))
        copy_box(base->resource, base->level, &base->box, t->data, base->stride, base->layer_stride,
                 true);
    pipe_resource_reference(&base->resource, NULL);
    free(t->data);
    free(t);
    null_context(pipe)->screen->live.transfers--;
}

static void transfer_inline_write(struct pipe_context *pipe, struct pipe_resource *res,
                                  unsigned level, unsigned usage, const struct pipe_box *box,
                                  const void *data, unsigned stride, unsigned layer_stride)
{
    struct null_context *ctx = used(pipe);
    null_resource_checked(res);
    null_check_box(res, level, box);
    NULL_CHECK(usage & PIPE_TRANSFER_WRITE);
    NULL_CHECK(res->nr_samples <= 1);
    copy_box(res, level, box, (uint8_t *)(uintptr_t)data, stride, layer_stride, true);
    ctx->write_usage = usage;
    ctx->screen->counts.inline_writes++;
}

static void flush(struct pipe_context *pipe, struct pipe_fence_handle **out_fence, unsigned flags)
{
    struct null_context *ctx = null_context(pipe);
    (void)flags;
    ctx->has_work = false;
    ctx->screen->counts.flushes++;
    if (out_fence) {
        pipe->screen->fence_reference(pipe->screen, out_fence, NULL);
        *out_fence = null_fence_create(ctx->screen);
    }
}

static enum pipe_reset_status get_device_reset_status(struct pipe_context *pipe)
{
    return null_context(pipe)->screen->device_reset ? PIPE_UNKNOWN_CONTEXT_RESET : PIPE_NO_RESET;
}

void null_context_init_transfers(struct null_context *ctx)
{
    struct pipe_context *pipe = &ctx->base;
    pipe->transfer_map = transfer_map;
    pipe->transfer_unmap = transfer_unmap;
    pipe->transfer_flush_region = transfer_flush_region;
    pipe->transfer_inline_write = transfer_inline_write;
    pipe->flush = flush;
    pipe->get_device_reset_status = get_device_reset_status;
}

/* ---- Queries -------------------------------------------------------------------------------- */

struct pipe_query {
    struct null_context *ctx;
    unsigned type;
    bool active, ended;
};

static struct pipe_query *create_query(struct pipe_context *pipe, unsigned type, unsigned index)
{
    struct null_context *ctx = null_context(pipe);
    NULL_CHECK(type < PIPE_QUERY_TYPES);
    ctx->screen->query_type = type;
    ctx->screen->query_index = index;
    if (!null_may_create(ctx->screen))
        return NULL;
    struct pipe_query *query = calloc(1, sizeof(*query));
    if (query) {
        query->ctx = ctx;
        query->type = type;
        ctx->screen->live.queries++;
    }
    return query;
}

static void destroy_query(struct pipe_context *pipe, struct pipe_query *query)
{
    NULL_CHECK(query->ctx == null_context(pipe));
    NULL_CHECK(query->ctx->condition != query);
    NULL_CHECK(!query->active);
    query->ctx->screen->live.queries--;
    free(query);
}

static boolean begin_query(struct pipe_context *pipe, struct pipe_query *query)
{
    NULL_CHECK(query->ctx == used(pipe) && !query->active);
    query->active = true;
    return TRUE;
}

static boolean end_query(struct pipe_context *pipe, struct pipe_query *query)
{
    NULL_CHECK(query->ctx == used(pipe));
    NULL_CHECK(query->active || query->type == PIPE_QUERY_TIMESTAMP ||
               query->type == PIPE_QUERY_GPU_FINISHED);
    query->active = false;
    query->ended = true;
    return TRUE;
}

static boolean get_query_result(struct pipe_context *pipe, struct pipe_query *query, boolean wait,
                                union pipe_query_result *out_result)
{
    struct null_context *ctx = null_context(pipe);
    NULL_CHECK(query->ctx == ctx && query->ended && !query->active);
    if (ctx->screen->device_hangs || (ctx->screen->queries_held && !wait))
        return FALSE;
    *out_result = ctx->screen->query_result;
    return TRUE;
}

static void get_query_result_resource(struct pipe_context *pipe, struct pipe_query *query,
                                      boolean wait, enum pipe_query_value_type type, int index,
                                      struct pipe_resource *resource, unsigned offset)
{
    unsigned size_B = type >= PIPE_QUERY_TYPE_I64 ? 8 : 4;
    uint64_t value = index < 0 ? 1 : null_context(pipe)->screen->query_result.u64;
    (void)wait;
    NULL_CHECK(query->ctx == used(pipe) && query->ended && !query->active);
    NULL_CHECK((uint64_t)offset + size_B <= resource->width0);
    memcpy(null_resource_checked(resource)->data + offset, &value, size_B);
}

static void render_condition(struct pipe_context *pipe, struct pipe_query *query, boolean condition,
                             uint mode)
{
    struct null_context *ctx = null_context(pipe);
    if (query)
        NULL_CHECK(query->ctx == ctx && query->ended && !query->active);
    NULL_CHECK(mode <= PIPE_RENDER_COND_BY_REGION_NO_WAIT);
    ctx->condition = query;
    ctx->condition_inverted = condition;
    ctx->condition_mode = mode;
}

void null_context_init_queries(struct null_context *ctx)
{
    struct pipe_context *pipe = &ctx->base;
    pipe->create_query = create_query;
    pipe->destroy_query = destroy_query;
    pipe->begin_query = begin_query;
    pipe->end_query = end_query;
    pipe->get_query_result = get_query_result;
    pipe->get_query_result_resource = get_query_result_resource;
    pipe->render_condition = render_condition;
}
