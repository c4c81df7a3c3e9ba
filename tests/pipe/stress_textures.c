/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
#include "stress.h"

#include <stdlib.h>
#include <string.h>

static const struct {
    enum pipe_format format;
    enum pipe_texture_target target;
    unsigned width, height, depth_or_layers, last_level, bind;
} kinds[] = {
    {PIPE_FORMAT_R32_UINT, PIPE_TEXTURE_2D_ARRAY, 16, 8, 2, 2, PIPE_BIND_RENDER_TARGET},
    {PIPE_FORMAT_R32_UINT, PIPE_TEXTURE_2D_ARRAY, 32, 16, 1, 1, PIPE_BIND_RENDER_TARGET},
    {PIPE_FORMAT_R8G8B8A8_UNORM, PIPE_TEXTURE_2D, 16, 16, 1, 2, PIPE_BIND_RENDER_TARGET},
    {PIPE_FORMAT_R8G8B8A8_UNORM, PIPE_TEXTURE_3D, 8, 8, 4, 1, PIPE_BIND_RENDER_TARGET},
    {PIPE_FORMAT_R8G8B8A8_UNORM, PIPE_TEXTURE_CUBE, 8, 8, 6, 1, PIPE_BIND_RENDER_TARGET},
    {PIPE_FORMAT_Z24_UNORM_S8_UINT, PIPE_TEXTURE_2D, 16, 8, 1, 0, PIPE_BIND_DEPTH_STENCIL},
    {PIPE_FORMAT_R32_UINT, PIPE_TEXTURE_2D_ARRAY, 16, 8, 2, 2, PIPE_BIND_RENDER_TARGET},
    {PIPE_FORMAT_R8G8B8A8_UNORM, PIPE_TEXTURE_2D, 16, 16, 1, 2, PIPE_BIND_RENDER_TARGET},
};

static struct stress_texture *any(struct stress *s)
{
    return &s->textures[stress_below(s, STRESS_TEXTURES)];
}

static bool is_zs(const struct stress_texture *t)
{
    return t->res->format == PIPE_FORMAT_Z24_UNORM_S8_UINT;
}

void stress_texture_create(struct stress *s, struct stress_texture *t, unsigned kind)
{
    struct pipe_resource templ =
        fixture_template(kinds[kind].target, kinds[kind].format, kinds[kind].width,
                         kinds[kind].height, kinds[kind].depth_or_layers);
    templ.last_level = (uint8_t)kinds[kind].last_level;
    templ.bind = kinds[kind].bind | PIPE_BIND_SAMPLER_VIEW;
    t->res = fixture_create(s->f, &templ);
    for (unsigned level = 0; level <= templ.last_level; level++) {
        struct pipe_box all = fixture_level_box(t->res, level);
        t->texels[level] = calloc(1, fixture_box_size(t->res, &all));
        assert_non_null(t->texels[level]);
    }
}

void stress_texture_destroy(struct stress_texture *t)
{
    pipe_resource_reference(&t->res, NULL);
    for (unsigned level = 0; level < STRESS_LEVELS; level++) {
        free(t->texels[level]);
        t->texels[level] = NULL;
    }
}

uint32_t *stress_texel(const struct stress_texture *t, unsigned level, int x, int y, int z)
{
    struct pipe_box all = fixture_level_box(t->res, level);
    return &t->texels[level][(z * all.height + y) * all.width + x];
}

static int part(struct stress *s, int size, int *out_start)
{
    if (stress_one_in(s, 3)) {
        *out_start = 0;
        return size;
    }
    *out_start = (int)stress_below(s, (unsigned)size);
    return 1 + (int)stress_below(s, (unsigned)(size - *out_start));
}

struct pipe_box stress_box(struct stress *s, const struct stress_texture *t, unsigned level)
{
    struct pipe_box all = fixture_level_box(t->res, level), box;
    int x, y, z;
    int width = part(s, all.width, &x), height = part(s, all.height, &y);
    int depth = part(s, all.depth, &z);
    box = fixture_box(x, y, z, width, height, depth);
    return box;
}

/* Returns the expected texels of the box, tightly packed. */
static uint32_t *gather(const struct stress_texture *t, unsigned level, const struct pipe_box *box)
{
    uint32_t *out = malloc((size_t)box->width * (size_t)box->height * (size_t)box->depth * 4);
    assert_non_null(out);
    uint32_t *at = out;
    for (int z = 0; z < box->depth; z++) {
        for (int y = 0; y < box->height; y++, at += box->width)
            memcpy(at, stress_texel(t, level, box->x, box->y + y, box->z + z),
                   (size_t)box->width * 4);
    }
    return out;
}

static void scatter(struct stress_texture *t, unsigned level, const struct pipe_box *box,
                    const uint32_t *texels)
{
    for (int z = 0; z < box->depth; z++) {
        for (int y = 0; y < box->height; y++, texels += box->width)
            memcpy(stress_texel(t, level, box->x, box->y + y, box->z + z), texels,
                   (size_t)box->width * 4);
    }
}

void stress_fill(struct stress_texture *t, unsigned level, const struct pipe_box *box,
                 uint32_t texel)
{
    for (int z = 0; z < box->depth; z++) {
        for (int y = 0; y < box->height; y++) {
            for (int x = 0; x < box->width; x++)
                *stress_texel(t, level, box->x + x, box->y + y, box->z + z) = texel;
        }
    }
}

void stress_texture_check(struct stress *s, struct stress_texture *t, unsigned level,
                          const struct pipe_box *box)
{
    uint32_t *expected = gather(t, level, box);
    uint8_t *back = fixture_read(s->f, t->res, level, box);
    stress_expect(s, expected, back, fixture_box_size(t->res, box),
                  util_format_name(t->res->format));
    free(back);
    free(expected);
}

static unsigned any_level(struct stress *s, const struct stress_texture *t)
{
    return stress_below(s, t->res->last_level + 1u);
}

static void op_read(struct stress *s)
{
    struct stress_texture *t = any(s);
    unsigned level = any_level(s, t);
    struct pipe_box box = stress_box(s, t, level);
    stress_texture_check(s, t, level, &box);
}

static void op_inline_write(struct stress *s)
{
    struct stress_texture *t = any(s);
    unsigned level = any_level(s, t);
    struct pipe_box box = stress_box(s, t, level);
    uint32_t *texels = malloc(fixture_box_size(t->res, &box));
    stress_noise(s, texels, fixture_box_size(t->res, &box));
    scatter(t, level, &box, texels);
    fixture_write(s->f, t->res, level, &box, texels);
    free(texels);
}

/* Maps the whole box, with or without discarding its contents, or maps only its first row; then
 * writes. */
static void op_map_write(struct stress *s)
{
    struct pipe_context *pipe = s->f->pipe;
    struct stress_texture *t = any(s);
    unsigned level = any_level(s, t), choice = stress_below(s, 4);
    static const unsigned flags[] = {PIPE_TRANSFER_READ, PIPE_TRANSFER_DISCARD_RANGE, 0,
                                     PIPE_TRANSFER_FLUSH_EXPLICIT};
    struct pipe_box box = stress_box(s, t, level);
    struct pipe_transfer *transfer;
    uint8_t *map = pipe->transfer_map(pipe, t->res, level, PIPE_TRANSFER_WRITE | flags[choice],
                                      &box, &transfer);
    assert_non_null(map);
    bool whole = flags[choice] == PIPE_TRANSFER_DISCARD_RANGE;
    struct pipe_box written =
        fixture_box(0, 0, 0, box.width, whole ? box.height : 1, whole ? box.depth : 1);
    for (int z = 0; z < written.depth; z++) {
        for (int y = 0; y < written.height; y++) {
            uint32_t *row = stress_texel(t, level, box.x, box.y + y, box.z + z);
            stress_noise(s, row, (size_t)box.width * 4);
            memcpy(map + (size_t)z * transfer->layer_stride + (size_t)y * transfer->stride, row,
                   (size_t)box.width * 4);
        }
    }
    if (flags[choice] == PIPE_TRANSFER_FLUSH_EXPLICIT)
        pipe->transfer_flush_region(pipe, transfer, &written);
    pipe->transfer_unmap(pipe, transfer);
}

static int smaller(int a, int b)
{
    return a < b ? a : b;
}

/* Copies between textures of equal formats, also within one level, in which the boxes may overlap.
 */
static void op_copy(struct stress *s)
{
    struct stress_texture *src = any(s), *dst = any(s);
    if (is_zs(src) != is_zs(dst))
        return;
    unsigned src_level = any_level(s, src), dst_level = any_level(s, dst);
    struct pipe_box from = stress_box(s, src, src_level), to = stress_box(s, dst, dst_level);
    from.width = to.width = smaller(from.width, to.width);
    from.height = to.height = smaller(from.height, to.height);
    from.depth = to.depth = smaller(from.depth, to.depth);
    s->f->pipe->resource_copy_region(s->f->pipe, dst->res, dst_level, (unsigned)to.x,
                                     (unsigned)to.y, (unsigned)to.z, src->res, src_level, &from);
    uint32_t *texels = gather(src, src_level, &from);
    scatter(dst, dst_level, &to, texels);
    free(texels);
}

/* Blits with a nearest filter, at equal or double size, or mirrored: each destination texel comes
 * from exactly one source texel. */
static void op_blit(struct stress *s)
{
    struct stress_texture *src = any(s), *dst = any(s);
    if (src == dst || is_zs(src) || is_zs(dst) || src->res->format != dst->res->format)
        return;
    unsigned src_level = any_level(s, src), dst_level = any_level(s, dst);
    struct pipe_box from = stress_box(s, src, src_level), to = stress_box(s, dst, dst_level);
    int scale = 1 + (int)stress_below(s, 2);
    bool mirror = stress_one_in(s, 3);
    from.width = smaller(from.width, to.width / scale);
    from.height = smaller(from.height, to.height / scale);
    if (!from.width || !from.height)
        return;
    to.width = from.width * scale;
    to.height = from.height * scale;
    from.depth = to.depth = 1;
    struct pipe_blit_info info = {.mask = PIPE_MASK_RGBA, .filter = PIPE_TEX_FILTER_NEAREST};
    info.src.resource = src->res;
    info.src.level = src_level;
    info.src.box = from;
    info.src.format = src->res->format;
    info.dst.resource = dst->res;
    info.dst.level = dst_level;
    info.dst.box = to;
    info.dst.format = dst->res->format;
    if (mirror) {
        info.src.box.x += info.src.box.width;
        info.src.box.width = -info.src.box.width;
    }
    s->f->pipe->blit(s->f->pipe, &info);
    for (int y = 0; y < to.height; y++) {
        for (int x = 0; x < to.width; x++) {
            int sx = mirror ? from.width - 1 - x / scale : x / scale;
            *stress_texel(dst, dst_level, to.x + x, to.y + y, to.z) =
                *stress_texel(src, src_level, from.x + sx, from.y + y / scale, from.z);
        }
    }
}

static void op_clear_texture(struct stress *s)
{
    struct stress_texture *t = any(s);
    if (is_zs(t))
        return;
    unsigned level = any_level(s, t);
    struct pipe_box box = stress_box(s, t, level);
    uint32_t texel;
    stress_noise(s, &texel, sizeof(texel));
    s->f->pipe->clear_texture(s->f->pipe, t->res, level, &box, &texel);
    stress_fill(t, level, &box, texel);
}

static void clear_zs(struct stress *s, struct stress_texture *t, struct pipe_surface *surface,
                     const struct pipe_box *box)
{
    unsigned flags = 1 + stress_below(s, 3), stencil = stress_below(s, 256);
    bool far = stress_one_in(s, 2);
    s->f->pipe->clear_depth_stencil(
        s->f->pipe, surface,
        (flags & 1 ? PIPE_CLEAR_DEPTH : 0) | (flags & 2 ? PIPE_CLEAR_STENCIL : 0), far ? 1.0 : 0.0,
        stencil, (unsigned)box->x, (unsigned)box->y, (unsigned)box->width, (unsigned)box->height);
    for (int y = 0; y < box->height; y++) {
        for (int x = 0; x < box->width; x++) {
            uint32_t *texel = stress_texel(t, 0, box->x + x, box->y + y, 0);
            if (flags & 1)
                *texel = (*texel & 0xff000000) | (far ? 0xffffff : 0);
            if (flags & 2)
                *texel = (*texel & 0xffffff) | stencil << 24;
        }
    }
}

static void op_clear_surface(struct stress *s)
{
    struct stress_texture *t = any(s);
    unsigned level = any_level(s, t);
    struct pipe_box box = stress_box(s, t, level);
    struct pipe_surface *surface = fixture_surface(
        s->f, t->res, t->res->format, level, (unsigned)box.z, (unsigned)(box.z + box.depth - 1));
    if (is_zs(t)) {
        clear_zs(s, t, surface, &box);
    } else {
        uint32_t texel;
        union pipe_color_union color = {0};
        stress_noise(s, &texel, sizeof(texel));
        if (t->res->format == PIPE_FORMAT_R32_UINT) {
            color.ui[0] = texel;
        } else {
            for (unsigned c = 0; c < 4; c++)
                color.f[c] = (float)(texel >> 8 * c & 0xff) / 255.0f;
        }
        s->f->pipe->clear_render_target(s->f->pipe, surface, &color, (unsigned)box.x,
                                        (unsigned)box.y, (unsigned)box.width, (unsigned)box.height);
        stress_fill(t, level, &box, texel);
    }
    pipe_surface_reference(&surface, NULL);
}

static void op_replace(struct stress *s)
{
    unsigned kind = stress_below(s, STRESS_TEXTURES);
    struct stress_texture *t = &s->textures[kind];
    if (s->target_texture == t)
        stress_drop_target(s);
    stress_texture_destroy(t);
    stress_texture_create(s, t, kind);
}

const struct stress_op stress_texture_ops[] = {
    {"texture read", op_read, 8},
    {"texture inline write", op_inline_write, 16},
    {"texture map write", op_map_write, 5},
    {"texture copy", op_copy, 24},
    {"texture blit", op_blit, 20},
    {"texture fill", op_clear_texture, 8},
    {"surface clear", op_clear_surface, 10},
    {"texture replace", op_replace, 2},
};
const unsigned stress_num_texture_ops = sizeof(stress_texture_ops) / sizeof(stress_texture_ops[0]);
