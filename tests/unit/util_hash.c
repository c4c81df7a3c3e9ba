/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Compares the hash table with a plain array that has the same contents. */
#include "util/hash.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>

#include <cmocka.h>

enum {
    NUM_KEYS = 4096,
    NUM_STEPS = 200000
};

static uint64_t next_random(uint64_t *state)
{
    *state ^= *state << 13;
    *state ^= *state >> 7;
    *state ^= *state << 17;
    return *state;
}

/* Returns key number `idx`. Some keys are close together and some are far apart; 0 and the largest
 * key are among them. */
static uint64_t key_of(unsigned idx)
{
    return idx % 2 ? UINT64_MAX - idx / 2 : (uint64_t)(idx / 2) << (idx % 3 * 20);
}

static void check_all(const struct gv_hash *hash, void *const *expected)
{
    uint32_t num = 0, seen = 0, pos = 0;
    for (unsigned i = 0; i < NUM_KEYS; i++)
        num += expected[i] != NULL;
    assert_int_equal(hash->num, num);
    for (const struct gv_hash_entry *e = gv_hash_next(hash, &pos); e; e = gv_hash_next(hash, &pos))
        seen += gv_hash_find(hash, e->key) == e->value;
    assert_int_equal(seen, num);
}

static void test_random(void **state)
{
    (void)state;
    static char values[64];
    static void *expected[NUM_KEYS];
    static uint64_t keys[NUM_KEYS];
    struct gv_hash hash;
    struct gv_hash_found found = {0};
    uint64_t random = 88172645463325252;

    gv_hash_init(&hash);
    assert_null(gv_hash_find(&hash, 0));
    assert_null(gv_hash_remove(&hash, 0));
    for (unsigned i = 0; i < NUM_KEYS; i++)
        keys[i] = key_of(i) ^ ((uint64_t)i << 48);

    for (unsigned step = 0; step < NUM_STEPS; step++) {
        unsigned i = (unsigned)(next_random(&random) % NUM_KEYS);
        assert_ptr_equal(gv_hash_find(&hash, keys[i]), expected[i]);
        assert_ptr_equal(gv_hash_find_again(&hash, &found, keys[i]), expected[i]);
        if (next_random(&random) & 1) {
            expected[i] = &values[next_random(&random) % sizeof(values)];
            assert_true(gv_hash_set(&hash, keys[i], expected[i]));
        } else {
            assert_ptr_equal(gv_hash_remove(&hash, keys[i]), expected[i]);
            expected[i] = NULL;
        }
        assert_ptr_equal(gv_hash_find_again(&hash, &found, keys[i]), expected[i]);
        if (step % 20000 == 0)
            check_all(&hash, expected);
    }
    check_all(&hash, expected);
    gv_hash_finish(&hash);
    assert_null(gv_hash_find(&hash, keys[0]));
    for (unsigned i = 0; i < NUM_KEYS; i++)
        assert_null(gv_hash_find_again(&hash, &found, keys[i]));
}

static void test_bytes(void **state)
{
    (void)state;
    assert_true(gv_hash_bytes("abc", 3, 1) == gv_hash_bytes("abc", 3, 1));
    assert_true(gv_hash_bytes("abc", 3, 1) != gv_hash_bytes("abd", 3, 1));
    assert_true(gv_hash_bytes("abc", 3, 1) != gv_hash_bytes("abc", 3, 2));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_random),
        cmocka_unit_test(test_bytes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
