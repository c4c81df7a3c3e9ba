/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* The tight mip layout that the client also computes to address its memory: levels one after the
 * other, rows and layers without alignment. All sizes are 64-bit. After the check of the shape,
 * sizes cannot overflow: a shape has three dimensions of at most 2^16, and blocks of at most 32
 * bytes. */
#include "virgl/layout.h"

#include <stddef.h>

#include "pipe/p_defines.h"
#include "pipe/p_format.h"
#include "pipe/p_format_description.h"
#include "pipe/p_state.h"
#include "util/checked.h"
#include "virgl/api/resource.h"

enum {
    MAX_TEXTURE_SIZE = 1 << 16,
    MAX_TEXTURE_LAYERS = 1 << 16,
    MAX_SAMPLES = 32,
    CUBE_FACES = 6,
};

/* The dimensions that each target allows. A dimension that is not allowed must be 1 (for the array
 * size of a buffer, also 0). */
static const struct target_rule {
    bool height, depth, layers, levels, samples;
    uint32_t layer_unit; /* array_size is a multiple of this */
} target_rules[PIPE_MAX_TEXTURE_TYPES] = {
    [PIPE_BUFFER] = {.layer_unit = 1},
    [PIPE_TEXTURE_1D] = {.levels = true, .layer_unit = 1},
    [PIPE_TEXTURE_2D] = {.height = true, .levels = true, .samples = true, .layer_unit = 1},
    [PIPE_TEXTURE_3D] = {.height = true, .depth = true, .levels = true, .layer_unit = 1},
    [PIPE_TEXTURE_CUBE] = {.height = true, .levels = true, .layer_unit = CUBE_FACES},
    [PIPE_TEXTURE_RECT] = {.height = true, .layer_unit = 1},
    [PIPE_TEXTURE_1D_ARRAY] = {.layers = true, .levels = true, .layer_unit = 1},
    [PIPE_TEXTURE_2D_ARRAY] =
        {.height = true, .layers = true, .levels = true, .samples = true, .layer_unit = 1},
    [PIPE_TEXTURE_CUBE_ARRAY] = {.height = true,
                                 .layers = true,
                                 .levels = true,
                                 .layer_unit = CUBE_FACES},
};

static uint32_t minify(uint32_t size, unsigned level)
{
    size >>= level;
    return size ? size : 1;
}

static uint64_t div_round_up(uint64_t a, uint64_t b)
{
    return (a + b - 1) / b;
}

static const char *check_extent(const struct gv_virgl_resource_args *a,
                                const struct target_rule *rule)
{
    if (!a->width || !a->height || !a->depth)
        return "a dimension is 0";
    if (a->target == PIPE_BUFFER)
        return a->width > INT32_MAX || a->height > 1 || a->depth > 1 ? "bad buffer size" : NULL;
    if (a->width > MAX_TEXTURE_SIZE || a->height > MAX_TEXTURE_SIZE || a->depth > MAX_TEXTURE_SIZE)
        return "a dimension is too large";
    if ((a->height > 1 && !rule->height) || (a->depth > 1 && !rule->depth))
        return "a dimension that its target does not have";
    if (rule->layer_unit == CUBE_FACES && a->width != a->height)
        return "cube faces that are not square";
    return NULL;
}

static const char *check_layers(const struct gv_virgl_resource_args *a,
                                const struct target_rule *rule)
{
    if (a->target == PIPE_BUFFER)
        return a->array_size > 1 ? "a buffer with layers" : NULL;
    if (!a->array_size || a->array_size % rule->layer_unit)
        return "bad number of layers";
    if (!rule->layers && a->array_size != rule->layer_unit)
        return "layers that its target does not have";
    return a->array_size >= MAX_TEXTURE_LAYERS ? "too many layers" : NULL;
}

static const char *check_levels_samples(const struct gv_virgl_resource_args *a,
                                        const struct target_rule *rule)
{
    uint32_t largest = a->width > a->height ? a->width : a->height;
    largest = a->depth > largest ? a->depth : largest;
    if (a->last_level >= GV_VIRGL_MAX_LEVELS || (a->last_level && !(largest >> a->last_level)))
        return "too many levels";
    if (a->last_level && !rule->levels)
        return "levels that its target does not have";
    if (a->nr_samples <= 1)
        return NULL;
    if (!rule->samples || a->last_level)
        return "samples that its target does not have";
    if (a->nr_samples > MAX_SAMPLES || (a->nr_samples & (a->nr_samples - 1)))
        return "bad number of samples";
    return NULL;
}

static const char *check_shape(const struct gv_virgl_resource_args *a)
{
    const char *why;

    if (a->target >= PIPE_MAX_TEXTURE_TYPES)
        return "unknown target";
    if (a->format >= PIPE_FORMAT_COUNT || a->format == PIPE_FORMAT_NONE ||
        !util_format_get_blocksize(a->format) || util_format_get_blockdepth(a->format) > 1)
        return "unknown format";
    const struct target_rule *rule = &target_rules[a->target];
    if ((why = check_extent(a, rule)) || (why = check_layers(a, rule)))
        return why;
    return check_levels_samples(a, rule);
}

const char *gv_virgl_layout_init(struct gv_virgl_layout *layout,
                                 const struct gv_virgl_resource_args *args)
{
    const char *why = check_shape(args);
    if (why)
        return why;

    struct gv_virgl_layout l = {
        .target = args->target,
        .block_B = util_format_get_blocksize(args->format),
        .block_width = util_format_get_blockwidth(args->format),
        .block_height = util_format_get_blockheight(args->format),
        .num_levels = args->last_level + 1,
        .samples = args->nr_samples > 1 ? args->nr_samples : 1,
    };
    if (args->target == PIPE_BUFFER) {
        /* A buffer is measured in bytes, whatever its format. */
        l.block_B = l.block_width = l.block_height = 1;
    }
    for (unsigned i = 0; i < l.num_levels; i++) {
        struct gv_virgl_level *level = &l.levels[i];
        level->width = minify(args->width, i);
        level->height = minify(args->height, i);
        level->slices = args->target == PIPE_TEXTURE_3D ? minify(args->depth, i)
                        : args->target == PIPE_BUFFER   ? 1
                                                        : args->array_size;
        level->offset_B = l.size_B;
        level->stride_B = div_round_up(level->width, l.block_width) * l.block_B;
        level->layer_stride_B = level->stride_B * div_round_up(level->height, l.block_height);
        l.size_B += level->slices * level->layer_stride_B;
    }
    *layout = l;
    return NULL;
}

uint64_t gv_virgl_resource_backing_size(const struct gv_virgl_resource_args *args)
{
    struct gv_virgl_layout layout;
    if (gv_virgl_layout_init(&layout, args))
        return UINT64_MAX;
    return layout.samples > 1 ? 0 : layout.size_B;
}

uint32_t gv_virgl_level_slices(const struct gv_virgl_layout *layout, uint32_t level)
{
    return level < layout->num_levels ? layout->levels[level].slices : 0;
}

/* Checks the range of a box along one axis: the range must lie within `limit`, and its ends must be
 * multiples of `block`. The end may also be at `limit`, or cover all of a partial last block. */
static bool axis_ok(int64_t from, int64_t size, uint32_t limit, uint32_t block)
{
    int64_t padded = (int64_t)div_round_up(limit, block) * block;
    return from >= 0 && size >= 0 && from + size <= padded && from % block == 0 &&
           (size % block == 0 || from + size == limit);
}

const char *gv_virgl_box_check(const struct gv_virgl_layout *layout, uint32_t level,
                               const struct pipe_box *box)
{
    if (level >= layout->num_levels)
        return "level past the last";
    const struct gv_virgl_level *l = &layout->levels[level];
    if (!axis_ok(box->x, box->width, l->width, layout->block_width))
        return "box exceeds the level or splits blocks in x";
    if (!axis_ok(box->y, box->height, l->height, layout->block_height))
        return "box exceeds the level or splits blocks in y";
    if (!axis_ok(box->z, box->depth, l->slices, 1))
        return "box exceeds the level in z";
    return NULL;
}

/* Returns the size of a box along one axis, clipped at the level's end, since a box may include the
 * texels of the last block that lie outside of the level. */
static uint32_t cut(int32_t from, int32_t size, uint32_t limit)
{
    uint32_t end = (uint32_t)from + (uint32_t)size;
    return end > limit ? limit - (uint32_t)from : (uint32_t)size;
}

const char *gv_virgl_range_init(struct gv_virgl_range *range, const struct gv_virgl_layout *layout,
                                uint32_t level, const struct pipe_box *box, uint32_t stride_B,
                                uint32_t layer_stride_B, uint64_t offset_B, uint64_t backing_B)
{
    if (layout->samples > 1)
        return "multisample textures have no backing";
    const char *why = gv_virgl_box_check(layout, level, box);
    if (why)
        return why;

    const struct gv_virgl_level *l = &layout->levels[level];
    struct gv_virgl_range r = {
        .row_B = div_round_up((uint32_t)box->width, layout->block_width) * layout->block_B,
        .num_rows = (uint32_t)div_round_up((uint32_t)box->height, layout->block_height),
        .num_slices = (uint32_t)box->depth,
        .stride_B = stride_B ? stride_B : l->stride_B,
        .width = cut(box->x, box->width, l->width),
        .height = cut(box->y, box->height, l->height),
    };
    /* Without a layer stride, the distance of layers follows from the row stride. */
    r.layer_stride_B = layer_stride_B ? layer_stride_B
                                      : r.stride_B * div_round_up(l->height, layout->block_height);
    if (!r.row_B || !r.num_rows || !r.num_slices) {
        *range = r;
        return NULL;
    }
    uint64_t slice_B = (r.num_rows - 1) * r.stride_B + r.row_B;
    if (r.stride_B < r.row_B)
        return "stride smaller than a row";
    if (r.layer_stride_B < slice_B)
        return "layer stride smaller than a layer";
    if (r.stride_B > UINT32_MAX || r.layer_stride_B > UINT32_MAX)
        return "stride too large";
    r.size_B = (r.num_slices - 1) * r.layer_stride_B + slice_B;
    if (!gv_range_fits_u64(offset_B, r.size_B, backing_B))
        return "range exceeds the backing";
    *range = r;
    return NULL;
}
