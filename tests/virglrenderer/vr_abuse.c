/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Creates impossible resources and makes transfers out of range; the name of each case says what is
 * wrong. All must be rejected, and valid calls afterwards must work. */
#include <errno.h>
#include <string.h>

#include "vr.h"

/* ---- Resources ------------------------------------------------------------------------------ */

struct bad_resource {
    const char *name;
    uint32_t target, format, width, height, depth, array_size, last_level, nr_samples;
};

#define BGRA PIPE_FORMAT_B8G8R8A8_UNORM
#define T2D  PIPE_TEXTURE_2D

static const struct bad_resource bad_resources[] = {
    {"create_width0", T2D, BGRA, 0, 8, 1, 1, 0, 0},
    {"create_height0", T2D, BGRA, 8, 0, 1, 1, 0, 0},
    {"create_width_2_31", T2D, BGRA, 1u << 31, 8, 1, 1, 0, 0},
    {"create_width_2_32_1", T2D, BGRA, ~0u, ~0u, 1, 1, 0, 0},
    {"create_size_product_wraps_32", T2D, BGRA, 1u << 16, 1u << 14, 1, 1, 0, 0},
    {"create_size_product_wraps_64", PIPE_TEXTURE_3D, PIPE_FORMAT_R32G32B32A32_FLOAT, 1u << 31,
     1u << 31, 1u << 31, 1, 0, 0},
    {"create_levels_gt_log2", T2D, BGRA, 8, 8, 1, 1, 4, 0},
    {"create_levels_2_32_1", T2D, BGRA, 8, 8, 1, 1, ~0u, 0},
    {"create_array_size_0_of_array", PIPE_TEXTURE_2D_ARRAY, BGRA, 8, 8, 1, 0, 0, 0},
    {"create_array_size_65536", PIPE_TEXTURE_2D_ARRAY, BGRA, 8, 8, 1, 65536, 0, 0},
    {"create_array_size_7_of_cube", PIPE_TEXTURE_CUBE, BGRA, 8, 8, 1, 7, 0, 0},
    {"create_array_size_7_of_cubes", PIPE_TEXTURE_CUBE_ARRAY, BGRA, 8, 8, 1, 7, 0, 0},
    {"create_cube_not_square", PIPE_TEXTURE_CUBE, BGRA, 8, 4, 1, 6, 0, 0},
    {"create_depth_2_of_2d", T2D, BGRA, 8, 8, 2, 1, 0, 0},
    {"create_samples_3", T2D, BGRA, 8, 8, 1, 1, 0, 3},
    {"create_samples_255", T2D, BGRA, 8, 8, 1, 1, 0, 255},
    {"create_samples_2_31", T2D, BGRA, 8, 8, 1, 1, 0, 1u << 31},
    {"create_samples_on_3d", PIPE_TEXTURE_3D, BGRA, 8, 8, 8, 1, 0, 4},
    {"create_samples_on_buffer", PIPE_BUFFER, PIPE_FORMAT_R8_UNORM, 64, 1, 1, 1, 0, 4},
    {"create_samples_with_levels", T2D, BGRA, 8, 8, 1, 1, 1, 4},
    {"create_format_0", T2D, PIPE_FORMAT_NONE, 8, 8, 1, 1, 0, 0},
    {"create_format_out_of_table", T2D, 1u << 20, 8, 8, 1, 1, 0, 0},
    {"create_format_2_32_1", T2D, ~0u, 8, 8, 1, 1, 0, 0},
    {"create_target_out_of_range", PIPE_MAX_TEXTURE_TYPES, BGRA, 8, 8, 1, 1, 0, 0},
    {"create_target_2_32_1", ~0u, BGRA, 8, 8, 1, 1, 0, 0},
    {"create_buffer_of_2_32_1", PIPE_BUFFER, PIPE_FORMAT_R8_UNORM, ~0u, 1, 1, 1, 0, 0},
};

static void impossible_resources(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof(bad_resources) / sizeof(bad_resources[0]); i++) {
        const struct bad_resource *bad = &bad_resources[i];
        struct virgl_renderer_resource_create_args args = {
            .handle = 1,
            .target = bad->target,
            .format = bad->format,
            .bind = GV_VIRGL_BIND_SAMPLER_VIEW,
            .width = bad->width,
            .height = bad->height,
            .depth = bad->depth,
            .array_size = bad->array_size,
            .last_level = bad->last_level,
            .nr_samples = bad->nr_samples,
        };
        if (!virgl_renderer_resource_create(&args, NULL, 0))
            fail_msg("%s was made", bad->name);
        virgl_renderer_resource_unref(1);
    }
    vr_context_with_texture(1, 8, 8);
}

/* ---- Transfers ------------------------------------------------------------------------------ */

/* Resources, by handle. */
enum {
    TEXTURE = 1, /* 16x16, 5 levels */
    VOLUME,      /* 8x8x8 */
    LAYERS,      /* 8x8, 3 layers */
    CUBES,       /* 8x8, 12 faces */
    BLOCKS,      /* 16x16 DXT1 */
    BUFFER,      /* 256 bytes */
    SAMPLES,     /* 8x8, 2 layers, 4 samples */
    NUM_RESOURCES = SAMPLES,
    MEMORY_B = 4096
};

static const struct virgl_renderer_resource_create_args resources[NUM_RESOURCES] = {
    {TEXTURE, T2D, BGRA, 0, 16, 16, 1, 1, 4, 0, 0},
    {VOLUME, PIPE_TEXTURE_3D, BGRA, 0, 8, 8, 8, 1, 0, 0, 0},
    {LAYERS, PIPE_TEXTURE_2D_ARRAY, BGRA, 0, 8, 8, 1, 3, 0, 0, 0},
    {CUBES, PIPE_TEXTURE_CUBE_ARRAY, BGRA, 0, 8, 8, 1, 12, 0, 0, 0},
    {BLOCKS, T2D, PIPE_FORMAT_DXT1_RGB, 0, 16, 16, 1, 1, 0, 0, 0},
    {BUFFER, PIPE_BUFFER, PIPE_FORMAT_R8_UNORM, 0, 256, 1, 1, 1, 0, 0, 0},
    {SAMPLES, PIPE_TEXTURE_2D_ARRAY, BGRA, GV_VIRGL_BIND_RENDER_TARGET, 8, 8, 1, 2, 0, 4, 0},
};

struct bad_transfer {
    const char *name;
    uint32_t handle, level;
    struct virgl_box box;
    uint32_t stride, layer_stride;
    uint64_t offset;
};

#define NEGATIVE ~0u
#define INT_TOP  0x7fffffffu

static const struct bad_transfer bad_transfers[] = {
    {"transfer_box_negative_x", TEXTURE, 0, {NEGATIVE, 0, 0, 1, 1, 1}, 0, 0, 0},
    {"transfer_box_negative_y", TEXTURE, 0, {0, NEGATIVE, 0, 1, 1, 1}, 0, 0, 0},
    {"transfer_box_negative_z", TEXTURE, 0, {0, 0, NEGATIVE, 1, 1, 1}, 0, 0, 0},
    {"transfer_box_negative_w", TEXTURE, 0, {1, 0, 0, NEGATIVE, 1, 1}, 0, 0, 0},
    {"transfer_box_negative_d", VOLUME, 0, {0, 0, 1, 1, 1, NEGATIVE}, 0, 0, 0},
    {"transfer_box_x_plus_w_wraps_i32", TEXTURE, 0, {1, 0, 0, INT_TOP, 1, 1}, 0, 0, 0},
    {"transfer_box_y_plus_h_wraps_i32", TEXTURE, 0, {0, INT_TOP, 0, 1, 1, 1}, 0, 0, 0},
    {"transfer_box_past_level_size", TEXTURE, 1, {0, 0, 0, 9, 1, 1}, 0, 0, 0},
    {"transfer_level_past_last", TEXTURE, 5, {0, 0, 0, 1, 1, 1}, 0, 0, 0},
    {"transfer_level_2_31", TEXTURE, 1u << 31, {0, 0, 0, 1, 1, 1}, 0, 0, 0},
    {"transfer_layer_past_array", LAYERS, 0, {0, 0, 3, 1, 1, 1}, 0, 0, 0},
    {"transfer_layers_past_array", LAYERS, 0, {0, 0, 2, 1, 1, 2}, 0, 0, 0},
    {"transfer_slice_past_volume", VOLUME, 0, {0, 0, 8, 1, 1, 1}, 0, 0, 0},
    {"transfer_depth_gt1_on_2d", TEXTURE, 0, {0, 0, 0, 1, 1, 2}, 0, 0, 0},
    {"transfer_depth_gt1_on_msaa_array", SAMPLES, 0, {0, 0, 0, 8, 8, 2}, 0, 0, 0},
    {"transfer_cube_array_layer_6n", CUBES, 0, {0, 0, 12, 1, 1, 1}, 0, 0, 0},
    {"transfer_compressed_box_not_block_aligned", BLOCKS, 0, {2, 0, 0, 4, 4, 1}, 0, 0, 0},
    {"transfer_stride_smaller_than_row", TEXTURE, 0, {0, 0, 0, 16, 16, 1}, 63, 0, 0},
    {"transfer_stride_huge", TEXTURE, 0, {0, 0, 0, 16, 16, 1}, ~0u, 0, 0},
    {"transfer_layer_stride_smaller_than_layer", VOLUME, 0, {0, 0, 0, 8, 8, 2}, 32, 255, 0},
    {"transfer_layer_stride_wraps", VOLUME, 0, {0, 0, 0, 8, 8, 8}, 32, ~0u, 0},
    {"transfer_offset_past_iov", TEXTURE, 0, {0, 0, 0, 1, 1, 1}, 0, 0, MEMORY_B},
    {"transfer_offset_at_the_edge", TEXTURE, 0, {0, 0, 0, 1, 1, 1}, 0, 0, MEMORY_B - 3},
    {"transfer_offset_wraps", TEXTURE, 0, {0, 0, 0, 1, 1, 1}, 0, 0, UINT64_MAX},
    {"transfer_iov_shorter_than_box", VOLUME, 0, {0, 0, 0, 8, 8, 8}, 0, 1024, 0},
    {"transfer_buffer_past_end", BUFFER, 0, {255, 0, 0, 2, 1, 1}, 0, 0, 0},
    {"transfer_buffer_of_rows", BUFFER, 0, {0, 0, 0, 1, 2, 1}, 0, 0, 0},
    {"transfer_buffer_level_1", BUFFER, 1, {0, 0, 0, 1, 1, 1}, 0, 0, 0},
    {"transfer_unknown_resource", 99, 0, {0, 0, 0, 1, 1, 1}, 0, 0, 0},
};

/* Checks that writing and reading both return EINVAL, with the resource's backing and with the
 * caller's memory. */
static void expect_refusal(const struct bad_transfer *bad, struct iovec *iov)
{
    struct virgl_box box = bad->box;
    for (unsigned i = 0; i < 4; i++) {
        struct iovec *own = i & 1 ? iov : NULL;
        int error = i & 2 ? virgl_renderer_transfer_read_iov(bad->handle, 0, bad->level,
                                                             bad->stride, bad->layer_stride, &box,
                                                             bad->offset, own, own ? 1 : 0)
                          : virgl_renderer_transfer_write_iov(bad->handle, 0, (int)bad->level,
                                                              bad->stride, bad->layer_stride, &box,
                                                              bad->offset, own, own ? 1 : 0);
        if (error != EINVAL)
            fail_msg("%s: %d", bad->name, error);
    }
}

static void impossible_transfers(void **state)
{
    uint8_t *memory = test_malloc(MEMORY_B), *own = test_malloc(MEMORY_B);
    struct iovec backing = {memory, MEMORY_B}, iov = {own, MEMORY_B};
    struct virgl_box box = vr_box(8, 8);
    (void)state;
    for (unsigned i = 0; i < NUM_RESOURCES; i++) {
        struct virgl_renderer_resource_create_args args = resources[i];
        assert_int_equal(virgl_renderer_resource_create(&args, NULL, 0), 0);
        assert_int_equal(virgl_renderer_resource_attach_iov((int)args.handle, &backing, 1), 0);
    }
    memset(memory, 0x5a, MEMORY_B);
    memset(own, 0x5a, MEMORY_B);
    for (size_t i = 0; i < sizeof(bad_transfers) / sizeof(bad_transfers[0]); i++)
        expect_refusal(&bad_transfers[i], &iov);
    for (unsigned i = 0; i < MEMORY_B; i++) {
        assert_int_equal(memory[i], 0x5a);
        assert_int_equal(own[i], 0x5a);
    }
    assert_int_equal(virgl_renderer_transfer_write_iov(LAYERS, 0, 0, 0, 0, &box, 0, NULL, 0), 0);
    for (int handle = 1; handle <= NUM_RESOURCES; handle++)
        virgl_renderer_resource_detach_iov(handle, NULL, NULL);
    test_free(memory);
    test_free(own);
}

/* Transfers impossible boxes in memory larger than a process can reserve; checks that the box is
 * rejected before the memory is accessed. */
static void impossible_boxes_in_huge_memory(void **state)
{
    static const struct virgl_box boxes[] = {
        {0, 0, 0, 17, 1, 1}, {0, 0, 0, 16, 17, 1}, {0, 0, 0, 16, 16, 2}, {NEGATIVE, 0, 0, 1, 1, 1}};
    struct virgl_renderer_resource_create_args args = resources[TEXTURE - 1];
    char byte = 0x5a;
    struct iovec huge = {&byte, PTRDIFF_MAX};
    (void)state;
    assert_int_equal(virgl_renderer_resource_create(&args, NULL, 0), 0);
    for (size_t i = 0; i < sizeof(boxes) / sizeof(boxes[0]); i++) {
        struct virgl_box box = boxes[i];
        assert_int_equal(virgl_renderer_transfer_read_iov(TEXTURE, 0, 0, 0, 0, &box, 0, &huge, 1),
                         EINVAL);
        assert_int_equal(virgl_renderer_transfer_write_iov(TEXTURE, 0, 0, 0, 0, &box, 0, &huge, 1),
                         EINVAL);
    }
    struct virgl_box box = vr_box(16, 16);
    assert_int_equal(virgl_renderer_transfer_read_iov(TEXTURE, 0, 0, 63, 0, &box, 0, &huge, 1),
                     EINVAL); /* stride_smaller_than_row */
    assert_int_equal(virgl_renderer_transfer_read_iov(99, 0, 0, 0, 0, &box, 0, &huge, 1),
                     EINVAL); /* unknown_resource */
    assert_int_equal(byte, 0x5a);
    virgl_renderer_resource_unref(TEXTURE);
}

/* ---- Outputs */

/* Makes calls that fail; checks that their outputs are unchanged. */
static void nothing_is_written(void **state)
{
    enum {
        NO_RESOURCE = 99
    };
    int place, fd = 7;
    void *map = &place;
    uint64_t size = 7;
    uint32_t width = 7, height = 8, info = 9, type = 10;
    struct virgl_renderer_resource_info resource, before;
    struct virgl_renderer_resource_info_ext ext, ext_before;
    (void)state;
    memset(&resource, 0x5a, sizeof(resource));
    memset(&ext, 0x5a, sizeof(ext));
    memcpy(&before, &resource, sizeof(before));
    memcpy(&ext_before, &ext, sizeof(ext_before));
    assert_int_equal(virgl_renderer_resource_get_info(NO_RESOURCE, &resource), EINVAL);
    assert_int_equal(virgl_renderer_resource_get_info_ext(NO_RESOURCE, &ext), EINVAL);
    assert_memory_equal(&resource, &before, sizeof(before));
    assert_memory_equal(&ext, &ext_before, sizeof(ext_before));
    assert_null(virgl_renderer_get_cursor_data(NO_RESOURCE, &width, &height));
    assert_int_equal(virgl_renderer_resource_map(NO_RESOURCE, &map, &size), -EINVAL);
    assert_int_equal(virgl_renderer_resource_get_map_info(NO_RESOURCE, &info), -EINVAL);
    assert_int_equal(virgl_renderer_resource_export_blob(NO_RESOURCE, &type, &fd), -EINVAL);
    assert_int_equal(virgl_renderer_export_fence(1, &fd), -EOPNOTSUPP);
    assert_int_equal(virgl_renderer_get_fd_for_texture(1, &fd), -EINVAL);
    assert_ptr_equal(map, &place);
    assert_int_equal(size, 7);
    assert_int_equal(width, 7);
    assert_int_equal(height, 8);
    assert_int_equal(info, 9);
    assert_int_equal(type, 10);
    assert_int_equal(fd, 7);
}

#define TEST(f) cmocka_unit_test_setup_teardown(f, vr_setup, vr_teardown)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(impossible_resources),
        TEST(impossible_transfers),
        TEST(impossible_boxes_in_huge_memory),
        TEST(nothing_is_written),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
