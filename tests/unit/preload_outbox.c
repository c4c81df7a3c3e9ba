/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* The bytes that the client library sends on its connection: no byte may be lost, bytes must stay
 * in order, messages must stay whole, and the library must count all bytes, however few the socket
 * accepts at once. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <unistd.h>

#include "preload/outbox.h"
#include "preload/server.h"
#include "vtest/protocol.h"

static struct gv_outbox outbox;
static _Atomic uint64_t written_B;
static int far;

/* ---- Fakes of server.c ----------------------------------------------------------------------- */

int gv_server_ring(int fd)
{
    int memory_fd = memfd_create("ring", 0);

    assert_int_equal(fd, outbox.fd);
    assert_int_equal(ftruncate(memory_fd, GV_VTEST_RING_MEMORY_B), 0);
    return memory_fd;
}

bool gv_server_write_past(int fd, const void *data, size_t size_B)
{
    return write(fd, data, size_B) == (ssize_t)size_B;
}

/* ---- The outbox ------------------------------------------------------------------------------ */

static int set_up(void **state)
{
    int ends[2];

    (void)state;
    assert_int_equal(socketpair(AF_UNIX, SOCK_STREAM, 0, ends), 0);
    far = ends[1];
    written_B = 0;
    gv_outbox_init(&outbox, ends[0], &written_B);
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    close(outbox.fd);
    close(far);
    return 0;
}

static void expect_text(const char *text)
{
    char got[64] = "";

    assert_int_equal(recv(far, got, strlen(text), MSG_WAITALL), strlen(text));
    assert_string_equal(got, text);
}

static void expect_nothing(void)
{
    char byte;

    assert_int_equal(recv(far, &byte, 1, MSG_DONTWAIT), -1);
}

static void test_what_is_put_off_goes_first(void **state)
{
    (void)state;
    assert_true(gv_outbox_put_off(&outbox, "one", 3));
    assert_true(gv_outbox_put_off(&outbox, "two", 3));
    expect_nothing();
    assert_int_equal(written_B, 0);
    assert_int_equal(gv_outbox_end_B(&outbox), 6);
    assert_int_equal(gv_outbox_write(&outbox, "head", 4, "data", 4), 4);
    expect_text("onetwoheaddata");
    assert_int_equal(written_B, 14);
    assert_int_equal(gv_outbox_end_B(&outbox), 14);
    assert_int_equal(gv_outbox_write(&outbox, NULL, 0, "more", 4), 4);
    expect_text("more");
    expect_nothing();
}

/* Sends messages through the ring; checks that they are whole, in order, and counted as on the
 * socket. */
static void test_all_goes_through_a_ring(void **state)
{
    static const char expected[] = "onetwoheaddatamore";

    (void)state;
    assert_true(gv_outbox_put_off(&outbox, "one", 3));
    gv_ring_open(&outbox.ring, outbox.fd);
    struct gv_vtest_ring_page *page = outbox.ring.page;
    assert_true(gv_outbox_put_off(&outbox, "two", 3));
    assert_int_equal(page->written_B, 0);
    assert_int_equal(gv_outbox_write(&outbox, "head", 4, "data", 4), 4);
    assert_int_equal(gv_outbox_write(&outbox, NULL, 0, "more", 4), 4);
    assert_int_equal(page->written_B, strlen(expected));
    assert_memory_equal((char *)page + GV_VTEST_RING_DATA_B, expected, strlen(expected));
    assert_int_equal(written_B, strlen(expected));
    expect_nothing();
    munmap(page, GV_VTEST_RING_MEMORY_B);
    outbox.ring = (struct gv_ring){0};
}

static void test_a_full_outbox_goes_out(void **state)
{
    static const char message[GV_OUTBOX_B / 2 + 1] = "a";
    static char got[sizeof(message)];

    (void)state;
    assert_true(gv_outbox_put_off(&outbox, message, sizeof(message)));
    expect_nothing();
    assert_true(gv_outbox_put_off(&outbox, message, sizeof(message)));
    assert_int_equal(recv(far, got, sizeof(got), MSG_WAITALL), sizeof(got));
    expect_nothing();
    assert_int_equal(written_B, sizeof(message));
    assert_int_equal(gv_outbox_end_B(&outbox), 2 * sizeof(message));
}

/* A handler that does nothing, for signals that interrupt writes to a socket that accepts few bytes
 * at a time. */
static void ignore(int number)
{
    (void)number;
}

static pthread_t writer;
static unsigned num_read;

static void *read_slowly(void *data)
{
    uint8_t got[97];
    ssize_t n;

    (void)data;
    while ((n = read(far, got, sizeof(got))) > 0) {
        for (ssize_t i = 0; i < n; i++)
            assert_int_equal(got[i], num_read++ % 251);
        pthread_kill(writer, SIGUSR1);
    }
    return NULL;
}

static void test_all_of_it_arrives_in_pieces(void **state)
{
    const struct sigaction action = {.sa_handler = ignore}; /* without SA_RESTART */
    static uint8_t all[200000];
    const int small = 4096;
    pthread_t reader;
    size_t done_B = 0;

    (void)state;
    for (size_t i = 0; i < sizeof(all); i++)
        all[i] = (uint8_t)(i % 251);
    num_read = 0;
    writer = pthread_self();
    sigaction(SIGUSR1, &action, NULL);
    setsockopt(outbox.fd, SOL_SOCKET, SO_SNDBUF, &small, sizeof(small));
    assert_int_equal(pthread_create(&reader, NULL, read_slowly, NULL), 0);
    while (done_B + 12000 <= sizeof(all)) {
        assert_true(gv_outbox_put_off(&outbox, all + done_B, 1000));
        done_B += 1000;
        const size_t head_B = 6000;
        ssize_t n = gv_outbox_write(&outbox, all + done_B, head_B, all + done_B + head_B, 5000);
        done_B += head_B;
        assert_true(n > 0 || errno == EINTR);
        done_B += n > 0 ? (size_t)n : 0;
    }
    shutdown(outbox.fd, SHUT_WR);
    pthread_join(reader, NULL);
    assert_int_equal(num_read, done_B);
    assert_int_equal(written_B, done_B);
}

enum {
    MESSAGES = 20000
};

/* Sends messages of 12 bytes: the index of the thread, and twice the index of the message. */
static void *say_much(void *data)
{
    const uint32_t who = *(const uint32_t *)data;

    for (uint32_t i = 0; i < MESSAGES; i++) {
        const uint32_t message[] = {who, i, i};
        if (i % 3)
            gv_outbox_put_off(&outbox, message, sizeof(message));
        else
            gv_outbox_write(&outbox, message, 8, message + 2, 4);
    }
    return NULL;
}

static void test_threads_do_not_mix(void **state)
{
    static const uint32_t who[] = {0, 1};
    uint32_t next[2] = {0}, message[3];
    pthread_t threads[2];

    (void)state;
    for (unsigned i = 0; i < 2; i++)
        pthread_create(&threads[i], NULL, say_much, (void *)&who[i]);
    while (next[0] < MESSAGES - 3 ||
           next[1] < MESSAGES - 3) { /* the last messages may be delayed */
        assert_int_equal(recv(far, message, sizeof(message), MSG_WAITALL), sizeof(message));
        assert_true(message[0] < 2);
        assert_int_equal(message[1], message[2]);
        assert_int_equal(message[1], next[message[0]]++);
    }
    for (unsigned i = 0; i < 2; i++)
        pthread_join(threads[i], NULL);
}

static void test_nobody_there(void **state)
{
    (void)state;
    signal(SIGPIPE, SIG_IGN);
    assert_true(gv_outbox_put_off(&outbox, "one", 3));
    close(far);
    assert_int_equal(gv_outbox_write(&outbox, "head", 4, "data", 4), -1);
    assert_int_equal(errno, EPIPE);
    assert_int_equal(written_B, 0);
    assert_int_equal(gv_outbox_write(&outbox, NULL, 0, "data", 4), -1);
    far = dup(outbox.fd);
}

#define OUTBOX_TEST(test) cmocka_unit_test_setup_teardown(test, set_up, tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        OUTBOX_TEST(test_what_is_put_off_goes_first), OUTBOX_TEST(test_all_goes_through_a_ring),
        OUTBOX_TEST(test_a_full_outbox_goes_out),     OUTBOX_TEST(test_all_of_it_arrives_in_pieces),
        OUTBOX_TEST(test_threads_do_not_mix),         OUTBOX_TEST(test_nobody_there),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
