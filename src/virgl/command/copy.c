/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Copies and blits between resources. */
#include <stdlib.h>

#include "pipe/p_context.h"
#include "pipe/p_format_description.h"
#include "pipe/p_inlines.h"
#include "pipe/p_screen.h"
#include "virgl/box.h"
#include "virgl/budget.h"
#include "virgl/command/command.h"
#include "virgl/command/decoders.h"
#include "virgl/command/handles.h"
#include "virgl/renderer.h"
#include "virgl/resource.h"
#include "virgl/watch.h"

/* ---- RESOURCE_COPY_REGION -------------------------------------------------------------------- */

/* Returns the destination box, in texels of the destination, that has as many blocks as src_box. */
static struct pipe_box destination_box(const struct gv_virgl_resource *dst,
                                       const struct gv_virgl_resource *src, uint32_t dst_level,
                                       const struct pipe_box *at, const struct pipe_box *src_box)
{
    const struct gv_virgl_layout *d = &dst->layout, *s = &src->layout;
    const struct gv_virgl_level *level = &d->levels[dst_level];
    struct pipe_box box = *at;
    box.width = (int)((src_box->width + s->block_width - 1) / s->block_width * d->block_width);
    box.height = (int)((src_box->height + s->block_height - 1) / s->block_height * d->block_height);
    box.depth = src_box->depth;
    /* A partial block at the source's edge may end at the destination's edge. */
    if (d->block_width > 1 && box.x >= 0 && box.x + (int64_t)src_box->width == level->width)
        box.width = src_box->width;
    if (d->block_height > 1 && box.y >= 0 && box.y + (int64_t)src_box->height == level->height)
        box.height = src_box->height;
    return box;
}

static bool spans_overlap(int a, int a_len, int b, int b_len)
{
    return a < b + b_len && b < a + a_len;
}

/* Copies within one buffer through a temporary buffer, because the ranges overlap. */
static enum galvan_result copy_overlapping(struct gv_virgl_cmd *cmd, struct gv_virgl_resource *res,
                                           int dst_x, const struct pipe_box *src_box)
{
    struct pipe_screen *screen = cmd->r->screen;
    struct pipe_resource templ = *res->pipe;
    templ.width0 = (unsigned)src_box->width;
    if (!gv_virgl_charge(cmd->r, templ.width0))
        return gv_virgl_fail_with(cmd, GALVAN_ERROR_LIMIT, "memory limit of the client");
    struct pipe_resource *between = screen->resource_create(screen, &templ);
    gv_virgl_uncharge(cmd->r, templ.width0);
    if (!between)
        return gv_virgl_fail_with(cmd, GALVAN_ERROR_NO_MEMORY, "out of memory");
    struct pipe_box box = *src_box;
    box.x = 0;
    cmd->pipe->resource_copy_region(cmd->pipe, between, 0, 0, 0, 0, res->pipe, 0, src_box);
    cmd->pipe->resource_copy_region(cmd->pipe, res->pipe, 0, (unsigned)dst_x, 0, 0, between, 0,
                                    &box);
    pipe_resource_reference(&between, NULL);
    return GALVAN_OK;
}

static const char *check_copy(const struct gv_virgl_resource *dst,
                              const struct gv_virgl_resource *src)
{
    if (gv_virgl_resource_is_buffer(dst) != gv_virgl_resource_is_buffer(src))
        return "between a buffer and a texture";
    if (dst->layout.block_B != src->layout.block_B)
        return "between formats of different size";
    if (dst->layout.samples != src->layout.samples)
        return "between different sample counts";
    if (util_format_is_depth_or_stencil(dst->format) !=
        util_format_is_depth_or_stencil(src->format))
        return "between colour and depth-stencil";
    return NULL;
}

enum galvan_result gv_virgl_decode_resource_copy_region(struct gv_virgl_cmd *cmd)
{
    struct gv_virgl_reader *in = &cmd->in;
    uint32_t dst_handle = gv_virgl_u32(in);
    uint32_t dst_level = gv_virgl_u32(in);
    struct pipe_box at = {0};
    at.x = gv_virgl_i32(in);
    at.y = gv_virgl_i32(in);
    at.z = gv_virgl_i32(in);
    uint32_t src_handle = gv_virgl_u32(in);
    uint32_t src_level = gv_virgl_u32(in);
    struct pipe_box src_box = gv_virgl_box(in);

    struct gv_virgl_resource *dst = gv_virgl_need_device_resource(cmd, dst_handle);
    struct gv_virgl_resource *src = dst ? gv_virgl_need_device_resource(cmd, src_handle) : NULL;
    if (!src)
        return GALVAN_ERROR_INVALID;
    const char *why = check_copy(dst, src);
    if (!why)
        why = gv_virgl_box_check(&src->layout, src_level, &src_box);
    if (why)
        return gv_virgl_fail(cmd, "from resource %u: %s", src_handle, why);
    if (dst_level >= dst->layout.num_levels)
        return gv_virgl_fail(cmd, "to resource %u: level past the last", dst_handle);
    struct pipe_box dst_box = destination_box(dst, src, dst_level, &at, &src_box);
    why = gv_virgl_box_check(&dst->layout, dst_level, &dst_box);
    if (why)
        return gv_virgl_fail(cmd, "to resource %u: %s", dst_handle, why);
    if (gv_virgl_box_is_empty(&src_box))
        return GALVAN_OK;

    if (dst == src && dst_level == src_level &&
        spans_overlap(dst_box.x, dst_box.width, src_box.x, src_box.width) &&
        spans_overlap(dst_box.y, dst_box.height, src_box.y, src_box.height) &&
        spans_overlap(dst_box.z, dst_box.depth, src_box.z, src_box.depth)) {
        if (!gv_virgl_resource_is_buffer(dst))
            return gv_virgl_fail(cmd, "overlapping regions of resource %u", dst_handle);
        return copy_overlapping(cmd, dst, dst_box.x, &src_box);
    }
    gv_virgl_watch_write(dst, dst_level, &dst_box);
    cmd->pipe->resource_copy_region(cmd->pipe, dst->pipe, dst_level, (unsigned)dst_box.x,
                                    (unsigned)dst_box.y, (unsigned)dst_box.z, src->pipe, src_level,
                                    &src_box);
    return GALVAN_OK;
}

/* ---- BLIT ------------------------------------------------------------------------------------ */

/* The largest coordinate of a blit. A blit may reach outside of the level, but no program needs
 * larger coordinates. */
enum {
    MAX_BLIT_COORD = 1 << 20
};

static bool blit_axis_ok(int64_t at, int64_t size)
{
    return llabs(at) <= MAX_BLIT_COORD && llabs(size) <= MAX_BLIT_COORD;
}

/* Whether the blit copies raw texels. Mesa copies between images of different formats by a blit
 * that names one format for both images. Not every device can render to this format. */
static bool is_blit_a_copy(const struct pipe_blit_info *info, const struct gv_virgl_resource *dst,
                           const struct gv_virgl_resource *src)
{
    const struct pipe_box *to = &info->dst.box, *from = &info->src.box;
    return info->dst.format == info->src.format && dst->layout.samples == src->layout.samples &&
           to->width == from->width && to->height == from->height && to->depth == from->depth &&
           (info->mask & PIPE_MASK_RGBA) == PIPE_MASK_RGBA && !info->scissor_enable &&
           !info->alpha_blend;
}

/* Returns the bind flag that the destination's format must support for the blit. */
static unsigned blit_target_bind(const struct pipe_blit_info *info,
                                 const struct gv_virgl_resource *dst,
                                 const struct gv_virgl_resource *src)
{
    if (util_format_is_depth_or_stencil(info->dst.format))
        return PIPE_BIND_DEPTH_STENCIL;
    return is_blit_a_copy(info, dst, src) ? PIPE_BIND_SAMPLER_VIEW : PIPE_BIND_RENDER_TARGET;
}

static const char *check_blit_side(struct pipe_screen *screen, const struct gv_virgl_resource *res,
                                   uint32_t level, uint32_t format, const struct pipe_box *box,
                                   unsigned bind)
{
    if (level >= res->layout.num_levels)
        return "level past the last";
    if (format >= PIPE_FORMAT_COUNT || util_format_get_blocksize(format) != res->layout.block_B ||
        util_format_is_depth_or_stencil(format) != util_format_is_depth_or_stencil(res->format))
        return "a format that its resource cannot be seen as";
    if (!screen->is_format_supported(screen, format, res->layout.target, res->layout.samples, bind))
        return "a format that cannot be blitted";
    if (!blit_axis_ok(box->x, box->width) || !blit_axis_ok(box->y, box->height) ||
        !blit_axis_ok(box->z, box->depth))
        return "a box far outside of everything";
    int64_t z0 = box->depth < 0 ? (int64_t)box->z + box->depth : box->z;
    int64_t z1 = box->depth < 0 ? box->z : (int64_t)box->z + box->depth;
    if (z0 < 0 || z1 > gv_virgl_level_slices(&res->layout, level))
        return "layers that the resource does not have";
    return NULL;
}

static const char *check_blit(const struct pipe_blit_info *info,
                              const struct gv_virgl_resource *dst,
                              const struct gv_virgl_resource *src)
{
    bool zs = util_format_is_depth_or_stencil(info->src.format);
    if (zs != (bool)util_format_is_depth_or_stencil(info->dst.format))
        return "between colour and depth-stencil";
    if (info->mask & ~(unsigned)(PIPE_MASK_ZS | PIPE_MASK_RGBA))
        return "a mask of unknown channels";
    if (!zs && util_format_is_pure_integer(info->src.format) !=
                   util_format_is_pure_integer(info->dst.format))
        return "between integers and others";
    if (dst->layout.samples > 1 && src->layout.samples > 1) {
        if (dst->layout.samples != src->layout.samples)
            return "between different sample counts";
        if (abs(info->src.box.width) != info->dst.box.width ||
            abs(info->src.box.height) != info->dst.box.height)
            return "scaling between multisample textures";
    }
    if (abs(info->src.box.depth) != info->dst.box.depth &&
        (dst->layout.target != PIPE_TEXTURE_3D || src->layout.target != PIPE_TEXTURE_3D))
        return "between different numbers of layers";
    return NULL;
}

/* Makes the destination's extent positive. A blit is mirrored if one of its two extents is
 * negative. */
static void normalize_axis(int *dst_at, int *dst_size, int *src_at, int *src_size)
{
    if (*dst_size < 0) {
        *dst_at += *dst_size;
        *dst_size = -*dst_size;
        *src_at += *src_size;
        *src_size = -*src_size;
    }
}

static void normalize_boxes(struct pipe_box *dst, struct pipe_box *src)
{
    normalize_axis(&dst->x, &dst->width, &src->x, &src->width);
    normalize_axis(&dst->y, &dst->height, &src->y, &src->height);
    normalize_axis(&dst->z, &dst->depth, &src->z, &src->depth);
}

static void decode_blit(struct gv_virgl_reader *in, struct pipe_blit_info *info,
                        uint32_t *out_dst_handle, uint32_t *out_src_handle)
{
    uint32_t s0 = gv_virgl_u32(in);
    uint32_t min = gv_virgl_u32(in), max = gv_virgl_u32(in);

    info->mask = gv_virgl_bits(s0, 0, 8);
    info->filter = gv_virgl_bits(s0, 8, 2);
    info->scissor_enable = gv_virgl_bits(s0, 10, 1) != 0;
    info->render_condition_enable = gv_virgl_bits(s0, 11, 1) != 0;
    info->alpha_blend = gv_virgl_bits(s0, 12, 1) != 0;
    info->scissor = (struct pipe_scissor_state){
        .minx = min & 0xffff, .miny = min >> 16, .maxx = max & 0xffff, .maxy = max >> 16};
    *out_dst_handle = gv_virgl_u32(in);
    info->dst.level = gv_virgl_u32(in);
    info->dst.format = gv_virgl_u32(in);
    info->dst.box = gv_virgl_box(in);
    *out_src_handle = gv_virgl_u32(in);
    info->src.level = gv_virgl_u32(in);
    info->src.format = gv_virgl_u32(in);
    info->src.box = gv_virgl_box(in);
}

enum galvan_result gv_virgl_decode_blit(struct gv_virgl_cmd *cmd)
{
    struct pipe_screen *screen = cmd->r->screen;
    struct pipe_blit_info info = {0};
    uint32_t dst_handle, src_handle;

    decode_blit(&cmd->in, &info, &dst_handle, &src_handle);
    struct gv_virgl_resource *dst = gv_virgl_need_texture(cmd, dst_handle);
    struct gv_virgl_resource *src = dst ? gv_virgl_need_texture(cmd, src_handle) : NULL;
    if (!src)
        return GALVAN_ERROR_INVALID;
    const unsigned bind = blit_target_bind(&info, dst, src);
    const char *why =
        check_blit_side(screen, dst, info.dst.level, info.dst.format, &info.dst.box, bind);
    if (why)
        return gv_virgl_fail(cmd, "to resource %u, format %u: %s", dst_handle, info.dst.format,
                             why);
    why = check_blit_side(screen, src, info.src.level, info.src.format, &info.src.box,
                          PIPE_BIND_SAMPLER_VIEW);
    if (why)
        return gv_virgl_fail(cmd, "from resource %u, format %u: %s", src_handle, info.src.format,
                             why);
    normalize_boxes(&info.dst.box, &info.src.box);
    why = check_blit(&info, dst, src);
    if (why)
        return gv_virgl_fail(cmd, "from format %u to %u: %s", info.src.format, info.dst.format,
                             why);
    if (info.filter > PIPE_TEX_FILTER_LINEAR)
        return gv_virgl_fail(cmd, "unknown filter %u", info.filter);
    /* Mesa's mask may name channels that the format lacks, for example in a blit of all buffers. */
    info.mask &= bind == PIPE_BIND_DEPTH_STENCIL ? PIPE_MASK_ZS : PIPE_MASK_RGBA;
    if (!info.mask || gv_virgl_box_is_empty(&info.dst.box) || gv_virgl_box_is_empty(&info.src.box))
        return GALVAN_OK;
    gv_virgl_watch_write(dst, info.dst.level, &info.dst.box);
    info.dst.resource = dst->pipe;
    info.src.resource = src->pipe;
    cmd->pipe->blit(cmd->pipe, &info);
    return GALVAN_OK;
}
