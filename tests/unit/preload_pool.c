/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* The client library's memory for new resources. Blocks must not overlap; a freed block must be
 * reused, zeroed, only after the server has finished with it. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "preload/asks.h"
#include "preload/pool.h"
#include "preload/server.h"

static unsigned num_asked;

/* Replaces server.c; `fd` is the number of parts that the server grants. */
int gv_server_memory(int fd)
{
    int memory_fd = num_asked++ < (unsigned)fd ? memfd_create("test", MFD_CLOEXEC) : -1;

    if (memory_fd >= 0)
        assert_int_equal(ftruncate(memory_fd, GV_VTEST_POOL_PART_B), 0);
    return memory_fd;
}

static _Atomic uint64_t page;

static int set_up(void **state)
{
    static struct gv_asks asks;
    struct gv_pool *pool = calloc(1, sizeof(*pool));

    asks.carried_out_B = &page;
    num_asked = 0;
    gv_pool_open(pool, &asks, 1);
    gv_pool_open(pool, &asks, 1);
    assert_int_equal(num_asked, 1);
    *state = pool;
    return 0;
}

static int tear_down(void **state)
{
    struct gv_pool *pool = *state;

    munmap(pool->memory, GV_VTEST_POOL_B);
    free(pool);
    return 0;
}

static void test_pieces(void **state)
{
    struct gv_pool *pool = *state;
    uint8_t *first = gv_pool_take(pool, 8, 0), *second = gv_pool_take(pool, 1000, 0);
    uint8_t *third = gv_pool_take(pool, 256 << 10, 0);

    assert_true(first && second && third);
    assert_true(second >= first + 8 && third >= second + 1000);
    assert_int_equal(gv_pool_offset(pool, third) % pool->page_B, 0);
    uint8_t *fourth = gv_pool_take(pool, 3000, 0);
    assert_true(fourth >= second + 1000 && fourth + 4096 <= third);
    assert_int_equal(gv_pool_offset(pool, first) % GV_VTEST_POOL_ALIGN_B, 0);
    assert_int_equal(gv_pool_offset(pool, second), second - first);
    assert_true(gv_pool_has(pool, first) && gv_pool_has(pool, third));
    assert_false(gv_pool_has(pool, first + GV_VTEST_POOL_B));
    assert_false(gv_pool_has(pool, first - 1));
    assert_false(gv_pool_has(pool, NULL));
    assert_null(gv_pool_take(pool, 0, 0));
    assert_null(gv_pool_take(pool, (256 << 10) + 1, 0));
    assert_null(gv_pool_take(pool, UINT32_MAX, 0));
}

/* Takes blocks for every page size of the processor; checks that they have whole pages, which
 * devices need. */
static void test_pages(void **state)
{
    struct gv_pool *pool = *state;

    for (uint32_t page_B = 65536; page_B >= 4096; page_B /= 4) {
        pool->page_B = page_B;
        for (unsigned i = 0; i < 3; i++) {
            assert_non_null(gv_pool_take(pool, page_B / 2, 0));
            assert_int_equal(gv_pool_offset(pool, gv_pool_take(pool, page_B, 0)) % page_B, 0);
            assert_int_equal(gv_pool_offset(pool, gv_pool_take(pool, page_B * 2, 0)) % page_B, 0);
        }
    }
}

static void test_a_piece_comes_back_when_the_server_is_there(void **state)
{
    struct gv_pool *pool = *state;
    uint8_t *first = gv_pool_take(pool, 1000, 0), *second = gv_pool_take(pool, 1000, 0);

    memset(first, 1, 1000);
    gv_pool_give_back(pool, first, 500);
    gv_pool_give_back(pool, second, 600);
    uint8_t *other = gv_pool_take(pool, 1000, 499);
    assert_true(other && other != first && other != second);
    assert_ptr_not_equal(gv_pool_take(pool, 200, 700), first); /* another size */
    assert_ptr_equal(gv_pool_take(pool, 1024, 500), first);
    for (unsigned i = 0; i < 1024; i++)
        assert_int_equal(first[i], 0);
    assert_ptr_equal(gv_pool_take(pool, 700, 600), second);
}

static void test_the_pool_has_an_end(void **state)
{
    struct gv_pool *pool = *state;
    const uint32_t size_B = 256 << 10;
    uint8_t *first = gv_pool_take(pool, size_B, 0);
    unsigned num = 1;

    while (gv_pool_take(pool, size_B, 0))
        num++;
    assert_int_equal(num, GV_VTEST_POOL_PART_B / size_B);
    assert_null(gv_pool_take(pool, 1, 0));
    for (unsigned i = 0; i < 3; i++) {
        gv_pool_give_back(pool, first, i);
        assert_ptr_equal(gv_pool_take(pool, size_B, i), first);
    }
    assert_null(gv_pool_take(pool, size_B, UINT64_MAX));
}

/* Takes blocks until the next part begins; checks that no block lies in two parts. The unused end
 * of the previous part is dropped. */
static void test_the_pool_grows(void **state)
{
    struct gv_pool *pool = *state;
    const uint32_t size_B = 256 << 10;
    uint8_t *last = gv_pool_take(pool, 8, 0), *piece;
    unsigned num_parts = 1;

    assert_false(gv_pool_grow(pool, 0, 4));
    assert_false(gv_pool_grow(pool, size_B + 1, 4));
    assert_int_equal(num_asked, 1);
    for (;;) {
        while ((piece = gv_pool_take(pool, size_B, 0))) {
            assert_ptr_not_equal(piece, last);
            assert_int_equal(gv_pool_offset(pool, piece) / GV_VTEST_POOL_PART_B, num_parts - 1);
            assert_int_equal((gv_pool_offset(pool, piece) + size_B - 1) / GV_VTEST_POOL_PART_B,
                             num_parts - 1);
            piece[size_B - 1] = 1; /* writable: the block has memory */
            last = piece;
        }
        if (!gv_pool_grow(pool, size_B, 3))
            break;
        num_parts++;
    }
    assert_int_equal(num_parts, 3);
    assert_int_equal(num_asked, 4);
    assert_false(gv_pool_grow(pool, size_B, 4)); /* the server is not asked again */
    assert_int_equal(num_asked, 4);
}

static void test_the_pool_grows_four_times(void **state)
{
    struct gv_pool *pool = *state;

    for (unsigned i = 1; i < GV_VTEST_MAX_POOL_PARTS; i++)
        assert_true(gv_pool_grow(pool, 8, 9));
    assert_false(gv_pool_grow(pool, 8, 9));
    assert_int_equal(num_asked, GV_VTEST_MAX_POOL_PARTS);
}

/* Unmaps memory that is not a block, and a block that was unmapped already; checks that the pool is
 * unaffected. */
static void test_what_is_no_piece_is_left_alone(void **state)
{
    struct gv_pool *pool = *state;
    uint8_t *first = gv_pool_take(pool, 1000, 0);

    gv_pool_give_back(pool, first + 1, 0);
    gv_pool_give_back(pool, first + 4096, 0);
    gv_pool_give_back(pool, first, 0);
    gv_pool_give_back(pool, first, 0);
    assert_ptr_equal(gv_pool_take(pool, 1000, 0), first);
    assert_ptr_not_equal(gv_pool_take(pool, 1000, 0), first);
}

static void test_without_the_servers_memory(void **state)
{
    struct gv_pool *pool = calloc(1, sizeof(*pool));
    struct gv_asks asks = {0};

    (void)state;
    gv_pool_open(pool, &asks,
                 9); /* without a progress page, the pool is useless: the server is not asked */
    assert_int_equal(num_asked, 1);
    assert_null(gv_pool_take(pool, 8, 0));
    assert_false(gv_pool_has(pool, NULL));
    memset(pool, 0, sizeof(*pool));
    asks.carried_out_B = &page;
    gv_pool_open(pool, &asks, 0);
    assert_int_equal(num_asked, 2);
    assert_null(gv_pool_take(pool, 8, 0));
    assert_false(gv_pool_grow(pool, 8, 9));
    free(pool);
}

static void test_numbers(void **state)
{
    struct gv_pool *pool = *state;

    assert_int_equal(gv_pool_number(pool), GV_VTEST_FIRST_PLACED);
    assert_int_equal(gv_pool_number(pool), GV_VTEST_FIRST_PLACED + 1);
    pool->num_placed = GV_VTEST_END_PLACED - GV_VTEST_FIRST_PLACED - 1;
    assert_int_equal(gv_pool_number(pool), GV_VTEST_END_PLACED - 1);
    assert_int_equal(gv_pool_number(pool), GV_VTEST_FIRST_PLACED);
}

#define POOL_TEST(test) cmocka_unit_test_setup_teardown(test, set_up, tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        POOL_TEST(test_pieces),
        POOL_TEST(test_pages),
        POOL_TEST(test_a_piece_comes_back_when_the_server_is_there),
        POOL_TEST(test_the_pool_has_an_end),
        POOL_TEST(test_the_pool_grows),
        POOL_TEST(test_the_pool_grows_four_times),
        POOL_TEST(test_what_is_no_piece_is_left_alone),
        POOL_TEST(test_without_the_servers_memory),
        POOL_TEST(test_numbers),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
