/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Message authentication codes must equal those that the algorithm's authors publish, and change
 * with each bit of the input. */
#include "util/mac.h"

#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

static const struct gv_mac_key key = {{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15}};

/* Checks published codes; the bytes of the key and of the data count up from 0. */
static void test_published(void **state)
{
    static const struct {
        size_t size_B;
        struct gv_mac mac;
    } rows[] = {
        {0,
         {{0xa3, 0x81, 0x7f, 0x04, 0xba, 0x25, 0xa8, 0xe6, 0x6d, 0xf6, 0x72, 0x14, 0xc7, 0x55, 0x02,
           0x93}}},
        {1,
         {{0xda, 0x87, 0xc1, 0xd8, 0x6b, 0x99, 0xaf, 0x44, 0x34, 0x76, 0x59, 0x11, 0x9b, 0x22, 0xfc,
           0x45}}},
        {2,
         {{0x81, 0x77, 0x22, 0x8d, 0xa4, 0xa4, 0x5d, 0xc7, 0xfc, 0xa3, 0x8b, 0xde, 0xf6, 0x0a, 0xff,
           0xe4}}},
    };
    uint8_t data[8];

    (void)state;
    for (unsigned i = 0; i < sizeof(data); i++)
        data[i] = (uint8_t)i;
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        const struct gv_mac mac = gv_mac_of(&key, data, rows[i].size_B);
        assert_memory_equal(mac.bytes, rows[i].mac.bytes, GV_MAC_B);
    }
}

static void test_each_bit(void **state)
{
    uint8_t data[43];
    struct gv_mac_key other = key;

    (void)state;
    memset(data, 0x5a, sizeof(data));
    const struct gv_mac mac = gv_mac_of(&key, data, sizeof(data));
    for (unsigned bit = 0; bit < sizeof(data) * 8; bit++) {
        data[bit / 8] ^= (uint8_t)(1u << bit % 8);
        const struct gv_mac changed = gv_mac_of(&key, data, sizeof(data));
        assert_memory_not_equal(mac.bytes, changed.bytes, GV_MAC_B);
        data[bit / 8] ^= (uint8_t)(1u << bit % 8);
    }
    other.bytes[15] ^= 1;
    const struct gv_mac others = gv_mac_of(&other, data, sizeof(data));
    assert_memory_not_equal(mac.bytes, others.bytes, GV_MAC_B);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_published),
        cmocka_unit_test(test_each_bit),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
