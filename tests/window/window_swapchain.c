/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Tests swapchains on windows of the X server that DISPLAY names. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdlib.h>
#include <string.h>
#include <xcb/xcb.h>

#include "galvan/galvan.h"
#include "pipe/p_context.h"
#include "pipe/p_inlines.h"
#include "pipe/p_screen.h"

enum {
    WIDTH = 60,
    HEIGHT = 40,
    NUM_SLOTS = 2,
    NUM_FRAMES = 12
};

struct fixture {
    struct pipe_screen *screen;
    struct pipe_context *pipe;
    struct pipe_resource *frame;
    xcb_connection_t *x;
    xcb_window_t window;
};

static struct pipe_resource *new_frame(struct fixture *f, unsigned width, unsigned height)
{
    const struct pipe_resource templ = {
        .target = PIPE_TEXTURE_2D,
        .format = PIPE_FORMAT_B8G8R8A8_UNORM,
        .width0 = width,
        .height0 = (uint16_t)height,
        .depth0 = 1,
        .array_size = 1,
        .bind = PIPE_BIND_RENDER_TARGET,
    };
    struct pipe_resource *frame = f->screen->resource_create(f->screen, &templ);

    assert_non_null(frame);
    return frame;
}

static int set_up(void **state)
{
    struct fixture *f = calloc(1, sizeof(*f));

    assert_non_null(f);
    assert_int_equal(galvan_screen_create(galvan_screen_params(.swapchains = true), &f->screen),
                     GALVAN_OK);
    f->pipe = f->screen->context_create(f->screen, NULL, 0);
    assert_non_null(f->pipe);
    f->frame = new_frame(f, WIDTH, HEIGHT);
    f->x = xcb_connect(NULL, NULL);
    assert_int_equal(xcb_connection_has_error(f->x), 0);
    const xcb_screen_t *root = xcb_setup_roots_iterator(xcb_get_setup(f->x)).data;
    f->window = xcb_generate_id(f->x);
    xcb_create_window(f->x, XCB_COPY_FROM_PARENT, f->window, root->root, 0, 0, WIDTH, HEIGHT, 0,
                      XCB_WINDOW_CLASS_INPUT_OUTPUT, root->root_visual, 0, NULL);
    xcb_map_window(f->x, f->window);
    *state = f;
    return 0;
}

static int tear_down(void **state)
{
    struct fixture *f = *state;

    xcb_disconnect(f->x);
    pipe_resource_reference(&f->frame, NULL);
    f->pipe->destroy(f->pipe);
    f->screen->destroy(f->screen);
    free(f);
    return 0;
}

static struct galvan_swapchain *create(struct fixture *f, struct pipe_screen *screen,
                                       const struct pipe_resource *frame, unsigned num_slots)
{
    const struct galvan_swapchain_params params = {
        .size = sizeof(params),
        .connection = f->x,
        .window = f->window,
        .frame = frame,
        .num_slots = num_slots,
    };

    return galvan_swapchain_create(screen, &params);
}

/* Clears the frame, and copies it to the slot. */
static void draw(struct fixture *f, struct galvan_swapchain *swapchain, unsigned slot,
                 unsigned green)
{
    const union pipe_color_union color = {.f = {1, (float)green / 255.0f, 0, 1}};
    const struct pipe_surface templ = {.format = f->frame->format};
    struct pipe_surface *surface = f->pipe->create_surface(f->pipe, f->frame, &templ);

    assert_non_null(surface);
    f->pipe->clear_render_target(f->pipe, surface, &color, 0, 0, f->frame->width0,
                                 f->frame->height0);
    pipe_surface_reference(&surface, NULL);
    assert_true(galvan_swapchain_copy(swapchain, slot, f->pipe, f->frame));
}

/* Waits until all copies have finished. */
static void finish(struct fixture *f)
{
    struct pipe_fence_handle *fence = NULL;

    f->pipe->flush(f->pipe, &fence, 0);
    assert_true(f->screen->fence_finish(f->screen, fence, PIPE_TIMEOUT_INFINITE));
    f->screen->fence_reference(f->screen, &fence, NULL);
}

static void present(struct fixture *f, struct galvan_swapchain *swapchain, unsigned slot)
{
    finish(f);
    assert_true(galvan_swapchain_present(swapchain, slot));
}

/* Checks the first and the last pixel of the window. */
static void expect(struct fixture *f, unsigned green)
{
    const unsigned width = f->frame->width0, height = f->frame->height0;
    xcb_get_image_reply_t *image =
        xcb_get_image_reply(f->x,
                            xcb_get_image(f->x, XCB_IMAGE_FORMAT_Z_PIXMAP, f->window, 0, 0,
                                          (uint16_t)width, (uint16_t)height, ~0u),
                            NULL);

    assert_non_null(image);
    const uint8_t *first = xcb_get_image_data(image);
    const uint8_t *last = first + (size_t)4 * (width * height - 1);
    assert_true(first[0] == 0 && first[1] == green && first[2] == 255);
    assert_memory_equal(first, last, 3);
    free(image);
}

/* The window shows each frame as soon as it was presented. */
static void test_frames(void **state)
{
    struct fixture *f = *state;
    struct galvan_swapchain *swapchain = create(f, f->screen, f->frame, NUM_SLOTS);

    assert_non_null(swapchain);
    for (unsigned i = 0; i < NUM_FRAMES; i++) {
        draw(f, swapchain, i % NUM_SLOTS, i);
        present(f, swapchain, i % NUM_SLOTS);
        expect(f, i);
    }
    galvan_swapchain_destroy(swapchain);
}

/* Copies a frame to each slot before the first present, and copies later frames over these; checks
 * that the last frame of each slot is presented. */
static void test_pending_frames(void **state)
{
    struct fixture *f = *state;
    struct galvan_swapchain *swapchain = create(f, f->screen, f->frame, NUM_SLOTS);

    assert_non_null(swapchain);
    draw(f, swapchain, 0, 10);
    draw(f, swapchain, 1, 20);
    draw(f, swapchain, 0, 30);
    finish(f);
    draw(f, swapchain, 1, 40);
    present(f, swapchain, 0);
    expect(f, 30);
    present(f, swapchain, 1);
    expect(f, 40);
    draw(f, swapchain, 0, 50);
    finish(f);
    galvan_swapchain_destroy(swapchain); /* with a frame that is not presented */
    expect(f, 40);
}

static void test_what_does_not_fit(void **state)
{
    struct fixture *f = *state;
    struct pipe_resource *wide = new_frame(f, WIDTH + 1, HEIGHT);
    struct galvan_swapchain *swapchain;
    struct pipe_screen *other;

    assert_null(create(f, f->screen, wide, NUM_SLOTS));
    assert_null(create(f, f->screen, f->frame, 0));
    assert_null(create(f, f->screen, f->frame, 9));
    assert_int_equal(galvan_screen_create(NULL, &other), GALVAN_OK);
    assert_null(create(f, other, f->frame, NUM_SLOTS));
    other->destroy(other);
    swapchain = create(f, f->screen, f->frame, NUM_SLOTS);
    assert_non_null(swapchain);
    assert_false(galvan_swapchain_copy(swapchain, NUM_SLOTS, f->pipe, f->frame));
    assert_false(galvan_swapchain_copy(swapchain, 0, f->pipe, wide));
    galvan_swapchain_destroy(swapchain);
    pipe_resource_reference(&wide, NULL);
}

/* Resizes the window; checks that a new swapchain presents frames of the new size. */
static void test_resize(void **state)
{
    struct fixture *f = *state;
    const uint32_t size[] = {WIDTH + 20, HEIGHT + 10};

    for (unsigned i = 0; i < 2; i++) {
        struct galvan_swapchain *swapchain = create(f, f->screen, f->frame, NUM_SLOTS);
        assert_non_null(swapchain);
        draw(f, swapchain, 0, 100 + i);
        present(f, swapchain, 0);
        expect(f, 100 + i);
        galvan_swapchain_destroy(swapchain);
        xcb_configure_window(f->x, f->window, XCB_CONFIG_WINDOW_WIDTH | XCB_CONFIG_WINDOW_HEIGHT,
                             size);
        pipe_resource_reference(&f->frame, NULL);
        f->frame = new_frame(f, size[0], size[1]);
    }
}

static void test_window_that_ends(void **state)
{
    struct fixture *f = *state;
    struct galvan_swapchain *swapchain = create(f, f->screen, f->frame, NUM_SLOTS);

    assert_non_null(swapchain);
    xcb_destroy_window(f->x, f->window);
    for (unsigned i = 0; i < NUM_FRAMES; i++) {
        draw(f, swapchain, i % NUM_SLOTS, 0);
        finish(f);
        if (!galvan_swapchain_present(swapchain, i % NUM_SLOTS))
            break;
    }
    galvan_swapchain_destroy(swapchain);
    assert_null(create(f, f->screen, f->frame, NUM_SLOTS));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_frames, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_pending_frames, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_what_does_not_fit, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_resize, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_window_that_ends, set_up, tear_down),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
