/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Both ends of the ring: bytes must arrive unchanged, only an end that sleeps is woken, and neither
 * end can harm the other by false offsets. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "emulated.h"
#include "preload/ring.h"
#include "preload/server.h"
#include "util/clock.h"
#include "vtest/protocol.h"
#include "vtest/ring.h"

static struct gv_ring client;
static struct gv_vtest_ring server;
static struct gv_vtest_ring_page *page; /* the server's mapping */
static int fd, far;
static bool has_ring;

/* ---- Fakes of server.c ----------------------------------------------------------------------- */

int gv_server_ring(int asked)
{
    int memory_fd = -1;

    assert_int_equal(asked, fd);
    if (has_ring)
        assert_int_equal(gv_vtest_ring_init(&server, &memory_fd), GALVAN_OK);
    return memory_fd;
}

bool gv_server_write_past(int to, const void *data, size_t size_B)
{
    return write(to, data, size_B) == (ssize_t)size_B;
}

/* ---- Helpers --------------------------------------------------------------------------------- */

static int set_up(void **state)
{
    int ends[2];

    (void)state;
    assert_int_equal(socketpair(AF_UNIX, SOCK_STREAM, 0, ends), 0);
    fd = ends[0];
    far = ends[1];
    client = (struct gv_ring){0};
    server = (struct gv_vtest_ring){0};
    has_ring = true;
    gv_ring_open(&client, fd);
    assert_true(gv_ring_is_open(&client));
    server.is_used = true;
    page = server.shm.data;
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    close(fd);
    close(far);
    if (gv_ring_is_open(&client))
        munmap(client.page, GV_VTEST_RING_MEMORY_B);
    gv_vtest_ring_finish(&server);
    return 0;
}

static bool say(const char *text)
{
    const struct iovec parts[] = {{0}, {.iov_base = (void *)text, .iov_len = strlen(text)}};

    return gv_ring_write(&client, fd, parts, 2);
}

static void expect_taken(const char *text)
{
    char got[64] = "";
    size_t size_B = 0;

    assert_int_equal(gv_vtest_ring_take(&server, got, sizeof(got) - 1, &size_B), GALVAN_OK);
    assert_int_equal(size_B, strlen(text));
    assert_string_equal(got, text);
}

static void expect_wakes(unsigned num)
{
    uint32_t message[2];

    for (; num > 0; num--) {
        assert_int_equal(recv(far, message, sizeof(message), MSG_DONTWAIT), sizeof(message));
        assert_int_equal(message[0], 0);
        assert_int_equal(message[1], GV_VTEST_RING_WAKE);
    }
    assert_int_equal(recv(far, message, 1, MSG_DONTWAIT), -1);
}

/* ---- Tests ----------------------------------------------------------------------------------- */

static void test_none_is_given(void **state)
{
    struct gv_ring none = {0};

    (void)state;
    has_ring = false;
    gv_ring_open(&none, fd);
    has_ring = true;
    gv_ring_open(&none, fd); /* the server is asked only once */
    assert_false(gv_ring_is_open(&none));
}

/* Returns whether one of `num` calls takes less time than a poll, and therefore has not polled. */
static bool skips_a_poll(unsigned num)
{
    enum {
        POLL_NS = 20000,
    };
    bool skips = false;

    for (unsigned i = 0; i < num; i++) {
        const uint64_t begin_ns = gv_now_ns();
        assert_false(gv_vtest_ring_look(&server));
        skips |= gv_now_ns() - begin_ns < POLL_NS;
    }
    return skips;
}

/* Waits many times for a client that sends nothing in time; checks that some of these waits do not
 * poll. After the client has sent bytes in time, the waits must poll again. */
static void test_polls_that_miss_become_rare(void **state)
{
    enum {
        MISSED = 4,
        MANY = 1000, /* a busy machine interrupts some of them */
    };

    (void)state;
    assert_true(say("one"));
    assert_true(gv_vtest_ring_look(&server));
    expect_taken("one");
    assert_false(skips_a_poll(MISSED));
    assert_true(skips_a_poll(MANY));
    assert_true(say("two"));
    assert_true(gv_vtest_ring_look(&server));
    expect_taken("two");
    assert_false(skips_a_poll(MISSED));
    expect_wakes(1);
}

static void test_who_is_awake_is_not_woken(void **state)
{
    (void)state;
    assert_true(say("one")); /* the first write announces the ring */
    expect_wakes(1);
    assert_true(say("two"));
    expect_wakes(0);
    expect_taken("onetwo");
    assert_false(gv_vtest_ring_has_any(&server));
    assert_true(gv_vtest_ring_may_sleep(&server));
    assert_true(say("three"));
    assert_true(say("four"));
    expect_wakes(1);
    assert_false(gv_vtest_ring_may_sleep(&server)); /* bytes have arrived already */
    gv_vtest_ring_stay_awake(&server);
    assert_true(say("five"));
    expect_wakes(0);
    expect_taken("threefourfive");
}

enum {
    PIECES = 4000,
    MAX_PIECE_B = 20000
};

static pthread_t writer;

static void *write_much(void *data)
{
    static uint8_t bytes[2 * MAX_PIECE_B];
    uint32_t next = 0;

    (void)data;
    for (unsigned i = 0; i < PIECES; i++) {
        const size_t a_B = i * 7919 % MAX_PIECE_B, b_B = i * 104729 % MAX_PIECE_B;
        for (size_t at = 0; at < a_B + b_B; at++)
            bytes[at] = (uint8_t)(next++ % 251);
        const struct iovec parts[] = {{bytes, a_B}, {bytes + a_B, b_B}};
        if (!gv_ring_write(&client, fd, parts, 2))
            return data;
    }
    shutdown(fd, SHUT_WR);
    return NULL;
}

static void ignore(int number)
{
    (void)number;
}

/* Sleeps like the stream: only on the socket. */
static bool wait_for_more(void)
{
    char wakes[256];
    ssize_t n = 1;

    if (gv_vtest_ring_may_sleep(&server))
        n = recv(far, wakes, sizeof(wakes), 0);
    gv_vtest_ring_stay_awake(&server);
    return n > 0 || gv_vtest_ring_has_any(&server);
}

/* Sends bytes while the ring wraps, is full or is empty, and while signals arrive; checks that all
 * bytes arrive in order. */
static void test_all_of_it_arrives(void **state)
{
    const struct sigaction action = {.sa_handler = ignore}; /* without SA_RESTART */
    static uint8_t got[100000];
    uint32_t next = 0, expected = 0, num_takes = 0;
    void *failed = NULL;
    size_t size_B = 0;

    (void)state;
    sigaction(SIGUSR1, &action, NULL);
    for (unsigned i = 0; i < PIECES; i++)
        expected += i * 7919 % MAX_PIECE_B + i * 104729 % MAX_PIECE_B;
    assert_int_equal(pthread_create(&writer, NULL, write_much, &server), 0);
    do {
        const size_t most_B = 1 + num_takes * 1009 % sizeof(got);
        assert_int_equal(gv_vtest_ring_take(&server, got, most_B, &size_B), GALVAN_OK);
        for (size_t i = 0; i < size_B; i++)
            assert_int_equal(got[i], next++ % 251);
        if (num_takes++ % 16 == 0 && next < expected / 2)
            pthread_kill(writer, SIGUSR1);
    } while (size_B > 0 || wait_for_more());
    pthread_join(writer, &failed);
    assert_null(failed);
    assert_int_equal(next, expected);
}

/* ---- A client that waits for space */

static void fill(void)
{
    static uint8_t all[GV_VTEST_RING_B];

    assert_true(gv_ring_write(&client, fd, &(struct iovec){all, sizeof(all)}, 1));
}

/* Takes bytes out of a full ring whose client waits for space; checks that the client counts as
 * waiting until half of the ring is empty. */
static void test_who_waits_is_woken_when_half_is_empty(void **state)
{
    static uint8_t got[GV_VTEST_RING_B / 4];
    size_t size_B = 0;

    (void)state;
    fill();
    page->waits = 1;
    assert_int_equal(gv_vtest_ring_take(&server, got, sizeof(got), &size_B), GALVAN_OK);
    assert_int_equal(page->waits, 1);
    assert_int_equal(gv_vtest_ring_take(&server, got, sizeof(got), &size_B), GALVAN_OK);
    assert_int_equal(page->waits, 0);
}

static void test_nobody_there(void **state)
{
    (void)state;
    signal(SIGPIPE, SIG_IGN);
    fill();
    close(far);
    assert_false(say("x"));
    assert_int_equal(errno, EPIPE);
    far = dup(fd);
}

/* Reports false progress as the server; checks that the client's writes fail. */
static void test_a_server_that_lies(void **state)
{
    static const uint32_t lies[] = {1, 12345, 0x80000000 - GV_VTEST_RING_B};

    (void)state;
    signal(SIGPIPE, SIG_IGN);
    fill();
    close(far);
    for (unsigned i = 0; i < sizeof(lies) / sizeof(lies[0]); i++) {
        page->taken_B = client.put_B + lies[i]; /* more than was written */
        assert_false(say("x"));
        page->taken_B = client.put_B - GV_VTEST_RING_B - lies[i]; /* more in the ring than fits */
        assert_false(say("x"));
    }
    far = dup(fd);
}

static void test_a_client_that_lies(void **state)
{
    static const uint32_t lies[] = {GV_VTEST_RING_B + 1, 0x80000000, UINT32_MAX};
    uint8_t got[64];
    size_t size_B = 0;

    (void)state;
    assert_true(say("some"));
    expect_taken("some");
    for (unsigned i = 0; i < sizeof(lies) / sizeof(lies[0]); i++) {
        page->written_B = server.taken_B + lies[i];
        assert_int_equal(gv_vtest_ring_take(&server, got, sizeof(got), &size_B),
                         GALVAN_ERROR_INVALID);
        assert_int_equal(server.claimed_B, lies[i]);
    }
    page->written_B = server.taken_B;
    assert_true(say("more"));
    page->taken_B = 12345; /* only the client reads this */
    expect_taken("more");
}

/* Forks; checks that the child has no ring, and that the parent's ring is unchanged. */
static void test_a_child(void **state)
{
    int status = 1;

    (void)state;
    if (is_emulated())
        skip();
    pid_t child = fork();
    if (child == 0) {
        void *there = client.page;
        _exit(msync(there, GV_VTEST_RING_DATA_B, MS_ASYNC) == -1 && errno == ENOMEM ? 0 : 1);
    }
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_int_equal(status, 0);
    assert_true(say("parent"));
    expect_taken("parent");
}

static void test_its_size_stays(void **state)
{
    int memory_fd = -1;

    (void)state;
    gv_vtest_ring_finish(&server);
    assert_int_equal(gv_vtest_ring_init(&server, &memory_fd), GALVAN_OK);
    assert_int_equal(lseek(memory_fd, 0, SEEK_END), GV_VTEST_RING_MEMORY_B);
    assert_int_equal(ftruncate(memory_fd, 0), -1);
    close(memory_fd);
}

#define RING_TEST(test) cmocka_unit_test_setup_teardown(test, set_up, tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        RING_TEST(test_none_is_given),
        RING_TEST(test_polls_that_miss_become_rare),
        RING_TEST(test_who_is_awake_is_not_woken),
        RING_TEST(test_all_of_it_arrives),
        RING_TEST(test_who_waits_is_woken_when_half_is_empty),
        RING_TEST(test_nobody_there),
        RING_TEST(test_a_server_that_lies),
        RING_TEST(test_a_client_that_lies),
        RING_TEST(test_a_child),
        RING_TEST(test_its_size_stays),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
