/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* The server with several clients: one worker each, limits, workers that die or hang, the end. The
 * renderer and the screen are fakes. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <ctype.h>
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

#include "fake_virgl.h"
#include "pipe/p_screen.h"
#include "server/room.h"
#include "server/server.h"

enum {
    LOG_B = 16384,
    PREPARE_TIMEOUT_MS = 60000
};

/* Shared by the test, the server and its workers. */
static struct shared {
    _Atomic unsigned num_screens; /* alive */
    _Atomic pid_t last_worker;
    _Atomic unsigned log_used;
    char log[LOG_B];
} * shared;

static char dir[64], path[80];
static pid_t server_pid;
static int drain_end = -1;

/* ---- The server's process ------------------------------------------------------------------ */

static void keep_line(void *priv, enum galvan_log_level level, const char *component,
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

static void destroy_screen(struct pipe_screen *screen)
{
    atomic_fetch_sub(&shared->num_screens, 1);
    free(screen);
}

static void hang(void)
{
    for (;;)
        pause();
}

static enum galvan_result create_screen(void *priv, struct pipe_screen **out_screen)
{
    struct pipe_screen *screen = calloc(1, sizeof(*screen));

    (void)priv;
    fake.on_submit = hang; /* SUBMIT_CMD is how a client hangs its worker */
    atomic_store(&shared->last_worker, getpid());
    atomic_fetch_add(&shared->num_screens, 1);
    screen->destroy = destroy_screen;
    *out_screen = screen;
    return GALVAN_OK;
}

static enum galvan_result refuse_screen(void *priv, struct pipe_screen **out_screen)
{
    (void)priv;
    (void)out_screen;
    return GALVAN_ERROR_NO_DEVICE;
}

static enum galvan_result die(void *priv, struct pipe_screen **out_screen)
{
    (void)priv;
    (void)out_screen;
    _exit(3);
}

static enum galvan_result take_for_ever(void *priv, struct pipe_screen **out_screen)
{
    (void)priv;
    (void)out_screen;
    hang();
    return GALVAN_OK;
}

/* Starts the server in a process of its own and waits until it listens; what the first worker says,
 * if it is made ahead, which it is when timeout_ms is not 0. */
static enum galvan_result start_prepared_server(struct gv_server_params params, int timeout_ms)
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

static void start_server(struct gv_server_params params)
{
    start_prepared_server(params, 0);
}

static uint64_t now_ms(void)
{
    struct timespec ts;

    clock_gettime(CLOCK_MONOTONIC, &ts);
    return (uint64_t)ts.tv_sec * 1000u + (uint64_t)ts.tv_nsec / 1000000u;
}

static int end_server(int sig)
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

static int set_up(void **state)
{
    (void)state;
    memset(shared, 0, sizeof(*shared));
    snprintf(dir, sizeof(dir), "/tmp/galvan-unit-XXXXXX");
    if (!mkdtemp(dir))
        return -1;
    snprintf(path, sizeof(path), "%s/socket", dir);
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    end_server(SIGTERM);
    if (drain_end >= 0) {
        close(drain_end);
        drain_end = -1;
    }
    unlink(path);
    return rmdir(dir);
}

/* The server says it in its own time: a worker is reaped after its client noticed. */
static void assert_logged(const char *text)
{
    const struct timespec pause = {.tv_nsec = 10 * 1000 * 1000};
    for (int i = 0; i < 1000 && !strstr(shared->log, text); i++)
        nanosleep(&pause, NULL);
    if (!strstr(shared->log, text))
        print_error("log:\n%s", shared->log);
    assert_non_null(strstr(shared->log, text));
}

/* ---- Clients ------------------------------------------------------------------------------- */

static int connect_client(void)
{
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);

    assert_true(fd >= 0);
    memcpy(address.sun_path, path, strlen(path) + 1);
    assert_int_equal(connect(fd, (struct sockaddr *)&address, sizeof(address)), 0);
    return fd;
}

/* Whether size_B bytes come within a few seconds; false also when the server hangs up. */
static bool receive(int fd, void *data, size_t size_B)
{
    size_t got_B = 0;

    while (got_B < size_B) {
        struct pollfd p = {.fd = fd, .events = POLLIN};
        if (poll(&p, 1, 10000) != 1)
            fail_msg("the server does not answer");
        ssize_t n = recv(fd, (char *)data + got_B, size_B - got_B, 0);
        if (n <= 0)
            return false;
        got_B += (size_t)n;
    }
    return true;
}

/* Asks for an answer; false when the server has hung up. */
static bool ping(int fd)
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

static bool send_opening(int fd)
{
    static const char opening[] = "\2\0\0\0\10\0\0\0x";

    return send(fd, opening, sizeof(opening), MSG_NOSIGNAL) == (ssize_t)sizeof(opening);
}

static bool begin_client(int fd)
{
    return send_opening(fd) && ping(fd);
}

/* Whether anything comes soon. */
static bool has_answer(int fd)
{
    struct pollfd p = {.fd = fd, .events = POLLIN};

    return poll(&p, 1, 100) != 0;
}

static int add_client(void)
{
    int fd = connect_client();

    assert_true(begin_client(fd));
    return fd;
}

static bool is_hung_up(int fd)
{
    char byte;

    return !receive(fd, &byte, 1);
}

static unsigned count_files_of(pid_t pid)
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

static bool wait_for_screens(unsigned num)
{
    for (unsigned i = 0; i < 500; i++) {
        if (atomic_load(&shared->num_screens) == num)
            return true;
        usleep(10000);
    }
    return false;
}

/* ---- Tests --------------------------------------------------------------------------------- */

static void test_clients_have_workers_of_their_own(void **state)
{
    (void)state;
    start_server((struct gv_server_params){0});
    int a = add_client();
    pid_t worker_a = atomic_load(&shared->last_worker);
    int b = add_client();
    pid_t worker_b = atomic_load(&shared->last_worker);
    assert_true(worker_a != worker_b && worker_a != server_pid);
    assert_true(ping(a) && ping(b));
    close(a);
    assert_true(wait_for_screens(1));
    assert_true(ping(b));
    close(b);
    assert_true(wait_for_screens(0));
    assert_int_equal(end_server(SIGTERM), 0);
}

static void test_sigterm_ends_all(void **state)
{
    struct stat st;

    (void)state;
    start_server((struct gv_server_params){0});
    int a = add_client(), b = add_client();
    uint64_t begin = now_ms();
    assert_int_equal(end_server(SIGTERM), 0);
    assert_true(now_ms() - begin < 2000);
    assert_true(is_hung_up(a) && is_hung_up(b));
    assert_int_not_equal(lstat(path, &st), 0);
    close(a);
    close(b);
}

static void test_sigint_ends_all(void **state)
{
    (void)state;
    start_server((struct gv_server_params){0});
    int a = add_client();
    assert_int_equal(end_server(SIGINT), 0);
    assert_true(is_hung_up(a));
    close(a);
}

static void test_sighup_ends_all(void **state)
{
    (void)state;
    start_server((struct gv_server_params){0});
    int a = add_client();
    assert_int_equal(end_server(SIGHUP), 0);
    assert_true(is_hung_up(a));
    close(a);
}

/* Also a worker that takes no notice of SIGTERM, as one in an endless shader. */
static void test_sigterm_ends_hanging_workers(void **state)
{
    static const uint32_t submit[] = {0, 6};

    (void)state;
    start_server((struct gv_server_params){0});
    int a = add_client();
    assert_int_equal(send(a, submit, sizeof(submit), 0), sizeof(submit));
    usleep(100000);
    kill(atomic_load(&shared->last_worker), SIGSTOP);
    uint64_t begin = now_ms();
    assert_int_equal(end_server(SIGTERM), 0);
    assert_true(now_ms() - begin < 2000);
    close(a);
}

static void test_killed_listener_takes_workers_along(void **state)
{
    (void)state;
    start_server((struct gv_server_params){0});
    int a = add_client();
    int status = end_server(SIGKILL);
    assert_true(WIFSIGNALED(status));
    assert_true(is_hung_up(a));
    close(a);
}

static void test_killed_worker_harms_no_other(void **state)
{
    (void)state;
    start_server((struct gv_server_params){0});
    int a = add_client();
    int b = add_client();
    kill(atomic_load(&shared->last_worker), SIGKILL);
    assert_true(is_hung_up(b));
    assert_true(ping(a));
    int c = add_client();
    assert_logged("client 2, pid ");
    assert_logged("was ended by signal 9 (Killed); other clients are not affected");
    close(a);
    close(b);
    close(c);
    assert_int_equal(end_server(SIGTERM), 0);
}

static void fault(void)
{
    signal(SIGILL, SIG_DFL); /* a sanitizer's */
    kill(getpid(), SIGILL);
}

static enum galvan_result create_faulting_screen(void *priv, struct pipe_screen **out_screen)
{
    enum galvan_result res = create_screen(priv, out_screen);

    fake.on_submit = fault;
    return res;
}

static void test_faulting_worker_is_explained(void **state)
{
    static const uint32_t submit[] = {0, 6};

    (void)state;
    start_server((struct gv_server_params){.create_screen = create_faulting_screen});
    int a = add_client();
    assert_int_equal(send(a, submit, sizeof(submit), 0), sizeof(submit));
    assert_true(is_hung_up(a));
    assert_logged("was ended by signal 4 (Illegal instruction)");
    assert_logged("its last message is SUBMIT_CMD, its last command no command at dword 0");
    close(a);
}

static void test_client_limit(void **state)
{
    (void)state;
    start_server((struct gv_server_params){.max_workers = 2});
    int a = add_client(), b = add_client();
    int c = connect_client();
    send_opening(c);
    assert_logged("waits for its turn: as many clients as --max-clients allows are connected");
    assert_true(ping(a) && ping(b));
    assert_false(has_answer(c));
    close(a);
    assert_true(ping(c));
    close(b);
    close(c);
}

/* Who connects and says nothing holds no place and costs no device; who connects and goes costs
 * next to nothing. */
static void test_silent_clients_hold_no_place(void **state)
{
    int silent[4];

    (void)state;
    start_server((struct gv_server_params){.max_workers = 1});
    for (unsigned i = 0; i < 4; i++)
        silent[i] = connect_client();
    const uint64_t begin = now_ms();
    for (unsigned i = 0; i < 500; i++)
        close(connect_client());
    int a = add_client();
    assert_true(now_ms() - begin < 1000);
    assert_int_equal(atomic_load(&shared->num_screens), 1);
    close(a);
    for (unsigned i = 0; i < 4; i++) {
        assert_true(begin_client(silent[i]));
        close(silent[i]);
    }
}

/* The room is full of silent clients and there is one more who speaks. */
static void test_full_room(void **state)
{
    struct rlimit limit;
    int silent[GV_ROOM_MAX];

    (void)state;
    getrlimit(RLIMIT_NOFILE, &limit);
    assert_true(limit.rlim_cur > GV_ROOM_MAX + 64);
    start_server((struct gv_server_params){.max_workers = 1});
    for (unsigned i = 0; i < GV_ROOM_MAX; i++)
        silent[i] = connect_client();
    int a = add_client();
    assert_true(ping(a));
    assert_true(is_hung_up(silent[0]));
    for (unsigned i = 0; i < GV_ROOM_MAX; i++)
        close(silent[i]);
    close(a);
}

/* Who has never drawn and says nothing gives its place to who waits. */
static void test_idle_client_makes_place(void **state)
{
    (void)state;
    start_server((struct gv_server_params){.max_workers = 1, .idle_timeout_ms = 1000});
    int idle = add_client();
    assert_true(ping(idle));
    int a = add_client();
    assert_true(is_hung_up(idle));
    assert_logged("has never drawn and is silent while others wait for a place");
    close(idle);
    close(a);
}

/* A message that is no opening is read before a device is opened for it. */
static void test_garbage_opens_no_device(void **state)
{
    static const uint32_t ping_first[] = {0, 10};

    (void)state;
    start_server((struct gv_server_params){0});
    int a = connect_client();
    assert_int_equal(send(a, ping_first, sizeof(ping_first), 0), sizeof(ping_first));
    assert_true(is_hung_up(a));
    assert_logged("the first command must be CREATE_RENDERER");
    assert_int_equal(atomic_load(&shared->last_worker), 0);
    close(a);
}

static void test_client_limit_of_a_user(void **state)
{
    (void)state;
    start_server((struct gv_server_params){.max_workers = 8, .max_workers_per_uid = 1});
    int a = add_client();
    int b = connect_client();
    send_opening(b);
    assert_logged("waits for its turn: as many clients of one user as --max-clients-per-user");
    assert_true(ping(a));
    close(a);
    assert_true(ping(b));
    close(b);
}

static void test_no_screen(void **state)
{
    (void)state;
    start_server((struct gv_server_params){.create_screen = refuse_screen});
    int a = connect_client();
    assert_false(begin_client(a));
    close(a);
    assert_int_equal(end_server(SIGTERM), 0);
}

/* The worker has its screen before the first client comes, and is that one's alone. */
static void test_worker_made_ahead(void **state)
{
    const struct gv_server_params params = {.max_workers = 2, .max_workers_per_uid = 2};

    (void)state;
    assert_int_equal(start_prepared_server(params, PREPARE_TIMEOUT_MS), GALVAN_OK);
    pid_t ahead = atomic_load(&shared->last_worker);
    assert_int_equal(atomic_load(&shared->num_screens), 1);
    unsigned files = count_files_of(server_pid);
    int a = add_client();
    assert_int_equal(atomic_load(&shared->last_worker), ahead);
    int b = add_client();
    assert_true(atomic_load(&shared->last_worker) != ahead);
    assert_int_equal(count_files_of(server_pid), files - 1);
    int c = connect_client();
    send_opening(c);
    assert_logged("waits for its turn");
    close(c);
    assert_true(ping(a) && ping(b));
    kill(ahead, SIGKILL);
    assert_true(is_hung_up(a));
    assert_logged("client 1, pid ");
    assert_true(ping(b));
    close(a);
    close(b);
}

static void test_worker_made_ahead_in_vain(void **state)
{
    (void)state;
    assert_int_equal(start_prepared_server((struct gv_server_params){0}, PREPARE_TIMEOUT_MS),
                     GALVAN_OK);
    close(drain_end);
    drain_end = -1;
    assert_int_equal(end_server(0), 0);
    assert_int_equal(atomic_load(&shared->num_screens), 0);
}

static void test_worker_made_ahead_dies(void **state)
{
    (void)state;
    assert_int_equal(start_prepared_server((struct gv_server_params){0}, PREPARE_TIMEOUT_MS),
                     GALVAN_OK);
    pid_t ahead = atomic_load(&shared->last_worker);
    kill(ahead, SIGKILL);
    assert_logged("was ended by signal 9 (Killed)");
    int a = add_client();
    assert_true(atomic_load(&shared->last_worker) != ahead);
    close(a);
}

/* Who connects waits for the end of the server. */
static void test_worker_made_ahead_without_screen(void **state)
{
    static const struct {
        enum galvan_result (*create_screen)(void *priv, struct pipe_screen **out_screen);
        int timeout_ms;
        enum galvan_result result;
    } cases[] = {
        {refuse_screen, PREPARE_TIMEOUT_MS, GALVAN_ERROR_NO_DEVICE},
        {die, PREPARE_TIMEOUT_MS, GALVAN_ERROR_IO},
        {take_for_ever, 10, GALVAN_ERROR_TIMEOUT},
    };

    (void)state;
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        const struct gv_server_params params = {.create_screen = cases[i].create_screen};
        assert_int_equal(start_prepared_server(params, cases[i].timeout_ms), cases[i].result);
        int a = connect_client();
        struct pollfd answer = {.fd = a, .events = POLLIN};
        assert_int_equal(poll(&answer, 1, 50), 0);
        assert_int_equal(end_server(SIGTERM), 0);
        assert_true(is_hung_up(a));
        close(a);
        close(drain_end);
        drain_end = -1;
    }
}

static void test_endless_work_is_cut(void **state)
{
    static const uint32_t submit[] = {0, 6};

    (void)state;
    start_server((struct gv_server_params){.time_limit_s = 1});
    int a = add_client();
    int b = add_client();
    assert_int_equal(send(b, submit, sizeof(submit), 0), sizeof(submit));
    assert_true(is_hung_up(b));
    assert_logged("client 2, pid ");
    assert_logged("one command has taken more than 1 s (--time-limit)");
    assert_true(ping(a)); /* waiting is no work */
    close(a);
    close(b);
}

/* Hexadecimal, with the character behind it. */
static void *read_address(const char **text)
{
    uintptr_t address = 0;

    for (; isxdigit((unsigned char)**text); (*text)++)
        address = address * 16 + (uintptr_t)(**text <= '9' ? **text - '0' : **text - 'a' + 10);
    (*text)++;
    return (void *)address;
}

/* Writes 1, a pulse of unfinished work, over all memory that it shares with others, but the
 * test's. */
static void write_over_shared_memory(void)
{
    char line[256];
    FILE *maps = fopen("/proc/self/maps", "r");

    while (maps && fgets(line, sizeof(line), maps)) {
        const char *rights = line;
        uint32_t *begin = read_address(&rights), *end = read_address(&rights);
        if (memcmp(rights, "rw-s ", 5) != 0 || begin == (void *)shared)
            continue;
        for (uint32_t *word = begin; word < end; word++)
            *word = 1;
    }
    hang();
}

static enum galvan_result create_hostile_screen(void *priv, struct pipe_screen **out_screen)
{
    enum galvan_result res = create_screen(priv, out_screen);

    fake.on_submit = write_over_shared_memory;
    return res;
}

static void test_worker_reaches_no_others_pulse(void **state)
{
    static const uint32_t submit[] = {0, 6};

    (void)state;
    start_server((struct gv_server_params){
        .time_limit_s = 1, .create_screen = create_hostile_screen, .no_sandbox = true});
    int a = add_client(), b = add_client(), c = add_client();
    assert_int_equal(send(b, submit, sizeof(submit), 0), sizeof(submit));
    assert_true(is_hung_up(b));
    sleep(2);
    assert_true(ping(a) && ping(c));
    close(a);
    close(b);
    close(c);
}

static void stand_still(struct pipe_screen *screen, uint64_t *out_submitted, uint64_t *out_finished)
{
    (void)screen;
    *out_submitted = 7;
    *out_finished = 6;
}

/* The client says nothing, or only what costs nothing. */
static void test_endless_submission_is_cut(void **state)
{
    (void)state;
    start_server((struct gv_server_params){.time_limit_s = 1, .progress = stand_still});
    int silent = add_client(), chatty = add_client();
    const uint64_t begin = now_ms();
    while (ping(chatty))
        usleep(10000);
    assert_true(is_hung_up(silent));
    assert_true(now_ms() - begin < 6000);
    assert_logged("one submission to the device has taken more than 1 s (--time-limit)");
    close(silent);
    close(chatty);
}

static void get_on(struct pipe_screen *screen, uint64_t *out_submitted, uint64_t *out_finished)
{
    *out_finished = now_ms();
    *out_submitted = *out_finished + 9;
    (void)screen;
}

/* A device that gets on with many submissions: neither it nor who waits for it is ended. */
static void test_progress_is_not_cut(void **state)
{
    static const uint32_t submit[] = {0, 6};
    struct pollfd waits;

    (void)state;
    start_server((struct gv_server_params){.time_limit_s = 1, .progress = get_on});
    int silent = add_client();
    waits = (struct pollfd){.fd = add_client(), .events = POLLIN};
    assert_int_equal(send(waits.fd, submit, sizeof(submit), 0), sizeof(submit));
    assert_int_equal(poll(&waits, 1, 3500), 0);
    assert_true(ping(silent));
    close(silent);
    close(waits.fd);
}

static void test_silent_client_is_dropped(void **state)
{
    (void)state;
    start_server((struct gv_server_params){.idle_timeout_ms = 100});
    int silent = connect_client();
    int a = add_client();
    assert_true(is_hung_up(silent));
    usleep(200000); /* silence between messages is everybody's right */
    assert_true(ping(a));
    assert_int_equal(send(a, "\0\0\0", 3, 0), 3);
    assert_true(is_hung_up(a));
    close(silent);
    close(a);
}

static void test_half_close(void **state)
{
    static const uint32_t request[] = {0, 10};
    uint32_t reply[2];

    (void)state;
    start_server((struct gv_server_params){0});
    int a = add_client();
    assert_int_equal(send(a, request, sizeof(request), 0), sizeof(request));
    assert_int_equal(shutdown(a, SHUT_WR), 0);
    assert_true(receive(a, reply, sizeof(reply)));
    assert_true(is_hung_up(a));
    assert_true(wait_for_screens(0));
    close(a);
}

/* Descriptors that a client passes go nowhere. */
static void test_passed_descriptors_are_dropped(void **state)
{
    enum {
        NUM = 50
    };
    union {
        struct cmsghdr header;
        char bytes[CMSG_SPACE(NUM * sizeof(int))];
    } control;
    static uint32_t request[] = {0, 10};
    struct iovec iov = {.iov_base = request, .iov_len = sizeof(request)};
    struct msghdr msg = {.msg_iov = &iov,
                         .msg_iovlen = 1,
                         .msg_control = control.bytes,
                         .msg_controllen = sizeof(control.bytes)};
    uint32_t reply[2];

    (void)state;
    start_server((struct gv_server_params){0});
    int a = add_client();
    pid_t worker = atomic_load(&shared->last_worker);
    unsigned before = count_files_of(worker);
    memset(&control, 0, sizeof(control));
    control.header.cmsg_level = SOL_SOCKET;
    control.header.cmsg_type = SCM_RIGHTS;
    control.header.cmsg_len = CMSG_LEN(NUM * sizeof(int));
    for (unsigned i = 0; i < NUM; i++)
        memcpy(CMSG_DATA(&control.header) + i * sizeof(int), &(int){STDERR_FILENO}, sizeof(int));
    assert_int_equal(sendmsg(a, &msg, 0), sizeof(request));
    assert_true(receive(a, reply, sizeof(reply)));
    assert_int_equal(count_files_of(worker), before);
    close(a);
}

static void test_nothing_is_left_of_many_clients(void **state)
{
    (void)state;
    start_server((struct gv_server_params){.max_workers_per_uid = 64});
    unsigned before = count_files_of(server_pid);
    for (unsigned i = 0; i < 30; i++) {
        int fd = add_client();
        if (i % 3 == 0) {
            kill(atomic_load(&shared->last_worker), SIGKILL);
            atomic_fetch_sub(&shared->num_screens, 1);
        }
        close(fd);
    }
    assert_true(wait_for_screens(0));
    int fd = add_client();
    assert_int_equal(count_files_of(server_pid), before);
    close(fd);
}

static void test_out_of_files(void **state)
{
    struct rlimit limit, none = {0};
    int held[3];

    (void)state;
    start_server((struct gv_server_params){0});
    int a = add_client();
    assert_int_equal(prlimit(server_pid, RLIMIT_NOFILE, NULL, &limit), 0);
    none.rlim_max = limit.rlim_max;
    none.rlim_cur = 4;
    assert_int_equal(prlimit(server_pid, RLIMIT_NOFILE, &none, NULL), 0);
    for (unsigned i = 0; i < 3; i++)
        held[i] = connect_client();
    usleep(500000);
    assert_true(ping(a));
    assert_logged("no new client can be taken: Too many open files; trying on");
    assert_null(strstr(strstr(shared->log, "no new client") + 1, "no new client"));
    assert_int_equal(prlimit(server_pid, RLIMIT_NOFILE, &limit, NULL), 0);
    for (unsigned i = 0; i < 3; i++) {
        assert_true(begin_client(held[i]));
        close(held[i]);
    }
    close(a);
}

static void test_draining(void **state)
{
    struct stat st;
    int status;

    (void)state;
    start_server((struct gv_server_params){0});
    int a = add_client();
    close(drain_end);
    drain_end = -1;
    usleep(100000);
    assert_true(ping(a));
    assert_int_not_equal(lstat(path, &st), 0);
    assert_int_equal(waitpid(server_pid, &status, WNOHANG), 0);
    close(a);
    assert_int_equal(end_server(0), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_clients_have_workers_of_their_own, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_sigterm_ends_all, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_sigint_ends_all, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_sighup_ends_all, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_sigterm_ends_hanging_workers, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_killed_listener_takes_workers_along, set_up,
                                        tear_down),
        cmocka_unit_test_setup_teardown(test_killed_worker_harms_no_other, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_faulting_worker_is_explained, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_client_limit, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_silent_clients_hold_no_place, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_full_room, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_idle_client_makes_place, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_garbage_opens_no_device, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_client_limit_of_a_user, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_no_screen, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_worker_made_ahead, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_worker_made_ahead_in_vain, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_worker_made_ahead_dies, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_worker_made_ahead_without_screen, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_endless_work_is_cut, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_worker_reaches_no_others_pulse, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_endless_submission_is_cut, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_progress_is_not_cut, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_silent_client_is_dropped, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_half_close, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_passed_descriptors_are_dropped, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_nothing_is_left_of_many_clients, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_out_of_files, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_draining, set_up, tear_down),
    };

    shared = mmap(NULL, sizeof(*shared), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (shared == MAP_FAILED)
        return 1;
    return cmocka_run_group_tests_name("server workers", tests, NULL, NULL);
}
