/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* The socket transport: which calls wait, and for how long. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <sys/socket.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

#include "vtest/transport.h"

enum {
    WAIT_MS = 40
};

struct pair {
    struct gv_vtest_socket sock;
    int fds[2]; /* the transport's end, and the peer's */
};

static void init(struct pair *p)
{
    const struct timeval wait = {.tv_usec = WAIT_MS * 1000};
    assert_int_equal(socketpair(AF_UNIX, SOCK_STREAM, 0, p->fds), 0);
    gv_vtest_socket_init(&p->sock, p->fds[0], 1000);
    /* By default a read waits for seconds; in this test it waits for WAIT_MS. */
    assert_int_not_equal(p->sock.read_wait_ms, 0);
    assert_int_equal(setsockopt(p->fds[0], SOL_SOCKET, SO_RCVTIMEO, &wait, sizeof(wait)), 0);
    p->sock.read_wait_ms = WAIT_MS;
}

static void finish(struct pair *p)
{
    close(p->fds[0]);
    close(p->fds[1]);
}

static int64_t now_ms(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return t.tv_sec * 1000 + t.tv_nsec / 1000000;
}

static enum galvan_result read_some(struct pair *p, int timeout_ms, size_t *out_size_B)
{
    char bytes[16];
    return p->sock.base.ops->recv(&p->sock.base, bytes, sizeof(bytes), timeout_ms, out_size_B);
}

/* Reads from a silent socket with several time limits; checks that each read ends at its limit, not
 * before. */
static void test_timeout(void **state)
{
    static const int timeouts_ms[] = {0, WAIT_MS / 2, WAIT_MS, 2 * WAIT_MS + WAIT_MS / 2};
    struct pair p;
    (void)state;
    init(&p);
    for (unsigned i = 0; i < sizeof(timeouts_ms) / sizeof(timeouts_ms[0]); i++) {
        size_t size_B;
        int64_t begin_ms = now_ms();
        assert_int_equal(read_some(&p, timeouts_ms[i], &size_B), GALVAN_ERROR_TIMEOUT);
        assert_true(now_ms() - begin_ms >= timeouts_ms[i] - 2);
    }
    finish(&p);
}

static void test_bytes(void **state)
{
    static const int timeouts_ms[] = {-1, 0, WAIT_MS / 2, 1000 * WAIT_MS};
    struct pair p;
    (void)state;
    init(&p);
    for (unsigned i = 0; i < sizeof(timeouts_ms) / sizeof(timeouts_ms[0]); i++) {
        size_t size_B;
        assert_int_equal(write(p.fds[1], "abc", 3), 3);
        assert_int_equal(read_some(&p, timeouts_ms[i], &size_B), GALVAN_OK);
        assert_int_equal(size_B, 3);
    }
    finish(&p);
}

/* Reads without a time limit; checks that the read waits longer than WAIT_MS. */
static void test_without_limit(void **state)
{
    struct pair p;
    size_t size_B;
    (void)state;
    init(&p);
    pid_t child = fork();
    if (child == 0) {
        usleep(3 * WAIT_MS * 1000);
        _exit(write(p.fds[1], "a", 1) != 1);
    }
    assert_int_equal(read_some(&p, -1, &size_B), GALVAN_OK);
    assert_int_equal(size_B, 1);
    finish(&p);
}

static void test_end(void **state)
{
    struct pair p;
    size_t size_B = 1;
    (void)state;
    init(&p);
    shutdown(p.fds[1], SHUT_WR);
    assert_int_equal(read_some(&p, 1000 * WAIT_MS, &size_B), GALVAN_OK);
    assert_int_equal(size_B, 0);
    finish(&p);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_timeout),
        cmocka_unit_test(test_bytes),
        cmocka_unit_test(test_without_limit),
        cmocka_unit_test(test_end),
    };
    return cmocka_run_group_tests_name("vtest_socket", tests, NULL, NULL);
}
