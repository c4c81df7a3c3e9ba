/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* When a worker may submit, by what its page says. */
#include "server/turn.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

static bool asks(const struct gv_turn *turn, uint64_t device_ns)
{
    return turn->pace.may_submit(turn->pace.priv, device_ns);
}

static void test_nothing_is_divided(void **state)
{
    struct gv_turn_page page = {0};
    struct gv_turn turn;

    (void)state;
    gv_turn_init(&turn, &page);
    assert_false(turn.pace.divides(turn.pace.priv));
    assert_true(asks(&turn, UINT64_MAX));
    assert_false(page.waits);
}

static void test_waits(void **state)
{
    struct gv_turn_page page = {.allowed_ns = 1000};
    struct gv_turn turn;

    (void)state;
    gv_turn_init(&turn, &page);
    assert_true(turn.pace.divides(turn.pace.priv));
    assert_true(asks(&turn, 999));
    for (unsigned i = 0; i < 100000; i++) {
        page.looks += i % 4 == 0;
        assert_false(asks(&turn, 1000));
        assert_true(page.waits);
    }
    page.allowed_ns = 1001;
    assert_true(asks(&turn, 1000));
    assert_false(page.waits);
    assert_false(asks(&turn, 1001));
    page.allowed_ns = 0; /* no longer */
    assert_true(asks(&turn, 1001));
    assert_false(page.waits);
}

/* A listener that is stopped keeps nobody for ever, and each time for as long. */
static void test_silent_listener(void **state)
{
    struct gv_turn_page page = {.allowed_ns = 1000};
    struct gv_turn turn;

    (void)state;
    gv_turn_init(&turn, &page);
    for (unsigned round = 0; round < 3; round++) {
        unsigned num = 0;
        while (num < 10000 && !asks(&turn, 2000))
            num++;
        assert_in_range(num, 500, 2000);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_nothing_is_divided),
        cmocka_unit_test(test_waits),
        cmocka_unit_test(test_silent_listener),
    };
    return cmocka_run_group_tests_name("turns at the device", tests, NULL, NULL);
}
