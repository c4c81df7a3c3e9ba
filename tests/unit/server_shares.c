/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* The memory of all clients together: never more than there is, the same for each user, and all of
 * a user's for its only client. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "server/shares.h"

enum {
    TOTAL_B = 1 << 20,
    MAX_CLIENTS = 64
};

static uint64_t allowed_in_all(const struct gv_share *shares, uint32_t num)
{
    uint64_t sum_B = 0;
    for (uint32_t i = 0; i < num; i++)
        sum_B += shares[i].allowed_B;
    return sum_B;
}

/* Takes all that it may have, as often as it may be given more. */
static void take_all(struct gv_share *shares, uint32_t num, uint32_t idx)
{
    for (unsigned round = 0; round < 40; round++) {
        shares[idx].wanted_B = TOTAL_B;
        gv_shares_divide(shares, num, TOTAL_B);
        assert_true(allowed_in_all(shares, num) <= TOTAL_B);
        shares[idx].used_B = shares[idx].allowed_B;
    }
    shares[idx].wanted_B = 0;
}

static void test_nobody(void **state)
{
    (void)state;
    gv_shares_divide(NULL, 0, TOTAL_B);
}

static void test_only_client(void **state)
{
    struct gv_share share = {.uid = 1};
    (void)state;
    gv_shares_divide(&share, 1, TOTAL_B);
    assert_int_equal(share.allowed_B, TOTAL_B);
    share.used_B = TOTAL_B;
    gv_shares_divide(&share, 1, TOTAL_B);
    assert_int_equal(share.allowed_B, TOTAL_B);
}

/* One that wants nearly all gets it beside others of the same user that want nothing. */
static void test_clients_of_a_user(void **state)
{
    struct gv_share shares[8] = {0};
    (void)state;
    take_all(shares, 8, 3);
    assert_in_range(shares[3].used_B, TOTAL_B - 16, TOTAL_B);
}

/* However many clients a user has, the other one's share is there for it. */
static void test_two_users(void **state)
{
    struct gv_share shares[MAX_CLIENTS];
    uint64_t used_B = 0;
    (void)state;
    for (uint32_t i = 0; i < MAX_CLIENTS; i++)
        shares[i] = (struct gv_share){.uid = i > 0};
    for (uint32_t i = MAX_CLIENTS; i-- > 0;)
        take_all(shares, MAX_CLIENTS, i);
    for (uint32_t i = 1; i < MAX_CLIENTS; i++)
        used_B += shares[i].used_B;
    assert_in_range(used_B, TOTAL_B / 2 - 2 * MAX_CLIENTS, TOTAL_B / 2);
    assert_in_range(shares[0].used_B, TOTAL_B / 2 - 16, TOTAL_B / 2);
}

/* A user who had more before another came keeps it, gets no more, and the other gets what is free,
 * and the rest as it is given back. */
static void test_late_user(void **state)
{
    struct gv_share shares[2] = {{.uid = 1, .used_B = TOTAL_B / 4 * 3}, {.uid = 2}};
    (void)state;
    take_all(shares, 2, 1);
    assert_in_range(shares[1].used_B, TOTAL_B / 4 - 16, TOTAL_B / 4);
    take_all(shares, 2, 0);
    assert_int_equal(shares[0].used_B, TOTAL_B / 4 * 3);
    shares[0].used_B = 0;
    take_all(shares, 2, 1);
    assert_in_range(shares[1].used_B, TOTAL_B / 2 - 16, TOTAL_B / 2);
}

/* More in use than there is, as when the limit's own clients lied: nobody gets more. */
static void test_overdrawn(void **state)
{
    struct gv_share shares[2] = {{.uid = 1, .used_B = UINT64_MAX / 2}, {.uid = 2, .used_B = 7}};
    (void)state;
    gv_shares_divide(shares, 2, TOTAL_B);
    assert_int_equal(shares[0].allowed_B, UINT64_MAX / 2);
    assert_int_equal(shares[1].allowed_B, 7);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_nobody),
        cmocka_unit_test(test_only_client),
        cmocka_unit_test(test_clients_of_a_user),
        cmocka_unit_test(test_two_users),
        cmocka_unit_test(test_late_user),
        cmocka_unit_test(test_overdrawn),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
