/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Frames of a driver in the program's process. The fake driver finishes a copy only when the test
 * says so; the fake X server records the frames that were put to windows. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <fcntl.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "preload/connections.h"
#include "preload/driver_frames.h"
#include "preload/driver_frames_shared.h"
#include "preload/presents.h"
#include "preload/swap.h"
#include "preload/x11.h"

enum {
    MAX_PUTS = 8,
    BUFFER = 5,
    WINDOW = 77,
    WIDTH = 64,
    HEIGHT = 32
};

/* ---- In place of connections.c --------------------------------------------------------------- */

void gv_connections_drain(void)
{
}

bool gv_connections_are_there(void)
{
    return false;
}

/* ---- The X server ---------------------------------------------------------------------------- */

static struct {
    uint32_t num_segments;
    uint32_t puts[MAX_PUTS]; /* segments */
    atomic_uint num_puts;
    uint64_t awaited; /* the last refresh that a thread waited for */
    atomic_bool is_stuck;
    sem_t moves; /* how many puts of a stuck server may end */
} server;

struct gv_x11 *gv_x11_open(const char *display, int program_fd)
{
    (void)display;
    (void)program_fd;
    return (struct gv_x11 *)&server;
}

void gv_x11_close(struct gv_x11 *x)
{
    (void)x;
}

bool gv_x11_is_at(const struct gv_x11 *x, int program_fd)
{
    (void)x;
    (void)program_fd;
    return true;
}

uint32_t gv_x11_make_gc(struct gv_x11 *x, uint32_t window, uint8_t *out_depth)
{
    (void)x;
    assert_int_equal(window, WINDOW);
    *out_depth = 24;
    return 1;
}

uint32_t gv_x11_attach(struct gv_x11 *x, int fd)
{
    (void)x;
    close(fd);
    return ++server.num_segments;
}

void gv_x11_detach(struct gv_x11 *x, uint32_t segment)
{
    (void)x;
    (void)segment;
}

void gv_x11_free_gc(struct gv_x11 *x, uint32_t gc)
{
    (void)x;
    (void)gc;
}

uint64_t gv_x11_await_frame(struct gv_x11 *x, uint32_t window, uint64_t frame, uint64_t timeout_ns)
{
    (void)x;
    (void)window;
    (void)timeout_ns;
    server.awaited = frame;
    return frame;
}

bool gv_x11_put(struct gv_x11 *x, const struct gv_x11_put *put)
{
    (void)x;
    assert_true(put->window == WINDOW && put->width == WIDTH && put->height == HEIGHT);
    while (atomic_load(&server.is_stuck) && sem_wait(&server.moves) != 0) {
    }
    server.puts[atomic_load(&server.num_puts) % MAX_PUTS] = put->segment;
    atomic_fetch_add(&server.num_puts, 1);
    return true;
}

void *gv_x11_connection(const struct gv_x11 *x)
{
    (void)x;
    return &server;
}

bool gv_x11_sync(struct gv_x11 *x, uint32_t window)
{
    (void)x;
    return window == WINDOW;
}

/* ---- The driver ------------------------------------------------------------------------------ */

static struct {
    struct gv_driver_frames *frames;
    const struct gv_driver_frames_library *library;
    unsigned num_slots, num_made;
    atomic_uint num_copies;
    unsigned slots[MAX_PUTS];    /* of the copies */
    unsigned ended_at[MAX_PUTS]; /* number of copies that had ended when a copy was submitted */
    bool cannot_make;
    bool has_swapchains;
    unsigned num_opened;
    bool is_open;
    unsigned presented[MAX_PUTS]; /* slots */
    atomic_uint num_presented;
    atomic_bool refuses; /* presents fail */
    atomic_bool is_stuck, is_presenting;
    sem_t moves; /* how many presents of a stuck driver may end */
    atomic_bool fails;
    atomic_uint num_ended;
    sem_t ends; /* how many copies may end */
} driver;

static int make(void *priv, unsigned slot)
{
    assert_ptr_equal(priv, &driver);
    assert_int_equal(slot, driver.num_made++);
    return driver.cannot_make ? -1 : open("/dev/null", O_RDWR | O_CLOEXEC);
}

static void *copy(void *priv, unsigned slot)
{
    assert_ptr_equal(priv, &driver);
    driver.slots[atomic_load(&driver.num_copies) % MAX_PUTS] = slot;
    driver.ended_at[atomic_load(&driver.num_copies) % MAX_PUTS] = atomic_load(&driver.num_ended);
    atomic_fetch_add(&driver.num_copies, 1);
    return &driver;
}

static bool await(void *pending)
{
    assert_ptr_equal(pending, &driver);
    while (sem_wait(&driver.ends) != 0) {
    }
    atomic_fetch_add(&driver.num_ended, 1);
    return !atomic_load(&driver.fails);
}

static struct gv_driver_swapchain *open_swapchain(void *priv, void *connection, uint32_t window)
{
    assert_ptr_equal(priv, &driver);
    assert_ptr_equal(connection, &server);
    assert_int_equal(window, WINDOW);
    assert_false(driver.is_open);
    if (!driver.has_swapchains)
        return NULL;
    driver.is_open = true;
    driver.num_opened++;
    return (struct gv_driver_swapchain *)&driver;
}

/* Waits for presented frames first, as the client library does when a driver puts images. */
static bool present_slot(struct gv_driver_swapchain *swapchain, unsigned slot)
{
    assert_ptr_equal(swapchain, &driver);
    atomic_store(&driver.is_presenting, true);
    gv_presents_drain();
    while (atomic_load(&driver.is_stuck) && sem_wait(&driver.moves) != 0) {
    }
    atomic_store(&driver.is_presenting, false);
    if (atomic_load(&driver.refuses))
        return false;
    driver.presented[atomic_load(&driver.num_presented) % MAX_PUTS] = slot;
    atomic_fetch_add(&driver.num_presented, 1);
    return true;
}

static void close_swapchain(struct gv_driver_swapchain *swapchain)
{
    assert_ptr_equal(swapchain, &driver);
    assert_true(driver.is_open && !atomic_load(&driver.is_presenting));
    driver.is_open = false;
}

static const struct gv_driver_frames_methods methods = {
    .make = make,
    .open_swapchain = open_swapchain,
    .present = present_slot,
    .close_swapchain = close_swapchain,
    .copy = copy,
    .await = await,
};

const struct gv_driver_frames_library *galvan_driver_frames(void);

static int set_up_ahead(const char *ahead)
{
    memset(&driver, 0, sizeof(driver));
    memset(&server, 0, sizeof(server));
    sem_init(&driver.ends, 0, 0);
    sem_init(&server.moves, 0, 0);
    sem_init(&driver.moves, 0, 0);
    assert_int_equal(setenv("GALVAN_FRAMES_AHEAD", ahead, 1), 0);
    driver.library = galvan_driver_frames();
    assert_non_null(driver.library);
    driver.frames = driver.library->create(&methods, &driver.num_slots);
    assert_non_null(driver.frames);
    return 0;
}

static int set_up(void **state)
{
    (void)state;
    return set_up_ahead("2:");
}

static int set_up_three(void **state)
{
    (void)state;
    return set_up_ahead("3:");
}

static int tear_down(void **state)
{
    (void)state;
    if (driver.frames)
        driver.library->destroy(driver.frames);
    assert_int_equal(atomic_load(&driver.num_ended), atomic_load(&driver.num_copies));
    assert_false(gv_driver_frames_are_there());
    assert_false(driver.is_open);
    sem_destroy(&driver.ends);
    sem_destroy(&driver.moves);
    return 0;
}

static bool present_part(uint32_t width, uint32_t height, uint32_t part_height)
{
    return driver.library->present(driver.frames,
                                   &(struct gv_driver_frame){.buffer = BUFFER,
                                                             .width = width,
                                                             .height = height,
                                                             .part_width = width,
                                                             .part_height = part_height,
                                                             .priv = &driver});
}

/* A swap of Mesa. Returns whether the library presents the frame. */
static bool swap(uint32_t width, uint32_t height, unsigned interval)
{
    const struct gv_show_how how = {.interval = interval};
    const struct gv_show_place place = {.window = WINDOW};

    gv_swap_begin(&how);
    assert_true(driver.library->in_swap());
    const bool is_taken = present_part(width, height, height);
    assert_false(driver.library->in_swap());
    if (!is_taken)
        assert_false(gv_swap_put(&place));
    gv_swap_end();
    assert_false(driver.library->in_swap());
    return is_taken;
}

/* ---- Tests ----------------------------------------------------------------------------------- */

static void test_the_first_frame_is_mesas(void **state)
{
    (void)state;
    assert_false(swap(WIDTH, HEIGHT, 0));
    assert_int_equal(driver.num_made, 0);
    assert_true(swap(WIDTH, HEIGHT, 0));
    assert_int_equal(driver.num_made, 2);
    sem_post(&driver.ends);
    gv_presents_drain();
    assert_int_equal(atomic_load(&server.num_puts), 1);
    assert_int_equal(server.puts[0], 1);
}

/* Ends a copy once two are pending. */
static void *end_a_copy(void *unused)
{
    (void)unused;
    while (atomic_load(&driver.num_copies) < 2)
        usleep(100);
    sem_post(&driver.ends);
    return NULL;
}

/* The program submits the second frame while the first one is pending; the second swap waits for
 * the end of the first frame. */
static void test_the_program_is_ahead(void **state)
{
    pthread_t thread;

    (void)state;
    swap(WIDTH, HEIGHT, 0);
    assert_true(swap(WIDTH, HEIGHT, 0));
    assert_int_equal(atomic_load(&driver.num_ended), 0);
    assert_int_equal(pthread_create(&thread, NULL, end_a_copy, NULL), 0);
    assert_true(swap(WIDTH, HEIGHT, 0));
    assert_int_equal(driver.ended_at[1], 0);
    assert_int_equal(atomic_load(&driver.num_ended), 1);
    pthread_join(thread, NULL);
    sem_post(&driver.ends);
    gv_presents_drain();
    assert_int_equal(atomic_load(&server.num_puts), 2);
    assert_true(driver.slots[0] == 0 && driver.slots[1] == 1);
    assert_true(server.puts[0] == 1 && server.puts[1] == 2);
}

static void test_two_frames_are_pending_with_three_ahead(void **state)
{
    (void)state;
    assert_int_equal(driver.num_slots, 3);
    swap(WIDTH, HEIGHT, 0);
    assert_true(swap(WIDTH, HEIGHT, 0));
    assert_true(swap(WIDTH, HEIGHT, 0));
    assert_int_equal(atomic_load(&driver.num_ended), 0);
    assert_int_equal(driver.ended_at[1], 0);
    sem_post(&driver.ends);
    sem_post(&driver.ends);
    gv_presents_drain();
    assert_int_equal(atomic_load(&server.num_puts), 2);
}

static void test_a_failed_copy_is_not_put(void **state)
{
    (void)state;
    swap(WIDTH, HEIGHT, 0);
    atomic_store(&driver.fails, true);
    assert_true(swap(WIDTH, HEIGHT, 0));
    sem_post(&driver.ends);
    gv_presents_drain();
    assert_int_equal(atomic_load(&server.num_puts), 0);
    atomic_store(&driver.fails, false);
    assert_true(swap(WIDTH, HEIGHT, 0));
    sem_post(&driver.ends);
    gv_presents_drain();
    assert_int_equal(atomic_load(&server.num_puts), 1);
}

static void test_another_size_is_mesas(void **state)
{
    (void)state;
    swap(WIDTH, HEIGHT + 1, 0);
    assert_false(swap(WIDTH, HEIGHT, 0));
    assert_true(swap(WIDTH, HEIGHT, 0));
    sem_post(&driver.ends);
    gv_presents_drain();
}

static void test_a_buffer_without_memory_is_mesas(void **state)
{
    (void)state;
    driver.cannot_make = true;
    for (unsigned i = 0; i < 3; i++)
        assert_false(swap(WIDTH, HEIGHT, 0));
    assert_int_equal(driver.num_made, 1);
}

static void test_outside_of_a_swap_is_mesas(void **state)
{
    struct gv_swap_box box;

    (void)state;
    swap(WIDTH, HEIGHT, 0);
    assert_false(driver.library->in_swap());
    assert_false(present_part(WIDTH, HEIGHT, HEIGHT));
    assert_false(gv_swap_read(&box));
    gv_swap_begin_part();
    assert_false(present_part(WIDTH, HEIGHT, 8));
    assert_true(gv_swap_read(&box));
    assert_true(box.width == WIDTH && box.height == 8);
    gv_swap_end_part();
    assert_int_equal(atomic_load(&driver.num_copies), 0);
}

static void test_an_interval_is_awaited(void **state)
{
    (void)state;
    swap(WIDTH, HEIGHT, 0);
    assert_true(swap(WIDTH, HEIGHT, 3));
    sem_post(&driver.ends);
    gv_presents_drain();
    assert_int_equal(server.awaited, 3);
}

/* The screen ends while a frame is pending. */
static void test_a_screen_that_ends(void **state)
{
    (void)state;
    swap(WIDTH, HEIGHT, 0);
    assert_true(swap(WIDTH, HEIGHT, 0));
    assert_true(gv_driver_frames_are_there());
    sem_post(&driver.ends);
    driver.library->destroy(driver.frames);
    driver.frames = NULL;
    assert_int_equal(atomic_load(&server.num_puts), 1);
}

/* The screen ends while the X server reads nothing. */
static void test_a_stuck_server(void **state)
{
    (void)state;
    swap(WIDTH, HEIGHT, 0);
    atomic_store(&server.is_stuck, true);
    assert_true(swap(WIDTH, HEIGHT, 0));
    sem_post(&driver.ends);
    driver.library->destroy(driver.frames);
    driver.frames = NULL;
    assert_int_equal(atomic_load(&server.num_puts), 0);
    sem_post(&server.moves);
    while (atomic_load(&server.num_puts) == 0)
        usleep(100);
}

/* Swaps with a driver that has swapchains; checks that the driver presents every frame, and that
 * the library puts no frame. */
static void test_swapchain(void **state)
{
    (void)state;
    driver.has_swapchains = true;
    assert_false(swap(WIDTH, HEIGHT, 0));
    for (unsigned i = 0; i < 3; i++) {
        sem_post(&driver.ends);
        assert_true(swap(WIDTH, HEIGHT, i));
    }
    gv_presents_drain();
    assert_true(driver.num_opened == 1 && driver.is_open);
    assert_int_equal(atomic_load(&driver.num_presented), 3);
    assert_true(driver.presented[0] == 0 && driver.presented[1] == 1 && driver.presented[2] == 0);
    assert_int_equal(server.awaited, 2 + 1);
    assert_true(driver.num_made == 0 && atomic_load(&server.num_puts) == 0);
}

/* A buffer of another size gets another swapchain, after the first one was closed. */
static void test_swapchain_of_another_size(void **state)
{
    (void)state;
    driver.has_swapchains = true;
    for (unsigned i = 0; i < 2; i++) {
        assert_false(swap(WIDTH, HEIGHT + i, 0));
        sem_post(&driver.ends);
        assert_true(swap(WIDTH, HEIGHT + i, 0));
        gv_presents_drain();
        assert_true(driver.num_opened == i + 1 && driver.is_open);
    }
    assert_int_equal(atomic_load(&driver.num_presented), 2);
}

/* Mesa puts the frames of a window after a present has failed. */
static void test_swapchain_that_fails(void **state)
{
    (void)state;
    driver.has_swapchains = true;
    atomic_store(&driver.refuses, true);
    assert_false(swap(WIDTH, HEIGHT, 0));
    sem_post(&driver.ends);
    assert_true(swap(WIDTH, HEIGHT, 0));
    gv_presents_drain();
    for (unsigned i = 0; i < 3; i++)
        assert_false(swap(WIDTH, HEIGHT, 0));
    assert_int_equal(atomic_load(&driver.num_copies), 1);
    assert_int_equal(driver.num_made, 0);
}

static void *free_the_driver(void *unused)
{
    (void)unused;
    usleep(2300 * 1000); /* longer than the end of a screen waits for frames */
    sem_post(&driver.moves);
    return NULL;
}

/* The screen ends while the driver presents. */
static void test_stuck_swapchain(void **state)
{
    pthread_t thread;

    (void)state;
    driver.has_swapchains = true;
    atomic_store(&driver.is_stuck, true);
    assert_false(swap(WIDTH, HEIGHT, 0));
    sem_post(&driver.ends);
    assert_true(swap(WIDTH, HEIGHT, 0));
    assert_int_equal(pthread_create(&thread, NULL, free_the_driver, NULL), 0);
    driver.library->destroy(driver.frames);
    driver.frames = NULL;
    assert_false(driver.is_open);
    assert_int_equal(atomic_load(&driver.num_presented), 1);
    pthread_join(thread, NULL);
}

/* A child waits for none of its parent's frames, and presents none. */
static void test_a_child(void **state)
{
    int status = 1;

    (void)state;
    swap(WIDTH, HEIGHT, 0);
    assert_true(swap(WIDTH, HEIGHT, 0));
    const pid_t child = fork();
    if (child == 0) {
        gv_presents_drain();
        _exit(gv_driver_frames_are_there() || present_part(WIDTH, HEIGHT, HEIGHT));
    }
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_int_equal(status, 0);
    sem_post(&driver.ends);
    gv_presents_drain();
}

static void test_without_frames_ahead(void **state)
{
    (void)state;
    assert_int_equal(setenv("GALVAN_FRAMES_AHEAD", "1:", 1), 0);
    assert_null(galvan_driver_frames());
    assert_true(gv_driver_frames_are_wanted());
    assert_int_equal(setenv("GALVAN_FRAMES_AHEAD", "2:/socket", 1), 0);
    assert_null(galvan_driver_frames());
    assert_false(gv_driver_frames_are_wanted());
    assert_int_equal(unsetenv("GALVAN_FRAMES_AHEAD"), 0);
    assert_null(galvan_driver_frames());
}

#define TEST(test) cmocka_unit_test_setup_teardown(test, set_up, tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(test_the_first_frame_is_mesas),
        TEST(test_the_program_is_ahead),
        cmocka_unit_test_setup_teardown(test_two_frames_are_pending_with_three_ahead, set_up_three,
                                        tear_down),
        TEST(test_a_failed_copy_is_not_put),
        TEST(test_another_size_is_mesas),
        TEST(test_a_buffer_without_memory_is_mesas),
        TEST(test_outside_of_a_swap_is_mesas),
        TEST(test_an_interval_is_awaited),
        TEST(test_a_screen_that_ends),
        TEST(test_a_stuck_server),
        TEST(test_swapchain),
        TEST(test_swapchain_of_another_size),
        TEST(test_swapchain_that_fails),
        TEST(test_stuck_swapchain),
        TEST(test_a_child),
        cmocka_unit_test(test_without_frames_ahead),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
