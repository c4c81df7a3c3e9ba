/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Buffers on memory that belongs to the caller, and texels that the device copies to such memory.
 */
#include "pipe_fetch.h"

#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "driver/screen/screen.h"
#include "vk/memory.h"

enum {
    SIZE_B = 64 << 10, /* whole pages */
    WIDTH = 20,
    HEIGHT = 12,
    LAYERS = 3,
};

static bool imports(const struct pipe_fixture *f)
{
    return f->screen->get_param(f->screen, PIPE_CAP_RESOURCE_FROM_USER_MEMORY);
}

static uint8_t *map_pages(void)
{
    void *memory = mmap(NULL, SIZE_B, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    assert_ptr_not_equal(memory, MAP_FAILED);
    return memory;
}

static struct pipe_resource *import_as(struct pipe_fixture *f, void *memory, unsigned size_B,
                                       unsigned flags)
{
    struct pipe_resource templ = fixture_template(PIPE_BUFFER, PIPE_FORMAT_R8_UNORM, size_B, 1, 1);
    templ.flags = flags;
    return f->screen->resource_from_user_memory(f->screen, &templ, memory);
}

/* Imports memory as a buffer with a persistent and coherent map, so that the caller may write to
 * the memory while the device uses it. Every device supports such a map. */
static struct pipe_resource *import(struct pipe_fixture *f, void *memory, unsigned size_B)
{
    return import_as(f, memory, size_B,
                     PIPE_RESOURCE_FLAG_MAP_PERSISTENT | PIPE_RESOURCE_FLAG_MAP_COHERENT);
}

/* Waits until the device has written to the buffer. */
static void wait_for(struct pipe_fixture *f, struct pipe_resource *buffer)
{
    struct pipe_box all = fixture_box(0, 0, 0, SIZE_B, 1, 1);
    struct pipe_transfer *t;
    assert_non_null(f->pipe->transfer_map(f->pipe, buffer, 0, PIPE_TRANSFER_READ, &all, &t));
    f->pipe->transfer_unmap(f->pipe, t);
}

static void test_copies_both_ways(void **state)
{
    struct pipe_fixture *f = *state;
    uint8_t *memory = map_pages();
    fixture_noise(1, memory, SIZE_B);
    struct pipe_resource *pages = import(f, memory, SIZE_B);
    assert_non_null(pages);
    struct pipe_resource *other = fixture_buffer(f, SIZE_B, PIPE_USAGE_DEFAULT, 0);
    struct pipe_box all = fixture_box(0, 0, 0, SIZE_B, 1, 1);
    f->pipe->resource_copy_region(f->pipe, other, 0, 0, 0, 0, pages, 0, &all);
    uint8_t *back = fixture_read(f, other, 0, &all);
    fixture_expect_bytes(memory, back, SIZE_B, "read from the caller's memory");
    fixture_noise(2, back, SIZE_B);
    fixture_write(f, other, 0, &all, back);
    f->pipe->resource_copy_region(f->pipe, pages, 0, 0, 0, 0, other, 0, &all);
    wait_for(f, pages);
    fixture_expect_bytes(back, memory, SIZE_B, "written to the caller's memory");
    free(back);

    /* A buffer in use must not get new memory: the new bytes must be written to the caller's
     * memory. */
    struct pipe_transfer *t;
    f->pipe->resource_copy_region(f->pipe, other, 0, 0, 0, 0, pages, 0, &all);
    uint8_t *map = f->pipe->transfer_map(
        f->pipe, pages, 0, PIPE_TRANSFER_WRITE | PIPE_TRANSFER_DISCARD_WHOLE_RESOURCE, &all, &t);
    assert_non_null(map);
    memset(map, 0x77, SIZE_B);
    f->pipe->transfer_unmap(f->pipe, t);
    wait_for(f, pages);
    assert_int_equal(memory[0], 0x77);
    assert_int_equal(memory[SIZE_B - 1], 0x77);

    /* The caller may free the memory right after it released the buffer, although the device may
     * still have commands that use the buffer. */
    f->pipe->resource_copy_region(f->pipe, pages, 0, 0, 0, 0, other, 0, &all);
    f->pipe->flush(f->pipe, NULL, 0);
    pipe_resource_reference(&pages, NULL);
    munmap(memory, SIZE_B);
    pipe_resource_reference(&other, NULL);
}

/* Reads and writes an imported buffer. Checks that the buffer first contains the bytes that were in
 * the memory, and that a write to the buffer waits for pending reads. */
static void test_written_while_read(void **state)
{
    struct pipe_fixture *f = *state;
    static const uint8_t word[4] = {1, 2, 3, 4};
    uint8_t *memory = map_pages();
    memset(memory, 0x77, SIZE_B);
    struct pipe_resource *pages = import(f, memory, SIZE_B);
    struct pipe_resource *other = fixture_buffer(f, 4, PIPE_USAGE_DEFAULT, 0);
    const struct pipe_box box = fixture_box(0, 0, 0, 4, 1, 1);
    f->pipe->resource_copy_region(f->pipe, other, 0, 0, 0, 0, pages, 0, &box);
    fixture_write(f, pages, 0, &box, word);
    uint8_t *back = fixture_read(f, other, 0, &box);
    fixture_expect_bytes((const uint8_t[]){0x77, 0x77, 0x77, 0x77}, back, 4, "what was read");
    free(back);
    wait_for(f, pages);
    fixture_expect_bytes(word, memory, 4, "what was written");
    pipe_resource_reference(&other, NULL);
    pipe_resource_reference(&pages, NULL);
    munmap(memory, SIZE_B);
}

static unsigned num_allocations(struct pipe_fixture *f)
{
    struct gv_vk_memory_stats stats;
    gv_vk_memory_stats(gv_screen(f->screen)->dev, &stats);
    return stats.allocations;
}

/* Destroys buffers while the device is reading or writing them, and while the device is idle;
 * checks that the destruction releases the memory before it returns. */
static void test_let_go_while_busy(void **state)
{
    enum {
        LARGE_B = 4 << 20,
        READ = 0,
        WRITTEN = 1,
        READY = 2
    };
    struct pipe_fixture *f = *state;
    struct gv_vk_device *dev = gv_screen(f->screen)->dev;
    if (!imports(f)) /* without imports the buffer is an ordinary one */
        skip();
    struct pipe_resource *large[2], *other = fixture_buffer(f, SIZE_B, PIPE_USAGE_DEFAULT, 0);
    for (unsigned i = 0; i < 2; i++)
        large[i] = fixture_buffer(f, LARGE_B, PIPE_USAGE_DEFAULT, 0);
    const struct pipe_box all = fixture_box(0, 0, 0, SIZE_B, 1, 1);
    const struct pipe_box much = fixture_box(0, 0, 0, LARGE_B, 1, 1);
    for (unsigned round = READ; round <= READY; round++) {
        unsigned before = num_allocations(f);
        uint8_t *memory = map_pages();
        struct pipe_resource *pages = import(f, memory, SIZE_B);
        assert_int_equal(num_allocations(f), before + 1);
        for (unsigned i = 0; i < 50; i++) /* keeps the device busy for a while */
            f->pipe->resource_copy_region(f->pipe, large[i % 2], 0, 0, 0, 0, large[1 - i % 2], 0,
                                          &much);
        bool written = round == WRITTEN;
        f->pipe->resource_copy_region(f->pipe, written ? pages : other, 0, 0, 0, 0,
                                      written ? other : pages, 0, &all);
        f->pipe->flush(f->pipe, NULL, 0);
        while (round == READY && !gv_vk_device_is_done(dev, atomic_load(&dev->submitted)))
            ;
        pipe_resource_reference(&pages, NULL);
        assert_int_equal(num_allocations(f), before);
        munmap(memory, SIZE_B);
    }
    pipe_resource_reference(&other, NULL);
    for (unsigned i = 0; i < 2; i++)
        pipe_resource_reference(&large[i], NULL);
}

/* Uses a buffer in two contexts at the same time; checks that the buffer's memory is released only
 * after both uses have ended. */
static void test_let_go_of_overlap(void **state)
{
    enum {
        LARGE_B = 4 << 20
    };
    struct pipe_fixture *f = *state;
    if (!imports(f))
        skip();
    struct pipe_context *second = f->screen->context_create(f->screen, NULL, 0);
    struct pipe_resource *large[2], *copies[2];
    for (unsigned i = 0; i < 2; i++) {
        large[i] = fixture_buffer(f, LARGE_B, PIPE_USAGE_DEFAULT, 0);
        copies[i] = fixture_buffer(f, SIZE_B, PIPE_USAGE_DEFAULT, 0);
    }
    const struct pipe_box all = fixture_box(0, 0, 0, SIZE_B, 1, 1);
    const struct pipe_box much = fixture_box(0, 0, 0, LARGE_B, 1, 1);
    unsigned before = num_allocations(f);
    uint8_t *memory = map_pages();
    struct pipe_resource *pages = import(f, memory, SIZE_B);
    for (unsigned i = 0; i < 50; i++)
        f->pipe->resource_copy_region(f->pipe, large[i % 2], 0, 0, 0, 0, large[1 - i % 2], 0,
                                      &much);
    f->pipe->resource_copy_region(f->pipe, copies[0], 0, 0, 0, 0, pages, 0, &all);
    second->resource_copy_region(second, copies[1], 0, 0, 0, 0, pages, 0, &all);
    second->flush(second, NULL, 0);
    f->pipe->flush(f->pipe, NULL, 0);
    pipe_resource_reference(&pages, NULL);
    assert_int_equal(num_allocations(f), before);
    munmap(memory, SIZE_B);
    for (unsigned i = 0; i < 2; i++) {
        pipe_resource_reference(&large[i], NULL);
        pipe_resource_reference(&copies[i], NULL);
    }
    second->destroy(second);
}

/* Draws vertices with an odd offset and stride; checks the values. Only shaders can fetch such
 * vertices, and the shaders use the buffer's address. */
static void test_vertices_at_odd_addresses(void **state)
{
    struct pipe_fixture *f = *state;
    uint8_t *memory = map_pages();
    fixture_noise(4, memory, SIZE_B);
    struct pipe_resource *pages = import(f, memory, SIZE_B);
    struct fetch_kit k;
    fetch_init(&k, f);
    const struct pipe_vertex_element element = {.src_format = PIPE_FORMAT_R32G32_UINT};
    const struct pipe_vertex_buffer binding = {.stride = 13, .buffer_offset = 3, .buffer = pages};
    fetch_use_elements(&k, 1, &element);
    f->pipe->set_vertex_buffers(f->pipe, 0, 1, &binding);
    fetch_use_input(&k, 0);
    fetch_value *values = fetch_draw(&k, FETCH_WIDTH, 1);
    for (unsigned v = 0; v < FETCH_WIDTH; v++)
        fixture_expect_bytes(memory + 3 + v * 13, values[v], 8, "a vertex");
    free(values);
    fetch_finish(&k);
    pipe_resource_reference(&pages, NULL);
    munmap(memory, SIZE_B);
}

static void test_refused_memory(void **state)
{
    struct pipe_fixture *f = *state;
    uint8_t *memory = map_pages();
    assert_null(import_as(f, memory + 16, SIZE_B / 2, 0));
    assert_null(import_as(f, memory, 0, 0));
    assert_null(import_as(f, memory, 100, 0));
    assert_null(import(f, memory, 0));
    struct pipe_resource *plain = import_as(f, memory, SIZE_B, 0);
    assert_int_equal(plain != NULL, imports(f));
    pipe_resource_reference(&plain, NULL);
    struct pipe_resource templ =
        fixture_template(PIPE_TEXTURE_2D, PIPE_FORMAT_R8_UNORM, 4096, 1, 1);
    assert_null(f->screen->resource_from_user_memory(f->screen, &templ, memory));
    munmap(memory, SIZE_B);
}

/* Creates buffers on memory that is not whole pages, which no device imports; checks their
 * contents. */
static void test_parts_of_pages(void **state)
{
    enum {
        AT_B = 19,
        PART_B = 1001
    };
    struct pipe_fixture *f = *state;
    uint8_t *memory = map_pages(), expected[PART_B];
    fixture_noise(5, memory, SIZE_B);
    struct pipe_resource *part = import(f, memory + AT_B, PART_B);
    struct pipe_resource *other = fixture_buffer(f, PART_B, PIPE_USAGE_DEFAULT, 0);
    const struct pipe_box all = fixture_box(0, 0, 0, PART_B, 1, 1);
    assert_non_null(part);
    f->pipe->resource_copy_region(f->pipe, other, 0, 0, 0, 0, part, 0, &all);
    uint8_t *back = fixture_read(f, other, 0, &all);
    fixture_expect_bytes(memory + AT_B, back, PART_B, "read");
    free(back);
    fixture_noise(6, expected, PART_B);
    fixture_write(f, other, 0, &all, expected);
    f->pipe->resource_copy_region(f->pipe, part, 0, 0, 0, 0, other, 0, &all);
    f->pipe->flush(f->pipe, NULL, 0);
    pipe_resource_reference(&part, NULL);
    fixture_expect_bytes(expected, memory + AT_B, PART_B, "written before the buffer went");
    pipe_resource_reference(&other, NULL);
    munmap(memory, SIZE_B);
}

static struct pipe_resource *noise_texture(struct pipe_fixture *f, enum pipe_format format,
                                           uint8_t **out_bytes)
{
    struct pipe_resource *res =
        fixture_texture(f, PIPE_TEXTURE_2D_ARRAY, format, WIDTH, HEIGHT, LAYERS);
    struct pipe_box all = fixture_level_box(res, 0);
    *out_bytes = malloc(fixture_box_size(res, &all));
    fixture_noise(3, *out_bytes, fixture_box_size(res, &all));
    fixture_write(f, res, 0, &all, *out_bytes);
    return res;
}

/* Copies rows and layers with gaps between them; checks that the bytes in the gaps stay. */
static void check_texels(struct pipe_fixture *f, struct pipe_resource *buffer,
                         enum pipe_format format, const struct pipe_box *box, unsigned offset_B,
                         unsigned stride_B, unsigned layer_stride_B)
{
    uint8_t *texels, *expected = malloc(SIZE_B);
    struct pipe_resource *res = noise_texture(f, format, &texels);
    struct pipe_box all = fixture_box(0, 0, 0, SIZE_B, 1, 1);
    unsigned block_B = util_format_get_blocksize(format);
    unsigned block_w = util_format_get_blockwidth(format);
    unsigned block_h = util_format_get_blockheight(format);
    unsigned row_blocks = WIDTH / block_w, rows = HEIGHT / block_h;
    memset(expected, 0x5a, SIZE_B);
    fixture_write(f, buffer, 0, &all, expected);
    assert_true(f->pipe->image_copy_buffer(f->pipe, buffer, res, offset_B, stride_B, layer_stride_B,
                                           0, box));
    unsigned box_rows = util_format_get_nblocksy(format, (unsigned)box->height);
    for (unsigned z = 0; z < (unsigned)box->depth; z++) {
        for (unsigned y = 0; y < box_rows; y++)
            memcpy(expected + offset_B + z * layer_stride_B + y * stride_B,
                   texels + (((z + (unsigned)box->z) * rows + (unsigned)box->y / block_h + y) *
                                 row_blocks +
                             (unsigned)box->x / block_w) *
                                block_B,
                   util_format_get_stride(format, (unsigned)box->width));
    }
    uint8_t *back = fixture_read(f, buffer, 0, &all);
    fixture_expect_bytes(expected, back, SIZE_B, util_format_name(format));
    free(back);
    free(expected);
    free(texels);
    pipe_resource_reference(&res, NULL);
}

static void test_texels_into_buffers(void **state)
{
    struct pipe_fixture *f = *state;
    static const enum pipe_format formats[] = {PIPE_FORMAT_B8G8R8A8_UNORM, PIPE_FORMAT_R8_UNORM,
                                               PIPE_FORMAT_R32G32B32A32_FLOAT,
                                               PIPE_FORMAT_DXT1_RGBA};
    for (size_t i = 0; i < 2 * sizeof(formats) / sizeof(formats[0]); i++) {
        enum pipe_format format = formats[i / 2];
        uint8_t *memory = NULL;
        if (!f->screen->is_format_supported(f->screen, format, PIPE_TEXTURE_2D_ARRAY, 0,
                                            PIPE_BIND_SAMPLER_VIEW))
            continue;
        if (i % 2)
            memory = map_pages();
        struct pipe_resource *buffer =
            memory ? import(f, memory, SIZE_B) : fixture_buffer(f, SIZE_B, PIPE_USAGE_DEFAULT, 0);
        assert_non_null(buffer);
        const struct pipe_box all = fixture_box(0, 0, 0, WIDTH, HEIGHT, LAYERS);
        const struct pipe_box part = fixture_box(4, 4, 1, 12, 8, 2);
        unsigned row_B = util_format_get_stride(format, WIDTH);
        unsigned layer_B = row_B * util_format_get_nblocksy(format, HEIGHT);
        check_texels(f, buffer, format, &all, 0, row_B, layer_B);
        check_texels(f, buffer, format, &part, 4096 + 160, row_B, layer_B);
        check_texels(f, buffer, format, &part, 0, row_B + 64, (row_B + 64) * 10);
        pipe_resource_reference(&buffer, NULL);
        if (memory)
            munmap(memory, SIZE_B);
    }
}

static void test_refused_copies(void **state)
{
    struct pipe_fixture *f = *state;
    static const struct {
        unsigned offset_B, stride_B, layer_stride_B, level;
        int box[6];
    } refused[] = {
        {1, 80, 960, 0, {0, 0, 0, 20, 12, 3}},               /* not a multiple of the texel */
        {0, 78, 960, 0, {0, 0, 0, 20, 12, 3}},               /* row too short */
        {0, 82, 984, 0, {0, 0, 0, 20, 12, 3}},               /* stride ends within a texel */
        {0, 80, 961, 0, {0, 0, 0, 20, 12, 3}},               /* layer stride ends within a row */
        {0, 80, 800, 0, {0, 0, 0, 20, 12, 3}},               /* layer too short */
        {SIZE_B - 2876, 80, 960, 0, {0, 0, 0, 20, 12, 3}},   /* past the end by one texel */
        {0, 0xffffffff & ~3u, 960, 0, {0, 0, 0, 20, 12, 1}}, /* product beyond 32 bits */
        {0, 80, 0xfffffff0, 0, {0, 0, 0, 20, 12, 3}},        /* product exceeds 32 bits */
        {0xfffffffc, 80, 960, 0, {0, 0, 0, 20, 12, 1}},      /* offset plus size wraps */
        {0, 80, 960, 1, {0, 0, 0, 10, 6, 1}},                /* no such level */
        {0, 80, 960, 0, {-1, 0, 0, 20, 12, 1}},              /* box before the image */
        {0, 80, 960, 0, {1, 0, 0, 20, 12, 1}},               /* box beyond the image by one */
        {0, 80, 960, 0, {0, 0, 0, 20, 12, 4}},               /* too many layers */
        {0, 80, 960, 0, {0, 0, INT32_MAX, 20, 12, 1}},       /* box offset plus size wraps */
    };
    struct pipe_resource *buffer = fixture_buffer(f, SIZE_B, PIPE_USAGE_STAGING, 0);
    uint8_t *texels;
    struct pipe_resource *res = noise_texture(f, PIPE_FORMAT_B8G8R8A8_UNORM, &texels);
    for (size_t i = 0; i < sizeof(refused) / sizeof(refused[0]); i++) {
        const int *b = refused[i].box;
        const struct pipe_box box = fixture_box(b[0], b[1], b[2], b[3], b[4], b[5]);
        assert_false(f->pipe->image_copy_buffer(f->pipe, buffer, res, refused[i].offset_B,
                                                refused[i].stride_B, refused[i].layer_stride_B,
                                                refused[i].level, &box));
    }
    free(texels);
    pipe_resource_reference(&res, NULL);
    pipe_resource_reference(&buffer, NULL);
}

/* Lets the caller write vertices to its memory before each draw, at aligned and unaligned offsets;
 * checks that each draw reads the vertices written before it. If the device cannot fetch the
 * vertices, shaders do. */
static void test_vertices_in_host_memory(void **state)
{
    struct pipe_fixture *f = *state;
    static const unsigned strides_B[] = {16, 17};
    const struct pipe_vertex_element element = {.src_format = PIPE_FORMAT_R32G32B32A32_UINT};
    uint8_t *memory = map_pages();
    struct pipe_resource *pages = import(f, memory, SIZE_B);
    assert_non_null(pages);
    struct fetch_kit k;
    fetch_init(&k, f);
    fetch_use_elements(&k, 1, &element);
    for (unsigned i = 0; i < 4; i++) {
        const struct pipe_vertex_buffer buffer = {
            .stride = strides_B[i / 2], .buffer_offset = strides_B[i / 2], .buffer = pages};
        f->pipe->set_vertex_buffers(f->pipe, 0, 1, &buffer);
        fixture_noise(10 + i, memory, SIZE_B);
        fetch_value *values = fetch_draw(&k, FETCH_WIDTH, 1);
        for (unsigned v = 0; v < FETCH_WIDTH; v++)
            assert_memory_equal(values[v], memory + (v + 1) * buffer.stride, sizeof(values[v]));
        free(values);
    }
    fetch_finish(&k);
    pipe_resource_reference(&pages, NULL);
    munmap(memory, SIZE_B);
}

/* ---- Caller and device both write ------------------------------------------------------------ */

enum {
    NEAR_B = 6000 /* all writes are below this offset */
};

/* The tests below act as a caller that follows OpenGL's rules. Such a caller accesses no byte of
 * its memory that the device has used since the last fence. `expected` holds the bytes that the
 * caller's memory must have; `expected_other` holds the bytes that the buffer `other` must have. */
struct sides {
    struct pipe_fixture *f;
    struct pipe_resource *buffer, *other;
    uint8_t *memory;
    uint8_t expected[SIZE_B], expected_other[SIZE_B];
    bool in_use[SIZE_B];
    uint32_t random;
};

static unsigned below(struct sides *s, unsigned end)
{
    s->random = s->random * 1664525 + 1013904223;
    return (s->random >> 8) % end;
}

/* Writes as the caller to bytes that the device does not use, some of them next to bytes that the
 * device uses. */
static void caller_writes(struct sides *s)
{
    unsigned begin_B = below(s, NEAR_B), size_B = 1 + below(s, 300);
    for (unsigned i = begin_B; i < begin_B + size_B; i++) {
        if (!s->in_use[i])
            s->memory[i] = s->expected[i] = (uint8_t)below(s, 4);
    }
}

static void device_copies(struct sides *s, bool to_memory)
{
    struct pipe_context *pipe = s->f->pipe;
    unsigned size_B = 1 + below(s, 500), src_B = below(s, NEAR_B);
    unsigned dst_B = below(s, NEAR_B), at_B = to_memory ? dst_B : src_B;
    const struct pipe_box box = fixture_box((int)src_B, 0, 0, (int)size_B, 1, 1);
    pipe->resource_copy_region(pipe, to_memory ? s->buffer : s->other, 0, dst_B, 0, 0,
                               to_memory ? s->other : s->buffer, 0, &box);
    memcpy((to_memory ? s->expected : s->expected_other) + dst_B,
           (to_memory ? s->expected_other : s->expected) + src_B, size_B);
    for (unsigned i = at_B; i < at_B + size_B; i++)
        s->in_use[i] = true;
}

/* Writes through the driver, as for glBufferSubData(). */
static void driver_writes(struct sides *s)
{
    uint8_t bytes[200];
    unsigned size_B = 1 + below(s, sizeof(bytes)), at_B = below(s, NEAR_B);
    const struct pipe_box box = fixture_box((int)at_B, 0, 0, (int)size_B, 1, 1);
    fixture_noise(s->random, bytes, size_B);
    fixture_write(s->f, s->buffer, 0, &box, bytes);
    memcpy(s->expected + at_B, bytes, size_B);
    for (unsigned i = at_B; i < at_B + size_B; i++)
        s->in_use[i] = true;
}

static void finish(struct sides *s, struct pipe_fence_handle *fence)
{
    struct pipe_screen *screen = s->f->screen;
    assert_true(screen->fence_finish(screen, fence, PIPE_TIMEOUT_INFINITE));
    screen->fence_reference(screen, &fence, NULL);
}

/* Flushes twice and waits for both fences. Commands of the second flush are pending when the first
 * fence passes. The caller writes after each flush, before it knows that the fence has passed. */
static void wait_for_fences(struct sides *s)
{
    struct pipe_fence_handle *first = NULL, *second = NULL;
    s->f->pipe->flush(s->f->pipe, &first, 0);
    caller_writes(s);
    device_copies(s, true);
    finish(s, first);
    s->f->pipe->flush(s->f->pipe, &second, 0);
    caller_writes(s);
    finish(s, second);
    memset(s->in_use, 0, sizeof(s->in_use));
    fixture_expect_bytes(s->expected, s->memory, SIZE_B, "the caller's memory");
}

static void test_both_sides_write(void **state)
{
    enum {
        STEPS = 4000
    };
    struct sides *s = calloc(1, sizeof(*s));
    assert_non_null(s);
    s->f = *state;
    s->random = 7;
    s->memory = map_pages();
    fixture_noise(20, s->memory, SIZE_B);
    fixture_noise(21, s->expected_other, SIZE_B);
    memcpy(s->expected, s->memory, SIZE_B);
    s->buffer = import(s->f, s->memory, SIZE_B);
    s->other = fixture_buffer(s->f, SIZE_B, PIPE_USAGE_DEFAULT, 0);
    const struct pipe_box all = fixture_box(0, 0, 0, SIZE_B, 1, 1);
    fixture_write(s->f, s->other, 0, &all, s->expected_other);
    struct pipe_fence_handle *before = NULL;
    s->f->pipe->flush(s->f->pipe, &before, 0);
    device_copies(s, true); /* recorded before the earlier fence is known to have passed */
    finish(s, before);
    for (unsigned step = 0; step < STEPS; step++) {
        unsigned what = below(s, 16);
        if (what < 6)
            caller_writes(s);
        else if (what < 12)
            device_copies(s, what % 2);
        else if (what < 13)
            driver_writes(s);
        else if (what < 15)
            s->f->pipe->flush(s->f->pipe, NULL, 0);
        else
            wait_for_fences(s);
    }
    wait_for_fences(s);
    uint8_t *back = fixture_read(s->f, s->other, 0, &all);
    fixture_expect_bytes(s->expected_other, back, SIZE_B, "what the device read");
    free(back);
    pipe_resource_reference(&s->buffer, NULL);
    pipe_resource_reference(&s->other, NULL);
    munmap(s->memory, SIZE_B);
    free(s);
}

/* Writes as the caller and draws; checks that the host never waits for the device. */
static void test_waits_for_nothing(void **state)
{
    struct pipe_fixture *f = *state;
    struct gv_vk_device *dev = gv_screen(f->screen)->dev;
    uint8_t *memory = map_pages();
    struct pipe_resource *pages = import(f, memory, SIZE_B);
    struct pipe_resource *other = fixture_buffer(f, SIZE_B, PIPE_USAGE_DEFAULT, 0);
    uint64_t waits = atomic_load(&dev->waits);
    for (unsigned i = 0; i < 40; i++) {
        const struct pipe_box box = fixture_box((int)i * 64, 0, 0, 64, 1, 1);
        memset(memory + i * 64, (int)i, 64);
        f->pipe->resource_copy_region(f->pipe, other, 0, i * 64, 0, 0, pages, 0, &box);
        f->pipe->resource_copy_region(f->pipe, pages, 0, SIZE_B / 2 + i * 64, 0, 0, other, 0, &box);
        f->pipe->flush(f->pipe, NULL, 0);
    }
    assert_int_equal(atomic_load(&dev->waits), waits);
    wait_for(f, pages);
    fixture_expect_bytes(memory, memory + SIZE_B / 2, 40 * 64, "what went round");
    assert_int_equal(memory[39 * 64], 39);
    pipe_resource_reference(&other, NULL);
    pipe_resource_reference(&pages, NULL);
    munmap(memory, SIZE_B);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_copies_both_ways),
        cmocka_unit_test(test_written_while_read),
        cmocka_unit_test(test_let_go_while_busy),
        cmocka_unit_test(test_let_go_of_overlap),
        cmocka_unit_test(test_vertices_at_odd_addresses),
        cmocka_unit_test(test_refused_memory),
        cmocka_unit_test(test_parts_of_pages),
        cmocka_unit_test(test_texels_into_buffers),
        cmocka_unit_test(test_refused_copies),
        cmocka_unit_test(test_vertices_in_host_memory),
        cmocka_unit_test(test_both_sides_write),
        cmocka_unit_test(test_waits_for_nothing),
    };
    return cmocka_run_group_tests_name("host memory", tests, pipe_fixture_setup,
                                       pipe_fixture_teardown);
}
