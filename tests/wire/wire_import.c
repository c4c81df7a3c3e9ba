/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Reads textures back into the client's pages. The tests check when the device may write to the
 * pages, and that nothing uses the pages once the client has them back. */
#include <stdlib.h>
#include <string.h>

#include "wire.h"

enum {
    PAGE_B = 4096,
    WIDTH = 256,
    HEIGHT = 64,
    SIZE_B = WIDTH * HEIGHT * 4, /* large enough for an import */
};

/* The requests that the stand-in driver received. */
static struct {
    unsigned imports, copies;
    bool refuse_import, refuse_copy;
    struct pipe_resource templ;
    void *memory;
    unsigned offset_B, stride_B, layer_stride_B, level;
    struct pipe_box box;
} asked;

static struct pipe_resource *import(struct pipe_screen *screen, const struct pipe_resource *templ,
                                    void *memory)
{
    asked.imports++;
    asked.templ = *templ;
    asked.memory = memory;
    return asked.refuse_import ? NULL : screen->resource_create(screen, templ);
}

static boolean copy(struct pipe_context *pipe, struct pipe_resource *dst, struct pipe_resource *src,
                    unsigned offset_B, unsigned stride_B, unsigned layer_stride_B, unsigned level,
                    const struct pipe_box *box)
{
    (void)pipe;
    (void)src;
    asked.copies++;
    asked.offset_B = offset_B;
    asked.stride_B = stride_B;
    asked.layer_stride_B = layer_stride_B;
    asked.level = level;
    asked.box = *box;
    if (asked.refuse_copy)
        return FALSE;
    assert_true(offset_B + (unsigned)(box->height - 1) * stride_B + (unsigned)box->width * 4 <=
                dst->width0);
    for (int y = 0; y < box->height; y++)
        memset((uint8_t *)asked.memory + offset_B + (unsigned)y * stride_B, 0x77,
               (size_t)box->width * 4);
    return TRUE;
}

static void add_copy(struct pipe_context *pipe)
{
    pipe->image_copy_buffer = copy;
}

static struct wire *begin(void **state)
{
    struct wire *w = *state;
    memset(&asked, 0, sizeof(asked));
    w->screen->base.resource_from_user_memory = import;
    w->screen->tweak_context = add_copy;
    return w;
}

/* Creates a texture with backing that belongs to the caller. */
static uint32_t texture_on(struct wire *w, void *memory, size_t size_B)
{
    struct gv_virgl_resource_args a = wire_args_2d(PIPE_FORMAT_B8G8R8A8_UNORM, WIDTH, HEIGHT);
    const struct iovec iov = {memory, size_B};
    a.handle = wire_handle(w);
    assert_int_equal(wire_create(w, &a, &iov, 1), GALVAN_OK);
    return a.handle;
}

static enum galvan_result get(struct wire *w, uint32_t handle, struct pipe_box box,
                              uint32_t stride_B, uint64_t offset_B)
{
    return wire_get(w, handle, 0, &box, stride_B, 0, offset_B);
}

static void whole_frame_goes_into_pages(void **state)
{
    struct wire *w = begin(state);
    uint8_t *memory = aligned_alloc(PAGE_B, SIZE_B);
    memset(memory, 0, SIZE_B);
    uint32_t handle = texture_on(w, memory, SIZE_B);
    for (unsigned i = 1; i < 4; i++) {
        assert_int_equal(get(w, handle, wire_box(0, 0, 0, WIDTH, HEIGHT, 1), 0, 0), GALVAN_OK);
        assert_int_equal(asked.copies, i);
    }
    assert_int_equal(asked.imports, 1);
    assert_ptr_equal(asked.memory, memory);
    assert_int_equal(asked.templ.width0, SIZE_B);
    assert_int_equal(asked.stride_B, WIDTH * 4);
    assert_int_equal(asked.box.height, HEIGHT);
    assert_int_equal(memory[0], 0x77);
    assert_int_equal(memory[SIZE_B - 1], 0x77);
    assert_int_equal(w->screen->counts.maps, 3); /* these maps only wait */
    wire_expect_no_line(w);
    gv_virgl_resource_unref(w->r, handle);
    free(memory);
}

/* Reads a part of a texture into memory whose last page is incomplete. The client specifies a box,
 * a stride and an offset. Checks that the driver gets these values, and the bytes. */
static void part_of_a_frame(void **state)
{
    struct wire *w = begin(state);
    const size_t size_B = SIZE_B + 100;
    uint8_t *memory = aligned_alloc(PAGE_B, SIZE_B + PAGE_B);
    memset(memory, 0, SIZE_B + PAGE_B);
    uint32_t handle = texture_on(w, memory, size_B);
    assert_int_equal(get(w, handle, wire_box(3, 1, 0, 252, 63, 1), 1032, 8), GALVAN_OK);
    assert_int_equal(asked.templ.width0, SIZE_B + PAGE_B);
    assert_int_equal(asked.offset_B, 8);
    assert_int_equal(asked.stride_B, 1032);
    assert_int_equal(asked.box.x, 3);
    assert_int_equal(memory[7], 0);
    assert_int_equal(memory[8], 0x77);
    /* The backing ends where the client said, not at the end of the page. */
    assert_int_equal(get(w, handle, wire_box(0, 0, 0, WIDTH, HEIGHT, 1), 0, 101),
                     GALVAN_ERROR_INVALID);
    wire_expect_line(w, "exceeds the backing");
    assert_int_equal(get(w, handle, wire_box(0, 0, 0, WIDTH, HEIGHT, 1), WIDTH * 4 + 4, 0),
                     GALVAN_ERROR_INVALID);
    wire_expect_line(w, "exceeds the backing");
    assert_int_equal(asked.copies, 1);
    gv_virgl_resource_unref(w->r, handle);
    free(memory);
}

/* Attacks import_released_on_detach and import_released_on_unref: detaches the pages, or
 * unreferences the resource. Checks that the import is released at once, since the client may unmap
 * the pages next. */
static void import_released(void **state)
{
    struct wire *w = begin(state);
    uint8_t *memory = aligned_alloc(PAGE_B, SIZE_B);
    struct pipe_box all = wire_box(0, 0, 0, WIDTH, HEIGHT, 1);
    uint32_t handle = texture_on(w, memory, SIZE_B);
    const struct iovec iov = {memory, SIZE_B};
    assert_int_equal(get(w, handle, all, 0, 0), GALVAN_OK);
    assert_int_equal(w->screen->live.resources, 2);
    gv_virgl_resource_detach_iov(w->r, handle);
    assert_int_equal(w->screen->live.resources, 1);
    assert_int_equal(gv_virgl_resource_attach_iov(w->r, handle, &iov, 1), GALVAN_OK);
    assert_int_equal(get(w, handle, all, 0, 0), GALVAN_OK);
    assert_int_equal(asked.imports, 2);
    /* An object must keep the texture alive, but not the import of the pages. */
    wire_view(w, handle, PIPE_FORMAT_B8G8R8A8_UNORM);
    wire_accept(w);
    gv_virgl_resource_unref(w->r, handle);
    assert_int_equal(w->screen->live.resources, 1);
    free(memory);
}

/* Reads with a device that cannot import the pages; checks that texels are copied through a map. */
static void mapped_instead(void **state)
{
    struct wire *w = begin(state);
    uint8_t *memory = aligned_alloc(PAGE_B, SIZE_B + PAGE_B);
    struct pipe_box all = wire_box(0, 0, 0, WIDTH, HEIGHT, 1);
    memset(memory, 0x11, SIZE_B + PAGE_B);

    uint32_t unaligned = texture_on(w, memory + 64, SIZE_B);
    assert_int_equal(get(w, unaligned, all, 0, 0), GALVAN_OK);
    assert_int_equal(asked.imports, 0);
    assert_int_equal(memory[64], 0); /* the contents of the texture */
    gv_virgl_resource_unref(w->r, unaligned);

    uint32_t handle = texture_on(w, memory, SIZE_B);
    assert_int_equal(get(w, handle, wire_box(0, 0, 0, 16, 16, 1), 0, 0), GALVAN_OK);
    assert_int_equal(asked.imports, 0); /* too small for an import */
    asked.refuse_copy = true;
    memory[0] = 0x11;
    assert_int_equal(get(w, handle, all, 0, 0), GALVAN_OK);
    assert_int_equal(asked.copies, 1);
    assert_int_equal(memory[0], 0);
    gv_virgl_resource_unref(w->r, handle);

    asked.refuse_import = true;
    asked.imports = 0;
    handle = texture_on(w, memory, SIZE_B);
    for (unsigned i = 0; i < 3; i++) {
        memory[0] = 0x11;
        assert_int_equal(get(w, handle, all, 0, 0), GALVAN_OK);
        assert_int_equal(memory[0], 0);
    }
    assert_int_equal(asked.imports, 1); /* the driver gets only one request */
    gv_virgl_resource_unref(w->r, handle);
    wire_expect_no_line(w);
    free(memory);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        WIRE_TEST(whole_frame_goes_into_pages),
        WIRE_TEST(part_of_a_frame),
        WIRE_TEST(import_released),
        WIRE_TEST(mapped_instead),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
