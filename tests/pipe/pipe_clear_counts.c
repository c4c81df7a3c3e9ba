/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* The cost of clears. Clears before the first draw must become load operations of the rendering,
 * later clears must replace earlier ones, and nothing may be cleared twice. The tests replace
 * functions in the device's table to count commands, and also check the pixels. */
#include <string.h>

#include "driver/resource/resource.h"
#include "driver/screen/screen.h"
#include "pipe_draw_kit.h"

/* ---- Counting */

static struct counts {
    unsigned renderings;
    unsigned color_loads, depth_loads, stencil_loads; /* load operations that clear */
    unsigned commands;                                /* number of vkCmdClear* commands */
} counts;

static struct VolkDeviceTable real;

static VKAPI_ATTR void VKAPI_CALL begin_rendering(VkCommandBuffer cmd, const VkRenderingInfo *info)
{
    counts.renderings++;
    for (uint32_t i = 0; i < info->colorAttachmentCount; i++)
        counts.color_loads += info->pColorAttachments[i].loadOp == VK_ATTACHMENT_LOAD_OP_CLEAR;
    if (info->pDepthAttachment)
        counts.depth_loads += info->pDepthAttachment->loadOp == VK_ATTACHMENT_LOAD_OP_CLEAR;
    if (info->pStencilAttachment)
        counts.stencil_loads += info->pStencilAttachment->loadOp == VK_ATTACHMENT_LOAD_OP_CLEAR;
    real.vkCmdBeginRendering(cmd, info);
}

static VKAPI_ATTR void VKAPI_CALL clear_attachments(VkCommandBuffer cmd, uint32_t num,
                                                    const VkClearAttachment *attachments,
                                                    uint32_t num_rects, const VkClearRect *rects)
{
    counts.commands += num;
    real.vkCmdClearAttachments(cmd, num, attachments, num_rects, rects);
}

static VKAPI_ATTR void VKAPI_CALL clear_color_image(VkCommandBuffer cmd, VkImage image,
                                                    VkImageLayout layout,
                                                    const VkClearColorValue *value, uint32_t num,
                                                    const VkImageSubresourceRange *ranges)
{
    counts.commands++;
    real.vkCmdClearColorImage(cmd, image, layout, value, num, ranges);
}

static VKAPI_ATTR void VKAPI_CALL clear_zs_image(VkCommandBuffer cmd, VkImage image,
                                                 VkImageLayout layout,
                                                 const VkClearDepthStencilValue *value,
                                                 uint32_t num,
                                                 const VkImageSubresourceRange *ranges)
{
    counts.commands++;
    real.vkCmdClearDepthStencilImage(cmd, image, layout, value, num, ranges);
}

static void begin_counting(struct pipe_fixture *f)
{
    struct VolkDeviceTable *vk = &((struct gv_screen *)f->screen)->dev->vk;
    if (vk->vkCmdBeginRendering !=
        begin_rendering) /* a failed test may have left the replaced functions in the table */
        real = *vk;
    vk->vkCmdBeginRendering = begin_rendering;
    vk->vkCmdClearAttachments = clear_attachments;
    vk->vkCmdClearColorImage = clear_color_image;
    vk->vkCmdClearDepthStencilImage = clear_zs_image;
}

static void end_counting(struct pipe_fixture *f)
{
    ((struct gv_screen *)f->screen)->dev->vk = real;
}

/* The kit's target, and a depth-stencil buffer. */
struct scene {
    struct draw_kit kit;
    struct pipe_resource *zs;
    struct pipe_framebuffer_state fb;
};

/* Submits everything, and compares the commands since the previous call of expect() with the
 * expected counts. */
static void expect(struct scene *k, unsigned renderings, unsigned color, unsigned depth,
                   unsigned stencil, unsigned commands)
{
    k->kit.f->pipe->flush(k->kit.f->pipe, NULL, 0);
    assert_int_equal(counts.renderings, renderings);
    assert_int_equal(counts.color_loads, color);
    assert_int_equal(counts.depth_loads, depth);
    assert_int_equal(counts.stencil_loads, stencil);
    assert_int_equal(counts.commands, commands);
    memset(&counts, 0, sizeof(counts));
}

/* ---- Sequences */

static void begin_new(struct scene *k, struct pipe_fixture *f)
{
    kit_init(&k->kit, f, 0, NULL);
    k->zs =
        fixture_texture(f, PIPE_TEXTURE_2D, PIPE_FORMAT_Z24_UNORM_S8_UINT, KIT_SIZE, KIT_SIZE, 1);
    k->fb = (struct pipe_framebuffer_state){
        .width = KIT_SIZE,
        .height = KIT_SIZE,
        .nr_cbufs = 1,
        .cbufs = {k->kit.color_surface},
        .zsbuf = fixture_surface(f, k->zs, k->zs->format, 0, 0, 0),
    };
    f->pipe->set_framebuffer_state(f->pipe, &k->fb);
    f->pipe->flush(f->pipe, NULL, 0);
    begin_counting(f);
    memset(&counts, 0, sizeof(counts));
}

static void end(struct scene *k)
{
    struct pipe_fixture *f = k->kit.f;
    end_counting(f);
    f->pipe->set_framebuffer_state(f->pipe, NULL);
    pipe_surface_reference(&k->fb.zsbuf, NULL);
    pipe_resource_reference(&k->zs, NULL);
    kit_finish(&k->kit);
}

static void clear(struct scene *k, unsigned buffers, float r, float g, float b)
{
    const union pipe_color_union color = {.f = {r, g, b, 1.0f}};
    k->kit.f->pipe->clear(k->kit.f->pipe, buffers, &color, 1.0, 0);
}

/* Draws a small triangle that covers few pixels. */
static void draw(struct scene *k)
{
    static const struct kit_vertex corner[] = {{{-1, -1, 0, 1}, {0, 0, 1, 1}},
                                               {{-0.5f, -1, 0, 1}, {0, 0, 1, 1}},
                                               {{-1, -0.5f, 0, 1}, {0, 0, 1, 1}}};
    kit_draw(&k->kit, PIPE_PRIM_TRIANGLES, corner, 3);
}

/* Like begin_new(), but the targets already have contents. */
static void begin(struct scene *k, struct pipe_fixture *f)
{
    begin_new(k, f);
    clear(k, PIPE_CLEAR_COLOR | PIPE_CLEAR_DEPTHSTENCIL, 0.0f, 0.0f, 0.0f);
    f->pipe->flush(f->pipe, NULL, 0);
    memset(&counts, 0, sizeof(counts));
}

#define PIXEL_RED   0xff0000ffu
#define PIXEL_GREEN 0xff00ff00u
#define PIXEL_BLUE  0xffff0000u

static void test_clear_and_draw(void **state)
{
    struct scene k;
    begin_new(&k, *state);
    clear(&k, PIPE_CLEAR_COLOR | PIPE_CLEAR_DEPTHSTENCIL, 1.0f, 0.0f, 0.0f);
    draw(&k);
    expect(&k, 1, 1, 1, 1, 0);
    assert_int_equal(kit_pixel(&k.kit, 9, 9), PIXEL_RED);
    assert_int_equal(kit_pixel(&k.kit, 0, 0), PIXEL_BLUE);
    end(&k);
}

/* Clears several times, then draws. Checks that only the last clear of each attachment is executed,
 * and that the clears of all attachments become load operations of one rendering. */
static void test_clears_before_a_draw(void **state)
{
    struct scene k;
    begin(&k, *state);
    clear(&k, PIPE_CLEAR_COLOR, 1.0f, 0.0f, 0.0f);
    clear(&k, PIPE_CLEAR_DEPTH, 0.0f, 0.0f, 0.0f);
    clear(&k, PIPE_CLEAR_COLOR, 0.0f, 1.0f, 0.0f);
    clear(&k, PIPE_CLEAR_STENCIL, 0.0f, 0.0f, 0.0f);
    clear(&k, PIPE_CLEAR_COLOR0, 0.0f, 1.0f, 0.0f);
    draw(&k);
    expect(&k, 1, 1, 1, 1, 0);
    assert_int_equal(kit_pixel(&k.kit, 9, 9), PIXEL_GREEN);
    end(&k);
}

/* Clears without a draw. Checks that the clear is executed once: when the texture is read, or when
 * the batch ends. */
static void test_clear_alone(void **state)
{
    struct scene k;
    begin(&k, *state);
    clear(&k, PIPE_CLEAR_COLOR, 1.0f, 0.0f, 0.0f);
    clear(&k, PIPE_CLEAR_COLOR, 0.0f, 1.0f, 0.0f);
    expect(&k, 1, 1, 0, 0, 0);
    draw(&k); /* loads: the clear is not repeated */
    expect(&k, 1, 0, 0, 0, 0);
    assert_int_equal(kit_pixel(&k.kit, 9, 9), PIXEL_GREEN);
    expect(&k, 0, 0, 0, 0, 0);
    end(&k);
}

/* Attaches new images, clears depth and draws. Checks that load operations clear depth, and set
 * colour and stencil to 0, without a separate clear. */
static void test_first_contents(void **state)
{
    struct scene k;
    begin_new(&k, *state);
    clear(&k, PIPE_CLEAR_DEPTH, 0.0f, 0.0f, 0.0f);
    draw(&k);
    expect(&k, 1, 1, 1, 1, 0);
    assert_int_equal(kit_pixel(&k.kit, 9, 9), 0);
    end(&k);
}

static void test_first_contents_of_a_layer(void **state)
{
    struct scene k;
    struct pipe_fixture *f = *state;
    begin(&k, f);
    struct pipe_resource *layers = fixture_texture(
        f, PIPE_TEXTURE_2D_ARRAY, PIPE_FORMAT_R8G8B8A8_UNORM, KIT_SIZE, KIT_SIZE, 2);
    struct pipe_surface *surface = fixture_surface(f, layers, layers->format, 0, 1, 1);
    struct pipe_framebuffer_state fb = k.fb;
    fb.cbufs[0] = surface;
    f->pipe->set_framebuffer_state(f->pipe, &fb);
    clear(&k, PIPE_CLEAR_COLOR, 1.0f, 0.0f, 0.0f);
    draw(&k);
    /* The CPU zeroes the texels of an image with linear tiling. */
    expect(&k, 1, 1, 0, 0, gv_resource(layers)->storage->texels ? 0 : 1);
    assert_int_equal(fixture_texel32(f, layers, 9, 9, 0), 0);
    assert_int_equal(fixture_texel32(f, layers, 9, 9, 1), PIXEL_RED);
    pipe_surface_reference(&surface, NULL);
    pipe_resource_reference(&layers, NULL);
    end(&k);
}

/* Clears, blits from the target, and draws. Checks that the blit executes the pending clear, and
 * that the draw loads the result. */
static void test_clear_blit_draw(void **state)
{
    struct scene k;
    struct pipe_fixture *f = *state;
    begin(&k, f);
    struct pipe_resource *copy =
        fixture_texture(f, PIPE_TEXTURE_2D, PIPE_FORMAT_R8G8B8A8_UNORM, KIT_SIZE, KIT_SIZE, 1);
    const struct pipe_box all = fixture_level_box(copy, 0);
    struct pipe_blit_info info = {.mask = PIPE_MASK_RGBA};
    info.src.resource = k.kit.color;
    info.dst.resource = copy;
    info.src.format = info.dst.format = copy->format;
    info.src.box = info.dst.box = all;
    f->pipe->blit(f->pipe, &info);
    f->pipe->flush(f->pipe, NULL, 0);
    memset(&counts, 0, sizeof(counts));

    clear(&k, PIPE_CLEAR_COLOR, 1.0f, 0.0f, 0.0f);
    f->pipe->blit(f->pipe, &info);
    draw(&k);
    expect(&k, 2, 1, 0, 0, 0);
    assert_int_equal(fixture_texel32(f, copy, 0, 0, 0), PIXEL_RED);
    assert_int_equal(kit_pixel(&k.kit, 0, 0), PIXEL_BLUE);
    assert_int_equal(kit_pixel(&k.kit, 9, 9), PIXEL_RED);
    memset(&counts, 0, sizeof(counts));

    /* A write to another texture must not execute the pending clear. */
    clear(&k, PIPE_CLEAR_COLOR, 0.0f, 1.0f, 0.0f);
    const uint32_t texel = PIXEL_BLUE;
    const struct pipe_box one = fixture_box(0, 0, 0, 1, 1, 1);
    fixture_write(f, copy, 0, &one, &texel);
    draw(&k);
    expect(&k, 1, 1, 0, 0, 0);
    pipe_resource_reference(&copy, NULL);
    end(&k);
}

/* Clears between two draws. Checks that the clear is a command, since ending the rendering would
 * store and load, and that the pixels have the colour of the last clear. */
static void test_clear_between_draws(void **state)
{
    struct scene k;
    begin(&k, *state);
    draw(&k);
    clear(&k, PIPE_CLEAR_COLOR | PIPE_CLEAR_DEPTHSTENCIL, 0.0f, 0.5f, 1.0f);
    clear(&k, PIPE_CLEAR_COLOR | PIPE_CLEAR_DEPTHSTENCIL, 1.0f, 0.0f, 0.0f);
    draw(&k);
    expect(&k, 1, 0, 0, 0, 2);
    assert_int_equal(kit_pixel(&k.kit, 9, 9), PIXEL_RED);
    end(&k);
}

/* Clears the whole target, then a part of it. Checks that the first clear is a load operation and
 * the second a command. */
static void test_clear_of_a_part(void **state)
{
    struct scene k;
    struct pipe_fixture *f = *state;
    const union pipe_color_union green = {.f = {0.0f, 1.0f, 0.0f, 1.0f}};
    const struct pipe_scissor_state part = {.minx = 8, .maxx = 10, .miny = 8, .maxy = 10};
    const struct pipe_scissor_state whole = {.maxx = KIT_SIZE, .maxy = KIT_SIZE};
    begin(&k, f);
    clear(&k, PIPE_CLEAR_COLOR, 1.0f, 0.0f, 0.0f);
    f->pipe->clear_scissored(f->pipe, PIPE_CLEAR_COLOR, &part, &green, 0.0, 0);
    draw(&k);
    expect(&k, 1, 1, 0, 0, 1);
    assert_int_equal(kit_pixel(&k.kit, 9, 9), PIXEL_GREEN);
    assert_int_equal(kit_pixel(&k.kit, 12, 12), PIXEL_RED);
    expect(&k, 0, 0, 0, 0, 0);
    f->pipe->clear_scissored(f->pipe, PIPE_CLEAR_COLOR, &whole, &green, 0.0, 0);
    draw(&k);
    expect(&k, 1, 1, 0, 0, 0);
    end(&k);
}

/* Sets framebuffers in turn. Checks that a clear stays pending if its framebuffer is set again,
 * that another framebuffer has a pending clear of its own, and that no clear is repeated when the
 * first framebuffer is set again. */
static void test_framebuffers_in_turn(void **state)
{
    struct scene k;
    struct pipe_fixture *f = *state;
    begin(&k, f);
    struct pipe_resource *other =
        fixture_texture(f, PIPE_TEXTURE_2D, PIPE_FORMAT_R8G8B8A8_UNORM, KIT_SIZE, KIT_SIZE, 1);
    struct pipe_surface *surface = fixture_surface(f, other, other->format, 0, 0, 0);
    const struct pipe_framebuffer_state first = k.fb;
    struct pipe_framebuffer_state second = first;
    second.cbufs[0] = surface;
    second.zsbuf = NULL;
    f->pipe->flush(f->pipe, NULL, 0);
    memset(&counts, 0, sizeof(counts));

    clear(&k, PIPE_CLEAR_COLOR, 1.0f, 0.0f, 0.0f);
    f->pipe->set_framebuffer_state(f->pipe, &first);
    draw(&k);
    expect(&k, 1, 1, 0, 0, 0);

    clear(&k, PIPE_CLEAR_COLOR, 1.0f, 0.0f, 0.0f);
    f->pipe->set_framebuffer_state(f->pipe, &second);
    clear(&k, PIPE_CLEAR_COLOR, 0.0f, 1.0f, 0.0f);
    draw(&k);
    f->pipe->set_framebuffer_state(f->pipe, &first);
    draw(&k);
    expect(&k, 3, 2, 0, 0, 0);
    assert_int_equal(kit_pixel(&k.kit, 9, 9), PIXEL_RED);
    assert_int_equal(fixture_texel32(f, other, 9, 9, 0), PIXEL_GREEN);
    pipe_surface_reference(&surface, NULL);
    pipe_resource_reference(&other, NULL);
    end(&k);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_clear_and_draw),
        cmocka_unit_test(test_clears_before_a_draw),
        cmocka_unit_test(test_first_contents),
        cmocka_unit_test(test_clear_alone),
        cmocka_unit_test(test_clear_blit_draw),
        cmocka_unit_test(test_clear_between_draws),
        cmocka_unit_test(test_clear_of_a_part),
        cmocka_unit_test(test_framebuffers_in_turn),
        cmocka_unit_test(test_first_contents_of_a_layer),
    };
    return cmocka_run_group_tests(tests, pipe_fixture_setup, pipe_fixture_teardown);
}
