/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Passes boxes, levels, offsets and sizes out of range to every operation that takes such
 * parameters; checks that each call is rejected, and that no byte changes. */
#include "pipe_fixture.h"

#include <stdlib.h>
#include <string.h>

enum {
    WIDTH = 16,
    HEIGHT = 8,
    LAYERS = 3,
    BUFFER_B = 256,
};

static const struct {
    unsigned level;
    int x, y, z, width, height, depth;
} bad_boxes[] = {
    {0, -1, 0, 0, 4, 4, 1},
    {0, 0, -1, 0, 4, 4, 1},
    {0, 0, 0, -1, 4, 4, 1},
    {0, INT32_MIN, 0, 0, 4, 4, 1},
    {0, 0, INT32_MIN, 0, 4, 4, 1},
    {0, 0, 0, INT32_MIN, 4, 4, 1},
    {0, 0, 0, 0, -4, 4, 1},
    {0, 0, 0, 0, 4, -4, 1},
    {0, 0, 0, 0, 4, 4, -1},
    {0, 4, 4, 1, INT32_MIN, 4, 1},
    {0, 0, 0, 0, WIDTH + 1, 4, 1}, /* beyond the width by one */
    {0, 0, 0, 0, 4, HEIGHT + 1, 1},
    {0, 0, 0, 0, 4, 4, LAYERS + 1},
    {0, 1, 0, 0, WIDTH, 4, 1},
    {0, 0, 1, 0, 4, HEIGHT, 1},
    {0, 0, 0, 1, 4, 4, LAYERS},
    {0, WIDTH, 0, 0, 1, 1, 1},
    {0, INT32_MAX, 0, 0, 1, 1, 1}, /* offset plus width wraps */
    {0, INT32_MAX, 0, 0, INT32_MAX, 1, 1},
    {0, 1, 0, 0, INT32_MAX, 1, 1},
    {0, 0, 1, 0, 1, INT32_MAX, 1},
    {0, 0, 0, 1, 1, 1, INT32_MAX},
    {0, 0, 0, 0, 65536, 65536, 1}, /* width times height overflows */
    {0, 0, 0, 0, 65536, 65536, 65536},
    {1, 0, 0, 0, WIDTH, HEIGHT, 1}, /* the box of level 0, on level 1 */
    {2, 0, 0, 0, 1, 1, 1},          /* past the last level */
    {UINT32_MAX, 0, 0, 0, 1, 1, 1},
    {33, 0, 0, 0, 1, 1, 1},
};

struct world {
    struct pipe_fixture *f;
    struct pipe_resource *texture, *other, *buffer;
    uint8_t texels[2][WIDTH * HEIGHT * LAYERS * 4];
};

static void init(struct world *w, struct pipe_fixture *f)
{
    struct pipe_resource templ =
        fixture_template(PIPE_TEXTURE_2D_ARRAY, PIPE_FORMAT_R8G8B8A8_UNORM, WIDTH, HEIGHT, LAYERS);
    templ.last_level = 1;
    templ.bind = PIPE_BIND_RENDER_TARGET | PIPE_BIND_SAMPLER_VIEW;
    w->f = f;
    w->texture = fixture_create(f, &templ);
    w->other = fixture_create(f, &templ);
    w->buffer = fixture_buffer(f, BUFFER_B, PIPE_USAGE_DEFAULT, 0);
    for (unsigned level = 0; level < 2; level++) {
        struct pipe_box all = fixture_level_box(w->texture, level);
        fixture_noise(level + 1, w->texels[level], sizeof(w->texels[level]));
        fixture_write(f, w->texture, level, &all, w->texels[level]);
        fixture_write(f, w->other, level, &all, w->texels[level]);
    }
}

static void expect_unchanged(struct world *w, const char *what)
{
    struct pipe_resource *both[] = {w->texture, w->other};
    for (unsigned i = 0; i < 4; i++) {
        struct pipe_box all = fixture_level_box(both[i / 2], i % 2);
        uint8_t *back = fixture_read(w->f, both[i / 2], i % 2, &all);
        fixture_expect_bytes(w->texels[i % 2], back, fixture_box_size(both[i / 2], &all), what);
        free(back);
    }
}

static void finish(struct world *w)
{
    pipe_resource_reference(&w->texture, NULL);
    pipe_resource_reference(&w->other, NULL);
    pipe_resource_reference(&w->buffer, NULL);
}

static void for_each_bad_box(void **state, const char *what,
                             void (*run)(struct world *w, unsigned level,
                                         const struct pipe_box *box))
{
    struct world w;
    init(&w, *state);
    for (size_t i = 0; i < sizeof(bad_boxes) / sizeof(bad_boxes[0]); i++) {
        const struct pipe_box box =
            fixture_box(bad_boxes[i].x, bad_boxes[i].y, bad_boxes[i].z, bad_boxes[i].width,
                        bad_boxes[i].height, bad_boxes[i].depth);
        run(&w, bad_boxes[i].level, &box);
    }
    expect_unchanged(&w, what);
    finish(&w);
}

static void map(struct world *w, unsigned level, const struct pipe_box *box)
{
    static const unsigned flags[] = {PIPE_TRANSFER_READ, PIPE_TRANSFER_WRITE,
                                     PIPE_TRANSFER_WRITE | PIPE_TRANSFER_DISCARD_RANGE,
                                     PIPE_TRANSFER_WRITE | PIPE_TRANSFER_DISCARD_WHOLE_RESOURCE};
    struct pipe_transfer *t;
    for (unsigned i = 0; i < 4; i++)
        assert_null(w->f->pipe->transfer_map(w->f->pipe, w->texture, level, flags[i], box, &t));
}

static void inline_write(struct world *w, unsigned level, const struct pipe_box *box)
{
    uint8_t data[4] = {0}; /* too small for the box; must not be read */
    w->f->pipe->transfer_inline_write(w->f->pipe, w->texture, level, PIPE_TRANSFER_WRITE, box, data,
                                      64, 512);
}

static void clear_texture(struct world *w, unsigned level, const struct pipe_box *box)
{
    const uint32_t value = 0;
    w->f->pipe->clear_texture(w->f->pipe, w->texture, level, box, &value);
}

static void copy_from(struct world *w, unsigned level, const struct pipe_box *box)
{
    w->f->pipe->resource_copy_region(w->f->pipe, w->texture, 0, 0, 0, 0, w->other, level, box);
}

/* Copies a valid box of the source to the position of `box` in the destination. */
static void copy_to(struct world *w, unsigned level, const struct pipe_box *box)
{
    const struct pipe_box whole = fixture_box(0, 0, 0, WIDTH, HEIGHT, LAYERS);
    bool moved = box->x | box->y | box->z || level > 1;
    if (moved)
        w->f->pipe->resource_copy_region(w->f->pipe, w->texture, level, (unsigned)box->x,
                                         (unsigned)box->y, (unsigned)box->z, w->other, 0, &whole);
}

static void copy_to_buffer(struct world *w, unsigned level, const struct pipe_box *box)
{
    assert_false(
        w->f->pipe->image_copy_buffer(w->f->pipe, w->buffer, w->texture, 0, 64, 512, level, box));
}

static void test_map_bad_boxes(void **state)
{
    for_each_bad_box(state, "map", map);
}

static void test_inline_write_bad_boxes(void **state)
{
    for_each_bad_box(state, "inline write", inline_write);
}

static void test_clear_texture_bad_boxes(void **state)
{
    for_each_bad_box(state, "clear", clear_texture);
}

static void test_copy_from_bad_boxes(void **state)
{
    for_each_bad_box(state, "copy from", copy_from);
}

static void test_copy_to_bad_offsets(void **state)
{
    for_each_bad_box(state, "copy to", copy_to);
}

static void test_copy_to_buffer_bad_boxes(void **state)
{
    for_each_bad_box(state, "copy to a buffer", copy_to_buffer);
}

/* Blits to empty boxes, boxes out of range and missing levels; checks that no byte changes. */
static void test_blit_bad_boxes(void **state)
{
    struct world w;
    init(&w, *state);
    static const struct {
        unsigned level;
        int box[6];
    } nowhere[] = {
        {0, {WIDTH, 0, 0, 4, 4, 1}},     {0, {-4, 0, 0, 4, 4, 1}},
        {0, {0, HEIGHT, 0, 4, 4, 1}},    {0, {0, 0, LAYERS, 4, 4, 1}},
        {0, {0, 0, 0, 0, 4, 1}},         {0, {INT32_MAX, 0, 0, 4, 4, 1}},
        {0, {INT32_MIN, 0, 0, 4, 4, 1}}, {0, {0, 0, 0, INT32_MIN, 4, 1}},
        {0, {0, 0, 0, 4, INT32_MAX, 1}}, {0, {0, 0, 0, 4, 4, INT32_MAX}},
        {2, {0, 0, 0, 4, 4, 1}},         {UINT32_MAX, {0, 0, 0, 4, 4, 1}},
    };
    for (size_t i = 0; i < sizeof(nowhere) / sizeof(nowhere[0]); i++) {
        const int *b = nowhere[i].box;
        struct pipe_blit_info info = {.mask = PIPE_MASK_RGBA, .filter = PIPE_TEX_FILTER_NEAREST};
        info.src.resource = w.other;
        info.src.format = w.other->format;
        info.src.box = fixture_box(8, 4, 1, 4, 4, 1);
        info.dst.resource = w.texture;
        info.dst.format = w.texture->format;
        info.dst.level = nowhere[i].level;
        info.dst.box = fixture_box(b[0], b[1], b[2], b[3], b[4], b[5]);
        w.f->pipe->blit(w.f->pipe, &info);
    }
    expect_unchanged(&w, "blit");
    finish(&w);
}

static void test_buffer_bad_ranges(void **state)
{
    struct world w;
    init(&w, *state);
    struct pipe_context *pipe = w.f->pipe;
    static const struct {
        int x, width;
    } ranges[] = {{-1, 4},
                  {0, BUFFER_B + 1},
                  {1, BUFFER_B},
                  {BUFFER_B, 1},
                  {0, 0},
                  {0, -1},
                  {INT32_MAX, 1},
                  {1, INT32_MAX},
                  {INT32_MIN, 4},
                  {4, INT32_MIN},
                  {INT32_MAX, INT32_MAX},
                  {BUFFER_B + 1, -1},
                  {INT32_MIN, INT32_MIN}};
    uint8_t bytes[BUFFER_B];
    struct pipe_box all = fixture_box(0, 0, 0, BUFFER_B, 1, 1);
    struct pipe_resource *other = fixture_buffer(w.f, BUFFER_B, PIPE_USAGE_DEFAULT, 0);
    fixture_noise(5, bytes, sizeof(bytes));
    fixture_write(w.f, w.buffer, 0, &all, bytes);
    for (size_t i = 0; i < sizeof(ranges) / sizeof(ranges[0]); i++) {
        const struct pipe_box box = fixture_box(ranges[i].x, 0, 0, ranges[i].width, 1, 1);
        const uint32_t value = 0;
        struct pipe_transfer *t;
        assert_null(pipe->transfer_map(pipe, w.buffer, 0, PIPE_TRANSFER_READ, &box, &t));
        assert_null(pipe->transfer_map(pipe, w.buffer, 0, PIPE_TRANSFER_WRITE, &box, &t));
        pipe->transfer_inline_write(pipe, w.buffer, 0, PIPE_TRANSFER_WRITE, &box, &value, 0, 0);
        pipe->resource_copy_region(pipe, w.buffer, 0, 0, 0, 0, other, 0, &box);
        pipe->clear_buffer(pipe, w.buffer, (unsigned)ranges[i].x, (unsigned)ranges[i].width, &value,
                           1);
    }
    static const unsigned places[] = {BUFFER_B - 3, BUFFER_B,       BUFFER_B + 1, INT32_MAX,
                                      0x80000000,   UINT32_MAX - 3, UINT32_MAX};
    const struct pipe_box four = fixture_box(0, 0, 0, 4, 1, 1);
    for (size_t i = 0; i < sizeof(places) / sizeof(places[0]); i++) {
        const uint32_t value = 0;
        pipe->resource_copy_region(pipe, w.buffer, 0, places[i], 0, 0, other, 0, &four);
        pipe->clear_buffer(pipe, w.buffer, places[i], 4, &value, 4);
    }
    const struct pipe_box high = fixture_box(0, 1, 0, 4, 1, 1),
                          deep = fixture_box(0, 0, 0, 4, 1, 2);
    struct pipe_transfer *t;
    assert_null(pipe->transfer_map(pipe, w.buffer, 0, PIPE_TRANSFER_READ, &high, &t));
    assert_null(pipe->transfer_map(pipe, w.buffer, 0, PIPE_TRANSFER_READ, &deep, &t));
    assert_null(pipe->transfer_map(pipe, w.buffer, 1, PIPE_TRANSFER_READ, &four, &t));
    uint8_t *back = fixture_read(w.f, w.buffer, 0, &all);
    fixture_expect_bytes(bytes, back, BUFFER_B, "buffer");
    free(back);
    pipe_resource_reference(&other, NULL);
    finish(&w);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_map_bad_boxes),
        cmocka_unit_test(test_inline_write_bad_boxes),
        cmocka_unit_test(test_clear_texture_bad_boxes),
        cmocka_unit_test(test_copy_from_bad_boxes),
        cmocka_unit_test(test_copy_to_bad_offsets),
        cmocka_unit_test(test_copy_to_buffer_bad_boxes),
        cmocka_unit_test(test_blit_bad_boxes),
        cmocka_unit_test(test_buffer_bad_ranges),
    };
    return cmocka_run_group_tests_name("hostile boxes", tests, pipe_fixture_setup,
                                       pipe_fixture_teardown);
}
