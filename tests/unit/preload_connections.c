/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Which descriptors the client half takes for connections to the server: not one that means
 * something else by now, and none of a child. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "emulated.h"
#include "preload/asks.h"
#include "preload/connections.h"
#include "preload/pool.h"
#include "preload/server.h"
#include "preload/show.h"
#include "preload/wire.h"
#include "sealed_memory.h"
#include "util/pass_fd.h"
#include "vtest/protocol.h"

#define SOCKET_PATH "/server"

/* ---- In place of show.c and wire.c ----------------------------------------------------------- */

struct gv_show *gv_show_create(int fd, unsigned ahead)
{
    (void)ahead;
    return (struct gv_show *)(intptr_t)(fd + 1);
}

bool gv_show_is_busy(const struct gv_show *show)
{
    (void)show;
    return false;
}

void gv_show_drain(struct gv_show *show, int timeout_ms)
{
    (void)show;
    (void)timeout_ms;
}

bool gv_wire_keeps(int fd)
{
    (void)fd;
    return false;
}

/* ---- Connections ----------------------------------------------------------------------------- */

static int fd, far; /* of one connection for each test */

static int set_up(void **state)
{
    int ends[2];

    (void)state;
    assert_int_equal(setenv("GALVAN_FRAMES_AHEAD", "2:" SOCKET_PATH, 1), 0);
    assert_int_equal(socketpair(AF_UNIX, SOCK_STREAM, 0, ends), 0);
    fd = ends[0];
    far = ends[1];
    gv_connections_add(fd, SOCKET_PATH);
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    close(fd);
    close(far);
    return 0;
}

static void expect_bytes(const char *text)
{
    char got[64] = "";

    assert_int_equal(recv(far, got, sizeof(got), MSG_DONTWAIT), strlen(text));
    assert_string_equal(got, text);
}

static void test_a_connection(void **state)
{
    (void)state;
    assert_true(gv_connections_has(fd));
    assert_ptr_equal(gv_connections_find(fd), (void *)(intptr_t)(fd + 1));
    assert_false(gv_connections_has(far));
    assert_null(gv_connections_find(far));
    gv_connections_add(far, "/another");
    assert_false(gv_connections_has(far));
}

static void test_a_number_that_means_something_else(void **state)
{
    int other = open("/dev/null", O_RDWR | O_CLOEXEC), number;

    (void)state;
    assert_non_null(gv_connections_find(fd));
    assert_int_equal(*gv_connections_asks(fd)->others, 0);
    number = dup(fd);
    assert_int_equal(dup2(other, fd), fd);
    assert_null(gv_connections_find(fd));
    assert_int_equal(dup2(number, fd), fd); /* it is again */
    assert_non_null(gv_connections_find(fd));
    close(fd);
    assert_null(gv_connections_find(fd));
    assert_int_equal(dup(other), fd);
    assert_null(gv_connections_find(fd));
    close_range((unsigned)fd, (unsigned)fd, 0);
    assert_int_equal(dup(number), fd);
    assert_non_null(gv_connections_find(fd));
    closefrom(fd);
    assert_null(gv_connections_find(fd));
    fd = dup(far < fd ? far : STDERR_FILENO);
}

/* What was put off is not written to what is no connection any more. */
static void test_put_off_for_the_server_alone(void **state)
{
    int ends[2], number;
    char got[8] = "";

    (void)state;
    assert_int_equal(pipe(ends), 0);
    assert_true(gv_connections_put_off(fd, "one", 3));
    number = dup(fd);
    dup2(ends[1], fd);
    assert_int_equal(gv_connections_write(fd, "two", 3), 3);
    assert_int_equal(read(ends[0], got, sizeof(got)), 3);
    assert_string_equal(got, "two");
    dup2(number, fd);
    assert_int_equal(gv_connections_write_behind(fd, "h", 1, "d", 1), 1);
    expect_bytes("onehd");
    assert_int_equal(gv_connections_asks(fd)->written_B, 5);
    close(number);
    close(ends[0]);
    close(ends[1]);
}

/* A child has none, writes what it writes itself, and gives nothing back. */
static void test_a_child(void **state)
{
    struct gv_pool *pool = gv_connections_pool(fd);
    int status = 1;

    (void)state;
    if (is_emulated())
        skip();
    pool->memory = mmap(NULL, GV_VTEST_POOL_B, PROT_READ | PROT_WRITE,
                        MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    pool->size_B = pool->high_B = GV_VTEST_POOL_PART_B;
    pool->page_B = 4096;
    pthread_mutex_init(&pool->lock, NULL);
    void *piece = gv_pool_take(pool, 8, 0);
    assert_true(gv_connections_put_off(fd, "one", 3));
    pid_t child = fork();
    if (child == 0) {
        bool right = gv_connections_has(fd) && !gv_connections_find(fd) &&
                     !gv_connections_put_off(fd, "x", 1) && gv_connections_write(fd, "y", 1) == 1 &&
                     gv_connections_unmap(piece) && pool->pieces[0].size_B != 0;
        _exit(right ? 0 : 1);
    }
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_int_equal(status, 0);
    expect_bytes("y");
    assert_non_null(gv_connections_find(fd));
    assert_int_equal(*gv_connections_asks(fd)->others, 1); /* it has told */
    assert_true(gv_connections_unmap(piece));
    assert_int_equal(pool->pieces[0].size_B, 0);
    assert_int_equal(pool->pieces[0].free_at_B, 3);
    assert_false(gv_connections_unmap(&status));
}

/* ---- With a ring ----------------------------------------------------------------------------- */

static void expect_nothing(void)
{
    char byte;

    assert_int_equal(recv(far, &byte, 1, MSG_DONTWAIT), -1);
}

static void *write_much(void *data)
{
    static char much[8 << 20];

    *(ssize_t *)data = gv_connections_write(fd, much, sizeof(much));
    return NULL;
}

/* A write to another file of that number takes no lock of the connection's, which the thread that a
 * signal interrupts may hold: here another thread waits under it until the server reads. */
static void test_a_reused_number_takes_no_lock(void **state)
{
    int ends[2], number = dup(fd);
    ssize_t written = 0;
    char got[64 << 10];
    pthread_t thread;

    (void)state;
    assert_int_equal(pipe(ends), 0);
    assert_int_equal(pthread_create(&thread, NULL, write_much, &written), 0);
    assert_int_equal(recv(far, got, 1, 0), 1); /* it writes */
    assert_int_equal(dup2(ends[1], fd), fd);
    gv_connections_note_closing((unsigned)fd, (unsigned)fd);
    alarm(60); /* where it waits for the lock */
    assert_int_equal(gv_connections_write(fd, "two", 3), 3);
    alarm(0);
    assert_int_equal(read(ends[0], got, sizeof(got)), 3);
    for (size_t done_B = 1; done_B < 8 << 20;) {
        const ssize_t n = recv(far, got, sizeof(got), 0);
        assert_true(n > 0);
        done_B += (size_t)n;
    }
    pthread_join(thread, NULL);
    assert_int_equal(written, 8 << 20);
    close(number);
    close(ends[0]);
    close(ends[1]);
}

/* The server's end of the ring that the connection has then. */
static struct gv_vtest_ring_page *open_ring(void)
{
    static _Atomic uint64_t carried_out_B;
    const uint32_t answer[] = {1, GV_VTEST_RING_OPEN, GV_VTEST_HALVES_VERSION};
    int memory_fd = sealed_memory(GV_VTEST_RING_MEMORY_B);
    char asked[64];

    gv_connections_open_ring(fd); /* not of a server of another version */
    expect_nothing();
    gv_connections_asks(fd)->carried_out_B = &carried_out_B;
    assert_int_equal(send(far, answer, sizeof(answer), 0), sizeof(answer));
    assert_int_equal(gv_send_with_fd(far, "", 1, memory_fd, 0), 1);
    gv_connections_open_ring(fd);
    assert_int_equal(recv(far, asked, sizeof(asked), MSG_DONTWAIT), 12);
    void *page =
        mmap(NULL, GV_VTEST_RING_MEMORY_B, PROT_READ | PROT_WRITE, MAP_SHARED, memory_fd, 0);
    assert_true(page != MAP_FAILED);
    close(memory_fd);
    return page;
}

/* Memory that is too small, or that the server could make small later, is not mapped: a read of it
 * would end the program by SIGBUS. */
static void test_memory_that_may_shrink_is_refused(void **state)
{
    const uint32_t answer[] = {1, GV_VTEST_RING_OPEN, GV_VTEST_HALVES_VERSION};
    const int refused[] = {sealed_memory(GV_VTEST_RING_MEMORY_B - 1),
                           memfd_create("test", MFD_CLOEXEC | MFD_ALLOW_SEALING)};
    char asked[64];

    (void)state;
    assert_int_equal(ftruncate(refused[1], GV_VTEST_RING_MEMORY_B), 0);
    for (unsigned i = 0; i < 2; i++) {
        assert_int_equal(send(far, answer, sizeof(answer), 0), sizeof(answer));
        assert_int_equal(gv_send_with_fd(far, "", 1, refused[i], 0), 1);
        assert_int_equal(gv_server_ring(fd), -1);
        assert_int_equal(recv(far, asked, sizeof(asked), MSG_DONTWAIT), 12);
        close(refused[i]);
    }
    expect_nothing();
}

/* What is written to another file is not for the server. */
static void test_a_ring_is_behind_its_descriptor(void **state)
{
    struct gv_vtest_ring_page *page = open_ring();
    int ends[2], number = dup(fd);
    char got[8] = "";

    (void)state;
    assert_int_equal(pipe(ends), 0);
    assert_int_equal(gv_connections_write(fd, "one", 3), 3);
    assert_int_equal(page->written_B, 3);
    dup2(ends[1], fd);
    assert_int_equal(gv_connections_write(fd, "two", 3), 3);
    assert_int_equal(read(ends[0], got, sizeof(got)), 3);
    assert_string_equal(got, "two");
    assert_int_equal(page->written_B, 3);
    dup2(number, fd); /* it is again */
    assert_int_equal(gv_connections_write(fd, "four", 4), 4);
    assert_int_equal(page->written_B, 7);
    expect_nothing();
    close(number);
    close(ends[0]);
    close(ends[1]);
    munmap(page, GV_VTEST_RING_MEMORY_B);
}

/* A child of fork() writes to the socket; one of vfork(), which is the same memory and may only
 * leave, changes nothing. */
static void test_children_of_who_has_a_ring(void **state)
{
    struct gv_vtest_ring_page *page = open_ring();
    int status = 1;

    (void)state;
    if (is_emulated())
        skip();
    pid_t child = fork();
    if (child == 0)
        _exit(gv_connections_write(fd, "y", 1) == 1 ? 0 : 1);
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_int_equal(status, 0);
    expect_bytes("y");
    assert_int_equal(page->written_B, 0);
    child = vfork(); /* NOLINT(clang-analyzer-security.insecureAPI.vfork): as programs do */
    if (child == 0)
        _exit(0);
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_int_equal(status, 0);
    assert_int_equal(gv_connections_write(fd, "one", 3), 3);
    assert_int_equal(page->written_B, 3);
    expect_nothing();
    munmap(page, GV_VTEST_RING_MEMORY_B);
}

#define CONNECTIONS_TEST(test) cmocka_unit_test_setup_teardown(test, set_up, tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        CONNECTIONS_TEST(test_a_connection),
        CONNECTIONS_TEST(test_put_off_for_the_server_alone),
        CONNECTIONS_TEST(test_a_child),
        CONNECTIONS_TEST(test_memory_that_may_shrink_is_refused),
        CONNECTIONS_TEST(test_a_reused_number_takes_no_lock),
        CONNECTIONS_TEST(test_a_ring_is_behind_its_descriptor),
        CONNECTIONS_TEST(test_children_of_who_has_a_ring),
        CONNECTIONS_TEST(test_a_number_that_means_something_else),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
