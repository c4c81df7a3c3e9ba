/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Resources, their backing, transfers and queries. */
#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "vr.h"

static void create(struct virgl_renderer_resource_create_args args)
{
    assert_int_equal(virgl_renderer_resource_create(&args, NULL, 0), 0);
}

static int try_create(struct virgl_renderer_resource_create_args args)
{
    return virgl_renderer_resource_create(&args, NULL, 0);
}

/* ---- Creation and destruction ---------------------------------------------------------------- */

static void creation_refuses(void **state)
{
    struct virgl_renderer_resource_create_args args = vr_args_2d(1, 8, 8);
    struct iovec iov = {NULL, 100};
    (void)state;
    assert_int_equal(virgl_renderer_resource_create(NULL, NULL, 0), EINVAL);
    assert_int_equal(try_create(vr_args_2d(0, 8, 8)), EINVAL); /* attack create_handle_0 */
    assert_int_equal(try_create(vr_args_2d(1, 0, 8)), EINVAL); /* attack create_width0 */
    assert_int_equal(try_create(vr_args_2d(1, 1u << 31, 8)), EINVAL);
    args.format = 100000; /* attack create_format_out_of_table */
    assert_int_equal(try_create(args), EINVAL);
    args = vr_args_2d(1, 8, 8);
    args.target = 99; /* attack create_target_out_of_range */
    assert_int_equal(try_create(args), EINVAL);
    args = vr_args_2d(1, 8, 8);
    args.last_level = 9; /* attack create_levels_gt_log2 */
    assert_int_equal(try_create(args), EINVAL);
    args = vr_args_2d(1, 8, 8);
    args.nr_samples = 3; /* attack create_samples_3 */
    assert_int_equal(try_create(args), EINVAL);
    args = vr_args_2d(1, 8, 8);
    assert_int_equal(virgl_renderer_resource_create(&args, NULL, 1), EINVAL);
    assert_int_equal(virgl_renderer_resource_create(&args, &iov, 1), EINVAL);
    assert_int_equal(virgl_renderer_resource_create(&args, &iov, UINT32_MAX), EINVAL);
    args.bind = ~0u; /* attack create_bind_all_ones: accepted */
    assert_int_equal(try_create(args), 0);
    assert_int_equal(try_create(args), EINVAL); /* attack create_handle_twice */
    virgl_renderer_resource_unref(1);
    virgl_renderer_resource_unref(1); /* attack unref_unknown */
    virgl_renderer_resource_unref(0);
    assert_int_equal(try_create(vr_args_2d(1, 8, 8)), 0);
}

static void private_pointers(void **state)
{
    int mine;
    (void)state;
    create(vr_args_2d(1, 8, 8));
    assert_null(virgl_renderer_resource_get_priv(1));
    virgl_renderer_resource_set_priv(1, &mine);
    virgl_renderer_resource_set_priv(2, &mine);
    assert_ptr_equal(virgl_renderer_resource_get_priv(1), &mine);
    assert_null(virgl_renderer_resource_get_priv(2));
    virgl_renderer_resource_unref(1);
    create(vr_args_2d(1, 8, 8));
    assert_null(virgl_renderer_resource_get_priv(1));
}

/* ---- Backing -------------------------------------------------------------------------------- */

static void backing_comes_and_goes(void **state)
{
    uint8_t memory[8 * 8 * 4];
    struct iovec iov[2] = {{memory, 100}, {memory + 100, sizeof(memory) - 100}}, *out = NULL;
    int num = -1;
    (void)state;
    create(vr_args_2d(1, 8, 8));
    assert_int_equal(virgl_renderer_resource_attach_iov(2, iov, 2), EINVAL);
    assert_int_equal(virgl_renderer_resource_attach_iov(1, NULL, 2), EINVAL);
    assert_int_equal(virgl_renderer_resource_attach_iov(1, iov, 0), EINVAL);
    assert_int_equal(virgl_renderer_resource_attach_iov(1, iov, -1), EINVAL);
    assert_int_equal(virgl_renderer_resource_attach_iov(1, iov, INT_MIN), EINVAL);
    assert_int_equal(virgl_renderer_resource_attach_iov(1, iov, 2), 0);
    assert_int_equal(virgl_renderer_resource_attach_iov(1, iov, 2), EINVAL); /* attach_twice */
    virgl_renderer_resource_detach_iov(1, &out, &num);
    assert_ptr_equal(out, iov);
    assert_int_equal(num, 2);
    virgl_renderer_resource_detach_iov(1, &out, &num);
    assert_null(out);
    assert_int_equal(num, 0);
    virgl_renderer_resource_detach_iov(2, &out, NULL);
    virgl_renderer_resource_detach_iov(1, NULL, NULL);
    assert_int_equal(virgl_renderer_resource_attach_iov(1, iov, 1), 0);
    virgl_renderer_resource_unref(1); /* attack unref_while_attached */

    /* Backing that is given at creation must be attached. */
    struct virgl_renderer_resource_create_args args = vr_args_2d(3, 8, 8);
    assert_int_equal(virgl_renderer_resource_create(&args, iov, 2), 0);
    assert_int_equal(virgl_renderer_resource_attach_iov(3, iov, 2), EINVAL);
    virgl_renderer_resource_detach_iov(3, &out, &num);
    assert_ptr_equal(out, iov);
    assert_int_equal(num, 2);
}

/* Detaches memory and frees it; checks that the library does not access it, which a sanitizer would
 * detect. */
static void detached_memory_is_left_alone(void **state)
{
    struct virgl_box box = vr_box(64, 64);
    struct iovec iov = {malloc(64 * 64 * 4), 64 * 64 * 4};
    (void)state;
    vr_context_with_texture(1, 64, 64);
    memset(iov.iov_base, 1, iov.iov_len);
    assert_int_equal(virgl_renderer_resource_attach_iov(1, &iov, 1), 0);
    assert_int_equal(virgl_renderer_transfer_write_iov(1, 1, 0, 0, 0, &box, 0, NULL, 0), 0);
    virgl_renderer_resource_detach_iov(1, NULL, NULL);
    free(iov.iov_base);
    assert_int_equal(vr_clear(1, 1, 2, 0, 0, 0, 0), 0);
    assert_int_equal(virgl_renderer_transfer_read_iov(1, 1, 0, 0, 0, &box, 0, NULL, 0), EINVAL);
    assert_int_equal(virgl_renderer_create_fence(1, 0), 0);
    vr_wait_fences(&vr_seen, 1);
}

/* Attack host_memory_buffer_is_zeroed: creates buffers in memory that earlier buffers may have
 * used; checks that they contain zeros. */
static void new_buffers_are_zero(void **state)
{
    static uint8_t memory[4096], expected[4096];
    struct iovec iov = {memory, sizeof(memory)};
    struct virgl_box box = vr_box(sizeof(memory), 1);
    (void)state;
    for (uint32_t handle = 1; handle < 20; handle++) {
        create(vr_args_buffer(handle, sizeof(memory)));
        memset(memory, 0x5a, sizeof(memory));
        assert_int_equal(virgl_renderer_transfer_read_iov(handle, 0, 0, 0, 0, &box, 0, &iov, 1), 0);
        assert_memory_equal(memory, expected, sizeof(memory));
        memset(memory, 0x77, sizeof(memory));
        assert_int_equal(virgl_renderer_transfer_write_iov(handle, 0, 0, 0, 0, &box, 0, &iov, 1),
                         0);
        virgl_renderer_resource_unref(handle);
    }
}

/* ---- Transfers ------------------------------------------------------------------------------ */

static void pixels_through_the_backing(void **state)
{
    uint8_t memory[4 * 4 * 4 + 16];
    struct iovec iov[3] = {{memory, 7}, {memory + 7, 30}, {memory + 37, sizeof(memory) - 37}};
    struct virgl_box box = vr_box(4, 4);
    (void)state;
    vr_context_with_texture(1, 4, 4);
    assert_int_equal(virgl_renderer_resource_attach_iov(1, iov, 3), 0);
    assert_int_equal(vr_clear(1, 1, 2, 1.0f, 0.0f, 0.2f, 0.4f), 0);
    memset(memory, 0x5a, sizeof(memory));
    assert_int_equal(virgl_renderer_transfer_read_iov(1, 1, 0, 0, 0, &box, 16, NULL, 0), 0);
    for (unsigned i = 0; i < sizeof(memory); i++) {
        static const uint8_t pixel[4] = {51, 0, 255, 102};
        assert_int_equal(memory[i], i < 16 ? 0x5a : pixel[i % 4]);
    }
    /* Writes 2x2 pixels from the caller's memory, rows 20 bytes apart. */
    uint8_t piece[28];
    struct iovec other = {piece, sizeof(piece)};
    for (unsigned i = 0; i < sizeof(piece); i++)
        piece[i] = (uint8_t)i;
    box = (struct virgl_box){.x = 1, .y = 1, .w = 2, .h = 2, .d = 1};
    assert_int_equal(virgl_renderer_transfer_write_iov(1, 0, 0, 20, 0, &box, 0, &other, 1), 0);
    box = vr_box(4, 4);
    assert_int_equal(virgl_renderer_transfer_read_iov(1, 0, 0, 0, 0, &box, 0, NULL, 0), 0);
    assert_memory_equal(memory + 16 + 4, piece, 8);
    assert_memory_equal(memory + 32 + 4, piece + 20, 8);
    assert_int_equal(memory[16 + 12], 51);
}

static int read_box(struct virgl_box box, uint32_t level, uint32_t stride, uint32_t layer_stride,
                    uint64_t offset)
{
    return virgl_renderer_transfer_read_iov(1, 1, level, stride, layer_stride, &box, offset, NULL,
                                            0);
}

static void transfers_refuse(void **state)
{
    static uint8_t memory[16 * 16 * 4];
    struct iovec iov = {memory, sizeof(memory)};
    struct virgl_box box = vr_box(16, 16);
    (void)state;
    vr_context_with_texture(1, 16, 16);
    assert_int_equal(read_box(box, 0, 0, 0, 0), EINVAL); /* no backing */
    assert_int_equal(virgl_renderer_resource_attach_iov(1, &iov, 1), 0);
    assert_int_equal(read_box(box, 0, 0, 0, 0), 0);

    box.x = ~0u; /* attack transfer_box_negative_x */
    assert_int_equal(read_box(box, 0, 0, 0, 0), EINVAL);
    box = (struct virgl_box){.x = 1, .w = INT_MAX, .h = 1, .d = 1}; /* x_plus_w_wraps_i32 */
    assert_int_equal(read_box(box, 0, 0, 0, 0), EINVAL);
    box = (struct virgl_box){.y = 16, .w = 1, .h = 1, .d = 1}; /* past_level_size */
    assert_int_equal(read_box(box, 0, 0, 0, 0), EINVAL);
    box = (struct virgl_box){.z = 1, .w = 1, .h = 1, .d = 1}; /* layer_past_array */
    assert_int_equal(read_box(box, 0, 0, 0, 0), EINVAL);
    box = (struct virgl_box){.w = 1, .h = 1, .d = 2}; /* depth_gt1_on_2d */
    assert_int_equal(read_box(box, 0, 0, 0, 0), EINVAL);
    box = vr_box(16, 16);
    assert_int_equal(read_box(box, 1, 0, 0, 0), EINVAL); /* level_past_last */
    assert_int_equal(read_box(box, ~0u, 0, 0, 0), EINVAL);
    assert_int_equal(read_box(box, 0, 63, 0, 0), EINVAL);           /* stride_smaller_than_row */
    assert_int_equal(read_box(box, 0, ~0u, 0, 0), EINVAL);          /* stride_huge */
    assert_int_equal(read_box(vr_box(16, 1), 0, 63, 0, 0), EINVAL); /* also for one row */
    assert_int_equal(read_box(vr_box(16, 1), 0, 0, 63, 0), EINVAL);
    assert_int_equal(read_box(box, 0, 0, 0, 1), EINVAL); /* offset_past_iov */
    assert_int_equal(read_box(box, 0, 0, 0, UINT64_MAX), EINVAL);
    assert_int_equal(virgl_renderer_transfer_read_iov(1, 1, 0, 0, 0, NULL, 0, NULL, 0), EINVAL);
    assert_int_equal(virgl_renderer_transfer_write_iov(1, 1, 0, 0, 0, NULL, 0, NULL, 0), EINVAL);
    assert_int_equal(virgl_renderer_transfer_write_iov(1, 1, -1, 0, 0, &box, 0, NULL, 0), EINVAL);
    assert_int_equal(virgl_renderer_transfer_read_iov(2, 1, 0, 0, 0, &box, 0, NULL, 0), EINVAL);
    assert_int_equal(virgl_renderer_transfer_read_iov(1, 2, 0, 0, 0, &box, 0, NULL, 0), EINVAL);
    assert_int_equal(virgl_renderer_transfer_read_iov(1, 1, 0, 0, 0, &box, 0, &iov, 0), EINVAL);
    assert_int_equal(virgl_renderer_transfer_read_iov(1, 1, 0, 0, 0, &box, 0, &iov, -1), EINVAL);
    iov.iov_len--; /* the attached array was copied */
    assert_int_equal(read_box(box, 0, 0, 0, 0), 0);
    assert_int_equal(virgl_renderer_transfer_read_iov(1, 1, 0, 0, 0, &box, 0, &iov, 1), EINVAL);
    virgl_renderer_ctx_detach_resource(1, 1);
    assert_int_equal(read_box(box, 0, 0, 0, 0), EINVAL);
}

static void rectangles(void **state)
{
    uint8_t memory[8 * 8 * 4];
    struct iovec iov = {memory, sizeof(memory)};
    (void)state;
    vr_context_with_texture(1, 8, 8);
    assert_int_equal(vr_clear(1, 1, 2, 0, 1.0f, 0, 0), 0);
    memset(memory, 0x5a, sizeof(memory));
    virgl_renderer_get_rect(1, &iov, 1, 4, 2, 3, 2, 2); /* stride: the texture's row */
    for (unsigned i = 0; i < sizeof(memory); i++) {
        bool inside = (i >= 4 && i < 12) || (i >= 36 && i < 44);
        assert_int_equal(memory[i], inside ? (i % 4 == 1 ? 255 : 0) : 0x5a);
    }
    memset(memory, 0x5a, sizeof(memory));
    virgl_renderer_get_rect(1, &iov, 1, 0, -1, 0, 2, 2);
    virgl_renderer_get_rect(1, &iov, 1, 0, 0, 0, INT_MIN, 2);
    virgl_renderer_get_rect(1, &iov, 1, 0, 7, 7, 2, 2);
    virgl_renderer_get_rect(1, &iov, 1, UINT32_MAX, 0, 0, 2, 2);
    virgl_renderer_get_rect(1, NULL, 1, 0, 0, 0, 2, 2);
    virgl_renderer_get_rect(9, &iov, 1, 0, 0, 0, 2, 2);
    for (unsigned i = 0; i < sizeof(memory); i++)
        assert_int_equal(memory[i], 0x5a);
}

/* ---- Queries */

static void cursors(void **state)
{
    uint32_t width = 0, height = 0;
    (void)state;
    vr_context_with_texture(1, 64, 32);
    assert_int_equal(vr_clear(1, 1, 2, 0, 0, 1.0f, 1.0f), 0);
    uint8_t *pixels = virgl_renderer_get_cursor_data(1, &width, &height);
    assert_non_null(pixels);
    assert_int_equal(width, 64);
    assert_int_equal(height, 32);
    for (unsigned i = 0; i < 64 * 32 * 4; i++)
        assert_int_equal(pixels[i], i % 4 == 0 || i % 4 == 3 ? 255 : 0);
    free(pixels);
    assert_null(virgl_renderer_get_cursor_data(1, NULL, &height));
    assert_null(virgl_renderer_get_cursor_data(1, &width, NULL));
    assert_null(virgl_renderer_get_cursor_data(9, &width, &height));
    create(vr_args_2d(2, 129, 1));
    create(vr_args_buffer(3, 64));
    assert_null(virgl_renderer_get_cursor_data(2, &width, &height));
    assert_null(virgl_renderer_get_cursor_data(3, &width, &height));
}

/* Reads a cursor; checks that its row 0 is the row 0 that was written. */
static void cursors_start_at_the_top(void **state)
{
    uint32_t rows[4] = {0xff000001, 0xff000002, 0xff000003, 0xff000004}, width, height;
    struct iovec iov = {rows, sizeof(rows)};
    struct virgl_box box = vr_box(1, 4);
    (void)state;
    create(vr_args_2d(1, 1, 4));
    assert_int_equal(virgl_renderer_transfer_write_iov(1, 0, 0, 0, 0, &box, 0, &iov, 1), 0);
    uint32_t *pixels = virgl_renderer_get_cursor_data(1, &width, &height);
    assert_non_null(pixels);
    assert_memory_equal(pixels, rows, sizeof(rows));
    free(pixels);
}

static void infos(void **state)
{
    struct {
        struct virgl_renderer_resource_info info;
        uint32_t after;
    } old = {.after = 0x5a5a5a5a};
    struct virgl_renderer_resource_info_ext ext;
    (void)state;
    struct virgl_renderer_resource_create_args args = vr_args_2d(7, 33, 20);
    args.flags = 1; /* Y_0_TOP */
    create(args);
    memset(&old.info, 0x5a, sizeof(old.info));
    assert_int_equal(virgl_renderer_resource_get_info(7, &old.info), 0);
    assert_int_equal(old.info.handle, 7);
    assert_int_equal(old.info.virgl_format, PIPE_FORMAT_B8G8R8A8_UNORM);
    assert_int_equal(old.info.width, 33);
    assert_int_equal(old.info.height, 20);
    assert_int_equal(old.info.depth, 1);
    assert_int_equal(old.info.stride, 33 * 4);
    assert_int_equal(old.info.flags, 0);
    assert_int_equal(old.info.tex_id, 0);
    assert_int_equal(old.info.drm_fourcc, 'A' | 'R' << 8 | '2' << 16 | '4' << 24);
    assert_int_equal(old.after, 0x5a5a5a5a); /* callers of 0.10 pass a structure that ends here */
    assert_int_equal(virgl_renderer_resource_get_info(8, &old.info), EINVAL);
    assert_int_equal(virgl_renderer_resource_get_info(7, NULL), EINVAL);

    memset(&ext, 0x5a, sizeof(ext));
    assert_int_equal(virgl_renderer_resource_get_info_ext(7, &ext), 0);
    assert_memory_equal(&ext.base, &old.info, sizeof(old.info));
    assert_int_equal(ext.version, 0);
    assert_int_equal(ext.base.fd, -1);
    assert_false(ext.has_dmabuf_export);
    assert_int_equal(ext.planes, 0);
    assert_int_equal(ext.modifiers, 0);
    assert_null(ext.d3d_tex2d);
    assert_int_equal(virgl_renderer_resource_get_info_ext(8, &ext), EINVAL);
    assert_int_equal(virgl_renderer_resource_get_info_ext(7, NULL), EINVAL);
}

static int drm_fourcc(uint32_t handle, uint32_t format)
{
    struct virgl_renderer_resource_create_args args = vr_args_2d(handle, 4, 4);
    struct virgl_renderer_resource_info info;
    args.format = format;
    create(args);
    assert_int_equal(virgl_renderer_resource_get_info((int)handle, &info), 0);
    return info.drm_fourcc;
}

/* Queries the DRM names of formats; checks them. DRM lists a pixel's channels from the highest bits
 * of its value down. */
static void names_of_formats(void **state)
{
    static const struct {
        uint32_t format;
        char name[5];
    } formats[] = {
        {PIPE_FORMAT_B8G8R8A8_UNORM, "AR24"}, {PIPE_FORMAT_B8G8R8X8_UNORM, "XR24"},
        {PIPE_FORMAT_R8G8B8A8_UNORM, "AB24"}, {PIPE_FORMAT_R8G8B8X8_UNORM, "XB24"},
        {PIPE_FORMAT_B8G8R8A8_SRGB, "AR24"},  {PIPE_FORMAT_R8_UNORM, "R8  "},
        {PIPE_FORMAT_B5G6R5_UNORM, "RG16"},   {PIPE_FORMAT_R16G16B16A16_FLOAT, "AB4H"},
    };
    (void)state;
    for (uint32_t i = 0; i < sizeof(formats) / sizeof(formats[0]); i++) {
        int32_t name;
        memcpy(&name, formats[i].name, sizeof(name));
        assert_int_equal(drm_fourcc(1 + i, formats[i].format), name);
    }
    assert_int_equal(drm_fourcc(100, PIPE_FORMAT_R32_UINT), 0);
}

static void queries(void **state)
{
    struct virgl_renderer_export_query q = {
        .hdr = {VIRGL_RENDERER_STRUCTURE_TYPE_EXPORT_QUERY, 0, sizeof(q)}, .in_resource_id = 1};
    struct virgl_renderer_supported_structures s = {
        .hdr = {VIRGL_RENDERER_STRUCTURE_TYPE_SUPPORTED_STRUCTURES, 0, sizeof(s)}};
    (void)state;
    assert_int_equal(virgl_renderer_execute(&q, sizeof(q)), -EINVAL); /* no such resource */
    create(vr_args_2d(1, 8, 8));
    for (q.in_export_fds = 0; q.in_export_fds < 2; q.in_export_fds++) {
        q.out_num_fds = q.out_fourcc = 99;
        assert_int_equal(virgl_renderer_execute(&q, sizeof(q)), 0);
        assert_int_equal(q.out_num_fds, 0);
        assert_int_equal(q.out_fourcc, 0);
        assert_int_equal(q.out_fds[3], -1);
    }
    assert_int_equal(virgl_renderer_execute(&s, sizeof(s)), 0);
    assert_int_equal(s.out_supported_structures_mask, 3);
    s.in_stype_version = 1;
    assert_int_equal(virgl_renderer_execute(&s, sizeof(s)), 0);
    assert_int_equal(s.out_supported_structures_mask, 0);

    assert_int_equal(virgl_renderer_execute(NULL, sizeof(q)), -EINVAL);
    assert_int_equal(virgl_renderer_execute(&q, sizeof(q) - 1), -EINVAL);
    assert_int_equal(virgl_renderer_execute(&q, sizeof(q.hdr) - 1), -EINVAL);
    assert_int_equal(virgl_renderer_execute(&q, 0), -EINVAL);
    q.hdr.size--;
    assert_int_equal(virgl_renderer_execute(&q, sizeof(q) - 1), -EINVAL);
    q.hdr.size++;
    q.hdr.stype_version = 1;
    assert_int_equal(virgl_renderer_execute(&q, sizeof(q)), -EINVAL);
    q.hdr.stype_version = 0;
    q.hdr.stype = 4;
    assert_int_equal(virgl_renderer_execute(&q, sizeof(q)), -EINVAL);
}

/* ---- Blobs ---------------------------------------------------------------------------------- */

static void guest_blobs(void **state)
{
    static uint8_t memory[8 * 8 * 4], expected[8 * 8 * 4];
    struct iovec iov[2] = {{memory, 50}, {memory + 50, sizeof(memory) - 50}};
    struct virgl_renderer_resource_create_blob_args args = {
        .res_handle = 2,
        .blob_mem = VIRGL_RENDERER_BLOB_MEM_GUEST,
        .blob_flags = VIRGL_RENDERER_BLOB_FLAG_USE_MAPPABLE,
        .size = sizeof(memory),
        .iovecs = iov,
        .num_iovs = 2,
    };
    struct vr_commands c = {.num_dw = 0};
    (void)state;
    vr_context_with_texture(1, 8, 8);
    assert_int_equal(virgl_renderer_resource_create_blob(&args), 0);
    virgl_renderer_ctx_attach_resource(1, 2);
    assert_int_equal(vr_clear(1, 1, 3, 1.0f, 1.0f, 1.0f, 1.0f), 0);
    VR_COMMAND(&c, COPY_TRANSFER3D, 1, 0, 0, 32, 0, 0, 0, 0, 8, 8, 1, 2, 0,
               GV_VIRGL_COPY_TRANSFER_READ_FROM_HOST);
    assert_int_equal(vr_submit(&c, 1), 0);
    assert_int_equal(virgl_renderer_create_fence(1, 0), 0);
    vr_wait_fences(&vr_seen, 1);
    memset(expected, 0xff, sizeof(expected));
    assert_memory_equal(memory, expected, sizeof(memory));
}

static void blobs_refuse(void **state)
{
    uint8_t memory[64];
    struct iovec iov = {memory, sizeof(memory)};
    const struct virgl_renderer_resource_create_blob_args good = {
        .res_handle = 1,
        .blob_mem = VIRGL_RENDERER_BLOB_MEM_GUEST,
        .size = sizeof(memory),
        .iovecs = &iov,
        .num_iovs = 1,
    };
    struct virgl_renderer_resource_create_blob_args args = good;
    (void)state;
    assert_int_equal(virgl_renderer_resource_create_blob(NULL), -EINVAL);
    args.res_handle = 0;
    assert_int_equal(virgl_renderer_resource_create_blob(&args), -EINVAL);
    args = good;
    args.size = 0; /* attack blob_size_0 */
    assert_int_equal(virgl_renderer_resource_create_blob(&args), -EINVAL);
    args.size = UINT64_MAX; /* attack blob_size_huge */
    assert_int_equal(virgl_renderer_resource_create_blob(&args), -EINVAL);
    args.size = sizeof(memory) + 1; /* attack blob_size_mismatch */
    assert_int_equal(virgl_renderer_resource_create_blob(&args), -EINVAL);
    args = good;
    args.num_iovs = 0;
    assert_int_equal(virgl_renderer_resource_create_blob(&args), -EINVAL);
    args = good;
    args.iovecs = NULL;
    assert_int_equal(virgl_renderer_resource_create_blob(&args), -EINVAL);
    args = good;
    args.blob_id = 1;
    assert_int_equal(virgl_renderer_resource_create_blob(&args), -EINVAL);
    args = good;
    args.blob_flags = 8;
    assert_int_equal(virgl_renderer_resource_create_blob(&args), -EINVAL);
    for (args = good, args.blob_mem = 0; args.blob_mem < 6; args.blob_mem++) {
        if (args.blob_mem != VIRGL_RENDERER_BLOB_MEM_GUEST)
            assert_int_equal(virgl_renderer_resource_create_blob(&args), -EINVAL);
    }
    assert_int_equal(virgl_renderer_context_create(1, 0, NULL), 0);
    args = good;
    args.blob_mem = VIRGL_RENDERER_BLOB_MEM_HOST3D;
    args.ctx_id = 1;
    assert_int_equal(virgl_renderer_resource_create_blob(&args), -EINVAL); /* not announced */
    args.iovecs = NULL;
    args.num_iovs = 0;
    args.blob_mem = VIRGL_RENDERER_BLOB_MEM_GUEST_VRAM;
    assert_int_equal(virgl_renderer_resource_create_blob(&args), -EOPNOTSUPP);
    assert_int_equal(virgl_renderer_resource_create_blob(&good), 0);
    assert_int_equal(virgl_renderer_resource_create_blob(&good), -EINVAL);
}

/* Creates buffers without memory, which hold a fence or a query result; checks that the guest reads
 * zeros and no older bytes. */
static void buffers_of_no_memory_read_zeros(void **state)
{
    struct virgl_renderer_resource_create_args args = vr_args_buffer(1, 32);
    struct virgl_box box = vr_box(32, 1);
    uint8_t bytes[32], zeros[32] = {0};
    struct iovec iov[2] = {{bytes, 5}, {bytes + 5, 27}};
    (void)state;
    args.bind = GV_VIRGL_BIND_CUSTOM;
    memset(bytes, 1, sizeof(bytes));
    assert_int_equal(virgl_renderer_resource_create(&args, NULL, 0), 0);
    assert_int_equal(virgl_renderer_transfer_read_iov(1, 0, 0, 0, 0, &box, 0, iov, 2), 0);
    assert_memory_equal(bytes, zeros, sizeof(zeros));
    assert_int_equal(virgl_renderer_transfer_write_iov(1, 0, 0, 0, 0, &box, 0, iov, 2), 0);
}

static void staging_without_memory_refuses(void **state)
{
    struct virgl_renderer_resource_create_args args = vr_args_buffer(1, 32);
    struct virgl_box box = vr_box(32, 1);
    uint8_t bytes[32] = {0};
    struct iovec iov = {bytes, sizeof(bytes)};
    (void)state;
    args.bind = GV_VIRGL_BIND_STAGING;
    assert_int_equal(virgl_renderer_resource_create(&args, NULL, 0), 0);
    assert_int_equal(virgl_renderer_transfer_read_iov(1, 0, 0, 0, 0, &box, 0, &iov, 1), EINVAL);
    assert_int_equal(virgl_renderer_transfer_write_iov(1, 0, 0, 0, 0, &box, 0, &iov, 1), EINVAL);
}

#define TEST(f) cmocka_unit_test_setup_teardown(f, vr_setup, vr_teardown)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(creation_refuses),
        TEST(private_pointers),
        TEST(backing_comes_and_goes),
        TEST(detached_memory_is_left_alone),
        TEST(new_buffers_are_zero),
        TEST(pixels_through_the_backing),
        TEST(transfers_refuse),
        TEST(rectangles),
        TEST(cursors),
        TEST(cursors_start_at_the_top),
        TEST(infos),
        TEST(names_of_formats),
        TEST(queries),
        TEST(guest_blobs),
        TEST(blobs_refuse),
        TEST(buffers_of_no_memory_read_zeros),
        TEST(staging_without_memory_refuses),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
