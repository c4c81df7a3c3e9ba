/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* The memory of all clients together. It must never exceed the limit; users must get equal shares;
 * and a user's only client must get the user's whole share. */
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

/* Divides the memory once while client `idx` requests `wanted_B`. If the division allows the client
 * this memory, counts it as used and returns true. */
static bool take(struct gv_share *shares, uint32_t num, uint32_t idx, uint64_t wanted_B)
{
    struct gv_share *share = &shares[idx];
    share->wanted_B = wanted_B;
    gv_shares_divide(shares, num, TOTAL_B);
    assert_true(allowed_in_all(shares, num) <= TOTAL_B);
    share->wanted_B = 0;
    if (share->allowed_B < share->used_B + wanted_B)
        return false;
    share->used_B += wanted_B;
    return true;
}

/* Takes as much as the client can get. */
static void take_all(struct gv_share *shares, uint32_t num, uint32_t idx)
{
    for (uint64_t wanted_B = TOTAL_B; wanted_B > 0;) {
        if (!take(shares, num, idx, wanted_B))
            wanted_B /= 2;
    }
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

/* A user has several clients, of which one requests nearly all memory and the others request none.
 * Checks that the first client gets the memory. */
static void test_clients_of_a_user(void **state)
{
    struct gv_share shares[8] = {0};
    (void)state;
    take_all(shares, 8, 3);
    assert_in_range(shares[3].used_B, TOTAL_B - 16, TOTAL_B);
}

/* Adds many clients of one user; checks that another user's share stays available. */
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

/* Adds a second user after the first one has more than a share. Checks that the first user keeps
 * that memory and gets no more. Checks that the second user gets the free memory, and gets more
 * once the first user frees memory. */
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

/* Makes a request that fits; checks that one division grants it, so that no client waits although
 * memory is left. */
static void test_one_division_is_enough(void **state)
{
    struct gv_share shares[4] = {{.uid = 1}, {.uid = 1}, {.uid = 1}, {.uid = 2}};
    (void)state;
    assert_false(take(shares, 4, 0, TOTAL_B / 2 + 1));
    assert_true(take(shares, 4, 0, TOTAL_B / 2 - 1000));
    assert_false(take(shares, 4, 1, 1001));
    assert_true(take(shares, 4, 1, 500));
    /* The smallest requests must be granted first. */
    shares[0].wanted_B = 400;
    shares[1].wanted_B = 300;
    shares[2].wanted_B = 100;
    gv_shares_divide(shares, 4, TOTAL_B);
    assert_true(shares[0].allowed_B < shares[0].used_B + 400);
    assert_true(shares[1].allowed_B >= shares[1].used_B + 300);
    assert_true(shares[2].allowed_B >= shares[2].used_B + 100);
    assert_true(allowed_in_all(shares, 4) <= TOTAL_B);
}

/* Reports more memory in use than exists, as clients could; checks that no client gets more. */
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
        cmocka_unit_test(test_one_division_is_enough),
        cmocka_unit_test(test_overdrawn),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
