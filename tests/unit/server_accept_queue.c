/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Which client is dropped when the accept queue is full. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <fcntl.h>
#include <unistd.h>

#include "server/accept_queue.h"

static struct gv_accept_queue queue;

static struct gv_worker_client client_of(uid_t uid)
{
    const struct gv_worker_client client = {.fd = open("/dev/null", O_RDONLY | O_CLOEXEC),
                                            .uid = uid};
    assert_true(client.fd >= 0);
    return client;
}

/* Adds a client that has sent a byte. */
static bool add(uid_t uid)
{
    const struct gv_worker_client client = client_of(uid);
    const bool taken = gv_accept_queue_add(&queue, &client, 0);
    if (taken)
        queue.all[queue.num - 1].has_spoken = true;
    else
        close(client.fd);
    return taken;
}

static unsigned count(uid_t uid)
{
    unsigned num = 0;
    for (uint32_t i = 0; i < queue.num; i++)
        num += queue.all[i].client.uid == uid;
    return num;
}

static int tear_down(void **state)
{
    (void)state;
    gv_accept_queue_finish(&queue);
    return 0;
}

/* Fills the queue with connections of one user; checks that a second user gets exactly half of the
 * queue, and that a third user gets a place. */
static void test_part_for_each_user(void **state)
{
    (void)state;
    for (unsigned i = 0; i < GV_ACCEPT_QUEUE_MAX; i++)
        assert_true(add(1000));
    assert_false(add(1000));
    for (unsigned i = 0; i < GV_ACCEPT_QUEUE_MAX / 2; i++)
        assert_true(add(0));
    assert_int_equal(queue.num, GV_ACCEPT_QUEUE_MAX);
    assert_int_equal(count(1000), GV_ACCEPT_QUEUE_MAX / 2);
    assert_false(add(0));
    assert_false(add(1000));
    assert_true(add(7));
}

/* Adds a client to a full queue; checks that the newest connection of the user with the most
 * connections is closed, since older connections have waited longer. */
static void test_last_goes(void **state)
{
    (void)state;
    for (unsigned i = 0; i < GV_ACCEPT_QUEUE_MAX; i++)
        assert_true(add(1000));
    const int first = queue.all[0].client.fd, last = queue.all[GV_ACCEPT_QUEUE_MAX - 1].client.fd;
    assert_true(add(0));
    assert_int_equal(queue.all[0].client.fd, first);
    assert_int_equal(fcntl(last, F_GETFD), -1);
    assert_int_equal(queue.all[GV_ACCEPT_QUEUE_MAX - 1].client.uid, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(test_part_for_each_user, tear_down),
        cmocka_unit_test_teardown(test_last_goes, tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
