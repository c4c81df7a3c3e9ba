/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Transfers of all kinds: the bytes that arrive, and boxes that are rejected. */
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "virgl/budget.h"
#include "wire.h"

static void fill(uint8_t *data, size_t size_B)
{
    for (size_t i = 0; i < size_B; i++)
        data[i] = (uint8_t)(i * 7 + 1);
}

static enum galvan_result get(struct wire *w, uint32_t handle, struct pipe_box box, uint64_t offset)
{
    return wire_get(w, handle, 0, &box, 0, 0, offset);
}

static enum galvan_result put(struct wire *w, uint32_t handle, struct pipe_box box, uint64_t offset)
{
    return wire_put(w, handle, 0, &box, 0, 0, offset);
}

/* Puts the bytes, clears the backing and gets the bytes again. */
static void round_trip(struct wire *w, uint32_t handle, struct pipe_box box, size_t size_B)
{
    uint8_t *backing = wire_backing(w, handle);
    uint8_t *want = malloc(size_B);
    assert_non_null(want);
    fill(want, size_B);
    memcpy(backing, want, size_B);
    assert_int_equal(put(w, handle, box, 0), GALVAN_OK);
    memset(backing, 0, size_B);
    assert_int_equal(get(w, handle, box, 0), GALVAN_OK);
    assert_memory_equal(backing, want, size_B);
    free(want);
    wire_expect_no_line(w);
}

static void round_trips(void **state)
{
    struct wire *w = *state;
    struct gv_virgl_resource_args a;

    round_trip(w, wire_buffer(w, 100), wire_box(0, 0, 0, 100, 1, 1), 100);
    round_trip(w, wire_texture(w, PIPE_FORMAT_B8G8R8A8_UNORM, 5, 3), wire_box(0, 0, 0, 5, 3, 1),
               60);
    round_trip(w, wire_texture(w, PIPE_FORMAT_DXT5_RGBA, 6, 6), wire_box(0, 0, 0, 6, 6, 1), 64);
    round_trip(w, wire_texture(w, PIPE_FORMAT_Z32_FLOAT_S8X24_UINT, 4, 4),
               wire_box(0, 0, 0, 4, 4, 1), 128);
    a = wire_args_2d(PIPE_FORMAT_R8G8_UNORM, 4, 4);
    a.target = PIPE_TEXTURE_3D;
    a.depth = 3;
    round_trip(w, wire_resource(w, a), wire_box(0, 0, 0, 4, 4, 3), 96);
    a = wire_args_2d(PIPE_FORMAT_R8_UNORM, 9, 1);
    a.target = PIPE_TEXTURE_1D_ARRAY;
    a.array_size = 4;
    round_trip(w, wire_resource(w, a), wire_box(0, 0, 0, 9, 1, 4), 36);
}

/* Attack transfer_cube_array_layer_6n: transfers layers of a cube array; checks that a layer after
 * the last one is rejected. */
static void transfer_cube_array_layers(void **state)
{
    struct wire *w = *state;
    struct gv_virgl_resource_args a = wire_args_2d(PIPE_FORMAT_R8_UNORM, 4, 4);
    a.target = PIPE_TEXTURE_CUBE_ARRAY;
    a.array_size = 12;
    uint32_t handle = wire_resource(w, a);
    round_trip(w, handle, wire_box(0, 0, 0, 4, 4, 12), 192);
    assert_int_equal(get(w, handle, wire_box(0, 0, 11, 4, 4, 1), 176), GALVAN_OK);
    assert_int_equal(get(w, handle, wire_box(0, 0, 12, 4, 4, 1), 0), GALVAN_ERROR_INVALID);
    wire_expect_line(w, "in z");
}

static void partial_boxes_leave_the_rest_alone(void **state)
{
    struct wire *w = *state;
    uint32_t handle = wire_texture(w, PIPE_FORMAT_R8_UNORM, 8, 8);
    uint8_t *backing = wire_backing(w, handle);
    memset(backing, 0x55, 64);
    assert_int_equal(put(w, handle, wire_box(0, 0, 0, 8, 8, 1), 0), GALVAN_OK);
    memset(backing, 0xaa, 64);
    assert_int_equal(get(w, handle, wire_box(2, 3, 0, 2, 2, 1), 3 * 8 + 2), GALVAN_OK);
    for (unsigned i = 0; i < 64; i++) {
        bool inside = i % 8 / 2 == 1 && (i / 8 == 3 || i / 8 == 4);
        assert_int_equal(backing[i], inside ? 0x55 : 0xaa);
    }
}

static void levels(void **state)
{
    struct wire *w = *state;
    struct gv_virgl_resource_args a = wire_args_2d(PIPE_FORMAT_R8_UNORM, 4, 4);
    a.last_level = 2;
    uint32_t handle = wire_resource(w, a);
    struct pipe_box box = wire_box(0, 0, 0, 2, 2, 1);
    wire_backing(w, handle)[16] = 9;
    assert_int_equal(wire_put(w, handle, 1, &box, 0, 0, 16), GALVAN_OK);
    assert_int_equal(wire_get(w, handle, 1, &box, 0, 0, 0), GALVAN_OK);
    assert_int_equal(wire_backing(w, handle)[0], 9);
    /* attack transfer_level_past_last */
    assert_int_equal(wire_get(w, handle, 3, &box, 0, 0, 0), GALVAN_ERROR_INVALID);
    wire_expect_line(w, "level past the last");
    assert_int_equal(wire_get(w, handle, ~0u, &box, 0, 0, 0), GALVAN_ERROR_INVALID);
    wire_expect_line(w, "level past the last");
}

static void transfer_bad_boxes(void **state)
{
    struct wire *w = *state;
    uint32_t handle = wire_texture(w, PIPE_FORMAT_B8G8R8A8_UNORM, 16, 16);
    const struct pipe_box boxes[] = {
        wire_box(-1, 0, 0, 2, 2, 1), /* attack transfer_box_negative_x */
        wire_box(0, -1, 0, 2, 2, 1), /* attack transfer_box_negative_y */
        wire_box(0, 0, -1, 2, 2, 1), /* attack transfer_box_negative_z */
        wire_box(0, 0, 0, -2, 2, 1),
        wire_box(0, 0, 0, 2, -2, 1),
        wire_box(0, 0, 0, 2, 2, -1),
        wire_box(0x7fffffff, 0, 0, 2, 2, 1), /* attack transfer_box_x_plus_w_wraps_i32 */
        wire_box(2, 0, 0, 0x7fffffff, 2, 1),
        wire_box(INT32_MIN, 0, 0, INT32_MIN, 2, 1),
        wire_box(0, 0, 0, 17, 2, 1), /* attack transfer_box_past_level_size */
        wire_box(1, 0, 0, 16, 2, 1),
        wire_box(0, 15, 0, 2, 2, 1),
        wire_box(0, 0, 1, 2, 2, 1), /* attack transfer_layer_past_array */
        wire_box(0, 0, 0, 2, 2, 2), /* attack transfer_depth_gt1_on_2d */
    };
    for (size_t i = 0; i < sizeof(boxes) / sizeof(boxes[0]); i++) {
        assert_int_equal(get(w, handle, boxes[i], 0), GALVAN_ERROR_INVALID);
        wire_expect_line(w, "TRANSFER_GET: ");
        assert_int_equal(put(w, handle, boxes[i], 0), GALVAN_ERROR_INVALID);
        wire_expect_line(w, "TRANSFER_PUT: ");
        WIRE(w, TRANSFER3D, handle, 0, 0, 0, 0, (uint32_t)boxes[i].x, (uint32_t)boxes[i].y,
             (uint32_t)boxes[i].z, (uint32_t)boxes[i].width, (uint32_t)boxes[i].height,
             (uint32_t)boxes[i].depth, 0, 1);
        wire_refuse(w, "box");
    }
    assert_int_equal(w->screen->counts.maps + w->screen->counts.inline_writes, 0);
}

static void transfer_depth_gt1_on_msaa_array(void **state)
{
    struct wire *w = *state;
    struct gv_virgl_resource_args a = wire_args_2d(PIPE_FORMAT_R8_UNORM, 16, 16);
    a.target = PIPE_TEXTURE_2D_ARRAY;
    a.array_size = 4;
    a.nr_samples = 4;
    uint8_t memory[4096];
    struct iovec iov = {memory, sizeof(memory)};
    a.handle = wire_handle(w);
    assert_int_equal(wire_create(w, &a, &iov, 1), GALVAN_OK);
    assert_int_equal(get(w, a.handle, wire_box(0, 0, 0, 16, 16, 4), 0), GALVAN_ERROR_INVALID);
    wire_expect_line(w, "multisample");
    gv_virgl_resource_unref(w->r, a.handle);
}

static void transfer_compressed_box_not_block_aligned(void **state)
{
    struct wire *w = *state;
    uint32_t handle = wire_texture(w, PIPE_FORMAT_DXT1_RGB, 16, 16);
    assert_int_equal(get(w, handle, wire_box(2, 0, 0, 4, 4, 1), 0), GALVAN_ERROR_INVALID);
    wire_expect_line(w, "splits blocks");
    assert_int_equal(get(w, handle, wire_box(0, 0, 0, 6, 4, 1), 0), GALVAN_ERROR_INVALID);
    wire_expect_line(w, "splits blocks");
}

static void transfer_strides(void **state)
{
    struct wire *w = *state;
    struct gv_virgl_resource_args a = wire_args_2d(PIPE_FORMAT_R8_UNORM, 8, 8);
    a.target = PIPE_TEXTURE_2D_ARRAY;
    a.array_size = 2;
    uint32_t handle = wire_resource(w, a);
    struct pipe_box box = wire_box(0, 0, 0, 4, 2, 2);
    uint8_t *backing = wire_backing(w, handle);

    fill(backing, 128);
    assert_int_equal(wire_put(w, handle, 0, &box, 5, 17, 3), GALVAN_OK);
    memset(backing, 0xcc, 128);
    assert_int_equal(wire_get(w, handle, 0, &box, 6, 20, 1), GALVAN_OK);
    for (unsigned z = 0; z < 2; z++) {
        for (unsigned y = 0; y < 2; y++) {
            for (unsigned x = 0; x < 4; x++)
                assert_int_equal(backing[1 + z * 20 + y * 6 + x],
                                 (uint8_t)((3 + z * 17 + y * 5 + x) * 7 + 1));
            /* The bytes between the rows must be unchanged. */
            assert_int_equal(backing[1 + z * 20 + y * 6 + 4], 0xcc);
        }
    }
    /* attacks transfer_stride_smaller_than_row, transfer_stride_huge and
     * transfer_layer_stride_wraps */
    assert_int_equal(wire_get(w, handle, 0, &box, 3, 0, 0), GALVAN_ERROR_INVALID);
    wire_expect_line(w, "stride smaller than a row");
    assert_int_equal(wire_get(w, handle, 0, &box, ~0u, 0, 0), GALVAN_ERROR_INVALID);
    wire_expect_line(w, "stride");
    assert_int_equal(wire_get(w, handle, 0, &box, 8, ~0u, 0), GALVAN_ERROR_INVALID);
    wire_expect_line(w, "exceeds the backing");
    assert_int_equal(wire_get(w, handle, 0, &box, 8, 11, 0), GALVAN_ERROR_INVALID);
    wire_expect_line(w, "layer stride");
}

static void transfer_offset_past_iov(void **state)
{
    struct wire *w = *state;
    uint32_t handle = wire_buffer(w, 100);
    assert_int_equal(get(w, handle, wire_box(0, 0, 0, 10, 1, 1), 90), GALVAN_OK);
    assert_int_equal(get(w, handle, wire_box(0, 0, 0, 10, 1, 1), 91), GALVAN_ERROR_INVALID);
    wire_expect_line(w, "exceeds the backing");
    assert_int_equal(get(w, handle, wire_box(0, 0, 0, 10, 1, 1), UINT64_MAX - 4),
                     GALVAN_ERROR_INVALID);
    wire_expect_line(w, "exceeds the backing");
    WIRE(w, TRANSFER3D, handle, 0, 0, 0, 0, 0, 0, 0, 10, 1, 1, ~0u, 1);
    wire_refuse(w, "exceeds the backing");
}

static void transfer_iov_shorter_than_box(void **state)
{
    struct wire *w = *state;
    struct gv_virgl_resource_args a = wire_args_2d(PIPE_FORMAT_R8_UNORM, 16, 16);
    uint8_t memory[255];
    struct iovec iov = {memory, sizeof(memory)};
    a.handle = wire_handle(w);
    assert_int_equal(wire_create(w, &a, &iov, 1), GALVAN_OK);
    assert_int_equal(get(w, a.handle, wire_box(0, 0, 0, 16, 16, 1), 0), GALVAN_ERROR_INVALID);
    wire_expect_line(w, "exceeds the backing");
    assert_int_equal(get(w, a.handle, wire_box(0, 0, 0, 15, 16, 1), 0), GALVAN_OK);
    gv_virgl_resource_unref(w->r, a.handle);
}

/* Attacks transfer_iov_zero_entries and transfer_iov_detached: transfers without backing; checks
 * that they are rejected. */
static void transfer_without_backing(void **state)
{
    struct wire *w = *state;
    struct gv_virgl_resource_args a = wire_args_buffer(64);
    a.handle = wire_handle(w);
    assert_int_equal(wire_create(w, &a, NULL, 0), GALVAN_OK);
    assert_int_equal(get(w, a.handle, wire_box(0, 0, 0, 1, 1, 1), 0), GALVAN_ERROR_INVALID);
    wire_expect_line(w, "exceeds the backing");
    uint32_t attached = wire_buffer(w, 64);
    gv_virgl_resource_detach_iov(w->r, attached);
    assert_int_equal(put(w, attached, wire_box(0, 0, 0, 1, 1, 1), 0), GALVAN_ERROR_INVALID);
    wire_expect_line(w, "exceeds the backing");
}

static void backing_in_pieces(void **state)
{
    struct wire *w = *state;
    struct gv_virgl_resource_args a = wire_args_2d(PIPE_FORMAT_R8_UNORM, 8, 8);
    uint8_t pieces[4][16];
    struct iovec iov[5];
    for (unsigned i = 0; i < 4; i++) {
        memset(pieces[i], (int)i + 1, sizeof(pieces[i]));
        iov[i] = (struct iovec){pieces[i], i == 1 ? 15 : 16}; /* rows cross the pieces */
    }
    iov[4] = (struct iovec){pieces[1] + 15, 1};
    a.handle = wire_handle(w);
    assert_int_equal(wire_create(w, &a, iov, 5), GALVAN_OK);
    assert_int_equal(put(w, a.handle, wire_box(0, 0, 0, 8, 8, 1), 0), GALVAN_OK);
    memset(pieces, 0, sizeof(pieces));
    assert_int_equal(get(w, a.handle, wire_box(0, 0, 0, 8, 8, 1), 0), GALVAN_OK);
    assert_int_equal(pieces[0][15], 1);
    assert_int_equal(pieces[1][14], 2);
    assert_int_equal(pieces[2][0], 3);
    assert_int_equal(pieces[3][15], 4);
    assert_int_equal(pieces[1][15], 2); /* the byte after the shorter piece */
    gv_virgl_resource_unref(w->r, a.handle);
}

/* Sends TRANSFER3D; checks that it has the effect of the transfer functions, and needs no
 * sub-context. */
static void transfer3d(void **state)
{
    struct wire *w = *state;
    uint32_t handle = wire_buffer(w, 16);
    uint8_t *backing = wire_backing(w, handle);
    fill(backing, 16);
    WIRE(w, TRANSFER3D, handle, 0, 2, 0, 0, 4, 0, 0, 8, 1, 1, 4, 1);
    wire_accept(w);
    assert_true(w->screen->last_context->write_usage & PIPE_TRANSFER_DISCARD_RANGE);
    assert_false(w->screen->last_context->write_usage & PIPE_TRANSFER_DISCARD_WHOLE_RESOURCE);
    WIRE(w, TRANSFER3D, handle, 0, 2, 0, 0, 0, 0, 0, 16, 1, 1, 0, 1);
    wire_accept(w);
    assert_true(w->screen->last_context->write_usage & PIPE_TRANSFER_DISCARD_WHOLE_RESOURCE);
    memset(backing, 0, 16);
    WIRE(w, TRANSFER3D, handle, 0, 1, 0, 0, 4, 0, 0, 8, 1, 1, 4, 2);
    wire_accept(w);
    assert_int_equal(backing[3], 0);
    assert_int_equal(backing[4], 4 * 7 + 1);
    WIRE(w, TRANSFER3D, handle, 0, 1, 0, 0, 0, 0, 0, 8, 1, 1, 0, 3);
    wire_refuse(w, "direction");
    WIRE(w, TRANSFER3D, 999, 0, 1, 0, 0, 0, 0, 0, 8, 1, 1, 0, 1);
    wire_refuse(w, "unknown resource 999");
    /* An empty box is valid and does nothing. */
    unsigned writes = w->screen->counts.inline_writes;
    WIRE(w, TRANSFER3D, handle, 0, 1, 0, 0, 0, 0, 0, 0, 1, 1, 0, 1);
    wire_accept(w);
    assert_int_equal(w->screen->counts.inline_writes, writes);
}

/* The range of a backing that see() got before the transfer read it. see() replaces the bytes, so
 * the resource gets the replaced bytes. */
struct seen {
    unsigned num;
    uint32_t handle;
    uint64_t offset_B;
    size_t size_B;
    uint8_t first;
};

static void see(void *priv, uint32_t handle, uint64_t offset_B, void *memory, size_t size_B)
{
    struct seen *seen = priv;
    seen->num++;
    seen->handle = handle;
    seen->offset_B = offset_B;
    seen->size_B = size_B;
    seen->first = *(uint8_t *)memory;
    memset(memory, 0x77, size_B);
}

static void expect_seen(struct seen *seen, uint32_t handle, uint64_t offset_B, size_t size_B)
{
    assert_int_equal(seen->num, 1);
    assert_int_equal(seen->handle, handle);
    assert_int_equal(seen->offset_B, offset_B);
    assert_int_equal(seen->size_B, size_B);
    assert_int_equal(seen->first, 0x11);
    seen->num = 0;
}

static void memory_is_flushed_before_it_is_read(void **state)
{
    struct wire *w = *state;
    struct seen seen = {0};
    const struct gv_virgl_memory_hook hook = {see, &seen};
    w->memory_hook = &hook;
    wire_restart(w, NULL);
    uint32_t handle = wire_texture(w, PIPE_FORMAT_R8_UNORM, 8, 8);
    uint32_t staging = wire_buffer(w, 100);
    uint8_t *backing = wire_backing(w, handle);
    struct pipe_box box = wire_box(2, 3, 0, 2, 2, 1);
    memset(backing, 0x11, 64);
    memset(wire_backing(w, staging), 0x11, 100);

    /* The box has two rows of two bytes; see() gets the range from the first byte to the last. */
    assert_int_equal(put(w, handle, box, 26), GALVAN_OK);
    expect_seen(&seen, handle, 26, 10);
    assert_int_equal(get(w, handle, box, 0), GALVAN_OK);
    assert_int_equal(seen.num, 0);
    assert_int_equal(backing[0], 0x77);

    memset(backing, 0x11, 64);
    WIRE(w, TRANSFER3D, handle, 0, 2, 0, 0, 2, 3, 0, 2, 2, 1, 26, 1);
    wire_accept(w);
    expect_seen(&seen, handle, 26, 10);
    WIRE(w, COPY_TRANSFER3D, handle, 0, 0, 5, 0, 2, 3, 0, 2, 2, 1, staging, 40, 1);
    wire_accept(w);
    expect_seen(&seen, staging, 40, 7);
}

/* The client's memory of one resource, of which the renderer has a copy. */
struct original {
    uint32_t handle;
    uint8_t *copy;
    uint8_t bytes[64];
    unsigned num_fetched, num_wrote;
};

static void fetch(void *priv, uint32_t handle, uint64_t offset_B, uint64_t size_B)
{
    struct original *original = priv;
    assert_int_equal(handle, original->handle);
    assert_true(offset_B + size_B <= sizeof(original->bytes));
    memcpy(original->copy + offset_B, original->bytes + offset_B, size_B);
    original->num_fetched++;
}

static void wrote(void *priv, uint32_t handle, const struct gv_virgl_rows *rows)
{
    struct original *original = priv;
    assert_int_equal(handle, original->handle);
    for (uint32_t row = 0; row < rows->num_rows; row++) {
        uint64_t offset_B = rows->offset_B + row * rows->stride_B;
        memcpy(original->bytes + offset_B, original->copy + offset_B, rows->row_B);
    }
    assert_int_equal(rows->num_slices, 1);
    original->num_wrote++;
}

static void backings_may_be_copies(void **state)
{
    struct wire *w = *state;
    struct original original = {0};
    const struct gv_virgl_backing_hook hook = {fetch, wrote, &original};
    w->backing_hook = &hook;
    wire_restart(w, NULL);
    struct gv_virgl_resource_args a = wire_args_buffer(64);
    a.bind = GV_VIRGL_BIND_STAGING;
    uint32_t staging = wire_resource(w, a);
    uint32_t handle = wire_texture(w, PIPE_FORMAT_R8_UNORM, 8, 8);

    original.handle = handle;
    original.copy = wire_backing(w, handle);
    fill(original.bytes, 64);
    assert_int_equal(put(w, handle, wire_box(0, 0, 0, 8, 8, 1), 0), GALVAN_OK);
    assert_int_equal(original.num_fetched, 1);

    /* The box has two rows of two bytes. The bytes between the rows must stay unchanged, although
     * the copy has other bytes there. */
    memset(original.copy, 0x55, 64);
    memset(original.bytes, 0x66, 64);
    assert_int_equal(get(w, handle, wire_box(2, 3, 0, 2, 2, 1), 26), GALVAN_OK);
    assert_int_equal(original.num_wrote, 1);
    assert_int_equal(original.bytes[26], (uint8_t)(26 * 7 + 1));
    assert_int_equal(original.bytes[35], (uint8_t)(35 * 7 + 1));
    assert_int_equal(original.bytes[30], 0x66);

    original.handle = staging;
    original.copy = wire_backing(w, staging);
    fill(original.bytes, 64);
    WIRE(w, COPY_TRANSFER3D, handle, 0, 0, 8, 0, 0, 0, 0, 8, 8, 1, staging, 0, 1);
    wire_accept(w);
    assert_int_equal(original.num_fetched, 2);
    WIRE(w, RESOURCE_INLINE_WRITE, handle, 0, 0, 0, 0, 0, 0, 0, 8, 1, 1, 0x04030201, 0x08070605);
    wire_accept(w);
    assert_int_equal(original.num_fetched, 2);

    /* The memory of a call has no handle. */
    uint8_t bytes[64] = {0};
    const struct iovec iov = {bytes, sizeof(bytes)};
    const struct pipe_box box = wire_box(0, 0, 0, 8, 8, 1);
    original.handle = 0;
    original.copy = bytes;
    assert_int_equal(
        gv_virgl_transfer_get(
            w->r,
            &(struct gv_virgl_transfer){.handle = handle, .box = &box, .iov = &iov, .num_iov = 1}),
        GALVAN_OK);
    assert_int_equal(original.num_wrote, 2);
    assert_int_equal(original.bytes[0], 1);
}

static void copy_transfer3d(void **state)
{
    struct wire *w = *state;
    struct gv_virgl_resource_args a = wire_args_buffer(64);
    a.bind = GV_VIRGL_BIND_STAGING;
    uint32_t staging = wire_resource(w, a);
    uint32_t texture = wire_texture(w, PIPE_FORMAT_R8_UNORM, 4, 4);
    fill(wire_backing(w, staging), 64);
    /* The rows are ten bytes apart, from byte 5 on. */
    WIRE(w, COPY_TRANSFER3D, texture, 0, 0, 10, 0, 0, 0, 0, 4, 4, 1, staging, 5, 1);
    wire_accept(w);
    assert_int_equal(get(w, texture, wire_box(0, 0, 0, 4, 4, 1), 0), GALVAN_OK);
    for (unsigned y = 0; y < 4; y++)
        assert_int_equal(wire_backing(w, texture)[y * 4], (uint8_t)((5 + y * 10) * 7 + 1));
    /* The bytes are copied back to the staging buffer, as the flag in the last dword requests. */
    memset(wire_backing(w, staging), 0, 64);
    WIRE(w, COPY_TRANSFER3D, texture, 0, 0, 4, 0, 0, 0, 0, 4, 4, 1, staging, 0, 3);
    wire_accept(w);
    assert_int_equal(wire_backing(w, staging)[0], 5 * 7 + 1);
    WIRE(w, COPY_TRANSFER3D, texture, 0, 0, 4, 0, 0, 0, 0, 4, 4, 1, staging, 49, 1);
    wire_refuse(w, "exceeds the backing");
    /* attack copy_transfer_src_is_dst */
    WIRE(w, COPY_TRANSFER3D, texture, 0, 0, 4, 0, 0, 0, 0, 4, 4, 1, texture, 0, 1);
    wire_refuse(w, "staging for itself");
    WIRE(w, COPY_TRANSFER3D, texture, 0, 0, 4, 0, 0, 0, 0, 4, 4, 1, 999, 0, 1);
    wire_refuse(w, "unknown resource 999");
}

/* Transfers through staging memory without a backing; checks that nothing happens, as with
 * virglrenderer from 0.10 on. */
static void staging_without_memory(void **state)
{
    struct wire *w = *state;
    struct gv_virgl_resource_args a = wire_args_buffer(64);
    a.bind = GV_VIRGL_BIND_STAGING;
    uint32_t staging = wire_resource(w, a);
    a.handle = wire_handle(w);
    assert_int_equal(wire_create(w, &a, NULL, 0), GALVAN_OK);
    WIRE(w, COPY_TRANSFER3D, a.handle, 0, 0, 0, 0, 0, 0, 0, 64, 1, 1, staging, 0, 1);
    wire_refuse(w, "has no such memory");
    WIRE(w, COPY_TRANSFER3D, staging, 0, 0, 0, 0, 0, 0, 0, 64, 1, 1, a.handle, 0, 1);
    wire_refuse(w, "exceeds the backing");
    WIRE(w, TRANSFER3D, a.handle, 0, 0, 0, 0, 0, 0, 0, 64, 1, 1, 0, 1);
    wire_refuse(w, "exceeds the backing");
}

static void resource_inline_write(void **state)
{
    struct wire *w = *state;
    uint32_t handle = wire_buffer(w, 8);
    WIRE(w, RESOURCE_INLINE_WRITE, handle, 0, 0, 0, 0, 0, 0, 0, 8, 1, 1, 0x04030201, 0x08070605);
    wire_accept(w);
    assert_int_equal(get(w, handle, wire_box(0, 0, 0, 8, 1, 1), 0), GALVAN_OK);
    for (unsigned i = 0; i < 8; i++)
        assert_int_equal(wire_backing(w, handle)[i], i + 1);
    /* attack inline_write_payload_shorter_than_box */
    WIRE(w, RESOURCE_INLINE_WRITE, handle, 0, 0, 0, 0, 0, 0, 0, 8, 1, 1, 0);
    wire_refuse(w, "exceeds the backing");
    WIRE(w, RESOURCE_INLINE_WRITE, handle, 0, 0, 0, 0, 0, 0, 0, 8, 1, 1);
    wire_refuse(w, "exceeds the backing");
    /* attack inline_write_to_buffer_past_end */
    WIRE(w, RESOURCE_INLINE_WRITE, handle, 0, 0, 0, 0, 4, 0, 0, 8, 1, 1, 0, 0);
    wire_refuse(w, "in x");
}

/* ---- Memory that changes meanwhile */

struct changed {
    _Atomic bool ends;
    uint8_t *bytes;
    size_t size_B;
};

/* Changes the memory all the time. The race is intended: it affects only the client's own bytes. */
__attribute__((no_sanitize("thread"))) static void *keep_changing(void *data)
{
    struct changed *changed = data;
    for (unsigned i = 0; !changed->ends; i++)
        ((volatile uint8_t *)changed->bytes)[i % changed->size_B] = (uint8_t)i;
    return NULL;
}

/* Attack iov_contents_race_under_tsan: transfers bytes that another thread changes. The race may
 * affect only the copied contents, since no transfer makes a decision by the bytes that it
 * copies. */
static void contents_that_change_meanwhile(void **state)
{
    struct wire *w = *state;
    uint8_t bytes[16 * 16 * 4] = {0};
    struct iovec iov = {bytes, sizeof(bytes)};
    struct changed changed = {.bytes = bytes, .size_B = sizeof(bytes)};
    struct gv_virgl_resource_args a = wire_args_2d(PIPE_FORMAT_B8G8R8A8_UNORM, 16, 16);
    const struct pipe_box box = wire_box(0, 0, 0, 16, 16, 1);
    pthread_t thread;
    a.handle = wire_handle(w);
    assert_int_equal(wire_create(w, &a, &iov, 1), GALVAN_OK);
    assert_int_equal(pthread_create(&thread, NULL, keep_changing, &changed), 0);
    for (unsigned i = 0; i < 1000; i++) {
        assert_int_equal(wire_put(w, a.handle, 0, &box, 0, 0, 0), GALVAN_OK);
        assert_int_equal(wire_get(w, a.handle, 0, &box, 0, 0, 0), GALVAN_OK);
    }
    changed.ends = true;
    pthread_join(thread, NULL);
    wire_expect_no_line(w);
}

/* Attack transfer_to_resource_of_other_context: uses a handle of another client; checks that it is
 * unknown. */
static void resources_belong_to_their_client(void **state)
{
    struct wire *w = *state;
    struct gv_virgl_params params = {.screen = &w->screen->base};
    struct galvan_log quiet = {0};
    struct gv_virgl_renderer *other;
    uint32_t handle = wire_buffer(w, 16);
    struct pipe_box box = wire_box(0, 0, 0, 16, 1, 1);
    params.log = &quiet;
    const struct gv_virgl_transfer transfer = {.handle = handle, .box = &box};
    assert_int_equal(gv_virgl_renderer_create(&params, &other), GALVAN_OK);
    assert_int_equal(gv_virgl_transfer_get(other, &transfer), GALVAN_ERROR_INVALID);
    gv_virgl_renderer_destroy(other);
}

static void get_fails_when_the_driver_cannot_map(void **state)
{
    struct wire *w = *state;
    uint32_t handle = wire_buffer(w, 16);
    assert_int_equal(put(w, handle, wire_box(0, 0, 0, 16, 1, 1), 0), GALVAN_OK);
    w->screen->fail_after = 0;
    assert_int_equal(get(w, handle, wire_box(0, 0, 0, 16, 1, 1), 0), GALVAN_ERROR_NO_MEMORY);
    w->screen->fail_after = -1;
    wire_expect_line(w, "TRANSFER_GET");
}

/* Requests the available memory; checks that a client gets its own share. */
static void memory_info(void **state)
{
    enum {
        SHARE_KIB = 256
    };
    struct wire *w = *state;
    struct gv_virgl_limits limits = gv_virgl_limits_default();
    struct gv_virgl_resource_args a = wire_args_buffer(24);
    a.bind = GV_VIRGL_BIND_CUSTOM;
    w->screen->memory_info = (struct pipe_memory_info){1024, 512, 2048, 1500, 3, 4};
    uint32_t expected[6] = {1024, 512, 2048, 1500, 3, 4}, got[6];
    uint32_t handle = wire_resource(w, a);
    WIRE(w, GET_MEMORY_INFO, handle);
    wire_accept(w);
    memcpy(got, wire_backing(w, handle), sizeof(got));
    assert_memory_equal(got, expected, sizeof(got));
    WIRE(w, GET_MEMORY_INFO, wire_result(w));
    wire_refuse(w, "too small");

    limits.memory_B = SHARE_KIB << 10;
    wire_restart(w, &limits);
    handle = wire_resource(w, a);
    wire_buffer(w, 64 << 10);
    WIRE(w, GET_MEMORY_INFO, handle);
    wire_accept(w);
    memcpy(got, wire_backing(w, handle), sizeof(got));
    /* The client uses memory for the buffer, its backing, the arguments of the request, and the
     * bookkeeping of both resources. */
    expected[1] = SHARE_KIB - 2 * 64 - (2 * 24 + 2 * GV_VIRGL_RESOURCE_COST_B + 1023) / 1024;
    assert_memory_equal(got, expected, sizeof(got));
}

/* Requests a texture's layout; checks that the answer is the layout of its dma-buf: one linear
 * plane, with rows aligned to 256 bytes. */
static void resource_layout(void **state)
{
    struct wire *w = *state;
    struct gv_virgl_resource_args a = wire_args_buffer(80);
    a.bind = GV_VIRGL_BIND_CUSTOM;
    const uint32_t handle = wire_resource(w, a);
    const uint32_t texture = wire_texture(w, PIPE_FORMAT_B8G8R8A8_UNORM, 100, 50);
    const uint32_t expected[20] = {0, 0, 1, 0, 0, 0, 512, 512 * 50};
    uint32_t got[20];
    WIRE(w, GET_PIPE_RESOURCE_LAYOUT, handle, texture);
    wire_accept(w);
    memcpy(got, wire_backing(w, handle), sizeof(got));
    assert_memory_equal(got, expected, sizeof(got));
    WIRE(w, GET_PIPE_RESOURCE_LAYOUT, handle, handle);
    wire_refuse(w, "no 2D texture");
    WIRE(w, GET_PIPE_RESOURCE_LAYOUT, wire_result(w), texture);
    wire_refuse(w, "too small");
    WIRE(w, GET_PIPE_RESOURCE_LAYOUT, handle, 999);
    wire_refuse(w, "999");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        WIRE_TEST(round_trips),
        WIRE_TEST(transfer_cube_array_layers),
        WIRE_TEST(partial_boxes_leave_the_rest_alone),
        WIRE_TEST(levels),
        WIRE_TEST(transfer_bad_boxes),
        WIRE_TEST(transfer_depth_gt1_on_msaa_array),
        WIRE_TEST(transfer_compressed_box_not_block_aligned),
        WIRE_TEST(transfer_strides),
        WIRE_TEST(transfer_offset_past_iov),
        WIRE_TEST(transfer_iov_shorter_than_box),
        WIRE_TEST(transfer_without_backing),
        WIRE_TEST(backing_in_pieces),
        WIRE_TEST(transfer3d),
        WIRE_TEST(backings_may_be_copies),
        WIRE_TEST(memory_is_flushed_before_it_is_read),
        WIRE_TEST(copy_transfer3d),
        WIRE_TEST(staging_without_memory),
        WIRE_TEST(resource_inline_write),
        WIRE_TEST(contents_that_change_meanwhile),
        WIRE_TEST(resources_belong_to_their_client),
        WIRE_TEST(get_fails_when_the_driver_cannot_map),
        WIRE_TEST(memory_info),
        WIRE_TEST(resource_layout),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
