/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* The server with several clients: one worker for each; workers that die, hang or are compromised;
 * and the server's end. The renderer and the screen are fakes. */
#include "emulated.h"
#include "server_clients.h"

#include <ctype.h>
#include <pthread.h>
#include <seccomp.h>

#include "server/cache_channel.h"

enum {
    LIMIT_S = 3 /* a time that only some clients exceed, also on a busy machine */
};

/* ---- Screens that fail ---------------------------------------------------------------------- */

static enum galvan_result refuse_screen(void *priv, const struct galvan_cache *cache,
                                        struct pipe_screen **out_screen)
{
    (void)priv;
    (void)cache;
    (void)out_screen;
    return GALVAN_ERROR_NO_DEVICE;
}

static enum galvan_result die(void *priv, const struct galvan_cache *cache,
                              struct pipe_screen **out_screen)
{
    (void)priv;
    (void)cache;
    (void)out_screen;
    _exit(3);
}

static enum galvan_result take_for_ever(void *priv, const struct galvan_cache *cache,
                                        struct pipe_screen **out_screen)
{
    (void)priv;
    (void)cache;
    (void)out_screen;
    hang();
    return GALVAN_OK;
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
    assert_int_equal(end_server(SIGTERM), 0); /* although the clients are still connected */
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

/* Ends the server while a worker ignores SIGTERM, as in an endless shader; checks that the worker
 * ends. */
static void test_sigterm_ends_hanging_workers(void **state)
{
    static const uint32_t submit[] = {0, 6};

    (void)state;
    start_server((struct gv_server_params){0});
    int a = add_client();
    assert_int_equal(send(a, submit, sizeof(submit), 0), sizeof(submit));
    usleep(100000);
    kill(atomic_load(&shared->last_worker), SIGSTOP);
    assert_int_equal(end_server(SIGTERM), 0); /* although client and worker hang */
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
    signal(SIGILL, SIG_DFL); /* instead of a sanitizer's handler */
    kill(getpid(), SIGILL);
}

static enum galvan_result create_faulting_screen(void *priv, const struct galvan_cache *cache,
                                                 struct pipe_screen **out_screen)
{
    enum galvan_result res = create_screen(priv, cache, out_screen);

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

static void test_no_screen(void **state)
{
    (void)state;
    start_server((struct gv_server_params){.create_screen = refuse_screen});
    int a = connect_client();
    assert_false(begin_client(a));
    close(a);
    assert_int_equal(end_server(SIGTERM), 0);
}

/* Forks a worker ahead; checks that it opens its screen before the first client connects, and that
 * it serves only that client. */
static void test_worker_made_ahead(void **state)
{
    const struct gv_server_params params = {.max_workers = 2, .max_workers_per_uid = 2};

    (void)state;
    assert_int_equal(start_prepared_server(params, PREPARE_TIMEOUT_MS), GALVAN_OK);
    pid_t ahead = atomic_load(&shared->last_worker);
    assert_int_equal(atomic_load(&shared->num_screens), 1);
    unsigned files = count_settled_files_of(server_pid);
    int a = add_client();
    assert_int_equal(atomic_load(&shared->last_worker), ahead);
    int b = add_client();
    assert_true(atomic_load(&shared->last_worker) != ahead);
    /* The descriptor of the worker that was forked ahead must be closed, and each client must have
     * a connection. */
    assert_true(wait_for_files_of(server_pid, files - 1 + 2));
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

/* Forks a worker ahead that cannot open its screen; checks that a client that connects gets no
 * answer, and is disconnected when the server ends. */
static void test_worker_made_ahead_without_screen(void **state)
{
    static const struct {
        enum galvan_result (*create_screen)(void *priv, const struct galvan_cache *cache,
                                            struct pipe_screen **out_screen);
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
    start_server((struct gv_server_params){.time_limit_s = LIMIT_S});
    int a = add_client();
    int b = add_client();
    assert_int_equal(send(b, submit, sizeof(submit), 0), sizeof(submit));
    assert_true(is_hung_up(b));
    assert_logged("client 2, pid ");
    assert_logged("one command has taken more than 3 s (--time-limit)");
    assert_true(ping(a)); /* a worker that waits has no time limit */
    close(a);
    close(b);
}

static void end_unless_patient(void)
{
    if (fake.gpu_timeout_ns != UINT64_MAX)
        _exit(3);
}

static enum galvan_result create_patient_screen(void *priv, const struct galvan_cache *cache,
                                                struct pipe_screen **out_screen)
{
    enum galvan_result result = create_screen(priv, cache, out_screen);

    fake.on_submit = end_unless_patient;
    return result;
}

/* Lets a worker wait for the device; checks that the worker does not limit the wait itself,
 * whatever gpu_timeout_ns is. Only the listener has a time limit. */
static void test_workers_have_no_limit_of_their_own(void **state)
{
    static const uint32_t submit[] = {0, 6};
    static const struct gv_virgl_limits limits = {.memory_B = 1 << 30, .gpu_timeout_ns = 1};
    const struct gv_server_params params[] = {
        {.create_screen = create_patient_screen},
        {.create_screen = create_patient_screen, .limits = &limits}};

    (void)state;
    for (size_t i = 0; i < sizeof(params) / sizeof(params[0]); i++) {
        start_server(params[i]);
        int a = add_client();
        assert_int_equal(send(a, submit, sizeof(submit), 0), sizeof(submit));
        assert_true(ping(a));
        close(a);
        assert_int_equal(end_server(SIGTERM), 0);
        close(drain_end);
        drain_end = -1;
    }
}

/* Runs a server with clients_may_wait, as `galvan run` does. Checks that a client may wait as long
 * as it likes, but that the worker of a client that has ended is subject to the time limit. */
static void test_only_remaining_work_is_cut(void **state)
{
    static const uint32_t submit[] = {0, 6};

    (void)state;
    start_server((struct gv_server_params){.time_limit_s = 1, .clients_may_wait = true});
    int a = add_client();
    assert_int_equal(send(a, submit, sizeof(submit), 0), sizeof(submit));
    pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0)
        _exit(send(add_client(), submit, sizeof(submit), 0) != sizeof(submit));
    assert_int_equal(waitpid(child, NULL, 0), child);
    assert_logged("client 2, pid ");
    assert_logged("one command has taken more than 1 s (--time-limit)");
    assert_null(strstr(shared->log, "client 1, pid "));
    close(a);
}

/* Parses a hexadecimal address and skips the character after it. */
static void *read_address(const char **text)
{
    uintptr_t address = 0;

    for (; isxdigit((unsigned char)**text); (*text)++)
        address = address * 16 + (uintptr_t)(**text <= '9' ? **text - '0' : **text - 'a' + 10);
    (*text)++;
    return (void *)address;
}

/* Calls fn() for all memory that this worker shares with other processes except the test's
 * process. */
static void for_shared_memory(void (*fn)(_Atomic uint32_t *begin, _Atomic uint32_t *end))
{
    char line[256];
    FILE *maps = fopen("/proc/self/maps", "r");

    while (maps && fgets(line, sizeof(line), maps)) {
        const char *rights = line;
        void *begin = read_address(&rights), *end = read_address(&rights);
        if (memcmp(rights, "rw-s ", 5) == 0 && begin != (void *)shared)
            fn(begin, end);
    }
    if (maps)
        fclose(maps);
}

static void write_ones(_Atomic uint32_t *begin, _Atomic uint32_t *end)
{
    for (_Atomic uint32_t *word = begin; word < end; word++)
        *word = 1;
}

/* Writes 1 to every dword of shared memory, and never ends. A heartbeat of 1 means that the worker
 * has not finished a command. */
static void write_over_shared_memory(void)
{
    for_shared_memory(write_ones);
    hang();
}

static enum galvan_result create_hostile_screen(void *priv, const struct galvan_cache *cache,
                                                struct pipe_screen **out_screen)
{
    enum galvan_result res = create_screen(priv, cache, out_screen);

    fake.on_submit = write_over_shared_memory;
    return res;
}

static void test_worker_reaches_no_others_heartbeat(void **state)
{
    static const uint32_t submit[] = {0, 6};

    (void)state;
    start_server((struct gv_server_params){
        .time_limit_s = LIMIT_S, .create_screen = create_hostile_screen, .no_sandbox = true});
    int a = add_client(), b = add_client(), c = add_client();
    assert_int_equal(send(b, submit, sizeof(submit), 0), sizeof(submit));
    assert_true(is_hung_up(b));
    sleep(LIMIT_S + 1);
    assert_true(ping(a) && ping(c));
    close(a);
    close(b);
    close(c);
}

/* ---- Workers that report false progress ------------------------------------------------------ */

static void *spin(void *data)
{
    for (;;)
        atomic_signal_fence(memory_order_seq_cst);
    return data;
}

/* Starts a thread that runs for ever. The command ends, so the worker waits for its client while
 * the thread still runs. */
static void leave_spinning(void)
{
    pthread_t thread;

    if (pthread_create(&thread, NULL, spin, NULL) != 0)
        _exit(3);
}

static enum galvan_result create_spinning_screen(void *priv, const struct galvan_cache *cache,
                                                 struct pipe_screen **out_screen)
{
    enum galvan_result res = create_screen(priv, cache, out_screen);

    fake.on_submit = leave_spinning;
    return res;
}

static void test_spinning_worker_is_cut(void **state)
{
    static const uint32_t submit[] = {0, 6};

    (void)state;
    start_server((struct gv_server_params){.time_limit_s = LIMIT_S,
                                           .create_screen = create_spinning_screen});
    int a = add_client(), b = add_client();
    assert_int_equal(send(b, submit, sizeof(submit), 0), sizeof(submit));
    assert_true(ping(b));
    assert_true(is_hung_up(b));
    assert_logged("client 2, pid ");
    assert_logged("processors have been used, and nothing got on, for more than 3 s");
    assert_true(ping(a));
    close(a);
    close(b);
}

static void count_up(_Atomic uint32_t *begin, _Atomic uint32_t *end)
{
    for (_Atomic uint32_t *word = begin; word < end; word++)
        atomic_fetch_add(word, 1);
}

/* Reports progress in all values of the worker's page, all the time. */
static void lie(void)
{
    for (;;)
        for_shared_memory(count_up);
}

static enum galvan_result create_lying_screen(void *priv, const struct galvan_cache *cache,
                                              struct pipe_screen **out_screen)
{
    enum galvan_result res = create_screen(priv, cache, out_screen);

    fake.on_submit = lie;
    return res;
}

/* Disconnects the client of a worker that reports false progress; checks that the worker's time is
 * limited, also if clients may wait as long as they like. */
static void test_lying_worker_does_not_outlive_its_client(void **state)
{
    static const uint32_t submit[] = {0, 6};

    (void)state;
    start_server((struct gv_server_params){.time_limit_s = 1,
                                           .clients_may_wait = true,
                                           .create_screen = create_lying_screen,
                                           .no_sandbox = true});
    int a = add_client(), b = add_client();
    assert_int_equal(send(b, submit, sizeof(submit), 0), sizeof(submit));
    sleep(2);
    assert_null(strstr(shared->log, "--time-limit"));
    close(b);
    assert_logged("client 2, pid ");
    assert_logged("it has been gone for more than 1 s (--time-limit)");
    assert_true(ping(a));
    close(a);
}

static int cache_fd = -1; /* this worker's channel to the cache broker */

/* Sends all kinds of requests that a compromised worker can send, until the listener stops reading
 * them. */
static void flood_the_cache(void)
{
    struct gv_cache_question question = {.verb = GV_CACHE_LOAD};
    char garbage[3 * sizeof(question)];

    memset(garbage, 0x7f, sizeof(garbage));
    snprintf(question.name, sizeof(question.name), "pipelines-0123456789abcdef");
    while (send(cache_fd, &question, sizeof(question), MSG_NOSIGNAL) > 0) {
    }
    send(cache_fd, garbage, sizeof(garbage), MSG_NOSIGNAL);
    hang();
}

static enum galvan_result create_flooding_screen(void *priv, const struct galvan_cache *cache,
                                                 struct pipe_screen **out_screen)
{
    const struct gv_cache_channel *line = cache->priv;
    enum galvan_result res = create_screen(priv, cache, out_screen);

    cache_fd = line->fd;
    fake.on_submit = flood_the_cache;
    return res;
}

static void test_worker_floods_the_cache(void **state)
{
    static const uint32_t submit[] = {0, 6};
    char cache_dir[96];

    (void)state;
    snprintf(cache_dir, sizeof(cache_dir), "%s/clients", dir);
    start_server((struct gv_server_params){
        .time_limit_s = LIMIT_S, .create_screen = create_flooding_screen, .cache_dir = cache_dir});
    int a = add_client(), b = add_client();
    assert_int_equal(send(b, submit, sizeof(submit), 0), sizeof(submit));
    for (unsigned i = 0; i < 100; i++)
        assert_true(ping(a));
    assert_true(is_hung_up(b));
    int c = add_client();
    assert_true(ping(a) && ping(c));
    close(a);
    close(b);
    close(c);
    assert_int_equal(temp_dir_remove(cache_dir), 0);
}

static void stand_still(struct pipe_screen *screen, struct galvan_screen_counters *out_counters)
{
    (void)screen;
    *out_counters = (struct galvan_screen_counters){.submitted = 7, .finished = 6};
}

/* Lets a submission to the device take for ever; checks that the server ends both clients, one of
 * which is silent while the other sends messages that take no time. */
static void test_endless_submission_is_cut(void **state)
{
    (void)state;
    start_server((struct gv_server_params){.time_limit_s = 1, .counters = stand_still});
    int silent = add_client(), chatty = add_client();
    while (ping(chatty)) /* the time limit of the test ends this loop */
        usleep(10000);
    assert_true(is_hung_up(silent));
    assert_logged("one submission to the device has taken more than 1 s (--time-limit)");
    close(silent);
    close(chatty);
}

static void get_on(struct pipe_screen *screen, struct galvan_screen_counters *out_counters)
{
    const uint64_t now = now_ms();

    (void)screen;
    *out_counters = (struct galvan_screen_counters){.submitted = now + 9, .finished = now};
}

/* Makes many submissions on which the device makes progress; checks that neither their client nor
 * another client that waits for the device loses its worker. The limit is long compared with the
 * delays of a busy machine. */
static void test_progress_is_not_cut(void **state)
{
    static const uint32_t submit[] = {0, 6};
    struct pollfd waits;

    (void)state;
    start_server((struct gv_server_params){.time_limit_s = 3, .counters = get_on});
    int silent = add_client();
    waits = (struct pollfd){.fd = add_client(), .events = POLLIN};
    assert_int_equal(send(waits.fd, submit, sizeof(submit), 0), sizeof(submit));
    assert_int_equal(poll(&waits, 1, 5500), 0);
    assert_true(ping(silent));
    close(silent);
    close(waits.fd);
}

static void test_nothing_is_left_of_many_clients(void **state)
{
    (void)state;
    start_server((struct gv_server_params){.max_workers_per_uid = 64});
    unsigned before = count_settled_files_of(server_pid);
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
    assert_true(wait_for_files_of(server_pid, before + 1)); /* only the client's connection */
    close(fd);
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
    for (unsigned i = 0; i < PATIENCE_MS / 10 && lstat(path, &st) == 0; i++)
        usleep(10000);
    assert_int_not_equal(lstat(path, &st), 0);
    assert_true(ping(a));
    assert_int_equal(waitpid(server_pid, &status, WNOHANG), 0);
    close(a);
    assert_int_equal(end_server(0), 0);
}

/* Imitates a kernel that lacks Landlock and forbids namespaces. */
static void take_away(void)
{
    static const struct {
        int number, error;
    } calls[] = {{444, ENOSYS}, {445, ENOSYS}, {446, ENOSYS}, {SCMP_SYS(unshare), EPERM}};
    scmp_filter_ctx ctx = seccomp_init(SCMP_ACT_ALLOW);

    for (size_t i = 0; i < sizeof(calls) / sizeof(calls[0]); i++)
        seccomp_rule_add(ctx, SCMP_ACT_ERRNO(calls[i].error), calls[i].number, 0);
    if (seccomp_load(ctx) != 0)
        _exit(1);
    seccomp_release(ctx);
}

/* Runs a server on a kernel without Landlock and user namespaces; checks that clients are served as
 * usual, and that one line in the log says what is missing. */
static void test_lesser_system(void **state)
{
    static const char words[] = "confines a client's process less: no Landlock: it can open all "
                                "files of the user; no user namespaces";

    (void)state;
    if (is_emulated())
        skip();
    before_server = take_away;
    start_server((struct gv_server_params){0});
    int a = add_client(), b = add_client();
    assert_logged(words);
    sleep(2);
    assert_null(strstr(strstr(shared->log, words) + 1, "confines a client's process less"));
    assert_true(ping(a) && ping(b));
    close(a);
    close(b);
}

int main(void)
{
    const struct CMUnitTest waiting[] = {
        cmocka_unit_test_setup_teardown(test_worker_reaches_no_others_heartbeat, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_progress_is_not_cut, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_spinning_worker_is_cut, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_worker_floods_the_cache, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_endless_work_is_cut, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_lying_worker_does_not_outlive_its_client, set_up,
                                        tear_down),
        cmocka_unit_test_setup_teardown(test_lesser_system, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_only_remaining_work_is_cut, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_endless_submission_is_cut, set_up, tear_down),
    };
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
        cmocka_unit_test_setup_teardown(test_no_screen, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_worker_made_ahead, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_worker_made_ahead_in_vain, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_worker_made_ahead_dies, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_worker_made_ahead_without_screen, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_workers_have_no_limit_of_their_own, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_nothing_is_left_of_many_clients, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_draining, set_up, tear_down),
    };

    const int failed = run_waiting_server_tests(waiting, sizeof(waiting) / sizeof(waiting[0]));
    return failed + run_server_tests("server workers", tests, sizeof(tests) / sizeof(tests[0]));
}
