/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* The tight mip layout, and the function that turns boxes into ranges of bytes. */
#include "pipe/p_state.h"
#include "virgl/layout.h"
#include "wire.h"

static const struct layout_case {
    const char *name;
    struct gv_virgl_resource_args args;
    uint64_t size_B; /* UINT64_MAX: rejected */
} layout_cases[] = {
#define SHAPE(t, f, w, h, d, n, l, s)                                                              \
    {                                                                                              \
        .target = PIPE_##t, .format = PIPE_FORMAT_##f, .width = w, .height = h, .depth = d,        \
        .array_size = n, .last_level = l, .nr_samples = s                                          \
    }
    {"buffer", SHAPE(BUFFER, R8_UNORM, 1000, 1, 1, 1, 0, 0), 1000},
    {"fence buffer", SHAPE(BUFFER, R8_UNORM, 8, 1, 1, 0, 0, 0), 8},
    {"2d", SHAPE(TEXTURE_2D, B8G8R8A8_UNORM, 3, 5, 1, 1, 0, 0), 60},
    {"2d with levels", SHAPE(TEXTURE_2D, R8_UNORM, 5, 3, 1, 1, 2, 0), 15 + 2 + 1},
    {"1d", SHAPE(TEXTURE_1D, R8G8_UNORM, 7, 1, 1, 1, 0, 0), 14},
    {"1d array", SHAPE(TEXTURE_1D_ARRAY, R8_UNORM, 7, 1, 1, 3, 0, 0), 21},
    {"2d array", SHAPE(TEXTURE_2D_ARRAY, R8_UNORM, 4, 4, 1, 3, 1, 0), 48 + 12},
    {"3d", SHAPE(TEXTURE_3D, R8_UNORM, 4, 4, 4, 1, 2, 0), 64 + 8 + 1},
    {"cube", SHAPE(TEXTURE_CUBE, R8_UNORM, 4, 4, 1, 6, 1, 0), 96 + 24},
    {"cube array", SHAPE(TEXTURE_CUBE_ARRAY, R8_UNORM, 2, 2, 1, 12, 0, 0), 48},
    {"rectangle", SHAPE(TEXTURE_RECT, R8_UNORM, 5, 5, 1, 1, 0, 0), 25},
    {"dxt1", SHAPE(TEXTURE_2D, DXT1_RGB, 5, 5, 1, 1, 0, 0), 32},
    {"dxt5 with levels", SHAPE(TEXTURE_2D, DXT5_RGBA, 8, 8, 1, 1, 3, 0), 64 + 16 + 16 + 16},
    {"astc 5x4", SHAPE(TEXTURE_2D, ASTC_5x4, 11, 9, 1, 1, 0, 0), 3 * 3 * 16},
    {"z32f s8", SHAPE(TEXTURE_2D, Z32_FLOAT_S8X24_UINT, 2, 2, 1, 1, 0, 0), 32},
    {"multisample", SHAPE(TEXTURE_2D, R8_UNORM, 16, 16, 1, 1, 0, 4), 0},
    {"one sample", SHAPE(TEXTURE_2D, R8_UNORM, 16, 16, 1, 1, 0, 1), 256},
    {"largest of all", SHAPE(TEXTURE_3D, R64G64B64A64_FLOAT, 65536, 65536, 65536, 1, 0, 0),
     UINT64_C(1) << 53},
    {"width 0", SHAPE(TEXTURE_2D, R8_UNORM, 0, 1, 1, 1, 0, 0), UINT64_MAX},
    {"width 2^31", SHAPE(BUFFER, R8_UNORM, 0x80000000, 1, 1, 1, 0, 0), UINT64_MAX},
    {"width 65537", SHAPE(TEXTURE_2D, R8_UNORM, 65537, 1, 1, 1, 0, 0), UINT64_MAX},
    {"height of 1d", SHAPE(TEXTURE_1D, R8_UNORM, 4, 2, 1, 1, 0, 0), UINT64_MAX},
    {"depth of 2d", SHAPE(TEXTURE_2D, R8_UNORM, 4, 4, 2, 1, 0, 0), UINT64_MAX},
    {"layers of 2d", SHAPE(TEXTURE_2D, R8_UNORM, 4, 4, 1, 2, 0, 0), UINT64_MAX},
    {"no layers", SHAPE(TEXTURE_2D_ARRAY, R8_UNORM, 4, 4, 1, 0, 0, 0), UINT64_MAX},
    {"65536 layers", SHAPE(TEXTURE_2D_ARRAY, R8_UNORM, 4, 4, 1, 65536, 0, 0), UINT64_MAX},
    {"five faces", SHAPE(TEXTURE_CUBE, R8_UNORM, 4, 4, 1, 5, 0, 0), UINT64_MAX},
    {"oblong cube", SHAPE(TEXTURE_CUBE, R8_UNORM, 4, 5, 1, 6, 0, 0), UINT64_MAX},
    {"seven faces", SHAPE(TEXTURE_CUBE_ARRAY, R8_UNORM, 4, 4, 1, 7, 0, 0), UINT64_MAX},
    {"too many levels", SHAPE(TEXTURE_2D, R8_UNORM, 4, 4, 1, 1, 3, 0), UINT64_MAX},
    {"level 16", SHAPE(TEXTURE_2D, R8_UNORM, 65536, 1, 1, 1, 16, 0), UINT64_MAX},
    {"level 255", SHAPE(TEXTURE_2D, R8_UNORM, 65536, 1, 1, 1, 255, 0), UINT64_MAX},
    {"levels of rectangle", SHAPE(TEXTURE_RECT, R8_UNORM, 4, 4, 1, 1, 1, 0), UINT64_MAX},
    {"three samples", SHAPE(TEXTURE_2D, R8_UNORM, 4, 4, 1, 1, 0, 3), UINT64_MAX},
    {"255 samples", SHAPE(TEXTURE_2D, R8_UNORM, 4, 4, 1, 1, 0, 255), UINT64_MAX},
    {"samples of 3d", SHAPE(TEXTURE_3D, R8_UNORM, 4, 4, 4, 1, 0, 4), UINT64_MAX},
    {"samples of a buffer", SHAPE(BUFFER, R8_UNORM, 64, 1, 1, 1, 0, 4), UINT64_MAX},
    {"samples with levels", SHAPE(TEXTURE_2D, R8_UNORM, 4, 4, 1, 1, 1, 4), UINT64_MAX},
    {"no format", SHAPE(TEXTURE_2D, NONE, 4, 4, 1, 1, 0, 0), UINT64_MAX},
    {"planar format", SHAPE(TEXTURE_2D, NV12, 4, 4, 1, 1, 0, 0), UINT64_MAX},
    {"blocks with depth", SHAPE(TEXTURE_3D, ASTC_3x3x3, 3, 3, 3, 1, 0, 0), UINT64_MAX},
};

static void backing_sizes(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof(layout_cases) / sizeof(layout_cases[0]); i++) {
        uint64_t size_B = gv_virgl_resource_backing_size(&layout_cases[i].args);
        if (size_B != layout_cases[i].size_B)
            print_error("%s\n", layout_cases[i].name);
        assert_int_equal(size_B, layout_cases[i].size_B);
    }
}

static void formats_and_targets_out_of_their_tables(void **state)
{
    (void)state;
    struct gv_virgl_resource_args args = wire_args_2d(PIPE_FORMAT_R8_UNORM, 4, 4);
    const uint32_t bad_formats[] = {73, 78, 86, 307, 309, 481, 482, 0xffff, ~0u};
    for (size_t i = 0; i < sizeof(bad_formats) / sizeof(bad_formats[0]); i++) {
        args.format = bad_formats[i];
        assert_int_equal(gv_virgl_resource_backing_size(&args), UINT64_MAX);
    }
    args.format = PIPE_FORMAT_R8_UNORM;
    args.target = PIPE_MAX_TEXTURE_TYPES;
    assert_int_equal(gv_virgl_resource_backing_size(&args), UINT64_MAX);
    args.target = ~0u;
    assert_int_equal(gv_virgl_resource_backing_size(&args), UINT64_MAX);
}

static struct gv_virgl_layout layout_of(struct gv_virgl_resource_args args)
{
    struct gv_virgl_layout layout;
    assert_null(gv_virgl_layout_init(&layout, &args));
    return layout;
}

static void levels_follow_each_other(void **state)
{
    (void)state;
    struct gv_virgl_resource_args args = wire_args_2d(PIPE_FORMAT_DXT1_RGB, 10, 6);
    args.last_level = 3;
    struct gv_virgl_layout l = layout_of(args);
    const uint64_t offsets[] = {0, 48, 64, 72}, strides[] = {24, 16, 8, 8};
    for (unsigned i = 0; i < 4; i++) {
        assert_int_equal(l.levels[i].offset_B, offsets[i]);
        assert_int_equal(l.levels[i].stride_B, strides[i]);
    }
    assert_int_equal(l.size_B, 80);
}

static const char *range_of(const struct gv_virgl_layout *l, struct pipe_box box, uint32_t stride_B,
                            uint32_t layer_stride_B, uint64_t offset_B, uint64_t backing_B,
                            struct gv_virgl_range *range)
{
    return gv_virgl_range_init(range, l, 0, &box, stride_B, layer_stride_B, offset_B, backing_B);
}

static void ranges_of_boxes(void **state)
{
    (void)state;
    struct gv_virgl_layout l = layout_of(wire_args_2d(PIPE_FORMAT_B8G8R8A8_UNORM, 8, 8));
    struct gv_virgl_range r;

    assert_null(range_of(&l, wire_box(0, 0, 0, 8, 8, 1), 0, 0, 0, 256, &r));
    assert_int_equal(r.size_B, 256);
    assert_int_equal(r.num_rows, 8);
    /* The last row ends where the box ends, not where the stride ends. */
    assert_null(range_of(&l, wire_box(6, 6, 0, 2, 2, 1), 0, 0, 216, 256, &r));
    assert_int_equal(r.size_B, 32 + 8);
    assert_non_null(range_of(&l, wire_box(6, 6, 0, 2, 2, 1), 0, 0, 217, 256, &r));
    assert_null(range_of(&l, wire_box(0, 0, 0, 2, 2, 1), 100, 0, 0, 108, &r));
    assert_non_null(range_of(&l, wire_box(0, 0, 0, 2, 2, 1), 100, 0, 0, 107, &r));
    assert_non_null(range_of(&l, wire_box(0, 0, 0, 2, 2, 1), 7, 0, 0, 256, &r));
    assert_null(range_of(&l, wire_box(0, 0, 0, 2, 1, 1), 8, 8, 0, 256, &r));
    assert_non_null(range_of(&l, wire_box(0, 0, 0, 2, 1, 1), 7, 0, 0, 256, &r));
    assert_non_null(range_of(&l, wire_box(0, 0, 0, 2, 1, 1), 0, 7, 0, 256, &r));
    assert_null(range_of(&l, wire_box(0, 0, 0, 0, 8, 1), 0, 0, 0, 0, &r));
    assert_int_equal(r.size_B, 0);
    assert_non_null(range_of(&l, wire_box(0, 0, 0, 1, 1, 1), 0, 0, UINT64_MAX, 256, &r));
}

static void ranges_of_layers(void **state)
{
    (void)state;
    struct gv_virgl_resource_args args = wire_args_2d(PIPE_FORMAT_R8_UNORM, 4, 4);
    args.target = PIPE_TEXTURE_2D_ARRAY;
    args.array_size = 3;
    struct gv_virgl_layout l = layout_of(args);
    struct gv_virgl_range r;

    assert_null(range_of(&l, wire_box(0, 0, 0, 4, 4, 3), 0, 0, 0, 48, &r));
    assert_int_equal(r.size_B, 48);
    assert_null(range_of(&l, wire_box(0, 0, 1, 2, 2, 2), 0, 0, 16, 48, &r));
    assert_int_equal(r.size_B, 16 + 6);
    assert_non_null(range_of(&l, wire_box(0, 0, 0, 4, 4, 2), 0, 15, 0, 48, &r));
    assert_null(range_of(&l, wire_box(0, 0, 0, 4, 4, 2), 8, 0, 0, 64, &r));
    assert_int_equal(r.layer_stride_B, 32);
    assert_non_null(range_of(&l, wire_box(0, 0, 0, 4, 4, 2), 0xffffffff, 0, 0, UINT64_MAX, &r));
    assert_non_null(range_of(&l, wire_box(0, 0, 0, 4, 4, 3), 0, 0xffffffff, 0, 1 << 20, &r));
}

static void partial_blocks_at_the_edge(void **state)
{
    (void)state;
    struct gv_virgl_layout l = layout_of(wire_args_2d(PIPE_FORMAT_DXT1_RGB, 6, 6));
    struct gv_virgl_range r;

    assert_null(range_of(&l, wire_box(4, 4, 0, 2, 2, 1), 0, 0, 24, 32, &r));
    assert_int_equal(r.size_B, 8);
    assert_null(range_of(&l, wire_box(4, 4, 0, 4, 4, 1), 0, 0, 24, 32, &r));
    assert_int_equal(r.width, 2);
    assert_int_equal(r.height, 2);
    assert_non_null(range_of(&l, wire_box(2, 0, 0, 4, 4, 1), 0, 0, 0, 32, &r));
    assert_non_null(range_of(&l, wire_box(0, 0, 0, 3, 4, 1), 0, 0, 0, 32, &r));
    assert_non_null(range_of(&l, wire_box(0, 0, 0, 9, 4, 1), 0, 0, 0, 32, &r));
    assert_non_null(range_of(&l, wire_box(8, 0, 0, 4, 4, 1), 0, 0, 0, 32, &r));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(backing_sizes),
        cmocka_unit_test(formats_and_targets_out_of_their_tables),
        cmocka_unit_test(levels_follow_each_other),
        cmocka_unit_test(ranges_of_boxes),
        cmocka_unit_test(ranges_of_layers),
        cmocka_unit_test(partial_blocks_at_the_edge),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
