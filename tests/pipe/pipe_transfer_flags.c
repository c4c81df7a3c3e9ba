/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* The visible effects of each flag of a map: whether the caller waits for the device, which bytes
 * change, and which combinations are rejected. */
#include "pipe_fixture.h"

#include <stdlib.h>
#include <string.h>

#include "driver/screen/screen.h"

enum {
    SIZE_B = 4096,
    WIDTH = 16,
    HEIGHT = 8,
    TEXELS = WIDTH * HEIGHT,
};

static uint64_t waits(const struct pipe_fixture *f)
{
    return atomic_load(&gv_screen(f->screen)->dev->waits);
}

static struct pipe_box all_bytes(void)
{
    return fixture_box(0, 0, 0, SIZE_B, 1, 1);
}

/* Returns a buffer of noise that a copy reads. The copy is recorded, but not submitted, so that
 * other accesses have to wait. */
static struct pipe_resource *busy_buffer(struct pipe_fixture *f, unsigned usage,
                                         uint8_t bytes[SIZE_B], struct pipe_resource **out_copy)
{
    struct pipe_resource *res = fixture_buffer(f, SIZE_B, usage, 0);
    struct pipe_box all = all_bytes();
    fixture_noise(11, bytes, SIZE_B);
    f->pipe->transfer_inline_write(f->pipe, res, 0, PIPE_TRANSFER_WRITE, &all, bytes, 0, 0);
    *out_copy = fixture_buffer(f, SIZE_B, PIPE_USAGE_DEFAULT, 0);
    f->pipe->resource_copy_region(f->pipe, *out_copy, 0, 0, 0, 0, res, 0, &all);
    return res;
}

static struct pipe_resource *busy_texture(struct pipe_fixture *f, enum pipe_format format,
                                          uint32_t texels[TEXELS], struct pipe_resource **out_copy)
{
    struct pipe_resource *res = fixture_texture(f, PIPE_TEXTURE_2D, format, WIDTH, HEIGHT, 1);
    struct pipe_box all = fixture_level_box(res, 0);
    fixture_noise(12, texels, TEXELS * 4);
    fixture_write(f, res, 0, &all, texels);
    *out_copy = fixture_texture(f, PIPE_TEXTURE_2D, format, WIDTH, HEIGHT, 1);
    f->pipe->resource_copy_region(f->pipe, *out_copy, 0, 0, 0, 0, res, 0, &all);
    return res;
}

static void expect(struct pipe_fixture *f, struct pipe_resource *res, const void *expected,
                   const char *what)
{
    struct pipe_box all = res->target == PIPE_BUFFER ? all_bytes() : fixture_level_box(res, 0);
    uint8_t *back = fixture_read(f, res, 0, &all);
    fixture_expect_bytes(expected, back, fixture_box_size(res, &all), what);
    free(back);
}

static uint8_t *map(struct pipe_fixture *f, struct pipe_resource *res, unsigned usage,
                    const struct pipe_box *box, struct pipe_transfer **out_transfer)
{
    return f->pipe->transfer_map(f->pipe, res, 0, usage, box, out_transfer);
}

/* ---- Waits */

static const struct {
    unsigned flags;
    bool hidden_too; /* also if the host cannot map the memory */
} without_wait[] = {
    {PIPE_TRANSFER_UNSYNCHRONIZED, false},
    {PIPE_TRANSFER_DISCARD_RANGE, true},
    {PIPE_TRANSFER_DISCARD_WHOLE_RESOURCE, true},
    {PIPE_TRANSFER_UNSYNCHRONIZED | PIPE_TRANSFER_DISCARD_RANGE, true},
    {PIPE_TRANSFER_UNSYNCHRONIZED | PIPE_TRANSFER_DISCARD_WHOLE_RESOURCE, true},
    {PIPE_TRANSFER_DISCARD_RANGE | PIPE_TRANSFER_FLUSH_EXPLICIT, true},
    {PIPE_TRANSFER_DISCARD_RANGE | PIPE_TRANSFER_DONTBLOCK, true},
};

static void buffer_without_wait(struct pipe_fixture *f, unsigned usage, unsigned flags,
                                bool hidden_too)
{
    uint8_t bytes[SIZE_B], other[64];
    struct pipe_resource *copy, *res = busy_buffer(f, usage, bytes, &copy);
    struct pipe_box box = fixture_box(100, 0, 0, 64, 1, 1), first = fixture_box(0, 0, 0, 64, 1, 1);
    fixture_noise(13, other, sizeof(other));
    uint64_t before = waits(f);
    struct pipe_transfer *t;
    uint8_t *bytes_map = map(f, res, PIPE_TRANSFER_WRITE | flags, &box, &t);
    assert_non_null(bytes_map);
    memcpy(bytes_map, other, sizeof(other));
    if (flags & PIPE_TRANSFER_FLUSH_EXPLICIT)
        f->pipe->transfer_flush_region(f->pipe, t, &first);
    f->pipe->transfer_unmap(f->pipe, t);
    if (hidden_too || fixture_host_sees(res))
        assert_int_equal(waits(f), before);

    if (!(flags & PIPE_TRANSFER_UNSYNCHRONIZED))
        expect(f, copy, bytes, "what earlier work read");
    uint8_t *back = fixture_read(f, res, 0, &box);
    fixture_expect_bytes(other, back, sizeof(other), "what was written");
    free(back);
    pipe_resource_reference(&copy, NULL);
    pipe_resource_reference(&res, NULL);
}

static void test_buffer_flags_that_never_wait(void **state)
{
    struct pipe_fixture *f = *state;
    for (size_t i = 0; i < sizeof(without_wait) / sizeof(without_wait[0]); i++) {
        for (unsigned usage = PIPE_USAGE_DEFAULT; usage <= PIPE_USAGE_STAGING; usage++)
            buffer_without_wait(f, usage, without_wait[i].flags, without_wait[i].hidden_too);
    }
}

static void test_texture_flags_that_never_wait(void **state)
{
    struct pipe_fixture *f = *state;
    static const enum pipe_format formats[] = {PIPE_FORMAT_R8G8B8A8_UNORM,
                                               PIPE_FORMAT_Z24_UNORM_S8_UINT};
    for (size_t i = 0; i < 2 * sizeof(without_wait) / sizeof(without_wait[0]); i++) {
        unsigned flags = without_wait[i / 2].flags;
        uint32_t texels[TEXELS], expected[TEXELS];
        struct pipe_resource *copy, *res = busy_texture(f, formats[i % 2], texels, &copy);
        memcpy(expected, texels, sizeof(expected));
        struct pipe_box box = fixture_box(3, 2, 0, 5, 4, 1), part = fixture_box(0, 0, 0, 5, 4, 1);
        uint64_t before = waits(f);
        struct pipe_transfer *t;
        uint8_t *rows = map(f, res, PIPE_TRANSFER_WRITE | flags, &box, &t);
        assert_non_null(rows);
        for (unsigned y = 0; y < 4; y++) {
            fixture_noise(20 + y, &expected[(2 + y) * WIDTH + 3], 5 * 4);
            memcpy(rows + y * t->stride, &expected[(2 + y) * WIDTH + 3], 5 * 4);
        }
        if (flags & PIPE_TRANSFER_FLUSH_EXPLICIT)
            f->pipe->transfer_flush_region(f->pipe, t, &part);
        f->pipe->transfer_unmap(f->pipe, t);
        assert_int_equal(waits(f), before);
        expect(f, copy, texels, "what earlier work read");
        if (!(flags & PIPE_TRANSFER_DISCARD_WHOLE_RESOURCE))
            expect(f, res, expected, "what was written");
        pipe_resource_reference(&copy, NULL);
        pipe_resource_reference(&res, NULL);
    }
}

/* Keeps the device busy for a while with copies back and forth, each of which waits for the
 * previous copy. */
static struct pipe_resource *long_work(struct pipe_fixture *f, struct pipe_resource *res)
{
    struct pipe_resource *other =
        fixture_texture(f, PIPE_TEXTURE_2D, PIPE_FORMAT_R8G8B8A8_UNORM, 1024, 1024, 1);
    struct pipe_box half = fixture_box(0, 0, 0, 512, 1024, 1);
    struct pipe_box corner = fixture_box(0, 0, 0, WIDTH, HEIGHT, 1);
    for (unsigned i = 0; i < 200; i++)
        f->pipe->resource_copy_region(
            f->pipe, other, 0, i % 2 ? 512 : 0, 0, 0, other, 0,
            &(struct pipe_box){
                .x = i % 2 ? 0 : 512, .width = half.width, .height = half.height, .depth = 1});
    if (res->target == PIPE_BUFFER) {
        struct pipe_box all = all_bytes();
        struct pipe_resource *copy = fixture_buffer(f, SIZE_B, PIPE_USAGE_DEFAULT, 0);
        f->pipe->resource_copy_region(f->pipe, res, 0, 0, 0, 0, copy, 0, &all);
        pipe_resource_reference(&copy, NULL);
    } else {
        f->pipe->resource_copy_region(f->pipe, res, 0, 0, 0, 0, other, 0, &corner);
    }
    return other;
}

/* Reads resources in use, and writes to them; checks with the counter of waits that the caller
 * waits. */
static void test_other_maps_wait(void **state)
{
    struct pipe_fixture *f = *state;
    static const unsigned flags[] = {PIPE_TRANSFER_WRITE, PIPE_TRANSFER_READ_WRITE};
    struct pipe_box bytes = fixture_box(0, 0, 0, 64, 1, 1), box = fixture_box(0, 0, 0, 4, 4, 1);
    for (unsigned i = 0; i < 4; i++) {
        struct pipe_resource *res =
            i < 2
                ? fixture_buffer(f, SIZE_B, PIPE_USAGE_STAGING, 0)
                : fixture_texture(f, PIPE_TEXTURE_2D, PIPE_FORMAT_R8G8B8A8_UNORM, WIDTH, HEIGHT, 1);
        struct pipe_resource *work = long_work(f, res);
        struct pipe_transfer *t;
        uint64_t before = waits(f);
        assert_non_null(map(f, res, flags[i % 2], i < 2 ? &bytes : &box, &t));
        assert_true(waits(f) > before);
        f->pipe->transfer_unmap(f->pipe, t);
        pipe_resource_reference(&work, NULL);
        pipe_resource_reference(&res, NULL);
    }
}

/* Maps with DONTBLOCK while the device is busy; checks that the map fails without a wait, and
 * succeeds later. */
static void dont_block(struct pipe_fixture *f, struct pipe_resource *res, unsigned usage,
                       const struct pipe_box *box)
{
    struct pipe_transfer *const untouched = (struct pipe_transfer *)(uintptr_t)0x40;
    struct pipe_transfer *t = untouched;
    uint64_t before = waits(f);
    uint8_t *mapped = map(f, res, usage | PIPE_TRANSFER_DONTBLOCK, box, &t);
    if (!mapped) {
        assert_ptr_equal(t, untouched);
        assert_int_equal(waits(f), before);
    }
    for (unsigned i = 0; i < 10000000 && !mapped; i++)
        mapped = map(f, res, usage | PIPE_TRANSFER_DONTBLOCK, box, &t);
    assert_non_null(mapped);
    f->pipe->transfer_unmap(f->pipe, t);
}

/* Checks that a map with DONTBLOCK fails. On the null device, whose commands finish at once, the
 * map may succeed; then the resource is unmapped. */
static void expect_refusal(struct pipe_fixture *f, struct pipe_resource *res, unsigned usage,
                           const struct pipe_box *box)
{
    struct pipe_transfer *t;
    uint8_t *mapped = map(f, res, usage | PIPE_TRANSFER_DONTBLOCK, box, &t);
    if (mapped)
        f->pipe->transfer_unmap(f->pipe, t);
    assert_null(mapped);
}

static void test_dontblock_refuses(void **state)
{
    struct pipe_fixture *f = *state;
    struct pipe_box bytes = fixture_box(0, 0, 0, 64, 1, 1), box = fixture_box(0, 0, 0, 4, 4, 1);
    for (unsigned usage = PIPE_TRANSFER_READ; usage <= PIPE_TRANSFER_READ_WRITE; usage++) {
        struct pipe_resource *res = fixture_buffer(f, SIZE_B, PIPE_USAGE_STAGING, 0);
        struct pipe_resource *work = long_work(f, res);
        expect_refusal(f, res, usage, &bytes);
        dont_block(f, res, usage, &bytes);
        pipe_resource_reference(&work, NULL);
        pipe_resource_reference(&res, NULL);

        res = fixture_texture(f, PIPE_TEXTURE_2D, PIPE_FORMAT_R8G8B8A8_UNORM, WIDTH, HEIGHT, 1);
        work = long_work(f, res);
        expect_refusal(f, res, usage, &box);
        dont_block(f, res, usage, &box);
        pipe_resource_reference(&work, NULL);
        pipe_resource_reference(&res, NULL);
    }
}

/* ---- Explicit flushes */

/* Flushes parts of a map; checks that only flushed texels change, each when it is flushed, and that
 * unmapping changes nothing. */
static void flush_explicit_texture(struct pipe_fixture *f, enum pipe_format format, unsigned flags)
{
    uint32_t expected[TEXELS];
    struct pipe_resource *copy, *res = busy_texture(f, format, expected, &copy);
    struct pipe_box box = fixture_box(2, 1, 0, 12, 6, 1);
    struct pipe_box flushes[] = {fixture_box(1, 1, 0, 3, 2, 1), fixture_box(11, 5, 0, 1, 1, 1)};
    struct pipe_box outside[] = {fixture_box(-1, 0, 0, 3, 2, 1), fixture_box(10, 0, 0, 3, 1, 1),
                                 fixture_box(0, 0, 1, 1, 1, 1),
                                 fixture_box(1, 0, 0, INT32_MAX, 1, 1)};
    struct pipe_transfer *t;
    uint8_t *rows =
        map(f, res, PIPE_TRANSFER_WRITE | PIPE_TRANSFER_FLUSH_EXPLICIT | flags, &box, &t);
    assert_non_null(rows);
    for (unsigned y = 0; y < 6; y++)
        memset(rows + y * t->stride, 0x77, 12 * 4);
    for (unsigned i = 0; i < 2; i++) {
        f->pipe->transfer_flush_region(f->pipe, t, &flushes[i]);
        for (int y = 0; y < flushes[i].height; y++)
            memset(&expected[(1 + flushes[i].y + y) * WIDTH + 2 + flushes[i].x], 0x77,
                   (size_t)flushes[i].width * 4);
        expect(f, res, expected, "after a flush");
    }
    for (unsigned i = 0; i < 4; i++)
        f->pipe->transfer_flush_region(f->pipe, t, &outside[i]);
    f->pipe->transfer_unmap(f->pipe, t);
    expect(f, res, expected, "after all");
    pipe_resource_reference(&copy, NULL);
    pipe_resource_reference(&res, NULL);
}

static void test_flush_explicit_textures(void **state)
{
    struct pipe_fixture *f = *state;
    static const enum pipe_format formats[] = {
        PIPE_FORMAT_R8G8B8A8_UNORM, PIPE_FORMAT_Z24_UNORM_S8_UINT, PIPE_FORMAT_R16G16_UINT};
    for (size_t i = 0; i < sizeof(formats) / sizeof(formats[0]); i++) {
        flush_explicit_texture(f, formats[i], 0);
        flush_explicit_texture(f, formats[i], PIPE_TRANSFER_DISCARD_RANGE);
    }
}

/* Flushes ranges of a buffer whose memory is mapped directly; checks that only these ranges change.
 */
static void test_flush_explicit_buffers(void **state)
{
    struct pipe_fixture *f = *state;
    uint8_t expected[SIZE_B];
    struct pipe_resource *copy, *res = busy_buffer(f, PIPE_USAGE_DEFAULT, expected, &copy);
    struct pipe_box box = fixture_box(1000, 0, 0, 500, 1, 1);
    struct pipe_box flushes[] = {fixture_box(10, 0, 0, 20, 1, 1), fixture_box(490, 0, 0, 10, 1, 1)};
    struct pipe_box outside[] = {fixture_box(-1, 0, 0, 20, 1, 1), fixture_box(491, 0, 0, 10, 1, 1),
                                 fixture_box(INT32_MAX, 0, 0, 2, 1, 1)};
    struct pipe_transfer *t;
    /* Without a discard flag, bytes that are flushed but not written keep their values. */
    uint8_t *bytes = map(f, res, PIPE_TRANSFER_WRITE | PIPE_TRANSFER_FLUSH_EXPLICIT, &box, &t);
    assert_non_null(bytes);
    memset(bytes + 12, 0xaa, 4);
    memset(expected + 1012, 0xaa, 4);
    for (unsigned i = 0; i < 2; i++)
        f->pipe->transfer_flush_region(f->pipe, t, &flushes[i]);
    for (unsigned i = 0; i < 3; i++)
        f->pipe->transfer_flush_region(f->pipe, t, &outside[i]);
    if (f->hide_memory)
        memset(bytes + 100, 0xbb, 50); /* never flushed, so these bytes must not change */
    f->pipe->transfer_unmap(f->pipe, t);
    expect(f, res, expected, "flushed ranges");
    pipe_resource_reference(&copy, NULL);
    pipe_resource_reference(&res, NULL);
}

/* ---- Persistent maps */

/* Lets the device write to and read from persistently mapped memory; checks that a fence is enough
 * for visibility. */
static void test_persistent_while_the_device_works(void **state)
{
    struct pipe_fixture *f = *state;
    struct pipe_box all = all_bytes();
    uint8_t noise[SIZE_B];
    struct pipe_resource *res =
        fixture_buffer(f, SIZE_B, PIPE_USAGE_DEFAULT,
                       PIPE_RESOURCE_FLAG_MAP_PERSISTENT | PIPE_RESOURCE_FLAG_MAP_COHERENT);
    struct pipe_transfer *t;
    uint8_t *bytes =
        map(f, res, PIPE_TRANSFER_READ_WRITE | PIPE_TRANSFER_PERSISTENT | PIPE_TRANSFER_COHERENT,
            &all, &t);
    if (f->hide_memory) {
        assert_null(bytes); /* a persistent map requires host-visible memory */
        pipe_resource_reference(&res, NULL);
        return;
    }
    assert_non_null(bytes);
    struct pipe_resource *from = fixture_buffer(f, SIZE_B, PIPE_USAGE_DEFAULT, 0);
    struct pipe_resource *to = fixture_buffer(f, SIZE_B, PIPE_USAGE_DEFAULT, 0);
    for (unsigned round = 0; round < 3; round++) {
        struct pipe_fence_handle *fence = NULL;
        struct pipe_box half = fixture_box(0, 0, 0, SIZE_B / 2, 1, 1);
        fixture_noise(round + 30, noise, SIZE_B);
        f->pipe->transfer_inline_write(f->pipe, from, 0, PIPE_TRANSFER_WRITE, &all, noise, 0, 0);
        f->pipe->resource_copy_region(f->pipe, res, 0, 0, 0, 0, from, 0, &half);
        uint64_t before = waits(f);
        memset(bytes + SIZE_B / 2, (int)round + 1,
               SIZE_B / 2); /* writes the other half while the device uses the first */
        f->pipe->resource_copy_region(f->pipe, to, 0, 0, 0, 0, res, 0, &all);
        f->pipe->flush(f->pipe, &fence, 0);
        assert_int_equal(waits(f), before);
        assert_true(f->screen->fence_finish(f->screen, fence, PIPE_TIMEOUT_INFINITE));
        f->screen->fence_reference(f->screen, &fence, NULL);
        fixture_expect_bytes(noise, bytes, SIZE_B / 2, "written by the device");
        memset(noise + SIZE_B / 2, (int)round + 1, SIZE_B / 2);
        expect(f, to, noise, "read by the device");
    }
    /* A discard must not replace mapped memory, so the write after the copy waits until the copy
     * has read the old contents. */
    f->pipe->invalidate_resource(f->pipe, res);
    memset(bytes, 0x66, SIZE_B);
    f->pipe->resource_copy_region(f->pipe, to, 0, 0, 0, 0, res, 0, &all);
    f->pipe->transfer_inline_write(f->pipe, res, 0, PIPE_TRANSFER_WRITE, &all, noise, 0, 0);
    memset(noise, 0x66, SIZE_B);
    expect(f, to, noise, "read before the next write");
    f->pipe->transfer_unmap(f->pipe, t);
    pipe_resource_reference(&from, NULL);
    pipe_resource_reference(&to, NULL);
    pipe_resource_reference(&res, NULL);
}

/* ---- Refused combinations */

static void test_forbidden_pairs(void **state)
{
    struct pipe_fixture *f = *state;
    static const unsigned for_all[] = {
        0,
        PIPE_TRANSFER_DISCARD_RANGE,
        PIPE_TRANSFER_READ | PIPE_TRANSFER_DISCARD_RANGE,
        PIPE_TRANSFER_READ_WRITE | PIPE_TRANSFER_DISCARD_RANGE,
        PIPE_TRANSFER_READ | PIPE_TRANSFER_DISCARD_WHOLE_RESOURCE,
        PIPE_TRANSFER_READ_WRITE | PIPE_TRANSFER_DISCARD_WHOLE_RESOURCE,
        PIPE_TRANSFER_READ | PIPE_TRANSFER_UNSYNCHRONIZED,
        PIPE_TRANSFER_READ | PIPE_TRANSFER_FLUSH_EXPLICIT,
        PIPE_TRANSFER_WRITE | PIPE_TRANSFER_PERSISTENT,
        PIPE_TRANSFER_WRITE | PIPE_TRANSFER_COHERENT,
    };
    static const unsigned for_textures[] = {
        PIPE_TRANSFER_READ | PIPE_TRANSFER_MAP_DIRECTLY,
        PIPE_TRANSFER_READ | PIPE_TRANSFER_DEPTH_ONLY, /* the format has no depth */
        PIPE_TRANSFER_READ | PIPE_TRANSFER_STENCIL_ONLY,
        PIPE_TRANSFER_READ | PIPE_TRANSFER_DEPTH_ONLY | PIPE_TRANSFER_STENCIL_ONLY,
    };
    struct pipe_resource *buffer = fixture_buffer(f, SIZE_B, PIPE_USAGE_DEFAULT, 0);
    struct pipe_resource *texture =
        fixture_texture(f, PIPE_TEXTURE_2D, PIPE_FORMAT_R8G8B8A8_UNORM, WIDTH, HEIGHT, 1);
    struct pipe_box bytes = fixture_box(0, 0, 0, 16, 1, 1), box = fixture_box(0, 0, 0, 4, 4, 1);
    struct pipe_transfer *t;
    for (size_t i = 0; i < sizeof(for_all) / sizeof(for_all[0]); i++) {
        assert_null(map(f, buffer, for_all[i], &bytes, &t));
        assert_null(map(f, texture, for_all[i], &box, &t));
    }
    for (size_t i = 0; i < sizeof(for_textures) / sizeof(for_textures[0]); i++)
        assert_null(map(f, texture, for_textures[i], &box, &t));
    /* A coherent map must also be persistent, and needs a resource with
     * PIPE_RESOURCE_FLAG_MAP_COHERENT. */
    struct pipe_resource *persistent =
        fixture_buffer(f, SIZE_B, PIPE_USAGE_DEFAULT, PIPE_RESOURCE_FLAG_MAP_PERSISTENT);
    assert_null(map(f, persistent,
                    PIPE_TRANSFER_WRITE | PIPE_TRANSFER_PERSISTENT | PIPE_TRANSFER_COHERENT, &bytes,
                    &t));
    pipe_resource_reference(&persistent, NULL);
    pipe_resource_reference(&texture, NULL);
    pipe_resource_reference(&buffer, NULL);
}

/* ---- Pending clears */

static void finish(struct pipe_fixture *f)
{
    struct pipe_fence_handle *fence = NULL;
    f->pipe->flush(f->pipe, &fence, 0);
    assert_true(f->screen->fence_finish(f->screen, fence, PIPE_TIMEOUT_INFINITE));
    f->screen->fence_reference(f->screen, &fence, NULL);
}

static void test_is_resource_referenced(void **state)
{
    struct pipe_fixture *f = *state;
    uint8_t bytes[SIZE_B];
    uint32_t texels[TEXELS];
    for (unsigned i = 0; i < 2; i++) {
        struct pipe_resource *copy;
        struct pipe_resource *res = i ? busy_buffer(f, PIPE_USAGE_DEFAULT, bytes, &copy)
                                      : busy_texture(f, PIPE_FORMAT_R8G8B8A8_UNORM, texels, &copy);
        unsigned of_res = f->pipe->is_resource_referenced(f->pipe, res, 0, -1);
        unsigned of_copy = f->pipe->is_resource_referenced(f->pipe, copy, 0, -1);
        assert_true(of_res & PIPE_REFERENCED_FOR_READ);
        assert_true(of_copy & PIPE_REFERENCED_FOR_WRITE);
        assert_false(of_copy & PIPE_REFERENCED_FOR_READ);
        finish(f);
        assert_int_equal(f->pipe->is_resource_referenced(f->pipe, res, 0, -1), PIPE_UNREFERENCED);
        assert_int_equal(f->pipe->is_resource_referenced(f->pipe, copy, 0, -1), PIPE_UNREFERENCED);
        pipe_resource_reference(&copy, NULL);
        pipe_resource_reference(&res, NULL);
    }
}

/* Clears without drawing; checks that the pending clear counts as a write, and that flush_resource
 * executes it before another context's commands. */
static void test_waiting_clear(void **state)
{
    struct pipe_fixture *f = *state;
    struct pipe_resource templ =
        fixture_template(PIPE_TEXTURE_2D, PIPE_FORMAT_R8G8B8A8_UNORM, WIDTH, HEIGHT, 1);
    templ.bind = PIPE_BIND_RENDER_TARGET | PIPE_BIND_SAMPLER_VIEW;
    struct pipe_resource *res = fixture_create(f, &templ);
    struct pipe_surface *surface = fixture_surface(f, res, res->format, 0, 0, 0);
    struct pipe_framebuffer_state fb = {.width = WIDTH, .height = HEIGHT, .nr_cbufs = 1};
    fb.cbufs[0] = surface;
    f->pipe->set_framebuffer_state(f->pipe, &fb);
    finish(f);
    const union pipe_color_union red = {.f = {1, 0, 0, 1}};
    f->pipe->clear(f->pipe, PIPE_CLEAR_COLOR0, &red, 0, 0);
    assert_true(f->pipe->is_resource_referenced(f->pipe, res, 0, -1) & PIPE_REFERENCED_FOR_WRITE);

    f->pipe->flush_resource(f->pipe, res);
    finish(f);
    assert_int_equal(f->pipe->is_resource_referenced(f->pipe, res, 0, -1), PIPE_UNREFERENCED);
    f->screen->resource_changed(f->screen, res);
    struct pipe_context *other = f->screen->context_create(f->screen, NULL, 0);
    struct pipe_fixture f2 = {.screen = f->screen, .pipe = other};
    assert_int_equal(fixture_texel32(&f2, res, 5, 5, 0), 0xff0000ff);
    other->destroy(other);

    fb = (struct pipe_framebuffer_state){0};
    f->pipe->set_framebuffer_state(f->pipe, &fb);
    pipe_surface_reference(&surface, NULL);
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
        cmocka_unit_test(test_buffer_flags_that_never_wait),
        cmocka_unit_test(test_texture_flags_that_never_wait),
        cmocka_unit_test(test_other_maps_wait),
        cmocka_unit_test(test_dontblock_refuses),
        cmocka_unit_test(test_flush_explicit_textures),
        cmocka_unit_test(test_flush_explicit_buffers),
        cmocka_unit_test(test_persistent_while_the_device_works),
        cmocka_unit_test(test_forbidden_pairs),
        cmocka_unit_test(test_is_resource_referenced),
        cmocka_unit_test(test_waiting_clear),
    };
    int failed = cmocka_run_group_tests_name("mapped memory", tests, pipe_fixture_setup,
                                             pipe_fixture_teardown);
    return failed +
           cmocka_run_group_tests_name("device memory", tests, setup_hidden, pipe_fixture_teardown);
}
