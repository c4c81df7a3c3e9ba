/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* When a worker may submit, by the values on its status page. */
#include "server/device_gate.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

static bool asks(const struct gv_device_gate *gate, uint64_t device_ns)
{
    return gate->pace.may_submit(gate->pace.priv, device_ns);
}

static void test_nothing_is_divided(void **state)
{
    struct gv_device_gate_status status = {0};
    struct gv_device_gate gate;

    (void)state;
    gv_device_gate_init(&gate, &status);
    assert_false(gate.pace.divides(gate.pace.priv));
    assert_true(asks(&gate, UINT64_MAX));
    assert_false(status.waits);
}

static void test_waits(void **state)
{
    struct gv_device_gate_status status = {.allowed_ns = 1000};
    struct gv_device_gate gate;

    (void)state;
    gv_device_gate_init(&gate, &status);
    assert_true(gate.pace.divides(gate.pace.priv));
    assert_true(asks(&gate, 999));
    for (unsigned i = 0; i < 100000; i++) {
        status.updates += i % 4 == 0;
        assert_false(asks(&gate, 1000));
        assert_true(status.waits);
    }
    status.allowed_ns = 1001;
    assert_true(asks(&gate, 1000));
    assert_false(status.waits);
    assert_false(asks(&gate, 1001));
    status.allowed_ns = 0; /* the device is no longer divided */
    assert_true(asks(&gate, 1001));
    assert_false(status.waits);
}

/* Submits as a worker whose listener has stopped; checks that each submission waits only for a
 * limited time. */
static void test_silent_listener(void **state)
{
    struct gv_device_gate_status status = {.allowed_ns = 1000};
    struct gv_device_gate gate;

    (void)state;
    gv_device_gate_init(&gate, &status);
    for (unsigned round = 0; round < 3; round++) {
        unsigned num = 0;
        while (num < 10000 && !asks(&gate, 2000))
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
    return cmocka_run_group_tests_name("device-time gate", tests, NULL, NULL);
}
