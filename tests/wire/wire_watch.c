/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Checks the reported box of changes of a watched texture, for each kind of command that changes
 * it, and for commands that do not. */
#include "virgl/api/watch.h"
#include "wire.h"

static const uint32_t format = PIPE_FORMAT_B8G8R8A8_UNORM;

static bool changed(struct wire *w, uint32_t texture, struct pipe_box *box)
{
    return gv_virgl_resource_changed(w->r, texture, box);
}

/* Checks that the commands so far changed this box, and resets the watcher. */
static void expect(struct wire *w, uint32_t texture, int x, int y, int width, int height)
{
    struct pipe_box box;
    wire_accept(w);
    assert_true(changed(w, texture, &box));
    assert_int_equal(box.x, x);
    assert_int_equal(box.y, y);
    assert_int_equal(box.width, width);
    assert_int_equal(box.height, height);
    assert_int_equal(box.z, 0);
    assert_int_equal(box.depth, 1);
    assert_false(changed(w, texture, &box));
}

static void expect_none(struct wire *w, uint32_t texture)
{
    struct pipe_box box;
    wire_accept(w);
    assert_false(changed(w, texture, &box));
}

/* Sets a scissor from (left, top) to (right, bottom). */
static void scissor(struct wire *w, uint32_t left, uint32_t top, uint32_t right, uint32_t bottom)
{
    WIRE(w, SET_SCISSOR_STATE, 0, top << 16 | left, bottom << 16 | right);
}

static void boxes(void **state)
{
    struct wire *w = *state;
    struct gv_virgl_resource_args args = wire_args_2d(format, 64, 32);
    args.last_level = 1;
    uint32_t texture = wire_resource(w, args), other = wire_texture(w, format, 64, 64);
    struct pipe_box box = wire_box(3, 4, 0, 5, 6, 1);

    expect(w, texture, 0, 0, 64, 32); /* a new watcher assumes that everything changed */
    assert_int_equal(wire_put(w, texture, 0, &box, 0, 0, 0), GALVAN_OK);
    expect(w, texture, 3, 4, 5, 6);
    assert_int_equal(wire_put(w, texture, 1, &box, 0, 0, 0), GALVAN_OK);
    assert_int_equal(wire_get(w, texture, 0, &box, 0, 0, 0), GALVAN_OK);
    expect_none(w, texture);
    WIRE(w, RESOURCE_INLINE_WRITE, texture, 0, 0, 4, 0, 9, 8, 0, 1, 2, 1, 1, 1);
    expect(w, texture, 9, 8, 1, 2);
    WIRE(w, TRANSFER3D, texture, 0, 0, 0, 0, 60, 30, 0, 4, 2, 1, 0, GV_VIRGL_TRANSFER_TO_HOST);
    WIRE(w, TRANSFER3D, texture, 0, 0, 0, 0, 1, 0, 0, 1, 1, 1, 0, GV_VIRGL_TRANSFER_FROM_HOST);
    expect(w, texture, 60, 30, 4, 2);
    WIRE(w, RESOURCE_COPY_REGION, texture, 0, 7, 6, 0, other, 0, 0, 0, 0, 2, 3, 1);
    WIRE(w, RESOURCE_COPY_REGION, other, 0, 0, 0, 0, texture, 0, 0, 0, 0, 64, 32, 1);
    expect(w, texture, 7, 6, 2, 3);
    /* The blit is mirrored, and extends beyond the texture. */
    WIRE(w, BLIT, PIPE_MASK_RGBA, 0, 0, texture, 0, format, 10, 28, 0, (uint32_t)-20, 8, 1, other,
         0, format, 0, 0, 0, 20, 8, 1);
    expect(w, texture, 0, 28, 10, 4);
    WIRE(w, CLEAR_TEXTURE, texture, 0, 1, 1, 0, 2, 2, 1, 0, 0, 0, 0);
    WIRE(w, CLEAR_TEXTURE, texture, 0, 8, 5, 0, 1, 1, 1, 0, 0, 0, 0);
    expect(w, texture, 1, 1, 8, 5); /* around both clears */
    WIRE(w, CLEAR_SURFACE, 4 << 1, wire_surface(w, texture, format), 1, 2, 3, 4, 5, 6, 7, 8);
    expect(w, texture, 5, 6, 7, 8);
}

static void draws(void **state)
{
    struct wire *w = *state;
    const uint32_t scissor_bit = 1 << 14;
    struct wire_draw_state s = wire_ready_to_draw(w);
    uint32_t clipped = wire_rasterizer(w, scissor_bit), elsewhere = wire_texture(w, format, 64, 64);
    uint32_t other = wire_surface(w, elsewhere, format);

    expect(w, s.texture, 0, 0, 64, 64);
    expect_none(w, s.texture); /* a bound texture is not drawn */
    wire_draw(w);
    expect(w, s.texture, 0, 0, 64, 64);
    scissor(w, 2, 3, 12, 5); /* the rasterizer has the scissor off */
    wire_draw(w);
    expect(w, s.texture, 0, 0, 64, 64);
    WIRE_BIND(w, RASTERIZER, clipped);
    wire_draw(w);
    expect(w, s.texture, 2, 3, 10, 2);
    wire_draw(w); /* draws with unchanged state, after a check has reset the watcher */
    expect(w, s.texture, 2, 3, 10, 2);
    scissor(w, 0, 0, 64, 64); /* no draw uses this scissor */
    scissor(w, 40, 40, 41, 41);
    wire_draw(w);
    expect(w, s.texture, 40, 40, 1, 1);
    wire_draw(w);
    scissor(w, 50, 20, 60, 30);
    wire_draw(w);
    wire_draw(w);
    expect(w, s.texture, 40, 20, 20, 21);

    /* A clear must ignore the scissor. */
    WIRE(w, CLEAR, PIPE_CLEAR_COLOR0, 0, 0, 0, 0, 0, 0, 0);
    expect(w, s.texture, 0, 0, 64, 64);

    /* Draws to the texture and unbinds it at once; later draws go to another target. */
    wire_draw(w);
    WIRE(w, SET_FRAMEBUFFER_STATE, 1, 0, other);
    wire_draw(w);
    expect(w, s.texture, 50, 20, 10, 10);
    wire_draw(w);
    expect_none(w, s.texture);
    WIRE(w, SET_FRAMEBUFFER_STATE, 2, 0, other, s.surface);
    wire_draw(w);
    expect(w, s.texture, 50, 20, 10, 10);

    /* The draw uses scissors of several viewports. */
    WIRE(w, SET_SCISSOR_STATE, 1, 0, 9 << 16 | 9);
    wire_draw(w);
    expect(w, s.texture, 0, 0, 64, 64);
}

/* Stores to images; checks that the whole texture counts as changed, since the decoder does not
 * know what shaders write. */
static void images(void **state)
{
    struct wire *w = *state;
    uint32_t texture = wire_texture(w, format, 8, 8);
    expect(w, texture, 0, 0, 8, 8);
    WIRE(w, SET_SHADER_IMAGES, PIPE_SHADER_FRAGMENT, 0, format, PIPE_IMAGE_ACCESS_READ_WRITE, 0, 0,
         texture);
    expect(w, texture, 0, 0, 8, 8);
    WIRE(w, SET_SUB_CTX, 0);
    expect(w, texture, 0, 0, 8, 8);
    struct pipe_box box;
    assert_false(changed(w, 999, &box));
}

int main(void)
{
    const struct CMUnitTest tests[] = {WIRE_TEST(boxes), WIRE_TEST(draws), WIRE_TEST(images)};
    return cmocka_run_group_tests_name("watch", tests, NULL, NULL);
}
