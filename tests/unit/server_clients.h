/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Shared by tests of the server: clients, and a server with the fake renderer and a fake screen in
 * a separate process, with its log. */
#ifndef SERVER_CLIENTS_TEST_H
#define SERVER_CLIENTS_TEST_H

#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "../support/temp_dir.h"
#include "fake_virgl.h"
#include "galvan/galvan.h"
#include "pipe/p_screen.h"
#include "server/server.h"

enum {
    LOG_B = 16384,
    PREPARE_TIMEOUT_MS = 60000,
    PATIENCE_MS = 60000 /* time limit for events that come at once unless the machine is busy */
};

/* Memory that the test, the server and its workers share. */
static struct shared {
    _Atomic unsigned num_screens; /* number of existing screens */
    _Atomic unsigned num_opened;  /* number of screens that were ever opened */
    _Atomic pid_t last_worker;
    _Atomic unsigned log_used;
    char log[LOG_B];
} * shared;

static char dir[64], path[80], stats_path[96];
static void (*before_server)(void); /* called in the server's process; may be NULL */
static pid_t server_pid;
static int drain_end = -1;

/* ---- The server's process ------------------------------------------------------------------ */

static inline void keep_line(void *priv, enum galvan_log_level level, const char *component,
                             const char *message)
{
    size_t len = strlen(message) + 1;
    unsigned at = atomic_fetch_add(&shared->log_used, (unsigned)len);

    (void)priv;
    (void)level;
    (void)component;
    if (at + len < LOG_B) {
        memcpy(shared->log + at, message, len - 1);
        shared->log[at + len - 1] = '\n';
    }
}

static inline void destroy_screen(struct pipe_screen *screen)
{
    atomic_fetch_sub(&shared->num_screens, 1);
    free(screen);
}

static inline void hang(void)
{
    for (;;)
        pause();
}

static inline enum galvan_result create_screen(void *priv, const struct galvan_cache *cache,
                                               struct pipe_screen **out_screen)
{
    struct pipe_screen *screen = calloc(1, sizeof(*screen));

    (void)priv;
    (void)cache;
    fake.on_submit = hang; /* a client hangs its worker by the message SUBMIT_CMD */
    atomic_store(&shared->last_worker, getpid());
    atomic_fetch_add(&shared->num_screens, 1);
    atomic_fetch_add(&shared->num_opened, 1);
    screen->destroy = destroy_screen;
    *out_screen = screen;
    return GALVAN_OK;
}

/* Starts the server in a separate process and waits until it listens. If `timeout_ms` is not 0, the
 * server forks the first worker ahead; returns the result of gv_server_prepare(). */
static inline enum galvan_result start_prepared_server(struct gv_server_params params,
                                                       int timeout_ms)
{
    const struct galvan_log log = {.fn = keep_line, .level = GALVAN_LOG_WARN};
    struct gv_server *server;
    enum galvan_result prepared = GALVAN_OK;
    int drain[2], ready[2];

    assert_int_equal(pipe2(drain, O_CLOEXEC), 0);
    assert_int_equal(pipe2(ready, O_CLOEXEC), 0);
    params.socket_path = path;
    params.log = &log;
    params.drain_fd = drain[0];
    if (!params.create_screen)
        params.create_screen = create_screen;
    server_pid = fork();
    assert_true(server_pid >= 0);
    if (server_pid == 0) {
        close(drain[1]);
        close(ready[0]);
        if (before_server)
            before_server();
        if (gv_server_create(&params, &server) != GALVAN_OK)
            _exit(1);
        if (timeout_ms > 0)
            prepared = gv_server_prepare(server, timeout_ms);
        if (write(ready[1], &prepared, sizeof(prepared)) != (ssize_t)sizeof(prepared))
            _exit(1);
        gv_server_run(server);
        gv_server_destroy(server);
        _exit(0);
    }
    close(drain[0]);
    close(ready[1]);
    drain_end = drain[1];
    assert_int_equal(read(ready[0], &prepared, sizeof(prepared)), sizeof(prepared));
    close(ready[0]);
    return prepared;
}

static inline void start_server(struct gv_server_params params)
{
    start_prepared_server(params, 0);
}

static inline uint64_t now_ms(void)
{
    struct timespec ts;

    clock_gettime(CLOCK_MONOTONIC, &ts);
    return (uint64_t)ts.tv_sec * 1000u + (uint64_t)ts.tv_nsec / 1000000u;
}

static inline int end_server(int sig)
{
    int status;

    if (server_pid <= 0)
        return 0;
    if (sig)
        kill(server_pid, sig);
    assert_int_equal(waitpid(server_pid, &status, 0), server_pid);
    server_pid = 0;
    return status;
}

static inline int set_up(void **state)
{
    (void)state;
    memset(shared, 0, sizeof(*shared));
    before_server = NULL;
    snprintf(dir, sizeof(dir), TEMP_DIR_TEMPLATE);
    if (!mkdtemp(dir))
        return -1;
    snprintf(path, sizeof(path), "%s/socket", dir);
    snprintf(stats_path, sizeof(stats_path), "%s.stats", path);
    return 0;
}

static inline int tear_down(void **state)
{
    (void)state;
    end_server(SIGTERM);
    if (drain_end >= 0) {
        close(drain_end);
        drain_end = -1;
    }
    unlink(path);
    unlink(stats_path);
    return rmdir(dir);
}

/* Checks that the log contains the text. Waits for the text, because the server may reap a worker
 * some time after the client has noticed the worker's end. */
static inline void assert_logged(const char *text)
{
    const struct timespec pause = {.tv_nsec = 10 * 1000 * 1000};
    for (int i = 0; i < PATIENCE_MS / 10 && !strstr(shared->log, text); i++)
        nanosleep(&pause, NULL);
    if (!strstr(shared->log, text))
        print_error("log:\n%s", shared->log);
    assert_non_null(strstr(shared->log, text));
}

/* ---- Clients ------------------------------------------------------------------------------- */

static inline int connect_to(const char *socket_path)
{
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);

    assert_true(fd >= 0);
    memcpy(address.sun_path, socket_path, strlen(socket_path) + 1);
    assert_int_equal(connect(fd, (struct sockaddr *)&address, sizeof(address)), 0);
    return fd;
}

static inline int connect_client(void)
{
    return connect_to(path);
}

/* Receives `size_B` bytes; returns false if the server hangs up. */
static inline bool receive(int fd, void *data, size_t size_B)
{
    size_t got_B = 0;

    while (got_B < size_B) {
        struct pollfd p = {.fd = fd, .events = POLLIN};
        if (poll(&p, 1, PATIENCE_MS) != 1)
            fail_msg("the server does not answer");
        ssize_t n = recv(fd, (char *)data + got_B, size_B - got_B, 0);
        if (n <= 0)
            return false;
        got_B += (size_t)n;
    }
    return true;
}

/* Sends a request and receives its answer; returns false if the server has hung up. */
static inline bool ping(int fd)
{
    static const uint32_t request[] = {0, 10};
    uint32_t reply[2];

    if (send(fd, request, sizeof(request), MSG_NOSIGNAL) != (ssize_t)sizeof(request))
        return false;
    if (!receive(fd, reply, sizeof(reply)))
        return false;
    assert_memory_equal(reply, request, sizeof(reply));
    return true;
}

static inline bool send_opening(int fd)
{
    static const char opening[] = "\2\0\0\0\10\0\0\0x";

    return send(fd, opening, sizeof(opening), MSG_NOSIGNAL) == (ssize_t)sizeof(opening);
}

static inline bool begin_client(int fd)
{
    return send_opening(fd) && ping(fd);
}

/* Returns whether an answer arrives soon. */
static inline bool has_answer(int fd)
{
    struct pollfd p = {.fd = fd, .events = POLLIN};

    return poll(&p, 1, 100) != 0;
}

static inline int add_client(void)
{
    int fd = connect_client();

    assert_true(begin_client(fd));
    return fd;
}

static inline bool is_hung_up(int fd)
{
    char byte;

    return !receive(fd, &byte, 1);
}

static inline unsigned count_files_of(pid_t pid)
{
    char name[64];
    unsigned num = 0;

    snprintf(name, sizeof(name), "/proc/%d/fd", (int)pid);
    DIR *files = opendir(name);
    assert_non_null(files);
    while (readdir(files))
        num++;
    closedir(files);
    return num;
}

/* Returns the number of open files of the process, once the number has been stable for half a
 * second: after its start, a server still closes some files. */
static inline unsigned count_settled_files_of(pid_t pid)
{
    unsigned num = count_files_of(pid);

    for (unsigned i = 0; i < 50; i++) {
        usleep(10000);
        const unsigned now = count_files_of(pid);
        if (now != num)
            i = 0;
        num = now;
    }
    return num;
}

/* Waits until the process has `num` open files: the server closes its end of a client's socket with
 * a delay. */
static inline bool wait_for_files_of(pid_t pid, unsigned num)
{
    for (unsigned i = 0; i < PATIENCE_MS / 10; i++) {
        if (count_files_of(pid) == num)
            return true;
        usleep(10000);
    }
    return false;
}

static inline bool wait_for_screens(unsigned num)
{
    for (unsigned i = 0; i < PATIENCE_MS / 10; i++) {
        if (atomic_load(&shared->num_screens) == num)
            return true;
        usleep(10000);
    }
    return false;
}

/* Runs the tests of a program; returns the program's exit status. */
static inline int run_server_tests(const char *name, const struct CMUnitTest *tests, size_t num)
{
    shared = mmap(NULL, sizeof(*shared), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    return shared == MAP_FAILED ? 1 : _cmocka_run_group_tests(name, tests, num, NULL, NULL);
}

/* Like run_server_tests(), for tests that mostly wait for time limits: each test runs in a separate
 * process, several at the same time, started in order. */
static inline int run_waiting_server_tests(const struct CMUnitTest *tests, size_t num)
{
    enum {
        AT_ONCE = 4
    };
    int failed = 0, status;

    for (size_t i = 0; i < num + AT_ONCE; i++) {
        if (i >= AT_ONCE && wait(&status) > 0)
            failed += !WIFEXITED(status) || WEXITSTATUS(status) != 0;
        const pid_t pid = i < num ? fork() : -1;
        if (pid == 0)
            exit(run_server_tests(tests[i].name, &tests[i], 1));
        failed += i < num && pid < 0;
    }
    return failed;
}

#endif
