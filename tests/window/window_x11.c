/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Tests windows of the X server that DISPLAY names, as a second client sees them; this client also
 * acts as the user.
 * usage: window_x11 shared|sent: whether pixels must go through shared memory. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <xcb/xcb.h>
#include <xcb/xcb_keysyms.h>

#include "galvan/window.h"
#include "pipe/p_context.h"

enum {
    WIDTH = 200,
    HEIGHT = 100,
    PATIENCE_S = 60 /* for what takes milliseconds */
};

static bool wants_shared;

struct fixture {
    struct galvan_window *window;
    struct galvan_window_frame frame;
    xcb_connection_t *user;
    xcb_window_t id;
    struct galvan_log log;
    unsigned num_lines;
};

static void count_line(void *priv, enum galvan_log_level level, const char *component,
                       const char *message)
{
    struct fixture *f = priv;
    (void)level;
    printf("%s: %s\n", component, message);
    f->num_lines++;
}

static void pause_ms(long ms)
{
    nanosleep(&(struct timespec){.tv_nsec = ms * 1000000}, NULL);
}

/* Repeats until what is waited for holds. */
#define wait_until(condition)                                                                      \
    do {                                                                                           \
        const time_t end = time(NULL) + PATIENCE_S;                                                \
        while (!(condition)) {                                                                     \
            if (time(NULL) > end)                                                                  \
                fail_msg("waited in vain: %s", #condition);                                        \
            pause_ms(5);                                                                           \
        }                                                                                          \
    } while (0)

/* Returns the only window of the server, or 0 if there is none. */
static xcb_window_t find_window(xcb_connection_t *user)
{
    xcb_window_t root = xcb_setup_roots_iterator(xcb_get_setup(user)).data->root, id = 0;
    xcb_query_tree_reply_t *tree = xcb_query_tree_reply(user, xcb_query_tree(user, root), NULL);
    assert_non_null(tree);
    if (xcb_query_tree_children_length(tree) == 1)
        id = xcb_query_tree_children(tree)[0];
    free(tree);
    return id;
}

static int setup(void **state)
{
    struct fixture *f = calloc(1, sizeof(*f));
    assert_non_null(f);
    f->user = xcb_connect(NULL, NULL);
    assert_int_equal(xcb_connection_has_error(f->user), 0);
    wait_until(find_window(f->user) == 0); /* that of the test before is gone */
    f->log = (struct galvan_log){.fn = count_line, .priv = f, .level = GALVAN_LOG_WARN};
    assert_int_equal(
        galvan_window_create(galvan_window_params(.title = "w\xc3\xa4hrend", .width = WIDTH,
                                                  .height = HEIGHT, .max_frames_per_s = 500,
                                                  .log = &f->log),
                             &f->window),
        GALVAN_OK);
    wait_until((f->id = find_window(f->user)) != 0);
    *state = f;
    return 0;
}

static int teardown(void **state)
{
    struct fixture *f = *state;
    galvan_window_destroy(f->window);
    xcb_disconnect(f->user);
    free(f);
    return 0;
}

/* Draws a background that becomes redder from frame to frame, and a green spot in the lower right
 * corner. */
static void draw(struct fixture *f)
{
    struct pipe_context *pipe = galvan_window_context(f->window);
    const union pipe_color_union ground = {
        .f = {(float)(f->frame.number % 256) / 255.0f, 0.0f, 1.0f, 0.0f}};
    const union pipe_color_union spot = {.f = {0.0f, 0.6f, 0.2f, 1.0f}};
    pipe->clear_render_target(pipe, f->frame.color, &ground, 0, 0, f->frame.width, f->frame.height);
    pipe->clear_render_target(pipe, f->frame.color, &spot, f->frame.width - 6, f->frame.height - 3,
                              6, 3);
}

static void draw_frame(struct fixture *f)
{
    assert_true(galvan_window_begin(f->window, &f->frame));
    draw(f);
    assert_int_equal(galvan_window_present(f->window), GALVAN_OK);
}

/* Returns whether the window shows the last frame. */
static bool shows_frame(struct fixture *f)
{
    const uint16_t width = (uint16_t)f->frame.width, height = (uint16_t)f->frame.height;
    xcb_get_image_reply_t *image = xcb_get_image_reply(
        f->user, xcb_get_image(f->user, XCB_IMAGE_FORMAT_Z_PIXMAP, f->id, 0, 0, width, height, ~0u),
        NULL);
    if (!image)
        return false;
    assert_int_equal(xcb_get_image_data_length(image), width * height * 4);
    const uint8_t *pixels = xcb_get_image_data(image);
    bool same = true;
    for (unsigned y = 0; y < height; y++) {
        for (unsigned x = 0; x < width; x++) {
            uint32_t pixel;
            memcpy(&pixel, &pixels[(y * width + x) * 4], sizeof(pixel));
            const bool spot = x >= width - 6u && y >= height - 3u;
            same &=
                (pixel & 0xffffff) == (spot ? 0x009933 : (f->frame.number % 256) << 16 | 0x0000ff);
        }
    }
    free(image);
    return same;
}

static bool has_shared_memory(void)
{
    char line[512];
    bool found = false;
    FILE *maps = fopen("/proc/self/maps", "r");
    assert_non_null(maps);
    while (fgets(line, sizeof(line), maps))
        found |= strstr(line, "memfd:galvan-window") != NULL;
    fclose(maps);
    return found;
}

static void test_each_frame_is_presented(void **state)
{
    struct fixture *f = *state;
    for (unsigned i = 0; i < 20; i++) {
        draw_frame(f);
        assert_int_equal(f->frame.number, i);
        wait_until(shows_frame(f));
    }
    for (unsigned i = 0; i < 50; i++)
        draw_frame(f);
    wait_until(shows_frame(f));
    assert_int_equal(has_shared_memory(), wants_shared);
}

static void test_title(void **state)
{
    struct fixture *f = *state;
    xcb_get_property_reply_t *name = xcb_get_property_reply(
        f->user,
        xcb_get_property(f->user, 0, f->id, XCB_ATOM_WM_NAME, XCB_GET_PROPERTY_TYPE_ANY, 0, 64),
        NULL);
    assert_non_null(name);
    assert_int_equal(xcb_get_property_value_length(name), 8);
    assert_memory_equal(xcb_get_property_value(name), "w\xc3\xa4hrend", 8);
    free(name);
}

static void resize(struct fixture *f, uint32_t width, uint32_t height)
{
    const uint32_t size[] = {width, height};
    xcb_configure_window(f->user, f->id, XCB_CONFIG_WINDOW_WIDTH | XCB_CONFIG_WINDOW_HEIGHT, size);
    xcb_flush(f->user);
}

static void test_size_follows_the_window(void **state)
{
    static const uint32_t sizes[][2] = {{331, 57}, {6, 3}, {640, 480}, {WIDTH, HEIGHT}};
    struct fixture *f = *state;
    draw_frame(f);
    for (unsigned i = 0; i < 4; i++) {
        resize(f, sizes[i][0], sizes[i][1]);
        do {
            draw_frame(f);
        } while (f->frame.width != sizes[i][0]);
        assert_int_equal(f->frame.height, sizes[i][1]);
        assert_int_equal(f->frame.color->width, sizes[i][0]);
        wait_until(shows_frame(f));
    }
    assert_int_equal(f->num_lines, 0);
}

static void press(struct fixture *f, xcb_keysym_t key)
{
    xcb_key_symbols_t *symbols = xcb_key_symbols_alloc(f->user);
    xcb_keycode_t *codes = xcb_key_symbols_get_keycode(symbols, key);
    assert_non_null(codes);
    const xcb_key_press_event_t event = {.response_type = XCB_KEY_PRESS,
                                         .detail = codes[0],
                                         .event = f->id,
                                         .state = XCB_MOD_MASK_SHIFT,
                                         .same_screen = 1};
    xcb_send_event(f->user, 0, f->id, XCB_EVENT_MASK_KEY_PRESS, (const char *)&event);
    xcb_flush(f->user);
    free(codes);
    xcb_key_symbols_free(symbols);
}

static void test_keys(void **state)
{
    static const xcb_keysym_t keys[] = {'q', ' ', 0xff1b /* Escape */, '7'};
    struct fixture *f = *state;
    unsigned num = 0;
    draw_frame(f);
    assert_int_equal(f->frame.num_keys, 0);
    for (unsigned i = 0; i < 4; i++)
        press(f, keys[i]);
    while (num < 4) {
        draw_frame(f);
        for (unsigned i = 0; i < f->frame.num_keys; i++)
            assert_int_equal(f->frame.keys[i], keys[num++]);
    }
    draw_frame(f);
    assert_int_equal(f->frame.num_keys, 0);
}

static xcb_atom_t atom(struct fixture *f, const char *name)
{
    xcb_intern_atom_reply_t *reply = xcb_intern_atom_reply(
        f->user, xcb_intern_atom(f->user, 0, (uint16_t)strlen(name), name), NULL);
    assert_non_null(reply);
    const xcb_atom_t found = reply->atom;
    free(reply);
    return found;
}

/* Draws until no frame begins. */
static void draw_to_the_end(struct fixture *f)
{
    while (galvan_window_begin(f->window, &f->frame)) {
        draw(f);
        galvan_window_present(f->window);
    }
    assert_false(galvan_window_begin(f->window, &f->frame));
}

static void test_closed_by_its_user(void **state)
{
    struct fixture *f = *state;
    draw_frame(f);
    const xcb_client_message_event_t event = {.response_type = XCB_CLIENT_MESSAGE,
                                              .format = 32,
                                              .window = f->id,
                                              .type = atom(f, "WM_PROTOCOLS"),
                                              .data.data32 = {atom(f, "WM_DELETE_WINDOW")}};
    xcb_send_event(f->user, 0, f->id, 0, (const char *)&event);
    xcb_flush(f->user);
    draw_to_the_end(f);
    assert_int_equal(galvan_window_result(f->window), GALVAN_OK);
    assert_int_equal(f->num_lines, 0);
}

/* Sends a message that differs from the one that closes a window; checks that frames can still be
 * drawn. */
static void test_strange_messages(void **state)
{
    struct fixture *f = *state;
    const xcb_client_message_event_t event = {.response_type = XCB_CLIENT_MESSAGE,
                                              .format = 32,
                                              .window = f->id,
                                              .type = atom(f, "WM_DELETE_WINDOW")};
    xcb_send_event(f->user, 0, f->id, 0, (const char *)&event);
    xcb_flush(f->user);
    for (unsigned i = 0; i < 20; i++)
        draw_frame(f);
}

static void test_destroyed_by_another_client(void **state)
{
    struct fixture *f = *state;
    draw_frame(f);
    xcb_destroy_window(f->user, f->id);
    xcb_flush(f->user);
    draw_to_the_end(f);
}

static void test_broken_connection(void **state)
{
    struct fixture *f = *state;
    draw_frame(f);
    xcb_kill_client(f->user, f->id);
    xcb_flush(f->user);
    draw_to_the_end(f);
    assert_int_equal(galvan_window_result(f->window), GALVAN_ERROR_IO);
    assert_int_equal(f->num_lines, 1);
}

/* Presents a single frame; checks that it is visible, since the window is mapped before its first
 * frame. */
static void test_number_of_frames(void **state)
{
    struct fixture *f = *state;
    galvan_window_destroy(f->window);
    assert_int_equal(galvan_window_create(galvan_window_params(.width = WIDTH, .height = HEIGHT,
                                                               .num_frames = 1, .log = &f->log),
                                          &f->window),
                     GALVAN_OK);
    wait_until((f->id = find_window(f->user)) != 0);
    draw_frame(f);
    wait_until(shows_frame(f));
    assert_false(galvan_window_begin(f->window, &f->frame));
    assert_int_equal(galvan_window_result(f->window), GALVAN_OK);
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_each_frame_is_presented, setup, teardown),
        cmocka_unit_test_setup_teardown(test_title, setup, teardown),
        cmocka_unit_test_setup_teardown(test_size_follows_the_window, setup, teardown),
        cmocka_unit_test_setup_teardown(test_keys, setup, teardown),
        cmocka_unit_test_setup_teardown(test_closed_by_its_user, setup, teardown),
        cmocka_unit_test_setup_teardown(test_strange_messages, setup, teardown),
        cmocka_unit_test_setup_teardown(test_destroyed_by_another_client, setup, teardown),
        cmocka_unit_test_setup_teardown(test_broken_connection, setup, teardown),
        cmocka_unit_test_setup_teardown(test_number_of_frames, setup, teardown),
    };
    if (argc != 2)
        return 2;
    wants_shared = strcmp(argv[1], "shared") == 0;
    return cmocka_run_group_tests_name("window of X", tests, NULL, NULL);
}
