/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* What a server reports on its clients, to whom, and which of these numbers workers can forge. */
#include "server_clients.h"

#include "server/stats.h"
#include "server/status_page.h"
#include "util/pass_fd.h"

/* Receives the memory that the server sends over a connection, and maps it for reading. */
static const struct gv_server_stats *receive_stats(int fd, int *out_memory)
{
    struct pollfd p = {.fd = fd, .events = POLLIN};
    struct stat st;
    char byte;

    assert_int_equal(poll(&p, 1, 10000), 1);
    assert_int_equal(gv_recv_with_fd(fd, &byte, 1, out_memory), 1);
    assert_true(*out_memory >= 0);
    assert_int_equal(fstat(*out_memory, &st), 0);
    const struct gv_server_stats *stats =
        mmap(NULL, (size_t)st.st_size, PROT_READ, MAP_SHARED, *out_memory, 0);
    assert_ptr_not_equal(stats, MAP_FAILED);
    assert_int_equal(stats->size_B, st.st_size);
    assert_int_equal(stats->version, GV_STATS_VERSION);
    assert_int_equal(gv_server_stats_size(stats->num_clients), st.st_size);
    return stats;
}

static void ask(struct gv_client_stats out_clients[2], struct gv_server_stats *out_stats)
{
    int memory, fd = connect_to(stats_path);
    const struct gv_server_stats *stats = receive_stats(fd, &memory);

    assert_in_range(stats->num_clients, 0, 2);
    *out_stats = *stats;
    memcpy(out_clients, stats->clients, stats->num_clients * sizeof(out_clients[0]));
    munmap((void *)stats, stats->size_B);
    close(memory);
    close(fd);
}

static void count(struct pipe_screen *screen, struct galvan_screen_counters *out_counters)
{
    (void)screen;
    *out_counters =
        (struct galvan_screen_counters){.draws = 7, .memory_B = 5, .submitted = 3, .finished = 2};
}

static void test_clients(void **state)
{
    struct gv_client_stats clients[2];
    struct gv_server_stats stats;

    (void)state;
    start_server((struct gv_server_params){.counters = count, .max_workers = 9});
    ask(clients, &stats);
    assert_int_equal(stats.num_clients, 0);
    int a = add_client(), silent = connect_client();
    for (unsigned i = 0; i < PATIENCE_MS / 10; i++) {
        ask(clients, &stats);
        if (stats.num_clients == 1 && clients[0].work.draws)
            break;
        usleep(10000);
    }
    assert_int_equal(stats.num_clients, 1);
    assert_int_equal(stats.num_waiting, 1);
    assert_int_equal(stats.num_served, 1);
    assert_int_equal(stats.max_clients, 9);
    assert_int_equal(stats.pid, server_pid);
    assert_int_equal(clients[0].id, 1);
    assert_int_equal(clients[0].pid, getpid());
    assert_int_equal(clients[0].uid, getuid());
    assert_int_equal(clients[0].worker_pid, atomic_load(&shared->last_worker));
    assert_string_equal(clients[0].program, "x");
    assert_int_equal(clients[0].work.draws, 7);
    assert_int_equal(clients[0].work.memory_B, 5);
    assert_int_equal(clients[0].work.submitted, 3);
    assert_int_equal(clients[0].work.finished, 2);
    close(a);
    close(silent);
}

/* Connects readers that stay silent; checks that the listener does not wait for them, and that
 * readers cannot change the listener's answers. */
static void test_who_asks_is_harmless(void **state)
{
    int silent[20], memory;

    (void)state;
    start_server((struct gv_server_params){0});
    int client = add_client();
    for (unsigned i = 0; i < 20; i++)
        silent[i] = connect_to(stats_path);
    int fd = connect_to(stats_path);
    assert_int_equal(send(fd, "?", 1, MSG_NOSIGNAL), 1);
    const struct gv_server_stats *stats = receive_stats(fd, &memory);
    assert_int_equal(stats->num_clients, 1);
    assert_int_equal(ftruncate(memory, 0), -1);
    assert_int_equal(pwrite(memory, "", 1, 0), -1);
    munmap((void *)stats, stats->size_B);
    close(memory);
    close(fd);
    for (unsigned i = 0; i < 20; i++)
        close(silent[i]);
    assert_true(ping(client));
    close(client);
}

static void test_socket_is_private(void **state)
{
    struct stat st;

    (void)state;
    start_server((struct gv_server_params){0});
    assert_int_equal(lstat(stats_path, &st), 0);
    assert_int_equal(st.st_mode & 0777, 0600);
    end_server(SIGTERM);
    assert_int_not_equal(lstat(stats_path, &st), 0);
}

/* Lets the creation of the second socket fail; checks that the server still serves clients. */
static void test_no_stats(void **state)
{
    (void)state;
    assert_int_equal(mkdir(stats_path, 0700), 0);
    start_server((struct gv_server_params){0});
    int fd = add_client();
    assert_logged("no stats: there is no socket at");
    close(fd);
    end_server(SIGTERM);
    assert_int_equal(rmdir(stats_path), 0);
}

/* Reads a worker's page with arbitrary contents; checks the report. */
static void test_hostile_page(void **state)
{
    struct gv_status_page *page = gv_status_page_create();
    struct galvan_screen_counters counters;
    char name[GV_STATS_PROGRAM_B];

    (void)state;
    assert_non_null(page);
    memset((void *)page, 0xff, sizeof(*page));
    memset(name, 'x', sizeof(name));
    gv_status_page_program(page, name, sizeof(name));
    assert_int_equal(strspn(name, "?"), GV_VTEST_NOTED_NAME_B);
    assert_int_equal(strlen(name), GV_VTEST_NOTED_NAME_B);
    gv_status_page_read_counters(page, &counters);
    assert_true(counters.draws == UINT64_MAX && counters.finished == UINT64_MAX);
    counters = (struct galvan_screen_counters){.submitted = 3, .finished = 4, .draws = 5};
    gv_status_page_write_counters(page, &counters);
    gv_status_page_read_counters(page, &counters);
    assert_true(counters.submitted == 4 && counters.finished == 4 && counters.draws == 5);
    atomic_store(&page->notes.program[2], '\0');
    atomic_store(&page->notes.program[0], '\033');
    atomic_store(&page->notes.program[1], 'm');
    gv_status_page_program(page, name, sizeof(name));
    assert_string_equal(name, "?m");
    gv_status_page_destroy(page);
}

/* Returns whether the other end of a socket has been closed. */
static bool has_ended(int fd)
{
    char byte;

    return recv(fd, &byte, 1, MSG_DONTWAIT) == 0;
}

/* Connects more readers than there are slots; checks that the oldest reader's connection is closed,
 * and that a request is read as a whole or ignored. */
static void test_askers(void **state)
{
    const struct gv_recording_request request = {.id = 5, .wanted = 1};
    int ends[GV_STATS_MAX_ASKERS + 1][2], fd;
    struct pollfd polls[GV_STATS_MAX_ASKERS];
    struct gv_recording_request got;
    struct gv_askers askers = {0};
    char answer = 0;

    (void)state;
    for (unsigned i = 0; i < GV_STATS_MAX_ASKERS + 1; i++) {
        assert_int_equal(socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends[i]), 0);
        gv_askers_add(&askers, ends[i][0]);
    }
    assert_int_equal(askers.num, GV_STATS_MAX_ASKERS);
    assert_true(has_ended(ends[0][1]));
    assert_false(has_ended(ends[1][1]));

    assert_int_equal(send(ends[3][1], &request, sizeof(request), 0), sizeof(request));
    assert_int_equal(send(ends[2][1], &request, sizeof(request) - 1, 0), sizeof(request) - 1);
    gv_askers_prepare_poll(&askers, polls);
    assert_int_equal(poll(polls, askers.num, 0), 2);
    assert_true(polls[1].revents && polls[2].revents);
    assert_true(gv_askers_take(&askers, 2, &got, &fd));
    assert_memory_equal(&got, &request, sizeof(got));
    gv_asker_answer(fd, true);
    assert_int_equal(recv(ends[3][1], &answer, 1, 0), 1);
    assert_int_equal(answer, 1);
    assert_true(has_ended(ends[3][1]));
    assert_false(gv_askers_take(&askers, 1, &got, &fd));
    gv_askers_finish(&askers);
    assert_int_equal(askers.num, 0);
    assert_true(has_ended(ends[GV_STATS_MAX_ASKERS][1]));
    for (unsigned i = 0; i < GV_STATS_MAX_ASKERS + 1; i++)
        close(ends[i][1]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_clients, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_who_asks_is_harmless, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_socket_is_private, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_no_stats, set_up, tear_down),
        cmocka_unit_test(test_hostile_page),
        cmocka_unit_test(test_askers),
    };
    return run_server_tests("server_stats", tests, sizeof(tests) / sizeof(tests[0]));
}
