/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Presents, for which a client does not wait: their order among frames, the client's notifications,
 * rejected requests, and limits of a client's present buffers. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/stat.h>

#include "vtest/protocol.h"
#include "vtest_session.h"

enum {
    OPENING_B = 12,
    ANSWER_B = 12,
    SIZE = 16,
    SIZE_B = SIZE * SIZE * 4,
    DISPLAY_TARGET = 0x80
};

static void put_create(uint32_t handle, uint32_t format, uint32_t bind)
{
    put_dwords(12, 11, (uint32_t[]){handle, 2, format, bind, SIZE, SIZE, 1, 1, 0, 0, SIZE_B});
}

static void put_open(uint32_t version)
{
    put_dwords(GV_VTEST_PRESENTS_OPEN, 1, &version);
}

static void put_make(uint32_t handle, uint32_t slot)
{
    put_dwords(GV_VTEST_PRESENT_BUFFER_CREATE, 4, (uint32_t[]){handle, slot, SIZE, SIZE});
}

static void put_show(uint32_t handle, uint32_t slot, uint32_t serial)
{
    put_dwords(GV_VTEST_PRESENT, 3, (uint32_t[]){handle, slot, serial});
}

static void put_read_back(void)
{
    put_dwords(13, 10, (uint32_t[]){1, 0, 0, 0, 0, SIZE, SIZE, 1, 0, 0});
}

/* Sends PRESENTS_OPEN, and creates resource 1, which can be presented. */
static void put_window(void)
{
    put_opening();
    put_open(GV_VTEST_INTERNAL_VERSION);
    put_create(1, GV_VTEST_FORMAT_BGRX, DISPLAY_TARGET);
}

/* Returns the dword in an answer to `command`; the answer begins at byte `at_B` of the sent
 * bytes. */
static uint32_t answer_at(size_t at_B, uint32_t command)
{
    uint32_t reply[3];

    assert_true(at_B + sizeof(reply) <= session.memory.out_B);
    memcpy(reply, session.memory.out + at_B, sizeof(reply));
    assert_int_equal(reply[0], 1);
    assert_int_equal(reply[1], command);
    return reply[2];
}

/* Receives the next notification of the first channel. Returns false if there is none. */
static bool hear(struct gv_vtest_present_done *out_done)
{
    return recv(session.memory.fds[0], out_done, sizeof(*out_done), MSG_DONTWAIT) ==
           (ssize_t)sizeof(*out_done);
}

static void assert_done(uint32_t serial, uint32_t filled)
{
    struct gv_vtest_present_done done = {0};

    assert_true(hear(&done));
    assert_int_equal(done.serial, serial);
    assert_int_equal(done.filled, filled);
}

/* Checks that no present buffer, fence or memory is left. */
static void assert_tidy(void)
{
    assert_int_equal(fake.num_present_buffers, 0);
    assert_int_equal(fake.num_fences, 0);
    assert_int_equal(fake.memory_B, 0);
}

static void test_presents_are_frames(void **state)
{
    struct gv_vtest_present_done done;
    struct stat st;

    (void)state;
    fake.fill = 7;
    fake.fences = true;
    put_window();
    put_make(1, 0);
    put_make(1, 1);
    for (uint32_t i = 0; i < 20; i++)
        put_show(1, i % 2, 100 + i);
    assert_int_equal(serve(), GALVAN_OK);
    assert_int_equal(session.num_lines, 0);
    assert_int_equal(session.num_presented, 20);
    assert_int_equal(session.num_retired, 1);
    assert_int_equal(session.frame.idx, 20);
    assert_true(session.frame.may_draw);
    assert_int_equal(session.frame.width, SIZE);
    assert_int_equal(session.frame.data_size_B, SIZE_B);
    assert_int_equal(session.first_byte, 7);
    for (uint32_t i = 0; i < 20; i++)
        assert_done(100 + i, 1);
    assert_false(hear(&done));
    assert_int_equal(session.memory.num_fds, 4); /* the channel, a resource, two present buffers */
    assert_int_equal(fstat(session.memory.fds[2], &st), 0);
    assert_int_equal(st.st_size, SIZE_B);
    assert_tidy();
}

static void test_frames_keep_their_order(void **state)
{
    (void)state;
    put_window();
    put_make(1, 0);
    put_show(1, 0, 1);
    put_read_back();
    assert_int_equal(serve(), GALVAN_OK);
    assert_int_equal(session.num_presented, 2);
    assert_int_equal(session.frame.idx, 2);
    assert_false(session.frame.may_draw);
    assert_done(1, 1);
}

/* Reads pixels back as a client; checks that counters are drawn on them only from the 17th time on,
 * when it is certain that the client presents windows by reading them. */
static void test_who_shows_what_it_reads(void **state)
{
    (void)state;
    for (unsigned num = 16; num <= 17; num++) {
        start();
        put_opening();
        put_create(1, GV_VTEST_FORMAT_BGRX, DISPLAY_TARGET);
        for (unsigned i = 0; i < num; i++)
            put_read_back();
        assert_int_equal(serve(), GALVAN_OK);
        assert_int_equal(session.frame.idx, num);
        assert_int_equal(session.frame.may_draw, num == 17);
    }
}

/* Swaps by GLX; checks that the depth buffer is not invalidated. A swap by EGL invalidates it. */
static void test_depth_is_preserved(void **state)
{
    (void)state;
    put_window();
    put_make(1, 0);
    put_show(1, 0, 1);
    assert_int_equal(serve(), GALVAN_OK);
    assert_int_equal(fake.forgotten, 0);
    assert_done(1, 1);
}

static void test_depth_is_forgotten_by_egl(void **state)
{
    (void)state;
    put_window();
    put_make(1, 0);
    put_show(1, GV_VTEST_PRESENT_BY_EGL | 0, 1);
    assert_int_equal(serve(), GALVAN_OK);
    assert_int_equal(fake.forgotten, 1);
    assert_done(1, 1);
}

static void test_opens_once_in_its_language(void **state)
{
    (void)state;
    put_opening();
    put_open(GV_VTEST_INTERNAL_VERSION + 1);
    put_open(GV_VTEST_INTERNAL_VERSION);
    put_open(GV_VTEST_INTERNAL_VERSION);
    assert_int_equal(serve(), GALVAN_OK);
    assert_int_equal(answer_at(OPENING_B, GV_VTEST_PRESENTS_OPEN), 0);
    assert_int_equal(answer_at(OPENING_B + ANSWER_B, GV_VTEST_PRESENTS_OPEN),
                     GV_VTEST_INTERNAL_VERSION);
    assert_int_equal(answer_at(OPENING_B + 2 * ANSWER_B + 1, GV_VTEST_PRESENTS_OPEN), 0);
    assert_int_equal(session.memory.num_fds, 1);
}

/* Sends invalid requests; checks that each is answered with 0, since the client waits for an
 * answer. */
static void test_refuses_what_cannot_be_presented(void **state)
{
    const size_t first_B = OPENING_B + ANSWER_B + 1 + 3; /* after the open and three resources */
    const uint32_t wrong_size[] = {1, 0, SIZE, SIZE + 1};

    (void)state;
    put_window();
    put_create(2, GV_VTEST_FORMAT_BGRX, 8);
    put_create(3, 67, DISPLAY_TARGET);
    put_make(2, 0);
    put_make(3, 0);
    put_make(4, 0);
    put_make(0, 0);
    put_make(1, GV_VTEST_MAX_SLOTS);
    put_dwords(GV_VTEST_PRESENT_BUFFER_CREATE, 4, wrong_size);
    assert_int_equal(serve(), GALVAN_OK);
    for (unsigned i = 0; i < 6; i++)
        assert_int_equal(answer_at(first_B + i * ANSWER_B, GV_VTEST_PRESENT_BUFFER_CREATE), 0);
    assert_int_equal(session.memory.num_fds, 4);
    assert_tidy();
}

static void test_not_opened(void **state)
{
    (void)state;
    put_opening();
    put_create(1, GV_VTEST_FORMAT_BGRX, DISPLAY_TARGET);
    put_make(1, 0);
    put_show(1, 0, 1);
    assert_int_equal(serve(), GALVAN_ERROR_INVALID);
    assert_int_equal(answer_at(OPENING_B + 1, GV_VTEST_PRESENT_BUFFER_CREATE), 0);
    assert_line("no presenter runs: PRESENTS_OPEN did not come; connection closed");
}

/* Makes presents that fail; checks that the client gets a notification for each serial, so that it
 * does not wait for ever. */
static void test_says_what_will_not_come(void **state)
{
    (void)state;
    put_window();
    put_make(1, 0);
    put_show(1, 1, 5);
    put_show(0, 0, 6);
    put_show(1, 0, 7);
    assert_int_equal(serve(), GALVAN_OK);
    assert_int_equal(session.num_lines, 1); /* the two messages differ in numbers only */
    assert_done(5, 0);
    assert_done(6, 0);
    assert_done(7, 1);
    assert_int_equal(session.num_presented, 1);
}

static void test_present_buffers_go_with_their_resource(void **state)
{
    (void)state;
    fake.fences = true;
    put_window();
    put_make(1, 0);
    put_show(1, 0, 1);
    put_dwords(3, 1, (uint32_t[]){1}); /* the resource is unreferenced */
    put_show(1, 0, 2);
    assert_int_equal(serve(), GALVAN_OK);
    assert_int_equal(session.num_retired, 1);
    assert_done(1, 1);
    assert_done(2, 0);
    assert_tidy();
}

static void test_a_slot_is_made_anew(void **state)
{
    (void)state;
    put_window();
    put_make(1, 0);
    put_show(1, 0, 1);
    put_make(1, 0);
    put_show(1, 0, 2);
    assert_int_equal(serve(), GALVAN_OK);
    assert_int_equal(session.num_presented, 2);
    assert_int_equal(session.num_retired, 2);
    assert_tidy();
}

static void test_memory_has_a_limit(void **state)
{
    (void)state;
    fake.memory_limit_B = SIZE_B;
    put_window();
    put_make(1, 0);
    put_make(1, 1);
    assert_int_equal(serve(), GALVAN_OK);
    assert_int_equal(answer_at(OPENING_B + ANSWER_B + 1 + 1, GV_VTEST_PRESENT_BUFFER_CREATE), 1);
    assert_int_equal(answer_at(OPENING_B + 2 * (ANSWER_B + 1) + 1, GV_VTEST_PRESENT_BUFFER_CREATE),
                     0);
    assert_tidy();
}

static void test_present_buffers_have_a_limit(void **state)
{
    size_t at_B = OPENING_B + ANSWER_B + 1 + 20;
    unsigned made = 0;

    (void)state;
    put_opening();
    put_open(GV_VTEST_INTERNAL_VERSION);
    for (uint32_t handle = 1; handle <= 20; handle++)
        put_create(handle, GV_VTEST_FORMAT_BGRA, DISPLAY_TARGET);
    for (uint32_t i = 0; i < 40; i++)
        put_make(1 + i / 2, i % 2);
    assert_int_equal(serve(), GALVAN_OK);
    for (unsigned i = 0; i < 40; i++) {
        uint32_t got = answer_at(at_B, GV_VTEST_PRESENT_BUFFER_CREATE);
        assert_int_equal(got, i < 32);
        made += got;
        at_B += ANSWER_B + got;
    }
    assert_int_equal(made, 32);
    assert_tidy();
}

static void test_a_device_that_hangs_is_lost(void **state)
{
    (void)state;
    fake.fences = fake.hangs = true;
    put_window();
    put_make(1, 0);
    put_show(1, 0, 1);
    put_make(1, 1); /* processed after the first present has failed */
    put_show(1, 1, 2);
    assert_int_equal(serve(), GALVAN_OK);
    assert_true(fake.lost);
    assert_int_equal(session.num_presented, 0);
    assert_done(1, 0);
    assert_tidy();
}

/* Acts as a client that does not read its notifications; checks that the client is still served,
 * although it gets no further notifications. */
static void test_a_client_that_does_not_listen(void **state)
{
    (void)state;
    put_window();
    put_make(1, 0);
    for (uint32_t i = 0; i < 5000; i++)
        put_show(1, 0, i);
    assert_int_equal(serve(), GALVAN_OK);
    assert_int_equal(session.num_presented, 5000);
    assert_done(0, 1);
}

/* ---- Progress -------------------------------------------------------------------------------- */

static void test_a_client_reads_how_far_it_is(void **state)
{
    size_t opening_B;

    (void)state;
    put_opening();
    put_dwords(GV_VTEST_PROGRESS_OPEN, 1, (uint32_t[]){GV_VTEST_INTERNAL_VERSION + 1});
    put_dwords(GV_VTEST_PROGRESS_OPEN, 1, (uint32_t[]){GV_VTEST_INTERNAL_VERSION});
    put_dwords(GV_VTEST_PROGRESS_OPEN, 1, (uint32_t[]){GV_VTEST_INTERNAL_VERSION});
    put_dwords(6, 2, (uint32_t[]){1, 2});
    opening_B = session.memory.in_B;
    assert_int_equal(serve(), GALVAN_OK);
    assert_int_equal(answer_at(OPENING_B, GV_VTEST_PROGRESS_OPEN), 0);
    assert_int_equal(answer_at(OPENING_B + ANSWER_B, GV_VTEST_PROGRESS_OPEN),
                     GV_VTEST_INTERNAL_VERSION);
    assert_int_equal(answer_at(OPENING_B + 2 * ANSWER_B + 1, GV_VTEST_PROGRESS_OPEN), 0);
    assert_int_equal(session.memory.num_fds, 1);
    int fd = session.memory.fds[0];
    const uint64_t *page = mmap(NULL, sizeof(*page), PROT_READ, MAP_SHARED, fd, 0);
    assert_true(page != MAP_FAILED);
    assert_int_equal(*page, opening_B);
    munmap((void *)(uintptr_t)page, sizeof(*page));
    /* The client must not be able to write to the page. */
    assert_true(mmap(NULL, 8, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0) == MAP_FAILED);
    assert_int_equal(pwrite(fd, "", 1, 0), -1);
    assert_int_equal(ftruncate(fd, 0), -1);
}

/* The progress page's counter while a message is executed. A message must count when it is
 * executed, not when it arrives. */
static uint64_t seen_B;

static void look_at_progress(void)
{
    const uint64_t *page =
        mmap(NULL, sizeof(*page), PROT_READ, MAP_SHARED, session.memory.fds[0], 0);

    assert_true(page != MAP_FAILED);
    seen_B = *page;
    munmap((void *)(uintptr_t)page, sizeof(*page));
}

static void test_progress_follows_the_work(void **state)
{
    size_t before_B;

    (void)state;
    put_opening();
    put_dwords(GV_VTEST_PROGRESS_OPEN, 1, (uint32_t[]){GV_VTEST_INTERNAL_VERSION});
    before_B = session.memory.in_B;
    put_dwords(6, 2, (uint32_t[]){1, 2});
    fake.on_submit = look_at_progress;
    assert_int_equal(serve(), GALVAN_OK);
    assert_int_equal(seen_B, before_B);
    assert_null(fake.hint);
}

/* Connects without the client library; checks that the renderer gets a hint that says so. */
static void test_a_client_without_the_library(void **state)
{
    (void)state;
    put_opening();
    assert_int_equal(serve(), GALVAN_OK);
    assert_non_null(fake.hint);
    assert_non_null(strstr(fake.hint, "without the client library"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        SESSION_TEST(test_presents_are_frames),
        SESSION_TEST(test_frames_keep_their_order),
        SESSION_TEST(test_who_shows_what_it_reads),
        SESSION_TEST(test_depth_is_preserved),
        SESSION_TEST(test_depth_is_forgotten_by_egl),
        SESSION_TEST(test_opens_once_in_its_language),
        SESSION_TEST(test_refuses_what_cannot_be_presented),
        SESSION_TEST(test_not_opened),
        SESSION_TEST(test_says_what_will_not_come),
        SESSION_TEST(test_present_buffers_go_with_their_resource),
        SESSION_TEST(test_a_slot_is_made_anew),
        SESSION_TEST(test_memory_has_a_limit),
        SESSION_TEST(test_present_buffers_have_a_limit),
        SESSION_TEST(test_a_device_that_hangs_is_lost),
        SESSION_TEST(test_a_client_that_does_not_listen),
        SESSION_TEST(test_a_client_reads_how_far_it_is),
        SESSION_TEST(test_progress_follows_the_work),
        SESSION_TEST(test_a_client_without_the_library),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
