/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Tests maps and writes of every target, level and box, and the effects of each flag of a buffer's
 * map. */
#include "pipe_fixture.h"

#include <stdlib.h>
#include <string.h>

#include "driver/context.h"
#include "driver/screen/screen.h"

/* ---- Textures */

static const struct {
    enum pipe_texture_target target;
    unsigned width, height, depth_or_layers, last_level;
} shapes[] = {
    {PIPE_TEXTURE_1D, 64, 1, 1, 6},       {PIPE_TEXTURE_2D, 33, 17, 1, 5},
    {PIPE_TEXTURE_RECT, 19, 7, 1, 0},     {PIPE_TEXTURE_3D, 16, 8, 12, 4},
    {PIPE_TEXTURE_CUBE, 16, 16, 6, 4},    {PIPE_TEXTURE_1D_ARRAY, 20, 1, 5, 2},
    {PIPE_TEXTURE_2D_ARRAY, 9, 21, 4, 3}, {PIPE_TEXTURE_CUBE_ARRAY, 8, 8, 12, 3},
};

static void roundtrip_levels(struct pipe_fixture *f, struct pipe_resource *res)
{
    for (unsigned level = 0; level <= res->last_level; level++) {
        struct pipe_box box = fixture_level_box(res, level);
        size_t size_B = fixture_box_size(res, &box);
        uint8_t *data = malloc(size_B);
        fixture_noise(level + 1, data, size_B);
        fixture_write(f, res, level, &box, data);
        uint8_t *back = fixture_read(f, res, level, &box);
        fixture_expect_bytes(data, back, size_B, "level");
        free(back);
        free(data);
    }
}

/* Writes a small box in the middle; checks that no other texel changes. */
static void write_inside(struct pipe_fixture *f, struct pipe_resource *res)
{
    struct pipe_box all = fixture_level_box(res, 0);
    struct pipe_box box = fixture_box(all.width / 4, all.height / 4, all.depth / 2, all.width / 2,
                                      (all.height + 1) / 2, (all.depth + 1) / 2);
    uint8_t *expected = fixture_read(f, res, 0, &all);
    size_t size_B = fixture_box_size(res, &box);
    uint8_t *data = malloc(size_B);
    fixture_noise(77, data, size_B);

    struct pipe_transfer *t;
    uint8_t *map = f->pipe->transfer_map(f->pipe, res, 0, PIPE_TRANSFER_WRITE, &box, &t);
    assert_non_null(map);
    size_t row_B = (size_t)box.width * 4;
    for (int z = 0; z < box.depth; z++) {
        for (int y = 0; y < box.height; y++) {
            const uint8_t *row = data + ((size_t)z * (size_t)box.height + (size_t)y) * row_B;
            memcpy(map + (size_t)z * t->layer_stride + (size_t)y * t->stride, row, row_B);
            size_t at = ((size_t)(box.z + z) * (size_t)all.height + (size_t)(box.y + y)) *
                            (size_t)all.width +
                        (size_t)box.x;
            memcpy(expected + at * 4, row, row_B);
        }
    }
    f->pipe->transfer_unmap(f->pipe, t);
    uint8_t *back = fixture_read(f, res, 0, &all);
    fixture_expect_bytes(expected, back, fixture_box_size(res, &all), "box");
    free(back);
    free(data);
    free(expected);
}

static void test_every_target(void **state)
{
    struct pipe_fixture *f = *state;
    for (size_t i = 0; i < sizeof(shapes) / sizeof(shapes[0]); i++) {
        if (shapes[i].target == PIPE_TEXTURE_CUBE_ARRAY &&
            !f->screen->get_param(f->screen, PIPE_CAP_CUBE_MAP_ARRAY))
            continue;
        struct pipe_resource t =
            fixture_template(shapes[i].target, PIPE_FORMAT_R8G8B8A8_UNORM, shapes[i].width,
                             shapes[i].height, shapes[i].depth_or_layers);
        t.last_level = (uint8_t)shapes[i].last_level;
        struct pipe_resource *res = fixture_create(f, &t);
        roundtrip_levels(f, res);
        write_inside(f, res);
        pipe_resource_reference(&res, NULL);
    }
}

static void test_new_memory_is_zero(void **state)
{
    struct pipe_fixture *f = *state;
    static const enum pipe_format formats[] = {PIPE_FORMAT_R8G8B8A8_UNORM, PIPE_FORMAT_DXT1_RGBA,
                                               PIPE_FORMAT_Z24_UNORM_S8_UINT,
                                               PIPE_FORMAT_R32G32B32A32_FLOAT};
    for (unsigned round = 0; round < 2; round++) {
        for (size_t i = 0; i < sizeof(formats) / sizeof(formats[0]); i++) {
            if (!f->screen->is_format_supported(f->screen, formats[i], PIPE_TEXTURE_2D, 0,
                                                PIPE_BIND_SAMPLER_VIEW))
                continue;
            struct pipe_resource *res =
                fixture_texture(f, PIPE_TEXTURE_2D, formats[i], 200, 100, 1);
            struct pipe_box box = fixture_level_box(res, 0);
            size_t size_B = fixture_box_size(res, &box);
            uint8_t *zero = calloc(1, size_B), *back = fixture_read(f, res, 0, &box);
            fixture_expect_bytes(zero, back, size_B, util_format_name(formats[i]));
            /* Leaves non-zero bytes in the memory, because the resource of the next iteration may
             * get this memory. */
            memset(back, 0x5a, size_B);
            fixture_write(f, res, 0, &box, back);
            free(back);
            free(zero);
            pipe_resource_reference(&res, NULL);
        }
    }
}

static void test_new_buffers_are_zero(void **state)
{
    struct pipe_fixture *f = *state;
    static const uint8_t zero[4096];
    const struct pipe_box all = fixture_box(0, 0, 0, sizeof(zero), 1, 1);
    for (unsigned usage = PIPE_USAGE_DEFAULT; usage <= PIPE_USAGE_STAGING; usage++) {
        for (unsigned round = 0; round < 2; round++) {
            struct pipe_resource *res = fixture_buffer(f, sizeof(zero), usage, 0);
            uint8_t *back = fixture_read(f, res, 0, &all);
            fixture_expect_bytes(zero, back, sizeof(zero), "a new buffer");
            memset(back, 0x5a, sizeof(zero)); /* the next iteration's buffer may get this memory */
            fixture_write(f, res, 0, &all, back);
            free(back);
            pipe_resource_reference(&res, NULL);
        }
    }
}

/* The possible first uses of a buffer. */
enum first_use {
    READ,
    WRITE,
    MAP_WRITE,
    COPY_FROM,
    COPY_INTO,
    CLEAR,
    NUM_FIRST_USES,
};

static void use_first(struct pipe_fixture *f, enum first_use use, struct pipe_resource *res,
                      const struct pipe_box *box, struct pipe_resource *full, const uint8_t *ones)
{
    unsigned x = (unsigned)box->x;
    uint32_t word = UINT32_MAX;
    switch (use) {
    case WRITE:
        fixture_write(f, res, 0, box, ones);
        break;
    case MAP_WRITE: {
        struct pipe_transfer *t;
        uint8_t *map = f->pipe->transfer_map(f->pipe, res, 0, PIPE_TRANSFER_WRITE, box, &t);
        assert_non_null(map);
        memset(map, 0xff, (size_t)box->width);
        f->pipe->transfer_unmap(f->pipe, t);
        break;
    }
    case COPY_FROM:
        f->pipe->resource_copy_region(f->pipe, full, 0, x, 0, 0, res, 0, box);
        break;
    case COPY_INTO:
        f->pipe->resource_copy_region(f->pipe, res, 0, x, 0, 0, full, 0, box);
        break;
    case CLEAR:
        f->pipe->clear_buffer(f->pipe, res, x, (unsigned)box->width, &word, 4);
        break;
    default:
        break;
    }
}

/* Writes the whole of a new buffer; checks that the write needs no barrier, wherever the buffer's
 * memory is. */
static void test_new_buffers_written_whole(void **state)
{
    struct pipe_fixture *f = *state;
    uint32_t words[64];
    const struct pipe_box all = fixture_box(0, 0, 0, sizeof(words), 1, 1);
    struct pipe_resource *res = fixture_buffer(f, sizeof(words), PIPE_USAGE_DEFAULT, 0);
    const uint64_t before = gv_context(f->pipe)->rec.stats.barriers;
    fixture_noise(5, (uint8_t *)words, sizeof(words));
    fixture_write(f, res, 0, &all, words);
    assert_int_equal(gv_context(f->pipe)->rec.stats.barriers, before);
    uint8_t *back = fixture_read(f, res, 0, &all);
    fixture_expect_bytes(words, back, sizeof(words), "the buffer");
    free(back);
    pipe_resource_reference(&res, NULL);
}

/* Uses a part of a new buffer, for every kind of first use; checks that all bytes outside of that
 * part are zero. */
static void test_first_uses(void **state)
{
    struct pipe_fixture *f = *state;
    enum {
        SIZE_B = 4099 /* not a multiple of a dword */
    };
    const struct pipe_box all = fixture_box(0, 0, 0, SIZE_B, 1, 1);
    const struct pipe_box parts[] = {all, fixture_box(0, 0, 0, 400, 1, 1),
                                     fixture_box(200, 0, 0, 2000, 1, 1),
                                     fixture_box(2096, 0, 0, 2000, 1, 1)};
    static uint8_t ones[SIZE_B], expected[SIZE_B];
    memset(ones, 0xff, sizeof(ones));
    for (unsigned use = 0; use < NUM_FIRST_USES; use++) {
        for (unsigned i = 0; i < sizeof(parts) / sizeof(parts[0]); i++) {
            struct pipe_box part = parts[i];
            part.width -= use == CLEAR ? part.width % 4 : 0;
            struct pipe_resource *full = fixture_buffer(f, SIZE_B, PIPE_USAGE_DEFAULT, 0);
            struct pipe_resource *res = fixture_buffer(f, SIZE_B, PIPE_USAGE_DEFAULT, 0);
            fixture_write(f, full, 0, &all, ones);
            use_first(f, use, res, &part, full, ones);
            bool writes = use != READ && use != COPY_FROM;
            memset(expected, 0, SIZE_B);
            if (writes)
                memset(expected + part.x, 0xff, (size_t)part.width);
            uint8_t *back = fixture_read(f, res, 0, &all);
            fixture_expect_bytes(expected, back, SIZE_B, "a buffer used for the first time");
            free(back);
            if (use == COPY_FROM) {
                memset(expected, 0xff, SIZE_B);
                memset(expected + part.x, 0, (size_t)part.width);
                back = fixture_read(f, full, 0, &all);
                fixture_expect_bytes(expected, back, SIZE_B, "a copy of an unused buffer");
                free(back);
            }
            fixture_write(f, res, 0, &all, ones); /* the next buffer may get this memory */
            pipe_resource_reference(&res, NULL);
            pipe_resource_reference(&full, NULL);
        }
    }
}

static void test_strides_of_the_caller(void **state)
{
    struct pipe_fixture *f = *state;
    struct pipe_resource *res =
        fixture_texture(f, PIPE_TEXTURE_2D_ARRAY, PIPE_FORMAT_R8G8B8A8_UNORM, 8, 4, 2);
    uint8_t data[2 * 600];
    fixture_noise(3, data, sizeof(data));
    struct pipe_box box = fixture_level_box(res, 0);
    f->pipe->transfer_inline_write(f->pipe, res, 0, PIPE_TRANSFER_WRITE, &box, data, 100, 600);
    uint8_t *back = fixture_read(f, res, 0, &box);
    for (unsigned z = 0; z < 2; z++) {
        for (unsigned y = 0; y < 4; y++)
            fixture_expect_bytes(data + z * 600 + y * 100, back + (z * 4 + y) * 32, 32, "row");
    }
    free(back);
    pipe_resource_reference(&res, NULL);
}

static void test_depth_stencil_aspects(void **state)
{
    struct pipe_fixture *f = *state;
    static const struct {
        enum pipe_format format;
        uint32_t depth_mask;
    } formats[] = {{PIPE_FORMAT_Z24_UNORM_S8_UINT, 0x00ffffff},
                   {PIPE_FORMAT_S8_UINT_Z24_UNORM, 0xffffff00}};
    for (unsigned i = 0; i < 2; i++) {
        struct pipe_resource *res = fixture_texture(f, PIPE_TEXTURE_2D, formats[i].format, 7, 5, 1);
        struct pipe_box box = fixture_level_box(res, 0);
        uint32_t texels[35];
        fixture_noise(9, texels, sizeof(texels));
        fixture_write(f, res, 0, &box, texels);
        uint8_t *back = fixture_read(f, res, 0, &box);
        fixture_expect_bytes(texels, back, sizeof(texels), "packed");
        free(back);

        struct pipe_transfer *t;
        uint8_t *stencil = f->pipe->transfer_map(
            f->pipe, res, 0, PIPE_TRANSFER_READ_WRITE | PIPE_TRANSFER_STENCIL_ONLY, &box, &t);
        assert_non_null(stencil);
        for (unsigned y = 0; y < 5; y++) {
            for (unsigned x = 0; x < 7; x++) {
                uint8_t *s = stencil + y * t->stride + x;
                uint32_t word = texels[y * 7 + x];
                assert_int_equal(*s, i ? word & 0xff : word >> 24);
                *s = (uint8_t)(x + y);
                texels[y * 7 + x] = (word & formats[i].depth_mask) | (uint32_t)(x + y)
                                                                         << (i ? 0 : 24);
            }
        }
        f->pipe->transfer_unmap(f->pipe, t);
        back = fixture_read(f, res, 0, &box);
        fixture_expect_bytes(texels, back, sizeof(texels), "after the stencil");
        free(back);
        pipe_resource_reference(&res, NULL);
    }
}

/* Maps depth as on a device that lacks 24-bit depth formats, where the driver stores the values as
 * 32-bit floats; checks the values. */
static void test_depth_stored_as_float(void **state)
{
    struct pipe_fixture *f = *state;
    struct gv_format *formats = gv_screen(f->screen)->formats;
    static const enum pipe_format emulated[] = {PIPE_FORMAT_Z24_UNORM_S8_UINT,
                                                PIPE_FORMAT_S8_UINT_Z24_UNORM};
    struct gv_format saved[2];
    for (unsigned i = 0; i < 2; i++) {
        saved[i] = formats[emulated[i]];
        formats[emulated[i]] = formats[PIPE_FORMAT_Z32_FLOAT_S8X24_UINT];
    }
    test_depth_stencil_aspects(state);
    for (unsigned i = 0; i < 2; i++)
        formats[emulated[i]] = saved[i];
}

/* ---- Buffers */

enum {
    SIZE_B = 4096
};

static uint8_t *map_buffer(struct pipe_fixture *f, struct pipe_resource *res, unsigned usage,
                           int offset_B, int size_B, struct pipe_transfer **out_transfer)
{
    struct pipe_box box = fixture_box(offset_B, 0, 0, size_B, 1, 1);
    return f->pipe->transfer_map(f->pipe, res, 0, usage, &box, out_transfer);
}

static void expect_buffer(struct pipe_fixture *f, struct pipe_resource *res, const uint8_t *data)
{
    struct pipe_box box = fixture_box(0, 0, 0, SIZE_B, 1, 1);
    uint8_t *back = fixture_read(f, res, 0, &box);
    fixture_expect_bytes(data, back, SIZE_B, "buffer");
    free(back);
}

/* Records a copy from the buffer, but does not submit it, so that the buffer is in use. Returns the
 * destination of the copy. */
static struct pipe_resource *keep_busy(struct pipe_fixture *f, struct pipe_resource *res)
{
    struct pipe_resource *other = fixture_buffer(f, SIZE_B, PIPE_USAGE_DEFAULT, 0);
    struct pipe_box box = fixture_box(0, 0, 0, SIZE_B, 1, 1);
    f->pipe->resource_copy_region(f->pipe, other, 0, 0, 0, 0, res, 0, &box);
    assert_int_equal(f->pipe->is_resource_referenced(f->pipe, res, 0, -1) &
                         PIPE_REFERENCED_FOR_READ,
                     PIPE_REFERENCED_FOR_READ);
    return other;
}

/* Writes with a discard flag; checks that the writes reach the buffer, and that earlier commands
 * read the old bytes. */
static void check_discard(struct pipe_fixture *f, unsigned usage, int offset_B, int size_B,
                          unsigned resource_usage)
{
    struct pipe_resource *res = fixture_buffer(f, SIZE_B, resource_usage, 0);
    uint8_t before[SIZE_B], after[SIZE_B];
    struct pipe_box all = fixture_box(0, 0, 0, SIZE_B, 1, 1);
    fixture_noise(5, before, SIZE_B);
    f->pipe->transfer_inline_write(f->pipe, res, 0, PIPE_TRANSFER_WRITE, &all, before, 0, 0);
    struct pipe_resource *copy = keep_busy(f, res);

    memcpy(after, before, SIZE_B);
    fixture_noise(6, after + offset_B, (size_t)size_B);
    struct pipe_transfer *t;
    uint8_t *map = map_buffer(f, res, PIPE_TRANSFER_WRITE | usage, offset_B, size_B, &t);
    assert_non_null(map);
    memcpy(map, after + offset_B, (size_t)size_B);
    f->pipe->transfer_unmap(f->pipe, t);

    expect_buffer(f, copy, before);
    struct pipe_box part = fixture_box(offset_B, 0, 0, size_B, 1, 1);
    uint8_t *back = fixture_read(f, res, 0, &part);
    fixture_expect_bytes(after + offset_B, back, (size_t)size_B, "written range");
    free(back);
    if (!(usage & PIPE_TRANSFER_DISCARD_WHOLE_RESOURCE))
        expect_buffer(f, res, after);
    pipe_resource_reference(&copy, NULL);
    pipe_resource_reference(&res, NULL);
}

static void test_buffer_discard(void **state)
{
    struct pipe_fixture *f = *state;
    for (unsigned usage = PIPE_USAGE_DEFAULT; usage <= PIPE_USAGE_STAGING; usage++) {
        check_discard(f, 0, 100, 1000, usage);
        check_discard(f, PIPE_TRANSFER_DISCARD_RANGE, 100, 1000, usage);
        check_discard(f, PIPE_TRANSFER_DISCARD_RANGE, 0, SIZE_B, usage);
        check_discard(f, PIPE_TRANSFER_DISCARD_WHOLE_RESOURCE, 0, SIZE_B, usage);
        check_discard(f, PIPE_TRANSFER_DISCARD_WHOLE_RESOURCE, 13, 29, usage);
    }
}

static void test_buffer_inline_write_is_ordered(void **state)
{
    struct pipe_fixture *f = *state;
    struct pipe_resource *res = fixture_buffer(f, SIZE_B, PIPE_USAGE_DEFAULT, 0);
    struct pipe_box all = fixture_box(0, 0, 0, SIZE_B, 1, 1);
    uint8_t first[SIZE_B], second[SIZE_B];
    fixture_noise(1, first, SIZE_B);
    fixture_noise(2, second, SIZE_B);
    f->pipe->transfer_inline_write(f->pipe, res, 0, PIPE_TRANSFER_WRITE, &all, first, 0, 0);
    struct pipe_resource *copy = keep_busy(f, res);
    f->pipe->transfer_inline_write(f->pipe, res, 0, PIPE_TRANSFER_WRITE, &all, second, 0, 0);
    expect_buffer(f, copy, first);
    expect_buffer(f, res, second);
    pipe_resource_reference(&copy, NULL);
    pipe_resource_reference(&res, NULL);
}

static void test_buffer_flush_explicit(void **state)
{
    struct pipe_fixture *f = *state;
    struct pipe_resource *res = fixture_buffer(f, SIZE_B, PIPE_USAGE_DEFAULT, 0);
    uint8_t expected[SIZE_B] = {0};
    struct pipe_box all = fixture_box(0, 0, 0, SIZE_B, 1, 1);
    fixture_noise(4, expected, SIZE_B);
    f->pipe->transfer_inline_write(f->pipe, res, 0, PIPE_TRANSFER_WRITE, &all, expected, 0, 0);
    struct pipe_resource *copy = keep_busy(f, res);
    struct pipe_transfer *t;
    uint8_t *map = map_buffer(
        f, res, PIPE_TRANSFER_WRITE | PIPE_TRANSFER_DISCARD_RANGE | PIPE_TRANSFER_FLUSH_EXPLICIT,
        1000, 500, &t);
    assert_non_null(map);
    /* Writes two ranges; their offsets are relative to the mapped range. */
    memset(map + 10, 0xaa, 20);
    memset(map + 490, 0xbb, 10);
    memset(expected + 1010, 0xaa, 20);
    memset(expected + 1490, 0xbb, 10);
    struct pipe_box a = fixture_box(10, 0, 0, 20, 1, 1), b = fixture_box(490, 0, 0, 10, 1, 1);
    f->pipe->transfer_flush_region(f->pipe, t, &a);
    f->pipe->transfer_flush_region(f->pipe, t, &b);
    f->pipe->transfer_unmap(f->pipe, t);
    struct pipe_box before = fixture_box(1000, 0, 0, 30, 1, 1);
    uint8_t *back = fixture_read(f, res, 0, &before);
    fixture_expect_bytes(expected + 1010, back + 10, 20, "flushed");
    free(back);
    pipe_resource_reference(&copy, NULL);
    pipe_resource_reference(&res, NULL);
}

static void test_buffer_dont_block(void **state)
{
    struct pipe_fixture *f = *state;
    struct pipe_resource *res = fixture_buffer(f, SIZE_B, PIPE_USAGE_STAGING, 0);
    struct pipe_box all = fixture_box(0, 0, 0, SIZE_B, 1, 1);
    uint8_t data[SIZE_B];
    fixture_noise(8, data, SIZE_B);
    f->pipe->transfer_inline_write(f->pipe, res, 0, PIPE_TRANSFER_WRITE, &all, data, 0, 0);
    struct pipe_resource *copy = keep_busy(f, res);
    struct pipe_transfer *const untouched = (struct pipe_transfer *)(uintptr_t)0x40;
    struct pipe_transfer *t = untouched;
    unsigned usage = PIPE_TRANSFER_WRITE | PIPE_TRANSFER_DONTBLOCK;
    uint8_t *map = map_buffer(f, res, usage, 0, 64, &t);
    if (!map)
        assert_ptr_equal(t, untouched);
    /* Repeated attempts must succeed in the end. */
    for (unsigned i = 0; i < 1000000 && !map; i++)
        map = map_buffer(f, res, usage, 0, 64, &t);
    assert_non_null(map);
    f->pipe->transfer_unmap(f->pipe, t);
    pipe_resource_reference(&copy, NULL);
    pipe_resource_reference(&res, NULL);
}

static void test_buffer_persistent(void **state)
{
    struct pipe_fixture *f = *state;
    struct pipe_resource *res =
        fixture_buffer(f, SIZE_B, PIPE_USAGE_DEFAULT,
                       PIPE_RESOURCE_FLAG_MAP_PERSISTENT | PIPE_RESOURCE_FLAG_MAP_COHERENT);
    struct pipe_transfer *t;
    uint8_t *map = map_buffer(
        f, res, PIPE_TRANSFER_READ_WRITE | PIPE_TRANSFER_PERSISTENT | PIPE_TRANSFER_COHERENT, 0,
        SIZE_B, &t);
    if (f->hide_memory) {
        assert_null(map); /* a persistent map requires host-visible memory */
        pipe_resource_reference(&res, NULL);
        return;
    }
    assert_non_null(map);
    struct pipe_resource *copy = fixture_buffer(f, SIZE_B, PIPE_USAGE_DEFAULT, 0);
    struct pipe_box all = fixture_box(0, 0, 0, SIZE_B, 1, 1);
    for (unsigned round = 1; round < 4; round++) {
        fixture_noise(round, map, SIZE_B);
        f->pipe->resource_copy_region(f->pipe, copy, 0, 0, 0, 0, res, 0, &all);
        expect_buffer(f, copy, map);
    }
    /* While the buffer is mapped, its memory must not be replaced. */
    struct pipe_transfer *t2;
    uint8_t *map2 =
        map_buffer(f, res, PIPE_TRANSFER_WRITE | PIPE_TRANSFER_DISCARD_WHOLE_RESOURCE, 0, 16, &t2);
    assert_non_null(map2);
    memset(map2, 0x11, 16);
    f->pipe->transfer_unmap(f->pipe, t2);
    struct pipe_box head = fixture_box(0, 0, 0, 16, 1, 1);
    uint8_t *back = fixture_read(f, res, 0, &head);
    assert_int_equal(back[0], 0x11);
    assert_int_equal(map[0], 0x11);
    free(back);
    f->pipe->transfer_unmap(f->pipe, t);
    pipe_resource_reference(&copy, NULL);
    pipe_resource_reference(&res, NULL);
}

static void test_pointer_alignment(void **state)
{
    struct pipe_fixture *f = *state;
    unsigned align = (unsigned)f->screen->get_param(f->screen, PIPE_CAP_MIN_MAP_BUFFER_ALIGNMENT);
    assert_true(align >= 64);
    for (unsigned usage = PIPE_USAGE_DEFAULT; usage <= PIPE_USAGE_STAGING; usage++) {
        struct pipe_resource *res = fixture_buffer(f, 1000, usage, 0);
        struct pipe_transfer *t;
        uint8_t *map = map_buffer(f, res, PIPE_TRANSFER_READ, 3, 100, &t);
        assert_non_null(map);
        assert_int_equal(((uintptr_t)map - 3) % align, 0);
        f->pipe->transfer_unmap(f->pipe, t);
        pipe_resource_reference(&res, NULL);
    }
}

/* ---- Refusals */

static void test_refused_flags(void **state)
{
    struct pipe_fixture *f = *state;
    static const unsigned refused[] = {
        0,
        PIPE_TRANSFER_READ | PIPE_TRANSFER_DISCARD_RANGE,
        PIPE_TRANSFER_READ | PIPE_TRANSFER_DISCARD_WHOLE_RESOURCE,
        PIPE_TRANSFER_READ | PIPE_TRANSFER_UNSYNCHRONIZED,
        PIPE_TRANSFER_READ | PIPE_TRANSFER_FLUSH_EXPLICIT,
        PIPE_TRANSFER_WRITE | PIPE_TRANSFER_PERSISTENT,
        PIPE_TRANSFER_WRITE | PIPE_TRANSFER_COHERENT,
        PIPE_TRANSFER_WRITE | PIPE_TRANSFER_DEPTH_ONLY,
    };
    struct pipe_resource *res = fixture_buffer(f, SIZE_B, PIPE_USAGE_DEFAULT, 0);
    for (size_t i = 0; i < sizeof(refused) / sizeof(refused[0]); i++) {
        struct pipe_transfer *t;
        assert_null(map_buffer(f, res, refused[i], 0, 16, &t));
    }
    pipe_resource_reference(&res, NULL);
}

static void test_refused_boxes(void **state)
{
    struct pipe_fixture *f = *state;
    static const int boxes[][6] = {
        {-1, 0, 0, 4, 4, 1},        {0, -1, 0, 4, 4, 1},        {0, 0, -1, 4, 4, 1},
        {0, 0, 0, 0, 4, 1},         {0, 0, 0, 4, -4, 1},        {0, 0, 0, 17, 4, 1},
        {13, 0, 0, 4, 4, 1},        {0, 0, 0, 4, 4, 2},         {0, 0, 1, 4, 4, 1},
        {8, 8, 0, INT32_MAX, 4, 1}, {INT32_MAX, 0, 0, 4, 4, 1},
    };
    struct pipe_resource *res =
        fixture_texture(f, PIPE_TEXTURE_2D, PIPE_FORMAT_R8G8B8A8_UNORM, 16, 16, 1);
    uint8_t data[16] = {0};
    for (size_t i = 0; i < sizeof(boxes) / sizeof(boxes[0]); i++) {
        struct pipe_box box = fixture_box(boxes[i][0], boxes[i][1], boxes[i][2], boxes[i][3],
                                          boxes[i][4], boxes[i][5]);
        struct pipe_transfer *t;
        assert_null(f->pipe->transfer_map(f->pipe, res, 0, PIPE_TRANSFER_READ, &box, &t));
        f->pipe->transfer_inline_write(f->pipe, res, 0, PIPE_TRANSFER_WRITE, &box, data, 0, 0);
    }
    struct pipe_box box = fixture_box(0, 0, 0, 1, 1, 1);
    struct pipe_transfer *t;
    assert_null(f->pipe->transfer_map(f->pipe, res, 1, PIPE_TRANSFER_READ, &box, &t));
    assert_null(f->pipe->transfer_map(f->pipe, res, 0,
                                      PIPE_TRANSFER_READ | PIPE_TRANSFER_MAP_DIRECTLY, &box, &t));
    pipe_resource_reference(&res, NULL);
}

static int setup_hidden(void **state)
{
    int result = pipe_fixture_setup(state);
    ((struct pipe_fixture *)*state)->hide_memory = true;
    return result;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_every_target),
        cmocka_unit_test(test_new_memory_is_zero),
        cmocka_unit_test(test_new_buffers_are_zero),
        cmocka_unit_test(test_new_buffers_written_whole),
        cmocka_unit_test(test_first_uses),
        cmocka_unit_test(test_strides_of_the_caller),
        cmocka_unit_test(test_depth_stencil_aspects),
        cmocka_unit_test(test_depth_stored_as_float),
        cmocka_unit_test(test_buffer_discard),
        cmocka_unit_test(test_buffer_inline_write_is_ordered),
        cmocka_unit_test(test_buffer_flush_explicit),
        cmocka_unit_test(test_buffer_dont_block),
        cmocka_unit_test(test_buffer_persistent),
        cmocka_unit_test(test_pointer_alignment),
        cmocka_unit_test(test_refused_flags),
        cmocka_unit_test(test_refused_boxes),
    };
    int failed = cmocka_run_group_tests_name("mapped memory", tests, pipe_fixture_setup,
                                             pipe_fixture_teardown);
    return failed +
           cmocka_run_group_tests_name("device memory", tests, setup_hidden, pipe_fixture_teardown);
}
