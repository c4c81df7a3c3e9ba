/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Clears, copies and blits. */
#include <string.h>

#include "virgl/budget.h"
#include "wire.h"

static const uint32_t rgba8 = PIPE_FORMAT_R8G8B8A8_UNORM;

/* ---- Clears --------------------------------------------------------------------------------- */

static void clears(void **state)
{
    struct wire *w = *state;
    double depth = 0.25;
    uint32_t d[2];
    memcpy(d, &depth, sizeof(d));
    uint32_t surface = wire_surface(w, wire_texture(w, rgba8, 8, 8), rgba8);
    WIRE(w, SET_FRAMEBUFFER_STATE, 1, 0, surface);
    WIRE(w, CLEAR, PIPE_CLEAR_COLOR0 | PIPE_CLEAR_DEPTHSTENCIL, 1, 2, 3, 4, d[0], d[1], 0x1ff);
    wire_accept(w);
    const struct null_context *ctx = wire_context(w);
    assert_int_equal(ctx->clear_buffers, PIPE_CLEAR_COLOR0 | PIPE_CLEAR_DEPTHSTENCIL);
    assert_int_equal(ctx->clear_color.ui[3], 4);
    assert_true(ctx->clear_depth == 0.25);
    assert_int_equal(ctx->clear_stencil, 0xff);
    WIRE(w, CLEAR, 0, 0, 0, 0, 0, 0, 0, 0);
    wire_accept(w);
    assert_int_equal(w->screen->counts.clears, 1);
    WIRE(w, CLEAR, 0x400, 0, 0, 0, 0, 0, 0, 0);
    wire_refuse(w, "unknown buffers 0x400");
}

static void clear_texture(void **state)
{
    struct wire *w = *state;
    uint32_t texture = wire_texture(w, rgba8, 4, 4), buffer = wire_buffer(w, 16);
    struct pipe_box all = wire_box(0, 0, 0, 4, 4, 1);
    WIRE(w, CLEAR_TEXTURE, texture, 0, 1, 1, 0, 2, 2, 1, 0x04030201, 9, 9, 9);
    wire_accept(w);
    assert_int_equal(wire_get(w, texture, 0, &all, 0, 0, 0), GALVAN_OK);
    assert_int_equal(wire_backing(w, texture)[0], 0);
    assert_memory_equal(wire_backing(w, texture) + 20, "\1\2\3\4\1\2\3\4", 8);
    WIRE(w, CLEAR_TEXTURE, buffer, 0, 4, 0, 0, 8, 1, 1, 0x77, 0, 0, 0);
    wire_accept(w);
    /* attack clear_texture_bad_box */
    static const int32_t bad[][6] = {{-1, 0, 0, 2, 2, 1},
                                     {0, 0, 0, 5, 2, 1},
                                     {0, 0, 0, 2, 2, 2},
                                     {0, 3, 0, 2, 2, 1},
                                     {0, 0, 0, -1, 2, 1}};
    for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++) {
        WIRE(w, CLEAR_TEXTURE, texture, 0, (uint32_t)bad[i][0], (uint32_t)bad[i][1],
             (uint32_t)bad[i][2], (uint32_t)bad[i][3], (uint32_t)bad[i][4], (uint32_t)bad[i][5], 0,
             0, 0, 0);
        wire_refuse(w, "box");
    }
    WIRE(w, CLEAR_TEXTURE, texture, 1, 0, 0, 0, 1, 1, 1, 0, 0, 0, 0);
    wire_refuse(w, "level");
    WIRE(w, CLEAR_TEXTURE, 999, 0, 0, 0, 0, 1, 1, 1, 0, 0, 0, 0);
    wire_refuse(w, "unknown resource");
}

static void clear_surface(void **state)
{
    struct wire *w = *state;
    uint32_t color = wire_surface(w, wire_texture(w, rgba8, 8, 8), rgba8);
    uint32_t depth = wire_surface(w, wire_texture(w, PIPE_FORMAT_Z24_UNORM_S8_UINT, 8, 8),
                                  PIPE_FORMAT_Z24_UNORM_S8_UINT);
    double value = 0.5;
    uint32_t d[2];
    memcpy(d, &value, sizeof(d));
    WIRE(w, CLEAR_SURFACE, 4 << 1, color, 1, 2, 3, 4, 0, 0, 8, 8);
    WIRE(w, CLEAR_SURFACE, 3 << 1 | 1, depth, d[0], d[1], 0, 0x42, 2, 2, 6, 6);
    wire_accept(w);
    const struct null_context *ctx = wire_context(w);
    assert_int_equal(w->screen->counts.clear_surfaces, 2);
    assert_int_equal(ctx->clear_color.ui[1], 2);
    assert_true(ctx->clear_depth == 0.5);
    assert_int_equal(ctx->clear_stencil, 0x42);
    WIRE(w, CLEAR_SURFACE, 4 << 1, depth, 0, 0, 0, 0, 0, 0, 8, 8);
    wire_refuse(w, "no such aspect");
    WIRE(w, CLEAR_SURFACE, 1 << 1, color, 0, 0, 0, 0, 0, 0, 8, 8);
    wire_refuse(w, "no such aspect");
    WIRE(w, CLEAR_SURFACE, 5 << 1, color, 0, 0, 0, 0, 0, 0, 8, 8);
    wire_refuse(w, "unknown buffers");
    WIRE(w, CLEAR_SURFACE, 4 << 1, color, 0, 0, 0, 0, 1, 0, 8, 8);
    wire_refuse(w, "box exceeds");
    WIRE(w, CLEAR_SURFACE, 4 << 1, color, 0, 0, 0, 0, ~0u, 0, 2, 8);
    wire_refuse(w, "box exceeds");
    WIRE(w, CLEAR_SURFACE, 4 << 1, 999, 0, 0, 0, 0, 0, 0, 8, 8);
    wire_refuse(w, "unknown surface");
}

/* ---- Copies --------------------------------------------------------------------------------- */

static void copy(struct wire *w, uint32_t dst, uint32_t x, uint32_t y, uint32_t src,
                 struct pipe_box box)
{
    WIRE(w, RESOURCE_COPY_REGION, dst, 0, x, y, 0, src, 0, (uint32_t)box.x, (uint32_t)box.y,
         (uint32_t)box.z, (uint32_t)box.width, (uint32_t)box.height, (uint32_t)box.depth);
}

static void copies(void **state)
{
    struct wire *w = *state;
    uint32_t a = wire_texture(w, rgba8, 4, 4), b = wire_texture(w, PIPE_FORMAT_R32_UINT, 8, 8);
    struct pipe_box all = wire_box(0, 0, 0, 4, 4, 1), row = wire_box(0, 5, 0, 8, 1, 1);
    for (unsigned i = 0; i < 64; i++)
        wire_backing(w, a)[i] = (uint8_t)i;
    assert_int_equal(wire_put(w, a, 0, &all, 0, 0, 0), GALVAN_OK);
    copy(w, b, 4, 4, a, wire_box(0, 0, 0, 4, 4, 1)); /* formats of equal size */
    wire_accept(w);
    assert_int_equal(wire_get(w, b, 0, &row, 0, 0, 0), GALVAN_OK);
    assert_int_equal(wire_backing(w, b)[16], 16);
    assert_int_equal(wire_backing(w, b)[31], 31);
}

/* Attack copy_past_end: copies between boxes and levels that do not exist; checks that each copy is
 * rejected. */
static void copies_that_do_not_fit(void **state)
{
    struct wire *w = *state;
    uint32_t a = wire_texture(w, rgba8, 4, 4), b = wire_texture(w, rgba8, 8, 8);
    copy(w, b, 5, 0, a, wire_box(0, 0, 0, 4, 4, 1));
    wire_refuse(w, "to resource 2");
    copy(w, b, (uint32_t)-1, 0, a, wire_box(0, 0, 0, 4, 4, 1));
    wire_refuse(w, "to resource 2");
    copy(w, b, 0x7fffffff, 0, a, wire_box(0, 0, 0, 4, 4, 1));
    wire_refuse(w, "to resource 2");
    copy(w, b, 0, 0, a, wire_box(1, 0, 0, 4, 4, 1));
    wire_refuse(w, "from resource 1");
    copy(w, b, 0, 0, a, wire_box(0, 0, 0, 4, 4, 2));
    wire_refuse(w, "from resource 1");
    copy(w, b, 0, 0, a, wire_box(0, 0, 0, -4, 4, 1));
    wire_refuse(w, "from resource 1");
    WIRE(w, RESOURCE_COPY_REGION, b, 1, 0, 0, 0, a, 0, 0, 0, 0, 1, 1, 1);
    wire_refuse(w, "to resource 2: level");
    WIRE(w, RESOURCE_COPY_REGION, b, 0, 0, 0, 0, a, 9, 0, 0, 0, 1, 1, 1);
    wire_refuse(w, "from resource 1: level");
    copy(w, wire_texture(w, PIPE_FORMAT_R8_UNORM, 4, 4), 0, 0, a, wire_box(0, 0, 0, 1, 1, 1));
    wire_refuse(w, "different size");
    copy(w, wire_texture(w, PIPE_FORMAT_Z32_FLOAT, 4, 4), 0, 0, a, wire_box(0, 0, 0, 1, 1, 1));
    wire_refuse(w, "depth-stencil");
    copy(w, wire_buffer(w, 64), 0, 0, a, wire_box(0, 0, 0, 1, 1, 1));
    wire_refuse(w, "between a buffer and a texture");
    struct gv_virgl_resource_args m = wire_args_2d(rgba8, 8, 8);
    m.nr_samples = 4;
    copy(w, wire_resource(w, m), 0, 0, a, wire_box(0, 0, 0, 1, 1, 1));
    wire_refuse(w, "sample counts");
    copy(w, 999, 0, 0, a, wire_box(0, 0, 0, 1, 1, 1));
    wire_refuse(w, "unknown resource 999");
    copy(w, a, 0, 0, 999, wire_box(0, 0, 0, 1, 1, 1));
    wire_refuse(w, "unknown resource 999");
    assert_int_equal(w->screen->counts.copies, 0);
}

/* Copies between compressed and plain formats; checks that boxes are in texels of the source, and
 * that whole blocks are copied. */
static void copies_between_compressed_and_plain(void **state)
{
    struct wire *w = *state;
    uint32_t dxt5 = wire_texture(w, PIPE_FORMAT_DXT5_RGBA, 16, 16);
    uint32_t plain = wire_texture(w, PIPE_FORMAT_R32G32B32A32_UINT, 4, 4);
    uint32_t odd = wire_texture(w, PIPE_FORMAT_DXT5_RGBA, 6, 6);
    copy(w, plain, 0, 0, dxt5, wire_box(0, 0, 0, 16, 16, 1));
    copy(w, plain, 2, 3, dxt5, wire_box(4, 8, 0, 8, 4, 1));
    copy(w, dxt5, 8, 4, plain, wire_box(0, 0, 0, 2, 3, 1));
    copy(w, odd, 0, 0, plain, wire_box(0, 0, 0, 2, 2, 1));
    copy(w, odd, 4, 4, dxt5, wire_box(0, 0, 0, 4, 4, 1));
    wire_accept(w);
    assert_int_equal(w->screen->counts.copies, 5);
    copy(w, plain, 1, 0, dxt5, wire_box(0, 0, 0, 16, 16, 1));
    wire_refuse(w, "to resource");
    copy(w, dxt5, 12, 12, plain, wire_box(0, 0, 0, 2, 1, 1));
    wire_refuse(w, "to resource");
    copy(w, dxt5, 2, 0, plain, wire_box(0, 0, 0, 1, 1, 1));
    wire_refuse(w, "splits blocks");
}

/* Attack copy_overlap_same_level: copies overlapping boxes. A buffer must be copied as if the
 * source were read completely before the first write; an overlapping copy of a texture must be
 * rejected. */
static void overlapping_copies(void **state)
{
    struct wire *w = *state;
    uint32_t buffer = wire_buffer(w, 16), texture = wire_texture(w, rgba8, 8, 8);
    struct pipe_box all = wire_box(0, 0, 0, 16, 1, 1);
    for (unsigned i = 0; i < 16; i++)
        wire_backing(w, buffer)[i] = (uint8_t)i;
    assert_int_equal(wire_put(w, buffer, 0, &all, 0, 0, 0), GALVAN_OK);
    copy(w, buffer, 2, 0, buffer, wire_box(0, 0, 0, 12, 1, 1));
    wire_accept(w);
    assert_int_equal(wire_get(w, buffer, 0, &all, 0, 0, 0), GALVAN_OK);
    for (unsigned i = 0; i < 12; i++)
        assert_int_equal(wire_backing(w, buffer)[2 + i], i);
    assert_int_equal(w->screen->live.resources, 2);
    copy(w, texture, 4, 0, texture, wire_box(0, 0, 0, 4, 8, 1));
    wire_accept(w);
    copy(w, texture, 3, 0, texture, wire_box(0, 0, 0, 4, 8, 1));
    wire_refuse(w, "overlapping");
}

/* ---- Blits ---------------------------------------------------------------------------------- */

struct blit {
    uint32_t s0;
    uint32_t dst, dst_level, dst_format;
    struct pipe_box dst_box;
    uint32_t src, src_level, src_format;
    struct pipe_box src_box;
};

static void blit(struct wire *w, const struct blit *b)
{
    WIRE(w, BLIT, b->s0, 2 << 16 | 1, 4 << 16 | 3, b->dst, b->dst_level, b->dst_format,
         (uint32_t)b->dst_box.x, (uint32_t)b->dst_box.y, (uint32_t)b->dst_box.z,
         (uint32_t)b->dst_box.width, (uint32_t)b->dst_box.height, (uint32_t)b->dst_box.depth,
         b->src, b->src_level, b->src_format, (uint32_t)b->src_box.x, (uint32_t)b->src_box.y,
         (uint32_t)b->src_box.z, (uint32_t)b->src_box.width, (uint32_t)b->src_box.height,
         (uint32_t)b->src_box.depth);
}

static struct blit plain_blit(struct wire *w)
{
    return (struct blit){
        .s0 = PIPE_MASK_RGBA,
        .dst = wire_texture(w, rgba8, 32, 32),
        .dst_format = rgba8,
        .dst_box = wire_box(0, 0, 0, 32, 32, 1),
        .src = wire_texture(w, PIPE_FORMAT_B8G8R8A8_UNORM, 16, 16),
        .src_format = PIPE_FORMAT_B8G8R8A8_UNORM,
        .src_box = wire_box(0, 0, 0, 16, 16, 1),
    };
}

static void blits(void **state)
{
    struct wire *w = *state;
    struct blit b = plain_blit(w);
    b.s0 |= PIPE_TEX_FILTER_LINEAR << 8 | 1 << 10 | 1 << 11 | 1 << 12;
    b.dst_format = PIPE_FORMAT_R8G8B8A8_SRGB;
    blit(w, &b);
    wire_accept(w);
    const struct pipe_blit_info *info = &wire_context(w)->blit;
    assert_int_equal(info->mask, PIPE_MASK_RGBA);
    assert_int_equal(info->filter, PIPE_TEX_FILTER_LINEAR);
    assert_true(info->scissor_enable && info->render_condition_enable && info->alpha_blend);
    assert_int_equal(info->scissor.minx, 1);
    assert_int_equal(info->scissor.maxy, 4);
    assert_int_equal(info->dst.format, PIPE_FORMAT_R8G8B8A8_SRGB);
}

/* Blits mirrored on either side or on both; checks that the destination's extents are positive in
 * the driver's call. */
static void mirrored_blits(void **state)
{
    struct wire *w = *state;
    struct blit b = plain_blit(w);
    const struct pipe_blit_info *info;

    b.src_box = wire_box(0, 16, 0, 16, -16, 1);
    blit(w, &b);
    wire_accept(w);
    info = &wire_context(w)->blit;
    assert_int_equal(info->src.box.y, 16);
    assert_int_equal(info->src.box.height, -16);
    b.src_box = wire_box(0, 0, 0, 16, 16, 1);
    b.dst_box = wire_box(32, 32, 0, -32, -32, 1);
    blit(w, &b);
    wire_accept(w);
    assert_int_equal(info->dst.box.x, 0);
    assert_int_equal(info->dst.box.width, 32);
    assert_int_equal(info->src.box.x, 16);
    assert_int_equal(info->src.box.width, -16);
    b.src_box = wire_box(16, 0, 0, -16, 16, 1);
    b.dst_box = wire_box(32, 0, 0, -32, 32, 1);
    blit(w, &b);
    wire_accept(w);
    assert_int_equal(info->src.box.x, 0);
    assert_int_equal(info->src.box.width, 16);
    /* Boxes may extend outside: the driver clips them. */
    b.dst_box = wire_box(-10, -10, 0, 100, 100, 1);
    blit(w, &b);
    wire_accept(w);
    b.dst_box.width = 0;
    blit(w, &b);
    wire_accept(w);
    assert_int_equal(w->screen->counts.blits, 4);
}

/* Blits between formats that lack channels; checks that these channels are not written. */
static void blits_of_absent_channels(void **state)
{
    struct wire *w = *state;
    struct blit b = plain_blit(w);

    b.s0 = PIPE_MASK_RGBA | PIPE_MASK_ZS;
    blit(w, &b);
    wire_accept(w);
    assert_int_equal(wire_context(w)->blit.mask, PIPE_MASK_RGBA);
    b.s0 = PIPE_MASK_Z;
    blit(w, &b);
    wire_accept(w);
    assert_int_equal(w->screen->counts.blits, 1);
}

/* Makes blits that copy raw texels, also to a format that the device cannot render to; checks that
 * they become copies. */
static void blits_that_copy(void **state)
{
    struct wire *w = *state;
    const enum pipe_format format = PIPE_FORMAT_DXT5_RGBA;
    const struct blit good = {
        .s0 = PIPE_MASK_RGBA,
        .dst = wire_texture(w, format, 32, 32),
        .dst_format = format,
        .dst_box = wire_box(16, 8, 0, 16, 16, 1),
        .src = wire_texture(w, format, 16, 16),
        .src_format = format,
        .src_box = wire_box(0, 0, 0, 16, 16, 1),
    };
    struct blit b;

    blit(w, &good);
    wire_accept(w);
    assert_int_equal(wire_context(w)->blit.dst.format, format);
#define REFUSED(change) b = good, change, blit(w, &b), wire_refuse(w, "cannot be blitted")
    REFUSED(b.src_box.width = 8);
    REFUSED(b.src_box = wire_box(16, 0, 0, -16, 16, 1));
    REFUSED(b.s0 = PIPE_MASK_RGBA | 1 << 10);
    REFUSED(b.s0 = PIPE_MASK_RGBA | 1 << 12);
    REFUSED(b.s0 = PIPE_MASK_R);
#undef REFUSED
    assert_int_equal(w->screen->counts.blits, 1);
}

/* Attack blit_100000_leak: blits many times; checks that nothing leaks. */
static void many_blits(void **state)
{
    struct wire *w = *state;
    const struct blit b = plain_blit(w);
    blit(w, &b);
    wire_accept(w);
    const uint64_t left_B = gv_virgl_memory_left(w->r);
    const struct null_live live = w->screen->live;
    for (unsigned i = 1; i < 1000; i++) {
        for (unsigned j = 0; j < 100; j++)
            blit(w, &b);
        wire_accept(w);
    }
    assert_int_equal(w->screen->counts.blits, 1 + 99900);
    assert_memory_equal(&w->screen->live, &live, sizeof(live));
    assert_int_equal(gv_virgl_memory_left(w->r), left_B);
}

/* Attack blit_box_negative_and_mirrored_limits: changes one field of a valid blit to an invalid
 * value; checks that each such blit is rejected. */
static void blits_that_do_not_fit(void **state)
{
    struct wire *w = *state;
    const struct blit good = plain_blit(w);
    struct blit b;

#define REFUSED(change, reason) b = good, change, blit(w, &b), wire_refuse(w, reason)
    REFUSED(b.dst_box.x = INT32_MAX, "far outside");
    REFUSED(b.dst_box.width = INT32_MIN, "far outside");
    REFUSED(b.src_box.y = INT32_MIN, "far outside");
    REFUSED(b.src_box.height = INT32_MAX, "far outside");
    REFUSED(b.dst_box.z = 1, "layers");
    REFUSED(b.dst_box.z = -1, "layers");
    REFUSED(b.src_box.depth = 2, "layers");
    REFUSED(b.src_box.depth = -1, "layers");
    REFUSED(b.dst_level = 1, "level");
    REFUSED(b.src_level = ~0u, "level");
    REFUSED(b.s0 = 0xc0, "mask");
    REFUSED(b.s0 = PIPE_MASK_RGBA | 2 << 8, "filter");
    /* attacks blit_bad_format_pair and blit_depth_to_colour */
    REFUSED(b.dst_format = PIPE_FORMAT_R8_UNORM, "format");
    REFUSED(b.dst_format = ~0u, "format");
    REFUSED(b.src_format = 0, "format");
    REFUSED(b.src_format = PIPE_FORMAT_Z24_UNORM_S8_UINT, "format");
    REFUSED(b.src_format = PIPE_FORMAT_R8G8B8A8_UINT, "integers");
    REFUSED((b.src = wire_texture(w, PIPE_FORMAT_Z32_FLOAT, 16, 16),
             b.src_format = PIPE_FORMAT_Z32_FLOAT),
            "depth-stencil");
    REFUSED((b.dst = wire_texture(w, PIPE_FORMAT_DXT5_RGBA, 32, 32),
             b.dst_format = PIPE_FORMAT_DXT5_RGBA),
            "cannot be blitted");
    REFUSED(b.src = 999, "unknown resource");
    REFUSED(b.dst = 999, "unknown resource");
    REFUSED(b.src = wire_buffer(w, 64), "no texture");
#undef REFUSED
    b = good;
    b.s0 = 0;
    blit(w, &b);
    wire_accept(w);
    assert_int_equal(w->screen->counts.blits, 0);
}

static void multisample_blits(void **state)
{
    struct wire *w = *state;
    struct gv_virgl_resource_args m = wire_args_2d(rgba8, 16, 16);
    m.nr_samples = 4;
    struct blit b = {
        .s0 = PIPE_MASK_RGBA,
        .dst = wire_texture(w, rgba8, 16, 16),
        .dst_format = rgba8,
        .dst_box = wire_box(0, 0, 0, 16, 16, 1),
        .src = wire_resource(w, m),
        .src_format = rgba8,
        .src_box = wire_box(0, 0, 0, 16, 16, 1),
    };
    blit(w, &b); /* a resolve */
    b.dst = wire_resource(w, m);
    blit(w, &b);
    wire_accept(w);
    b.src_box.width = 8; /* attack blit_msaa_to_msaa_scaled */
    blit(w, &b);
    wire_refuse(w, "scaling");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        WIRE_TEST(clears),
        WIRE_TEST(clear_texture),
        WIRE_TEST(clear_surface),
        WIRE_TEST(copies),
        WIRE_TEST(copies_that_do_not_fit),
        WIRE_TEST(copies_between_compressed_and_plain),
        WIRE_TEST(overlapping_copies),
        WIRE_TEST(blits),
        WIRE_TEST(mirrored_blits),
        WIRE_TEST(blits_that_copy),
        WIRE_TEST(blits_of_absent_channels),
        WIRE_TEST(many_blits),
        WIRE_TEST(blits_that_do_not_fit),
        WIRE_TEST(multisample_blits),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
