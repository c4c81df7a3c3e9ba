/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Which descriptors the client library treats as connections to the server: no descriptor that was
 * reused for another file, and none in a child process. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "emulated.h"
#include "preload/asks.h"
#include "preload/connection.h"
#include "preload/connections.h"
#include "preload/pool.h"
#include "preload/server.h"
#include "preload/server_frames.h"
#include "preload/show.h"
#include "preload/wire.h"
#include "sealed_memory.h"
#include "util/pass_fd.h"
#include "vtest/protocol.h"

#define SOCKET_PATH "/server"

/* ---- Fakes of server_frames.c, show.c and wire.c --------------------------------------------- */

struct gv_show *gv_server_frames_create(int fd, unsigned ahead)
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

static atomic_uint num_stopped, num_destroyed;

void gv_show_stop(struct gv_show *show)
{
    (void)show;
    num_stopped++;
}

void gv_show_destroy(struct gv_show *show)
{
    num_destroyed += show != NULL;
}

bool gv_wire_keeps(int fd)
{
    (void)fd;
    return false;
}

/* ---- Connections ----------------------------------------------------------------------------- */

static int fd, far; /* the ends of each test's connection */

/* Returns a connection without holding a reference; the list of connections still holds one. */
static struct gv_connection *look(int number)
{
    struct gv_connection *connection = gv_connections_acquire(number);

    gv_connection_release(connection);
    return connection;
}

static int set_up(void **state)
{
    int ends[2];

    (void)state;
    assert_int_equal(setenv("GALVAN_FRAMES_AHEAD", "2:" SOCKET_PATH, 1), 0);
    assert_int_equal(socketpair(AF_UNIX, SOCK_STREAM, 0, ends), 0);
    fd = ends[0];
    far = ends[1];
    gv_connections_add(fd, SOCKET_PATH, false);
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
    assert_ptr_equal(look(fd)->show, (void *)(intptr_t)(fd + 1));
    assert_false(gv_connections_has(far));
    assert_null(look(far));
    gv_connections_add(far, "/another", false);
    assert_false(gv_connections_has(far));
}

static void test_a_number_that_means_something_else(void **state)
{
    int other = open("/dev/null", O_RDWR | O_CLOEXEC), number;

    (void)state;
    assert_non_null(look(fd));
    assert_int_equal(*look(fd)->asks->others, 0);
    number = dup(fd);
    assert_int_equal(dup2(other, fd), fd);
    assert_null(look(fd));
    assert_int_equal(dup2(number, fd), fd); /* the number is a connection again */
    assert_non_null(look(fd));
    close(fd);
    assert_null(look(fd));
    assert_int_equal(dup(other), fd);
    assert_null(look(fd));
    close_range((unsigned)fd, (unsigned)fd, 0);
    assert_int_equal(dup(number), fd);
    assert_non_null(look(fd));
    closefrom(fd);
    assert_null(look(fd));
    fd = dup(far < fd ? far : STDERR_FILENO);
}

/* Delays a message and reuses the descriptor for another file; checks that the message is not
 * written to that file. */
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
    assert_int_equal(look(fd)->asks->written_B, 5);
    close(number);
    close(ends[0]);
    close(ends[1]);
}

/* Uses a connection in a child process; checks that the child has no connection: it writes only the
 * bytes of its own writes, and frees no blocks of its parent. */
static void test_a_child(void **state)
{
    struct gv_pool *pool = look(fd)->pool;
    int status = 1;

    (void)state;
    if (is_emulated())
        skip();
    pool->memory = mmap(NULL, GV_VTEST_POOL_B, PROT_READ | PROT_WRITE,
                        MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    pool->size_B = pool->high_B = GV_VTEST_POOL_PART_B;
    pool->page_B = 4096;
    void *piece = gv_pool_take(pool, 8, 0);
    assert_true(gv_connections_put_off(fd, "one", 3));
    pid_t child = fork();
    if (child == 0) {
        bool right = gv_connections_has(fd) && !look(fd) && !gv_connections_put_off(fd, "x", 1) &&
                     gv_connections_write(fd, "y", 1) == 1 && gv_connections_unmap(piece) &&
                     pool->pieces[0].size_B != 0;
        _exit(right ? 0 : 1);
    }
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_int_equal(status, 0);
    expect_bytes("y");
    assert_non_null(look(fd));
    assert_int_equal(*look(fd)->asks->others, 1); /* the child has reported its write */
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

/* Writes to another file that reuses the descriptor's number; checks that the write does not take
 * the connection's lock. (A signal handler may write in a thread that holds the lock.) In this
 * test, another thread holds the lock and waits until the server reads. */
static void test_a_reused_number_takes_no_lock(void **state)
{
    int ends[2], number = dup(fd);
    ssize_t written = 0;
    char got[64 << 10];
    pthread_t thread;

    (void)state;
    assert_int_equal(pipe(ends), 0);
    assert_int_equal(pthread_create(&thread, NULL, write_much, &written), 0);
    assert_int_equal(recv(far, got, 1, 0), 1); /* the thread is writing */
    assert_int_equal(dup2(ends[1], fd), fd);
    gv_connections_note_closing((unsigned)fd, (unsigned)fd);
    alarm(60); /* ends a write that waits for the lock */
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

/* Opens a ring; returns the server's mapping of it. */
static struct gv_vtest_ring_page *open_ring(void)
{
    static _Atomic uint64_t carried_out_B;
    const uint32_t answer[] = {1, GV_VTEST_RING_OPEN, GV_VTEST_INTERNAL_VERSION};
    int memory_fd = sealed_memory(GV_VTEST_RING_MEMORY_B);
    char asked[64];

    gv_connections_open_ring(fd); /* a server of another version gets no request for a ring */
    expect_nothing();
    look(fd)->asks->carried_out_B = &carried_out_B;
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

/* Offers memory that is too small, or that the server could shrink later; checks that the library
 * does not map such memory: a read after its end would end the program by SIGBUS. */
static void test_memory_that_may_shrink_is_refused(void **state)
{
    const uint32_t answer[] = {1, GV_VTEST_RING_OPEN, GV_VTEST_INTERNAL_VERSION};
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

/* Writes bytes to another file that reuses the descriptor; checks that they do not go to the ring.
 */
static void test_a_ring_is_after_its_descriptor(void **state)
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
    dup2(number, fd); /* the number is a connection again */
    assert_int_equal(gv_connections_write(fd, "four", 4), 4);
    assert_int_equal(page->written_B, 7);
    expect_nothing();
    close(number);
    close(ends[0]);
    close(ends[1]);
    munmap(page, GV_VTEST_RING_MEMORY_B);
}

/* Writes in children: checks that a child of fork() writes to the socket, and that a child of
 * vfork(), which shares the memory and may only exit, changes nothing. */
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

/* ---- Connections that end -------------------------------------------------------------------- */

static unsigned count_lines(const char *path)
{
    FILE *file = fopen(path, "re");
    unsigned num = 0;

    assert_non_null(file);
    for (int c = fgetc(file); c != EOF; c = fgetc(file))
        num += c == '\n';
    fclose(file);
    return num;
}

static int next_fd(void)
{
    const int number = dup(STDERR_FILENO);

    close(number);
    return number;
}

/* Creates a connection in the state that it has after a Mesa screen's handshake; returns the
 * server's end. */
static int greet(pthread_mutex_t *mutex, bool shares, int *out_number)
{
    int ends[2];

    assert_int_equal(socketpair(AF_UNIX, SOCK_STREAM, 0, ends), 0);
    gv_connections_add(ends[0], SOCKET_PATH, shares);
    gv_connections_note_greeting(ends[0], true);
    pthread_mutex_init(mutex, NULL);
    *out_number = ends[0];
    return ends[1];
}

/* Creates a connection after the handshake, with a pool that has its first part; returns the
 * server's end. */
static int begin(pthread_mutex_t *mutex, int *out_number)
{
    static _Atomic uint64_t carried_out_B = 1;
    const int server = greet(mutex, false, out_number);
    const struct gv_connection *connection = look(*out_number);
    const uint32_t answer[] = {1, GV_VTEST_MEMORY_OPEN, GV_VTEST_INTERNAL_VERSION};
    const int memory_fd = sealed_memory(GV_VTEST_POOL_PART_B);
    connection->asks->carried_out_B = &carried_out_B;
    assert_int_equal(send(server, answer, sizeof(answer), 0), sizeof(answer));
    assert_int_equal(gv_send_with_fd(server, "", 1, memory_fd, 0), 1);
    close(memory_fd);
    gv_pool_open(connection->pool, connection->asks, *out_number);
    assert_non_null(gv_pool_take(connection->pool, 8, 0));
    connection->asks->carried_out_B = NULL;
    return server;
}

static void test_what_ends_leaves_nothing(void **state)
{
    unsigned num_maps = 0, num_before = num_destroyed;
    int number, first_free = next_fd();
    pthread_mutex_t mutex;
    char got[64];

    (void)state;
    for (unsigned i = 0; i < 100; i++) {
        const int server = begin(&mutex, &number);
        pthread_mutex_destroy(&mutex);
        assert_false(gv_connections_has(number));
        assert_int_equal(recv(server, got, sizeof(got), 0), 12); /* MEMORY_OPEN */
        assert_int_equal(recv(server, got, sizeof(got), 0), 0);  /* and the end of the stream */
        close(server);
        assert_int_equal(next_fd(), first_free);
        assert_int_equal(num_destroyed, num_before + i + 1);
        if (i == 0)
            num_maps = count_lines("/proc/self/maps");
    }
    assert_in_range(count_lines("/proc/self/maps"), 0, num_maps + 8); /* malloc() may add some */
    assert_int_equal(num_stopped, num_destroyed);
}

/* Opens more connections at the same time than a table of a fixed size could hold; checks that each
 * is found until its screen ends. */
static void test_many_at_once(void **state)
{
    enum {
        NUM = sizeof(void *) < 8 ? 20 : 40 /* each maps 128 MiB of addresses */
    };
    static pthread_mutex_t mutexes[NUM];
    int numbers[NUM], servers[NUM];

    (void)state;
    for (unsigned i = 0; i < NUM; i++)
        servers[i] = begin(&mutexes[i], &numbers[i]);
    for (unsigned i = 0; i < NUM; i++) {
        assert_non_null(look(numbers[i]));
        pthread_mutex_destroy(&mutexes[i]);
        assert_null(look(numbers[i]));
        close(servers[i]);
    }
    assert_non_null(look(fd));
}

/* Ends a connection while a thread is in a call on it; checks that the connection's parts exist
 * until the call returns. */
static void test_who_uses_one_that_ends(void **state)
{
    const unsigned num_before = num_destroyed;
    pthread_mutex_t mutex;
    int number;
    const int server = begin(&mutex, &number);
    struct gv_connection *connection = gv_connections_acquire(number);

    (void)state;
    pthread_mutex_destroy(&mutex);
    assert_false(gv_connections_has(number));
    assert_int_equal(num_destroyed, num_before);
    assert_int_equal(connection->asks->written_B, 12);
    gv_connection_release(connection);
    assert_int_equal(num_destroyed, num_before + 1);
    assert_false(gv_connection_acquire(connection));
    close(server);
}

/* ---- Screens that share ---------------------------------------------------------------------- */

static bool has_ended(int server)
{
    char byte;

    return recv(server, &byte, 1, MSG_DONTWAIT) == 0;
}

static unsigned first_sub_ctx(int number)
{
    return gv_connection_screen(look(number), number)->first_sub_ctx;
}

/* Lets a second screen use the connection of the first; checks that the connection exists until
 * both screens have ended. */
static void test_a_screen_that_joins(void **state)
{
    for (unsigned first = 0; first < 2; first++) { /* index of the screen that ends first */
        pthread_mutex_t mutexes[2];
        int numbers[2], servers[2];
        char got[8] = "";

        (void)state;
        for (unsigned i = 0; i < 2; i++) {
            servers[i] = greet(&mutexes[i], true, &numbers[i]);
            assert_int_equal(gv_connections_join(numbers[i]), i == 1);
            assert_false(gv_connections_join(numbers[i])); /* a screen joins only once */
        }
        assert_true(has_ended(servers[1]));
        assert_ptr_equal(look(numbers[0]), look(numbers[1]));
        assert_int_equal(first_sub_ctx(numbers[0]), 0);
        assert_int_not_equal(first_sub_ctx(numbers[1]), 0);
        assert_int_equal(gv_connections_write(numbers[1], "one", 3), 3);
        assert_int_equal(recv(servers[0], got, sizeof(got), 0), 3);
        pthread_mutex_destroy(&mutexes[first]);
        assert_false(has_ended(servers[0]));
        assert_int_equal(gv_connections_write(numbers[!first], "two", 3), 3);
        assert_int_equal(recv(servers[0], got, sizeof(got), 0), 3);
        pthread_mutex_destroy(&mutexes[!first]);
        assert_true(has_ended(servers[0]));
        assert_null(look(numbers[0]));
        assert_null(look(numbers[1]));
        close(servers[0]);
        close(servers[1]);
    }
}

/* Tries to join screens; checks that screens of EGL do not join, and that no screen joins one that
 * has not sent commands yet. */
static void test_screens_that_do_not_join(void **state)
{
    static const bool shares[] = {true, false, true};
    pthread_mutex_t mutexes[3];
    int numbers[3], servers[3];

    (void)state;
    for (unsigned i = 0; i < 3; i++)
        servers[i] = greet(&mutexes[i], shares[i], &numbers[i]);
    assert_false(gv_connections_join(numbers[2])); /* the first screen that sends commands */
    assert_false(gv_connections_join(numbers[1]));
    assert_true(gv_connections_join(numbers[0]));
    for (unsigned i = 0; i < 3; i++) {
        pthread_mutex_destroy(&mutexes[i]);
        close(servers[i]);
    }
}

/* Lets many screens join a screen that stays, and end; checks that no connection is left over. */
static void test_screens_that_come_and_go(void **state)
{
    pthread_mutex_t stays, mutex;
    int number, other, first_free = 0;
    const int server = greet(&stays, true, &number);

    (void)state;
    assert_false(gv_connections_join(number));
    for (unsigned i = 0; i < 2 * GV_CONNECTION_MAX_SCREENS; i++) {
        const int unused = greet(&mutex, true, &other);
        assert_true(gv_connections_join(other));
        pthread_mutex_destroy(&mutex);
        close(unused);
        first_free = i == 0 ? next_fd() : first_free;
        assert_int_equal(next_fd(), first_free);
    }
    pthread_mutex_destroy(&stays);
    close(server);
}

static atomic_int shared_fd;
static atomic_bool is_over;

/* Looks up connections in threads that use no connection, while other threads end connections. */
static void *look_about(void *unused)
{
    static char elsewhere[64];
    unsigned num_found = 0, num_wrong = 0;

    for (; !atomic_load(&is_over); gv_connections_drain()) {
        struct gv_connection *connection = gv_connections_acquire(atomic_load(&shared_fd));
        if (connection) {
            num_found++;
            num_wrong += connection->asks->others != connection->others;
            gv_asks_note_any(connection->asks);
        }
        gv_connection_release(connection);
        num_wrong += gv_connections_unmap(elsewhere);
        gv_connections_note_closing(500, 600);
    }
    return num_found && !num_wrong ? unused : NULL;
}

static void test_threads_beside_what_ends(void **state)
{
    pthread_t threads[2];
    pthread_mutex_t mutex;
    void *result;
    int number;

    (void)state;
    atomic_store(&shared_fd, -1);
    atomic_store(&is_over, false);
    for (unsigned i = 0; i < 2; i++)
        assert_int_equal(pthread_create(&threads[i], NULL, look_about, &shared_fd), 0);
    for (unsigned i = 0; i < 300; i++) {
        const int server = begin(&mutex, &number);
        atomic_store(&shared_fd, number);
        usleep(100);
        pthread_mutex_destroy(&mutex);
        close(server);
    }
    atomic_store(&is_over, true);
    for (unsigned i = 0; i < 2; i++) {
        assert_int_equal(pthread_join(threads[i], &result), 0);
        assert_non_null(result); /* the thread has found connections, all of them valid */
    }
}

/* Initializes and destroys mutexes. Checks that a screen ends only with the destruction of the
 * mutex that Mesa initialized between two questions of the screen's handshake. Also checks that a
 * descriptor stays open if it was reused for another file. */
static void test_other_mutexes(void **state)
{
    pthread_mutex_t first, second;
    int other;

    (void)state;
    pthread_mutex_init(&first, NULL);
    gv_connections_note_greeting(fd, true);
    gv_connections_note_greeting(fd, false);
    pthread_mutex_init(&second, NULL);
    gv_connections_note_greeting(
        fd, true); /* Mesa 25 may repeat the question; later mutexes do not count */
    pthread_mutex_destroy(&first);
    pthread_mutex_init(&first, NULL);
    pthread_mutex_destroy(&first);
    pthread_mutex_destroy(&second);
    assert_non_null(look(fd));

    const int server = begin(&first, &other);
    assert_int_equal(dup2(STDERR_FILENO, other), other);
    pthread_mutex_destroy(&first);
    assert_false(gv_connections_has(other));
    assert_int_not_equal(fcntl(other, F_GETFD), -1);
    close(other);
    close(server);
}

/* Destroys a child process's copy of a screen; checks that the descriptor and the parent's parts
 * are unaffected. */
static void test_a_child_that_ends_one(void **state)
{
    pthread_mutex_t mutex;
    int number, status = 1;

    (void)state;
    if (is_emulated())
        skip();
    const int server = begin(&mutex, &number);
    const pid_t child = fork();
    if (child == 0) {
        pthread_mutex_destroy(&mutex);
        _exit(fcntl(number, F_GETFD) >= 0 && num_stopped == 0 ? 0 : 1);
    }
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_int_equal(status, 0);
    assert_non_null(look(number));
    pthread_mutex_destroy(&mutex);
    assert_null(look(number));
    close(server);
}

#define CONNECTIONS_TEST(test) cmocka_unit_test_setup_teardown(test, set_up, tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        CONNECTIONS_TEST(test_a_connection),
        CONNECTIONS_TEST(test_a_child_that_ends_one),
        CONNECTIONS_TEST(test_what_ends_leaves_nothing),
        CONNECTIONS_TEST(test_many_at_once),
        CONNECTIONS_TEST(test_who_uses_one_that_ends),
        CONNECTIONS_TEST(test_a_screen_that_joins),
        CONNECTIONS_TEST(test_screens_that_do_not_join),
        CONNECTIONS_TEST(test_screens_that_come_and_go),
        CONNECTIONS_TEST(test_threads_beside_what_ends),
        CONNECTIONS_TEST(test_other_mutexes),
        CONNECTIONS_TEST(test_put_off_for_the_server_alone),
        CONNECTIONS_TEST(test_a_child),
        CONNECTIONS_TEST(test_memory_that_may_shrink_is_refused),
        CONNECTIONS_TEST(test_a_reused_number_takes_no_lock),
        CONNECTIONS_TEST(test_a_ring_is_after_its_descriptor),
        CONNECTIONS_TEST(test_children_of_who_has_a_ring),
        CONNECTIONS_TEST(test_a_number_that_means_something_else),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
