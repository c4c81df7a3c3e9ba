/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Which clients get a worker, and when: slots, the accept queue, and clients that send no message
 * or an incomplete one. The renderer and the screen are fakes. */
#include "server_clients.h"

#include "server/accept_queue.h"

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

/* Connects clients that send nothing, or close at once; checks that they take no slot and do not
 * make the server open a device. */
static void test_silent_clients_hold_no_slot(void **state)
{
    int silent[4];

    (void)state;
    start_server((struct gv_server_params){.max_workers = 1});
    for (unsigned i = 0; i < 4; i++)
        silent[i] = connect_client();
    for (unsigned i = 0; i < 500; i++)
        close(connect_client());
    int a = add_client();
    assert_int_equal(atomic_load(&shared->num_screens), 1);
    close(a);
    for (unsigned i = 0; i < 4; i++) {
        assert_true(begin_client(silent[i]));
        close(silent[i]);
    }
}

/* Connects 70 clients; checks that all are served, one after the other in the 48 slots. */
static void test_70_clients_in_48_slots(void **state)
{
    int clients[70];

    (void)state;
    start_server((struct gv_server_params){.max_workers = 48, .max_workers_per_uid = 48});
    for (unsigned i = 0; i < 70; i++) {
        clients[i] = connect_client();
        assert_true(send_opening(clients[i]));
    }
    for (unsigned i = 0; i < 70; i++) {
        assert_true(ping(clients[i]));
        assert_true(atomic_load(&shared->num_screens) <= 48);
        close(clients[i]);
    }
}

/* Connects and closes 500 times; checks that no such connection takes a worker, so that the next
 * client does not wait. */
static void test_500_that_connect_and_close(void **state)
{
    (void)state;
    start_server((struct gv_server_params){0});
    for (unsigned i = 0; i < 500; i++)
        close(connect_client());
    const pid_t before = atomic_load(&shared->last_worker);
    int fd = add_client();
    assert_int_equal(before, 0);
    assert_int_equal(atomic_load(&shared->num_opened), 1);
    close(fd);
}

/* Connects a client that sends a message while the queue is full of silent clients; checks that the
 * server serves this client. */
static void test_full_accept_queue(void **state)
{
    struct rlimit limit;
    int silent[GV_ACCEPT_QUEUE_MAX];

    (void)state;
    getrlimit(RLIMIT_NOFILE, &limit);
    assert_true(limit.rlim_cur > GV_ACCEPT_QUEUE_MAX + 64);
    start_server((struct gv_server_params){.max_workers = 1});
    for (unsigned i = 0; i < GV_ACCEPT_QUEUE_MAX; i++)
        silent[i] = connect_client();
    int a = add_client();
    assert_true(ping(a));
    assert_true(is_hung_up(silent[0]));
    for (unsigned i = 0; i < GV_ACCEPT_QUEUE_MAX; i++)
        close(silent[i]);
    close(a);
}

/* Lets a client wait while another one has never drawn and is silent; checks that the silent client
 * loses its slot. */
static void test_idle_client_frees_a_slot(void **state)
{
    (void)state;
    start_server((struct gv_server_params){.max_workers = 1, .idle_timeout_ms = 1000});
    int idle = add_client();
    assert_true(ping(idle));
    int a = add_client();
    assert_true(is_hung_up(idle));
    assert_logged("has never drawn and is silent while others wait for a worker");
    close(idle);
    close(a);
}

/* Sends garbage as the first message; checks that no device is opened for it. */
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

static void test_silent_client_is_dropped(void **state)
{
    (void)state;
    start_server((struct gv_server_params){.idle_timeout_ms = 100});
    int silent = connect_client();
    int a = connect_client();
    while (!begin_client(a)) { /* repeats if this process was delayed, so that the server found `a`
                                  silent for too long */
        print_message("again: silent_client: the other client was silent for too long\n");
        close(a);
        a = connect_client();
    }
    assert_true(is_hung_up(silent));
    usleep(200000); /* a client may be silent between messages */
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

/* Sends descriptors as a client; checks that the server closes them. */
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
    assert_true(wait_for_files_of(worker, before));
    close(a);
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
    none.rlim_cur = 5; /* as many as the listener polls */
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

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_client_limit, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_silent_clients_hold_no_slot, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_70_clients_in_48_slots, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_500_that_connect_and_close, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_full_accept_queue, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_idle_client_frees_a_slot, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_garbage_opens_no_device, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_client_limit_of_a_user, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_silent_client_is_dropped, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_half_close, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_passed_descriptors_are_dropped, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_out_of_files, set_up, tear_down),
    };

    return run_server_tests("server admission", tests, sizeof(tests) / sizeof(tests[0]));
}
